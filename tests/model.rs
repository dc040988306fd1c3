//! What a crawler may do after a sequence of fetches, read a second time from
//! RFC 9309 2.3 and 2.4, RFC 9110 and RFC 9111, and held against `Cache`.
//!
//! The model in `tests/model` shares nothing with the library but the names of
//! its enums: it has its own header fields, dates, redirect targets, freshness,
//! back-off, outages, leases and a matcher of prefixes. Random sequences (see
//! `events.rs`) happen to both; after each event every origin, crawler and path
//! is compared. A sequence that differs is made as short as it gets and told.
//!
//! Where several answers are in order the model keeps them all, and from then
//! on those that the library chose; it fails when none is left. `FALSE ALLOW`
//! marks what no reading allows.
//!
//! Exact:
//! - **Verdicts**, the access and its basis, the cause and status of the last
//!   attempt, and whether another is due.
//! - What each status and `Location` leads to, the URL asked for next, the hops.
//! - The validators of each request, and which 304 is believed: one that names no
//!   tag or that of the copy, at the URL the copy came from, after a request that
//!   offered it. Any other 304 costs the copy its validators.
//! - Fresh times from well-formed fields: the lifetime, a day at most, less age.
//! - The wait after a failure: `Retry-After`, or a minute doubled with each, up to
//!   an hour.
//! - Outages: the gaps of two days at most between two failures that are both the
//!   site's, less what the clock goes back; long after 30 days and four failures.
//! - Whose rules an attempt may change: its own origin's, and the target's only if
//!   the last redirect was written as that URL, it is due and nobody asks there.
//! - What a ticket changes that is handed in after others wrote or removed what it
//!   began with; what an import may replace.
//! - Who gets a ticket, who waits and until when; what comes back from bytes, and
//!   what it means to a crawler that chooses otherwise.
//! - Rules that do not fit refuse their crawler, are no failure, and have no
//!   validators.
//!
//! Between bounds, or one of several:
//! - `Retry-After` as a date beside another `Date`;
//! - malformed and contradicting fields: from the least fresh time to the most
//!   that they can mean;
//! - what many other origins push out: all of it, or the copy alone, and then the
//!   outage begins anew. That an attempt is to wait stays known.
#![cfg(feature = "cache")]

#[path = "model/attempt.rs"]
mod attempt;
#[path = "model/cached.rs"]
mod cached;
#[path = "model/events.rs"]
mod events;
#[path = "model/http.rs"]
mod http;
#[path = "model/known.rs"]
mod known;
#[path = "model/location.rs"]
mod location;
#[path = "model/observe.rs"]
mod observe;
#[path = "model/random.rs"]
mod random;
#[path = "model/rules.rs"]
mod rules;
#[path = "model/run.rs"]
mod run;
#[path = "model/saved.rs"]
mod saved;
#[path = "model/shrink.rs"]
mod shrink;
#[path = "model/span.rs"]
mod span;
#[path = "model/values.rs"]
mod values;

use events::Sequence;
use random::Random;
use run::Run;

const DAY: u64 = 24 * 60 * 60;
/// The least time an answer is used.
const FLOOR: u64 = 5 * 60;
/// The first wait after a failure, and the longest without `Retry-After`.
const LEAST_WAIT: u64 = 60;
const MOST_WAIT: u64 = 60 * 60;
/// How long a site must have been unreachable before anything may open.
const OUTAGE: u64 = 30 * DAY;
/// How long a ticket holds.
const LEASE: u64 = 120;
/// Enough for the origins and their rules, and not for the large body.
const BUDGET: usize = 64 << 10;
/// Fri, 15 Jan 2027 08:00:00 GMT.
const START: u64 = 1_800_000_000;

/// What the crawler chose.
#[derive(Clone, Copy, Debug)]
pub struct Choices {
    after: After,
    forbid: bool,
    five: bool,
    shared: bool,
    hops: u32,
}

/// What applies after a long outage.
#[derive(Clone, Copy, Debug, PartialEq)]
enum After {
    /// The last copy; without one everything is allowed.
    Default,
    Open,
    Refuse,
    /// The last copy; without one everything is refused.
    Keep,
}

impl Default for Choices {
    fn default() -> Choices {
        Choices {
            after: After::Default,
            forbid: false,
            five: false,
            shared: false,
            hops: 5,
        }
    }
}

/// 100,000 answers, or as many as ROBOTS_MODEL_ANSWERS says (`model.sh`).
#[test]
fn random_sequences() {
    let wanted = std::env::var("ROBOTS_MODEL_ANSWERS");
    let wanted: u64 = wanted.map_or(100_000, |text| text.parse().expect("a number of answers"));
    let (mut answers, mut seed, mut differ) = (0, 0, 0);
    while answers < wanted && differ < 10 {
        seed += 1;
        let sequence = Random::new(seed).sequence();
        let mut run = Run::new(&sequence.choices, false);
        let difference = run.play(&sequence);
        answers += run.answers;
        if difference.is_err() {
            differ += 1;
            println!("\n=== sequence {seed}, after {answers} answers");
            tell(&shrink::shrink(sequence));
        }
    }
    println!("{answers} answers, {seed} sequences, {differ} differ");
    assert_eq!(
        differ, 0,
        "see above; the model says why it expects what it does"
    );
}

/// Prints what happens in a sequence, up to where it differs.
fn tell(sequence: &Sequence) {
    let mut run = Run::new(&sequence.choices, true);
    let difference = run.play(sequence).expect_err("it differs");
    println!("{:?}", sequence.choices);
    for line in run.story.unwrap_or_default() {
        println!("{line}");
    }
    println!("*** {difference}");
}
