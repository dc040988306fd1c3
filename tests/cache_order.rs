//! What comes between a ticket and its outcome.
#![cfg(feature = "cache")]

use robots::access::{Basis, Failure, Response};
use robots::cache::{Cache, Lookup};
use robots::origin::Origin;

#[path = "support/caches.rs"]
mod caches;
use caches::{CLOSED, DAY, NOW, RULES, answer, hit, of, origin, ticket};

const URL: &str = "https://a.example/x";

fn key() -> Origin {
    origin(URL)
}

/// An entry with a copy that refuses everything, as bytes.
fn closed(now: u64) -> Vec<u8> {
    let cache = of(1 << 20);
    let tagged = Response::new(200).header("ETag", "\"peer\"");
    answer(&cache, URL, &tagged, CLOSED, now);
    cache.export(&key()).unwrap()
}

fn allowed(cache: &Cache, now: u64) -> bool {
    cache.check(0, URL, now).unwrap().verdict.allowed
}

const OUTCOMES: [Result<u16, Failure>; 5] =
    [Ok(200), Ok(304), Ok(404), Ok(500), Err(Failure::Timeout)];

fn finish(mut ticket: Box<robots::cache::Ticket>, outcome: Result<u16, Failure>, now: u64) {
    match outcome {
        Ok(status) => ticket.response(&Response::new(status)),
        Err(failure) => ticket.failure(failure),
    };
    ticket.finish("", now);
}

#[test]
fn what_was_removed_stays_away() {
    for outcome in OUTCOMES {
        let cache = of(1 << 20);
        let tagged = Response::new(200).header("ETag", "\"1\"");
        answer(&cache, URL, &tagged, CLOSED, NOW);
        let late = ticket(&cache, URL, NOW + DAY);
        assert!(cache.remove(&key()));
        finish(late, outcome, NOW + DAY + 1);
        assert_eq!(cache.state(&key()), None, "{outcome:?}");
        assert_eq!(cache.stats().tickets, 0);

        // Also where nothing was known yet, and where another asks meanwhile.
        let late = ticket(&cache, URL, NOW + DAY);
        assert!(!cache.remove(&key()));
        let next = ticket(&cache, URL, NOW + DAY);
        finish(late, outcome, NOW + DAY + 1);
        assert_eq!(cache.state(&key()), None, "{outcome:?}");
        assert!(matches!(cache.get(&key(), NOW + DAY + 1), Lookup::Wait(_)));
        finish(next, Ok(404), NOW + DAY + 2);
        assert!(allowed(&cache, NOW + DAY + 3));
    }
}

#[test]
fn what_was_imported_outlives_a_failed_attempt() {
    for failure in [Ok(500), Ok(429), Err(Failure::Timeout)] {
        for known in [None, Some(404)] {
            let cache = of(1 << 20);
            if let Some(status) = known {
                answer(&cache, URL, &Response::new(status), "", NOW - DAY);
            }
            let late = ticket(&cache, URL, NOW);
            cache.import(&closed(NOW - 60)).unwrap();
            finish(late, failure, NOW + 1);
            let hit = hit(&cache, URL, NOW + 2);
            assert_eq!(hit.decision().basis, Basis::StaleCopy);
            assert_eq!(cache.state(&key()).map(|it| it.failures()), Some(1));
            assert!(!hit.check(URL).allowed);
        }
    }
}

/// Somebody who never saw the file and has seen an outage of months takes no copy
/// away, and opens nothing by that. Whoever has an answer does.
#[test]
fn failures_elsewhere_take_no_copy_away() {
    let peer = of(1 << 20);
    let mut now = NOW + DAY;
    while now <= NOW + 32 * DAY {
        finish(ticket(&peer, URL, now), Ok(500), now);
        now += DAY;
    }
    assert!(allowed(&peer, now - DAY));
    let bytes = peer.export(&key()).unwrap();
    for also_failed in [false, true] {
        let cache = of(1 << 20);
        answer(&cache, URL, &Response::new(200), CLOSED, NOW);
        if also_failed {
            finish(ticket(&cache, URL, NOW + 30 * DAY), Ok(500), NOW + 30 * DAY);
        }
        let before = cache.export(&key());
        cache.import(&bytes).unwrap();
        assert_eq!(cache.export(&key()), before);
        finish(ticket(&cache, URL, now), Ok(500), now);
        assert!(!allowed(&cache, now));
    }
    finish(ticket(&peer, URL, now), Ok(404), now);
    let cache = of(1 << 20);
    answer(&cache, URL, &Response::new(200), CLOSED, NOW);
    cache.import(&peer.export(&key()).unwrap()).unwrap();
    assert!(allowed(&cache, now));
}

