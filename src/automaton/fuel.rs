//! How much work a scan may spend before it is called off.

#[cfg(any(test, fuzzing))]
use std::cell::Cell;

#[cfg(any(test, fuzzing))]
thread_local! {
    /// What the scans of this thread get instead.
    static FUEL: Cell<Option<i64>> = const { Cell::new(None) };
}

/// Units of work for a group with so many star rules: a hit takes one, a rule
/// that is looked at another, a rule that is matched eight and one for four
/// octets of the path.
pub(super) fn fuel(rules: usize) -> i64 {
    #[cfg(any(test, fuzzing))]
    if let Some(fuel) = FUEL.get() {
        return fuel;
    }
    256 + 16 * rules.min(256) as i64
}

/// Does some work in which every scan has so much fuel: usual inputs never use
/// it up, and what comes afterwards is to be tested as well.
#[cfg(any(test, fuzzing))]
pub fn with_fuel<T>(fuel: i64, work: impl FnOnce() -> T) -> T {
    let before = FUEL.replace(Some(fuel));
    let result = work();
    FUEL.set(before);
    result
}
