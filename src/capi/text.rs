//! Static texts of numbers, with the NUL that C wants behind them.
//!
//! The texts themselves live with the enums; here each is copied into a C
//! string at compile time.

use std::ffi::c_char;

use crate::access::{Access, Basis, Cause, Failure};
use crate::snapshot::SnapshotError;
use crate::{DiagnosticKind, Reason, RecordKind};

/// The text with a NUL behind it, in an array of the right length.
const fn terminated<const N: usize>(text: &str) -> [u8; N] {
    let text = text.as_bytes();
    assert!(N == text.len() + 1);
    let mut out = [0; N];
    let mut at = 0;
    while at < text.len() {
        assert!(text[at] != 0);
        out[at] = text[at];
        at += 1;
    }
    out
}

/// A function from a number to the static text of the variant that has it. The
/// match is exhaustive, so that a new variant cannot be forgotten.
macro_rules! text {
    ($name:ident = $type:ident :: $method:ident, $number:expr,
     [$($variant:ident $(($inner:path))?),*]) => {
        pub(super) fn $name(number: u8) -> *const c_char {
            let all = [$($type::$variant $(($inner))?),*];
            let known = all.into_iter().find(|it| $number(*it) == number);
            let text: &'static [u8] = match known {
                $(Some($type::$variant $(($inner))?) => {
                    const TEXT: &str = $type::$variant $(($inner))? .$method();
                    const C: [u8; TEXT.len() + 1] = terminated(TEXT);
                    &C
                })*
                None => b"unknown\0",
            };
            text.as_ptr().cast()
        }
    };
}

macro_rules! texts {
    ($type:ident, $number:expr, $variants:tt $($name:ident = $method:ident),*) => {
        $(text!($name = $type::$method, $number, $variants);)*
    };
}

texts!(Reason, |it| it as u8,
    [Misuse, Rule, NoRule, NoGroup, RobotsTxt, Unavailable, Unreachable]
    reason_name = as_str, reason_text = text);
texts!(RecordKind, |it| it as u8,
    [Unknown, Sitemap, CrawlDelay, RequestRate, VisitTime, Host, CleanParam, ContentSignal,
     ContentUsage, License, Noindex]
    record_kind_text = as_str);
texts!(DiagnosticKind, |it| it as u8,
    [Truncated, Html, Utf16, NotARecord, MissingColon, MisspeltKey, UnknownKey, RuleBeforeGroup,
     PatternWithoutSlash, LineTooLong, Nul, InvalidUtf8, EmptyAgent, AgentNotAToken, InvalidValue,
     EmptyValue, AgentWithDigits, AgentWithVersion]
    diagnostic_name = as_str, diagnostic_text = text);
texts!(Access, |it| it as u8,
    [Rules, AllowAll, RefuseAll]
    access_name = as_str);
texts!(Basis, |it| it as u8,
    [NotFetched, Fresh, Unavailable, Forbidden, Expired, ClockBack, Unreachable, StaleCopy,
     LongOutage]
    basis_name = as_str, basis_text = text);
texts!(Cause, Cause::code,
    [NotFetched, Interrupted, Success, NotModified, Missing, Forbidden, ErrorForMissing,
     TooManyRedirects, RateLimited, ServerError, OddStatus, NoLocation, BadLocation, NotHttp, TooLarge,
     Failed(Failure::Dns), Failed(Failure::Connect), Failed(Failure::Timeout),
     Failed(Failure::Reset), Failed(Failure::Tls), Failed(Failure::Protocol),
     Failed(Failure::Truncated), Failed(Failure::Undecodable), Failed(Failure::Refused),
     Failed(Failure::TooManyRedirects), Failed(Failure::Other)]
    cause_name = as_str, cause_text = text);
texts!(SnapshotError, |it| it as u8,
    [Foreign, ByteOrder, Version, Length, Checksum, Malformed, Settings, OtherOrigin]
    snapshot_text = text);

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::CStr;

    #[test]
    fn every_number_has_a_text() {
        for text in [
            reason_name,
            reason_text,
            record_kind_text,
            diagnostic_name,
            diagnostic_text,
            access_name,
            basis_name,
            basis_text,
            cause_name,
            cause_text,
            snapshot_text,
        ] {
            for number in 0..=u8::MAX {
                // SAFETY: the function returns static C strings.
                assert!(!unsafe { CStr::from_ptr(text(number)) }.is_empty());
            }
        }
        // SAFETY: as above.
        let read = |text: *const c_char| unsafe { CStr::from_ptr(text) }.to_str().unwrap();
        assert_eq!(read(reason_name(2)), Reason::NoRule.as_str());
        assert_eq!(read(reason_text(6)), Reason::Unreachable.text());
        assert_eq!(read(reason_text(7)), "unknown");
        assert_eq!(read(record_kind_text(10)), "noindex");
        assert_eq!(read(record_kind_text(11)), "unknown");
        assert_eq!(read(diagnostic_name(14)), "invalid-value");
        assert_eq!(read(diagnostic_name(17)), "agent-with-version");
        assert_eq!(read(diagnostic_name(18)), "unknown");
        assert_eq!(
            read(diagnostic_text(4)),
            DiagnosticKind::MissingColon.text()
        );
        assert_eq!(read(access_name(0)), "unknown");
        assert_eq!(read(access_name(3)), Access::RefuseAll.as_str());
        assert_eq!(read(basis_name(8)), Basis::LongOutage.as_str());
        assert_eq!(read(basis_text(9)), "unknown");
        assert_eq!(read(snapshot_text(8)), SnapshotError::OtherOrigin.text());
        for number in 0..=u8::MAX {
            let cause = Cause::from_code(number);
            let name = cause.map_or("unknown", Cause::as_str);
            assert_eq!(read(cause_name(number)), name);
            let text = cause.map_or("unknown", Cause::text);
            assert_eq!(read(cause_text(number)), text);
        }
    }
}
