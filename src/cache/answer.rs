//! One URL, from what is known, without an object.

use super::entry::{Hit, Key, REFUSE};
use super::{Cache, Wait};
use crate::Verdict;
use crate::access::{Decision, State};
use crate::origin::OriginError;
use crate::url::Parts;

/// The answer of [`Cache::check`].
///
/// ```
/// use robots::Reason;
/// use robots::cache::{Cache, Next};
/// let cache = Cache::builder(1 << 20).build()?;
/// let answer = cache.check(0, "https://site.example/", 0)?;
/// assert_eq!(answer.verdict.reason, Reason::Unreachable);
/// assert_eq!(answer.next, Next::Fetch);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answer {
    /// May the crawler fetch the URL? Denied if nothing is known.
    pub verdict: Verdict,
    /// The decision that the verdict follows from.
    pub decision: Decision,
    /// What there is to do besides.
    pub next: Next,
}

/// What there is to do after [`Cache::check`].
///
/// ```
/// use robots::cache::{Cache, Next};
/// let cache = Cache::builder(1 << 20).build()?;
/// let url = "https://site.example/";
/// let ticket = cache.get_url(url, 1000)?;
/// let Next::Wait(wait) = cache.check(0, url, 1000)?.next else { unreachable!() };
/// assert_eq!(wait.until, 1120);
/// drop(ticket);
/// assert_eq!(cache.check(0, url, 1000)?.next, Next::Fetch);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Nothing: the answer stands.
    Nothing,
    /// An attempt is due, and [`Cache::get`] hands out the ticket for it.
    Fetch,
    /// Nothing is known, and another caller holds the ticket.
    Wait(Wait),
}

impl Cache {
    /// May the crawler with this number, from 0 on, fetch this URL, as far as
    /// is known at the moment `now`? It hands out no ticket, and does not
    /// allocate for what is known. A number that no crawler has is a misuse and
    /// denied. It takes the time of one look-up and of
    /// [`Matcher::check`](crate::Matcher::check).
    ///
    /// # Errors
    ///
    /// As [`Origin::parse`](crate::origin::Origin::parse); the URL must then
    /// not be crawled. A path alone has no origin either.
    ///
    /// ```
    /// use robots::access::Response;
    /// use robots::cache::{Cache, Lookup, Next};
    ///
    /// let cache = Cache::builder(1 << 20).agents("ExampleBot").build()?;
    /// let url = "https://site.example/private";
    /// let Lookup::Fetch(mut ticket) = cache.get_url(url, 1000)? else { unreachable!() };
    /// ticket.response(&Response::new(200));
    /// ticket.finish("User-agent: *\nDisallow: /private", 1000);
    ///
    /// let answer = cache.check(0, url, 1001)?;
    /// assert_eq!((answer.verdict.allowed, answer.verdict.line), (false, 2));
    /// assert_eq!(answer.next, Next::Nothing);
    /// assert!(cache.check(0, "https://site.example/", 1001)?.verdict.allowed);
    /// assert!(!cache.check(1, "https://site.example/", 1001)?.verdict.allowed);
    /// assert!(cache.check(0, "/private", 1001).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check(
        &self,
        agent: usize,
        url: impl AsRef<[u8]>,
        now: u64,
    ) -> Result<Answer, OriginError> {
        let url = url.as_ref();
        let inner = &self.inner;
        let parts = Parts::of(url)?;
        let key = Key::of_parts(&parts);
        let entry = inner.tables.get(&key);
        let decision = match &entry {
            Some(entry) => entry.state.decision(&inner.policy, now),
            None => State::new().decision(&inner.policy, now),
        };
        let next = match decision.fetch_due() {
            true => self.next(key, &decision, now),
            false => Next::Nothing,
        };
        if next == Next::Nothing {
            inner.counters.hit();
        }
        let verdict = match entry {
            Some(entry) => Hit::new(entry, decision, inner.agents.len()).check_as(agent, url),
            None if agent < inner.agents.len() => REFUSE.check(url),
            None => Verdict::misuse(),
        };
        Ok(Answer {
            verdict,
            decision,
            next,
        })
    }

    #[cold]
    #[inline(never)]
    fn next(&self, key: Key<'_>, decision: &Decision, now: u64) -> Next {
        match self.inner.leases.lock().until(&key, now) {
            None => Next::Fetch,
            Some(_) if decision.fresh_for > 0 => Next::Nothing,
            Some(until) => {
                self.inner.counters.wait();
                Next::Wait(Wait { until })
            }
        }
    }
}
