//! One absolute URL, split on the stack into scheme, host, port and the rest.
//!
//! A host is short, so it lives in a fixed buffer: splitting allocates nothing
//! unless the host is outside ASCII.

use std::fmt;
use std::net::Ipv6Addr;

use super::{HOST_MAX, OriginError, ROBOTS_TXT, ROBOTS_TXT_URL_MAX, Scheme};

/// TAB, CR and LF, which clients drop wherever they stand in a URL.
pub(crate) fn is_dropped(octet: u8) -> bool {
    matches!(octet, b'\t' | b'\r' | b'\n')
}

/// A URL without the blanks and control octets around it.
pub(crate) fn trim(mut url: &[u8]) -> &[u8] {
    while let [0..=b' ', rest @ ..] | [rest @ .., 0..=b' '] = url {
        url = rest;
    }
    url
}

pub(super) fn fmt_origin(
    out: &mut impl fmt::Write,
    scheme: Scheme,
    host: &str,
    port: u16,
) -> fmt::Result {
    out.write_str(scheme.as_str())?;
    out.write_str("://")?;
    out.write_str(host)?;
    if port != scheme.default_port() {
        write!(out, ":{port}")?;
    }
    Ok(())
}

/// Text in a fixed buffer; what does not fit is an error.
pub(crate) struct Text<const N: usize> {
    octets: [u8; N],
    length: usize,
}

impl<const N: usize> Text<N> {
    fn new() -> Self {
        Text {
            octets: [0; N],
            length: 0,
        }
    }

    fn push(&mut self, octet: u8) -> Result<(), OriginError> {
        *self
            .octets
            .get_mut(self.length)
            .ok_or(OriginError::HostTooLong)? = octet;
        self.length += 1;
        Ok(())
    }

    fn as_bytes(&self) -> &[u8] {
        &self.octets[..self.length]
    }

    pub(crate) fn as_str(&self) -> &str {
        // Only ASCII is ever pushed.
        std::str::from_utf8(self.as_bytes()).unwrap_or_default()
    }
}

impl<const N: usize> fmt::Write for Text<N> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.length + text.len();
        let room = self.octets.get_mut(self.length..end).ok_or(fmt::Error)?;
        room.copy_from_slice(text.as_bytes());
        self.length = end;
        Ok(())
    }
}

/// An absolute URL, split. Lives on the stack.
pub(crate) struct Parts<'a> {
    pub(crate) scheme: Scheme,
    pub(crate) port: u16,
    /// One octet more than [`HOST_MAX`], for the dot that is about to go.
    pub(crate) host: Text<{ HOST_MAX + 1 }>,
    /// The host was written with a trailing dot.
    dot: bool,
    /// From the end of the authority to the end of the URL, as written.
    pub(crate) rest: &'a [u8],
}

