//! Groups of star rules made against the search.

use std::fmt::Write as _;

use super::bounds::{KIB, ask, both, compile, measured, name, unlimited};
use robots::Reason;

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

/// Neither is the path scanned to no end, nor each rule matched by itself; and
/// what is found stays the same.
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
        let verdict = ask(&matcher, &body, "a", &format!("/{PAIRS}a!"), &options);
        assert_eq!((verdict.line, verdict.octets), (1102, 3));
        for (path, line) in [
            (format!("/{}", "aabb".repeat(5000)), 0),
            (format!("/{best}{}", PAIRS.repeat(5000)), 1103),
        ] {
            assert_eq!(ask(&matcher, &body, "a", &path, &options).line, line);
        }
        for times in [1, 2, 5, 2000] {
            let path = format!("/{}", PAIRS.repeat(times));
            let verdict = ask(&matcher, &body, "a", &path, &options);
            assert_eq!(verdict.reason, Reason::NoRule);
            let path = format!("{path}-{}", words[1077]);
            let verdict = ask(&matcher, &body, "a", &path, &options);
            assert_eq!((verdict.line, verdict.octets), (1079, 8));
        }
    }
}

/// Hundreds of rules that share what a short URL has do not make it allocate.
#[test]
fn rules_whose_first_segment_stands_there() {
    let words = words_of_pairs();
    let mut body = String::from("user-agent: *\n");
    for word in &words {
        writeln!(body, "disallow: /*{word}").expect("a string");
    }
    for word in &words[..400] {
        writeln!(body, "disallow: /*bb*{word}").expect("a string");
    }
    let options = unlimited();
    let matcher = compile(&body, "a", &options);
    for len in [0, 440, 4000] {
        let path = format!("/{PAIRS}a{}", "-".repeat(len));
        let (verdict, heap) = measured(|| matcher.check_path(&path));
        assert_eq!(verdict.reason, Reason::NoRule);
        assert!(heap.calls == 0 || path.len() > 512, "{heap:?}");
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

/// A body of so many octets, all rules of one kind.
fn body_of(octets: usize, rule: impl Fn(usize) -> String) -> String {
    let mut body = String::from("user-agent: *\n");
    for number in 0.. {
        let before = body.len();
        writeln!(body, "allow:{}", rule(number)).expect("a string");
        if body.len() > octets {
            body.truncate(before);
            break;
        }
    }
    body
}

/// Letters that stand for themselves, raw and in normal form.
fn letters() -> Vec<char> {
    let others = "*$%#\\\"<>[]^`{|}";
    ('!'..='~').filter(|c| !others.contains(*c)).collect()
}

/// Short segments, all of them different, do not swell while they are compiled.
#[test]
fn short_segments_of_many_letters() {
    let letters = letters();
    let word = |number: usize, len: u32| -> String {
        let places = (0..len).map(|place| number / letters.len().pow(place) % letters.len());
        places.map(|place| letters[place]).collect()
    };
    for (count, len) in [(1025, 3), (letters.len().pow(2), 2)] {
        let mut body = String::from("user-agent: *\n");
        for number in 0..count {
            // Far apart, so that they share no beginning.
            writeln!(body, "allow:*{}", word(number * 7919, len)).expect("a string");
        }
        for options in both() {
            let matcher = compile(&body, "a", &options);
            assert!(matcher.memory_usage() < 5 * body.len());
            for number in [0, count / 2, count - 1] {
                let path = format!("/{}", word(number * 7919, len));
                let verdict = ask(&matcher, &body, "a", &path, &options);
                let want = if path.starts_with("//") { 0 } else { number };
                assert!(verdict.line as usize <= want + 2 && verdict.octets == len + 1);
            }
        }
    }
}

/// What each octet of the path meets, from rules that end in a `$` to thousands
/// of steps: bounded by the URL, and one answer whatever the chunks are.
#[test]
fn rules_that_wait_all_along_the_path() {
    let deep = |len: usize| "a".repeat(len);
    type Rule = fn(usize) -> String;
    let kinds: [(Rule, &str, &str); 14] = [
        (|_| "*a$".into(), "a", "b"),
        (|_| "*ab$".into(), "ab", "c"),
        (|_| "*a*a*a*a$".into(), "a", "b"),
        (|i| format!("/*/{i}*.php$"), "/7.php", "x"),
        (|_| "*a*a*a*b".into(), "ba", ""),
        (|_| "*~".into(), "c", ""),
        (
            |i| format!("*{}*~", char::from(b'a' + (i % 26) as u8)),
            "~zyxcba",
            "",
        ),
        (
            |i| format!("*{}b*a*aa*aaa*~", "a".repeat(1 + i % 90)),
            "a",
            "baa",
        ),
        (|i| format!("*{}*b", "a".repeat(1 + i % 250)), "a", ""),
        (|i| format!("*xyy{}xyx", "xyy".repeat(5 + i % 3)), "xyy", ""),
        (|_| "*a".repeat(5000) + "*~", "a", ""),
        (|_| "*ab*ba*aa".repeat(300) + "*~", "abbaaab", ""),
        (|i| format!("*a{}*ab*~", "*".repeat(i % 3 * 5000)), "ab", ""),
        (|i| format!("/*a*{i}*/index.htm"), "a/", "/"),
    ];
    for (number, (rule, unit, end)) in kinds.into_iter().enumerate() {
        let body = body_of(40_000, rule);
        for options in both() {
            let matcher = compile(&body, "a", &options);
            for octets in [60, 500, 2000, 20_000] {
                let path = format!("/~{}{end}", unit.repeat(octets / unit.len()));
                let verdict = ask(&matcher, &body, "a", &path, &options);
                // A rule that waits in vain matches where its end follows.
                let path = format!("{path}{}bxyx~{}", deep(300), end);
                let longer = ask(&matcher, &body, "a", &path, &options);
                assert!(
                    verdict.octets <= longer.octets,
                    "{number}: {verdict:?} {longer:?}"
                );
            }
        }
    }
}

/// Rules of one group are left when those of a better one begin.
#[test]
fn a_better_group_behind_thousands_of_rules() {
    let mut body = body_of(60_000, |i| format!("*a*{}b*~", "a".repeat(i % 40)));
    body.push_str("user-agent: other\ndisallow: /\nuser-agent: me\n");
    for number in 0..4000 {
        writeln!(body, "disallow:*{}b*~", "a".repeat(number % 40)).expect("a string");
    }
    body.push_str("allow: /*a~\n");
    for options in both() {
        let matcher = compile(&body, "me", &options);
        for octets in [100, 3000] {
            let path = format!("/{}b~", "a".repeat(octets));
            let verdict = ask(&matcher, &body, "me", &path, &options);
            assert_eq!((verdict.allowed, verdict.octets), (false, 43));
            let path = format!("/{}~", "a".repeat(octets));
            let verdict = ask(&matcher, &body, "me", &path, &options);
            assert_eq!((verdict.allowed, verdict.octets), (true, 4));
            let path = format!("/{}b", "a".repeat(octets));
            let verdict = ask(&matcher, &body, "me", &path, &options);
            assert_eq!(verdict.reason, Reason::NoRule);
        }
    }
}

/// Thousands of rules with four segments on megabytes of path.
#[test]
fn a_url_of_megabytes() {
    let body = body_of(200_000, |i| format!("*a*{}*a*b$", "a".repeat(1 + i % 3)));
    let options = unlimited();
    let matcher = compile(&body, "a", &options);
    for (end, matches) in [("a", false), ("b", true)] {
        let path = format!("/{}{end}", "a".repeat(2_000_000));
        let verdict = ask(&matcher, &body, "a", &path, &options);
        assert_eq!(verdict.reason == Reason::Rule, matches);
    }
    let path = format!("/{}", "a".repeat(2_000_000));
    let body = body_of(200_000, |i| format!("*{}b*a", "a".repeat(1 + i % 3)));
    let matcher = compile(&body, "a", &options);
    let verdict = ask(&matcher, &body, "a", &path, &options);
    assert_eq!(verdict.reason, Reason::NoRule);
}

/// What such segments take while they are matched together follows the URL, and
/// is little for a short one.
#[test]
fn short_segments_against_a_short_url() {
    let letters = letters();
    let letter = |number: usize| letters[number % letters.len()];
    let mut body = String::from("user-agent: *\n");
    for number in 0..10_000 {
        let segment = |at: usize| {
            let mixed = (12 * number + at).wrapping_mul(2_654_435_761);
            format!("*{}{}", letter(mixed >> 8), letter(mixed >> 16))
        };
        let segments: String = (0..12).map(segment).collect();
        writeln!(body, "allow:{segments}*!~!~").expect("a string");
    }
    for options in both() {
        let matcher = compile(&body, "a", &options);
        for len in [700, 1000, 4000] {
            let path: String = (0..len).map(|at| letter(at * at / 3)).collect();
            let path = format!("/a{path}");
            let (verdict, heap) = measured(|| matcher.check_path(&path));
            assert_eq!((verdict.reason, heap.calls > 0), (Reason::NoRule, true));
            assert!(heap.peak <= 64 * len.max(KIB), "{len}: {heap:?}");
        }
    }
}
