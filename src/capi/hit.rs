//! `robots_hit`: what a cache knows of one origin at one moment.

use std::ffi::c_char;

use crate::cache::Hit;

use super::access_types::robots_decision;
use super::border::{bytes, guard};
use super::matcher::check_each;
use super::types::robots_verdict;

/// What is known of one origin at one moment: a decision, and the verdicts that
/// follow from it. A hit is immutable and may be shared between threads. It
/// does not change when the cache does, and outlives the cache.
pub struct robots_hit(Hit);

impl robots_hit {
    pub(super) fn boxed(hit: Hit) -> Option<Box<robots_hit>> {
        Some(Box::new(robots_hit(hit)))
    }
}

/// What may be crawled, why, and until when.
///
/// Result: the decision.
/// Misuse: ROBOTS_ACCESS_REFUSE_ALL and zeros for NULL.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_hit_decision(hit: Option<&robots_hit>) -> robots_decision {
    guard(robots_decision::MISUSE, || {
        hit.map_or(robots_decision::MISUSE, |hit| hit.0.decision().into())
    })
}

/// May the crawler fetch this URL, or this path?
///
/// Arguments: a hit; the number of the crawler, which is the number of its line
/// in `robots_cache_new`; a URL of this origin or a path, as for
/// `robots_matcher_check`.
/// Result: the verdict.
/// Misuse: as for `robots_matcher_check`, also for a number that no crawler
/// has.
/// Time: as for `robots_matcher_check`. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_hit_check(
    hit: Option<&robots_hit>,
    crawler: usize,
    url: *const c_char,
    url_len: usize,
) -> robots_verdict {
    guard(robots_verdict::MISUSE, || {
        // SAFETY: the rules of the road.
        match (hit, unsafe { bytes(url, url_len) }) {
            (Some(hit), Some(url)) => hit.0.check_as(crawler, url).into(),
            _ => robots_verdict::MISUSE,
        }
    })
}

/// Checks many URLs of this origin, or paths, in one call.
///
/// Arguments: a hit; the number of the crawler; the rest as for
/// `robots_matcher_check_many`.
/// Result: 0, and `out[i]` is the answer to URL i.
/// Misuse: -1 and denied verdicts as for `robots_matcher_check_many`, also for
/// a number that no crawler has.
/// Time: the sum of the single checks. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_hit_check_many(
    hit: Option<&robots_hit>,
    crawler: usize,
    data: *const c_char,
    ends: *const usize,
    count: usize,
    out: *mut robots_verdict,
) -> i32 {
    let matcher = guard(None, || hit?.0.matcher_as(crawler));
    let check = matcher.map(|matcher| |url: &[u8]| matcher.check(url));
    // SAFETY: the rules of the road.
    unsafe { check_each(check, data, ends, count, out) }
}

/// Frees a hit. Does nothing for NULL.
///
/// Time: constant, unless the cache has dropped the entry. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_hit_free(hit: Option<Box<robots_hit>>) {
    guard((), || drop(hit));
}
