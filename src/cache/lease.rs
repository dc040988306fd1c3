//! Who is asking which origin right now.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::entry::Key;
use crate::origin::Origin;

struct Lease {
    id: u64,
    since: u64,
}

pub(super) struct Leases {
    held: Mutex<Held>,
}

pub(super) struct Held {
    leases: HashMap<Origin, Lease>,
    last_id: u64,
    /// For how long a lease stands.
    length: u64,
}

impl Leases {
    pub(super) fn new(seconds: u32) -> Leases {
        Leases {
            held: Mutex::new(Held {
                leases: HashMap::new(),
                last_id: 0,
                length: u64::from(seconds.max(1)),
            }),
        }
    }

    /// Nothing panics while this is held, and every change is one step.
    pub(super) fn lock(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Held {
    /// Until when the origin is leased to somebody, if it is. A clock that was
    /// set back ends a lease no later than one that was not.
    pub(super) fn until(&self, key: &Key<'_>, now: u64) -> Option<u64> {
        // The table has no look-up by borrowed keys; leases are rare.
        let lease = self.leases.get(&key.to_origin())?;
        (now.abs_diff(lease.since) < self.length).then(|| lease.since.saturating_add(self.length))
    }

    /// A new lease in place of any old one. Never 0.
    pub(super) fn grant(&mut self, origin: &Origin, now: u64) -> u64 {
        self.last_id += 1;
        let id = self.last_id;
        self.leases.insert(origin.clone(), Lease { id, since: now });
        id
    }

    /// Does this lease still stand? Not where it expired and was granted anew.
    pub(super) fn holds(&self, origin: &Origin, id: u64) -> bool {
        self.leases.get(origin).is_some_and(|lease| lease.id == id)
    }

    pub(super) fn is_out(&self, origin: &Origin) -> bool {
        self.leases.contains_key(origin)
    }

    pub(super) fn release(&mut self, origin: &Origin, id: u64) {
        if self.holds(origin, id) {
            self.leases.remove(origin);
        }
        // A burst of tickets leaves no table behind.
        if self.leases.is_empty() && self.leases.capacity() > 1024 {
            self.leases = HashMap::new();
        }
    }

    pub(super) fn len(&self) -> usize {
        self.leases.len()
    }
}
