// robots.hpp - librobots for C++17 and later. Header only; link -lrobots.
//
//     #include <robots/robots.hpp>
//
//     const auto matcher = robots::Matcher::compile(body, "ExampleBot");
//     if (matcher.allows("https://site.example/page")) { /* ... */ }
//
//     const auto txt = robots::RobotsTxt::parse(body);
//     for (std::string_view sitemap : txt.sitemaps()) { /* ... */ }
//
// <robots/cache.hpp> keeps the rules of many sites and says when to fetch their
// files; <robots/access.hpp> does this for one site.
//
// This header wraps the C interface. <robots/robots.h> says what every answer
// means; this file says only what is particular to C++.
//
// Misuse and failure. Nothing here throws, except std::bad_alloc from functions
// that return std::string. A factory that is misused returns an empty handle,
// which tests false. An empty handle is safe to use and fails closed: an empty
// Matcher denies every URL with Reason::misuse, and an empty RobotsTxt holds
// nothing and makes empty matchers. A handle that was moved from is empty. So a
// crawler that never tests a handle crawls nothing by mistake, and a crawler
// that wants to know writes if (!matcher). This header works with
// -fno-exceptions and -fno-rtti.
//
// Ownership. RobotsTxt and Matcher own one pointer each, are as large as one,
// and can be moved but not copied. They depend neither on each other nor on the
// body. What a RobotsTxt hands out (std::string_view, ranges, iterators) is
// valid as long as the RobotsTxt; asking a temporary for it does not compile.
//
// Threads. Members that are const may be called from any number of threads at
// once.
//
// Text. Text is octets with a length; any octet may occur.
#ifndef ROBOTS_ROBOTS_HPP
#define ROBOTS_ROBOTS_HPP

#include <robots/robots.h>
#include <robots/values.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace robots {

namespace detail {

struct Free {
    void operator()(robots_matcher* matcher) const noexcept { robots_matcher_free(matcher); }
    void operator()(robots_txt* txt) const noexcept { robots_txt_free(txt); }
};

}  // namespace detail

/// Checks one URL or path against one body, without making an object. For more
/// than one URL, make a Matcher. Denied with Reason::misuse if an argument
/// makes no sense.
[[nodiscard]] inline Verdict check_once(std::string_view body, std::string_view agents,
                                        std::string_view url,
                                        const Options& options = {}) noexcept {
    const robots_options raw = options.raw();
    return Verdict(robots_check_once(body.data(), body.size(), agents.data(), agents.size(),
                                     url.data(), url.size(), &raw, sizeof raw));
}

// ---------------------------------------------------------------------------
// Matcher

/// The rules of one file for one crawler. It is all that a crawler needs to ask
/// about URLs.
class Matcher {
public:
    /// Makes an empty matcher, which denies everything.
    Matcher() noexcept = default;
    /// Takes over a matcher of the C interface, or NULL.
    explicit Matcher(robots_matcher* owned) noexcept : owned_(owned) {}

    /// Compiles a matcher straight from a body. `agents` are the crawler's
    /// product tokens with commas between them, most wanted first; see
    /// robots_matcher_new. Returns an empty matcher for text that is not a list
    /// of tokens, such as a whole User-Agent header.
    [[nodiscard]] static Matcher compile(std::string_view body, std::string_view agents,
                                         const Options& options = {}) noexcept {
        const robots_options raw = options.raw();
        return Matcher(robots_matcher_compile(body.data(), body.size(), agents.data(),
                                              agents.size(), &raw, sizeof raw));
    }
    /// Makes a matcher for a site without a robots.txt (status 404), which
    /// allows everything.
    [[nodiscard]] static Matcher unavailable() noexcept {
        return Matcher(robots_matcher_unavailable());
    }
    /// Makes a matcher for a site that fails (status 503), which denies
    /// everything but /robots.txt.
    [[nodiscard]] static Matcher unreachable() noexcept {
        return Matcher(robots_matcher_unreachable());
    }

    /// Reads a matcher that to_bytes() wrote. Returns an empty matcher for
    /// anything else, damaged bytes included.
    [[nodiscard]] static Matcher from_bytes(std::string_view bytes) noexcept {
        return Matcher(robots_matcher_from_bytes(bytes.data(), bytes.size()));
    }

    /// False for an empty handle.
    [[nodiscard]] explicit operator bool() const noexcept { return owned_ != nullptr; }

