//! The specification in its plainest form, independent of the library: which
//! pattern matches which path, in which normal form, and which rule decides.
//!
//! It is slow and meant to be.
#![allow(dead_code)]

/// Whether `pattern` matches at the start of `path`: `*` is any octets, a final
/// `$` is the end, everything else is itself, and what follows a match is free.
///
/// Keeps the set of path positions at which the pattern read so far can end, so
/// it never backtracks: O(pattern x path).
pub fn matches(pattern: &[u8], path: &[u8]) -> bool {
    let (pattern, to_end) = match pattern.strip_suffix(b"$") {
        Some(rest) => (rest, true),
        None => (pattern, false),
    };
    let mut ends = vec![false; path.len() + 1];
    ends[0] = true;
    for &octet in pattern {
        if octet == b'*' {
            let first = ends.iter().position(|&end| end).unwrap_or(ends.len());
            ends[first..].fill(true);
        } else {
            for at in (0..path.len()).rev() {
                ends[at + 1] = ends[at] && path[at] == octet;
            }
            ends[0] = false;
        }
    }
    if to_end {
        ends[path.len()]
    } else {
        ends.contains(&true)
    }
}

/// The rule that decides among `rules`, which stand in the order of the file: of
/// those that match, one with most octets, an allow before a disallow, and the
/// first of equals. A rule is its pattern, whether it allows, and what is
/// returned for it.
pub fn winner<'a, T>(
    rules: impl IntoIterator<Item = (&'a [u8], bool, T)>,
    path: &[u8],
) -> Option<T> {
    let mut best = None;
    for (pattern, allow, rule) in rules {
        let worth = Some((pattern.len(), allow));
        if matches(pattern, path) && worth > best.as_ref().map(|(worth, _)| *worth) {
            best = worth.map(|worth| (worth, rule));
        }
    }
    best.map(|(_, rule)| rule)
}

/// Whether a pattern can match a path at all: it begins with `/` or `*`.
pub fn can_match(pattern: &[u8]) -> bool {
    matches!(pattern.first(), Some(b'/' | b'*'))
}

/// The normal form of RFC 9309 2.2.2 and 2.2.3 (profile `rfc9309`): unreserved
/// characters decoded, everything else that is escaped stays so, specials and
/// octets that RFC 3986 never allows raw escaped. An escape stays where decoding
/// it would complete another one that was none.
///
/// In a pattern the stars, and a dollar sign at the end, stay what they are.
pub fn normal(text: &[u8], is_pattern: bool) -> Vec<u8> {
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
            (None, b'*') if !is_pattern => out.extend(b"%2A"),
            (None, b'$') if !is_pattern || !last => out.extend(b"%24"),
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

/// The form in which google/robotstxt matches a pattern (profile `google`): the
/// digits of escapes in upper case, octets beyond ASCII escaped.
pub fn google_normal(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for token in tokens(text) {
        match (value(token), token[0]) {
            (Some(octet), _) | (None, octet @ 0x80..) => out.extend(escaped(octet)),
            (None, octet) => out.push(octet),
        }
    }
    out
}

/// A text as escapes and single octets.
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

/// The octet that a token escapes.
fn value(token: &[u8]) -> Option<u8> {
    let digits = std::str::from_utf8(token.get(1..3)?).ok()?;
    u8::from_str_radix(digits, 16).ok()
}

/// The escape of an octet.
pub fn escaped(octet: u8) -> [u8; 3] {
    let digit = |value: u8| b"0123456789ABCDEF"[usize::from(value)];
    [b'%', digit(octet >> 4), digit(octet & 15)]
}

/// All words of up to `len` letters, the short ones first.
pub fn words(alphabet: &[u8], len: usize) -> Vec<Vec<u8>> {
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
