//! The cache: who asks, what is kept, what it takes, and what survives.
#![cfg(feature = "cache")]

use std::collections::HashMap;
use std::sync::Barrier;
use std::sync::atomic::{AtomicUsize, Ordering};

use robots::Reason;
use robots::access::{Access, AccessResult, Basis, Failure, Policy, Response};
use robots::cache::{Cache, Lookup};

#[path = "support/counting.rs"]
mod counting;

#[path = "support/caches.rs"]
mod caches;
use caches::{DAY, NOW, RULES, answer, hit, origin, ticket};

fn cache() -> Cache {
    caches::of(4 << 20)
}

#[test]
fn one_asks_and_the_others_wait_or_use_what_is_known() {
    let cache = cache();
    let url = "https://a.example/private";
    let mut first = ticket(&cache, url, NOW);
    let Lookup::Wait(wait) = cache.get_url(url, NOW + 5).unwrap() else {
        panic!("a second ticket")
    };
    assert_eq!(wait.until, NOW + 120);
    // Other origins are not held up: scheme and port count.
    drop(ticket(&cache, "http://a.example/", NOW));
    drop(ticket(&cache, "https://a.example:8443/", NOW));

    first.response(&Response::new(200));
    let answer = first.finish(RULES, NOW + 6);
    assert!(!answer.check(url).allowed);
    assert!(!hit(&cache, url, NOW + 7).check(url).allowed);
    assert!(
        hit(&cache, url, NOW + 7)
            .check("https://a.example/")
            .allowed
    );

    // The copy has expired: nothing is known, and one asks.
    let mut second = ticket(&cache, url, NOW + 6 + DAY);
    assert!(matches!(
        cache.get_url(url, NOW + 6 + DAY),
        Ok(Lookup::Wait(_))
    ));
    second.response(&Response::new(503));
    let stale = second.finish("", NOW + 6 + DAY);
    assert_eq!(stale.decision().basis, Basis::StaleCopy);
    assert!(!stale.check(url).allowed);

    // A retry is due, and the old copy may still be used meanwhile.
    let retry = ticket(&cache, url, NOW + 70 + DAY);
    let meanwhile = hit(&cache, url, NOW + 70 + DAY);
    assert_eq!(meanwhile.decision().basis, Basis::StaleCopy);
    drop(retry);
    drop(ticket(&cache, url, NOW + 70 + DAY));
}

#[test]
fn a_ticket_changes_nothing_behind_a_later_one() {
    let cache = Cache::builder(1 << 20).lease(60).build().unwrap();
    let url = "https://a.example/";
    let mut slow = ticket(&cache, url, NOW);
    let mut quick = ticket(&cache, url, NOW + 60);
    quick.response(&Response::new(200));
    quick.finish("user-agent: *\ndisallow: /", NOW + 61);
    slow.response(&Response::new(404));
    assert!(slow.finish("", NOW + 62).check(url).allowed);
    assert!(!hit(&cache, url, NOW + 63).check(url).allowed);
    assert_eq!(cache.stats().tickets, 0);
    // Neither does a clock that was set back hold a lease for ever.
    let _held = ticket(&cache, "https://b.example/", NOW);
    drop(ticket(&cache, "https://b.example/", NOW - 1000));
}

#[test]
fn a_stampede_makes_one_attempt() {
    let cache = cache();
    let (threads, rounds) = (8, 200);
    let barrier = Barrier::new(threads);
    let attempts = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                for round in 0..rounds {
                    let url = format!("https://h{round}.example/");
                    barrier.wait();
                    loop {
                        match cache.get_url(&url, NOW).unwrap() {
                            Lookup::Hit(hit) => break assert!(hit.check(&url).allowed),
                            Lookup::Wait(_) => std::thread::yield_now(),
                            Lookup::Fetch(mut ticket) => {
                                attempts.fetch_add(1, Ordering::Relaxed);
                                std::thread::yield_now();
                                ticket.response(&Response::new(200));
                                ticket.finish(RULES, NOW);
                            }
                        }
                    }
                }
            });
        }
    });
    assert_eq!(attempts.into_inner(), rounds);
    let stats = cache.stats();
    assert_eq!(stats.fetches, rounds as u64);
    assert_eq!(stats.hits, (threads * rounds) as u64);
    assert_eq!((stats.entries, stats.tickets), (rounds, 0));
}

#[test]
fn validators_and_304_keep_the_compiled_rules() {
    let cache = cache();
    let url = "https://a.example/private";
    let tagged = Response::new(200).header("ETag", "\"1\"");
    answer(&cache, url, &tagged, RULES, NOW);
    let mut again = ticket(&cache, url, NOW + DAY);
    assert_eq!(again.validators().if_none_match(), Some(&b"\"1\""[..]));
    assert_eq!(
        again.response(&Response::new(304)),
        AccessResult::Successful
    );
    let hit = again.finish("ignored", NOW + DAY);
    assert!(!hit.check(url).allowed);
    assert_eq!(hit.decision().basis, Basis::Fresh);
}