    /// May the crawler fetch this absolute URL, or this path, and which rule
    /// says so? A text that begins with one slash is a path. A text that begins
    /// with two, or with what clients read as two, leads to another host and is
    /// denied.
    [[nodiscard]] Verdict check(std::string_view url) const noexcept {
        return Verdict(robots_matcher_check(owned_.get(), url.data(), url.size()));
    }
    /// May the crawler fetch this path with its query, as it stands in a
    /// request line, and which rule says so? The path may begin with two
    /// slashes, and a backslash is not read as a slash.
    [[nodiscard]] Verdict check_path(std::string_view path) const noexcept {
        return Verdict(robots_matcher_check_path(owned_.get(), path.data(), path.size()));
    }
    [[nodiscard]] bool allows(std::string_view url) const noexcept { return check(url).allowed(); }
    [[nodiscard]] bool allows_path(std::string_view path) const noexcept {
        return check_path(path).allowed();
    }

    /// Checks each of a range of texts. There must be as many verdicts as URLs:
    /// otherwise the result is false and every verdict denies, so that a caller
    /// may ignore the result without harm.
    template <class Urls>
    bool check_many(const Urls& urls, Span<Verdict> verdicts) const {
        return detail::check_each(urls, verdicts,
                                  [&](std::string_view url) { return check(url); });
    }

    /// Checks URLs that stand in one text, one after another, given the offset
    /// at which each ends. The result is false also for an empty matcher, and
    /// for offsets that do not ascend or leave the text.
    bool check_many(std::string_view text, Span<const std::size_t> ends,
                    Span<Verdict> verdicts) const noexcept {
        if (!detail::fit(text, ends, verdicts)) {
            return detail::refuse(verdicts);
        }
        if (ends.size() == 0) {
            return static_cast<bool>(*this);
        }
        return robots_matcher_check_many(owned_.get(), text.data(), ends.data(), ends.size(),
                                         &verdicts.data()->raw_) == 0;
    }

    /// The octets of heap that the object holds.
    [[nodiscard]] std::size_t memory_usage() const noexcept {
        return robots_matcher_size(owned_.get());
    }
    /// Writes the matcher as octets for from_bytes(), in this or any later
    /// process.
    [[nodiscard]] Bytes to_bytes() const noexcept {
        return Bytes(robots_matcher_to_bytes(owned_.get()));
    }
    /// The C object, which this handle keeps; for the C interface.
    [[nodiscard]] const robots_matcher* get() const noexcept { return owned_.get(); }
    /// The C object, whose owner is the caller from now on.
    [[nodiscard]] robots_matcher* release() noexcept { return owned_.release(); }

private:
    std::unique_ptr<robots_matcher, detail::Free> owned_;
};

static_assert(sizeof(Matcher) == sizeof(void*) && !std::is_copy_constructible_v<Matcher>);

// ---------------------------------------------------------------------------
// RobotsTxt

struct Group;

namespace detail {

inline void fetch(const robots_txt* txt, std::size_t, std::size_t index,
                  std::string_view& sitemap) noexcept {
    sitemap = view(robots_txt_sitemap(txt, index));
}

inline void fetch(const robots_txt* txt, std::size_t group, std::size_t index,
                  Agent& agent) noexcept {
    const robots_agent raw = robots_txt_agent(txt, group, index);
    agent = {view(raw.value), raw.line};
}

inline void fetch(const robots_txt* txt, std::size_t, std::size_t index, Rule& rule) noexcept {
    const robots_rule raw = robots_txt_rule(txt, index);
    rule = {raw.allow != 0, view(raw.pattern), view(raw.normalized), raw.line, raw.group, index};
}

inline void fetch(const robots_txt* txt, std::size_t, std::size_t index, Record& record) noexcept {
    const robots_record raw = robots_txt_record(txt, index);
    record = {static_cast<RecordKind>(raw.kind), view(raw.key), view(raw.value), raw.line, {}};
    if (raw.group != ROBOTS_NO_GROUP) {
        record.group = raw.group;
    }
}

inline void fetch(const robots_txt* txt, std::size_t, std::size_t index,
                  Diagnostic& diagnostic) noexcept {
    const robots_diagnostic raw = robots_txt_diagnostic(txt, index);
    diagnostic = {static_cast<DiagnosticKind>(raw.kind), raw.line, raw.octet};
}

inline void fetch(const robots_txt* txt, std::size_t, std::size_t index, Group& group) noexcept;

}  // namespace detail

/// Items that are made when they are looked at. It is as cheap to copy as four
/// words, and valid as long as the RobotsTxt that it came from.
template <class Item>
class Range {
public:
    using value_type = Item;

