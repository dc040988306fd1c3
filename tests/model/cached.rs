//! What is known of all origins, who is asking, and what an end of an attempt
//! may change.

use robots::access::{Cause, Decision};

use crate::attempt::{Attempt, Offer, Outcome};
use crate::known::{Body, Known, View};
use crate::observe::agreeing;
use crate::rules::Answers;
use crate::{Choices, LEASE};

/// The origins, each with an address of its own.
pub const ORIGINS: [&str; 3] = [
    "https://a.example",
    "https://b.example",
    "http://b.example:8080",
];

/// One of these is known of an origin.
pub type Perhaps = Vec<Option<Known>>;

pub fn robots_url(origin: usize) -> String {
    format!("{}/robots.txt", ORIGINS[origin])
}

/// The last ticket of one origin, by number; and when it was handed out.
#[derive(Clone, Copy, Debug)]
struct Lease {
    ticket: u64,
    since: u64,
    /// The earliest ticket that still counts, and since when: a site may be slower
    /// than its lease.
    earliest: u64,
    begun: u64,
}

/// A ticket that is out.
#[derive(Clone, Debug)]
pub struct Ticket {
    number: u64,
    pub origin: usize,
    pub attempt: Attempt,
}

/// What an answer may be.
#[derive(Clone, Debug, PartialEq)]
pub enum Turn {
    Hit,
    Fetch,
    /// Until this moment.
    Wait(u64),
}

#[derive(Clone, Debug)]
pub struct Model {
    pub choices: Choices,
    pub known: [Perhaps; ORIGINS.len()],
    leases: [Option<Lease>; ORIGINS.len()],
    /// All tickets that are out, oldest first.
    pub tickets: Vec<Ticket>,
    granted: u64,
}

impl Model {
    pub fn new(choices: Choices) -> Model {
        Model {
            choices,
            known: [vec![None], vec![None], vec![None]],
            leases: Default::default(),
            tickets: Vec::new(),
            granted: 0,
        }
    }

    fn view(&self, known: &Option<Known>, now: u64) -> View {
        View::of(known.as_ref(), now, &self.choices)
    }

    /// Takes what the library says of an origin, and keeps what agrees. False
    /// if nothing does.
    pub fn observe(
        &mut self,
        origin: usize,
        decision: &Decision,
        answers: &Answers,
        now: u64,
    ) -> bool {
        let choices = self.choices;
        self.known[origin] = agreeing(&self.known[origin], decision, answers, now, &choices);
        !self.known[origin].is_empty()
    }

    /// Until when somebody holds a ticket. A clock that is behind ends it no
    /// later than one that goes on.
    fn leased(&self, origin: usize, now: u64) -> Option<u64> {
        let lease = self.leases[origin].filter(|lease| now.abs_diff(lease.since) < LEASE);
        lease.map(|lease| lease.since + LEASE)
    }

    /// What a look-up may lead to.
    pub fn turns(&self, origin: usize, now: u64) -> Vec<Turn> {
        let leased = self.leased(origin, now);
        let turn = |known: &Option<Known>| {
            let view = self.view(known, now);
            match leased {
                _ if !view.due => Turn::Hit,
                None => Turn::Fetch,
                Some(_) if view.usable => Turn::Hit,
                Some(until) => Turn::Wait(until),
            }
        };
        self.known[origin].iter().map(turn).collect()
    }

    /// Is a ticket to be had although nothing is due?
    pub fn may_refresh(&self, origin: usize, now: u64) -> bool {
        self.leased(origin, now).is_none()
    }

    /// Takes what the ticket offers with its next request. False if nothing
    /// known leads to that.
    pub fn offer(&mut self, slot: usize, offer: &Offer) -> bool {
        let attempt = &mut self.tickets[slot].attempt;
        let mut agrees = attempt.offers().into_iter().map(|other| other == *offer);
        attempt.before.retain(|_| agrees.next() == Some(true));
        attempt.offer = offer.clone();
        !attempt.before.is_empty()
    }

    pub fn grant(&mut self, origin: usize, now: u64) {
        self.granted += 1;
        let slow = self.leases[origin].filter(|lease| now.abs_diff(lease.begun) < 8 * LEASE);
        let (earliest, begun) =
            slow.map_or((self.granted, now), |lease| (lease.earliest, lease.begun));
        self.leases[origin] = Some(Lease {
            ticket: self.granted,
            since: now,
            earliest,
            begun,
        });
        self.tickets.push(Ticket {
            number: self.granted,
            origin,
            attempt: Attempt::new(robots_url(origin), self.known[origin].clone()),
        });
    }

    /// The ticket goes. Does it count: was no later one handed in before, and is it
    /// neither void nor lost?
    fn release(&mut self, slot: usize) -> (Ticket, bool) {
        let ticket = self.tickets.remove(slot);
        let lease = &mut self.leases[ticket.origin];
        let Some(held) = lease
            .as_mut()
            .filter(|held| (held.earliest..=held.ticket).contains(&ticket.number))
        else {
            return (ticket, false);
        };
        if held.ticket == ticket.number {
            *lease = None;
        } else {
            held.earliest = ticket.number + 1;
            held.begun = held.since;
        }
        (ticket, true)
    }

