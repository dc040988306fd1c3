//! A cache as octets, whole or one entry of it.

use std::ffi::c_char;

use crate::snapshot::SnapshotError;

use super::access_types::{ROBOTS_SNAPSHOT_FOREIGN, ROBOTS_SNAPSHOT_OTHER_ORIGIN};
use super::border::{bytes, guard};
use super::cache::{origin, robots_cache};
use super::octets::robots_bytes;

fn negated(error: SnapshotError) -> i32 {
    -i32::from(error as u8)
}

/// Writes all that a cache knows as octets, for `robots_cache_restore` after a
/// restart. Other threads may use the cache meanwhile.
///
/// Result: the octets. Free them with `robots_bytes_free`.
/// Misuse: NULL for NULL.
/// Time: linear in the octets. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_cache_to_bytes(cache: Option<&robots_cache>) -> Option<Box<robots_bytes>> {
    guard(None, || robots_bytes::boxed(cache?.0.to_bytes()))
}

/// Adds the entries that `robots_cache_to_bytes` wrote to a cache. If the cache
/// already knows something younger of an origin, that stays; entries that do
/// not fit the budget are dropped. The policy of this cache applies to all of
/// them. Rules that another release of the library compiled are obeyed until
/// they are due, and then the file is fetched whole.
///
/// Arguments: a cache with the same tokens and options; the octets.
/// Result: the number of entries in the octets, or a negated ROBOTS_SNAPSHOT
/// number. After an error nothing was added, except that some entries of forged
/// octets may have been.
/// Misuse: -ROBOTS_SNAPSHOT_FOREIGN.
/// Time: linear in the octets, as `robots_matcher_from_bytes` for the rules of
/// each entry. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_cache_restore(
    cache: Option<&robots_cache>,
    data: *const c_char,
    len: usize,
) -> i64 {
    guard(None, || {
        // SAFETY: the rules of the road.
        let data = unsafe { bytes(data, len)? };
        Some(match cache?.0.restore(data) {
            Ok(entries) => i64::try_from(entries).unwrap_or(i64::MAX),
            Err(error) => negated(error).into(),
        })
    })
    .unwrap_or((-ROBOTS_SNAPSHOT_FOREIGN).into())
}

/// Writes what is known of the origin of a URL as octets, for a store of the
/// caller's own. `robots_cache_import` reads them.
///
/// Arguments: a cache; any absolute URL of the origin.
/// Result: the octets. Free them with `robots_bytes_free`. NULL where nothing is
/// known.
/// Misuse: NULL.
/// Time: linear in the octets. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_cache_export(
    cache: Option<&robots_cache>,
    url: *const c_char,
    url_len: usize,
) -> Option<Box<robots_bytes>> {
    guard(None, || {
        // SAFETY: the rules of the road.
        let origin = unsafe { origin(url, url_len)? };
        robots_bytes::boxed(cache?.0.export(&origin)?)
    })
}

/// Adds the entry that `robots_cache_export` wrote to a cache. If the cache
/// already knows something younger of the origin, that stays.
///
/// Arguments: a cache with the same tokens and options; any absolute URL of the
/// origin that the entry must be of, or NULL and 0 to accept any origin; the
/// octets.
/// Result: 0, or a negated ROBOTS_SNAPSHOT number, and then nothing was added.
/// Misuse: -ROBOTS_SNAPSHOT_FOREIGN; for a URL that has no origin,
/// -ROBOTS_SNAPSHOT_OTHER_ORIGIN.
/// Time: as for `robots_cache_restore`. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_cache_import(
    cache: Option<&robots_cache>,
    url: *const c_char,
    url_len: usize,
    data: *const c_char,
    len: usize,
) -> i32 {
    guard(None, || {
        // SAFETY: the rules of the road.
        let (given, data) = unsafe { (bytes(url, url_len)?, bytes(data, len)?) };
        let cache = &cache?.0;
        if given.is_empty() {
            return Some(cache.import(data).map_or_else(negated, |_| 0));
        }
        // SAFETY: as above.
        let Some(origin) = (unsafe { origin(url, url_len) }) else {
            return Some(-ROBOTS_SNAPSHOT_OTHER_ORIGIN);
        };
        Some(cache.import_for(&origin, data).map_or_else(negated, |()| 0))
    })
    .unwrap_or(-ROBOTS_SNAPSHOT_FOREIGN)
}
