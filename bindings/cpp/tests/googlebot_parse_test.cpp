// The drop-in for google/robotstxt: ParseRobotsTxt, handlers and the reporter,
// under the names of the original's headers.
#include "reporting_robots.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace {

using googlebot::RobotsParsedLine;
using googlebot::RobotsParseHandler;
using googlebot::RobotsParsingReporter;
using googlebot::StringView;

std::string text_of(StringView view) {
    EXPECT_EQ(view.data()[view.size()], '\0') << "handlers may rely on it";
    return {view.data(), view.size()};
}

/// Writes down every call.
class Recorder : public RobotsParseHandler {
public:
    std::vector<std::string> calls;

    void HandleRobotsStart() override { calls.emplace_back("start"); }
    void HandleRobotsEnd() override { calls.emplace_back("end"); }
    void HandleUserAgent(int line, StringView value) override { Note("agent", line, value); }
    void HandleAllow(int line, StringView value) override { Note("allow", line, value); }
    void HandleDisallow(int line, StringView value) override { Note("disallow", line, value); }
    void HandleSitemap(int line, StringView value) override { Note("sitemap", line, value); }
    void HandleUnknownAction(int line, StringView action, StringView value) override {
        Note(text_of(action), line, value);
    }

private:
    void Note(const std::string& what, int line, StringView value) {
        calls.push_back(std::to_string(line) + " " + what + "=" + text_of(value));
    }
};

/// The same, and the metadata of every line.
class MetadataRecorder : public Recorder {
public:
    void ReportLineMetadata(int line, const LineMetadata& metadata) override {
        std::string flags = std::to_string(line) + " :";
        flags += metadata.is_empty ? " empty" : "";
        flags += metadata.has_comment ? " has_comment" : "";
        flags += metadata.is_comment ? " comment" : "";
        flags += metadata.has_directive ? " directive" : "";
        flags += metadata.is_acceptable_typo ? " typo" : "";
        flags += metadata.is_line_too_long ? " too_long" : "";
        flags += metadata.is_missing_colon_separator ? " no_colon" : "";
        calls.push_back(flags);
    }
};

using Calls = std::vector<std::string>;

Calls calls_of(const std::string& body) {
    Recorder recorder;
    googlebot::ParseRobotsTxt({body.data(), body.size()}, &recorder);
    return recorder.calls;
}

TEST(ParseRobotsTxt, CallsInTheOrderOfTheFile) {
    EXPECT_EQ(calls_of(""), (Calls{"start", "end"}));
    EXPECT_EQ(calls_of("sitemap: http://h/\xE9%aa\nUser-Agent: Foo \xE9\nDisalow: /%aa\xE9 #x\n"
                       "allow /b\nno record here\ncrawl-delay:\t5\n Host : h:80 \n: x\n"),
              (Calls{"start", "1 sitemap=http://h/\xE9%aa", "2 agent=Foo \xE9",
                     "3 disallow=/%AA%E9", "4 allow=/b", "6 crawl-delay=5", "7 Host=h:80",
                     "end"}));
}

TEST(ParseRobotsTxt, LineEnds) {
    for (const char* body : {"a: 1\n\nb: 2", "a: 1\r\n\r\nb: 2\r\n", "a: 1\r\rb: 2\r",
                             "a: 1\r\n\nb: 2\n", "a: 1\n\r\nb: 2"}) {
        EXPECT_EQ(calls_of(body), (Calls{"start", "1 a=1", "3 b=2", "end"})) << body;
    }
    EXPECT_EQ(calls_of("a: 1\n\rb: 2"), (Calls{"start", "1 a=1", "3 b=2", "end"}));
}

TEST(ParseRobotsTxt, ByteOrderMarks) {
    for (const char* mark : {"", "\xEF", "\xEF\xBB", "\xEF\xBB\xBF"}) {
        EXPECT_EQ(calls_of(mark + std::string("allow: /")), (Calls{"start", "1 allow=/", "end"}));
    }
    EXPECT_EQ(calls_of("\xEF\x11" "allow: /"), (Calls{"start", "1 \x11" "allow=/", "end"}));
    EXPECT_EQ(calls_of("a: 1\n\xEF\xBB\xBF" "allow: /")[2], "2 \xEF\xBB\xBF" "allow=/");
}

TEST(ParseRobotsTxt, NulAndLongLines) {
    EXPECT_EQ(calls_of(std::string("allow: /a\0b#\ndisallow\0: /\n", 26)),
              (Calls{"start", "1 allow=/a", "end"}));
    const std::string line = "allow: /" + std::string(20000, 'x');
    EXPECT_EQ(calls_of(line + "\nsitemap: s")[1], "1 allow=/" + std::string(16663 - 8, 'x'));
    EXPECT_EQ(calls_of(line + "\nsitemap: s")[2], "2 sitemap=s");
}

