//! What a cache writes: nothing is lost, and nothing opens that was not written
//! by a cache that decides alike.
#![cfg(feature = "cache")]

use robots::Options;
use robots::access::{Access, Basis, Policy, Response};
use robots::cache::{Cache, Lookup};
use robots::snapshot::SnapshotError;

#[path = "support/caches.rs"]
mod caches;
use caches::{CLOSED, DAY, NOW, answer, forge, hit, of, origin, ticket};

fn filled() -> Cache {
    let cache = Cache::builder(4 << 20)
        .agents("a")
        .agents("b")
        .build()
        .unwrap();
    let body = "user-agent: a\ndisallow: /a\n\nuser-agent: b\ndisallow: /*b\n";
    for number in 0..50 {
        let url = format!("https://h{number}.example/");
        let tagged = Response::new(200).header("ETag", "\"x\"");
        let response = match number % 4 {
            0 => Response::new(404),
            1 => Response::new(503),
            2 => Response::new(200),
            _ => tagged,
        };
        answer(&cache, &url, &response, body, NOW);
    }
    cache
}

#[test]
fn nothing_is_lost_over_a_restart() {
    let before = filled();
    let after = Cache::builder(4 << 20)
        .agents("a")
        .agents("b")
        .build()
        .unwrap();
    assert_eq!(after.restore(&before.to_bytes()), Ok(50));
    assert_eq!(after.stats().bytes, before.stats().bytes);
    for number in 0..50 {
        let url = format!("https://h{number}.example/");
        let key = origin(&url);
        assert_eq!(after.state(&key), before.state(&key));
        let (old, new) = (hit(&before, &url, NOW + 9), hit(&after, &url, NOW + 9));
        assert_eq!(old.decision(), new.decision());
        for agent in 0..3 {
            for path in ["", "a", "xb", "robots.txt"] {
                let url = format!("{url}{path}");
                assert_eq!(old.check_as(agent, &url), new.check_as(agent, &url));
            }
        }
        // One at a time, and what is known is not replaced by what is older.
        let bytes = before.export(&key).unwrap();
        assert_eq!(after.import(&bytes), Ok(key));
    }
    let url = "https://h2.example/";
    answer(&after, url, &Response::new(404), "", NOW + DAY);
    assert_eq!(after.restore(&before.to_bytes()), Ok(50));
    assert!(
        hit(&after, url, NOW + DAY)
            .check("https://h2.example/a")
            .allowed
    );
}

#[test]
fn other_settings_and_damaged_bytes_are_errors() {
    let before = filled();
    let bytes = before.to_bytes();
    let entry = before.export(&origin("https://h2.example")).unwrap();
    let mut assume_slash = Options::new();
    assume_slash.assume_slash = true;
    for other in [
        Cache::builder(1 << 20).agents("a").build(),
        Cache::builder(1 << 20).agents("b").agents("a").build(),
        Cache::builder(1 << 20)
            .agents("a")
            .agents("b")
            .options(Options::google())
            .build(),
        Cache::builder(1 << 20)
            .agents("a")
            .agents("b")
            .options(assume_slash)
            .build(),
    ] {
        let other = other.unwrap();
        assert_eq!(other.restore(&bytes), Err(SnapshotError::Settings));
        assert_eq!(other.import(&entry), Err(SnapshotError::Settings));
    }
    let after = Cache::builder(1 << 20)
        .agents("a")
        .agents("b")
        .build()
        .unwrap();
    assert_eq!(after.import(&bytes), Err(SnapshotError::Foreign));
    assert_eq!(after.restore(&entry), Err(SnapshotError::Foreign));
    for at in 0..bytes.len() {
        let mut mutant = bytes.clone();
        mutant[at] ^= 4;
        assert!(after.restore(&mutant).is_err(), "{at}");
    }
    for at in 0..entry.len() {
        let mut mutant = entry.clone();
        mutant[at] ^= 4;
        assert!(after.import(&mutant).is_err(), "{at}");
        assert!(after.import(&entry[..at]).is_err(), "{at}");
    }
    assert_eq!(after.stats().entries, 0);
}

#[test]
fn forged_entries_do_no_harm() {
    let before = filled();
    let entry = before.export(&origin("https://h3.example")).unwrap();
    let after = Cache::builder(1 << 20)
        .agents("a")
        .agents("b")
        .build()
        .unwrap();
    for at in 16..entry.len() - 8 {
        for octet in [0, 1, 2, 0x2A, 0x7F, 0x80, 0xFE, 0xFF] {
            let mut mutant = entry.clone();
            mutant[at] = octet;
            forge(&mut mutant);
            let Ok(origin) = after.import(&mutant) else {
                continue;
            };
            let url = format!("{origin}/a");
            if let Lookup::Hit(hit) = after.get(&origin, NOW) {
                hit.check_as(0, &url);
                hit.check_as(1, &url);
            }
            after.remove(&origin);
        }
    }
}

