//! What a parsed file tells beside verdicts and records: groups, rules,
//! lines, diagnostics, flags, sizes.

#[path = "support/remarks.rs"]
mod remarks;

use remarks::remarks_of;
use robots::{DiagnosticKind, Options, RobotsTxt, Rule};

fn google(body: impl AsRef<[u8]>) -> RobotsTxt {
    RobotsTxt::parse_with(body, &Options::google())
}

fn agents(txt: &RobotsTxt, group: usize) -> Vec<(String, u32)> {
    let group = txt.group(group).expect("the group");
    let agents = group.agents();
    agents
        .map(|a| (String::from_utf8_lossy(a.value).into_owned(), a.line))
        .collect()
}

const SHOP: &str = "\
# A shop.
User-agent: ExampleBot/2.0
User-agent: other # and its friends

Disallow: /cart # no carts
Allow: /%7eopen
Crawl-delay: 2.5

User-agent: *
Disallow:
Sitemap: https://shop.example/map.xml
sitemap:https://shop.example/map2.xml
";

#[test]
fn groups_and_their_lines() {
    let txt = RobotsTxt::parse(SHOP);
    assert_eq!(txt.groups().len(), 2);
    assert_eq!(
        agents(&txt, 0),
        [("ExampleBot/2.0".into(), 2), ("other".into(), 3)]
    );
    assert_eq!(agents(&txt, 1), [("*".into(), 9)]);
    let lines: Vec<_> = txt.groups().map(|g| (g.index(), g.line())).collect();
    assert_eq!(lines, [(0, 2), (1, 9)]);
    let rules: Vec<_> = txt.groups().map(|g| g.rules().len()).collect();
    assert_eq!(rules, [2, 1]);
    let records: Vec<_> = txt.groups().map(|g| g.records().count()).collect();
    assert_eq!(records, [1, 2]);
    assert!(txt.group(2).is_none());
}

#[test]
fn rules_as_written_and_as_matched() {
    let txt = RobotsTxt::parse(SHOP);
    let rule = |allow, pattern, normalized, line, index, group| Rule {
        allow,
        pattern,
        normalized,
        line,
        index,
        group,
    };
    let want = [
        rule(false, b"/cart", b"/cart", 5, 0, 0),
        rule(true, b"/%7eopen", b"/~open", 6, 1, 0),
        rule(false, &b""[..], &b""[..], 10, 2, 1),
    ];
    assert_eq!(txt.rules().collect::<Vec<_>>(), want);
    for rule in want {
        assert_eq!(txt.rule(rule.index), Some(rule));
        let group = txt.group(rule.group).expect("its group");
        assert!(group.rules().any(|r| r == rule));
    }
    assert!(txt.rule(3).is_none());
}

#[test]
fn verdicts_point_into_the_file() {
    let txt = RobotsTxt::parse(SHOP);
    let matcher = txt.matcher("ExampleBot").expect("a token");
    let verdict = matcher.check("https://shop.example/~open/1");
    let rule = txt.rule(verdict.rule_index().expect("a rule")).expect("it");
    assert_eq!((verdict.line, verdict.octets), (6, 6));
    assert_eq!((rule.line, rule.normalized), (6, &b"/~open"[..]));
    let group = txt.group(rule.group).expect("its group");
    assert_eq!(group.line(), 2);
}

#[test]
fn normal_forms() {
    let normal = |pattern: &str| {
        let txt = RobotsTxt::parse(format!("user-agent: *\nallow: {pattern}\n"));
        let rule = txt.rule(0).expect("a rule");
        String::from_utf8(rule.normalized.to_vec()).expect("ASCII")
    };
    for (pattern, want) in [
        ("/plain/path.html?x=1", "/plain/path.html?x=1"),
        ("/%62%61%7A", "/baz"),
        ("/%2f%3a%3F", "/%2F%3A%3F"),
        ("/ツ", "/%E3%83%84"),
        ("/%e3%83%84", "/%E3%83%84"),
        ("/a b", "/a%20b"),
        ("/%2a%24", "/%2A%24"),
        ("/*x*$", "/*x*$"),
        ("/a$b", "/a%24b"),
        ("/a$$", "/a%24$"),
        ("/100%", "/100%"),
        ("/%zz%4", "/%zz%4"),
        ("private", "private"),
    ] {
        assert_eq!(normal(pattern), want, "{pattern}");
    }
    let google = google("user-agent: *\nallow: /%7e%aa/é$ $\n");
    assert_eq!(
        google.rule(0).expect("a rule").normalized,
        b"/%7E%AA/%C3%A9$ $"
    );
    let slash = Options::new().with_assume_slash(true);
    let txt = RobotsTxt::parse_with("user-agent: *\nallow: private\nallow: *\n", &slash);
    let normal: Vec<_> = txt.rules().map(|r| (r.pattern, r.normalized)).collect();
    assert_eq!(normal, [(&b"private"[..], &b"/private"[..]), (b"*", b"*")]);
}

