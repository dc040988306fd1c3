// Matcher, check_once and the functions about URLs.
#include <array>
#include <atomic>
#include <list>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <robots/robots.hpp>

#if __cplusplus >= 202002L
#include <span>
#endif

namespace {

using robots::Matcher;
using robots::Options;
using robots::Profile;
using robots::Reason;
using robots::RobotsTxt;
using robots::Verdict;
using std::string_view;

constexpr string_view kBody = "User-agent: *\nDisallow: /private\nAllow: /private/open\n";
constexpr string_view kOpen = "https://site.example/private/open";
constexpr string_view kShut = "https://site.example/private/x";
constexpr string_view kFree = "https://site.example/";

static_assert(std::is_nothrow_move_constructible_v<Matcher>);
static_assert(std::is_nothrow_move_assignable_v<Matcher>);
static_assert(!std::is_copy_constructible_v<Matcher> && !std::is_copy_assignable_v<Matcher>);
static_assert(std::is_nothrow_move_constructible_v<RobotsTxt>);
static_assert(noexcept(std::declval<const Matcher&>().check(string_view())));
static_assert(noexcept(std::declval<const Matcher&>().check_path(string_view())));
static_assert(noexcept(RobotsTxt::parse(string_view())));
static_assert(noexcept(robots::check_once({}, {}, {})));
static_assert(!Verdict().allowed() && Verdict().reason() == Reason::misuse);

void expect_refusal(const Verdict& verdict) {
    EXPECT_EQ(verdict, Verdict());
}

TEST(Matcher, SaysWhichRuleDecided) {
    const Matcher matcher = Matcher::compile(kBody, "ExampleBot");
    ASSERT_TRUE(matcher);
    const Verdict shut = matcher.check(kShut);
    EXPECT_FALSE(shut.allowed());
    EXPECT_EQ(shut.reason(), Reason::rule);
    EXPECT_EQ(shut.line(), 2U);
    EXPECT_EQ(shut.octets(), 8U);
    EXPECT_EQ(shut.rule(), 0U);
    const Verdict open = matcher.check(kOpen);
    EXPECT_TRUE(open.allowed());
    EXPECT_EQ(open.line(), 3U);
    EXPECT_EQ(open.rule(), 1U);
    const Verdict free = matcher.check(kFree);
    EXPECT_TRUE(free.allowed());
    EXPECT_EQ(free.reason(), Reason::no_rule);
    EXPECT_FALSE(free.rule());
    EXPECT_TRUE(matcher.allows(kOpen));
    EXPECT_FALSE(matcher.allows_path("/private?x"));
    EXPECT_EQ(matcher.check_path("/robots.txt").reason(), Reason::robots_txt);
    EXPECT_GT(matcher.memory_usage(), 0U);
    EXPECT_TRUE(shut == matcher.check(kShut) && shut != open);
}

TEST(Matcher, OutlivesEverythingItWasMadeOf) {
    Matcher matcher;
    {
        const std::string body(kBody);
        const std::string agents = "ExampleBot";
        matcher = RobotsTxt::parse(body).matcher(agents);
    }
    EXPECT_FALSE(matcher.allows(kShut));
}

TEST(Matcher, EmptyOnesRefuseEverything) {
    Matcher matcher;
    EXPECT_FALSE(matcher);
    expect_refusal(matcher.check(kFree));
    expect_refusal(matcher.check_path("/robots.txt"));
    EXPECT_EQ(matcher.memory_usage(), 0U);
    EXPECT_EQ(matcher.get(), nullptr);

    matcher = Matcher::compile(kBody, "ExampleBot");
    const Matcher moved = std::move(matcher);
    EXPECT_TRUE(moved.allows(kFree));
    EXPECT_FALSE(matcher);  // NOLINT: what is left is said to be empty
    expect_refusal(matcher.check(kFree));
}

TEST(Matcher, AgentsThatAreNoneGiveAnEmptyOne) {
    for (const string_view agents : {"", "A,,B", "Mozilla/5.0 (compatible; ExampleBot/1.0)"}) {
        EXPECT_FALSE(Matcher::compile(kBody, agents)) << agents;
        EXPECT_FALSE(RobotsTxt::parse(kBody).matcher(agents)) << agents;
        expect_refusal(robots::check_once(kBody, agents, kFree));
        // There any text is an agent.
        EXPECT_TRUE(Matcher::compile(kBody, agents, {Profile::google})) << agents;
    }
}

TEST(Matcher, UrlsThatAreNoneAreRefused) {
    const Matcher matcher = Matcher::compile("", "ExampleBot");
    for (const string_view url : {"", "//site.example/path", "path", "site.example/",
                                  "mailto:a@site.example", "https://site.example:65536/"}) {
        expect_refusal(matcher.check(url));
    }
    expect_refusal(matcher.check(string_view()));
    EXPECT_TRUE(matcher.allows("/path"));
    expect_refusal(matcher.check_path("path"));
    expect_refusal(matcher.check_path({}));
}

TEST(Matcher, WithoutAFile) {
    EXPECT_EQ(Matcher::unavailable().check(kFree).reason(), Reason::unavailable);
    EXPECT_TRUE(Matcher::unavailable().allows(kFree));
    EXPECT_EQ(Matcher::unreachable().check(kFree).reason(), Reason::unreachable);
    EXPECT_FALSE(Matcher::unreachable().allows(kFree));
    EXPECT_TRUE(Matcher::unreachable().allows("https://site.example/robots.txt"));
}

TEST(Matcher, ChecksManyFromAnyRange) {
    const Matcher matcher = Matcher::compile(kBody, "ExampleBot");
    const auto expect_all = [](const auto& verdicts) {
        EXPECT_FALSE(verdicts[0].allowed());
        EXPECT_TRUE(verdicts[1].allowed());
        EXPECT_EQ(verdicts[1].line(), 3U);
        EXPECT_TRUE(verdicts[2].allowed());
    };
    std::vector<Verdict> verdicts(3);
    EXPECT_TRUE(matcher.check_many(std::vector<string_view>{kShut, kOpen, kFree}, verdicts));
    expect_all(verdicts);
    std::array<Verdict, 3> array;
    EXPECT_TRUE(matcher.check_many(
        std::list<std::string>{std::string(kShut), std::string(kOpen), std::string(kFree)}, array));
    expect_all(array);
    Verdict plain[3];
    EXPECT_TRUE(matcher.check_many(std::array<const char*, 3>{kShut.data(), kOpen.data(),
                                                              kFree.data()},
                                   plain));
    expect_all(plain);
    EXPECT_TRUE(matcher.check_many(std::vector<string_view>{}, {plain, 0}));
#if __cplusplus >= 202002L
    EXPECT_TRUE(matcher.check_many(std::vector<string_view>{kShut, kOpen, kFree},
                                   std::span<Verdict>(verdicts)));
    expect_all(verdicts);
#endif
}

TEST(Matcher, ChecksManyInOneText) {
    const Matcher matcher = Matcher::compile(kBody, "ExampleBot");
    const std::string text = std::string(kShut) + std::string(kOpen);
    const std::vector<std::size_t> ends{kShut.size(), text.size()};
    std::vector<Verdict> verdicts(2);
    EXPECT_TRUE(matcher.check_many(text, ends, verdicts));
    EXPECT_EQ(verdicts[0], matcher.check(kShut));
    EXPECT_EQ(verdicts[1], matcher.check(kOpen));
    EXPECT_TRUE(matcher.check_many({}, {nullptr, 0}, {nullptr, 0}));
    EXPECT_FALSE(Matcher().check_many({}, {nullptr, 0}, {nullptr, 0}));
}

TEST(Matcher, BatchesThatMakeNoSenseAreRefusedAsAWhole) {
    const Matcher matcher = Matcher::compile("", "ExampleBot");
    const Verdict allowed = matcher.check(kFree);
    ASSERT_TRUE(allowed.allowed());
    const auto refused = [&](auto&& ask) {
        std::vector<Verdict> verdicts(2, allowed);
        EXPECT_FALSE(ask(verdicts));
        expect_refusal(verdicts[0]);
        expect_refusal(verdicts[1]);
    };
    const std::string text = std::string(kFree) + std::string(kFree);
    const auto in_text = [&](const Matcher& by, const std::vector<std::size_t>& ends) {
        refused([&](auto& verdicts) { return by.check_many(text, ends, verdicts); });
    };
    in_text(matcher, {text.size()});                                // too few
    in_text(matcher, {kFree.size(), text.size(), text.size()});     // too many
    in_text(matcher, {text.size(), kFree.size()});                  // descending
    in_text(matcher, {kFree.size(), text.size() + 1});              // beyond the end
    in_text(matcher, {text.size() + 1, text.size()});               // both
    in_text(Matcher(), {kFree.size(), text.size()});
    for (const std::size_t count : {0U, 1U, 3U}) {
        const std::vector<string_view> urls(count, kFree);
        refused([&](auto& verdicts) { return matcher.check_many(urls, verdicts); });
    }
}

TEST(Matcher, IsSharedByThreads) {
    const Matcher matcher = Matcher::compile(kBody, "ExampleBot");
    std::atomic<int> wrong{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back([&] {
            for (int j = 0; j < 2000; ++j) {
                wrong += matcher.allows(kShut) || !matcher.allows(kOpen) ? 1 : 0;
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(wrong, 0);
}

TEST(Matcher, CrossesToCAndBack) {
    Matcher matcher = Matcher::compile(kBody, "ExampleBot");
    EXPECT_EQ(Verdict(robots_matcher_check(matcher.get(), kShut.data(), kShut.size())),
              matcher.check(kShut));
    robots_matcher* raw = matcher.release();
    EXPECT_FALSE(matcher);
    EXPECT_TRUE(Matcher(raw).allows(kOpen));
}

TEST(Verdict, IsEqualInEveryMember) {
    const robots_verdict one = {1, ROBOTS_REASON_RULE, 0, 2, 3, 4};
    EXPECT_EQ(Verdict(one), Verdict(one));
    const robots_verdict others[] = {{0, ROBOTS_REASON_RULE, 0, 2, 3, 4},
                                     {1, ROBOTS_REASON_NO_RULE, 0, 2, 3, 4},
                                     {1, ROBOTS_REASON_RULE, 0, 9, 3, 4},
                                     {1, ROBOTS_REASON_RULE, 0, 2, 9, 4},
                                     {1, ROBOTS_REASON_RULE, 0, 2, 3, 9}};
    for (const robots_verdict& other : others) {
        EXPECT_NE(Verdict(one), Verdict(other));
        EXPECT_EQ(Verdict(other).raw().octets, other.octets);
    }
}

TEST(Options, ReachTheLibrary) {
    Options options;
    const auto allowed = [&](string_view body, string_view agent, string_view url) {
        return robots::check_once(body, agent, url, options).allowed();
    };
    EXPECT_TRUE(allowed("user-agent: *\ndisallow: x", "a", "https://h/x"));
    options.assume_slash = true;
    EXPECT_FALSE(allowed("user-agent: *\ndisallow: x", "a", "https://h/x"));
    EXPECT_FALSE(allowed("user-agent: a\ndisallow: /", "a-b", "https://h/x"));
    options.exact_agent = true;
    EXPECT_TRUE(allowed("user-agent: a\ndisallow: /", "a-b", "https://h/x"));
    EXPECT_FALSE(allowed("user-agent: *\n\ndisallow: /", "a", "https://h/x"));
    options.blank_line_ends_group = true;
    EXPECT_TRUE(allowed("user-agent: *\n\ndisallow: /", "a", "https://h/x"));
    EXPECT_FALSE(allowed("user-agent: *\ndisallow: /", "a", "https://h/x"));
    options.max_line = 5;
    EXPECT_TRUE(allowed("user-agent: *\ndisallow: /", "a", "https://h/x"));
    options = {};
    options.max_bytes = 14;
    EXPECT_TRUE(allowed("user-agent: *\ndisallow: /", "a", "https://h/x"));
    options = {Profile::google};
    EXPECT_FALSE(allowed("user-agent: *\ndisallow: /robots.txt", "a", "https://h/robots.txt"));

    options.profile = static_cast<Profile>(9);
    EXPECT_FALSE(RobotsTxt::parse("", options));
    EXPECT_FALSE(Matcher::compile("", "a", options));
    expect_refusal(robots::check_once("", "a", "https://h/", options));
}

TEST(Text, MayHoldAnyOctet) {
    const std::string body("user-agent: *\ndisallow: /a\0b\ndisallow: /\xFF", 41);
    const Matcher matcher = Matcher::compile(body, "a");
    EXPECT_FALSE(matcher.allows("https://h/\xFF"));
    EXPECT_FALSE(matcher.allows("https://h/%FF"));
    EXPECT_FALSE(matcher.allows(string_view("https://h/a\0c", 13)));
    // Nothing relies on an end: the last octet is the last of its memory.
    const std::vector<char> exact{'h', 't', 't', 'p', ':', '/', '/', 'h', '/', 'a'};
    EXPECT_FALSE(matcher.allows({exact.data(), exact.size()}));
}

TEST(Url, OriginAndRobotsTxt) {
    EXPECT_EQ(robots::url_origin("HTTPS://User@Site.Example:443/a?b#c"), "https://site.example");
    EXPECT_EQ(robots::url_origin("http://site.example:8080"), "http://site.example:8080");
    EXPECT_EQ(robots::url_robots_txt("http://site.example:8080/a"),
              "http://site.example:8080/robots.txt");
    for (const string_view url : {"", "/a", "mailto:a@b", "https:///a"}) {
        EXPECT_FALSE(robots::url_origin(url)) << url;
        EXPECT_FALSE(robots::url_robots_txt(url)) << url;
    }
    const std::string host = std::string(63, 'a') + "." + std::string(63, 'b') + "." +
                             std::string(63, 'c') + "." + std::string(61, 'd');
    EXPECT_EQ(robots::url_origin("https://" + host + ":65535/"), "https://" + host + ":65535");
}

TEST(Texts, OfNumbers) {
    EXPECT_EQ(robots::version(), ROBOTS_VERSION);
    EXPECT_EQ(robots::name(Reason::no_group), "no-group");
    EXPECT_EQ(robots::name(robots::RecordKind::crawl_delay), "crawl-delay");
    EXPECT_EQ(robots::name(robots::DiagnosticKind::missing_colon), "missing-colon");
    EXPECT_FALSE(robots::text(Reason::rule).empty());
    EXPECT_FALSE(robots::text(robots::DiagnosticKind::nul).empty());
    EXPECT_EQ(robots::name(static_cast<Reason>(200)), "unknown");
}

}  // namespace
