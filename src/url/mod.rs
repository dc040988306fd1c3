//! URL to path: what of a URL is matched against patterns.
//!
//! An absolute URL is split by the one splitter ([`Url`]), leniently where every
//! fetcher is (WHATWG URL): blanks at both ends are trimmed, TAB, CR and LF
//! inside are dropped, and in http and https a `\` in the path is a `/`. The
//! fragment is cut. Dot segments stay: a path is matched as it will be
//! requested, and whoever resolves them does so before. What cannot be split is
//! reported, not guessed at; profile `google` guesses as the reference does.

mod google;
pub mod origin;
mod parts;
mod scheme;
mod split;

use crate::pattern::normalize::{self, Buffer, Sink};
use crate::simd::x16::{self, Block};

pub(crate) use google::{google_origin_form, google_path, with_google_url_path};
pub(crate) use parts::Parts;
pub(crate) use scheme::Scheme;
use split::{Url, after_http, usual_path};
pub(crate) use split::{is_dropped, trim};

/// Path, query and fragment as they stand, of a usual URL or of a path alone;
/// `None` says that the text needs a closer look.
#[inline(always)]
pub(crate) fn raw_path(url: &[u8]) -> Option<&[u8]> {
    usual_path(url).or_else(|| is_usual_path(url).then_some(url))
}

#[inline(always)]
fn is_usual_path(text: &[u8]) -> bool {
    // What is_path looks at more closely is left out.
    matches!(text, [b'/'] | [b'/', b' '..=b'.' | b'0'..=b'[' | b']'.., ..])
}

/// A path in origin form (RFC 9112 3.2.1) where a URL may stand as well. With
/// two slashes it would be a reference to another host, and clients that are
/// given one drop a TAB between them and take a backslash for the second.
fn is_path(text: &[u8]) -> bool {
    text.strip_prefix(b"/").is_some_and(|rest| {
        let mut octets = rest.iter().filter(|octet| !is_dropped(**octet));
        !matches!(octets.next(), Some(b'/' | b'\\'))
    })
}

/// Calls `then` with the normalised path and query of an absolute URL, or of a
/// path alone; `None` where it is neither. No allocation below 512 octets.
#[inline]
pub(crate) fn with_url_path<R>(url: &[u8], then: impl FnOnce(&[u8]) -> R) -> Option<R> {
    match raw_path(url) {
        Some(path) if normalize::first_special(path).is_none() => Some(then(path)),
        _ => with_any_url_path(url, then),
    }
}

/// The same without the quick way for URLs that need no work.
#[cold]
#[inline(never)]
pub(crate) fn with_any_url_path<R>(url: &[u8], then: impl FnOnce(&[u8]) -> R) -> Option<R> {
    let url = trim(url);
    if is_path(url) {
        return Some(with_normal(before_fragment(url), then));
    }
    let url = Url::split(url).ok()?;
    let path = if url.rest.is_empty() { b"/" } else { url.rest };
    let begins_with_slash = path[0] == b'/';
    if begins_with_slash && normalize::first_special(path).is_none() {
        return Some(then(path));
    }
    // VT and FF, which the range holds as well, are looked at and stay.
    let changes = |b: Block| b.eq(b'\\').or(b.between(b'\t', b'\r'));
    if begins_with_slash && x16::position(path, b'/', changes).is_none() {
        return Some(with_normal(before_fragment(path), then));
    }
    let mut path = Buffer::new();
    if !url.begins_with_slash() {
        path.put(b"/");
    }
    url.put_path(&mut path);
    Some(with_normal(path.as_slice(), then))
}

/// Calls `then` with the normalised form of a path in origin form, which may
/// begin with two slashes; `None` where it is none.
#[inline]
pub(crate) fn with_path<R>(path: &[u8], then: impl FnOnce(&[u8]) -> R) -> Option<R> {
    let path = trim(path);
    path.starts_with(b"/")
        .then(|| with_normal(before_fragment(path), then))
}

fn with_normal<R>(path: &[u8], then: impl FnOnce(&[u8]) -> R) -> R {
    let mut normal = Buffer::new();
    normalize::path(path, &mut normal);
    then(normal.as_slice())
}

fn before_fragment(path: &[u8]) -> &[u8] {
    &path[..memchr::memchr(b'#', path).unwrap_or(path.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(url: &str) -> Option<String> {
        with_url_path(url.as_bytes(), |p| String::from_utf8(p.to_vec()).unwrap())
    }

    #[test]
    fn rfc_3986_split() {
        for (url, want) in [
            ("http://example.com", "/"),
            ("HTTPS://example.com?x=1", "/?x=1"),
            ("http://example.com/a#/b", "/a"),
            ("http://example.com#/b", "/"),
            ("http://example.com/a?b#c?d", "/a?b"),
            ("  http://example.com/a  ", "/a"),
            ("http://example.com/a\t#b", "/a"),
            ("ht\ntp://exa\tmple.com/a\tb\nc", "/abc"),
            ("http://example.com\t\\a", "/a"),
            ("http://example.com/a\u{b}\u{c}b", "/a%0B%0Cb"),
            ("http://example.com\\a\\b?c\\d", "/a/b?c%5Cd"),
            ("http://example.com/a\\b", "/a/b"),
            ("http://example.com?a\\b", "/?a%5Cb"),
            ("ftp://example.com/a\\b;type=i", "/a%5Cb;type=i"),
            ("http://example.com/\u{30C4}", "/%E3%83%84"),
            ("http://example.com/a b", "/a%20b"),
            ("http://example.com/%7euser/%2f%zz", "/~user/%2F%zz"),
            ("http://example.com/a/../b", "/a/../b"),
            ("http://user@example.com:8080/x", "/x"),
            ("http://[::1]/x", "/x"),
        ] {
            assert_eq!(path(url).as_deref(), Some(want), "{url}");
        }
        for (url, want) in [
            ("/", "/"),
            ("/a//b?c#d", "/a//b?c"),
            (" /a\t", "/a"),
            ("/ /", "/%20/"),
            ("/\ta", "/%09a"),
            ("/\u{1}/a", "/%01/a"),
            ("/ \\a", "/%20%5Ca"),
            ("/a\\b", "/a%5Cb"),
            ("/#/a", "/"),
        ] {
            assert_eq!(path(url).as_deref(), Some(want), "{url}");
        }
        for url in [
            "",
            "//",
            " //example.com/a",
            "/\\example.com/a",
            "/\t/example.com/a",
            "\n/\r\n\t\\example.com/a",
            "a",
            "\\a",
            "?a",
            "#a",
            "example.com/a",
            "//example.com/a",
            "mailto:a@b",
            "http:/a/b",
            "http:///a/b",
            "http:example.com/a",
            "file:///etc",
            "view-source:http://a/b",
            "https://",
            "data:text/plain,x",
            "http://?x",
        ] {
            assert_eq!(path(url), None, "{url}");
        }
    }
}
