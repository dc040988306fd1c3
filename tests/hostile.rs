//! Bodies and URLs made to hurt. Bounds are in octets of heap, not in seconds,
//! so that a busy machine changes nothing; every answer is checked as well.

#[path = "support/bounds.rs"]
mod bounds;
#[path = "hostile/stars.rs"]
mod stars;

use std::fmt::Write as _;
use std::time::Duration;

use bounds::{KIB, PARSE, ask, both, bounded, compile, measured, name, parse, unlimited};
use robots::{Matcher, Options, Reason, RobotsTxt, Verdict};

#[test]
fn nothing_at_all() {
    for options in both() {
        let (txt, heap) = measured(|| RobotsTxt::parse_with("", &options));
        assert_eq!((heap.kept, txt.memory_usage()), (0, 0));
        let (matcher, heap) = measured(|| txt.matcher("a").expect("a token"));
        assert_eq!((heap.kept, matcher.memory_usage()), (0, 0));
        assert_eq!(matcher.check("https://h/").reason, Reason::NoGroup);
        for url in [
            "",
            "/",
            "\0",
            "http://",
            "https:///",
            "#",
            "?",
            "http://?",
            "https://h\0",
        ] {
            let verdict = matcher.check(url);
            assert_eq!(
                verdict,
                robots::check_with("", "a", url, &options),
                "{url:?}"
            );
            let _ = matcher.check_path(url);
        }
    }
    assert_eq!(robots::check("", "", "").reason, Reason::Misuse);
    assert_eq!(robots::check("", "a", "").reason, Reason::Misuse);
}

#[test]
fn ordinary_questions_allocate_nothing() {
    let body = "User-agent: *\nDisallow: /private/*.html$\nDisallow: /a%7eb\nAllow: /\n";
    let options = Options::new();
    let matcher = Matcher::compile(body, "ExampleBot", &options).expect("a token");
    let urls = [
        "https://site.example/private/x.html",
        "https://site.example/caf%c3%a9?q=a%20b#part",
        "http://site.example",
        "  https://site.example/ü ",
    ];
    let mut verdicts = [Verdict::misuse(); 4];
    let (_, heap) = measured(|| {
        matcher.check_many(&urls, &mut verdicts);
        for url in urls {
            matcher.check(url);
        }
        matcher.check_path("/private/x.html?y");
    });
    assert_eq!(heap.calls, 0, "{heap:?}");
    assert_eq!(verdicts.map(|v| v.line), [2, 4, 4, 4]);
    let body = "User-agent: *\nDisallow: /private/*.html$\nDisallow: /ab\nAllow: /\n";
    let (verdict, heap) = measured(|| robots::check(body, "ExampleBot", urls[0]));
    assert_eq!((heap.calls, verdict.line), (0, 2));
}

#[test]
fn a_url_below_512_octets_allocates_nothing() {
    let body = "User-agent: *\nDisallow: /*%7C$\nAllow: /\n";
    let matcher = Matcher::compile(body, "ExampleBot", &Options::new()).expect("a token");
    for start in ["/", "http://h/", "http://h?", "ftp://h/\t", "https://u@h\\"] {
        for (octet, line) in [("{", 3), ("|", 2), ("%", 3), ("*", 3), ("\u{1}b", 3)] {
            let mut url = start.to_owned();
            while url.len() + octet.len() < 512 {
                url += octet;
            }
            let (verdict, heap) = measured(|| matcher.check(&url));
            assert_eq!((heap.calls, verdict.line), (0, line), "{url}");
        }
    }
}

