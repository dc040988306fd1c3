//! Rules with a star: an index by the rarest pair of octets, with fuel.
//!
//! A star rule can match only if each of its segments (the text between stars)
//! occurs in the path. Each rule is filed under one pair of neighbouring octets
//! of one segment: the pair that URLs have least often. One scan of the path
//! finds all filed pairs ([`super::teddy`]). Where a pair stands, the whole
//! segment is compared there, and only then the rule as a whole. A segment of one
//! octet is filed under that octet behind any other one.
//!
//! Most paths hit nothing, and the scan is all they cost. Against a group made
//! to hit everywhere the scan carries fuel; when it runs out, what could still
//! win is matched without the index ([`Together`]).
//!
//! The scan reports positions without saying which pair stands there, so the
//! pair is looked up in a hash table: slot `s` holds the records from `start[s]`
//! to `start[s + 1]`. Records of rules filed under a single octet stand before
//! the first slot.
//!
//! ```text
//! tables [64] | count | single-octet rules | slots u8, its logarithm
//! | starts [slots + 1] | pairs u16 [count] | records [count] | texts
//! ```

use super::frequency::FREQUENCY;
use super::layout::{StarRecord, Width};
use super::radix::same;
use super::teddy::{self, Candidates, ScanEnd};
use crate::pattern::fuel::fuel;
use crate::pattern::normalize;
use crate::pattern::{self, Pattern, Together};

/// Octets of a pattern that are looked at for its rarest pair.
const LOOK: usize = 4096;

const TABLES: usize = 64;

/// Flags of a record: the last segment ends the path; the filed segment is the
/// only one.
const ANCHORED: u8 = 1;
const SINGLE: u8 = 2;

/// A star rule taken apart.
pub(super) struct StarRule<'a> {
    text: &'a [u8],
    value: u64,
    prefix: usize,
    segment: usize,
    segment_len: usize,
    pair_at: usize,
    flags: u8,
    /// First octet in the low half.
    pair: u16,
    /// The first octet of the pair may be any.
    single_octet: bool,
}

impl<'a> StarRule<'a> {
    /// The pattern has a segment.
    pub(super) fn new(pattern: &Pattern<'a>, value: u64) -> Self {
        let prefix = pattern.prefix().len();
        let mut rule = StarRule {
            text: pattern.text(),
            value,
            prefix,
            segment: prefix,
            segment_len: 0,
            pair_at: 0,
            flags: u8::from(pattern.is_anchored()) * ANCHORED,
            pair: 0,
            single_octet: true,
        };
        let mut rarest = u32::MAX;
        let mut segments = 0;
        for (start, segment) in pattern.segments() {
            segments += 1;
            if start < prefix + LOOK || rarest == u32::MAX {
                rule.consider(start, segment, &mut rarest);
            }
        }
        if segments == 1 {
            rule.flags |= SINGLE;
        }
        rule
    }

    /// Files the rule under a pair of this segment if it is the rarest so far.
    fn consider(&mut self, start: usize, segment: &[u8], rarest: &mut u32) {
        let frequency = |octet: &u8| u32::from(FREQUENCY[usize::from(*octet)]);
        let mut file = |rarity: u32, at: usize, pair: u16, single_octet: bool| {
            if rarity < *rarest {
                *rarest = rarity;
                self.segment = start;
                self.segment_len = segment.len();
                self.pair_at = at;
                self.pair = pair;
                self.single_octet = single_octet;
            }
        };
        if let [octet] = segment {
            // Any pair is better than a single octet.
            return file(1 << 16 | frequency(octet), 0, u16::from(*octet) << 8, true);
        }
        for (at, pair) in segment.windows(2).take(LOOK).enumerate() {
            let rarity = frequency(&pair[0]) + frequency(&pair[1]);
            file(
                rarity,
                at + 1,
                u16::from_le_bytes([pair[0], pair[1]]),
                false,
            );
        }
    }
}

/// Slot of a pair in a hash table of `1 << bits` slots.
#[inline(always)]
fn slot(pair: u16, bits: u32) -> usize {
    (u32::from(pair).wrapping_mul(0x9E37_79B1) >> (32 - bits)) as usize
}

/// What the section's head says, and where its parts stand.
#[derive(Clone, Copy)]
struct Section<'a, W> {
    count: usize,
    singles: usize,
    bits: u32,
    starts: &'a [u8],
    pairs: &'a [[u8; 2]],
    records: usize,
    width: std::marker::PhantomData<W>,
}

impl<'a, W: Width> Section<'a, W> {
    const STARTS: usize = TABLES + 2 * W::OFFSET + 1;

