//! The dense form: all patterns of a group as one deterministic automaton with
//! a row of successors for each state, on request, through `regex-automata`.
//!
//! # How it is made
//!
//! The patterns are put into a trie in which a star is an edge like any other,
//! to a node that any octet leads back to. The trie is handed over node by node
//! as the nondeterministic automaton, so that rules with a common beginning
//! share it; one chain a rule costs 36 times more to make deterministic where
//! rules are many. Only the greatest rule that ends at a node counts there, and
//! these winners are numbered so that the greater number wins. In the table
//! each match state stands for the greatest of its winners.
//!
//! The best winner so far is kept beside the state, never in it: within the
//! state it would multiply the outcomes of the literal rules by the states of
//! the star rules (one group with 100 star rules: 435 states, or 21,307).
//! Octets that no pattern tells apart share a column. The table is not minimised,
//! which takes five times as long and hardly saves a state.
//!
//! # Why this is not the form of every group
//!
//! A state must remember how far each star rule has come, all at once. Rules
//! such as `/*a*b` and `/*c*d` make four such memories, a third rule eight, and
//! neither another order of building nor pruning cures it. Of the `*` groups of real files
//! 1.1 to 2.5 % pass 16,000 states. One group of 40 rules, as shops have it,
//! takes 34,719 states, 9.2 MB and 2.4 seconds; as a block it takes 1,283
//! octets and about a microsecond. One of 25 rules and 328 octets passes 100,000
//! states in every variant tried. And a limit is noticed only when it is hit: at
//! 64 MB after up to 25 seconds.
//!
//! So both the table and the memory for making it stop at [`LIMIT`], which
//! keeps the time in the milliseconds (a group made to take long: 0.2 s), and a
//! group that hits it keeps its block. Measured over the 20,114 distinct groups
//! of 17,713 real files, 83 % fit. Of the 14,023 distinct `*` groups 81 % do,
//! and of those with a star 73 %; at the median they take 25 kB instead of 232
//! octets, and 0.3 ms instead of 3 microseconds from body to matcher. Groups
//! that do not fit cost 4 ms at the median before that is known.
//!
//! Checks of 658 sites with their own URLs, both forms in turn in one run, time
//! of the dense form over that of the block: median of the sites 1.17, a tenth
//! of them below 0.57, a tenth above 2.0, and 1.3 over all URLs; a third of the
//! sites gain. Groups without stars are even (1.08 over all URLs): both forms
//! leave a path after a few octets. With stars the table pays one look-up for
//! every octet of the path, each waiting for the one before, while the block
//! looks at sixteen octets at a time; so it wins where the index of the block
//! hits often, and on short paths.
//!
//! It also serves as the oracle of the tests: it shares no code with the block.

use std::cmp::Reverse;
use std::collections::HashMap;

use regex_automata::dfa::{Automaton as _, StartKind, dense};
use regex_automata::nfa::thompson::{Builder, NFA, Transition};
use regex_automata::util::look::Look;
use regex_automata::util::primitives::StateID;
use regex_automata::{Anchored, MatchKind};

use super::{Found, Label, NotNormal, Rule};
use crate::pattern::{Pattern, normalize};

/// Octets that the table may take, and that building it may.
pub(super) const LIMIT: usize = 256_000;

/// A state has a row of at least four entries of four octets, and a node of
/// the trie nearly always a state of its own.
const MAX_NODES: usize = LIMIT / 16;

/// Immutable.
pub(super) struct Dense {
    dfa: dense::DFA<Vec<u32>>,
    start: StateID,
    /// Number of the match state that is first in the table.
    first: usize,
    /// For each state from there on: the greatest winner it stands for, counted
    /// from 1; 0 for none.
    best: Box<[u32]>,
    /// Rules that may win, the greatest last.
    winners: Box<[Found]>,
}

