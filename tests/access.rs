//! The access policy against `data/fetch.tsv`, piece by piece, and over time.

#[path = "access/simulation.rs"]
mod simulation;

use std::collections::HashSet;

use robots::access::{
    AccessResult, AfterOutage, Basis, Cause, CopyAction, Decision, Failure, Fetch, Policy,
    Response, State,
};
use robots::origin::Origin;

const BEGIN: u64 = 1_800_000_000;

fn failure(name: &str) -> Failure {
    (0..=u8::MAX)
        .filter_map(Cause::from_code)
        .find_map(|cause| match cause {
            Cause::Failed(failure) if failure.as_str() == name => Some(failure),
            _ => None,
        })
        .unwrap_or_else(|| panic!("no failure is called {name:?}"))
}

fn policy(column: &str) -> Policy {
    let mut policy = Policy::new();
    for setting in column.split(',').filter(|setting| *setting != "-") {
        let (field, value) = setting.split_once('=').expect("field=value");
        let number = || value.parse::<u32>().expect("a number");
        match field {
            "default_fresh" => policy.default_fresh = number(),
            "min_fresh" => policy.min_fresh = number(),
            "max_fresh" => policy.max_fresh = number(),
            "min_retry" => policy.min_retry = number(),
            "max_retry" => policy.max_retry = number(),
            "max_retry_after" => policy.max_retry_after = number(),
            "max_redirects" => policy.max_redirects = value.parse().expect("a small number"),
            "long_outage" => policy.long_outage = number(),
            "shared_cache" => policy.shared_cache = value == "true",
            "forbidden_is_disallow" => policy.forbidden_is_disallow = value == "true",
            "five_xx_means_missing" => policy.five_xx_means_missing = value == "true",
            "after_outage" => {
                policy.after_outage = match value {
                    "last-copy" => AfterOutage::LastCopy,
                    "refuse-all" => AfterOutage::RefuseAll,
                    _ => panic!("{value:?} is not a choice"),
                }
            }
            _ => panic!("no field is called {field:?}"),
        }
    }
    policy
}

/// All steps of an attempt, each but the last a redirect.
fn attempt(fetch: &mut Fetch, text: &str) {
    let mut steps = text.split(" > ").peekable();
    while let Some(text) = steps.next() {
        step(fetch, text);
        let goes_on = fetch.result() == AccessResult::Redirect;
        assert!(
            goes_on || steps.peek().is_none() || text.starts_with("followed"),
            "{text}"
        );
    }
}

/// One step of an attempt: `STATUS[!] [LOCATION] {Header: value}...` and so on.
fn step(fetch: &mut Fetch, text: &str) {
    if let Some(name) = text.strip_prefix("fail ") {
        fetch.failure(failure(name));
        return;
    }
    if let Some(rest) = text.strip_prefix("followed ") {
        let (count, url) = rest.split_once(' ').expect("a count and a URL");
        fetch.followed(count.parse().expect("a count"), url);
        return;
    }
    let mut parts = text.split(" {");
    let mut words = parts.next().unwrap_or_default().split(' ');
    let status = words.next().unwrap_or_default();
    let mut response = Response::new(status.trim_end_matches('!').parse().expect("a status"));
    if let Some(location) = words.next() {
        response = response.header("Location", location);
    }
    for header in parts {
        let header = header.strip_suffix('}').expect("a closed header");
        let (name, value) = header.split_once(':').expect("a header");
        response = response.header(name, value);
    }
    if status.ends_with('!') {
        response = response.incomplete();
    }
    fetch.response(&response);
}

fn show(decision: &Decision) -> String {
    let copy = match decision.copy {
        CopyAction::Keep => "keep",
        CopyAction::Replace => "replace",
        CopyAction::Forget => "forget",
    };
    let Decision {
        access,
        basis,
        cause,
        wait,
        fresh_for,
        ..
    } = decision;
    format!("{access} {basis} {cause} {wait} {fresh_for} {copy}")
}

