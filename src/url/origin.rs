//! Origins: which robots.txt speaks for a URL.
//!
//! A robots.txt file governs exactly one origin: a scheme, a host and a port.
//! Another scheme, a subdomain or another port is another origin with a file
//! of its own, and a `robots.txt` inside a folder governs nothing.
//!
//! [`Origin`] is the key under which a crawler stores what it knows. The free
//! functions answer the same questions without allocating, for callers that
//! bring their own buffer.
//!
//! ```
//! use robots::origin::{Origin, governs};
//!
//! let origin = Origin::parse("HTTPS://User@Shop.Example:443/cart?id=1#top")?;
//! assert_eq!(origin.to_string(), "https://shop.example");
//! assert_eq!(origin.robots_txt_url(), "https://shop.example/robots.txt");
//!
//! assert!(governs("https://shop.example/robots.txt", "https://shop.example:443/cart"));
//! assert!(!governs("https://shop.example/robots.txt", "https://www.shop.example/"));
//! assert!(!governs("https://shop.example/old/robots.txt", "https://shop.example/old/"));
//! # Ok::<(), robots::origin::OriginError>(())
//! ```
//!
//! # How a URL is read
//!
//! The URL is a string of octets, as found in a page or a queue. Verdicts read
//! it in the same way: what has no origin is a misuse for
//! [`Matcher::check`](crate::Matcher::check) as well (profile `rfc9309`), but for
//! a path alone and for a host outside ASCII, which need no origin for a verdict.
//! - Blanks and control octets around it are dropped, as are TAB, CR and LF
//!   inside it: every HTTP client does the same before it sends the request.
//! - The scheme must be `http`, `https` or `ftp`, followed by `//`.
//! - The authority ends at the first `/`, `?` or `#`; for `http` and `https`
//!   also at the first `\`, which clients send as `/`.
//! - Userinfo is ignored. Letters of the host become lower case and one
//!   trailing dot goes, so that `Site.Example.` and `site.example` are one key.
//! - IPv6 addresses are written in their shortest form. No other rewriting of
//!   numeric hosts takes place: `0x7f.1` stays a name.
//! - A percent sign is not accepted in a host, nor is any octet that cannot
//!   occur in one. A host outside ASCII needs the feature `idn`, which maps it
//!   to its `xn--` form (UTS 46); without it such a URL is refused.
//!
//! Everything takes time linear in the length of the URL.

use std::fmt;

use super::parts::{Parts, fmt_origin};
use super::scheme::ROBOTS_TXT;
pub use super::scheme::{HOST_MAX, ORIGIN_MAX, OriginError, ROBOTS_TXT_URL_MAX, Scheme};

/// A scheme, a host and the effective port: what one robots.txt governs.
///
/// Two URLs have equal origins exactly when one robots.txt governs both. The
/// value owns its host, is small and cheap to hash, and makes a good cache key.
///
/// ```
/// use robots::origin::{Origin, Scheme};
/// let origin = Origin::parse("http://Site.Example:8181/a")?;
/// assert_eq!(origin.scheme(), Scheme::Http);
/// assert_eq!(origin.host(), "site.example");
/// assert_eq!(origin.port(), 8181);
/// assert_eq!(origin.to_string(), "http://site.example:8181");
/// assert_eq!("http://site.example.:8181".parse(), Ok(origin));
/// # Ok::<(), robots::origin::OriginError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Origin {
    scheme: Scheme,
    port: u16,
    host: Box<str>,
}

impl Origin {
    /// The origin of an absolute URL.
    ///
    /// ```
    /// use robots::origin::Origin;
    /// let origin = Origin::parse(b"https://[2001:DB8:0:0::1]:443/x")?;
    /// assert_eq!(origin.to_string(), "https://[2001:db8::1]");
    /// # Ok::<(), robots::origin::OriginError>(())
    /// ```
    ///
    /// # Errors
    /// See [`OriginError`]; the URL must then not be crawled.
    pub fn parse(url: impl AsRef<[u8]>) -> Result<Origin, OriginError> {
        let parts = Parts::of(url.as_ref())?;
        Ok(Origin {
            scheme: parts.scheme,
            port: parts.port,
            host: parts.host.as_str().into(),
        })
    }

    /// An origin from what one was taken apart into.
    #[cfg(feature = "cache")]
    pub(crate) fn from_parts(scheme: Scheme, port: u16, host: &str) -> Origin {
        Origin {
            scheme,
            port,
            host: host.into(),
        }
    }

