//! `robots_bytes`: octets that the library made.

use super::border::guard;
use super::types::robots_str;

/// Octets that the library made. They are immutable, depend on no other object,
/// and may be shared between threads.
pub struct robots_bytes(Box<[u8]>);

impl robots_bytes {
    pub(super) fn boxed(octets: Vec<u8>) -> Option<Box<robots_bytes>> {
        Some(Box::new(robots_bytes(octets.into())))
    }
}

/// The octets in the object.
///
/// Result: the octets, which are valid as long as the object.
/// Misuse: NULL and 0 for NULL.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_bytes_str(bytes: Option<&robots_bytes>) -> robots_str {
    guard(robots_str::NONE, || {
        bytes.map_or(robots_str::NONE, |bytes| bytes.0[..].into())
    })
}

/// Frees octets. Does nothing for NULL.
///
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_bytes_free(bytes: Option<Box<robots_bytes>>) {
    guard((), || drop(bytes));
}
