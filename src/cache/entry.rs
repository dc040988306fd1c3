//! What is kept of one origin, and what a caller sees of it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use quick_cache::Equivalent;

use crate::access::{Access, AccessResult, Cause, CopyAction, Decision, Fetch, Policy, State};
use crate::origin::{Origin, Scheme};
use crate::url::Parts;
use crate::{Matcher, Verdict};

/// The place of an entry in the table: key, pointer, links and index, with the
/// room that a growing table has to spare and the marks of what was dropped.
const SLOT: usize = 160;

/// An origin that is borrowed. Hashes as [`Origin`] does: the same fields in
/// the same order.
#[derive(Clone, Copy, Hash)]
pub(super) struct Key<'a> {
    pub(super) scheme: Scheme,
    pub(super) port: u16,
    pub(super) host: &'a str,
}

impl<'a> Key<'a> {
    pub(super) fn of(origin: &'a Origin) -> Key<'a> {
        Key {
            scheme: origin.scheme(),
            port: origin.port(),
            host: origin.host(),
        }
    }

    pub(super) fn of_parts(parts: &'a Parts<'_>) -> Key<'a> {
        Key {
            scheme: parts.scheme,
            port: parts.port,
            host: parts.host.as_str(),
        }
    }

    pub(super) fn to_origin(self) -> Origin {
        Origin::from_parts(self.scheme, self.port, self.host)
    }
}

impl Equivalent<Origin> for Key<'_> {
    fn equivalent(&self, origin: &Origin) -> bool {
        self.host == origin.host() && self.port == origin.port() && self.scheme == origin.scheme()
    }
}

/// What is kept of one origin.
pub(super) struct Entry {
    pub(super) state: State,
    /// One for each crawler, or none; a crawler without rules is refused.
    pub(super) matchers: Arc<[Matcher]>,
    weight: u64,
    /// A younger one has taken its place.
    replaced: AtomicBool,
}

impl Entry {
    pub(super) fn new(origin: &Origin, state: State, matchers: Arc<[Matcher]>) -> Arc<Entry> {
        let rules: u64 = matchers.iter().map(weight_of).sum();
        let rest = SLOT
            + in_heap(origin.host().len())
            + in_heap(2 * size_of::<usize>() + size_of::<Entry>())
            + in_heap(state.etag.len())
            + in_heap(match matchers.len() {
                0 => 0,
                _ => 2 * size_of::<usize>() + size_of_val(&*matchers),
            });
        Arc::new(Entry {
            state,
            matchers,
            weight: rules + rest as u64,
            replaced: AtomicBool::new(false),
        })
    }

    /// What is known after an attempt. The rules count where it found a file.
    pub(super) fn after(
        before: Option<&Entry>,
        origin: &Origin,
        fetch: &Fetch,
        rules: &Arc<[Matcher]>,
        policy: &Policy,
        now: u64,
    ) -> (Arc<Entry>, Decision) {
        let mut state = before.map(|entry| entry.state.clone()).unwrap_or_default();
        let decision = state.record(fetch, policy, now);
        let matchers = match decision.copy {
            CopyAction::Keep => before.map_or_else(no_matchers, |entry| entry.matchers.clone()),
            CopyAction::Replace => rules.clone(),
            CopyAction::Forget => no_matchers(),
        };
        (Entry::new(origin, state, matchers), decision)
    }

    /// This entry with the rules of only those crawlers that find room, the
    /// first crawlers first. The others are refused, until the file is read
    /// anew: a 304 would say nothing of rules that are not here.
    pub(super) fn within(&self, heaviest: u64, origin: &Origin) -> Arc<Entry> {
        let mut state = without_validators(self.state.clone());
        if state.cause.result() == AccessResult::Successful {
            state.cause = Cause::TooLarge;
        }
        let count = self.matchers.len();
        let refused: Arc<[Matcher]> = std::iter::repeat_n(Matcher::unreachable(), count).collect();
        let least = Entry::new(origin, state.clone(), refused);
        let Some(mut room) = heaviest.checked_sub(least.weight) else {
            return Entry::new(origin, state, no_matchers());
        };
        let kept = self
            .matchers
            .iter()
            .map(|matcher| match room.checked_sub(weight_of(matcher)) {
                Some(left) => {
                    room = left;
                    matcher.clone()
                }
                None => Matcher::unreachable(),
            });
        Entry::new(origin, state, kept.collect())
    }

    /// When the origin may be asked again, if the last attempts failed, without
    /// anything that takes room.
    pub(super) fn back_off(self: &Arc<Self>, origin: &Origin) -> Option<Arc<Entry>> {
        if self.state.failures() == 0 {
            return None;
        }
        if !self.state.copy {
            return Some(self.clone());
        }
        let mut state = self.state.clone();
        state.forget_copy();
        Some(Entry::new(origin, state, no_matchers()))
    }

    pub(super) fn weight(&self) -> u64 {
        self.weight
    }

