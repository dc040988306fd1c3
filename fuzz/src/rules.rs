//! Rules against a path: the compiled forms, the one-shot call and the
//! specification have one answer.
//!
//! The first octet holds flags, then comes a path up to the first LF, then one
//! rule a line: `a` at its start allows, anything else disallows.

use std::fmt::Write as _;
use std::sync::LazyLock;

use robots::{Matcher, Options, Reason, RobotsTxt, Verdict};

use crate::input::{line, one_in};
use crate::spec;

/// Every octet becomes one of these.
const FOLD: u8 = 1;
/// Profile google.
const GOOGLE: u8 = 2;
/// Enough further star rules for the form that groups of many take, not the
/// dense form. For [`forms`] only, as both take their time.
const MANY: u8 = 4;

/// A millisecond each, so few inputs are given that many rules.
pub const MANY_IN: u64 = 64;

/// Building a dense form takes ten times as long as all the rest.
const DENSE_IN: u64 = 8;

/// Few letters, so that patterns meet paths.
const LETTERS: &[u8] = b"/////aaaaaabbbbb****$$%%61\xE9.?=2A-";

/// The usual form.
pub fn run(data: &[u8]) {
    compare(data, false);
}

/// The forms for pinned sites and for contrived groups, which an eighth of the
/// inputs and a few of the rest are given.
pub fn forms(data: &[u8]) {
    compare(data, true);
}

fn compare(data: &[u8], forms: bool) {
    let [flags, rest @ ..] = data else {
        return;
    };
    let folded: Vec<u8>;
    let rest = if flags & FOLD != 0 {
        folded = rest.iter().map(|octet| fold(*octet)).collect();
        &folded
    } else {
        rest
    };
    let (path, rules) = line(rest);
    let mut path = [b"/", path].concat();
    let many_stars = forms && flags & MANY != 0 && one_in(MANY_IN, data);
    if many_stars {
        // Every pair, often enough to be worth a closer look, and a rule or two.
        path.extend(b"/aabba".repeat(12));
        let sum = |part: &[u8]| part.iter().map(|octet| u32::from(*octet)).sum::<u32>();
        path.extend(word(sum(rules) % 1200, 11).bytes());
        path.extend(b"/b".repeat(path.len() % 3));
        path.extend(word(sum(&path) * 7 % 8400, 11).bytes());
    }
    let body = written(rules, many_stars);
    let options = match flags & GOOGLE {
        0 => Options::new(),
        _ => Options::google(),
    };
    match forms {
        true => check_forms(
            &body,
            &path,
            &options,
            !many_stars && one_in(DENSE_IN, data),
        ),
        false => check(&body, &path, &options),
    }
}

/// The rules as a file; they speak to `a`, in its second group.
pub fn written(rules: &[u8], many_stars: bool) -> Vec<u8> {
    let mut body = b"user-agent: other\nallow: /\nuser-agent: a\n".to_vec();
    for rule in rules.split(|octet| *octet == b'\n').take(400) {
        let allow = rule.first() == Some(&b'a');
        body.extend(if allow { &b"allow:"[..] } else { b"disallow:" });
        // A CR would begin another line.
        let pattern = rule.iter().skip(1).filter(|octet| **octet != b'\r');
        body.extend(pattern);
        body.push(b'\n');
    }
    if many_stars {
        body.extend_from_slice(&MANY_RULES);
    }
    body
}

fn fold(octet: u8) -> u8 {
    match octet {
        b'\n' => octet,
        _ => LETTERS[usize::from(octet) % LETTERS.len()],
    }
}

fn word(number: u32, len: u32) -> String {
    let letter = |at: u32| if number >> at & 1 == 0 { 'a' } else { 'b' };
    (0..len).map(letter).collect()
}

/// Rules of few letters behind stars, so that a path of the same letters has
/// the pairs of all of them and yet meets few: enough for waiting lists.
static MANY_RULES: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut rules = String::new();
    for number in 0..1200u32 {
        let (first, second) = (word(number, 11), word(number * 7, 3 + number % 3));
        let _ = match number % 4 {
            0 => writeln!(rules, "disallow: /*{first}$"),
            1 => writeln!(rules, "allow: /*{first}*{second}"),
            2 => writeln!(rules, "disallow: /a*{first}*{second}$"),
            _ => writeln!(rules, "disallow: /*{second}*{first}"),
        };
    }
    rules.into_bytes()
});

/// Nothing of what [`check`] compares already.
fn check_forms(body: &[u8], path: &[u8], options: &Options, dense: bool) {
    let txt = RobotsTxt::parse_with(body, options);
    let want = expected(&txt, path, options);
    let verdict = match dense {
        true => {
            let dense = Matcher::compile_dense(body, "a", options);
            dense.expect("a token").check_path(path)
        }
        false => txt.matcher("a").expect("a token").check_path(path),
    };
    assert_eq!(verdict, want, "specification");
}

fn check(body: &[u8], path: &[u8], options: &Options) {
    let txt = RobotsTxt::parse_with(body, options);
    let parsed = txt.matcher("a").expect("a token");
    let direct = Matcher::compile(body, "a", options).expect("a token");
    let verdict = parsed.check_path(path);
    assert_eq!(verdict, direct.check_path(path), "parsed, direct");
    assert_eq!(verdict, expected(&txt, path, options), "specification");
    // What a URL loses, a path does not.
    let lost = |octet: &u8| matches!(octet, b'\t' | b'\r' | b'\\') || *octet <= b' ';
    if !path.iter().any(lost) {
        let url = [b"https://site.example", path].concat();
        assert_eq!(verdict, parsed.check(&url), "path, URL");
        let once = robots::check_with(body, "a", &url, options);
        assert_eq!(verdict, once, "compiled, one-shot");
    }
    let size = parsed.memory_usage();
    assert!(size <= 10 * body.len() + 64 * 1024, "{size} octets");
}

fn expected(txt: &RobotsTxt, path: &[u8], options: &Options) -> Verdict {
    let path = path
        .split(|octet| *octet == b'#')
        .next()
        .unwrap_or_default();
    if *options == Options::google() {
        let path = path.split(|octet| *octet == 0).next().unwrap_or_default();
        let rules = txt.rules().filter(|rule| rule.group == 1);
        let rules = rules.map(|rule| (rule.allow, rule.normalized, rule.line));
        let (allowed, line, octets) = crate::compat::verdict(rules, path);
        let index = txt.rules().position(|rule| rule.line == line);
        return match index {
            Some(index) => verdict(allowed, Reason::Rule, line, octets, index),
            None => verdict(true, Reason::NoRule, 0, 0, usize::MAX),
        };
    }
    let path = spec::normal(path, false);
    if path == b"/robots.txt" {
        return verdict(true, Reason::RobotsTxt, 0, 0, usize::MAX);
    }
    let rules: Vec<_> = txt.rules().filter(|rule| rule.group == 1).collect();
    match spec::winner(&rules, &path) {
        Some(rule) => {
            let octets = rule.normalized.len();
            verdict(rule.allow, Reason::Rule, rule.line, octets, rule.index)
        }
        None => verdict(true, Reason::NoRule, 0, 0, usize::MAX),
    }
}

fn verdict(allowed: bool, reason: Reason, line: u32, octets: usize, rule: usize) -> Verdict {
    let mut verdict = Verdict::misuse();
    verdict.allowed = allowed;
    verdict.reason = reason;
    verdict.line = line;
    verdict.octets = u32::try_from(octets).expect("short");
    verdict.rule = u32::try_from(rule).unwrap_or(Verdict::NO_RULE);
    verdict
}
