//! Where redirects lead, and for whom what is found there speaks.

use robots::access::{AccessResult, Cause, Fetch, Policy, Response, State};
use robots::origin::Origin;

use super::BEGIN;

#[test]
fn an_attempt_may_be_recorded_for_its_target() {
    let (policy, origin) = (
        Policy::new(),
        Origin::parse("http://site.example/").expect("one"),
    );
    let mut fetch = Fetch::new(&origin, &State::new(), &policy);
    fetch.response(&Response::new(301).header("Location", "https://site.example/robots.txt"));
    fetch.response(&Response::new(200).header("ETag", "\"a\""));
    let target = fetch.target().expect("a target");
    let mut state = State::new();
    state.record(&fetch, &policy, BEGIN);
    let next = Fetch::new(&target, &state, &policy);
    assert_eq!(next.validators(&state).if_none_match(), Some(&b"\"a\""[..]));
}

#[test]
fn urls_to_ask_for_are_plain() {
    let longest = format!("http://site.example/{}", "a".repeat(8172));
    assert_eq!(longest.len(), 8192);
    let origin = Origin::parse("http://site.example/").expect("an origin");
    for (location, want) in [
        (
            "HTTPS://User@Other.Example:443/A/../b c?d#e",
            "https://other.example/b%20c?d",
        ),
        ("//other.example.:81", "http://other.example.:81/"),
        ("\\\\other.example\\x", "http://other.example/x"),
        (" r\u{e9}\t/x ", "http://site.example/r%C3%A9/x"),
        ("?q=\\", "http://site.example/robots.txt?q=\\"),
        ("?q?\\", "http://site.example/robots.txt?q?\\"),
        ("x:y", ""),
        ("1x:y", "http://site.example/1x:y"),
        ("x_y:z", "http://site.example/x_y:z"),
        (
            &format!("http://site.example/{}", "a".repeat(8172)),
            &longest,
        ),
        (&format!("http://site.example/{}", "a".repeat(8173)), ""),
        (&"a".repeat(8173), ""),
        ("./x:y", "http://site.example/x:y"),
        ("http://h\u{20ac}.example\u{0}", ""),
        (&"a/".repeat(5000), ""),
    ] {
        let mut fetch = Fetch::new(&origin, &State::new(), &Policy::new());
        let result = fetch.response(&Response::new(302).header("Location", location));
        if want.is_empty() && !(cfg!(feature = "idn") && location.starts_with("http://h")) {
            assert_eq!(result, AccessResult::Unreachable, "{location:?}");
        } else if !want.is_empty() {
            assert_eq!(fetch.url(), want);
        }
    }
}

/// What would speak for another origin if it were written as that writes it.
#[test]
fn another_spelling_of_the_target_speaks_for_nobody() {
    const EXACT: &str = "https://host.example/robots.txt";
    let origin = Origin::parse("http://site.example/").expect("an origin");
    let spellings = [
        "https://host.example./robots.txt",
        "https://host.example\u{3002}/robots.txt",
        "https://host\u{3002}example/robots.txt",
        "https://ho\u{ad}st.example/robots.txt",
        "https://\u{ff48}ost.example/robots.txt",
        "https://ho\tst.example/robots.txt",
        "https://host.example/robots.txt\n#",
        "https://HOST.example/robots.txt",
        "https:\\\\host.example\\robots.txt",
        "https://host.example:443/robots.txt",
        "https://host.example:/robots.txt",
        "https://me@host.example/robots.txt",
        "https://host.example/robots.txt?",
        "https://host.example/robots.txt#",
        "https://host.example/robots.txt%00",
        "https://host.example/robots.txt\u{0}",
        "https://host.example/%72obots.txt",
        "https://host.example/Robots.txt",
        "https://host.example/a/../robots.txt",
        "https://host.example//robots.txt",
        "//host.example/robots.txt",
    ];
    for status in [200, 204, 401, 403, 404, 410] {
        for at in spellings {
            let mut by_header = Fetch::new(&origin, &State::new(), &Policy::new());
            by_header.response(&Response::new(302).header("Location", at));
            let mut by_client = Fetch::new(&origin, &State::new(), &Policy::new());
            by_client.followed(1, at);
            for mut fetch in [by_header, by_client] {
                assert_eq!(fetch.target(), None, "{at:?}");
                fetch.response(&Response::new(status));
                assert_eq!(fetch.target(), None, "{at:?} {status}");
            }
        }
        let mut fetch = Fetch::new(&origin, &State::new(), &Policy::new());
        let value = format!("\t{EXACT} ");
        fetch.response(&Response::new(302).header("Location", &value));
        fetch.response(&Response::new(status));
        assert_eq!(fetch.target(), Origin::parse(EXACT).ok());
    }
}

/// A client that reports an empty end went nowhere, whatever it says it found.
#[test]
fn an_empty_end_is_no_target() {
    let origin = Origin::parse("http://site.example/").expect("an origin");
    for end in ["", " ", "#", "\t#top", "\r\n"] {
        for redirects in [1, 5, 6, u32::MAX] {
            for status in [200, 204, 301, 304, 404, 503] {
                let mut fetch = Fetch::new(&origin, &State::new(), &Policy::new());
                fetch.followed(redirects, end);
                assert_eq!(fetch.cause(), Cause::Interrupted);
                let result = fetch.response(&Response::new(status).header("Location", "/r"));
                assert_eq!(result, AccessResult::Unreachable, "{end:?} {status}");
                assert_eq!(fetch.cause(), Cause::NoLocation, "{end:?} {status}");
                assert_eq!(fetch.target(), None);
            }
        }
    }
}

/// Only an answer to the last request speaks for it.
#[test]
fn a_target_is_where_the_attempt_ended() {
    let origin = Origin::parse("https://site.example/").expect("an origin");
    let to = |location| Response::new(302).header("Location", location);
    let begun = || Fetch::new(&origin, &State::new(), &Policy::new());
    let there = "https://host.example/robots.txt";
    let home = "https://site.example/robots.txt";
    // On the way there, and away from it again.
    let mut fetch = begun();
    fetch.response(&to(there));
    assert_eq!(fetch.target(), None);
    fetch.response(&to("/r"));
    fetch.response(&Response::new(404));
    assert_eq!(fetch.target(), None);
    // Back home, where the attempt is recorded anyway.
    let mut fetch = begun();
    fetch.response(&to(there));
    fetch.response(&to(home));
    fetch.response(&Response::new(200));
    assert_eq!((fetch.target(), fetch.hops()), (None, 2));
    // There by way of home.
    let mut fetch = begun();
    fetch.response(&to(home));
    fetch.response(&to(there));
    fetch.response(&Response::new(200));
    assert_eq!(fetch.target(), Origin::parse(there).ok());
    // One redirect too many to it, and answers that are none.
    let mut fetch = begun();
    for _ in 0..6 {
        fetch.response(&to(there));
    }
    assert_eq!(fetch.cause(), Cause::TooManyRedirects);
    assert_eq!(fetch.target(), None);
    for status in [100, 206, 304, 305, 407, 421, 429, 500, 511, 999] {
        let mut fetch = begun();
        fetch.response(&to(there));
        assert_eq!(
            fetch.response(&Response::new(status)),
            AccessResult::Unreachable
        );
        assert_eq!(fetch.target(), None, "{status}");
    }
}
