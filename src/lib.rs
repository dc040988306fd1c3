//! May this crawler fetch this URL, and which rule says so? A robots.txt
//! engine: RFC 9309, and google/robotstxt bit by bit.
//!
//! ```
//! use robots::RobotsTxt;
//!
//! let txt = RobotsTxt::parse(
//!     "User-agent: *\n\
//!      Disallow: /private/\n\
//!      Allow: /private/open\n",
//! );
//! let matcher = txt.matcher("ExampleBot")?;
//!
//! let verdict = matcher.check("https://site.example/private/x?y=1");
//! assert!(!verdict.allowed);
//! assert_eq!(verdict.line, 2);
//! assert!(matcher.check("https://site.example/private/open/x").allowed);
//! # Ok::<(), robots::AgentError>(())
//! ```
//!
//! # Which call for what
//!
//! | You have | Call |
//! | --- | --- |
//! | one URL of one body | [`check`] |
//! | a body and many URLs for one crawler | [`Matcher::compile`], then [`Matcher::check`] |
//! | a body to look into, or several crawlers | [`RobotsTxt::parse`], then [`RobotsTxt::matcher`] |
//! | many URLs of many sites at once | [`Matcher::check_each`] |
//! | no body, because fetching failed | [`Matcher::unavailable`], [`Matcher::unreachable`] |
//! | the outcome of a fetch, and a clock | [`access`] |
//! | a URL, and the question where its robots.txt is | [`origin`] |
//!
//! Reading cannot fail: whatever the octets, every line that can be used is
//! used (RFC 9309 2.3.1.1). What can be wrong is the question, and then the
//! answer is a refusal with [`Reason::Misuse`].
//!
//! # Profiles
//!
//! [`Profile::Rfc9309`], the default, follows the RFC, and Google's published
//! rules where it is silent. [`Profile::Google`] gives the verdict and the line
//! that google/robotstxt gives, for every input.
//!
//! # Agents
//!
//! A crawler asks with its product token, or with a chain of them in order of
//! preference: `"Applebot, Googlebot"`. The first token that a group names
//! decides. Where no group names `Googlebot-Image`, one that names `googlebot`
//! does, just so and not as `googlebot2` ([`Options::exact_agent`] switches that
//! off); where no token of the chain finds a group, those for `*` apply. Groups
//! that name the same are one group. [`RobotsTxt::group_for`] tells who speaks.
//!
//! # Normalisation
//!
//! Path patterns and paths are compared octet by octet, after both were brought
//! to one form (RFC 9309 2.2.2): escapes of unreserved characters are decoded,
//! other escapes keep their upper-case digits, and what RFC 3986 allows raw in
//! neither path nor query is escaped: octets outside ASCII, controls, blanks,
//! `[ ] < > " { } | \ ^` and backquote. `%2A` and `%24` in a pattern stand for `*` and `$`
//! as characters; those two raw in a URL are characters as well. The octets of
//! a rule, which decide precedence, are counted in that form, `*` and `$`
//! included. Profile `google` normalises patterns only, and in its own way.
//!
//! # Features
//!
//! | Feature | Adds | Costs |
//! | --- | --- | --- |
//! | `capi` (default) | the C functions of `include/robots/robots.h` | nothing, unless called |
//! | `cli` | the program `robots` | clap, serde_json, flate2, lzma-rust2, … |
//! | `fetch` | `robots check` and `robots fetch` over the network | ureq |
//! | `cache` | everything known of many origins, within a byte budget | quick_cache |
//! | `store` | a cache that outlives the process | redb |
//! | `dense` | a group as one table, for pinned sites | regex-automata |
//! | `idn` | hosts outside ASCII in [`origin`] | idna |
//! | `header` | `include/robots/robots.h` is written anew | cbindgen, when building |
//!
//! Without features the crate needs memchr, httpdate and twox-hash.
#![deny(unsafe_code)]
#![warn(missing_docs)]

pub mod access;
mod automaton;
#[cfg(feature = "cache")]
pub mod cache;
// The C functions; include/robots/robots.h is their manual.
#[cfg(feature = "capi")]
#[doc(hidden)]
#[allow(unsafe_code)]
pub mod capi;
mod dialect;
mod document;
pub mod google;
mod group;
mod matcher;
mod options;
mod parse;
mod pattern;
mod simd;
pub mod snapshot;
mod url;
mod verdict;

#[cfg(feature = "store")]
pub use cache::store;
pub use document::{Agent, CrawlDelay, Group, GroupMatch, RobotsTxt, Rule};
pub use group::agent::AgentError;
pub use matcher::Matcher;
pub use matcher::oneshot::{check, check_with};
pub use options::{Options, Profile};
pub use parse::diagnostic::{Diagnostic, DiagnosticKind};
pub use parse::record::{Hours, Record, RecordKind, Value};
#[cfg(fuzzing)]
#[doc(hidden)]
pub use pattern::fuel::with_fuel;
pub use url::origin;
pub use verdict::{Reason, Verdict};

#[cfg(test)]
#[path = "../tests/support/random.rs"]
mod random;
#[cfg(test)]
#[path = "../tests/support/spec.rs"]
mod spec;

/// The README's examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
