// cache.hpp - what is known of many origins, within a budget of octets, and who
// asks for which robots.txt.
//
//     const auto cache = robots::Cache::create(64 << 20, "ExampleBot");
//
// robots::Lookup found = cache.get(url, robots::now()); if (found.kind ==
// robots::LookupKind::fetch) { Reply reply; robots::AccessResult result{}; do { reply =
// http_get(std::string(found.ticket.url()));    // one request result = reply.failure ?
// found.ticket.failure(*reply.failure) : found.ticket.response(reply.status,
// reply.headers, reply.complete); } while (result == robots::AccessResult::redirect);
// found.hit = found.ticket.finish(reply.body, robots::now()); } if
// (found.hit.allows(url)) { /* fetch it */ }      // an empty hit denies
//
// When an attempt is due, the first caller gets a ticket, makes the requests
// and hands in the outcome; the other callers use what is known, or wait. The
// cache does no I/O and has no clock.
//
// <robots/robots.h> says what every answer means, and <robots/robots.hpp> has
// the rules of the road. All members of Cache and Hit are const and may be
// called from any number of threads at once. Tickets and hits outlive the cache
// they came from. This header needs a library that was built with the feature
// cache, as make install builds it.
#ifndef ROBOTS_CACHE_HPP
#define ROBOTS_CACHE_HPP

#include <robots/access.hpp>
#include <robots/robots.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace robots {

enum class LookupKind : std::uint8_t {
    /// The cache is empty, or the URL has no origin. Such a URL must not be
    /// crawled.
    misuse = ROBOTS_LOOKUP_MISUSE,
    /// An answer is known.
    hit = ROBOTS_LOOKUP_HIT,
    /// An attempt is due, and the caller is to make it.
    fetch = ROBOTS_LOOKUP_FETCH,
    /// Nothing is known, and another caller holds the ticket.
    wait = ROBOTS_LOOKUP_WAIT,
};

/// The result of reading bytes into a cache.
enum class Snapshot : std::int32_t {
    /// The bytes were read.
    ok = 0,
    /// Something else wrote the bytes, they hold another kind of object, or the
    /// cache is empty.
    foreign = ROBOTS_SNAPSHOT_FOREIGN,
    byte_order = ROBOTS_SNAPSHOT_BYTE_ORDER,
    version = ROBOTS_SNAPSHOT_VERSION,
    length = ROBOTS_SNAPSHOT_LENGTH,
    checksum = ROBOTS_SNAPSHOT_CHECKSUM,
    malformed = ROBOTS_SNAPSHOT_MALFORMED,
    /// The cache that wrote them had other agents or options.
    settings = ROBOTS_SNAPSHOT_SETTINGS,
    /// The bytes are of another origin than the given one.
    other_origin = ROBOTS_SNAPSHOT_OTHER_ORIGIN,
};

/// One sentence for people.
[[nodiscard]] inline std::string_view text(Snapshot snapshot) noexcept {
    return robots_snapshot_text(static_cast<std::int32_t>(snapshot));
}

/// What is known of one origin at one moment. It does not change when the cache
/// does, and outlives the cache. An empty Hit denies everything.
class Hit {
public:
    Hit() noexcept = default;
    /// Takes over a hit of the C interface, or NULL.
    explicit Hit(robots_hit* owned) noexcept : owned_(owned) {}

    [[nodiscard]] explicit operator bool() const noexcept { return owned_ != nullptr; }

    /// What may be crawled, why, and until when.
    [[nodiscard]] Decision decision() const noexcept {
        return Decision(robots_hit_decision(owned_.get()));
    }
    /// May the crawler fetch this URL of this origin, or this path? `crawler`
    /// is the number of its line in the agents of the cache.
    [[nodiscard]] Verdict check(std::string_view url, std::size_t crawler = 0) const noexcept {
        return Verdict(robots_hit_check(owned_.get(), crawler, url.data(), url.size()));
    }
    [[nodiscard]] bool allows(std::string_view url, std::size_t crawler = 0) const noexcept {
        return check(url, crawler).allowed();
    }