    /// The scheme.
    ///
    /// ```
    /// use robots::origin::{Origin, Scheme};
    /// assert_eq!(Origin::parse("ftp://site.example/")?.scheme(), Scheme::Ftp);
    /// # Ok::<(), robots::origin::OriginError>(())
    /// ```
    pub fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// The host in ASCII and lower case, an IPv6 address in its brackets,
    /// without a trailing dot.
    ///
    /// ```
    /// use robots::origin::Origin;
    /// assert_eq!(Origin::parse("http://[::1]:8080/")?.host(), "[::1]");
    /// # Ok::<(), robots::origin::OriginError>(())
    /// ```
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The effective port: the one in the URL, else the default of the scheme.
    ///
    /// ```
    /// use robots::origin::Origin;
    /// assert_eq!(Origin::parse("https://site.example/")?.port(), 443);
    /// # Ok::<(), robots::origin::OriginError>(())
    /// ```
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Where the robots.txt of this origin is found.
    ///
    /// ```
    /// use robots::origin::Origin;
    /// let origin = Origin::parse("http://site.example:80/a/b")?;
    /// assert_eq!(origin.robots_txt_url(), "http://site.example/robots.txt");
    /// # Ok::<(), robots::origin::OriginError>(())
    /// ```
    pub fn robots_txt_url(&self) -> String {
        format!("{self}{ROBOTS_TXT}")
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_origin(f, self.scheme, &self.host, self.port)
    }
}

impl std::str::FromStr for Origin {
    type Err = OriginError;

    fn from_str(url: &str) -> Result<Origin, OriginError> {
        Origin::parse(url)
    }
}

/// Does the robots.txt at `robots_url` govern `url`?
///
/// True exactly when `robots_url` [is the address of a robots.txt](is_robots_txt)
/// and both URLs have the same origin. A URL without an origin is governed by
/// nothing. Does not allocate, except for hosts outside ASCII.
///
/// ```
/// use robots::origin::governs;
/// assert!(governs("https://site.example:443/robots.txt", "https://site.example/a"));
/// assert!(!governs("https://site.example/robots.txt", "http://site.example/a"));
/// assert!(!governs("https://site.example/robots.txt?v=2", "https://site.example/a"));
/// ```
pub fn governs(robots_url: impl AsRef<[u8]>, url: impl AsRef<[u8]>) -> bool {
    match (Parts::of(robots_url.as_ref()), Parts::of(url.as_ref())) {
        (Ok(robots), Ok(url)) => {
            robots.is_robots_txt()
                && robots.scheme == url.scheme
                && robots.port == url.port
                && robots.host.as_str() == url.host.as_str()
        }
        _ => false,
    }
}

/// Is this the address of a robots.txt: `/robots.txt` at the top of an origin,
/// in lower case, without a query?
///
/// ```
/// use robots::origin::is_robots_txt;
/// assert!(is_robots_txt("http://site.example/robots.txt#agents"));
/// assert!(!is_robots_txt("http://site.example/user/robots.txt"));
/// assert!(!is_robots_txt("http://site.example/Robots.txt"));
/// ```
pub fn is_robots_txt(url: impl AsRef<[u8]>) -> bool {
    Parts::of(url.as_ref()).is_ok_and(|parts| parts.is_robots_txt())
}

/// Writes the origin of `url` into `buffer`, as `scheme://host[:port]`.
///
/// Returns the length in octets. When that is more than the buffer holds,
/// nothing is written: come back with a buffer of that size, or with one of
/// [`ORIGIN_MAX`] octets, which always suffices. Does not allocate, except for
/// hosts outside ASCII.
///
/// ```
/// use robots::origin::write_origin;
/// let mut buffer = [0; 32];
/// let length = write_origin("https://Site.Example:8443/a", &mut buffer)?;
/// assert_eq!(&buffer[..length], b"https://site.example:8443");
/// assert_eq!(write_origin("https://site.example/a", &mut [])?, 20);
/// # Ok::<(), robots::origin::OriginError>(())
/// ```
///
/// # Errors
/// See [`OriginError`]; nothing is written.
pub fn write_origin(url: impl AsRef<[u8]>, buffer: &mut [u8]) -> Result<usize, OriginError> {
    let parts = Parts::of(url.as_ref())?;
    Ok(parts.write(buffer, ""))
}

/// Writes the address of the robots.txt that governs `url` into `buffer`.
///
/// Lengths and errors as for [`write_origin`]; [`ROBOTS_TXT_URL_MAX`] octets
/// always suffice.
///
/// ```
/// use robots::origin::write_robots_txt_url;
/// let mut buffer = [0; 64];
/// let length = write_robots_txt_url("http://site.example:80/a", &mut buffer)?;
/// assert_eq!(&buffer[..length], b"http://site.example/robots.txt");
/// # Ok::<(), robots::origin::OriginError>(())
/// ```
///
/// # Errors
/// See [`OriginError`]; nothing is written.
pub fn write_robots_txt_url(
    url: impl AsRef<[u8]>,
    buffer: &mut [u8],
) -> Result<usize, OriginError> {
    let parts = Parts::of(url.as_ref())?;
    Ok(parts.write(buffer, ROBOTS_TXT))
}
