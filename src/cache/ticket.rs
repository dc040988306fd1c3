//! The right to make one attempt, and what comes of it.

use std::fmt;
use std::sync::Arc;

use super::entry::{Entry, Hit, no_matchers};
use super::lease::Held;
use super::{Cache, Inner};
use crate::Matcher;
use crate::access::{AccessResult, CopyAction, Failure, Fetch, Response, State, Validators};
use crate::origin::Origin;

/// The right and the duty to ask for one origin's robots.txt.
///
/// It is a [`Fetch`] with a place to hand in its outcome:
/// [`finish`](Ticket::finish). Dropped before that, it goes to the next one who
/// asks. It borrows nothing and may go to another thread.
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

    /// [`Fetch::url`]: the URL to ask for now.
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

    /// [`Fetch::validators`]: what to send along.
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

    /// [`Fetch::response`]: takes a response from [`url`](Ticket::url).
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

    /// [`Fetch::failure`]: there was no whole response.
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

    /// [`Fetch::followed`]: the client followed redirects on its own.
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
    /// only where that was a file. Takes the time of compiling it.
    ///
    /// A ticket that has expired and was handed out anew changes nothing in the
    /// cache.
    ///
    /// For the example see the [module](super).
    pub fn finish(self, body: impl AsRef<[u8]>, now: u64) -> Hit {
        let inner = &*self.cache.inner;
        let before = self.before.as_deref();
        let mut state = before.map(|entry| entry.state.clone()).unwrap_or_default();
        let decision = state.record(&self.fetch, &inner.policy, now);
        let matchers = match decision.copy {
            CopyAction::Keep => before.map_or_else(no_matchers, |entry| entry.matchers.clone()),
            CopyAction::Replace => inner.compile(body.as_ref()),
            CopyAction::Forget => no_matchers(),
        };
        let entry = Entry::new(&self.origin, state, matchers);
        let mut leases = inner.leases.lock();
        if leases.holds(&self.origin, self.lease) {
            if let Some(target) = self.fetch.target().filter(|target| *target != self.origin) {
                self.record_for(target, &entry, &leases, now);
            }
            inner.keep(self.origin.clone(), before, entry.clone(), now);
            leases.release(&self.origin, self.lease);
        }
        drop(leases);
        Hit::new(entry, decision, inner.agents.len())
    }

    /// The end of the redirects was another origin's robots.txt.
    fn record_for(&self, target: Origin, entry: &Entry, leases: &Held, now: u64) {
        let inner = &*self.cache.inner;
        if leases.is_out(&target) {
            return;
        }
        let before = inner.entries.peek(&target);
        let before = before.as_deref();
        let mut state = before.map(|entry| entry.state.clone()).unwrap_or_default();
        state.record(&self.fetch, &inner.policy, now);
        let entry = Entry::new(&target, state, entry.matchers.clone());
        inner.keep(target, before, entry, now);
    }
}

impl Inner {
    /// Puts an entry into the cache, or, where it is too large for that, that
    /// nothing can be said for a while.
    fn keep(&self, origin: Origin, before: Option<&Entry>, entry: Arc<Entry>, now: u64) {
        if entry.weight() <= self.heaviest() {
            return self.insert(origin, entry);
        }
        self.counters.too_large();
        let mut state = before.map(|entry| entry.state.clone()).unwrap_or_default();
        state.forget_copy();
        let mut fetch = Fetch::new(&origin, &state, &self.policy);
        fetch.failure(Failure::Other);
        state.record(&fetch, &self.policy, now);
        let entry = Entry::new(&origin, state, no_matchers());
        self.insert(origin, entry);
    }

    /// The lock on the leases is held by whoever calls this.
    pub(super) fn insert(&self, origin: Origin, entry: Arc<Entry>) {
        if let Some(before) = self.entries.peek(&origin) {
            before.mark_replaced();
        }
        self.entries.insert(origin, entry);
    }

    /// The weight above which the table takes nothing: its share of a part for
    /// entries that are in use.
    fn heaviest(&self) -> u64 {
        self.entries.shard_capacity() / 100 * 96
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