    #[inline(always)]
    fn open(block: &'a [u8], at: usize) -> Option<Self> {
        let rest = block.get(at..)?;
        let count = W::offset(rest, TABLES);
        let singles = W::offset(rest, TABLES + W::OFFSET);
        let bits = u32::from(*rest.get(TABLES + 2 * W::OFFSET)?);
        let pairs = Self::STARTS + ((1usize << (bits & 31)) + 1) * W::OFFSET;
        let records = pairs + 2 * count;
        Some(Section {
            count,
            singles,
            bits,
            starts: rest.get(Self::STARTS..pairs)?,
            pairs: rest.get(pairs..records)?.as_chunks().0,
            records: at + records,
            width: std::marker::PhantomData,
        })
    }

    fn record(&self, block: &[u8], index: usize) -> Option<StarRecord> {
        W::record(block, self.records + index * W::RECORD)
    }
}

/// Writes the section of the star rules.
pub(super) fn push<W: Width>(out: &mut Vec<u8>, rules: &[StarRule<'_>]) {
    // Half as many slots as rules or more, so that a slot has few pairs.
    let bits = (rules.len() / 2)
        .max(2)
        .next_power_of_two()
        .trailing_zeros();
    // Numbers sort quicker than rules. From the top: bit 127 is 0 for rules under
    // a single octet, then slot, pair, priority (the greatest first), and index.
    let mut order: Vec<u128> = Vec::with_capacity(rules.len());
    order.extend(rules.iter().enumerate().map(|(index, rule)| {
        u128::from(!rule.single_octet) << 127
            | (slot(rule.pair, bits) as u128) << 80
            | u128::from(rule.pair) << 64
            | u128::from(!W::priority(rule.value)) << 32
            | index as u128
    }));
    order.sort_unstable();
    let rule_of = |entry: &u128| &rules[*entry as u32 as usize];
    let singles = order.partition_point(|entry| entry >> 127 == 0);
    let pair_of = |entry: &u128| (entry >> 64) as u16;
    let (single, pairs) = order.split_at(singles);
    out.extend_from_slice(&teddy::tables(
        single.iter().map(|entry| pair_of(entry).to_le_bytes()[1]),
        pairs.iter().map(pair_of).collect(),
    ));
    W::push_offset(out, order.len());
    W::push_offset(out, singles);
    out.push(bits as u8);
    // Where each slot begins, and where the last one ends.
    let mut index = singles;
    for number in 0..1u32 << bits {
        W::push_offset(out, index);
        while order
            .get(index)
            .is_some_and(|entry| (entry >> 80) as u32 == number)
        {
            index += 1;
        }
    }
    W::push_offset(out, index);
    for entry in &order {
        out.extend_from_slice(&pair_of(entry).to_le_bytes());
    }
    // The texts stand behind the last record, in the order of the records.
    let mut text_at = out.len() + order.len() * W::RECORD;
    for rule in order.iter().map(rule_of) {
        let record = StarRecord {
            value: rule.value,
            text: text_at,
            len: rule.text.len(),
            prefix: rule.prefix,
            segment: rule.segment,
            segment_len: rule.segment_len,
            pair_at: rule.pair_at,
            flags: rule.flags,
        };
        W::push_record(out, &record);
        text_at += rule.text.len();
    }
    for rule in order.iter().map(rule_of) {
        out.extend_from_slice(rule.text);
    }
}

/// Returns the greatest value among `best` and the star rules that match. With
/// `RAW_PATH`: `None` if anything in the path is not in normal form.
#[inline(always)]
pub(super) fn search<W: Width, const RAW_PATH: bool>(
    block: &[u8],
    at: usize,
    path: &[u8],
    best: u64,
) -> Option<u64> {
    let tables = block.get(at..)?.first_chunk::<TABLES>()?;
    let (seen, found) =
        teddy::scan::<RAW_PATH, _>(tables, path, || Verifier::<W>::new(block, at, path, best));
    match seen {
        ScanEnd::Normal => Some(found.unwrap_or(best)),
        ScanEnd::Special => None,
        ScanEnd::Stopped => search_each::<W, RAW_PATH>(block, at, path, found.unwrap_or(best)),
    }
}

/// Matches all star rules without the index, after the fuel has run out.
#[cold]
#[inline(never)]
fn search_each<W: Width, const RAW_PATH: bool>(
    block: &[u8],
    at: usize,
    path: &[u8],
    best: u64,
) -> Option<u64> {
    if RAW_PATH && normalize::first_special(path).is_some() {
        return None;
    }
    let section = Section::<W>::open(block, at)?;
    let mut together = Together::new(path, best);
    for record in (0..section.count).filter_map(|index| section.record(block, index)) {
        together.add(text_of(block, &record), record.value, 0);
    }
    Some(together.best().0)
}

/// Checks the positions that the scan reports: looks up which rules are filed
/// under the pair there, and matches these.
struct Verifier<'a, W> {
    block: &'a [u8],
    section: Section<'a, W>,
    path: &'a [u8],
    best: u64,
    fuel: i64,
    /// One bit for each of the first 256 rules: it was matched as a whole, and
    /// another occurrence of its pair cannot change the answer.
    decided: [u64; 4],
}

