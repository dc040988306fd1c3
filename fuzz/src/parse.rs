//! Any octets are a file: it is read without a panic, in bounded memory, and
//! every way to ask it gives one answer, which is that of the specification.

use robots::{Diagnostic, GroupMatch, Matcher, Options, Profile, Reason, RobotsTxt, Verdict};

use crate::counting::measured;
use crate::input::Question;
use crate::spec;

const KIB: usize = 1024;

pub fn run(data: &[u8]) {
    let Some(question) = Question::read(data) else {
        return;
    };
    ask(&question);
}

fn ask(question: &Question<'_>) {
    let Question {
        options,
        agents,
        url,
        body,
    } = question;
    let (txt, heap) = measured(|| RobotsTxt::parse_with(body, options));
    assert!(heap.peak <= 24 * body.len() + 64 * KIB, "parse: {heap:?}");
    assert_eq!(heap.kept, txt.memory_usage());
    visit(body, &txt, options);
    let (once, heap) = measured(|| robots::check_with(body, agents, url, options));
    let line = 3 * body.len().min(22_000);
    let utf16 = if txt.was_utf16() { 6 * body.len() } else { 0 };
    // A crawler of very many names: a file of user-agent lines is all in order.
    let names = if agents.len() >= 16 { 8 * body.len() } else { 0 };
    assert!(heap.peak <= 64 * url.len() + 8 * line + utf16 + names + 16 * KIB);
    let (direct, heap) = measured(|| Matcher::compile(body, agents, options));
    assert!(heap.peak <= 40 * body.len() + 64 * KIB, "compile: {heap:?}");
    let (parsed, direct) = match (txt.matcher(agents), direct) {
        (Ok(parsed), Ok(direct)) => (parsed, direct),
        (Err(parsed), Err(direct)) => {
            assert_eq!(parsed, direct);
            assert!(options.profile == Profile::Rfc9309 && parsed.octet() <= agents.len());
            assert!(parsed.to_string().len() <= KIB);
            // What it points at can stand in no token.
            let octet = agents.get(parsed.octet()).copied();
            let stands = |o: u8| o.is_ascii_alphanumeric() || b"-_.".contains(&o);
            assert!(!octet.is_some_and(stands), "{}", agents.escape_ascii());
            assert_eq!(once, Verdict::misuse());
            assert!(txt.crawl_delay(agents).is_err());
            return;
        }
        _ => panic!("one way takes the agents, the other does not"),
    };
    assert_eq!(parsed.memory_usage(), direct.memory_usage());
    let verdict = parsed.check(url);
    assert_eq!(verdict, direct.check(url), "parsed, direct");
    assert_eq!(verdict, once, "parsed, one-shot");
    let mut many = [Verdict::misuse(); 2];
    parsed.check_many(&[url, url], &mut many);
    assert_eq!(many, [verdict; 2]);
    assert_eq!(parsed.check_path(url), direct.check_path(url));
    plausible(&verdict, &txt, options);
    assert!(txt.crawl_delay(agents).is_ok());
    by_the_book(&txt, &parsed, question);
}

