//! Steps, not seconds: how often any branch of the engine and of what it is
//! built on runs, for inputs of one shape and growing size. The counts are the
//! same on every machine and every day. `./steps.sh` builds with the counters.
#![cfg(robots_steps)]

use std::fmt::Write as _;

use robots::{Matcher, Options, RobotsTxt};

unsafe extern "C" {
    // The counters that `-Cinstrument-coverage` puts into the program.
    fn __llvm_profile_begin_counters() -> *const u64;
    fn __llvm_profile_end_counters() -> *const u64;
}

/// The sum of all counters so far.
fn counted() -> u64 {
    // SAFETY: the two ends of one array of numbers; no other thread runs code
    // that counts, since there is one test.
    unsafe {
        let (begin, end) = (
            __llvm_profile_begin_counters(),
            __llvm_profile_end_counters(),
        );
        let len = end.offset_from(begin).unsigned_abs();
        (0..len).map(|at| begin.add(at).read_volatile()).sum()
    }
}

fn steps<T>(work: impl FnOnce() -> T) -> (u64, T) {
    // What counting itself counts is the same each time.
    let own = {
        let before = counted();
        counted() - before
    };
    let before = counted();
    let result = work();
    let after = counted();
    (after.saturating_sub(before).saturating_sub(own), result)
}

/// A body and a path.
type Shape = fn(usize) -> (String, String);

fn lines(head: &str, count: usize, line: impl Fn(usize) -> String) -> String {
    let mut body = head.to_owned();
    for number in 0..count {
        let _ = writeln!(body, "{}", line(number));
    }
    body
}

const ALL: &str = "user-agent: *\n";

/// A name of letters, since digits end a token.
fn name(mut number: usize) -> String {
    let mut name = String::from("x");
    while number > 0 {
        name.push(char::from(b'a' + (number % 26) as u8));
        number /= 26;
    }
    name
}

/// Letters that stand for themselves, but `~`.
const LETTERS: &str =
    "!&'()+,-.0123456789:;=@ABCDEFGHIJKLMNOPQRSTUVWXYZ^_abcdefghijklmnopqrstuvwxyz|";

/// The same letters each time, in no order.
fn random(letters: &str, count: usize) -> String {
    let letters = letters.as_bytes();
    let mut seed = 9309u64;
    let next = |_| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        char::from(letters[(seed >> 33) as usize % letters.len()])
    };
    (0..count).map(next).collect()
}

/// A word without a period, of which each part stands at many places.
fn fibonacci(count: usize) -> String {
    let (mut last, mut word) = (String::from("a"), String::from("ab"));
    while word.len() < count {
        (last, word) = (word.clone(), word + &last);
    }
    word
}

fn rule(pattern: &str) -> String {
    format!("{ALL}disallow: {pattern}\n")
}