impl<'a> Parts<'a> {
    pub(crate) fn of(url: &'a [u8]) -> Result<Parts<'a>, OriginError> {
        let (scheme, rest) = split_scheme(trim(url))?;
        let end = rest
            .iter()
            .position(|octet| match octet {
                b'/' | b'?' | b'#' => true,
                b'\\' => scheme != Scheme::Ftp,
                _ => false,
            })
            .unwrap_or(rest.len());
        let (authority, rest) = rest.split_at(end);
        let address = match authority.iter().rposition(|&octet| octet == b'@') {
            Some(at) => &authority[at + 1..],
            None => authority,
        };
        let (host, port) = split_port(address);
        let mut parts = Parts {
            scheme,
            port: parse_port(port)?.unwrap_or(scheme.default_port()),
            host: Text::new(),
            dot: false,
            rest,
        };
        push_host(host, &mut parts.host)?;
        if let [name @ .., b'.'] = parts.host.as_bytes() {
            if name.ends_with(b".") {
                return Err(OriginError::InvalidHost);
            }
            parts.dot = true;
            parts.host.length -= 1;
        }
        match parts.host.length {
            0 => Err(OriginError::EmptyHost),
            1..=HOST_MAX => Ok(parts),
            _ => Err(OriginError::HostTooLong),
        }
    }

    /// The origin as text, for a request: a trailing dot of the host stays.
    pub(crate) fn origin_for_request(&self) -> String {
        let dot = if self.dot { "." } else { "" };
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = fmt_origin(
            &mut text,
            self.scheme,
            &format!("{}{dot}", self.host.as_str()),
            self.port,
        );
        text
    }

    pub(crate) fn is_robots_txt(&self) -> bool {
        let mut path = self
            .rest
            .iter()
            .copied()
            .filter(|&octet| !is_dropped(octet));
        let is_slash = |octet| octet == b'/' || octet == b'\\' && self.scheme != Scheme::Ftp;
        path.next().is_some_and(is_slash)
            && ROBOTS_TXT
                .bytes()
                .skip(1)
                .all(|octet| path.next() == Some(octet))
            && path.next().is_none_or(|octet| octet == b'#')
    }

    pub(super) fn write(&self, buffer: &mut [u8], path: &str) -> usize {
        let mut text = Text::<ROBOTS_TXT_URL_MAX>::new();
        // The text is as long as the longest that can be written.
        let _ = fmt_origin(&mut text, self.scheme, self.host.as_str(), self.port);
        let _ = fmt::Write::write_str(&mut text, path);
        let text = text.as_bytes();
        if let Some(room) = buffer.get_mut(..text.len()) {
            room.copy_from_slice(text);
        }
        text.len()
    }
}

/// The scheme, and what follows `://`.
fn split_scheme(url: &[u8]) -> Result<(Scheme, &[u8]), OriginError> {
    // Nearly all URLs begin like this; the rest need a closer look.
    if let Some(rest) = url.strip_prefix(b"https://") {
        return Ok((Scheme::Https, rest));
    }
    if let Some(rest) = url.strip_prefix(b"http://") {
        return Ok((Scheme::Http, rest));
    }
    let mut name = Text::<5>::new();
    let mut fits = true;
    let mut octets = url
        .iter()
        .enumerate()
        .filter(|(_, octet)| !is_dropped(**octet));
    loop {
        match octets.next() {
            Some((_, b':')) if name.length > 0 => break,
            Some((_, octet)) if octet.is_ascii_alphabetic() => {
                fits &= name.push(octet.to_ascii_lowercase()).is_ok();
            }
            Some((_, b'0'..=b'9' | b'+' | b'-' | b'.')) if name.length > 0 => fits = false,
            _ => return Err(OriginError::NoScheme),
        }
    }
    let scheme = match name.as_bytes() {
        b"http" if fits => Scheme::Http,
        b"https" if fits => Scheme::Https,
        b"ftp" if fits => Scheme::Ftp,
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

/// Writes the host, in its one form, into an empty `text`.
fn push_host<const N: usize>(host: &[u8], text: &mut Text<N>) -> Result<(), OriginError> {
    for &octet in host {
        match IN_HOST[usize::from(octet)] {
            DROPPED => {}
            OTHER if octet == b'[' && text.length == 0 => return push_address(host, text),
            OTHER if !host.is_ascii() => {
                text.length = 0;
                return push_idn(host, text);
            }
            OTHER => return Err(OriginError::InvalidHost),
            lower => text.push(lower)?,
        }
    }
    Ok(())
}

/// An IPv6 address in brackets, in its shortest form.
fn push_address<const N: usize>(host: &[u8], text: &mut Text<N>) -> Result<(), OriginError> {
    for &octet in host.iter().filter(|octet| !is_dropped(**octet)) {
        text.push(octet)?;
    }
    let address = match text.as_bytes() {
        [b'[', address @ .., b']'] => std::str::from_utf8(address).ok(),
        _ => None,
    };
    let address: Option<Ipv6Addr> = address.and_then(|address| address.parse().ok());
    let address = address.ok_or(OriginError::InvalidHost)?;
    text.length = 0;
    fmt::Write::write_fmt(text, format_args!("[{address}]")).map_err(|_| OriginError::HostTooLong)
}

/// In [`IN_HOST`]: TAB, CR or LF.
const DROPPED: u8 = b'\t';
/// In [`IN_HOST`]: no octet of a name in ASCII.
const OTHER: u8 = 0;

/// What becomes of each octet in a name: its lower case, unless it is dropped
/// or cannot occur.
static IN_HOST: [u8; 256] = {
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

/// Hosts outside ASCII are read through UTS 46, up to this many octets: four
/// for each octet of the longest result. Encoding takes quadratic time.
#[cfg(feature = "idn")]
const IDN_MAX: usize = 4 * HOST_MAX;

#[cfg(feature = "idn")]
fn push_idn<const N: usize>(host: &[u8], text: &mut Text<N>) -> Result<(), OriginError> {
    let host: Vec<u8> = host
        .iter()
        .copied()
        .filter(|&octet| !is_dropped(octet))
        .collect();
    if host.len() > IDN_MAX {
        return Err(OriginError::HostTooLong);
    }
    let ascii = idna::domain_to_ascii_cow(&host, idna::AsciiDenyList::EMPTY)
        .map_err(|_| OriginError::Idn)?;
    for octet in ascii.bytes() {
        match IN_HOST[usize::from(octet)] {
            OTHER | DROPPED => return Err(OriginError::InvalidHost),
            lower => text.push(lower)?,
        }
    }
    Ok(())
}

#[cfg(not(feature = "idn"))]
fn push_idn<const N: usize>(_: &[u8], _: &mut Text<N>) -> Result<(), OriginError> {
    Err(OriginError::Idn)
}
