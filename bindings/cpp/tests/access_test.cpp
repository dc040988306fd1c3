// State, Fetch, decisions, and the numbers of the access policy.
#include <chrono>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <gtest/gtest.h>

#include <robots/access.hpp>

namespace {

using namespace std::chrono_literals;
using robots::Access;
using robots::AccessResult;
using robots::Basis;
using robots::Cause;
using robots::CopyAction;
using robots::Decision;
using robots::Failure;
using robots::Fetch;
using robots::Policy;
using robots::State;
using robots::Time;
using std::string_view;

constexpr Time kNow{std::chrono::seconds(1'800'000'000)};
constexpr auto kDay = std::chrono::hours(24);
constexpr string_view kUrl = "http://site.example/page?x";

static_assert(std::is_nothrow_move_constructible_v<State>);
static_assert(std::is_nothrow_move_assignable_v<State> && !std::is_copy_assignable_v<State>);
static_assert(std::is_nothrow_move_constructible_v<Fetch>);
static_assert(std::is_nothrow_move_assignable_v<Fetch> && !std::is_copy_assignable_v<Fetch>);
static_assert(noexcept(std::declval<const State&>().decision(kNow, std::declval<Policy&>())));
static_assert(noexcept(std::declval<State&>().record(std::declval<Fetch&>(), kNow,
                                                     std::declval<Policy&>())));
static_assert(Decision().access() == Access::refuse_all && Decision().fetch_due());
static_assert(robots::cause(Failure::tls) == static_cast<Cause>(ROBOTS_FAILURE_TLS));
static_assert(robots::cause(Failure::too_many_redirects) == Cause::too_many_redirects);

/// Asking a temporary for what would dangle does not compile.
template <class T, class = void>
struct GivesUrl : std::false_type {};
template <class T>
struct GivesUrl<T, std::void_t<decltype(std::declval<T>().url().size())>> : std::true_type {};
static_assert(GivesUrl<Fetch&>::value && !GivesUrl<Fetch>::value);

void expect(const Decision& decision, Access access, Basis basis, Cause cause) {
    EXPECT_EQ(robots::name(decision.access()), robots::name(access));
    EXPECT_EQ(robots::name(decision.basis()), robots::name(basis));
    EXPECT_EQ(robots::name(decision.cause()), robots::name(cause));
}

/// One attempt with one response.
Decision attempt(State& state, int status, string_view headers, Time now,
                 const Policy& policy = {}) {
    Fetch fetch = Fetch::begin(kUrl, state, policy);
    fetch.response(status, headers);
    return state.record(fetch, now, policy);
}

TEST(Access, AFileIsFreshForADayAndThenAskedForAgain) {
    State state = State::create();
    ASSERT_TRUE(state);
    expect(state.decision(kNow), Access::refuse_all, Basis::not_fetched, Cause::not_fetched);
    const Decision decision = attempt(state, 200, "HTTP/1.1 200 OK\r\n\r\n", kNow);
    expect(decision, Access::rules, Basis::fresh, Cause::success);
    EXPECT_EQ(decision.copy(), CopyAction::replace);
    EXPECT_EQ(decision.status(), 200);
    EXPECT_EQ(decision.wait(), kDay);
    EXPECT_EQ(decision.fresh_for(), kDay);
    EXPECT_EQ(decision.fetch_at(), kNow + kDay);
    EXPECT_EQ(decision.next_change(), kNow + kDay);
    EXPECT_FALSE(decision.fetch_due());
    EXPECT_EQ(decision.raw().wait, 86'400U);
    EXPECT_EQ(state.decision(kNow + kDay - 1s).access(), Access::rules);
    expect(state.decision(kNow + kDay), Access::refuse_all, Basis::expired, Cause::success);
    EXPECT_TRUE(state.decision(kNow + kDay).fetch_due());
    EXPECT_TRUE(state.forget_copy());
    EXPECT_TRUE(state.decision(kNow).fetch_due());
}

TEST(Access, RedirectsGoAcrossHostsAndCountFive) {
    Fetch fetch = Fetch::begin(kUrl, State());
    ASSERT_TRUE(fetch);
    EXPECT_EQ(fetch.url(), "http://site.example/robots.txt");
    EXPECT_EQ(fetch.cause(), Cause::interrupted);
    for (const string_view location :
         {"https://site.example/robots.txt", "//www.site.example/a", "b?c", "/d",
          "https://host.example/robots.txt"}) {
        EXPECT_FALSE(fetch.target());
        EXPECT_EQ(fetch.response(301, "Location: " + std::string(location) + "\r\n"),
                  AccessResult::redirect);
    }
    EXPECT_EQ(fetch.url(), "https://host.example/robots.txt");
    EXPECT_EQ(fetch.hops(), 5U);
    Fetch found = Fetch::begin(kUrl, State());
    EXPECT_TRUE(found.followed(5, "https://host.example/robots.txt"));
    EXPECT_EQ(found.response(404, {}), AccessResult::unavailable);
    EXPECT_EQ(found.target(), "https://host.example");
    EXPECT_EQ(fetch.response(302, "Location: /e\r\n"), AccessResult::unavailable);
    EXPECT_EQ(fetch.cause(), Cause::too_many_redirects);
    EXPECT_EQ(fetch.result(), AccessResult::unavailable);
    EXPECT_FALSE(fetch.target());
}

TEST(Access, OnlyTheLastOfSeveralResponsesCounts) {
    Fetch fetch = Fetch::begin(kUrl, State());
    constexpr string_view headers =
        "HTTP/1.1 103 Early Hints\r\nLocation: /no\r\nETag: \"no\"\r\n\r\n"
        "HTTP/1.1 301 Moved\r\nno colon\r\n folded: no\r\nlOcAtIoN:\t/yes \r\n\r\n";
    EXPECT_EQ(fetch.response(301, headers), AccessResult::redirect);
    EXPECT_EQ(fetch.url(), "http://site.example/yes");
    // By LF alone, and without an end.
    EXPECT_EQ(fetch.response(302, "HTTP/2 302\nlocation: /lf"), AccessResult::redirect);
    EXPECT_EQ(fetch.url(), "http://site.example/lf");
}

TEST(Access, ValidatorsComeBackAnd304RenewsTheCopy) {
    State state = State::create();
    attempt(state, 200,
            "ETag: \"v1\"\r\nLast-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
            "Cache-Control: max-age=3600\r\n",
            kNow);
    Fetch fetch = Fetch::begin(kUrl, state);
    EXPECT_EQ(fetch.if_none_match(state), "\"v1\"");
    EXPECT_EQ(fetch.if_modified_since(state), "Sun, 06 Nov 1994 08:49:37 GMT");
    EXPECT_EQ(fetch.response(304, {}), AccessResult::successful);
    const Decision decision = state.record(fetch, kNow + 1h);
    expect(decision, Access::rules, Basis::fresh, Cause::not_modified);
    EXPECT_EQ(decision.copy(), CopyAction::keep);
    EXPECT_EQ(decision.fetch_at(), kNow + 2h);
    // Not to where the copy is not from, and nothing without a copy.
    Fetch moved = Fetch::begin(kUrl, state);
    moved.response(301, "Location: /r\r\n");
    EXPECT_FALSE(moved.if_none_match(state));
    EXPECT_FALSE(moved.if_modified_since(state));
    const State nothing;
    EXPECT_FALSE(Fetch::begin(kUrl, nothing).if_none_match(nothing));
    expect(attempt(state, 304, {}, kNow + 2h), Access::rules, Basis::fresh, Cause::not_modified);
    // Of another file: the copy stays, and what was sent for it does not.
    expect(attempt(state, 304, "ETag: \"v2\"\r\n", kNow + 150min), Access::rules,
           Basis::stale_copy, Cause::odd_status);
    EXPECT_FALSE(Fetch::begin(kUrl, state).if_none_match(state));
    state.forget_copy();
    expect(attempt(state, 304, {}, kNow + 3h), Access::refuse_all, Basis::unreachable,
           Cause::odd_status);
}

TEST(Access, AFailingServerIsAskedWhenItWants) {
    State state = State::create();
    Decision decision = attempt(state, 503, "Retry-After: 600\r\n", kNow);
    expect(decision, Access::refuse_all, Basis::unreachable, Cause::server_error);
    EXPECT_EQ(decision.wait(), 10min);
    EXPECT_EQ(state.failures(), 1U);
    decision = attempt(state, 429, {}, kNow + 10min);
    EXPECT_EQ(decision.cause(), Cause::rate_limited);
    EXPECT_EQ(decision.wait(), 2min);
    EXPECT_EQ(state.failures(), 2U);
    decision = attempt(state, 404, {}, kNow + 12min);
    expect(decision, Access::allow_all, Basis::unavailable, Cause::missing);
    EXPECT_EQ(decision.copy(), CopyAction::forget);
    EXPECT_EQ(state.failures(), 0U);
}

TEST(Access, AnOutageIsBridgedByTheCopyAsLongAsItLasts) {
    State state = State::create();
    attempt(state, 200, {}, kNow);
    for (int day = 1; day <= 40; ++day) {
        SCOPED_TRACE(day);
        expect(attempt(state, 500, {}, kNow + day * kDay), Access::rules, Basis::stale_copy,
               Cause::server_error);
    }
    Policy policy;
    policy.after_outage = robots::AfterOutage::allow_all;
    expect(state.decision(kNow + 40 * kDay, policy), Access::allow_all, Basis::long_outage,
           Cause::server_error);
    policy.after_outage = robots::AfterOutage::refuse_all;
    EXPECT_EQ(state.decision(kNow + 40 * kDay, policy).access(), Access::refuse_all);
    // Without the copy the outage begins anew.
    state.forget_copy();
    expect(state.decision(kNow + 40 * kDay), Access::refuse_all, Basis::unreachable,
           Cause::server_error);
    policy.after_outage = robots::AfterOutage::last_copy_or_refuse;
    EXPECT_EQ(state.decision(kNow + 40 * kDay, policy).access(), Access::refuse_all);
    EXPECT_EQ(attempt(state, 200, {}, kNow + 41 * kDay).access(), Access::rules);
}

TEST(Access, FailuresFarApartOpenNothing) {
    State state = State::create();
    for (int month = 0; month < 9; ++month) {
        SCOPED_TRACE(month);
        expect(attempt(state, 500, {}, kNow + month * 31 * kDay), Access::refuse_all,
               Basis::unreachable, Cause::server_error);
    }
}

TEST(Access, EveryFailureIsACause) {
    for (std::uint8_t number = ROBOTS_FAILURE_DNS; number <= ROBOTS_FAILURE_OTHER; ++number) {
        const auto failure = static_cast<Failure>(number);
        State state = State::create();
        Fetch fetch = Fetch::begin(kUrl, state);
        const bool gave_up = failure == Failure::too_many_redirects;
        EXPECT_EQ(fetch.failure(failure),
                  gave_up ? AccessResult::unavailable : AccessResult::unreachable);
        EXPECT_EQ(fetch.cause(), robots::cause(failure));
        expect(state.record(fetch, kNow), gave_up ? Access::allow_all : Access::refuse_all,
               gave_up ? Basis::unavailable : Basis::unreachable, robots::cause(failure));
    }
    Fetch fetch = Fetch::begin(kUrl, State());
    EXPECT_EQ(fetch.failure(static_cast<Failure>(200)), AccessResult::misuse);
    EXPECT_EQ(fetch.cause(), Cause::interrupted);
}

TEST(Access, WhatIsNotWholeIsNoFile) {
    State state = State::create();
    Fetch fetch = Fetch::begin(kUrl, state);
    EXPECT_EQ(fetch.response(200, {}, false), AccessResult::unreachable);
    expect(state.record(fetch, kNow), Access::refuse_all, Basis::unreachable,
           robots::cause(Failure::truncated));
    for (const int status : {-65'336, -1, 0, 65'736, 1'000'000}) {
        Fetch odd = Fetch::begin(kUrl, state);
        EXPECT_EQ(odd.response(status, {}), AccessResult::unreachable) << status;
        EXPECT_EQ(odd.cause(), Cause::odd_status);
    }
}

TEST(Access, PoliciesReachTheLibrary) {
    const auto decided = [](const Policy& policy, int status, string_view headers) {
        State state = State::create();
        return attempt(state, status, headers, kNow, policy);
    };
    Policy policy;
    policy.default_fresh = 2h;
    EXPECT_EQ(decided(policy, 200, {}).wait(), 2h);
    policy.max_fresh = 1h;
    EXPECT_EQ(decided(policy, 200, {}).wait(), 1h);
    policy.min_fresh = 30min;
    EXPECT_EQ(decided(policy, 200, "Cache-Control: no-store\r\n").wait(), 30min);
    EXPECT_EQ(decided(policy, 200, "Cache-Control: s-maxage=2400, max-age=3000\r\n").wait(), 50min);
    policy.shared_cache = true;
    EXPECT_EQ(decided(policy, 200, "Cache-Control: s-maxage=2400, max-age=3000\r\n").wait(), 40min);
    policy.min_retry = 10s;
    EXPECT_EQ(decided(policy, 500, {}).wait(), 10s);
    policy.max_retry = 5s;
    EXPECT_EQ(decided(policy, 500, {}).wait(), 5s);
    policy.max_retry_after = 100s;
    EXPECT_EQ(decided(policy, 500, "Retry-After: 1000\r\n").wait(), 100s);
    EXPECT_EQ(decided(policy, 403, {}).access(), Access::allow_all);
    policy.forbidden_is_disallow = true;
    expect(decided(policy, 403, {}), Access::refuse_all, Basis::forbidden, Cause::forbidden);
    policy.five_xx_means_missing = true;
    expect(decided(policy, 500, {}), Access::allow_all, Basis::unavailable,
           Cause::error_for_missing);
    policy.max_redirects = 6;
    Fetch fetch = Fetch::begin(kUrl, State(), policy);
    EXPECT_TRUE(fetch.followed(5, "/robots"));
    EXPECT_EQ(fetch.response(302, "Location: /r\r\n"), AccessResult::redirect);
    EXPECT_EQ(fetch.response(302, "Location: /r\r\n"), AccessResult::unavailable);

    // More than can be told is as much as can be told; less than nothing is 0.
    policy = {};
    policy.max_fresh = policy.default_fresh = std::chrono::seconds::max();
    EXPECT_EQ(policy.raw().max_fresh, 0xFFFF'FFFFU);
    EXPECT_EQ(decided(policy, 200, {}).wait().count(), 0xFFFF'FFFF);
    policy.max_fresh = policy.default_fresh = -5s;
    EXPECT_EQ(decided(policy, 200, {}).wait(), kDay);
    // An unknown choice is a misuse, which refuses.
    policy.after_outage = static_cast<robots::AfterOutage>(9);
    State state = State::create();
    EXPECT_FALSE(Fetch::begin(kUrl, state, policy));
    expect(state.decision(kNow, policy), Access::refuse_all, Basis::not_fetched,
           Cause::not_fetched);
}

TEST(Access, MomentsBeyondTheClockAreHarmless) {
    State state = State::create();
    attempt(state, 200, {}, Time::min());
    EXPECT_EQ(state.decision(Time(0s)).access(), Access::rules);
    expect(state.decision(Time::max()), Access::refuse_all, Basis::expired, Cause::success);
    const Decision last = attempt(state, 200, {}, Time::max());
    EXPECT_EQ(last.access(), Access::rules);
    EXPECT_EQ(last.fetch_at(), Time::max());
    const Time now = robots::now();
    EXPECT_LE(now, std::chrono::system_clock::now());
    EXPECT_GT(now + 5s, std::chrono::system_clock::now());
}

TEST(Access, EmptyHandlesRefuse) {
    State state;
    Fetch fetch;
    EXPECT_FALSE(state || fetch);
    expect(state.decision(kNow), Access::refuse_all, Basis::not_fetched, Cause::not_fetched);
    EXPECT_TRUE(state.decision(kNow).fetch_due());
    EXPECT_EQ(fetch.url(), "");
    EXPECT_EQ(fetch.hops(), 0U);
    EXPECT_EQ(fetch.response(200, {}), AccessResult::misuse);
    EXPECT_EQ(fetch.failure(Failure::dns), AccessResult::misuse);
    EXPECT_EQ(fetch.result(), AccessResult::misuse);
    EXPECT_FALSE(fetch.followed(1, "http://site.example/r"));
    EXPECT_FALSE(fetch.target());
    EXPECT_FALSE(fetch.if_none_match(state));
    EXPECT_FALSE(fetch.if_modified_since(state));
    EXPECT_EQ(state.record(fetch, kNow).access(), Access::refuse_all);
    EXPECT_EQ(state.failures(), 0U);
    EXPECT_FALSE(state.forget_copy());
    EXPECT_FALSE(state.to_bytes());
    for (const string_view url : {"", "/page", "mailto:a@b", "https:///"}) {
        EXPECT_FALSE(Fetch::begin(url, State::create())) << url;
    }
    // An attempt that was taken somewhere else, and one that never was.
    State known = State::create();
    EXPECT_EQ(known.record(fetch, kNow).access(), Access::refuse_all);
    Fetch begun = Fetch::begin(kUrl, known);
    EXPECT_EQ(state.record(begun, kNow).access(), Access::refuse_all);
    expect(known.record(begun, kNow), Access::refuse_all, Basis::unreachable, Cause::interrupted);
}

TEST(Access, WhatWasMovedFromRefuses) {
    State state = State::create();
    EXPECT_EQ(attempt(state, 404, {}, kNow).access(), Access::allow_all);
    State moved = std::move(state);
    EXPECT_EQ(moved.decision(kNow).access(), Access::allow_all);
    EXPECT_FALSE(state);  // NOLINT: that is the point
    EXPECT_EQ(state.decision(kNow).access(), Access::refuse_all);
    Fetch fetch = Fetch::begin(kUrl, moved);
    const Fetch other = std::move(fetch);
    EXPECT_EQ(other.url(), "http://site.example/robots.txt");
    EXPECT_EQ(fetch.response(200, {}), AccessResult::misuse);
    robots_state* raw = moved.release();
    EXPECT_FALSE(moved);
    EXPECT_EQ(State(raw).decision(kNow).access(), Access::allow_all);
}

TEST(Access, StatesSurviveARestartOrAreNotRead) {
    State state = State::create();
    attempt(state, 200, "ETag: \"v1\"\r\n", kNow);
    const robots::Bytes bytes = state.to_bytes();
    ASSERT_TRUE(bytes);
    const State again = State::from_bytes(bytes.view());
    EXPECT_EQ(again.decision(kNow + 1h).access(), Access::rules);
    EXPECT_EQ(Fetch::begin(kUrl, again).if_none_match(again), "\"v1\"");
    std::string damaged(bytes.view());
    for (std::size_t at = 0; at < damaged.size(); ++at) {
        damaged[at] = static_cast<char>(damaged[at] ^ 1);
        EXPECT_FALSE(State::from_bytes(damaged)) << at;
        damaged[at] = static_cast<char>(damaged[at] ^ 1);
        EXPECT_FALSE(State::from_bytes(bytes.view().substr(0, at))) << at;
    }
    EXPECT_FALSE(State::from_bytes(damaged + "x"));
    EXPECT_FALSE(State::from_bytes({}));
}

TEST(Access, NumbersHaveTexts) {
    EXPECT_EQ(robots::name(Access::allow_all), "allow-all");
    EXPECT_EQ(robots::name(Basis::stale_copy), "stale-copy");
    EXPECT_EQ(robots::name(Cause::server_error), "server-error");
    EXPECT_EQ(robots::name(Failure::timeout), "timeout");
    EXPECT_EQ(robots::name(robots::cause(Failure::timeout)), "timeout");
    EXPECT_EQ(robots::text(Cause::missing), "there is no robots.txt");
    EXPECT_FALSE(robots::text(Basis::fresh).empty());
    EXPECT_EQ(robots::text(Failure::refused), robots::text(robots::cause(Failure::refused)));
    EXPECT_EQ(robots::name(static_cast<Access>(200)), "unknown");
    EXPECT_EQ(robots::name(static_cast<Basis>(200)), "unknown");
    EXPECT_EQ(robots::text(static_cast<Cause>(200)), "unknown");
}

TEST(Origin, GovernsAndIsRobotsTxt) {
    EXPECT_TRUE(robots::is_robots_txt("https://site.example/robots.txt"));
    EXPECT_FALSE(robots::is_robots_txt("https://site.example/a/robots.txt"));
    EXPECT_TRUE(robots::governs("https://site.example/robots.txt", "https://site.example:443/a"));
    EXPECT_FALSE(robots::governs("https://site.example/robots.txt", "http://site.example/a"));
    EXPECT_FALSE(robots::governs("", ""));
}

}  // namespace
