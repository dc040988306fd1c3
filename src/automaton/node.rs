//! A node of the trie of literal rules: the one place that knows its octets.
//!
//! The trie has a node wherever patterns part, and wherever one ends. A node
//! stands behind the octet that its parent chose it by, and holds:
//!
//! ```text
//! node     head u8 | [run length u8] | run
//!          | [value] [end value] | [count u8 | first octets | offsets]
//!
//! head     bit 0  VALUE      a pattern ends here
//!          bit 1  END_VALUE  a pattern with `$` ends here
//!          bit 2  LONG       values are stored whole, else in their short form
//!          bit 3  CHILDREN   there are children
//!          bits 4 to 7       length of the run; 15 if it has an octet of its own
//! run      octets that all patterns below have in common, at most 255
//! value    a rule as one number (see `Width::pack`)
//! count    number of children, 1 to 255: a path octet is never NUL
//! offsets  where the children stand in the block, one for each first octet
//! ```
//!
//! The root stands right behind the header of the block and behind the leading
//! slash of a path. It has no run, so that the header can say which octets its
//! children are chosen by.
//!
//! The short form of a value holds all but the number of octets. Nearly every
//! literal rule has as many octets as the path that leads to its node (one more
//! for the `$` of an end value), so that number need not be stored.

use std::marker::PhantomData;

use super::layout::*;
use crate::simd::x16;

pub(super) const VALUE: u8 = 1;
pub(super) const END_VALUE: u8 = 2;
pub(super) const LONG: u8 = 4;
pub(super) const CHILDREN: u8 = 8;
pub(super) const RUN_SHIFT: u32 = 4;
pub(super) const LONGER_RUN: usize = 15;

/// The longest run that a node holds. A longer one takes several nodes.
pub(super) const MAX_RUN: usize = 255;

/// A node of a block, taken apart. A value is never 0, so 0 stands for none.
///
/// [`super::radix::walk`] reads nodes by itself, part by part, because it stops
/// as soon as it can: with this type in between, it took 2 to 8 % more
/// instructions for a path. Everything else reads nodes here.
pub(super) struct Node<'a, W> {
    pub(super) run: &'a [u8],
    /// The greatest rule whose pattern ends here.
    pub(super) value: u64,
    /// The greatest rule whose pattern ends here with a `$`.
    pub(super) end_value: u64,
    /// The octets that the children are chosen by, in ascending order.
    pub(super) firsts: &'a [u8],
    offsets: &'a [u8],
    /// Offset of what stands behind the node.
    pub(super) end: usize,
    width: PhantomData<W>,
}

impl<'a, W: Width> Node<'a, W> {
    /// Reads the node at an offset of the block, to which so many octets of a
    /// path lead; `None` if the block ends within the node.
    pub(super) fn read(block: &'a [u8], offset: usize, octets: usize) -> Option<Self> {
        let mut end = offset;
        let mut take = |len: usize| {
            let taken = block.get(end..)?.get(..len)?;
            end += len;
            Some(taken)
        };
        let flags = take(1)?[0];
        let mut run_len = usize::from(flags >> RUN_SHIFT);
        if run_len == LONGER_RUN {
            run_len = usize::from(take(1)?[0]);
        }
        let run = take(run_len)?;
        let mut values = [0; 2];
        for (index, flag) in [VALUE, END_VALUE].into_iter().enumerate() {
            if flags & flag == 0 {
                continue;
            }
            // The `$` counts.
            let octets = octets + run_len + index;
            values[index] = match flags & LONG {
                0 => W::unpack_short(W::offset(take(W::OFFSET)?, 0), octets),
                _ => W::value(take(W::VALUE)?, 0),
            };
        }
        let count = match flags & CHILDREN {
            0 => 0,
            _ => usize::from(take(1)?[0]),
        };
        let firsts = take(count)?;
        let offsets = take(count * W::OFFSET)?;
        let [value, end_value] = values;
        Some(Node {
            run,
            value,
            end_value,
            firsts,
            offsets,
            end,
            width: PhantomData,
        })
    }

    /// Where the child stands that is chosen by the octet of this index.
    pub(super) fn child(&self, index: usize) -> usize {
        W::offset(self.offsets, index * W::OFFSET)
    }

    /// Appends a node, with 0 for the offset of each child. Returns where the
    /// offset of the first child belongs.
    ///
    /// `octets` is the length of the path up to here, run included; `firsts`
    /// ascend.
    pub(super) fn write(
        out: &mut Vec<u8>,
        run: &[u8],
        octets: usize,
        [value, end_value]: [u64; 2],
        firsts: impl Iterator<Item = u8>,
    ) -> usize {
        let head = out.len();
        let mut flags = (run.len().min(LONGER_RUN) << RUN_SHIFT) as u8;
        out.push(0);
        if run.len() >= LONGER_RUN {
            out.push(run.len() as u8);
        }
        out.extend_from_slice(run);
        if value | end_value != 0 {
            flags |= Self::write_values(out, value, end_value, octets);
        }
        let count_offset = out.len();
        out.push(0);
        out.extend(firsts);
        let count = out.len() - count_offset - 1;
        if count == 0 {
            out.truncate(count_offset);
        } else {
            flags |= CHILDREN;
            out[count_offset] = count as u8;
        }
        out[head] = flags;
        let offsets = out.len();
        out.resize(offsets + count * W::OFFSET, 0);
        offsets
    }

