// Cases with the answers of google/robotstxt, in JSON Lines as `robots test`
// reads them, from the files that ROBOTS_CONFORMANCE names, with colons between
// them; where it names none, there is no test. Bodies in files of their own are
// looked for in the folder that ROBOTS_CORPUS names, and passed over without.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <robots/googlebot.h>

namespace {

/// One line: an object of texts, numbers and booleans, which all become texts.
class Object {
public:
    explicit Object(const std::string& line) : line_(line) {
        skip("{");
        while (at_ < line_.size() && line_[at_] != '}') {
            const std::string key = string();
            skip(":");
            members_[key] = line_[at_] == '"' ? string() : word();
            skip(",");
        }
    }

    [[nodiscard]] bool has(const std::string& key) const { return members_.count(key) > 0; }

    [[nodiscard]] std::string at(const std::string& key) const {
        const auto found = members_.find(key);
        return found == members_.end() ? std::string() : found->second;
    }

    /// Either the member of this name, or the one with base64 behind it, decoded.
    [[nodiscard]] std::string octets(const std::string& key) const {
        return has(key + "_base64") ? decoded(at(key + "_base64")) : at(key);
    }

private:
    void skip(const char* what) {
        at_ = std::min(line_.find_first_not_of(std::string(" \t\r") + what, at_), line_.size());
    }

    std::string word() {
        const std::size_t start = at_;
        at_ = std::min(line_.find_first_of(" \t\r,}", at_), line_.size());
        return line_.substr(start, at_ - start);
    }

    std::string string() {
        std::string out;
        for (++at_; at_ < line_.size() && line_[at_] != '"'; ++at_) {
            if (line_[at_] != '\\') {
                out += line_[at_];
                continue;
            }
            switch (line_[++at_]) {
                case 'n': out += '\n'; break;
                case 't': out += '\t'; break;
                case 'r': out += '\r'; break;
                case 'b': out += '\b'; break;
                case 'f': out += '\f'; break;
                case 'u': out += utf8(code_point()); break;
                default: out += line_[at_];
            }
        }
        ++at_;
        return out;
    }

    unsigned hex() {
        const std::string digits = line_.substr(at_ + 1, 4);
        at_ += 4;
        return static_cast<unsigned>(std::strtoul(digits.c_str(), nullptr, 16));
    }

    unsigned code_point() {
        const unsigned first = hex();
        if (first < 0xD800 || first > 0xDBFF || line_.compare(at_ + 1, 2, "\\u") != 0) {
            return first;
        }
        at_ += 2;
        return 0x10000 + ((first - 0xD800) << 10) + (hex() - 0xDC00);
    }

    static std::string utf8(unsigned code) {
        const auto octet = [](unsigned value) { return static_cast<char>(value); };
        if (code < 0x80) {
            return {octet(code)};
        }
        const char last = octet(0x80 | (code & 0x3F));
        if (code < 0x800) {
            return {octet(0xC0 | code >> 6), last};
        }
        const char third = octet(0x80 | (code >> 6 & 0x3F));
        if (code < 0x10000) {
            return {octet(0xE0 | code >> 12), third, last};
        }
        return {octet(0xF0 | code >> 18), octet(0x80 | (code >> 12 & 0x3F)), third, last};
    }

    static std::string decoded(const std::string& base64) {
        static const std::string kDigits =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        std::string out;
        unsigned bits = 0;
        int count = 0;
        for (const char c : base64) {
            const std::size_t digit = kDigits.find(c);
            if (digit == std::string::npos) {
                break;
            }
            bits = (bits << 6 | static_cast<unsigned>(digit)) & 0xFFFF;
            count += 6;
            if (count >= 8) {
                count -= 8;
                out += static_cast<char>(bits >> count & 0xFF);
            }
        }
        return out;
    }

    const std::string& line_;
    std::size_t at_ = 0;
    std::map<std::string, std::string> members_;
};

/// False where the body is in a file that is not there.
bool find_body(const Object& object, std::string& body) {
    if (!object.has("robots_file")) {
        body = object.octets("robots");
        return true;
    }
    const char* const corpus = std::getenv("ROBOTS_CORPUS");
    if (corpus == nullptr) {
        return false;
    }
    std::ifstream in(std::string(corpus) + "/" + object.at("robots_file"), std::ios::binary);
    body.assign(std::istreambuf_iterator<char>(in), {});
    return static_cast<bool>(in);
}

class Derived : public googlebot::RobotsMatcher {};

template <class Matcher>
bool agrees(const Object& object, const std::string& body, Matcher&& matcher) {
    std::vector<std::string> agents(1);
    for (const char c : object.octets("agents")) {
        if (c == ',') {
            agents.emplace_back();
        } else {
            agents.back() += c;
        }
    }
    const bool allowed =
        matcher.AllowedByRobots({body.data(), body.size()}, &agents, object.octets("url"));
    const auto is = [&](const char* key, const std::string& value) {
        return !object.has(key) || object.at(key) == value;
    };
    const auto word = [](bool holds) { return holds ? "true" : "false"; };
    return object.at("allowed") == word(allowed) &&
           is("matching_line", std::to_string(matcher.matching_line())) &&
           is("ever_seen_specific_agent", word(matcher.ever_seen_specific_agent()));
}

/// The files that are named, if any.
std::vector<std::string> files() {
    const char* const list = std::getenv("ROBOTS_CONFORMANCE");
    std::istringstream names(list == nullptr ? "" : list);
    std::vector<std::string> files;
    std::string name;
    while (std::getline(names, name, ':')) {
        files.push_back(name);
    }
    return files;
}

class Conformance : public testing::TestWithParam<std::string> {};

TEST_P(Conformance, EveryCaseAgrees) {
    std::ifstream file(GetParam(), std::ios::binary);
    ASSERT_TRUE(file) << "cannot read " << GetParam();
    std::size_t cases = 0;
    std::size_t passed_over = 0;
    std::size_t mismatches = 0;
    std::string line;
    while (std::getline(file, line)) {
        const Object object(line);
        std::string body;
        if (!find_body(object, body)) {
            ++passed_over;
            continue;
        }
        ++cases;
        if (!(agrees(object, body, googlebot::RobotsMatcher()) &&
              agrees(object, body, Derived())) &&
            ++mismatches <= 10) {
            ADD_FAILURE() << line.substr(0, 2000);
        }
    }
    std::printf("%zu cases, %zu passed over, %zu mismatches\n", cases, passed_over, mismatches);
    EXPECT_EQ(mismatches, 0U);
    EXPECT_GT(cases, 0U);
}

// A test for each file, none where none is named.
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Conformance);
INSTANTIATE_TEST_SUITE_P(Files, Conformance, testing::ValuesIn(files()));

}  // namespace
