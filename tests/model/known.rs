//! What is known of one origin, and what follows from it at a moment.

use robots::access::{Access, Basis, Cause, Failure};

use crate::attempt::Outcome;
use crate::http::Head;
use crate::rules::{Answers, CRAWLERS, PATHS, all};
use crate::span::Span;
use crate::{After, Choices, DAY, LEAST_WAIT, MOST_WAIT, OUTAGE};

/// Between attempts further apart, the longest wait and a day, nobody was looking.
const NEAR: u64 = 2 * DAY;
/// A clock that is set back by more than this leaves no age known.
const SLIP: u64 = 60;
/// Longer entity tags are dropped.
const LONGEST_TAG: usize = 256;

/// The body that came with the last response.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    pub answers: Answers,
    /// Whose rules fit in the cache.
    pub fits: [bool; CRAWLERS.len()],
}

impl Body {
    /// The same for whoever need not keep it.
    pub fn whole(self) -> Body {
        let fits = [true; CRAWLERS.len()];
        Body { fits, ..self }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Copy {
    answers: Answers,
    pub url: String,
    pub etag: Option<String>,
    pub modified: Option<u64>,
    /// How long it may be used, as its response or a 304 said.
    lifetime: Span,
    /// How old it was at the last attempt.
    age: u64,
}

/// Attempts that failed one after the other.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Outage {
    failures: u32,
    /// For how long the site was seen to fail.
    seen: u64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// The moment of the last attempt.
    pub at: u64,
    cause: Cause,
    status: u16,
    /// When the next one is due, in seconds after `at`.
    due: Span,
    pub copy: Option<Copy>,
    outage: Outage,
}

/// What may be crawled at a moment, and why.
#[derive(Clone, Debug)]
pub struct View {
    pub access: Access,
    pub answers: Answers,
    pub basis: Basis,
    pub cause: Cause,
    pub status: u16,
    /// An attempt is due.
    pub due: bool,
    /// Whoever may not make the attempt can use this answer.
    pub usable: bool,
}

impl View {
    /// Of what is known. Only after [`Known::narrow`].
    pub fn of(known: Option<&Known>, now: u64, choices: &Choices) -> View {
        let (cause, status) = known.map_or_else(Default::default, |it| (it.cause, it.status));
        let (due, basis) = match known {
            Some(known) => (
                now.saturating_sub(known.at) >= known.due.most,
                known.basis(now, choices),
            ),
            None => (true, Basis::NotFetched),
        };
        let copy = known.and_then(|known| known.copy.as_ref());
        let (access, answers) = match basis {
            Basis::Fresh | Basis::StaleCopy => (Access::Rules, copy.expect("a copy").answers),
            Basis::Unavailable | Basis::LongOutage => (Access::AllowAll, all(true)),
            _ => (Access::RefuseAll, all(false)),
        };
        let usable = !basis_is_nothing(basis);
        View {
            access,
            answers,
            basis,
            cause,
            status,
            due: due || !usable,
            usable,
        }
    }
}

/// Nothing is known, so that an attempt must come first.
fn basis_is_nothing(basis: Basis) -> bool {
    matches!(basis, Basis::NotFetched | Basis::Expired | Basis::ClockBack)
}

impl Known {
    /// What is known after this outcome at the moment `now`.
    pub fn record(
        base: Option<&Known>,
        outcome: &Outcome,
        body: Body,
        now: u64,
        choices: &Choices,
    ) -> Known {
        let Outcome {
            cause,
            status,
            head,
            url,
        } = outcome;
        let (cause, status) = (*cause, *status);
        let fresh = head.lifetime(now, choices, Span::exact(DAY));
        let known = |lifetime| Known {
            at: now,
            cause,
            status,
            due: head.left(lifetime, now),
            copy: None,
            outage: Outage::default(),
        };
        match cause {
            Cause::Success => {
                let fits = body.fits.iter().all(|fits| *fits) || matches!(status, 204 | 205);
                let etag = head.get("etag").filter(|tag| keepable(tag) && fits);
                let modified = head.get("last-modified").filter(|_| fits);
                let copy = Copy {
                    answers: match status {
                        204 | 205 => all(true),
                        _ => kept(body),
                    },
                    url: url.clone(),
                    etag: etag.map(String::from),
                    modified: modified.and_then(crate::http::parse_date),
                    lifetime: fresh,
                    age: 0,
                };
                Known {
                    cause: if fits { cause } else { Cause::TooLarge },
                    copy: Some(copy),
                    ..known(fresh)
                }
            }
            Cause::NotModified => {
                let mut copy = base.and_then(|base| base.copy.clone()).expect("offered");
                // The response before may have said it (RFC 9111 3.2).
                copy.lifetime = head.lifetime(now, choices, copy.lifetime);
                copy.age = 0;
                Known {
                    copy: Some(copy.clone()),
                    ..known(copy.lifetime)
                }
            }
            cause if failed(cause) => Known::fail(base, outcome, now),
            _ => known(fresh),
        }
    }