    /// Appends the values and returns their flags. Both have one form: the long
    /// one if either of them needs it.
    fn write_values(out: &mut Vec<u8>, value: u64, end_value: u64, octets: usize) -> u8 {
        let values = [(VALUE, value, octets), (END_VALUE, end_value, octets + 1)];
        let is_short = values
            .iter()
            .all(|(_, value, octets)| *value == 0 || W::pack_short(*value, *octets).is_some());
        let mut flags = if is_short { 0 } else { LONG };
        for (flag, value, octets) in values {
            if value == 0 {
                continue;
            }
            flags |= flag;
            match W::pack_short(value, octets) {
                Some(short) if is_short => W::push_offset(out, short),
                _ => W::push_value(out, value),
            }
        }
        flags
    }

    /// Appends a node with one value and without children, which is what most
    /// nodes are. Writes what [`Node::write`] would.
    #[inline(always)]
    pub(super) fn write_leaf(
        out: &mut Vec<u8>,
        run: &[u8],
        octets: usize,
        value: u64,
        is_end: bool,
    ) {
        let short = W::pack_short(value, octets + usize::from(is_end));
        if run.len() < LONGER_RUN
            && let Some(short) = short
        {
            // The whole node at once and some octets too many: cheaper than
            // three calls that copy a few octets each.
            let mut node = [0; 32];
            let flags = if is_end { END_VALUE } else { VALUE };
            node[0] = flags | (run.len() as u8) << RUN_SHIFT;
            node[1..17].copy_from_slice(&x16::padded(run, 0));
            W::put_offset(&mut node, 1 + run.len(), short);
            let end = out.len() + 1 + run.len() + W::OFFSET;
            out.extend_from_slice(&node);
            out.truncate(end);
            return;
        }
        let values = if is_end { [0, value] } else { [value, 0] };
        Self::write(out, run, octets, values, std::iter::empty());
    }
}

/// The header's filter: bit `octet & 63` is set for each of these octets.
pub(super) fn filter_of(firsts: &[u8]) -> u64 {
    firsts
        .iter()
        .fold(0, |filter, octet| filter | 1 << (octet & 63))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every shape of a node reads as it was written.
    fn round_trip<W: Width>() {
        let octets = 300;
        let short = |octets: u32| W::pack(octets << 1, 3);
        let long = W::pack(9, 3);
        let run: Vec<u8> = (1..=255).collect();
        for len in [0, 1, 14, 15, 16, 254, 255] {
            for value in [0, short(300), long] {
                for end_value in [0, short(301), long] {
                    for firsts in [&b""[..], b"a", b"abc", &run] {
                        let mut block = vec![0xEE; 5];
                        let values = [value, end_value];
                        let firsts_iter = firsts.iter().copied();
                        let offsets =
                            Node::<W>::write(&mut block, &run[..len], octets, values, firsts_iter);
                        for index in 0..firsts.len() {
                            W::put_offset(&mut block, offsets + index * W::OFFSET, 7 + index);
                        }
                        let node = Node::<W>::read(&block, 5, octets - len).unwrap();
                        assert_eq!(node.run, &run[..len]);
                        assert_eq!([node.value, node.end_value], values);
                        assert_eq!(node.firsts, firsts);
                        for index in 0..firsts.len() {
                            assert_eq!(node.child(index), 7 + index);
                        }
                        assert_eq!(node.end, block.len());
                        for end in 5..block.len() {
                            let cut = Node::<W>::read(&block[..end], 5, octets - len);
                            assert!(cut.is_none(), "{end}");
                        }
                    }
                }
            }
        }
    }

    /// The quick way to write a leaf writes the same octets.
    fn leaves<W: Width>() {
        let run: Vec<u8> = (1..=255).collect();
        for len in 0..=255 {
            for value in [W::pack(20, 3), W::pack(22, 3), W::pack(9, 3)] {
                for is_end in [false, true] {
                    let (mut leaf, mut node) = (vec![1], vec![1]);
                    Node::<W>::write_leaf(&mut leaf, &run[..len], 10, value, is_end);
                    let values = if is_end { [0, value] } else { [value, 0] };
                    Node::<W>::write(&mut node, &run[..len], 10, values, std::iter::empty());
                    assert_eq!(leaf, node);
                }
            }
        }
    }

    #[test]
    fn nodes_read_as_they_were_written() {
        round_trip::<Narrow>();
        round_trip::<Wide>();
        leaves::<Narrow>();
        leaves::<Wide>();
    }
}
