//! What the library says, held against what may be known.

use robots::access::{Access, Decision};

use crate::Choices;
use crate::cached::Perhaps;
use crate::known::{Known, View};
use crate::rules::{Answers, all};

/// Those that agree with what the library says.
pub fn agreeing(
    perhaps: &Perhaps,
    decision: &Decision,
    answers: &Answers,
    now: u64,
    choices: &Choices,
) -> Perhaps {
    let agrees = |known: &Option<Known>| {
        let wait = u64::from(decision.wait);
        let known = match known {
            Some(known) => Some(known.narrow(now, wait)?),
            None if wait == 0 => None,
            None => return None,
        };
        let view = known
            .as_ref()
            .map_or_else(View::nothing, |known| known.view(now, choices));
        let granted = |grant: &(Access, Answers)| *grant == (decision.access, *answers);
        let granted = view.grants.iter().any(granted) && view.rests_on(decision.basis);
        (granted && view.due == (wait == 0)).then_some(known)
    };
    let mut agreeing = Perhaps::new();
    for known in perhaps.iter().filter_map(agrees) {
        if !agreeing.contains(&known) {
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
        let view = known
            .as_ref()
            .map_or_else(View::nothing, |known| known.view(now, choices));
        for (_, granted) in view.grants {
            for (may, granted) in may.iter_mut().flatten().zip(granted.iter().flatten()) {
                *may |= granted;
            }
        }
    }
    let pairs = answers.iter().flatten().zip(may.iter().flatten());
    pairs.into_iter().any(|(allowed, may)| *allowed && !may)
}
