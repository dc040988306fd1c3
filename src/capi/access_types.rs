//! Types and numbers of the access policy.

use crate::access::{
    Access, AccessResult, AfterOutage, Basis, Cause, CopyAction, Decision, Failure, Policy,
};
use crate::snapshot::SnapshotError;

use super::border::{Growing, sized};

/// Access: obey the rules of the copy at hand.
pub const ROBOTS_ACCESS_RULES: u8 = 1;
/// Access: everything is allowed.
pub const ROBOTS_ACCESS_ALLOW_ALL: u8 = 2;
/// Access: everything is refused for now. Also the answer to a misuse.
pub const ROBOTS_ACCESS_REFUSE_ALL: u8 = 3;

/// Basis: everything is refused; there was no attempt yet, so fetch now.
pub const ROBOTS_BASIS_NOT_FETCHED: u8 = 0;
/// Basis: the rules are obeyed; the copy is fresh.
pub const ROBOTS_BASIS_FRESH: u8 = 1;
/// Basis: everything is allowed; there is no robots.txt.
pub const ROBOTS_BASIS_UNAVAILABLE: u8 = 2;
/// Basis: everything is refused; the server forbids the file.
pub const ROBOTS_BASIS_FORBIDDEN: u8 = 3;
/// Basis: everything is refused; the last answer has expired, so fetch now.
pub const ROBOTS_BASIS_EXPIRED: u8 = 4;
/// Basis: everything is refused; the clock was set back, so fetch now.
pub const ROBOTS_BASIS_CLOCK_BACK: u8 = 5;
/// Basis: everything is refused; the file is unreachable and no usable copy is
/// left.
pub const ROBOTS_BASIS_UNREACHABLE: u8 = 6;
/// Basis: the rules of the last copy are obeyed; the file is unreachable.
pub const ROBOTS_BASIS_STALE_COPY: u8 = 7;
/// Basis: everything is allowed; the file has been unreachable for too long.
pub const ROBOTS_BASIS_LONG_OUTAGE: u8 = 8;

/// Stored copy: leave it as it is, if there is one.
pub const ROBOTS_COPY_KEEP: u8 = 0;
/// Stored copy: store the body just received instead.
pub const ROBOTS_COPY_REPLACE: u8 = 1;
/// Stored copy: drop it, there is no file any more.
pub const ROBOTS_COPY_FORGET: u8 = 2;

/// Cause: there was no attempt yet.
pub const ROBOTS_CAUSE_NOT_FETCHED: u8 = 0;
/// Cause: the attempt was given up before it had a result.
pub const ROBOTS_CAUSE_INTERRUPTED: u8 = 1;
/// Cause: 2xx, a file.
pub const ROBOTS_CAUSE_SUCCESS: u8 = 2;
/// Cause: 304, the copy still holds.
pub const ROBOTS_CAUSE_NOT_MODIFIED: u8 = 3;
/// Cause: 4xx other than 407, 421 and 429, no file.
pub const ROBOTS_CAUSE_MISSING: u8 = 4;
/// Cause: 401 or 403, which the policy reads as "refuse everything".
pub const ROBOTS_CAUSE_FORBIDDEN: u8 = 5;
/// Cause: 5xx, which the policy reads as a missing file.
pub const ROBOTS_CAUSE_ERROR_FOR_MISSING: u8 = 6;
/// Cause: more redirects than the policy follows.
pub const ROBOTS_CAUSE_TOO_MANY_REDIRECTS: u8 = 7;
/// Cause: 429, asked too often.
pub const ROBOTS_CAUSE_RATE_LIMITED: u8 = 8;
/// Cause: 5xx other than 511.
pub const ROBOTS_CAUSE_SERVER_ERROR: u8 = 9;
/// Cause: a status that does not answer this request, such as 206, 407, 421,
/// 511, or a 304 that does not confirm the copy.
pub const ROBOTS_CAUSE_ODD_STATUS: u8 = 10;
/// Cause: a redirect without a target, or with an empty one.
pub const ROBOTS_CAUSE_NO_LOCATION: u8 = 11;
/// Cause: a redirect to something that is no URL, or to a URL of over 8,192
/// octets.
pub const ROBOTS_CAUSE_BAD_LOCATION: u8 = 12;
/// Cause: a redirect to something other than http or https.
pub const ROBOTS_CAUSE_NOT_HTTP: u8 = 13;
/// Cause: 2xx, a file whose rules do not fit the cache.
pub const ROBOTS_CAUSE_TOO_LARGE: u8 = 14;

