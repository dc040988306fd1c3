//! What an origin is made of: schemes, the greatest lengths, and why a URL has
//! none.

use std::fmt;

/// The greatest length of a host, in octets, after mapping to ASCII.
///
/// ```
/// use robots::origin::{HOST_MAX, Origin, OriginError};
/// let long = format!("http://{}/", "a".repeat(HOST_MAX + 1));
/// assert_eq!(Origin::parse(long), Err(OriginError::HostTooLong));
/// ```
pub const HOST_MAX: usize = 253;

/// The greatest length [`super::origin::write_origin`] can need, in octets.
///
/// ```
/// use robots::origin::{ORIGIN_MAX, write_origin};
/// let mut buffer = [0; ORIGIN_MAX]; // never too short
/// let length = write_origin("ftp://site.example/pub", &mut buffer)?;
/// assert_eq!(&buffer[..length], b"ftp://site.example");
/// # Ok::<(), robots::origin::OriginError>(())
/// ```
pub const ORIGIN_MAX: usize = "https://".len() + HOST_MAX + ":65535".len();

/// The greatest length [`super::origin::write_robots_txt_url`] can need, in octets.
///
/// ```
/// use robots::origin::{ROBOTS_TXT_URL_MAX, write_robots_txt_url};
/// let mut buffer = [0; ROBOTS_TXT_URL_MAX]; // never too short
/// assert!(write_robots_txt_url("http://site.example/", &mut buffer)? <= buffer.len());
/// # Ok::<(), robots::origin::OriginError>(())
/// ```
pub const ROBOTS_TXT_URL_MAX: usize = ORIGIN_MAX + ROBOTS_TXT.len();

pub(super) const ROBOTS_TXT: &str = "/robots.txt";

/// A scheme whose URLs can have a robots.txt.
///
/// ```
/// use robots::origin::Scheme;
/// assert_eq!(Scheme::Https.as_str(), "https");
/// assert_eq!(Scheme::Ftp.default_port(), 21);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Scheme {
    /// `http`, port 80.
    Http = 1,
    /// `https`, port 443.
    Https = 2,
    /// `ftp`, port 21.
    Ftp = 3,
}

impl Scheme {
    /// The scheme in lower case, without the colon.
    ///
    /// ```
    /// assert_eq!(robots::origin::Scheme::Http.as_str(), "http");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            Scheme::Http => "http",
            Scheme::Https => "https",
            Scheme::Ftp => "ftp",
        }
    }

    /// The port that a URL without one means.
    ///
    /// ```
    /// assert_eq!(robots::origin::Scheme::Http.default_port(), 80);
    /// ```
    pub const fn default_port(self) -> u16 {
        match self {
            Scheme::Http => 80,
            Scheme::Https => 443,
            Scheme::Ftp => 21,
        }
    }
}

/// Why a URL has no origin.
///
/// ```
/// use robots::origin::{Origin, OriginError};
/// assert_eq!(Origin::parse("/just/a/path"), Err(OriginError::NoScheme));
/// assert_eq!(Origin::parse("mailto:a@site.example"), Err(OriginError::UnknownScheme));
/// assert_eq!(Origin::parse("http:///path"), Err(OriginError::EmptyHost));
/// assert_eq!(Origin::parse("http://site.example:99999/"), Err(OriginError::InvalidPort));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(u8)]
pub enum OriginError {
    /// The URL does not begin with a scheme and a colon.
    NoScheme = 1,
    /// The scheme is none of `http`, `https` and `ftp`.
    UnknownScheme = 2,
    /// No `//` follows the scheme.
    NoAuthority = 3,
    /// There is no host.
    EmptyHost = 4,
    /// The host holds an octet that no host can hold, or is a malformed address.
    InvalidHost = 5,
    /// The host is longer than [`HOST_MAX`].
    HostTooLong = 6,
    /// The port is not a number from 0 to 65535.
    InvalidPort = 7,
    /// The host is outside ASCII and the feature `idn` is off, or the host is
    /// not a valid internationalised name.
    Idn = 8,
}

impl fmt::Display for OriginError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            OriginError::NoScheme => "the URL has no scheme; give an absolute URL",
            OriginError::UnknownScheme => "the scheme of the URL is not http, https or ftp",
            OriginError::NoAuthority => "the scheme of the URL is not followed by `//`",
            OriginError::EmptyHost => "the URL has no host",
            OriginError::InvalidHost => "the host of the URL holds an octet no host may hold",
            OriginError::HostTooLong => "the host of the URL is longer than 253 octets",
            OriginError::InvalidPort => "the port of the URL is not a number from 0 to 65535",
            OriginError::Idn if cfg!(feature = "idn") => {
                "the host of the URL is not a valid internationalised name"
            }
            OriginError::Idn => {
                "the host of the URL is outside ASCII; give its `xn--` form or build with the feature `idn`"
            }
        })
    }
}

impl std::error::Error for OriginError {}
