//! One cache, asked, filled, emptied, saved and restored by two threads at once
//! through the C ABI: whoever fetched an origin's file, and whichever way it got
//! into the cache, its verdicts are those of one thread alone.

use super::*;
use std::sync::atomic::AtomicU64;

#[repr(C)]
struct Cache {
    _private: [u8; 0],
}

#[repr(C)]
struct Hit {
    _private: [u8; 0],
}

#[repr(C)]
struct Ticket {
    _private: [u8; 0],
}

#[repr(C)]
struct Bytes {
    _private: [u8; 0],
}

#[repr(C)]
struct State {
    _private: [u8; 0],
}

#[repr(C)]
struct Policy {
    default_fresh: u32,
    min_fresh: u32,
    max_fresh: u32,
    min_retry: u32,
    max_retry: u32,
    max_retry_after: u32,
    long_outage: u32,
    choices: [u8; 5],
    reserved: [u8; 3],
}

#[repr(C)]
#[derive(Debug, PartialEq)]
struct Decision {
    access: u8,
    basis: u8,
    cause: u8,
    copy: u8,
    status: u16,
    reserved: u16,
    wait: u32,
    fresh_for: u32,
    fetch_at: u64,
    next_change: u64,
}

#[repr(C)]
struct Lookup {
    kind: u8,
    reserved: [u8; 7],
    until: u64,
    hit: *mut Hit,
    ticket: *mut Ticket,
}

#[repr(C)]
struct Answer {
    verdict: Verdict,
    lookup: u8,
    access: u8,
    basis: u8,
    reserved: u8,
    wait: u32,
    next_change: u64,
}

#[repr(C)]
#[derive(Default)]
struct Stats {
    entries: u64,
    bytes: u64,
    budget: u64,
    tickets: u64,
    hits: u64,
    fetches: u64,
    waits: u64,
    evictions: u64,
    too_large: u64,
}

unsafe extern "C" {
    fn robots_cache_new(
        budget: usize,
        agents: *const c_char,
        agents_len: usize,
        options: *const Options,
        options_size: usize,
        policy: *const Policy,
        policy_size: usize,
        lease: u32,
    ) -> *mut Cache;
    fn robots_cache_free(cache: *mut Cache);
    fn robots_cache_get(cache: *const Cache, url: *const c_char, len: usize, now: u64) -> Lookup;
    fn robots_cache_check(
        cache: *const Cache,
        crawler: usize,
        url: *const c_char,
        len: usize,
        now: u64,
    ) -> Answer;
    fn robots_cache_refresh(
        cache: *const Cache,
        url: *const c_char,
        len: usize,
        now: u64,
    ) -> *mut Ticket;
    fn robots_cache_state(cache: *const Cache, url: *const c_char, len: usize) -> *mut State;
    fn robots_cache_remove(cache: *const Cache, url: *const c_char, len: usize) -> i32;
    fn robots_cache_stats(cache: *const Cache, out: *mut Stats, size: usize) -> i32;
    fn robots_cache_to_bytes(cache: *const Cache) -> *mut Bytes;
    fn robots_cache_restore(cache: *const Cache, data: *const c_char, len: usize) -> i64;
    fn robots_cache_export(cache: *const Cache, url: *const c_char, len: usize) -> *mut Bytes;
    fn robots_cache_import(
        cache: *const Cache,
        url: *const c_char,
        url_len: usize,
        data: *const c_char,
        len: usize,
    ) -> i32;
    fn robots_hit_decision(hit: *const Hit) -> Decision;
    fn robots_hit_check(hit: *const Hit, crawler: usize, url: *const c_char, len: usize)
    -> Verdict;
    fn robots_hit_free(hit: *mut Hit);
    fn robots_ticket_if_none_match(ticket: *const Ticket) -> Str;
    fn robots_ticket_response(
        ticket: *mut Ticket,
        status: u16,
        flags: u32,
        headers: *const c_char,
        len: usize,
    ) -> u8;
    fn robots_ticket_finish(
        ticket: *mut Ticket,
        body: *const c_char,
        len: usize,
        now: u64,
    ) -> *mut Hit;
    fn robots_ticket_free(ticket: *mut Ticket);
    fn robots_bytes_str(bytes: *const Bytes) -> Str;
    fn robots_bytes_free(bytes: *mut Bytes);
    fn robots_state_to_bytes(state: *const State) -> *mut Bytes;
    fn robots_state_from_bytes(data: *const c_char, len: usize) -> *mut State;
    fn robots_state_decision(
        state: *const State,
        policy: *const Policy,
        policy_size: usize,
        now: u64,
    ) -> Decision;
    fn robots_state_free(state: *mut State);
    fn robots_matcher_to_bytes(matcher: *const Matcher) -> *mut Bytes;
    fn robots_matcher_from_bytes(data: *const c_char, len: usize) -> *mut Matcher;
}