/// Failure, and cause: the name of the host could not be resolved.
pub const ROBOTS_FAILURE_DNS: u8 = 32;
/// Failure, and cause: no connection could be made.
pub const ROBOTS_FAILURE_CONNECT: u8 = 33;
/// Failure, and cause: nothing came in time.
pub const ROBOTS_FAILURE_TIMEOUT: u8 = 34;
/// Failure, and cause: the connection broke off.
pub const ROBOTS_FAILURE_RESET: u8 = 35;
/// Failure, and cause: no secure connection could be agreed on.
pub const ROBOTS_FAILURE_TLS: u8 = 36;
/// Failure, and cause: the response breaks the protocol.
pub const ROBOTS_FAILURE_PROTOCOL: u8 = 37;
/// Failure, and cause: the body is shorter than announced.
pub const ROBOTS_FAILURE_TRUNCATED: u8 = 38;
/// Failure, and cause: the content coding of the body cannot be decoded.
pub const ROBOTS_FAILURE_UNDECODABLE: u8 = 39;
/// Failure, and cause: the crawler declined to make the request.
pub const ROBOTS_FAILURE_REFUSED: u8 = 40;
/// Failure: a client gave up after it had followed at least five redirects by
/// itself.
pub const ROBOTS_FAILURE_TOO_MANY_REDIRECTS: u8 = 41;
/// Failure, and cause: anything else.
pub const ROBOTS_FAILURE_OTHER: u8 = 42;

/// Result: the file is here, its rules apply (RFC 9309 2.3.1.1).
pub const ROBOTS_RESULT_SUCCESSFUL: u8 = 1;
/// Result: the file is elsewhere, ask there (RFC 9309 2.3.1.2).
pub const ROBOTS_RESULT_REDIRECT: u8 = 2;
/// Result: there is no file, everything is allowed (RFC 9309 2.3.1.3).
pub const ROBOTS_RESULT_UNAVAILABLE: u8 = 3;
/// Result: it is not known whether there is a file, everything is refused (RFC
/// 9309 2.3.1.4).
pub const ROBOTS_RESULT_UNREACHABLE: u8 = 4;

/// After a long outage: the last copy is obeyed, whatever its age; without one
/// everything is allowed.
pub const ROBOTS_AFTER_OUTAGE_LAST_COPY_OR_ALLOW: u8 = 0;
/// After a long outage: everything is allowed, whatever the last copy says.
pub const ROBOTS_AFTER_OUTAGE_ALLOW_ALL: u8 = 1;
/// After a long outage: the last copy is obeyed, whatever its age; without one
/// everything stays refused.
pub const ROBOTS_AFTER_OUTAGE_LAST_COPY_OR_REFUSE: u8 = 2;
/// After a long outage: everything is refused, whatever the last copy says.
pub const ROBOTS_AFTER_OUTAGE_REFUSE_ALL: u8 = 3;

/// Flag of a response: its body did not arrive whole.
pub const ROBOTS_RESPONSE_INCOMPLETE: u32 = 1;

/// Octets that cannot be read: something else wrote them, or they hold another
/// kind of object. Also the answer to a misuse.
pub const ROBOTS_SNAPSHOT_FOREIGN: i32 = 1;
/// Octets that cannot be read: their numbers are in the wrong byte order.
pub const ROBOTS_SNAPSHOT_BYTE_ORDER: i32 = 2;
/// Octets that cannot be read: this release does not know their version.
pub const ROBOTS_SNAPSHOT_VERSION: i32 = 3;
/// Octets that cannot be read: there are fewer or more than announced.
pub const ROBOTS_SNAPSHOT_LENGTH: i32 = 4;
/// Octets that cannot be read: some have changed since they were written.
pub const ROBOTS_SNAPSHOT_CHECKSUM: i32 = 5;
/// Octets that cannot be read: they are forged.
pub const ROBOTS_SNAPSHOT_MALFORMED: i32 = 6;
/// Octets that cannot be read: they were written with other agents or options.
pub const ROBOTS_SNAPSHOT_SETTINGS: i32 = 7;
/// Octets that cannot be read: they are of another origin than the given one.
pub const ROBOTS_SNAPSHOT_OTHER_ORIGIN: i32 = 8;

