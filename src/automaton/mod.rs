//! Patterns with priorities, compiled into one block; a path, answered with
//! the greatest priority among the patterns that match it.
//!
//! # The question
//!
//! A crawler's group has rules such as
//!
//! ```text
//! disallow: /shop/            6 octets
//! allow:    /shop/open        10
//! disallow: /*?sort=          8
//! disallow: /*.pdf$           7
//! ```
//!
//! and RFC 9309 asks for the matching rule with the most octets, allow before
//! disallow on a tie. Matching rule by rule takes rules times path. Here one
//! pass over the path finds the winner.
//!
//! Precedence is made a number first: octets, then a bit for allow, then the
//! earlier line. "The greatest number among the matching rules" is the whole
//! of it, so nothing needs to be sorted by precedence or looked at in order,
//! and any part of the work may be skipped that cannot beat the best so far.
//!
//! # Literal rules: a trie, walked once
//!
//! Half of the groups of the web have no `*` at all but at the end of a
//! pattern, where it does nothing. A pattern without `*` is a prefix. Prefixes
//! make a trie; a path walks down the trie octet by octet until no edge fits,
//! and passes every prefix of itself on the way. Each node where a pattern ends
//! carries its number. Chains of nodes with one child are stored as one run of
//! octets, which makes the trie a *radix* trie ([`radix`]): still a
//! deterministic automaton, one state at a time, but with one node a rule
//! instead of one an octet. Most paths leave it after two or three octets.
//!
//! # Star rules: an index, and fuel
//!
//! A star can stand anywhere, so a deterministic automaton has to remember, in
//! its state, how far it has come in every star rule at once. With a few rules
//! the sets of such memories explode (see below). So a star rule is not in the
//! trie. It is filed under one pair of neighbouring octets that its text
//! between two stars has and that URLs seldom have (`?s`, `.p`), and one scan
//! of the path, sixteen octets at a time, finds all filed pairs ([`stars`],
//! [`teddy`]). Where one stands, the text around it is compared, then the rule.
//! Nearly every hit is a true occurrence of the text; most paths have none.
//!
//! A group can be made so that everything hits. The scan therefore carries
//! fuel, and when that runs out, the rules are matched without an index: one by
//! one as long as that is cheap, then all together ([`crate::pattern::Together`]).
//!
//! # Bounds
//!
//! The block is linear in the patterns for every input, and so is building it
//! but for one sort. A check is linear in the path; in groups made against it
//! it is linear in path and patterns together. Nothing is recursive, nothing
//! backtracks, and a check writes to no shared memory.
//!
//! # Why not one automaton for everything
//!
//! The union of all patterns of a group as one DFA would need no index and no
//! fuel. It was built and measured (and is there under the
//! feature `dense`):
//!
//! * One to two and a half in a hundred real groups pass 16,000 states, among
//!   them most large shops; one with 25 rules and 328 octets of patterns passes
//!   100,000. A limit on the file's size is no defence.
//! * A shop's 40 rules took 34,719 states, 9.2 MB and 2.4 s to build; as a
//!   block they take 1,283 octets.
//! * 83 in 100 distinct groups fit 256 kB. Those for `*` then take 25 kB
//!   instead of 232 octets, and 0.3 ms instead of 3 µs to build (medians), and
//!   a check takes 1.17 times as long: a table pays a look-up for every octet,
//!   each waiting for the one before, where the block looks at sixteen at once.
//!
//! So it is a choice for a few pinned sites, not a default. What was tried and
//! left: best-so-far inside the state (3 to 50 times the states), a lazy DFA
//! (mutable, a cache a thread, and thrashing on hostile groups), progress bits
//! beside an Aho-Corasick DFA (1.5 times the time, 5 times the memory), and
//! rules in order with a prefix filter (1.65 times the time).
//!
//! # The block
//!
//! One allocation holds header, nodes, star index and labels ([`layout`]).
//! Offsets are relative, so it can be stored and sent as it is. Over a thousand
//! popular hosts (36 rules on average) a block takes 315 octets at the median
//! and 854 on average, which is about what the patterns themselves take.

mod build;
mod debug;
#[cfg(feature = "dense")]
mod dense;
mod frequency;
mod layout;
mod node;
mod radix;
#[cfg(test)]
mod spec;
mod stars;
mod teddy;
#[cfg(test)]
mod tests;
mod validate;