#[test]
fn a_rule_of_stars() {
    for (options, stars) in [(unlimited(), 20_000), (Options::google(), 16_000)] {
        for (head, tail, good, bad) in [
            ("", "b", "/xb/y", "/x"),
            ("", "b$", "/xb", "/xby"),
            ("", "", "/x", ""),
            ("*q", "b", "/aqbc", "/bq"),
            ("*q*r", "b$", "/aqrb", "/arqb"),
        ] {
            let pattern = format!("/{head}{}{tail}", "*".repeat(stars));
            let body = format!("user-agent: *\ndisallow: {pattern}\n");
            let matcher = compile(&body, "a", &options);
            let verdict = ask(&matcher, &body, "a", good, &options);
            assert_eq!((verdict.line, verdict.octets as usize), (2, pattern.len()));
            if !bad.is_empty() {
                let verdict = ask(&matcher, &body, "a", bad, &options);
                assert_eq!(verdict.reason, Reason::NoRule);
            }
        }
    }
    // More than a line may hold: dropped here, cut there, and the stars that
    // are left match everything.
    let body = format!("user-agent: *\ndisallow: /{}b\n", "*".repeat(100_000));
    for (options, line) in [
        (Options::new(), 0),
        (unlimited(), 0),
        (Options::google(), 2),
    ] {
        let matcher = compile(&body, "a", &options);
        assert_eq!(ask(&matcher, &body, "a", "/x", &options).line, line);
    }
}

#[test]
fn a_rule_of_stars_and_letters() {
    for options in both() {
        for end in ["", "$"] {
            let body = format!("user-agent: *\ndisallow: /{}{end}\n", "*a".repeat(8000));
            let matcher = compile(&body, "a", &options);
            for (count, line) in [(7999, 0), (8000, 2), (20_000, 2)] {
                let path = format!("/{}", "a".repeat(count));
                assert_eq!(ask(&matcher, &body, "a", &path, &options).line, line);
            }
            let path = format!("/{}b", "a".repeat(20_000));
            let line = if end.is_empty() { 2 } else { 0 };
            assert_eq!(ask(&matcher, &body, "a", &path, &options).line, line);
        }
    }
}

#[test]
fn lines_of_a_mebibyte() {
    let long = "x".repeat(KIB * KIB);
    let heads = [
        "",
        "# ",
        "disallow: /",
        "user-agent: ",
        "sitemap: /",
        "foo: ",
        ": ",
        "disallow:",
    ];
    for options in [Options::new(), unlimited(), Options::google()] {
        for head in heads {
            let body = format!("user-agent: *\n{head}{long}\ndisallow: /y\n");
            let (txt, heap) = measured(|| RobotsTxt::parse_with(&body, &options));
            // The parser guesses the size of a body, and gives back the rest.
            assert!(heap.peak <= 3 * body.len(), "{head}: {heap:?}");
            // Names are kept whole, to be compared whole.
            let names = if head == "user-agent: " {
                body.len()
            } else {
                0
            };
            assert!(heap.kept <= names + 4 * 65_536, "{head}: {heap:?}");
            drop(txt);
            let verdict = robots::check_with(&body, "a", "http://h/y", &options);
            let read = options.max_bytes > body.len() || options == Options::google();
            assert_eq!(verdict.line, if read { 3 } else { 0 }, "{head}");
        }
    }
}

#[cfg(feature = "dense")]
#[test]
fn the_dense_form_knows_its_size() {
    let mut body = String::from("user-agent: *\n");
    for number in 0..400 {
        writeln!(body, "disallow: /{number}/").expect("a string");
    }
    let options = Options::new();
    let (matcher, heap) = measured(|| Matcher::compile_dense(&body, "a", &options).unwrap());
    assert!(matcher.is_dense());
    let own = matcher.memory_usage();
    assert!(own <= heap.kept && heap.kept <= own + KIB, "{own} {heap:?}");
}

