//! What can come of an attempt, by name, code and sentence.

use std::fmt;

/// The four outcomes of RFC 9309 2.3.1.
///
/// ```
/// use robots::access::{AccessResult, Cause};
/// assert_eq!(Cause::Missing.result(), AccessResult::Unavailable);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum AccessResult {
    /// The file is here: its rules apply.
    Successful = 1,
    /// The file is elsewhere: ask there.
    Redirect = 2,
    /// There is no file: everything may be crawled.
    Unavailable = 3,
    /// It is not known whether there is a file: nothing may be crawled for now.
    Unreachable = 4,
}

impl AccessResult {
    /// The name for logs, in lower case.
    ///
    /// ```
    /// assert_eq!(robots::access::AccessResult::Unreachable.as_str(), "unreachable");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            AccessResult::Successful => "successful",
            AccessResult::Redirect => "redirect",
            AccessResult::Unavailable => "unavailable",
            AccessResult::Unreachable => "unreachable",
        }
    }
}

impl fmt::Display for AccessResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// How an attempt failed before there was a whole response.
///
/// All of these make the file unreachable, except
/// [`TooManyRedirects`](Failure::TooManyRedirects), which makes it unavailable.
///
/// ```
/// use robots::access::{AccessResult, Fetch, Failure, Policy, State};
/// use robots::origin::Origin;
///
/// let origin = Origin::parse("https://site.example/")?;
/// let mut fetch = Fetch::new(&origin, &State::new(), &Policy::new());
/// assert_eq!(fetch.failure(Failure::Dns), AccessResult::Unreachable);
/// # Ok::<(), robots::origin::OriginError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(u8)]
pub enum Failure {
    /// The name of the host could not be resolved.
    Dns = 32,
    /// No connection could be made.
    Connect = 33,
    /// Nothing came in time.
    Timeout = 34,
    /// The connection broke off.
    Reset = 35,
    /// No secure connection could be agreed on, or the certificate is bad.
    Tls = 36,
    /// The response breaks the protocol, for example by malformed chunks.
    Protocol = 37,
    /// The body is shorter than announced.
    Truncated = 38,
    /// The body is in a content coding that cannot be decoded.
    Undecodable = 39,
    /// The crawler itself declined to make the request, for example because the
    /// address is private.
    Refused = 40,
    /// A client gave up after it had followed at least five redirects on its
    /// own.
    TooManyRedirects = 41,
    /// Anything else.
    Other = 42,
}

impl Failure {
    const ALL: [Failure; 11] = [
        Failure::Dns,
        Failure::Connect,
        Failure::Timeout,
        Failure::Reset,
        Failure::Tls,
        Failure::Protocol,
        Failure::Truncated,
        Failure::Undecodable,
        Failure::Refused,
        Failure::TooManyRedirects,
        Failure::Other,
    ];

    /// The name for logs, in lower case.
    ///
    /// ```
    /// assert_eq!(robots::access::Failure::Dns.as_str(), "dns");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            Failure::Dns => "dns",
            Failure::Connect => "connect",
            Failure::Timeout => "timeout",
            Failure::Reset => "reset",
            Failure::Tls => "tls",
            Failure::Protocol => "protocol",
            Failure::Truncated => "truncated",
            Failure::Undecodable => "undecodable",
            Failure::Refused => "refused",
            Failure::TooManyRedirects => "too-many-redirects",
            Failure::Other => "failure",
        }
    }

    /// One sentence for people.
    ///
    /// ```
    /// assert_eq!(robots::access::Failure::Dns.text(), "the name of the host could not be resolved");
    /// ```
    pub const fn text(self) -> &'static str {
        match self {
            Failure::Dns => "the name of the host could not be resolved",
            Failure::Connect => "no connection could be made",
            Failure::Timeout => "nothing came in time",
            Failure::Reset => "the connection broke off",
            Failure::Tls => "no secure connection could be agreed on",
            Failure::Protocol => "the response breaks the protocol",
            Failure::Truncated => "the body is shorter than announced",
            Failure::Undecodable => "the content coding of the body cannot be decoded",
            Failure::Refused => "the crawler declined to ask that address",
            Failure::TooManyRedirects => "there are too many redirects",
            Failure::Other => "the attempt failed",
        }
    }
}

/// What the last attempt met. For logs, and the base of every decision.
///
/// [`code`](Cause::code) is stable: codes are never reused, new ones may come.
///
/// ```
/// use robots::access::{AccessResult, Cause, Failure};
/// assert_eq!(Cause::ServerError.result(), AccessResult::Unreachable);
/// assert_eq!(Cause::Failed(Failure::Tls).as_str(), "tls");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cause {
    /// There was no attempt yet.
    #[default]
    NotFetched,
    /// The attempt was given up before it had a result.
    Interrupted,
    /// 2xx: a file.
    Success,
    /// 304: the copy still holds.
    NotModified,
    /// 4xx other than 407, 421 and 429: no file.
    Missing,
    /// 401 or 403, which the policy reads as "refuse everything".
    Forbidden,
    /// 5xx, which the policy reads as a missing file.
    ErrorForMissing,
    /// More redirects than the policy follows.
    TooManyRedirects,
    /// 429: asked too often.
    RateLimited,
    /// 5xx other than 511.
    ServerError,
    /// A status that does not answer this request: 1xx; 206, as no part was
    /// asked for; 304 that does not confirm the copy at hand; 305, 306; 407,
    /// 421 and 511, which others than the site give; or outside 100 to 599.
    OddStatus,
    /// A redirect without a target, or with an empty one.
    NoLocation,
    /// A redirect to something that is no URL, or to a URL of over 8,192
    /// octets.
    BadLocation,
    /// A redirect to something other than `http` or `https`.
    NotHttp,
    /// 2xx: a file, but a cache has no room for the rules of every crawler.
    /// Everything is denied to the crawlers without rules.
    TooLarge,
    /// There was no whole response.
    Failed(Failure),
}

