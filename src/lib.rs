//! The robots.txt engine.
#![deny(unsafe_code)]
#![warn(missing_docs)]

pub mod access;
mod agent;
mod automaton;
mod block16;
// The C functions; include/robots/robots.h is their manual.
#[cfg(feature = "capi")]
#[doc(hidden)]
#[allow(unsafe_code)]
pub mod capi;
mod diagnostic;
mod escape;
pub mod google;
mod line;
mod matcher;
mod oneshot;
mod options;
pub mod origin;
mod pattern;
mod record;
mod robots_txt;
mod url;
mod verdict;

pub use agent::AgentError;
pub use diagnostic::{Diagnostic, DiagnosticKind};
pub use matcher::Matcher;
pub use oneshot::{check, check_with};
pub use options::{Options, Profile};
pub use record::{Hours, Record, RecordKind, Value};
pub use robots_txt::{Agent, CrawlDelay, Group, RobotsTxt, Rule};
pub use verdict::{Reason, Verdict};