/// The numbers of a file fit each other.
fn visit(body: &[u8], txt: &RobotsTxt, options: &Options) {
    let lines = body.iter().filter(|o| matches!(o, b'\n' | b'\r')).count() + 1;
    let in_file = |line: u32| line >= 1 && line as usize <= lines;
    assert_eq!(txt.options(), options);
    for (index, rule) in txt.rules().enumerate() {
        assert_eq!((rule.index, txt.rule(index)), (index, Some(rule)));
        assert!(in_file(rule.line));
        let group = txt.group(rule.group).expect("its group");
        assert!(group.line() < rule.line);
        let normal = match options.profile {
            Profile::Google => spec::google_normal(rule.pattern),
            _ if options.assume_slash
                && !matches!(rule.pattern.first(), None | Some(b'/' | b'*')) =>
            {
                [b"/", &spec::normal(rule.pattern, true)[..]].concat()
            }
            _ => spec::normal(rule.pattern, true),
        };
        assert_eq!(rule.normalized, normal);
    }
    let mut rules = 0;
    for (index, group) in txt.groups().enumerate() {
        assert_eq!(group.index(), index);
        assert!(group.agents().len() > 0 && in_file(group.line()));
        assert_eq!(group.agents().next().expect("one").line, group.line());
        assert!(group.records().all(|record| record.group == Some(index)));
        for rule in group.rules() {
            assert_eq!((rule.index, rule.group), (rules, index));
            rules += 1;
        }
    }
    assert_eq!(rules, txt.rules().len());
    for (index, record) in txt.records().enumerate() {
        assert!(in_file(record.line) && txt.record(index) == Some(record));
        let _ = (record.typed(), record.typed().signals().count());
    }
    let utf16 = txt.was_utf16();
    for remark in txt.diagnostics() {
        assert!(remark.line == 0 || in_file(remark.line) || utf16);
        assert!(remark.octet as usize <= 2 * body.len() + 2);
    }
    assert!(txt.diagnostics().len() <= Diagnostic::LIMIT.min(txt.diagnostics_total()));
    assert!(txt.sitemaps().count() <= txt.records().len());
    assert!(txt.rules().map(|rule| rule.line).is_sorted());
    assert!(txt.memory_usage() <= 24 * body.len() + 16 * KIB);
}

/// A verdict fits its rule.
fn plausible(verdict: &Verdict, txt: &RobotsTxt, options: &Options) {
    let Some(index) = verdict.rule_index() else {
        assert_eq!((verdict.line, verdict.octets), (0, 0));
        assert_eq!(verdict.allowed, verdict.reason != Reason::Misuse);
        return;
    };
    let rule = txt.rule(index).expect("the rule");
    assert_eq!((verdict.line, verdict.reason), (rule.line, Reason::Rule));
    let octets = verdict.octets as usize;
    if options.profile == Profile::Google {
        assert!(octets <= rule.normalized.len());
        assert_eq!(verdict.allowed, rule.allow || octets == 0);
    } else {
        assert_eq!(octets, rule.normalized.len());
        assert_eq!(verdict.allowed, rule.allow);
    }
}

/// In profile rfc9309 the specification says the same; the other profile is
/// the business of `compat`.
fn by_the_book(txt: &RobotsTxt, matcher: &Matcher, question: &Question<'_>) {
    let Question {
        options,
        agents,
        url,
        ..
    } = question;
    if options.profile != Profile::Rfc9309 {
        return;
    }
    let speaking = spec::speaking(txt, agents, options);
    let group = txt.group_for(agents).expect("tokens");
    let name = |name: &[u8], whole| Some(Some((name.to_ascii_lowercase(), whole)));
    let who = match group {
        GroupMatch::None => None,
        GroupMatch::Star => Some(None),
        GroupMatch::Named(it) => name(it, true),
        GroupMatch::Fallback(it) => name(it, false),
    };
    assert_eq!(who, speaking.as_ref().map(|(name, _)| name.clone()));
    let delay = txt.crawl_delay(agents).expect("tokens");
    assert_eq!(delay.group, group);
    assert!(delay.own.is_none() || group.name().is_some());
    if url.first() != Some(&b'/') {
        return;
    }
    let before = url.split(|octet| *octet == b'#').next().unwrap_or_default();
    let path = spec::normal(before, false);
    let want = match speaking {
        _ if path == b"/robots.txt" => (Reason::RobotsTxt, None),
        None => (Reason::NoGroup, None),
        Some((_, rules)) => match spec::winner(&rules, &path) {
            Some(rule) => (Reason::Rule, Some(rule.index)),
            None => (Reason::NoRule, None),
        },
    };
    let verdict = matcher.check_path(url);
    assert_eq!((verdict.reason, verdict.rule_index()), want);
}