const RULES: u8 = 1;
const REFUSE_ALL: u8 = 3;
const HIT: u8 = 1;
const FETCH: u8 = 2;
const WAIT: u8 = 3;
const UNREACHABLE: u8 = 6;

/// Less than all files take, so that some have to go.
const BUDGET: usize = 192 * 1024;
const CRAWLERS: usize = 2;
const BEGIN: u64 = 1_800_000_000;

/// Answers go stale after some thousand questions, and no outage is too long.
static POLICY: Policy = Policy {
    default_fresh: 20_000,
    min_fresh: 1,
    max_fresh: 40_000,
    min_retry: 500,
    max_retry: 20_000,
    max_retry_after: 20_000,
    long_outage: u32::MAX,
    choices: [0; 5],
    reserved: [0; 3],
};

/// An origin that always answers the same.
struct Site {
    status: u16,
    body: Vec<u8>,
    urls: Vec<String>,
    verdicts: Vec<[Verdict; CRAWLERS]>,
}

impl Site {
    fn new(number: usize) -> Site {
        let mut random = Random(!(number as u64));
        let host = format!("https://h{number}.example");
        let urls = (0..12).map(|_| format!("{host}{}", path(&mut random)));
        Site {
            status: match number % 10 {
                0 => 404,
                1 => 503,
                _ => 200,
            },
            body: Work::new(number).body,
            urls: urls.collect(),
            verdicts: Vec::new(),
        }
    }

    fn url(&self) -> (*const c_char, usize) {
        (at(self.urls[0].as_bytes()), self.urls[0].len())
    }

    fn ask(&self, hit: *const Hit) -> Vec<[Verdict; CRAWLERS]> {
        let ask = |url: &String, crawler| {
            // SAFETY: the hit lives, and the length is that of the URL.
            unsafe { robots_hit_check(hit, crawler, at(url.as_bytes()), url.len()) }
        };
        let urls = self.urls.iter();
        urls.map(|url| [ask(url, 0), ask(url, 1)]).collect()
    }

    /// Does a hit say what it must? Frees it. False where the copy that a reply
    /// spoke of was dropped in the meantime, so that all is refused.
    fn holds(&self, hit: *mut Hit) -> bool {
        assert!(!hit.is_null());
        let said = self.ask(hit);
        // SAFETY: the hit lives until it is freed here.
        let decision = unsafe {
            let decision = robots_hit_decision(hit);
            robots_hit_free(hit);
            decision
        };
        if self.status == 200 && decision.access != RULES {
            assert_eq!(decision.access, REFUSE_ALL);
            assert!(said.iter().flatten().all(|verdict| verdict.allowed == 0));
            return false;
        }
        assert!(said == self.verdicts, "{decision:?}");
        true
    }
}

struct Shared(*mut Cache);

// SAFETY: the manual lets any number of threads use one cache at once.
unsafe impl Sync for Shared {}
unsafe impl Send for Shared {}

impl Shared {
    fn new(budget: usize) -> Shared {
        let agents = b"a-b\nb, c";
        let (policy, size) = (&raw const POLICY, size_of::<Policy>());
        let (agents, len, none) = (at(agents), agents.len(), std::ptr::null());
        // SAFETY: the lengths are right.
        let cache = unsafe { robots_cache_new(budget, agents, len, none, 0, policy, size, 0) };
        assert!(!cache.is_null());
        Shared(cache)
    }

    fn get(&self, site: &Site, now: u64) -> Lookup {
        let (url, len) = site.url();
        // SAFETY: the cache lives, and the length is that of the URL.
        unsafe { robots_cache_get(self.0, url, len, now) }
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        // SAFETY: made by the library, freed once.
        unsafe { robots_cache_free(self.0) }
    }
}

fn len_of(text: Str) -> (*const c_char, usize) {
    (text.data, text.len)
}

