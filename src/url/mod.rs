//! URL to path: what of a URL is matched against patterns.
//!
//! An absolute URL is split by RFC 3986, leniently where every fetcher is
//! (WHATWG URL): blanks at both ends are trimmed, TAB, CR and LF inside are
//! dropped, and in http and https a `\` in the path is a `/`. The fragment is
//! cut. Dot segments stay: a path is matched as it will be requested, and
//! whoever resolves them does so before. What cannot be split is reported, not
//! guessed at.
//!
//! Profile `google` guesses as the reference does ([`google_path`]).

use crate::block16::{self, Block};
use crate::escape::{self, Buffer, Sink};

/// Path, query and fragment of an http or https URL as they stand, if they
/// begin with `/`. The usual case in one pass over a host that nothing stands
/// before; `None` says that the URL needs a closer look.
#[inline(always)]
pub(crate) fn raw_path(url: &[u8]) -> Option<&[u8]> {
    let rest = after_http(url)?;
    let start = block16::position(rest, b'a', |b| ends_authority(b).or(b.eq(b'@')))?;
    let named = start > 0 && rest[0] > b' ' && rest[0] != b':';
    (named && rest[start] == b'/').then(|| &rest[start..])
}

/// Calls `then` with the normalised path and query of an absolute URL; `None`
/// where the URL cannot be split. No allocation for URLs below 512 octets.
#[inline]
pub(crate) fn with_url_path<R>(url: &[u8], then: impl FnOnce(&[u8]) -> R) -> Option<R> {
    match raw_path(url) {
        Some(path) if escape::first_special(path).is_none() => Some(then(path)),
        _ => with_any_url_path(url, then),
    }
}

/// Calls `then` with the normalised form of an origin-form path.
#[inline]
pub(crate) fn with_path<R>(path: &[u8], then: impl FnOnce(&[u8]) -> R) -> R {
    with_escaped(before_fragment(path), then)
}

/// The part of an origin-form path that profile `google` matches: the caller's
/// own octets up to a fragment or a NUL.
pub(crate) fn google_origin_form(path: &[u8]) -> &[u8] {
    before_nul(before_fragment(path))
}

#[cold]
#[inline(never)]
fn with_escaped<R>(path: &[u8], then: impl FnOnce(&[u8]) -> R) -> R {
    let mut buffer = Buffer::new();
    escape::path(path, &mut buffer);
    then(buffer.as_slice())
}

/// What stands behind `http://` or `https://`.
#[inline(always)]
fn after_http(url: &[u8]) -> Option<&[u8]> {
    let head = u64::from_le_bytes(*url.first_chunk::<8>()?) | 0x2020_2020;
    if head == u64::from_le_bytes(*b"https://") || head == u64::from_le_bytes(*b"httpS://") {
        return Some(&url[8..]);
    }
    if head & 0xFF_FFFF_FFFF_FFFF == u64::from_le_bytes(*b"http://\0") {
        return Some(&url[7..]);
    }
    None
}

/// The octets that end the authority of an http or https URL.
#[inline(always)]
fn ends_authority(block: Block) -> Block {
    // '?' is '/' with one more bit.
    let end = block.with_bits(0x10).eq(b'?');
    end.or(block.eq(b'#')).or(block.eq(b'\\'))
}

/// Does an authority name a host? One of http or https must (RFC 9110 4.2.1).
fn names_a_host(authority: &[u8]) -> bool {
    let host = memchr::memrchr(b'@', authority).map_or(0, |at| at + 1);
    !matches!(authority.get(host), None | Some(b':'))
}

fn before_fragment(path: &[u8]) -> &[u8] {
    &path[..memchr::memchr(b'#', path).unwrap_or(path.len())]
}

fn before_nul(path: &[u8]) -> &[u8] {
    &path[..memchr::memchr(0, path).unwrap_or(path.len())]
}

#[cold]
#[inline(never)]
fn with_any_url_path<R>(url: &[u8], then: impl FnOnce(&[u8]) -> R) -> Option<R> {
    let mut url = trim(url);
    let mut stripped = Buffer::new();
    if url.iter().any(|octet| is_dropped(*octet)) {
        for part in url.split(|octet| is_dropped(*octet)) {
            stripped.put(part);
        }
        url = stripped.as_slice();
    }
    let (web, rest) = after_scheme(url)?;
    let end = rest.iter().position(|octet| match octet {
        b'/' | b'?' | b'#' => true,
        // Outside http and https a backslash is an octet like any other.
        b'\\' => web,
        _ => false,
    });
    let end = end.unwrap_or(rest.len());
    if !names_a_host(&rest[..end]) {
        return None;
    }
    let tail = before_fragment(&rest[end..]);
    let query = memchr::memchr(b'?', tail).unwrap_or(tail.len());
    let turned = web && tail[..query].contains(&b'\\');
    if tail.first() == Some(&b'/') && !turned {
        return Some(with_escaped(tail, then));
    }
    let mut path = Buffer::new();
    if !matches!(tail.first(), Some(b'/' | b'\\')) {
        path.put(b"/");
    }
    for octet in &tail[..query] {
        path.put(if turned && *octet == b'\\' {
            b"/"
        } else {
            std::slice::from_ref(octet)
        });
    }
    path.put(&tail[query..]);
    Some(with_escaped(path.as_slice(), then))
}

fn trim(mut url: &[u8]) -> &[u8] {
    while let [0..=0x20, rest @ ..] = url {
        url = rest;
    }
    while let [rest @ .., 0..=0x20] = url {
        url = rest;
    }
    url
}

fn is_dropped(octet: u8) -> bool {
    matches!(octet, b'\t' | b'\n' | b'\r')
}

/// Schemes that have origins and robots.txt files, and what stands behind
/// them. The flag says http or https.
fn after_scheme(url: &[u8]) -> Option<(bool, &[u8])> {
    for (scheme, web) in [
        (&b"https://"[..], true),
        (b"http://", true),
        (b"ftp://", false),
    ] {
        if let Some((head, rest)) = url.split_at_checked(scheme.len())
            && head.eq_ignore_ascii_case(scheme)
        {
            return Some((web, rest));
        }
    }
    None
}

/// What profile `google` matches of an http or https URL whose authority ends
/// with the slash of a path, which is the usual case; `None` says that the URL
/// needs a closer look.
#[inline(always)]
fn google_raw_path(url: &[u8]) -> Option<&[u8]> {
    let rest = after_http(url)?;
    let start = block16::position(rest, b'a', |b| {
        // '?' is '/' with one more bit.
        let end = b.with_bits(0x10).eq(b'?');
        end.or(b.eq(b';')).or(b.eq(b'#'))
    })?;
    let path = &rest[start..];
    let end = block16::position(path, b'a', |b| b.eq(b'#').or(b.eq(0)));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn path(url: &str) -> Option<String> {
        with_url_path(url.as_bytes(), |p| String::from_utf8(p.to_vec()).unwrap())
    }

    fn google(url: &str) -> String {
        let text = |path: &[u8]| String::from_utf8(path.to_vec()).unwrap();
        let path = with_google_url_path(url.as_bytes(), text);
        assert_eq!(with_any_google_url_path(url.as_bytes(), text), path);
        path
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
            ("ht\ntp://exa\tmple.com/a\tb\nc", "/abc"),
            ("http://example.com\\a\\b?c\\d", "/a/b?c%5Cd"),
            ("http://example.com/a\\b", "/a/b"),
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
        for url in [
            "",
            "/a",
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
