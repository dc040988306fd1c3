//! Rules with a star: an index by the rarest pair of octets, with fuel.
//!
//! A star rule can match only where each of its segments (the text between
//! stars) occurs. So each rule is filed under one pair of neighbouring octets
//! of one of its segments, the one that URLs have least often, and the path is
//! scanned once for all filed pairs ([`super::teddy`]). Where one is found, the
//! whole segment is compared in place, and only then the rule as a whole.
//! Segments of one octet are filed under that octet behind any other one.
//!
//! Most paths hit nothing, and the scan is all they cost. Against a group made
//! to hit everywhere the scan carries fuel; when it runs out, what could still
//! win is matched without the index ([`Together`]).
//!
//! Scanned with eight buckets, the pairs are looked up in a hash table: slot
//! `s` holds the records from `start[s]` to `start[s + 1]`. Records of rules
//! filed under a single octet stand before the first slot.
//!
//! ```text
//! tables [64] | count | single-octet rules | slots u8, its logarithm
//! | starts [slots + 1] | pairs u16 [count] | records [count] | texts
//! ```

use super::layout::{StarRecord, Width};
use super::radix::same;
use super::teddy::{self, Hits, Seen, Tables};
use crate::pattern::fuel::fuel;
use crate::pattern::normalize;
use crate::pattern::{self, Pattern, Together};

/// How often an octet occurs in real URL paths: 16 plus the binary logarithm
/// of its share (a letter `e`: 12, one of 16).
static FREQUENCY: [u8; 256] = {
    let rows: [&[u8; 16]; 6] = [
        b"\0\0\0\0\0\x08\x07\0\x01\x01\0\x05\x03\x0C\x09\x0C", // space to '/'
        b"\x0A\x0A\x09\x08\x08\x08\x08\x08\x09\x09\x04\x03\0\x08\0\x08",
        b"\0\x07\x07\x07\x07\x06\x06\x05\x06\x06\x04\x05\x06\x06\x06\x06",
        b"\x06\x04\x06\x07\x06\x05\x05\x05\x04\x03\x04\0\x02\0\0\x09",
        b"\0\x0C\x0A\x0B\x0B\x0C\x0A\x0A\x0B\x0C\x07\x09\x0B\x0B\x0C\x0C",
        b"\x0B\x06\x0C\x0C\x0C\x0A\x09\x09\x08\x09\x07\0\x03\0\x06\0",
    ];
    let mut table = [0; 256];
    let mut row = 0;
    while row < rows.len() {
        let mut column = 0;
        while column < 16 {
            table[32 + 16 * row + column] = rows[row][column];
            column += 1;
        }
        row += 1;
    }
    table
};

/// Octets of a pattern that are looked at for its rarest pair.
const LOOK: usize = 4096;

