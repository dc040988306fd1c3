//! Every vector of `tests/data` through every way to ask the library.

#[path = "support/cases.rs"]
mod cases;

use std::fmt::Write as _;

use cases::{Case, Query};
use robots::{Matcher, Options, Profile, Reason, RobotsTxt, Verdict};

/// What one way of asking answered.
type Answer = (&'static str, Verdict);

#[test]
fn every_vector_by_every_way() {
    let cases = cases::load();
    let mut asked = 0;
    let mut report = String::new();
    for case in &cases {
        let mut failures = String::new();
        for &profile in &case.profiles {
            let options = case.options(profile);
            let txt = RobotsTxt::parse_with(&case.body, &options);
            for query in &case.queries {
                if query.only.is_some_and(|only| only != profile) {
                    continue;
                }
                asked += 1;
                let answers = answers(case, &txt, query, &options);
                let (_, first) = answers[0];
                let wrong: Vec<Answer> = answers
                    .into_iter()
                    .filter(|(_, verdict)| !fits(query, verdict) || *verdict != first)
                    .collect();
                complain(&mut failures, case, query, profile, &wrong);
            }
        }
        if !failures.is_empty() {
            write!(
                report,
                "\n{} case {} ({})\n{failures}{}",
                case.file,
                case.name,
                case.clause,
                shown(&case.body)
            )
            .expect("a string");
        }
    }
    assert!(report.is_empty(), "{report}");
    println!("{} cases, {asked} questions", cases.len());
    assert!(asked > 1000, "only {asked} questions");
}

/// Asks by every way that suits the query: the matcher of the parsed file, the
/// matcher straight from the body, the one-shot call, the batch.
fn answers(case: &Case, txt: &RobotsTxt, query: &Query, options: &Options) -> Vec<Answer> {
    let mut answers = Vec::new();
    let parsed = txt.matcher(&query.agents).ok();
    let direct = Matcher::compile(&case.body, &query.agents, options).ok();
    if query.is_path {
        answers.push(("RobotsTxt, check_path", path(&parsed, &query.url)));
        answers.push(("Matcher::compile, check_path", path(&direct, &query.url)));
    }
    if query.is_path && !query.url.starts_with(b"//") {
        answers.push(("RobotsTxt, check of the path", full(&parsed, &query.url)));
        answers.push((
            "check_with of the path",
            robots::check_with(&case.body, &query.agents, &query.url, options),
        ));
    }
    if let Some(url) = as_url(query, options.profile) {
        answers.push(("RobotsTxt, check", full(&parsed, &url)));
        answers.push(("Matcher::compile, check", full(&direct, &url)));
        answers.push((
            "check_with",
            robots::check_with(&case.body, &query.agents, &url, options),
        ));
        if *options == Options::default() {
            answers.push(("check", robots::check(&case.body, &query.agents, &url)));
        }
        for matcher in [&parsed, &direct].into_iter().flatten() {
            let urls = [&url[..], b"https://other.example/", &url[..]];
            let mut out = [Verdict::misuse(); 3];
            matcher.check_many(&urls, &mut out);
            answers.push(("check_many, first", out[0]));
            answers.push(("check_many, last", out[2]));
        }
    }
    answers
}

fn path(matcher: &Option<Matcher>, path: &[u8]) -> Verdict {
    matcher
        .as_ref()
        .map_or(Verdict::misuse(), |m| m.check_path(path))
}

fn full(matcher: &Option<Matcher>, url: &[u8]) -> Verdict {
    matcher.as_ref().map_or(Verdict::misuse(), |m| m.check(url))
}

/// The URL to ask with `check`; for a path, one that has this path, where the
/// octets of the path let it be written in a URL as it stands.
fn as_url(query: &Query, profile: Profile) -> Option<Vec<u8>> {
    if !query.is_path {
        return Some(query.url.clone());
    }
    let changed_by_a_url: &[u8] = if profile == Profile::Google {
        b"#"
    } else {
        b"#\\\t\r\n"
    };
    let trimmed = query.url.last().is_some_and(|&b| b <= b' ');
    if query.url.iter().any(|b| changed_by_a_url.contains(b)) || trimmed {
        return None;
    }
    Some([b"https://site.example", &query.url[..]].concat())
}

fn fits(query: &Query, verdict: &Verdict) -> bool {
    verdict.allowed == query.allowed
        && verdict.is_allowed() == query.allowed
        && verdict.line == query.line
        && query.reason.is_none_or(|reason| verdict.reason == reason)
        && query.octets.is_none_or(|octets| verdict.octets == octets)
        && query.rule.is_none_or(|rule| verdict.rule_index() == rule)
        && (verdict.reason == Reason::Rule) == (verdict.rule != Verdict::NO_RULE)
}

fn complain(out: &mut String, case: &Case, query: &Query, profile: Profile, wrong: &[Answer]) {
    if wrong.is_empty() {
        return;
    }
    let word = if query.allowed { "allow" } else { "deny" };
    writeln!(
        out,
        "  {}:{} {profile:?}\n    agents {:?} url {:?}\n    expected {word} line {} reason {:?} \
         octets {:?} rule {:?}",
        case.file,
        query.at,
        String::from_utf8_lossy(&query.agents),
        String::from_utf8_lossy(&query.url),
        query.line,
        query.reason,
        query.octets,
        query.rule,
    )
    .expect("a string");
    for (way, verdict) in wrong {
        let rule = verdict.rule_index();
        writeln!(out, "    got      {verdict} rule {rule:?}, by {way}").expect("a string");
    }
}

/// The body as in the case file, lines numbered, odd octets escaped.
fn shown(body: &[u8]) -> String {
    let mut out = String::new();
    for (index, line) in body.split_inclusive(|&b| b == b'\n').enumerate() {
        writeln!(out, "  {:>3} | {}", index + 1, line.escape_ascii()).expect("a string");
    }
    out
}

#[test]
fn the_format_is_read_to_the_octet() {
    let text = b"# c\n\ncase a escaped x y\nprofile rfc9309\noptions exact_agent max_line=9\n\
        | a\\r\\x00\n|\n| \\\\ \n\"q r\" deny 2 /\\t reason=rule octets=3\n\
        - allow 0 \"\" only=google\ncase b z\n|  c \n|\n\"case\" deny 0 /x entry=url\n";
    let cases = cases::parse("t", text);
    assert_eq!(cases.len(), 2);
    assert_eq!(
        (cases[0].name.as_str(), cases[0].clause.as_str()),
        ("a", "x y")
    );
    assert_eq!(cases[0].body, b"a\r\0\\ ");
    assert_eq!(cases[1].body, b" c \n\n");
    let options = cases[0].options(Profile::Rfc9309);
    assert!(options.exact_agent && options.max_line == 9);
    let query = &cases[0].queries[0];
    assert_eq!(
        (&query.agents[..], &query.url[..]),
        (&b"q r"[..], &b"/\t"[..])
    );
    assert!(query.is_path && !query.allowed && query.line == 2 && query.octets == Some(3));
    let query = &cases[0].queries[1];
    assert!(query.agents.is_empty() && query.url.is_empty() && !query.is_path);
    assert_eq!((query.only, query.octets), (Some(Profile::Google), Some(0)));
    let query = &cases[1].queries[0];
    assert!(query.agents == b"case" && !query.is_path && query.rule == Some(None));
}

/// 512,000 octets are read; the line that stands across the limit is not.
#[test]
fn body_limit_by_default() {
    let mut body = String::from("user-agent: *\n");
    body.push_str(&"# a comment\n".repeat(43_000));
    // The rule begins inside the limit and ends outside.
    body.truncate(512_000 - 12);
    body.push_str("\ndisallow: /private\ndisallow: /after\n");
    assert!(body[..512_000].ends_with("\ndisallow: /"));
    let url = "https://site.example/";
    for path in ["", "private", "after"] {
        let verdict = robots::check(&body, "ExampleBot", format!("{url}{path}"));
        assert!(
            verdict.allowed && verdict.reason == Reason::NoRule,
            "{path}"
        );
    }
    assert!(RobotsTxt::parse(&body).is_truncated());
    let google = Options::google();
    let txt = RobotsTxt::parse_with(&body, &google);
    assert!(!txt.is_truncated());
    for path in ["private", "after"] {
        let verdict = robots::check_with(&body, "ExampleBot", format!("{url}{path}"), &google);
        assert!(!verdict.allowed, "the google profile reads all of it");
    }
    // A body of the limit exactly is whole.
    body.truncate(512_000 - 12);
    body.push_str("\ndisallow:/x");
    assert_eq!(body.len(), 512_000);
    assert!(!RobotsTxt::parse(&body).is_truncated());
    assert!(!robots::check(&body, "ExampleBot", "https://site.example/x").allowed);
    // With room for more, the default limit is no limit.
    body.push_str("y\ndisallow: /z\n");
    let mut wide = Options::default();
    wide.max_bytes = 1 << 20;
    assert!(!robots::check_with(&body, "ExampleBot", "https://site.example/z", &wide).allowed);
}

/// The google profile keeps 16,663 octets of a line; what is left still counts.
#[test]
fn line_limit_of_the_google_profile() {
    let options = Options::google();
    let keep = 16_663 - "disallow: ".len();
    let path = format!("/x/{}", "a".repeat(keep));
    let body = format!("user-agent: *\ndisallow: {path}/b\nallow: /x/aab\n");
    let kept = &path[..keep];
    let verdict =
        |path: &str| robots::check_with(&body, "ExampleBot", format!("http://h{path}"), &options);
    assert_eq!(verdict(kept).line, 2);
    assert_eq!(verdict(kept).octets as usize, keep);
    assert_eq!(
        verdict(&path).line,
        2,
        "the cut pattern is a shorter prefix"
    );
    assert_eq!(
        verdict(&kept[..keep - 1]).line,
        0,
        "and no shorter than the limit"
    );
    assert_eq!(verdict("/x/aab").line, 3);
    // A key cut by the limit, a name cut by the limit.
    let name = "a".repeat(16_663 - "user-agent: ".len());
    let body = format!("user-agent: {name}bcd\ndisallow: /\n");
    assert!(!robots::check_with(&body, &name, "http://h/x", &options).allowed);
    assert!(robots::check_with(&body, format!("{name}b"), "http://h/x", &options).allowed);
}

/// The rfc9309 profile drops a record of more than 16,384 octets whole.
#[test]
fn line_limit_by_default() {
    let fits = format!("/{}", "a".repeat(16_384 - "disallow: /".len()));
    let body = format!("user-agent: *\ndisallow: {fits}\ndisallow: {fits}b\nallow: /c\n");
    let txt = RobotsTxt::parse(&body);
    let matcher = txt.matcher("ExampleBot").expect("a token");
    assert_eq!(matcher.check_path(&fits).line, 2);
    assert_eq!(matcher.check_path(format!("{fits}b")).line, 2);
    assert_eq!(matcher.check_path("/aaa").reason, Reason::NoRule);
    assert_eq!(matcher.check_path("/c").line, 4);
    assert!(txt.diagnostics_total() > 0, "a dropped record is reported");
}

#[test]
fn what_is_no_path_is_a_misuse() {
    for (options, profile) in [
        (Options::new(), Profile::Rfc9309),
        (Options::google(), Profile::Google),
    ] {
        let body = "user-agent: *\nallow: /\nallow: *\n";
        let matcher = Matcher::compile(body, "ExampleBot", &options).expect("a token");
        assert_eq!(matcher.profile(), profile);
        for path in ["", "a", "*", "?a", "#", "\\", "\t", "http://h/"] {
            let verdict = matcher.check_path(path);
            assert_eq!(verdict, Verdict::misuse(), "{path:?}");
        }
        // Only the profile that is exact to the bit keeps blanks.
        let trims = profile == Profile::Rfc9309;
        assert_eq!(matcher.check_path(" /").allowed, trims);
    }
}

/// 520 KiB of comments before the only rule.
#[test]
fn rule_behind_the_limit() {
    let mut body = "# comment\n".repeat(53_300);
    body.push_str("user-agent: *\ndisallow: /\n");
    let url = "https://site.example/x";
    assert!(robots::check(&body, "ExampleBot", url).allowed);
    let verdict = robots::check_with(&body, "ExampleBot", url, &Options::google());
    assert!(!verdict.allowed);
    assert_eq!(verdict.line, 53_302);
}
