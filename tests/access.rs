//! The access policy against `data/fetch.tsv`, piece by piece, and over time.

#[path = "access/behaviours.rs"]
mod behaviours;
#[path = "access/headers.rs"]
mod headers;
#[path = "access/redirects.rs"]
mod redirects;
#[path = "access/simulation.rs"]
mod simulation;
#[path = "access/validators.rs"]
mod validators;

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
                    "allow-all" => AfterOutage::AllowAll,
                    "last-copy-or-refuse" => AfterOutage::LastCopyOrRefuse,
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
    assert!(rows > 300, "{rows} rows");
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
    assert_eq!(Cause::TooManyRedirects.code(), 7);
    assert_eq!(Cause::RateLimited.code(), 8);
    assert_eq!(Cause::NotHttp.code(), 13);
    assert_eq!(Cause::TooLarge.code(), 14);
    assert_eq!(Cause::Failed(Failure::Dns).code(), 32);
    assert_eq!(Cause::Failed(Failure::Other).code(), 42);
}

#[test]
fn decisions_name_the_last_status() {
    let (policy, mut state) = (Policy::new(), State::new());
    let origin = Origin::parse("http://site.example/").expect("an origin");
    for (steps, status, failures) in [
        ("301 /r > 410", 410, 0),
        ("301 /r > fail timeout", 0, 1),
        ("429", 429, 2),
        ("followed 5 /robots.txt > 301 /robots.txt", 301, 0),
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
fn small_and_shared() {
    fn shared<T: Send + Sync + Clone + 'static>() {}
    shared::<State>();
    shared::<Policy>();
    shared::<Fetch>();
    shared::<Decision>();
    assert!(size_of::<State>() <= 64, "{}", size_of::<State>());
}
