//! One attempt to get a robots.txt, redirects included.

use super::cause::{AccessResult, Cause, Failure};
use super::location::resolve;
use super::policy::Policy;
use super::response::{Caching, Response, Validators};
use super::state::State;
use crate::origin::{Origin, is_robots_txt};

/// One attempt to get the robots.txt of one origin.
///
/// It says which URL to ask for and is told what came back. As long as the
/// answer is [`AccessResult::Redirect`] there is another URL to ask for; after
/// that, [`State::record`] takes the attempt and says what may be crawled. An
/// attempt that is recorded before it had a result counts as failed.
///
/// Redirects may lead to any authority; whatever is found there speaks for the
/// origin where the attempt began. Each step takes time linear in the length
/// of the headers.
///
/// ```
/// use robots::access::{AccessResult, Fetch, Policy, Response, State};
/// use robots::origin::Origin;
///
/// let origin = Origin::parse("http://site.example/some/page")?;
/// let mut fetch = Fetch::new(&origin, &State::new(), &Policy::new());
/// assert_eq!(fetch.url(), "http://site.example/robots.txt");
///
/// let moved = Response::new(301).header("Location", "https://www.site.example/robots.txt");
/// assert_eq!(fetch.response(&moved), AccessResult::Redirect);
/// assert_eq!(fetch.url(), "https://www.site.example/robots.txt");
///
/// assert_eq!(fetch.response(&Response::new(200)), AccessResult::Successful);
/// # Ok::<(), robots::origin::OriginError>(())
/// ```
///
/// # Other clients
/// - A client that follows redirects on its own reports where it ended with
///   [`followed`](Fetch::followed), then the final response.
/// - An FTP client reports a transfer as 200, a missing file (reply 550) as
///   404, and everything else as a [`Failure`].
#[derive(Clone, Debug)]
pub struct Fetch {
    policy: Policy,
    url: String,
    /// Hashes of the URLs that led here.
    seen: Vec<u64>,
    hops: u32,
    /// Hash of the URL that the copy at hand came from.
    copy_from: Option<u64>,
    redirected: bool,
    /// Where the client went on its own must not be used.
    astray: Option<Cause>,
    pub(super) cause: Cause,
    pub(super) status: u16,
    pub(super) caching: Caching,
    pub(super) etag: Box<[u8]>,
    pub(super) last_modified: u64,
}

impl Fetch {
    /// Begins an attempt. `state` is what is known of the origin so far.
    ///
    /// ```
    /// use robots::access::{Fetch, Policy, State};
    /// use robots::origin::Origin;
    ///
    /// let origin = Origin::parse("https://site.example:8443/")?;
    /// let fetch = Fetch::new(&origin, &State::new(), &Policy::new());
    /// assert_eq!(fetch.url(), "https://site.example:8443/robots.txt");
    /// # Ok::<(), robots::origin::OriginError>(())
    /// ```
    pub fn new(origin: &Origin, state: &State, policy: &Policy) -> Fetch {
        Fetch {
            policy: *policy,
            url: origin.robots_txt_url(),
            seen: Vec::new(),
            hops: 0,
            copy_from: state.copy_from(),
            redirected: false,
            astray: None,
            cause: Cause::Interrupted,
            status: 0,
            caching: Caching::default(),
            etag: Box::default(),
            last_modified: 0,
        }
    }

    /// The URL to ask for now: ASCII, without userinfo and fragment.
    ///
    /// ```
    /// # use robots::access::{Fetch, Policy, State};
    /// # let origin = "http://site.example".parse()?;
    /// let fetch = Fetch::new(&origin, &State::new(), &Policy::new());
    /// assert_eq!(fetch.url(), "http://site.example/robots.txt");
    /// # Ok::<(), robots::origin::OriginError>(())
    /// ```
    pub fn url(&self) -> &str {
        &self.url
    }

    /// How many redirects were followed so far.
    ///
    /// ```
    /// # use robots::access::{Fetch, Policy, Response, State};
    /// # let origin = "http://site.example".parse()?;
    /// let mut fetch = Fetch::new(&origin, &State::new(), &Policy::new());
    /// fetch.response(&Response::new(302).header("Location", "/robots"));
    /// assert_eq!(fetch.hops(), 1);
    /// # Ok::<(), robots::origin::OriginError>(())
    /// ```
    pub fn hops(&self) -> u32 {
        self.hops
    }

