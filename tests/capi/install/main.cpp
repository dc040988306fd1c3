// The C interface from C++.
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#include <robots/robots.h>

int main()
{
    const std::string body = "User-agent: *\nDisallow: /private\n";
    const std::string url = "https://site.example/private/x";
    const std::unique_ptr<robots_matcher, void (*)(robots_matcher *)> matcher(
        robots_matcher_compile(body.data(), body.size(), "ExampleBot", 10, nullptr, 0),
        robots_matcher_free);
    const robots_verdict verdict = robots_matcher_check(matcher.get(), url.data(), url.size());
    std::printf("%s: allowed %d, line %u\n", robots_version(), verdict.allowed,
                static_cast<unsigned>(verdict.line));
    // The installed library knows hosts outside ASCII.
    char origin[ROBOTS_URL_ORIGIN_MAX];
    const std::string elsewhere = "http://b\xC3\xBC" "cher.example/";
    const std::size_t length =
        robots_url_origin(elsewhere.data(), elsewhere.size(), origin, sizeof origin);
    if (std::string(origin, length) != "http://xn--bcher-kva.example") {
        return 1;
    }
    return std::strcmp(robots_version(), ROBOTS_VERSION) == 0 && verdict.line == 2 ? 0 : 1;
}