#[test]
fn an_outcome_replaces_what_was_imported_before_it() {
    let cache = of(1 << 20);
    let late = ticket(&cache, URL, NOW);
    cache.import(&closed(NOW - 60)).unwrap();
    finish(late, Ok(404), NOW + 1);
    assert!(allowed(&cache, NOW + 2));
}

#[test]
fn what_is_younger_stays() {
    for outcome in OUTCOMES {
        let cache = of(1 << 20);
        let late = ticket(&cache, URL, NOW - 5000);
        cache.import(&closed(NOW)).unwrap();
        let before = cache.export(&key());
        finish(late, outcome, NOW - 4990);
        assert_eq!(cache.export(&key()), before, "{outcome:?}");
        assert!(!allowed(&cache, NOW + 1));
        assert_eq!(cache.stats().tickets, 0);
    }
    // But a clock that was set back does not stop the crawler.
    let cache = of(1 << 20);
    answer(&cache, URL, &Response::new(200), CLOSED, NOW);
    answer(&cache, URL, &Response::new(404), "", NOW - 5000);
    assert!(allowed(&cache, NOW - 4999));
}

/// A 304 confirms the copy that was asked about, not one that came meanwhile.
#[test]
fn a_304_speaks_of_the_copy_of_its_ticket() {
    let cache = of(1 << 20);
    let tagged = Response::new(200).header("ETag", "\"own\"");
    answer(&cache, URL, &tagged, RULES, NOW - DAY);
    let late = ticket(&cache, URL, NOW);
    assert_eq!(late.validators().if_none_match(), Some(&b"\"own\""[..]));
    cache.import(&closed(NOW - 60)).unwrap();
    finish(late, Ok(304), NOW + 1);
    assert!(allowed(&cache, NOW + 2));
    let next = ticket(&cache, URL, NOW + 1 + DAY);
    assert_eq!(next.validators().if_none_match(), Some(&b"\"own\""[..]));
}

#[test]
fn lost_tickets_leave_the_table() {
    let cache = Cache::builder(1 << 20).lease(60).build().unwrap();
    let url = |number: u64| format!("https://h{number}.example/");
    // A ticket is lost every second for a day, and none comes back.
    for second in 0..DAY {
        std::mem::forget(ticket(&cache, &url(second), NOW + second));
        let out = cache.stats().tickets;
        assert_eq!(out as u64, (second + 1).min(60));
    }
    let late = ticket(&cache, URL, NOW + DAY);
    // Late, but nobody asked since.
    finish(late, Ok(404), NOW + DAY + 100);
    assert!(allowed(&cache, NOW + DAY + 100));
    drop(ticket(&cache, &url(0), NOW + DAY + 100));
    assert_eq!(cache.stats().tickets, 0);
}

#[test]
fn a_site_slower_than_its_lease_is_heard() {
    let cache = of(1 << 20);
    let later = Response::new(503).header("Retry-After", "86400");
    // Each attempt takes 180 seconds, and a lease 120.
    let slow = ticket(&cache, URL, NOW);
    let next = ticket(&cache, URL, NOW + 120);
    let mut slow = slow;
    slow.response(&later);
    slow.finish("", NOW + 180);
    // It asked for a day, and gets it.
    let hit = hit(&cache, URL, NOW + 181);
    assert_eq!(hit.decision().fetch_at, NOW + 180 + DAY);
    // The later ticket counts as well, and none before it after that.
    finish(next, Ok(404), NOW + 300);
    assert!(allowed(&cache, NOW + 301));
    assert_eq!(cache.stats().tickets, 0);

    // What comes in behind a later outcome changes nothing.
    let cache = of(1 << 20);
    let slow = ticket(&cache, URL, NOW);
    let next = ticket(&cache, URL, NOW + 120);
    answer_to(next, CLOSED, NOW + 130);
    finish(slow, Ok(404), NOW + 180);
    assert!(!allowed(&cache, NOW + 181));

    // Nor does one of hours ago.
    let cache = of(1 << 20);
    let lost = ticket(&cache, URL, NOW);
    let next = ticket(&cache, URL, NOW + DAY);
    finish(lost, Ok(404), NOW + DAY + 1);
    assert_eq!(cache.state(&key()), None);
    drop(next);
}

fn answer_to(mut ticket: Box<robots::cache::Ticket>, body: &str, now: u64) {
    ticket.response(&Response::new(200));
    ticket.finish(body, now);
}
