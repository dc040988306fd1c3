//! Rules to block: sort the patterns, write the nodes, write the star index.
//!
//! Linear in the patterns but for the sort. No hashing, no sets, no automaton
//! in between: sorted patterns are a trie already, read by columns.

use super::layout::*;
use super::radix::{CHILDREN, END_VALUE, LONG, LONGER_RUN, RUN_SHIFT, VALUE};
use super::{Label, Rule, stars};
use crate::block16;

/// A literal rule, or the literal prefix that a star rule amounts to.
struct Literal<'a> {
    /// Octets 2 to 9 of the pattern, the first one on top: orders most
    /// patterns without a look at the rest.
    head: u64,
    /// The pattern without its specials; the leading slash is implied.
    text: &'a [u8],
    value: u64,
    /// Only where the path ends here.
    end: bool,
}

/// What kind of automaton a pattern needs.
enum Form<'a> {
    Literal { text: &'a [u8], end: bool },
    Star,
    Never,
}

fn form(pattern: &[u8]) -> Form<'_> {
    if !matches!(pattern.first(), None | Some(b'/' | b'*')) {
        return Form::Never;
    }
    // Patterns are short; a call would cost more than this.
    let Some(star) = block16::position(pattern, b'/', |octets| octets.eq(b'*')) else {
        return match pattern.strip_suffix(b"$") {
            Some(text) => Form::Literal { text, end: true },
            None => Form::Literal {
                text: pattern,
                end: false,
            },
        };
    };
    // A star that only stars follow, and perhaps the anchor, adds nothing to
    // the prefix before it but octets.
    let tail = pattern.strip_suffix(b"$").unwrap_or(pattern);
    if tail[star..].iter().all(|octet| *octet == b'*') {
        return Form::Literal {
            text: &pattern[..star],
            end: false,
        };
    }
    Form::Star
}

/// Does a pattern need a star record?
pub(super) fn is_star(pattern: &[u8]) -> bool {
    matches!(form(pattern), Form::Star)
}

