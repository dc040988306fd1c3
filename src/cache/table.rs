//! Where entries stand: one table for all, and a reserve for what has no room
//! there but must not be forgotten.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use quick_cache::{DefaultHashBuilder, Lifecycle, OptionsBuilder, Weighter, sync};

use super::entry::{Entry, Key};
use crate::origin::Origin;

/// The least budget, so that some origins have room whatever was asked for.
const SMALLEST: usize = 8 << 10;

/// One octet of so many is for the reserve.
const RESERVE: usize = 8;

/// Part of the budget for which there is a part of the cache with its own lock.
const PART: usize = 16 << 20;

type Table<L> = sync::Cache<Origin, Arc<Entry>, Weigh, DefaultHashBuilder, L>;

/// Every change is made by whoever holds the lock on the leases; reading needs
/// none.
pub(super) struct Tables {
    entries: Table<ToReserve>,
    reserve: Arc<Table<Evictions>>,
    evictions: Evictions,
    budget: usize,
}

impl Tables {
    pub(super) fn new(budget: usize) -> Tables {
        let budget = budget.max(SMALLEST);
        let parts = (budget / PART).max(1);
        // The greatest power of two that is not more.
        let parts = 1 << parts.ilog2().min(8);
        let evictions = Evictions::default();
        let reserve = Arc::new(table(budget / RESERVE, parts, evictions.clone()));
        let to_reserve = ToReserve {
            reserve: reserve.clone(),
            evictions: evictions.clone(),
        };
        Tables {
            entries: table(budget - budget / RESERVE, parts, to_reserve),
            reserve,
            evictions,
            budget,
        }
    }

    /// Counts as use.
    #[inline]
    pub(super) fn get(&self, key: &Key<'_>) -> Option<Arc<Entry>> {
        self.entries.get(key).or_else(|| self.reserve.get(key))
    }

    pub(super) fn peek(&self, key: &Key<'_>) -> Option<Arc<Entry>> {
        self.entries.peek(key).or_else(|| self.reserve.peek(key))
    }

    /// Puts an entry of at most [`heaviest`](Self::heaviest) in the place of any
    /// other of this origin.
    pub(super) fn insert(&self, origin: &Origin, entry: Arc<Entry>) {
        let key = Key::of(origin);
        if let Some(before) = self.peek(&key) {
            before.mark_replaced();
        }
        self.entries.insert(origin.clone(), entry);
        // Unless it was the one to go, and stands in the reserve again.
        if self.entries.contains_key(&key) {
            self.reserve.remove(&key);
        }
    }

    pub(super) fn remove(&self, origin: &Origin) -> bool {
        let in_reserve = self.reserve.remove(origin).is_some();
        self.entries.remove(origin).is_some() || in_reserve
    }

    /// In no order. An origin that is moved meanwhile may come twice.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Origin, Arc<Entry>)> + '_ {
        self.entries.iter().chain(self.reserve.iter())
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len() + self.reserve.len()
    }

    pub(super) fn weight(&self) -> usize {
        (self.entries.weight() + self.reserve.weight()) as usize
    }

    pub(super) fn budget(&self) -> usize {
        self.budget
    }

    /// The weight above which the table takes nothing: its share of a part for
    /// entries that are in use.
    pub(super) fn heaviest(&self) -> u64 {
        self.entries.shard_capacity() / 100 * 96
    }

    pub(super) fn evictions(&self) -> u64 {
        self.evictions.0.load(Ordering::Relaxed)
    }
}

fn table<L: Lifecycle<Origin, Arc<Entry>> + Clone>(
    capacity: usize,
    parts: usize,
    lifecycle: L,
) -> Table<L> {
    let expected = capacity / 2048;
    let options = OptionsBuilder::new()
        .weight_capacity(capacity as u64)
        .estimated_items_capacity(expected.max(32 * parts))
        .ghost_allocation(0.25)
        .shards(parts)
        .build();
    let hash = DefaultHashBuilder::default();
    match options {
        Ok(options) => sync::Cache::with_options(options, Weigh, hash, lifecycle),
        // Only where a capacity is not given.
        Err(_) => sync::Cache::with(expected, capacity as u64, Weigh, hash, lifecycle),
    }
}

#[derive(Clone)]
struct Weigh;

impl Weighter<Origin, Arc<Entry>> for Weigh {
    fn weight(&self, _: &Origin, entry: &Arc<Entry>) -> u64 {
        entry.weight()
    }
}

/// Counts what is forgotten for want of room.
#[derive(Clone, Default)]
struct Evictions(Arc<AtomicU64>);

impl Lifecycle<Origin, Arc<Entry>> for Evictions {
    type RequestState = ();

    fn on_evict(&self, (): &mut (), _: Origin, entry: Arc<Entry>) {
        if !entry.is_replaced() {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Keeps of what has no room when its origin may be asked again.
#[derive(Clone)]
struct ToReserve {
    reserve: Arc<Table<Evictions>>,
    evictions: Evictions,
}

impl Lifecycle<Origin, Arc<Entry>> for ToReserve {
    type RequestState = ();

    fn on_evict(&self, (): &mut (), origin: Origin, entry: Arc<Entry>) {
        match entry.is_replaced() {
            true => {}
            false => match entry.back_off(&origin) {
                Some(bare) => self.reserve.insert(origin, bare),
                None => self.evictions.on_evict(&mut (), origin, entry),
            },
        }
    }
}
