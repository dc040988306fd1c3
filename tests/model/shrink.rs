//! Makes a sequence that differs as short as it gets.

use crate::events::{Event, Sequence, Step};
use crate::run::Run;
use crate::{After, Choices};

fn differs(sequence: &Sequence) -> bool {
    Run::new(&sequence.choices, false).play(sequence).is_err()
}

/// The shortest sequence found that differs, by leaving things out.
pub fn shrink(mut sequence: Sequence) -> Sequence {
    loop {
        let shorter = smaller(&sequence).into_iter().find(differs);
        match shorter {
            Some(shorter) => sequence = shorter,
            None => return sequence,
        }
    }
}

/// All sequences that say a little less.
fn smaller(sequence: &Sequence) -> Vec<Sequence> {
    let mut out = Vec::new();
    let with = |events: Vec<Event>| Sequence {
        events,
        ..sequence.clone()
    };
    let length = sequence.events.len();
    let mut run = length.next_power_of_two() / 2;
    while run > 0 {
        for start in (0..length).step_by(run) {
            let mut events = sequence.events.clone();
            events.drain(start..(start + run).min(length));
            out.push(with(events));
        }
        run /= 2;
    }
    for (at, event) in sequence.events.iter().enumerate() {
        for event in simpler(event) {
            let mut events = sequence.events.clone();
            events[at] = event;
            out.push(with(events));
        }
    }
    let Choices {
        after,
        forbid,
        five,
        shared,
        hops,
    } = sequence.choices;
    let plain = Choices::default();
    for (differs, choices) in [
        (
            after != After::Default,
            Choices {
                after: plain.after,
                ..sequence.choices
            },
        ),
        (
            forbid,
            Choices {
                forbid: false,
                ..sequence.choices
            },
        ),
        (
            five,
            Choices {
                five: false,
                ..sequence.choices
            },
        ),
        (
            shared,
            Choices {
                shared: false,
                ..sequence.choices
            },
        ),
        (
            hops != plain.hops,
            Choices {
                hops: plain.hops,
                ..sequence.choices
            },
        ),
    ] {
        if differs {
            out.push(Sequence {
                choices,
                ..sequence.clone()
            });
        }
    }
    out
}

fn simpler(event: &Event) -> Vec<Event> {
    match event {
        Event::Attempt {
            origin,
            refresh,
            between,
            steps,
            body,
            times,
            every,
        } => {
            let with = |steps, times| Event::Attempt {
                origin: *origin,
                refresh: *refresh,
                between: between.clone(),
                steps,
                body: *body,
                times,
                every: *every,
            };
            let mut out = Vec::new();
            if between.is_some() {
                out.push(Event::Attempt {
                    origin: *origin,
                    refresh: *refresh,
                    between: None,
                    steps: steps.clone(),
                    body: *body,
                    times: *times,
                    every: *every,
                });
            }
            for fewer in [1, times / 2, times.saturating_sub(1)] {
                if (1..*times).contains(&fewer) {
                    out.push(with(steps.clone(), fewer));
                }
            }
            for (at, step) in steps.iter().enumerate() {
                let mut fewer = steps.clone();
                fewer.remove(at);
                out.push(with(fewer, *times));
                for step in simpler_step(step) {
                    let mut steps = steps.clone();
                    steps[at] = step;
                    out.push(with(steps, *times));
                }
            }
            out
        }
        Event::Back { slot, step } => {
            let with = |step| Event::Back { slot: *slot, step };
            simpler_step(step).into_iter().map(with).collect()
        }
        _ => Vec::new(),
    }
}

fn simpler_step(step: &Step) -> Vec<Step> {
    let Step::Response(message) = step else {
        return Vec::new();
    };
    let mut out = Vec::new();
    for at in 0..message.fields.len() {
        let mut fewer = message.clone();
        fewer.fields.remove(at);
        out.push(Step::Response(fewer));
    }
    if message.wire {
        let mut plain = message.clone();
        plain.wire = false;
        out.push(Step::Response(plain));
    }
    out
}
