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
//! on those that the library chose; it fails when none is left.
//!
//! Exact:
//! - **What is refused is refused**: verdicts, the access, and the basis where
//!   it is one of `NotFetched`, `Fresh`, `Unavailable`, `Forbidden`, `Expired`,
//!   `ClockBack`. `FALSE ALLOW` marks what no reading allows.
//! - What each status and `Location` leads to, the URL asked for next, the hops.
//! - Fresh times from well-formed fields: the lifetime, a day at most, less age.
//! - The validators of each request, and which 304 is believed.
//! - Whose rules an attempt may change: its own origin's, and the target's only
//!   if exactly that URL was asked and nothing fresh is known of it.
//! - `Retry-After` of 429 and 503 is waited for; the first wait without it is a
//!   minute, from the eighth failure in a row on an hour.
//! - Who gets a ticket, who waits and until when; what comes back from bytes.
//! - A file that is read and does not fit refuses, and is no failure.
//!
//! Between bounds, or one of several:
//! - the waits from the second failure to the seventh: a minute at least, and at
//!   most a minute doubled with each; the wait after a file that does not fit;
//! - `Retry-After` of other statuses, or as a date beside another `Date`;
//! - malformed and contradicting fields: from the least fresh time to the most
//!   that they can mean;
//! - a copy over 30 days old before the outage is as long: obeyed or refused;
//! - when a long outage opens a site without a copy: never before four failures
//!   spread over 30 days, of which no gap counts for more than half; surely when
//!   no gap of the 30 days is over five days;
//! - a 304 with a weak tag of the same name, or after redirects that the client
//!   followed; more than five of these that end without a file;
//! - a ticket whose origin was removed or imported meanwhile: it counts for what
//!   is known now, or not at all, and never brings back what it began with;
//! - leases while the clock stands before their beginning;
//! - what many other origins push out; that an attempt is to wait stays known.
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
    Default,
    Open,
    Refuse,
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