/// What a crawler decides once, for all origins or for some. Zero is the
/// default of every member, so start from `robots_policy policy = {0};` and
/// pass `&policy, sizeof policy`. NULL with size 0 means the defaults. Grows as
/// `robots_options` does. All times are in seconds. Values may contradict each
/// other: a lower bound above its upper bound counts as the upper bound. For no
/// time at all, use 1.
#[derive(Clone, Copy, Default)]
#[repr(C)]
pub struct robots_policy {
    /// How long an answer is used if it does not say so itself; 0 means a day.
    pub default_fresh: u32,
    /// The least time an answer is used, even with `no-store`; 0 means five
    /// minutes.
    pub min_fresh: u32,
    /// The most time an answer is used; 0 means a day.
    pub max_fresh: u32,
    /// The wait after the first failed attempt, doubled with each further one; 0
    /// means a minute.
    pub min_retry: u32,
    /// The longest wait that the crawler chooses by itself; 0 means an hour.
    pub max_retry: u32,
    /// The longest wait a `Retry-After` header can ask for; 0 means a day.
    pub max_retry_after: u32,
    /// How long an origin must have been seen unreachable, by at least four
    /// attempts, before `after_outage` applies; 0 means 30 days. It is also the
    /// greatest age of a copy during an outage, unless `after_outage` keeps the
    /// copy.
    pub long_outage: u32,
    /// 1: several crawlers use the same copy, so `s-maxage` counts.
    pub shared_cache: u8,
    /// How many redirects are followed; a number below five means five.
    pub max_redirects: u8,
    /// A ROBOTS_AFTER_OUTAGE number.
    pub after_outage: u8,
    /// 1: 401 and 403 refuse everything. 0: they allow everything.
    pub forbidden_is_disallow: u8,
    /// 1: a 5xx status, except 511, counts as a missing file. For sites that
    /// answer so for pages that do not exist.
    pub five_xx_means_missing: u8,
    /// 0.
    pub reserved: [u8; 3],
}

impl Growing for robots_policy {
    const FIRST: usize = 36;
}

impl robots_policy {
    /// `None` where a number has no meaning.
    fn read(&self) -> Option<Policy> {
        let flag = |number: u8| (number < 2).then_some(number == 1);
        let seconds = |given: u32, default: u32| if given == 0 { default } else { given };
        if self.reserved != [0; 3] {
            return None;
        }
        let mut policy = Policy::new();
        policy.default_fresh = seconds(self.default_fresh, policy.default_fresh);
        policy.min_fresh = seconds(self.min_fresh, policy.min_fresh);
        policy.max_fresh = seconds(self.max_fresh, policy.max_fresh);
        policy.min_retry = seconds(self.min_retry, policy.min_retry);
        policy.max_retry = seconds(self.max_retry, policy.max_retry);
        policy.max_retry_after = seconds(self.max_retry_after, policy.max_retry_after);
        policy.long_outage = seconds(self.long_outage, policy.long_outage);
        policy.shared_cache = flag(self.shared_cache)?;
        // Less than five are five there.
        policy.max_redirects = self.max_redirects;
        policy.after_outage = match self.after_outage {
            ROBOTS_AFTER_OUTAGE_LAST_COPY_OR_ALLOW => AfterOutage::LastCopyOrAllow,
            ROBOTS_AFTER_OUTAGE_ALLOW_ALL => AfterOutage::AllowAll,
            ROBOTS_AFTER_OUTAGE_LAST_COPY_OR_REFUSE => AfterOutage::LastCopyOrRefuse,
            ROBOTS_AFTER_OUTAGE_REFUSE_ALL => AfterOutage::RefuseAll,
            _ => return None,
        };
        policy.forbidden_is_disallow = flag(self.forbidden_is_disallow)?;
        policy.five_xx_means_missing = flag(self.five_xx_means_missing)?;
        Some(policy)
    }
}

