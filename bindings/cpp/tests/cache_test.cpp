// Cache, Ticket and Hit: whole flows, threads, misuse.
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <robots/cache.hpp>

#include "cache_flow.hpp"

namespace {

using namespace std::chrono_literals;
using flow::answer;
using flow::kBody;
using flow::kDay;
using flow::kNow;
using flow::kOpen;
using flow::kShut;
using flow::make;
using robots::Access;
using robots::AccessResult;
using robots::Basis;
using robots::Bytes;
using robots::Cache;
using robots::Cause;
using robots::Failure;
using robots::Hit;
using robots::Lookup;
using robots::LookupKind;
using robots::Reason;
using robots::Snapshot;
using robots::Ticket;
using robots::Time;
using robots::Verdict;
using std::string_view;

static_assert(std::is_nothrow_move_constructible_v<Lookup> && !std::is_copy_constructible_v<Lookup>);
static_assert(std::is_nothrow_move_assignable_v<Cache> && !std::is_copy_assignable_v<Cache>);
static_assert(noexcept(std::declval<const Cache&>().check(kOpen, kNow)));
static_assert(!robots::Answer().allowed() && robots::Answer().lookup() == LookupKind::misuse);
static_assert(robots::Answer().access() == Access::refuse_all);

void expect(const Hit& hit, Access access, Basis basis, Cause cause) {
    EXPECT_EQ(robots::name(hit.decision().access()), robots::name(access));
    EXPECT_EQ(robots::name(hit.decision().basis()), robots::name(basis));
    EXPECT_EQ(robots::name(hit.decision().cause()), robots::name(cause));
}

TEST(Cache, AsksOnceAndThenKnows) {
    const Cache cache = make();
    ASSERT_TRUE(cache);
    EXPECT_EQ(cache.check(kShut, kNow).lookup(), LookupKind::fetch);
    EXPECT_FALSE(cache.check(kOpen, kNow).allowed());
    EXPECT_EQ(cache.check(kOpen, kNow).verdict().reason(), Reason::unreachable);

    Lookup found = cache.get(kShut, kNow);
    ASSERT_EQ(found.kind, LookupKind::fetch);
    ASSERT_TRUE(found.ticket);
    EXPECT_EQ(found.ticket.url(), "https://site.example/robots.txt");
    EXPECT_FALSE(found.ticket.if_none_match());
    EXPECT_FALSE(found.ticket.if_modified_since());
    // Somebody else waits meanwhile.
    EXPECT_EQ(cache.check(kOpen, kNow).lookup(), LookupKind::wait);
    const Lookup other = cache.get(kOpen, kNow);
    EXPECT_EQ(other.kind, LookupKind::wait);
    EXPECT_EQ(other.until, kNow + 2min);
    EXPECT_FALSE(other.hit || other.ticket);
    EXPECT_FALSE(other.hit.allows(kOpen));

    EXPECT_EQ(found.ticket.response(200, "HTTP/1.1 200 OK\r\nETag: \"v1\"\r\n\r\n"),
              AccessResult::successful);
    const Hit hit = found.ticket.finish(kBody, kNow);
    EXPECT_FALSE(found.ticket);
    ASSERT_TRUE(hit);
    expect(hit, Access::rules, Basis::fresh, Cause::success);
    EXPECT_EQ(hit.check(kShut).line(), 2U);
    EXPECT_TRUE(hit.allows(kOpen));

    const Lookup again = cache.get("https://SITE.example:443/", kNow + 1h);
    ASSERT_EQ(again.kind, LookupKind::hit);
    EXPECT_FALSE(again.ticket);
    EXPECT_EQ(again.hit.check(kShut), hit.check(kShut));
    const robots::Answer quick = cache.check(kShut, kNow + 1h);
    EXPECT_EQ(quick.lookup(), LookupKind::hit);
    EXPECT_EQ(quick.verdict(), hit.check(kShut));
    EXPECT_EQ(quick.access(), Access::rules);
    EXPECT_EQ(quick.basis(), Basis::fresh);
    EXPECT_EQ(quick.wait(), kDay - 1h);
    EXPECT_EQ(quick.next_change(), kNow + kDay);
    EXPECT_TRUE(cache.check(kOpen, kNow + 1h).allowed());

    const robots::Stats stats = cache.stats();
    EXPECT_EQ(stats.entries, 1U);
    EXPECT_EQ(stats.fetches, 1U);
    EXPECT_EQ(stats.waits, 2U);
    EXPECT_EQ(stats.tickets, 0U);
    EXPECT_EQ(stats.budget, 1U << 20);
    EXPECT_GT(stats.bytes, 0U);
    EXPECT_EQ(cache.origins(), std::vector<std::string>{"https://site.example"});
    EXPECT_EQ(cache.state(kOpen).decision(kNow).access(), Access::rules);
    EXPECT_TRUE(cache.remove(kOpen));
    EXPECT_FALSE(cache.remove(kOpen));
    EXPECT_TRUE(cache.origins().empty());
    EXPECT_FALSE(cache.state(kOpen));
    // The hit stays as it is.
    EXPECT_TRUE(hit.allows(kOpen));
}

TEST(Cache, FollowsRedirectsAcrossHostsToWhatItMayKeep) {
    const Cache cache = make();
    Lookup found = cache.get("http://a.example/", kNow);
    EXPECT_EQ(found.ticket.response(301, "Location: https://b.example/robots.txt\r\n"),
              AccessResult::redirect);
    EXPECT_EQ(found.ticket.url(), "https://b.example/robots.txt");
    EXPECT_EQ(found.ticket.response(200, {}), AccessResult::successful);
    EXPECT_FALSE(found.ticket.finish(kBody, kNow).allows("http://a.example/private"));
    // What came of it is what the other origin would have said.
    ASSERT_EQ(cache.get("https://b.example/", kNow).kind, LookupKind::hit);
    EXPECT_FALSE(cache.check("https://b.example/private", kNow).allowed());

    // Not so for any other place there.
    Lookup elsewhere = cache.get("http://c.example/", kNow);
    elsewhere.ticket.response(302, "Location: https://d.example/~c/robots.txt\r\n");
    elsewhere.ticket.response(200, {});
    elsewhere.ticket.finish(kBody, kNow);
    EXPECT_FALSE(cache.check("http://c.example/private", kNow).allowed());
    EXPECT_TRUE(cache.check("http://c.example/", kNow).allowed());
    EXPECT_EQ(cache.get("https://d.example/", kNow).kind, LookupKind::fetch);

    // A client that follows on its own.
    Lookup own = cache.get("http://e.example/", kNow);
    EXPECT_TRUE(own.ticket.followed(6, "https://www.e.example/robots.txt"));
    EXPECT_EQ(own.ticket.response(200, {}), AccessResult::successful);
    EXPECT_FALSE(own.ticket.finish(kBody, kNow).allows("http://e.example/private"));
    EXPECT_FALSE(Ticket().followed(1, "https://www.e.example/robots.txt"));
}

TEST(Cache, KeepsTheRulesWhen304SaysSo) {
    const Cache cache = make();
    answer(cache, kOpen, 200,
           "ETag: \"v1\"\r\nLast-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r\n", kBody, kNow);
    Lookup found = cache.get(kOpen, kNow + kDay);
    ASSERT_EQ(found.kind, LookupKind::fetch);
    EXPECT_EQ(found.ticket.if_none_match(), "\"v1\"");
    EXPECT_EQ(found.ticket.if_modified_since(), "Sun, 06 Nov 1994 08:49:37 GMT");
    EXPECT_EQ(found.ticket.response(304, {}), AccessResult::successful);
    const Hit hit = found.ticket.finish("User-agent: *\nDisallow: /\n", kNow + kDay);
    expect(hit, Access::rules, Basis::fresh, Cause::not_modified);
    EXPECT_TRUE(hit.allows(kOpen));
    EXPECT_FALSE(cache.check(kShut, kNow + kDay).allowed());
    EXPECT_EQ(hit.decision().fetch_at(), kNow + 2 * kDay);
}

TEST(Cache, ObeysRetryAfter) {
    const Cache cache = make();
    const Hit hit = answer(cache, kOpen, 503, "Retry-After: 600\r\n", kBody, kNow);
    expect(hit, Access::refuse_all, Basis::unreachable, Cause::server_error);
    EXPECT_EQ(hit.check(kOpen).reason(), Reason::unreachable);
    EXPECT_EQ(hit.decision().status(), 503);
    EXPECT_EQ(hit.decision().fetch_at(), kNow + 10min);
    EXPECT_EQ(cache.get(kOpen, kNow + 10min - 1s).kind, LookupKind::hit);
    EXPECT_EQ(cache.check(kOpen, kNow + 5min).wait(), 5min);
    Lookup found = cache.get(kOpen, kNow + 10min);
    ASSERT_EQ(found.kind, LookupKind::fetch);
    EXPECT_EQ(found.ticket.failure(Failure::timeout), AccessResult::unreachable);
    EXPECT_EQ(found.ticket.finish({}, kNow + 10min).decision().wait(), 2min);
}

TEST(Cache, ObeysTheCopyWhileAnAttemptIsDue) {
    const Cache cache = make();
    answer(cache, kOpen, 200, {}, kBody, kNow);
    EXPECT_EQ(cache.check(kOpen, kNow + kDay).lookup(), LookupKind::fetch);
    EXPECT_FALSE(cache.check(kOpen, kNow + kDay).allowed());
    answer(cache, kOpen, 500, {}, {}, kNow + kDay);
    const Time due = kNow + kDay + 1min;
    const robots::Answer known = cache.check(kOpen, due);
    EXPECT_EQ(known.lookup(), LookupKind::fetch);
    EXPECT_EQ(known.basis(), Basis::stale_copy);
    EXPECT_TRUE(known.allowed());
    EXPECT_FALSE(cache.check(kShut, due).allowed());
    // As long as somebody asks, the others get what is known.
    const Ticket ticket = cache.refresh(kOpen, due);
    ASSERT_TRUE(ticket);
    EXPECT_EQ(cache.get(kOpen, due).kind, LookupKind::hit);
    EXPECT_EQ(cache.check(kOpen, due).lookup(), LookupKind::hit);
    EXPECT_TRUE(cache.check(kOpen, due).allowed());
}

TEST(Cache, BridgesAnOutageAsLongAsItLasts) {
    const Cache cache = make();
    answer(cache, kOpen, 200, {}, kBody, kNow);
    for (int day = 1; day <= 40; ++day) {
        SCOPED_TRACE(day);
        const Time now = kNow + day * kDay;
        const Hit hit = answer(cache, kOpen, 500, {}, {}, now);
        EXPECT_TRUE(hit.allows(kOpen));
        EXPECT_FALSE(hit.allows(kShut));
        EXPECT_EQ(cache.check(kOpen, now).basis(), Basis::stale_copy);
    }
}

TEST(Cache, HasSeveralCrawlers) {
    const Cache cache = make("a\nb, a\nc");
    const Hit hit = answer(cache, kOpen, 200, {}, "User-agent: b\nDisallow: /\n", kNow);
    EXPECT_TRUE(hit.allows(kOpen, 0));
    EXPECT_FALSE(hit.allows(kOpen, 1));
    EXPECT_TRUE(hit.allows(kOpen, 2));
    EXPECT_EQ(hit.check(kOpen, 3), Verdict());
    std::array<Verdict, 1> verdicts;
    EXPECT_TRUE(hit.check_many(std::array<string_view, 1>{kOpen}, verdicts, 1));
    EXPECT_EQ(verdicts[0], hit.check(kOpen, 1));
    EXPECT_TRUE(hit.check_many(kOpen, std::array<std::size_t, 1>{kOpen.size()}, verdicts, 1));
    EXPECT_EQ(verdicts[0], hit.check(kOpen, 1));
    EXPECT_TRUE(cache.check(kOpen, kNow, 2).allowed());
    EXPECT_FALSE(cache.check(kOpen, kNow, 1).allowed());
    EXPECT_EQ(cache.check(kOpen, kNow, 3).verdict().reason(), Reason::misuse);
    // A crawler that nobody names.
    EXPECT_TRUE(answer(make(""), kOpen, 200, {}, "User-agent: b\nDisallow: /\n", kNow)
                    .allows(kOpen));
}

TEST(Cache, GivesOutATicketEarlyAndTakesItBack) {
    const Cache cache = Cache::create(1 << 20, "ExampleBot", {}, {}, 30s);
    EXPECT_EQ(cache.get(kOpen, kNow).kind, LookupKind::fetch);
    // That ticket is gone already, so there is another.
    Lookup found = cache.get(kOpen, kNow);
    ASSERT_EQ(found.kind, LookupKind::fetch);
    EXPECT_EQ(cache.get(kOpen, kNow).until, kNow + 30s);
    EXPECT_FALSE(cache.refresh(kOpen, kNow));
    found.ticket.response(200, {});
    found.ticket.finish(kBody, kNow);
    Ticket early = cache.refresh(kOpen, kNow + 1h);
    ASSERT_TRUE(early);
    EXPECT_TRUE(cache.check(kOpen, kNow + 1h).allowed());
    early.response(200, {});
    early.finish("User-agent: *\nDisallow: /\n", kNow + 1h);
    EXPECT_FALSE(cache.check(kOpen, kNow + 1h).allowed());
    // Nobody handed in this one in time.
    Lookup late = cache.get(kOpen, kNow + 2 * kDay);
    ASSERT_EQ(late.kind, LookupKind::fetch);
    EXPECT_EQ(cache.get(kOpen, kNow + 2 * kDay + 30s).kind, LookupKind::fetch);
    // A ticket given up without a result is a failed attempt.
    expect(late.ticket.finish({}, kNow + 2 * kDay), Access::rules, Basis::stale_copy,
           Cause::interrupted);
}

TEST(Cache, HitsCheckMany) {
    const Cache cache = make();
    const Hit hit = answer(cache, kOpen, 200, {}, kBody, kNow);
    const std::array<string_view, 2> urls{kShut, kOpen};
    std::vector<Verdict> verdicts(2);
    EXPECT_TRUE(hit.check_many(urls, verdicts));
    EXPECT_EQ(verdicts[0], hit.check(kShut));
    EXPECT_EQ(verdicts[1], hit.check(kOpen));
    const std::string text = std::string(kShut) + std::string(kOpen);
    const std::vector<std::size_t> ends{kShut.size(), text.size()};
    std::vector<Verdict> flat(2);
    EXPECT_TRUE(hit.check_many(text, ends, flat));
    EXPECT_EQ(flat, verdicts);
    EXPECT_TRUE(hit.check_many({}, {nullptr, 0}, {nullptr, 0}));
    const auto refused = [&](auto&& ask) {
        std::vector<Verdict> two(2, hit.check(kOpen));
        EXPECT_FALSE(ask(two));
        EXPECT_EQ(two, std::vector<Verdict>(2));
    };
    refused([&](auto& two) { return hit.check_many(std::array<string_view, 1>{kOpen}, two); });
    refused([&](auto& two) { return hit.check_many(text, std::vector<std::size_t>{5}, two); });
    refused([&](auto& two) {
        return hit.check_many(text, std::vector<std::size_t>{kShut.size(), text.size() + 1}, two);
    });
    refused([&](auto& two) {
        return hit.check_many(text, std::vector<std::size_t>{text.size(), 1}, two);
    });
    refused([&](auto& two) { return Hit().check_many(text, ends, two); });
    refused([&](auto& two) { return hit.check_many(text, ends, two, 1); });
    EXPECT_FALSE(Hit().check_many({}, {nullptr, 0}, {nullptr, 0}));
}

TEST(Cache, EightThreadsGetOneTicketAnOrigin) {
    constexpr int kOrigins = 100;
    const Cache cache = Cache::create(16 << 20, "ExampleBot");
    std::vector<std::atomic<int>> tickets(kOrigins);
    std::atomic<int> wrong{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back([&, i] {
            for (int j = 0; j < kOrigins; ++j) {
                // Each begins somewhere else, and all meet all the time.
                const int number = (j + i) % kOrigins;
                const std::string origin = "https://site" + std::to_string(number) + ".example";
                Lookup found = cache.get(origin + "/", kNow);
                while (found.kind == LookupKind::wait) {
                    std::this_thread::yield();
                    found = cache.get(origin + "/", kNow);
                }
                if (found.kind == LookupKind::fetch) {
                    ++tickets[static_cast<std::size_t>(number)];
                    std::this_thread::yield();
                    found.ticket.response(200, {});
                    found.hit = found.ticket.finish(kBody, kNow);
                }
                wrong += found.hit.allows(origin + "/private") ? 1 : 0;
                wrong += found.hit.allows(origin + "/") ? 0 : 1;
                wrong += cache.check(origin + "/private", kNow).allowed() ? 1 : 0;
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(wrong, 0);
    for (const std::atomic<int>& count : tickets) {
        EXPECT_EQ(count, 1);
    }
    EXPECT_EQ(cache.stats().fetches, std::size_t{kOrigins});
    EXPECT_EQ(cache.origins().size(), std::size_t{kOrigins});
}

TEST(Cache, StaysWithinItsBudget) {
    const Cache cache = make();
    for (int i = 0; i < 5000; ++i) {
        answer(cache, "https://site" + std::to_string(i) + ".example/", 200, {}, kBody, kNow);
    }
    const robots::Stats stats = cache.stats();
    EXPECT_LE(stats.bytes, stats.budget);
    EXPECT_GT(stats.evictions, 0U);
    EXPECT_LT(stats.entries, 5000U);
}

TEST(Cache, TicketsAndHitsOutliveIt) {
    Cache cache = make();
    Lookup first = cache.get(kOpen, kNow);
    const Hit hit = answer(cache, "https://b.example/", 404, {}, {}, kNow);
    cache = Cache();
    EXPECT_TRUE(hit.allows("https://b.example/"));
    first.ticket.response(200, {});
    EXPECT_TRUE(first.ticket.finish(kBody, kNow).allows(kOpen));
}

TEST(Cache, EmptyHandlesRefuse) {
    const Cache none;
    EXPECT_FALSE(none);
    const Lookup found = none.get(kOpen, kNow);
    EXPECT_EQ(found.kind, LookupKind::misuse);
    EXPECT_FALSE(found.hit || found.ticket);
    const robots::Answer refused = none.check(kOpen, kNow);
    EXPECT_FALSE(refused.allowed());
    EXPECT_EQ(refused.verdict(), Verdict());
    EXPECT_EQ(refused.lookup(), LookupKind::misuse);
    EXPECT_EQ(refused.access(), Access::refuse_all);
    EXPECT_EQ(refused.raw().wait, 0U);
    EXPECT_FALSE(none.refresh(kOpen, kNow));
    EXPECT_FALSE(none.state(kOpen));
    EXPECT_TRUE(none.origins().empty());
    EXPECT_FALSE(none.remove(kOpen));
    EXPECT_EQ(none.stats().budget, 0U);
    EXPECT_FALSE(none.to_bytes());
    EXPECT_FALSE(none.export_entry(kOpen));
    const Cache cache = make();
    answer(cache, kOpen, 200, {}, kBody, kNow);
    const Bytes bytes = cache.to_bytes();
    const Bytes entry = cache.export_entry(kOpen);
    EXPECT_FALSE(none.restore(bytes.view()));
    EXPECT_NE(none.import_entry(kOpen, entry.view()), Snapshot::ok);
    EXPECT_NE(none.import_any_entry(entry.view()), Snapshot::ok);
    const Bytes nothing;
    EXPECT_EQ(nothing.view(), "");

    EXPECT_FALSE(Hit().allows(kOpen));
    EXPECT_EQ(Hit().check(kOpen), Verdict());
    EXPECT_EQ(Hit().decision().access(), Access::refuse_all);
    Ticket ticket;
    EXPECT_EQ(ticket.url(), "");
    EXPECT_EQ(ticket.response(200, {}), AccessResult::misuse);
    EXPECT_EQ(ticket.failure(Failure::dns), AccessResult::misuse);
    EXPECT_FALSE(ticket.if_none_match());
    EXPECT_FALSE(ticket.if_modified_since());
    EXPECT_FALSE(ticket.finish(kBody, kNow));

    // Agents and options that make no sense, and URLs without an origin.
    EXPECT_FALSE(make("Example Bot/1.0"));
    EXPECT_FALSE(make("a\nb c"));
    robots::Options options;
    options.profile = static_cast<robots::Profile>(9);
    EXPECT_FALSE(Cache::create(1 << 20, "a", {}, options));
    robots::Policy policy;
    policy.after_outage = static_cast<robots::AfterOutage>(9);
    EXPECT_FALSE(Cache::create(1 << 20, "a", policy));
    for (const string_view url : {"", "/private/open", "mailto:a@b"}) {
        EXPECT_EQ(cache.get(url, kNow).kind, LookupKind::misuse) << url;
        EXPECT_FALSE(cache.check(url, kNow).allowed()) << url;
        EXPECT_FALSE(cache.refresh(url, kNow)) << url;
    }
}

TEST(Cache, WhatWasMovedFromRefuses) {
    Cache cache = make();
    Hit hit = answer(cache, kOpen, 200, {}, kBody, kNow);
    Lookup found = cache.get("https://b.example/", kNow);
    const Hit other_hit = std::move(hit);
    const Ticket other_ticket = std::move(found.ticket);
    const Cache other = std::move(cache);
    EXPECT_TRUE(other_hit.allows(kOpen) && other.check(kOpen, kNow).allowed());
    EXPECT_EQ(other_ticket.url(), "https://b.example/robots.txt");
    EXPECT_FALSE(hit.allows(kOpen));  // NOLINT: that is the point
    EXPECT_EQ(hit.decision().access(), Access::refuse_all);
    EXPECT_FALSE(cache.check(kOpen, kNow).allowed());
    EXPECT_EQ(cache.get(kOpen, kNow).kind, LookupKind::misuse);
    EXPECT_EQ(found.ticket.response(200, {}), AccessResult::misuse);
    EXPECT_FALSE(found.ticket.finish(kBody, kNow));
}

}  // namespace
