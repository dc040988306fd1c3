// The drop-in for google/robotstxt: RobotsMatcher and what it inherits.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <robots/googlebot.h>

namespace {

using googlebot::RobotsMatcher;
using googlebot::StringView;
using Agents = std::vector<std::string>;

/// What a matcher says after one question.
struct Answer {
    bool allowed;
    int line;
    bool named;
    bool ignoring_global;
};

bool operator==(const Answer& a, const Answer& b) {
    return a.allowed == b.allowed && a.line == b.line && a.named == b.named &&
           a.ignoring_global == b.ignoring_global;
}

std::ostream& operator<<(std::ostream& out, const Answer& answer) {
    return out << answer.allowed << ' ' << answer.line << ' ' << answer.named << ' '
               << answer.ignoring_global;
}

/// Shows what derived classes may touch, and goes the way of the callbacks.
class Open : public RobotsMatcher {
public:
    using RobotsMatcher::allow_;
    using RobotsMatcher::disallow_;
    using RobotsMatcher::ExtractUserAgent;
    using RobotsMatcher::HandleAllow;
    using RobotsMatcher::HandleDisallow;
    using RobotsMatcher::HandleRobotsEnd;
    using RobotsMatcher::HandleRobotsStart;
    using RobotsMatcher::HandleUserAgent;
    using RobotsMatcher::InitUserAgentsAndPath;
    using RobotsMatcher::match_strategy_;
    using RobotsMatcher::seen_any_agent;
    using RobotsMatcher::seen_global_agent_;
    using RobotsMatcher::seen_separator_;
    using RobotsMatcher::seen_specific_agent_;
};

template <class Matcher>
Answer ask(Matcher& matcher, const std::string& body, const Agents& agents,
           const std::string& url) {
    const bool allowed = matcher.AllowedByRobots({body.data(), body.size()}, &agents, url);
    EXPECT_EQ(matcher.disallow(), !allowed);
    return {allowed, matcher.matching_line(), matcher.ever_seen_specific_agent(),
            matcher.disallow_ignore_global()};
}

/// By a new matcher, a used one, and one of a derived class, which must agree.
Answer answer(const std::string& body, const Agents& agents, const std::string& url) {
    RobotsMatcher fresh;
    const Answer answer = ask(fresh, body, agents, url);
    static RobotsMatcher used;
    EXPECT_EQ(ask(used, body, agents, url), answer) << body;
    Open open;
    EXPECT_EQ(ask(open, body, agents, url), answer) << body;
    EXPECT_EQ(ask(open, body, agents, url), answer) << body;
    if (agents.size() == 1) {
        EXPECT_EQ(fresh.OneAgentAllowedByRobots({body.data(), body.size()}, agents[0], url),
                  answer.allowed);
        EXPECT_EQ(fresh.matching_line(), answer.line);
        EXPECT_EQ(open.OneAgentAllowedByRobots({body.data(), body.size()}, agents[0], url),
                  answer.allowed);
        EXPECT_EQ(open.matching_line(), answer.line);
    }
    return answer;
}

const std::string kUrl = "http://site.example/x";

TEST(RobotsMatcher, NothingDecides) {
    EXPECT_EQ(answer("", {"a"}, kUrl), (Answer{true, 0, false, false}));
    EXPECT_EQ(answer("disallow: /", {"a"}, kUrl), (Answer{true, 0, false, false}));
    EXPECT_EQ(answer("user-agent: b\ndisallow: /", {"a"}, kUrl), (Answer{true, 0, false, false}));
    EXPECT_EQ(answer("user-agent: a", {"a"}, kUrl), (Answer{true, 0, true, false}));
    EXPECT_EQ(answer("user-agent: a\ndisallow: /y", {"a"}, kUrl), (Answer{true, 0, true, false}));
}

TEST(RobotsMatcher, TheGroupThatNamesTheAgentGoesFirst) {
    const std::string body =
        "user-agent: *\ndisallow: /x\nuser-agent: a\ndisallow: /y\nuser-agent: b\ndisallow: /x\n";
    EXPECT_EQ(answer(body, {"c"}, kUrl), (Answer{false, 2, false, false}));
    EXPECT_EQ(answer(body, {"a"}, kUrl), (Answer{true, 0, true, false}));
    EXPECT_EQ(answer(body, {"b"}, kUrl), (Answer{false, 6, true, true}));
    EXPECT_EQ(answer(body, {"B"}, kUrl), (Answer{false, 6, true, true}));
}

TEST(RobotsMatcher, AnEmptyRuleMatchesAndAllows) {
    EXPECT_EQ(answer("user-agent: a\ndisallow:", {"a"}, kUrl), (Answer{true, 2, true, false}));
    EXPECT_EQ(answer("user-agent: a\nallow:", {"a"}, kUrl), (Answer{true, 2, true, false}));
    EXPECT_EQ(answer("user-agent: *\ndisallow:", {"a"}, kUrl), (Answer{true, 2, false, false}));
    // It also keeps the groups for everybody out.
    EXPECT_EQ(answer("user-agent: *\ndisallow: /\nuser-agent: a\ndisallow:", {"a"}, kUrl),
              (Answer{true, 4, true, false}));
    // With both empty the allow line is the one reported.
    EXPECT_EQ(answer("user-agent: a\ndisallow:\nallow:", {"a"}, kUrl),
              (Answer{true, 3, true, false}));
    // A rule of any length decides over an empty one.
    EXPECT_EQ(answer("user-agent: a\nallow:\ndisallow: /", {"a"}, kUrl),
              (Answer{false, 3, true, true}));
}

TEST(RobotsMatcher, TheLongestPatternDecidesAndAllowOnATie) {
    EXPECT_EQ(answer("user-agent: *\nallow: /x\ndisallow: /", {"a"}, kUrl),
              (Answer{true, 2, false, false}));
    EXPECT_EQ(answer("user-agent: *\ndisallow: /x\nallow: /x", {"a"}, kUrl),
              (Answer{true, 3, false, false}));
    // Of equal rules the first is reported.
    EXPECT_EQ(answer("user-agent: *\ndisallow: /x\ndisallow: /x", {"a"}, kUrl),
              (Answer{false, 2, false, false}));
    // Wildcards count, and so do escapes, which octets from 0x80 become.
    EXPECT_EQ(answer("user-agent: *\nallow: /x\ndisallow: /*x", {"a"}, kUrl),
              (Answer{false, 3, false, false}));
    EXPECT_EQ(answer("user-agent: *\nallow: /*C3\ndisallow: /\xC3", {"a"}, "http://h/%C3"),
              (Answer{true, 2, false, false}));
    EXPECT_EQ(answer("user-agent: *\nallow: /x$\ndisallow: /x", {"a"}, kUrl),
              (Answer{true, 2, false, false}));
    EXPECT_EQ(answer("user-agent: *\nallow: /x$\ndisallow: /x", {"a"}, kUrl + "y"),
              (Answer{false, 3, false, false}));
}

TEST(RobotsMatcher, GroupsOfSeveralAgentsCountTogether) {
    const std::string body =
        "user-agent: a\ndisallow: /x\nuser-agent: b\nallow: /x/y\nuser-agent: *\ndisallow: /\n";
    EXPECT_EQ(answer(body, {"a", "b"}, kUrl + "/y"), (Answer{true, 4, true, false}));
    EXPECT_EQ(answer(body, {"b", "a"}, kUrl + "/z"), (Answer{false, 2, true, true}));
    EXPECT_EQ(answer(body, {"b", "c"}, kUrl + "/z"), (Answer{true, 0, true, false}));
    EXPECT_EQ(answer(body, {"c", "d"}, kUrl), (Answer{false, 6, false, false}));
    EXPECT_EQ(answer(body, {}, kUrl), (Answer{false, 6, false, false}));
}

TEST(RobotsMatcher, AgentsThatNoLineCanName) {
    const std::string body =
        "user-agent: a\ndisallow: /x\nuser-agent: *\ndisallow: /y\nuser-agent: 1\ndisallow: /z\n";
    const Answer other{true, 0, false, false};
    // An agent with a comma is not two agents.
    for (const char* agent : {"a,b", ",a", "a,", ",", " a", "a/2.1", "*", "1", "/"}) {
        EXPECT_EQ(answer(body, {agent}, kUrl), other) << agent;
        EXPECT_EQ(answer(body, {agent, "b,a"}, kUrl), other) << agent;
        EXPECT_EQ(answer(body, {agent, "a"}, kUrl), (Answer{false, 2, true, true})) << agent;
        EXPECT_EQ(answer(body, {"a", agent}, kUrl), (Answer{false, 2, true, true})) << agent;
    }
    EXPECT_EQ(answer(body, {std::string("a\0", 2)}, kUrl), other);
    // A line that names nothing names the empty agent.
    EXPECT_EQ(answer(body, {""}, "http://h/z"), (Answer{false, 6, true, true}));
    EXPECT_EQ(answer(body, {"", ""}, "http://h/z"), (Answer{false, 6, true, true}));
    EXPECT_EQ(answer(body, {"", "a"}, kUrl), (Answer{false, 2, true, true}));
    EXPECT_EQ(answer(body, {"a", ""}, "http://h/z"), (Answer{false, 6, true, true}));
    EXPECT_EQ(answer(body, {"a,", ""}, "http://h/z"), (Answer{false, 6, true, true}));
}

TEST(RobotsMatcher, NamesAreCutAndStarsAreWords) {
    const Agents a{"a"};
    EXPECT_FALSE(answer("user-agent: a/1.0\ndisallow: /", a, kUrl).allowed);
    EXPECT_FALSE(answer("user-agent: A b\ndisallow: /", a, kUrl).allowed);
    EXPECT_TRUE(answer("user-agent: a-b\ndisallow: /", a, kUrl).allowed);
    EXPECT_FALSE(answer("user-agent: * x\ndisallow: /", a, kUrl).allowed);
    EXPECT_FALSE(answer("user-agent: *\tx\ndisallow: /", a, kUrl).allowed);
    EXPECT_TRUE(answer("user-agent: *x\ndisallow: /", a, kUrl).allowed);
    EXPECT_FALSE(answer("user-agent: *x\ndisallow: /", {""}, kUrl).allowed);
}

TEST(RobotsMatcher, OnlyRulesEndTheListOfAgents) {
    EXPECT_FALSE(answer("user-agent: a\nsitemap: s\n\nfoo: x\nuser-agent: b\ndisallow: /", {"a"},
                        kUrl).allowed);
    EXPECT_TRUE(answer("user-agent: a\nallow: /y\nuser-agent: b\ndisallow: /", {"a"}, kUrl).allowed);
    // A rule before all agents is no rule.
    EXPECT_TRUE(answer("disallow: /\nuser-agent: a\n", {"a"}, kUrl).allowed);
    // One group for the agent and for everybody is a group for the agent.
    EXPECT_EQ(answer("user-agent: *\nuser-agent: a\ndisallow: /", {"a"}, kUrl),
              (Answer{false, 3, true, true}));
}

TEST(RobotsMatcher, IndexPagesStandForTheirFolder) {
    const std::string body =
        "user-agent: *\nallow: /a/index.html\nallow: /b/index.htmx\nallow: /c/index.htm/d\n"
        "disallow: /\ndisallow: /d/index.html\n";
    EXPECT_EQ(answer(body, {"a"}, "http://h/a/"), (Answer{true, 2, false, false}));
    EXPECT_EQ(answer(body, {"a"}, "http://h/a/index.html"), (Answer{true, 2, false, false}));
    EXPECT_EQ(answer(body, {"a"}, "http://h/a/x"), (Answer{false, 5, false, false}));
    EXPECT_EQ(answer(body, {"a"}, "http://h/b/"), (Answer{true, 3, false, false}));
    EXPECT_EQ(answer(body, {"a"}, "http://h/c/"), (Answer{false, 5, false, false}));
    EXPECT_EQ(answer(body, {"a"}, "http://h/d/"), (Answer{false, 5, false, false}));
    // The priority is that of the shortened pattern, "/a/$".
    EXPECT_EQ(answer("user-agent: *\nallow: /a/index.html\ndisallow: /a/*$", {"a"}, "http://h/a/"),
              (Answer{false, 3, false, false}));
}

TEST(RobotsMatcher, OddUrlsAndBodies) {
    const std::string body = "user-agent: a\ndisallow: /x\n";
    for (const char* url : {"http://h/x", "h/x", "/x", "//h/x", "x://h/x#y", "http://h/x?y;z"}) {
        EXPECT_FALSE(answer(body, {"a"}, url).allowed) << url;
    }
    for (const char* url : {"", "x", "http://h", "http://h#/x", "http://h/%78", "http://h/y"}) {
        EXPECT_TRUE(answer(body, {"a"}, url).allowed) << url;
    }
    // A NUL ends the path of a URL, and a line of a body.
    EXPECT_FALSE(answer("user-agent: a\ndisallow: /x$", {"a"}, kUrl + std::string("\0y", 2)).allowed);
    EXPECT_FALSE(answer(std::string("user-agent: a\ndisallow: /x\0y\n", 28), {"a"}, kUrl).allowed);
    EXPECT_FALSE(answer("\xEF\xBBuser-agent: a\rdisalow /x", {"a"}, kUrl).allowed);
    const std::string cut = "user-agent: a\ndisallow: /" + std::string(20000, 'x') + "\n";
    EXPECT_FALSE(answer(cut, {"a"}, "http://h/" + std::string(16663 - 11, 'x')).allowed);
    EXPECT_TRUE(answer(cut, {"a"}, "http://h/" + std::string(16663 - 12, 'x')).allowed);
}

TEST(RobotsMatcher, OneMatcherAnswersOneQuestionAfterTheOther) {
    RobotsMatcher matcher;
    EXPECT_FALSE(matcher.disallow() || matcher.disallow_ignore_global() ||
                 matcher.ever_seen_specific_agent());
    EXPECT_EQ(matcher.matching_line(), 0);
    EXPECT_FALSE(matcher.OneAgentAllowedByRobots("user-agent: a\ndisallow: /", "a", kUrl));
    EXPECT_TRUE(matcher.ever_seen_specific_agent());
    EXPECT_TRUE(matcher.OneAgentAllowedByRobots("user-agent: *\nallow: /", "a", kUrl));
    EXPECT_FALSE(matcher.ever_seen_specific_agent());
    EXPECT_EQ(matcher.matching_line(), 2);
    EXPECT_TRUE(matcher.OneAgentAllowedByRobots("", "a", kUrl));
    EXPECT_EQ(matcher.matching_line(), 0);
    EXPECT_TRUE(matcher.AllowedByRobots("user-agent: a\ndisallow: /", nullptr, kUrl));
    Open open;
    EXPECT_TRUE(open.AllowedByRobots("user-agent: a\ndisallow: /", nullptr, kUrl));
}

TEST(RobotsMatcher, TokensToObey) {
    for (const char* token : {"Foobot", "Foobot-Bar", "Foo_Bar", "a"}) {
        EXPECT_TRUE(RobotsMatcher::IsValidUserAgentToObey(token)) << token;
    }
    for (const char* token : {"", "Foobot*", " Foobot", "Foobot ", "Foobot/2.1", "Foo Bar", "MJ12",
                              "\xC3\xA9"}) {
        EXPECT_FALSE(RobotsMatcher::IsValidUserAgentToObey(token)) << token;
    }
    EXPECT_FALSE(RobotsMatcher::IsValidUserAgentToObey(StringView()));
    EXPECT_FALSE(RobotsMatcher::IsValidUserAgentToObey(StringView("a\0", 2)));
    EXPECT_EQ(Open::ExtractUserAgent("Foo_Bar-x/2.1"), "Foo_Bar-x");
    EXPECT_EQ(Open::ExtractUserAgent("9").size(), 0U);
}

/// Overrides as programs in the field have them.
class Collector : public RobotsMatcher {
public:
    std::vector<std::string> sitemaps;
    std::vector<std::string> delays;
    int lines = 0;

protected:
    void HandleSitemap(int line_num, StringView value) override {
        sitemaps.emplace_back(value.data(), value.size());
        RobotsMatcher::HandleSitemap(line_num, value);
    }
    void HandleUnknownAction(int line_num, StringView action, StringView value) override {
        if (StringView(action) == "Crawl-delay" && (seen_specific_agent_ || seen_global_agent_)) {
            // Texts end with a NUL.
            delays.emplace_back(std::string(value.data()) + (seen_specific_agent_ ? "!" : ""));
        }
        RobotsMatcher::HandleUnknownAction(line_num, action, value);
    }
    void ReportLineMetadata(int, const LineMetadata&) override { ++lines; }
};

TEST(RobotsMatcher, OverridesOfDerivedClassesAreCalled) {
    const std::string body =
        "sitemap: http://h/s\nuser-agent: *\nCrawl-delay: 5 # s\nuser-agent: b\n"
        "allow: /\nuser-agent: a\nCrawl-delay: 7\ndisallow: /x\n";
    Collector collector;
    for (int i = 1; i < 3; ++i) {
        EXPECT_FALSE(collector.OneAgentAllowedByRobots(body, "a", kUrl));
        EXPECT_EQ(collector.matching_line(), 8);
        EXPECT_EQ(collector.sitemaps, Agents(static_cast<std::size_t>(i), "http://h/s"));
        EXPECT_EQ(collector.lines, 9 * i);
    }
    EXPECT_EQ(collector.delays, (Agents{"5", "7!", "5", "7!"}));
}

TEST(RobotsMatcher, DerivedClassesMayDriveIt) {
    Open open;
    const Agents agents{"a"};
    open.InitUserAgentsAndPath(&agents, "/x");
    open.HandleRobotsStart();
    EXPECT_FALSE(open.seen_any_agent());
    open.HandleDisallow(1, "/");
    EXPECT_FALSE(open.disallow());
    open.HandleUserAgent(2, "*");
    EXPECT_TRUE(open.seen_global_agent_ && !open.seen_specific_agent_ && open.seen_any_agent());
    open.HandleDisallow(3, "/");
    EXPECT_TRUE(open.seen_separator_);
    EXPECT_TRUE(open.disallow());
    EXPECT_FALSE(open.disallow_ignore_global());
    EXPECT_EQ(open.disallow_.global.priority(), 1);
    EXPECT_EQ(open.disallow_.global.line(), 3);
    open.HandleUserAgent(4, "A/2");
    EXPECT_TRUE(open.seen_specific_agent_ && !open.seen_global_agent_ && !open.seen_separator_);
    EXPECT_FALSE(open.disallow());
    open.HandleAllow(5, "/x");
    open.HandleDisallow(6, "/*x");
    open.HandleRobotsEnd();
    EXPECT_EQ(open.allow_.specific.priority(), 2);
    EXPECT_TRUE(open.disallow() && open.disallow_ignore_global());
    EXPECT_EQ(open.matching_line(), 6);
}

/// The first rule of the file that matches decides.
class FirstMatch : public googlebot::RobotsMatchStrategy {
public:
    int MatchAllow(StringView path, StringView pattern) override { return Next(path, pattern); }
    int MatchDisallow(StringView path, StringView pattern) override { return Next(path, pattern); }

private:
    int Next(StringView path, StringView pattern) {
        return Matches(path, pattern) ? next_-- : -1;
    }
    int next_ = 1000;
};

TEST(RobotsMatcher, TakesAnotherStrategy) {
    const std::string body = "user-agent: *\ndisallow: /\nallow: /x\n";
    Open open;
    EXPECT_TRUE(open.OneAgentAllowedByRobots(body, "a", kUrl));
    FirstMatch first;
    open.match_strategy_ = &first;
    EXPECT_FALSE(open.OneAgentAllowedByRobots(body, "a", kUrl));
    EXPECT_EQ(open.matching_line(), 2);
}

TEST(Internals, GetPathParamsQuery) {
    for (const auto& [url, path] : std::vector<std::pair<std::string, std::string>>{
             {"", "/"},
             {"http://h", "/"},
             {"http://h/a;b?c#d", "/a;b?c"},
             {"h?q", "/?q"},
             {"//h/a", "/a"},
             {"a#b/c", "/"},
             {"http://h/a?u=http://i/", "/a?u=http://i/"},
             {std::string("h/a\0b", 5), std::string("/a\0b", 4)},
         }) {
        EXPECT_EQ(googlebot::GetPathParamsQuery(url), path) << url;
    }
}

TEST(Internals, MaybeEscapePattern) {
    for (const auto& [pattern, escaped] : std::vector<std::pair<std::string, std::string>>{
             {"", ""}, {"/a", "/a"}, {"/%aA%2F", "/%AA%2F"}, {"/\xE9%zz%", "/%E9%zz%"}}) {
        char* out = nullptr;
        const bool changed = googlebot::MaybeEscapePattern(pattern.c_str(), &out);
        EXPECT_EQ(std::string(out), escaped);
        EXPECT_EQ(changed, pattern != escaped);
        EXPECT_EQ(changed, out != pattern.c_str());
        if (changed) {
            delete[] out;
        }
    }
}

TEST(Internals, GetKeyType) {
    using Key = googlebot::ParsedRobotsKey;
    EXPECT_EQ(googlebot::GetKeyType("User Agents"), Key::USER_AGENT);
    EXPECT_EQ(googlebot::GetKeyType("allowance"), Key::ALLOW);
    EXPECT_EQ(googlebot::GetKeyType("diasllow"), Key::DISALLOW);
    EXPECT_EQ(googlebot::GetKeyType("site-map"), Key::SITEMAP);
    EXPECT_EQ(googlebot::GetKeyType("crawl-delay"), Key::UNKNOWN);
    EXPECT_EQ(googlebot::GetKeyType(""), Key::UNKNOWN);
}

}  // namespace