const BUCKETS: usize = 8;
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
    const STARTS: usize = TABLES + 2 * W::PLACE + 1;

    #[inline(always)]
    fn open(block: &'a [u8], at: usize) -> Option<Self> {
        let rest = block.get(at..)?;
        let count = W::place(rest, TABLES);
        let singles = W::place(rest, TABLES + W::PLACE);
        let bits = u32::from(*rest.get(TABLES + 2 * W::PLACE)?);
        let pairs = Self::STARTS + ((1usize << (bits & 31)) + 1) * W::PLACE;
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

/// Writes the section.
pub(super) fn push<W: Width>(out: &mut Vec<u8>, rules: &[StarRule<'_>]) {
    // Half as many slots as rules or more, so that a slot has few pairs.
    let bits = (rules.len() / 2)
        .max(2)
        .next_power_of_two()
        .trailing_zeros();
    // Single octets, then by slot and pair, the greatest priority first. Numbers
    // are quicker to sort than rules.
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
    out.extend_from_slice(&tables(&order, singles));
    W::push_place(out, order.len());
    W::push_place(out, singles);
    out.push(bits as u8);
    let mut index = singles;
    for number in 0..1u32 << bits {
        W::push_place(out, index);
        while order
            .get(index)
            .is_some_and(|entry| (entry >> 80) as u32 == number)
        {
            index += 1;
        }
    }
    W::push_place(out, index);
    for entry in &order {
        out.extend_from_slice(&((entry >> 64) as u16).to_le_bytes());
    }
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

/// Deals the pairs into buckets. Pairs in order share halves, and so they
/// should share a bucket.
fn tables(order: &[u128], singles: usize) -> Tables {
    let mut tables: Tables = [0; 64];
    let (single, pairs) = order.split_at(singles);
    for entry in single {
        teddy::add_pair(&mut tables, 0, None, (entry >> 72) as u8);
    }
    let first = usize::from(singles > 0);
    let mut pairs: Vec<u16> = pairs.iter().map(|entry| (entry >> 64) as u16).collect();
    pairs.sort_unstable();
    pairs.dedup();
    let each = pairs.len().div_ceil(BUCKETS - first).max(1);
    for (bucket, pairs) in pairs.chunks(each).enumerate() {
        for pair in pairs {
            let [first_octet, second] = pair.to_le_bytes();
            teddy::add_pair(&mut tables, first + bucket, Some(first_octet), second);
        }
    }
    tables
}

/// The greatest value among `best` and the star rules that match. Where `ASK`:
/// `None` if anything in the path is not in normal form.
#[inline(always)]
pub(super) fn search<W: Width, const ASK: bool>(
    block: &[u8],
    at: usize,
    path: &[u8],
    best: u64,
) -> Option<u64> {
    let tables = block.get(at..)?.first_chunk::<TABLES>()?;
    let (seen, found) =
        teddy::scan::<ASK, _>(tables, path, || Search::<W>::new(block, at, path, best));
    match seen {
        Seen::Normal => Some(found.unwrap_or(best)),
        Seen::Special => None,
        Seen::Stopped => search_each::<W, ASK>(block, at, path, found.unwrap_or(best)),
    }
}

/// The fuel has run out.
#[cold]
#[inline(never)]
fn search_each<W: Width, const ASK: bool>(
    block: &[u8],
    at: usize,
    path: &[u8],
    best: u64,
) -> Option<u64> {
    if ASK && normalize::first_special(path).is_some() {
        return None;
    }
    let section = Section::<W>::open(block, at)?;
    let mut together = Together::new(path, best);
    for record in (0..section.count).filter_map(|index| section.record(block, index)) {
        together.add(text_of(block, &record), record.value, 0);
    }
    Some(together.best().0)
}

struct Search<'a, W> {
    block: &'a [u8],
    section: Section<'a, W>,
    path: &'a [u8],
    best: u64,
    fuel: i64,
    /// Of the first 256 rules, those that need no second look.
    settled: [u64; 4],
}

impl<'a, W: Width> Search<'a, W> {
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
        Search {
            block,
            section,
            path,
            best,
            fuel: fuel(256 + 16 * section.count.min(256) as i64),
            settled: [0; 4],
        }
    }
}

impl<W: Width> Hits for Search<'_, W> {
    /// The second octet of a pair may stand at `place`. False where the fuel
    /// has run out.
    #[inline(always)]
    fn hit(&mut self, place: usize) -> bool {
        let Some(&second) = self.path.get(place) else {
            return true;
        };
        let first = self.path.get(place.wrapping_sub(1)).copied().unwrap_or(0);
        let pair = [first, second];
        let starts = slot(u16::from_le_bytes(pair), self.section.bits) * W::PLACE;
        let from = W::place(self.section.starts, starts);
        let to = W::place(self.section.starts, starts + W::PLACE);
        self.fuel -= 1 + self.section.singles as i64 / 8;
        if let Some(pairs) = self.section.pairs.get(from..to) {
            self.fuel -= pairs.len() as i64 / 8;
            for (index, filed) in pairs.iter().enumerate() {
                if *filed == pair && !self.consider(from + index, place) {
                    return false;
                }
            }
        }
        for index in 0..self.section.singles {
            let filed = self.section.pairs.get(index);
            if filed.is_some_and(|filed| filed[1] == second) && !self.consider(index, place) {
                return false;
            }
        }
        self.fuel >= 0
    }

    fn result(self) -> u64 {
        self.best
    }
}

impl<W: Width> Search<'_, W> {
    /// The pair of a rule stands at `place`. Does the rule match? False where
    /// the fuel has run out.
    #[inline(always)]
    fn consider(&mut self, index: usize, place: usize) -> bool {
        let Some(record) = self.section.record(self.block, index) else {
            return true;
        };
        let word = index / 64 % 4;
        let bit = 1 << (index % 64);
        let settled = self.settled[word] & bit != 0 && self.section.count <= 256;
        if record.value <= self.best || settled {
            return true;
        }
        self.fuel -= 1 + (record.segment_len / 64) as i64;
        let outcome = try_at(self.block, &record, self.path, place, &mut self.fuel);
        if let Outcome::Matches(matches) = outcome {
            self.settled[word] |= bit;
            if matches {
                self.best = record.value;
            }
        }
        self.fuel >= 0
    }
}

/// The records of a section, each with the place where the texts begin, of
/// which nothing is known yet.
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

/// What a pair at some place of the path says of a rule.
enum Outcome {
    /// The segment does not stand here; it may elsewhere.
    Elsewhere,
    /// The rule was matched as a whole.
    Matches(bool),
}

/// The second octet of the rule's pair stands at `place`. Does its segment
/// stand there, and does the rule match?
#[inline(always)]
fn try_at(block: &[u8], record: &StarRecord, path: &[u8], place: usize, fuel: &mut i64) -> Outcome {
    let start = match place.checked_sub(record.pair_at) {
        Some(start) if start >= record.prefix => start,
        _ => return Outcome::Elsewhere,
    };
    let segment_len = record.segment_len;
    if !same(
        block,
        record.text + record.segment,
        path,
        start,
        segment_len,
    ) {
        return Outcome::Elsewhere;
    }
    // Every path begins with the slash.
    if record.prefix > 1 && !same(block, record.text, path, 0, record.prefix) {
        return Outcome::Matches(false);
    }
    if record.flags & SINGLE != 0 {
        if record.flags & ANCHORED == 0 {
            return Outcome::Matches(true);
        }
        // The segment stands before the end of the path, or at some later
        // place that will be found as well.
        return if start + segment_len == path.len() {
            Outcome::Matches(true)
        } else {
            Outcome::Elsewhere
        };
    }
    let rest = &text_of(block, record)[record.prefix + 1..];
    Outcome::Matches(pattern::matches_floating(
        rest,
        &path[record.prefix..],
        fuel,
    ))
}
