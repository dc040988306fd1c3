// googlebot.h - librobots for programs written against google/robotstxt.
//
// Put <prefix>/include/googlebot-compat on the include path of such a program
// and link -lrobots: its #include "robots.h" finds this file, and nothing else
// changes. New code may include <robots/googlebot.h> itself. C++17; header only.
//
//     googlebot::RobotsMatcher matcher;
//     bool allowed = matcher.OneAgentAllowedByRobots(body, "FooBot", url);
//
// The names and the answers are those of the original, with all its quirks:
// profile google gives them. The differences:
//
// - Speed. AllowedByRobots does not call back line by line, except in two
//   cases: the matcher is of a derived class, whose overrides have to be
//   called, or the program is built without RTTI, so that this cannot be known.
//   To ask many URLs of one file, robots::Matcher of <robots/robots.hpp> is
//   faster by orders of magnitude.
// - Size. Of a body beyond 256 MiB only the lines are read that lie wholly
//   within the first 256 MiB, for matchers of any class.
// - Threads. Members that are const may be called from several threads at once;
//   AllowedByRobots changes the matcher and may not, as in the original.
// - Text. std::string_view where the original has absl::string_view. With most
//   builds of Abseil under C++17 these are one type. For the others define
//   ROBOTS_GOOGLEBOT_ABSL, in all files of a program or in none; the headers of
//   googlebot-compat do so where Abseil is on the include path. Texts that are
//   handed to a handler end with a NUL, as in the original.
// - RobotsMatchStrategy is a complete type here.
//
// GetKeyType, GetPathParamsQuery and MaybeEscapePattern are internal functions
// of the original that its tests call.
#ifndef ROBOTS_GOOGLEBOT_H
#define ROBOTS_GOOGLEBOT_H

#include <robots/robots.h>

#include <cstddef>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <typeinfo>
#include <vector>

#ifdef ROBOTS_GOOGLEBOT_ABSL
#include "absl/strings/string_view.h"
#endif

namespace googlebot {

#ifdef ROBOTS_GOOGLEBOT_ABSL
using StringView = absl::string_view;
#else
using StringView = std::string_view;
#endif

namespace internal {

// Abseil's type is only held and handed on: its members need its library.
inline std::string_view View(StringView text) { return {text.data(), text.size()}; }

struct FreeLines {
    void operator()(robots_lines* lines) const { robots_lines_free(lines); }
};

inline char LowerAscii(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

inline bool EqualsIgnoreCase(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) {
        return false;
    }
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (LowerAscii(a[i]) != LowerAscii(b[i])) {
            return false;
        }
    }
    return true;
}

}  // namespace internal

// ---------------------------------------------------------------------------
// Parsing

// A handler that ParseRobotsTxt tells what it finds, in the order of the file.
// Values are trimmed, and those of all keys but user-agent and sitemap are
// escaped as by MaybeEscapePattern. Lines are counted from 1.
class RobotsParseHandler {
public:
    // What kind of line it was.
    struct LineMetadata {
        // The line holds nothing but blanks.
        bool is_empty = false;
        // The line has a comment.
        bool has_comment = false;
        // The line holds nothing but a comment.
        bool is_comment = false;
        // There is a key and a value: one of the Handle functions was called.
        bool has_directive = false;
        // The key is misspelt but was understood.
        bool is_acceptable_typo = false;
        // The line was longer than 16,663 octets and cut.
        bool is_line_too_long = false;
        // There is no colon between key and value.
        bool is_missing_colon_separator = false;
    };

    RobotsParseHandler() = default;
    virtual ~RobotsParseHandler() = default;
    RobotsParseHandler(const RobotsParseHandler&) = delete;
    RobotsParseHandler& operator=(const RobotsParseHandler&) = delete;

    virtual void HandleRobotsStart() = 0;
    virtual void HandleRobotsEnd() = 0;
    virtual void HandleUserAgent(int line_num, StringView value) = 0;
    virtual void HandleAllow(int line_num, StringView value) = 0;
    virtual void HandleDisallow(int line_num, StringView value) = 0;
    virtual void HandleSitemap(int line_num, StringView value) = 0;
    // Any other key.
    virtual void HandleUnknownAction(int line_num, StringView action, StringView value) = 0;
    // Called for every line, after the Handle function of the line if any.
    virtual void ReportLineMetadata(int /*line_num*/, const LineMetadata& /*metadata*/) {}
};

