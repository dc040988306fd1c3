//! The rules of RFC 9309, and those of google/robotstxt, in as few lines as
//! possible and without a thought for speed.

use std::cmp::Reverse;

use robots::{Options, RobotsTxt, Rule};

/// Does a pattern match a path? Both in normal form. The positions that each
/// octet of the pattern can end at, one after the other.
pub fn matches(pattern: &[u8], path: &[u8]) -> bool {
    let inner = pattern.strip_suffix(b"$").unwrap_or(pattern);
    let mut at = vec![false; path.len() + 1];
    at[0] = true;
    for &octet in inner {
        if octet == b'*' {
            let first = at.iter().position(|at| *at).unwrap_or(at.len());
            at[first..].fill(true);
        } else {
            for end in (1..at.len()).rev() {
                at[end] = at[end - 1] && path[end - 1] == octet;
            }
            at[0] = false;
        }
    }
    match inner.len() == pattern.len() {
        true => at.contains(&true),
        false => at[path.len()],
    }
}

fn escape(octet: u8) -> [u8; 3] {
    let digit = |value: u8| b"0123456789ABCDEF"[usize::from(value)];
    [b'%', digit(octet >> 4), digit(octet & 15)]
}

/// The octet that the text begins with an escape of.
fn escaped(text: &[u8]) -> Option<u8> {
    let digits = text.strip_prefix(b"%")?.get(..2)?;
    let digits = std::str::from_utf8(digits).ok()?;
    let hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    hex.then(|| u8::from_str_radix(digits, 16).ok())?
}

/// The normal form of a path, or of a pattern, where stars and a dollar sign at
/// the end stay what they are.
pub fn normal(text: &[u8], is_pattern: bool) -> Vec<u8> {
    let mut out: Vec<u8> = Vec::new();
    // Where in `out` the last percent sign stands that begins no escape.
    let mut stray = None;
    let mut at = 0;
    while at < text.len() {
        let (octet, last) = (text[at], at + 1 == text.len());
        if let Some(value) = escaped(&text[at..]) {
            at += 3;
            let unreserved = value.is_ascii_alphanumeric() || b"-._~".contains(&value);
            let completes = value.is_ascii_hexdigit()
                && stray.is_some_and(|stray: usize| {
                    out[stray + 1..].len() < 2
                        && out[stray + 1..].iter().all(|o| o.is_ascii_hexdigit())
                });
            match unreserved && !completes {
                true => out.push(value),
                false => out.extend(escape(value)),
            }
            continue;
        }
        at += 1;
        match octet {
            b'*' if is_pattern => out.push(octet),
            b'$' if is_pattern && last => out.push(octet),
            b'*' | b'$' | 0..=b' ' | 0x7F.. => out.extend(escape(octet)),
            _ if b"[]<>\"{}|\\^`".contains(&octet) => out.extend(escape(octet)),
            b'%' => {
                stray = Some(out.len());
                out.push(octet);
            }
            _ => out.push(octet),
        }
    }
    out
}

/// The form in which google/robotstxt matches a pattern.
pub fn google_normal(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < text.len() {
        if escaped(&text[at..]).is_some() {
            out.extend(text[at..at + 3].to_ascii_uppercase());
            at += 3;
            continue;
        }
        match text[at] {
            octet @ 0x80.. => out.extend(escape(octet)),
            octet => out.push(octet),
        }
        at += 1;
    }
    out
}

fn is_blank(octet: u8) -> bool {
    matches!(octet, b'\t'..=b'\r' | b' ')
}

fn trimmed(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|octet| !is_blank(*octet));
    let text = &text[..end.map_or(0, |last| last + 1)];
    let start = text.iter().position(|octet| !is_blank(*octet));
    &text[start.unwrap_or(0)..]
}

pub fn is_star(value: &[u8]) -> bool {
    value.first() == Some(&b'*') && value.get(1).is_none_or(|octet| is_blank(*octet))
}

pub fn leading_name(value: &[u8], more: &[u8]) -> Vec<u8> {
    let is = |o: &&u8| o.is_ascii_alphabetic() || b"-_".contains(o) || more.contains(o);
    value.iter().take_while(is).copied().collect()
}

/// By which name groups speak to a crawler, which is nothing for everybody, and
/// whether it is a whole token.
pub type Name = Option<(Vec<u8>, bool)>;

/// Who speaks to a crawler, and with which rules, by the words of the table: token
/// by token, the whole name first, then its parts, and everybody at last. `None`
/// where nobody speaks to it.
pub fn speaking<'a>(
    txt: &'a RobotsTxt,
    agents: &[u8],
    options: &Options,
) -> Option<(Name, Vec<Rule<'a>>)> {
    let rules_of = |speaks: &dyn Fn(&[u8]) -> bool| {
        let named = |index: &usize| {
            let group = txt.group(*index).expect("in range");
            group.agents().any(|agent| speaks(agent.value))
        };
        let groups: Vec<usize> = (0..txt.groups().len()).filter(named).collect();
        let rules = txt.rules().filter(|rule| groups.contains(&rule.group));
        (!groups.is_empty()).then(|| rules.collect::<Vec<_>>())
    };
    for token in agents.split(|octet| *octet == b',') {
        let token = trimmed(token);
        let versioned = token.iter().any(|o| o.is_ascii_digit() || *o == b'.');
        let more: &[u8] = if versioned { b"0123456789." } else { b"" };
        let ends = (1..=token.len()).rev().filter(|end| match token.get(*end) {
            None => true,
            Some(octet) => !options.exact_agent && b"-_".contains(octet),
        });
        for end in ends {
            let speaks = |value: &[u8]| match token {
                b"*" => is_star(value),
                // Who serves others is called just so.
                _ if end < token.len() => {
                    leading_name(value, b"0123456789.").eq_ignore_ascii_case(&token[..end])
                }
                _ => leading_name(value, more).eq_ignore_ascii_case(token),
            };
            if let Some(rules) = rules_of(&speaks) {
                let name = || (token[..end].to_ascii_lowercase(), end == token.len());
                return Some(((token != b"*").then(name), rules));
            }
        }
    }
    rules_of(&is_star).map(|rules| (None, rules))
}

/// Of the rules that match, the one with most octets, allow before disallow,
/// the first of equals.
pub fn winner<'a>(rules: &[Rule<'a>], path: &[u8]) -> Option<Rule<'a>> {
    let fits = |rule: &&Rule<'_>| {
        matches!(rule.normalized.first(), Some(b'/' | b'*')) && matches(rule.normalized, path)
    };
    let worth = |rule: &&Rule<'_>| (rule.normalized.len(), rule.allow, Reverse(rule.line));
    rules.iter().filter(fits).max_by_key(worth).copied()
}
