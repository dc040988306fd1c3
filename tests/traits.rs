//! What every public type promises to threads, and the size that C relies on.

use std::error::Error;
use std::fmt::Debug;
use std::hash::Hash;
use std::panic::{RefUnwindSafe, UnwindSafe};

use robots::access::{
    Access, AccessResult, AfterOutage, Basis, Cause, CopyAction, Decision, Failure, Fetch, Policy,
    Response, State, Validators,
};
use robots::origin::{Origin, OriginError, Scheme};
use robots::snapshot::SnapshotError;
use robots::{
    Agent, AgentError, CrawlDelay, Diagnostic, DiagnosticKind, Group, GroupMatch, Hours, Matcher,
    Options, Profile, Reason, Record, RecordKind, RobotsTxt, Rule, Value, Verdict, google,
};

/// Does not compile where one of the types lacks a trait.
macro_rules! all {
    ([$($traits:tt)*] $($of:ty),* $(,)?) => {{
        fn check<T: $($traits)*>() {}
        $(check::<$of>();)*
    }};
}

#[test]
fn types_may_cross_threads_and_panics() {
    all!([Send + Sync + Unpin + UnwindSafe + RefUnwindSafe]
        RobotsTxt, Matcher, Verdict, Reason, Options, Profile, AgentError, CrawlDelay<'_>,
        GroupMatch<'_>, Diagnostic, DiagnosticKind, RecordKind, Group<'_>, Agent<'_>, Rule<'_>,
        Record<'_>, Value<'_>, Hours, google::Key, google::Line<'_>, google::Lines<'_>,
        Origin, OriginError, Scheme, SnapshotError,
        Access, AccessResult, AfterOutage, Basis, Cause, CopyAction, Decision, Failure, Fetch,
        Policy, Response<'_>, State, Validators<'_>,
    );
    #[cfg(feature = "cache")]
    {
        use robots::cache::{
            Answer, Cache, CacheBuilder, CacheStats, Hit, Lookup, Next, Ticket, Wait,
        };
        all!([Send + Sync + 'static]
            Answer, Cache, CacheBuilder, CacheStats, Hit, Lookup, Next, Ticket, Wait,
        );
    }
    #[cfg(feature = "store")]
    {
        use robots::store::{Loaded, Store, StoreError};
        all!([Send + Sync + 'static] Loaded, Store, StoreError);
    }
}

#[test]
fn types_can_be_kept_and_shown() {
    all!([Clone + Debug + 'static]
        RobotsTxt, Matcher, Options, AgentError, State, Policy, Fetch, Decision, Origin,
    );
    all!([Copy + Eq + Hash + Debug] Verdict, Reason, Profile);
    all!([Eq + Hash + Ord] Origin);
}

#[test]
fn errors_are_errors() {
    all!([Error + Send + Sync + 'static] AgentError, OriginError, SnapshotError);
    #[cfg(feature = "store")]
    all!([Error + Send + Sync + 'static] robots::store::StoreError);
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