    /// Checks a range of URLs, with as many verdicts, as Matcher::check_many
    /// does.
    template <class Urls>
    bool check_many(const Urls& urls, Span<Verdict> verdicts, std::size_t crawler = 0) const {
        return detail::check_each(urls, verdicts,
                                  [&](std::string_view url) { return check(url, crawler); });
    }
    /// Checks URLs in one text, with the offset at which each ends, as
    /// Matcher::check_many does.
    bool check_many(std::string_view text, Span<const std::size_t> ends, Span<Verdict> verdicts,
                    std::size_t crawler = 0) const noexcept {
        if (!detail::fit(text, ends, verdicts)) {
            return detail::refuse(verdicts);
        }
        if (ends.size() == 0) {
            return static_cast<bool>(*this);
        }
        return robots_hit_check_many(owned_.get(), crawler, text.data(), ends.data(), ends.size(),
                                     &verdicts.data()->raw_) == 0;
    }

    /// The C object, which this handle keeps; for the C interface.
    [[nodiscard]] const robots_hit* get() const noexcept { return owned_.get(); }
    /// The C object, whose owner is the caller from now on.
    [[nodiscard]] robots_hit* release() noexcept { return owned_.release(); }

private:
    struct Free {
        void operator()(robots_hit* hit) const noexcept { robots_hit_free(hit); }
    };
    std::unique_ptr<robots_hit, Free> owned_;
};

/// The right and the duty to ask for one origin's robots.txt. It is a Fetch
/// whose outcome is handed in by finish(). If a ticket is destroyed before
/// that, the next caller gets a new one. For one thread at a time.
class Ticket {
public:
    Ticket() noexcept = default;
    /// Takes over a ticket of the C interface, or NULL.
    explicit Ticket(robots_ticket* owned) noexcept : owned_(owned) {}

    /// False for an empty handle, and after finish().
    [[nodiscard]] explicit operator bool() const noexcept { return owned_ != nullptr; }

    /// The URL to ask for now. It is valid until the next response(), failure()
    /// or followed().
    [[nodiscard]] std::string_view url() const& noexcept {
        return detail::view(robots_ticket_url(owned_.get()));
    }
    void url() const&& = delete;
    /// The header If-None-Match to send to url(), if any. It is valid as long
    /// as the ticket.
    [[nodiscard]] std::optional<std::string_view> if_none_match() const& noexcept {
        return detail::some(robots_ticket_if_none_match(owned_.get()));
    }
    void if_none_match() const&& = delete;
    /// The header If-Modified-Since to send to url(), if any.
    [[nodiscard]] std::optional<std::string> if_modified_since() const {
        return detail::http_date([&](char* room, std::size_t size) {
            return robots_ticket_if_modified_since(owned_.get(), room, size);
        });
    }

    /// Takes a response, as Fetch::response does.
    AccessResult response(int status, std::string_view headers, bool complete = true) noexcept {
        return static_cast<AccessResult>(
            robots_ticket_response(owned_.get(), detail::status(status), detail::flags(complete),
                                   headers.data(), headers.size()));
    }
    /// Says that there was no whole response, as Fetch::failure does.
    AccessResult failure(Failure failure) noexcept {
        return static_cast<AccessResult>(
            robots_ticket_failure(owned_.get(), static_cast<std::uint8_t>(failure)));
    }
    /// Says that the client followed redirects on its own, as Fetch::followed
    /// does.
    bool followed(std::uint32_t redirects, std::string_view url) noexcept {
        return robots_ticket_followed(owned_.get(), redirects, url.data(), url.size()) == 0;
    }
    /// Hands in the outcome, with the body of the last response, and says what
    /// may be crawled from then on. The ticket is empty afterwards.
    Hit finish(std::string_view body, Time now) noexcept {
        return Hit(robots_ticket_finish(owned_.release(), body.data(), body.size(),
                                        detail::seconds(now)));
    }

    /// The C object, which this handle keeps; for the C interface.
    [[nodiscard]] const robots_ticket* get() const noexcept { return owned_.get(); }
    /// The C object, whose owner is the caller from now on.
    [[nodiscard]] robots_ticket* release() noexcept { return owned_.release(); }

private:
    struct Free {
        void operator()(robots_ticket* ticket) const noexcept { robots_ticket_free(ticket); }
    };
    std::unique_ptr<robots_ticket, Free> owned_;
};

