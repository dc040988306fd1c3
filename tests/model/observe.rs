//! What the library says, held against what may be known.

use robots::access::Decision;

use crate::Choices;
use crate::cached::Perhaps;
use crate::known::View;
use crate::rules::{Answers, all};

/// Those that agree with what the library says.
pub fn agreeing(
    perhaps: &Perhaps,
    decision: &Decision,
    answers: &Answers,
    now: u64,
    choices: &Choices,
) -> Perhaps {
    let wait = u64::from(decision.wait);
    let mut agreeing = Perhaps::new();
    for known in perhaps {
        let known = match known {
            Some(known) => match known.narrow(now, wait, choices) {
                None => continue,
                narrowed => narrowed,
            },
            None => None,
        };
        let view = View::of(known.as_ref(), now, choices);
        let expected = (view.access, view.basis, view.cause, view.status, view.due);
        let Decision {
            access,
            basis,
            cause,
            status,
            ..
        } = *decision;
        let agrees = (access, basis, cause, status, wait == 0) == expected;
        if agrees && view.answers == *answers && !agreeing.contains(&known) {
            agreeing.push(known);
        }
    }
    agreeing
}

/// Is there a crawler and a path that `perhaps` refuses in any case and the
/// library allows?
pub fn false_allow(perhaps: &Perhaps, answers: &Answers, now: u64, choices: &Choices) -> bool {
    let mut may = all(false);
    for known in perhaps {
        let view = View::of(known.as_ref(), now, choices);
        for (may, granted) in may.iter_mut().flatten().zip(view.answers.iter().flatten()) {
            *may |= granted;
        }
    }
    let pairs = answers.iter().flatten().zip(may.iter().flatten());
    pairs.into_iter().any(|(allowed, may)| *allowed && !may)
}