impl Dense {
    /// `None` where no rule can match or a limit is hit.
    pub(super) fn new(rules: &[Rule<'_>], labels: &[Label]) -> Option<Self> {
        let trie = Trie::new(rules)?;
        let winners = trie.winners(rules);
        let nfa = trie.nfa(&winners)?;
        let config = dense::Config::new()
            .start_kind(StartKind::Anchored)
            .match_kind(MatchKind::All)
            .byte_classes(true)
            .minimize(false)
            .accelerate(false)
            .dfa_size_limit(Some(LIMIT))
            .determinize_size_limit(Some(LIMIT));
        let dfa = dense::Builder::new()
            .configure(config)
            .build_from_nfa(&nfa)
            .ok()?;
        let start = dfa.universal_start_state(Anchored::Yes)?;
        let states = match_states(&dfa, start);
        let first = *states.iter().map(|(number, _)| number).min()?;
        let last = *states.iter().map(|(number, _)| number).max()?;
        let mut best = vec![0; last - first + 1];
        for (number, winner) in states {
            best[number - first] = winner + 1;
        }
        let found = |rule: u32| {
            let rule = &rules[rule as usize];
            Found {
                priority: rule.priority,
                label: labels[rule.ordinal as usize],
            }
        };
        Some(Dense {
            dfa,
            start,
            first,
            best: best.into_boxed_slice(),
            winners: winners.iter().map(|(rule, _)| found(*rule)).collect(),
        })
    }

    /// The winner among the rules that match; see [`super::Automaton::find`].
    #[inline(never)]
    pub(super) fn find<const RAW_PATH: bool>(
        &self,
        path: &[u8],
    ) -> Result<Option<Found>, NotNormal> {
        let (best, octets) = self.walk(path);
        if RAW_PATH && normalize::special_within(path, octets) {
            return Err(NotNormal);
        }
        Ok(self.winners.get(best.wrapping_sub(1)).copied())
    }

    /// The greatest winner, counted from 1, or 0; and how many octets of the
    /// path had to be seen.
    #[inline(always)]
    fn walk(&self, path: &[u8]) -> (usize, usize) {
        let mut best = 0;
        let mut state = self.start;
        for (at, octet) in path.iter().enumerate() {
            state = self.dfa.next_state(state, *octet);
            if self.dfa.is_special_state(state) {
                if self.dfa.is_dead_state(state) {
                    return (best as usize, at + 1);
                }
                best = best.max(self.best_of(state));
            }
        }
        // A state tells of the matches that end before the octet that led to
        // it, so the last ones are told by the end of the path.
        state = self.dfa.next_eoi_state(state);
        if self.dfa.is_match_state(state) {
            best = best.max(self.best_of(state));
        }
        (best as usize, path.len())
    }

    #[inline(always)]
    fn best_of(&self, state: StateID) -> u32 {
        let number = state.as_usize() >> self.dfa.stride2();
        let best = self.best.get(number.wrapping_sub(self.first));
        best.copied().unwrap_or(0)
    }

    pub(super) fn memory_usage(&self) -> usize {
        self.dfa.memory_usage()
            + size_of_val(&*self.best)
            + size_of_val(&*self.winners)
            + size_of::<Self>()
    }
}

/// The match states that can be reached, and the greatest pattern of each.
fn match_states(dfa: &dense::DFA<Vec<u32>>, start: StateID) -> Vec<(usize, u32)> {
    let mut found = Vec::new();
    let mut seen = Vec::new();
    let mut pending = vec![start];
    while let Some(state) = pending.pop() {
        let number = state.as_usize() >> dfa.stride2();
        if seen.len() <= number {
            seen.resize(number + 1, false);
        }
        if std::mem::replace(&mut seen[number], true) {
            continue;
        }
        if dfa.is_match_state(state) {
            let patterns = 0..dfa.match_len(state);
            let greatest = patterns.map(|index| dfa.match_pattern(state, index)).max();
            found.extend(greatest.map(|pattern| (number, pattern.as_u32())));
        }
        for unit in dfa.byte_classes().representatives(..) {
            pending.push(match unit.as_u8() {
                Some(octet) => dfa.next_state(state, octet),
                None => dfa.next_eoi_state(state),
            });
        }
    }
    found
}

/// The patterns as a trie, in which a star is an edge like any other.
struct Trie {
    nodes: Vec<Node>,
}

#[derive(Default)]
struct Node {
    /// Sorted by octet.
    children: Vec<(u8, u32)>,
    /// The node behind a star, or 0.
    star: u32,
    /// This is a node behind a star: any octet leads back to it.
    floating: bool,
    /// The best rule whose pattern ends here, and that of those that want the
    /// end of the path.
    rule: Option<u32>,
    end_rule: Option<u32>,
}

impl Trie {
    /// `None` where it has too many nodes.
    fn new(rules: &[Rule<'_>]) -> Option<Self> {
        let mut trie = Trie {
            nodes: vec![Node::default()],
        };
        for (index, rule) in rules.iter().enumerate() {
            let (node, end) = trie.insert(rule.pattern)?;
            let slot = if end {
                &mut trie.nodes[node].end_rule
            } else {
                &mut trie.nodes[node].rule
            };
            let better = |than: &u32| key(rule) > key(&rules[*than as usize]);
            if slot.as_ref().is_none_or(better) {
                *slot = Some(index as u32);
            }
        }
        Some(trie)
    }

    /// Where a pattern ends, and whether it wants the end of the path there.
    fn insert(&mut self, pattern: &[u8]) -> Option<(usize, bool)> {
        let pattern = Pattern::parse(pattern);
        let mut node = 0;
        for octet in pattern.prefix() {
            node = self.step(node, *octet);
        }
        for (_, segment) in pattern.segments() {
            node = self.step(node, b'*');
            for octet in segment {
                node = self.step(node, *octet);
            }
        }
        (self.nodes.len() <= MAX_NODES).then_some((node, pattern.is_anchored()))
    }

    /// The node behind an octet or a star, made where there is none.
    fn step(&mut self, node: usize, octet: u8) -> usize {
        let floating = octet == b'*';
        let next = self.nodes.len() as u32;
        let here = &mut self.nodes[node];
        let child = if floating {
            if here.star == 0 {
                here.star = next;
            }
            here.star
        } else {
            let children = &mut here.children;
            let at = children.binary_search_by_key(&octet, |(octet, _)| *octet);
            let at = at.unwrap_or_else(|at| {
                children.insert(at, (octet, next));
                at
            });
            children[at].1
        };
        if child == next {
            self.nodes.push(Node {
                floating,
                ..Node::default()
            });
        }
        child as usize
    }

    /// The rules that stand in the trie, each with whether it wants the end of
    /// the path, the greatest last.
    fn winners(&self, rules: &[Rule<'_>]) -> Vec<(u32, bool)> {
        let mut winners = Vec::new();
        for node in &self.nodes {
            winners.extend(node.rule.map(|rule| (rule, false)));
            winners.extend(node.end_rule.map(|rule| (rule, true)));
        }
        winners.sort_unstable_by_key(|(rule, _)| key(&rules[*rule as usize]));
        winners
    }

    /// The trie as an automaton whose pattern `i` is the winner `i`. Children
    /// have greater numbers than their parents, so the last node comes first.
    fn nfa(&self, winners: &[(u32, bool)]) -> Option<NFA> {
        let mut builder = Builder::new();
        let mut matched = HashMap::new();
        for (rule, _) in winners {
            builder.start_pattern().ok()?;
            let state = builder.add_match().ok()?;
            builder.finish_pattern(state).ok()?;
            matched.insert(*rule, state);
        }
        let mut entries = vec![StateID::ZERO; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate().rev() {
            let union = builder.add_union(Vec::new()).ok()?;
            entries[index] = union;
            if node.floating {
                let any = Transition {
                    start: 0,
                    end: 255,
                    next: union,
                };
                let any = builder.add_range(any).ok()?;
                builder.patch(union, any).ok()?;
            }
            if node.star != 0 {
                builder.patch(union, entries[node.star as usize]).ok()?;
            }
            if !node.children.is_empty() {
                let transitions = node.children.iter().map(|(octet, child)| Transition {
                    start: *octet,
                    end: *octet,
                    next: entries[*child as usize],
                });
                let next = builder.add_sparse(transitions.collect()).ok()?;
                builder.patch(union, next).ok()?;
            }
            if let Some(rule) = node.rule {
                builder.patch(union, matched[&rule]).ok()?;
            }
            if let Some(rule) = node.end_rule {
                let end = builder.add_look(matched[&rule], Look::End).ok()?;
                builder.patch(union, end).ok()?;
            }
        }
        builder.build(entries[0], entries[0]).ok()
    }
}

/// What orders rules.
fn key(rule: &Rule<'_>) -> (u32, Reverse<u32>) {
    (rule.priority, Reverse(rule.ordinal))
}
