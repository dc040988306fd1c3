//! URLs: which robots.txt governs one.

use std::ffi::c_char;

use crate::origin;

use super::border::{bytes, guard, write};

/// The origin of a URL, such as `"https://site.example:8443"`: scheme, host and
/// port, which are what one robots.txt governs. The host is in lower case, and
/// a default port and the user are left out, so the origin is a good key for a
/// cache. A host outside ASCII becomes its xn-- form (UTS 46); if the library
/// was built without the feature `idn`, such a URL has no origin.
///
/// Arguments: an absolute URL; a buffer and its size.
/// Result: the length of the origin, which is written to the buffer if it fits;
/// otherwise nothing is written. ROBOTS_URL_ORIGIN_MAX octets always suffice,
/// and NULL with size 0 only asks for the length.
/// Misuse: 0, which is the length of no origin; also for a URL that has no
/// origin. Such a URL must not be crawled.
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
/// Result: the length of the address, which is written to the buffer if it
/// fits; otherwise nothing is written. ROBOTS_URL_ROBOTS_TXT_MAX octets always
/// suffice, and NULL with size 0 only asks for the length.
/// Misuse: 0, also for a URL that has no origin. Such a URL must not be
/// crawled.
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

/// Does a robots.txt fetched from `robots_url` govern `url`? It does if it is
/// at the top of the same origin, under exactly `/robots.txt` and without a
/// query.
///
/// Arguments: two absolute URLs.
/// Result: 1 or 0.
/// Misuse: 0, also if one of the URLs has no origin.
/// Time: linear in both. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_url_governs(
    robots_url: *const c_char,
    robots_url_len: usize,
    url: *const c_char,
    url_len: usize,
) -> i32 {
    guard(None, || {
        // SAFETY: the rules of the road.
        let (robots_url, url) =
            unsafe { (bytes(robots_url, robots_url_len)?, bytes(url, url_len)?) };
        Some(origin::governs(robots_url, url).into())
    })
    .unwrap_or(0)
}

/// Is this URL the address of a robots.txt: `/robots.txt` at the top of an
/// origin, in lower case and without a query?
///
/// Arguments: an absolute URL.
/// Result: 1 or 0.
/// Misuse: 0, also for a URL that has no origin.
/// Time: linear in the URL. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_url_is_robots_txt(url: *const c_char, url_len: usize) -> i32 {
    guard(None, || {
        // SAFETY: the rules of the road.
        Some(origin::is_robots_txt(unsafe { bytes(url, url_len)? }).into())
    })
    .unwrap_or(0)
}
