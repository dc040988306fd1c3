//! From what happened on the wire to what may be crawled.
//!
//! Whether a crawler may fetch a page depends first on whether it has the
//! site's robots.txt at all. RFC 9309 knows four outcomes of asking for it
//! ([`AccessResult`]): the file is there and its rules apply; it is elsewhere;
//! it is unavailable, so that everything may be crawled; or it is unreachable,
//! so that nothing may. This module decides which of them has occurred, for
//! how long that holds, and when to ask again. It does no I/O and has no clock:
//! the crawler brings both, so every decision can be replayed.
//!
//! | type | what it is | how many |
//! | --- | --- | --- |
//! | [`Policy`] | the crawler's own choices: bounds, limits, options | one |
//! | [`State`] | what is remembered of one origin, besides the file | one an origin |
//! | [`Fetch`] | one attempt to get the file, over all its redirects | one an attempt |
//! | [`Response`] | one HTTP response, reduced to what matters here | one a request |
//! | [`Decision`] | what may be crawled now, why, and until when | one a question |
//!
//! # A crawler's loop
//!
//! ```
//! use std::collections::HashMap;
//! use robots::access::{Access, AccessResult, CopyAction, Failure, Fetch, Policy, Response, State};
//! use robots::origin::Origin;
//! use robots::{Matcher, Options, Verdict};
//!
//! /// What the crawler keeps of one origin.
//! struct Site {
//!     state: State,
//!     rules: Matcher,
//! }
//!
//! struct Crawler {
//!     policy: Policy,
//!     sites: HashMap<Origin, Site>,
//! }
//!
//! impl Crawler {
//!     /// May this URL be crawled, and when may the answer change?
//!     fn check(&mut self, url: &str, now: u64) -> Result<(Verdict, u64), Box<dyn std::error::Error>> {
//!         let origin = Origin::parse(url)?;
//!         let site = self.sites.entry(origin.clone()).or_insert_with(|| Site {
//!             state: State::new(),
//!             rules: Matcher::unreachable(),
//!         });
//!
//!         let mut decision = site.state.decision(&self.policy, now);
//!         if decision.fetch_due() {
//!             let mut fetch = Fetch::new(&origin, &site.state, &self.policy);
//!             let mut body = Vec::new();
//!             loop {
//!                 let validators = fetch.validators(&site.state);
//!                 let etag = validators.if_none_match();
//!                 let since = validators.if_modified_since();
//!                 let result = match http_get(fetch.url(), etag, since) {
//!                     Ok(reply) => {
//!                         let mut response = Response::new(reply.status);
//!                         for (name, value) in &reply.headers {
//!                             response = response.header(name, value);
//!                         }
//!                         body = match reply.status {
//!                             204 | 205 => Vec::new(),
//!                             _ => reply.body,
//!                         };
//!                         fetch.response(&response)
//!                     }
//!                     Err(HttpError::Timeout) => fetch.failure(Failure::Timeout),
//!                     Err(HttpError::Other) => fetch.failure(Failure::Other),
//!                 };
//!                 if result != AccessResult::Redirect {
//!                     break;
//!                 }
//!             }
//!             decision = site.state.record(&fetch, &self.policy, now);
//!             println!("{origin}: {decision}");
//!             match decision.copy {
//!                 CopyAction::Keep => {}
//!                 CopyAction::Replace => {
//!                     site.rules = Matcher::compile(&body, "ExampleBot", &Options::new())?;
//!                 }
//!                 CopyAction::Forget => site.rules = Matcher::unreachable(),
//!             }
//!         }
//!
//!         let verdict = match decision.access {
//!             Access::Rules => site.rules.check(url),
//!             Access::AllowAll => Matcher::unavailable().check(url),
//!             Access::RefuseAll => Matcher::unreachable().check(url),
//!         };
//!         Ok((verdict, decision.next_change))
//!     }
//! }
//! # struct Reply { status: u16, headers: Vec<(String, Vec<u8>)>, body: Vec<u8> }
//! # enum HttpError { Timeout, Other }
//! # fn http_get(url: &str, _: Option<&[u8]>, _: Option<String>) -> Result<Reply, HttpError> {
//! #     let reply = |status, name: &str, value: &[u8], body: &[u8]| Reply {
//! #         status, headers: vec![(name.into(), value.into())], body: body.into(),
//! #     };
//! #     match url {
//! #         "http://a.example/robots.txt" => {
//! #             Ok(reply(301, "location", b"https://a.example/robots.txt", b""))
//! #         }
//! #         "https://a.example/robots.txt" => {
//! #             Ok(reply(200, "etag", b"\"1\"", b"user-agent: *\ndisallow: /private\n"))
//! #         }
//! #         "https://b.example/robots.txt" => Ok(reply(503, "retry-after", b"90", b"")),
//! #         "https://c.example/robots.txt" => Ok(reply(404, "x", b"", b"")),
//! #         "https://d.example/robots.txt" => Err(HttpError::Timeout),
//! #         _ => Err(HttpError::Other),
//! #     }
//! # }
//!
//! let mut crawler = Crawler { policy: Policy::new(), sites: HashMap::new() };
//! let now = 1_800_000_000;
//!
//! // This robots.txt is found after a redirect to https.
//! let (verdict, until) = crawler.check("http://a.example/page", now)?;
//! assert!(verdict.allowed && until == now + 24 * 60 * 60);
//! let (verdict, _) = crawler.check("http://a.example/private", now + 5)?;
//! assert!(!verdict.allowed && verdict.line == 2);
//!
//! // This server answers 503 with `Retry-After: 90`.
//! let (verdict, until) = crawler.check("https://b.example/", now)?;
//! assert!(!verdict.allowed && until == now + 90);
//!
//! // This one has no robots.txt, and that one is silent.
//! assert!(crawler.check("https://c.example/", now)?.0.allowed);
//! assert!(!crawler.check("https://d.example/", now)?.0.allowed);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A crawler that keeps the file itself, not what was compiled from it, stores
//! the body on [`CopyAction::Replace`]. Several threads may ask for decisions
//! on one [`State`] at once; they have to agree on who makes the attempt.
//!
//! # What is decided
//!
//! | what came back | outcome | until the next attempt |
//! | --- | --- | --- |
//! | 2xx but 206, whole body | the rules apply; 204 and 205 are an empty file | fresh time |
//! | 2xx, body not whole | unreachable | retry |
//! | 206: no part was asked for | unreachable | retry |
//! | 304 that [confirms the copy](#validators) | the copy holds | fresh time |
//! | any other 304 | unreachable; the next request is unconditional | retry |
//! | 300-303, 307, 308 | followed, at least five times, back to the same URL as well | – |
//! | one redirect more | unavailable | fresh time |
//! | redirect without target or to an empty one, to no URL, or not to HTTP | unreachable | retry |
//! | 407, 421, 511: not the answer of the site | unreachable | retry |
//! | 401, 403 | unavailable; by [choice](Policy::forbidden_is_disallow) everything is refused | fresh time |
//! | 429 | unreachable | retry |
//! | other 4xx | unavailable | fresh time |
//! | other 5xx | unreachable; by [choice](Policy::five_xx_means_missing) unavailable | retry |
//! | anything else | unreachable | retry |
//! | no whole response ([`Failure`]) | unreachable | retry |
//!
//! - **Fresh time**: `max-age` (`s-maxage` for a
//!   [shared cache](Policy::shared_cache)), else `Expires` less `Date`, else [a
//!   day](Policy::default_fresh), and [a day](Policy::max_fresh) at most. From all
//!   of these goes the age of the answer: `Age`, or the time since `Date` if that
//!   is more. What is left is never under [five minutes](Policy::min_fresh).
//!   `no-store` and `no-cache` mean the least; `no-cache` with the names of
//!   headers is about those alone.
//! - **Retry**: what `Retry-After` asks for, within bounds; else one minute,
//!   doubled with each failure up to an hour. Add a little chance to it, so
//!   that many origins do not come due at once.
//! - **Unreachable** refuses everything, except that the last good copy is
//!   obeyed. [`AfterOutage`] tells for how long, and what comes after [a long
//!   outage](#a-long-outage).
//! - **Unavailable** drops the copy: the site has none any more.
//! - **Expired**: when an attempt is due after a success or a 4xx, nothing is
//!   known until it was made, and everything is refused. To avoid a gap, ask a
//!   little earlier than [`Decision::fetch_at`]. Knowing that a file is
//!   unreachable also expires when no attempt was made for
//!   [`Policy::max_fresh`].
//! - **Clocks**: all sums saturate. See [`State`] for clocks that run backwards.
//!
//! # A long outage
//!
//! RFC 9309 lets a crawler treat a file that was unreachable for very long as a
//! missing file. By default this is done only if there is no copy: the rules of
//! a copy hold, whatever its age. [`AfterOutage`] has other choices. Either way
//! nothing opens before the file was seen unreachable for [30
//! days](Policy::long_outage), by at least four attempts in a row.
//!
//! Seen is what lies between two failed attempts that follow one another about
//! when they should: within the longest wait for a retry and a day, and within a
//! third of the 30 days. A longer gap counts for nothing: the crawler was not
//! looking, or its clock was set forward, and the file may have been there all
//! that time. So a crawler that comes back once a month never opens anything, nor
//! does a clock that starts in 1970, or one that jumps ahead by months. What was
//! counted before such a gap still counts. When the clock goes back, as much is
//! taken off, so that a clock that jumps to and fro adds up to nothing.
//!
//! An outage is one of the site. Failures that are not its own refuse and are
//! waited for like others, but nothing before or after them counts: an attempt that
//! was given up, an address that the crawler declined to ask
//! ([`Failure::Refused`]), and what a proxy (407), another server (421) or the
//! network (511) answered in its place. Where a copy is lost, the outage begins
//! anew: see [`State::forget_copy`].
//!
//! # Validators
//!
//! A 304 confirms the copy only if the request could say which copy that is: the
//! copy came from the same URL with an `ETag` or a `Last-Modified`, and the client
//! did not [follow](Fetch::followed) redirects there on its own. And it must come
//! without an `ETag`, or with that of the copy octet for octet; a weak one may be
//! that too, but one that was strong before is another. (One that is malformed or
//! over 256 octets is kept with no copy, and says nothing to one that has a
//! `Last-Modified` alone.) Any other 304 is of another file. Then the copy stays as
//! it is, but its validators are dropped, so that the next answer must be a file.
//! Validators that come with a 304 are never kept: they would vouch for rules that
//! they did not come with.
//!
//! # Scope
//!
//! The outcome of an attempt is for the origin where it began, wherever the
//! redirects led, and is recorded there. It is for the target as well only if
//! the last redirect named the robots.txt of another origin, octet for octet:
//! [`Fetch::target`]. A redirect that the crawler declines to follow, for
//! example to a private address, is a [`Failure::Refused`]: the file counts as
//! unreachable, not as missing.

mod cause;
mod decision;
mod fetch;
mod location;
mod policy;
mod record;
mod response;
mod snapshot;
mod state;

pub use cause::{AccessResult, Cause, Failure};
pub use decision::{Access, Basis, CopyAction, Decision};
pub use fetch::Fetch;
pub use policy::{AfterOutage, Policy};
pub(crate) use response::{LAST_DATE, is_etag};
pub use response::{Response, Validators};
pub use state::State;
