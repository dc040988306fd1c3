//! The one splitter: an absolute URL into scheme, host, port and the rest.
//!
//! Whoever looks at a URL asks here: a verdict, an origin, a redirect. So all
//! agree on what is a URL. Nothing is copied, and octets that clients drop still
//! stand in the parts.

use std::net::Ipv6Addr;

use super::scheme::{HOST_MAX, OriginError, Scheme};
use crate::pattern::normalize::Sink;
use crate::simd::x16;

/// An absolute URL, split.
pub(super) struct Url<'a> {
    pub(super) scheme: Scheme,
    pub(super) host: Host<'a>,
    pub(super) port: u16,
    /// From the end of the authority to the end of the URL, as written.
    pub(super) rest: &'a [u8],
}

/// A host that stands where a host may stand.
pub(super) enum Host<'a> {
    /// Octets of names in ASCII, up to [`HOST_MAX`] besides a dot at the end.
    Name(&'a [u8]),
    Address(Ipv6Addr),
    /// The same as a name, but with octets outside ASCII and up to [`IDN_MAX`]
    /// octets. Whether it can be mapped to a name is not asked here, so that the
    /// answer is the same whatever is built in.
    Unmapped(&'a [u8]),
}

/// Hosts outside ASCII are read up to this many octets: four for each octet of
/// the longest result. Mapping them takes quadratic time.
const IDN_MAX: usize = 4 * HOST_MAX;

/// Path, query and fragment as they stand, if the URL is a usual one: http or
/// https, nothing before a plain name, no port behind it, and a slash. Blanks at
/// the end are not trimmed.
#[inline(always)]
pub(crate) fn usual_path(url: &[u8]) -> Option<&[u8]> {
    let (_, rest) = after_http(url)?;
    let (name, path) = rest.split_at(plain_octets(rest)?);
    (path[0] == b'/' && is_plain_name(name)).then_some(path)
}

/// Letters, digits, dots and hyphens at the start of what stands behind the
/// scheme; `None` for all of it.
#[inline(always)]
fn plain_octets(rest: &[u8]) -> Option<usize> {
    x16::position(rest, b'a', |b| {
        let no_letter = b.with_bits(0x20).outside(b'a', b'z');
        // The slash stands between the dot and the digits.
        let no_other = b.outside(b'-', b'9');
        no_letter.and(no_other).or(b.eq(b'/'))
    })
}

/// Of such octets: is this a name, and one without a dot at the end?
#[inline(always)]
fn is_plain_name(name: &[u8]) -> bool {
    matches!(name, [.., last] if *last != b'.') && name.len() <= HOST_MAX
}

/// What stands behind `http://` or `https://`.
#[inline(always)]
pub(super) fn after_http(url: &[u8]) -> Option<(Scheme, &[u8])> {
    let head = u64::from_le_bytes(*url.first_chunk::<8>()?) | 0x2020_2020;
    if head == u64::from_le_bytes(*b"https://") || head == u64::from_le_bytes(*b"httpS://") {
        return Some((Scheme::Https, &url[8..]));
    }
    if head & 0xFF_FFFF_FFFF_FFFF == u64::from_le_bytes(*b"http://\0") {
        return Some((Scheme::Http, &url[7..]));
    }
    None
}

impl<'a> Url<'a> {
    pub(super) fn split(url: &'a [u8]) -> Result<Url<'a>, OriginError> {
        let url = trim(url);
        match Self::split_plain(url) {
            Some(url) => url,
            None => Self::split_any(url),
        }
    }

    /// The quick way: http or https, a plain name, digits for a port or none.
    fn split_plain(url: &'a [u8]) -> Option<Result<Url<'a>, OriginError>> {
        let (scheme, rest) = after_http(url)?;
        let (name, mut rest) = rest.split_at(plain_octets(rest).unwrap_or(rest.len()));
        let mut port = Ok(None);
        if let [b':', behind @ ..] = rest {
            let is_digit = |octet: &&u8| octet.is_ascii_digit();
            let digits;
            (digits, rest) = behind.split_at(behind.iter().take_while(is_digit).count());
            port = parse_port(digits);
        }
        let ends = matches!(rest.first(), None | Some(b'/' | b'?' | b'#' | b'\\'));
        (ends && is_plain_name(name)).then(|| {
            Ok(Url {
                scheme,
                host: Host::Name(name),
                port: port?.unwrap_or(scheme.default_port()),
                rest,
            })
        })
    }

    fn split_any(url: &'a [u8]) -> Result<Url<'a>, OriginError> {
        let (scheme, rest) = split_scheme(url)?;
        // Outside http and https a backslash is an octet like any other.
        let slash = if scheme == Scheme::Ftp { b'/' } else { b'\\' };
        let end = x16::position(rest, b'a', |b| {
            // '?' is '/' with one more bit.
            let end = b.with_bits(0x10).eq(b'?');
            end.or(b.eq(b'#')).or(b.eq(slash))
        });
        let (authority, rest) = rest.split_at(end.unwrap_or(rest.len()));
        let user = memchr::memrchr(b'@', authority).map_or(0, |at| at + 1);
        let (host, port) = split_port(&authority[user..]);
        Ok(Url {
            scheme,
            port: parse_port(port)?.unwrap_or(scheme.default_port()),
            host: Host::of(host)?,
            rest,
        })
    }

    fn is_slash(&self, octet: u8) -> bool {
        octet == b'/' || octet == b'\\' && self.scheme != Scheme::Ftp
    }

    pub(super) fn begins_with_slash(&self) -> bool {
        let mut octets = self.rest.iter().filter(|octet| !is_dropped(**octet));
        octets.next().is_some_and(|octet| self.is_slash(*octet))
    }

    /// Writes path and query as they are requested, not normalised. A path that
    /// is empty stays so.
    pub(super) fn put_path(&self, out: &mut impl Sink) {
        let mut in_query = false;
        for octet in self.rest {
            match octet {
                b'#' => return,
                _ if is_dropped(*octet) => {}
                _ if !in_query && self.is_slash(*octet) => out.put(b"/"),
                _ => {
                    in_query |= *octet == b'?';
                    out.put(std::slice::from_ref(octet));
                }
            }
        }
    }
}

impl<'a> Host<'a> {
    fn of(host: &'a [u8]) -> Result<Host<'a>, OriginError> {
        let mut length = 0;
        // At the end of what was read.
        let mut dots = 0;
        for &octet in host {
            match octet {
                b'[' if length == 0 => return address(host).map(Host::Address),
                b'.' => dots += 1,
                0x80.. => dots = 0,
                _ => match IN_HOST[usize::from(octet)] {
                    DROPPED => continue,
                    OTHER => return Err(OriginError::InvalidHost),
                    _ => dots = 0,
                },
            }
            length += 1;
        }
        let is_name = host.is_ascii();
        let most = if is_name { HOST_MAX } else { IDN_MAX };
        match (length - dots.min(1), dots) {
            (_, 2..) => Err(OriginError::InvalidHost),
            (0, _) => Err(OriginError::EmptyHost),
            (length, _) if length > most => Err(OriginError::HostTooLong),
            _ if is_name => Ok(Host::Name(host)),
            _ => Ok(Host::Unmapped(host)),
        }
    }
}

/// An IPv6 address in brackets.
fn address(host: &[u8]) -> Result<Ipv6Addr, OriginError> {
    // What does not fit is longer than any address.
    let mut text = [0; "[0000:0000:0000:0000:0000:ffff:255.255.255.255]".len()];
    let mut octets = host.iter().filter(|octet| !is_dropped(**octet));
    let mut length = 0;
    for (room, octet) in text.iter_mut().zip(&mut octets) {
        *room = *octet;
        length += 1;
    }
    match (&text[..length], octets.next()) {
        ([b'[', address @ .., b']'], None) => std::str::from_utf8(address).ok(),
        _ => None,
    }
    .and_then(|address| address.parse().ok())
    .ok_or(OriginError::InvalidHost)
}

/// TAB, CR and LF, which clients drop wherever they stand in a URL.
pub(crate) fn is_dropped(octet: u8) -> bool {
    matches!(octet, b'\t' | b'\r' | b'\n')
}

/// A URL or a path without the blanks and control octets around it.
pub(crate) fn trim(mut url: &[u8]) -> &[u8] {
    while let [0..=b' ', rest @ ..] | [rest @ .., 0..=b' '] = url {
        url = rest;
    }
    url
}

/// The scheme, and what follows `://`.
fn split_scheme(url: &[u8]) -> Result<(Scheme, &[u8]), OriginError> {
    if let Some(found) = after_http(url) {
        return Ok(found);
    }
    let mut name = [0; 5];
    let mut length = 0;
    let mut octets = url
        .iter()
        .enumerate()
        .filter(|(_, octet)| !is_dropped(**octet));
    loop {
        match octets.next() {
            Some((_, b':')) if length > 0 => break,
            Some((_, b'0'..=b'9' | b'+' | b'-' | b'.')) if length == 0 => {
                return Err(OriginError::NoScheme);
            }
            Some((_, octet)) if octet.is_ascii_alphanumeric() || b"+-.".contains(octet) => {
                if let Some(room) = name.get_mut(length) {
                    *room = octet.to_ascii_lowercase();
                }
                length += 1;
            }
            _ => return Err(OriginError::NoScheme),
        }
    }
    let scheme = match name.get(..length) {
        Some(b"http") => Scheme::Http,
        Some(b"https") => Scheme::Https,
        Some(b"ftp") => Scheme::Ftp,
        _ => return Err(OriginError::UnknownScheme),
    };
    match (octets.next(), octets.next()) {
        (Some((_, b'/')), Some((at, b'/'))) => Ok((scheme, &url[at + 1..])),
        _ => Err(OriginError::NoAuthority),
    }
}

/// The host, and what follows the colon after it. Brackets hide their colons.
fn split_port(address: &[u8]) -> (&[u8], &[u8]) {
    let mut inside = false;
    let colon = address.iter().position(|&octet| {
        inside = octet == b'[' || inside && octet != b']';
        octet == b':' && !inside
    });
    match colon {
        Some(at) => (&address[..at], &address[at + 1..]),
        None => (address, &[]),
    }
}

/// The port; none when there are no digits.
fn parse_port(digits: &[u8]) -> Result<Option<u16>, OriginError> {
    let mut port = None;
    for &octet in digits.iter().filter(|octet| !is_dropped(**octet)) {
        let digit = char::from(octet)
            .to_digit(10)
            .ok_or(OriginError::InvalidPort)?;
        let next = port.unwrap_or(0) * 10 + digit;
        if next > u32::from(u16::MAX) {
            return Err(OriginError::InvalidPort);
        }
        port = Some(next);
    }
    Ok(port.and_then(|port| u16::try_from(port).ok()))
}

/// In [`IN_HOST`]: TAB, CR or LF.
pub(super) const DROPPED: u8 = b'\t';
/// In [`IN_HOST`]: no octet of a name in ASCII.
pub(super) const OTHER: u8 = 0;

/// What becomes of each octet in a name: its lower case, unless it is dropped
/// or cannot occur.
pub(super) static IN_HOST: [u8; 256] = {
    let mut table = [OTHER; 256];
    let mut octet = b'!';
    while octet <= b'~' {
        table[octet as usize] = match octet {
            b'"' | b'#' | b'%' | b'/' | b':' | b'<' | b'>' | b'?' | b'@' => OTHER,
            b'[' | b'\\' | b']' | b'^' | b'`' | b'{' | b'|' | b'}' => OTHER,
            _ => octet.to_ascii_lowercase(),
        };
        octet += 1;
    }
    table[b'\t' as usize] = DROPPED;
    table[b'\r' as usize] = DROPPED;
    table[b'\n' as usize] = DROPPED;
    table
};
