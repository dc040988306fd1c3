// Reads the vectors of tests/data; their format is described in the README there.
#ifndef CASE_FILE_HPP
#define CASE_FILE_HPP

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <robots/robots.hpp>

namespace cases {

struct Query {
    std::string agents;
    std::string url;
    bool by_path = false;
    bool allowed = false;
    std::uint32_t line = 0;
    std::optional<std::string> reason;
    std::optional<std::uint32_t> octets;
    std::optional<std::size_t> rule;
    std::optional<robots::Profile> only;
    /// FILE:LINE, to find it.
    std::string where;
};

struct Case {
    std::string name;
    std::vector<robots::Profile> profiles{robots::Profile::rfc9309, robots::Profile::google};
    robots::Options options;
    bool escaped = false;
    std::string body;
    std::vector<Query> queries;
};

[[noreturn]] inline void fail(const std::string& what) {
#ifdef __cpp_exceptions
    throw std::runtime_error(what);
#else
    std::fprintf(stderr, "%s\n", what.c_str());
    std::abort();
#endif
}

struct Field {
    std::string text;
    bool quoted = false;
};

inline std::vector<Field> fields_of(const std::string& line, const std::string& where) {
    std::vector<Field> fields;
    std::size_t at = 0;
    for (;;) {
        at = line.find_first_not_of(" \t", at);
        if (at == std::string::npos) {
            return fields;
        }
        if (line[at] == '"') {
            const std::size_t end = line.find('"', at + 1);
            if (end == std::string::npos) {
                fail(where + ": a quote without end");
            }
            fields.push_back({line.substr(at + 1, end - at - 1), true});
            at = end + 1;
        } else {
            const std::size_t end = line.find_first_of(" \t", at);
            fields.push_back({line.substr(at, end - at), false});
            at = end;
        }
    }
}

inline std::string unescaped(const std::string& text, const std::string& where) {
    std::string out;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '\\') {
            out += text[at];
            continue;
        }
        const char kind = ++at < text.size() ? text[at] : '\0';
        switch (kind) {
            case '\\': out += '\\'; break;
            case 'n': out += '\n'; break;
            case 'r': out += '\r'; break;
            case 't': out += '\t'; break;
            case 'x': {
                const std::string digits = text.substr(at + 1, 2);
                if (digits.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos ||
                    digits.size() != 2) {
                    fail(where + ": a bad escape");
                }
                out += static_cast<char>(std::strtoul(digits.c_str(), nullptr, 16));
                at += 2;
                break;
            }
            default: fail(where + ": a bad escape");
        }
    }
    return out;
}

inline std::uint32_t number(const std::string& text) {
    return static_cast<std::uint32_t>(std::strtoul(text.c_str(), nullptr, 10));
}

inline std::vector<robots::Profile> profiles_of(const std::string& word, const std::string& where) {
    if (word == "rfc9309") {
        return {robots::Profile::rfc9309};
    }
    if (word == "google") {
        return {robots::Profile::google};
    }
    if (word != "both") {
        fail(where + ": no profile: " + word);
    }
    return {robots::Profile::rfc9309, robots::Profile::google};
}

inline void set_option(robots::Options& options, const std::string& word, const std::string& where) {
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const std::size_t value = equals == std::string::npos ? 1 : number(word.substr(equals + 1));
    if (name == "assume_slash") {
        options.assume_slash = true;
    } else if (name == "exact_agent") {
        options.exact_agent = true;
    } else if (name == "blank_line_ends_group") {
        options.blank_line_ends_group = true;
    } else if (name == "max_bytes") {
        options.max_bytes = value;
    } else if (name == "max_line") {
        options.max_line = value;
    } else {
        fail(where + ": no option: " + word);
    }
}

inline Query query_of(const std::vector<Field>& fields, bool escaped, const std::string& where) {
    if (fields.size() < 4) {
        fail(where + ": too few fields");
    }
    const auto text = [&](const Field& field) {
        if (!field.quoted && field.text == "-") {
            return std::string();
        }
        return escaped ? unescaped(field.text, where) : field.text;
    };
    Query query;
    query.where = where;
    query.agents = text(fields[0]);
    if (fields[1].text != "allow" && fields[1].text != "deny") {
        fail(where + ": no verdict: " + fields[1].text);
    }
    query.allowed = fields[1].text == "allow";
    query.line = number(fields[2].text);
    query.url = text(fields[3]);
    query.by_path = !query.url.empty() && query.url[0] == '/';
    for (std::size_t i = 4; i < fields.size(); ++i) {
        const std::size_t equals = fields[i].text.find('=');
        const std::string key = fields[i].text.substr(0, equals);
        const std::string value = fields[i].text.substr(equals + 1);
        if (key == "reason") {
            query.reason = value;
        } else if (key == "octets") {
            query.octets = number(value);
        } else if (key == "rule" && value == "none") {
            // LINE says so already.
        } else if (key == "rule") {
            query.rule = number(value);
        } else if (key == "only") {
            query.only = profiles_of(value, where).front();
        } else if (key == "entry" && value == "url") {
            query.by_path = false;
        } else {
            fail(where + ": no key: " + key);
        }
    }
    return query;
}

inline std::vector<Case> load(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        fail("cannot read " + path);
    }
    std::vector<Case> all;
    std::string line;
    for (int at = 1; std::getline(file, line); ++at) {
        const std::string where = path + ":" + std::to_string(at);
        if (line.find_first_not_of(" \t") == std::string::npos || line[0] == '#') {
            continue;
        }
        if (line[0] == '|') {
            if (all.empty()) {
                fail(where + ": a body before any case");
            }
            const std::string text = line.size() > 2 ? line.substr(2) : "";
            Case& current = all.back();
            current.body += current.escaped ? unescaped(text, where) : text + "\n";
            continue;
        }
        const std::vector<Field> fields = fields_of(line, where);
        const std::string head = fields[0].quoted ? "" : fields[0].text;
        if (head == "case") {
            Case next;
            next.name = fields.at(1).text;
            next.escaped = fields.size() > 2 && fields[2].text == "escaped";
            all.push_back(next);
            continue;
        }
        if (all.empty()) {
            fail(where + ": a line before any case");
        }
        Case& current = all.back();
        if (head == "profile") {
            current.profiles = profiles_of(fields.at(1).text, where);
        } else if (head == "options") {
            for (std::size_t i = 1; i < fields.size(); ++i) {
                set_option(current.options, fields[i].text, where);
            }
        } else {
            current.queries.push_back(query_of(fields, current.escaped, where));
        }
    }
    return all;
}

}  // namespace cases

#endif  // CASE_FILE_HPP
