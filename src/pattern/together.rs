//! Many patterns with a star against one path, in time linear in both.
//!
//! The greatest value among the patterns that match is wanted. One by one they
//! take patterns times path, which is nothing in real groups, where a look or
//! two settles each. In groups made to hurt it is not. So that way has some
//! fuel. When it is spent, the patterns that are left are collected, and matched
//! together, chunk by chunk; a chunk has half as many octets again as the path.
//!
//! # One chunk
//!
//! All segments of its patterns become a trie in which each node knows the
//! longest other node that its text ends with ([`trie`]). One pass over the path
//! then visits, at each octet, the segments that end there. A rule waits at its
//! next segment. Where that ends, and began behind the rule's last one, the rule
//! moves on to wait at the segment after it, or has matched. So each segment is
//! found at its leftmost place. What a `$` demands is settled before: the path
//! ends with the last segment, and the others have to end in front of it.
//!
//! # Why each part is linear
//!
//! * A chunk is matched when it has more octets than the path, its rules' lines
//!   counted. So all passes together take a step for each octet of the rules,
//!   and the path once more.
//! * A pattern longer than half a chunk is matched by itself: that is linear in
//!   the path, which has less than twice as many octets as the pattern: no line is
//!   long enough for a pattern beyond half of the greatest chunk.
//! * The trie has a node for an octet at most. Sorting its segments compares
//!   their octets, a logarithm of times. Links are followed no more often than
//!   each segment has octets; in the pass, than the path has.
//! * A rule moves on once for each of its segments. It is met in vain only where
//!   its segment ends, but began before the rule came there: no more often than
//!   the segment has octets, or the prefix of the rule.
//! * Many segments at which no rule waits may end at one octet: `a`, `aa`, `aaa`
//!   and so on. They are passed over ([`lines`]): from one octet to the next no
//!   more is visited than a logarithm of lines, and 64 segments of a line at
//!   once.
//!
//! Nothing is hashed, so nothing can be made to collide. Memory follows the
//! chunk, and goes with the question.

mod lines;
#[cfg(test)]
mod tests;
mod trie;

use super::{matches, matches_floating, settle_end};
use crate::pattern::fuel::fuel;
use lines::Lines;
use trie::{Segment, Trie};

/// Fuel for patterns one by one: half a million instructions.
const ALONE: i64 = 1 << 14;

/// A chunk has half as many octets again as the path, but no fewer than these,
/// since each takes some time by itself, and no more than these. Larger ones
/// would take less time and more heap.
const LEAST: usize = if cfg!(fuzzing) { 64 } else { 1 << 10 };
const MOST: usize = 1 << 19;

/// Octets that a rule's line has at least beyond those of its pattern.
const LINE: usize = "allow:\n".len();

/// A pattern taken apart.
struct Rule {
    value: u64,
    tag: u32,
    /// The next one in the list it is in.
    next: u32,
    /// The segment it waits for, and the one behind its last.
    step: u32,
    past: u32,
    /// Where in the path the segment before ended.
    place: usize,
    /// Where in the path its last segment has to end at the latest.
    limit: usize,
}

/// The greatest value among patterns that match one path.
pub(crate) struct Together<'p> {
    path: &'p [u8],
    best: u64,
    tag: u32,
    /// What is left to match patterns one by one.
    fuel: i64,
    /// Octets that make a chunk, and those that this one has.
    capacity: usize,
    octets: usize,
    /// What the chunk's segments stand in.
    text: Vec<u8>,
    segments: Vec<Segment>,
    rules: Vec<Rule>,
}

impl<'p> Together<'p> {
    /// Only values above `best` are of interest.
    pub(crate) fn new(path: &'p [u8], best: u64) -> Self {
        let capacity = path.len() + path.len() / 2;
        Self::sized(path, best, fuel(ALONE), capacity.clamp(LEAST, MOST))
    }

    fn sized(path: &'p [u8], best: u64, fuel: i64, capacity: usize) -> Self {
        Together {
            path,
            best,
            tag: 0,
            fuel,
            capacity,
            octets: 0,
            text: Vec::new(),
            segments: Vec::new(),
            rules: Vec::new(),
        }
    }

    /// A value whose pattern is known to match.
    #[inline(always)]
    pub(crate) fn raise(&mut self, value: u64, tag: u32) {
        if value > self.best {
            (self.best, self.tag) = (value, tag);
        }
    }

