//! The origin of one absolute URL, on the stack.
//!
//! A host is short, so it lives in a fixed buffer: nothing is allocated unless
//! the host is outside ASCII.

use std::fmt;

use super::scheme::{HOST_MAX, OriginError, ROBOTS_TXT, ROBOTS_TXT_URL_MAX, Scheme};
use super::split::{DROPPED, Host, IN_HOST, OTHER, Url, is_dropped};

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

/// An absolute URL that has an origin. Lives on the stack.
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
        let url = Url::split(url)?;
        let mut host = Text::new();
        match url.host {
            Host::Name(name) => push_name(name, &mut host)?,
            Host::Address(address) => fmt::Write::write_fmt(&mut host, format_args!("[{address}]"))
                .map_err(|_| OriginError::HostTooLong)?,
            Host::Unmapped(name) => push_idn(name, &mut host)?,
        }
        let mut dot = false;
        if let [name @ .., b'.'] = host.as_bytes() {
            if name.ends_with(b".") {
                return Err(OriginError::InvalidHost);
            }
            dot = true;
            host.length -= 1;
        }
        match host.length {
            0 => Err(OriginError::EmptyHost),
            1..=HOST_MAX => Ok(Parts {
                scheme: url.scheme,
                port: url.port,
                host,
                dot,
                rest: url.rest,
            }),
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

/// Writes a name in lower case. What UTS 46 makes of one may hold octets that no
/// name holds.
fn push_name<const N: usize>(name: &[u8], text: &mut Text<N>) -> Result<(), OriginError> {
    for &octet in name {
        match IN_HOST[usize::from(octet)] {
            DROPPED => {}
            OTHER => return Err(OriginError::InvalidHost),
            lower => text.push(lower)?,
        }
    }
    Ok(())
}

#[cfg(feature = "idn")]
fn push_idn<const N: usize>(host: &[u8], text: &mut Text<N>) -> Result<(), OriginError> {
    let host: Vec<u8> = host
        .iter()
        .copied()
        .filter(|&octet| !is_dropped(octet))
        .collect();
    let ascii = idna::domain_to_ascii_cow(&host, idna::AsciiDenyList::EMPTY)
        .map_err(|_| OriginError::Idn)?;
    push_name(ascii.as_bytes(), text)
}

#[cfg(not(feature = "idn"))]
fn push_idn<const N: usize>(_: &[u8], _: &mut Text<N>) -> Result<(), OriginError> {
    Err(OriginError::Idn)
}