/// The answer of Cache::get. A default Lookup is a misuse.
struct Lookup {
    LookupKind kind = LookupKind::misuse;
    /// With LookupKind::wait: the moment at which the other ticket expires.
    /// Mostly the answer is there long before.
    Time until{};
    /// With LookupKind::hit: the answer. Otherwise empty, so that it denies
    /// everything.
    Hit hit;
    /// With LookupKind::fetch: the ticket. Otherwise empty.
    Ticket ticket;
};

/// The answer of Cache::check. A default Answer denies.
class Answer {
public:
    constexpr Answer() noexcept = default;
    explicit constexpr Answer(const robots_answer& raw) noexcept : raw_(raw) {}

    [[nodiscard]] constexpr Verdict verdict() const noexcept { return Verdict(raw_.verdict); }
    [[nodiscard]] constexpr bool allowed() const noexcept { return raw_.verdict.allowed != 0; }
    /// With LookupKind::hit the verdict stands. With fetch an attempt is due,
    /// so call Cache::get; with wait another caller makes it. Until then the
    /// verdict is that of a copy that still counts, or it denies.
    [[nodiscard]] constexpr LookupKind lookup() const noexcept {
        return static_cast<LookupKind>(raw_.lookup);
    }
    [[nodiscard]] constexpr Access access() const noexcept {
        return static_cast<Access>(raw_.access);
    }
    [[nodiscard]] constexpr Basis basis() const noexcept {
        return static_cast<Basis>(raw_.basis);
    }
    /// The time until the next attempt is due.
    [[nodiscard]] constexpr std::chrono::seconds wait() const noexcept {
        return std::chrono::seconds(raw_.wait);
    }
    /// The next moment at which anything can change.
    [[nodiscard]] constexpr Time next_change() const noexcept {
        return detail::time(raw_.next_change);
    }
    [[nodiscard]] constexpr const robots_answer& raw() const noexcept { return raw_; }

private:
    robots_answer raw_ = {
        {0, ROBOTS_REASON_MISUSE, 0, 0, 0, ROBOTS_NO_RULE}, 0, ROBOTS_ACCESS_REFUSE_ALL, 0, 0, 0, 0};
};

static_assert(sizeof(Answer) == 32 && std::is_trivially_copyable_v<Answer>);

/// How full a cache is, and how it was used; see robots_stats.
using Stats = robots_stats;

/// The result of Cache::restore. It tests false if the bytes were rejected.
struct Restored {
    Snapshot status = Snapshot::ok;
    std::size_t entries = 0;

    [[nodiscard]] explicit operator bool() const noexcept { return status == Snapshot::ok; }
};

/// Origins, what is known of each, and the compiled rules of one crawler or of
/// several. An empty Cache knows nothing and denies everything.
class Cache {
public:
    Cache() noexcept = default;
    /// Takes over a cache of the C interface, or NULL.
    explicit Cache(robots_cache* owned) noexcept : owned_(owned) {}

    /// Makes a cache. `agents` are the product tokens of a crawler as for
    /// Matcher::compile; the tokens of each further crawler stand in a line of
    /// their own. If a ticket was not handed in after `lease`, the next caller
    /// gets a new one; a lease of 0 means 120 seconds. A budget below 8192
    /// octets means 8192. Returns an empty handle if the agents or options make
    /// no sense.
    [[nodiscard]] static Cache create(std::size_t budget, std::string_view agents,
                                      const Policy& policy = {}, const Options& options = {},
                                      std::chrono::seconds lease = {}) noexcept {
        const robots_policy raw_policy = policy.raw();
        const robots_options raw_options = options.raw();
        return Cache(robots_cache_new(budget, agents.data(), agents.size(), &raw_options,
                                      sizeof raw_options, &raw_policy, sizeof raw_policy,
                                      detail::seconds(lease)));
    }

    [[nodiscard]] explicit operator bool() const noexcept { return owned_ != nullptr; }

    /// What is known of the origin of an absolute URL, or the ticket to find it
    /// out, or until when to wait.
    [[nodiscard]] Lookup get(std::string_view url, Time now) const noexcept {
        const robots_lookup raw =
            robots_cache_get(owned_.get(), url.data(), url.size(), detail::seconds(now));
        return {static_cast<LookupKind>(raw.kind), detail::time(raw.until), Hit(raw.hit),
                Ticket(raw.ticket)};
    }
    /// Checks one URL without making an object: the fastest way to ask about
    /// what is known. If nothing is known, it denies and hands out no ticket. A
    /// path alone has no origin and is a misuse.
    [[nodiscard]] Answer check(std::string_view url, Time now,
                               std::size_t crawler = 0) const noexcept {
        return Answer(robots_cache_check(owned_.get(), crawler, url.data(), url.size(),
                                         detail::seconds(now)));
    }
    /// Hands out a ticket although no attempt is due. Empty while another
    /// caller holds one.
    [[nodiscard]] Ticket refresh(std::string_view url, Time now) const noexcept {
        return Ticket(
            robots_cache_refresh(owned_.get(), url.data(), url.size(), detail::seconds(now)));
    }