    class iterator {
    public:
        using value_type = Item;
        using reference = Item;
        using pointer = void;
        using difference_type = std::ptrdiff_t;
        // Items are values, which C++17 takes for one pass only.
        using iterator_category = std::input_iterator_tag;
#if __cplusplus >= 202002L
        using iterator_concept = std::forward_iterator_tag;
#endif

        iterator() noexcept = default;
        iterator(const robots_txt* txt, std::size_t group, std::size_t at) noexcept
            : txt_(txt), group_(group), at_(at) {}

        Item operator*() const noexcept {
            Item item{};
            detail::fetch(txt_, group_, at_, item);
            return item;
        }
        iterator& operator++() noexcept {
            ++at_;
            return *this;
        }
        iterator operator++(int) noexcept { return {txt_, group_, at_++}; }
        bool operator==(const iterator& it) const noexcept { return at_ == it.at_; }
        bool operator!=(const iterator& it) const noexcept { return at_ != it.at_; }

    private:
        const robots_txt* txt_ = nullptr;
        std::size_t group_ = 0;
        std::size_t at_ = 0;
    };
    using const_iterator = iterator;

    Range() noexcept = default;
    Range(const robots_txt* txt, std::size_t size, std::size_t first = 0,
          std::size_t group = 0) noexcept
        : txt_(txt), group_(group), first_(first), size_(size) {}

    [[nodiscard]] iterator begin() const noexcept { return {txt_, group_, first_}; }
    [[nodiscard]] iterator end() const noexcept { return {txt_, group_, first_ + size_}; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    /// The item at an index. For an index out of range, an item with line 0, or
    /// an empty text.
    [[nodiscard]] Item operator[](std::size_t index) const noexcept {
        return index < size_ ? *iterator(txt_, group_, first_ + index) : Item{};
    }

private:
    const robots_txt* txt_ = nullptr;
    std::size_t group_ = 0;
    std::size_t first_ = 0;
    std::size_t size_ = 0;
};

/// User-agent lines and the rules behind them.
struct Group {
    /// Line of the first user-agent line.
    std::uint32_t line = 0;
    /// Index in RobotsTxt::groups().
    std::size_t index = 0;
    Range<Agent> agents;
    Range<Rule> rules;
};

inline void detail::fetch(const robots_txt* txt, std::size_t, std::size_t index,
                          Group& group) noexcept {
    const robots_group raw = robots_txt_group(txt, index);
    group = {raw.line, index, {txt, raw.agents, 0, index}, {txt, raw.rules, raw.rule}};
}

/// A whole file. Matchers for several crawlers can be made from one.
class RobotsTxt {
public:
    /// Makes an empty handle, which holds no file, not even an empty one. Its
    /// matchers deny everything.
    RobotsTxt() noexcept = default;
    /// Takes over a file of the C interface, or NULL.
    explicit RobotsTxt(robots_txt* owned) noexcept : owned_(owned) {}

    /// Parses a body. Any octets are a file; see robots_txt_parse. Returns an
    /// empty handle for options with numbers that have no meaning.
    [[nodiscard]] static RobotsTxt parse(std::string_view body,
                                         const Options& options = {}) noexcept {
        const robots_options raw = options.raw();
        return RobotsTxt(robots_txt_parse(body.data(), body.size(), &raw, sizeof raw));
    }

    /// False for an empty handle.
    [[nodiscard]] explicit operator bool() const noexcept { return owned_ != nullptr; }

    /// The rules that are for a crawler; agents as for Matcher::compile.
    [[nodiscard]] Matcher matcher(std::string_view agents) const noexcept {
        return Matcher(robots_matcher_new(get(), agents.data(), agents.size()));
    }

    [[nodiscard]] Range<Group> groups() const& noexcept {
        return {get(), robots_txt_group_count(get())};
    }
    [[nodiscard]] Range<Rule> rules() const& noexcept {
        return {get(), robots_txt_rule_count(get())};
    }
    /// The records that are neither user-agent lines nor rules.
    [[nodiscard]] Range<Record> records() const& noexcept {
        return {get(), robots_txt_record_count(get())};
    }
    /// The values of the sitemap records, as written: they should be absolute
    /// URLs and may be anything.
    [[nodiscard]] Range<std::string_view> sitemaps() const& noexcept {
        return {get(), robots_txt_sitemap_count(get())};
    }
    /// The diagnostics that were kept, 1,024 at most; see diagnostics_total().
    [[nodiscard]] Range<Diagnostic> diagnostics() const& noexcept {
        return {get(), robots_txt_diagnostic_count(get())};
    }
    void groups() const&& = delete;
    void rules() const&& = delete;
    void records() const&& = delete;
    void sitemaps() const&& = delete;
    void diagnostics() const&& = delete;

