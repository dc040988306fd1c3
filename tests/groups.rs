//! Which groups speak to a crawler, and its crawl-delays: against
//! `data/groups.tsv`, and for every file.

#[allow(dead_code)]
#[path = "support/soup.rs"]
mod soup;
#[path = "support/table.rs"]
mod table;

use std::time::Duration;

use proptest::prelude::*;
use proptest::test_runner::Config;
use robots::{CrawlDelay, GroupMatch, Matcher, Options, Profile, Reason, RobotsTxt};
use soup::{agents, path, soup};

/// Seconds, or `-` for none.
fn delay(text: &str) -> Option<Duration> {
    let seconds = |text: &str| Duration::from_secs_f64(text.parse().expect("seconds"));
    (text != "-").then(|| seconds(text))
}

#[test]
fn every_row() {
    let mut rows = 0;
    for (at, fields) in table::rows(include_str!("data/groups.tsv")) {
        rows += 1;
        let row = &format!("line {at}: {fields:?}");
        let [body, profile, agents, group, name, own, star, effective] = fields[..] else {
            panic!("{row}");
        };
        let options = match profile {
            "rfc9309" => Options::new(),
            "google" => Options::google(),
            "exact" => Options::new().with_exact_agent(true),
            _ => panic!("{row}"),
        };
        let txt = RobotsTxt::parse_with(body.replace("\\n", "\n"), &options);
        let name = name.as_bytes();
        let group = match group {
            "none" => GroupMatch::None,
            "star" => GroupMatch::Star,
            "named" => GroupMatch::Named(name),
            "fallback" => GroupMatch::Fallback(name),
            "misuse" => {
                let error = txt.group_for(agents).expect_err(row);
                assert_eq!(txt.crawl_delay(agents), Err(error.clone()));
                assert_eq!(txt.matcher(agents).expect_err(row), error);
                continue;
            }
            _ => panic!("{row}"),
        };
        assert_eq!(txt.group_for(agents), Ok(group), "{row}");
        let want = CrawlDelay {
            own: delay(own),
            star: delay(star),
            group,
        };
        assert_eq!(txt.crawl_delay(agents), Ok(want), "{row}");
        assert_eq!(want.effective(), delay(effective), "{row}");
    }
    assert!(rows > 50);
}

/// Who speaks to a crawler, by the words of the documentation.
fn speaker<'a>(txt: &'a RobotsTxt, agents: &str, exact: bool) -> GroupMatch<'a> {
    let lines: Vec<&[u8]> = txt
        .groups()
        .flat_map(|group| group.agents().map(|agent| agent.value).collect::<Vec<_>>())
        .collect();
    let letter = |octet: &u8| octet.is_ascii_alphabetic() || b"-_".contains(octet);
    let digit = |octet: &u8| octet.is_ascii_digit() || *octet == b'.';
    let begins = |line: &'a [u8], name: &[u8]| {
        let head = line.get(..name.len());
        head.filter(|head| head.eq_ignore_ascii_case(name))
    };
    let star = |line: &&[u8]| {
        line.first() == Some(&b'*') && line.get(1).is_none_or(|o| b" \t\x0B\x0C\r".contains(o))
    };
    for token in agents.split(',').map(|token| token.trim().as_bytes()) {
        if token == b"*" {
            if lines.iter().any(star) {
                return GroupMatch::Star;
            }
            continue;
        }
        let versioned = token.iter().any(digit);
        for &line in &lines {
            let ends = |next: &u8| !(letter(next) || versioned && digit(next));
            if let Some(name) = begins(line, token)
                && line.get(token.len()).is_none_or(ends)
            {
                return GroupMatch::Named(name);
            }
        }
        let parts = (1..token.len())
            .rev()
            .filter(|end| b"-_".contains(&token[*end]));
        for end in parts.filter(|_| !exact) {
            for &line in &lines {
                let ends = |next: &u8| !letter(next) && !digit(next);
                if let Some(name) = begins(line, &token[..end])
                    && line.get(end).is_none_or(ends)
                {
                    return GroupMatch::Fallback(name);
                }
            }
        }
    }
    match lines.iter().any(star) {
        true => GroupMatch::Star,
        false => GroupMatch::None,
    }
}

proptest! {
    #![proptest_config(Config {
        cases: Config::default().cases.max(512),
        failure_persistence: None,
        ..Config::default()
    })]

    #[test]
    fn who_speaks_by_the_book(body in soup(), agents in agents(), exact in any::<bool>()) {
        let options = Options::new().with_exact_agent(exact);
        let txt = RobotsTxt::parse_with(&body.0, &options);
        let group = txt.group_for(agents).expect("tokens");
        prop_assert_eq!(group, speaker(&txt, agents, exact));
        let delay = txt.crawl_delay(agents).expect("tokens");
        prop_assert_eq!(delay.group, group);
        prop_assert_eq!(delay.star, txt.crawl_delay("*").expect("a token").star);
        prop_assert!(delay.own.is_none() || group.name().is_some());
        let verdict = txt.matcher(agents).expect("tokens").check_path("/x");
        prop_assert_eq!(verdict.reason == Reason::NoGroup, group == GroupMatch::None);
    }

    #[test]
    fn many_names_are_read_like_few(body in soup(), agents in agents(), path in path()) {
        let padded = format!("{agents}{}", ",zz".repeat(20));
        let url = format!("https://site.example{path}");
        for profile in [Profile::Rfc9309, Profile::Google] {
            let options = Options::new().with_profile(profile);
            let txt = RobotsTxt::parse_with(&body.0, &options);
            let want = robots::check_with(&body.0, agents, &url, &options);
            prop_assert_eq!(robots::check_with(&body.0, &padded, &url, &options), want);
            let direct = Matcher::compile(&body.0, &padded, &options).expect("tokens");
            prop_assert_eq!(direct.check(&url), want);
            prop_assert_eq!(txt.matcher(&padded).expect("tokens").check(&url), want);
            prop_assert_eq!(txt.matcher(agents).expect("tokens").check(&url), want);
            prop_assert_eq!(txt.group_for(agents), txt.group_for(&padded));
            prop_assert_eq!(txt.crawl_delay(agents), txt.crawl_delay(&padded));
        }
    }
}
