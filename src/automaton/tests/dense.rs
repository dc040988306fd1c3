//! Which groups fit the dense form.

use super::super::Automaton;
use super::super::dense::LIMIT;
use super::{Forms, find};

#[test]
fn a_group_too_large_for_the_dense_form_keeps_the_default_form() {
    let patterns: Vec<String> = (0..40).map(|i| format!("/*x{i}*y{i}*z{i}")).collect();
    let group: Vec<(&[u8], bool)> = patterns.iter().map(|p| (p.as_bytes(), false)).collect();
    let forms = Forms::new(&group);
    assert!(forms.dense.is_none());
    let automaton = Automaton::new_dense(&forms.rules, &forms.labels);
    assert!(!automaton.is_dense());
    assert_eq!(automaton.memory_usage(), forms.narrow.memory_usage());
    let found = find(&automaton, b"/x7-y7-z7").expect("a rule matches");
    assert_eq!(found.label, forms.labels[7]);

    let few = Forms::new(&group[..2]);
    let automaton = Automaton::new_dense(&few.rules, &few.labels);
    assert!(automaton.is_dense());
    assert!(automaton.memory_usage() < 2 * LIMIT);
    assert_eq!(
        find(&automaton, b"/x1x0y0z0"),
        find(&few.narrow, b"/x1x0y0z0")
    );
}