/// The block of the rules; empty where nothing can match.
pub(super) fn build(rules: &[Rule<'_>], labels: &[Label]) -> Box<[u8]> {
    if fits_narrow(rules, labels) {
        build_as::<Narrow>(rules, labels)
    } else {
        build_as::<Wide>(rules, labels)
    }
}

/// Is every place below 2^16 and every value below 2^32? An upper bound.
fn fits_narrow(rules: &[Rule<'_>], labels: &[Label]) -> bool {
    let octets: usize = rules.iter().map(|rule| rule.pattern.len()).sum();
    // A rule costs at most two nodes with a value, a place and a key each, or
    // a star record, and a label entry; runs are cut at 255 octets.
    let most = Narrow::HEADER + octets + octets / 64 + 40 * rules.len() + 256;
    most < 1 << 16
        && labels.len() < 1 << 14
        && rules
            .iter()
            .all(|rule| rule.pattern.len() < 256 || fits_narrow_long(rule))
        && labels
            .last()
            .is_none_or(|last| last.line < 0xFFFF && last.rule < 0xFFFF)
}

fn fits_narrow_long(rule: &Rule<'_>) -> bool {
    rule.priority < 1 << 16 && !matches!(form(rule.pattern), Form::Star)
}

fn build_as<W: Width>(rules: &[Rule<'_>], labels: &[Label]) -> Box<[u8]> {
    let mut literals = Vec::with_capacity(rules.len());
    let mut star_rules = Vec::new();
    let mut octets = 0;
    for rule in rules {
        octets += rule.pattern.len();
        match form(rule.pattern) {
            Form::Literal { text, end } => {
                // No prefix at all and the slash that begins every path match
                // the same.
                let text = text.get(1..).unwrap_or_default();
                literals.push(Literal {
                    head: head_of(text),
                    text,
                    value: pack::<W>(rule),
                    end,
                });
            }
            Form::Star => star_rules.push(stars::StarRule::new(rule.pattern, pack::<W>(rule))),
            Form::Never => {}
        }
    }
    if literals.is_empty() && star_rules.is_empty() {
        return Box::default();
    }
    literals.sort_unstable_by(|a, b| a.head.cmp(&b.head).then_with(|| a.text.cmp(b.text)));
    let mut out = Vec::with_capacity(W::HEADER + octets + (8 + 2 * W::VALUE) * rules.len() + 160);
    out.resize(W::HEADER, 0);
    out[VERSION] = CURRENT_VERSION;
    if W::PLACE == Wide::PLACE {
        out[FLAGS] |= FLAG_WIDE;
    }
    push_nodes::<W>(&mut out, &literals);
    if !star_rules.is_empty() {
        let at = out.len();
        W::put_place(&mut out, W::STARS, at);
        let top = star_rules.iter().map(|rule| W::priority(rule.value)).max();
        W::put_place(&mut out, W::TOP, top.unwrap_or(0) as usize);
        stars::push::<W>(&mut out, star_rules);
    }
    let at = out.len();
    W::put_place(&mut out, W::LABELS, at);
    push_labels::<W>(&mut out, labels);
    out.into_boxed_slice()
}

/// Eight octets as a number that orders like them.
fn head_of(text: &[u8]) -> u64 {
    match text.first_chunk::<8>() {
        Some(head) => u64::from_be_bytes(*head),
        None => {
            let mut head = [0; 8];
            head[..text.len()].copy_from_slice(text);
            u64::from_be_bytes(head)
        }
    }
}

/// A node that is still to be written: the patterns that pass through it, how
/// many of their octets the way to it has used up, and where its place goes.
struct Pending {
    from: usize,
    to: usize,
    depth: usize,
    place_at: usize,
}

/// Writes the nodes of the sorted literals, a parent before its children and
/// children in order, so that a walk mostly moves forward. A stack of our own:
/// patterns may be nested as deep as they are long.
fn push_nodes<'a, W: Width>(out: &mut Vec<u8>, literals: &'a [Literal<'_>]) {
    let mut pending = vec![Pending {
        from: 0,
        to: literals.len(),
        depth: 0,
        place_at: 0,
    }];
    let mut children = Vec::new();
    while let Some(Pending {
        mut from,
        to,
        depth,
        place_at,
    }) = pending.pop()
    {
        let is_root = place_at == 0;
        if !is_root {
            let here = out.len();
            W::put_place(out, place_at, here);
        }
        if !is_root && to - from == 1 && push_leaf::<W>(out, &literals[from], depth) {
            continue;
        }
        let head_at = out.len();
        out.push(0);
        // What all of them have in common from here: the first and the last
        // tell, since they are sorted. The root takes no run, so that the
        // header can speak of its children.
        let mut depth = depth;
        if !is_root {
            let rest = |literal: &'a Literal<'_>| literal.text[depth..].chunks(255).next();
            let first = rest(&literals[from]).unwrap_or_default();
            let last = rest(&literals[to - 1]).unwrap_or_default();
            let common = common_len(first, last);
            out[head_at] = (common.min(LONGER_RUN) << RUN_SHIFT) as u8;
            if common >= LONGER_RUN {
                out.push(common as u8);
            }
            out.extend_from_slice(&first[..common]);
            depth += common;
        }
        // Patterns that end here come first.
        let mut value = None;
        let mut end_value = None;
        while from < to && literals[from].text.len() == depth {
            let literal = &literals[from];
            let slot = if literal.end {
                &mut end_value
            } else {
                &mut value
            };
            *slot = (*slot).max(Some(literal.value));
            from += 1;
        }
        out[head_at] |= push_values::<W>(out, value, end_value, depth + 1);
        if from == to {
            continue;
        }
        out[head_at] |= CHILDREN;
        let count_at = out.len();
        out.push(0);
        children.clear();
        while from < to {
            let octet = literals[from].text[depth];
            out.push(octet);
            let mut past = from + 1;
            while past < to && literals[past].text[depth] == octet {
                past += 1;
            }
            children.push((from, past));
            from = past;
            if is_root {
                let filter = u64_at(out, FILTER) | 1 << (octet & 63);
                out[FILTER..FILTER + 8].copy_from_slice(&filter.to_le_bytes());
            }
        }
        // At most 255: a path octet is never NUL.
        out[count_at] = children.len() as u8;
        let places = out.len();
        out.resize(places + children.len() * W::PLACE, 0);
        for (index, (from, to)) in children.iter().enumerate().rev() {
            pending.push(Pending {
                from: *from,
                to: *to,
                depth: depth + 1,
                place_at: places + index * W::PLACE,
            });
        }
    }
}

/// Writes the node of a single pattern, which is what most nodes are; false
/// where it takes more than one.
#[inline(always)]
fn push_leaf<W: Width>(out: &mut Vec<u8>, literal: &Literal<'_>, depth: usize) -> bool {
    let run = &literal.text[depth..];
    // One more for the leading slash.
    let octets = literal.text.len() + 1 + usize::from(literal.end);
    let (Ok(len), Some(short)) = (u8::try_from(run.len()), W::shorten(literal.value, octets))
    else {
        return false;
    };
    let flags = if literal.end { END_VALUE } else { VALUE };
    out.push(flags | len.min(LONGER_RUN as u8) << RUN_SHIFT);
    if usize::from(len) >= LONGER_RUN {
        out.push(len);
    }
    out.extend_from_slice(run);
    W::push_place(out, short);
    true
}

/// Length of the common start of two texts.
fn common_len(a: &[u8], b: &[u8]) -> usize {
    let mut len = 0;
    while let (Some(a), Some(b)) = (chunk(a, len), chunk(b, len)) {
        let differ = a ^ b;
        if differ != 0 {
            return len + differ.trailing_zeros() as usize / 8;
        }
        len += 8;
    }
    let rest = a[len..].iter().zip(&b[len..]);
    len + rest.take_while(|(a, b)| a == b).count()
}

fn chunk(text: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*text.get(at..)?.first_chunk()?))
}

/// Writes the values of a node that stands behind `octets` of a path, and
/// tells the flags.
fn push_values<W: Width>(
    out: &mut Vec<u8>,
    value: Option<u64>,
    end_value: Option<u64>,
    octets: usize,
) -> u8 {
    let values = [(VALUE, value, octets), (END_VALUE, end_value, octets + 1)];
    let long = values
        .iter()
        .any(|(_, value, octets)| value.is_some_and(|value| W::shorten(value, *octets).is_none()));
    let mut flags = if long { LONG } else { 0 };
    for (flag, value, octets) in values {
        let Some(value) = value else { continue };
        flags |= flag;
        match W::shorten(value, octets) {
            Some(short) if !long => W::push_place(out, short),
            _ => W::push_value(out, value),
        }
    }
    flags
}
