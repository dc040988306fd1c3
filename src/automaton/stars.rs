//! Rules with a star: an index by the rarest pair of octets, with fuel.
//!
//! A star rule can match only where each of its segments (the text between
//! stars) occurs. So each rule is filed under one pair of neighbouring octets
//! of one of its segments, the one that URLs have least often, and the path is
//! scanned once for all filed pairs ([`super::scan`]). Where one is found, the
//! whole segment is compared in place, and only then the rule as a whole.
//! Segments of one octet are filed under that octet and any second one.
//!
//! Most paths hit nothing, and the scan is all they cost. Against a group made
//! to hit everywhere the scan carries fuel; when it runs out, every rule that
//! could still win is matched once, greedily, which is linear in the path for
//! each of them.
//!
//! ```text
//! tables [64] | count | count of single-octet rules | bucket starts [9]
//! pairs u16 [count] | records {value, text, its length, length of the prefix,
//! segment start, its length, place of the pair in it and flags} [count] | texts
//! ```

use super::hardened::{self, Hardened};
use super::layout::Width;
use super::scan::{self, Tables};
use crate::pattern;

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

/// Flags beside the place of the pair.
const ANCHORED: usize = 1;
const SINGLE: usize = 2;
const FLAG_BITS: u32 = 2;

/// A star rule taken apart.
pub(super) struct StarRule<'a> {
    text: &'a [u8],
    pub(super) value: u64,
    prefix: usize,
    segment: usize,
    segment_len: usize,
    pair_at: usize,
    flags: usize,
    /// First octet in the low half.
    pair: u16,
    /// The second octet of the pair may be any.
    single_octet: bool,
}

impl<'a> StarRule<'a> {
    /// `text` has a star that something other than stars follows.
    pub(super) fn new(text: &'a [u8], value: u64) -> Self {
        let body = text.strip_suffix(b"$").unwrap_or(text);
        let prefix = memchr::memchr(b'*', text).unwrap_or(text.len());
        let mut rule = StarRule {
            text,
            value,
            prefix,
            segment: prefix,
            segment_len: 0,
            pair_at: 0,
            flags: usize::from(body.len() < text.len()) * ANCHORED,
            pair: 0,
            single_octet: true,
        };
        let mut rarest = u32::MAX;
        let mut segments = 0;
        let mut start = prefix;
        for segment in body[prefix..].split(|octet| *octet == b'*') {
            if !segment.is_empty() {
                segments += 1;
                if start < prefix + LOOK {
                    rule.consider(start, segment, &mut rarest);
                }
            }
            start += segment.len() + 1;
        }
        if segments == 1 && body.ends_with(&text[rule.segment..rule.segment + rule.segment_len]) {
            let end = rule.segment + rule.segment_len;
            if end == body.len() {
                rule.flags |= SINGLE;
            } else if rule.flags & ANCHORED == 0 {
                // Stars behind the only segment ask for nothing more.
                rule.flags |= SINGLE;
            }
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
            return file(1 << 16 | frequency(octet), 0, u16::from(*octet), true);
        }
        for (at, pair) in segment.array_windows::<2>().take(LOOK).enumerate() {
            let rarity = frequency(&pair[0]) + frequency(&pair[1]);
            file(rarity, at, u16::from_le_bytes(*pair), false);
        }
    }
}

/// Places in the section.
struct Section<W> {
    at: usize,
    count: usize,
    singles: usize,
    width: std::marker::PhantomData<W>,
}

impl<W: Width> Section<W> {
    const RECORD: usize = W::VALUE + 6 * W::PLACE;
    const STARTS: usize = TABLES + 2 * W::PLACE;
    const PAIRS: usize = Self::STARTS + (BUCKETS + 1) * W::PLACE;

    #[inline(always)]
    fn open(block: &[u8], at: usize) -> Self {
        Section {
            at,
            count: W::place(block, at + TABLES),
            singles: W::place(block, at + TABLES + W::PLACE),
            width: std::marker::PhantomData,
        }
    }

    #[inline(always)]
    fn bucket_start(&self, block: &[u8], bucket: usize) -> usize {
        W::place(block, self.at + Self::STARTS + bucket * W::PLACE)
    }

    #[inline(always)]
    fn pair(&self, block: &[u8], index: usize) -> u16 {
        super::layout::u16_at(block, self.at + Self::PAIRS + 2 * index)
    }

    #[inline(always)]
    fn record(&self, index: usize) -> usize {
        self.at + Self::PAIRS + 2 * self.count + index * Self::RECORD
    }
}

/// Writes the section.
pub(super) fn push<W: Width>(out: &mut Vec<u8>, mut rules: Vec<StarRule<'_>>) {
    rules.sort_unstable_by_key(|rule| {
        (!rule.single_octet, rule.pair, std::cmp::Reverse(rule.value))
    });
    let singles = rules.partition_point(|rule| rule.single_octet);
    let mut distinct = rules[singles..].chunk_by(|a, b| a.pair == b.pair).count();
    let mut tables: Tables = [0; 64];
    let mut starts = [rules.len(); BUCKETS + 1];
    starts[0] = 0;
    let mut bucket = 0;
    if singles > 0 {
        for rule in &rules[..singles] {
            scan::add_pair(&mut tables, 0, rule.pair as u8, None);
        }
        bucket = 1;
    }
    // Neighbours in order share halves, so they share a bucket.
    let mut index = singles;
    while index < rules.len() {
        starts[bucket] = index;
        let mut take = distinct.div_ceil(BUCKETS - bucket);
        distinct -= take;
        while take > 0 {
            let pair = rules[index].pair;
            let [first, second] = pair.to_le_bytes();
            scan::add_pair(&mut tables, bucket, first, Some(second));
            while rules.get(index).is_some_and(|rule| rule.pair == pair) {
                index += 1;
            }
            take -= 1;
        }
        bucket += 1;
    }
    out.extend_from_slice(&tables);
    W::push_place(out, rules.len());
    W::push_place(out, singles);
    for start in starts {
        W::push_place(out, start);
    }
    for rule in &rules {
        out.extend_from_slice(&rule.pair.to_le_bytes());
    }
    let mut text_at = out.len() + rules.len() * Section::<W>::RECORD;
    for rule in &rules {
        W::push_value(out, rule.value);
        W::push_place(out, text_at);
        W::push_place(out, rule.text.len());
        W::push_place(out, rule.prefix);
        W::push_place(out, rule.segment);
        W::push_place(out, rule.segment_len);
        W::push_place(out, rule.pair_at << FLAG_BITS | rule.flags);
        text_at += rule.text.len();
    }
    for rule in &rules {
        out.extend_from_slice(rule.text);
    }
}

