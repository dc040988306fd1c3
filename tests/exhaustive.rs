//! All short patterns against all short paths, through the public interface:
//! the compiled matcher, the matcher of a parsed file, the one-shot check and,
//! with the feature `dense`, the dense form must give the verdict that a
//! specification of a few lines gives. Both profiles.
//!
//! Two alphabets: one with everything a pattern may treat specially, one in
//! which `%61` is another way to write `a`.

use robots::{Matcher, Options, Profile, Reason, RobotsTxt, Verdict, check_with};

const SPECIALS: &[u8] = b"/ab*$%";
const ESCAPES: &[u8] = b"%61a*";

// ---- The specification.

#[derive(Clone, Copy, PartialEq)]
enum Side {
    Pattern,
    Path,
}

/// The normal form of RFC 9309 2.2.2 and 2.2.3 (profile `rfc9309`): unreserved
/// characters decoded, everything else that is escaped stays so, specials and
/// octets that RFC 3986 never allows raw escaped. An escape stays where decoding it
/// would complete another one that was none.
fn normal(text: &[u8], side: Side) -> Vec<u8> {
    let tokens = tokens(text);
    let is_hex = |index: usize| tokens[index].len() == 1 && tokens[index][0].is_ascii_hexdigit();
    let is_percent = |index: usize| tokens[index] == b"%";
    let mut out = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let completes = (index >= 1 && is_percent(index - 1))
            || (index >= 2 && is_percent(index - 2) && is_hex(index - 1));
        let last = index + 1 == tokens.len();
        match (value(token), token[0]) {
            (Some(octet), _) if octet.is_ascii_hexdigit() && completes => out.extend(*token),
            (Some(octet), _) if octet.is_ascii_alphanumeric() || b"-._~".contains(&octet) => {
                out.push(octet);
            }
            (Some(octet), _) => out.extend(escaped(octet)),
            (None, b'*') if side == Side::Path => out.extend(b"%2A"),
            (None, b'$') if side == Side::Path || !last => out.extend(b"%24"),
            (None, octet) if is_never_raw(octet) => out.extend(escaped(octet)),
            (None, octet) => out.push(octet),
        }
    }
    out
}

/// RFC 3986 appendix A has this octet neither in `pchar` nor in `query`.
fn is_never_raw(octet: u8) -> bool {
    !octet.is_ascii_alphanumeric() && !b"-._~%!$&'()*+,;=:@/?".contains(&octet)
}

/// The form of a pattern in profile `google`: the digits of escapes in upper
/// case, octets beyond ASCII escaped.
fn google_normal(text: &[u8]) -> Vec<u8> {
    let form = |token: &[u8]| match (value(token), token[0]) {
        (Some(octet), _) | (None, octet @ 0x80..) => escaped(octet),
        (None, octet) => vec![octet],
    };
    tokens(text).into_iter().flat_map(form).collect()
}

/// A text as escapes and octets that are none.
fn tokens(mut text: &[u8]) -> Vec<&[u8]> {
    let mut tokens = Vec::new();
    while !text.is_empty() {
        let is_escape = text[0] == b'%'
            && text.len() >= 3
            && text[1..3].iter().all(|octet| octet.is_ascii_hexdigit());
        let (token, rest) = text.split_at(if is_escape { 3 } else { 1 });
        tokens.push(token);
        text = rest;
    }
    tokens
}

fn value(token: &[u8]) -> Option<u8> {
    let digits = std::str::from_utf8(token.get(1..3)?).ok()?;
    u8::from_str_radix(digits, 16).ok()
}

fn escaped(octet: u8) -> Vec<u8> {
    format!("%{octet:02X}").into_bytes()
}

/// RFC 9309 2.2.3, read aloud.
fn matches(pattern: &[u8], path: &[u8]) -> bool {
    match pattern {
        [] => true,
        b"$" => path.is_empty(),
        [b'*', rest @ ..] => (0..=path.len()).any(|skip| matches(rest, &path[skip..])),
        [octet, rest @ ..] => path.first() == Some(octet) && matches(rest, &path[1..]),
    }
}

/// The rule that decides: most octets, then allow, then the first.
fn winner(rules: &[(Vec<u8>, bool)], path: &[u8], profile: Profile) -> Option<usize> {
    let stands = |pattern: &[u8]| match pattern.first() {
        None => profile == Profile::Google,
        Some(first) => b"/*".contains(first),
    };
    (0..rules.len())
        .filter(|index| stands(&rules[*index].0) && matches(&rules[*index].0, path))
        .max_by_key(|index| {
            let (pattern, allow) = &rules[*index];
            (pattern.len(), *allow, std::cmp::Reverse(*index))
        })
}

// ---- The comparison.

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
            let slash =
                options.assume_slash && !matches!(pattern.first(), None | Some(b'/' | b'*'));
            let pattern = [if slash { &b"/"[..] } else { b"" }, pattern].concat();
            let normal = match options.profile {
                Profile::Google => google_normal(&pattern),
                _ => normal(&pattern, Side::Pattern),
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

/// All words of up to `len` letters, the short ones first.
fn words(alphabet: &[u8], len: usize) -> Vec<Vec<u8>> {
    let mut words = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..len {
        let to = words.len();
        for index in from..to {
            for letter in alphabet {
                words.push([&words[index][..], &[*letter]].concat());
            }
        }
        from = to;
    }
    words
}

fn paths(alphabet: &[u8], len: usize) -> Vec<Path> {
    let words = words(alphabet, len).into_iter();
    words
        .map(|word| path_of([b"/", &word[..]].concat()))
        .collect()
}

fn path_of(raw: Vec<u8>) -> Path {
    Path {
        normal: normal(&raw, Side::Path),
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
            if matches!(pattern.first(), Some(b'/' | b'*')) {
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
        patterns.retain(|pattern| matches!(pattern.first(), None | Some(b'/' | b'*')));
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
        if matches!(pattern.first(), Some(b'/' | b'*')) {
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
            let forms = [vec![octet], escaped(octet), lower];
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
