//! The path for groups with very many star rules and a path that hits all of
//! them: every segment of every rule in one Aho-Corasick automaton, and a
//! waiting list a segment.
//!
//! A rule waits at its next segment. When the segment ends at some place of
//! the path, every rule in its list that was not advanced to behind the
//! segment's start moves on to wait at the segment after it; a rule behind its
//! last segment has matched. The cost is the path, the occurrences of segments
//! in it, and the advances, of which each rule has at most as many as segments;
//! it is not rules times path, which is what matching each rule costs.
//!
//! Measured with rules that share the rarest pair, and a path of 2,000 octets
//! that has all their pairs but matches none: to match each rule takes 1.0 µs
//! a rule (2,000 rules 2.0 ms); with a change to waiting lists after
//! [`MIN_RULES`] of them 1.1 ms. They take about 110
//! octets a segment, so only groups with that many star rules carry them (fewer
//! than one in 250), and only a search that has used up its fuel, and still has
//! that many rules left that could match, enters them.

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};

/// Groups with fewer star rules are matched rule by rule.
pub(super) const MIN_RULES: usize = if cfg!(fuzzing) {
    3
} else if cfg!(test) {
    257
} else {
    1025
};

/// Rules with a longer segment are left out, and matched one by one. Otherwise
/// a few hundred segments that are suffixes of one another, and some long ones
/// of the same octet, would make an automaton of hundreds of megabytes: each
/// state lists every segment that ends there.
pub(super) const MAX_SEGMENT: usize = 16;

/// Groups whose distinct segments have more octets together are matched rule by
/// rule as well: building the automaton takes time quadratic in its states for
/// segments made to that end (22 s for a file of 360 kB without this limit).
const MAX_OCTETS: usize = 16_384;

/// Is a rule with this pattern among those that are searched together?
pub(super) fn takes(pattern: &[u8]) -> bool {
    let body = pattern.strip_suffix(b"$").unwrap_or(pattern);
    let mut parts = body.split(|octet| *octet == b'*').skip(1);
    parts.all(|segment| segment.len() <= MAX_SEGMENT)
}

/// One star rule: `prefix * segment * segment … [$]`.
struct StarRule {
    value: u64,
    /// Octets before the first star, in `prefixes`.
    prefix: std::ops::Range<u32>,
    /// Its segments, in `steps`.
    steps: std::ops::Range<u32>,
    /// Length of the last segment where it must end the path.
    anchored: Option<u32>,
}

/// Immutable; the waiting lists are made for each search.
pub(super) struct Hardened {
    segments: AhoCorasick,
    segment_lens: Box<[u32]>,
    rules: Box<[StarRule]>,
    prefixes: Box<[u8]>,
    /// Segment numbers, rule by rule.
    steps: Box<[u32]>,
}

/// End of a list.
const NONE: u32 = u32::MAX;

impl Hardened {
    /// `None` where the automaton would be too large; the caller then matches
    /// each rule.
    pub(super) fn new<'a>(patterns: impl Iterator<Item = (&'a [u8], u64)>) -> Option<Self> {
        let mut numbers = std::collections::HashMap::new();
        let mut texts: Vec<&[u8]> = Vec::new();
        let mut rules = Vec::new();
        let mut prefixes = Vec::new();
        let mut steps = Vec::new();
        for (pattern, value) in patterns.filter(|(pattern, _)| takes(pattern)) {
            let body = pattern.strip_suffix(b"$").unwrap_or(pattern);
            let mut parts = body.split(|octet| *octet == b'*');
            let prefix = parts.next().unwrap_or_default();
            let prefix_start = prefixes.len() as u32;
            prefixes.extend_from_slice(prefix);
            let first_step = steps.len() as u32;
            for segment in parts.filter(|segment| !segment.is_empty()) {
                let number = *numbers.entry(segment).or_insert_with(|| {
                    texts.push(segment);
                    texts.len() as u32 - 1
                });
                steps.push(number);
            }
            // A `$` behind a star asks for nothing.
            let anchored = body.len() < pattern.len() && body.last() != Some(&b'*');
            rules.push(StarRule {
                value,
                prefix: prefix_start..prefixes.len() as u32,
                steps: first_step..steps.len() as u32,
                anchored: anchored
                    .then(|| steps.last().map_or(0, |n| texts[*n as usize].len() as u32)),
            });
        }
        if texts.iter().map(|text| text.len()).sum::<usize>() > MAX_OCTETS {
            return None;
        }
        let segments = AhoCorasick::builder()
            .match_kind(MatchKind::Standard)
            .kind(Some(AhoCorasickKind::ContiguousNFA))
            .prefilter(false)
            .build(&texts)
            .ok()?;
        Some(Hardened {
            segments,
            segment_lens: texts.iter().map(|text| text.len() as u32).collect(),
            rules: rules.into_boxed_slice(),
            prefixes: prefixes.into_boxed_slice(),
            steps: steps.into_boxed_slice(),
        })
    }

    /// The greatest value among `best` and those of its rules that match.
    pub(super) fn search(&self, path: &[u8], mut best: u64) -> u64 {
        // Lists are linked through the rules; a rule is in one list at most.
        let mut heads = vec![NONE; self.segment_lens.len()];
        let mut next = vec![NONE; self.rules.len()];
        // How far each rule has got: the step it waits at, the place it is at.
        let mut state: Vec<(u32, u32)> = Vec::with_capacity(self.rules.len());
        for (index, rule) in self.rules.iter().enumerate() {
            state.push((rule.steps.start, rule.prefix.len() as u32));
            let prefix = &self.prefixes[rule.prefix.start as usize..rule.prefix.end as usize];
            if rule.value > best && path.starts_with(prefix) {
                let segment = self.steps[rule.steps.start as usize] as usize;
                next[index] = heads[segment];
                heads[segment] = index as u32;
            }
        }
        for found in self.segments.find_overlapping_iter(path) {
            let segment = found.pattern().as_usize();
            let mut index = std::mem::replace(&mut heads[segment], NONE);
            while index != NONE {
                let at = index as usize;
                index = std::mem::replace(&mut next[at], NONE);
                let rule = &self.rules[at];
                if rule.value <= best {
                    continue;
                }
                let (step, place) = &mut state[at];
                let is_last = *step + 1 == rule.steps.end;
                let fits = found.start() >= *place as usize
                    && !(is_last && rule.anchored.is_some() && found.end() < path.len());
                if fits && is_last {
                    best = rule.value;
                    continue;
                }
                if fits {
                    *step += 1;
                    *place = found.end() as u32;
                }
                // A rule that moved on to the same segment waits for a later
                // occurrence: this one began before where it stands.
                let segment = self.steps[*step as usize] as usize;
                next[at] = heads[segment];
                heads[segment] = at as u32;
            }
        }
        best
    }

    pub(super) fn memory_usage(&self) -> usize {
        self.segments.memory_usage()
            + size_of_val(&*self.segment_lens)
            + size_of_val(&*self.rules)
            + size_of_val(&*self.prefixes)
            + size_of_val(&*self.steps)
            + size_of::<Self>()
    }
}