impl Cause {
    /// Which of the four outcomes of RFC 9309 this is. Never
    /// [`Redirect`](AccessResult::Redirect), which is no end.
    ///
    /// ```
    /// use robots::access::{AccessResult, Cause};
    /// assert_eq!(Cause::NotModified.result(), AccessResult::Successful);
    /// assert_eq!(Cause::NotFetched.result(), AccessResult::Unreachable);
    /// ```
    pub const fn result(self) -> AccessResult {
        match self {
            Cause::Success | Cause::NotModified | Cause::TooLarge => AccessResult::Successful,
            Cause::Missing
            | Cause::Forbidden
            | Cause::ErrorForMissing
            | Cause::TooManyRedirects => AccessResult::Unavailable,
            _ => AccessResult::Unreachable,
        }
    }

    /// The stable number of this cause, for storage and other languages.
    ///
    /// ```
    /// use robots::access::Cause;
    /// assert_eq!(Cause::from_code(Cause::Missing.code()), Some(Cause::Missing));
    /// ```
    pub const fn code(self) -> u8 {
        match self {
            Cause::NotFetched => 0,
            Cause::Interrupted => 1,
            Cause::Success => 2,
            Cause::NotModified => 3,
            Cause::Missing => 4,
            Cause::Forbidden => 5,
            Cause::ErrorForMissing => 6,
            Cause::TooManyRedirects => 7,
            Cause::RateLimited => 8,
            Cause::ServerError => 9,
            Cause::OddStatus => 10,
            Cause::NoLocation => 11,
            Cause::BadLocation => 12,
            Cause::NotHttp => 13,
            Cause::TooLarge => 14,
            Cause::Failed(failure) => failure as u8,
        }
    }

    /// The cause with this number.
    ///
    /// ```
    /// assert_eq!(robots::access::Cause::from_code(255), None);
    /// ```
    pub fn from_code(code: u8) -> Option<Cause> {
        const PLAIN: [Cause; 15] = [
            Cause::NotFetched,
            Cause::Interrupted,
            Cause::Success,
            Cause::NotModified,
            Cause::Missing,
            Cause::Forbidden,
            Cause::ErrorForMissing,
            Cause::TooManyRedirects,
            Cause::RateLimited,
            Cause::ServerError,
            Cause::OddStatus,
            Cause::NoLocation,
            Cause::BadLocation,
            Cause::NotHttp,
            Cause::TooLarge,
        ];
        let failed = Failure::ALL.into_iter().map(Cause::Failed);
        PLAIN
            .into_iter()
            .chain(failed)
            .find(|cause| cause.code() == code)
    }

    /// The name for logs, in lower case.
    ///
    /// ```
    /// assert_eq!(robots::access::Cause::RateLimited.as_str(), "rate-limited");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            Cause::NotFetched => "not-fetched",
            Cause::Interrupted => "interrupted",
            Cause::Success => "success",
            Cause::NotModified => "not-modified",
            Cause::Missing => "missing",
            Cause::Forbidden => "forbidden",
            Cause::ErrorForMissing => "error-for-missing",
            Cause::TooManyRedirects => "too-many-redirects",
            Cause::RateLimited => "rate-limited",
            Cause::ServerError => "server-error",
            Cause::OddStatus => "odd-status",
            Cause::NoLocation => "no-location",
            Cause::BadLocation => "bad-location",
            Cause::NotHttp => "not-http",
            Cause::TooLarge => "too-large",
            Cause::Failed(failure) => failure.as_str(),
        }
    }

    /// One sentence for people.
    ///
    /// ```
    /// assert_eq!(robots::access::Cause::Missing.text(), "there is no robots.txt");
    /// ```
    pub const fn text(self) -> &'static str {
        match self {
            Cause::NotFetched => "robots.txt was not fetched yet",
            Cause::Interrupted => "the attempt was given up before it had a result",
            Cause::Success => "there is a robots.txt",
            Cause::NotModified => "robots.txt has not changed",
            Cause::Missing => "there is no robots.txt",
            Cause::Forbidden => "robots.txt is forbidden, which the policy takes for a refusal",
            Cause::ErrorForMissing => {
                "the server reports an error, which the policy takes for a missing robots.txt"
            }
            Cause::TooManyRedirects => "there are too many redirects",
            Cause::RateLimited => "the server was asked too often",
            Cause::ServerError => "the server reports an error",
            Cause::OddStatus => "the status of the response is no answer to this request",
            Cause::NoLocation => "a redirect has no target",
            Cause::BadLocation => "the target of a redirect is not a URL",
            Cause::NotHttp => "the target of a redirect is neither http nor https",
            Cause::TooLarge => "there is a robots.txt, and its rules are too large for the cache",
            Cause::Failed(failure) => failure.text(),
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
