//! What every form of a group must answer, in as few lines as possible.

use super::{Label, Rule};
pub(super) use crate::spec::matches;

/// The winner's priority and label: rules by priority, the first in the file
/// first among equals; the first that matches.
pub(super) fn find(rules: &[Rule<'_>], labels: &[Label], path: &[u8]) -> Option<(u32, Label)> {
    let mut rules = rules.to_vec();
    rules.sort_by_key(|rule| (std::cmp::Reverse(rule.priority), rule.ordinal));
    let winner = rules.iter().find(|rule| matches(rule.pattern, path))?;
    Some((winner.priority, labels[winner.ordinal as usize]))
}
