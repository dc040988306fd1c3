//! All short patterns against all short paths, through the public interface:
//! the compiled matcher, the matcher of a parsed file, the one-shot check and,
//! with the feature `dense`, the dense form must give the verdict that a
//! specification of a few lines gives. Both profiles.
//!
//! Two alphabets: one with everything a pattern may treat specially, one in
//! which `%61` is another way to write `a`.

#[path = "support/spec.rs"]
mod spec;

use robots::{Matcher, Options, Profile, Reason, RobotsTxt, Verdict, check_with};
use spec::{can_match, escaped, google_normal, normal, words};

const SPECIALS: &[u8] = b"/ab*$%";
const ESCAPES: &[u8] = b"%61a*";

/// The rule that decides. In profile google an empty pattern is one too.
fn winner(rules: &[(Vec<u8>, bool)], path: &[u8], profile: Profile) -> Option<usize> {
    let stands = |pattern: &[u8]| match pattern {
        [] => profile == Profile::Google,
        pattern => can_match(pattern),
    };
    let rules = rules.iter().enumerate();
    let rules = rules.filter(|(_, (pattern, _))| stands(pattern));
    let rules = rules.map(|(index, (pattern, allow))| (&pattern[..], *allow, index));
    spec::winner(rules, path)
}

/// A group with these rules, asked for all paths in every way.
fn compare(rules: &[(&[u8], bool)], paths: &[Path], options: &Options) {
    let mut body = b"user-agent: *\n".to_vec();
    for (pattern, allow) in rules {
        body.extend_from_slice(if *allow { b"allow: " } else { b"disallow: " });
        body.extend_from_slice(pattern);
        body.push(b'\n');
    }
    let normal_rules: Vec<(Vec<u8>, bool)> = rules
        .iter()
        .map(|(pattern, allow)| {
            let slash = options.assume_slash && !pattern.is_empty() && !can_match(pattern);
            let pattern = [if slash { &b"/"[..] } else { b"" }, pattern].concat();
            let normal = match options.profile {
                Profile::Google => google_normal(&pattern),
                _ => normal(&pattern, true),
            };
            (normal, *allow)
        })
        .collect();
    let compiled = Matcher::compile(&body, "a", options).expect("a token");
    let parsed = RobotsTxt::parse_with(&body, options)
        .matcher("a")
        .expect("a token");
    #[cfg(feature = "dense")]
    let dense = Matcher::compile_dense(&body, "a", options).expect("a token");
    for path in paths {
        let normal_path = match options.profile {
            Profile::Google => &path.raw,
            _ => &path.normal,
        };
        let want = match winner(&normal_rules, normal_path, options.profile) {
            Some(rule) => {
                let (pattern, allow) = &normal_rules[rule];
                let allowed = *allow || pattern.is_empty();
                (
                    allowed,
                    Reason::Rule,
                    rule as u32 + 2,
                    pattern.len() as u32,
                    Some(rule),
                )
            }
            None => (true, Reason::NoRule, 0, 0, None),
        };
        let have = |verdict: Verdict| {
            let Verdict {
                allowed,
                reason,
                line,
                octets,
                ..
            } = verdict;
            (allowed, reason, line, octets, verdict.rule_index())
        };
        let context = || {
            format!(
                "{:?} on {}",
                String::from_utf8_lossy(&body),
                path.raw.escape_ascii()
            )
        };
        let compiled = have(compiled.check(&path.url));
        assert_eq!(compiled, want, "compile, check: {}", context());
        let parsed = have(parsed.check_path(&path.raw));
        assert_eq!(parsed, want, "matcher, check_path: {}", context());
        let once = have(check_with(&body, "a", &path.url, options));
        assert_eq!(once, want, "check_with: {}", context());
        #[cfg(feature = "dense")]
        {
            let dense = have(dense.check(&path.url));
            assert_eq!(dense, want, "compile_dense: {}", context());
        }
    }
}

struct Path {
    raw: Vec<u8>,
    normal: Vec<u8>,
    url: Vec<u8>,
}

