//! The rules that speak to one crawler: gathered, and compiled.

use super::Matcher;
use crate::Reason;
use crate::automaton::{self, Automaton, Label};
use crate::dialect::Dialect;
use crate::group::select::RawRule;
use crate::pattern::{can_match, normalize};

/// How rules become an automaton.
pub(super) type Build = fn(&[automaton::Rule<'_>], &[Label]) -> Automaton;

/// The integer that orders rules.
fn priority(octets: usize, allow: bool) -> u32 {
    (octets as u32) << 1 | u32::from(allow)
}

/// Gathers rules and compiles them.
pub(crate) struct Collector<'a> {
    dialect: &'a Dialect,
    rules: Vec<automaton::Rule<'a>>,
    labels: Vec<Label>,
    /// Normalised patterns, and which rules they belong to.
    scratch: Vec<u8>,
    in_scratch: Vec<(u32, std::ops::Range<usize>)>,
}

impl<'a> Collector<'a> {
    pub(crate) fn new(dialect: &'a Dialect) -> Self {
        Collector {
            dialect,
            // Nine files in ten have fewer rules; growing takes longer than
            // asking for a little too much for a moment.
            rules: Vec::with_capacity(64),
            labels: Vec::with_capacity(64),
            scratch: Vec::new(),
            in_scratch: Vec::new(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.rules.clear();
        self.labels.clear();
        self.scratch.clear();
        self.in_scratch.clear();
    }

    /// Adds a rule whose pattern is normalised.
    #[inline]
    pub(crate) fn push(&mut self, pattern: &'a [u8], allow: bool, line: u32, index: u32) {
        let plain = normalize::plain_len(pattern);
        self.push_normal(pattern, plain, allow, Label { line, rule: index });
    }

    /// Adds a rule whose pattern is as written.
    #[inline]
    pub(super) fn push_raw(&mut self, rule: &RawRule<'a>) {
        let pattern = rule.pattern;
        let label = Label {
            line: rule.line,
            rule: rule.index,
        };
        let plain = normalize::plain_len(pattern);
        if plain == pattern.len() && pattern.first() == Some(&b'/') {
            self.push_normal(pattern, plain, rule.allow, label);
        } else {
            self.push_special(pattern, plain, rule.allow, label);
        }
    }

    #[inline(always)]
    fn push_normal(&mut self, pattern: &'a [u8], plain: usize, allow: bool, label: Label) {
        if !self.is_rule(pattern) {
            return;
        }
        if allow && self.dialect.index_is_directory {
            self.push_directory_of_index(pattern);
        }
        self.add(pattern, plain, pattern.len(), allow, label);
    }

    /// Adds a rule whose pattern may have to be normalised.
    #[inline(never)]
    fn push_special(&mut self, pattern: &'a [u8], plain: usize, allow: bool, label: Label) {
        let start = self.scratch.len();
        let normal = normalize::normal_pattern(pattern, self.dialect, &mut self.scratch);
        if std::ptr::eq(normal, pattern) {
            return self.push_normal(pattern, plain, allow, label);
        }
        let end = self.scratch.len();
        if !self.is_rule(&self.scratch[start..end]) {
            return;
        }
        if allow && self.dialect.index_is_directory {
            let pattern = self.scratch[start..end].to_vec();
            self.push_directory_of_index(&pattern);
        }
        self.in_scratch.push((self.rules.len() as u32, start..end));
        self.add(b"", 0, end - start, allow, label);
    }

    fn is_rule(&self, pattern: &[u8]) -> bool {
        can_match(pattern) && (!pattern.is_empty() || self.dialect.empty_pattern_is_rule)
    }

    /// The reference reads an allow rule for `/x/index.htm…` as one for `/x/`
    /// as well, with the line of the former.
    fn push_directory_of_index(&mut self, pattern: &[u8]) {
        let Some(directory) = normalize::directory_of_index(pattern) else {
            return;
        };
        let start = self.scratch.len();
        self.scratch.extend_from_slice(directory);
        self.scratch.push(b'$');
        self.in_scratch
            .push((self.rules.len() as u32, start..self.scratch.len()));
        // The label is that of the rule that follows.
        self.rules.push(automaton::Rule {
            pattern: b"",
            priority: priority(directory.len() + 1, true),
            ordinal: self.labels.len() as u32,
            plain: 0,
        });
    }

    #[inline(always)]
    fn add(&mut self, pattern: &'a [u8], plain: usize, octets: usize, allow: bool, label: Label) {
        self.rules.push(automaton::Rule {
            pattern,
            priority: priority(octets, allow),
            ordinal: self.labels.len() as u32,
            plain: plain as u32,
        });
        self.labels.push(label);
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
        for (rule, range) in self.in_scratch {
            rules[rule as usize].pattern = &self.scratch[range];
        }
        Matcher {
            automaton: build(&rules, &self.labels),
            profile: self.dialect.profile,
            otherwise,
        }
    }
}