/// Units of work a scan may spend before it is called off.
fn fuel(rules: usize) -> i64 {
    #[cfg(test)]
    if let Some(fuel) = super::tests::FUEL.get() {
        return fuel;
    }
    256 + 16 * rules as i64
}

/// The greatest value among `best` and the star rules that match. `hardened`
/// is made of the same rules.
#[inline(never)]
pub(super) fn search<W: Width>(
    block: &[u8],
    at: usize,
    hardened: Option<&Hardened>,
    path: &[u8],
    best: u64,
) -> u64 {
    let section = Section::<W>::open(block, at);
    let Some(tables) = block
        .get(at..)
        .and_then(|rest| rest.first_chunk::<TABLES>())
    else {
        return best;
    };
    let mut best = best;
    let mut fuel = fuel(section.count);
    let mut settled = [0u64; 4];
    scan::scan(tables, path, |place, mut buckets| {
        let second = path.get(place + 1).copied().unwrap_or(0);
        let pair = u16::from_le_bytes([path[place], second]);
        while buckets != 0 {
            let bucket = buckets.trailing_zeros() as usize;
            buckets &= buckets - 1;
            let mask = if bucket == 0 && section.singles > 0 {
                0xFF
            } else {
                0xFFFF
            };
            let from = section.bucket_start(block, bucket);
            let to = section.bucket_start(block, bucket + 1);
            fuel -= 1 + ((to - from) / 8) as i64;
            for index in from..to {
                if section.pair(block, index) != pair & mask {
                    continue;
                }
                let record = section.record(index);
                let value = W::value(block, record);
                let word = &mut settled[index / 64 % 4];
                let bit = 1 << (index % 64);
                if value <= best || (*word & bit != 0 && section.count <= 256) {
                    continue;
                }
                fuel -= 1;
                match try_at::<W>(block, record, path, place) {
                    Outcome::Elsewhere => {}
                    Outcome::Matches(matches) => {
                        *word |= bit;
                        fuel -= 8 + (path.len() / 32) as i64;
                        if matches {
                            best = value;
                        }
                    }
                }
            }
            if fuel < 0 {
                return false;
            }
        }
        true
    });
    match (fuel < 0, hardened) {
        (false, _) => best,
        (true, Some(hardened)) => hardened.search(path, best),
        (true, None) => match_each::<W>(block, &section, path, best),
    }
}

/// The form for hostile paths, where the group has enough star rules to need
/// one.
pub(super) fn harden<W: Width>(block: &[u8], at: usize) -> Option<Hardened> {
    let section = Section::<W>::open(block, at);
    if section.count < hardened::MIN_RULES {
        return None;
    }
    let rules = (0..section.count).map(|index| {
        let record = section.record(index);
        (text_of::<W>(block, record), W::value(block, record))
    });
    Hardened::new(rules)
}

fn text_of<W: Width>(block: &[u8], record: usize) -> &[u8] {
    let text = W::place(block, record + W::VALUE);
    let len = W::place(block, record + W::VALUE + W::PLACE);
    &block[text..text + len]
}

/// What a pair at some place of the path says of a rule.
enum Outcome {
    /// The segment does not stand here; it may elsewhere.
    Elsewhere,
    /// The rule was matched as a whole.
    Matches(bool),
}

/// The rule's pair stands at `place`. Does its segment, and does the rule
/// match?
#[inline(always)]
fn try_at<W: Width>(block: &[u8], record: usize, path: &[u8], place: usize) -> Outcome {
    let field = |index: usize| W::place(block, record + W::VALUE + index * W::PLACE);
    let (text, prefix, segment, segment_len) = (field(0), field(2), field(3), field(4));
    let (pair_at, flags) = (field(5) >> FLAG_BITS, field(5));
    let Some(start) = place.checked_sub(pair_at).filter(|start| *start >= prefix) else {
        return Outcome::Elsewhere;
    };
    let segment = &block[text + segment..text + segment + segment_len];
    if !path[start..].starts_with(segment) {
        return Outcome::Elsewhere;
    }
    if !path.starts_with(&block[text..text + prefix]) {
        return Outcome::Matches(false);
    }
    if flags & SINGLE != 0 {
        if flags & ANCHORED == 0 {
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
    let rest = &block[text + prefix + 1..text + field(1)];
    Outcome::Matches(pattern::matches_floating(rest, &path[prefix..]))
}

/// Matches every rule that could still win, once and as a whole.
#[cold]
fn match_each<W: Width>(block: &[u8], section: &Section<W>, path: &[u8], mut best: u64) -> u64 {
    for index in 0..section.count {
        let record = section.record(index);
        let value = W::value(block, record);
        if value > best && pattern::matches(text_of::<W>(block, record), path) {
            best = value;
        }
    }
    best
}
