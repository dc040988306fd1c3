//! Matchers and states as bytes, to be kept and sent.
//!
//! [`Matcher::to_bytes`](crate::Matcher::to_bytes) and
//! [`State::to_bytes`](crate::access::State::to_bytes) write, their
//! `from_bytes` read; with the feature `cache` a whole cache does the same. The
//! bytes are the same on every machine.
//!
//! ```
//! use robots::{Matcher, Options};
//! use robots::snapshot::SnapshotError;
//!
//! let body = "User-agent: *\nDisallow: /private";
//! let matcher = Matcher::compile(body, "ExampleBot", &Options::new())?;
//! let bytes = matcher.to_bytes();
//!
//! let again = Matcher::from_bytes(&bytes)?;
//! assert_eq!(again.check("https://site.example/private"), matcher.check("https://site.example/private"));
//!
//! let mut broken = bytes;
//! broken[30] ^= 1;
//! assert_eq!(Matcher::from_bytes(&broken).unwrap_err(), SnapshotError::Checksum);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Trust
//!
//! Bytes that were damaged, cut, or written by something else are an error,
//! found by a checksum. The checksum is no signature: whoever can forge bytes
//! on purpose can as well write a robots.txt that says what they want. But
//! forged bytes are walked through before use as well, so that they are either
//! an error or some set of rules: no panic, no endless walk, no memory beyond a
//! small multiple of their length.
//!
//! # Format
//!
//! ```text
//! "rbts" | octets FF FE, for the order | kind u8 | version u8
//! | length of the content u64 | content | XXH3-64 of all before u64
//! ```
//!
//! All numbers are little endian. A version is read by the releases that know
//! it; what cannot be read is fetched anew.

use std::fmt;

use twox_hash::XxHash3_64;

/// Why bytes could not be read.
///
/// ```
/// use robots::{Matcher, snapshot::SnapshotError};
/// assert_eq!(Matcher::from_bytes(b"User-agent: *").unwrap_err(), SnapshotError::Foreign);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(u8)]
pub enum SnapshotError {
    /// Something else wrote the bytes, or they hold another kind of value.
    Foreign = 1,
    /// The numbers are in the wrong byte order.
    ByteOrder = 2,
    /// This release does not know the version.
    Version = 3,
    /// There are fewer or more octets than announced.
    Length = 4,
    /// Some octets have changed since they were written.
    Checksum = 5,
    /// The checksum is right, but the library never writes such content.
    Malformed = 6,
    /// The cache that wrote the bytes had other agents or options.
    Settings = 7,
    /// The entry is of another origin than the given one.
    OtherOrigin = 8,
}

impl SnapshotError {
    /// One sentence for people: what is wrong, and what to do.
    ///
    /// ```
    /// use robots::snapshot::SnapshotError;
    /// assert_eq!(SnapshotError::Checksum.text(), "the bytes were damaged; fetch anew");
    /// ```
    pub const fn text(self) -> &'static str {
        match self {
            SnapshotError::Foreign => "these are not bytes of such a value; read another file",
            SnapshotError::ByteOrder => "the octets of numbers are in the wrong order",
            SnapshotError::Version => {
                "this release does not know this version of the format; fetch anew"
            }
            SnapshotError::Length => "the bytes are cut short or too long; fetch anew",
            SnapshotError::Checksum => "the bytes were damaged; fetch anew",
            SnapshotError::Malformed => "the content was not written by this library; fetch anew",
            SnapshotError::Settings => {
                "the bytes were written for other agents or options; fetch anew"
            }
            SnapshotError::OtherOrigin => "the entry is of another origin; fetch anew",
        }
    }
}

impl fmt::Display for SnapshotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl std::error::Error for SnapshotError {}

/// What is in an envelope.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Kind {
    Matcher = 1,
    State = 2,
    #[cfg(feature = "cache")]
    Entry = 3,
    #[cfg(feature = "cache")]
    Cache = 4,
}

/// The version that is written, and the only one that is read. Raised where
/// older bytes would be read wrongly, or where patterns got another normal form.
const VERSION: u8 = 2;

const MAGIC: [u8; 4] = *b"rbts";
const BYTE_ORDER: u16 = 0xFEFF;
const HEAD: usize = 16;
const SUM: usize = 8;

/// The head of an envelope, to which content is then appended.
pub(crate) fn open(kind: Kind, capacity: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(HEAD + capacity + SUM);
    out.extend_from_slice(&MAGIC);
    out.extend_from_slice(&BYTE_ORDER.to_le_bytes());
    out.extend_from_slice(&[kind as u8, VERSION]);
    out.extend_from_slice(&[0; 8]);
    out
}

/// Ends an envelope.
pub(crate) fn seal(mut out: Vec<u8>) -> Vec<u8> {
    let len = (out.len() - HEAD) as u64;
    out[HEAD - 8..HEAD].copy_from_slice(&len.to_le_bytes());
    let sum = XxHash3_64::oneshot(&out);
    out.extend_from_slice(&sum.to_le_bytes());
    out
}

/// The content of an envelope.
pub(crate) fn unseal(kind: Kind, bytes: &[u8]) -> Result<&[u8], SnapshotError> {
    let Some((head, rest)) = bytes.split_at_checked(HEAD) else {
        return Err(match MAGIC.starts_with(&bytes[..bytes.len().min(4)]) {
            true => SnapshotError::Length,
            false => SnapshotError::Foreign,
        });
    };
    let mut head = Reader(head);
    if head.octets(4) != Some(&MAGIC) {
        return Err(SnapshotError::Foreign);
    }
    match head.u16() {
        Some(BYTE_ORDER) => {}
        Some(order) if order == BYTE_ORDER.swap_bytes() => return Err(SnapshotError::ByteOrder),
        _ => return Err(SnapshotError::Foreign),
    }
    if head.u8() != Some(kind as u8) {
        return Err(SnapshotError::Foreign);
    }
    if head.u8() != Some(VERSION) {
        return Err(SnapshotError::Version);
    }
    let len = rest.len().checked_sub(SUM).ok_or(SnapshotError::Length)?;
    if head.u64() != Some(len as u64) {
        return Err(SnapshotError::Length);
    }
    let (content, sum) = rest.split_at(len);
    let want = XxHash3_64::oneshot(&bytes[..HEAD + len]).to_le_bytes();
    if sum != want {
        return Err(SnapshotError::Checksum);
    }
    Ok(content)
}

/// Reads content front to back; `None` where it ends too early.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) fn octets(&mut self, len: usize) -> Option<&'a [u8]> {
        let (octets, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(octets)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.octets(N)?.first_chunk().copied()
    }

    pub(crate) fn u8(&mut self) -> Option<u8> {
        self.array().map(u8::from_le_bytes)
    }

    pub(crate) fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    pub(crate) fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    pub(crate) fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    pub(crate) fn bool(&mut self) -> Option<bool> {
        match self.u8()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }
}
