//! Which rules wait for which segment, and where the next one is that any rule
//! waits for, among those that end at an octet.
//!
//! The longest segment that another one ends with is its parent. That makes
//! them a tree, and all that end at an octet are the longest one and its
//! ancestors. The tree is cut into lines: each goes on to the child with the
//! most descendants. Whoever leaves a line upwards is among at most half of the
//! descendants of where he comes, so that a way up crosses a logarithm of lines.
//! In a line the segments stand one behind the other, a bit each.

use super::Rule;
use super::trie::{End, Trie};

/// Up to 64 segments of a line, the shortest first.
#[derive(Default)]
struct Word {
    /// Those that a rule waits for.
    waiting: u64,
    /// The place before the first one.
    above: u32,
    /// The first one's list.
    lists: u32,
}

/// The rules that wait for a segment.
#[derive(Clone, Copy)]
pub(super) struct List {
    /// Octets of the segment.
    pub(super) len: u32,
    /// The rules know which one is next.
    pub(super) first: u32,
}

pub(super) struct Lines<'t> {
    /// The first one has no segments.
    words: Vec<Word>,
    lists: Vec<List>,
    /// The place of each end: which bit of all words it is. The place of none
    /// is 0.
    places: Vec<u32>,
    /// Which end each segment is.
    steps: &'t [u32],
}

impl<'t> Lines<'t> {
    pub(super) fn new(trie: &'t Trie) -> Self {
        let ends = &trie.ends[..];
        // A parent comes before its children.
        let mut sizes = vec![1u32; ends.len()];
        for index in (1..ends.len()).rev() {
            sizes[ends[index].parent as usize] += sizes[index];
        }
        let mut heaviest = vec![0u32; ends.len()];
        for index in 1..ends.len() {
            let child = &mut heaviest[ends[index].parent as usize];
            if *child == 0 || sizes[index] > sizes[*child as usize] {
                *child = index as u32;
            }
        }
        let mut lines = Lines {
            words: vec![Word::default()],
            lists: Vec::with_capacity(ends.len()),
            places: vec![0; ends.len()],
            steps: &trie.steps,
        };
        for index in 1..ends.len() {
            if lines.places[index] == 0 {
                lines.push(index, ends, &heaviest);
            }
        }
        lines
    }

    /// Adds the line that begins with this end.
    fn push(&mut self, mut end: usize, ends: &[End], heaviest: &[u32]) {
        let mut above = self.places[ends[end].parent as usize];
        let mut bit = 0;
        while end != 0 {
            if bit == 0 {
                self.words.push(Word {
                    waiting: 0,
                    above,
                    lists: self.lists.len() as u32,
                });
            }
            above = (self.words.len() as u32 - 1) * 64 + bit;
            self.places[end] = above;
            self.lists.push(List {
                len: ends[end].len,
                first: Rule::NONE,
            });
            bit = (bit + 1) % 64;
            end = heaviest[end] as usize;
        }
    }

    #[inline(always)]
    pub(super) fn place_of(&self, end: u32) -> u32 {
        self.places[end as usize]
    }

    /// Puts a rule into the list of the segment it waits for.
    #[inline(always)]
    pub(super) fn wait(&mut self, index: u32, rules: &mut [Rule]) {
        let rule = &mut rules[index as usize];
        let place = self.place_of(self.steps[rule.step as usize]);
        let word = &mut self.words[place as usize / 64];
        word.waiting |= 1 << (place % 64);
        let list = &mut self.lists[(word.lists + place % 64) as usize];
        rule.next = std::mem::replace(&mut list.first, index);
    }

    /// Takes out the first list from a place upwards that has rules, and moves
    /// on to the place above it.
    #[inline(always)]
    pub(super) fn take(&mut self, place: &mut u32) -> Option<List> {
        while *place != 0 {
            let word = &mut self.words[*place as usize / 64];
            let bit = *place % 64;
            let waiting = word.waiting << (63 - bit);
            if waiting == 0 {
                *place = word.above;
                continue;
            }
            let nearest = bit - waiting.leading_zeros();
            word.waiting &= !(1 << nearest);
            *place = match nearest {
                0 => word.above,
                _ => *place - bit + nearest - 1,
            };
            let list = &mut self.lists[(word.lists + nearest) as usize];
            let first = std::mem::replace(&mut list.first, Rule::NONE);
            return Some(List { first, ..*list });
        }
        None
    }
}
