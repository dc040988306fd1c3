//! The right to make one attempt, and what comes of it.

use std::fmt;
use std::sync::Arc;

use super::entry::{Entry, Hit, Key, no_matchers};
use super::lease::Held;
use super::{Cache, Inner};
use crate::Matcher;
use crate::access::{AccessResult, Cause, Failure, Fetch, Response, State, Validators};
use crate::origin::Origin;

/// The right and the duty to ask for one origin's robots.txt.
///
/// It is a [`Fetch`] whose outcome is handed in by [`finish`](Ticket::finish).
/// If it is dropped before that, the next caller gets a new ticket. It borrows
/// nothing and may be moved to another thread.
///
/// For the example see the [module](super).
pub struct Ticket {
    cache: Cache,
    origin: Origin,
    /// What was known when the ticket was handed out.
    before: Option<Arc<Entry>>,
    fetch: Fetch,
    lease: u64,
}

impl Ticket {
    pub(super) fn new(
        cache: Cache,
        origin: Origin,
        before: Option<Arc<Entry>>,
        lease: u64,
    ) -> Ticket {
        let policy = &cache.inner.policy;
        let fetch = match &before {
            Some(entry) => Fetch::new(&origin, &entry.state, policy),
            None => Fetch::new(&origin, &State::new(), policy),
        };
        Ticket {
            cache,
            origin,
            before,
            fetch,
            lease,
        }
    }

