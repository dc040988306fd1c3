#include "two_files.hpp"

#include <cstdio>

namespace {

class Sitemaps : public googlebot::RobotsMatcher {
public:
    int seen = 0;

protected:
    void HandleSitemap(int, googlebot::StringView) override { ++seen; }
};

int failures = 0;

void check(bool holds, const char* what) {
    if (!holds) {
        std::fprintf(stderr, "failed: %s\n", what);
        ++failures;
    }
}

}  // namespace

int main() {
    const std::string body = "sitemap: s\nuser-agent: *\ndisallow: /x\n";
    const robots::Matcher matcher = compile(body);
    check(!matcher.allows("https://h/x") && matcher.allows("https://h/y"), "matcher");
    check(!robots::Matcher::compile(body, "no token"), "misuse");
    const robots::RobotsTxt txt = robots::RobotsTxt::parse(body);
    check(txt.sitemaps()[0] == "s" && txt.rules().size() == 1, "ranges");
    check(robots::url_origin("https://h/x") == "https://h", "origin");

    const robots::Cache cache = robots::Cache::create(1 << 20, "ExampleBot");
    const robots::Time now = robots::now();
    check(!cache.check("https://h/x", now).allowed(), "nothing known");
    check(answer(cache, "https://h/x", now).allows("https://h/x"), "hit");
    check(cache.check("https://h/x", now).allowed(), "cache");
    const robots::State state = cache.state("https://h/x");
    check(state.decision(now).basis() == robots::Basis::unavailable, "state");
    check(robots::Fetch::begin("https://h/x", state).hops() == 0, "fetch");

    googlebot::RobotsMatcher google;
    check(line_of(google, body) == 3, "google");
    Sitemaps sitemaps;
    check(line_of(sitemaps, body) == 3 && sitemaps.seen == 1, "derived");
    googlebot::RobotsParsingReporter reporter;
    googlebot::ParseRobotsTxt(body, &reporter);
    check(reporter.parse_results().size() == 4, "reporter");
    check(address_of_inline_function() ==
              reinterpret_cast<const void*>(&googlebot::GetPathParamsQuery),
          "one definition");
    return failures == 0 ? 0 : 1;
}
