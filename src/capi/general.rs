//! Version, texts of numbers, and the question without an object.

use std::ffi::c_char;

use crate::check_with;

use super::border::{bytes, guard, sized};
use super::text;
use super::types::{robots_options, robots_verdict};

/// The version of the library at run time, such as "0.1.0".
///
/// Result: a static text. The version of the header is ROBOTS_VERSION.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// One sentence for people about a ROBOTS_REASON number.
///
/// Result: a static text; "unknown" for any other number.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_reason_text(reason: u8) -> *const c_char {
    text::reason_text(reason)
}

/// A short fixed name of a ROBOTS_REASON number, such as "no-group".
///
/// Result: a static text; "unknown" for any other number.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_reason_name(reason: u8) -> *const c_char {
    text::reason_name(reason)
}

/// The usual spelling of the key that a ROBOTS_RECORD number stands for, such
/// as "crawl-delay".
///
/// Result: a static text; "unknown" for ROBOTS_RECORD_UNKNOWN and for any other
/// number.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_record_kind_text(kind: u8) -> *const c_char {
    text::record_kind_text(kind)
}

/// One sentence for people about a ROBOTS_DIAGNOSTIC number: what was seen and
/// what to do.
///
/// Result: a static text; "unknown" for any other number.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_diagnostic_text(kind: u8) -> *const c_char {
    text::diagnostic_text(kind)
}

/// A short fixed name of a ROBOTS_DIAGNOSTIC number, such as "missing-colon".
///
/// Result: a static text; "unknown" for any other number.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_diagnostic_name(kind: u8) -> *const c_char {
    text::diagnostic_name(kind)
}

/// A short fixed name of a ROBOTS_ACCESS number, such as "refuse-all".
///
/// Result: a static text; "unknown" for any other number.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_access_name(access: u8) -> *const c_char {
    text::access_name(access)
}

/// A short fixed name of a ROBOTS_BASIS number, such as "stale-copy".
///
/// Result: a static text; "unknown" for any other number.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_basis_name(basis: u8) -> *const c_char {
    text::basis_name(basis)
}

/// One sentence for people about a ROBOTS_BASIS number.
///
/// Result: a static text; "unknown" for any other number.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_basis_text(basis: u8) -> *const c_char {
    text::basis_text(basis)
}

/// A short fixed name of a ROBOTS_CAUSE or ROBOTS_FAILURE number, such as
/// "rate-limited".
///
/// Result: a static text; "unknown" for any other number.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_cause_name(cause: u8) -> *const c_char {
    text::cause_name(cause)
}

/// One sentence for people about a ROBOTS_CAUSE or ROBOTS_FAILURE number.
///
/// Result: a static text; "unknown" for any other number.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_cause_text(cause: u8) -> *const c_char {
    text::cause_text(cause)
}

/// One sentence for people about a ROBOTS_SNAPSHOT number, which may be
/// negated.
///
/// Result: a static text; "unknown" for any other number.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_snapshot_text(number: i32) -> *const c_char {
    text::snapshot_text(u8::try_from(number.unsigned_abs()).unwrap_or(0))
}

/// Checks one URL against one body, without making an object.
///
/// Arguments: the body of a robots.txt; the crawler's product tokens as for
/// `robots_matcher_new`; a URL or path as for `robots_matcher_check`; options as
/// for `robots_txt_parse`.
/// Result: the verdict that a matcher would give. For more than one URL, make a
/// matcher.
/// Misuse, of any argument: denied with ROBOTS_REASON_MISUSE.
/// Time: linear in the body and the URL together. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_check_once(
    data: *const c_char,
    len: usize,
    agents: *const c_char,
    agents_len: usize,
    url: *const c_char,
    url_len: usize,
    options: *const robots_options,
    options_size: usize,
) -> robots_verdict {
    guard(robots_verdict::MISUSE, || {
        // SAFETY: the rules of the road.
        let (body, agents, url, options) = unsafe {
            (
                bytes(data, len),
                bytes(agents, agents_len),
                bytes(url, url_len),
                sized(options, options_size).and_then(|it: robots_options| it.read()),
            )
        };
        match (body, agents, url, options) {
            (Some(body), Some(agents), Some(url), Some(options)) => {
                check_with(body, agents, url, &options).into()
            }
            _ => robots_verdict::MISUSE,
        }
    })
}
