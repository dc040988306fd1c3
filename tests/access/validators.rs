//! What a server is told of the copy, and which 304 counts.

use robots::access::{AccessResult, Cause, Fetch, Policy, Response, State};
use robots::origin::Origin;

use super::{BEGIN, fetched, show};

#[test]
fn validators_go_only_where_the_copy_came_from() {
    let mut state = State::new();
    let response = Response::new(200)
        .header("etag", "W/\"v1\"")
        .header("last-modified", "Fri, 15 Jan 2027 08:00:00 GMT");
    fetched(&response, &mut state);
    let origin = Origin::parse("http://site.example/").expect("an origin");
    let mut fetch = Fetch::new(&origin, &state, &Policy::new());
    assert_eq!(
        fetch.validators(&state).if_none_match(),
        Some(&b"W/\"v1\""[..])
    );
    let since = fetch.validators(&state).if_modified_since();
    assert_eq!(since.as_deref(), Some("Fri, 15 Jan 2027 08:00:00 GMT"));

    fetch.response(&Response::new(301).header("Location", "/other"));
    assert_eq!(fetch.validators(&state).if_none_match(), None);
    assert_eq!(fetch.validators(&state).if_modified_since(), None);

    // Other dates are no validators, and the first of two counts.
    let response = Response::new(200)
        .header("X-Built", "Fri, 15 Jan 2027 08:00:00 GMT")
        .header("Date", "Fri, 15 Jan 2027 08:00:00 GMT");
    fetched(&response, &mut state);
    let fetch = Fetch::new(&origin, &state, &Policy::new());
    assert_eq!(fetch.validators(&state).if_modified_since(), None);
    let response = Response::new(200)
        .header("Last-Modified", "Fri, 15 Jan 2027 08:00:00 GMT")
        .header("ETag", "\"a\"")
        .header("Last-Modified", "Fri, 15 Jan 2027 09:00:00 GMT");
    fetched(&response, &mut state);
    let fetch = Fetch::new(&origin, &state, &Policy::new());
    let since = fetch.validators(&state).if_modified_since();
    assert_eq!(since.as_deref(), Some("Fri, 15 Jan 2027 08:00:00 GMT"));

    // A new copy without validators has none; a 304 without them keeps them.
    fetched(&Response::new(304), &mut state);
    let fetch = Fetch::new(&origin, &state, &Policy::new());
    assert!(fetch.validators(&state).if_none_match().is_some());
    fetched(&Response::new(200), &mut state);
    let fetch = Fetch::new(&origin, &state, &Policy::new());
    assert_eq!(fetch.validators(&state).if_none_match(), None);
    assert_eq!(fetch.validators(&state).if_modified_since(), None);
}

#[test]
fn entity_tags_are_kept_only_when_they_can_be_sent() {
    let origin = Origin::parse("http://site.example/").expect("an origin");
    let long = format!("\"{}\"", "x".repeat(300));
    let most = format!("\"{}\"", "x".repeat(254));
    let tags: [(&[u8], bool); 9] = [
        (b"\"\"", true),
        (b"  \"a b\"", false),
        (b"W/\"a\"", true),
        (b"w/\"a\"", false),
        (b"a", false),
        (b"\"a\r\nX: y\"", false),
        (b"\"\xE9\"", true),
        (long.as_bytes(), false),
        (most.as_bytes(), true),
    ];
    for (tag, kept) in tags {
        let mut state = State::new();
        fetched(&Response::new(200).header("ETag", tag), &mut state);
        let fetch = Fetch::new(&origin, &state, &Policy::new());
        assert_eq!(
            fetch.validators(&state).if_none_match().is_some(),
            kept,
            "{tag:?}"
        );
    }
}

#[test]
fn a_304_for_a_copy_lost_meanwhile_is_no_answer() {
    let mut state = State::new();
    let tagged = Response::new(200).header("ETag", "\"a\"");
    fetched(&tagged, &mut state);
    let origin = Origin::parse("http://site.example/").expect("an origin");
    let mut fetch = Fetch::new(&origin, &state, &Policy::new());
    assert_eq!(
        fetch.response(&Response::new(304)),
        AccessResult::Successful
    );
    state.forget_copy();
    let decision = state.record(&fetch, &Policy::new(), BEGIN + 86_400);
    assert_eq!(
        show(&decision),
        "refuse-all unreachable odd-status 60 86400 keep"
    );
}

