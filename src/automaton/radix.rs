//! The walk: literal rules as a path-compressed, anchored automaton.
//!
//! A literal rule is a prefix of paths, with or without the demand that the
//! path ends there. All of them together are a trie, and a trie whose edges
//! are runs of octets (a radix trie) is a deterministic automaton: at each
//! state at most one edge fits. One walk passes every rule that is a prefix of
//! the path, each at the state where its pattern ends, and the greatest value
//! on the way is the winner. The size is linear in the patterns, whatever they
//! are.
//!
//! What a node looks like is told in [`super::node`].

use super::layout::*;
use super::node::{CHILDREN, END_VALUE, LONG, LONGER_RUN, RUN_SHIFT, VALUE};
use crate::simd::x16::Block;

/// Returns the greatest value among the literal rules that match, 0 where none
/// does, and how many octets of the path had a say in it. `path` begins with `/`.
#[inline(always)]
pub(super) fn walk<W: Width>(block: &[u8], filter: u64, path: &[u8]) -> (u64, usize) {
    let mut best = 0;
    // The root stands behind the leading slash, and the header knows which
    // octets may follow it.
    let mut node = W::HEADER;
    let mut at = 1;
    let second = path.get(1).copied().unwrap_or(0);
    let may_follow = filter >> (second & 63) & 1 != 0;
    if !may_follow
        && block
            .get(node)
            .is_none_or(|flags| flags & (VALUE | END_VALUE) == 0)
    {
        return (0, 2);
    }
    loop {
        // `node` is the offset of a node, `at` the octets of the path behind
        // which it stands. One load takes the head and a run length behind it.
        let head = u16_at(block, node);
        let flags = head as u8;
        let mut next = node + 1;
        let mut run = usize::from(flags >> RUN_SHIFT);
        // The run has to follow in the path as a whole; else no pattern below
        // matches, and the octets up to its end decided that.
        if run > 0 {
            if run == LONGER_RUN {
                run = usize::from(head >> 8);
                next += 1;
            }
            if !same(block, next, path, at, run) {
                return (best, at + run);
            }
            next += run;
            at += run;
        }
        if flags & (VALUE | END_VALUE) != 0 {
            // Patterns end here. One with a `$` matches only at the end of the
            // path, but its value stands there in any case.
            let ends = at == path.len();
            if flags & LONG == 0 {
                if flags & VALUE != 0 {
                    best = best.max(W::unpack_short(W::offset(block, next), at));
                    next += W::OFFSET;
                }
                if flags & END_VALUE != 0 {
                    if ends {
                        best = best.max(W::unpack_short(W::offset(block, next), at + 1));
                    }
                    next += W::OFFSET;
                }
            } else {
                if flags & VALUE != 0 {
                    best = best.max(W::value(block, next));
                    next += W::VALUE;
                }
                if flags & END_VALUE != 0 {
                    if ends {
                        best = best.max(W::value(block, next));
                    }
                    next += W::VALUE;
                }
            }
        }
        if flags & CHILDREN == 0 {
            return (best, at + 1);
        }
        // Only the root comes here where the filter says no: a child of it
        // was chosen by an octet that the filter knows.
        if !may_follow {
            return (best, 2);
        }
        let Some(&octet) = path.get(at) else {
            return (best, at);
        };
        at += 1;
        let Some(&children) = block.get(next) else {
            return (best, at);
        };
        let children = usize::from(children);
        next += 1;
        let Some(child) = find_octet(block, next, children, octet) else {
            return (best, at);
        };
        // Behind the octets stand as many offsets, in the same order.
        node = W::offset(block, next + children + child * W::OFFSET);
    }
}

/// Returns whether `len` octets of the block from `from` stand in the path at `at`.
#[inline(always)]
pub(super) fn same(block: &[u8], from: usize, path: &[u8], at: usize, len: usize) -> bool {
    // Most texts are short, and a call to compare memory costs more than one
    // load each and a shift that drops the octets behind the text. Without this,
    // a path took 2.3 % more instructions.
    if len <= 8
        && let (Some(want), Some(have)) = (chunk::<8>(block, from), chunk::<8>(path, at))
    {
        let differ = u64::from_le_bytes(*want) ^ u64::from_le_bytes(*have);
        return len == 0 || differ << (64 - 8 * len) == 0;
    }
    match (block.get(from..from + len), path.get(at..at + len)) {
        (Some(want), Some(have)) => want == have,
        _ => false,
    }
}

/// Returns the index of an octet among `count` octets of the block from `from`.
#[inline(always)]
fn find_octet(block: &[u8], from: usize, count: usize, octet: u8) -> Option<usize> {
    let mut index = 0;
    // Sixteen octets at a time. The last load reads on behind the `count`
    // octets, so a hit there is no hit.
    while let Some(octets) = chunk::<16>(block, from + index) {
        let mask = Block::load(octets).eq(octet).mask();
        if mask != 0 {
            let found = index + mask.trailing_zeros() as usize;
            return (found < count).then_some(found);
        }
        index += 16;
        if index >= count {
            return None;
        }
    }
    let octets = block.get(from + index..)?.get(..count - index)?;
    octets.iter().position(|o| *o == octet).map(|at| index + at)
}