    fn fail(base: Option<&Known>, outcome: &Outcome, now: u64) -> Known {
        let mut outage = base.map_or(Outage::default(), |base| base.outage);
        let mut copy = base.and_then(|base| base.copy.clone());
        if let Some(base) = base {
            let gap = now.saturating_sub(base.at);
            if let Some(copy) = &mut copy {
                copy.age += gap;
            }
            let both =
                own_fault(base.cause, base.status) && own_fault(outcome.cause, outcome.status);
            if both && gap <= NEAR {
                outage.seen += gap;
            }
            outage.seen = outage.seen.saturating_sub(base.at.saturating_sub(now));
        }
        if let (Some(copy), 304) = (&mut copy, outcome.status) {
            (copy.etag, copy.modified) = (None, None);
        }
        outage.failures += 1;
        Known {
            at: now,
            cause: outcome.cause,
            status: outcome.status,
            due: retry(outage.failures, &outcome.head, now),
            copy,
            outage,
        }
    }

    pub fn has_failed(&self) -> bool {
        failed(self.cause)
    }

    /// This knowledge, if `wait` seconds until the next attempt are in order.
    pub fn narrow(&self, now: u64, wait: u64, choices: &Choices) -> Option<Known> {
        if basis_is_nothing(self.basis(now, choices)) && wait != 0 {
            return None;
        }
        let (gone, back) = (now.saturating_sub(self.at), self.at.saturating_sub(now));
        let due = match wait {
            0 if self.has_no_answer(now, choices) => return Some(self.clone()),
            0 => Span::new(0, gone),
            _ => Span::new((gone + wait).saturating_sub(back), gone + wait),
        };
        self.due.meet(due).map(|due| Known {
            due,
            ..self.clone()
        })
    }

    /// Is nothing known, whenever the next attempt was to be?
    fn has_no_answer(&self, now: u64, choices: &Choices) -> bool {
        let kept = self.has_failed() && now >= self.at + DAY;
        let other_choice = self.cause == Cause::ErrorForMissing && !choices.five;
        now + SLIP < self.at || kept || other_choice
    }

    fn basis(&self, now: u64, choices: &Choices) -> Basis {
        let gone = now.saturating_sub(self.at);
        let denied = matches!(self.status, 401 | 403) && choices.forbid;
        match self.cause {
            _ if now + SLIP < self.at => Basis::ClockBack,
            _ if self.has_no_answer(now, choices) => Basis::Expired,
            cause if failed(cause) => self.outage_basis(gone, choices.after),
            _ if gone >= self.due.most => Basis::Expired,
            Cause::Success | Cause::NotModified | Cause::TooLarge => Basis::Fresh,
            Cause::Forbidden => Basis::Forbidden,
            Cause::Missing if denied => Basis::Forbidden,
            _ => Basis::Unavailable,
        }
    }

    fn outage_basis(&self, gone: u64, after: After) -> Basis {
        let long = self.outage.failures >= 4 && self.outage.seen >= OUTAGE;
        match (&self.copy, after) {
            (Some(_), After::Default | After::Keep) => Basis::StaleCopy,
            (None, After::Default) | (_, After::Open) if long => Basis::LongOutage,
            (Some(copy), _) if !long && copy.age + gone < OUTAGE => Basis::StaleCopy,
            _ => Basis::Unreachable,
        }
    }

    /// The same when the copy was given up for want of room: no outage is one of
    /// a site that had a file.
    pub fn evicted(&self) -> Known {
        let mut bare = self.clone();
        if bare.copy.take().is_some() {
            bare.outage.seen = 0;
        }
        bare
    }
}

/// Is there no answer at all?
fn failed(cause: Cause) -> bool {
    !matches!(
        cause,
        Cause::Success
            | Cause::NotModified
            | Cause::TooLarge
            | Cause::Missing
            | Cause::TooManyRedirects
            | Cause::ErrorForMissing
            | Cause::Forbidden
    )
}

/// Did the site fail, and not the crawler, its proxy or the network?
fn own_fault(cause: Cause, status: u16) -> bool {
    let elsewhere = cause == Cause::OddStatus && matches!(status, 407 | 421 | 511);
    let own = !matches!(cause, Cause::Interrupted | Cause::Failed(Failure::Refused));
    failed(cause) && own && !elsewhere
}

/// How long to wait after the last of these failures.
fn retry(failures: u32, head: &Head, now: u64) -> Span {
    let chosen = (LEAST_WAIT << (failures - 1).min(6)).min(MOST_WAIT);
    let clamp = |seconds: u64| seconds.clamp(LEAST_WAIT, DAY);
    match head.retry_after(now) {
        Some(asked) => Span::new(clamp(asked.least), clamp(asked.most)),
        None => Span::exact(chosen),
    }
}

/// The answers that a cache can give of a body: a crawler without its rules is
/// refused.
fn kept(body: Body) -> Answers {
    let mut answers = body.answers;
    for (answers, fits) in answers.iter_mut().zip(body.fits) {
        if !fits {
            *answers = [false; PATHS.len()];
        }
    }
    answers
}

/// Is this an entity tag, and short enough to be sent again?
pub fn keepable(etag: &str) -> bool {
    let opaque = etag.strip_prefix("W/").unwrap_or(etag);
    let inside = opaque
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    let plain = |inside: &str| inside.bytes().all(|octet| octet > b' ' && octet != b'"');
    etag.len() <= LONGEST_TAG && inside.is_some_and(plain)
}
