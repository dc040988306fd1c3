//! A cache asked about one URL without a ticket: the same answers as with one.
#![cfg(feature = "cache")]

use proptest::prelude::*;
use robots::access::{Access, Basis, Failure, Response};
use robots::cache::{Answer, Cache, Lookup, Next};
use robots::snapshot::SnapshotError;
use robots::{Reason, Verdict};

#[path = "support/counting.rs"]
mod counting;

const NOW: u64 = 1_800_000_000;
const DAY: u64 = 24 * 60 * 60;
const URL: &str = "https://a.example/private";
const RULES: &str = "user-agent: other\ndisallow:\n\nuser-agent: *\ndisallow: /private\n";

fn cache() -> Cache {
    let builder = Cache::builder(4 << 20).agents("bot").agents("other");
    builder.build().unwrap()
}

fn fetch(cache: &Cache, response: &Response<'_>, now: u64) {
    let mut ticket = cache.refresh(&URL.parse().unwrap(), now).unwrap();
    ticket.response(response);
    ticket.finish(RULES, now);
}

fn check(cache: &Cache, now: u64) -> Answer {
    cache.check(0, URL, now).unwrap()
}

#[test]
fn what_is_known_is_answered_and_what_is_due_is_told() {
    let cache = cache();
    let answer = check(&cache, NOW);
    assert_eq!(answer.verdict.reason, Reason::Unreachable);
    assert_eq!(answer.decision.basis, Basis::NotFetched);
    assert_eq!(answer.next, Next::Fetch);
    assert_eq!(cache.stats().tickets, 0);
    assert_eq!(cache.stats().fetches, 0);

    fetch(&cache, &Response::new(200), NOW);
    let answer = check(&cache, NOW + 1);
    assert_eq!((answer.verdict.line, answer.next), (5, Next::Nothing));
    assert!(cache.check(1, URL, NOW + 1).unwrap().verdict.allowed);
    assert_eq!(
        cache.check(2, URL, NOW + 1).unwrap().verdict,
        Verdict::misuse()
    );
    assert_eq!(cache.stats().hits, 3);
    assert!(cache.check(0, "/private", NOW).is_err());

    // Expired: refused, whoever asks meanwhile.
    let answer = check(&cache, NOW + DAY);
    assert_eq!(answer.decision.basis, Basis::Expired);
    assert_eq!((answer.verdict.allowed, answer.next), (false, Next::Fetch));
    let ticket = cache.get_url(URL, NOW + DAY).unwrap();
    let Next::Wait(wait) = check(&cache, NOW + DAY + 1).next else {
        panic!("a ticket is out")
    };
    assert_eq!(wait.until, NOW + DAY + 120);
    assert_eq!(cache.stats().waits, 1);
    drop(ticket);
}

#[test]
fn a_copy_that_may_be_used_answers_while_an_attempt_is_due() {
    let cache = cache();
    fetch(&cache, &Response::new(200), NOW);
    fetch(&cache, &Response::new(503), NOW + DAY);
    let due = NOW + DAY + 60;
    let answer = check(&cache, due);
    assert_eq!(answer.decision.basis, Basis::StaleCopy);
    assert_eq!((answer.verdict.line, answer.next), (5, Next::Fetch));
    let ticket = cache.get_url(URL, due).unwrap();
    assert!(matches!(ticket, Lookup::Fetch(_)));
    let answer = check(&cache, due);
    assert_eq!((answer.verdict.line, answer.next), (5, Next::Nothing));
}

#[test]
fn what_is_known_takes_no_memory() {
    let cache = cache();
    for response in [200, 404, 503].map(Response::new) {
        fetch(&cache, &response, NOW);
        check(&cache, NOW + 1);
        let (answer, heap) = counting::measured(|| check(&cache, NOW + 1));
        assert_eq!(answer.next, Next::Nothing);
        assert_eq!((heap.calls, heap.kept, heap.peak), (0, 0, 0));
        cache.remove(&URL.parse().unwrap());
    }
}

#[test]
fn a_hit_refuses_crawlers_that_there_are_not() {
    let cache = cache();
    for status in [200, 404, 503] {
        fetch(&cache, &Response::new(status), NOW);
        let Ok(Lookup::Hit(hit)) = cache.get_url(URL, NOW) else {
            panic!("an answer is known")
        };
        assert_eq!(hit.check_as(2, URL), Verdict::misuse(), "{status}");
        assert!(hit.matcher_as(2).is_none());
        assert!(hit.matcher_as(1).is_some());
        cache.remove(&URL.parse().unwrap());
    }
}

#[test]
fn an_entry_under_the_wrong_name_is_refused() {
    let cache = cache();
    fetch(&cache, &Response::new(200), NOW);
    let origin = URL.parse().unwrap();
    let bytes = cache.export(&origin).unwrap();
    let after = self::cache();
    for other in [
        "http://a.example",
        "https://b.example",
        "https://a.example:1",
    ] {
        let other = other.parse().unwrap();
        let refused = after.import_for(&other, &bytes);
        assert_eq!(refused, Err(SnapshotError::OtherOrigin));
    }
    assert!(after.origins().is_empty());
    assert_eq!(after.import_for(&origin, &bytes), Ok(()));
    assert_eq!(check(&after, NOW).verdict.line, 5);
    // Damage comes before the question whose it is.
    let mut mutant = bytes;
    mutant[40] ^= 1;
    let refused = after.import_for(&origin, &mutant);
    assert_eq!(refused, Err(SnapshotError::Checksum));
}

proptest! {
    /// Whatever happened: what the ticketless answer says is what a look-up
    /// gives at the same moment.
    #[test]
    fn checking_is_looking_up(
        events in prop::collection::vec((0u64..2 * DAY, 0usize..6), 1..12),
        crawler in 0usize..3,
    ) {
        let cache = cache();
        let mut now = NOW;
        let mut out = None;
        for (passed, event) in events {
            now += passed;
            match event {
                0..=2 => {
                    if let Some(mut ticket) = cache.refresh(&URL.parse().unwrap(), now) {
                        ticket.response(&Response::new([200, 404, 503][event]));
                        ticket.finish(RULES, now);
                    }
                }
                3 => {
                    if let Some(mut ticket) = cache.refresh(&URL.parse().unwrap(), now) {
                        ticket.failure(Failure::Timeout);
                        ticket.finish("", now);
                    }
                }
                4 => out = cache.refresh(&URL.parse().unwrap(), now).or(out),
                _ => out = None,
            }
            let answer = cache.check(crawler, URL, now).unwrap();
            match (cache.get_url(URL, now).unwrap(), answer.next) {
                (Lookup::Hit(hit), Next::Nothing) => {
                    prop_assert_eq!(answer.verdict, hit.check_as(crawler, URL));
                    prop_assert_eq!(answer.decision, *hit.decision());
                }
                (Lookup::Fetch(_), Next::Fetch) => {}
                (Lookup::Wait(wait), Next::Wait(told)) => {
                    prop_assert_eq!(wait, told);
                    prop_assert!(!answer.verdict.allowed);
                }
                (lookup, next) => panic!("{lookup:?} where the check said {next:?}"),
            }
            if answer.decision.fresh_for == 0 {
                prop_assert_eq!(answer.decision.access, Access::RefuseAll);
                prop_assert!(!answer.verdict.allowed);
            }
        }
    }
}
