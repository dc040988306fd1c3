// What is kept known beyond the end of a process.
#include <chrono>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include <robots/cache.hpp>

#include "cache_flow.hpp"

namespace {

using namespace std::chrono_literals;
using flow::answer;
using flow::kBody;
using flow::kNow;
using flow::kOpen;
using flow::kShut;
using flow::make;
using robots::Bytes;
using robots::Cache;
using robots::Matcher;
using robots::Snapshot;
using robots::Ticket;
using std::string_view;

TEST(Snapshot, SurvivesARestart) {
    const Cache cache = make();
    answer(cache, kOpen, 200, "ETag: \"v1\"\r\n", kBody, kNow);
    answer(cache, "https://gone.example/", 404, {}, {}, kNow);
    const Bytes bytes = cache.to_bytes();
    ASSERT_TRUE(bytes);

    const Cache again = make();
    const robots::Restored restored = again.restore(bytes.view());
    ASSERT_TRUE(restored);
    EXPECT_EQ(restored.entries, 2U);
    EXPECT_EQ(again.check(kShut, kNow + 1h).verdict(), cache.check(kShut, kNow + 1h).verdict());
    EXPECT_TRUE(again.check("https://gone.example/private", kNow + 1h).allowed());

    // What is younger stays.
    Ticket ticket = again.refresh(kOpen, kNow + 1h);
    EXPECT_EQ(ticket.if_none_match(), "\"v1\"");
    ticket.response(200, {});
    ticket.finish({}, kNow + 1h);
    EXPECT_TRUE(again.restore(bytes.view()));
    EXPECT_TRUE(again.check(kShut, kNow + 1h).allowed());

    // For other agents or options the rules would be others.
    const Cache stranger = make("OtherBot");
    EXPECT_EQ(stranger.restore(bytes.view()).status, Snapshot::settings);
    EXPECT_FALSE(stranger.restore(bytes.view()));
    robots::Options options;
    options.assume_slash = true;
    EXPECT_EQ(Cache::create(1 << 20, "ExampleBot", {}, options).restore(bytes.view()).status,
              Snapshot::settings);
    EXPECT_TRUE(stranger.origins().empty());
}

TEST(Snapshot, TakesNoDamagedBytes) {
    const Cache cache = make();
    answer(cache, kOpen, 200, {}, kBody, kNow);
    const Bytes all = cache.to_bytes();
    const Bytes one = cache.export_entry(kOpen);
    const Cache other = make();
    const auto refuses = [&](const std::string& damaged) {
        EXPECT_FALSE(other.restore(damaged));
        EXPECT_NE(other.import_any_entry(damaged), Snapshot::ok);
        EXPECT_NE(other.import_entry(kOpen, damaged), Snapshot::ok);
    };
    for (const string_view bytes : {all.view(), one.view()}) {
        std::string damaged(bytes);
        for (std::size_t at = 0; at < damaged.size(); ++at) {
            SCOPED_TRACE(at);
            damaged[at] = static_cast<char>(damaged[at] ^ 0x20);
            refuses(damaged);
            damaged[at] = static_cast<char>(damaged[at] ^ 0x20);
            refuses(damaged.substr(0, at));
        }
        refuses(damaged + " ");
    }
    EXPECT_TRUE(other.origins().empty());
    EXPECT_EQ(other.restore("User-agent: *").status, Snapshot::foreign);
    EXPECT_EQ(other.restore(one.view()).status, Snapshot::foreign);
    EXPECT_EQ(other.import_any_entry(all.view()), Snapshot::foreign);
    std::string flipped(all.view());
    flipped.back() = static_cast<char>(flipped.back() ^ 1);
    EXPECT_EQ(other.restore(flipped).status, Snapshot::checksum);
    EXPECT_EQ(other.restore(all.view().substr(0, all.view().size() - 1)).status, Snapshot::length);
    for (int number = ROBOTS_SNAPSHOT_FOREIGN; number <= ROBOTS_SNAPSHOT_OTHER_ORIGIN; ++number) {
        EXPECT_FALSE(robots::text(static_cast<Snapshot>(number)).empty());
        EXPECT_NE(robots::text(static_cast<Snapshot>(number)), "unknown");
    }
    EXPECT_EQ(robots::text(static_cast<Snapshot>(77)), "unknown");
}

TEST(Snapshot, ImportsAnEntryOfThatOriginOnly) {
    const Cache cache = make();
    answer(cache, kOpen, 200, {}, kBody, kNow);
    const Bytes bytes = cache.export_entry(kOpen);
    ASSERT_TRUE(bytes);
    EXPECT_FALSE(cache.export_entry("https://other.example/"));

    const Cache other = make();
    for (const string_view url :
         {"https://other.example/", "http://site.example/", "https://site.example:8443/", "/", ""}) {
        EXPECT_EQ(other.import_entry(url, bytes.view()), Snapshot::other_origin) << url;
    }
    EXPECT_TRUE(other.origins().empty());
    EXPECT_EQ(other.import_entry("https://site.example/elsewhere", bytes.view()), Snapshot::ok);
    EXPECT_FALSE(other.check(kShut, kNow).allowed());
    EXPECT_TRUE(other.check(kOpen, kNow).allowed());
    const Cache third = make();
    EXPECT_EQ(third.import_any_entry(bytes.view()), Snapshot::ok);
    EXPECT_TRUE(third.check(kOpen, kNow).allowed());
    EXPECT_EQ(make("OtherBot").import_any_entry(bytes.view()), Snapshot::settings);
}

TEST(Snapshot, OfAMatcherIsReadOrRefused) {
    const Matcher matcher = Matcher::compile(kBody, "ExampleBot");
    const Bytes bytes = matcher.to_bytes();
    ASSERT_TRUE(bytes);
    const Matcher again = Matcher::from_bytes(bytes.view());
    ASSERT_TRUE(again);
    EXPECT_EQ(again.check(kShut), matcher.check(kShut));
    EXPECT_EQ(again.check(kOpen), matcher.check(kOpen));
    std::string damaged(bytes.view());
    for (std::size_t at = 0; at < damaged.size(); ++at) {
        damaged[at] = static_cast<char>(damaged[at] ^ 4);
        EXPECT_FALSE(Matcher::from_bytes(damaged)) << at;
        damaged[at] = static_cast<char>(damaged[at] ^ 4);
    }
    EXPECT_FALSE(Matcher::from_bytes(kBody));
    EXPECT_FALSE(Matcher().to_bytes());
    Bytes raw = matcher.to_bytes();
    EXPECT_TRUE(Bytes(raw.release()));
    EXPECT_FALSE(raw);
}

}  // namespace
