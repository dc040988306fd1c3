//! Rules to block: sort the patterns, write the nodes, write the star index.
//!
//! Linear in the patterns but for the sort. No hashing, no sets, no automaton
//! in between: sorted patterns are a trie already, read by columns.

use super::layout::*;
use super::{Label, Rule, stars};

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
    let Some(star) = memchr::memchr(b'*', pattern) else {
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
    let most = HEADER + octets + octets / 64 + 40 * rules.len() + 256;
    most < 1 << 16
        && labels.len() < 0xFFFF
        && rules.iter().all(|rule| rule.priority < 1 << 16)
        && labels
            .last()
            .is_none_or(|last| last.line < 0xFFFF && last.rule < 0xFFFF)
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
                    value: W::pack(rule),
                    end,
                });
            }
            Form::Star => star_rules.push(stars::StarRule::new(rule.pattern, W::pack(rule))),
            Form::Never => {}
        }
    }
    if literals.is_empty() && star_rules.is_empty() {
        return Box::default();
    }
    literals.sort_unstable_by(|a, b| a.head.cmp(&b.head).then_with(|| a.text.cmp(b.text)));
    let mut out = Vec::with_capacity(HEADER + octets + (8 + 2 * W::VALUE) * rules.len() + 160);
    out.resize(HEADER, 0);
    out[VERSION] = CURRENT_VERSION;
    if W::PLACE == Wide::PLACE {
        out[FLAGS] |= FLAG_WIDE;
    }
    push_nodes::<W>(&mut out, &literals);
    if !star_rules.is_empty() {
        let at = out.len() as u32;
        out[STARS..STARS + 4].copy_from_slice(&at.to_le_bytes());
        let top = star_rules.iter().map(|rule| W::priority(rule.value)).max();
        out[TOP..TOP + 4].copy_from_slice(&top.unwrap_or(0).to_le_bytes());
        stars::push::<W>(&mut out, star_rules);
    }
    let at = out.len() as u32;
    out[LABELS..LABELS + 4].copy_from_slice(&at.to_le_bytes());
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
fn push_nodes<W: Width>(out: &mut Vec<u8>, literals: &[Literal<'_>]) {
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
        let head_at = out.len();
        out.extend_from_slice(&[0; NODE_HEAD]);
        // What all of them have in common from here: the first and the last
        // tell, since they are sorted. The root takes no run, so that the
        // header can speak of its children.
        let mut depth = depth;
        if !is_root {
            let first = &literals[from].text[depth..];
            let last = &literals[to - 1].text[depth..];
            let common = first
                .iter()
                .zip(last)
                .take_while(|(a, b)| a == b)
                .count()
                .min(255);
            out[head_at + 1] = common as u8;
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
        if let Some(value) = value {
            out[head_at] |= NODE_VALUE;
            W::push_value(out, value);
        }
        if let Some(value) = end_value {
            out[head_at] |= NODE_END_VALUE;
            W::push_value(out, value);
        }
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
        out[head_at + 2] = children.len() as u8;
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
