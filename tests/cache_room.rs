//! What becomes of entries that find no room: nothing opens, and nobody is asked
//! more often than they asked for.
#![cfg(feature = "cache")]

use std::ops::Range;

use robots::access::{Access, Basis, Cause, Failure, Response, State};
use robots::cache::{Cache, Lookup};

#[path = "support/caches.rs"]
mod caches;
use caches::{CLOSED, DAY, NOW, RULES, answer, hit, of, origin, ticket};

const BIG: &str = "https://big.example/x7/y";

/// Rules of about 40 octets each.
fn long(rules: usize) -> String {
    let rules: String = (0..rules).map(|i| format!("disallow: /x{i}/y\n")).collect();
    format!("user-agent: *\n{rules}")
}

/// Origins that are asked about twice each, so that what is not makes room.
fn crowd(cache: &Cache, numbers: Range<usize>, now: u64) {
    for number in numbers {
        let url = format!("https://other-{number}.example/");
        answer(cache, &url, &Response::new(200), RULES, now);
        for _ in 0..2 {
            cache.check(0, &url, now).unwrap();
        }
        let stats = cache.stats();
        assert!(stats.bytes <= stats.budget, "{stats:?}");
    }
}

fn state(cache: &Cache, url: &str) -> State {
    cache.state(&origin(url)).unwrap()
}

#[test]
fn rules_that_do_not_fit_are_obeyed_once_and_refuse_while_they_are_fresh() {
    let cache = of(20_000);
    let tagged = Response::new(200)
        .header("ETag", "\"1\"")
        .header("Cache-Control", "max-age=7200");
    let full = answer(&cache, BIG, &tagged, &long(2000), NOW);
    assert!(!full.check(BIG).allowed && full.check("https://big.example/").allowed);
    assert_eq!(full.decision().cause, Cause::Success);

    let meanwhile = hit(&cache, BIG, NOW + 7199);
    assert_eq!(meanwhile.decision().cause, Cause::TooLarge);
    assert_eq!(meanwhile.decision().fetch_at, NOW + 7200);
    assert!(!meanwhile.check("https://big.example/").allowed);
    assert_eq!((cache.stats().too_large, cache.stats().entries), (1, 1));
    let again = of(20_000);
    again.restore(&cache.to_bytes()).unwrap();
    assert_eq!(state(&again, BIG), state(&cache, BIG));
    assert!(
        !again
            .check(0, "https://big.example/", NOW + 1)
            .unwrap()
            .verdict
            .allowed
    );

    // The rules are not here, so nothing can confirm them.
    let mut ticket = ticket(&cache, BIG, NOW + 7200);
    assert_eq!(ticket.validators().if_none_match(), None);
    ticket.response(&Response::new(304));
    assert_eq!(
        ticket.finish("", NOW + 7200).decision().cause,
        Cause::OddStatus
    );
    assert!(!cache.check(0, BIG, NOW + 7201).unwrap().verdict.allowed);

    // A smaller file is obeyed at once.
    answer(&cache, BIG, &Response::new(200), RULES, NOW + 8000);
    assert!(hit(&cache, BIG, NOW + 8001).check(BIG).allowed);
}

#[test]
fn files_that_do_not_fit_are_no_outage() {
    for every in [3600, DAY] {
        let cache = of(12 << 10);
        let body = long(2000) + "disallow: /\n";
        let fresh = format!("max-age={every}");
        let response = Response::new(200).header("Cache-Control", fresh.as_bytes());
        let (mut now, mut attempts) = (NOW, 0);
        while now < NOW + 31 * DAY {
            match cache.get_url(BIG, now).unwrap() {
                Lookup::Hit(hit) => assert!(!hit.check(BIG).allowed),
                Lookup::Wait(_) => panic!("nobody else asks"),
                Lookup::Fetch(mut ticket) => {
                    attempts += 1;
                    ticket.response(&response);
                    let hit = ticket.finish(&body, now);
                    assert!(!hit.check(BIG).allowed);
                }
            }
            let answer = cache.check(0, BIG, now).unwrap();
            assert!(!answer.verdict.allowed);
            assert_eq!(answer.decision.cause, Cause::TooLarge);
            assert_eq!(answer.decision.fetch_at % every, NOW % every);
            assert_eq!(state(&cache, BIG).failures(), 0);
            now += every / 2;
        }
        assert_eq!(attempts, 31 * DAY / every);

        // Neither do failures afterwards open it before they have lasted.
        let mut failed = ticket(&cache, BIG, now);
        failed.failure(Failure::Timeout);
        assert!(!failed.finish("", now).check(BIG).allowed);
        assert_eq!(state(&cache, BIG).failures(), 1);
        answer(&cache, BIG, &Response::new(200), RULES, now + 60);
        assert!(hit(&cache, BIG, now + 61).check(BIG).allowed);
    }
}

