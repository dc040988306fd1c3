//! Redirect targets: RFC 3986 section 5.2, with the leniency of HTTP clients.

use super::cause::Cause;
use crate::url::{Parts, Scheme, is_dropped, trim};

/// A target longer than this is not followed.
const URL_MAX: usize = 8192;

/// The URL that `location` means in a response from `base`.
///
/// The result is plain ASCII without userinfo and fragment, and equal results
/// are the same resource. Takes linear time.
pub(super) fn resolve(base: &str, location: &[u8]) -> Result<String, Cause> {
    if location.len() > URL_MAX {
        return Err(Cause::BadLocation);
    }
    let location = plain(location);
    // What is left of an empty one, and of a fragment, leads nowhere.
    if location.is_empty() {
        return Err(Cause::NoLocation);
    }
    if let Some(scheme) = scheme(&location) {
        let http = scheme.eq_ignore_ascii_case(b"http") || scheme.eq_ignore_ascii_case(b"https");
        return if http {
            absolute(&location)
        } else {
            Err(Cause::NotHttp)
        };
    }
    let base = Parts::of(base.as_bytes()).map_err(|_| Cause::BadLocation)?;
    if location.starts_with(b"//") {
        let mut url = Vec::from(base.scheme.as_str());
        url.push(b':');
        url.extend(location);
        return absolute(&url);
    }
    let path_end = base
        .rest
        .iter()
        .position(|&octet| octet == b'?')
        .unwrap_or(base.rest.len());
    let kept = match location.first() {
        Some(b'/') => &[],
        Some(b'?') => &base.rest[..path_end],
        _ => {
            let folder = base.rest[..path_end]
                .iter()
                .rposition(|&octet| octet == b'/');
            &base.rest[..folder.map_or(0, |at| at + 1)]
        }
    };
    request_url(&base, &[kept, &location].concat())
}

/// Without what clients drop, without the fragment, and with `\` before the
/// query written as the `/` it stands for.
fn plain(location: &[u8]) -> Vec<u8> {
    let mut in_query = false;
    let octets = trim(location)
        .iter()
        .copied()
        .filter(|&octet| !is_dropped(octet));
    let octets = octets.take_while(|&octet| octet != b'#');
    octets
        .map(|octet| {
            in_query |= octet == b'?';
            if octet == b'\\' && !in_query {
                b'/'
            } else {
                octet
            }
        })
        .collect()
}

/// The scheme of an absolute URL.
fn scheme(location: &[u8]) -> Option<&[u8]> {
    let end = location
        .iter()
        .position(|octet| matches!(octet, b':' | b'/' | b'?'))?;
    let scheme = &location[..end];
    let is_name = |&octet: &u8| octet.is_ascii_alphanumeric() || b"+-.".contains(&octet);
    let is_scheme = scheme.first()?.is_ascii_alphabetic() && scheme.iter().all(is_name);
    (is_scheme && location[end] == b':').then_some(scheme)
}

fn absolute(url: &[u8]) -> Result<String, Cause> {
    let parts = Parts::of(url).map_err(|_| Cause::BadLocation)?;
    request_url(&parts, parts.rest)
}

/// The URL of `path_and_query` at the origin of `parts`, as it is requested.
fn request_url(parts: &Parts<'_>, path_and_query: &[u8]) -> Result<String, Cause> {
    if parts.scheme == Scheme::Ftp {
        return Err(Cause::NotHttp);
    }
    let end = path_and_query.iter().position(|&octet| octet == b'?');
    let (path, query) = path_and_query.split_at(end.unwrap_or(path_and_query.len()));
    let mut url = parts.origin_for_request();
    for &octet in without_dots(path).iter().chain(query) {
        match octet {
            b'!'..=b'~' => url.push(char::from(octet)),
            _ => {
                let hex = |digit: u8| char::from(b"0123456789ABCDEF"[usize::from(digit)]);
                url.extend(['%', hex(octet >> 4), hex(octet & 15)]);
            }
        }
    }
    if url.len() > URL_MAX {
        Err(Cause::BadLocation)
    } else {
        Ok(url)
    }
}

/// RFC 3986 5.2.4; the result begins with a slash.
fn without_dots(path: &[u8]) -> Vec<u8> {
    let mut out: Vec<u8> = Vec::with_capacity(path.len() + 1);
    let mut segments = path
        .strip_prefix(b"/")
        .unwrap_or(path)
        .split(|&octet| octet == b'/')
        .peekable();
    while let Some(segment) = segments.next() {
        let is_last = segments.peek().is_none();
        match segment {
            b"." | b".." => {
                if segment == b".." {
                    let parent = out.iter().rposition(|&octet| octet == b'/');
                    out.truncate(parent.unwrap_or(0));
                }
                if is_last {
                    out.push(b'/');
                }
            }
            _ => {
                out.push(b'/');
                out.extend(segment);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_resolve_as_in_rfc_3986_5_4() {
        let base = "http://a.example/b/c/d;p?q";
        for (reference, path) in [
            ("g", "/b/c/g"),
            ("./g", "/b/c/g"),
            ("g/", "/b/c/g/"),
            ("/g", "/g"),
            ("?y", "/b/c/d;p?y"),
            ("g?y", "/b/c/g?y"),
            ("g?y#s", "/b/c/g?y"),
            (";x", "/b/c/;x"),
            (".", "/b/c/"),
            ("./", "/b/c/"),
            ("..", "/b/"),
            ("../", "/b/"),
            ("../g", "/b/g"),
            ("../..", "/"),
            ("../../g", "/g"),
            ("../../../g", "/g"),
            ("/./g", "/g"),
            ("/../g", "/g"),
            ("g.", "/b/c/g."),
            ("..g", "/b/c/..g"),
            ("./../g", "/b/g"),
            ("./g/.", "/b/c/g/"),
            ("g/../h", "/b/c/h"),
            ("g?y/../x", "/b/c/g?y/../x"),
            ("\\g", "/g"),
            ("a b\u{e9}", "/b/c/a%20b%C3%A9"),
        ] {
            let want = format!("http://a.example{path}");
            assert_eq!(
                resolve(base, reference.as_bytes()),
                Ok(want),
                "{reference:?}"
            );
        }
    }

    #[test]
    fn an_empty_reference_leads_nowhere() {
        for reference in ["", " ", "#", "#s", " \t#?", "\t\r\n"] {
            let resolved = resolve("http://a.example/b", reference.as_bytes());
            assert_eq!(resolved, Err(Cause::NoLocation), "{reference:?}");
        }
    }

    #[test]
    fn dot_segments_take_linear_time() {
        let path = "/a/..".repeat(100_000);
        assert_eq!(without_dots(path.as_bytes()), b"/");
    }
}
