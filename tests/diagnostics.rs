//! Remarks about a file: their kinds, lines and octets.

#[path = "support/remarks.rs"]
mod remarks;

use remarks::remarks_of;
use robots::{Diagnostic, DiagnosticKind, Options, RobotsTxt};

/// Kind, line and octet of every remark.
fn remarks(body: impl AsRef<[u8]>) -> Vec<(DiagnosticKind, u32, u32)> {
    remarks_of(&RobotsTxt::parse(body))
}

/// A body for every kind of remark, in the order of their numbers.
const SAMPLES: [(DiagnosticKind, &[u8]); 18] = [
    (DiagnosticKind::Truncated, &[b'#'; 512_001]),
    (DiagnosticKind::Html, b"<html>"),
    (DiagnosticKind::Utf16, b"\xFF\xFE#\0"),
    (DiagnosticKind::NotARecord, b"nonsense"),
    (DiagnosticKind::MissingColon, b"user-agent a"),
    (DiagnosticKind::MisspeltKey, b"useragent: a"),
    (DiagnosticKind::UnknownKey, b"foo: bar"),
    (DiagnosticKind::RuleBeforeGroup, b"disallow: /"),
    (
        DiagnosticKind::PatternWithoutSlash,
        b"user-agent: a\nallow: x",
    ),
    (DiagnosticKind::LineTooLong, &{
        let mut line = [b'x'; 16_385];
        (line[0], line[1]) = (b'x', b':');
        line
    }),
    (DiagnosticKind::Nul, b"\0"),
    (DiagnosticKind::InvalidUtf8, b"host: \xFF"),
    (DiagnosticKind::EmptyAgent, b"user-agent:"),
    (DiagnosticKind::AgentNotAToken, b"user-agent: a, b"),
    (DiagnosticKind::InvalidValue, b"crawl-delay: x"),
    (DiagnosticKind::EmptyValue, b"sitemap:"),
    (DiagnosticKind::AgentWithDigits, b"user-agent: MJ12bot"),
    (
        DiagnosticKind::AgentWithVersion,
        b"user-agent: Googlebot/2.1",
    ),
];

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
        (b"user-agent: ab/2.0", D::AgentWithVersion, 1, 15),
        (b"user-agent: ab 2.0", D::AgentNotAToken, 1, 15),
        (b"user-agent: ab2", D::AgentWithDigits, 1, 15),
        (b"\n sitemap:", D::EmptyValue, 2, 10),
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
    for (number, (kind, body)) in SAMPLES.into_iter().enumerate() {
        assert_eq!(kind as usize, number);
        let found = remarks(body);
        let name = kind.as_str();
        assert!(found.iter().any(|it| it.0 == kind), "{name}");
        let word =
            |octet: u8| octet.is_ascii_lowercase() || octet.is_ascii_digit() || octet == b'-';
        assert!(!name.is_empty() && name.bytes().all(word), "{name}");
        let others = SAMPLES.iter().filter(|it| it.0 != kind);
        assert!(
            others
                .clone()
                .all(|it| it.0.as_str() != name && it.0.text() != kind.text())
        );
        // What was seen; what to do about it.
        let (seen, advice) = kind.text().split_once("; ").expect(name);
        assert!(seen.contains(' ') && advice.contains(' '), "{name}");
        assert!(
            !kind.text().contains("  ") && !kind.text().ends_with('.'),
            "{name}"
        );
    }
}

/// The kind behind the last sample has no name yet: every kind has one.
#[cfg(feature = "capi")]
#[test]
fn every_kind_has_a_sample() {
    let name = |number: usize| {
        let name = robots::capi::robots_diagnostic_name(number as u8);
        // SAFETY: a static C string.
        unsafe { std::ffi::CStr::from_ptr(name) }
            .to_str()
            .expect("ASCII")
    };
    assert_eq!(
        name(SAMPLES.len() - 1),
        SAMPLES[SAMPLES.len() - 1].0.as_str()
    );
    assert_eq!(name(SAMPLES.len()), "unknown");
}

#[test]
fn names_in_user_agent_lines() {
    use DiagnosticKind as D;
    for (value, want) in [
        ("a", &[][..]),
        ("*", &[]),
        ("A-b_C", &[]),
        ("MJ12bot", &[(D::AgentWithDigits, 2)]),
        ("360spider", &[(D::AgentWithDigits, 0)]),
        ("site.example", &[(D::AgentWithDigits, 4)]),
        ("Googlebot/2.1", &[(D::AgentWithVersion, 9)]),
        ("Googlebot/v2-beta", &[(D::AgentWithVersion, 9)]),
        (
            "MJ12bot/v1.4",
            &[(D::AgentWithDigits, 2), (D::AgentWithVersion, 7)],
        ),
        ("Googlebot/2.1 (+x)", &[(D::AgentNotAToken, 9)]),
        ("Mozilla/5.0 (a)", &[(D::AgentNotAToken, 7)]),
        (
            "MJ12bot bot",
            &[(D::AgentWithDigits, 2), (D::AgentNotAToken, 7)],
        ),
        ("a/", &[(D::AgentNotAToken, 1)]),
        ("/2.1", &[(D::AgentNotAToken, 0)]),
        ("a, b", &[(D::AgentNotAToken, 1)]),
        ("a*", &[(D::AgentNotAToken, 1)]),
        ("*a", &[(D::AgentNotAToken, 0)]),
        ("* a", &[(D::AgentNotAToken, 1)]),
        ("caf\u{e9}", &[(D::AgentNotAToken, 3)]),
    ] {
        for options in [Options::new(), Options::google()] {
            let txt = RobotsTxt::parse_with(format!("user-agent: {value}"), &options);
            let place = |it: &(D, u32)| (it.0, 1, it.1 + 13);
            assert_eq!(
                remarks_of(&txt),
                want.iter().map(place).collect::<Vec<_>>(),
                "{value}"
            );
        }
    }
}

#[test]
fn a_remark_on_a_name_never_costs_a_crawler_its_group() {
    // What the texts say of names with digits.
    let ask = |options: &Options| {
        robots::check_with(
            "user-agent: MJ12bot\ndisallow: /",
            "MJ12bot",
            "http://h/",
            options,
        )
        .allowed
    };
    assert!(!ask(&Options::new()));
    assert!(ask(&Options::google()));
    for kind in [
        DiagnosticKind::AgentWithDigits,
        DiagnosticKind::AgentWithVersion,
    ] {
        assert!(!kind.text().contains("remove"), "{}", kind.text());
    }
    assert!(
        DiagnosticKind::AgentWithVersion
            .text()
            .starts_with("note: ")
    );
}

#[test]
fn records_without_a_value() {
    use DiagnosticKind as D;
    for key in [
        "sitemap",
        "crawl-delay",
        "request-rate",
        "visit-time",
        "host",
        "clean-param",
        "license",
    ] {
        let octet = key.len() as u32 + 2;
        assert_eq!(remarks(format!("{key}:")), [(D::EmptyValue, 1, octet)]);
    }
    for key in ["noindex", "content-signal", "content-usage"] {
        assert_eq!(remarks(format!("{key}:")), []);
    }
    assert_eq!(remarks("foo:"), [(D::UnknownKey, 1, 1)]);
    assert_eq!(
        remarks("site-map: # x"),
        [(D::MisspeltKey, 1, 1), (D::EmptyValue, 1, 10)]
    );
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
