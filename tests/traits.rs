//! What every public type promises to threads, and the size that C relies on.

use std::panic::{RefUnwindSafe, UnwindSafe};

use robots::{
    AgentError, CrawlDelay, Diagnostic, DiagnosticKind, Group, Matcher, Options, Profile, Reason,
    Record, RecordKind, RobotsTxt, Rule, Value, Verdict,
};

fn shared<T: Send + Sync + Unpin + UnwindSafe + RefUnwindSafe>() {}
fn owned<T: Clone + std::fmt::Debug + 'static>() {}
fn plain<T: Copy + Eq + std::hash::Hash + std::fmt::Debug>() {}

#[test]
fn types_may_cross_threads_and_panics() {
    shared::<RobotsTxt>();
    shared::<Matcher>();
    shared::<Verdict>();
    shared::<Reason>();
    shared::<Options>();
    shared::<Profile>();
    shared::<AgentError>();
    shared::<CrawlDelay>();
    shared::<Diagnostic>();
    shared::<DiagnosticKind>();
    shared::<RecordKind>();
    shared::<Group<'static>>();
    shared::<Rule<'static>>();
    shared::<Record<'static>>();
    shared::<Value<'static>>();
}

#[test]
fn types_can_be_kept_and_shown() {
    owned::<RobotsTxt>();
    owned::<Matcher>();
    owned::<Options>();
    owned::<AgentError>();
    plain::<Verdict>();
    plain::<Reason>();
    plain::<Profile>();
}

#[test]
fn errors_are_errors() {
    fn error<T: std::error::Error + Send + Sync + 'static>() {}
    error::<AgentError>();
}

#[test]
fn verdict_has_the_layout_of_the_c_struct() {
    assert_eq!(size_of::<Verdict>(), 16);
    assert_eq!(align_of::<Verdict>(), 4);
    assert_eq!(std::mem::offset_of!(Verdict, allowed), 0);
    assert_eq!(std::mem::offset_of!(Verdict, reason), 1);
    assert_eq!(std::mem::offset_of!(Verdict, line), 4);
    assert_eq!(std::mem::offset_of!(Verdict, octets), 8);
    assert_eq!(std::mem::offset_of!(Verdict, rule), 12);
    assert_eq!(size_of::<Reason>(), 1);
    assert_eq!(size_of::<RecordKind>(), 1);
    assert_eq!(size_of::<DiagnosticKind>(), 1);
    assert_eq!(Verdict::NO_RULE, u32::MAX);
}

#[test]
fn reasons_have_their_numbers() {
    let all = [
        (Reason::Misuse, 0, "misuse"),
        (Reason::Rule, 1, "rule"),
        (Reason::NoRule, 2, "no-rule"),
        (Reason::NoGroup, 3, "no-group"),
        (Reason::RobotsTxt, 4, "robots-txt"),
        (Reason::Unavailable, 5, "unavailable"),
        (Reason::Unreachable, 6, "unreachable"),
    ];
    for (reason, number, word) in all {
        assert_eq!(reason as u8, number);
        assert_eq!(reason.as_str(), word);
        assert!(!reason.text().is_empty());
    }
}

#[test]
fn record_kinds_have_their_numbers() {
    let all = [
        RecordKind::Unknown,
        RecordKind::Sitemap,
        RecordKind::CrawlDelay,
        RecordKind::RequestRate,
        RecordKind::VisitTime,
        RecordKind::Host,
        RecordKind::CleanParam,
        RecordKind::ContentSignal,
        RecordKind::ContentUsage,
        RecordKind::License,
        RecordKind::Noindex,
    ];
    for (number, kind) in all.into_iter().enumerate() {
        assert_eq!(kind as usize, number);
    }
}

#[test]
fn matchers_without_rules() {
    let open = Matcher::unavailable();
    let shut = Matcher::unreachable();
    for url in ["https://site.example/x", "http://site.example"] {
        let verdict = open.check(url);
        assert!(verdict.allowed && verdict.reason == Reason::Unavailable);
        let verdict = shut.check(url);
        assert!(!verdict.allowed && verdict.reason == Reason::Unreachable);
    }
    for url in [
        "https://site.example/robots.txt",
        "https://site.example/%72obots%2Etxt",
    ] {
        for matcher in [&open, &shut] {
            let verdict = matcher.check(url);
            assert!(verdict.allowed && verdict.reason == Reason::RobotsTxt);
        }
    }
    assert!(open.check_path("/x").allowed);
    assert!(!shut.check_path("/x").allowed);
    assert!(!Verdict::misuse().allowed);
    assert_eq!(Verdict::misuse().reason, Reason::Misuse);
    assert_eq!(Verdict::misuse().rule_index(), None);
}

#[test]
fn one_matcher_serves_many_threads() {
    let matcher = Matcher::compile("user-agent: *\ndisallow: /x*y", "a", &Options::default())
        .expect("a token");
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for i in 0..1000 {
                    let deny = i % 2 == 0;
                    let path = format!("/x{i}{}", if deny { "y" } else { "z" });
                    assert_eq!(matcher.check_path(path).allowed, !deny);
                }
            });
        }
    });
}

#[test]
fn batch_takes_the_shorter_length() {
    let matcher =
        Matcher::compile("user-agent: *\ndisallow: /x", "a", &Options::default()).expect("a token");
    let urls = ["https://h/x", "https://h/y", "bad"];
    let mut out = [Verdict::misuse(); 2];
    matcher.check_many(&urls, &mut out);
    assert!(!out[0].allowed && out[1].allowed);
    let untouched = matcher.check_path("/y");
    let mut out = [untouched; 5];
    matcher.check_many(&urls, &mut out);
    assert!(!out[0].allowed && out[1].allowed);
    assert_eq!(out[2].reason, Reason::Misuse);
    assert_eq!(out[3..], [untouched; 2]);
    matcher.check_many::<&str>(&[], &mut []);
}