TEST(ParseRobotsTxt, MetadataFollowsTheRecordOfItsLine) {
    MetadataRecorder recorder;
    const std::string body = "useragent: a # c\n\n # c\nallow /\nthree words here\nx:\n" +
                             std::string(16664, '#');
    googlebot::ParseRobotsTxt({body.data(), body.size()}, &recorder);
    EXPECT_EQ(recorder.calls,
              (Calls{"start", "1 agent=a", "1 : has_comment directive typo", "2 : empty",
                     "3 : has_comment comment", "4 allow=/", "4 : directive no_colon", "5 :",
                     "6 x=", "6 : directive", "7 : has_comment comment too_long", "end"}));
}

TEST(Reporter, KindsOfLines) {
    RobotsParsingReporter reporter;
    EXPECT_EQ(reporter.last_line_seen(), 0);
    const std::string body =
        "user-agent: a\nallow: /\ndisalow: /\nsite-map: s\nCrawl-Delay: 5\nfoo: bar\nwords\n";
    googlebot::ParseRobotsTxt({body.data(), body.size()}, &reporter);
    EXPECT_EQ(reporter.last_line_seen(), 8);
    EXPECT_EQ(reporter.valid_directives(), 4);
    EXPECT_EQ(reporter.unused_directives(), 2);
    const std::vector<RobotsParsedLine> lines = reporter.parse_results();
    ASSERT_EQ(lines.size(), 8U);
    const RobotsParsedLine::RobotsTagName tags[] = {
        RobotsParsedLine::kUserAgent, RobotsParsedLine::kAllow,   RobotsParsedLine::kDisallow,
        RobotsParsedLine::kSitemap,   RobotsParsedLine::kUnused,  RobotsParsedLine::kUnknown,
        RobotsParsedLine::kUnknown,   RobotsParsedLine::kUnknown,
    };
    for (std::size_t i = 0; i < lines.size(); ++i) {
        EXPECT_EQ(lines[i].line_num, static_cast<int>(i) + 1);
        EXPECT_EQ(lines[i].tag_name, tags[i]) << i;
        EXPECT_EQ(lines[i].is_typo, i == 2 || i == 3) << i;
        EXPECT_EQ(lines[i].metadata.has_directive, i < 6) << i;
    }
    EXPECT_TRUE(lines[7].metadata.is_empty);
}

TEST(Reporter, KeysThatOthersKnow) {
    for (const char* key : {"clean-param", "content-signal", "content-usage", "crawl-delay",
                            "domain", "host", "noarchive", "nofollow", "noindex", "request-rate",
                            "revisit-after", "visit-time", "NoIndex"}) {
        RobotsParsingReporter reporter;
        const std::string body = std::string(key) + ": x";
        googlebot::ParseRobotsTxt({body.data(), body.size()}, &reporter);
        EXPECT_EQ(reporter.parse_results()[0].tag_name, RobotsParsedLine::kUnused) << key;
        const std::string other = std::string(key) + "s: x";
        googlebot::ParseRobotsTxt({other.data(), other.size()}, &reporter);
        EXPECT_EQ(reporter.parse_results()[0].tag_name, RobotsParsedLine::kUnknown) << key;
    }
}

TEST(Reporter, MayBeToldOfLinesInAnyOrder) {
    RobotsParsingReporter reporter;
    reporter.HandleAllow(5, "/");
    reporter.HandleUnknownAction(3, "Host", "h");
    reporter.ReportLineMetadata(4, {});
    EXPECT_EQ(reporter.last_line_seen(), 5);
    const std::vector<RobotsParsedLine> lines = reporter.parse_results();
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_EQ(lines[0].line_num, 3);
    EXPECT_EQ(lines[0].tag_name, RobotsParsedLine::kUnused);
    EXPECT_EQ(lines[2].line_num, 5);
}

TEST(Reporter, CountsAreOfTheLastFileAndLinesPileUp) {
    RobotsParsingReporter reporter;
    googlebot::ParseRobotsTxt("allow: /\nallow: /\nallow: /", &reporter);
    googlebot::ParseRobotsTxt("foo: x", &reporter);
    EXPECT_EQ(reporter.valid_directives(), 0);
    EXPECT_EQ(reporter.unused_directives(), 1);
    EXPECT_EQ(reporter.last_line_seen(), 1);
    const std::vector<RobotsParsedLine> lines = reporter.parse_results();
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_EQ(lines[0].tag_name, RobotsParsedLine::kUnknown);
    EXPECT_EQ(lines[2].tag_name, RobotsParsedLine::kAllow);
}

}  // namespace

// The tests of programs declare these themselves.
namespace googlebot {
std::string GetPathParamsQuery(const std::string& url);
bool MaybeEscapePattern(const char* src, char** dst);
class RobotsMatcher;
}  // namespace googlebot

TEST(CompatHeaders, DeclareTheNamesOfTheOriginal) {
    EXPECT_EQ(googlebot::GetPathParamsQuery("http://h/a"), "/a");
    googlebot::RobotsMatcher matcher;
    EXPECT_TRUE(matcher.OneAgentAllowedByRobots("", "a", "http://h/"));
}
