//! One attempt to get a robots.txt: redirects, statuses, validators.

use robots::access::{AccessResult, Cause, Failure};

use crate::Choices;
use crate::http::Head;
use crate::known::{Known, keepable};
use crate::location::{Target, resolve};

/// One response, as the model reads it.
#[derive(Clone, Debug)]
pub struct Reply {
    pub status: u16,
    pub whole: bool,
    pub head: Head,
}

/// How an attempt ended.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub cause: Cause,
    /// 0 without a response.
    pub status: u16,
    pub head: Head,
    /// Where.
    pub url: String,
}

/// What a response leads to.
#[derive(Clone, Debug)]
pub enum Reaction {
    Ask(String),
    End(Outcome),
}

impl Reaction {
    pub fn result(&self) -> AccessResult {
        match self {
            Reaction::Ask(_) => AccessResult::Redirect,
            Reaction::End(outcome) => match outcome.cause {
                Cause::Success | Cause::NotModified => AccessResult::Successful,
                Cause::Missing
                | Cause::Forbidden
                | Cause::ErrorForMissing
                | Cause::TooManyRedirects => AccessResult::Unavailable,
                _ => AccessResult::Unreachable,
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
    /// The last redirect was written just as that URL.
    pub named: bool,
    pub hops: u32,
    pub offer: Offer,
    /// What was known when it began.
    pub before: Vec<Option<Known>>,
    /// The client followed redirects on its own: who was told what nobody knows.
    pub followed: bool,
    /// It ended at something that is no HTTP URL.
    astray: Option<Cause>,
    /// The last redirect.
    last: Option<Reply>,
    pub ended: Option<Outcome>,
}

impl Attempt {
    pub fn new(url: String, before: Vec<Option<Known>>) -> Attempt {
        Attempt {
            url,
            named: false,
            hops: 0,
            offer: Offer::default(),
            before,
            followed: false,
            astray: None,
            last: None,
            ended: None,
        }
    }

    /// What is offered with the next request, one for each state.
    pub fn offers(&self) -> Vec<Offer> {
        let offer = |known: &Option<Known>| {
            let copy = known.as_ref().and_then(|known| known.copy.as_ref());
            match copy.filter(|copy| copy.url == self.url && !self.followed) {
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
            Target::Url(end) => {
                self.named = end == url;
                self.url = end;
            }
            Target::None(cause) => self.astray = Some(cause),
        }
    }

    pub fn is_astray(&self) -> bool {
        self.astray.is_some()
    }

    /// What a response leads to.
    pub fn respond(&mut self, reply: Reply, choices: &Choices) -> Reaction {
        let cause = match reply.status {
            _ if self.astray.is_some() => self.astray.unwrap_or_default(),
            206 | 407 | 421 | 511 => Cause::OddStatus,
            200..=299 if !reply.whole => Cause::Failed(Failure::Truncated),
            200..=299 => Cause::Success,
            300..=303 | 307 | 308 => {
                let location = reply.head.get("location").unwrap_or("");
                match resolve(&self.url, location) {
                    Target::Url(_) if self.hops >= choices.hops => Cause::TooManyRedirects,
                    Target::Url(url) => {
                        self.named = url == location;
                        self.url = url.clone();
                        self.hops += 1;
                        self.last = Some(reply);
                        return Reaction::Ask(url);
                    }
                    Target::None(cause) => cause,
                }
            }
            304 if self.confirms(&reply.head) => Cause::NotModified,
            401 | 403 if choices.forbid => Cause::Forbidden,
            429 => Cause::RateLimited,
            400..=499 => Cause::Missing,
            500..=599 if choices.five => Cause::ErrorForMissing,
            500..=599 => Cause::ServerError,
            _ => Cause::OddStatus,
        };
        self.end(cause, reply.status, reply.head)
    }

    /// Does a 304 speak of the copy that was offered here?
    fn confirms(&self, head: &Head) -> bool {
        let asked = self.offer != Offer::default();
        asked
            && match (head.get("etag"), &self.offer.etag) {
                (None, _) => true,
                (Some(tag), Some(offered)) => tag == offered,
                // A copy has no tag that is none, and goes by its date.
                (Some(tag), None) => !keepable(tag),
            }
    }

    /// What an end without a response means.
    pub fn fail(&mut self, failure: Failure) -> Reaction {
        let cause = match failure {
            Failure::TooManyRedirects => Cause::TooManyRedirects,
            failure => Cause::Failed(failure),
        };
        self.end(cause, 0, Head::default())
    }

    fn end(&mut self, cause: Cause, status: u16, head: Head) -> Reaction {
        let url = self.url.clone();
        let outcome = Outcome {
            cause,
            status,
            head,
            url,
        };
        self.ended = Some(outcome.clone());
        Reaction::End(outcome)
    }

    /// The outcome to record: an attempt without an end has failed.
    pub fn outcome(&self) -> Outcome {
        let (status, head) = match self.last.clone() {
            Some(reply) => (reply.status, reply.head),
            None => (0, Head::default()),
        };
        self.ended.clone().unwrap_or(Outcome {
            cause: Cause::Interrupted,
            status,
            head,
            url: self.url.clone(),
        })
    }
}
