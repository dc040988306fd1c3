//! What is known of many origins, within a byte budget.
//!
//! A [`Cache`] keeps for each origin its [`State`] and the compiled rules of
//! the crawler, and hands out who fetches what: when something is due, the
//! first one who asks gets a [`Ticket`], makes the requests and hands in what
//! came of them; everybody else uses what is known or waits. It does no I/O and
//! has no clock: both are the caller's. Needs the feature `cache`.
//!
//! ```
//! use robots::access::{AccessResult, Failure, Response};
//! use robots::cache::{Cache, Lookup};
//!
//! let cache = Cache::builder(64 << 20).agents("ExampleBot").build()?;
//! let now = 1_800_000_000;
//! let url = "https://site.example/private";
//!
//! let hit = match cache.get_url(url, now)? {
//!     Lookup::Hit(hit) => hit,
//!     Lookup::Wait(wait) => panic!("ask again, at the latest at {}", wait.until),
//!     Lookup::Fetch(mut ticket) => {
//!         let mut body = Vec::new();
//!         loop {
//!             // The request, with the validators of the ticket as headers.
//!             let result = match http_get(ticket.url()) {
//!                 Ok((status, content)) => {
//!                     body = content;
//!                     ticket.response(&Response::new(status))
//!                 }
//!                 Err(failure) => ticket.failure(failure),
//!             };
//!             if result != AccessResult::Redirect {
//!                 break ticket.finish(&body, now);
//!             }
//!         }
//!     }
//! };
//! assert!(!hit.check(url).allowed);
//! assert_eq!(hit.decision().fetch_at, now + 24 * 60 * 60);
//! assert!(matches!(cache.get_url(url, now + 60)?, Lookup::Hit(_)));
//! # fn http_get(_: &str) -> Result<(u16, Vec<u8>), Failure> {
//! #     Ok((200, b"User-agent: *\nDisallow: /private".to_vec()))
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What an attempt may change
//!
//! The entry of the origin where it began, and of at most one more. Where the
//! last redirect named, octet for octet, the URL that another origin is asked at
//! ([`Fetch::target`](crate::access::Fetch::target)), and a file or its absence was
//! found there, that is recorded for the other origin too, but only where nothing
//! is known of it or an attempt is due, and nobody holds a ticket for it. So no
//! site can say of another what that has not said itself, nor replace what it has.
//! Another spelling of that URL, and a redirect that was refused, failed or went
//! on, changes no other entry.
//!
//! An outcome joins what is known when it is handed in: what was
//! [imported](Cache::import) meanwhile outlives a failed attempt, what is
//! younger stays, and what was [removed](Cache::remove) stays away. A copy outlives
//! the failures of others: an import that has none replaces it only where the
//! origin has answered since.
//!
//! # Policy
//!
//! What is known is read by the policy of this cache. Where another one wrote
//! it, it opens nothing: a 403 refuses under
//! [`Policy::forbidden_is_disallow`], and an answer that only
//! [`Policy::five_xx_means_missing`] makes one counts as expired without it.
//!
//! # Memory
//!
//! The budget counts everything an entry holds, with what the allocator and
//! the table of entries add to it. What was used least is dropped first;
//! what was dropped is fetched anew before anything is allowed. Of an origin
//! that failed it is kept when it may be asked again, without the copy: an
//! eighth of the budget is reserved for that, so that other origins do not make
//! the crawler forget a `Retry-After`. Budgets up to 32 MiB are one part;
//! greater ones are cut into parts of at least 16 MiB, reserve included.
//!
//! Rules that alone pass what one part may hold are kept for as many crawlers
//! as there is room for, the first ones first. The others are refused
//! everything, with [`Cause::TooLarge`](crate::access::Cause::TooLarge), for as
//! long as the file is fresh; only the [`Hit`] of the ticket obeys all of it.
//! The file was read, so that this is no outage and never opens the site.

mod answer;
mod builder;
mod bytes;
mod entry;
mod lease;
mod stats;
#[cfg(feature = "store")]
pub mod store;
mod table;
mod ticket;

use std::fmt;
use std::sync::Arc;