#[test]
fn rules_outside_of_groups_are_not_listed() {
    let txt = RobotsTxt::parse("disallow: /a\nuser-agent: a\nallow: /b\n");
    let rules: Vec<_> = txt.rules().map(|r| (r.line, r.index, r.group)).collect();
    assert_eq!(rules, [(3, 0, 0)]);
    let matcher = txt.matcher("a").expect("a token");
    assert_eq!(matcher.check_path("/b").rule_index(), Some(0));
}

#[test]
fn line_numbers_with_every_line_end() {
    let txt = RobotsTxt::parse("user-agent: a\rallow: /1\r\nallow: /2\n\rallow: /3\n\nallow: /4");
    let lines: Vec<_> = txt.rules().map(|r| (r.pattern, r.line)).collect();
    assert_eq!(lines, [(&b"/1"[..], 2), (b"/2", 3), (b"/3", 5), (b"/4", 7)]);
}

#[test]
fn flags_of_an_ordinary_file() {
    let txt = RobotsTxt::parse(SHOP);
    assert!(!txt.is_truncated() && !txt.looks_like_html() && !txt.was_utf16());
    assert_eq!(txt.options(), &Options::default());
    assert_eq!(google(SHOP).options(), &Options::google());
}

#[test]
fn truncated_at_the_limit() {
    let mut options = Options::new();
    options.max_bytes = 40;
    let body = "user-agent: ExampleBot\ndisallow: /private\nsitemap: x\n";
    let txt = RobotsTxt::parse_with(body, &options);
    assert!(txt.is_truncated());
    assert_eq!(
        (txt.groups().len(), txt.rules().len(), txt.records().len()),
        (1, 0, 0)
    );
    assert_eq!(remarks_of(&txt), [(DiagnosticKind::Truncated, 0, 0)]);
    options.max_bytes = body.len();
    assert!(!RobotsTxt::parse_with(body, &options).is_truncated());
    options.max_bytes = 0;
    let txt = RobotsTxt::parse_with(body, &options);
    assert!(txt.is_truncated() && txt.groups().len() == 0);
    options.max_bytes = usize::MAX;
    assert!(!RobotsTxt::parse_with(body, &options).is_truncated());
}

#[test]
fn html_pages() {
    for body in [
        "<!DOCTYPE html>\n<html>",
        "  \n<html lang=en>",
        "<?xml version='1.0'?>",
        "<HTML>",
    ] {
        assert!(RobotsTxt::parse(body).looks_like_html(), "{body}");
    }
    assert!(RobotsTxt::parse("\u{FEFF}<html>").looks_like_html());
    for body in ["", "<", "user-agent: <html>\n", "# <html>\nuser-agent: *\n"] {
        assert!(!RobotsTxt::parse(body).looks_like_html(), "{body}");
    }
}

