//! `robots_cache`: everything known of many origins, within a byte budget.

use std::ffi::c_char;

use crate::access::Policy;
use crate::cache::{Answer, Cache, CacheStats, Lookup, Next};
use crate::origin::Origin;

use super::access_types::{ROBOTS_ACCESS_REFUSE_ALL, policy, robots_policy};
use super::border::{Growing, bytes, guard, sized, write_sized};
use super::hit::robots_hit;
use super::octets::robots_bytes;
use super::state::robots_state;
use super::ticket::robots_ticket;
use super::types::{robots_options, robots_verdict};

/// What a look-up found: the question was a misuse.
pub const ROBOTS_LOOKUP_MISUSE: u8 = 0;
/// What a look-up found: an answer.
pub const ROBOTS_LOOKUP_HIT: u8 = 1;
/// What a look-up found: an attempt is due.
pub const ROBOTS_LOOKUP_FETCH: u8 = 2;
/// What a look-up found: nothing is known, and another caller holds the ticket.
pub const ROBOTS_LOOKUP_WAIT: u8 = 3;

/// Origins, what is known of each, and the compiled rules of one or more
/// crawlers. A cache may be shared between threads: every function but
/// `robots_cache_free` takes it const and may be called from any number of
/// threads at once. Tickets and hits outlive the cache.
pub struct robots_cache(pub(super) Cache);

/// What `robots_cache_get` found. Frozen.
#[repr(C)]
pub struct robots_lookup {
    /// A ROBOTS_LOOKUP number.
    pub kind: u8,
    /// 0.
    pub reserved: [u8; 7],
    /// With ROBOTS_LOOKUP_WAIT: when to ask again at the latest; otherwise 0.
    pub until: u64,
    /// With ROBOTS_LOOKUP_HIT: the answer; otherwise NULL. Free it with
    /// `robots_hit_free`.
    pub hit: Option<Box<robots_hit>>,
    /// With ROBOTS_LOOKUP_FETCH: the right and the duty to ask; otherwise NULL.
    /// `robots_ticket_finish` or `robots_ticket_free` takes it back.
    pub ticket: Option<Box<robots_ticket>>,
}

/// What `robots_cache_check` answers. 32 octets, frozen.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct robots_answer {
    /// The verdict.
    pub verdict: robots_verdict,
    /// A ROBOTS_LOOKUP number.
    pub lookup: u8,
    /// What governs crawling: a ROBOTS_ACCESS number.
    pub access: u8,
    /// Why: a ROBOTS_BASIS number.
    pub basis: u8,
    /// 0.
    pub reserved: u8,
    /// Seconds until the next attempt is due, 0 if it is due now. With
    /// ROBOTS_LOOKUP_WAIT: seconds after which to ask again at the latest.
    pub wait: u32,
    /// The next moment at which anything can change.
    pub next_change: u64,
}

impl robots_answer {
    const MISUSE: Self = robots_answer {
        verdict: robots_verdict::MISUSE,
        lookup: ROBOTS_LOOKUP_MISUSE,
        access: ROBOTS_ACCESS_REFUSE_ALL,
        basis: 0,
        reserved: 0,
        wait: 0,
        next_change: 0,
    };

    fn new(answer: &Answer, now: u64) -> robots_answer {
        let known = robots_answer {
            verdict: answer.verdict.into(),
            lookup: ROBOTS_LOOKUP_HIT,
            access: answer.decision.access as u8,
            basis: answer.decision.basis as u8,
            reserved: 0,
            wait: answer.decision.wait,
            next_change: answer.decision.next_change,
        };
        match answer.next {
            Next::Nothing => known,
            Next::Fetch => robots_answer {
                lookup: ROBOTS_LOOKUP_FETCH,
                ..known
            },
            Next::Wait(wait) => robots_answer {
                lookup: ROBOTS_LOOKUP_WAIT,
                wait: u32::try_from(wait.until.saturating_sub(now)).unwrap_or(u32::MAX),
                next_change: wait.until,
                ..known
            },
        }
    }
}

/// How full a cache is, and how it was used since it was made. This struct may
/// grow as `robots_options` may.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct robots_stats {
    /// The number of origins of which something is known.
    pub entries: u64,
    /// The octets that these entries take.
    pub bytes: u64,
    /// The octets that they may take.
    pub budget: u64,
    /// Tickets that are out, without the tickets that had expired when a ticket
    /// was last asked for.
    pub tickets: u64,
    /// Answers that were given from what was known.
    pub hits: u64,
    /// Tickets handed out.
    pub fetches: u64,
    /// Answers that told the caller to wait for another caller's ticket.
    pub waits: u64,
    /// Origins that were dropped because room was needed, together with when
    /// they may be asked again.
    pub evictions: u64,
    /// Files whose rules did not fit for every crawler.
    pub too_large: u64,
}

impl Growing for robots_stats {
    const FIRST: usize = 72;
}

