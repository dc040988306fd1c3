//! Compiles rules to a block: sorts the patterns, writes the nodes of the trie,
//! then the index of the star rules.
//!
//! The time is linear in the patterns but for the sort. No tree is built in
//! between: in a sorted list, the patterns below one node of the trie stand
//! together, and the lengths of their common starts say where nodes are.

use super::layout::*;
use super::node::{MAX_RUN, Node, filter_of};
use super::{Label, Rule, stars};
use crate::pattern::{Pattern, can_match};
use crate::simd::x16;

/// A literal rule, or the literal prefix that a star rule amounts to.
struct Literal<'a> {
    /// The pattern without its specials; the leading slash is implied.
    text: &'a [u8],
    value: u64,
    /// Only where the path ends here.
    end: bool,
}

/// Does a pattern need a star record?
pub(super) fn is_star(pattern: &Pattern<'_>) -> bool {
    can_match(pattern.text()) && pattern.literal().is_none()
}

/// Returns the block of the rules, which is empty where no rule can match.
pub(super) fn build(rules: &[Rule<'_>], labels: &[Label]) -> Box<[u8]> {
    if fits_narrow(rules, labels) {
        build_as::<Narrow>(rules, labels)
    } else {
        build_as::<Wide>(rules, labels)
    }
}

/// Returns true only if every offset is below 2^16 and every value below 2^32.
/// Counts an upper bound, so that few small groups are wide without need.
fn fits_narrow(rules: &[Rule<'_>], labels: &[Label]) -> bool {
    let octets: usize = rules.iter().map(|rule| rule.pattern.len()).sum();
    // A rule costs at most two nodes with a value, an offset and a key each, or
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
    rule.priority < 1 << 16 && !is_star(&Pattern::parse(rule.pattern))
}

fn build_as<W: Width>(rules: &[Rule<'_>], labels: &[Label]) -> Box<[u8]> {
    let mut literals = Literals::with_capacity(rules.len());
    let mut star_rules = Vec::new();
    let mut octets = 0;
    for rule in rules {
        octets += rule.pattern.len();
        if !can_match(rule.pattern) {
            continue;
        }
        let pattern = Pattern::parse_behind(rule.pattern, rule.plain as usize);
        match pattern.literal() {
            // No prefix at all and the slash that begins every path match the
            // same.
            Some(text) => literals.push(Literal {
                text: text.get(1..).unwrap_or_default(),
                value: pack::<W>(rule),
                end: pattern.is_anchored(),
            }),
            None => star_rules.push(stars::StarRule::new(&pattern, pack::<W>(rule))),
        }
    }
    if literals.is_empty() && star_rules.is_empty() {
        return Box::default();
    }
    literals.sort();
    let mut out = Vec::with_capacity(W::HEADER + octets + (8 + 2 * W::VALUE) * rules.len() + 160);
    out.resize(W::HEADER, 0);
    out[VERSION] = CURRENT_VERSION;
    if W::OFFSET == Wide::OFFSET {
        out[FLAGS] |= FLAG_WIDE;
    }
    push_nodes::<W>(&mut out, &literals);
    if !star_rules.is_empty() {
        let at = out.len();
        W::put_offset(&mut out, W::STARS, at);
        stars::push::<W>(&mut out, &star_rules);
    }
    let at = out.len();
    W::put_offset(&mut out, W::LABELS, at);
    push_labels::<W>(&mut out, labels);
    out.into_boxed_slice()
}

/// The literals and their order.
///
/// Patterns mostly differ within twelve octets. So numbers are sorted instead of
/// texts: the first twelve octets above the index.
struct Literals<'a> {
    all: Vec<Literal<'a>>,
    /// While sorting: the first twelve octets of the text, the first one on
    /// top, and below them the index. Afterwards the length of the common start
    /// of this text and the one before, and the index.
    order: Vec<u128>,
}

impl<'a> Literals<'a> {
    fn with_capacity(capacity: usize) -> Self {
        Literals {
            all: Vec::with_capacity(capacity),
            order: Vec::with_capacity(capacity),
        }
    }

    fn push(&mut self, literal: Literal<'a>) {
        self.order
            .push(head_of(literal.text) | self.all.len() as u128);
        self.all.push(literal);
    }

    fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    fn len(&self) -> usize {
        self.all.len()
    }

    fn sort(&mut self) {
        let Literals { all, order } = self;
        let text = |entry: u128| all[entry as u32 as usize].text;
        // Most texts differ within their heads, and numbers sort quicker than
        // texts. Only those with one head are compared as texts.
        order.sort_unstable();
        for same in order.chunk_by_mut(|a, b| a >> 32 == b >> 32) {
            if same.len() > 1 {
                same.sort_unstable_by(|a, b| text(*a).cmp(text(*b)));
            }
        }
        // From here on the upper half is the length of the common start, which
        // is all that the writer of the nodes asks for.
        let mut before = None;
        for entry in order {
            let this = *entry;
            let common = before.map_or(0, |before: u128| {
                match (before ^ this).leading_zeros() as usize / 8 {
                    HEAD.. => common_len(text(before), text(this)),
                    // The padding of a short head is no part of the text.
                    common => common.min(text(before).len()).min(text(this).len()),
                }
            });
            *entry = (common as u128) << 32 | u128::from(this as u32);
            before = Some(this);
        }
    }

    /// Returns the literal of a rank: its index in sorted order.
    #[inline(always)]
    fn get(&self, rank: usize) -> &Literal<'a> {
        &self.all[self.order[rank] as u32 as usize]
    }

    #[inline(always)]
    fn text(&self, rank: usize) -> &'a [u8] {
        self.get(rank).text
    }

    /// Returns how many leading octets a text shares with the one before it.
    #[inline(always)]
    fn common(&self, rank: usize) -> usize {
        (self.order[rank] >> 32) as usize
    }

    /// Returns the end of the run of literals, starting at `from`, that share
    /// more than `common` leading octets: the subtree below one child.
    #[inline(always)]
    fn past(&self, from: usize, to: usize, common: usize) -> usize {
        let mut past = from + 1;
        while past < to && self.common(past) > common {
            past += 1;
        }
        past
    }
}

