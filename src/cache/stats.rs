//! Counting without a place that all threads write to.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// How full a cache is, and how it was used since it was made.
///
/// ```
/// use robots::cache::Cache;
/// let cache = Cache::builder(1 << 20).build()?;
/// let ticket = cache.get_url("https://site.example/", 0)?;
/// let stats = cache.stats();
/// assert_eq!((stats.hits, stats.fetches, stats.tickets), (0, 1, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CacheStats {
    /// Origins of which something is known.
    pub entries: usize,
    /// Octets of memory that these entries take.
    pub bytes: usize,
    /// Octets of memory that they may take.
    pub budget: usize,
    /// Tickets that are out, without the tickets that had expired when a ticket
    /// was last asked for.
    pub tickets: usize,
    /// Answers that were given from what was known.
    pub hits: u64,
    /// Tickets handed out.
    pub fetches: u64,
    /// Answers that told the caller to wait for another caller's ticket.
    pub waits: u64,
    /// Origins that were dropped because room was needed, together with when
    /// they may be asked again.
    pub evictions: u64,
    /// Files whose rules did not fit for every crawler.
    pub too_large: u64,
}

/// Counters that threads share as little as possible.
const STRIPES: usize = 16;

#[derive(Default)]
#[repr(align(128))]
struct Stripe(AtomicU64);

#[derive(Default)]
pub(super) struct Counters {
    hits: [Stripe; STRIPES],
    fetches: AtomicU64,
    waits: AtomicU64,
    too_large: AtomicU64,
}

thread_local! {
    static STRIPE: Cell<usize> = {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        Cell::new(NEXT.fetch_add(1, Ordering::Relaxed) % STRIPES)
    };
}

impl Counters {
    #[inline]
    pub(super) fn hit(&self) {
        let stripe = STRIPE.try_with(Cell::get).unwrap_or(0);
        self.hits[stripe].0.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn fetch(&self) {
        self.fetches.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn wait(&self) {
        self.waits.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn too_large(&self) {
        self.too_large.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn read(&self) -> CacheStats {
        let hits = self
            .hits
            .iter()
            .map(|stripe| stripe.0.load(Ordering::Relaxed));
        CacheStats {
            hits: hits.sum(),
            fetches: self.fetches.load(Ordering::Relaxed),
            waits: self.waits.load(Ordering::Relaxed),
            too_large: self.too_large.load(Ordering::Relaxed),
            ..CacheStats::default()
        }
    }
}