impl From<CacheStats> for robots_stats {
    fn from(stats: CacheStats) -> Self {
        robots_stats {
            entries: stats.entries as u64,
            bytes: stats.bytes as u64,
            budget: stats.budget as u64,
            tickets: stats.tickets as u64,
            hits: stats.hits,
            fetches: stats.fetches,
            waits: stats.waits,
            evictions: stats.evictions,
            too_large: stats.too_large,
        }
    }
}

/// The origin of a URL.
///
/// # Safety
///
/// As [`bytes`].
pub(super) unsafe fn origin(url: *const c_char, url_len: usize) -> Option<Origin> {
    // SAFETY: promised.
    Origin::parse(unsafe { bytes(url, url_len)? }).ok()
}

/// Makes an empty cache. When the cache needs room, it drops the entries that
/// are used least; for an origin that failed, it still remembers when the
/// origin may be asked again, in an eighth of the budget. If the rules of a
/// crawler do not fit, everything is denied to that crawler while the file is
/// fresh, with ROBOTS_CAUSE_TOO_LARGE. This does not count as an outage, so it
/// never allows everything.
///
/// Arguments: the octets of memory that the cache may take, counting all that
/// an entry holds (a number below 8192 means 8192); the product tokens of each
/// crawler that shares the cache, one line for each, as for
/// `robots_matcher_new`, with LF between the lines: the first line is crawler
/// 0, and no line at all means one crawler that no file names; options as for
/// `robots_txt_parse`; a policy as for `robots_state_decision`; the seconds
/// after which the next caller gets the ticket (0 means 120), which must be
/// longer than any attempt takes with all its redirects.
/// Result: a cache. Free it with `robots_cache_free`.
/// Misuse: NULL, as for these three functions, and for an empty line before the
/// last LF.
/// Time: linear in the tokens. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_cache_new(
    budget: usize,
    agents: *const c_char,
    agents_len: usize,
    options: *const robots_options,
    options_size: usize,
    policy_data: *const robots_policy,
    policy_size: usize,
    lease: u32,
) -> Option<Box<robots_cache>> {
    guard(None, || {
        // SAFETY: the rules of the road.
        let (agents, options, policy) = unsafe {
            (
                bytes(agents, agents_len)?,
                sized(options, options_size)?.read()?,
                policy(policy_data, policy_size)?,
            )
        };
        new(budget, agents, options, policy, lease)
    })
}

fn new(
    budget: usize,
    agents: &[u8],
    options: crate::Options,
    policy: Policy,
    lease: u32,
) -> Option<Box<robots_cache>> {
    let mut builder = Cache::builder(budget).options(options).policy(policy);
    if lease > 0 {
        builder = builder.lease(lease);
    }
    let agents = agents.strip_suffix(b"\n").unwrap_or(agents);
    if !agents.is_empty() {
        for line in agents.split(|octet| *octet == b'\n') {
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            if line.is_empty() {
                return None;
            }
            builder = builder.agents(line);
        }
    }
    Some(Box::new(robots_cache(builder.build().ok()?)))
}

/// Frees a cache. Does nothing for NULL. Tickets and hits that are out stay
/// usable; the memory of the entries is freed with the last of them.
///
/// Time: linear in the entries. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_cache_free(cache: Option<Box<robots_cache>>) {
    guard((), || drop(cache));
}

/// What is known of the origin of a URL at the moment `now`. When an attempt is
/// due, one caller gets the ticket for it. As long as that ticket is out, the
/// other callers get what is known, if it may still be used; otherwise they are
/// told to wait.
///
/// Arguments: a cache; an absolute URL; seconds since 1970.
/// Result: a hit, a ticket, or until when to wait; `kind` says which.
/// Misuse: ROBOTS_LOOKUP_MISUSE, also for a URL that has no origin. Such a URL
/// must not be crawled.
/// Time: linear in the URL. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_cache_get(
    cache: Option<&robots_cache>,
    url: *const c_char,
    url_len: usize,
    now: u64,
) -> robots_lookup {
    let mut found = robots_lookup {
        kind: ROBOTS_LOOKUP_MISUSE,
        reserved: [0; 7],
        until: 0,
        hit: None,
        ticket: None,
    };
    let lookup = guard(None, || {
        // SAFETY: the rules of the road.
        let url = unsafe { bytes(url, url_len)? };
        Some(match cache?.0.get_url(url, now).ok()? {
            Lookup::Hit(hit) => (ROBOTS_LOOKUP_HIT, 0, robots_hit::boxed(hit), None),
            Lookup::Fetch(ticket) => (ROBOTS_LOOKUP_FETCH, 0, None, robots_ticket::boxed(ticket)),
            Lookup::Wait(wait) => (ROBOTS_LOOKUP_WAIT, wait.until, None, None),
        })
    });
    if let Some(lookup) = lookup {
        (found.kind, found.until, found.hit, found.ticket) = lookup;
    }
    found
}

