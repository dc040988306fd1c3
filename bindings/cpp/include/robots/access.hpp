// access.hpp - what the outcome of fetching a site's robots.txt means, for how
// long, and when to ask for the file next.
//
//     robots::State state = robots::State::create();     // one for each origin
//     robots::Decision decision = state.decision(robots::now());
//     std::string copy;                                  // of the file
//     if (decision.fetch_due()) {
//         robots::Fetch fetch = robots::Fetch::begin(url, state);
//         Reply reply;
//         do {
//             reply = http_get(std::string(fetch.url())); // one request
//             if (reply.failure) {
//                 fetch.failure(*reply.failure);
//             } else {
//                 fetch.response(reply.status, reply.headers, reply.complete);
//             }
//         } while (fetch.result() == robots::AccessResult::redirect);
//         decision = state.record(fetch, robots::now());
//         if (decision.copy() == robots::CopyAction::replace) { copy = reply.body; }
//         if (decision.copy() == robots::CopyAction::forget) { copy.clear(); }
//     }
//     switch (decision.access()) {
//         case robots::Access::rules: /* what the copy says */ break;
//         case robots::Access::allow_all: /* everything */ break;
//         case robots::Access::refuse_all: /* nothing, until next_change() */ break;
//     }
//
// This header is for programs that keep what they know of each origin
// themselves. All other programs want <robots/cache.hpp>, which builds on it.
// <robots/robots.h> says what every answer means, and <robots/robots.hpp> has
// the rules of the road: nothing throws but std::bad_alloc, a factory that is
// misused returns an empty handle, empty handles refuse everything, and const
// members may be called from any number of threads at once.
//
// There is no I/O here and no clock: the caller brings both, so that every
// decision can be replayed. Always use one Policy for one origin.
#ifndef ROBOTS_ACCESS_HPP
#define ROBOTS_ACCESS_HPP

#include <robots/robots.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace robots {

// ---------------------------------------------------------------------------
// Numbers and their texts. Results may have numbers that are not named here,
// from later versions of the library: have a default case.

/// What governs crawling for the moment.
enum class Access : std::uint8_t {
    /// Obey the rules of the copy at hand.
    rules = ROBOTS_ACCESS_RULES,
    allow_all = ROBOTS_ACCESS_ALLOW_ALL,
    /// Refuse everything for now; see Decision::next_change(). Also the answer
    /// to a misuse.
    refuse_all = ROBOTS_ACCESS_REFUSE_ALL,
};

/// The ground on which access is given or refused.
enum class Basis : std::uint8_t {
    not_fetched = ROBOTS_BASIS_NOT_FETCHED,
    fresh = ROBOTS_BASIS_FRESH,
    unavailable = ROBOTS_BASIS_UNAVAILABLE,
    forbidden = ROBOTS_BASIS_FORBIDDEN,
    expired = ROBOTS_BASIS_EXPIRED,
    clock_back = ROBOTS_BASIS_CLOCK_BACK,
    unreachable = ROBOTS_BASIS_UNREACHABLE,
    stale_copy = ROBOTS_BASIS_STALE_COPY,
    long_outage = ROBOTS_BASIS_LONG_OUTAGE,
};

/// How a request failed before there was a whole response.
enum class Failure : std::uint8_t {
    dns = ROBOTS_FAILURE_DNS,
    connect = ROBOTS_FAILURE_CONNECT,
    timeout = ROBOTS_FAILURE_TIMEOUT,
    reset = ROBOTS_FAILURE_RESET,
    tls = ROBOTS_FAILURE_TLS,
    protocol = ROBOTS_FAILURE_PROTOCOL,
    truncated = ROBOTS_FAILURE_TRUNCATED,
    undecodable = ROBOTS_FAILURE_UNDECODABLE,
    /// The crawler itself declined to make the request.
    refused = ROBOTS_FAILURE_REFUSED,
    /// A client gave up after it had followed at least five redirects by
    /// itself.
    too_many_redirects = ROBOTS_FAILURE_TOO_MANY_REDIRECTS,
    other = ROBOTS_FAILURE_OTHER,
};