/// An attempt that began with one copy and is recorded when there is another:
/// whatever the server confirmed, it was not that one.
#[test]
fn a_304_for_a_copy_replaced_meanwhile_is_no_answer() {
    let origin = Origin::parse("http://site.example/").expect("an origin");
    let policy = Policy::new();
    let before = Response::new(200)
        .header("ETag", "\"a\"")
        .header("Last-Modified", "Fri, 15 Jan 2027 07:00:00 GMT");
    let others = [
        Response::new(200),
        Response::new(200).header("ETag", "\"a\""),
        Response::new(200)
            .header("ETag", "\"b\"")
            .header("Last-Modified", "Fri, 15 Jan 2027 07:00:00 GMT"),
        Response::new(200)
            .header("ETag", "\"a\"")
            .header("Last-Modified", "Fri, 15 Jan 2027 08:00:00 GMT"),
    ];
    for other in others {
        let mut state = State::new();
        fetched(&before, &mut state);
        let mut late = Fetch::new(&origin, &state, &policy);
        assert_eq!(late.response(&Response::new(304)), AccessResult::Successful);
        fetched(&other, &mut state);
        let decision = state.record(&late, &policy, BEGIN + 1);
        assert_eq!(
            show(&decision),
            "rules stale-copy odd-status 60 86400 keep",
            "{other:?}"
        );
    }
    // The same copy, fetched again meanwhile, is the same.
    let mut state = State::new();
    fetched(&before, &mut state);
    let mut late = Fetch::new(&origin, &state, &policy);
    late.response(&Response::new(304));
    fetched(&before, &mut state);
    assert_eq!(
        state.record(&late, &policy, BEGIN + 1).cause,
        Cause::NotModified
    );
}

#[test]
fn a_304_never_changes_what_is_sent_next() {
    let origin = Origin::parse("http://site.example/").expect("an origin");
    let (policy, date) = (Policy::new(), "Fri, 15 Jan 2027 07:00:00 GMT");
    let sent = |state: &State| {
        let fetch = Fetch::new(&origin, state, &policy);
        let validators = fetch.validators(state);
        let tag = validators.if_none_match().map(Vec::from);
        (tag, validators.if_modified_since())
    };
    let by_tag = Response::new(200).header("ETag", "\"a\"");
    let by_date = Response::new(200).header("Last-Modified", date);
    let same = Response::new(304)
        .header("Last-Modified", "Fri, 15 Jan 2027 08:00:00 GMT")
        .header("X", "");
    for copy in [&by_tag, &by_date] {
        let mut state = State::new();
        fetched(copy, &mut state);
        let before = sent(&state);
        fetched(&same, &mut state);
        assert_eq!(sent(&state), before);
    }
    // One for another file: the next request is unconditional.
    for (copy, tag) in [(&by_tag, "\"b\""), (&by_date, "\"b\""), (&by_tag, "b")] {
        let mut state = State::new();
        fetched(copy, &mut state);
        let other = Response::new(304).header("ETag", tag);
        assert_eq!(fetched(&other, &mut state).cause(), Cause::OddStatus);
        assert_eq!(sent(&state), (None, None));
        assert_eq!(state.failures(), 1);
    }
    // A tag that was too long to keep came with the copy as well.
    let long = format!("\"{}\"", "x".repeat(300));
    let mut state = State::new();
    let copy = Response::new(200)
        .header("ETag", &long)
        .header("Last-Modified", date);
    fetched(&copy, &mut state);
    let same = Response::new(304).header("ETag", &long);
    assert_eq!(fetched(&same, &mut state).cause(), Cause::NotModified);
    let mut state = State::new();
    fetched(&by_tag, &mut state);
    assert_eq!(fetched(&same, &mut state).cause(), Cause::OddStatus);
}