/// May the crawler fetch this URL, as far as is known at the moment `now`? No
/// object is made, and no ticket is handed out.
///
/// Arguments: a cache; the number of the crawler; a URL as for
/// `robots_matcher_check`; seconds since 1970.
/// Result: the verdict, and in `lookup` whether there is more to do.
/// ROBOTS_LOOKUP_HIT: the verdict stands. ROBOTS_LOOKUP_FETCH: an attempt is
/// due, so call `robots_cache_get`. ROBOTS_LOOKUP_WAIT: another caller makes
/// the attempt. If nothing is known, the URL is denied with
/// ROBOTS_REASON_UNREACHABLE.
/// Misuse: denied with ROBOTS_REASON_MISUSE and ROBOTS_LOOKUP_MISUSE, also for
/// a path alone, which has no origin. For a number that no crawler has, only
/// the verdict is that of a misuse; the rest of the answer is as for the other
/// crawlers.
/// Time: as for `robots_matcher_check`. No allocation for what is known and URLs
/// below 512 octets. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_cache_check(
    cache: Option<&robots_cache>,
    crawler: usize,
    url: *const c_char,
    url_len: usize,
    now: u64,
) -> robots_answer {
    guard(None, || {
        // SAFETY: the rules of the road.
        let url = unsafe { bytes(url, url_len)? };
        let answer = cache?.0.check(crawler, url, now).ok()?;
        Some(robots_answer::new(&answer, now))
    })
    .unwrap_or(robots_answer::MISUSE)
}

/// Hands out a ticket although no attempt is due, for example to have a fresh
/// answer before the old one expires.
///
/// Arguments: as for `robots_cache_get`.
/// Result: a ticket; NULL while another caller holds one for this origin.
/// Misuse: NULL.
/// Time: linear in the URL. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_cache_refresh(
    cache: Option<&robots_cache>,
    url: *const c_char,
    url_len: usize,
    now: u64,
) -> Option<Box<robots_ticket>> {
    guard(None, || {
        // SAFETY: the rules of the road.
        let origin = unsafe { origin(url, url_len)? };
        robots_ticket::boxed(cache?.0.refresh(&origin, now)?)
    })
}

/// What is remembered of the origin of a URL. Asking for it does not count as
/// use.
///
/// Arguments: a cache; any absolute URL of the origin.
/// Result: a copy of the state. Free it with `robots_state_free`. NULL where
/// nothing is known.
/// Misuse: NULL.
/// Time: linear in the URL. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_cache_state(
    cache: Option<&robots_cache>,
    url: *const c_char,
    url_len: usize,
) -> Option<Box<robots_state>> {
    guard(None, || {
        // SAFETY: the rules of the road.
        let origin = unsafe { origin(url, url_len)? };
        robots_state::boxed(cache?.0.state(&origin)?)
    })
}

/// The origins of which something is known, in no particular order.
///
/// Result: the origins, each as `robots_url_origin` writes it and with LF
/// behind it. Free them with `robots_bytes_free`.
/// Misuse: NULL for NULL.
/// Time: linear in the entries. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_cache_origins(cache: Option<&robots_cache>) -> Option<Box<robots_bytes>> {
    guard(None, || {
        let origins = cache?.0.origins();
        let lines: String = origins.iter().map(|it| format!("{it}\n")).collect();
        robots_bytes::boxed(lines.into())
    })
}

/// Forgets the origin of a URL. If a ticket for it is out, the outcome of that
/// ticket is not recorded, and the next caller gets a new ticket.
///
/// Arguments: a cache; any absolute URL of the origin.
/// Result: 1 if something was known, otherwise 0.
/// Misuse: 0.
/// Time: linear in the URL. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_cache_remove(
    cache: Option<&robots_cache>,
    url: *const c_char,
    url_len: usize,
) -> i32 {
    guard(None, || {
        // SAFETY: the rules of the road.
        let origin = unsafe { origin(url, url_len)? };
        Some(cache?.0.remove(&origin).into())
    })
    .unwrap_or(0)
}

/// How full a cache is, and how it was used. The numbers are all of nearly one
/// moment.
///
/// Arguments: a cache; room for the numbers, and its size. Members that this
/// library does not know become 0.
/// Result: 0.
/// Misuse: -1, and nothing is written: for NULL, and for a size that is smaller
/// than in the first release or above 4096.
/// Time: linear in the budget, a few steps for each 16 MiB, and in the tickets
/// that are out. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_cache_stats(
    cache: Option<&robots_cache>,
    out: *mut robots_stats,
    size: usize,
) -> i32 {
    guard(None, || {
        let stats = cache?.0.stats().into();
        // SAFETY: the rules of the road.
        unsafe { write_sized(&stats, out, size) }
    })
    .map_or(-1, |()| 0)
}

// The layout that compiled programs rely on, and that threads share a cache.
const _: () = {
    assert!(size_of::<robots_answer>() == 32);
    assert!(size_of::<robots_lookup>() == 16 + 2 * size_of::<usize>());
    assert!(size_of::<robots_stats>() == robots_stats::FIRST);
    const fn shared<T: Send + Sync>() {}
    shared::<robots_cache>();
    shared::<robots_hit>();
    shared::<robots_ticket>();
};