#[cfg(feature = "dense")]
use std::sync::Arc;

use crate::pattern::normalize;
use layout::{FLAG_WIDE, Narrow, Wide, Width};

/// A normalised pattern and what it is worth.
#[derive(Clone, Copy)]
pub(crate) struct Rule<'a> {
    pub(crate) pattern: &'a [u8],
    /// The greatest one of all matching rules wins.
    pub(crate) priority: u32,
    /// Index of the rule's label. Of equal priorities the lower one wins.
    pub(crate) ordinal: u32,
    /// Length of a known wildcard-free prefix: a lower bound, 0 is always valid.
    /// It saves `build` a second search.
    pub(crate) plain: u32,
}

/// What the caller wants to know of the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Label {
    pub(crate) line: u32,
    pub(crate) rule: u32,
}

/// The winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) priority: u32,
    pub(crate) label: Label,
}

/// The path is not normalised, and its normal form might have another winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NotNormal;

/// One compiled group.
#[derive(Clone, Default)]
pub(crate) struct Automaton {
    block: Box<[u8]>,
    /// Asked before the block.
    #[cfg(feature = "dense")]
    dense: Option<Arc<dense::Dense>>,
}

impl Automaton {
    /// Compiles rules. `labels[rule.ordinal]` is the label of a rule, and labels
    /// ascend.
    pub(crate) fn new(rules: &[Rule<'_>], labels: &[Label]) -> Self {
        Automaton {
            block: build::build(rules, labels),
            #[cfg(feature = "dense")]
            dense: None,
        }
    }

    /// Compiles rules, and puts the dense form beside the block if that fits.
    #[cfg(feature = "dense")]
    pub(crate) fn new_dense(rules: &[Rule<'_>], labels: &[Label]) -> Self {
        let dense = dense::Dense::new(rules, labels).map(Arc::new);
        Automaton {
            dense,
            ..Self::new(rules, labels)
        }
    }

    #[cfg(feature = "dense")]
    pub(crate) fn is_dense(&self) -> bool {
        self.dense.is_some()
    }

    /// Returns the winner among the rules that match `path`, which begins with
    /// `/` and is normalised.
    ///
    /// With `RAW_PATH` the path need not be normalised. The answer is
    /// [`NotNormal`] if an octet that had a say would be another one in the
    /// normal form; the caller then normalises the path and asks again. Most
    /// paths leave the trie after a few octets, and nothing behind these is
    /// looked at.
    #[inline(always)]
    pub(crate) fn find<const RAW_PATH: bool>(
        &self,
        path: &[u8],
    ) -> Result<Option<Found>, NotNormal> {
        #[cfg(feature = "dense")]
        if let Some(dense) = &self.dense {
            return dense.find::<RAW_PATH>(path);
        }
        match self.block.first() {
            Some(flags) if flags & FLAG_WIDE == 0 => self.find_as::<Narrow, RAW_PATH>(path),
            Some(_) => self.find_wide::<RAW_PATH>(path),
            None if RAW_PATH && normalize::special_within(path, 2) => Err(NotNormal),
            None => Ok(None),
        }
    }

    #[inline(never)]
    fn find_wide<const RAW_PATH: bool>(&self, path: &[u8]) -> Result<Option<Found>, NotNormal> {
        self.find_as::<Wide, RAW_PATH>(path)
    }

    #[inline(always)]
    fn find_as<W: Width, const RAW_PATH: bool>(
        &self,
        path: &[u8],
    ) -> Result<Option<Found>, NotNormal> {
        let block = &*self.block;
        let Some(header) = W::header(block) else {
            return Ok(None);
        };
        let (mut best, octets) = radix::walk::<W>(block, header.filter, path);
        if header.stars != 0 {
            best =
                stars::search::<W, RAW_PATH>(block, header.stars, path, best).ok_or(NotNormal)?;
        } else if RAW_PATH && normalize::special_within(path, octets) {
            return Err(NotNormal);
        }
        if best == 0 {
            return Ok(None);
        }
        Ok(Some(Found {
            priority: W::priority(best),
            label: layout::label::<W>(block, header.labels, W::ordinal(best)),
        }))
    }

    pub(crate) fn memory_usage(&self) -> usize {
        let usage = self.block.len();
        #[cfg(feature = "dense")]
        let usage = usage + self.dense.as_ref().map_or(0, |dense| dense.memory_usage());
        usage
    }
}
