//! The layout of a block: what stands where, and how numbers are read and written.
//!
//! All numbers are little endian; an offset is counted from the start of the
//! block, so the block can be moved, stored and sent. A block is narrow (`u16`
//! offsets, `u32` values) or, where that does not reach, wide (`u32`, `u64`).
//!
//! ```text
//! narrow   flags u8 | version u8 | stars u16 | labels u16 | 0 u16 | filter u64
//! wide     flags u8 | version u8 | 0 u16 | stars u32 | filter u64 | labels u32
//! root     a node
//! nodes    see node.rs
//! stars    see stars.rs
//! labels   count | {ordinal, line, rule} [count]
//! ```
//!
//! `stars` is 0 where there are none; bit `b & 63` of `filter` is set for each octet `b` that may follow the
//! leading slash in a literal rule.

use super::{Label, Rule};

pub(super) const FLAGS: usize = 0;
pub(super) const VERSION: usize = 1;
pub(super) const FILTER: usize = 8;

pub(super) const FLAG_WIDE: u8 = 1;
pub(super) const CURRENT_VERSION: u8 = 1;

/// What the header says.
#[derive(Clone, Copy)]
pub(super) struct Header {
    pub(super) stars: usize,
    pub(super) labels: usize,
    pub(super) filter: u64,
}

/// A star rule as the block has it.
#[derive(Clone, Copy)]
pub(super) struct StarRecord {
    pub(super) value: u64,
    /// Place of the pattern, and its length.
    pub(super) text: usize,
    pub(super) len: usize,
    /// Octets before the first star.
    pub(super) prefix: usize,
    /// The filed segment: where in the pattern, and its length.
    pub(super) segment: usize,
    pub(super) segment_len: usize,
    /// Where in the segment the second octet of the pair stands.
    pub(super) pair_at: usize,
    pub(super) flags: u8,
}

/// Returns the `N` octets from `at`, if the block has them.
///
/// Halving the range of `at` keeps the sum from overflowing, so that one
/// comparison suffices; no block is that long.
#[inline(always)]
pub(super) fn chunk<const N: usize>(block: &[u8], at: usize) -> Option<&[u8; N]> {
    let at = at & (usize::MAX >> 1);
    block.get(at..at + N)?.first_chunk()
}

#[inline(always)]
pub(super) fn u16_at(block: &[u8], at: usize) -> u16 {
    chunk(block, at).map_or(0, |octets| u16::from_le_bytes(*octets))
}

#[inline(always)]
pub(super) fn u32_at(block: &[u8], at: usize) -> u32 {
    chunk(block, at).map_or(0, |octets| u32::from_le_bytes(*octets))
}

#[inline(always)]
pub(super) fn u64_at(block: &[u8], at: usize) -> u64 {
    chunk(block, at).map_or(0, |octets| u64::from_le_bytes(*octets))
}

/// Narrow or wide: how numbers of the block are stored.
pub(super) trait Width: Copy {
    /// Octets of the header.
    const HEADER: usize;
    /// Octets of an offset, and of a short value.
    const OFFSET: usize;
    /// Octets of a value.
    const VALUE: usize;
    /// Octets of a star record.
    const RECORD: usize;
    /// Offsets of header fields, and of the two octets that are 0.
    const STARS: usize;
    const LABELS: usize;
    const RESERVED: usize;

    fn header(block: &[u8]) -> Option<Header>;
    fn offset(block: &[u8], at: usize) -> usize;
    fn value(block: &[u8], at: usize) -> u64;
    fn record(block: &[u8], at: usize) -> Option<StarRecord>;
    fn push_offset(out: &mut Vec<u8>, offset: usize);
    fn put_offset(out: &mut [u8], at: usize, offset: usize);
    fn push_value(out: &mut Vec<u8>, value: u64);
    fn push_record(out: &mut Vec<u8>, record: &StarRecord);

    /// A rule as one number, so that the greatest number is the winner: the
    /// greatest priority, and of equal ones the first in the file. Never 0.
    fn pack(priority: u32, ordinal: u32) -> u64;
    fn priority(value: u64) -> u32;
    fn ordinal(value: u64) -> u32;

