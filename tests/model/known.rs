//! What is known of one origin, and what follows from it at a moment.

use robots::access::{Access, Basis};

use crate::http::Head;
use crate::rules::{Answers, all};
use crate::span::Span;
use crate::{After, Choices, DAY, LEAST_WAIT, MOST_WAIT, OUTAGE};

/// Between attempts at most so far apart an outage surely goes on.
const NEAR: u64 = 5 * DAY;
/// So much of an outage at most can rest on one gap between two attempts.
const FAR: u64 = OUTAGE / 2;
/// A clock that is set back by more than this leaves no age known.
const SLIP: u64 = 60;
/// Longer entity tags may be dropped.
const LONGEST_TAG: usize = 256;

/// How an attempt ended.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// A file came from this URL; after 204 and 205 an empty one.
    File {
        url: String,
        head: Head,
        empty: bool,
    },
    /// 304 to a validator that was sent and still holds.
    Same { head: Head },
    /// There is no file. `there`: the server at the last URL says so; `None`:
    /// it says so by the crawler's own reading only.
    Gone { head: Head, there: Option<bool> },
    /// 401 or 403, which the crawler chose to take for a refusal.
    Forbidden { head: Head },
    /// 304 to nobody's question; `here` where the copy came from.
    Odd { head: Head, here: bool },
    /// Nobody knows. The status is 0 without a response.
    Failed { status: u16, head: Head },
}

/// The body that came with the last response.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    pub answers: Answers,
    /// Its rules do not fit in the cache.
    pub large: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Last {
    File,
    Gone,
    Forbidden,
    TooLarge,
    Failed,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Copy {
    pub answers: Answers,
    pub url: String,
    pub etag: Option<String>,
    pub modified: Option<u64>,
    /// How old it was at the last attempt.
    pub age: u64,
}

/// Attempts that failed one after the other.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Outage {
    failures: u32,
    /// How long at most, with gaps that count in part.
    most: u64,
    /// How long for sure, and with how many attempts.
    least: u64,
    near: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// The moment of the last attempt.
    pub at: u64,
    pub last: Last,
    /// When the next one is due, in seconds after `at`.
    pub due: Span,
    pub copy: Option<Copy>,
    outage: Outage,
}

/// What may be crawled at a moment: one of `grants`.
#[derive(Clone, Debug)]
pub struct View {
    pub grants: Vec<(Access, Answers)>,
    pub basis: Option<Basis>,
    /// An attempt is due.
    pub due: bool,
    /// Whoever may not make the attempt can use this answer; `None`: perhaps.
    pub usable: Option<bool>,
}

impl View {
    pub fn nothing() -> View {
        View::refused(Basis::NotFetched)
    }

    fn refused(basis: Basis) -> View {
        View {
            grants: vec![(Access::RefuseAll, all(false))],
            basis: Some(basis),
            due: true,
            usable: Some(false),
        }
    }

    /// Is this basis in order? Where several could be told, only those are
    /// excluded that would be wrong.
    pub fn rests_on(&self, basis: Basis) -> bool {
        let misplaced = [
            Basis::NotFetched,
            Basis::Fresh,
            Basis::Unavailable,
            Basis::Forbidden,
            Basis::ClockBack,
        ];
        match self.basis {
            Some(expected) => basis == expected,
            None => !misplaced.contains(&basis),
        }
    }
}