use crate::Options;
use crate::access::{Decision, Policy, State};
use crate::origin::{Origin, OriginError};
use crate::url::Parts;
pub use answer::{Answer, Next};
pub use builder::CacheBuilder;
pub use entry::Hit;
use entry::{Entry, Key};
use lease::Leases;
pub use stats::CacheStats;
use stats::Counters;
use table::Tables;
pub use ticket::Ticket;

/// Origins, what is known of them, and the rules of one crawler for each.
///
/// Cheap to clone: all clones are one cache. Shared between threads; asking for
/// what is known takes a shared lock on one of its parts for the time of one
/// look-up, and no other lock.
///
/// For the example see the [module](self).
#[derive(Clone)]
pub struct Cache {
    inner: Arc<Inner>,
}

struct Inner {
    tables: Tables,
    leases: Leases,
    counters: Counters,
    policy: Policy,
    options: Options,
    agents: Box<[Box<[u8]>]>,
    /// Hash of the agents and options.
    settings: u64,
}

/// The answer of [`Cache::get`].
///
/// ```
/// use robots::cache::{Cache, Lookup};
/// let cache = Cache::builder(1 << 20).build()?;
/// let origin = "https://site.example".parse()?;
/// let first = cache.get(&origin, 0);
/// assert!(matches!(first, Lookup::Fetch(_)));
/// assert!(matches!(cache.get(&origin, 0), Lookup::Wait(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[must_use = "a ticket that is dropped goes to the next one who asks"]
pub enum Lookup {
    /// An answer is known. An attempt may be under way elsewhere.
    Hit(Hit),
    /// An attempt is due, and the caller is to make it.
    Fetch(Box<Ticket>),
    /// Nothing is known, and another caller holds the ticket.
    Wait(Wait),
}

/// Another caller holds the ticket for this origin.
///
/// ```
/// use robots::cache::{Cache, Lookup};
/// let cache = Cache::builder(1 << 20).lease(30).build()?;
/// let origin = "https://site.example".parse()?;
/// let first = cache.get(&origin, 1000);
/// let Lookup::Wait(wait) = cache.get(&origin, 1010) else { unreachable!() };
/// assert_eq!(wait.until, 1030);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Wait {
    /// When the ticket expires, so that the next caller gets a new one. Mostly
    /// the answer is there long before.
    pub until: u64,
}

impl Cache {
    /// What is known of an origin at the moment `now`, in seconds since 1970.
    /// Takes constant time.
    ///
    /// When an attempt is due, one caller gets a [`Ticket`] for it. As long as
    /// that ticket is out, the other callers get what is known, if it may still
    /// be used; otherwise they are told to wait.
    ///
    /// For the example see the [module](self).
    pub fn get(&self, origin: &Origin, now: u64) -> Lookup {
        self.look_up(Key::of(origin), now)
    }

    /// What is known of the origin of a URL, as by [`Cache::get`]. Does not
    /// allocate for what is known.
    ///
    /// # Errors
    ///
    /// As [`Origin::parse`]; the URL must then not be crawled.
    ///
    /// ```
    /// use robots::cache::{Cache, Lookup};
    /// let cache = Cache::builder(1 << 20).build()?;
    /// assert!(matches!(cache.get_url("https://site.example/a", 0), Ok(Lookup::Fetch(_))));
    /// assert!(cache.get_url("/a", 0).is_err());
    /// # Ok::<(), robots::AgentError>(())
    /// ```
    pub fn get_url(&self, url: impl AsRef<[u8]>, now: u64) -> Result<Lookup, OriginError> {
        let parts = Parts::of(url.as_ref())?;
        Ok(self.look_up(Key::of_parts(&parts), now))
    }

    fn look_up(&self, key: Key<'_>, now: u64) -> Lookup {
        if let Some(entry) = self.inner.tables.get(&key) {
            let decision = entry.state.decision(&self.inner.policy, now);
            if !decision.fetch_due() {
                self.inner.counters.hit();
                return Lookup::Hit(self.hit(entry, decision));
            }
        }
        self.due(key, now)
    }

    fn hit(&self, entry: Arc<Entry>, decision: Decision) -> Hit {
        Hit::new(entry, decision, self.inner.agents.len())
    }

