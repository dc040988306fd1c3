// values.hpp - the small values of robots.hpp: numbers, options, parts of a file,
// verdicts, spans, bytes.
// Include <robots/robots.hpp>.
#ifndef ROBOTS_VALUES_HPP
#define ROBOTS_VALUES_HPP

#include <robots/robots.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace robots {

// ---------------------------------------------------------------------------
// Numbers and their texts. Results may have numbers that are not named here,
// from later versions of the library: have a default case.

enum class Profile : std::uint8_t {
    rfc9309 = ROBOTS_PROFILE_RFC9309,
    google = ROBOTS_PROFILE_GOOGLE,
};

enum class Reason : std::uint8_t {
    misuse = ROBOTS_REASON_MISUSE,
    rule = ROBOTS_REASON_RULE,
    no_rule = ROBOTS_REASON_NO_RULE,
    no_group = ROBOTS_REASON_NO_GROUP,
    robots_txt = ROBOTS_REASON_ROBOTS_TXT,
    unavailable = ROBOTS_REASON_UNAVAILABLE,
    unreachable = ROBOTS_REASON_UNREACHABLE,
};

enum class RecordKind : std::uint8_t {
    unknown = ROBOTS_RECORD_UNKNOWN,
    sitemap = ROBOTS_RECORD_SITEMAP,
    crawl_delay = ROBOTS_RECORD_CRAWL_DELAY,
    request_rate = ROBOTS_RECORD_REQUEST_RATE,
    visit_time = ROBOTS_RECORD_VISIT_TIME,
    host = ROBOTS_RECORD_HOST,
    clean_param = ROBOTS_RECORD_CLEAN_PARAM,
    content_signal = ROBOTS_RECORD_CONTENT_SIGNAL,
    content_usage = ROBOTS_RECORD_CONTENT_USAGE,
    license = ROBOTS_RECORD_LICENSE,
    noindex = ROBOTS_RECORD_NOINDEX,
};

enum class DiagnosticKind : std::uint8_t {
    truncated = ROBOTS_DIAGNOSTIC_TRUNCATED,
    html = ROBOTS_DIAGNOSTIC_HTML,
    utf16 = ROBOTS_DIAGNOSTIC_UTF16,
    not_a_record = ROBOTS_DIAGNOSTIC_NOT_A_RECORD,
    missing_colon = ROBOTS_DIAGNOSTIC_MISSING_COLON,
    misspelt_key = ROBOTS_DIAGNOSTIC_MISSPELT_KEY,
    unknown_key = ROBOTS_DIAGNOSTIC_UNKNOWN_KEY,
    rule_before_group = ROBOTS_DIAGNOSTIC_RULE_BEFORE_GROUP,
    pattern_without_slash = ROBOTS_DIAGNOSTIC_PATTERN_WITHOUT_SLASH,
    line_too_long = ROBOTS_DIAGNOSTIC_LINE_TOO_LONG,
    nul = ROBOTS_DIAGNOSTIC_NUL,
    invalid_utf8 = ROBOTS_DIAGNOSTIC_INVALID_UTF8,
    empty_agent = ROBOTS_DIAGNOSTIC_EMPTY_AGENT,
    agent_not_a_token = ROBOTS_DIAGNOSTIC_AGENT_NOT_A_TOKEN,
    invalid_value = ROBOTS_DIAGNOSTIC_INVALID_VALUE,
    empty_value = ROBOTS_DIAGNOSTIC_EMPTY_VALUE,
    agent_with_digits = ROBOTS_DIAGNOSTIC_AGENT_WITH_DIGITS,
    agent_with_version = ROBOTS_DIAGNOSTIC_AGENT_WITH_VERSION,
};

/// Which groups of a file are for a crawler.
enum class GroupKind : std::uint8_t {
    /// No group: everything is allowed.
    none = ROBOTS_GROUP_NONE,
    /// The groups for every crawler (*).
    star = ROBOTS_GROUP_STAR,
    /// The groups that name the crawler.
    named = ROBOTS_GROUP_NAMED,
    /// The groups that name a part of its name, from the start to a hyphen or
    /// underscore.
    fallback = ROBOTS_GROUP_FALLBACK,
};

/// The version of the library at run time. ROBOTS_VERSION is the version of the
/// header.
[[nodiscard]] inline std::string_view version() noexcept { return robots_version(); }

