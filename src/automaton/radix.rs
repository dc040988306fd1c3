//! The walk: literal rules as a path-compressed, anchored automaton.
//!
//! A literal rule is a prefix of paths, with or without the demand that the
//! path ends there. All of them together are a trie, and a trie whose edges
//! are runs of octets (a radix trie) is a deterministic automaton: at each
//! state at most one edge fits. One walk passes every rule that is a prefix of
//! the path, each at the state where its pattern ends, and the greatest value
//! on the way is the winner. The size is linear in the patterns, whatever they
//! are.

use super::layout::*;

/// The greatest value among the literal rules that match; 0 where none does.
/// `path` begins with `/`.
#[inline(always)]
pub(super) fn walk<W: Width>(block: &[u8], path: &[u8]) -> u64 {
    let mut best = 0;
    let mut node = HEADER;
    // The root stands behind the leading slash.
    let mut at = 1;
    loop {
        let Some(&[flags, run, children]) = block.get(node..).and_then(|rest| rest.first_chunk())
        else {
            return best;
        };
        let mut next = node + NODE_HEAD;
        if run > 0 {
            let run = usize::from(run);
            if !matches_run(block, next, path, at, run) {
                return best;
            }
            next += run;
            at += run;
        }
        if flags & NODE_VALUE != 0 {
            best = best.max(W::value(block, next));
            next += W::VALUE;
        }
        if flags & NODE_END_VALUE != 0 {
            if at == path.len() {
                best = best.max(W::value(block, next));
            }
            next += W::VALUE;
        }
        let Some(&octet) = path.get(at) else {
            return best;
        };
        let Some(child) = find_octet(block, next, usize::from(children), octet) else {
            return best;
        };
        node = W::place(block, next + usize::from(children) + child * W::PLACE);
        at += 1;
    }
}

/// Do the `run` octets of the block from `from` stand in the path at `at`?
#[inline(always)]
fn matches_run(block: &[u8], from: usize, path: &[u8], at: usize, run: usize) -> bool {
    let (Some(want), Some(have)) = (block.get(from..from + run), path.get(at..at + run)) else {
        return false;
    };
    // Runs are short; a call to compare memory would cost more than this.
    if run <= 8
        && let (Some(want), Some(have)) = (
            block[from..].first_chunk::<8>(),
            path[at..].first_chunk::<8>(),
        )
    {
        let differ = u64::from_le_bytes(*want) ^ u64::from_le_bytes(*have);
        return differ << (64 - 8 * run) == 0;
    }
    want == have
}

/// Index of an octet among `count` octets of the block from `from`.
#[inline(always)]
fn find_octet(block: &[u8], from: usize, count: usize, octet: u8) -> Option<usize> {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let wanted = ONES * u64::from(octet);
    let mut index = 0;
    while index < count {
        // What stands behind the octets may be read, but is not believed.
        let differ = u64_at(block, from + index) ^ wanted;
        let zeros = differ.wrapping_sub(ONES) & !differ & (ONES << 7);
        if zeros != 0 {
            let found = index + zeros.trailing_zeros() as usize / 8;
            return (found < count).then_some(found);
        }
        index += 8;
    }
    None
}
