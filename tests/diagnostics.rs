//! Remarks about a file: their kinds, lines and octets.

use robots::{Diagnostic, DiagnosticKind, Options, RobotsTxt};

/// Kind, line and octet of every remark.
fn remarks(body: impl AsRef<[u8]>) -> Vec<(DiagnosticKind, u32, u32)> {
    remarks_of(&RobotsTxt::parse(body))
}

fn remarks_of(txt: &RobotsTxt) -> Vec<(DiagnosticKind, u32, u32)> {
    assert!(txt.diagnostics_total() >= txt.diagnostics().len());
    let remarks = txt.diagnostics().iter();
    remarks.map(|d| (d.kind, d.line, d.octet)).collect()
}

const SAMPLES: &[u8] = b"<html>\ndisallow: /\nuser-agent:\nuser-agent: a/1\nnonsense\nallow /x\n\
    disalow: /y\nfoo: bar\nallow: x\nallow: /\0\nallow: /\xFF\ncrawl-delay: x\n";

#[test]
fn diagnostics_with_line_and_octet() {
    use DiagnosticKind as D;
    let cases: &[(&[u8], D, u32, u32)] = &[
        (b"user-agent: a\n  nonsense", D::NotARecord, 2, 3),
        (b"user-agent: a\none two three", D::NotARecord, 2, 1),
        (b"user-agent: a\n disallow /x", D::MissingColon, 2, 10),
        (b"user-agent: a\n disalow: /x", D::MisspeltKey, 2, 2),
        (b"useragent: a", D::MisspeltKey, 1, 1),
        (b"user-agent: a\n foo: bar", D::UnknownKey, 2, 2),
        (b"\n disallow: /x", D::RuleBeforeGroup, 2, 2),
        (b"user-agent: a\nallow:  x", D::PatternWithoutSlash, 2, 9),
        (b"user-agent: a\nallow: /x\0y", D::Nul, 2, 10),
        (b"user-agent: a\nallow: /caf\xE9", D::InvalidUtf8, 2, 12),
        (b"user-agent:\nallow: /x", D::EmptyAgent, 1, 12),
        (b"user-agent: ab/2.0", D::AgentNotAToken, 1, 15),
        (b"crawl-delay: x", D::InvalidValue, 1, 14),
        (b"<html>\nuser-agent: a", D::Html, 0, 0),
    ];
    for &(body, kind, line, octet) in cases {
        let shown = String::from_utf8_lossy(body);
        let found = remarks(body);
        assert!(found.contains(&(kind, line, octet)), "{shown:?}: {found:?}");
    }
}

#[test]
fn no_diagnostics_for_a_clean_file() {
    assert_eq!(
        remarks("# x\n\nUser-agent: a\r\nuser-agent: *\rAllow: /x$\n\nDisallow:\nSitemap: /m"),
        []
    );
    assert_eq!(remarks(""), []);
    assert_eq!(remarks("\u{FEFF}user-agent: a\nallow: /é\n"), []);
}

#[test]
fn diagnostics_are_capped_and_counted() {
    let txt = RobotsTxt::parse("nonsense\n".repeat(3000));
    assert_eq!(txt.diagnostics().len(), Diagnostic::LIMIT);
    assert_eq!(txt.diagnostics_total(), 3000);
    let lines: Vec<_> = txt.diagnostics().iter().map(|d| d.line).collect();
    assert!(lines.is_sorted());
}

#[test]
fn diagnostic_texts() {
    for number in 0..=14u8 {
        let txt = RobotsTxt::parse(SAMPLES);
        let Some(remark) = txt.diagnostics().iter().find(|d| d.kind as u8 == number) else {
            continue;
        };
        assert!(!remark.kind.as_str().is_empty());
        assert!(remark.kind.text().len() > remark.kind.as_str().len());
    }
    let mut kinds: Vec<_> = RobotsTxt::parse(SAMPLES)
        .diagnostics()
        .iter()
        .map(|d| d.kind.as_str())
        .collect();
    kinds.sort_unstable();
    kinds.dedup();
    assert!(kinds.len() >= 10, "{kinds:?}");
}

#[test]
fn long_lines_are_reported() {
    let body = format!("user-agent: a\nallow: /{}\nallow: /b\n", "x".repeat(20_000));
    let txt = RobotsTxt::parse(&body);
    assert_eq!(remarks_of(&txt), [(DiagnosticKind::LineTooLong, 2, 16_385)]);
    assert_eq!(txt.rules().map(|r| r.line).collect::<Vec<_>>(), [3]);
    let txt = RobotsTxt::parse_with(&body, &Options::google());
    assert_eq!(remarks_of(&txt), [(DiagnosticKind::LineTooLong, 2, 16_664)]);
    let octets: Vec<_> = txt.rules().map(|r| r.pattern.len()).collect();
    assert_eq!(octets, [16_663 - "allow: ".len(), 2]);
}

#[test]
fn a_line_as_long_as_the_limit_is_not_too_long() {
    let line = |octets: usize| format!("allow: /{}", "x".repeat(octets - "allow: /".len()));
    for (options, limit) in [(Options::new(), 16_384), (Options::google(), 16_663)] {
        for (octets, too_long) in [(limit, false), (limit + 1, true)] {
            let body = format!("user-agent: a\n{}\n", line(octets));
            let remarks = remarks_of(&RobotsTxt::parse_with(body, &options));
            assert_eq!(!remarks.is_empty(), too_long, "{octets} octets");
        }
    }
}
