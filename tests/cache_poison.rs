//! One site redirects to another: what that one said itself stands, and nothing
//! opens that did not say so itself.
#![cfg(feature = "cache")]

use robots::access::{AccessResult, Basis, Failure, Response, State};
use robots::cache::{Cache, Hit};
use robots::snapshot::SnapshotError;

#[path = "support/caches.rs"]
mod caches;
use caches::{CLOSED, DAY, NOW, answer, hit, of, origin, ticket};

const VICTIM: &str = "https://victim.example/secret";
const EXACT: &str = "https://victim.example/robots.txt";

/// Spellings of the victim's address that a server may take for another one.
const OTHERS: [&str; 16] = [
    "https://victim.example./robots.txt",
    "https://VICTIM.EXAMPLE./robots.txt",
    "https://victim.example.:443/robots.txt",
    #[cfg(feature = "idn")]
    "https://victim.example\u{3002}/robots.txt",
    #[cfg(not(feature = "idn"))]
    "https://victim.example./robots.txt#",
    "https://victim.example/robots.txt?",
    "https://victim.example/robots.txt?x=1",
    "https://victim.example/%72obots.txt",
    "https://victim.example/robots%2Etxt",
    "https://victim.example/robots.txt%20",
    "https://victim.example/ROBOTS.TXT",
    "https://victim.example/Robots.txt",
    "https://victim.example//robots.txt",
    "https://victim.example/robots.txt/",
    "https://victim.example/x/robots.txt",
    "http://victim.example/robots.txt",
    "https://victim.example:8443/robots.txt",
];

/// Spellings of which clients make the request for [`EXACT`]. They are no proof
/// of what the site meant, so they speak for nobody either.
const SAME: [&str; 5] = [
    "https://victim.example:443/robots.txt",
    "https://VICTIM.example/robots.txt",
    "https://open:sesame@victim.example/robots.txt",
    "https://victim.example/x/../robots.txt#y",
    "\thttps:\\\\victim.example\\robots.txt ",
];

/// What the request at the end comes to.
const ENDS: [Result<u16, Failure>; 17] = [
    Ok(200),
    Ok(204),
    Ok(206),
    Ok(304),
    Ok(400),
    Ok(401),
    Ok(403),
    Ok(404),
    Ok(407),
    Ok(410),
    Ok(421),
    Ok(429),
    Ok(500),
    Ok(503),
    Err(Failure::Timeout),
    Err(Failure::Tls),
    Err(Failure::TooManyRedirects),
];

/// A site of the attacker's is asked, and leads to `location`.
fn attack(cache: &Cache, location: &str, end: Result<u16, Failure>, now: u64) -> (String, Hit) {
    let mut evil = ticket(cache, &format!("https://evil-{now}.example/"), now);
    let moved = Response::new(301).header("Location", location.as_bytes());
    assert_eq!(evil.response(&moved), AccessResult::Redirect, "{location}");
    let asked = evil.url().to_string();
    match end {
        Ok(status) => evil.response(&Response::new(status).header("ETag", "\"evil\"")),
        Err(failure) => evil.failure(failure),
    };
    (asked, evil.finish("", now))
}

fn known(cache: &Cache) -> (Option<State>, Result<Vec<u8>, SnapshotError>) {
    let victim = origin(VICTIM);
    (
        cache.state(&victim),
        cache.export(&victim).ok_or(SnapshotError::Foreign),
    )
}

#[test]
fn another_spelling_says_nothing() {
    for location in OTHERS.into_iter().chain(SAME) {
        for end in ENDS {
            let cache = of(1 << 20);
            let (asked, _) = attack(&cache, location, end, NOW);
            assert_eq!(asked == EXACT, SAME.contains(&location), "{location}");
            assert_eq!(known(&cache).0, None, "{location} {end:?}");
            drop(ticket(&cache, VICTIM, NOW));
        }
    }
}

#[test]
fn what_is_known_and_not_due_stands() {
    for location in OTHERS.into_iter().chain(SAME).chain([EXACT]) {
        for end in ENDS {
            let context = format!("{location} {end:?}");
            let cache = of(1 << 20);
            answer(&cache, VICTIM, &Response::new(200), CLOSED, NOW);
            let before = known(&cache);
            for at in 1..4 {
                attack(&cache, location, end, NOW + at);
                assert_eq!(known(&cache), before, "{context}");
                assert!(
                    !hit(&cache, VICTIM, NOW + at).check(VICTIM).allowed,
                    "{context}"
                );
            }

            // Neither is a back-off, and what is known of an outage.
            let cache = of(1 << 20);
            let later = Response::new(503).header("Retry-After", "3600");
            answer(&cache, VICTIM, &Response::new(200), CLOSED, NOW - DAY);
            answer(&cache, VICTIM, &later, "", NOW);
            let before = known(&cache);
            attack(&cache, location, end, NOW + 1);
            assert_eq!(known(&cache), before, "{context}");
            let hit = hit(&cache, VICTIM, NOW + 3599);
            assert_eq!(hit.decision().basis, Basis::StaleCopy);
            assert!(!hit.check(VICTIM).allowed, "{context}");
        }
    }
}

#[test]
fn the_exact_address_speaks_where_it_is_due() {
    let cache = of(1 << 20);
    let (asked, found) = attack(&cache, EXACT, Ok(404), NOW);
    assert_eq!(asked, EXACT);
    assert_eq!(
        cache.state(&origin(VICTIM)).map(|it| it.failures()),
        Some(0)
    );
    let spoken = hit(&cache, VICTIM, NOW);
    assert_eq!(spoken.decision().basis, Basis::Unavailable);
    assert_eq!(spoken.decision().fetch_at, found.decision().fetch_at);

    // Due again: what came back is what the origin would have said.
    let mut evil = ticket(&cache, "https://evil.example/", NOW + DAY);
    evil.response(&Response::new(301).header("Location", EXACT));
    evil.response(&Response::new(200));
    evil.finish(CLOSED, NOW + DAY);
    assert!(!hit(&cache, VICTIM, NOW + DAY).check(VICTIM).allowed);
}

#[test]
fn a_ticket_for_the_target_keeps_redirects_out_until_it_expires() {
    let cache = of(1 << 20);
    let lost = ticket(&cache, VICTIM, NOW);
    attack(&cache, EXACT, Ok(404), NOW + 119);
    assert_eq!(cache.state(&origin(VICTIM)), None);
    attack(&cache, EXACT, Ok(404), NOW + 120);
    assert!(hit(&cache, VICTIM, NOW + 121).check(VICTIM).allowed);
    // Handed in late, it still counts.
    let mut lost = lost;
    lost.response(&Response::new(200));
    lost.finish(CLOSED, NOW + 130);
    assert!(!hit(&cache, VICTIM, NOW + 131).check(VICTIM).allowed);
}

/// A redirect that was recorded with an older clock than what is known.
#[test]
fn an_older_clock_replaces_nothing() {
    let cache = of(1 << 20);
    answer(&cache, VICTIM, &Response::new(200), CLOSED, NOW);
    attack(&cache, EXACT, Ok(404), NOW - 5000);
    assert!(!hit(&cache, VICTIM, NOW).check(VICTIM).allowed);
}