#[test]
fn tens_of_thousands_of_rules() {
    let mut body = String::from("user-agent: *\n");
    for number in 0..47_000 {
        let key = if number % 3 == 0 { "allow" } else { "disallow" };
        writeln!(body, "{key}: /shop/{number}/").expect("a string");
    }
    for options in both() {
        let matcher = compile(&body, "a", &options);
        for number in [0, 1, 2, 9, 99, 12_345, 46_999] {
            let verdict = matcher.check_path(format!("/shop/{number}/x"));
            assert_eq!((verdict.line, verdict.rule), (number + 2, number));
            assert_eq!(verdict.allowed, number % 3 == 0);
        }
        let verdict = ask(&matcher, &body, "a", "/shop/46999/", &options);
        assert_eq!(verdict.line, 47_001);
        let verdict = ask(&matcher, &body, "a", "/shop/47000/", &options);
        assert_eq!(verdict.reason, Reason::NoRule);
    }
}

#[test]
fn rules_that_nest() {
    // Each rule goes on where the one before it ends. A small stack shows
    // whether depth is recursion.
    let mut body = String::from("user-agent: *\n");
    let deep = "ab".repeat(2000);
    for length in 1..=4000 {
        let key = if length % 2 == 0 { "allow" } else { "disallow" };
        writeln!(body, "{key}: /{}", &deep[..length]).expect("a string");
    }
    let work = move || {
        for options in both() {
            let matcher = compile(&body, "a", &options);
            for length in [1, 2, 999, 3999, 4000] {
                let verdict = matcher.check_path(format!("/{}", &deep[..length]));
                assert_eq!(verdict.line as usize, length + 1);
            }
            let verdict = ask(&matcher, &body, "a", &format!("/{deep}x"), &options);
            assert_eq!(verdict.octets, 4001);
        }
    };
    let thread = std::thread::Builder::new().stack_size(128 * KIB);
    thread
        .spawn(work)
        .expect("a thread")
        .join()
        .expect("no panic");
}

#[test]
fn thousands_of_groups() {
    let mut body = String::new();
    for number in 0..8000 {
        writeln!(body, "user-agent: {}\ndisallow: /{number}$", name(number)).expect("a string");
    }
    for options in both() {
        let txt = parse(&body, &options);
        assert_eq!(txt.groups().len(), 8000);
        for number in [0, 1, 4321, 7999] {
            let agent = name(number);
            let matcher = compile(&body, &agent, &options);
            let verdict = ask(&matcher, &body, &agent, &format!("/{number}"), &options);
            assert_eq!(verdict.line as usize, 2 * number + 2);
            let verdict = ask(&matcher, &body, &agent, "/8000", &options);
            assert_eq!(verdict.reason, Reason::NoRule);
        }
        let matcher = compile(&body, "other", &options);
        assert_eq!(matcher.check_path("/1").reason, Reason::NoGroup);
    }
}

#[test]
fn one_group_in_thousands_of_pieces() {
    let mut body = String::new();
    for number in 0..8000 {
        writeln!(body, "user-agent: a\ndisallow: /{number}$").expect("a string");
    }
    for options in both() {
        let matcher = compile(&body, "a", &options);
        for number in [0, 4321, 7999] {
            let verdict = ask(&matcher, &body, "a", &format!("/{number}"), &options);
            assert_eq!(verdict.line as usize, 2 * number + 2);
        }
    }
}

#[test]
fn agents_times_crawl_delays() {
    let mut body = String::new();
    for number in 0..12_000 {
        writeln!(body, "user-agent: {}", name(number)).expect("a string");
    }
    for number in 0..12_000 {
        writeln!(body, "crawl-delay: {number}").expect("a string");
    }
    for options in both() {
        let txt = parse(&body, &options);
        assert_eq!((txt.groups().len(), txt.records().len()), (1, 12_000));
        for number in [0, 11_999] {
            let agent = name(number);
            let (delay, heap) = measured(|| txt.crawl_delay(&agent).expect("a token"));
            assert_eq!((delay.own, delay.star), (Some(Duration::ZERO), None));
            assert_eq!(heap.peak, 0);
        }
        assert_eq!(txt.crawl_delay("other").expect("a token").own, None);
    }
    // One delay behind each name, all of them in one group.
    let mut body = String::new();
    for number in 0..12_000 {
        writeln!(body, "user-agent: {}\ncrawl-delay: {number}", name(number)).expect("a string");
    }
    for options in both() {
        let txt = parse(&body, &options);
        assert_eq!(txt.groups().len(), 1);
        for number in [0, 7777, 11_999] {
            let delay = txt.crawl_delay(name(number)).expect("a token").own;
            assert_eq!(delay, Some(Duration::from_secs(number as u64)));
        }
    }
}