impl Known {
    /// Everything that may be known after this outcome at the moment `now`.
    pub fn record(
        base: Option<&Known>,
        outcome: &Outcome,
        body: Body,
        now: u64,
        choices: &Choices,
    ) -> Vec<Known> {
        let known = |last, due| Known {
            at: now,
            last,
            due,
            copy: None,
            outage: Outage::default(),
        };
        match outcome {
            Outcome::File { head, empty, url } => {
                let body = match empty {
                    true => Body {
                        answers: all(true),
                        large: false,
                    },
                    false => body,
                };
                if body.large {
                    return vec![known(Last::TooLarge, Span::new(LEAST_WAIT, DAY))];
                }
                let (etags, modified) = validators(head);
                let with = |etag| Known {
                    copy: Some(Copy {
                        answers: body.answers,
                        url: url.clone(),
                        etag,
                        modified,
                        age: 0,
                    }),
                    ..known(Last::File, head.fresh(now, choices))
                };
                etags.into_iter().map(with).collect()
            }
            Outcome::Same { head } => {
                let Some(copy) = base.and_then(|base| base.copy.as_ref()) else {
                    let outcome = Outcome::Odd {
                        head: head.clone(),
                        here: true,
                    };
                    return Known::record(base, &outcome, body, now, choices);
                };
                let mut due = head.fresh(now, choices);
                if !head.says_for_how_long() {
                    // The old response may have said it (RFC 9111 3.2).
                    due = due.join(Span::exact(crate::FLOOR));
                }
                let (etags, newer) = validators(head);
                let mut out = Vec::new();
                for etag in etags.into_iter().chain([None]) {
                    for modified in [copy.modified, newer] {
                        let copy = Copy {
                            etag: etag.clone().or_else(|| copy.etag.clone()),
                            modified: modified.or(copy.modified),
                            age: 0,
                            ..copy.clone()
                        };
                        out.push(Known {
                            copy: Some(copy),
                            ..known(Last::File, due)
                        });
                    }
                }
                out
            }
            Outcome::Gone { head, .. } => vec![known(Last::Gone, head.fresh(now, choices))],
            Outcome::Forbidden { head } => vec![known(Last::Forbidden, head.fresh(now, choices))],
            Outcome::Failed { status, head } => vec![Known::failed(base, *status, head, now)],
            Outcome::Odd { head, here } => {
                let kept = Known::failed(base, 304, head, now);
                let mut dropped = kept.clone();
                if let Some(copy) = &mut dropped.copy {
                    (copy.etag, copy.modified) = (None, None);
                }
                if *here {
                    vec![dropped]
                } else {
                    vec![dropped, kept]
                }
            }
        }
    }

    fn failed(base: Option<&Known>, status: u16, head: &Head, now: u64) -> Known {
        let mut outage = base.map_or(Outage::default(), |base| base.outage);
        let mut copy = base.and_then(|base| base.copy.clone());
        if let Some(base) = base {
            let gap = now.saturating_sub(base.at);
            if let Some(copy) = &mut copy {
                copy.age += gap;
            }
            if outage.failures > 0 {
                outage.most += gap.min(FAR);
                let near = gap <= NEAR && now >= base.at;
                outage.least = if near { outage.least + gap } else { 0 };
                outage.near = if near { outage.near } else { 0 };
            }
        }
        outage.failures += 1;
        outage.near += 1;
        Known {
            at: now,
            last: Last::Failed,
            due: outage.retry(status, head, now),
            copy,
            outage,
        }
    }

    /// This knowledge, if `wait` seconds until the next attempt are in order.
    pub fn narrow(&self, now: u64, wait: u64) -> Option<Known> {
        if now + SLIP < self.at || (self.last == Last::Failed && now >= self.at + DAY) {
            return (wait == 0).then(|| self.clone());
        }
        let (gone, back) = (now.saturating_sub(self.at), self.at.saturating_sub(now));
        let due = match wait {
            0 => Span::new(0, gone),
            _ => Span::new((gone + wait).saturating_sub(back), gone + wait),
        };
        self.due.meet(due).map(|due| Known {
            due,
            ..self.clone()
        })
    }

    /// Is this an answer that still holds? Only after [`Known::narrow`].
    pub fn fresh(&self, now: u64) -> bool {
        !self.view(now, &Choices::default()).due && !matches!(self.last, Last::Failed)
    }

    /// Was this an answer, and has its time passed?
    pub fn expired(&self, now: u64) -> bool {
        let answer = matches!(self.last, Last::File | Last::Gone);
        answer && now >= self.at + self.due.most
    }