#[test]
fn redirects_speak_for_the_origin_where_they_began() {
    let cache = cache();
    let to = |place: &'static str| Response::new(301).header("Location", place);

    // The target is exactly the robots.txt of another origin.
    let mut moved = ticket(&cache, "http://a.example/", NOW);
    moved.response(&to("https://b.example/robots.txt"));
    moved.response(&Response::new(200));
    moved.finish(RULES, NOW);
    for url in ["http://a.example/private", "https://b.example/private"] {
        assert!(!hit(&cache, url, NOW).check(url).allowed, "{url}");
    }

    // Somebody's file within another site says nothing of that site.
    let mut moved = ticket(&cache, "http://c.example/", NOW);
    moved.response(&to("https://d.example/~me/robots.txt"));
    moved.response(&Response::new(200));
    moved.finish("user-agent: *\nallow: /", NOW);
    drop(ticket(&cache, "https://d.example/", NOW));

    // Failures and refused redirects say nothing of the target, and never allow.
    for failure in [Failure::Refused, Failure::Timeout, Failure::Tls] {
        let mut moved = ticket(&cache, &format!("http://{failure:?}.example/"), NOW);
        moved.response(&to("https://e.example/robots.txt"));
        moved.failure(failure);
        let hit = moved.finish("", NOW);
        assert_eq!(hit.decision().access, Access::RefuseAll);
        drop(ticket(&cache, "https://e.example/", NOW));
    }

    // What is known of the target, and newer, is not touched by a redirect away.
    answer(
        &cache,
        "https://f.example/",
        &Response::new(200),
        RULES,
        NOW,
    );
    let mut moved = ticket(&cache, "http://g.example/", NOW);
    moved.response(&to("https://f.example/robots.txt"));
    moved.response(&to("https://f.example/login"));
    moved.response(&Response::new(200));
    moved.finish("<html>", NOW);
    let url = "https://f.example/private";
    assert!(!hit(&cache, url, NOW).check(url).allowed);

    // Nor while somebody is asking the target.
    let asking = ticket(&cache, "https://i.example/", NOW);
    let mut moved = ticket(&cache, "http://h.example/", NOW);
    moved.response(&to("https://i.example/robots.txt"));
    moved.response(&Response::new(404));
    assert!(moved.finish("", NOW).check("http://h.example/").allowed);
    assert_eq!(cache.state(&origin("https://i.example")), None);
    drop(asking);
}

#[test]
fn the_budget_covers_the_heap() {
    for (count, rules, failing) in [
        (20_000, 0, 0),
        (20_000, 0, 1),
        (20_000, 3, 0),
        (20_000, 3, 2),
        (4_000, 60, 0),
        (500, 900, 0),
    ] {
        let body: String = (0..rules)
            .map(|i| format!("disallow: /part-{i}/*x{i}\n"))
            .collect();
        let body = format!("user-agent: *\n{body}");
        let (cache, heap) = counting::measured(|| {
            let cache = Cache::builder(3 << 20).build().unwrap();
            for number in 0..count {
                let url = format!("https://site-number-{number}.example/");
                let status = match failing > 0 && number % failing == 0 {
                    true => 503,
                    false => 200,
                };
                answer(&cache, &url, &Response::new(status), &body, NOW);
            }
            cache
        });
        let stats = cache.stats();
        println!(
            "{rules} rules, {failing}: {stats:?}, {} octets of heap",
            heap.kept
        );
        assert!(stats.bytes <= stats.budget && stats.bytes > stats.budget / 4);
        assert!(stats.evictions > 0 || stats.entries == count);
        assert!(heap.calls > stats.entries && heap.peak >= heap.kept);
        // Without what the allocator adds, which the cache counts.
        assert!(
            heap.kept <= stats.bytes + (64 << 10),
            "{} {stats:?}",
            heap.kept
        );
        assert!(heap.kept >= stats.bytes / 2, "{} {stats:?}", heap.kept);
    }
}

#[test]
fn a_burst_of_tickets_leaves_nothing_behind() {
    let cache = cache();
    let ((), heap) = counting::measured(|| {
        let urls = (0..5000).map(|number| format!("https://h{number}.example/"));
        let tickets: Vec<_> = urls.map(|url| ticket(&cache, &url, NOW)).collect();
        assert_eq!(tickets.len(), 5000);
    });
    assert!(heap.peak > 500_000 && heap.kept < 1000, "{heap:?}");
}

