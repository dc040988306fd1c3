//! The bounds within which answers are used, kept and asked for again.

use super::response::{Caching, RetryAfter, seconds};

const MINUTE: u32 = 60;
const HOUR: u32 = 60 * MINUTE;
const DAY: u32 = 24 * HOUR;

/// With fewer failed attempts in a row no outage is long.
pub(super) const LONG_OUTAGE_FAILURES: u16 = 4;

/// Of an outage, so many times between two failed attempts must have been seen.
const LONG_OUTAGE_GAPS: u32 = LONG_OUTAGE_FAILURES as u32 - 1;

/// RFC 9309 2.3.1.2: at least five consecutive redirects are followed.
const LEAST_REDIRECTS: u8 = 5;

/// What a crawler decides once, for all origins or for some.
///
/// All times are in seconds. Every field may be changed; values may contradict
/// each other: a lower bound above its upper bound counts as the upper bound,
/// no wait is shorter than one second, and at least five redirects are followed
/// whatever [`max_redirects`](Policy::max_redirects) says.
///
/// The value is small and `Copy`: for the one site that needs another policy,
/// change a copy of it.
///
/// ```
/// use robots::access::{AfterOutage, Policy};
///
/// let mut policy = Policy::new();
/// assert_eq!(policy.default_fresh, 24 * 60 * 60);
/// policy.max_redirects = 10;
/// policy.after_outage = AfterOutage::LastCopyOrRefuse;
///
/// let mut for_one_site = policy;
/// for_one_site.five_xx_means_missing = true;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Policy {
    /// How long an answer is used if it does not say so itself. One day.
    pub default_fresh: u32,
    /// The least time an answer is used, whatever its headers say, `no-store`
    /// included. Five minutes.
    pub min_fresh: u32,
    /// The most time an answer is used, whatever its headers say. One day: RFC
    /// 9309 advises against more unless the file is unreachable.
    pub max_fresh: u32,
    /// Several crawlers use the same copy, so `s-maxage` counts. Off.
    pub shared_cache: bool,
    /// The wait after the first failed attempt; it doubles with each further
    /// failure. One minute.
    pub min_retry: u32,
    /// The longest wait between attempts that the crawler chooses by itself. One hour.
    pub max_retry: u32,
    /// The longest wait a `Retry-After` header can ask for. One day.
    pub max_retry_after: u32,
    /// How many redirects are followed; one more and the file counts as
    /// unavailable. Five, and never less.
    pub max_redirects: u8,
    /// How long an origin must have been seen unreachable, and by at least four
    /// attempts, before [`after_outage`](Policy::after_outage) applies. 30 days.
    /// What counts as seen stands under [a long outage](super#a-long-outage): no
    /// time between two attempts that is over a third of this.
    pub long_outage: u32,
    /// What applies once an origin has been unreachable for
    /// [`long_outage`](Policy::long_outage). The last copy is obeyed; without
    /// one everything is allowed.
    pub after_outage: AfterOutage,
    /// 401 and 403 refuse everything instead of allowing it. Off.
    pub forbidden_is_disallow: bool,
    /// A 5xx status, except 511, counts as 404, for a site that answers so for
    /// pages that do not exist. Off.
    pub five_xx_means_missing: bool,
}

/// What applies to an origin that has been unreachable for very long.
///
/// Before that, the last copy is obeyed, and without one everything is refused.
/// Where the copy is not to be obeyed after a long outage, it is not obeyed
/// either once it is older than [`Policy::long_outage`].
///
/// ```
/// use robots::access::{AfterOutage, Policy};
/// assert_eq!(Policy::new().after_outage, AfterOutage::LastCopyOrAllow);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(u8)]
pub enum AfterOutage {
    /// The last copy is obeyed, whatever its age; without a copy everything is
    /// allowed.
    #[default]
    LastCopyOrAllow = 0,
    /// Everything is allowed, whatever the last copy says.
    AllowAll = 1,
    /// The last copy is obeyed, whatever its age; without a copy everything
    /// stays refused.
    LastCopyOrRefuse = 2,
    /// Everything is refused, whatever the last copy says.
    RefuseAll = 3,
}