    /// The origin to ask.
    ///
    /// ```
    /// # use robots::cache::{Cache, Lookup};
    /// # let cache = Cache::builder(1 << 20).build()?;
    /// let origin = "https://site.example".parse()?;
    /// let Lookup::Fetch(ticket) = cache.get(&origin, 0) else { unreachable!() };
    /// assert_eq!(ticket.origin(), &origin);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The attempt: how many redirects it followed, and what it met.
    ///
    /// ```
    /// # use robots::cache::{Cache, Lookup};
    /// # let cache = Cache::builder(1 << 20).build()?;
    /// # let origin = "https://site.example".parse()?;
    /// # let Lookup::Fetch(ticket) = cache.get(&origin, 0) else { unreachable!() };
    /// assert_eq!(ticket.fetch().hops(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fetch(&self) -> &Fetch {
        &self.fetch
    }

    /// The URL to ask for now, as [`Fetch::url`].
    ///
    /// ```
    /// # use robots::cache::{Cache, Lookup};
    /// # let cache = Cache::builder(1 << 20).build()?;
    /// # let origin = "https://site.example".parse()?;
    /// # let Lookup::Fetch(ticket) = cache.get(&origin, 0) else { unreachable!() };
    /// assert_eq!(ticket.url(), "https://site.example/robots.txt");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn url(&self) -> &str {
        self.fetch.url()
    }

    /// What to send to that URL, as [`Fetch::validators`].
    ///
    /// ```
    /// # use robots::cache::{Cache, Lookup};
    /// # let cache = Cache::builder(1 << 20).build()?;
    /// # let origin = "https://site.example".parse()?;
    /// # let Lookup::Fetch(ticket) = cache.get(&origin, 0) else { unreachable!() };
    /// assert_eq!(ticket.validators().if_none_match(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn validators(&self) -> Validators<'_> {
        match &self.before {
            Some(entry) => self.fetch.validators(&entry.state),
            None => Validators::default(),
        }
    }

    /// Takes a response from [`url`](Ticket::url), as [`Fetch::response`].
    ///
    /// ```
    /// use robots::access::{AccessResult, Response};
    /// # use robots::cache::{Cache, Lookup};
    /// # let cache = Cache::builder(1 << 20).build()?;
    /// # let origin = "https://site.example".parse()?;
    /// # let Lookup::Fetch(mut ticket) = cache.get(&origin, 0) else { unreachable!() };
    /// assert_eq!(ticket.response(&Response::new(410)), AccessResult::Unavailable);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn response(&mut self, response: &Response<'_>) -> AccessResult {
        self.fetch.response(response)
    }

    /// Says that there was no whole response, as [`Fetch::failure`].
    ///
    /// ```
    /// use robots::access::{AccessResult, Failure};
    /// # use robots::cache::{Cache, Lookup};
    /// # let cache = Cache::builder(1 << 20).build()?;
    /// # let origin = "https://site.example".parse()?;
    /// # let Lookup::Fetch(mut ticket) = cache.get(&origin, 0) else { unreachable!() };
    /// assert_eq!(ticket.failure(Failure::Dns), AccessResult::Unreachable);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn failure(&mut self, failure: Failure) -> AccessResult {
        self.fetch.failure(failure)
    }

    /// Says that the client followed redirects on its own, as
    /// [`Fetch::followed`].
    ///
    /// ```
    /// # use robots::cache::{Cache, Lookup};
    /// # let cache = Cache::builder(1 << 20).build()?;
    /// # let origin = "https://site.example".parse()?;
    /// # let Lookup::Fetch(mut ticket) = cache.get(&origin, 0) else { unreachable!() };
    /// ticket.followed(1, "https://www.site.example/robots.txt");
    /// assert_eq!(ticket.url(), "https://www.site.example/robots.txt");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn followed(&mut self, redirects: u32, url: impl AsRef<[u8]>) {
        self.fetch.followed(redirects, url);
    }

    /// Hands in the outcome at the moment `now`, with the body of the last
    /// response, and says what may be crawled from then on. The body counts
    /// only where that was a file; 204 and 205 are an empty one, whatever came
    /// with them. Takes the time of compiling it.
    ///
    /// An expired ticket still counts, so that slow sites are heard. Changes nothing
    /// in the cache where a later ticket was finished before, where this one
    /// comes more than eight times as late as it was to, where the origin was
    /// [removed](Cache::remove) meanwhile, and where something younger than `now`
    /// was [taken](Cache::import) meanwhile.
    ///
    /// For the example see the [module](super).
    pub fn finish(self, body: impl AsRef<[u8]>, now: u64) -> Hit {
        let inner = &*self.cache.inner;
        let policy = &inner.policy;
        // What takes time comes before what others wait for.
        let rules = match (self.fetch.cause(), self.fetch.status) {
            (Cause::Success, 204 | 205) => inner.compile(b""),
            (Cause::Success, _) => inner.compile(body.as_ref()),
            _ => no_matchers(),
        };
        let mut leases = inner.leases.lock();
        let stands = leases.holds(&self.origin, self.lease);
        let known = inner.tables.peek(&Key::of(&self.origin)).filter(|_| stands);
        let (known, given) = (known.as_ref(), self.before.as_ref());
        // Something else than this ticket was handed out with.
        let at = given.map(|given| given.state.attempted_at);
        let other = known.filter(|known| at != Some(known.state.attempted_at));
        let before = match other {
            // A 304 speaks of the copy whose validators the ticket has.
            Some(_) if self.fetch.cause() == Cause::NotModified => given,
            Some(other) => Some(other),
            // One of them may have lost the copy for want of room.
            None => known.filter(|known| known.state.copy).or(given),
        };
        let before = before.map(Arc::as_ref);
        let (entry, decision) =
            Entry::after(before, &self.origin, &self.fetch, &rules, policy, now);
        if stands {
            if other.is_none_or(|other| other.state.attempted_at <= now) {
                inner.keep(&self.origin, entry.clone());
            }
            if let Some(target) = self.fetch.target().filter(|target| *target != self.origin) {
                self.record_for(&target, &rules, &mut leases, now);
            }
            leases.release(&self.origin, self.lease);
        }
        drop(leases);
        Hit::new(entry, decision, inner.agents.len())
    }

    /// The end of the redirects was another origin's robots.txt. That is its
    /// answer where it would be asked now, and nobody does: a stranger neither
    /// opens nor changes what is known and not due.
    fn record_for(&self, target: &Origin, rules: &Arc<[Matcher]>, leases: &mut Held, now: u64) {
        let inner = &*self.cache.inner;
        let key = Key::of(target);
        let before = inner.tables.peek(&key);
        let is_due = |entry: &Arc<Entry>| {
            let state = &entry.state;
            state.attempted_at <= now && state.decision(&inner.policy, now).fetch_due()
        };
        if leases.until(&key, now).is_none() && before.as_ref().is_none_or(is_due) {
            let before = before.as_deref();
            let (entry, _) = Entry::after(before, target, &self.fetch, rules, &inner.policy, now);
            inner.keep(target, entry);
        }
    }
}

impl Inner {
    /// Puts an entry into the cache, or as much of it as there is room for. The
    /// lock on the leases is held by whoever calls this.
    pub(super) fn keep(&self, origin: &Origin, entry: Arc<Entry>) {
        let heaviest = self.tables.heaviest();
        let entry = match entry.weight() <= heaviest {
            true => entry,
            false => {
                self.counters.too_large();
                entry.within(heaviest, origin)
            }
        };
        self.tables.insert(origin, entry);
    }

    /// The rules of each crawler.
    fn compile(&self, body: &[u8]) -> Arc<[Matcher]> {
        let matchers = self.agents.iter().map(|agents| {
            // The agents were asked about when the cache was made.
            Matcher::compile(body, agents, &self.options).unwrap_or_else(|_| Matcher::unreachable())
        });
        matchers.collect()
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut leases = self.cache.inner.leases.lock();
        leases.release(&self.origin, self.lease);
    }
}

impl fmt::Debug for Ticket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ticket({})", self.url())
    }
}
