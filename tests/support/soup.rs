//! Random robots.txt files that look like real ones, and odd ones.

use proptest::prelude::*;
use proptest::sample::select;

const PARTS: [&str; 28] = [
    "a",
    "b",
    "ab",
    "/",
    "//",
    "*",
    "$",
    "%61",
    "%2a",
    "%2A",
    "%24",
    "%zz",
    "%",
    "?",
    "=",
    ".",
    "é",
    "%C3%A9",
    "%c3%a9",
    "~",
    "{",
    "%7b",
    "%7B",
    "[",
    "index.html",
    "+",
    ":",
    " ",
];

/// A part of a pattern or a path: few, so that patterns meet paths often.
fn part(more: &[&'static str]) -> impl Strategy<Value = &'static str> + use<> {
    select([&PARTS, more].concat())
}

/// A path pattern.
pub fn pattern() -> impl Strategy<Value = String> {
    let part = part(&["*", "**", "%4", "%7E", "\\"]);
    let first = select(vec!["/", "/", "/", "/", "/", "*", "/*", "a", ""]);
    (first, proptest::collection::vec(part, 0..8), any::<bool>()).prop_map(|(first, parts, end)| {
        let end = if end && !parts.is_empty() { "$" } else { "" };
        format!("{first}{}{end}", parts.concat())
    })
}

/// A path over the same letters.
pub fn path() -> impl Strategy<Value = String> {
    let part = part(&["%20", "%7e", "#"]);
    proptest::collection::vec(part, 0..10).prop_map(|parts| format!("/{}", parts.concat()))
}

/// A rule: allow or disallow, and the pattern.
pub fn rule() -> impl Strategy<Value = (bool, String)> {
    (any::<bool>(), pattern())
}

pub fn rules(count: std::ops::Range<usize>) -> impl Strategy<Value = Vec<(bool, String)>> {
    proptest::collection::vec(rule(), count)
}

/// The rule as a line.
pub fn written((allow, pattern): &(bool, String)) -> String {
    let key = if *allow { "allow" } else { "disallow" };
    format!("{key}: {pattern}\n")
}

pub fn agent() -> impl Strategy<Value = &'static str> {
    select(vec![
        "*", "*", "a", "A", "b", "a-b", "a-b-c", "a_b", "ab", "a/1.0", "MJ12bot", "a b", "", "* x",
        "a2", "a2-b", "a.b", "a.", "MJ", "b1/2",
    ])
}

/// One line of soup, without its end.
pub fn line() -> impl Strategy<Value = String> {
    let key = select(vec![
        "user-agent",
        "User-Agent",
        "useragent",
        "allow",
        "disallow",
        "Disalow",
        "disallowed",
        "allow-x",
        "sitemap",
        "crawl-delay",
        "host",
        "foo",
        "",
        "content-usage",
        "user-agents",
    ]);
    let colon = select(vec![":", ": ", " : ", " ", "\t", "::", "", ":\t "]);
    let value = prop_oneof![
        4 => pattern(),
        3 => agent().prop_map(str::to_owned),
        1 => select(vec!["1", "2.5", "x y", "\u{0}", "/a\u{0}b", "ü", "/ train-ai=n"])
            .prop_map(str::to_owned),
    ];
    let tail = select(vec!["", "", "", " ", "\t", "#c", " # c", "\u{0}", "\u{c}"]);
    prop_oneof![
        3 => agent().prop_map(|agent| format!("user-agent: {agent}")),
        5 => rule().prop_map(|rule| written(&rule).trim_end_matches('\n').to_owned()),
        4 => (key, colon, value, tail).prop_map(|(k, c, v, t)| format!("{k}{c}{v}{t}")),
        1 => select(vec!["", " ", "# comment", "nonsense", "<html>"]).prop_map(str::to_owned),
    ]
}

/// A body that shows itself as text.
#[derive(Clone)]
pub struct Body(pub Vec<u8>);

impl std::fmt::Debug for Body {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "b\"{}\"", self.0.escape_ascii())
    }
}

/// A whole file.
pub fn soup() -> impl Strategy<Value = Body> {
    let end = select(vec!["\n", "\n", "\n", "\r\n", "\r", "\n\n", "\n\r", ""]);
    let start = select(vec![
        &b""[..],
        b"",
        b"",
        b"\xEF\xBB\xBF",
        b"\xEF",
        b"\xFF\xFE",
        b"\n",
    ]);
    let lines = proptest::collection::vec((line(), end), 0..24);
    (start, lines).prop_map(|(start, lines)| {
        let mut body = start.to_vec();
        for (line, end) in lines {
            body.extend(line.as_bytes());
            body.extend(end.as_bytes());
        }
        Body(body)
    })
}

/// A list of product tokens that both profiles take.
pub fn agents() -> impl Strategy<Value = &'static str> {
    select(vec![
        "a", "b", "a-b", "a-b-c-d", "a_b-c", "c", "MJ12bot", "*", "c,a", "c, b", "a,b", "ab-c",
        "a2-b-c", "a.b_c", "MJ-1", "b1",
    ])
}