const SHAPES: [(&str, usize, Shape); 45] = [
    ("rules", 1000, |n| {
        let body = lines(ALL, n, |i| format!("disallow: /section{}/page{i}", i % 97));
        (body, "/section5/page99999".into())
    }),
    ("the same rule", 1000, |n| {
        (lines(ALL, n, |_| "allow: /a".into()), "/a".into())
    }),
    ("groups", 1000, |n| {
        let body = lines("", n, |i| {
            format!("user-agent: {}\ndisallow: /{i}", name(i))
        });
        (body, "/1".into())
    }),
    ("agents of one group", 1000, |n| {
        let agents = lines("", n, |i| format!("user-agent: {}", name(i)));
        (
            lines(&agents, n, |i| format!("disallow: /{i}")),
            "/1".into(),
        )
    }),
    ("crawl-delays", 1000, |n| {
        let body = lines("", n, |i| {
            format!("user-agent: {}\ncrawl-delay: {i}", name(i))
        });
        (body, "/1".into())
    }),
    ("agents, then crawl-delays", 1000, |n| {
        let agents = lines("", n, |i| format!("user-agent: {}", name(i)));
        (
            lines(&agents, n, |i| format!("crawl-delay: {i}")),
            "/1".into(),
        )
    }),
    ("groups with records of none behind them", 1000, |n| {
        let groups = lines("", n, |i| format!("user-agent: {}\n\nallow: /", name(i)));
        (lines(&groups, n, |i| format!("foo: {i}")), "/1".into())
    }),
    ("names that begin alike", 100, |n| {
        let body = lines("", n, |i| {
            format!("user-agent: {}a\ndisallow: /{i}", "a-".repeat(i))
        });
        (body, "/1".into())
    }),
    ("names that go on with digits", 1000, |n| {
        let body = lines("", n, |i| format!("user-agent: a{i}\ndisallow: /{i}"));
        (body, "/1".into())
    }),
    ("the crawler's group in pieces", 1000, |n| {
        let body = lines("", n, |i| format!("user-agent: a\ndisallow: /{i}$"));
        (body, "/elsewhere".into())
    }),
    ("shared beginnings", 200, |n| {
        let body = lines(ALL, n, |i| format!("disallow: /{}b", "a".repeat(i)));
        (body, format!("/{}", "a".repeat(n)))
    }),
    ("shared beginnings behind a star", 100, |n| {
        let body = lines(ALL, n, |i| format!("disallow: /*{}b", "a".repeat(i + 1)));
        (body, format!("/{}", "a".repeat(n)))
    }),
    ("star rules", 2000, |n| {
        let body = lines(ALL, n, |i| format!("disallow: /*{}*x", name(i)));
        (body, format!("/{}", "ab/".repeat(4 * n)))
    }),
    ("star rules that wait for one octet", 1000, |n| {
        let body = lines(ALL, n, |i| format!("disallow: /*qz*{}*!", name(i)));
        (body, format!("/{}", "qz".repeat(4 * n)))
    }),
    // From here on rules and path grow together, and every rule has all that
    // the path has, but not in that order.
    ("rules that the end refuses", 1000, |n| {
        let body = lines(ALL, n, |_| "allow:*a$".into());
        (body, format!("/{}b", "a".repeat(8 * n)))
    }),
    ("segments before an end", 1000, |n| {
        let body = lines(ALL, n, |i| format!("allow:/*/{}*.php$", i % 100));
        (body, format!("/{}q.php", "/7.php".repeat(n)))
    }),
    ("single octets", 2000, |n| {
        let body = lines(ALL, n, |i| match i {
            0 => "allow:*cc".into(),
            _ => "allow:*c*~".into(),
        });
        (body, format!("/~{}", "c".repeat(4 * n)))
    }),
    ("segments longer than words", 500, |n| {
        let body = lines(ALL, n, |i| format!("allow:*{}xyx", "xyy".repeat(5 + i % 4)));
        (body, format!("/xyxy{}", "xyy".repeat(4 * n)))
    }),
    ("segments of all lengths", 400, |n| {
        let text = random("abc", 8 * n);
        let body = lines(ALL, n, |i| {
            let (from, len) = (i * 7919 % (7 * n), 1 + i % n.min(500));
            format!("allow:*{}*~", &text[from..from + len.min(n)])
        });
        (body, format!("/~{text}"))
    }),
    ("segments that nearly stand there", 400, |n| {
        let text = random("abc", 8 * n);
        let body = lines(ALL, n, |i| {
            let (from, len) = (i * 7919 % (7 * n), 1 + i % n.min(500));
            format!("allow:*{}~", &text[from..from + len.min(n)])
        });
        (body, format!("/~{text}"))
    }),
    ("segments that end one another", 3000, |n| {
        let body = lines(ALL, n, |i| match i % 20 {
            0 => format!("allow:{}*~", "*a*aa*aaa".repeat(n / 40)),
            _ => format!("allow:*z*y*{}", "a".repeat(1 + i % n.min(300))),
        });
        (body, format!("/~yz{}", "a".repeat(8 * n)))
    }),
    ("steps that follow one another late", 500, |n| {
        let body = lines(ALL, n, |i| {
            format!("allow:*{}b*a*aa*aaa*~", "a".repeat(1 + i % 60))
        });
        (
            body,
            format!("/~{}b{}", "a".repeat(4 * n), "a".repeat(4 * n)),
        )
    }),
    ("steps of one rule", 500, |n| {
        (
            rule(&format!("{}*~", "*a".repeat(n))),
            format!("/~{}", "a".repeat(8 * n)),
        )
    }),
    ("steps of many rules", 40, |n| {
        let body = lines(ALL, n, |i| {
            format!("allow:{}*~", "*ab*ba*aa".repeat(n / 4 + i % 3))
        });
        (body, format!("/~{}", "abbaaabab".repeat(3 * n)))
    }),
    ("words of Fibonacci", 1000, |n| {
        let text = fibonacci(16 * n);
        let body = lines(ALL, n, |i| {
            let (from, len) = (i * 7919 % (8 * n), 3 + i % 60);
            format!("allow:*{}*{}*~", &text[from..from + len], &text[i..i + 9])
        });
        (body, format!("/~{}", &text[..8 * n]))
    }),
    ("all words of two letters", 500, |n| {
        let body = lines(ALL, n, |i| {
            let word: String = format!("{:b}", i + 2).chars().skip(1).collect();
            format!("allow:*{word}*~")
        });
        (body, format!("/~{}", random("01", 8 * n)))
    }),
    ("words of many letters", 500, |n| {
        let text = random(LETTERS, 8 * n);
        let body = lines(ALL, n, |i| {
            let (from, other) = (i * 7919 % (7 * n), i * 104_729 % (7 * n));
            format!(
                "allow:*{}*{}*~",
                &text[from..from + 2],
                &text[other..other + 3]
            )
        });
        (body, format!("/~{text}"))
    }),
    ("stars side by side", 250, |n| {
        let body = lines(ALL, n, |i| format!("allow:*a{}*b*~", "*".repeat(i % 90)));
        (body, format!("/~{}", "ab".repeat(8 * n)))
    }),
    ("prefixes before segments", 2000, |n| {
        let body = lines(ALL, n, |i| {
            format!("allow:/~{}*{}*~", "a".repeat(40), "a".repeat(1 + i % 30))
        });
        (body, format!("/~{}", "a".repeat(8 * n)))
    }),
    ("directories of an index", 2000, |n| {
        let body = lines(ALL, n, |i| format!("allow:*a*{}b*/index.htm", i % 10));
        (body, format!("/{}/", "9b8b7ba".repeat(2 * n)))
    }),
    ("many rules on a short path", 4000, |n| {
        let body = lines(ALL, n, |i| format!("allow:*a*{}*~", "ba".repeat(1 + i % 9)));
        (body, format!("/~{}", "ab".repeat(30)))
    }),
    ("few rules on a long path", 20_000, |n| {
        let body = lines(ALL, 600, |i| {
            format!("allow:*a*{}*~", "ba".repeat(1 + i % 9))
        });
        (body, format!("/~{}", "ab".repeat(n)))
    }),
    ("stars in one rule", 16, |n| {
        let body = rule(&format!("/{}*b", "*a".repeat(n)));
        (body, format!("/{}", "a".repeat(100 * n)))
    }),
    ("stars before a dollar sign", 16, |n| {
        let body = rule(&format!("/{}$", "*a".repeat(n)));
        (body, format!("/{}b", "a".repeat(100 * n)))
    }),
    ("adjacent stars", 1000, |n| {
        (
            rule(&format!("/{}b", "*".repeat(n))),
            format!("/{}", "a".repeat(n)),
        )
    }),
    ("a long rule", 2000, |n| {
        let pattern = "abcdefg/".repeat(n / 8);
        (rule(&format!("/{pattern}")), format!("/{pattern}"))
    }),
    ("a line beyond the limit", 50_000, |n| {
        (rule(&format!("/{}", "x".repeat(n))), "/x".into())
    }),
    ("a long path", 4000, |n| {
        let body = format!("{ALL}disallow: /*a*b\ndisallow: /*aa*c\n");
        (body, format!("/{}", "a".repeat(n)))
    }),
    ("a long path to escape", 4000, |n| {
        (rule("/*b$"), format!("/{}", "é*%41%".repeat(n / 7)))
    }),
    ("a long rule to escape", 1000, |n| {
        (
            rule(&format!("/{}", "%e3%83%84é%".repeat(n / 12))),
            "/%E3".into(),
        )
    }),
    ("hashes", 4096, |n| {
        (
            format!("{}\n{ALL}disallow: /a\n", "#".repeat(n)),
            "/a".into(),
        )
    }),
    ("blank lines", 4096, |n| {
        (format!("{ALL}{}allow: /\n", "\n".repeat(n)), "/a".into())
    }),
    ("lines without a colon", 2000, |n| {
        (lines(ALL, n, |_| "a b".into()), "/a".into())
    }),
    ("sitemaps", 2000, |n| {
        (lines(ALL, n, |i| format!("sitemap: /{i}")), "/a".into())
    }),
    ("nested rules", 100, |n| {
        let deep = "ab".repeat(n);
        let body = lines(ALL, 2 * n, |i| format!("allow: /{}", &deep[..i]));
        (body, format!("/{deep}x"))
    }),
];