/// A short fixed name, such as "no-group".
[[nodiscard]] inline std::string_view name(Reason reason) noexcept {
    return robots_reason_name(static_cast<std::uint8_t>(reason));
}
/// The usual spelling of the key, such as "crawl-delay".
[[nodiscard]] inline std::string_view name(RecordKind kind) noexcept {
    return robots_record_kind_text(static_cast<std::uint8_t>(kind));
}
/// A short fixed name, such as "missing-colon".
[[nodiscard]] inline std::string_view name(DiagnosticKind kind) noexcept {
    return robots_diagnostic_name(static_cast<std::uint8_t>(kind));
}
/// One sentence for people.
[[nodiscard]] inline std::string_view text(Reason reason) noexcept {
    return robots_reason_text(static_cast<std::uint8_t>(reason));
}
/// One sentence for people: what was seen and what to do.
[[nodiscard]] inline std::string_view text(DiagnosticKind kind) noexcept {
    return robots_diagnostic_text(static_cast<std::uint8_t>(kind));
}

/// How a file is read; see robots_options. Options{Profile::google} asks for
/// the answers of google/robotstxt; the other members do not apply to them.
struct Options {
    Profile profile = Profile::rfc9309;
    bool assume_slash = false;
    bool exact_agent = false;
    bool blank_line_ends_group = false;
    /// Octets of the body that are read; 0 means 512,000.
    std::size_t max_bytes = 0;
    /// Octets of one record that are kept; 0 means 16,384.
    std::size_t max_line = 0;

    /// These options as a struct of the C interface.
    [[nodiscard]] robots_options raw() const noexcept {
        robots_options raw{};
        raw.profile = static_cast<std::uint8_t>(profile);
        raw.assume_slash = assume_slash ? 1 : 0;
        raw.exact_agent = exact_agent ? 1 : 0;
        raw.blank_line_ends_group = blank_line_ends_group ? 1 : 0;
        raw.max_bytes = max_bytes;
        raw.max_line = max_line;
        return raw;
    }
};

// ---------------------------------------------------------------------------
// What a file has in it

/// One user-agent line.
struct Agent {
    std::string_view value;
    std::uint32_t line = 0;
};

/// An allow or disallow line.
struct Rule {
    bool allow = false;
    /// The path pattern as written.
    std::string_view pattern;
    /// The path pattern as it is matched; its length decides precedence.
    std::string_view normalized;
    std::uint32_t line = 0;
    /// Index in RobotsTxt::groups().
    std::size_t group = 0;
    /// Index in RobotsTxt::rules().
    std::size_t index = 0;
};

/// A line that is neither a user-agent line nor a rule.
struct Record {
    RecordKind kind = RecordKind::unknown;
    std::string_view key;
    std::string_view value;
    std::uint32_t line = 0;
    /// Index in RobotsTxt::groups(); none if it stands outside of all groups.
    std::optional<std::size_t> group;
};

/// A remark for the author of a file.
struct Diagnostic {
    DiagnosticKind kind = DiagnosticKind::truncated;
    /// The line, counted from 1; 0 if the remark is about the whole file.
    std::uint32_t line = 0;
    /// The octet in the line, counted from 1; 0 if the remark is about the
    /// whole line or file.
    std::uint32_t octet = 0;
};

/// Which groups of a file are for a crawler.
struct GroupMatch {
    GroupKind kind = GroupKind::none;
    /// The name by which the crawler was found, as the file writes it.
    std::string_view name;
};

/// The crawl-delays for a crawler. Crawlers differ in which delay they obey, so
/// the caller decides.
struct CrawlDelay {
    using Seconds = std::chrono::duration<double>;

    /// The delay of the groups that name the crawler.
    std::optional<Seconds> own;
    /// The delay of the groups for every crawler (*), even if other groups are
    /// for this crawler.
    std::optional<Seconds> star;
    /// Which groups are for the crawler.
    GroupKind group = GroupKind::none;

    /// The delay of the groups that are for the crawler: own if a group names
    /// it, star if only the groups for every crawler are for it. It may be
    /// none.
    [[nodiscard]] std::optional<Seconds> effective() const noexcept {
        switch (group) {
            case GroupKind::named:
            case GroupKind::fallback:
                return own;
            case GroupKind::star:
                return star;
            case GroupKind::none:
                break;
        }
        return std::nullopt;
    }
};

// ---------------------------------------------------------------------------
// Verdicts

/// May the crawler fetch the URL, and which rule says so. A default Verdict
/// denies. An array of Verdict has the layout of an array of robots_verdict.
class Verdict {
public:
    constexpr Verdict() noexcept = default;
    explicit constexpr Verdict(const robots_verdict& raw) noexcept : raw_(raw) {}

    [[nodiscard]] constexpr bool allowed() const noexcept { return raw_.allowed != 0; }
    [[nodiscard]] constexpr Reason reason() const noexcept {
        return static_cast<Reason>(raw_.reason);
    }
    /// Line of the deciding rule, counted from 1; 0 where no rule decided.
    [[nodiscard]] constexpr std::uint32_t line() const noexcept { return raw_.line; }
    /// Octets of the rule's pattern, which decide precedence; 0 where no rule
    /// decided.
    [[nodiscard]] constexpr std::uint32_t octets() const noexcept { return raw_.octets; }
    /// Index in RobotsTxt::rules(); none where no rule decided.
    [[nodiscard]] constexpr std::optional<std::size_t> rule() const noexcept {
        if (raw_.rule == ROBOTS_NO_RULE) {
            return std::nullopt;
        }
        return raw_.rule;
    }
    [[nodiscard]] constexpr const robots_verdict& raw() const noexcept { return raw_; }

