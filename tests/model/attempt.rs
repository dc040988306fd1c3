//! One attempt to get a robots.txt: redirects, statuses, validators.

use robots::access::AccessResult;

use crate::Choices;
use crate::http::Head;
use crate::known::{Known, Outcome, opaque};
use crate::location::{Target, resolve};

/// One response, as the model reads it.
#[derive(Clone, Debug)]
pub struct Reply {
    pub status: u16,
    pub whole: bool,
    pub head: Head,
}

/// What a response may lead to.
#[derive(Clone, Debug)]
pub enum Reaction {
    Ask(String),
    End(Outcome),
}

impl Reaction {
    /// Does the library say the same, and ask for the same URL?
    pub fn agrees(&self, result: AccessResult, url: &str) -> bool {
        match self {
            Reaction::Ask(target) => result == AccessResult::Redirect && target == url,
            Reaction::End(outcome) => match outcome {
                Outcome::File { .. } | Outcome::Same { .. } => result == AccessResult::Successful,
                Outcome::Gone { .. } => result == AccessResult::Unavailable,
                Outcome::Forbidden { .. } => {
                    matches!(
                        result,
                        AccessResult::Unavailable | AccessResult::Unreachable
                    )
                }
                Outcome::Odd { .. } | Outcome::Failed { .. } => result == AccessResult::Unreachable,
            },
        }
    }
}

/// What was offered with the last request.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Offer {
    pub etag: Option<String>,
    pub modified: Option<u64>,
}

#[derive(Clone, Debug)]
pub struct Attempt {
    /// The URL to ask for.
    pub url: String,
    pub hops: u32,
    pub offer: Offer,
    /// What was known when it began.
    pub before: Vec<Option<Known>>,
    /// The client followed redirects on its own.
    pub followed: bool,
    /// It ended at something that is no HTTP URL.
    pub astray: bool,
    /// The fields of the last redirect; they may count if nothing else comes.
    pub last: Head,
    pub ended: Vec<Outcome>,
}

impl Attempt {
    pub fn new(url: String, before: Vec<Option<Known>>) -> Attempt {
        Attempt {
            url,
            hops: 0,
            offer: Offer::default(),
            before,
            followed: false,
            astray: false,
            last: Head::default(),
            ended: Vec::new(),
        }
    }

    /// What may be offered with the next request, one for each state.
    pub fn offers(&self) -> Vec<Offer> {
        let offer = |known: &Option<Known>| {
            let copy = known.as_ref().and_then(|known| known.copy.as_ref());
            match copy.filter(|copy| copy.url == self.url) {
                Some(copy) => Offer {
                    etag: copy.etag.clone(),
                    modified: copy.modified,
                },
                None => Offer::default(),
            }
        };
        self.before.iter().map(offer).collect()
    }

    /// The client followed so many redirects and ended at `url`.
    pub fn follow(&mut self, redirects: u32, url: &str) {
        self.hops += redirects;
        self.followed = true;
        match resolve(&self.url, url) {
            Target::Url(end) => self.url = end,
            _ => self.astray = true,
        }
    }

    /// What a response may lead to.
    pub fn respond(&self, reply: &Reply, choices: &Choices) -> Vec<Reaction> {
        let head = reply.head.clone();
        let failed = Outcome::Failed {
            status: reply.status,
            head: head.clone(),
        };
        let over = self.hops > choices.hops;
        if self.astray && over {
            let gone = Outcome::Gone {
                head,
                there: Some(false),
            };
            return vec![Reaction::End(failed), Reaction::End(gone)];
        } else if self.astray {
            return vec![Reaction::End(failed)];
        }
        let end = match reply.status {
            206 => failed,
            200..=299 if !reply.whole => failed,
            200..=299 => Outcome::File {
                url: self.url.clone(),
                head,
                empty: matches!(reply.status, 204 | 205),
            },
            300..=303 | 307 | 308 => return self.redirect(&head, failed, choices),
            304 => return self.not_modified(&head, over),
            407 | 421 | 429 | 511 => failed,
            401 | 403 if choices.forbid => Outcome::Forbidden { head },
            400..=499 => Outcome::Gone {
                head,
                there: Some(true),
            },
            500..=599 if choices.five => Outcome::Gone { head, there: None },
            _ => failed,
        };
        // After too many hops the file counts if it is there; anything else
        // may be taken for no file.
        let opens = over && matches!(end, Outcome::Failed { .. } | Outcome::Forbidden { .. });
        let gone = Outcome::Gone {
            head: reply.head.clone(),
            there: Some(false),
        };
        let ends = if opens { vec![end, gone] } else { vec![end] };
        ends.into_iter().map(Reaction::End).collect()
    }

    fn redirect(&self, head: &Head, failed: Outcome, choices: &Choices) -> Vec<Reaction> {
        let last = self.hops >= choices.hops;
        let gone = Reaction::End(Outcome::Gone {
            head: head.clone(),
            there: Some(false),
        });
        match resolve(&self.url, head.get("location").unwrap_or("")) {
            Target::Url(_) if last => vec![gone],
            Target::Url(url) => vec![Reaction::Ask(url)],
            Target::Missing | Target::Bad if last => vec![Reaction::End(failed), gone],
            Target::Missing | Target::Bad => vec![Reaction::End(failed)],
        }
    }

    fn not_modified(&self, head: &Head, over: bool) -> Vec<Reaction> {
        let here = |known: &Option<Known>| {
            let copy = known.as_ref().and_then(|known| known.copy.as_ref());
            copy.is_some_and(|copy| copy.url == self.url)
        };
        let here = self.before.iter().any(here);
        let odd = Reaction::End(Outcome::Odd {
            head: head.clone(),
            here,
        });
        let same = Reaction::End(Outcome::Same { head: head.clone() });
        if self.offer == Offer::default() && !over {
            return vec![odd];
        }
        if self.followed {
            // Nobody knows what the client offered where.
            let gone = over.then(|| {
                Reaction::End(Outcome::Gone {
                    head: head.clone(),
                    there: Some(false),
                })
            });
            return [odd, same].into_iter().chain(gone).collect();
        }
        let Some(etag) = head.get("etag") else {
            return vec![same];
        };
        let weak = |tag: &str| tag.starts_with("W/");
        match &self.offer.etag {
            Some(offered) if offered == etag && !weak(etag) => vec![same],
            Some(offered) if opaque(offered) == opaque(etag) => vec![same, odd],
            None if weak(etag) => vec![same, odd],
            _ => vec![odd],
        }
    }

    /// What an end without a response means.
    pub fn fail(&self, too_many: bool, choices: &Choices) -> Vec<Reaction> {
        let head = Head::default();
        let failed = Outcome::Failed {
            status: 0,
            head: self.last.clone(),
        };
        let gone = Outcome::Gone {
            head,
            there: Some(false),
        };
        let ends = match (too_many, self.hops > choices.hops) {
            (true, _) => vec![gone],
            (false, true) => vec![failed, gone],
            (false, false) => vec![failed],
        };
        ends.into_iter().map(Reaction::End).collect()
    }

    /// The outcomes to record: an attempt without an end has failed.
    pub fn outcomes(&self) -> Vec<Outcome> {
        if self.ended.is_empty() {
            let head = self.last.clone();
            return vec![Outcome::Failed { status: 0, head }];
        }
        self.ended.clone()
    }
}