#[test]
fn agents_times_rules() {
    let mut body = String::new();
    for number in 0..4000 {
        writeln!(body, "user-agent: {}", name(number)).expect("a string");
    }
    for number in 0..4000 {
        writeln!(body, "disallow: /{number}$").expect("a string");
    }
    for options in both() {
        for agent in [0, 3999] {
            let agent = name(agent);
            let matcher = compile(&body, &agent, &options);
            let verdict = ask(&matcher, &body, &agent, "/3999", &options);
            assert_eq!((verdict.line, verdict.rule), (8000, 3999));
        }
        assert!(compile(&body, "other", &options).check_path("/1").allowed);
    }
    // A crawler with as many names.
    let agents: Vec<_> = (0..4000).map(|n| name(4000 + n)).collect();
    let agents = format!("{},{}", agents.join(","), name(3999));
    let options = Options::new();
    assert_eq!(
        robots::check(&body, "other", "http://h/7").reason,
        Reason::NoGroup
    );
    let short = "user-agent: other\ndisallow: /\n".to_owned() + &body[body.len() - 400..];
    assert!(
        Matcher::compile(&short, &agents, &options)
            .expect("tokens")
            .check_path("/")
            .allowed
    );
}

#[test]
fn long_urls() {
    let body = "user-agent: *\ndisallow: /*b$\ndisallow: /a*c\ndisallow: /%2A*%24$\n";
    for options in both() {
        let matcher = compile(body, "a", &options);
        let google = options == Options::google();
        for (unit, end, line) in [
            ("a", "", 0),
            ("a", "b", 2),
            ("a", "cd", 3),
            ("*", "$", if google { 0 } else { 4 }),
            ("%2A", "%24", 4),
            ("é", "b", 2),
            ("%", "b", 2),
            ("%C3%A9", "b", 2),
            ("\\", "b", 2),
            ("/../", "b", 2),
            ("\0", "b", if google { 0 } else { 2 }),
        ] {
            let path = format!("/{}{end}", unit.repeat(64 * KIB / unit.len()));
            let verdict = ask(&matcher, body, "a", &path, &options);
            assert_eq!(verdict.line, line, "{unit} {end}");
            let (same, heap) = measured(|| matcher.check_path(&path));
            bounded("check_path", heap, path.len(), 8);
            assert_eq!(same, verdict);
        }
        // Blanks that a URL loses, in front, behind and inside.
        let url = format!("{0}http://h/x{0}b{0}", " \t\n".repeat(20_000));
        let (verdict, heap) = measured(|| matcher.check(&url));
        bounded("blanks", heap, url.len(), 8);
        assert_eq!(verdict.line, if google { 0 } else { 2 });
        // Long user part, long fragment, long host, long port, long scheme.
        let long = "h".repeat(64 * KIB);
        for url in [format!("http://{long}@h/b"), format!("http://h/b#{long}")] {
            assert_eq!(matcher.check(url).line, 2);
        }
        let zeros = "0".repeat(64 * KIB);
        assert_eq!(matcher.check(format!("http://h:{zeros}80/b")).line, 2);
        let dots = ".".repeat(64 * KIB);
        for host in [&*long, &dots, "[".repeat(64 * KIB).as_str()] {
            let verdict = matcher.check(format!("http://{host}/b"));
            assert_eq!(verdict.line, if google { 2 } else { 0 });
        }
        assert!(!matcher.check(format!("{long}://h/b")).allowed);
    }
}