#[test]
fn utf_16_of_either_order() {
    let text = "\u{FEFF}User-agent: *\r\nDisallow: /ツ\r\nSitemap: https://a.example/\u{1F600}\r\n";
    let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    for body in [little, big] {
        let txt = RobotsTxt::parse(&body);
        assert!(txt.was_utf16());
        let rule = txt.rule(0).expect("a rule");
        assert_eq!((rule.pattern, rule.line), ("/ツ".as_bytes(), 2));
        assert_eq!(rule.normalized, b"/%E3%83%84");
        let map = "https://a.example/\u{1F600}".as_bytes();
        assert_eq!(txt.sitemaps().collect::<Vec<_>>(), [map]);
        assert_eq!(remarks_of(&txt), [(DiagnosticKind::Utf16, 0, 0)]);
        // The reference does not know UTF-16.
        let txt = google(&body);
        assert!(!txt.was_utf16());
        assert_eq!(txt.groups().len(), 0);
    }
    // Half a unit at the end takes its line with it; half a character does not.
    for (tail, rules) in [(&b"\x00"[..], 0), (b"\x00\xD8", 1), (b"\x00\xD8/\x00", 1)] {
        let mut body: Vec<u8> = "\u{FEFF}user-agent: a\nallow: /x"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        body.extend(tail);
        let txt = RobotsTxt::parse(&body);
        assert_eq!(txt.rules().len(), rules);
        assert!(txt.rules().all(|rule| rule.pattern.starts_with(b"/x")));
        assert!(!txt.is_truncated());
    }
    assert!(RobotsTxt::parse(b"\xFF\xFE").was_utf16());
    assert!(!RobotsTxt::parse(b"\xFF").was_utf16());
}

#[test]
fn memory_grows_with_the_file() {
    assert_eq!(RobotsTxt::parse("").memory_usage(), 0);
    let of = |rules: usize| {
        let lines: String = (0..rules).map(|i| format!("disallow: /{i:06}\n")).collect();
        let body = format!("user-agent: *\n{lines}");
        let txt = RobotsTxt::parse(&body);
        let matcher = txt.matcher("a").expect("a token");
        assert!(txt.memory_usage() >= 7 * rules && matcher.memory_usage() >= rules);
        (txt.memory_usage() + matcher.memory_usage()) as f64 / body.len() as f64
    };
    for rules in [1000, 10_000, 25_000] {
        let ratio = of(rules);
        assert!(ratio < 4.0, "{ratio} octets of memory for one of the body");
    }
}

#[test]
fn a_copy_is_equal_in_every_answer() {
    let txt = RobotsTxt::parse(SHOP);
    let copy = txt.clone();
    assert!(copy.rules().eq(txt.rules()));
    assert!(copy.records().eq(txt.records()));
    drop(txt);
    let matcher = copy.matcher("other").expect("a token");
    drop(copy);
    assert!(!matcher.check_path("/cart/1").allowed);
    assert!(!matcher.clone().check_path("/cart/1").allowed);
}

#[test]
fn agent_errors_say_what_is_wrong() {
    let txt = RobotsTxt::parse("");
    for (agents, part, octet) in [
        ("Mozilla/5.0 (compatible)", "Mozilla/5.0", 7),
        ("a, b/2", "b/2", 4),
        ("a,,b", "empty", 2),
        ("", "empty", 0),
        ("Example Bot", "Example Bot", 7),
    ] {
        let error = txt.matcher(agents).expect_err("no token");
        assert!(error.to_string().contains(part), "{error}");
        assert_eq!(error.octet(), octet, "{agents}");
        assert_eq!(txt.crawl_delay(agents).expect_err("no token"), error);
    }
    for agents in ["*", "a", "A-b_C", "MJ12bot", "site.example", " a , * "] {
        assert!(txt.matcher(agents).is_ok(), "{agents}");
    }
    for agents in ["", "a b", "/", "a,,b", "\0"] {
        assert!(google("").matcher(agents).is_ok(), "{agents}");
    }
}

#[test]
fn lines_beyond_the_limit_are_not_kept() {
    let body = "user-agent: a\nsitemap: /123456789012\nsitemap: /12345\ndisallow: /123456789012\n";
    let mut options = Options::new();
    options.max_line = 20;
    let txt = RobotsTxt::parse_with(body, &options);
    assert_eq!(txt.sitemaps().collect::<Vec<_>>(), [b"/12345"]);
    assert_eq!(txt.rules().len(), 0);
    // The other profile has a limit of its own.
    let mut options = Options::google();
    options.max_line = 20;
    let txt = RobotsTxt::parse_with(body, &options);
    assert_eq!((txt.sitemaps().count(), txt.rules().len()), (2, 1));
}