// Reads a body and tells the handler. Linear in the body.
inline void ParseRobotsTxt(StringView robots_body, RobotsParseHandler* parse_callback) {
    const std::unique_ptr<robots_lines, internal::FreeLines> lines(
        robots_lines_new(robots_body.data(), robots_body.size()));
    std::string key;
    std::string value;
    parse_callback->HandleRobotsStart();
    for (;;) {
        const robots_line line = robots_lines_next(lines.get());
        if (line.line == 0) {
            break;
        }
        const auto has = [&line](unsigned flag) { return (line.flags & flag) != 0; };
        const int number = static_cast<int>(line.line);
        if (has(ROBOTS_LINE_RECORD)) {
            value.assign(line.value.data, line.value.len);
            const StringView text(value.data(), value.size());
            switch (line.key_type) {
                case ROBOTS_KEY_USER_AGENT:
                    parse_callback->HandleUserAgent(number, text);
                    break;
                case ROBOTS_KEY_ALLOW:
                    parse_callback->HandleAllow(number, text);
                    break;
                case ROBOTS_KEY_DISALLOW:
                    parse_callback->HandleDisallow(number, text);
                    break;
                case ROBOTS_KEY_SITEMAP:
                    parse_callback->HandleSitemap(number, text);
                    break;
                default:
                    key.assign(line.key.data, line.key.len);
                    parse_callback->HandleUnknownAction(
                        number, StringView(key.data(), key.size()), text);
                    break;
            }
        }
        RobotsParseHandler::LineMetadata metadata;
        metadata.is_empty = has(ROBOTS_LINE_EMPTY);
        metadata.has_comment = has(ROBOTS_LINE_HAS_COMMENT);
        metadata.is_comment = has(ROBOTS_LINE_COMMENT);
        metadata.has_directive = has(ROBOTS_LINE_RECORD);
        metadata.is_acceptable_typo = has(ROBOTS_LINE_TYPO);
        metadata.is_line_too_long = has(ROBOTS_LINE_TOO_LONG);
        metadata.is_missing_colon_separator = has(ROBOTS_LINE_MISSING_COLON);
        parse_callback->ReportLineMetadata(number, metadata);
    }
    parse_callback->HandleRobotsEnd();
}

struct ParsedRobotsKey {
    enum KeyType {
        USER_AGENT = ROBOTS_KEY_USER_AGENT,
        SITEMAP = ROBOTS_KEY_SITEMAP,
        ALLOW = ROBOTS_KEY_ALLOW,
        DISALLOW = ROBOTS_KEY_DISALLOW,
        UNKNOWN = ROBOTS_KEY_UNKNOWN,
    };
};

// What a key means, by its beginning: "allowance" means ALLOW.
inline ParsedRobotsKey::KeyType GetKeyType(StringView key) {
    return static_cast<ParsedRobotsKey::KeyType>(robots_google_key(key.data(), key.size()));
}

// Path, parameters and query of a URL; always begins with a slash.
inline std::string GetPathParamsQuery(const std::string& url) {
    std::string path(url.size() + 1, '/');
    path.resize(robots_google_path(url.data(), url.size(), &path[0], path.size()));
    return path;
}

// Escapes a pattern as it is matched. Returns false if nothing had to be
// changed, and then *dst is src. Otherwise *dst is an array that the caller
// deletes.
inline bool MaybeEscapePattern(const char* src, char** dst) {
    const std::size_t size = std::strlen(src);
    const std::size_t escaped_size = robots_google_escape(src, size, nullptr, 0);
    std::unique_ptr<char[]> escaped(new char[escaped_size + 1]);
    robots_google_escape(src, size, escaped.get(), escaped_size);
    escaped[escaped_size] = '\0';
    if (escaped_size == size && std::memcmp(escaped.get(), src, size) == 0) {
        *dst = const_cast<char*>(src);
        return false;
    }
    *dst = escaped.release();
    return true;
}

// ---------------------------------------------------------------------------
// Matching

// How well a pattern matches a path: a negative number is no match, and of two
// matches the greater number is the better one; 0 is a match that decides
// nothing.
class RobotsMatchStrategy {
public:
    virtual ~RobotsMatchStrategy() = default;
    virtual int MatchAllow(StringView path, StringView pattern) = 0;
    virtual int MatchDisallow(StringView path, StringView pattern) = 0;

protected:
    static bool Matches(StringView path, StringView pattern) {
        return robots_google_match(path.data(), path.size(), pattern.data(), pattern.size()) != 0;
    }
};

// The longer the pattern the better.
class LongestMatchRobotsMatchStrategy : public RobotsMatchStrategy {
public:
    int MatchAllow(StringView path, StringView pattern) override {
        return Matches(path, pattern) ? static_cast<int>(pattern.size()) : -1;
    }
    int MatchDisallow(StringView path, StringView pattern) override {
        return Matches(path, pattern) ? static_cast<int>(pattern.size()) : -1;
    }
};

