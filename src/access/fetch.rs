//! One attempt to get a robots.txt, redirects included.

use super::cause::{AccessResult, Cause, Failure};
use twox_hash::XxHash3_64;

use super::location::resolve;
use super::policy::Policy;
use super::response::{Caching, Response, Validators, is_etag};
use super::state::State;
use crate::origin::Origin;

/// One attempt to get the robots.txt of one origin.
///
/// It says which URL to ask for and takes what came back. As long as the answer
/// is [`AccessResult::Redirect`] there is another URL to ask for; after that,
/// [`State::record`] takes the attempt and says what may be crawled. An attempt
/// that is recorded before it had a result counts as failed.
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
    /// The URL the attempt began with, once it has left that.
    left: Option<String>,
    /// The last redirect named `url` octet for octet.
    verbatim: bool,
    hops: u32,
    /// The copy that the server is told of.
    copy: Option<Tagged>,
    redirected: bool,
    /// Where the client went on its own must not be used.
    astray: Option<Cause>,
    pub(super) cause: Cause,
    pub(crate) status: u16,
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
            left: None,
            verbatim: false,
            hops: 0,
            copy: Tagged::of(state),
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
    /// that the copy still holds. `state` is the one the attempt began with.
    /// Empty where the copy came from another URL, and after
    /// [`followed`](Fetch::followed); a 304 counts only where it is not empty.
    ///
    /// For the example see [`Validators`].
    pub fn validators<'s>(&self, state: &'s State) -> Validators<'s> {
        match self.offered(state) {
            true => state.validators(self.url_hash()),
            false => Validators::default(),
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
        self.etag = response
            .etag
            .filter(|tag| is_etag(tag))
            .unwrap_or_default()
            .into();
        self.last_modified = response.last_modified;
        self.redirected = false;
        self.cause = match (self.astray, response.status) {
            (Some(astray), _) => astray,
            // Nobody asked for a part, and others than the site gave these.
            (None, 206 | 407 | 421 | 511) => Cause::OddStatus,
            (None, 200..=299) if response.complete => Cause::Success,
            (None, 200..=299) => Cause::Failed(Failure::Truncated),
            (None, 304) if self.is_confirmed_by(response) => Cause::NotModified,
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

    /// Says that the client followed this many redirects on its own and ended
    /// at `url`.
    ///
    /// Call it before [`response`](Fetch::response). An end that is no HTTP URL, or
    /// empty, counts as it would if the redirect had been reported. What was found
    /// after more redirects than the policy follows is used all the same; only
    /// another redirect is then one too many. No 304 confirms the copy behind them:
    /// nobody knows what the server there was told of it.
    ///
    /// ```
    /// # use robots::access::{Fetch, Policy, State};
    /// use robots::access::{AccessResult, Cause, Response};
    /// # let origin = "http://site.example".parse()?;
    /// let mut fetch = Fetch::new(&origin, &State::new(), &Policy::new());
    /// fetch.followed(5, "https://elsewhere.example/robots.txt");
    /// let one_more = Response::new(302).header("Location", "/r");
    /// assert_eq!(fetch.response(&one_more), AccessResult::Unavailable);
    /// assert_eq!(fetch.cause(), Cause::TooManyRedirects);
    /// # Ok::<(), robots::origin::OriginError>(())
    /// ```
    pub fn followed(&mut self, redirects: u32, url: impl AsRef<[u8]>) {
        if redirects == 0 {
            return;
        }
        self.copy = None;
        match resolve(&self.url, url.as_ref()) {
            Ok(target) => self.go(redirects, target, url.as_ref()),
            Err(cause) => {
                self.hops = self.hops.saturating_add(redirects);
                self.astray = Some(cause);
            }
        }
    }

    /// The result of the last response or failure.
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

    /// Another origin for which this attempt is an answer too, if there is one.
    ///
    /// When the last redirect named another origin's
    /// [robots.txt URL](Origin::robots_txt_url) octet for octet, and a file or
    /// its absence was found there, the same attempt may be
    /// [recorded](State::record) for that origin too, if nothing fresh is known
    /// of it. A redirect to any other place, or to the same one in another
    /// spelling (a dot behind the host, a user, the default port, a query,
    /// `/%72obots.txt`), says nothing about the rules of the authority it leads
    /// to: anybody can redirect there.
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
        let is_home = self.left.as_ref().is_none_or(|left| *left == self.url);
        if is_home || !found || !self.verbatim {
            return None;
        }
        let target = Origin::parse(&self.url).ok();
        target.filter(|target| target.robots_txt_url() == self.url)
    }

    /// Hash of the URL the attempt is at.
    ///
    /// It need not withstand an adversary: whoever chooses two URLs with one hash
    /// for an attempt to end at also chooses what is found there.
    pub(super) fn url_hash(&self) -> u64 {
        XxHash3_64::oneshot(self.url.as_bytes())
    }

    /// Is the copy of this state the one the server was told of?
    pub(super) fn offered(&self, state: &State) -> bool {
        self.copy.is_some() && self.copy == Tagged::of(state)
    }

    /// Does a 304 say that the copy at hand still holds?
    ///
    /// Only if the request could say which copy that is, and only without an
    /// entity tag or with the tag of the copy, octet for octet: another tag is
    /// of another file (RFC 9111 4.3.4). A tag that turned weak or strong is
    /// another tag.
    fn is_confirmed_by(&self, response: &Response<'_>) -> bool {
        let told = self.copy.as_ref();
        told.filter(|copy| copy.from == self.url_hash())
            .is_some_and(|copy| match response.etag {
                None => true,
                // A tag that cannot be kept may be what the copy came with.
                Some(tag) if copy.etag.is_empty() => !is_etag(tag),
                Some(tag) => *tag == *copy.etag,
            })
    }

    fn follow(&mut self, location: Option<&[u8]>) -> Result<(), Cause> {
        let location = location.ok_or(Cause::NoLocation)?;
        let url = resolve(&self.url, location)?;
        if self.hops >= self.policy.redirects() {
            return Err(Cause::TooManyRedirects);
        }
        self.go(1, url, location);
        Ok(())
    }

    /// Goes on to `url`, which was written as `location`.
    fn go(&mut self, redirects: u32, url: String, location: &[u8]) {
        self.hops = self.hops.saturating_add(redirects);
        self.verbatim = url.as_bytes() == location;
        let left = std::mem::replace(&mut self.url, url);
        self.left.get_or_insert(left);
    }
}

/// A copy as a server is told of it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Tagged {
    /// Hash of the URL it came from.
    from: u64,
    etag: Box<[u8]>,
    last_modified: u64,
}

impl Tagged {
    /// `None` without a copy, and for one without validators.
    fn of(state: &State) -> Option<Tagged> {
        let tagged = !state.etag.is_empty() || state.last_modified != 0;
        (state.copy && tagged).then(|| Tagged {
            from: state.copy_from,
            etag: state.etag.clone(),
            last_modified: state.last_modified,
        })
    }
}
