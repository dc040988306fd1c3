//! How much work may be spent in the usual way before it is called off.

#[cfg(any(test, fuzzing))]
use std::cell::Cell;

#[cfg(any(test, fuzzing))]
thread_local! {
    /// What this thread gets instead.
    static FUEL: Cell<Option<i64>> = const { Cell::new(None) };
}

/// So many units of work, of some 32 instructions each.
pub(crate) fn fuel(units: i64) -> i64 {
    #[cfg(any(test, fuzzing))]
    if let Some(fuel) = FUEL.get() {
        return fuel;
    }
    units
}

/// Does some work in which there is only so much fuel: usual inputs never use
/// it up, and what comes afterwards is to be tested as well.
#[cfg(any(test, fuzzing))]
pub fn with_fuel<T>(fuel: i64, work: impl FnOnce() -> T) -> T {
    let before = FUEL.replace(Some(fuel));
    let result = work();
    FUEL.set(before);
    result
}