    /// Returns the value whose short form this is, for a rule of so many octets.
    /// The short form is the ordinal, and in the lowest bit whether it allows.
    #[inline(always)]
    fn unpack_short(short: usize, octets: usize) -> u64 {
        Self::pack((octets << 1 | short & 1) as u32, (short >> 1) as u32)
    }

    /// Returns the short form of a value, if the rule has exactly so many octets
    /// and its ordinal leaves room.
    fn pack_short(value: u64, octets: usize) -> Option<usize> {
        let priority = Self::priority(value) as usize;
        let short = (Self::ordinal(value) as usize) << 1 | priority & 1;
        (priority >> 1 == octets && short < 1 << (8 * Self::OFFSET - 1)).then_some(short)
    }
}

pub(super) fn pack<W: Width>(rule: &Rule<'_>) -> u64 {
    W::pack(rule.priority, rule.ordinal)
}

#[derive(Clone, Copy)]
pub(super) struct Narrow;

#[derive(Clone, Copy)]
pub(super) struct Wide;

impl Width for Narrow {
    const HEADER: usize = 16;
    const OFFSET: usize = 2;
    const VALUE: usize = 4;
    const RECORD: usize = 12;
    const STARS: usize = 2;
    const LABELS: usize = 4;
    const RESERVED: usize = 6;

    #[inline(always)]
    fn header(block: &[u8]) -> Option<Header> {
        let head: &[u8; 16] = block.first_chunk()?;
        let word = u64::from_le_bytes(*head.first_chunk()?);
        Some(Header {
            stars: usize::from((word >> 16) as u16),
            labels: usize::from((word >> 32) as u16),
            filter: u64::from_le_bytes(*head.last_chunk()?),
        })
    }

    #[inline(always)]
    fn offset(block: &[u8], at: usize) -> usize {
        usize::from(u16_at(block, at))
    }

    #[inline(always)]
    fn value(block: &[u8], at: usize) -> u64 {
        u64::from(u32_at(block, at))
    }

    #[inline(always)]
    fn record(block: &[u8], at: usize) -> Option<StarRecord> {
        let [
            a,
            b,
            c,
            d,
            e,
            f,
            len,
            prefix,
            segment,
            segment_len,
            pair_at,
            flags,
        ] = *chunk::<12>(block, at)?;
        Some(StarRecord {
            value: u64::from(u32::from_le_bytes([a, b, c, d])),
            text: usize::from(u16::from_le_bytes([e, f])),
            len: usize::from(len),
            prefix: usize::from(prefix),
            segment: usize::from(segment),
            segment_len: usize::from(segment_len),
            pair_at: usize::from(pair_at),
            flags,
        })
    }

    fn push_offset(out: &mut Vec<u8>, offset: usize) {
        out.extend_from_slice(&(offset as u16).to_le_bytes());
    }

    fn put_offset(out: &mut [u8], at: usize, offset: usize) {
        out[at..at + 2].copy_from_slice(&(offset as u16).to_le_bytes());
    }

    fn push_value(out: &mut Vec<u8>, value: u64) {
        out.extend_from_slice(&(value as u32).to_le_bytes());
    }

    fn push_record(out: &mut Vec<u8>, record: &StarRecord) {
        Self::push_value(out, record.value);
        Self::push_offset(out, record.text);
        let lens = [
            record.len,
            record.prefix,
            record.segment,
            record.segment_len,
            record.pair_at,
        ];
        out.extend_from_slice(&lens.map(|len| len as u8));
        out.push(record.flags);
    }

    #[inline(always)]
    fn pack(priority: u32, ordinal: u32) -> u64 {
        u64::from(priority << 16 | (!ordinal & 0xFFFF))
    }

    #[inline(always)]
    fn priority(value: u64) -> u32 {
        (value >> 16) as u32
    }

    #[inline(always)]
    fn ordinal(value: u64) -> u32 {
        !(value as u32) & 0xFFFF
    }
}