    /// To be called before another entry of this origin is put in its place.
    pub(super) fn mark_replaced(&self) {
        self.replaced.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_replaced(&self) -> bool {
        self.replaced.load(Ordering::Relaxed)
    }
}

/// The state, with which the next attempt asks for the whole file.
pub(super) fn without_validators(mut state: State) -> State {
    state.etag = Box::default();
    state.last_modified = 0;
    state.copy_from = 0;
    state
}

/// No rules; takes no memory.
pub(super) fn no_matchers() -> Arc<[Matcher]> {
    Arc::default()
}

/// What rules take besides their place among those of the other crawlers.
fn weight_of(matcher: &Matcher) -> u64 {
    in_heap(matcher.memory_usage()) as u64
}

/// What an allocation takes: its size, a word for the allocator, and the
/// rounding that common ones do.
fn in_heap(octets: usize) -> usize {
    match octets {
        0 => 0,
        _ => (octets + 8).next_multiple_of(16).max(32),
    }
}

/// What is known of one origin at one moment: a decision, and the verdicts that
/// follow from it. It does not change when the cache does, and outlives the
/// cache.
///
/// ```
/// use robots::access::{Basis, Response};
/// use robots::cache::{Cache, Lookup};
///
/// let cache = Cache::builder(1 << 20).agents("ExampleBot").build()?;
/// let Lookup::Fetch(mut ticket) = cache.get_url("https://site.example/", 1000)? else {
///     unreachable!()
/// };
/// ticket.response(&Response::new(200));
/// let hit = ticket.finish("User-agent: *\nDisallow: /private", 1000);
/// assert_eq!(hit.decision().basis, Basis::Fresh);
/// assert!(!hit.check("https://site.example/private").allowed);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Hit {
    entry: Arc<Entry>,
    decision: Decision,
    /// How many crawlers share the cache.
    agents: usize,
}

impl Hit {
    pub(super) fn new(entry: Arc<Entry>, decision: Decision, agents: usize) -> Hit {
        Hit {
            entry,
            decision,
            agents,
        }
    }

    /// What may be crawled, why, and until when.
    ///
    /// For the example see [`Hit`].
    pub fn decision(&self) -> &Decision {
        &self.decision
    }

    /// May the (first) crawler fetch this URL, or this path? The URL must be one
    /// of this origin; see [`Matcher::check`](crate::Matcher::check).
    ///
    /// For the example see [`Hit`].
    #[inline]
    pub fn check(&self, url: impl AsRef<[u8]>) -> Verdict {
        self.matcher().check(url)
    }

    /// May the crawler with this number, in the order of
    /// [`CacheBuilder::agents`](super::CacheBuilder::agents), fetch this URL,
    /// or this path? A number that no crawler has is a misuse and denied.
    ///
    /// ```
    /// use robots::access::Response;
    /// use robots::cache::{Cache, Lookup};
    ///
    /// let cache = Cache::builder(1 << 20).agents("a").agents("b").build()?;
    /// let Lookup::Fetch(mut ticket) = cache.get_url("https://site.example/", 1000)? else {
    ///     unreachable!()
    /// };
    /// ticket.response(&Response::new(200));
    /// let hit = ticket.finish("User-agent: b\nDisallow: /", 1000);
    /// assert!(hit.check_as(0, "https://site.example/").allowed);
    /// assert!(!hit.check_as(1, "https://site.example/").allowed);
    /// assert!(!hit.check_as(2, "https://site.example/").allowed);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check_as(&self, agent: usize, url: impl AsRef<[u8]>) -> Verdict {
        match self.matcher_as(agent) {
            Some(matcher) => matcher.check(url),
            None => Verdict::misuse(),
        }
    }

    /// The matcher for the (first) crawler: its rules, or a matcher that allows
    /// or denies everything.
    ///
    /// For the example see [`Hit`].
    #[inline]
    pub fn matcher(&self) -> &Matcher {
        self.matcher_as(0).unwrap_or(&REFUSE)
    }

    /// The matcher for the crawler with this number, if there is such a
    /// crawler.
    ///
    /// For the example see [`Hit::check_as`].
    #[inline]
    pub fn matcher_as(&self, agent: usize) -> Option<&Matcher> {
        if agent >= self.agents {
            return None;
        }
        match self.decision.access {
            Access::Rules => Some(self.entry.matchers.get(agent).unwrap_or(&REFUSE)),
            Access::AllowAll => Some(&ALLOW),
            Access::RefuseAll => Some(&REFUSE),
        }
    }
}

static ALLOW: LazyLock<Matcher> = LazyLock::new(Matcher::unavailable);
pub(super) static REFUSE: LazyLock<Matcher> = LazyLock::new(Matcher::unreachable);

impl std::fmt::Debug for Hit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Hit({})", self.decision)
    }
}

#[cfg(test)]
mod tests {
    use std::hash::{BuildHasher, RandomState};

    use super::*;

    #[test]
    fn a_borrowed_origin_hashes_as_an_owned_one() {
        let state = RandomState::new();
        for url in ["http://a.example", "https://a.example:8443", "ftp://[::1]"] {
            let origin = Origin::parse(url).unwrap();
            let key = Key::of(&origin);
            assert_eq!(state.hash_one(key), state.hash_one(&origin));
            assert!(key.equivalent(&origin));
            assert_eq!(key.to_origin(), origin);
        }
    }
}
