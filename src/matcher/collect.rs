//! The rules that speak to one crawler: gathered, and compiled.

use std::ops::Range;

use super::Matcher;
use crate::Reason;
use crate::automaton::{self, Automaton, Label};
use crate::dialect::Dialect;
use crate::group::select::RawRule;
use crate::pattern::{can_match, normalize};

/// How rules become an automaton.
pub(super) type Build = fn(&[automaton::Rule<'_>], &[Label]) -> Automaton;

/// The integer that orders rules.
pub(super) fn priority(octets: usize, allow: bool) -> u32 {
    (octets as u32) << 1 | u32::from(allow)
}

/// Gathers rules and compiles them.
pub(crate) struct Collector<'a> {
    dialect: &'a Dialect,
    rules: Vec<automaton::Rule<'a>>,
    labels: Vec<Label>,
    /// Patterns that are matched in another form than they are written in.
    octets: Vec<u8>,
    /// Where in these octets the pattern of a rule stands.
    owned_patterns: Vec<(u32, Range<usize>)>,
}

impl<'a> Collector<'a> {
    pub(crate) fn new(dialect: &'a Dialect) -> Self {
        Collector {
            dialect,
            // Nine files in ten have fewer rules; growing takes longer than
            // asking for a little too much for a moment.
            rules: Vec::with_capacity(64),
            labels: Vec::with_capacity(64),
            octets: Vec::new(),
            owned_patterns: Vec::new(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.rules.clear();
        self.labels.clear();
        self.octets.clear();
        self.owned_patterns.clear();
    }

    /// Adds a rule whose pattern is as written, or in normal form already.
    #[inline(always)]
    pub(crate) fn push(&mut self, rule: &RawRule<'a>) {
        let pattern = rule.pattern;
        let plain = normalize::plain_len(pattern);
        let is_index = rule.allow && self.dialect.index_is_directory;
        if plain == pattern.len() && pattern.first() == Some(&b'/') && !is_index {
            self.add(pattern, plain, pattern.len(), rule.allow);
            self.label(rule);
        } else {
            self.push_slow(rule, plain);
        }
    }

    /// Adds a rule whose pattern may have to be normalised.
    #[inline(never)]
    fn push_slow(&mut self, rule: &RawRule<'a>, plain: usize) {
        let start = self.octets.len();
        let normal = normalize::normal_pattern(rule.pattern, self.dialect, &mut self.octets);
        if !can_match(normal) || normal.is_empty() && !self.dialect.empty_pattern_is_rule {
            return;
        }
        let is_index = rule.allow && self.dialect.index_is_directory;
        let directory = is_index.then(|| normalize::directory_of_index(normal));
        let is_as_written = std::ptr::eq(normal, rule.pattern);
        let end = self.octets.len();
        if let Some(directory) = directory.flatten() {
            self.octets.extend_from_slice(&directory);
            self.add_owned(end..self.octets.len(), true);
        }
        if is_as_written {
            self.add(rule.pattern, plain, rule.pattern.len(), rule.allow);
        } else {
            self.add_owned(start..end, rule.allow);
        }
        self.label(rule);
    }

    /// Adds a pattern of the rule whose label comes next.
    #[inline(always)]
    fn add(&mut self, pattern: &'a [u8], plain: usize, octets: usize, allow: bool) {
        self.rules.push(automaton::Rule {
            pattern,
            priority: priority(octets, allow),
            ordinal: self.labels.len() as u32,
            plain: plain as u32,
        });
    }

    fn add_owned(&mut self, range: Range<usize>, allow: bool) {
        let octets = range.len();
        self.owned_patterns.push((self.rules.len() as u32, range));
        self.add(b"", 0, octets, allow);
    }

    #[inline(always)]
    fn label(&mut self, rule: &RawRule<'a>) {
        self.labels.push(Label {
            line: rule.line,
            rule: rule.index,
        });
    }

    /// Compiles; `found` says whether any group speaks to the crawler.
    pub(crate) fn finish(self, found: bool) -> Matcher {
        self.finish_as(Automaton::new, found)
    }

    pub(super) fn finish_as(self, build: Build, found: bool) -> Matcher {
        let otherwise = if found {
            Reason::NoRule
        } else {
            Reason::NoGroup
        };
        let mut rules: Vec<automaton::Rule<'_>> = self.rules;
        for (rule, range) in self.owned_patterns {
            rules[rule as usize].pattern = &self.octets[range];
        }
        Matcher {
            automaton: build(&rules, &self.labels),
            profile: self.dialect.profile,
            otherwise,
        }
    }
}