impl Width for Wide {
    const HEADER: usize = 20;
    const OFFSET: usize = 4;
    const VALUE: usize = 8;
    const RECORD: usize = 33;
    const STARS: usize = 4;
    const LABELS: usize = 16;
    const RESERVED: usize = 2;

    fn header(block: &[u8]) -> Option<Header> {
        let head: &[u8; 20] = block.first_chunk()?;
        Some(Header {
            stars: u32_at(head, Self::STARS) as usize,
            labels: u32_at(head, Self::LABELS) as usize,
            filter: u64_at(head, FILTER),
        })
    }

    #[inline(always)]
    fn offset(block: &[u8], at: usize) -> usize {
        u32_at(block, at) as usize
    }

    #[inline(always)]
    fn value(block: &[u8], at: usize) -> u64 {
        u64_at(block, at)
    }

    fn record(block: &[u8], at: usize) -> Option<StarRecord> {
        let record: &[u8; 33] = chunk(block, at)?;
        let field = |index: usize| Self::offset(record, 8 + 4 * index);
        Some(StarRecord {
            value: u64_at(record, 0),
            text: field(0),
            len: field(1),
            prefix: field(2),
            segment: field(3),
            segment_len: field(4),
            pair_at: field(5),
            flags: record[32],
        })
    }

    fn push_offset(out: &mut Vec<u8>, offset: usize) {
        out.extend_from_slice(&(offset as u32).to_le_bytes());
    }

    fn put_offset(out: &mut [u8], at: usize, offset: usize) {
        out[at..at + 4].copy_from_slice(&(offset as u32).to_le_bytes());
    }

    fn push_value(out: &mut Vec<u8>, value: u64) {
        out.extend_from_slice(&value.to_le_bytes());
    }

    fn push_record(out: &mut Vec<u8>, record: &StarRecord) {
        Self::push_value(out, record.value);
        for offset in [
            record.text,
            record.len,
            record.prefix,
            record.segment,
            record.segment_len,
            record.pair_at,
        ] {
            Self::push_offset(out, offset);
        }
        out.push(record.flags);
    }

    #[inline(always)]
    fn pack(priority: u32, ordinal: u32) -> u64 {
        u64::from(priority) << 32 | u64::from(!ordinal)
    }

    #[inline(always)]
    fn priority(value: u64) -> u32 {
        (value >> 32) as u32
    }

    #[inline(always)]
    fn ordinal(value: u64) -> u32 {
        !(value as u32)
    }
}

/// Writes the labels of the ordinals 0, 1, …
///
/// Labels whose line and rule both go up by one, as those of one group mostly
/// do, share an entry.
pub(super) fn push_labels<W: Width>(out: &mut Vec<u8>, labels: &[Label]) {
    let count_at = out.len();
    W::push_offset(out, 0);
    let mut count = 0;
    let mut expected = None;
    for (ordinal, label) in labels.iter().enumerate() {
        if expected != Some(*label) {
            W::push_offset(out, ordinal);
            W::push_offset(out, label.line as usize);
            W::push_offset(out, label.rule as usize);
            count += 1;
        }
        expected = Some(Label {
            line: label.line + 1,
            rule: label.rule + 1,
        });
    }
    W::put_offset(out, count_at, count);
}

/// Returns the label of an ordinal. Logarithmic in the number of entries.
pub(super) fn label<W: Width>(block: &[u8], at: usize, ordinal: u32) -> Label {
    let entry = |index: usize| at + W::OFFSET * (1 + 3 * index);
    let mut low = 0;
    let mut high = W::offset(block, at);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if W::offset(block, entry(middle)) <= ordinal as usize {
            low = middle;
        } else {
            high = middle;
        }
    }
    let entry = entry(low);
    let past = ordinal.wrapping_sub(W::offset(block, entry) as u32);
    Label {
        line: (W::offset(block, entry + W::OFFSET) as u32).wrapping_add(past),
        rule: (W::offset(block, entry + 2 * W::OFFSET) as u32).wrapping_add(past),
    }
}