/// What the site replies, at times that its file is as it was.
fn hand_in(ticket: *mut Ticket, site: &Site, random: &mut Random, now: u64) -> *mut Hit {
    let headers = b"ETag: \"1\"\r\nDate: Thu, 01 Jan 2099 00:00:00 GMT\r\n";
    // SAFETY: the ticket is this thread's, and is not used again.
    unsafe {
        let known = robots_ticket_if_none_match(ticket).len > 0;
        let (headers, len) = (at(headers), headers.len());
        if site.status == 200 && known && random.below(2) == 0 {
            robots_ticket_response(ticket, 304, 0, headers, len);
            return robots_ticket_finish(ticket, std::ptr::null(), 0, now);
        }
        robots_ticket_response(ticket, site.status, 0, headers, len);
        robots_ticket_finish(ticket, at(&site.body), site.body.len(), now)
    }
}

fn sites() -> Vec<Site> {
    (0..FILES)
        .map(|number| {
            let mut site = Site::new(number);
            // A cache of its own, asked by nobody else.
            let alone = Shared::new(64 * MIB);
            let lookup = alone.get(&site, BEGIN);
            assert_eq!(lookup.kind, FETCH);
            let hit = hand_in(lookup.ticket, &site, &mut Random(0), BEGIN);
            site.verdicts = site.ask(hit);
            // SAFETY: used no more.
            unsafe { robots_hit_free(hit) };
            site
        })
        .collect()
}

struct World {
    sites: Vec<Site>,
    cache: Shared,
    now: AtomicU64,
    lost: AtomicUsize,
    restored: AtomicUsize,
}

