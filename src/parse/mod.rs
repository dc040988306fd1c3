//! Octets to lines, lines to records.

pub(crate) mod diagnostic;
pub(crate) mod key;
pub(crate) mod line;
pub(crate) mod record;
pub(crate) mod trim;