/// Where the release that wrote them stands in an entry's bytes.
const RELEASE: usize = 16 + 8;

#[test]
fn rules_of_another_release_are_not_renewed_by_304() {
    let url = "https://a.example/x";
    let key = origin(url);
    let before = of(1 << 20);
    let tagged = Response::new(200)
        .header("ETag", "\"1\"")
        .header("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT");
    answer(&before, url, &tagged, CLOSED, NOW);
    let same = before.export(&key).unwrap();
    let mut entry = same.clone();
    let mut all = before.to_bytes();
    for bytes in [&mut entry, &mut all] {
        bytes[RELEASE] ^= 1;
        forge(bytes);
    }
    let read = |cache: &Cache, which: usize| match which {
        0 => drop(cache.import(&same).unwrap()),
        1 => drop(cache.import(&entry).unwrap()),
        _ => assert_eq!(cache.restore(&all), Ok(1)),
    };
    for which in 0..3 {
        let after = of(1 << 20);
        read(&after, which);
        // Obeyed, until it is due.
        assert!(!hit(&after, url, NOW + 1).check(url).allowed);
        assert_eq!(hit(&after, url, NOW + 1).decision().fetch_at, NOW + DAY);
        // Written again it does not pass for this release's.
        let again = of(1 << 20);
        again.import(&after.export(&key).unwrap()).unwrap();
        for cache in [after, again] {
            let mut ticket = ticket(&cache, url, NOW + DAY);
            let validators = ticket.validators();
            assert_eq!(validators.if_none_match().is_some(), which == 0);
            assert_eq!(validators.if_modified_since().is_some(), which == 0);
            ticket.response(&Response::new(304));
            let basis = ticket.finish("", NOW + DAY).decision().basis;
            assert_eq!(basis == Basis::Fresh, which == 0);
            assert!(!cache.check(0, url, NOW + DAY + 1).unwrap().verdict.allowed);
        }
    }
}

/// What one policy takes for a licence opens nothing under another.
#[test]
fn answers_are_read_by_the_policy_at_hand() {
    let build = |forbidden, missing| {
        let mut policy = Policy::new();
        policy.forbidden_is_disallow = forbidden;
        policy.five_xx_means_missing = missing;
        Cache::builder(1 << 20).policy(policy).build().unwrap()
    };
    let url = "https://a.example/x";
    for status in [401, 403, 404, 410, 500, 503] {
        for (from, to) in (0..4).flat_map(|from| (0..4).map(move |to| (from, to))) {
            let of = |bits| build(bits & 1 == 1, bits & 2 == 2);
            let (before, after, own) = (of(from), of(to), of(to));
            answer(&before, url, &Response::new(status), "", NOW);
            answer(&own, url, &Response::new(status), "", NOW);
            after.restore(&before.to_bytes()).unwrap();
            let check = |cache: &Cache| cache.check(0, url, NOW + 1).unwrap();
            let (written, read, asked) = (check(&before), check(&after), check(&own));
            let context = format!("{status} from {from} to {to}");
            if from == to {
                assert_eq!(read, written, "{context}");
            }
            assert!(!read.verdict.allowed || asked.verdict.allowed, "{context}");
            // 403 is told as what it is; 5xx is asked anew.
            if matches!(status, 401 | 403) && to & 1 == 1 {
                assert_eq!(read.decision.basis, Basis::Forbidden, "{context}");
                assert_eq!(read.decision.fetch_at, NOW + DAY, "{context}");
            }
            if status >= 500 && from & 2 == 2 && to & 2 == 0 {
                assert_eq!(read.decision.access, Access::RefuseAll, "{context}");
                assert!(read.decision.fetch_due(), "{context}");
            }
        }
    }
}

/// More crawlers than 16 bits count.
#[test]
fn seventy_thousand_crawlers_come_back() {
    let crawlers = 70_000;
    let build = || {
        let numbers = (0..crawlers).map(|number| format!("c{number}"));
        let builder = numbers.fold(Cache::builder(64 << 20), |it, name| it.agents(name));
        builder.build().unwrap()
    };
    let url = "https://a.example/x";
    let before = build();
    let body = "user-agent: c65541\ndisallow: /\n\nuser-agent: *\ndisallow:\n";
    answer(&before, url, &Response::new(200), body, NOW);
    let after = build();
    assert_eq!(after.restore(&before.to_bytes()), Ok(1));
    let hit = hit(&after, url, NOW + 1);
    for crawler in [0, 5, 65_535, 65_536, 65_541, crawlers - 1] {
        assert_eq!(
            hit.check_as(crawler, url).allowed,
            crawler != 65_541,
            "{crawler}"
        );
    }
}
