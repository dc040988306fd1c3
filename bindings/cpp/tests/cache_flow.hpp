// What the tests of the cache have in common.
#ifndef CACHE_FLOW_HPP
#define CACHE_FLOW_HPP

#include <chrono>
#include <string_view>

#include <gtest/gtest.h>

#include <robots/cache.hpp>

namespace flow {

inline constexpr robots::Time kNow{std::chrono::seconds(1'800'000'000)};
inline constexpr auto kDay = std::chrono::hours(24);
inline constexpr std::string_view kBody = "User-agent: *\nDisallow: /private\nAllow: /private/open\n";
inline constexpr std::string_view kOpen = "https://site.example/private/open";
inline constexpr std::string_view kShut = "https://site.example/private/x";

inline robots::Cache make(std::string_view agents = "ExampleBot") {
    return robots::Cache::create(1 << 20, agents);
}

/// The whole flow for an origin that answers like this at once.
inline robots::Hit answer(const robots::Cache& cache, std::string_view url, int status,
                          std::string_view headers, std::string_view body, robots::Time now) {
    robots::Lookup found = cache.get(url, now);
    EXPECT_EQ(found.kind, robots::LookupKind::fetch);
    EXPECT_FALSE(found.hit);
    found.ticket.response(status, headers);
    return found.ticket.finish(body, now);
}

}  // namespace flow

#endif  // CACHE_FLOW_HPP