/// Octets of a text that are part of the number it is sorted by.
const HEAD: usize = 12;

/// Returns the first twelve octets above 32 zero bits, as a number that orders
/// like them.
#[inline(always)]
fn head_of(text: &[u8]) -> u128 {
    let head = match text.first_chunk::<16>() {
        Some(head) => *head,
        None => x16::padded(text, 0),
    };
    u128::from_be_bytes(head) >> 32 << 32
}

/// Children that are still to be written.
struct Level {
    /// Ranks of the literals that pass through them.
    from: usize,
    to: usize,
    /// Octets that these literals have in common.
    depth: usize,
    /// Where the offset of the next child belongs.
    offset_at: usize,
}

/// Writes the nodes of the sorted literals.
///
/// A parent stands before its children and these stand in order, so that a walk
/// mostly moves forward. The stack is a vector, since patterns may be nested as
/// deep as they are long.
fn push_nodes<W: Width>(out: &mut Vec<u8>, literals: &Literals<'_>) {
    let mut levels = Vec::new();
    let mut next = push_node::<W>(out, literals, 0, literals.len(), 0, true);
    while let Some(mut level) = next.take().or_else(|| levels.pop()) {
        while level.from < level.to {
            // The next child: all literals that go on with the same octet.
            let from = level.from;
            level.from = literals.past(from, level.to, level.depth);
            let here = out.len();
            W::put_offset(out, level.offset_at, here);
            level.offset_at += W::OFFSET;
            let depth = level.depth + 1;
            if level.from - from == 1 {
                let literal = literals.get(from);
                let run = &literal.text[depth..];
                if run.len() <= MAX_RUN {
                    // One more for the leading slash.
                    let octets = literal.text.len() + 1;
                    Node::<W>::write_leaf(out, run, octets, literal.value, literal.end);
                    continue;
                }
            }
            // A node with children: they follow it at once, and the rest of
            // this level waits.
            next = push_node::<W>(out, literals, from, level.from, depth, false);
            if next.is_some() {
                levels.push(level);
                break;
            }
        }
    }
}

/// Writes the node of the literals from `from` to `to`, which have the first
/// `depth` octets in common. Returns the children, which are still to be written.
fn push_node<W: Width>(
    out: &mut Vec<u8>,
    literals: &Literals<'_>,
    mut from: usize,
    to: usize,
    mut depth: usize,
    is_root: bool,
) -> Option<Level> {
    // The run: what they all have in common from here on. The root has none,
    // so that the header's filter can speak of its children.
    let mut run = &b""[..];
    if !is_root {
        let text = literals.text(from);
        let common = (from + 1..to).map(|rank| literals.common(rank)).min();
        let common = common.unwrap_or(text.len()).min(depth + MAX_RUN);
        run = &text[depth..common];
        depth = common;
    }
    // Patterns that end here come first in the order. Of several the greatest
    // value counts.
    let mut values = [0; 2];
    while from < to && literals.text(from).len() == depth {
        let literal = literals.get(from);
        let value = &mut values[usize::from(literal.end)];
        *value = literal.value.max(*value);
        from += 1;
    }
    let mut at = from;
    let firsts = std::iter::from_fn(|| {
        let first = (at < to).then(|| literals.text(at)[depth])?;
        at = literals.past(at, to, depth);
        Some(first)
    });
    let offset_at = Node::<W>::write(out, run, depth + 1, values, firsts);
    if is_root {
        let root = Node::<W>::read(out, W::HEADER, 1);
        let filter = root.map_or(0, |root| filter_of(root.firsts));
        out[FILTER..FILTER + 8].copy_from_slice(&filter.to_le_bytes());
    }
    (from < to).then_some(Level {
        from,
        to,
        depth,
        offset_at,
    })
}

/// Returns the length of the common start of two texts, eight octets at a time.
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
