//! URLs: which robots.txt governs one.

use std::ffi::c_char;

use crate::origin;

use super::border::{bytes, guard, write};

/// The origin of a URL, such as `"https://site.example:8443"`: scheme, host and
/// port, which are what one robots.txt governs. Host in lower case, default
/// port left out, user left out: a good key for a cache. A host outside ASCII
/// becomes its xn-- form (UTS 46), unless the library was built without that;
/// then such a URL has no origin.
///
/// Arguments: an absolute URL; a buffer and its size.
/// Result: the length of the origin. It stands in the buffer if it fits;
/// otherwise nothing is written. ROBOTS_URL_ORIGIN_MAX octets always suffice,
/// and NULL with size 0 only asks.
/// Misuse: 0, which no origin is long, also for a URL that has no origin. It
/// must not be crawled.
/// Time: linear in the URL. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_url_origin(
    url: *const c_char,
    url_len: usize,
    buffer: *mut c_char,
    buffer_size: usize,
) -> usize {
    guard(None, || {
        let mut room = [0; origin::ORIGIN_MAX];
        // SAFETY: the rules of the road.
        let len = origin::write_origin(unsafe { bytes(url, url_len)? }, &mut room).ok()?;
        // SAFETY: as above.
        unsafe { write(room.get(..len)?, buffer, buffer_size) }
    })
    .unwrap_or(0)
}

/// The address of the robots.txt that governs a URL, such as
/// `"https://site.example/robots.txt"`.
///
/// Arguments: an absolute URL; a buffer and its size.
/// Result: the length of the address. It stands in the buffer if it fits;
/// otherwise nothing is written. ROBOTS_URL_ROBOTS_TXT_MAX octets always
/// suffice, and NULL with size 0 only asks.
/// Misuse: 0, also for a URL that has no origin. It must not be crawled.
/// Time: linear in the URL. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_url_robots_txt(
    url: *const c_char,
    url_len: usize,
    buffer: *mut c_char,
    buffer_size: usize,
) -> usize {
    guard(None, || {
        let mut room = [0; origin::ROBOTS_TXT_URL_MAX];
        // SAFETY: the rules of the road.
        let len = origin::write_robots_txt_url(unsafe { bytes(url, url_len)? }, &mut room).ok()?;
        // SAFETY: as above.
        unsafe { write(room.get(..len)?, buffer, buffer_size) }
    })
    .unwrap_or(0)
}