    #[cold]
    #[inline(never)]
    fn due(&self, key: Key<'_>, now: u64) -> Lookup {
        let inner = &self.inner;
        let mut leases = inner.leases.lock();
        // An answer may have come since.
        let entry = inner.tables.peek(&key);
        let decision = entry
            .as_ref()
            .map(|entry| entry.state.decision(&inner.policy, now));
        let until = leases.until(&key, now);
        if let (Some(entry), Some(decision)) = (&entry, decision)
            && (!decision.fetch_due() || until.is_some() && decision.fresh_for > 0)
        {
            inner.counters.hit();
            return Lookup::Hit(self.hit(entry.clone(), decision));
        }
        if let Some(until) = until {
            inner.counters.wait();
            return Lookup::Wait(Wait { until });
        }
        inner.counters.fetch();
        let origin = key.to_origin();
        let id = leases.grant(&origin, now);
        drop(leases);
        Lookup::Fetch(Box::new(Ticket::new(self.clone(), origin, entry, id)))
    }

    /// Hands out a ticket although no attempt is due, for example to have a
    /// fresh answer before the old one expires. `None` while another caller
    /// holds one.
    ///
    /// ```
    /// use robots::access::Response;
    /// use robots::cache::Cache;
    ///
    /// let cache = Cache::builder(1 << 20).build()?;
    /// let origin = "https://site.example".parse()?;
    /// let mut ticket = cache.refresh(&origin, 1000).expect("nobody else asks");
    /// assert!(cache.refresh(&origin, 1000).is_none());
    /// ticket.response(&Response::new(404));
    /// assert!(ticket.finish("", 1001).check("https://site.example/").allowed);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn refresh(&self, origin: &Origin, now: u64) -> Option<Box<Ticket>> {
        let mut leases = self.inner.leases.lock();
        if leases.until(&Key::of(origin), now).is_some() {
            return None;
        }
        self.inner.counters.fetch();
        let id = leases.grant(origin, now);
        let entry = self.inner.tables.peek(&Key::of(origin));
        drop(leases);
        let ticket = Ticket::new(self.clone(), origin.clone(), entry, id);
        Some(Box::new(ticket))
    }

    /// What is remembered of an origin. Asking for it does not count as use.
    ///
    /// ```
    /// let cache = robots::cache::Cache::builder(1 << 20).build()?;
    /// assert_eq!(cache.state(&"https://site.example".parse()?), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn state(&self, origin: &Origin) -> Option<State> {
        let entry = self.inner.tables.peek(&Key::of(origin))?;
        Some(entry.state.clone())
    }

    /// The origins of which something is known, in no particular order. Takes
    /// linear time.
    ///
    /// ```
    /// let cache = robots::cache::Cache::builder(1 << 20).build()?;
    /// assert!(cache.origins().is_empty());
    /// # Ok::<(), robots::AgentError>(())
    /// ```
    pub fn origins(&self) -> Vec<Origin> {
        let entries = self.inner.tables.iter();
        entries.map(|(origin, _)| origin).collect()
    }

    /// Forgets an origin; true if something was known of it. If a ticket for it
    /// is out, the outcome of that ticket is not recorded, and the next caller
    /// gets a new ticket.
    ///
    /// ```
    /// let cache = robots::cache::Cache::builder(1 << 20).build()?;
    /// assert!(!cache.remove(&"https://site.example".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove(&self, origin: &Origin) -> bool {
        let mut leases = self.inner.leases.lock();
        leases.void(origin);
        self.inner.tables.remove(origin)
    }

    /// How full the cache is, and how it was used. Takes time linear in the
    /// parts of the cache and the tickets; the numbers are all of nearly one
    /// moment.
    ///
    /// ```
    /// let cache = robots::cache::Cache::builder(1 << 20).build()?;
    /// assert_eq!(cache.stats().entries, 0);
    /// # Ok::<(), robots::AgentError>(())
    /// ```
    pub fn stats(&self) -> CacheStats {
        let inner = &self.inner;
        // So that nothing is counted twice while it is moved.
        let leases = inner.leases.lock();
        CacheStats {
            entries: inner.tables.len(),
            bytes: inner.tables.weight(),
            budget: inner.tables.budget(),
            tickets: leases.len(),
            evictions: inner.tables.evictions(),
            ..inner.counters.read()
        }
    }
}

impl fmt::Debug for Cache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cache")
            .field("stats", &self.stats())
            .finish_non_exhaustive()
    }
}
