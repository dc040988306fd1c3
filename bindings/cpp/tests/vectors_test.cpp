// Every question of tests/data, by every way that C++ has of asking it.
#include <filesystem>

#include <gtest/gtest.h>

#include <robots/googlebot.h>
#include <robots/robots.hpp>

#include "case_file.hpp"

namespace {

using robots::Matcher;
using robots::Options;
using robots::Profile;
using robots::Reason;
using robots::RobotsTxt;
using robots::Verdict;

std::vector<std::string> case_files() {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(ROBOTS_TEST_DATA)) {
        if (entry.path().extension() == ".case") {
            files.push_back(entry.path().string());
        }
    }
    return files;
}

void expect(const cases::Query& query, const Verdict& verdict) {
    EXPECT_EQ(verdict.allowed(), query.allowed);
    EXPECT_EQ(verdict.line(), query.line);
    if (query.line == 0) {
        EXPECT_NE(verdict.reason(), Reason::rule);
        EXPECT_EQ(verdict.octets(), 0U);
        EXPECT_FALSE(verdict.rule());
    } else {
        EXPECT_EQ(verdict.reason(), Reason::rule);
    }
    if (query.reason) {
        EXPECT_EQ(robots::name(verdict.reason()), *query.reason);
    }
    if (query.octets) {
        EXPECT_EQ(verdict.octets(), *query.octets);
    }
    if (query.rule) {
        EXPECT_EQ(verdict.rule(), query.rule);
    }
}

/// Every line goes through the callbacks of this one, as it is a derived class.
class Derived : public googlebot::RobotsMatcher {};

std::vector<std::string> split(const std::string& agents) {
    std::vector<std::string> list(1);
    for (const char c : agents) {
        if (c == ',') {
            list.emplace_back();
        } else {
            list.back() += c;
        }
    }
    return list;
}

void expect_drop_in(googlebot::RobotsMatcher&& matcher, const cases::Case& c,
                    const cases::Query& query) {
    const std::vector<std::string> agents = split(query.agents);
    EXPECT_EQ(matcher.AllowedByRobots({c.body.data(), c.body.size()}, &agents, query.url),
              query.allowed);
    EXPECT_EQ(matcher.disallow(), !query.allowed);
    EXPECT_EQ(matcher.matching_line(), static_cast<int>(query.line));
}

void ask(const cases::Case& c, const cases::Query& query, Profile profile) {
    SCOPED_TRACE(query.where + " " + c.name);
    Options options = c.options;
    options.profile = profile;
    const RobotsTxt txt = RobotsTxt::parse(c.body, options);
    ASSERT_TRUE(txt);
    const Matcher from_txt = txt.matcher(query.agents);
    const Matcher from_body = Matcher::compile(c.body, query.agents, options);
    EXPECT_EQ(static_cast<bool>(from_txt), static_cast<bool>(from_body));
    if (query.by_path) {
        expect(query, from_txt.check_path(query.url));
        expect(query, from_body.check_path(query.url));
        EXPECT_EQ(from_body.allows_path(query.url), query.allowed);
    }
    // A path is a URL like any other, unless it has two slashes.
    const bool by_url = !query.by_path || query.url.substr(0, 2) != "//";
    if (by_url) {
        expect(query, from_txt.check(query.url));
        expect(query, from_body.check(query.url));
        EXPECT_EQ(from_body.allows(query.url), query.allowed);
        expect(query, robots::check_once(c.body, query.agents, query.url, options));
        const std::vector<std::string> urls(3, query.url);
        std::vector<Verdict> verdicts(3);
        EXPECT_TRUE(from_body.check_many(urls, verdicts));
        expect(query, verdicts[2]);
        const std::string text = query.url + query.url;
        const std::size_t ends[] = {query.url.size(), text.size()};
        Verdict two[2];
        EXPECT_EQ(from_body.check_many(text, ends, two), static_cast<bool>(from_body));
        expect(query, two[1]);
    }
    const Verdict verdict =
        query.by_path ? from_txt.check_path(query.url) : from_txt.check(query.url);
    const std::optional<robots::Rule> rule = txt.rule(verdict);
    EXPECT_EQ(rule.has_value(), verdict.line() != 0);
    if (rule) {
        EXPECT_EQ(rule->line, verdict.line());
        EXPECT_EQ(rule->index, verdict.rule());
        EXPECT_EQ(rule->allow, verdict.allowed() && rule->allow);
    }
    if (profile == Profile::google && by_url) {
        expect_drop_in(googlebot::RobotsMatcher(), c, query);
        expect_drop_in(Derived(), c, query);
    }
}

TEST(Vectors, GiveTheSameAnswersByEveryWay) {
    std::size_t asked = 0;
    for (const std::string& file : case_files()) {
        for (const cases::Case& c : cases::load(file)) {
            for (const Profile profile : c.profiles) {
                for (const cases::Query& query : c.queries) {
                    if (!query.only || *query.only == profile) {
                        ask(c, query, profile);
                        ++asked;
                    }
                }
            }
        }
    }
    RecordProperty("asked", static_cast<int>(asked));
    std::printf("%zu questions\n", asked);
    EXPECT_GT(asked, 1000U);
}

}  // namespace