// Matches URLs against robots.txt bodies, one after another. The answers of the
// const members are about the last call of AllowedByRobots or
// OneAgentAllowedByRobots.
class RobotsMatcher : protected RobotsParseHandler {
public:
    RobotsMatcher() = default;
    ~RobotsMatcher() override = default;

    // Whether a product token consists of letters, hyphens and underscores.
    static bool IsValidUserAgentToObey(StringView user_agent) {
        return user_agent.size() > 0 && ExtractUserAgent(user_agent).size() == user_agent.size();
    }

    // May a crawler that answers to all these agents fetch the URL? Their groups
    // count together. The URL has to be %-encoded already.
    bool AllowedByRobots(StringView robots_body, const std::vector<std::string>* user_agents,
                         const std::string& url) {
        if (IsOfThisClass()) {
            return Ask(robots_body, Joined(user_agents), url);
        }
        const std::string path = GetPathParamsQuery(url);
        InitUserAgentsAndPath(user_agents, path.c_str());
        ParseRobotsTxt(robots_body, this);
        InitUserAgentsAndPath(nullptr, nullptr);
        return !disallow();
    }

    // May a crawler that answers to this one agent fetch the URL?
    bool OneAgentAllowedByRobots(StringView robots_txt, const std::string& user_agent,
                                 const std::string& url) {
        if (IsOfThisClass() && user_agent.find(',') == std::string::npos) {
            return Ask(robots_txt, user_agent, url);
        }
        const std::vector<std::string> user_agents(1, user_agent);
        return AllowedByRobots(robots_txt, &user_agents, url);
    }

    // Is the URL denied?
    bool disallow() const {
        if (Decides(allow_.specific, disallow_.specific)) {
            return disallow_.specific.priority() > allow_.specific.priority();
        }
        // A group that names the agent, without a rule that matches, allows.
        if (ever_seen_specific_agent_ || !Decides(allow_.global, disallow_.global)) {
            return false;
        }
        return disallow_.global.priority() > allow_.global.priority();
    }

    // Is the URL denied by a group that names one of the agents?
    bool disallow_ignore_global() const {
        return Decides(allow_.specific, disallow_.specific) &&
               disallow_.specific.priority() > allow_.specific.priority();
    }

    // Does a group of the file name one of the agents?
    bool ever_seen_specific_agent() const { return ever_seen_specific_agent_; }

    // The line of the rule that matched best; 0 if none matched.
    int matching_line() const {
        return ever_seen_specific_agent_
                   ? Match::HigherPriorityMatch(disallow_.specific, allow_.specific).line()
                   : Match::HigherPriorityMatch(disallow_.global, allow_.global).line();
    }

protected:
    // Called line by line where the matcher is of a derived class.
    void HandleRobotsStart() override {
        allow_.Clear();
        disallow_.Clear();
        seen_global_agent_ = false;
        seen_specific_agent_ = false;
        ever_seen_specific_agent_ = false;
        seen_separator_ = false;
    }

    void HandleRobotsEnd() override {}

    void HandleUserAgent(int /*line_num*/, StringView value) override {
        if (seen_separator_) {
            seen_global_agent_ = seen_specific_agent_ = seen_separator_ = false;
        }
        const std::string_view text = internal::View(value);
        if (text == "*" || (text.size() > 1 && text[0] == '*' && IsSpace(text[1]))) {
            seen_global_agent_ = true;
            return;
        }
        if (user_agents_ == nullptr) {
            return;
        }
        const std::string_view name = internal::View(ExtractUserAgent(value));
        for (const std::string& agent : *user_agents_) {
            if (internal::EqualsIgnoreCase(name, agent)) {
                ever_seen_specific_agent_ = seen_specific_agent_ = true;
                return;
            }
        }
    }

    void HandleAllow(int line_num, StringView value) override {
        if (!seen_any_agent()) {
            return;
        }
        seen_separator_ = true;
        const int priority = match_strategy_->MatchAllow(Path(), value);
        if (priority >= 0) {
            Note(allow_, priority, line_num);
            return;
        }
        // A rule that allows /a/index.html allows /a/ too, and nothing else
        // behind it.
        const std::string_view text = internal::View(value);
        const std::size_t slash = text.rfind('/');
        if (slash != std::string_view::npos && text.substr(slash, 10) == "/index.htm") {
            const std::string directory = std::string(text.substr(0, slash + 1)) + '$';
            HandleAllow(line_num, StringView(directory.data(), directory.size()));
        }
    }