/// What the last attempt met: one of these causes, or a Failure; see cause().
enum class Cause : std::uint8_t {
    not_fetched = ROBOTS_CAUSE_NOT_FETCHED,
    interrupted = ROBOTS_CAUSE_INTERRUPTED,
    success = ROBOTS_CAUSE_SUCCESS,
    not_modified = ROBOTS_CAUSE_NOT_MODIFIED,
    missing = ROBOTS_CAUSE_MISSING,
    forbidden = ROBOTS_CAUSE_FORBIDDEN,
    error_for_missing = ROBOTS_CAUSE_ERROR_FOR_MISSING,
    too_many_redirects = ROBOTS_CAUSE_TOO_MANY_REDIRECTS,
    rate_limited = ROBOTS_CAUSE_RATE_LIMITED,
    server_error = ROBOTS_CAUSE_SERVER_ERROR,
    odd_status = ROBOTS_CAUSE_ODD_STATUS,
    no_location = ROBOTS_CAUSE_NO_LOCATION,
    bad_location = ROBOTS_CAUSE_BAD_LOCATION,
    not_http = ROBOTS_CAUSE_NOT_HTTP,
    /// A file whose rules do not fit the cache.
    too_large = ROBOTS_CAUSE_TOO_LARGE,
};

/// What to do with the stored copy after an attempt.
enum class CopyAction : std::uint8_t {
    keep = ROBOTS_COPY_KEEP,
    /// Store the body just received, which is empty after 204 and 205.
    replace = ROBOTS_COPY_REPLACE,
    forget = ROBOTS_COPY_FORGET,
};

/// The four outcomes of RFC 9309 2.3.1.
enum class AccessResult : std::uint8_t {
    /// The handle is empty, or a number has no meaning. Nothing has changed.
    misuse = 0,
    successful = ROBOTS_RESULT_SUCCESSFUL,
    /// Ask again, at the new URL.
    redirect = ROBOTS_RESULT_REDIRECT,
    unavailable = ROBOTS_RESULT_UNAVAILABLE,
    unreachable = ROBOTS_RESULT_UNREACHABLE,
};

/// What applies once an origin has been unreachable for Policy::long_outage.
enum class AfterOutage : std::uint8_t {
    /// The last copy is obeyed; without one everything is allowed. The default.
    last_copy_or_allow = ROBOTS_AFTER_OUTAGE_LAST_COPY_OR_ALLOW,
    /// Whatever the last copy says.
    allow_all = ROBOTS_AFTER_OUTAGE_ALLOW_ALL,
    /// The last copy is obeyed; without one everything stays refused.
    last_copy_or_refuse = ROBOTS_AFTER_OUTAGE_LAST_COPY_OR_REFUSE,
    /// Whatever the last copy says.
    refuse_all = ROBOTS_AFTER_OUTAGE_REFUSE_ALL,
};

/// The cause that a failure becomes. Failure::too_many_redirects becomes
/// Cause::too_many_redirects, which is no failure of a request.
[[nodiscard]] constexpr Cause cause(Failure failure) noexcept {
    return failure == Failure::too_many_redirects ? Cause::too_many_redirects
                                                  : static_cast<Cause>(failure);
}

/// A short fixed name, such as "allow-all".
[[nodiscard]] inline std::string_view name(Access access) noexcept {
    return robots_access_name(static_cast<std::uint8_t>(access));
}
/// A short fixed name, such as "stale-copy".
[[nodiscard]] inline std::string_view name(Basis basis) noexcept {
    return robots_basis_name(static_cast<std::uint8_t>(basis));
}
/// A short fixed name, such as "server-error".
[[nodiscard]] inline std::string_view name(Cause cause) noexcept {
    return robots_cause_name(static_cast<std::uint8_t>(cause));
}
/// A short fixed name, such as "timeout".
[[nodiscard]] inline std::string_view name(Failure failure) noexcept {
    return robots_cause_name(static_cast<std::uint8_t>(failure));
}
/// One sentence for people.
[[nodiscard]] inline std::string_view text(Basis basis) noexcept {
    return robots_basis_text(static_cast<std::uint8_t>(basis));
}
/// One sentence for people.
[[nodiscard]] inline std::string_view text(Cause cause) noexcept {
    return robots_cause_text(static_cast<std::uint8_t>(cause));
}
/// One sentence for people.
[[nodiscard]] inline std::string_view text(Failure failure) noexcept {
    return robots_cause_text(static_cast<std::uint8_t>(failure));
}

// ---------------------------------------------------------------------------
// Time

/// A moment in whole seconds. Always use one clock.
using Time = std::chrono::time_point<std::chrono::system_clock, std::chrono::seconds>;

/// The present moment by the system's clock.
[[nodiscard]] inline Time now() noexcept {
    return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
}