    /// What may be crawled. Only after [`Known::narrow`].
    pub fn view(&self, now: u64, choices: &Choices) -> View {
        if now + SLIP < self.at {
            return View::refused(Basis::ClockBack);
        }
        let gone = now.saturating_sub(self.at);
        let due = gone >= self.due.most;
        let refuse = (Access::RefuseAll, all(false));
        let copy = self.copy.as_ref().map(|copy| (Access::Rules, copy.answers));
        let (grants, basis) = match self.last {
            Last::Failed if gone >= DAY => return View::refused(Basis::Expired),
            Last::Failed => {
                let grants = self.outage_grants(gone, choices.after);
                return View {
                    grants,
                    basis: None,
                    due,
                    usable: Some(true),
                };
            }
            Last::TooLarge => {
                return View {
                    grants: vec![refuse],
                    basis: None,
                    due,
                    usable: None,
                };
            }
            _ if due => return View::refused(Basis::Expired),
            Last::File => (copy.expect("a file was read"), Basis::Fresh),
            Last::Gone => ((Access::AllowAll, all(true)), Basis::Unavailable),
            Last::Forbidden => (refuse, Basis::Forbidden),
        };
        View {
            grants: vec![grants],
            basis: Some(basis),
            due,
            usable: Some(true),
        }
    }

    fn outage_grants(&self, gone: u64, after: After) -> Vec<(Access, Answers)> {
        let open = (Access::AllowAll, all(true));
        let refuse = (Access::RefuseAll, all(false));
        let rules = self.copy.as_ref().map(|copy| (Access::Rules, copy.answers));
        let young = self
            .copy
            .as_ref()
            .is_some_and(|copy| copy.age + gone < OUTAGE);
        let short = match rules {
            Some(rules) if young => vec![rules],
            Some(rules) => vec![rules, refuse],
            None => vec![refuse],
        };
        let long = match (after, rules) {
            (After::Default, Some(rules)) => rules,
            (After::Default, None) | (After::Open, _) => open,
            (After::Refuse, _) => refuse,
        };
        let Outage {
            failures,
            most,
            least,
            near,
        } = self.outage;
        if near > 4 && least >= OUTAGE {
            vec![long]
        } else if failures >= 4 && most >= OUTAGE {
            [short, vec![long]].concat()
        } else {
            short
        }
    }

    /// The same when the copy was given up for want of room, if that may be.
    pub fn evicted(&self) -> Option<Known> {
        let (failed, copy) = (self.last == Last::Failed, None);
        failed.then(|| Known {
            copy,
            ..self.clone()
        })
    }
}

impl Outage {
    /// How long to wait after the last of these failures.
    fn retry(&self, status: u16, head: &Head, now: u64) -> Span {
        let most = LEAST_WAIT << (self.failures - 1).min(6);
        let least = if self.near > 7 { MOST_WAIT } else { LEAST_WAIT };
        let chosen = Span::new(least, most.min(MOST_WAIT));
        let Some(asked) = head.retry_after(now) else {
            return chosen;
        };
        let clamp = |seconds: u64| seconds.clamp(LEAST_WAIT, DAY);
        let asked = Span::new(clamp(asked.least), clamp(asked.most));
        match status {
            429 | 503 => Span::new(asked.least, asked.most.max(chosen.most)),
            _ => chosen.join(asked),
        }
    }
}

/// The entity tags that may be kept of a response, and its date of change.
fn validators(head: &Head) -> (Vec<Option<String>>, Option<u64>) {
    let etag = head.get("etag").filter(|etag| !etag.is_empty());
    let odd = |tag: &str| tag.len() > LONGEST_TAG || !tag.ends_with('"') || opaque(tag).len() < 2;
    let mut etags = vec![etag.map(String::from)];
    if etag.is_some_and(odd) {
        etags.push(None);
    }
    let modified = head.get("last-modified").and_then(crate::http::parse_date);
    (etags, modified)
}

/// An entity tag without the mark of a weak one.
pub fn opaque(etag: &str) -> &str {
    etag.strip_prefix("W/").unwrap_or(etag)
}