#[test]
fn long_agents() {
    let long = "a-".repeat(64 * KIB);
    let body = format!("user-agent: {long}\ndisallow: /\nuser-agent: a\ndisallow: /x\n");
    let options = unlimited();
    let verdict = robots::check_with(&body, format!("{long}b"), "http://h/x", &options);
    assert!(!verdict.allowed);
    let commas = ",".repeat(64 * KIB);
    assert!(RobotsTxt::parse("").matcher(&commas).is_err());
    let google = Options::google();
    assert!(robots::check_with(&body, &commas, "http://h/x", &google).allowed);
    let header = "Mozilla/5.0 ".repeat(10_000);
    let (error, heap) = measured(|| RobotsTxt::parse("").matcher(&header).expect_err("a header"));
    assert!(heap.peak <= 4 * KIB, "{heap:?}");
    assert!(error.to_string().len() <= KIB, "errors stay short");
}

#[test]
fn the_shortest_lines_there_are() {
    let units = [
        "\n",
        "\r",
        "\r\n",
        "#\n",
        "x\n",
        "x:\n",
        "x:y\n",
        "a b\n",
        "allow:\n",
        "allow:/\n",
        "allow:*\n",
        "allow:$\n",
        "allow:*a\n",
        "allow:/*a\n",
        "allow:/%\n",
        "allow:é\n",
        "allow:/é\n",
        "allow:/ \u{1} a\n",
        "allow:/$$\n",
        "allow:/index.htm\n",
        "user-agent:\n",
        "user-agent:a\n",
        "user-agent:a\nallow:\n",
        "user-agent:*\nallow:/*a$\n",
        "host:\n",
        "sitemap:\n",
        "crawl-delay:1\n",
        "\0\n",
        "\u{FEFF}",
        "<p>\n",
        "disalow:/a\u{FFFD}\n",
    ];
    for options in both() {
        for unit in units {
            let body = format!("user-agent:a\n{}", unit.repeat(120_000 / unit.len()));
            let txt = parse(&body, &options);
            let matcher = compile(&body, "a", &options);
            let url = "http://h/zz";
            let verdict = robots::check_with(&body, "a", url, &options);
            assert_eq!(matcher.check(url), verdict, "{unit:?}");
            assert!(verdict.allowed, "{unit:?}");
            assert!(txt.diagnostics().len() <= robots::Diagnostic::LIMIT);
        }
    }
}

#[test]
fn utf_16_by_the_mebibyte() {
    let text = format!(
        "\u{FEFF}user-agent: *\n{}",
        "disallow: /\u{30C4}\n".repeat(60_000)
    );
    let body: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let options = unlimited();
    let (txt, heap) = measured(|| RobotsTxt::parse_with(&body, &options));
    bounded("UTF-16", heap, body.len(), PARSE);
    assert_eq!(txt.rules().len(), 60_000);
    drop(txt);
    let verdict = robots::check_with(&body, "a", "http://h/%E3%83%84", &options);
    assert_eq!((verdict.line, verdict.octets), (2, 10));
}

/// However long a name is, every way to ask compares all of it.
#[test]
fn names_beyond_sixteen_bits() {
    let options = Options::new();
    let url = "https://site.example/x";
    for line in [65_535, 65_536, 70_000] {
        for token in [65_535, 65_536, 70_000] {
            let body = format!(
                "User-agent: {}\nDisallow: /\nCrawl-delay: 2",
                "a".repeat(line)
            );
            let token = "a".repeat(token);
            let txt = RobotsTxt::parse_with(&body, &options);
            let parsed = txt.matcher(&token).unwrap().check(url);
            let compiled = Matcher::compile(&body, &token, &options).unwrap();
            assert_eq!(parsed, compiled.check(url));
            assert_eq!(parsed, robots::check_with(&body, &token, url, &options));
            assert_eq!(parsed.allowed, line != token.len());
            let delay = txt.crawl_delay(&token).unwrap();
            assert_eq!(delay.own.is_some(), line == token.len());
        }
    }
}