namespace detail {

/// Seconds since 1970 for the C interface; what was before is 1970.
[[nodiscard]] constexpr std::uint64_t seconds(Time time) noexcept {
    const auto count = time.time_since_epoch().count();
    return count < 0 ? 0 : static_cast<std::uint64_t>(count);
}

/// Back; what no clock can tell is the last moment it can.
[[nodiscard]] constexpr Time time(std::uint64_t seconds) noexcept {
    using Count = std::chrono::seconds::rep;
    constexpr auto last = static_cast<std::uint64_t>(std::numeric_limits<Count>::max());
    return Time(std::chrono::seconds(static_cast<Count>(seconds < last ? seconds : last)));
}

/// A length of time for the C interface, within what it can hold.
[[nodiscard]] constexpr std::uint32_t seconds(std::chrono::seconds length) noexcept {
    constexpr auto longest = std::numeric_limits<std::uint32_t>::max();
    const auto count = length.count();
    return count < 0 ? 0 : count < longest ? static_cast<std::uint32_t>(count) : longest;
}

/// The value of If-Modified-Since, by the function of a Fetch or a Ticket that
/// writes it.
template <class Write>
[[nodiscard]] std::optional<std::string> http_date(Write write) {
    char room[64];
    const std::size_t size = write(room, sizeof room);
    return size == 0 || size > sizeof room ? std::nullopt
                                           : std::make_optional<std::string>(room, size);
}

/// A status for the C interface; a number that cannot be a status is an odd
/// status.
[[nodiscard]] constexpr std::uint16_t status(int status) noexcept {
    const bool fits = 0 <= status && status <= std::numeric_limits<std::uint16_t>::max();
    return fits ? static_cast<std::uint16_t>(status) : std::uint16_t{0};
}

[[nodiscard]] constexpr std::uint32_t flags(bool complete) noexcept {
    return complete ? 0 : ROBOTS_RESPONSE_INCOMPLETE;
}

/// None for the empty text.
[[nodiscard]] inline std::optional<std::string_view> some(const robots_str& text) noexcept {
    return text.len == 0 ? std::nullopt : std::make_optional(view(text));
}

}  // namespace detail

// ---------------------------------------------------------------------------
// Policy and decision

/// What a crawler decides once; see robots_policy. Every member of a new Policy
/// is 0, which means the default named at that member. For no time at all, use
/// one second.
struct Policy {
    /// How long an answer is used if it does not say so itself: one day.
    std::chrono::seconds default_fresh{0};
    /// The least time an answer is used, whatever it says: five minutes.
    std::chrono::seconds min_fresh{0};
    /// The most time an answer is used, whatever it says: one day.
    std::chrono::seconds max_fresh{0};
    /// The wait after the first failed attempt, doubled by each more: a minute.
    std::chrono::seconds min_retry{0};
    /// The longest wait the crawler chooses by itself: one hour.
    std::chrono::seconds max_retry{0};
    /// The longest wait that a Retry-After can ask for: one day.
    std::chrono::seconds max_retry_after{0};
    /// How long an origin must have been seen unreachable, by at least four
    /// attempts, before after_outage applies: 30 days. It is also the greatest
    /// age of a copy during an outage, unless after_outage keeps the copy.
    std::chrono::seconds long_outage{0};
    /// How many redirects are followed: five, and never less.
    std::uint8_t max_redirects = 0;
    AfterOutage after_outage = AfterOutage::last_copy_or_allow;
    /// Several crawlers use the same copy, so s-maxage counts.
    bool shared_cache = false;
    /// 401 and 403 refuse everything instead of allowing it.
    bool forbidden_is_disallow = false;
    /// A 5xx status, except 511, counts as a missing file. For sites that
    /// answer so for pages that do not exist.
    bool five_xx_means_missing = false;

    /// This policy as a struct of the C interface.
    [[nodiscard]] robots_policy raw() const noexcept {
        robots_policy raw{};
        raw.default_fresh = detail::seconds(default_fresh);
        raw.min_fresh = detail::seconds(min_fresh);
        raw.max_fresh = detail::seconds(max_fresh);
        raw.min_retry = detail::seconds(min_retry);
        raw.max_retry = detail::seconds(max_retry);
        raw.max_retry_after = detail::seconds(max_retry_after);
        raw.long_outage = detail::seconds(long_outage);
        raw.shared_cache = shared_cache ? 1 : 0;
        raw.max_redirects = max_redirects;
        raw.after_outage = static_cast<std::uint8_t>(after_outage);
        raw.forbidden_is_disallow = forbidden_is_disallow ? 1 : 0;
        raw.five_xx_means_missing = five_xx_means_missing ? 1 : 0;
        return raw;
    }
};

/// What may be crawled at one moment, why, and when to look again. A default
/// Decision refuses everything and asks for an attempt.
class Decision {
public:
    constexpr Decision() noexcept = default;
    explicit constexpr Decision(const robots_decision& raw) noexcept : raw_(raw) {}