    void HandleDisallow(int line_num, StringView value) override {
        if (!seen_any_agent()) {
            return;
        }
        seen_separator_ = true;
        const int priority = match_strategy_->MatchDisallow(Path(), value);
        if (priority >= 0) {
            Note(disallow_, priority, line_num);
        }
    }

    void HandleSitemap(int /*line_num*/, StringView /*value*/) override {}
    void HandleUnknownAction(int /*line_num*/, StringView /*action*/,
                             StringView /*value*/) override {}

    // The part of a text that can be a product token: "Foo" of "Foo/1.2".
    static StringView ExtractUserAgent(StringView user_agent) {
        std::size_t size = 0;
        for (const char c : internal::View(user_agent)) {
            const char lower = internal::LowerAscii(c);
            if (!(lower >= 'a' && lower <= 'z') && c != '-' && c != '_') {
                break;
            }
            ++size;
        }
        return StringView(user_agent.data(), size);
    }

    // What the Handle functions match against. Neither is copied.
    void InitUserAgentsAndPath(const std::vector<std::string>* user_agents, const char* path) {
        user_agents_ = user_agents;
        path_ = path;
    }

    bool seen_any_agent() const { return seen_global_agent_ || seen_specific_agent_; }

    // How well a line matched, and which.
    class Match {
    public:
        Match() = default;
        Match(int priority, int line) : priority_(priority), line_(line) {}
        void Set(int priority, int line) { *this = Match(priority, line); }
        void Clear() { *this = Match(); }
        int line() const { return line_; }
        int priority() const { return priority_; }
        static const Match& HigherPriorityMatch(const Match& a, const Match& b) {
            return a.priority() > b.priority() ? a : b;
        }

    private:
        int priority_ = -1;
        int line_ = 0;
    };

    // The best match in groups for every crawler and in groups that name an
    // agent.
    struct MatchHierarchy {
        Match global;
        Match specific;
        void Clear() { *this = MatchHierarchy(); }
    };

    MatchHierarchy allow_;
    MatchHierarchy disallow_;
    bool seen_global_agent_ = false;         // The group speaks to everybody.
    bool seen_specific_agent_ = false;       // The group names an agent.
    bool ever_seen_specific_agent_ = false;  // Any group did so far.
    bool seen_separator_ = false;            // The group has a rule.
    const char* path_ = nullptr;
    const std::vector<std::string>* user_agents_ = nullptr;
    RobotsMatchStrategy* match_strategy_ = &longest_match_;

private:
    static bool Decides(const Match& allow, const Match& disallow) {
        return allow.priority() > 0 || disallow.priority() > 0;
    }

    static bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

    bool IsOfThisClass() const {
#if defined(__cpp_rtti) || defined(_CPPRTTI)
        return typeid(*this) == typeid(RobotsMatcher);
#else
        return false;
#endif
    }

    // As a list for the C interface. An agent with a comma can name no group, as
    // no name has one; left in, it would be two agents. A slash is none at all.
    static std::string Joined(const std::vector<std::string>* user_agents) {
        std::string list;
        bool any = false;
        if (user_agents != nullptr) {
            for (const std::string& agent : *user_agents) {
                if (agent.find(',') == std::string::npos) {
                    list.append(any ? "," : "").append(agent);
                    any = true;
                }
            }
        }
        return any ? list : "/";
    }

    // The answer without callbacks, kept as the Handle functions would keep it.
    bool Ask(StringView body, const std::string& agents, const std::string& url) {
        const robots_google_verdict answer =
            robots_google_check(body.data(), body.size(), agents.data(), agents.size(),
                                url.data(), url.size());
        const robots_verdict& verdict = answer.verdict;
        RobotsMatcher::HandleRobotsStart();
        ever_seen_specific_agent_ = seen_specific_agent_ = answer.names_agent != 0;
        if (verdict.reason == ROBOTS_REASON_RULE) {
            Note(verdict.allowed != 0 ? allow_ : disallow_, static_cast<int>(verdict.octets),
                 static_cast<int>(verdict.line));
        } else if (verdict.allowed == 0) {
            Note(disallow_, 1, 0);
        }
        return verdict.allowed != 0;
    }

    StringView Path() const {
        return path_ == nullptr ? StringView("/", 1) : StringView(path_, std::strlen(path_));
    }

    // Keeps a match if it is better than the one before.
    void Note(MatchHierarchy& side, int priority, int line) {
        Match& best = seen_specific_agent_ ? side.specific : side.global;
        if (best.priority() < priority) {
            best.Set(priority, line);
        }
    }

    LongestMatchRobotsMatchStrategy longest_match_;
};

}  // namespace googlebot

#include <robots/googlebot_reporting.h>

#endif  // ROBOTS_GOOGLEBOT_H
