//! Rules against a path: the compiled forms, the one-shot call and the
//! specification have one answer.
//!
//! The first octet holds flags, then comes a path up to the first LF, then one
//! rule a line: `a` at its start allows, anything else disallows.
//!
//! Built for a fuzzer (`cfg(fuzzing)`), the engine can be given little fuel: so
//! what only contrived groups reach is tried with every input.

use robots::{Matcher, Options, Reason, RobotsTxt, Verdict};

use crate::input::{line, one_in};
use crate::spec;

/// Every octet becomes one of these.
const FOLD: u8 = 1;
/// Profile google.
const GOOGLE: u8 = 2;
/// Each rule stands there in several forms.
const FORMS: u8 = 0x40;
/// The other bits: the fuel of a second check.
const FUEL_SHIFT: u32 = 2;

/// Building a dense form takes ten times as long as all the rest.
const DENSE_IN: u64 = 16;

/// Few letters, so that patterns meet paths.
const LETTERS: &[u8] = b"/////aaaaaabbbbb****$$%%61\xE9.?=2A-";

pub fn run(data: &[u8]) {
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
    let path = [b"/", path].concat();
    let mut body = written(rules);
    if flags & FORMS != 0 {
        body.extend(other_forms(rules));
    }
    let options = match flags & GOOGLE {
        0 => Options::new(),
        _ => Options::google(),
    };
    let fuel = (flags & !FORMS) >> FUEL_SHIFT;
    check(&body, &path, &options, fuel, one_in(DENSE_IN, data));
}

/// The rules as a file; they speak to `a`, in its second group.
pub fn written(rules: &[u8]) -> Vec<u8> {
    let mut body = b"user-agent: other\nallow: /\nuser-agent: a\n".to_vec();
    for rule in rules.split(|octet| *octet == b'\n').take(400) {
        let allow = rule.first() == Some(&b'a');
        body.extend(if allow { &b"allow:"[..] } else { b"disallow:" });
        // A CR would begin another line.
        let pattern = rule.iter().skip(1).filter(|octet| **octet != b'\r');
        body.extend(pattern);
        body.push(b'\n');
    }
    body
}

/// The rules once more: behind a star and before the end, each octet a segment,
/// and three times in one segment, so that they are longer than any word.
fn other_forms(rules: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    for rule in rules.split(|octet| *octet == b'\n').take(400) {
        let parts = rule.iter().skip(1).filter(|octet| !b"*$\r".contains(octet));
        let parts: Vec<u8> = parts.copied().collect();
        body.extend([b"allow:*", &parts[..], b"$\ndisallow:*"].concat());
        body.extend(parts.iter().flat_map(|octet| [*octet, b'*']));
        body.extend([b"\nallow:*", &parts.repeat(3)[..], b"\n"].concat());
    }
    body
}

fn fold(octet: u8) -> u8 {
    match octet {
        b'\n' => octet,
        _ => LETTERS[usize::from(octet) % LETTERS.len()],
    }
}

/// Asks with so much fuel.
#[cfg(fuzzing)]
fn with_fuel(fuel: u8, ask: impl FnOnce() -> Verdict) -> Verdict {
    robots::with_fuel(fuel.into(), ask)
}

#[cfg(not(fuzzing))]
fn with_fuel(_: u8, ask: impl FnOnce() -> Verdict) -> Verdict {
    ask()
}

fn check(body: &[u8], path: &[u8], options: &Options, fuel: u8, dense: bool) {
    let txt = RobotsTxt::parse_with(body, options);
    let parsed = txt.matcher("a").expect("a token");
    let direct = Matcher::compile(body, "a", options).expect("a token");
    let verdict = parsed.check_path(path);
    assert_eq!(verdict, direct.check_path(path), "parsed, direct");
    assert_eq!(verdict, expected(&txt, path, options), "specification");
    let little = with_fuel(fuel, || parsed.check_path(path));
    assert_eq!(verdict, little, "little fuel");
    if dense {
        let dense = Matcher::compile_dense(body, "a", options).expect("a token");
        assert_eq!(verdict, dense.check_path(path), "dense");
    }
    // What a URL loses, a path does not.
    let lost = |octet: &u8| matches!(octet, b'\t' | b'\r' | b'\\') || *octet <= b' ';
    if !path.iter().any(lost) {
        let url = [b"https://site.example", path].concat();
        assert_eq!(verdict, parsed.check(&url), "path, URL");
        let once = || robots::check_with(body, "a", &url, options);
        assert_eq!(verdict, once(), "compiled, one-shot");
        assert_eq!(verdict, with_fuel(fuel, once), "one-shot, little fuel");
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