    [[nodiscard]] constexpr Access access() const noexcept {
        return static_cast<Access>(raw_.access);
    }
    [[nodiscard]] constexpr Basis basis() const noexcept {
        return static_cast<Basis>(raw_.basis);
    }
    /// What the last attempt met.
    [[nodiscard]] constexpr Cause cause() const noexcept { return static_cast<Cause>(raw_.cause); }
    /// Status of the last response; 0 without one.
    [[nodiscard]] constexpr int status() const noexcept { return raw_.status; }
    /// What to do with the stored copy, after State::record.
    [[nodiscard]] constexpr CopyAction copy() const noexcept {
        return static_cast<CopyAction>(raw_.copy);
    }
    /// Is an attempt due now?
    [[nodiscard]] constexpr bool fetch_due() const noexcept { return raw_.wait == 0; }
    /// The time until the next attempt is due.
    [[nodiscard]] constexpr std::chrono::seconds wait() const noexcept {
        return std::chrono::seconds(raw_.wait);
    }
    /// How long access() stands even without another attempt.
    [[nodiscard]] constexpr std::chrono::seconds fresh_for() const noexcept {
        return std::chrono::seconds(raw_.fresh_for);
    }
    /// The moment the next attempt is due.
    [[nodiscard]] constexpr Time fetch_at() const noexcept { return detail::time(raw_.fetch_at); }
    /// The next moment at which anything can change.
    [[nodiscard]] constexpr Time next_change() const noexcept {
        return detail::time(raw_.next_change);
    }
    [[nodiscard]] constexpr const robots_decision& raw() const noexcept { return raw_; }

private:
    robots_decision raw_ = {ROBOTS_ACCESS_REFUSE_ALL, 0, 0, 0, 0, 0, 0, 0, 0, 0};
};

static_assert(sizeof(Decision) == 32 && std::is_trivially_copyable_v<Decision>);

// ---------------------------------------------------------------------------
// State and attempt

class Fetch;

/// What is remembered of the robots.txt of one origin, besides the file.
class State {
public:
    /// Makes an empty handle, which refuses everything and records nothing.
    State() noexcept = default;
    /// Takes over a state of the C interface, or NULL.
    explicit State(robots_state* owned) noexcept : owned_(owned) {}

    /// Makes the state of an origin of which nothing is known yet.
    [[nodiscard]] static State create() noexcept { return State(robots_state_new()); }
    /// Reads a state that to_bytes() wrote. Returns an empty handle for
    /// anything else; then begin with a new state.
    [[nodiscard]] static State from_bytes(std::string_view bytes) noexcept {
        return State(robots_state_from_bytes(bytes.data(), bytes.size()));
    }

    /// False for an empty one.
    [[nodiscard]] explicit operator bool() const noexcept { return owned_ != nullptr; }

    /// What may be crawled at the moment `now`.
    [[nodiscard]] Decision decision(Time now, const Policy& policy = {}) const noexcept {
        const robots_policy raw = policy.raw();
        return Decision(
            robots_state_decision(owned_.get(), &raw, sizeof raw, detail::seconds(now)));
    }
    /// Records the outcome of an attempt, and says what may be crawled from
    /// then on and what to do with the stored copy. An attempt without a result
    /// counts as failed.
    Decision record(const Fetch& fetch, Time now, const Policy& policy = {}) noexcept;
    /// Says that the crawler has lost its copy of the file. The outage of a site
    /// that had a file begins anew. False for an empty handle.
    bool forget_copy() noexcept { return robots_state_forget_copy(owned_.get()) == 0; }

    /// The number of attempts that have failed in a row.
    [[nodiscard]] std::uint32_t failures() const noexcept {
        return robots_state_failures(owned_.get());
    }
    /// Writes the state as octets for from_bytes(), in this or any later
    /// process.
    [[nodiscard]] Bytes to_bytes() const noexcept {
        return Bytes(robots_state_to_bytes(owned_.get()));
    }

    /// The C object, which this handle keeps; for the C interface.
    [[nodiscard]] const robots_state* get() const noexcept { return owned_.get(); }
    /// The C object, whose owner is the caller from now on.
    [[nodiscard]] robots_state* release() noexcept { return owned_.release(); }

private:
    struct Free {
        void operator()(robots_state* state) const noexcept { robots_state_free(state); }
    };
    std::unique_ptr<robots_state, Free> owned_;
};

/// One attempt to get one robots.txt, over all its redirects. An empty Fetch
/// has no URL to ask for and the result AccessResult::misuse, and State::record
/// refuses everything for it.
class Fetch {
public:
    Fetch() noexcept = default;
    /// Takes over an attempt of the C interface, or NULL.
    explicit Fetch(robots_fetch* owned) noexcept : owned_(owned) {}

