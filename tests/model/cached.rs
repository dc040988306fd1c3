//! What is known of all origins, who is asking, and what an end of an attempt
//! may change.

use robots::access::Decision;

use crate::attempt::{Attempt, Offer};
use crate::http::Head;
use crate::known::{Body, Known, Last, Outcome, View};
use crate::observe::agreeing;
use crate::rules::Answers;
use crate::{Choices, LEASE};

/// The origins, each with an address of its own.
pub const ORIGINS: [&str; 3] = [
    "https://a.example",
    "https://b.example",
    "http://b.example:8080",
];

/// Perhaps one of several things is known of an origin.
pub type Perhaps = Vec<Option<Known>>;

pub fn robots_url(origin: usize) -> String {
    format!("{}/robots.txt", ORIGINS[origin])
}

/// Who asks one origin.
#[derive(Clone, Debug, Default)]
struct Lease {
    /// The last ticket handed out, by number; from 1 on.
    ticket: u64,
    /// From and until when it holds, if it is out.
    span: Option<(u64, u64)>,
    /// It may have been void for a moment, or for good.
    doubtful: bool,
}

/// Did somebody else write what a ticket began with?
#[derive(Clone, Copy, Debug, PartialEq)]
enum Touched {
    No,
    Perhaps,
    Yes,
}

/// A ticket that is out.
#[derive(Clone, Debug)]
pub struct Ticket {
    pub number: u64,
    pub origin: usize,
    pub attempt: Attempt,
    touched: Touched,
    /// The origin was removed meanwhile.
    removed: bool,
}

/// What an answer may be.
#[derive(Clone, Debug, PartialEq)]
pub enum Turn {
    Hit,
    Fetch,
    /// Until this moment, if that is sure.
    Wait(Option<u64>),
}

#[derive(Clone, Debug)]
pub struct Model {
    pub choices: Choices,
    pub known: [Perhaps; ORIGINS.len()],
    leases: [Lease; ORIGINS.len()],
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