    pub fn drop_ticket(&mut self, slot: usize) {
        self.release(slot);
    }

    /// Hands in a ticket. What its own answer may then be: that is also of rules
    /// that the cache cannot keep, and of what a void ticket found.
    pub fn finish(&mut self, slot: usize, body: Body, now: u64) -> Perhaps {
        let (ticket, counts) = self.release(slot);
        let outcome = ticket.attempt.outcome();
        let given = &ticket.attempt.before;
        let (mut next, mut own) = (Perhaps::new(), Perhaps::new());
        let record = |base: &Option<Known>, body| {
            let base = base.as_ref();
            Some(Known::record(base, &outcome, body, now, &self.choices))
        };
        for given in given {
            if !counts {
                own.push(record(given, body.whole()));
                continue;
            }
            for known in &self.known[ticket.origin] {
                let moment = |known: &Option<Known>| known.as_ref().map(|known| known.at);
                let other = known.is_some() && moment(known) != moment(given);
                let base = match other {
                    // It speaks of the copy that was offered.
                    true if outcome.cause == Cause::NotModified => given,
                    true => known,
                    // Either of them may have given up its copy.
                    false if known.as_ref().is_some_and(|known| known.copy.is_some()) => known,
                    false => given,
                };
                own.push(record(base, body.whole()));
                let younger = other && moment(known) > Some(now);
                next.push(match younger {
                    true => known.clone(),
                    false => record(base, body),
                });
            }
        }
        if counts {
            self.known[ticket.origin] = next;
            self.record_for_target(&ticket, &outcome, body, now);
        }
        own
    }

    /// Records for the origin whose own address the last redirect named, if that
    /// answered, and would be asked now.
    fn record_for_target(&mut self, ticket: &Ticket, outcome: &Outcome, body: Body, now: u64) {
        let is_there = |&origin: &usize| robots_url(origin) == ticket.attempt.url;
        let Some(target) = (0..ORIGINS.len()).find(is_there) else {
            return;
        };
        let answered = matches!(
            outcome.cause,
            Cause::Success | Cause::Missing | Cause::Forbidden
        );
        let named = ticket.attempt.named && target != ticket.origin;
        if !named || !answered || self.leased(target, now).is_some() {
            return;
        }
        let next = |known: &Option<Known>| {
            let younger = known.as_ref().is_some_and(|known| known.at > now);
            match self.view(known, now).due && !younger {
                true => Some(Known::record(
                    known.as_ref(),
                    outcome,
                    body,
                    now,
                    &self.choices,
                )),
                false => known.clone(),
            }
        };
        self.known[target] = self.known[target].iter().map(next).collect();
    }

    /// Forgets an origin, of which something was known or not.
    pub fn remove(&mut self, origin: usize, was_known: bool) -> bool {
        let agrees = self.known[origin]
            .iter()
            .any(|known| known.is_some() == was_known);
        self.known[origin] = vec![None];
        self.leases[origin] = None;
        agrees
    }

    /// Takes what was known of an origin at some time, here or elsewhere.
    pub fn import(&mut self, origin: usize, saved: &Perhaps) {
        let takes = |known: &Option<Known>, other: &Option<Known>| match (known, other) {
            (_, None) => false,
            (None, Some(_)) => true,
            // What is younger; but a copy does not go for failures alone, and
            // comes back where it was given up in an outage.
            (Some(known), Some(other)) if known.at == other.at => {
                known.has_failed() && known.copy.is_none() && other.copy.is_some()
            }
            (Some(known), Some(other)) => {
                let loses = known.copy.is_some() && other.copy.is_none() && other.has_failed();
                known.at < other.at && !loses
            }
        };
        let mut next = Perhaps::new();
        for known in &self.known[origin] {
            for other in saved {
                next.push(if takes(known, other) { other } else { known }.clone());
            }
        }
        self.known[origin] = next;
    }

    /// The process began anew, with what was saved and perhaps other choices.
    pub fn restart(&mut self, saved: &[Perhaps; ORIGINS.len()], choices: Choices) {
        let granted = self.granted;
        *self = Model {
            granted,
            known: saved.clone(),
            ..Model::new(choices)
        };
    }

    /// So many other origins came that anything may have been dropped, except
    /// when to ask again.
    pub fn flood(&mut self, now: u64) {
        for origin in 0..ORIGINS.len() {
            let mut next = self.known[origin].clone();
            for known in &self.known[origin] {
                let failed = known.as_ref().filter(|known| known.has_failed());
                next.extend(failed.map(|known| Some(known.evicted())));
                if failed.is_none() || self.view(known, now).due {
                    next.push(None);
                }
            }
            self.known[origin] = next;
        }
    }
}
