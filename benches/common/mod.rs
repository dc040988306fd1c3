//! What the benchmarks share: workloads, engines, clocks and reports.
//!
//! Every bench target is its own program and uses a different part of this,
//! hence the permission for unused items.
#![allow(dead_code)]

pub mod corpus;
pub mod crowd;
pub mod engine;
pub mod families;
pub mod measure;
pub mod ours;
pub mod peers;
#[path = "../../tests/support/random.rs"]
pub mod random;
pub mod real;
pub mod report;
pub mod settings;
#[path = "../../tests/support/spec.rs"]
pub mod spec;
pub mod svg;
pub mod workloads;