/// The policy that a caller means; `None` for a misuse.
///
/// # Safety
///
/// As [`sized`].
pub(super) unsafe fn policy(data: *const robots_policy, size: usize) -> Option<Policy> {
    // SAFETY: promised.
    unsafe { sized(data, size)? }.read()
}

/// What may be crawled at one moment, why, and when to look again. 32 octets,
/// frozen. A misuse is answered with ROBOTS_ACCESS_REFUSE_ALL and zeros.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct robots_decision {
    /// What governs crawling: a ROBOTS_ACCESS number.
    pub access: u8,
    /// Why: a ROBOTS_BASIS number.
    pub basis: u8,
    /// What the last attempt met: a ROBOTS_CAUSE or ROBOTS_FAILURE number.
    pub cause: u8,
    /// What to do with the stored copy: a ROBOTS_COPY number.
    pub copy: u8,
    /// Status of the last response; 0 without one.
    pub status: u16,
    /// 0.
    pub reserved: u16,
    /// Seconds until the next attempt is due; 0 when it is due now.
    pub wait: u32,
    /// Seconds for which `access` stands even without another attempt; 0 when
    /// nothing is known.
    pub fresh_for: u32,
    /// The moment the next attempt is due.
    pub fetch_at: u64,
    /// The next moment at which anything can change.
    pub next_change: u64,
}

impl robots_decision {
    pub(super) const MISUSE: Self = robots_decision {
        access: ROBOTS_ACCESS_REFUSE_ALL,
        basis: 0,
        cause: 0,
        copy: 0,
        status: 0,
        reserved: 0,
        wait: 0,
        fresh_for: 0,
        fetch_at: 0,
        next_change: 0,
    };
}

impl From<&Decision> for robots_decision {
    fn from(decision: &Decision) -> Self {
        robots_decision {
            access: decision.access as u8,
            basis: decision.basis as u8,
            cause: decision.cause.code(),
            copy: decision.copy as u8,
            status: decision.status,
            reserved: 0,
            wait: decision.wait,
            fresh_for: decision.fresh_for,
            fetch_at: decision.fetch_at,
            next_change: decision.next_change,
        }
    }
}

/// The failure with this number.
pub(super) fn failure(number: u8) -> Option<Failure> {
    match Cause::from_code(number)? {
        Cause::Failed(failure) => Some(failure),
        _ => None,
    }
}

