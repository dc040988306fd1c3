//! The block's layout: where what stands, and how it is read and written.
//!
//! All numbers are little endian; a place is counted from the start of the
//! block, so the block can be moved, stored and sent. A block is narrow (`u16`
//! places, `u32` values) or, where that does not reach, wide (`u32` and `u64`).
//!
//! ```text
//! header   flags u8 | version u8 | 0 u16 | stars u32 | labels u32 | top u32 | filter u64
//! root     a node
//! nodes    flags u8 | run length u8 | children u8 | run | [value] [end value]
//!          | first octets [children] | places [children]
//! stars    see stars.rs
//! labels   count | {ordinal, line, rule} [count]
//! ```

use super::{Label, Rule};

/// Header fields.
pub(super) const FLAGS: usize = 0;
pub(super) const VERSION: usize = 1;
pub(super) const STARS: usize = 4;
pub(super) const LABELS: usize = 8;
/// Greatest priority of a star rule.
pub(super) const TOP: usize = 12;
pub(super) const FILTER: usize = 16;
pub(super) const HEADER: usize = 24;

pub(super) const FLAG_WIDE: u8 = 1;
pub(super) const CURRENT_VERSION: u8 = 1;

/// Node flags.
pub(super) const NODE_VALUE: u8 = 1;
pub(super) const NODE_END_VALUE: u8 = 2;
/// Octets of a node before its run.
pub(super) const NODE_HEAD: usize = 3;

#[inline(always)]
pub(super) fn u16_at(block: &[u8], at: usize) -> u16 {
    match block.get(at..at + 2) {
        Some(&[a, b]) => u16::from_le_bytes([a, b]),
        _ => 0,
    }
}

#[inline(always)]
pub(super) fn u32_at(block: &[u8], at: usize) -> u32 {
    match block.get(at..at + 4) {
        Some(&[a, b, c, d]) => u32::from_le_bytes([a, b, c, d]),
        _ => 0,
    }
}

#[inline(always)]
pub(super) fn u64_at(block: &[u8], at: usize) -> u64 {
    match block.get(at..).and_then(|rest| rest.first_chunk()) {
        Some(octets) => u64::from_le_bytes(*octets),
        None => 0,
    }
}

/// Narrow or wide: how numbers of the block are stored.
pub(super) trait Width: Copy {
    /// Octets of a place.
    const PLACE: usize;
    /// Octets of a value.
    const VALUE: usize;

    fn place(block: &[u8], at: usize) -> usize;
    fn value(block: &[u8], at: usize) -> u64;
    fn push_place(out: &mut Vec<u8>, place: usize);
    fn put_place(out: &mut [u8], at: usize, place: usize);
    fn push_value(out: &mut Vec<u8>, value: u64);

    /// A rule as one number, so that the greatest number is the winner: the
    /// greatest priority, and of equal ones the first in the file. Never 0.
    fn pack(rule: &Rule<'_>) -> u64;
    fn priority(value: u64) -> u32;
    fn ordinal(value: u64) -> u32;
}

#[derive(Clone, Copy)]
pub(super) struct Narrow;

#[derive(Clone, Copy)]
pub(super) struct Wide;

impl Width for Narrow {
    const PLACE: usize = 2;
    const VALUE: usize = 4;

    #[inline(always)]
    fn place(block: &[u8], at: usize) -> usize {
        usize::from(u16_at(block, at))
    }

    #[inline(always)]
    fn value(block: &[u8], at: usize) -> u64 {
        u64::from(u32_at(block, at))
    }

    fn push_place(out: &mut Vec<u8>, place: usize) {
        out.extend_from_slice(&(place as u16).to_le_bytes());
    }

    fn put_place(out: &mut [u8], at: usize, place: usize) {
        out[at..at + 2].copy_from_slice(&(place as u16).to_le_bytes());
    }

    fn push_value(out: &mut Vec<u8>, value: u64) {
        out.extend_from_slice(&(value as u32).to_le_bytes());
    }

    fn pack(rule: &Rule<'_>) -> u64 {
        u64::from(rule.priority << 16 | (!rule.ordinal & 0xFFFF))
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
    const PLACE: usize = 4;
    const VALUE: usize = 8;

    #[inline(always)]
    fn place(block: &[u8], at: usize) -> usize {
        u32_at(block, at) as usize
    }

    #[inline(always)]
    fn value(block: &[u8], at: usize) -> u64 {
        u64_at(block, at)
    }

    fn push_place(out: &mut Vec<u8>, place: usize) {
        out.extend_from_slice(&(place as u32).to_le_bytes());
    }

    fn put_place(out: &mut [u8], at: usize, place: usize) {
        out[at..at + 4].copy_from_slice(&(place as u32).to_le_bytes());
    }

    fn push_value(out: &mut Vec<u8>, value: u64) {
        out.extend_from_slice(&value.to_le_bytes());
    }

    fn pack(rule: &Rule<'_>) -> u64 {
        u64::from(rule.priority) << 32 | u64::from(!rule.ordinal)
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

/// Writes the labels of the ordinals 0, 1, …: neighbours that count up
/// together, as the rules of one group mostly do, share an entry.
pub(super) fn push_labels<W: Width>(out: &mut Vec<u8>, labels: &[Label]) {
    let count_at = out.len();
    W::push_place(out, 0);
    let mut count = 0;
    let mut expected = None;
    for (ordinal, label) in labels.iter().enumerate() {
        if expected != Some(*label) {
            W::push_place(out, ordinal);
            W::push_place(out, label.line as usize);
            W::push_place(out, label.rule as usize);
            count += 1;
        }
        expected = Some(Label {
            line: label.line + 1,
            rule: label.rule + 1,
        });
    }
    W::put_place(out, count_at, count);
}

/// The label of an ordinal. Logarithmic in the number of entries.
pub(super) fn label<W: Width>(block: &[u8], ordinal: u32) -> Label {
    let at = u32_at(block, LABELS) as usize;
    let entry = |index: usize| at + W::PLACE * (1 + 3 * index);
    let mut low = 0;
    let mut high = W::place(block, at);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if W::place(block, entry(middle)) <= ordinal as usize {
            low = middle;
        } else {
            high = middle;
        }
    }
    let entry = entry(low);
    let past = ordinal.wrapping_sub(W::place(block, entry) as u32);
    Label {
        line: (W::place(block, entry + W::PLACE) as u32).wrapping_add(past),
        rule: (W::place(block, entry + 2 * W::PLACE) as u32).wrapping_add(past),
    }
}