    /// What to send along to [`url`](Fetch::url), so that the server can say
    /// that the copy still holds. Empty unless the copy came from this URL.
    ///
    /// For the example see [`Validators`].
    pub fn validators<'s>(&self, state: &'s State) -> Validators<'s> {
        match state.copy_from() {
            Some(from) if from == hash(&self.url) => state.validators(),
            _ => Validators::default(),
        }
    }

    /// Takes a response from [`url`](Fetch::url).
    ///
    /// After [`AccessResult::Redirect`] ask again, at the new URL; any other
    /// answer ends the attempt.
    ///
    /// ```
    /// # use robots::access::{Fetch, Policy, State};
    /// use robots::access::{AccessResult, Cause, Response};
    /// # let origin = "http://site.example".parse()?;
    /// let mut fetch = Fetch::new(&origin, &State::new(), &Policy::new());
    /// assert_eq!(fetch.response(&Response::new(302)), AccessResult::Unreachable);
    /// assert_eq!(fetch.cause(), Cause::NoLocation);
    /// # Ok::<(), robots::origin::OriginError>(())
    /// ```
    pub fn response(&mut self, response: &Response<'_>) -> AccessResult {
        self.status = response.status;
        self.caching = response.caching;
        self.etag = response.etag.unwrap_or_default().into();
        self.last_modified = response.last_modified;
        self.redirected = false;
        self.cause = match (self.astray, response.status) {
            (Some(astray), _) => astray,
            (None, 200..=299) if response.complete => Cause::Success,
            (None, 200..=299) => Cause::Failed(Failure::Truncated),
            (None, 304) if self.copy_from == Some(hash(&self.url)) => Cause::NotModified,
            (None, 300..=303 | 307 | 308) => match self.follow(response.location) {
                Ok(()) => {
                    self.redirected = true;
                    Cause::Interrupted
                }
                Err(cause) => cause,
            },
            (None, 401 | 403) if self.policy.forbidden_is_disallow => Cause::Forbidden,
            (None, 429) => Cause::RateLimited,
            (None, 400..=499) => Cause::Missing,
            (None, 500..=599) if self.policy.five_xx_means_missing => Cause::ErrorForMissing,
            (None, 500..=599) => Cause::ServerError,
            _ => Cause::OddStatus,
        };
        self.result()
    }

    /// Ends the attempt: there was no whole response from [`url`](Fetch::url).
    ///
    /// ```
    /// # use robots::access::{Fetch, Policy, State};
    /// use robots::access::{AccessResult, Failure};
    /// # let origin = "http://site.example".parse()?;
    /// let mut fetch = Fetch::new(&origin, &State::new(), &Policy::new());
    /// assert_eq!(fetch.failure(Failure::Timeout), AccessResult::Unreachable);
    /// # Ok::<(), robots::origin::OriginError>(())
    /// ```
    pub fn failure(&mut self, failure: Failure) -> AccessResult {
        self.status = 0;
        self.caching = Caching::default();
        self.redirected = false;
        self.cause = match failure {
            Failure::TooManyRedirects => Cause::TooManyRedirects,
            failure => Cause::Failed(failure),
        };
        self.result()
    }

    /// The client followed this many redirects on its own and ended at `url`.
    ///
    /// Call it before [`response`](Fetch::response). More redirects than the
    /// policy follows, or an end that is no HTTP URL, count as they would if
    /// each redirect had been reported.
    ///
    /// ```
    /// # use robots::access::{Fetch, Policy, State};
    /// use robots::access::{AccessResult, Cause, Response};
    /// # let origin = "http://site.example".parse()?;
    /// let mut fetch = Fetch::new(&origin, &State::new(), &Policy::new());
    /// fetch.followed(6, "https://elsewhere.example/robots.txt");
    /// assert_eq!(fetch.response(&Response::new(200)), AccessResult::Unavailable);
    /// assert_eq!(fetch.cause(), Cause::TooManyRedirects);
    /// # Ok::<(), robots::origin::OriginError>(())
    /// ```
    pub fn followed(&mut self, redirects: u32, url: impl AsRef<[u8]>) {
        if redirects == 0 {
            return;
        }
        self.seen.push(hash(&self.url));
        self.hops = self.hops.saturating_add(redirects);
        match resolve(&self.url, url.as_ref()) {
            Ok(url) => self.url = url,
            Err(cause) => self.astray = Some(cause),
        }
        if self.hops > self.policy.redirects() {
            self.astray = Some(Cause::TooManyRedirects);
        }
    }

    /// What came of the last response or failure.
    ///
    /// ```
    /// # use robots::access::{Fetch, Policy, Response, State};
    /// use robots::access::AccessResult;
    /// # let origin = "http://site.example".parse()?;
    /// let mut fetch = Fetch::new(&origin, &State::new(), &Policy::new());
    /// fetch.response(&Response::new(410));
    /// assert_eq!(fetch.result(), AccessResult::Unavailable);
    /// # Ok::<(), robots::origin::OriginError>(())
    /// ```
    pub fn result(&self) -> AccessResult {
        if self.redirected {
            AccessResult::Redirect
        } else {
            self.cause.result()
        }
    }

    /// Why the attempt ended as it did; [`Cause::Interrupted`] before its end.
    ///
    /// ```
    /// # use robots::access::{Fetch, Policy, Response, State};
    /// use robots::access::Cause;
    /// # let origin = "http://site.example".parse()?;
    /// let mut fetch = Fetch::new(&origin, &State::new(), &Policy::new());
    /// assert_eq!(fetch.cause(), Cause::Interrupted);
    /// fetch.response(&Response::new(503));
    /// assert_eq!(fetch.cause(), Cause::ServerError);
    /// # Ok::<(), robots::origin::OriginError>(())
    /// ```
    pub fn cause(&self) -> Cause {
        self.cause
    }

    /// The other origin this attempt has answered for as well, if any.
    ///
    /// When redirects ended at exactly `/robots.txt` of another origin, and a
    /// file or its absence was found there, the same attempt may be
    /// [recorded](State::record) for that origin too. A redirect to any other
    /// place says nothing about the rules of the authority it leads to.
    ///
    /// ```
    /// # use robots::access::{Fetch, Policy, State};
    /// use robots::access::Response;
    /// # let origin = "http://site.example".parse()?;
    /// let mut fetch = Fetch::new(&origin, &State::new(), &Policy::new());
    /// fetch.response(&Response::new(301).header("Location", "https://site.example/robots.txt"));
    /// fetch.response(&Response::new(200));
    /// assert_eq!(fetch.target(), Some("https://site.example".parse()?));
    ///
    /// let mut fetch = Fetch::new(&origin, &State::new(), &Policy::new());
    /// fetch.response(&Response::new(301).header("Location", "https://host.example/~me/robots.txt"));
    /// fetch.response(&Response::new(200));
    /// assert_eq!(fetch.target(), None);
    /// # Ok::<(), robots::origin::OriginError>(())
    /// ```
    pub fn target(&self) -> Option<Origin> {
        let found = matches!(
            self.cause,
            Cause::Success | Cause::Missing | Cause::Forbidden
        );
        if self.hops == 0 || !found || !is_robots_txt(&self.url) {
            return None;
        }
        Origin::parse(&self.url).ok()
    }

    /// Hash of the URL the attempt is at.
    pub(super) fn url_hash(&self) -> u64 {
        hash(&self.url)
    }

    fn follow(&mut self, location: Option<&[u8]>) -> Result<(), Cause> {
        let url = resolve(&self.url, location.ok_or(Cause::NoLocation)?)?;
        if self.hops >= self.policy.redirects() {
            return Err(Cause::TooManyRedirects);
        }
        self.seen.push(hash(&self.url));
        if self.seen.contains(&hash(&url)) {
            return Err(Cause::RedirectLoop);
        }
        self.hops += 1;
        self.url = url;
        Ok(())
    }
}

/// FNV-1a. Not against an adversary: all a site gains by a collision is to end
/// its own redirects early.
fn hash(url: &str) -> u64 {
    let step = |hash: u64, octet: u8| (hash ^ u64::from(octet)).wrapping_mul(0x0100_0000_01B3);
    url.bytes().fold(0xCBF2_9CE4_8422_2325, step)
}