fn paths(alphabet: &[u8], len: usize) -> Vec<Path> {
    let words = words(alphabet, len).into_iter();
    words
        .map(|word| path_of([b"/", &word[..]].concat()))
        .collect()
}

fn path_of(raw: Vec<u8>) -> Path {
    Path {
        normal: normal(&raw, false),
        url: [b"http://h", &raw[..]].concat(),
        raw,
    }
}

fn every_option(then: impl Fn(&Options)) {
    then(&Options::new());
    then(&Options::google());
}

#[test]
fn every_short_pattern_on_every_short_path() {
    every_option(|options| {
        let paths = paths(SPECIALS, 3);
        for pattern in words(SPECIALS, 4) {
            // What begins otherwise is tested below.
            if can_match(&pattern) {
                compare(&[(&pattern, false)], &paths, options);
            }
        }
    });
}

#[test]
fn every_short_pattern_with_escapes_on_every_short_path() {
    every_option(|options| {
        let paths = paths(ESCAPES, 4);
        for word in words(ESCAPES, 3) {
            let pattern = [b"/", &word[..]].concat();
            compare(&[(&pattern, true)], &paths, options);
            let pattern = [b"/%6", &word[..]].concat();
            compare(&[(&pattern, true)], &paths, options);
        }
    });
}

#[test]
fn every_pair_of_short_patterns() {
    every_option(|options| {
        let paths = paths(SPECIALS, 2);
        let mut patterns = words(b"/ab*$", 3);
        patterns.retain(|pattern| pattern.is_empty() || can_match(pattern));
        for (index, first) in patterns.iter().enumerate() {
            for (other, second) in patterns.iter().enumerate() {
                // One disallows and one allows, or both the same.
                let both = (index + other) % 3 == 0;
                compare(&[(first, false), (second, !both)], &paths, options);
            }
        }
    });
}

#[test]
fn patterns_that_begin_with_neither_slash_nor_star() {
    let paths = paths(SPECIALS, 3);
    for pattern in words(SPECIALS, 3) {
        if can_match(&pattern) {
            continue;
        }
        for options in [
            Options::new(),
            Options::new().with_assume_slash(true),
            Options::google(),
        ] {
            compare(&[(&pattern, false)], &paths, &options);
        }
    }
}

/// Escapes that are strays, complete others, or hide behind some: a text as a
/// pattern against itself and its neighbours as paths.
#[test]
fn escapes_within_escapes() {
    every_option(|options| {
        let paths = paths(b"%61", 7);
        for (index, path) in paths.iter().enumerate() {
            let pattern = [&path.raw[..], b"$"].concat();
            let near = &paths[index.saturating_sub(2)..paths.len().min(index + 3)];
            compare(&[(&pattern, false)], near, options);
        }
    });
}

/// Each octet, raw and escaped, in the pattern and in the path.
#[test]
fn every_octet_in_every_form() {
    every_option(|options| {
        for octet in 0..=255u8 {
            let lower = format!("%{octet:02x}").into_bytes();
            let forms = [vec![octet], escaped(octet).to_vec(), lower];
            let google = options.profile == Profile::Google;
            // What ends a line, a URL or a pattern, or is dropped from a URL.
            let in_path = !b"#\t\n\r".contains(&octet) && (octet != 0 || !google);
            let in_pattern = !b"#\n\r\0".contains(&octet);
            let paths: Vec<Path> = forms
                .iter()
                .filter(|form| in_path || form.len() > 1)
                .flat_map(|form| {
                    [&b"/?"[..], b"/?b", b"/b?"].map(|head| [head, form, b"y"].concat())
                })
                .map(path_of)
                .collect();
            for form in &forms {
                if !in_pattern && form.len() == 1 {
                    continue;
                }
                for (head, tail) in [("/?", "y"), ("/*", "y"), ("/*b*", "y$"), ("/?", "*y$")] {
                    let pattern = [head.as_bytes(), form, tail.as_bytes()].concat();
                    compare(&[(b"/", true), (&pattern, false)], &paths, options);
                }
            }
        }
    });
}