// The numbers above, and the layout that compiled programs rely on.
const _: () = {
    assert!(size_of::<robots_decision>() == 32);
    assert!(size_of::<robots_policy>() == robots_policy::FIRST);
    assert!(ROBOTS_ACCESS_RULES == Access::Rules as u8);
    assert!(ROBOTS_ACCESS_ALLOW_ALL == Access::AllowAll as u8);
    assert!(ROBOTS_ACCESS_REFUSE_ALL == Access::RefuseAll as u8);
    assert!(ROBOTS_BASIS_NOT_FETCHED == Basis::NotFetched as u8);
    assert!(ROBOTS_BASIS_FRESH == Basis::Fresh as u8);
    assert!(ROBOTS_BASIS_UNAVAILABLE == Basis::Unavailable as u8);
    assert!(ROBOTS_BASIS_FORBIDDEN == Basis::Forbidden as u8);
    assert!(ROBOTS_BASIS_EXPIRED == Basis::Expired as u8);
    assert!(ROBOTS_BASIS_CLOCK_BACK == Basis::ClockBack as u8);
    assert!(ROBOTS_BASIS_UNREACHABLE == Basis::Unreachable as u8);
    assert!(ROBOTS_BASIS_STALE_COPY == Basis::StaleCopy as u8);
    assert!(ROBOTS_BASIS_LONG_OUTAGE == Basis::LongOutage as u8);
    assert!(ROBOTS_COPY_KEEP == CopyAction::Keep as u8);
    assert!(ROBOTS_COPY_REPLACE == CopyAction::Replace as u8);
    assert!(ROBOTS_COPY_FORGET == CopyAction::Forget as u8);
    assert!(ROBOTS_CAUSE_NOT_FETCHED == Cause::NotFetched.code());
    assert!(ROBOTS_CAUSE_INTERRUPTED == Cause::Interrupted.code());
    assert!(ROBOTS_CAUSE_SUCCESS == Cause::Success.code());
    assert!(ROBOTS_CAUSE_NOT_MODIFIED == Cause::NotModified.code());
    assert!(ROBOTS_CAUSE_MISSING == Cause::Missing.code());
    assert!(ROBOTS_CAUSE_FORBIDDEN == Cause::Forbidden.code());
    assert!(ROBOTS_CAUSE_ERROR_FOR_MISSING == Cause::ErrorForMissing.code());
    assert!(ROBOTS_CAUSE_TOO_MANY_REDIRECTS == Cause::TooManyRedirects.code());
    assert!(ROBOTS_CAUSE_RATE_LIMITED == Cause::RateLimited.code());
    assert!(ROBOTS_CAUSE_SERVER_ERROR == Cause::ServerError.code());
    assert!(ROBOTS_CAUSE_ODD_STATUS == Cause::OddStatus.code());
    assert!(ROBOTS_CAUSE_NO_LOCATION == Cause::NoLocation.code());
    assert!(ROBOTS_CAUSE_BAD_LOCATION == Cause::BadLocation.code());
    assert!(ROBOTS_CAUSE_NOT_HTTP == Cause::NotHttp.code());
    assert!(ROBOTS_CAUSE_TOO_LARGE == Cause::TooLarge.code());
    assert!(ROBOTS_FAILURE_DNS == Failure::Dns as u8);
    assert!(ROBOTS_FAILURE_CONNECT == Failure::Connect as u8);
    assert!(ROBOTS_FAILURE_TIMEOUT == Failure::Timeout as u8);
    assert!(ROBOTS_FAILURE_RESET == Failure::Reset as u8);
    assert!(ROBOTS_FAILURE_TLS == Failure::Tls as u8);
    assert!(ROBOTS_FAILURE_PROTOCOL == Failure::Protocol as u8);
    assert!(ROBOTS_FAILURE_TRUNCATED == Failure::Truncated as u8);
    assert!(ROBOTS_FAILURE_UNDECODABLE == Failure::Undecodable as u8);
    assert!(ROBOTS_FAILURE_REFUSED == Failure::Refused as u8);
    assert!(ROBOTS_FAILURE_TOO_MANY_REDIRECTS == Failure::TooManyRedirects as u8);
    assert!(ROBOTS_FAILURE_OTHER == Failure::Other as u8);
    assert!(ROBOTS_RESULT_SUCCESSFUL == AccessResult::Successful as u8);
    assert!(ROBOTS_RESULT_REDIRECT == AccessResult::Redirect as u8);
    assert!(ROBOTS_RESULT_UNAVAILABLE == AccessResult::Unavailable as u8);
    assert!(ROBOTS_RESULT_UNREACHABLE == AccessResult::Unreachable as u8);
    assert!(ROBOTS_AFTER_OUTAGE_LAST_COPY_OR_ALLOW == AfterOutage::LastCopyOrAllow as u8);
    assert!(ROBOTS_AFTER_OUTAGE_ALLOW_ALL == AfterOutage::AllowAll as u8);
    assert!(ROBOTS_AFTER_OUTAGE_LAST_COPY_OR_REFUSE == AfterOutage::LastCopyOrRefuse as u8);
    assert!(ROBOTS_AFTER_OUTAGE_REFUSE_ALL == AfterOutage::RefuseAll as u8);
    assert!(ROBOTS_SNAPSHOT_FOREIGN == SnapshotError::Foreign as i32);
    assert!(ROBOTS_SNAPSHOT_BYTE_ORDER == SnapshotError::ByteOrder as i32);
    assert!(ROBOTS_SNAPSHOT_VERSION == SnapshotError::Version as i32);
    assert!(ROBOTS_SNAPSHOT_LENGTH == SnapshotError::Length as i32);
    assert!(ROBOTS_SNAPSHOT_CHECKSUM == SnapshotError::Checksum as i32);
    assert!(ROBOTS_SNAPSHOT_MALFORMED == SnapshotError::Malformed as i32);
    assert!(ROBOTS_SNAPSHOT_SETTINGS == SnapshotError::Settings as i32);
    assert!(ROBOTS_SNAPSHOT_OTHER_ORIGIN == SnapshotError::OtherOrigin as i32);
};
