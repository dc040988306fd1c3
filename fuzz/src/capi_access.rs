//! Any sequence of calls about caches, tickets, hits, states and attempts
//! through the C functions: what comes back is what the Rust functions say of
//! objects of their own that were led the same way.

use std::ffi::c_char;
use std::ptr::{null, null_mut};

use arbitrary::{Arbitrary, Unstructured};
use robots::access::{Decision, Fetch, State, Validators};
use robots::cache::{Cache, Hit, Lookup, Next, Ticket};
use robots::capi::*;
use robots::origin::Origin;
use robots::{Matcher, Verdict};

use crate::capi_given::{Choices, Place, Reply, ptr};

#[derive(Arbitrary, Debug)]
enum Call<'a> {
    New(u8, Option<&'a [u8]>, Choices),
    Get(u8, Place<'a>),
    Check(u8, u8, Place<'a>),
    Refresh(u8, Place<'a>),
    Remove(u8, Place<'a>),
    State(u8, Place<'a>),
    Move(u8, u8, Place<'a>, bool),
    Count(u8),
    Ask(u8, Reply<'a>),
    Finish(u8, &'a [u8], bool),
    Hit(u8, u8, Place<'a>),
    Begin(u8, Place<'a>, Choices),
    Reply(u8, Reply<'a>),
    Record(u8, u8, Choices),
    Forget(u8),
    Octets(u8, u16, u8),
    Any(&'a [u8]),
    Free(u8, u8),
    Pass(u32),
}

/// Each object, and the Rust one that it must equal.
#[derive(Default)]
struct World {
    now: u64,
    caches: Vec<(Box<robots_cache>, Cache)>,
    tickets: Vec<(Box<robots_ticket>, Box<Ticket>)>,
    hits: Vec<(Box<robots_hit>, Hit)>,
    states: Vec<(Box<robots_state>, State)>,
    fetches: Vec<(Box<robots_fetch>, Fetch)>,
}

pub fn run(data: &[u8]) {
    let mut input = Unstructured::new(data);
    let mut world = World {
        now: 1_800_000_000,
        ..World::default()
    };
    for _ in 0..64 {
        if input.is_empty() {
            break;
        }
        let Ok(call) = Call::arbitrary(&mut input) else {
            break;
        };
        world.call(&call);
    }
    // In an order that C may choose: what a cache gave goes after it.
    world
        .caches
        .into_iter()
        .for_each(|it| robots_cache_free(Some(it.0)));
    world
        .tickets
        .into_iter()
        .for_each(|it| robots_ticket_free(Some(it.0)));
    world
        .hits
        .into_iter()
        .for_each(|it| robots_hit_free(Some(it.0)));
    world
        .fetches
        .into_iter()
        .for_each(|it| robots_fetch_free(Some(it.0)));
    world
        .states
        .into_iter()
        .for_each(|it| robots_state_free(Some(it.0)));
}

fn pick<T>(items: &[T], index: u8) -> Option<&T> {
    items.get(usize::from(index) % items.len().max(1))
}

fn octets(text: robots_str) -> Vec<u8> {
    if text.data.is_null() {
        assert_eq!(text.len, 0);
        return Vec::new();
    }
    // SAFETY: as the manual promises; the sanitizer watches.
    unsafe { std::slice::from_raw_parts(text.data.cast(), text.len) }.to_vec()
}

/// The octets of an object, which is freed.
fn taken(bytes: Option<Box<robots_bytes>>) -> Option<Vec<u8>> {
    let taken = bytes
        .as_deref()
        .map(|it| octets(robots_bytes_str(Some(it))));
    robots_bytes_free(bytes);
    taken
}

fn same_verdict(got: robots_verdict, want: Verdict) {
    let numbers = (got.allowed, got.reason, got.line, got.octets, got.rule);
    let allowed = u8::from(want.allowed);
    let wanted = (
        allowed,
        want.reason as u8,
        want.line,
        want.octets,
        want.rule,
    );
    assert_eq!((numbers, got.reserved), (wanted, 0));
}

fn same_decision(got: robots_decision, want: Option<&Decision>) {
    let Some(want) = want else {
        let numbers = (got.basis, got.cause, got.copy, got.status, got.wait);
        assert_eq!(
            (got.access, numbers),
            (ROBOTS_ACCESS_REFUSE_ALL, (0, 0, 0, 0, 0))
        );
        assert_eq!((got.fresh_for, got.fetch_at, got.next_change), (0, 0, 0));
        return;
    };
    let kinds = (got.access, got.basis, got.cause, got.copy);
    let wanted = (
        want.access as u8,
        want.basis as u8,
        want.cause.code(),
        want.copy as u8,
    );
    assert_eq!((kinds, got.status, got.reserved), (wanted, want.status, 0));
    assert_eq!((got.wait, got.fresh_for), (want.wait, want.fresh_for));
    assert_eq!(
        (got.fetch_at, got.next_change),
        (want.fetch_at, want.next_change)
    );
}

/// What to send along: entity tag and date, in a buffer that just fits.
fn same_validators(
    tag: robots_str,
    date: impl Fn(*mut c_char, usize) -> usize,
    want: &Validators<'_>,
) {
    assert_eq!(octets(tag), want.if_none_match().unwrap_or_default());
    let want = want.if_modified_since().unwrap_or_default();
    let mut buffer = [0u8; 29];
    let at = buffer.as_mut_ptr().cast();
    assert_eq!(
        (date(null_mut(), 0), date(at, 28)),
        (want.len(), want.len())
    );
    assert_eq!(buffer, [0; 29]);
    assert_eq!(date(at, 29), want.len());
    assert_eq!(&buffer[..want.len()], want.as_bytes());
}

// SAFETY of all blocks below: every length is that of the memory behind its
// pointer, except where NULL or the length is a misuse on purpose.
impl World {
    fn call(&mut self, call: &Call<'_>) {
        let now = self.now;
        match call {
            Call::Pass(seconds) => self.now += u64::from(seconds % 200_000),
            Call::New(budget, agents, choices) => self.new_cache(*budget, *agents, choices),
            Call::Get(index, place) => {
                let text = place.text();
                let Some((cache, twin)) = pick(&self.caches, *index) else {
                    return;
                };
                let got = unsafe { robots_cache_get(Some(cache), ptr(text), text.len(), now) };
                match twin.get_url(text, now) {
                    Err(_) => assert_eq!(got.kind, ROBOTS_LOOKUP_MISUSE),
                    Ok(Lookup::Wait(wait)) => {
                        assert_eq!((got.kind, got.until), (ROBOTS_LOOKUP_WAIT, wait.until));
                    }
                    Ok(Lookup::Hit(hit)) => {
                        assert_eq!(got.kind, ROBOTS_LOOKUP_HIT);
                        self.hits.push((got.hit.expect("a hit"), hit));
                    }
                    Ok(Lookup::Fetch(ticket)) => {
                        assert_eq!(got.kind, ROBOTS_LOOKUP_FETCH);
                        self.tickets.push((got.ticket.expect("a ticket"), ticket));
                    }
                }
            }
            Call::Check(index, crawler, place) => {
                let (text, crawler) = (place.text(), usize::from(crawler % 4));
                let pair = pick(&self.caches, *index);
                let cache = pair.map(|it| &*it.0);
                let got = unsafe { robots_cache_check(cache, crawler, ptr(text), text.len(), now) };
                match pair.and_then(|it| it.1.check(crawler, text, now).ok()) {
                    None => {
                        assert_eq!(got.lookup, ROBOTS_LOOKUP_MISUSE);
                        same_verdict(got.verdict, Verdict::misuse());
                    }
                    Some(want) => {
                        let (kind, change) = match want.next {
                            Next::Nothing => (ROBOTS_LOOKUP_HIT, want.decision.next_change),
                            Next::Fetch => (ROBOTS_LOOKUP_FETCH, want.decision.next_change),
                            Next::Wait(wait) => (ROBOTS_LOOKUP_WAIT, wait.until),
                        };
                        assert_eq!((got.lookup, got.next_change), (kind, change));
                        assert_eq!(got.access, want.decision.access as u8);
                        same_verdict(got.verdict, want.verdict);
                    }
                }
            }
            Call::Refresh(index, place) => {
                let text = place.text();
                let Some((cache, twin)) = pick(&self.caches, *index) else {
                    return;
                };
                let (at, len) = (ptr(text), text.len());
                let got = unsafe { robots_cache_refresh(Some(cache), at, len, now) };
                let want = Origin::parse(text).ok();
                let want = want.and_then(|origin| twin.refresh(&origin, now));
                assert_eq!(got.is_some(), want.is_some());
                self.tickets.extend(got.zip(want));
            }
            Call::Remove(index, place) => {
                let text = place.text();
                let pair = pick(&self.caches, *index);
                let cache = pair.map(|it| &*it.0);
                let got = unsafe { robots_cache_remove(cache, ptr(text), text.len()) };
                let origin = Origin::parse(text).ok();
                let want = origin
                    .zip(pair)
                    .is_some_and(|(it, pair)| pair.1.remove(&it));
                assert_eq!(got, want.into());
            }
            Call::State(index, place) => {
                let text = place.text();
                let pair = pick(&self.caches, *index);
                let cache = pair.map(|it| &*it.0);
                let got = unsafe { robots_cache_state(cache, ptr(text), text.len()) };
                let origin = Origin::parse(text).ok();
                let want = origin.zip(pair).and_then(|(it, pair)| pair.1.state(&it));
                assert_eq!(got.is_some(), want.is_some());
                self.states.extend(got.zip(want));
            }
            Call::Move(from, to, place, whole) => self.carry(*from, *to, place.text(), *whole),
            Call::Count(index) => {
                let Some((cache, twin)) = pick(&self.caches, *index) else {
                    return;
                };
                let mut got = robots_stats::default();
                assert_eq!(
                    unsafe { robots_cache_stats(Some(cache), &raw mut got, 72) },
                    0
                );
                let want = twin.stats();
                assert_eq!(
                    (got.entries, got.bytes),
                    (want.entries as u64, want.bytes as u64)
                );
                assert_eq!((got.tickets, got.hits), (want.tickets as u64, want.hits));
                assert_eq!((got.fetches, got.waits), (want.fetches, want.waits));
                let origins = taken(robots_cache_origins(Some(cache))).expect("octets");
                let origins = String::from_utf8(origins).expect("ASCII");
                let mut origins: Vec<_> = origins.lines().map(String::from).collect();
                let mut want: Vec<_> = twin.origins().iter().map(Origin::to_string).collect();
                origins.sort();
                want.sort();
                assert_eq!(origins, want);
            }
            Call::Ask(index, reply) => {
                let len = self.tickets.len().max(1);
                let Some((ticket, twin)) = self.tickets.get_mut(usize::from(*index) % len) else {
                    return;
                };
                reply.to_ticket(ticket, twin);
                assert_eq!(
                    octets(robots_ticket_url(Some(ticket))),
                    twin.url().as_bytes()
                );
                same_validators(
                    robots_ticket_if_none_match(Some(ticket)),
                    |at, len| unsafe { robots_ticket_if_modified_since(Some(ticket), at, len) },
                    &twin.validators(),
                );
            }
            Call::Finish(index, body, misuse) if !self.tickets.is_empty() => {
                let at = usize::from(*index) % self.tickets.len();
                let (ticket, mut twin) = self.tickets.swap_remove(at);
                if *misuse {
                    assert!(
                        unsafe { robots_ticket_finish(Some(ticket), null(), 1, now) }.is_none()
                    );
                    twin.failure(robots::access::Failure::Other);
                    twin.finish("", now);
                    return;
                }
                let (at, len) = (ptr(body), body.len());
                let got = unsafe { robots_ticket_finish(Some(ticket), at, len, now) };
                self.hits
                    .push((got.expect("a hit"), twin.finish(body, now)));
            }
            Call::Finish(..) => {
                assert!(unsafe { robots_ticket_finish(None, null(), 0, now) }.is_none());
            }
            Call::Hit(index, crawler, place) => {
                let (text, crawler) = (place.text(), usize::from(crawler % 4));
                let pair = pick(&self.hits, *index);
                let hit = pair.map(|it| &*it.0);
                same_decision(robots_hit_decision(hit), pair.map(|it| it.1.decision()));
                let got = unsafe { robots_hit_check(hit, crawler, ptr(text), text.len()) };
                let want = pair.map(|it| it.1.check_as(crawler, text));
                same_verdict(got, want.unwrap_or(Verdict::misuse()));
                let ends = [text.len(), text.len()];
                let mut out = [got; 2];
                let (at, room) = (ends.as_ptr(), out.as_mut_ptr());
                let done = unsafe { robots_hit_check_many(hit, crawler, ptr(text), at, 2, room) };
                let asked = pair.is_some_and(|it| it.1.matcher_as(crawler).is_some());
                assert_eq!(done, if asked { 0 } else { -1 });
                same_verdict(out[0], want.unwrap_or(Verdict::misuse()));
                assert_eq!(out[1].reason, ROBOTS_REASON_MISUSE);
            }
            Call::Begin(index, place, choices) => {
                let (text, (given, size, policy)) = (place.text(), choices.give());
                let pair = pick(&self.states, *index);
                let state = pair.map(|it| &*it.0);
                let (at, len) = (ptr(text), text.len());
                let got = unsafe { robots_fetch_new(at, len, state, &raw const given, size) };
                let want = Origin::parse(text).ok().zip(policy);
                let empty = State::new();
                let known = pair.map_or(&empty, |it| &it.1);
                let want = want.map(|(origin, policy)| Fetch::new(&origin, known, &policy));
                assert_eq!(got.is_some(), want.is_some());
                self.fetches.extend(got.zip(want));
                if state.is_none() {
                    let new = robots_state_new().expect("a state");
                    self.states.push((new, State::new()));
                }
            }
            Call::Reply(index, reply) => {
                let len = self.fetches.len().max(1);
                let Some((fetch, twin)) = self.fetches.get_mut(usize::from(*index) % len) else {
                    return;
                };
                reply.to_fetch(fetch, twin);
                assert_eq!(octets(robots_fetch_url(Some(fetch))), twin.url().as_bytes());
                assert_eq!(robots_fetch_hops(Some(fetch)), twin.hops());
                assert_eq!(robots_fetch_result(Some(fetch)), twin.result() as u8);
                assert_eq!(robots_fetch_cause(Some(fetch)), twin.cause().code());
                let mut buffer = [0u8; ROBOTS_URL_ORIGIN_MAX];
                let at = buffer.as_mut_ptr().cast();
                let len = unsafe { robots_fetch_target(Some(fetch), at, buffer.len()) };
                let want = twin.target().map_or(String::new(), |it| it.to_string());
                assert_eq!(&buffer[..len], want.as_bytes());
                if let Some((state, known)) = pick(&self.states, *index) {
                    same_validators(
                        robots_fetch_if_none_match(Some(fetch), Some(state)),
                        |at, len| unsafe {
                            robots_fetch_if_modified_since(Some(fetch), Some(state), at, len)
                        },
                        &twin.validators(known),
                    );
                }
            }
            Call::Record(index, fetch, choices) => {
                let (given, size, policy) = choices.give();
                let fetch = pick(&self.fetches, *fetch);
                let at = &raw const given;
                let len = self.states.len().max(1);
                let pair = self.states.get_mut(usize::from(*index) % len);
                let Some((state, twin)) = pair else {
                    return;
                };
                let one = fetch.map(|it| &*it.0);
                let got = unsafe { robots_state_record(Some(state), one, at, size, now) };
                let want = policy
                    .zip(fetch)
                    .map(|(it, fetch)| twin.record(&fetch.1, &it, now));
                same_decision(got, want.as_ref());
                let got = unsafe { robots_state_decision(Some(state), at, size, now + 7) };
                same_decision(got, policy.map(|it| twin.decision(&it, now + 7)).as_ref());
                assert_eq!(robots_state_failures(Some(state)), twin.failures().into());
                let bytes = taken(robots_state_to_bytes(Some(state))).expect("octets");
                assert_eq!(bytes, twin.to_bytes());
                let again = unsafe { robots_state_from_bytes(ptr(&bytes), bytes.len()) };
                assert_eq!(taken(robots_state_to_bytes(again.as_deref())), Some(bytes));
                robots_state_free(again);
            }
            Call::Forget(index) => {
                let len = self.states.len().max(1);
                let pair = self.states.get_mut(usize::from(*index) % len);
                let got = pair.map(|(state, twin)| {
                    twin.forget_copy();
                    robots_state_forget_copy(Some(state))
                });
                assert!(got.is_none_or(|got| got == 0));
            }
            Call::Octets(index, at, with) => {
                let Some((cache, twin)) = pick(&self.caches, *index) else {
                    return;
                };
                let mut bytes = taken(robots_cache_to_bytes(Some(cache))).expect("octets");
                let at = usize::from(*at) % bytes.len();
                bytes[at] ^= with;
                let got = unsafe { robots_cache_restore(Some(cache), ptr(&bytes), bytes.len()) };
                let want = twin.restore(&bytes);
                assert_eq!(got, want.map_or_else(|it| -(it as i64), |it| it as i64));
            }
            Call::Any(bytes) => self.any(bytes),
            Call::Free(kind, index) => self.free(kind % 5, usize::from(*index)),
        }
    }

    fn new_cache(&mut self, budget: u8, agents: Option<&[u8]>, choices: &Choices) {
        if self.caches.len() == 3 {
            return;
        }
        let agents = agents.unwrap_or(b"a\nb-c, a\n");
        let (given, size, policy) = choices.give();
        let lease = choices.seconds[3].into();
        let budget = if budget == 7 { 0 } else { 1 << 20 };
        let (at, len) = (ptr(agents), agents.len());
        let got =
            unsafe { robots_cache_new(budget, at, len, null(), 0, &raw const given, size, lease) };
        let want = policy.and_then(|policy| {
            let mut builder = Cache::builder(budget).policy(policy);
            if lease > 0 {
                builder = builder.lease(lease);
            }
            let lines = agents.strip_suffix(b"\n").unwrap_or(agents);
            for line in lines.split(|octet| *octet == b'\n') {
                if !lines.is_empty() {
                    builder = builder.agents(line.strip_suffix(b"\r").unwrap_or(line));
                }
            }
            builder.build().ok()
        });
        assert_eq!(got.is_some(), want.is_some());
        self.caches.extend(got.zip(want));
    }

    /// From one cache to another, as a whole or one entry.
    fn carry(&self, from: u8, to: u8, text: &[u8], whole: bool) {
        let (Some((from, of)), Some((to, twin))) =
            (pick(&self.caches, from), pick(&self.caches, to))
        else {
            return;
        };
        let (at, len) = (ptr(text), text.len());
        if whole {
            let bytes = taken(robots_cache_to_bytes(Some(from))).expect("octets");
            assert_eq!(bytes.len(), of.to_bytes().len());
            let got = unsafe { robots_cache_restore(Some(to), ptr(&bytes), bytes.len()) };
            let want = twin.restore(&bytes);
            assert_eq!(got, want.map_or_else(|it| -(it as i64), |it| it as i64));
            return;
        }
        let bytes = taken(unsafe { robots_cache_export(Some(from), at, len) });
        let origin = Origin::parse(text).ok();
        let want = origin.as_ref().and_then(|it| of.export(it));
        assert_eq!(bytes, want);
        let Some((bytes, origin)) = bytes.zip(origin) else {
            return;
        };
        let other = b"ftp://c.example/";
        for (url, origin) in [(text, origin), (&other[..], other_origin())] {
            let (at, len) = (ptr(url), url.len());
            let (data, size) = (ptr(&bytes), bytes.len());
            let got = unsafe { robots_cache_import(Some(to), at, len, data, size) };
            let want = twin.import_for(&origin, &bytes);
            assert_eq!(got, want.map_or_else(|it| -(it as i32), |()| 0));
        }
    }

    /// Octets that nobody wrote.
    fn any(&self, bytes: &[u8]) {
        let (at, len) = (ptr(bytes), bytes.len());
        let (matcher, state) = unsafe {
            (
                robots_matcher_from_bytes(at, len),
                robots_state_from_bytes(at, len),
            )
        };
        let want = Matcher::from_bytes(bytes).ok().map(|it| it.to_bytes());
        assert_eq!(taken(robots_matcher_to_bytes(matcher.as_deref())), want);
        let want = State::from_bytes(bytes).ok().map(|it| it.to_bytes());
        assert_eq!(taken(robots_state_to_bytes(state.as_deref())), want);
        robots_matcher_free(matcher);
        robots_state_free(state);
        if let Some((cache, twin)) = self.caches.first() {
            let got = unsafe { robots_cache_import(Some(cache), null(), 0, at, len) };
            assert_eq!(
                got,
                twin.import(bytes).map_or_else(|it| -(it as i32), |_| 0)
            );
        }
        let governs = unsafe { robots_url_governs(at, len, at, len) };
        assert_eq!(governs, robots::origin::governs(bytes, bytes).into());
        let is = unsafe { robots_url_is_robots_txt(at, len) };
        assert_eq!(is, robots::origin::is_robots_txt(bytes).into());
    }

    fn free(&mut self, kind: u8, index: usize) {
        fn take<T, U>(items: &mut Vec<(T, U)>, index: usize) -> Option<T> {
            let at = index.checked_rem(items.len())?;
            Some(items.swap_remove(at).0)
        }
        match kind {
            0 => robots_cache_free(take(&mut self.caches, index)),
            1 => robots_ticket_free(take(&mut self.tickets, index)),
            2 => robots_hit_free(take(&mut self.hits, index)),
            3 => robots_state_free(take(&mut self.states, index)),
            _ => robots_fetch_free(take(&mut self.fetches, index)),
        }
    }
}

fn other_origin() -> Origin {
    Origin::parse("ftp://c.example/").expect("an origin")
}