    /// The rule that decided a verdict of this file; none if no rule decided.
    [[nodiscard]] std::optional<Rule> rule(const Verdict& verdict) const& noexcept {
        const Rule rule = rules()[verdict.raw().rule];
        return rule.line == 0 ? std::nullopt : std::make_optional(rule);
    }
    void rule(const Verdict&) const&& = delete;

    /// Which groups are for a crawler. These are the groups whose rules its
    /// matcher() holds. None if the agents are not product tokens, and for an
    /// empty handle.
    [[nodiscard]] std::optional<GroupMatch> group_for(std::string_view agents) const& noexcept {
        const robots_group_match raw = robots_txt_group_for(get(), agents.data(), agents.size());
        if (raw.group == ROBOTS_GROUP_MISUSE) {
            return std::nullopt;
        }
        return GroupMatch{static_cast<GroupKind>(raw.group), detail::view(raw.name)};
    }
    void group_for(std::string_view) const&& = delete;

    /// The crawl-delays for a crawler; none as for group_for().
    [[nodiscard]] std::optional<CrawlDelay> crawl_delay(std::string_view agents) const noexcept {
        const robots_crawl_delay raw = robots_txt_crawl_delay(get(), agents.data(), agents.size());
        if (raw.group == ROBOTS_GROUP_MISUSE) {
            return std::nullopt;
        }
        CrawlDelay delay;
        delay.group = static_cast<GroupKind>(raw.group);
        if (raw.has_own != 0) {
            delay.own.emplace(raw.own);
        }
        if (raw.has_star != 0) {
            delay.star.emplace(raw.star);
        }
        return delay;
    }

    /// The number of diagnostics that there were, kept or not.
    [[nodiscard]] std::size_t diagnostics_total() const noexcept {
        return robots_txt_diagnostic_total(get());
    }
    [[nodiscard]] bool is_truncated() const noexcept { return has(ROBOTS_TXT_TRUNCATED); }
    [[nodiscard]] bool looks_like_html() const noexcept { return has(ROBOTS_TXT_HTML); }
    [[nodiscard]] bool was_utf16() const noexcept { return has(ROBOTS_TXT_UTF16); }
    /// The octets of heap that the object holds.
    [[nodiscard]] std::size_t memory_usage() const noexcept { return robots_txt_size(get()); }

    /// The C object, which this handle keeps; for the C interface.
    [[nodiscard]] const robots_txt* get() const noexcept { return owned_.get(); }
    /// The C object, whose owner is the caller from now on.
    [[nodiscard]] robots_txt* release() noexcept { return owned_.release(); }

private:
    [[nodiscard]] bool has(std::uint32_t flag) const noexcept {
        return (robots_txt_flags(get()) & flag) != 0;
    }

    std::unique_ptr<robots_txt, detail::Free> owned_;
};

static_assert(sizeof(RobotsTxt) == sizeof(void*) && !std::is_copy_constructible_v<RobotsTxt>);

// ---------------------------------------------------------------------------
// URLs: which robots.txt governs one

/// The origin of an absolute URL, such as "https://site.example:8443", which is
/// a good key for a cache. None if the URL has no origin; such a URL must not
/// be crawled.
[[nodiscard]] inline std::optional<std::string> url_origin(std::string_view url) {
    char room[ROBOTS_URL_ORIGIN_MAX];
    const std::size_t size = robots_url_origin(url.data(), url.size(), room, sizeof room);
    return size == 0 ? std::nullopt : std::make_optional<std::string>(room, size);
}

/// The address of the robots.txt that governs an absolute URL. None if the URL
/// has no origin.
[[nodiscard]] inline std::optional<std::string> url_robots_txt(std::string_view url) {
    char room[ROBOTS_URL_ROBOTS_TXT_MAX];
    const std::size_t size = robots_url_robots_txt(url.data(), url.size(), room, sizeof room);
    return size == 0 ? std::nullopt : std::make_optional<std::string>(room, size);
}

/// Is this URL the address of a robots.txt?
[[nodiscard]] inline bool is_robots_txt(std::string_view url) noexcept {
    return robots_url_is_robots_txt(url.data(), url.size()) != 0;
}

/// Does the robots.txt at the first URL govern the second URL? It does if both
/// are of one origin and the first is at /robots.txt.
[[nodiscard]] inline bool governs(std::string_view robots_url, std::string_view url) noexcept {
    return robots_url_governs(robots_url.data(), robots_url.size(), url.data(), url.size()) != 0;
}

}  // namespace robots

#endif  // ROBOTS_ROBOTS_HPP
