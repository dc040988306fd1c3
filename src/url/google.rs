//! What profile `google` matches of a URL: google/robotstxt takes any text for
//! one, and guesses.

use crate::pattern::normalize::{Buffer, Sink};
use crate::simd::x16;

use super::{after_http, before_fragment};

/// The part of an origin-form path that profile `google` matches: the caller's
/// own octets up to a fragment or a NUL.
pub(crate) fn google_origin_form(path: &[u8]) -> &[u8] {
    before_nul(before_fragment(path))
}

/// What profile `google` matches of an http or https URL whose authority ends
/// with the slash of a path, which is the usual case; `None` says that the URL
/// needs a closer look.
#[inline(always)]
fn google_raw_path(url: &[u8]) -> Option<&[u8]> {
    let (_, rest) = after_http(url)?;
    let start = x16::position(rest, b'a', |b| {
        // '?' is '/' with one more bit.
        let end = b.with_bits(0x10).eq(b'?');
        end.or(b.eq(b';')).or(b.eq(b'#'))
    })?;
    let path = &rest[start..];
    let end = x16::position(path, b'a', |b| b.eq(b'#').or(b.eq(0)));
    (path[0] == b'/').then(|| &path[..end.unwrap_or(path.len())])
}

/// Calls `then` with what google/robotstxt takes for path, parameters and
/// query of any text, up to the first NUL. Never fails: where it finds no path
/// it takes `/`.
#[inline]
pub(crate) fn with_google_url_path<R>(url: &[u8], then: impl FnOnce(&[u8]) -> R) -> R {
    match google_raw_path(url) {
        Some(path) => then(path),
        None => with_any_google_url_path(url, then),
    }
}

#[cold]
#[inline(never)]
fn with_any_google_url_path<R>(url: &[u8], then: impl FnOnce(&[u8]) -> R) -> R {
    match google_path(url) {
        Some(path @ [b'/', ..]) => then(before_nul(path)),
        Some(rest) => {
            let mut path = Buffer::new();
            path.put(b"/");
            path.put(before_nul(rest));
            then(path.as_slice())
        }
        None => then(b"/"),
    }
}

/// From the first `/`, `?` or `;` behind scheme and authority to the fragment.
pub(crate) fn google_path(url: &[u8]) -> Option<&[u8]> {
    let is_start = |octet: &u8| matches!(octet, b'/' | b'?' | b';');
    let from = if url.starts_with(b"//") { 2 } else { 0 };
    let first = url[from..].iter().position(is_start)? + from;
    // A scheme counts only where "://" is the first of these characters.
    let authority = match first.checked_sub(1) {
        Some(colon) if colon >= from && url[colon..].starts_with(b"://") => colon + 3,
        _ => from,
    };
    let start = url[authority..].iter().position(is_start)? + authority;
    match memchr::memchr(b'#', &url[from..]).map(|at| at + from) {
        Some(fragment) if fragment < start => None,
        Some(fragment) => Some(&url[start..fragment]),
        None => Some(&url[start..]),
    }
}

fn before_nul(path: &[u8]) -> &[u8] {
    &path[..memchr::memchr(0, path).unwrap_or(path.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn google(url: &str) -> String {
        let text = |path: &[u8]| String::from_utf8(path.to_vec()).unwrap();
        let path = with_google_url_path(url.as_bytes(), text);
        assert_eq!(with_any_google_url_path(url.as_bytes(), text), path);
        path
    }

    #[test]
    fn the_reference_guesses() {
        for (url, want) in [
            ("", "/"),
            ("http://www.example.com", "/"),
            (
                "http://www.example.com/a/b?c=http://d.e/",
                "/a/b?c=http://d.e/",
            ),
            ("http://www.example.com/a/b?c#d", "/a/b?c"),
            ("example.com/a;b", "/a;b"),
            ("//a/b/c", "/b/c"),
            ("example.com?a", "/?a"),
            ("http://example.com;p", "/;p"),
            ("a#b/c", "/"),
            ("data:text/plain,x", "/plain,x"),
            ("http:///a/b", "/a/b"),
            ("://x/y", "/y"),
            ("http://a/b\0c", "/b"),
            ("http://a\0/b", "/b"),
            ("https://a/b#c\0", "/b"),
            ("HTTPS://a;b/c", "/;b/c"),
            ("http://a#b/c", "/"),
            ("http://a?b#c", "/?b"),
        ] {
            assert_eq!(google(url), want, "{url}");
        }
    }
}