    /// Begins an attempt for the origin of an absolute URL; an empty state
    /// means that nothing is known of the origin. Returns an empty handle if
    /// the URL has no origin; such a URL must not be crawled.
    [[nodiscard]] static Fetch begin(std::string_view url, const State& state,
                                     const Policy& policy = {}) noexcept {
        const robots_policy raw = policy.raw();
        return Fetch(robots_fetch_new(url.data(), url.size(), state.get(), &raw, sizeof raw));
    }

    [[nodiscard]] explicit operator bool() const noexcept { return owned_ != nullptr; }

    /// The URL to ask for now. It is valid until the next response(), failure()
    /// or followed().
    [[nodiscard]] std::string_view url() const& noexcept {
        return detail::view(robots_fetch_url(owned_.get()));
    }
    void url() const&& = delete;
    /// The number of redirects that were followed so far.
    [[nodiscard]] std::uint32_t hops() const noexcept { return robots_fetch_hops(owned_.get()); }

    /// The header If-None-Match to send to url(), if any. It is valid as long
    /// as the state.
    [[nodiscard]] std::optional<std::string_view> if_none_match(const State& state) const noexcept {
        return detail::some(robots_fetch_if_none_match(owned_.get(), state.get()));
    }
    void if_none_match(const State&&) const = delete;
    /// The header If-Modified-Since to send to url(), if any.
    [[nodiscard]] std::optional<std::string> if_modified_since(const State& state) const {
        return detail::http_date([&](char* room, std::size_t size) {
            return robots_fetch_if_modified_since(owned_.get(), state.get(), room, size);
        });
    }

    /// Takes a response: its status, and its header lines as they came, one
    /// after another. `complete` is false if the body is shorter than
    /// announced; a body that the caller cut at its own limit counts as whole.
    AccessResult response(int status, std::string_view headers, bool complete = true) noexcept {
        return static_cast<AccessResult>(
            robots_fetch_response(owned_.get(), detail::status(status), detail::flags(complete),
                                  headers.data(), headers.size()));
    }
    /// Ends the attempt because there was no whole response.
    AccessResult failure(Failure failure) noexcept {
        return static_cast<AccessResult>(
            robots_fetch_failure(owned_.get(), static_cast<std::uint8_t>(failure)));
    }
    /// Says that the client followed redirects on its own, how many, and at
    /// which URL they ended. Call it before response(). That response counts,
    /// no matter how many redirects led to it, unless it is a 304. False for a
    /// misuse.
    bool followed(std::uint32_t redirects, std::string_view url) noexcept {
        return robots_fetch_followed(owned_.get(), redirects, url.data(), url.size()) == 0;
    }

    [[nodiscard]] AccessResult result() const noexcept {
        return static_cast<AccessResult>(robots_fetch_result(owned_.get()));
    }
    [[nodiscard]] Cause cause() const noexcept {
        return static_cast<Cause>(robots_fetch_cause(owned_.get()));
    }
    /// Another origin for which this attempt may be recorded as well, if there
    /// is one: the last redirect named its robots.txt octet for octet. Do not
    /// record the attempt for it if something fresh is known of it.
    [[nodiscard]] std::optional<std::string> target() const {
        char room[ROBOTS_URL_ORIGIN_MAX];
        const std::size_t size = robots_fetch_target(owned_.get(), room, sizeof room);
        return size == 0 ? std::nullopt : std::make_optional<std::string>(room, size);
    }

    /// The C object, which this handle keeps; for the C interface.
    [[nodiscard]] const robots_fetch* get() const noexcept { return owned_.get(); }
    /// The C object, whose owner is the caller from now on.
    [[nodiscard]] robots_fetch* release() noexcept { return owned_.release(); }

private:
    struct Free {
        void operator()(robots_fetch* fetch) const noexcept { robots_fetch_free(fetch); }
    };
    std::unique_ptr<robots_fetch, Free> owned_;
};

inline Decision State::record(const Fetch& fetch, Time now, const Policy& policy) noexcept {
    const robots_policy raw = policy.raw();
    return Decision(robots_state_record(owned_.get(), fetch.get(), &raw, sizeof raw,
                                        detail::seconds(now)));
}

static_assert(sizeof(State) == sizeof(void*) && !std::is_copy_constructible_v<State>);
static_assert(sizeof(Fetch) == sizeof(void*) && !std::is_copy_constructible_v<Fetch>);

}  // namespace robots

#endif  // ROBOTS_ACCESS_HPP
