// RobotsTxt: what a whole file holds.
#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <robots/robots.hpp>

#if __cplusplus >= 202002L
#include <ranges>
#endif

namespace {

using robots::DiagnosticKind;
using robots::RecordKind;
using robots::RobotsTxt;
using std::string_view;

constexpr string_view kBody =
    "Sitemap: https://site.example/a.xml\n"  // 1
    "User-agent: ExampleBot\n"               // 2
    "User-agent: OtherBot/2\n"               // 3
    "Disallow: /%7eprivate\n"                // 4
    "Allow: /open # here\n"                  // 5
    "Crawl-delay: 2.5\n"                     // 6
    "\n"                                     // 7
    "User-agent: *\n"                        // 8
    "Crawl-delay: 10\n"                      // 9
    "Disalow: /x\n"                          // 10
    "Sitemap: https://site.example/b.xml\n"  // 11
    "Unheard-of: thing\n";                   // 12

TEST(RobotsTxt, Groups) {
    const RobotsTxt txt = RobotsTxt::parse(kBody);
    ASSERT_TRUE(txt);
    ASSERT_EQ(txt.groups().size(), 2U);
    const robots::Group first = txt.groups()[0];
    EXPECT_EQ(first.line, 2U);
    EXPECT_EQ(first.index, 0U);
    ASSERT_EQ(first.agents.size(), 2U);
    EXPECT_EQ(first.agents[0].value, "ExampleBot");
    EXPECT_EQ(first.agents[1].value, "OtherBot/2");
    EXPECT_EQ(first.agents[1].line, 3U);
    ASSERT_EQ(first.rules.size(), 2U);
    EXPECT_EQ(first.rules[1].pattern, "/open");
    const robots::Group second = txt.groups()[1];
    EXPECT_EQ(second.line, 8U);
    EXPECT_EQ(second.agents[0].value, "*");
    // Rules of a group carry the index in the file.
    ASSERT_EQ(second.rules.size(), 1U);
    EXPECT_EQ(second.rules[0].index, 2U);
    EXPECT_EQ(second.rules[0].group, 1U);
    EXPECT_EQ((*second.rules.begin()).line, 10U);
}

TEST(RobotsTxt, Rules) {
    const RobotsTxt txt = RobotsTxt::parse(kBody);
    const auto rules = txt.rules();
    ASSERT_EQ(rules.size(), 3U);
    EXPECT_FALSE(rules[0].allow);
    EXPECT_EQ(rules[0].pattern, "/%7eprivate");
    EXPECT_EQ(rules[0].normalized, "/~private");
    EXPECT_EQ(rules[0].line, 4U);
    EXPECT_TRUE(rules[1].allow);
    EXPECT_EQ(rules[2].line, 10U);

    const robots::Matcher matcher = txt.matcher("ExampleBot");
    const auto rule = txt.rule(matcher.check("https://site.example/open/x"));
    ASSERT_TRUE(rule);
    EXPECT_EQ(rule->pattern, "/open");
    EXPECT_FALSE(txt.rule(matcher.check("https://site.example/elsewhere")));
    EXPECT_FALSE(txt.rule(robots::Verdict()));
    // A verdict of another file, which has more rules.
    const std::string longer = std::string(kBody) + "Disallow: /y\n";
    const auto foreign = robots::check_once(longer, "SomeBot", "https://site.example/y");
    EXPECT_EQ(foreign.rule(), 3U);
    EXPECT_FALSE(txt.rule(foreign));
}

TEST(RobotsTxt, RecordsAndSitemaps) {
    const RobotsTxt txt = RobotsTxt::parse(kBody);
    std::vector<std::string> seen;
    for (const robots::Record record : txt.records()) {
        seen.push_back(std::string(name(record.kind)) + " " + std::string(record.key) + "=" +
                       std::string(record.value) + " " + std::to_string(record.line) + " " +
                       (record.group ? std::to_string(*record.group) : "-"));
    }
    EXPECT_EQ(seen, (std::vector<std::string>{
                        "sitemap Sitemap=https://site.example/a.xml 1 -",
                        "crawl-delay Crawl-delay=2.5 6 0",
                        "crawl-delay Crawl-delay=10 9 1",
                        "sitemap Sitemap=https://site.example/b.xml 11 1",
                        "unknown Unheard-of=thing 12 1",
                    }));
    std::vector<string_view> sitemaps;
    for (const string_view sitemap : txt.sitemaps()) {
        sitemaps.push_back(sitemap);
    }
    EXPECT_EQ(sitemaps, (std::vector<string_view>{"https://site.example/a.xml",
                                                  "https://site.example/b.xml"}));
}

TEST(RobotsTxt, CrawlDelay) {
    const RobotsTxt txt = RobotsTxt::parse(kBody);
    const auto own = txt.crawl_delay("ExampleBot");
    ASSERT_TRUE(own && own->own && own->star);
    EXPECT_EQ(own->own->count(), 2.5);
    EXPECT_EQ(own->star->count(), 10.0);
    const auto other = txt.crawl_delay("SomeBot");
    ASSERT_TRUE(other);
    EXPECT_FALSE(other->own);
    EXPECT_TRUE(other->star);
    EXPECT_FALSE(txt.crawl_delay("no token"));
    EXPECT_FALSE(RobotsTxt().crawl_delay("ExampleBot"));
    EXPECT_FALSE(RobotsTxt::parse("").crawl_delay("ExampleBot")->star);
}

TEST(RobotsTxt, Diagnostics) {
    const RobotsTxt txt = RobotsTxt::parse(kBody);
    const auto all = txt.diagnostics();
    EXPECT_EQ(all.size(), txt.diagnostics_total());
    const auto has = [&](DiagnosticKind kind, std::uint32_t line) {
        return std::any_of(all.begin(), all.end(), [&](const robots::Diagnostic& diagnostic) {
            return diagnostic.kind == kind && diagnostic.line == line;
        });
    };
    EXPECT_TRUE(has(DiagnosticKind::misspelt_key, 10));
    EXPECT_TRUE(has(DiagnosticKind::unknown_key, 12));
    EXPECT_FALSE(has(DiagnosticKind::nul, 1));
}

TEST(RobotsTxt, Flags) {
    const RobotsTxt plain = RobotsTxt::parse(kBody);
    EXPECT_FALSE(plain.is_truncated() || plain.looks_like_html() || plain.was_utf16());
    EXPECT_GT(plain.memory_usage(), 0U);
    EXPECT_TRUE(RobotsTxt::parse("<!DOCTYPE html><html></html>").looks_like_html());
    EXPECT_TRUE(RobotsTxt::parse(string_view("\xFF\xFE" "a\0:\0b\0", 8)).was_utf16());
    robots::Options options;
    options.max_bytes = 20;
    EXPECT_TRUE(RobotsTxt::parse(kBody, options).is_truncated());
}

TEST(RobotsTxt, EmptyHandlesAndEmptyFiles) {
    RobotsTxt none;
    EXPECT_FALSE(none);
    EXPECT_TRUE(none.groups().empty() && none.rules().empty() && none.records().empty() &&
                none.sitemaps().empty() && none.diagnostics().empty());
    EXPECT_EQ(none.memory_usage(), 0U);
    EXPECT_FALSE(none.matcher("ExampleBot"));
    EXPECT_FALSE(none.rule(robots::Verdict()));

    // An empty file is a file, and allows everything.
    none = RobotsTxt::parse({});
    EXPECT_TRUE(none);
    EXPECT_TRUE(none.matcher("ExampleBot").allows("https://site.example/"));
    const RobotsTxt moved = std::move(none);
    EXPECT_TRUE(moved);
    EXPECT_FALSE(none);  // NOLINT: what is left is said to be empty
}

TEST(Range, IndexesAndIterators) {
    const RobotsTxt txt = RobotsTxt::parse(kBody);
    const auto rules = txt.rules();
    EXPECT_EQ(rules[3].line, 0U);
    EXPECT_EQ(rules[ROBOTS_NO_RULE].line, 0U);
    EXPECT_EQ(txt.groups()[0].rules[2].line, 0U);  // there is one, but in the next group
    EXPECT_EQ(txt.groups()[7].line, 0U);
    EXPECT_TRUE(txt.sitemaps()[2].empty());
    auto it = rules.begin();
    EXPECT_EQ((*it++).line, 4U);
    EXPECT_EQ((*it).line, 5U);
    EXPECT_EQ(std::distance(rules.begin(), rules.end()), 3);
    EXPECT_TRUE(robots::Range<robots::Rule>().empty());
    EXPECT_TRUE(robots::Range<robots::Rule>::iterator() == robots::Range<robots::Rule>().end());
    // A range keeps nothing but where to look.
    const std::vector<robots::Rule> kept(rules.begin(), rules.end());
    EXPECT_EQ(kept.back().pattern, "/x");
}

#if __cplusplus >= 202002L
static_assert(std::ranges::forward_range<robots::Range<robots::Rule>>);
static_assert(std::ranges::sized_range<robots::Range<string_view>>);
#endif

// Before version 16 clang cannot compile the views of libstdc++.
#if __cplusplus >= 202002L && (!defined(__clang_major__) || __clang_major__ >= 16)
TEST(Range, WorksWithViews) {
    const RobotsTxt txt = RobotsTxt::parse(kBody);
    const auto rules = txt.rules();
    auto lines = rules | std::views::filter([](const robots::Rule& rule) { return !rule.allow; }) |
                 std::views::transform([](const robots::Rule& rule) { return rule.line; });
    EXPECT_EQ(std::vector<std::uint32_t>(lines.begin(), lines.end()),
              (std::vector<std::uint32_t>{4, 10}));
}
#endif

/// Asking a temporary for what would dangle does not compile.
template <class T, class = void>
struct GivesSitemaps : std::false_type {};
template <class T>
struct GivesSitemaps<T, std::void_t<decltype(std::declval<T>().sitemaps().size())>>
    : std::true_type {};
static_assert(GivesSitemaps<const RobotsTxt&>::value && GivesSitemaps<RobotsTxt&>::value);
static_assert(!GivesSitemaps<RobotsTxt>::value && !GivesSitemaps<const RobotsTxt>::value);

}  // namespace