    /// What is remembered of an origin; empty if nothing is remembered.
    [[nodiscard]] State state(std::string_view url) const noexcept {
        return State(robots_cache_state(owned_.get(), url.data(), url.size()));
    }
    /// The origins of which something is known, in no particular order.
    [[nodiscard]] std::vector<std::string> origins() const {
        const Bytes bytes(robots_cache_origins(owned_.get()));
        std::vector<std::string> origins;
        for (std::string_view rest = bytes.view(); !rest.empty();) {
            const std::size_t end = rest.find('\n');
            origins.emplace_back(rest.substr(0, end));
            rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
        }
        return origins;
    }
    /// Forgets an origin; true if something was known of it. If a ticket for it
    /// is out, the outcome of that ticket is not recorded.
    bool remove(std::string_view url) const noexcept {
        return robots_cache_remove(owned_.get(), url.data(), url.size()) == 1;
    }
    /// How full the cache is, and how it was used; all zeros for an empty
    /// cache.
    [[nodiscard]] Stats stats() const noexcept {
        Stats stats{};
        robots_cache_stats(owned_.get(), &stats, sizeof stats);
        return stats;
    }

    /// Writes all that is known as octets, for restore() after a restart.
    [[nodiscard]] Bytes to_bytes() const noexcept {
        return Bytes(robots_cache_to_bytes(owned_.get()));
    }
    /// Adds what to_bytes() wrote. If the cache already knows something younger
    /// of an origin, that stays.
    [[nodiscard]] Restored restore(std::string_view bytes) const noexcept {
        const std::int64_t result =
            robots_cache_restore(owned_.get(), bytes.data(), bytes.size());
        return result < 0 ? Restored{static_cast<Snapshot>(-result), 0}
                          : Restored{Snapshot::ok, static_cast<std::size_t>(result)};
    }
    /// Writes what is known of one origin as octets, for a store of the
    /// caller's own; empty if nothing is known.
    [[nodiscard]] Bytes export_entry(std::string_view url) const noexcept {
        return Bytes(robots_cache_export(owned_.get(), url.data(), url.size()));
    }
    /// Adds what export_entry() wrote, if it is of the origin of this URL.
    [[nodiscard]] Snapshot import_entry(std::string_view url,
                                        std::string_view bytes) const noexcept {
        // For C, no URL is any origin; that is the other function.
        return url.empty() ? Snapshot::other_origin : take(url, bytes);
    }
    /// Adds what export_entry() wrote, of any origin.
    [[nodiscard]] Snapshot import_any_entry(std::string_view bytes) const noexcept {
        return take({}, bytes);
    }

    /// The C object, which this handle keeps; for the C interface.
    [[nodiscard]] const robots_cache* get() const noexcept { return owned_.get(); }
    /// The C object, whose owner is the caller from now on.
    [[nodiscard]] robots_cache* release() noexcept { return owned_.release(); }

private:
    [[nodiscard]] Snapshot take(std::string_view url, std::string_view bytes) const noexcept {
        return static_cast<Snapshot>(-robots_cache_import(owned_.get(), url.data(), url.size(),
                                                          bytes.data(), bytes.size()));
    }

    struct Free {
        void operator()(robots_cache* cache) const noexcept { robots_cache_free(cache); }
    };
    std::unique_ptr<robots_cache, Free> owned_;
};

static_assert(sizeof(Hit) == sizeof(void*) && !std::is_copy_constructible_v<Hit>);
static_assert(sizeof(Ticket) == sizeof(void*) && !std::is_copy_constructible_v<Ticket>);
static_assert(sizeof(Cache) == sizeof(void*) && !std::is_copy_constructible_v<Cache>);

}  // namespace robots

#endif  // ROBOTS_CACHE_HPP
