//! Which groups of a file speak to a crawler.

pub(crate) mod agent;
pub(crate) mod select;