impl AfterOutage {
    /// Is the last copy obeyed for as long as its origin is unreachable?
    pub(super) fn keeps_the_copy(self) -> bool {
        matches!(
            self,
            AfterOutage::LastCopyOrAllow | AfterOutage::LastCopyOrRefuse
        )
    }

    /// Is everything allowed where no copy is obeyed?
    pub(super) fn opens(self) -> bool {
        matches!(self, AfterOutage::LastCopyOrAllow | AfterOutage::AllowAll)
    }
}

impl Default for Policy {
    fn default() -> Self {
        Policy::new()
    }
}

impl Policy {
    /// The default policy, as described at each field.
    ///
    /// ```
    /// use robots::access::Policy;
    /// assert_eq!(Policy::new(), Policy::default());
    /// ```
    pub const fn new() -> Policy {
        Policy {
            default_fresh: DAY,
            min_fresh: 5 * MINUTE,
            max_fresh: DAY,
            shared_cache: false,
            min_retry: MINUTE,
            max_retry: HOUR,
            max_retry_after: DAY,
            max_redirects: LEAST_REDIRECTS,
            long_outage: 30 * DAY,
            after_outage: AfterOutage::LastCopyOrAllow,
            forbidden_is_disallow: false,
            five_xx_means_missing: false,
        }
    }

    /// How long an answer with these headers may be used, counted from when it
    /// was made; `otherwise` if they do not say.
    pub(super) fn lifetime(&self, caching: &Caching, otherwise: u32, now: u64) -> u32 {
        match caching {
            Caching { no_store: true, .. } => 0,
            Caching {
                s_maxage: Some(seconds),
                ..
            } if self.shared_cache => *seconds,
            Caching {
                max_age: Some(seconds),
                ..
            } => *seconds,
            Caching {
                expires: Some(expires),
                date,
                ..
            } => {
                // A date that cannot be read lies in the past (RFC 9111 5.3).
                let expires = expires.unwrap_or(0);
                seconds(expires.saturating_sub(date.unwrap_or(now)))
            }
            _ => otherwise,
        }
    }

    /// What is left at the moment `now` of the lifetime of an answer with these
    /// headers, within the bounds.
    pub(super) fn fresh_for(&self, lifetime: u32, caching: &Caching, now: u64) -> u32 {
        let longest = self.longest_fresh();
        let left = lifetime.min(longest).saturating_sub(caching.age_at(now));
        left.max(self.min_fresh).min(longest).max(1)
    }

    /// How long to wait after this many failed attempts in a row, at least one.
    pub(super) fn retry_in(&self, failures: u16, caching: &Caching, now: u64) -> u32 {
        let asked = match caching.retry_after {
            Some(RetryAfter::Seconds(seconds)) => Some(seconds),
            Some(RetryAfter::At(at)) => {
                Some(seconds(at.saturating_sub(caching.date.unwrap_or(now))))
            }
            None => None,
        };
        match asked {
            Some(asked) => asked.max(self.min_retry).min(self.max_retry_after).max(1),
            None => {
                let doublings = u32::from(failures.clamp(1, 32)) - 1;
                let wait = self.min_retry.max(1).saturating_mul(1 << doublings);
                wait.min(self.max_retry).max(1)
            }
        }
    }

    /// The longest an answer is used.
    pub(super) fn longest_fresh(&self) -> u32 {
        self.max_fresh.max(1)
    }

    /// The longest wait between two attempts at an unreachable file.
    pub(super) fn longest_retry(&self) -> u32 {
        self.max_retry.max(self.max_retry_after).max(1)
    }

    pub(super) fn redirects(&self) -> u32 {
        u32::from(self.max_redirects.max(LEAST_REDIRECTS))
    }

    /// No outage is long before this: a second for each time between attempts.
    pub(super) fn least_outage(&self) -> u32 {
        self.long_outage.max(LONG_OUTAGE_GAPS)
    }

    /// The longest time between two failed attempts that counts as outage. When
    /// more has passed, nobody was looking, or the clock was set; and a third of
    /// the long outage at most, so that it takes four attempts spread over it.
    pub(super) fn longest_gap(&self) -> u32 {
        let late = self.longest_retry().saturating_add(DAY);
        late.min(self.least_outage() / LONG_OUTAGE_GAPS)
    }
}