#[test]
fn table() {
    let origin = Origin::parse("http://site.example/").expect("an origin");
    let (mut rows, mut wrong) = (0, Vec::new());
    for row in include_str!("data/fetch.tsv").lines() {
        if row.is_empty() || row.starts_with('#') {
            continue;
        }
        rows += 1;
        let columns: Vec<&str> = row.split('\t').collect();
        let [name, _clause, policy_column, steps, want, ..] = columns[..] else {
            panic!("not a row: {row:?}");
        };
        let policy = policy(policy_column);
        let (mut state, mut now) = (State::new(), BEGIN);
        let (mut decision, mut target) = (state.decision(&policy, now), None);
        for text in steps.split(" ; ") {
            let (seconds, event) = text.split_once(' ').expect("a time and an event");
            let seconds: i64 = seconds[1..].parse().expect("seconds");
            now = now.saturating_add_signed(seconds);
            match event {
                "look" => decision = state.decision(&policy, now),
                "forget" => {
                    state.forget_copy();
                    decision = state.decision(&policy, now);
                }
                _ => {
                    let mut fetch = Fetch::new(&origin, &state, &policy);
                    attempt(&mut fetch, event);
                    decision = state.record(&fetch, &policy, now);
                    target = fetch.target();
                }
            }
        }
        if show(&decision) != want {
            wrong.push(format!("{name}: {} instead of {want}", show(&decision)));
        }
        let due = now.saturating_add(u64::from(decision.wait));
        assert_eq!(decision.fetch_at, due, "{name}");
        let change = u64::from(decision.wait.min(decision.fresh_for));
        assert_eq!(decision.next_change, now.saturating_add(change), "{name}");
        if let Some(want) = columns.get(5) {
            let target = target.map_or("-".into(), |target| target.to_string());
            if target != *want {
                wrong.push(format!("{name}: answers for {target} instead of {want}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(rows > 150, "{rows} rows");
}

fn fetched<'a>(response: &Response<'a>, state: &mut State) -> Fetch {
    let origin = Origin::parse("http://site.example/").expect("an origin");
    let mut fetch = Fetch::new(&origin, state, &Policy::new());
    fetch.response(response);
    state.record(&fetch, &Policy::new(), BEGIN);
    fetch
}

#[test]
fn causes_have_stable_codes() {
    let causes: Vec<Cause> = (0..=u8::MAX).filter_map(Cause::from_code).collect();
    let texts: HashSet<&str> = causes.iter().map(|cause| cause.text()).collect();
    // Too many redirects are a cause and a failure.
    assert_eq!((causes.len(), texts.len()), (26, 25));
    for cause in causes {
        assert_eq!(Cause::from_code(cause.code()), Some(cause));
        assert!(cause.text().len() > cause.as_str().len());
        assert_ne!(cause.result(), AccessResult::Redirect);
    }
    assert_eq!(Cause::NotHttp.code(), 14);
    assert_eq!(Cause::Failed(Failure::Dns).code(), 32);
    assert_eq!(Cause::Failed(Failure::Other).code(), 42);
}

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
fn decisions_name_the_last_status() {
    let (policy, mut state) = (Policy::new(), State::new());
    let origin = Origin::parse("http://site.example/").expect("an origin");
    for (steps, status, failures) in [
        ("301 /r > 410", 410, 0),
        ("301 /r > fail timeout", 0, 1),
        ("429", 429, 2),
        ("301 /robots.txt", 301, 0),
    ] {
        let mut fetch = Fetch::new(&origin, &state, &policy);
        attempt(&mut fetch, steps);
        assert_eq!(
            state.record(&fetch, &policy, BEGIN).status,
            status,
            "{steps}"
        );
        assert_eq!(state.failures(), failures, "{steps}");
    }
}

#[test]
fn results_and_bases_have_words() {
    let results = [
        (AccessResult::Successful, "successful"),
        (AccessResult::Redirect, "redirect"),
        (AccessResult::Unavailable, "unavailable"),
        (AccessResult::Unreachable, "unreachable"),
    ];
    for (result, word) in results {
        assert_eq!(result.as_str(), word);
    }
    let bases = [
        (Basis::NotFetched, "not-fetched"),
        (Basis::Fresh, "fresh"),
        (Basis::Unavailable, "unavailable"),
        (Basis::Forbidden, "forbidden"),
        (Basis::Expired, "expired"),
        (Basis::ClockBack, "clock-back"),
        (Basis::Unreachable, "unreachable"),
        (Basis::StaleCopy, "stale-copy"),
        (Basis::LongOutage, "long-outage"),
    ];
    let texts: HashSet<&str> = bases.iter().map(|(basis, _)| basis.text()).collect();
    assert_eq!(texts.len(), bases.len());
    for (number, (basis, word)) in bases.into_iter().enumerate() {
        assert_eq!((basis as usize, basis.as_str()), (number, word));
        assert!(basis.text().len() > word.len());
    }
}

#[test]
fn decisions_are_one_line_for_a_log() {
    let (policy, mut state) = (Policy::new(), State::new());
    let origin = Origin::parse("http://site.example/").expect("an origin");
    let text = state.decision(&policy, BEGIN).to_string();
    assert!(
        text.ends_with("; fetch now") && !text.contains("status"),
        "{text}"
    );
    for (steps, status) in [("200", Some("status 200")), ("fail timeout", None)] {
        let mut fetch = Fetch::new(&origin, &state, &policy);
        attempt(&mut fetch, steps);
        assert_eq!(fetch.result().to_string(), fetch.result().as_str());
        let text = state.record(&fetch, &policy, BEGIN).to_string();
        assert!(text.contains("; fetch in "), "{text}");
        assert_eq!(text.contains("status"), status.is_some(), "{text}");
        assert!(text.contains(status.unwrap_or_default()), "{text}");
    }
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
fn a_304_for_a_copy_lost_meanwhile_is_no_answer() {
    let mut state = State::new();
    fetched(&Response::new(200), &mut state);
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

#[test]
fn any_octets_in_headers() {
    const NAMES: [&str; 9] = [
        "Location",
        "Cache-Control",
        "Expires",
        "Date",
        "Age",
        "Retry-After",
        "ETag",
        "Last-Modified",
        "Link",
    ];
    const PIECES: [&str; 30] = [
        "http",
        "https:",
        "ftp:",
        "//",
        "/",
        "\\",
        "..",
        ".",
        "?",
        "#",
        " ",
        "\t",
        "\"",
        ",",
        "=",
        "@",
        ":",
        "[::1]",
        "site.example",
        "robots.txt",
        "%2e",
        "max-age",
        "s-maxage",
        "no-store",
        "99999999999",
        "0",
        "-1",
        "Fri, 15 Jan 2027 08:00:00 GMT",
        "\u{fc}",
        "\0",
    ];
    let mut random = simulation::Random(7);
    let mut pick = |limit: usize| {
        usize::try_from(random.below(limit.try_into().expect("small"))).expect("small")
    };
    let (policy, mut state, mut redirects) = (Policy::new(), State::new(), 0);
    let origin = Origin::parse("http://site.example/").expect("an origin");
    for _ in 0..30_000 {
        let values: [String; 3] =
            std::array::from_fn(|_| (0..pick(7)).map(|_| PIECES[pick(PIECES.len())]).collect());
        let mut fetch = Fetch::new(&origin, &state, &policy);
        let mut response = Response::new([200, 301, 304, 404, 503][pick(5)]);
        for value in &values {
            response = response.header(NAMES[pick(NAMES.len())], value);
        }
        if fetch.response(&response) == AccessResult::Redirect {
            redirects += 1;
            let url = String::from(fetch.url());
            assert!(
                url.bytes()
                    .all(|octet| octet.is_ascii_graphic() && octet != b'#'),
                "{url:?}"
            );
            assert!(Origin::parse(&url).is_ok(), "{url:?}");
            // It is written as it will be asked for: it leads to itself.
            fetch.response(&Response::new(301).header("Location", &url));
            assert_eq!(fetch.cause(), Cause::RedirectLoop, "{url:?}");
        }
        let decision = state.record(&fetch, &policy, BEGIN);
        assert!(decision.wait >= 60 && decision.wait <= 86_400, "{decision}");
    }
    assert!(redirects > 1_000, "{redirects} redirects");
}

#[test]
fn small_and_shared() {
    fn shared<T: Send + Sync + Clone + 'static>() {}
    shared::<State>();
    shared::<Policy>();
    shared::<Fetch>();
    shared::<Decision>();
    assert!(size_of::<State>() <= 64, "{}", size_of::<State>());
}

/// The same headers one by one, by an own reading of the lines.
fn one_by_one(status: u16, head: &[u8]) -> Response<'_> {
    let mut response = Response::new(status);
    for line in head.split(|octet| *octet == b'\n') {
        if line.starts_with(b"HTTP/") {
            response = Response::new(status);
        }
        if let (Some(colon), false) = (
            line.iter().position(|octet| *octet == b':'),
            matches!(line.first(), Some(b' ' | b'\t' | b'\r' | 0x0C)),
        ) {
            response = response.header(&line[..colon], &line[colon + 1..]);
        }
    }
    response
}

#[test]
fn header_lines_are_headers_one_by_one() {
    let heads: [&[u8]; 12] = [
        b"",
        b"Location: /a\r\nETag: \"v\"\r\nAge: 7\r\n\r\n",
        b"location:/a\nlocation:/b",
        b"HTTP/1.1 301 Moved\r\nLocation: /a\r\n\r\nHTTP/1.1 200 OK\r\nAge: 1\r\n\r\n",
        b"Location: /a\r\nHTTP/2 200\r\n",
        b" Location: /a\r\n\tLocation: /b\r\nLocation /c\r\n: /d\r\n",
        b"Location : /a\r\nLocation: /b",
        b":status: 301\r\nlocation: /a\r\n",
        b"\r\r\nLocation: /a\r\r\n\n\n",
        b"Cache-Control: max-age=5, no-store\r\nCache-Control: s-maxage=\"9\"\r\n",
        b"Retry-After: 99999999999999999999\r\nExpires: 0\nDate: yesterday\n",
        b"\0Location: /a\xFF\r\nLoc\0ation: /b\r\nETag: \"\xFF\0\"\nlast-modified::\n",
    ];
    for head in heads {
        for cut in 0..=head.len() {
            let head = &head[..cut];
            let want = one_by_one(302, head);
            assert_eq!(Response::new(302).header_lines(head), want, "{head:?}");
            let cut = Response::new(302).incomplete().header_lines(head);
            assert_eq!(cut, want.incomplete(), "{head:?}");
        }
    }
}

#[test]
fn header_lines_take_linear_time() {
    for piece in [
        "\n",
        ":\n",
        "HTTP/\n",
        "a:b\r\n",
        "x",
        "location:",
        "Cache-Control: ,=,\n",
    ] {
        let head = piece.repeat(4_000_000 / piece.len());
        assert_eq!(Response::new(200).header_lines(&head).status(), 200);
    }
}
