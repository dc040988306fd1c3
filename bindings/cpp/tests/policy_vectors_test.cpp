// The tables of tests/data about origins, groups and the access policy; each
// describes itself in its first lines.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <robots/cache.hpp>

namespace {

using robots::AccessResult;
using robots::Decision;
using robots::Failure;
using robots::Fetch;
using robots::Policy;
using robots::State;
using robots::Time;
using std::chrono::seconds;

constexpr Time kBegin{seconds(1'800'000'000)};

std::vector<std::string> split(const std::string& text, const std::string& between) {
    std::vector<std::string> parts;
    std::size_t at = 0;
    for (;;) {
        const std::size_t end = text.find(between, at);
        parts.push_back(text.substr(at, end - at));
        if (end == std::string::npos) {
            return parts;
        }
        at = end + between.size();
    }
}

std::vector<std::vector<std::string>> rows_of(const char* file) {
    std::ifstream table(std::string(ROBOTS_TEST_DATA "/") + file, std::ios::binary);
    std::vector<std::vector<std::string>> rows;
    for (std::string row; std::getline(table, row);) {
        if (!row.empty() && row[0] != '#') {
            rows.push_back(split(row, "\t"));
        }
    }
    return rows;
}

std::string unescaped(const std::string& text) {
    std::string octets;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '\\') {
            octets += text[at];
        } else if (text.compare(at, 2, "\\\\") == 0) {
            octets += text[++at];
        } else {
            octets += static_cast<char>(std::strtoul(text.substr(at + 2, 2).c_str(), nullptr, 16));
            at += 3;
        }
    }
    return octets;
}

TEST(Origins, AreThoseOfTheTable) {
    // The library under test was built with or without hosts outside ASCII.
    const bool idn = robots::url_origin("https://caf\xC3\xA9.example/").has_value();
    const auto rows = rows_of("origin.tsv");
    for (const auto& row : rows) {
        SCOPED_TRACE(row[0] + " " + row[1]);
        const bool needs_idn = row[0].substr(0, 4) == "idn-";
        const std::string kind = needs_idn ? row[0].substr(4) : row[0];
        const std::string url = unescaped(row[1]);
        if (kind == "origin" && (idn || !needs_idn)) {
            EXPECT_EQ(robots::url_origin(url), row[2]);
            EXPECT_EQ(robots::url_robots_txt(url), row[3]);
        } else if (kind == "origin" || kind == "error") {
            EXPECT_FALSE(robots::url_origin(url));
            EXPECT_FALSE(robots::is_robots_txt(url));
        } else if (kind == "robots-txt") {
            EXPECT_EQ(robots::is_robots_txt(url), row[2] == "yes");
        } else if (kind == "governs") {
            EXPECT_EQ(robots::governs(url, unescaped(row[2])),
                      row[3] == "yes" && (idn || !needs_idn));
        } else {
            ADD_FAILURE() << "not a row";
        }
    }
    EXPECT_GT(rows.size(), 100U);
}

std::string shown(const std::optional<robots::CrawlDelay::Seconds>& delay) {
    if (!delay) {
        return "-";
    }
    char text[32];
    std::snprintf(text, sizeof text, "%g", delay->count());
    return text;
}

TEST(Groups, AreThoseOfTheTable) {
    const auto rows = rows_of("groups.tsv");
    for (const auto& row : rows) {
        SCOPED_TRACE(row[0] + " " + row[2]);
        std::string body;
        for (const auto& line : split(row[0], "\\n")) {
            body += line + "\n";
        }
        body.pop_back();
        robots::Options options;
        options.profile =
            row[1] == "google" ? robots::Profile::google : robots::Profile::rfc9309;
        options.exact_agent = row[1] == "exact";
        const auto txt = robots::RobotsTxt::parse(body, options);
        const auto match = txt.group_for(row[2]);
        const auto delay = txt.crawl_delay(row[2]);
        ASSERT_EQ(match.has_value(), row[3] != "misuse");
        ASSERT_EQ(delay.has_value(), row[3] != "misuse");
        if (!match) {
            continue;
        }
        constexpr const char* kNames[] = {"none", "star", "named", "fallback"};
        EXPECT_EQ(kNames[static_cast<int>(match->kind) - 1], row[3]);
        EXPECT_EQ(match->name, row[4] == "-" ? "" : row[4]);
        EXPECT_EQ(delay->group, match->kind);
        EXPECT_EQ(shown(delay->own), row[5]);
        EXPECT_EQ(shown(delay->star), row[6]);
        EXPECT_EQ(shown(delay->effective()), row[7]);
    }
    EXPECT_GT(rows.size(), 50U);
    const robots::RobotsTxt none;
    EXPECT_FALSE(none.group_for("ExampleBot"));
}

/// For C++ as for C, 0 is the default; where the table wants 0 of a time, one
/// second is the least there is anyway, and of redirects, five.
Policy policy_of(const std::string& column) {
    Policy policy;
    if (column == "-") {
        return policy;
    }
    for (const std::string& setting : split(column, ",")) {
        const std::vector<std::string> parts = split(setting, "=");
        const std::string& field = parts[0];
        const std::string& value = parts[1];
        const long number = std::strtol(value.c_str(), nullptr, 10);
        const seconds time(number == 0 ? 1 : number);
        if (field == "default_fresh") {
            policy.default_fresh = time;
        } else if (field == "min_fresh") {
            policy.min_fresh = time;
        } else if (field == "max_fresh") {
            policy.max_fresh = time;
        } else if (field == "min_retry") {
            policy.min_retry = time;
        } else if (field == "max_retry") {
            policy.max_retry = time;
        } else if (field == "max_retry_after") {
            policy.max_retry_after = time;
        } else if (field == "long_outage") {
            policy.long_outage = time;
        } else if (field == "max_redirects") {
            policy.max_redirects = static_cast<std::uint8_t>(number);
        } else if (field == "shared_cache") {
            policy.shared_cache = value == "true";
        } else if (field == "forbidden_is_disallow") {
            policy.forbidden_is_disallow = value == "true";
        } else if (field == "five_xx_means_missing") {
            policy.five_xx_means_missing = value == "true";
        } else if (setting == "after_outage=allow-all") {
            policy.after_outage = robots::AfterOutage::allow_all;
        } else if (setting == "after_outage=last-copy-or-refuse") {
            policy.after_outage = robots::AfterOutage::last_copy_or_refuse;
        } else if (setting == "after_outage=refuse-all") {
            policy.after_outage = robots::AfterOutage::refuse_all;
        } else {
            ADD_FAILURE() << "no such setting: " << setting;
        }
    }
    return policy;
}

Failure failure_called(const std::string& name) {
    for (std::uint8_t number = ROBOTS_FAILURE_DNS; number <= ROBOTS_FAILURE_OTHER; ++number) {
        if (robots::name(static_cast<Failure>(number)) == name) {
            return static_cast<Failure>(number);
        }
    }
    ADD_FAILURE() << "no failure is called " << name;
    return Failure::other;
}

/// Of a Fetch or a Ticket.
template <class Attempt>
void step(Attempt& attempt, const std::string& text) {
    const std::vector<std::string> words = split(text, " ");
    if (words[0] == "fail") {
        attempt.failure(failure_called(words[1]));
    } else if (words[0] == "followed") {
        const unsigned long count = std::strtoul(words[1].c_str(), nullptr, 10);
        EXPECT_TRUE(attempt.followed(static_cast<std::uint32_t>(count), words[2]));
    } else {
        std::vector<std::string> parts = split(text, " {");
        const std::vector<std::string> response = split(parts[0], " ");
        std::string headers = "HTTP/1.1 " + response[0] + "\r\n";
        if (response.size() > 1) {
            headers += "Location: " + response[1] + "\r\n";
        }
        for (std::size_t i = 1; i < parts.size(); ++i) {
            headers.append(parts[i], 0, parts[i].size() - 1).append("\r\n");
        }
        const int status = static_cast<int>(std::strtol(response[0].c_str(), nullptr, 10));
        attempt.response(status, headers + "\r\n", response[0].back() != '!');
    }
}

std::string show(const Decision& decision) {
    const char* const copies[] = {"keep", "replace", "forget"};
    std::string text;
    for (const std::string_view word :
         {robots::name(decision.access()), robots::name(decision.basis()),
          robots::name(decision.cause())}) {
        text.append(word).append(" ");
    }
    return text + std::to_string(decision.wait().count()) + " " +
           std::to_string(decision.fresh_for().count()) + " " +
           copies[static_cast<std::size_t>(decision.copy())];
}

Time later(Time now, long long by) {
    return by > (Time::max() - now).count() ? Time::max() : now + seconds(by);
}

TEST(AccessPolicy, DecidesAsTheTableSays) {
    const auto rows = rows_of("fetch.tsv");
    for (const auto& row : rows) {
        SCOPED_TRACE(row[0]);
        ASSERT_GE(row.size(), 5U);
        const Policy policy = policy_of(row[2]);
        State state = State::create();
        Time now = kBegin;
        Decision decision;
        std::string target = "-";
        for (const std::string& event : split(row[3], " ; ")) {
            const std::size_t blank = event.find(' ');
            now = later(now, std::strtoll(event.c_str() + 1, nullptr, 10));
            const std::string what = event.substr(blank + 1);
            if (what == "look") {
                decision = state.decision(now, policy);
            } else if (what == "forget") {
                EXPECT_TRUE(state.forget_copy());
                decision = state.decision(now, policy);
            } else {
                Fetch fetch = Fetch::begin("http://site.example/page", state, policy);
                for (const std::string& text : split(what, " > ")) {
                    step(fetch, text);
                }
                decision = state.record(fetch, now, policy);
                target = fetch.target().value_or("-");
            }
            // What is stored and read back decides the same.
            const robots::Bytes bytes = state.to_bytes();
            state = State::from_bytes(bytes.view());
            ASSERT_TRUE(state);
        }
        EXPECT_EQ(show(decision), row[4]);
        EXPECT_EQ(decision.fetch_at(), later(now, decision.wait().count()));
        EXPECT_EQ(decision.next_change(),
                  later(now, std::min(decision.wait(), decision.fresh_for()).count()));
        if (row.size() > 5) {
            EXPECT_EQ(target, row[5]);
        }
    }
    std::printf("%zu cases\n", rows.size());
    EXPECT_GT(rows.size(), 150U);
}

TEST(AccessPolicy, IsTheSameThroughACache) {
    constexpr std::string_view url = "http://site.example/page";
    for (const auto& row : rows_of("fetch.tsv")) {
        SCOPED_TRACE(row[0]);
        // A cache does not lose its copy alone.
        if (row[3].find("forget") != std::string::npos) {
            continue;
        }
        const Policy policy = policy_of(row[2]);
        const robots::Cache cache = robots::Cache::create(1 << 20, "ExampleBot", policy);
        Time now = kBegin;
        Decision decision;
        for (const std::string& event : split(row[3], " ; ")) {
            now = later(now, std::strtoll(event.c_str() + 1, nullptr, 10));
            const std::string what = event.substr(event.find(' ') + 1);
            if (what == "look") {
                const State state = cache.state(url);
                decision = state ? state.decision(now, policy)
                                 : State::create().decision(now, policy);
            } else {
                robots::Ticket ticket = cache.refresh(url, now);
                ASSERT_TRUE(ticket);
                for (const std::string& text : split(what, " > ")) {
                    step(ticket, text);
                }
                decision = ticket.finish({}, now).decision();
            }
            // What can be had without a ticket says the same.
            const robots::Answer answer = cache.check(url, now);
            EXPECT_EQ(answer.access(), decision.access());
            EXPECT_EQ(answer.basis(), decision.basis());
            EXPECT_EQ(answer.wait(), decision.wait());
            EXPECT_EQ(answer.next_change(), decision.next_change());
            EXPECT_EQ(answer.lookup() == robots::LookupKind::fetch, decision.fetch_due());
            EXPECT_EQ(answer.allowed(), decision.access() != robots::Access::refuse_all);
        }
        EXPECT_EQ(show(decision), row[4]);
        // The table speaks of the last attempt, the cache of all.
        if (row.size() > 5 && row[3].find(" ; ") == std::string::npos) {
            EXPECT_EQ(cache.origins().size(), row[5] == "-" ? 1U : 2U);
            EXPECT_EQ(static_cast<bool>(cache.state(row[5])), row[5] != "-");
        }
    }
}

}  // namespace