impl<'a, W: Width> Verifier<'a, W> {
    #[inline(always)]
    fn new(block: &'a [u8], at: usize, path: &'a [u8], best: u64) -> Self {
        // A block of our own making has a section there.
        let section = Section::open(block, at).unwrap_or(Section {
            count: 0,
            singles: 0,
            bits: 2,
            starts: &[],
            pairs: &[],
            records: 0,
            width: std::marker::PhantomData,
        });
        Verifier {
            block,
            section,
            path,
            best,
            fuel: fuel(256 + 16 * section.count.min(256) as i64),
            decided: [0; 4],
        }
    }
}

impl<W: Width> Candidates for Verifier<'_, W> {
    /// Takes a position at which the second octet of a pair may stand. Returns
    /// false where the fuel has run out.
    #[inline(always)]
    fn hit(&mut self, at: usize) -> bool {
        let Some(&second) = self.path.get(at) else {
            return true;
        };
        let first = self.path.get(at.wrapping_sub(1)).copied().unwrap_or(0);
        let pair = [first, second];
        let starts = slot(u16::from_le_bytes(pair), self.section.bits) * W::OFFSET;
        let from = W::offset(self.section.starts, starts);
        let to = W::offset(self.section.starts, starts + W::OFFSET);
        self.fuel -= 1 + self.section.singles as i64 / 8;
        if let Some(pairs) = self.section.pairs.get(from..to) {
            self.fuel -= pairs.len() as i64 / 8;
            for (index, filed) in pairs.iter().enumerate() {
                if *filed == pair && !self.consider(from + index, at) {
                    return false;
                }
            }
        }
        for index in 0..self.section.singles {
            let filed = self.section.pairs.get(index);
            if filed.is_some_and(|filed| filed[1] == second) && !self.consider(index, at) {
                return false;
            }
        }
        self.fuel >= 0
    }

    fn result(self) -> u64 {
        self.best
    }
}

impl<W: Width> Verifier<'_, W> {
    /// Matches a rule whose pair stands at `at`. Returns false where the fuel has
    /// run out.
    #[inline(always)]
    fn consider(&mut self, index: usize, at: usize) -> bool {
        let Some(record) = self.section.record(self.block, index) else {
            return true;
        };
        // A rule that cannot beat the best or is decided needs no look.
        let word = index / 64 % 4;
        let bit = 1 << (index % 64);
        let decided = self.decided[word] & bit != 0 && self.section.count <= 256;
        if record.value <= self.best || decided {
            return true;
        }
        self.fuel -= 1 + (record.segment_len / 64) as i64;
        let outcome = try_at(self.block, &record, self.path, at, &mut self.fuel);
        if let Outcome::Decided(matches) = outcome {
            self.decided[word] |= bit;
            if matches {
                self.best = record.value;
            }
        }
        self.fuel >= 0
    }
}

/// Returns the records of a section, each with the offset at which the texts
/// begin. Nothing is known of the records yet.
pub(super) fn records<W: Width>(
    block: &[u8],
    at: usize,
) -> Option<impl Iterator<Item = (Option<StarRecord>, usize)>> {
    let section = Section::<W>::open(block, at)?;
    let len = section.count.checked_mul(W::RECORD)?;
    let texts = section.records.checked_add(len)?;
    let fits = texts <= block.len();
    fits.then(|| (0..section.count).map(move |index| (section.record(block, index), texts)))
}

fn text_of<'a>(block: &'a [u8], record: &StarRecord) -> &'a [u8] {
    &block[record.text..record.text + record.len]
}

/// What an occurrence of its pair says of a rule.
enum Outcome {
    /// The segment does not stand here. It may stand elsewhere.
    NotHere,
    /// The rule was matched as a whole: does it match?
    Decided(bool),
}

/// Matches a rule, given that the second octet of its pair stands at `at`: first
/// the segment around the pair, then the prefix, then the rest.
#[inline(always)]
fn try_at(block: &[u8], record: &StarRecord, path: &[u8], at: usize, fuel: &mut i64) -> Outcome {
    let start = match at.checked_sub(record.pair_at) {
        Some(start) if start >= record.prefix => start,
        _ => return Outcome::NotHere,
    };
    let segment_len = record.segment_len;
    if !same(
        block,
        record.text + record.segment,
        path,
        start,
        segment_len,
    ) {
        return Outcome::NotHere;
    }
    // Every path begins with the slash.
    if record.prefix > 1 && !same(block, record.text, path, 0, record.prefix) {
        return Outcome::Decided(false);
    }
    if record.flags & SINGLE != 0 {
        if record.flags & ANCHORED == 0 {
            return Outcome::Decided(true);
        }
        // The segment stands before the end of the path, or at some later
        // place, where its pair will be found as well.
        return if start + segment_len == path.len() {
            Outcome::Decided(true)
        } else {
            Outcome::NotHere
        };
    }
    let rest = &text_of(block, record)[record.prefix + 1..];
    Outcome::Decided(pattern::matches_floating(
        rest,
        &path[record.prefix..],
        fuel,
    ))
}
