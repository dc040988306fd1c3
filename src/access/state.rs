//! What is known of one origin, and what follows from it at a given moment.
//!
//! A state keeps one moment, that of the last attempt, and otherwise lengths
//! of time. So a clock that was set back cannot make anything younger than it
//! is known to be, and one that was set forward only makes answers and copies
//! older. The length of an outage, which can open a site, grows by no jump:
//! see `outage_since`.

use super::cause::{AccessResult, Cause};
use super::decision::{Access, Basis, CopyAction, Decision};
use super::policy::{LONG_OUTAGE_FAILURES, Policy};
use super::response::{Validators, seconds};

/// A clock may be behind the last attempt by this much without being taken for
/// one that was set back: threads and machines disagree a little.
const CLOCK_SLACK: u64 = 60;

/// What a crawler remembers about the robots.txt of one origin, besides the
/// file itself.
///
/// Keep one for each origin, next to the last good copy of the file. It is 64
/// bytes and an entity tag of at most 256, compares by value, and two
/// equal states decide equally forever.
///
/// `now` is always in seconds since 1970, always by one clock. If that clock
/// runs backwards, time does not pass until it has caught up or the next
/// attempt is recorded; by more than a minute, the origin is asked again first.
///
/// ```
/// use robots::access::{Access, Fetch, Policy, Response, State};
/// use robots::origin::Origin;
///
/// let policy = Policy::new();
/// let origin = Origin::parse("https://site.example/")?;
/// let mut state = State::new();
/// let now = 1_000_000_000;
/// assert!(state.decision(&policy, now).fetch_due());
///
/// let mut fetch = Fetch::new(&origin, &state, &policy);
/// fetch.response(&Response::new(404).header("Cache-Control", "max-age=3600"));
/// let decision = state.record(&fetch, &policy, now);
/// assert_eq!(decision.access, Access::AllowAll);
/// assert_eq!(decision.fetch_at, now + 3600);
/// # Ok::<(), robots::origin::OriginError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    /// When the last attempt was recorded.
    pub(crate) attempted_at: u64,
    /// Hash of the URL the copy came from.
    pub(crate) copy_from: u64,
    /// `Last-Modified` of the copy; 0 for none.
    pub(crate) last_modified: u64,
    /// `ETag` of the copy; empty for none.
    pub(crate) etag: Box<[u8]>,
    /// How long the next attempt waits after the last.
    pub(crate) wait: u32,
    /// For how long its headers say that the copy may be used.
    pub(crate) lifetime: u32,
    /// Age of the copy at the last attempt.
    pub(crate) copy_age: u32,
    /// How long the file had been seen unreachable at the last attempt: the times
    /// between attempts that the origin failed, without those too long to tell.
    pub(crate) outage: u32,
    /// Failed attempts in a row.
    pub(crate) failures: u16,
    /// Status of the last response; 0 without one.
    pub(crate) status: u16,
    /// What the last attempt met.
    pub(crate) cause: Cause,
    /// The crawler has a copy.
    pub(crate) copy: bool,
}

impl State {
    /// Makes a state that knows nothing yet.
    ///
    /// ```
    /// use robots::access::{Access, Policy, State};
    /// let decision = State::new().decision(&Policy::new(), 0);
    /// assert_eq!(decision.access, Access::RefuseAll);
    /// assert!(decision.fetch_due());
    /// ```
    pub fn new() -> State {
        State::default()
    }

    /// What may be crawled at the moment `now`. Takes constant time.
    ///
    /// ```
    /// use robots::access::{Basis, Policy, State};
    /// let decision = State::new().decision(&Policy::new(), 1_000_000_000);
    /// assert_eq!(decision.basis, Basis::NotFetched);
    /// ```
    pub fn decision(&self, policy: &Policy, now: u64) -> Decision {
        let passed = match self.attempted_at.saturating_sub(now) {
            _ if self.cause == Cause::NotFetched => return self.ask_first(Basis::NotFetched, now),
            0..=CLOCK_SLACK => seconds(now.saturating_sub(self.attempted_at)),
            _ => return self.ask_first(Basis::ClockBack, now),
        };
        if self.cause.result() == AccessResult::Unreachable {
            return self.unreachable(policy, passed, now);
        }
        let (access, basis) = match self.cause {
            cause if cause.result() == AccessResult::Successful => match self.copy {
                true => (Access::Rules, Basis::Fresh),
                false => return self.ask_first(Basis::Expired, now),
            },
            Cause::Forbidden => (Access::RefuseAll, Basis::Forbidden),
            // Recorded under another policy, which this one must not inherit.
            Cause::Missing if policy.forbidden_is_disallow && matches!(self.status, 401 | 403) => {
                (Access::RefuseAll, Basis::Forbidden)
            }
            Cause::ErrorForMissing if !policy.five_xx_means_missing => {
                return self.ask_first(Basis::Expired, now);
            }
            _ => (Access::AllowAll, Basis::Unavailable),
        };
        match self.wait.min(policy.longest_fresh()).saturating_sub(passed) {
            0 => self.ask_first(Basis::Expired, now),
            left => self.decide(access, basis, left, left, now),
        }
    }