/// Shapes in which every name has a group of its own, so that matchers for all of
/// them have no more rules together than the file.
const DISTINCT: [&str; 4] = [
    "groups",
    "groups with records of none behind them",
    "names that begin alike",
    "names that go on with digits",
];

/// Steps of each way to use a file, for one size.
fn measure(
    shape: Shape,
    size: usize,
    distinct: bool,
    options: &Options,
) -> (f64, [(&'static str, u64); 11]) {
    let (body, path) = shape(size);
    let url = format!("https://h{path}");
    let (parse, txt) = steps(|| RobotsTxt::parse_with(&body, options));
    let (matcher, parsed) = steps(|| txt.matcher("a").expect("a token"));
    let (delay, _) = steps(|| txt.crawl_delay("a"));
    let (compile, _) = steps(|| Matcher::compile(&body, "a", options));
    let (check, verdict) = steps(|| parsed.check(&url));
    let (once, same) = steps(|| robots::check_with(&body, "a", &url, options));
    assert_eq!(verdict, same);
    let (records, _) = steps(|| {
        txt.groups()
            .map(|group| group.records().count())
            .sum::<usize>()
    });
    let names: Vec<&[u8]> = txt
        .groups()
        .flat_map(|group| group.agents().collect::<Vec<_>>())
        .map(|agent| agent.value)
        .filter(|name| name.iter().all(|o| o.is_ascii_alphanumeric() || *o == b'-'))
        .collect();
    // None of them but the last speaks, and that for a part of it.
    let chain = names
        .iter()
        .map(|name| [b"z", *name].concat())
        .chain([b"a-z".to_vec()]);
    let chain = chain.collect::<Vec<_>>().join(&b","[..]);
    let (chain_matcher, _) = steps(|| txt.matcher(&chain).expect("tokens"));
    let (chain_compile, _) = steps(|| Matcher::compile(&body, &chain, options).expect("tokens"));
    let (chain_once, _) = steps(|| robots::check_with(&body, &chain, &url, options));
    let (each, _) = steps(|| {
        let names = names.iter().filter(|_| distinct);
        names
            .map(|name| txt.matcher(name).expect("a token").memory_usage())
            .sum::<usize>()
    });
    let all = [
        ("parse", parse),
        ("matcher", matcher),
        ("crawl_delay", delay),
        ("compile", compile),
        ("check", check),
        ("once", once),
        ("records of each group", records),
        ("matcher of many names", chain_matcher),
        ("compile for many names", chain_compile),
        ("once for many names", chain_once),
        ("a matcher for each name", each),
    ];
    ((body.len() + url.len()) as f64, all)
}

/// Work for an octet may grow by so much while the input grows fourfold: what
/// sorts needs a logarithm more.
const GROWTH: f64 = 1.5;

/// Fewer steps than these for an octet are few, whatever they grow to.
const FEW: f64 = 1.0;

/// No octet of rules and URL takes more steps than these to ask, whatever the
/// rules are.
const MOST: f64 = 64.0;

#[test]
fn work_is_linear_in_the_input() {
    let mut rfc = Options::new();
    (rfc.max_bytes, rfc.max_line) = (usize::MAX, usize::MAX);
    let ended = rfc.clone().with_blank_line_ends_group(true);
    let mut wrong = Vec::new();
    for (name, size, shape) in SHAPES {
        let distinct = DISTINCT.contains(&name);
        for options in [&rfc, &Options::google(), &ended] {
            let (octets, small) = measure(shape, size, distinct, options);
            let (more, large) = measure(shape, 4 * size, distinct, options);
            for ((way, few), (_, many)) in small.into_iter().zip(large) {
                let (few, many) = (few as f64 / octets, many as f64 / more);
                let (profile, ended) = (options.profile, options.blank_line_ends_group);
                let line = format!("{name}, {profile:?} {ended}, {way}: {few:.2}, then {many:.2}");
                println!("{line}");
                let asks = matches!(way, "check" | "once");
                if many > FEW && many > GROWTH * few.max(FEW) || asks && many > MOST {
                    wrong.push(line);
                }
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "steps for an octet:\n{}",
        wrong.join("\n")
    );
}
