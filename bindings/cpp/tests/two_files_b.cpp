#include "two_files.hpp"

robots::Matcher compile(std::string_view body) {
    return robots::Matcher::compile(body, "ExampleBot");
}

int line_of(googlebot::RobotsMatcher& matcher, const std::string& body) {
    matcher.OneAgentAllowedByRobots(body, "ExampleBot", "https://h/x");
    return matcher.matching_line();
}

const void* address_of_inline_function() {
    return reinterpret_cast<const void*>(&googlebot::GetPathParamsQuery);
}
