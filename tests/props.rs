//! What holds for every file, every crawler, every URL.

#[path = "support/soup.rs"]
mod soup;
#[path = "support/spec.rs"]
mod spec;

use proptest::prelude::*;
use proptest::test_runner::Config;
use robots::{Matcher, Options, Profile, Reason, RobotsTxt, Verdict};
use soup::{agents, line, path, pattern, rules, soup, written};

/// More cases by the environment variable PROPTEST_CASES.
fn config() -> Config {
    let default = Config::default();
    Config {
        cases: default.cases.max(512),
        failure_persistence: None,
        ..default
    }
}

const PROFILES: [Profile; 2] = [Profile::Rfc9309, Profile::Google];

fn url_of(path: &str) -> String {
    format!("https://site.example{path}")
}

fn matcher(body: &str, agents: &str) -> Matcher {
    let txt = RobotsTxt::parse(body);
    txt.matcher(agents).expect("tokens")
}

/// What stays the same when lines move.
fn gist(verdict: Verdict) -> (bool, Reason, u32) {
    (verdict.allowed, verdict.reason, verdict.octets)
}

/// Looks at everything a file has; the numbers must fit each other.
fn visit(body: &[u8], txt: &RobotsTxt) {
    let lines = body.iter().filter(|b| matches!(b, b'\n' | b'\r')).count() + 1;
    let in_file = |line: u32| line >= 1 && line as usize <= lines;
    for (index, rule) in txt.rules().enumerate() {
        assert_eq!((rule.index, txt.rule(index)), (index, Some(rule)));
        assert!(in_file(rule.line));
        let group = txt.group(rule.group).expect("its group");
        assert!(group.line() < rule.line && group.rules().any(|r| r == rule));
    }
    for (index, group) in txt.groups().enumerate() {
        assert_eq!(group.index(), index);
        assert!(group.agents().len() > 0 && in_file(group.line()));
        assert_eq!(group.agents().next().expect("one").line, group.line());
        assert!(group.records().all(|r| r.group == Some(index)));
    }
    let rules: usize = txt.groups().map(|g| g.rules().len()).sum();
    assert_eq!(rules, txt.rules().len());
    for (index, record) in txt.records().enumerate() {
        assert!(in_file(record.line) && txt.record(index) == Some(record));
        let _ = record.typed().signals().count();
    }
    // Octets count in UTF-8, which may be longer than UTF-16.
    for remark in txt.diagnostics() {
        assert!(remark.line == 0 || in_file(remark.line));
        assert!(remark.octet as usize <= 2 * body.len() + 2);
    }
    assert!(txt.rules().map(|r| r.line).is_sorted());
    assert!(txt.sitemaps().count() <= txt.records().len());
    assert!(txt.memory_usage() <= 24 * body.len() + 16 * 1024);
}

/// Asks by every way; the answers must be one.
fn ask(body: &[u8], agents: &[u8], url: &[u8], options: &Options) -> Verdict {
    let txt = RobotsTxt::parse_with(body, options);
    visit(body, &txt);
    let once = robots::check_with(body, agents, url, options);
    match (txt.matcher(agents), Matcher::compile(body, agents, options)) {
        (Ok(parsed), Ok(direct)) => {
            let verdict = parsed.check(url);
            assert_eq!(verdict, direct.check(url), "parsed, direct");
            assert_eq!(verdict, once, "parsed, one-shot");
            let mut out = [Verdict::misuse(); 2];
            parsed.check_many(&[url, url], &mut out);
            assert_eq!(out, [verdict; 2], "parsed, batch");
            assert_eq!(parsed.check_path(url), direct.check_path(url));
            if let Some(index) = verdict.rule_index() {
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
            } else {
                assert_eq!((verdict.line, verdict.octets), (0, 0));
                assert_eq!(verdict.allowed, verdict.reason != Reason::Misuse);
            }
        }
        (Err(parsed), Err(direct)) => {
            assert_eq!(parsed, direct);
            assert_eq!(once, Verdict::misuse());
        }
        _ => panic!("one way takes the agents, the other does not"),
    }
    once
}

