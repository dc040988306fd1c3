//! Who is asking which origin right now.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::entry::Key;
use crate::origin::Origin;

/// An expired lease is kept for so many times its length, because its ticket
/// may still be handed in. After that the ticket is taken for lost.
const LATE: u64 = 8;

/// The table is searched for lost tickets when it has this many.
const SWEEP: usize = 256;

struct Lease {
    id: u64,
    since: u64,
    /// The earliest lease that expired since and whose ticket still counts when it
    /// is handed in, and when it was granted. Otherwise a site that answers slower
    /// than a lease lasts would be asked again and again, and never be heard.
    first: u64,
    first_since: u64,
}

pub(super) struct Leases {
    held: Mutex<Held>,
}

pub(super) struct Held {
    leases: HashMap<Origin, Lease>,
    last_id: u64,
    /// For how long a lease stands.
    length: u64,
    /// The moment that was told last.
    now: u64,
    /// How many leases there are when lost ones are searched for next.
    sweep_at: usize,
}

impl Leases {
    pub(super) fn new(seconds: u32) -> Leases {
        Leases {
            held: Mutex::new(Held {
                leases: HashMap::new(),
                last_id: 0,
                length: u64::from(seconds.max(1)),
                now: 0,
                sweep_at: SWEEP,
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
    pub(super) fn until(&mut self, key: &Key<'_>, now: u64) -> Option<u64> {
        self.now = now;
        // The table has no look-up by borrowed keys; leases are rare.
        let lease = self.leases.get(&key.to_origin())?;
        (now.abs_diff(lease.since) < self.length).then(|| lease.since.saturating_add(self.length))
    }

    /// A new lease in place of any old one. Never 0.
    pub(super) fn grant(&mut self, origin: &Origin, now: u64) -> u64 {
        if self.leases.len() >= self.sweep_at {
            let longest = self.length * LATE;
            self.leases
                .retain(|_, lease| now.abs_diff(lease.since) < longest);
            self.leases.shrink_to(2 * self.leases.len());
            // So that each grant pays for two steps of the search.
            self.sweep_at = SWEEP.max(2 * self.leases.len());
        }
        self.last_id += 1;
        let id = self.last_id;
        let longest = self.length * LATE;
        let before = self.leases.get(origin);
        let before = before.filter(|lease| now.abs_diff(lease.first_since) < longest);
        let (first, first_since) =
            before.map_or((id, now), |lease| (lease.first, lease.first_since));
        let lease = Lease {
            id,
            since: now,
            first,
            first_since,
        };
        self.leases.insert(origin.clone(), lease);
        id
    }

    /// Does this lease still count? Not where a later one was handed in, and not
    /// where it was voided or lost.
    pub(super) fn holds(&self, origin: &Origin, id: u64) -> bool {
        let lease = self.leases.get(origin);
        lease.is_some_and(|lease| (lease.first..=lease.id).contains(&id))
    }

    /// Ends a lease and all earlier ones of its origin.
    pub(super) fn release(&mut self, origin: &Origin, id: u64) {
        match self.leases.get_mut(origin) {
            Some(lease) if lease.id == id => self.void(origin),
            Some(lease) if lease.first <= id && id < lease.id => {
                lease.first = id + 1;
                lease.first_since = lease.since;
            }
            _ => {}
        }
    }

    /// Whoever asks this origin hands in nothing.
    pub(super) fn void(&mut self, origin: &Origin) {
        self.leases.remove(origin);
        // A burst of tickets leaves no table behind.
        if self.leases.is_empty() && self.leases.capacity() > 1024 {
            self.leases = HashMap::new();
            self.sweep_at = SWEEP;
        }
    }

    /// How many stood at the moment that was told last.
    pub(super) fn len(&self) -> usize {
        let stands = |lease: &&Lease| self.now.abs_diff(lease.since) < self.length;
        self.leases.values().filter(stands).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lost_leases_take_no_room() {
        let leases = Leases::new(10);
        let mut held = leases.lock();
        let origin = |number: u64| Origin::parse(format!("http://h{number}.example")).unwrap();
        for second in 0..20_000 {
            assert_eq!(held.until(&Key::of(&origin(second)), second), None);
            let id = held.grant(&origin(second), second);
            // Ten stand, eighty may still come back, and some are not looked at yet.
            assert_eq!(held.len() as u64, (second + 1).min(10));
            assert!(held.leases.len() <= SWEEP && held.leases.capacity() <= 4 * SWEEP);
            assert!(held.holds(&origin(second), id));
            assert!(second < 79 || held.leases.contains_key(&origin(second - 79)));
        }
    }
}