    /// The crawler no longer has its copy, so that it must fetch the whole
    /// file before it can obey it again. An outage of a site that had a file begins
    /// anew, so that the loss of a copy opens nothing.
    ///
    /// ```
    /// use robots::access::{Fetch, Policy, Response, State};
    /// # use robots::origin::Origin;
    /// # let origin = Origin::parse("https://site.example/")?;
    /// let (policy, mut state, now) = (Policy::new(), State::new(), 1_000_000_000);
    /// let mut fetch = Fetch::new(&origin, &state, &policy);
    /// fetch.response(&Response::new(200));
    /// assert!(!state.record(&fetch, &policy, now).fetch_due());
    /// state.forget_copy();
    /// assert!(state.decision(&policy, now).fetch_due());
    /// # Ok::<(), robots::origin::OriginError>(())
    /// ```
    pub fn forget_copy(&mut self) {
        if self.copy {
            self.outage = 0;
        }
        self.copy = false;
        self.lifetime = 0;
        self.copy_age = 0;
        self.copy_from = 0;
        self.forget_validators();
    }

    /// The number of attempts that have failed in a row.
    ///
    /// ```
    /// assert_eq!(robots::access::State::new().failures(), 0);
    /// ```
    pub fn failures(&self) -> u16 {
        self.failures
    }

    /// What to send to the URL with this hash: nothing unless the copy came
    /// from there.
    pub(super) fn validators(&self, url_hash: u64) -> Validators<'_> {
        match self.copy && self.copy_from == url_hash {
            true => Validators {
                etag: &self.etag,
                last_modified: self.last_modified,
            },
            false => Validators::default(),
        }
    }

    pub(super) fn forget_validators(&mut self) {
        self.etag = Box::default();
        self.last_modified = 0;
    }

    /// The last attempt failed, `passed` seconds ago.
    fn unreachable(&self, policy: &Policy, passed: u32, now: u64) -> Decision {
        let wait = self.wait.min(policy.longest_retry());
        // That the file is unreachable is knowledge too, and it expires.
        let known = wait.max(policy.longest_fresh()).saturating_sub(passed);
        let wait = wait.saturating_sub(passed);
        if known == 0 {
            return self.ask_first(Basis::Expired, now);
        }
        let long = self.failures >= LONG_OUTAGE_FAILURES && self.outage >= policy.least_outage();
        let usable = match self.copy {
            false => 0,
            true if policy.after_outage.keeps_the_copy() => u32::MAX,
            true if long => 0,
            true => policy
                .long_outage
                .saturating_sub(self.copy_age.saturating_add(passed)),
        };
        let (access, basis) = match usable {
            1.. => (Access::Rules, Basis::StaleCopy),
            0 if long && policy.after_outage.opens() => (Access::AllowAll, Basis::LongOutage),
            0 => (Access::RefuseAll, Basis::Unreachable),
        };
        let stands = match usable {
            0 => known,
            _ => known.min(usable),
        };
        self.decide(access, basis, wait, stands, now)
    }

    /// Nothing is known for now.
    fn ask_first(&self, basis: Basis, now: u64) -> Decision {
        self.decide(Access::RefuseAll, basis, 0, 0, now)
    }

    fn decide(
        &self,
        access: Access,
        basis: Basis,
        wait: u32,
        fresh_for: u32,
        now: u64,
    ) -> Decision {
        Decision {
            access,
            basis,
            cause: self.cause,
            status: self.status,
            copy: CopyAction::Keep,
            wait,
            fresh_for,
            fetch_at: now.saturating_add(u64::from(wait)),
            next_change: now.saturating_add(u64::from(wait.min(fresh_for))),
        }
    }
}
