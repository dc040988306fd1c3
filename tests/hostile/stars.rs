//! Groups of star rules made against the search.

use std::fmt::Write as _;

use super::bounds::{KIB, ask, both, compile, measured, name, unlimited};
use robots::{Matcher, Reason};

#[test]
fn a_hundred_rules_of_five_stars() {
    let mut body = String::from("user-agent: *\n");
    for number in 0..100 {
        writeln!(body, "disallow: /*a*a*a*a*a*b{number}").expect("a string");
    }
    let path = format!("/{}", "a".repeat(2000));
    for options in both() {
        let matcher = compile(&body, "a", &options);
        assert_eq!(
            ask(&matcher, &body, "a", &path, &options).reason,
            Reason::NoRule
        );
        let hit = format!("{path}b57");
        let verdict = ask(&matcher, &body, "a", &hit, &options);
        assert_eq!((verdict.line, verdict.octets), (59, 15));
        let verdict = ask(&matcher, &body, "a", "/aaaab57", &options);
        assert_eq!(verdict.reason, Reason::NoRule);
    }
}

#[test]
fn pairs_that_multiply_states() {
    let mut body = String::from("user-agent: *\n");
    for number in 1..=40 {
        writeln!(body, "disallow: /*x{number}*y{number}").expect("a string");
    }
    for options in both() {
        let matcher = compile(&body, "a", &options);
        assert!(
            matcher.memory_usage() <= 8 * KIB,
            "{}",
            matcher.memory_usage()
        );
        let all: String = (1..=40).map(|n| format!("x{n}-")).collect();
        let verdict = ask(&matcher, &body, "a", &format!("/{all}y23"), &options);
        assert_eq!((verdict.line, verdict.octets), (24, 9));
        let verdict = ask(&matcher, &body, "a", &format!("/{all}y4"), &options);
        assert_eq!((verdict.line, verdict.octets), (5, 7));
        let verdict = ask(&matcher, &body, "a", &format!("/y23{all}"), &options);
        assert_eq!(verdict.reason, Reason::NoRule);
    }
}

#[test]
fn stars_that_share_every_pair() {
    let mut body = String::from("user-agent: *\n");
    for number in 0..20_000 {
        writeln!(body, "disallow: /*qz*{}*!", name(number)).expect("a string");
    }
    let options = unlimited();
    let matcher = compile(&body, "a", &options);
    let path = format!("/{}", "qz".repeat(1000));
    assert_eq!(
        ask(&matcher, &body, "a", &path, &options).reason,
        Reason::NoRule
    );
    let path = format!("{path}{}!", name(12_345));
    assert_eq!(ask(&matcher, &body, "a", &path, &options).line, 12_347);
}

/// All pairs of four letters.
const PAIRS: &str = "aabacadbbcbdccdd";

/// Words that have no other pairs, and do not stand there.
fn words_of_pairs() -> Vec<String> {
    let words = (0..4096).map(|number| {
        let mixed = number * 1365 % 4096;
        let letter = |place: usize| char::from(b'a' + (mixed >> (2 * place) & 3) as u8);
        (0..6).map(letter).collect::<String>()
    });
    let texts = [PAIRS.repeat(2), "aabb".repeat(3)];
    let words = words.filter(|word| !texts.iter().any(|text| text.contains(word)));
    words.take(1100).collect()
}

/// Asks for a path that no rule matches; where the scan alone can say so, that
/// takes no heap.
fn nothing_matches(matcher: &Matcher, path: &str, by_scan: bool) {
    let (verdict, heap) = measured(|| matcher.check_path(path));
    assert_eq!(verdict.reason, Reason::NoRule);
    assert_eq!(heap.calls == 0, by_scan, "{} octets: {heap:?}", path.len());
}

/// A path is scanned until it has cost too much; only then are the rules that
/// are left looked at all together, which takes some heap.
#[test]
fn paths_that_hit_every_rule_again_and_again() {
    let words = words_of_pairs();
    let mut body = String::from("user-agent: *\n");
    for word in &words {
        writeln!(body, "disallow: /*{word}").expect("a string");
    }
    body.push_str("disallow: /*!\n");
    let best = "!".repeat(20);
    writeln!(body, "disallow: /*{best}").expect("a string");
    for options in both() {
        let matcher = compile(&body, "a", &options);
        let path = format!("/{PAIRS}a!");
        let (verdict, heap) = measured(|| matcher.check_path(&path));
        assert_eq!((verdict.line, verdict.octets, heap.calls), (1102, 3, 0));
        // Rules that want pairs the path has not, or are worth less than one
        // that matches, are not among those that are left.
        for (path, line) in [
            (format!("/{}", "aabb".repeat(5000)), 0),
            (format!("/{best}{}", PAIRS.repeat(5000)), 1103),
        ] {
            let (verdict, heap) = measured(|| matcher.check_path(&path));
            assert_eq!((verdict.line, heap.calls), (line, 0));
        }
        for (times, settles) in [(1, true), (2, true), (5, false), (2000, false)] {
            let path = format!("/{}", PAIRS.repeat(times));
            nothing_matches(&matcher, &path, settles);
            let path = format!("{path}-{}", words[1077]);
            let verdict = ask(&matcher, &body, "a", &path, &options);
            assert_eq!((verdict.line, verdict.octets), (1079, 8));
        }
    }
}

/// To match a rule as a whole costs more, the longer the path the more.
#[test]
fn rules_whose_first_segment_stands_there() {
    let words = words_of_pairs();
    let mut body = String::from("user-agent: *\n");
    for word in &words {
        writeln!(body, "disallow: /*{word}").expect("a string");
    }
    for word in &words[..140] {
        writeln!(body, "disallow: /*bb*{word}").expect("a string");
    }
    let options = unlimited();
    let matcher = compile(&body, "a", &options);
    for (len, settles) in [(0, true), (4000, false)] {
        let path = format!("/{PAIRS}a{}", "-".repeat(len));
        nothing_matches(&matcher, &path, settles);
        let path = format!("{path}-{}", words[99]);
        let verdict = ask(&matcher, &body, "a", &path, &options);
        assert_eq!((verdict.line, verdict.octets), (1201, 11));
    }
}

/// Each ends wherever the longest one goes on.
#[test]
fn segments_that_end_one_another() {
    let mut body = String::from("user-agent: *\n");
    for len in (1..=80).chain([7000]) {
        writeln!(body, "disallow: /*{}*x", "a".repeat(len)).expect("a string");
    }
    for number in 0..1000 {
        writeln!(body, "disallow: /*b{number}").expect("a string");
    }
    for options in both() {
        let matcher = compile(&body, "a", &options);
        for (path, line) in [("/aaax", 4), ("/aaa", 0), ("/b999-aax", 3), ("/b999", 1082)] {
            let verdict = ask(&matcher, &body, "a", path, &options);
            assert_eq!(verdict.line, line, "{path}");
        }
        let path = format!("/{}x", "a".repeat(20_000));
        let verdict = ask(&matcher, &body, "a", &path, &options);
        assert_eq!((verdict.line, verdict.octets), (82, 7004));
    }
}
