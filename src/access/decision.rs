//! What a crawler may do now, why, and until when.

use std::fmt;

use super::cause::Cause;

/// What governs crawling for the moment.
///
/// ```
/// use robots::access::{Access, Policy, State};
/// let decision = State::new().decision(&Policy::new(), 0);
/// assert_eq!(decision.access, Access::RefuseAll);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Access {
    /// Obey the rules of the copy at hand.
    Rules = 1,
    /// Everything is allowed.
    AllowAll = 2,
    /// Everything is refused for now; see [`Decision::next_change`].
    RefuseAll = 3,
}

impl Access {
    /// The name for logs, in lower case.
    ///
    /// ```
    /// assert_eq!(robots::access::Access::AllowAll.as_str(), "allow-all");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            Access::Rules => "rules",
            Access::AllowAll => "allow-all",
            Access::RefuseAll => "refuse-all",
        }
    }
}

impl fmt::Display for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The ground on which access is given or refused.
///
/// ```
/// use robots::access::{Basis, Policy, State};
/// let decision = State::new().decision(&Policy::new(), 0);
/// assert_eq!(decision.basis, Basis::NotFetched);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(u8)]
pub enum Basis {
    /// Everything is refused: there was no attempt yet. Fetch now.
    NotFetched = 0,
    /// The rules are obeyed: the copy is fresh.
    Fresh = 1,
    /// Everything is allowed: there is no robots.txt.
    Unavailable = 2,
    /// Everything is refused: the server forbids the file.
    Forbidden = 3,
    /// Everything is refused: the last answer has expired. Fetch now.
    Expired = 4,
    /// Everything is refused: the clock was set back, so that no age is known.
    /// Fetch now.
    ClockBack = 5,
    /// Everything is refused: the file is unreachable and no usable copy is
    /// left.
    Unreachable = 6,
    /// The rules of the last good copy are obeyed: the file is unreachable.
    StaleCopy = 7,
    /// Everything is allowed: the file has been unreachable for too long.
    LongOutage = 8,
}

impl Basis {
    /// The name for logs, in lower case.
    ///
    /// ```
    /// assert_eq!(robots::access::Basis::StaleCopy.as_str(), "stale-copy");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            Basis::NotFetched => "not-fetched",
            Basis::Fresh => "fresh",
            Basis::Unavailable => "unavailable",
            Basis::Forbidden => "forbidden",
            Basis::Expired => "expired",
            Basis::ClockBack => "clock-back",
            Basis::Unreachable => "unreachable",
            Basis::StaleCopy => "stale-copy",
            Basis::LongOutage => "long-outage",
        }
    }

    /// One sentence for people.
    ///
    /// ```
    /// assert_eq!(robots::access::Basis::Fresh.text(), "the copy of robots.txt is fresh");
    /// ```
    pub const fn text(self) -> &'static str {
        match self {
            Basis::NotFetched => "robots.txt must be fetched first",
            Basis::Fresh => "the copy of robots.txt is fresh",
            Basis::Unavailable => "there is no robots.txt",
            Basis::Forbidden => "robots.txt is forbidden",
            Basis::Expired => "what was known has expired; robots.txt must be fetched again",
            Basis::ClockBack => "the clock was set back; robots.txt must be fetched again",
            Basis::Unreachable => "robots.txt is unreachable",
            Basis::StaleCopy => "robots.txt is unreachable; the last good copy is obeyed",
            Basis::LongOutage => "robots.txt has been unreachable for very long",
        }
    }
}

impl fmt::Display for Basis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What to do with the stored copy after an attempt.
///
/// ```
/// use robots::access::{CopyAction, Policy, State};
/// // Without an attempt there is nothing to do.
/// assert_eq!(State::new().decision(&Policy::new(), 0).copy, CopyAction::Keep);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum CopyAction {
    /// Leave it as it is, if there is one.
    Keep = 0,
    /// Store the body just received instead, which is empty after 204 and 205.
    Replace = 1,
    /// Drop it: there is no file any more.
    Forget = 2,
}

/// What may be crawled at one moment, why, and when to look again.
///
/// Its `Display` is one line for a log.
///
/// ```
/// use robots::access::{Fetch, Policy, Response, State};
/// # use robots::origin::Origin;
/// # let origin = Origin::parse("https://site.example/")?;
/// let (policy, mut state) = (Policy::new(), State::new());
/// let mut fetch = Fetch::new(&origin, &state, &policy);
/// fetch.response(&Response::new(503).header("Retry-After", "120"));
/// let decision = state.record(&fetch, &policy, 1_000_000_000);
/// assert_eq!(
///     decision.to_string(),
///     "refuse-all: unreachable; last attempt: server-error, status 503; fetch in 120 s"
/// );
/// # Ok::<(), robots::origin::OriginError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Decision {
    /// What governs crawling.
    pub access: Access,
    /// Why.
    pub basis: Basis,
    /// What the last attempt met.
    pub cause: Cause,
    /// The status of the last response; 0 without one.
    pub status: u16,
    /// What to do with the stored copy.
    pub copy: CopyAction,
    /// Seconds until the next attempt is due; 0 when it is due now.
    pub wait: u32,
    /// Seconds for which `access` stands even without another attempt; 0 when
    /// nothing is known.
    pub fresh_for: u32,
    /// The moment the next attempt is due.
    pub fetch_at: u64,
    /// The next moment at which anything can change: the next attempt, or the
    /// end of what is granted, whichever comes first.
    pub next_change: u64,
}

impl Decision {
    /// Is an attempt due now?
    ///
    /// An earlier attempt is always possible, for example to have a fresh
    /// answer before the old one expires.
    ///
    /// ```
    /// use robots::access::{Policy, State};
    /// assert!(State::new().decision(&Policy::new(), 0).fetch_due());
    /// ```
    pub fn fetch_due(&self) -> bool {
        self.wait == 0
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: {}; last attempt: {}",
            self.access, self.basis, self.cause
        )?;
        if self.status != 0 {
            write!(f, ", status {}", self.status)?;
        }
        match self.wait {
            0 => f.write_str("; fetch now"),
            wait => write!(f, "; fetch in {wait} s"),
        }
    }
}
