#include "two_files.hpp"

robots::Matcher compile(std::string_view body) {
    return robots::Matcher::compile(body, "ExampleBot");
}

robots::Hit answer(const robots::Cache& cache, std::string_view url, robots::Time now) {
    robots::Lookup found = cache.get(url, now);
    found.ticket.response(404, {});
    return found.ticket.finish({}, now);
}

int line_of(googlebot::RobotsMatcher& matcher, const std::string& body) {
    matcher.OneAgentAllowedByRobots(body, "ExampleBot", "https://h/x");
    return matcher.matching_line();
}

const void* address_of_inline_function() {
    return reinterpret_cast<const void*>(&googlebot::GetPathParamsQuery);
}