    /// A value and its (normalised) pattern. The tag is told with the greatest
    /// value.
    pub(crate) fn add(&mut self, pattern: &[u8], value: u64, tag: u32) {
        if value <= self.best {
            return;
        }
        let Some(star) = memchr::memchr(b'*', pattern) else {
            if matches(pattern, self.path) {
                self.raise(value, tag);
            }
            return;
        };
        let Some(rest) = self.path.strip_prefix(&pattern[..star]) else {
            return;
        };
        let floating = &pattern[star + 1..];
        if self.fuel > 0 || pattern.len() > self.capacity / 2 {
            if matches_floating(floating, rest, &mut self.fuel) {
                self.raise(value, tag);
            }
            return;
        }
        self.collect(floating, rest, value, tag);
        if self.octets >= self.capacity {
            self.run();
        }
    }

    /// Takes apart what stands behind the first star; `rest` is the path that
    /// it may match.
    fn collect(&mut self, floating: &[u8], rest: &[u8], value: u64, tag: u32) {
        let Some((steps, before)) = settle_end(floating, rest) else {
            return;
        };
        let first = self.segments.len();
        let (mut needed, mut at) = (0, 0);
        while let Some(octets @ [_, ..]) = steps.get(at..) {
            let star = octets.iter().position(|octet| *octet == b'*');
            let len = star.unwrap_or(octets.len());
            if len > 0 {
                let index = self.segments.len();
                let start = self.text.len() + at;
                self.segments.push(Segment::new(octets, len, start, index));
            }
            needed += len;
            at += len + 1;
        }
        if needed == 0 {
            self.raise(value, tag);
        } else if needed > before.len() {
            self.segments.truncate(first);
        } else {
            let place = self.path.len() - rest.len();
            self.text.extend_from_slice(steps);
            self.octets += place + 1 + floating.len() + LINE;
            self.rules.push(Rule {
                value,
                tag,
                next: Rule::NONE,
                step: first as u32,
                past: self.segments.len() as u32,
                place,
                limit: place + before.len(),
            });
        }
    }

    /// The greatest value, and its tag.
    pub(crate) fn best(&mut self) -> (u64, u32) {
        if !self.rules.is_empty() {
            self.run();
        }
        (self.best, self.tag)
    }

    /// Forgets all values, but not the fuel they took.
    pub(crate) fn clear(&mut self) {
        (self.best, self.tag) = (0, 0);
        self.drop_chunk();
    }

    fn drop_chunk(&mut self) {
        self.octets = 0;
        self.text.clear();
        self.segments.clear();
        self.rules.clear();
    }

    /// Matches the rules of the chunk, and drops them.
    #[inline(never)]
    fn run(&mut self) {
        Segment::sort(&mut self.segments, &self.text);
        let trie = Trie::new(&self.text, &self.segments);
        let mut lines = Lines::new(&trie);
        for index in 0..self.rules.len() {
            lines.wait(index as u32, &mut self.rules);
        }
        let mut left = self.rules.len();
        let mut node = 0;
        for (index, octet) in self.path.iter().enumerate() {
            node = trie.next(node, *octet);
            let mut place = lines.place_of(trie.end_of(node));
            while let Some(list) = lines.take(&mut place) {
                left -= self.meet(list.first, list.len as usize, index + 1, &mut lines);
            }
            if left == 0 {
                break;
            }
        }
        self.drop_chunk();
    }

    /// The segment that a list of rules waited for has so many octets and ends
    /// at `end`. They move on; tells how many wait no more.
    fn meet(&mut self, first: u32, len: usize, end: usize, lines: &mut Lines<'_>) -> usize {
        let mut gone = 0;
        let mut next = first;
        while next != Rule::NONE {
            let index = next;
            let rule = &mut self.rules[index as usize];
            next = rule.next;
            if end - len >= rule.place {
                rule.step += 1;
                rule.place = end;
            }
            let may_match = rule.place <= rule.limit && rule.value > self.best;
            if may_match && rule.step < rule.past {
                lines.wait(index, &mut self.rules);
                continue;
            }
            if may_match {
                (self.best, self.tag) = (rule.value, rule.tag);
            }
            gone += 1;
        }
        gone
    }
}

impl Rule {
    /// No rule: the end of a list.
    const NONE: u32 = u32::MAX;
}