impl World {
    fn holds(&self, site: &Site, hit: *mut Hit) {
        if !site.holds(hit) {
            self.lost.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn round(&self, random: &mut Random) {
        // Some are asked far more often than others.
        let number = random.below(self.sites.len());
        let site = &self.sites[random.below(number + 1)];
        let now = BEGIN + self.now.fetch_add(1, Ordering::Relaxed);
        let lookup = self.cache.get(site, now);
        match lookup.kind {
            HIT => self.holds(site, lookup.hit),
            FETCH if random.below(16) == 0 => {
                // SAFETY: used no more.
                unsafe { robots_ticket_free(lookup.ticket) };
            }
            FETCH => self.holds(site, hand_in(lookup.ticket, site, random, now)),
            kind => assert_eq!(kind, WAIT),
        }
        self.check(site, random, now);
        match random.below(400) {
            0 => self.restart(random, now),
            1..=20 => self.carry(site, now),
            21..=30 => self.refresh(site, random, now),
            31..=34 => {
                let (url, len) = site.url();
                // SAFETY: the length is that of the URL.
                let removed = unsafe { robots_cache_remove(self.cache.0, url, len) };
                assert!(removed == 0 || removed == 1);
            }
            35 => drop(self.stats()),
            _ => {}
        }
    }

    /// One URL, without an object.
    fn check(&self, site: &Site, random: &mut Random, now: u64) {
        let (index, crawler) = (random.below(site.urls.len()), random.below(CRAWLERS));
        let url = site.urls[index].as_bytes();
        // SAFETY: the length is that of the URL.
        let answer = unsafe { robots_cache_check(self.cache.0, crawler, at(url), url.len(), now) };
        let refused = answer.access == REFUSE_ALL && answer.verdict.allowed == 0;
        if site.status == 404 && answer.lookup != HIT && answer.verdict.reason == UNREACHABLE {
            assert!(refused);
        } else if !(site.status == 200 && refused && answer.access != RULES) {
            let known = site.verdicts[index][crawler];
            let unasked = answer.lookup != HIT && refused;
            assert!(answer.verdict == known || unasked);
        }
    }

    fn refresh(&self, site: &Site, random: &mut Random, now: u64) {
        let (url, len) = site.url();
        // SAFETY: the length is that of the URL.
        let ticket = unsafe { robots_cache_refresh(self.cache.0, url, len, now) };
        if !ticket.is_null() {
            self.holds(site, hand_in(ticket, site, random, now));
        }
    }

    /// All that is known into another cache, and back.
    fn restart(&self, random: &mut Random, now: u64) {
        let other = Shared::new(64 * MIB);
        // SAFETY: the octets live until they are freed at the end.
        unsafe {
            let saved = robots_cache_to_bytes(self.cache.0);
            let (data, len) = len_of(robots_bytes_str(saved));
            let entries = robots_cache_restore(other.0, data, len);
            assert!(entries >= 0);
            assert!(robots_cache_restore(self.cache.0, data, len) == entries);
            assert!(robots_cache_restore(other.0, data, len / 2) < 0);
            robots_bytes_free(saved);
        }
        for _ in 0..40 {
            let site = &self.sites[random.below(self.sites.len())];
            let lookup = other.get(site, now);
            match lookup.kind {
                HIT => {
                    self.restored.fetch_add(1, Ordering::Relaxed);
                    self.holds(site, lookup.hit);
                }
                // SAFETY: used no more.
                FETCH => unsafe { robots_ticket_free(lookup.ticket) },
                kind => panic!("{kind} of a cache that nobody else asks"),
            }
        }
    }

    /// One entry, one state and one matcher as octets, and back.
    fn carry(&self, site: &Site, now: u64) {
        let (url, url_len) = site.url();
        let other = Shared::new(64 * MIB);
        let (policy, size) = (&raw const POLICY, size_of::<Policy>());
        // SAFETY: everything is this thread's, and freed once, at the end of its
        // use; NULL is nothing to free.
        unsafe {
            let entry = robots_cache_export(self.cache.0, url, url_len);
            if !entry.is_null() {
                let (data, len) = len_of(robots_bytes_str(entry));
                let elsewhere = b"https://other.example/";
                let (wrong, wrong_len) = (at(elsewhere), elsewhere.len());
                assert!(robots_cache_import(other.0, wrong, wrong_len, data, len) < 0);
                assert_eq!(robots_cache_import(other.0, url, url_len, data, len), 0);
                assert_eq!(
                    robots_cache_import(self.cache.0, url, url_len, data, len),
                    0
                );
                let lookup = other.get(site, now);
                match lookup.kind {
                    HIT => self.holds(site, lookup.hit),
                    _ => robots_ticket_free(lookup.ticket),
                }
            }
            robots_bytes_free(entry);

            let state = robots_cache_state(self.cache.0, url, url_len);
            if !state.is_null() {
                let saved = robots_state_to_bytes(state);
                let (data, len) = len_of(robots_bytes_str(saved));
                let again = robots_state_from_bytes(data, len);
                assert_eq!(
                    robots_state_decision(again, policy, size, now),
                    robots_state_decision(state, policy, size, now)
                );
                robots_state_free(again);
                robots_bytes_free(saved);
            }
            robots_state_free(state);

            let (agents, none) = (b"a-b", std::ptr::null());
            let (body, len) = (at(&site.body), site.body.len());
            let made = robots_matcher_compile(body, len, at(agents), 3, none, 0);
            let saved = robots_matcher_to_bytes(made);
            let (data, len) = len_of(robots_bytes_str(saved));
            let again = robots_matcher_from_bytes(data, len);
            for url in &site.urls {
                let (url, len) = (at(url.as_bytes()), url.len());
                let verdict = robots_matcher_check(made, url, len);
                assert_eq!(robots_matcher_check(again, url, len), verdict);
            }
            robots_matcher_free(again);
            robots_bytes_free(saved);
            robots_matcher_free(made);
        }
    }

    fn stats(&self) -> Stats {
        let mut stats = Stats::default();
        // SAFETY: room for all of it.
        let done = unsafe { robots_cache_stats(self.cache.0, &mut stats, size_of::<Stats>()) };
        assert_eq!((done, stats.budget), (0, BUDGET as u64));
        assert!(stats.bytes <= stats.budget && stats.entries <= FILES as u64);
        stats
    }
}

#[test]
fn two_threads_use_one_cache_like_one_and_memory_stays() {
    let world = World {
        sites: sites(),
        cache: Shared::new(BUDGET),
        now: AtomicU64::new(0),
        lost: AtomicUsize::new(0),
        restored: AtomicUsize::new(0),
    };
    let rounds = soak(10_000, &|random| world.round(random));
    let stats = world.stats();
    let [lost, restored] =
        [&world.lost, &world.restored].map(|count| count.load(Ordering::Relaxed));
    println!(
        "{} hits, {} fetches, {} evictions, {lost} copies lost, {restored} restored",
        stats.hits, stats.fetches, stats.evictions
    );
    assert_eq!(stats.tickets, 0);
    assert!(stats.hits > 0 && stats.fetches > 0);
    assert!(lost * 10 < rounds, "{lost} of {rounds}");
}