#[test]
fn the_rules_of_those_crawlers_that_fit_are_kept() {
    let build = |budget| {
        let builder = Cache::builder(budget).agents("small").agents("large");
        builder.agents("other").build().unwrap()
    };
    let body = format!("user-agent: small\ndisallow: /s\n\n{}", long(3000))
        .replace("user-agent: *", "user-agent: large");
    let cache = build(24 << 10);
    let full = answer(&cache, BIG, &Response::new(200), &body, NOW);
    let kept = hit(&cache, BIG, NOW + 1);
    assert_eq!(kept.decision().access, Access::Rules);
    for path in ["/", "/s", "/x7/y", "/x2999/y"] {
        let url = format!("https://big.example{path}");
        assert_eq!(kept.check_as(0, &url), full.check_as(0, &url));
        assert_eq!(kept.check_as(2, &url), full.check_as(2, &url));
        assert!(!kept.check_as(1, &url).allowed);
    }
    assert!(full.check_as(1, "https://big.example/").allowed);
    let stats = cache.stats();
    assert!(stats.bytes <= stats.budget && stats.too_large == 1);

    // A smaller cache takes what another wrote as far as it fits, too.
    let large = build(1 << 20);
    answer(&large, BIG, &Response::new(200), &body, NOW);
    let small = build(24 << 10);
    assert_eq!(small.restore(&large.to_bytes()), Ok(1));
    assert_eq!(state(&small, BIG), state(&cache, BIG));
    assert!(
        !hit(&small, BIG, NOW + 1)
            .check_as(1, "https://big.example/")
            .allowed
    );

    // Behind a redirect, each origin by itself.
    let cache = of(20_000);
    answer(&cache, "http://b.example/", &Response::new(404), "", NOW);
    for after in [0, DAY] {
        answer(&cache, BIG, &Response::new(503), "", NOW + after);
    }
    let mut moved = ticket(&cache, "http://b.example/", NOW + 2 * DAY);
    moved.response(&Response::new(301).header("Location", "https://big.example/robots.txt"));
    moved.response(&Response::new(200));
    moved.finish(long(2000), NOW + 2 * DAY);
    for url in ["http://b.example/", BIG] {
        let hit = hit(&cache, url, NOW + 2 * DAY);
        assert_eq!(hit.decision().cause, Cause::TooLarge);
        assert!(!hit.check(url).allowed);
        assert_eq!(state(&cache, url).failures(), 0);
    }
}

/// Not even a place for each crawler's rules.
#[test]
fn more_crawlers_than_there_is_room_for_are_refused() {
    let numbers = (0..5000).map(|number| format!("c{number}"));
    let builder = numbers.fold(Cache::builder(16 << 10), |it, name| it.agents(name));
    let cache = builder.build().unwrap();
    answer(&cache, BIG, &Response::new(200), RULES, NOW);
    let hit = hit(&cache, BIG, NOW + 1);
    assert_eq!(hit.decision().cause, Cause::TooLarge);
    assert_eq!(hit.decision().fetch_at, NOW + DAY);
    for crawler in [0, 1, 4999, 5000] {
        assert!(!hit.check_as(crawler, BIG).allowed);
    }
    assert!(cache.stats().bytes <= 16 << 10);
}

#[test]
fn the_smallest_budget_remembers_who_may_not_be_asked() {
    for budget in [0, 1, 256, 512, 8192] {
        let cache = of(budget);
        assert_eq!(cache.stats().budget, 8192);
        let host = format!("https://{}.example/", "a".repeat(245));
        let later = Response::new(503).header("Retry-After", "86400");
        let tag = format!("\"{}\"", "e".repeat(254));
        let tagged = Response::new(200).header("ETag", tag.as_bytes());
        for url in [BIG, &host] {
            answer(&cache, url, &tagged, CLOSED, NOW);
            assert!(!hit(&cache, url, NOW + 1).check(url).allowed);
            answer(&cache, url, &later, "", NOW + DAY);
            for second in 1..100 {
                let hit = hit(&cache, url, NOW + DAY + second);
                assert_eq!(hit.decision().basis, Basis::StaleCopy);
            }
        }
        assert_eq!(cache.stats().fetches, 4);
    }
}

