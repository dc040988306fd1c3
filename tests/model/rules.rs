//! Bodies and what they say: groups by name, rules by prefix.

/// The crawlers that share the cache, by product token.
pub const CRAWLERS: [&str; 2] = ["alphabot", "betabot"];

/// The paths that are asked for.
pub const PATHS: [&str; 4] = ["/", "/x/1", "/x/open", "/y?z"];

/// From this number on bodies have rules that pass the budget of the cache.
pub const LARGE: usize = 8;

/// How many bodies there are.
pub const BODIES: usize = LARGE + 3;

/// The rules of which crawlers fit in the cache.
pub fn fits(number: usize) -> [bool; CRAWLERS.len()] {
    match number {
        8 => [false, false],
        9 => [false, true],
        10 => [true, false],
        _ => [true, true],
    }
}

pub fn body(number: usize) -> String {
    match number {
        0 => "User-agent: *\nDisallow: /x\n".into(),
        1 => "User-agent: *\nDisallow: /\n".into(),
        2 => String::new(),
        3 => "User-agent: alphabot\nDisallow: /\n\nUser-agent: *\nDisallow: /y\n".into(),
        4 => "User-agent: betabot\nUser-agent: gamma\nAllow: /x\nDisallow: /\n".into(),
        5 => "User-agent: *\nDisallow: /x\nAllow: /x/open\n".into(),
        6 => "<html><body>No such page</body></html>".into(),
        7 => "User-agent: *\nDisallow: /\nAllow: /y\nUser-agent: AlphaBot\nDisallow:\n".into(),
        8 => format!("User-agent: *\nDisallow: /x\n{}", many()),
        9 => format!("{}User-agent: alphabot\n{}", body(5), many()),
        10 => format!(
            "User-agent: alphabot\nDisallow: /y\nUser-agent: *\n{}",
            many()
        ),
        _ => unreachable!("no such body"),
    }
}

/// Rules of over 64 KiB.
fn many() -> String {
    let rules = (0..2_500).map(|n| format!("Disallow: /{n}/of/many/{}\n", n * n));
    rules.collect()
}

/// What one body says to each of the crawlers of each of the paths.
pub type Answers = [[bool; PATHS.len()]; CRAWLERS.len()];

pub fn all(allowed: bool) -> Answers {
    [[allowed; PATHS.len()]; CRAWLERS.len()]
}

pub fn answers(body: &str) -> Answers {
    CRAWLERS.map(|crawler| {
        let named = rules(body, crawler);
        let rules = named.or_else(|| rules(body, "*")).unwrap_or_default();
        PATHS.map(|path| {
            let matching = rules.iter().filter(|(_, prefix)| path.starts_with(prefix));
            let best = matching.max_by_key(|(allow, prefix)| (prefix.len(), *allow));
            best.is_none_or(|(allow, _)| *allow)
        })
    })
}

/// The rules of all groups that name this crawler; `None` without such groups.
fn rules<'b>(body: &'b str, crawler: &str) -> Option<Vec<(bool, &'b str)>> {
    let (mut found, mut named, mut in_names) = (None, false, false);
    for line in body.lines() {
        let Some((key, value)) = line.split_once(':') else {
            continue;
        };
        let value = value.trim();
        let key = key.to_ascii_lowercase();
        if key == "user-agent" {
            named = (in_names && named) || value.eq_ignore_ascii_case(crawler);
            in_names = true;
            if named {
                found.get_or_insert_with(Vec::new);
            }
            continue;
        }
        in_names = false;
        if let (true, false, Some(found)) = (named, value.is_empty(), found.as_mut()) {
            found.push((key == "allow", value));
        }
    }
    found
}

#[test]
fn bodies() {
    assert_eq!(answers(&body(0)), [[true, false, false, true]; 2]);
    assert_eq!(answers(&body(2)), all(true));
    assert_eq!(answers(&body(3)), [[false; 4], [true, true, true, false]]);
    assert_eq!(answers(&body(4)), [[true; 4], [false, true, true, false]]);
    assert_eq!(answers(&body(5)), [[true, false, true, true]; 2]);
    assert_eq!(answers(&body(7)), [[true; 4], [false, false, false, true]]);
}
