//! What every form of a group must answer, in as few lines as possible. Slow:
//! exponential in the stars of a pattern.

use super::{Label, Rule};

/// The winner's priority and label: rules by priority, the first in the file
/// first among equals; the first that matches.
pub(super) fn find(rules: &[Rule<'_>], labels: &[Label], path: &[u8]) -> Option<(u32, Label)> {
    let mut rules = rules.to_vec();
    rules.sort_by_key(|rule| (std::cmp::Reverse(rule.priority), rule.ordinal));
    let winner = rules.iter().find(|rule| matches(rule.pattern, path))?;
    Some((winner.priority, labels[winner.ordinal as usize]))
}

/// RFC 9309 2.2.3, read aloud.
pub(super) fn matches(pattern: &[u8], path: &[u8]) -> bool {
    match pattern {
        [] => true,
        b"$" => path.is_empty(),
        [b'*', rest @ ..] => (0..=path.len()).any(|skip| matches(rest, &path[skip..])),
        [octet, rest @ ..] => path.first() == Some(octet) && matches(rest, &path[1..]),
    }
}
