//! What must hold of every input. Each module is a fuzz target: `run` takes any
//! octets and panics where something does not hold.
//!
//! The targets of `fuzz_targets` hand these functions to libFuzzer; the tests
//! hand them the seeds, the regressions and random octets.

pub mod capi;
pub mod capi_access;
mod capi_batch;
pub mod capi_given;
pub mod compat;
pub mod input;
pub mod parse;
pub mod policy;
pub mod rules;
pub mod snapshot;
pub mod spec;
pub mod url;

#[path = "../../tests/support/counting.rs"]
pub mod counting;

/// A check of one input.
pub type Run = fn(&[u8]);

/// All targets by name.
pub const TARGETS: [(&str, Run); 7] = [
    ("parse", parse::run),
    ("match", rules::run),
    ("url", url::run),
    ("policy", policy::run),
    ("snapshot", snapshot::run),
    ("capi", capi::run),
    ("compat", compat::run),
];
