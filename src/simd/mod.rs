//! Many octets at a time: sixteen where one path or pattern is looked at, 64
//! where a whole body is.

pub(crate) mod x16;
pub(crate) mod x64;