    /// What may be said of an origin now.
    pub fn views(&self, origin: usize, now: u64) -> Vec<View> {
        let view = |known: &Option<Known>| match known {
            Some(known) => known.view(now, &self.choices),
            None => View::nothing(),
        };
        self.known[origin].iter().map(view).collect()
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

    /// Does somebody hold a ticket? `None`: perhaps.
    fn leased(&mut self, origin: usize, now: u64) -> Option<bool> {
        let lease = &mut self.leases[origin];
        let Some((from, until)) = lease.span else {
            return Some(false);
        };
        let outside = now < from || now >= until;
        lease.doubtful |= outside;
        if now >= until {
            return Some(false);
        }
        (!lease.doubtful).then_some(true)
    }

    /// What a look-up may lead to.
    pub fn turns(&mut self, origin: usize, now: u64) -> Vec<Turn> {
        let leased = self.leased(origin, now);
        let until = self.leases[origin].span.map(|(_, until)| until);
        let mut turns = Vec::new();
        for view in self.views(origin, now) {
            if !view.due {
                turns.push(Turn::Hit);
                continue;
            }
            if leased != Some(true) {
                turns.push(Turn::Fetch);
            }
            if leased != Some(false) {
                if view.usable != Some(false) {
                    turns.push(Turn::Hit);
                }
                if view.usable != Some(true) {
                    turns.push(Turn::Wait(until.filter(|_| leased == Some(true))));
                }
            }
        }
        turns
    }

    /// May a ticket be had although nothing is due?
    pub fn may_refresh(&mut self, origin: usize, now: u64, given: bool) -> bool {
        self.leased(origin, now)
            .is_none_or(|leased| leased != given)
    }

    /// Takes what the ticket offers with its next request. False if nothing
    /// known leads to that.
    pub fn offer(&mut self, slot: usize, offer: &Offer) -> bool {
        let ticket = &mut self.tickets[slot];
        let offers = ticket.attempt.offers();
        let mut agrees = offers.iter().map(|other| other == offer);
        ticket
            .attempt
            .before
            .retain(|_| agrees.next() == Some(true));
        ticket.attempt.offer = offer.clone();
        let before = &ticket.attempt.before;
        let last = self.leases[ticket.origin].ticket == ticket.number;
        if last && ticket.touched == Touched::No && !ticket.removed {
            self.known[ticket.origin].retain(|known| before.contains(known));
        }
        !before.is_empty()
    }

    pub fn grant(&mut self, origin: usize, now: u64) {
        self.granted += 1;
        let span = Some((now, now + LEASE));
        self.leases[origin] = Lease {
            ticket: self.granted,
            span,
            doubtful: false,
        };
        self.tickets.push(Ticket {
            number: self.granted,
            origin,
            attempt: Attempt::new(robots_url(origin), self.known[origin].clone()),
            touched: Touched::No,
            removed: false,
        });
    }

    /// The ticket goes; is it the last one that was handed out?
    fn release(&mut self, ticket: &Ticket) -> bool {
        let lease = &mut self.leases[ticket.origin];
        let last = lease.ticket == ticket.number;
        if last {
            lease.span = None;
        }
        last
    }

    pub fn drop_ticket(&mut self, slot: usize) {
        let ticket = self.tickets.remove(slot);
        self.release(&ticket);
    }

    /// Hands in a ticket. What its own answer may then be.
    pub fn finish(&mut self, slot: usize, body: Body, now: u64) -> Perhaps {
        let ticket = self.tickets.remove(slot);
        let outcomes = ticket.attempt.outcomes();
        let counts = self.release(&ticket);
        let current = self.known[ticket.origin].clone();

        let mut next = Perhaps::new();
        for known in &current {
            if counts {
                self.record(&ticket, known, &outcomes, body, now, &mut next);
            }
            if !counts || ticket.removed {
                next.push(known.clone());
            }
        }
        if counts {
            self.record_for_target(&ticket, &outcomes, body, now);
        }

        // The answer for the holder: also rules that the cache cannot keep, and
        // what a void ticket found.
        let whole = Body {
            large: false,
            ..body
        };
        let mut own = next.clone();
        for base in current.iter().chain(&ticket.attempt.before) {
            let own_base = ticket.removed || ticket.touched != Touched::No;
            if !counts || body.large || own_base {
                self.record(&ticket, base, &outcomes, whole, now, &mut own);
            }
        }
        self.known[ticket.origin] = next;
        own
    }

    /// All that may be known when this ticket is recorded over `known`.
    fn record(
        &self,
        ticket: &Ticket,
        known: &Option<Known>,
        outcomes: &[Outcome],
        body: Body,
        now: u64,
        next: &mut Perhaps,
    ) {
        let touched = ticket.touched != Touched::No;
        if touched {
            // What came from elsewhere may stay, and must where it is younger.
            next.push(known.clone());
            let younger = known.as_ref().is_some_and(|known| known.at > now);
            if younger && ticket.touched == Touched::Yes {
                return;
            }
        }
        let record = |base: &Option<Known>, outcome: &Outcome| {
            let all = Known::record(base.as_ref(), outcome, body, now, &self.choices);
            all.into_iter().map(Some)
        };
        for outcome in outcomes {
            let same = matches!(outcome, Outcome::Same { .. });
            let there = |known: &Option<Known>| known.as_ref().is_some_and(|k| k.copy.is_some());
            if same && (touched || ticket.removed || !there(known)) {
                // 304 spoke of the copy that was there before.
                next.extend(
                    ticket
                        .attempt
                        .before
                        .iter()
                        .flat_map(|base| record(base, outcome)),
                );
                let odd = Outcome::Odd {
                    head: Head::default(),
                    here: false,
                };
                next.extend(record(known, &odd));
                next.push(known.clone());
                if !there(known) || !self.offered(ticket, known) {
                    continue;
                }
            }
            next.extend(record(known, outcome));
        }
    }

    /// Was this copy's own entity tag offered, at its own address?
    fn offered(&self, ticket: &Ticket, known: &Option<Known>) -> bool {
        let copy = known.as_ref().and_then(|known| known.copy.as_ref());
        copy.is_some_and(|copy| {
            copy.url == ticket.attempt.url && copy.etag == ticket.attempt.offer.etag
        })
    }

    /// Records for the origin where redirects led, if that may be.
    fn record_for_target(&mut self, ticket: &Ticket, outcomes: &[Outcome], body: Body, now: u64) {
        let attempt = &ticket.attempt;
        let is_there = |&origin: &usize| robots_url(origin) == attempt.url;
        let Some(target) = (0..ORIGINS.len()).find(is_there) else {
            return;
        };
        let spoke = |outcome: &Outcome| {
            let not = matches!(
                outcome,
                Outcome::Gone {
                    there: Some(false),
                    ..
                }
            );
            let gone = matches!(outcome, Outcome::Gone { .. } | Outcome::Forbidden { .. });
            gone && !not || matches!(outcome, Outcome::File { .. })
        };
        let surely = |outcome: &Outcome| {
            let gone = matches!(
                outcome,
                Outcome::Gone {
                    there: Some(true),
                    ..
                }
            );
            gone || matches!(outcome, Outcome::File { .. })
        };
        if target == ticket.origin || !outcomes.iter().any(spoke) {
            return;
        }
        let leased = self.leased(target, now);
        let held = self.leases[target].span.is_some();
        if leased == Some(true) {
            return;
        }
        let mut touched = Touched::No;
        let mut next = Perhaps::new();
        for known in &self.known[target] {
            let fresh = known.as_ref().is_some_and(|known| known.fresh(now));
            if fresh {
                next.push(known.clone());
                continue;
            }
            for outcome in outcomes.iter().filter(|outcome| spoke(outcome)) {
                let base = known.as_ref();
                let record = Known::record(base, outcome, body, now, &self.choices);
                next.extend(record.into_iter().map(Some));
            }
            // Sure only where nothing is known, or what was known has expired.
            let expired = known.as_ref().is_none_or(|known| known.expired(now));
            let one = outcomes.len() == 1 && surely(&outcomes[0]);
            let sure = expired && one && !attempt.followed && !held && !ticket.removed;
            if !sure || body.large || ticket.touched != Touched::No {
                next.push(known.clone());
                touched = Touched::Perhaps;
            } else if touched == Touched::No {
                touched = Touched::Yes;
            }
        }
        self.known[target] = next;
        self.touch(target, touched);
    }

    fn touch(&mut self, origin: usize, touched: Touched) {
        let tickets = self
            .tickets
            .iter_mut()
            .filter(|ticket| ticket.origin == origin);
        for ticket in tickets {
            ticket.touched = match (ticket.touched, touched) {
                (Touched::Yes, _) | (_, Touched::Yes) => Touched::Yes,
                (Touched::No, Touched::No) => Touched::No,
                _ => Touched::Perhaps,
            };
        }
    }

    /// Forgets an origin, of which something was known or not.
    pub fn remove(&mut self, origin: usize, was_known: bool) -> bool {
        let agrees = self.known[origin]
            .iter()
            .any(|known| known.is_some() == was_known);
        self.known[origin] = vec![None];
        self.leases[origin].doubtful = true;
        for ticket in self
            .tickets
            .iter_mut()
            .filter(|ticket| ticket.origin == origin)
        {
            ticket.removed = true;
        }
        agrees
    }

    /// Takes what was known of an origin at some time, here or elsewhere.
    pub fn import(&mut self, origin: usize, saved: &Perhaps) {
        let (mut next, mut touched) = (Perhaps::new(), Touched::No);
        for known in &self.known[origin] {
            for other in saved {
                let age = |known: &Option<Known>| known.as_ref().map(|known| known.at);
                if age(known) >= age(other) {
                    next.push(known.clone());
                }
                if age(known) <= age(other) && other.is_some() {
                    next.push(other.clone());
                    let same = age(known) == age(other);
                    touched = if same { Touched::Perhaps } else { Touched::Yes };
                }
            }
        }
        self.known[origin] = next;
        self.touch(origin, touched);
    }

    /// The process began anew, with what was saved.
    pub fn restart(&mut self, saved: &[Perhaps; ORIGINS.len()]) {
        let granted = self.granted;
        *self = Model {
            granted,
            known: saved.clone(),
            ..Model::new(self.choices)
        };
    }

    /// So many other origins came that anything may have been dropped, except
    /// when to ask again.
    pub fn flood(&mut self, now: u64) {
        for origin in 0..ORIGINS.len() {
            let mut next = self.known[origin].clone();
            for known in self.known[origin].iter().flatten() {
                let waits = known.last == Last::Failed && !known.view(now, &self.choices).due;
                next.extend(known.evicted().map(Some));
                if !waits {
                    next.push(None);
                }
            }
            self.known[origin] = next;
            self.touch(origin, Touched::Perhaps);
        }
    }
}