#[test]
fn other_origins_do_not_make_it_forget_a_back_off() {
    let later = Response::new(503).header("Retry-After", "86400");
    for had_copy in [false, true] {
        let cache = of(64 << 10);
        crowd(&cache, 0..400, NOW);
        if had_copy {
            answer(&cache, BIG, &Response::new(200), CLOSED, NOW - DAY);
        }
        answer(&cache, BIG, &later, "", NOW);
        crowd(&cache, 400..4000, NOW + 1);
        let stats = cache.stats();
        assert!(stats.evictions > 3000);
        assert_eq!(stats.entries as u64 + stats.evictions, 4001);
        for second in 0..50 {
            let hit = hit(&cache, BIG, NOW + 10 + second);
            assert_eq!(hit.decision().basis, Basis::Unreachable);
            assert_eq!(hit.decision().fetch_at, NOW + DAY);
            assert!(!hit.check(BIG).allowed);
        }
        assert_eq!(cache.stats().fetches, stats.fetches);
        // It is written and read again like any other.
        let again = of(64 << 10);
        assert_eq!(again.restore(&cache.to_bytes()), Ok(stats.entries));
        assert_eq!(again.state(&origin(BIG)), cache.state(&origin(BIG)));
        assert!(cache.origins().contains(&origin(BIG)));

        // The next attempt ends it.
        answer(&cache, BIG, &Response::new(200), RULES, NOW + DAY);
        assert!(hit(&cache, BIG, NOW + DAY + 1).check(BIG).allowed);
        let kept = cache.origins().into_iter();
        assert_eq!(kept.filter(|it| *it == origin(BIG)).count(), 1);
        assert!(cache.remove(&origin(BIG)) && cache.state(&origin(BIG)).is_none());
    }
}

#[test]
fn a_flood_of_failures_leaves_copies_and_copies_leave_failures() {
    let cache = of(256 << 10);
    let url = |kind: &str, number: usize| format!("https://{kind}-{number}.example/private");
    let later = Response::new(503).header("Retry-After", "86400");
    for number in 0..100 {
        answer(
            &cache,
            &url("copy", number),
            &Response::new(200),
            RULES,
            NOW,
        );
        hit(&cache, &url("copy", number), NOW);
    }
    for number in 0..50 {
        answer(&cache, &url("down", number), &later, "", NOW);
    }
    let count = |kind: &str, of: usize| {
        let known = (0..of).filter(|&number| cache.state(&origin(&url(kind, number))).is_some());
        known.count()
    };
    for number in 0..5000 {
        answer(&cache, &url("flood", number), &later, "", NOW);
    }
    assert_eq!(count("copy", 100), 100);
    assert!(cache.stats().bytes <= 256 << 10);
    for number in 0..5000 {
        answer(
            &cache,
            &url("page", number),
            &Response::new(200),
            RULES,
            NOW,
        );
    }
    assert!(cache.stats().bytes <= 256 << 10);
    assert_eq!(count("copy", 100), 100);
    // An eighth of the budget is for these alone.
    let kept = count("flood", 5000) + count("down", 50);
    assert!(kept > 90, "{kept}");
}

/// A copy that is dropped in an outage leaves no shorter way to everything.
#[test]
fn dropping_a_copy_opens_nothing() {
    let cache = of(64 << 10);
    answer(&cache, BIG, &Response::new(200), CLOSED, NOW);
    let down = |now| {
        if let Lookup::Fetch(mut ticket) = cache.get_url(BIG, now).unwrap() {
            ticket.failure(Failure::Timeout);
            ticket.finish("", now);
        }
        cache.check(0, BIG, now).unwrap()
    };
    let mut now = NOW + DAY;
    while now < NOW + 29 * DAY {
        assert!(!down(now).verdict.allowed);
        now += 3600;
    }
    crowd(&cache, 0..2000, now);
    assert_eq!(
        cache.check(0, BIG, now).unwrap().decision.basis,
        Basis::Unreachable
    );
    while now < NOW + 40 * DAY {
        assert!(!down(now).verdict.allowed);
        now += 3600;
    }
}

#[test]
fn a_copy_that_found_no_room_is_taken_back() {
    let cache = of(64 << 10);
    answer(&cache, BIG, &Response::new(200), CLOSED, NOW - DAY);
    answer(&cache, BIG, &Response::new(503), "", NOW);
    let bytes = cache.export(&origin(BIG)).unwrap();
    crowd(&cache, 0..2000, NOW);
    assert_eq!(
        hit(&cache, BIG, NOW + 1).decision().basis,
        Basis::Unreachable
    );
    cache.import(&bytes).unwrap();
    assert_eq!(hit(&cache, BIG, NOW + 1).decision().basis, Basis::StaleCopy);
}

/// A ticket that was handed out without the copy does not take it away again.
#[test]
fn a_copy_that_was_taken_back_outlives_a_failed_attempt() {
    let cache = of(64 << 10);
    answer(&cache, BIG, &Response::new(200), CLOSED, NOW - DAY);
    answer(&cache, BIG, &Response::new(503), "", NOW);
    let bytes = cache.export(&origin(BIG)).unwrap();
    crowd(&cache, 0..2000, NOW);
    let mut late = ticket(&cache, BIG, NOW + 60);
    cache.import(&bytes).unwrap();
    late.failure(Failure::Timeout);
    let own = late.finish("", NOW + 61);
    let later = hit(&cache, BIG, NOW + 62);
    for hit in [own, later] {
        assert_eq!(hit.decision().basis, Basis::StaleCopy);
        assert!(!hit.check(BIG).allowed);
    }
}
