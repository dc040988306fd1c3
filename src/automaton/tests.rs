//! Every form of a group against the specification.

use std::cell::Cell;

thread_local! {
    /// Fuel that scans of this thread get instead of their own.
    pub(super) static FUEL: Cell<Option<i64>> = const { Cell::new(None) };
}
