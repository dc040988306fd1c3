//! Takes a sound block apart and builds it anew.

use super::super::*;
use crate::automaton::{Label, Rule};

/// The rules that a sound block holds, as patterns and values.
fn rules_of<W: Width>(block: &[u8]) -> Vec<(Vec<u8>, u64)> {
    let mut rules = Vec::new();
    let mut pending = vec![(W::HEADER, b"/".to_vec())];
    while let Some((offset, mut text)) = pending.pop() {
        let node = Node::<W>::read(block, offset, text.len()).unwrap();
        text.extend_from_slice(node.run);
        for (value, end) in [(node.value, b'*'), (node.end_value, b'$')] {
            if value != 0 {
                rules.push(([&text[..], &[end]].concat(), value));
            }
        }
        for (index, first) in node.firsts.iter().enumerate() {
            pending.push((node.child(index), [&text[..], &[*first]].concat()));
        }
    }
    let stars = W::header(block).unwrap().stars;
    if stars != 0 {
        for (record, _) in stars::records::<W>(block, stars).unwrap() {
            let record = record.unwrap();
            let text = &block[record.text..record.text + record.len];
            rules.push((text.to_vec(), record.value));
        }
    }
    rules
}

/// The labels that a sound block holds, unless there are very many.
fn labels_of<W: Width>(block: &[u8]) -> Option<Vec<Label>> {
    let at = W::header(block).unwrap().labels;
    let field = |index: usize| W::offset(block, at + index * W::OFFSET);
    let mut labels: Vec<Label> = Vec::new();
    for entry in 0..field(0) {
        let [ordinal, line, rule] = [1, 2, 3].map(|index| field(3 * entry + index));
        if ordinal > 1000 {
            return None;
        }
        while labels.len() < ordinal {
            let last = labels.last().unwrap();
            labels.push(Label {
                line: last.line + 1,
                rule: last.rule + 1,
            });
        }
        labels.push(Label {
            line: line as u32,
            rule: rule as u32,
        });
    }
    Some(labels)
}

/// Takes a sound block apart, builds it anew, and compares.
pub(super) fn is_rebuilt<W: Width>(block: &[u8]) -> bool {
    let parts = rules_of::<W>(block);
    let rules: Vec<Rule<'_>> = parts
        .iter()
        .map(|(pattern, value)| Rule {
            pattern,
            priority: W::priority(*value),
            ordinal: W::ordinal(*value),
            plain: 0,
        })
        .collect();
    // Only the last label says whether a block is narrow.
    let far = if W::OFFSET == Wide::OFFSET { 70_000 } else { 1 };
    let last = [Label {
        line: far,
        rule: far,
    }];
    let again = build::build(&rules, &last);
    let at = W::header(block).unwrap().labels;
    let Some(labels) = labels_of::<W>(block) else {
        return again[..at] == block[..at];
    };
    let mut again = again[..at].to_vec();
    push_labels::<W>(&mut again, &labels);
    again == block
}