    friend constexpr bool operator==(const Verdict& a, const Verdict& b) noexcept {
        return a.raw_.allowed == b.raw_.allowed && a.raw_.reason == b.raw_.reason &&
               a.raw_.line == b.raw_.line && a.raw_.octets == b.raw_.octets &&
               a.raw_.rule == b.raw_.rule;
    }
    friend constexpr bool operator!=(const Verdict& a, const Verdict& b) noexcept {
        return !(a == b);
    }

private:
    friend class Hit;
    friend class Matcher;
    robots_verdict raw_ = {0, ROBOTS_REASON_MISUSE, 0, 0, 0, ROBOTS_NO_RULE};
};

static_assert(sizeof(Verdict) == sizeof(robots_verdict) && sizeof(Verdict) == 16);
static_assert(std::is_standard_layout_v<Verdict> && std::is_trivially_copyable_v<Verdict>);

/// A view of items one after another that something else owns: an array, a
/// vector, a std::span, a pointer and a count.
template <class T>
class Span {
public:
    constexpr Span(T* data, std::size_t size) noexcept : data_(data), size_(size) {}

    template <class Items,
              class Data = std::remove_pointer_t<decltype(std::data(std::declval<Items&>()))>,
              class = decltype(std::size(std::declval<Items&>())),
              class = std::enable_if_t<std::is_convertible_v<Data (*)[], T (*)[]>>>
    constexpr Span(Items&& items) noexcept : data_(std::data(items)), size_(std::size(items)) {}

    [[nodiscard]] constexpr T* data() const noexcept { return data_; }
    [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
    [[nodiscard]] constexpr T* begin() const noexcept { return data_; }
    [[nodiscard]] constexpr T* end() const noexcept { return data_ + size_; }

private:
    T* data_;
    std::size_t size_;
};

namespace detail {

[[nodiscard]] inline std::string_view view(const robots_str& text) noexcept {
    return {text.data, text.len};
}

inline bool refuse(Span<Verdict> verdicts) noexcept {
    for (Verdict& verdict : verdicts) {
        verdict = Verdict();
    }
    return false;
}

/// Checks each of a range of texts. If there are not as many verdicts as texts,
/// every verdict denies.
template <class Urls, class Check>
bool check_each(const Urls& urls, Span<Verdict> verdicts, Check check) {
    Verdict* verdict = verdicts.begin();
    bool fits = true;
    for (const auto& url : urls) {
        fits = verdict != verdicts.end();
        if (!fits) {
            break;
        }
        *verdict++ = check(url);
    }
    return (fits && verdict == verdicts.end()) || refuse(verdicts);
}

/// There are as many verdicts as ends, and the last end, which is the largest
/// if the ends ascend, is not beyond the text.
[[nodiscard]] inline bool fit(std::string_view text, Span<const std::size_t> ends,
                              Span<Verdict> verdicts) noexcept {
    return ends.size() == verdicts.size() &&
           (ends.size() == 0 || ends.end()[-1] <= text.size());
}

}  // namespace detail

// ---------------------------------------------------------------------------
// Bytes

/// Octets that the library wrote, to be stored and read back. An empty handle
/// holds no octets.
class Bytes {
public:
    Bytes() noexcept = default;
    /// Takes over octets of the C interface, or NULL.
    explicit Bytes(robots_bytes* owned) noexcept : owned_(owned) {}

    [[nodiscard]] explicit operator bool() const noexcept { return owned_ != nullptr; }
    /// The octets, which are valid as long as the handle.
    [[nodiscard]] std::string_view view() const& noexcept {
        return detail::view(robots_bytes_str(owned_.get()));
    }
    void view() const&& = delete;

    /// The C object, which this handle keeps; for the C interface.
    [[nodiscard]] const robots_bytes* get() const noexcept { return owned_.get(); }
    /// The C object, whose owner is the caller from now on.
    [[nodiscard]] robots_bytes* release() noexcept { return owned_.release(); }

private:
    struct Free {
        void operator()(robots_bytes* bytes) const noexcept { robots_bytes_free(bytes); }
    };
    std::unique_ptr<robots_bytes, Free> owned_;
};

static_assert(sizeof(Bytes) == sizeof(void*) && !std::is_copy_constructible_v<Bytes>);

}  // namespace robots

#endif  // ROBOTS_VALUES_HPP
