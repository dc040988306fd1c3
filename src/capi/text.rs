//! Static texts of numbers, with the NUL that C wants behind them.
//!
//! The texts themselves live with the enums; here each is copied into a C
//! string at compile time.

use std::ffi::c_char;

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
    ($name:ident = $type:ident :: $method:ident [$($variant:ident),*]) => {
        pub(super) fn $name(number: u8) -> *const c_char {
            let known = [$($type::$variant),*].into_iter().find(|it| *it as u8 == number);
            let text: &'static [u8] = match known {
                $(Some($type::$variant) => {
                    const TEXT: &str = $type::$variant.$method();
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
    ($type:ident $variants:tt $($name:ident = $method:ident),*) => {
        $(text!($name = $type::$method $variants);)*
    };
}

texts!(Reason
    [Misuse, Rule, NoRule, NoGroup, RobotsTxt, Unavailable, Unreachable]
    reason_name = as_str, reason_text = text);
texts!(RecordKind
    [Unknown, Sitemap, CrawlDelay, RequestRate, VisitTime, Host, CleanParam, ContentSignal,
     ContentUsage, License, Noindex]
    record_kind_text = as_str);
texts!(DiagnosticKind
    [Truncated, Html, Utf16, NotARecord, MissingColon, MisspeltKey, UnknownKey, RuleBeforeGroup,
     PatternWithoutSlash, LineTooLong, Nul, InvalidUtf8, EmptyAgent, AgentNotAToken, InvalidValue]
    diagnostic_name = as_str, diagnostic_text = text);

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
        assert_eq!(
            read(diagnostic_text(4)),
            DiagnosticKind::MissingColon.text()
        );
    }
}