#[test]
fn what_is_dropped_is_asked_for_again() {
    let cache = Cache::builder(20_000).build().unwrap();
    let url = |number| format!("https://h{number}.example/");
    for number in 0..1000 {
        answer(&cache, &url(number), &Response::new(200), RULES, NOW);
    }
    let mut fetches = 0;
    for number in 0..1000 {
        match cache.get_url(url(number), NOW).unwrap() {
            Lookup::Fetch(_) => fetches += 1,
            Lookup::Hit(hit) => assert!(!hit.check(url(number) + "private").allowed),
            Lookup::Wait(_) => panic!(),
        }
    }
    let stats = cache.stats();
    assert_eq!(stats.entries + fetches, 1000);
    assert_eq!(stats.evictions, fetches as u64);
    assert!(cache.remove(&origin(&url(999))) || fetches > 0);
}

#[test]
fn what_is_replaced_is_not_evicted() {
    let cache = Cache::builder(1 << 20).build().unwrap();
    let origin = origin("https://site.example/");
    for second in 0..10 {
        let mut ticket = cache.refresh(&origin, NOW + second).unwrap();
        ticket.response(&Response::new(200));
        ticket.finish(RULES, NOW + second);
    }
    let bytes = cache.export(&origin).unwrap();
    cache.remove(&origin);
    cache.import(&bytes).unwrap();
    assert_eq!((cache.stats().evictions, cache.stats().entries), (0, 1));
}

/// What must hold of one origin, kept beside the cache.
#[derive(Default)]
struct Truth {
    /// When the rules in force were confirmed last, and whether they refuse.
    confirmed: Option<u64>,
    refuses: bool,
    unreachable_since: Option<u64>,
    known_missing: bool,
}

#[test]
fn an_answer_without_content_is_an_empty_file_whatever_comes_with_it() {
    for status in [204, 205] {
        let cache = cache();
        let url = "https://a.example/private";
        let own = answer(&cache, url, &Response::new(status), RULES, NOW);
        for hit in [own, hit(&cache, url, NOW + 1)] {
            assert_eq!(hit.decision().access, Access::Rules);
            assert_eq!(hit.check(url).reason, Reason::NoGroup);
            assert!(hit.check(url).allowed, "{status}");
        }
    }
}

/// 1,000 origins, 90 days in steps of hours, faults and restarts by chance.
#[test]
fn simulated_months_with_restarts() {
    let mut seed = 5_u64;
    let mut random = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) % below
    };
    let build = || Cache::builder(8 << 20).agents("bot").build().unwrap();
    let mut cache = build();
    let mut truths: HashMap<u64, Truth> = HashMap::new();
    let outage = u64::from(Policy::new().long_outage);
    let mut now = NOW;
    let mut restarts = 0;
    while now < NOW + 90 * DAY {
        now += 600 + random(6 * 3600);
        if random(20) == 0 {
            let bytes = cache.to_bytes();
            cache = build();
            cache.restore(&bytes).unwrap();
            restarts += 1;
        }
        for number in 0..1000 {
            let url = format!("https://h{number}.example/private");
            let truth = truths.entry(number).or_default();
            let hit = match cache.get_url(&url, now).unwrap() {
                Lookup::Wait(_) => panic!("nobody else asks"),
                Lookup::Hit(hit) => hit,
                Lookup::Fetch(mut ticket) => {
                    // Some origins are down for months.
                    let down = number % 10 == 0 && now > NOW + 20 * DAY;
                    let (response, body) = match random(6) {
                        _ if down => (Response::new(500), ""),
                        0 => (Response::new(503), ""),
                        1 => (Response::new(404), ""),
                        2 => (Response::new(200), "user-agent: *\nallow: /"),
                        _ => (Response::new(200), RULES),
                    };
                    ticket.response(&response);
                    match response.status() {
                        200 => {
                            truth.confirmed = Some(now);
                            truth.refuses = body == RULES;
                            truth.unreachable_since = None;
                            truth.known_missing = false;
                        }
                        404 => {
                            *truth = Truth {
                                known_missing: true,
                                ..Truth::default()
                            }
                        }
                        _ => {
                            truth.known_missing = false;
                            truth.unreachable_since.get_or_insert(now);
                        }
                    }
                    ticket.finish(body, now)
                }
            };
            let down_for = truth.unreachable_since.map_or(0, |since| now - since);
            let lasts = match truth.unreachable_since {
                Some(_) => u64::MAX,
                None => DAY,
            };
            let has_rules = truth.confirmed.is_some_and(|at| now - at < lasts);
            // Without a copy a long outage opens, and with one never.
            let opens = truth.confirmed.is_none() && down_for >= outage;
            let may = truth.known_missing || has_rules && !truth.refuses || opens;
            let verdict = hit.check(&url);
            assert!(!verdict.allowed || may, "{url} at {now}: {hit:?}");
            let decision = hit.decision();
            assert!(decision.fetch_at <= now + DAY && decision.next_change >= now);
        }
    }
    assert!(restarts > 3);
    assert_eq!(cache.stats().entries, 1000);
}
