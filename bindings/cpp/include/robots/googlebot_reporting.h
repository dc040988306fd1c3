// googlebot_reporting.h - what google/robotstxt has in reporting_robots.h: a
// parse handler that keeps what kind of line each was. See googlebot.h.
#ifndef ROBOTS_GOOGLEBOT_REPORTING_H
#define ROBOTS_GOOGLEBOT_REPORTING_H

#include <robots/googlebot.h>

#include <map>
#include <string_view>
#include <vector>

namespace googlebot {

// One line of a file.
struct RobotsParsedLine {
    enum RobotsTagName {
        // The line is not a record, or its key is not known.
        kUnknown = 0,
        kUserAgent = 1,
        kAllow = 2,
        kDisallow = 3,
        kSitemap = 4,
        // A key that others know, such as crawl-delay.
        kUnused = 5,
    };

    int line_num = 0;
    RobotsTagName tag_name = kUnknown;
    bool is_typo = false;
    RobotsParseHandler::LineMetadata metadata;
};

// Hand one to ParseRobotsTxt and ask it afterwards. The counts are about the
// last file. As in the original, lines of an earlier file stay in the results
// where the last one has no line of that number: use a new one for each file.
class RobotsParsingReporter : public RobotsParseHandler {
public:
    void HandleRobotsStart() override {
        last_line_seen_ = 0;
        valid_directives_ = 0;
        unused_directives_ = 0;
    }
    void HandleRobotsEnd() override {}
    void HandleUserAgent(int line_num, StringView /*line_value*/) override {
        Digest(line_num, RobotsParsedLine::kUserAgent);
    }
    void HandleAllow(int line_num, StringView /*line_value*/) override {
        Digest(line_num, RobotsParsedLine::kAllow);
    }
    void HandleDisallow(int line_num, StringView /*line_value*/) override {
        Digest(line_num, RobotsParsedLine::kDisallow);
    }
    void HandleSitemap(int line_num, StringView /*line_value*/) override {
        Digest(line_num, RobotsParsedLine::kSitemap);
    }
    void HandleUnknownAction(int line_num, StringView action, StringView /*line_value*/) override {
        ++unused_directives_;
        Digest(line_num, IsKnownToOthers(internal::View(action)) ? RobotsParsedLine::kUnused
                                                                : RobotsParsedLine::kUnknown);
    }
    void ReportLineMetadata(int line_num, const LineMetadata& metadata) override {
        RobotsParsedLine& line = Line(line_num);
        line.is_typo = metadata.is_acceptable_typo;
        line.metadata = metadata;
    }

    int last_line_seen() const { return last_line_seen_; }
    // Records with one of the four keys that count.
    int valid_directives() const { return valid_directives_; }
    // Records with any other key, known to others or not.
    int unused_directives() const { return unused_directives_; }
    // All lines, by number.
    std::vector<RobotsParsedLine> parse_results() const {
        std::vector<RobotsParsedLine> lines;
        lines.reserve(lines_.size());
        for (const auto& entry : lines_) {
            lines.push_back(entry.second);
        }
        return lines;
    }

private:
    // The keys that the original lists.
    static bool IsKnownToOthers(std::string_view key) {
        constexpr std::string_view kKeys[] = {
            "clean-param",  "content-signal", "content-usage", "crawl-delay",
            "domain",       "host",           "noarchive",     "nofollow",
            "noindex",      "request-rate",   "revisit-after", "visit-time",
        };
        for (const std::string_view known : kKeys) {
            if (internal::EqualsIgnoreCase(key, known)) {
                return true;
            }
        }
        return false;
    }

    RobotsParsedLine& Line(int line_num) {
        if (line_num > last_line_seen_) {
            last_line_seen_ = line_num;
        }
        RobotsParsedLine& line = lines_[line_num];
        line.line_num = line_num;
        return line;
    }

    void Digest(int line_num, RobotsParsedLine::RobotsTagName tag_name) {
        if (tag_name != RobotsParsedLine::kUnknown && tag_name != RobotsParsedLine::kUnused) {
            ++valid_directives_;
        }
        Line(line_num).tag_name = tag_name;
    }

    std::map<int, RobotsParsedLine> lines_;
    int last_line_seen_ = 0;
    int valid_directives_ = 0;
    int unused_directives_ = 0;
};

}  // namespace googlebot

#endif  // ROBOTS_GOOGLEBOT_REPORTING_H