/// The verdict by the words of the RFC: of the rules of these groups that
/// match, the longest, allow before disallow, the first of equals.
fn by_the_book(txt: &RobotsTxt, speaks: impl Fn(&[u8]) -> bool, path: &[u8]) -> Option<usize> {
    let groups = txt.groups();
    let groups = groups.filter(|group| group.agents().any(|agent| speaks(agent.value)));
    let rules = groups.flat_map(|group| group.rules().collect::<Vec<_>>());
    let rules = rules.filter(|rule| spec::can_match(rule.normalized));
    let rules = rules.map(|rule| (rule.normalized, rule.allow, rule.index));
    spec::winner(rules, path)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_octets_are_a_file(
        body in proptest::collection::vec(any::<u8>(), 0..400),
        agents in proptest::collection::vec(any::<u8>(), 0..12),
        url in proptest::collection::vec(any::<u8>(), 0..60),
    ) {
        for profile in PROFILES {
            ask(&body, &agents, &url, &Options::new().with_profile(profile));
        }
    }

    #[test]
    fn soup_is_a_file(body in soup(), agents in agents(), path in path()) {
        for profile in PROFILES {
            let options = Options::new().with_profile(profile);
            ask(&body.0, agents.as_bytes(), url_of(&path).as_bytes(), &options);
            ask(&body.0, agents.as_bytes(), path.as_bytes(), &options);
        }
    }

    #[test]
    fn soup_with_options(
        body in soup(),
        agents in agents(),
        path in path(),
        flags in 0..8u8,
        max_bytes in 0..400usize,
        max_line in 0..40usize,
    ) {
        let mut options = Options::new()
            .with_assume_slash(flags & 1 != 0)
            .with_exact_agent(flags & 2 != 0)
            .with_blank_line_ends_group(flags & 4 != 0);
        options.max_line = max_line;
        ask(&body.0, agents.as_bytes(), url_of(&path).as_bytes(), &options);
        options.max_bytes = max_bytes;
        ask(&body.0, agents.as_bytes(), url_of(&path).as_bytes(), &options);
    }

    #[test]
    fn verdicts_by_the_book(list in rules(0..20), plain in "/[ab/.=?]{0,12}") {
        let body = format!(
            "user-agent: b\nallow: /\nuser-agent: a\n{}",
            list.iter().map(written).collect::<String>(),
        );
        let txt = RobotsTxt::parse(&body);
        let verdict = matcher(&body, "a").check_path(&plain);
        let want = by_the_book(&txt, |name| name == b"a", plain.as_bytes());
        prop_assert_eq!(verdict.rule_index(), want, "{}", body);
    }

    #[test]
    fn verdicts_by_the_book_with_many_stars(
        list in proptest::collection::vec((any::<bool>(), "/?[ab*]{1,9}\\$?"), 1..40),
        plain in "/[ab]{0,24}",
    ) {
        let body = format!("user-agent: a\n{}", list.iter().map(written).collect::<String>());
        let txt = RobotsTxt::parse(&body);
        let verdict = matcher(&body, "a").check_path(&plain);
        let want = by_the_book(&txt, |name| name == b"a", plain.as_bytes());
        prop_assert_eq!(verdict.rule_index(), want, "{}", body);
    }

    #[test]
    fn normal_patterns_are_normal(list in rules(1..12), path in path()) {
        for profile in PROFILES {
            let options = Options::new().with_profile(profile);
            let body = format!("user-agent: *\n{}", list.iter().map(written).collect::<String>());
            let txt = RobotsTxt::parse_with(&body, &options);
            let mut again = b"user-agent: *\n".to_vec();
            for rule in txt.rules() {
                again.extend(if rule.allow { &b"allow: "[..] } else { b"disallow: " });
                again.extend(rule.normalized);
                again.push(b'\n');
            }
            let second = RobotsTxt::parse_with(&again, &options);
            prop_assert_eq!(second.rules().len(), txt.rules().len());
            for (rule, same) in txt.rules().zip(second.rules()) {
                prop_assert_eq!(same.pattern, rule.normalized);
                prop_assert_eq!(same.normalized, rule.normalized);
            }
            let verdict = |txt: &RobotsTxt| txt.matcher("a").expect("a token").check_path(&path);
            prop_assert_eq!(verdict(&txt), verdict(&second));
        }
    }

    #[test]
    fn escapes_of_unreserved_characters_mean_nothing(
        list in rules(1..12),
        plain in "/[a-b.~é/=?]{0,12}",
        which in any::<u32>(),
    ) {
        let body = format!("user-agent: *\n{}", list.iter().map(written).collect::<String>());
        let matcher = matcher(&body, "a");
        let mut escaped = String::from("/");
        for (at, octet) in plain.bytes().enumerate().skip(1) {
            let reserved = matches!(octet, b'/' | b'=' | b'?');
            match which >> (at % 32) & 1 {
                1 if !reserved && octet % 2 == 0 => escaped += &format!("%{octet:02x}"),
                _ if octet >= 0x80 => escaped += &format!("%{octet:02X}"),
                _ => escaped.push(char::from(octet)),
            }
        }
        prop_assert_eq!(matcher.check_path(&plain), matcher.check_path(&escaped), "{}", escaped);
        prop_assert_eq!(matcher.check_path(&plain), matcher.check(url_of(&escaped)));
    }

    #[test]
    fn a_group_may_be_split(list in rules(0..16), at in 0..16usize, path in path()) {
        let at = at.min(list.len());
        let part = |rules: &[(bool, String)]| rules.iter().map(written).collect::<String>();
        let (head, tail) = (part(&list[..at]), part(&list[at..]));
        let whole = format!("user-agent: a\n{head}{tail}");
        let split = format!("user-agent: a\n{head}\nUSER-AGENT: A/2\n{tail}");
        let apart = format!("user-agent: a\n{head}user-agent: b\nallow: /\nuser-agent: a\n{tail}");
        for profile in PROFILES {
            let options = Options::new().with_profile(profile);
            let ask = |body: &str| {
                robots::check_with(body, "a", url_of(&path), &options)
            };
            prop_assert_eq!(ask(&whole).rule_index(), ask(&split).rule_index());
            prop_assert_eq!(gist(ask(&whole)), gist(ask(&split)));
            // Without rules in front the two names would share the group.
            if head.contains("allow:") {
                prop_assert_eq!(gist(ask(&whole)), gist(ask(&apart)));
            }
        }
    }

    #[test]
    fn the_order_of_rules_means_nothing(
        (list, mixed) in rules(0..16).prop_flat_map(|list| {
            (Just(list.clone()), Just(list).prop_shuffle())
        }),
        path in path(),
    ) {
        let body = |rules: &[(bool, String)]| {
            format!("user-agent: a\n{}", rules.iter().map(written).collect::<String>())
        };
        for profile in PROFILES {
            let options = Options::new().with_profile(profile);
            let ask = |rules: &[(bool, String)]| {
                robots::check_with(body(rules), "a", url_of(&path), &options)
            };
            prop_assert_eq!(gist(ask(&list)), gist(ask(&mixed)));
        }
    }

    #[test]
    fn line_ends_are_one(
        lines in proptest::collection::vec(line(), 0..20),
        agents in agents(),
        path in path(),
    ) {
        for profile in PROFILES {
            let options = Options::new().with_profile(profile);
            let [lf, cr, crlf] = ["\n", "\r", "\r\n"].map(|end| {
                RobotsTxt::parse_with(lines.join(end), &options)
            });
            for other in [&cr, &crlf] {
                prop_assert!(lf.rules().eq(other.rules()));
                prop_assert!(lf.records().eq(other.records()));
                prop_assert_eq!(lf.diagnostics(), other.diagnostics());
                let verdict = |txt: &RobotsTxt| {
                    txt.matcher(agents).expect("tokens").check_path(&path)
                };
                prop_assert_eq!(verdict(&lf), verdict(other));
            }
        }
    }

    #[test]
    fn empty_lines_and_comments_mean_nothing(
        lines in proptest::collection::vec(line(), 0..20),
        agents in agents(),
        path in path(),
    ) {
        for profile in PROFILES {
            let options = Options::new().with_profile(profile);
            let [plain, airy] = ["\n", "\n\n# user-agent: *\n \t\n"].map(|end| {
                robots::check_with(lines.join(end), agents, url_of(&path), &options)
            });
            prop_assert_eq!(gist(plain), gist(airy));
            prop_assert_eq!(plain.rule, airy.rule);
        }
    }

    #[test]
    fn groups_of_others_mean_nothing(list in rules(0..12), other in rules(0..12), path in path()) {
        let part = |rules: &[(bool, String)]| rules.iter().map(written).collect::<String>();
        let own = format!("user-agent: a\n{}", part(&list));
        let body = format!(
            "user-agent: b\nuser-agent: *\nallow: /x\n{}{own}user-agent: ab\n{}",
            part(&other),
            part(&other),
        );
        for profile in PROFILES {
            let options = Options::new().with_profile(profile);
            let ask = |body: &str| robots::check_with(body, "a", url_of(&path), &options);
            let (alone, among) = (ask(&own), ask(&body));
            // A group whose names are followed by the names of another is one group.
            if !list.is_empty() {
                prop_assert_eq!(gist(alone), gist(among));
            }
        }
    }

    #[test]
    fn a_cut_body_is_its_whole_lines(
        lines in proptest::collection::vec(line(), 1..20),
        keep in 0..500usize,
        path in path(),
    ) {
        let body = lines.join("\n");
        let mut options = Options::new();
        options.max_bytes = keep;
        let cut = RobotsTxt::parse_with(&body, &options);
        let kept = if keep >= body.len() {
            body.len()
        } else if body.as_bytes()[keep] == b'\n' {
            keep
        } else {
            body.as_bytes()[..keep].iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1)
        };
        let whole = RobotsTxt::parse(&body.as_bytes()[..kept]);
        prop_assert_eq!(cut.is_truncated(), keep < body.len());
        prop_assert!(cut.rules().eq(whole.rules()));
        prop_assert!(cut.records().eq(whole.records()));
        let verdict = |txt: &RobotsTxt| txt.matcher("a").expect("a token").check_path(&path);
        prop_assert_eq!(verdict(&cut), verdict(&whole));
    }

    #[test]
    fn a_path_is_asked_like_its_url(list in rules(0..12), path in path()) {
        prop_assume!(!path.ends_with(' '));
        let body = format!("user-agent: *\n{}", list.iter().map(written).collect::<String>());
        for profile in PROFILES {
            let options = Options::new().with_profile(profile);
            let matcher = Matcher::compile(&body, "a", &options).expect("a token");
            let verdict = matcher.check_path(&path);
            if !path.starts_with("//") {
                prop_assert_eq!(matcher.check(&path), verdict);
                prop_assert_eq!(robots::check_with(&body, "a", &path, &options), verdict);
            }
            for host in ["http://h", "HTTPS://u:p@h.example:8443", "ftp://[::1]"] {
                prop_assert_eq!(matcher.check(format!("{host}{path}")), verdict);
                prop_assert_eq!(matcher.check(format!("{host}{path}#/x?y")), verdict);
            }
        }
    }

    #[test]
    fn one_rule_matches_its_own_text(text in pattern()) {
        // With something in place of each star, a pattern is a path it matches.
        let txt = RobotsTxt::parse(format!("user-agent: *\ndisallow: {text}\n"));
        let rule = txt.rule(0).expect("the rule");
        let own: Vec<u8> = rule
            .normalized
            .iter()
            .map(|&b| if b == b'*' { b'-' } else { b })
            .collect();
        let own = own.strip_suffix(b"$").unwrap_or(&own);
        let verdict = txt.matcher("a").expect("a token").check_path(own);
        if rule.normalized.starts_with(b"/") {
            prop_assert_eq!(verdict.line, 2);
        } else if own.first() != Some(&b'/') {
            prop_assert_eq!(verdict, Verdict::misuse());
        }
    }
}
