//! Scaling families: one awkward shape each, at growing sizes.
//!
//! Each family fixes the shape and grows one number. An engine whose time grows
//! with a higher power of that number than the family's bound has a weak spot.

use super::workloads::{AGENT, Body, Url};
use std::fmt::Write;

/// A robots.txt file and one URL for it.
pub struct Case {
    pub body: Body,
    pub url: Url,
    /// The right verdict.
    pub allowed: bool,
}

/// One shape.
pub struct Family {
    pub name: &'static str,
    /// What grows, for the report.
    pub what: &'static str,
    pub sizes: &'static [usize],
    /// The power of the size that linear work amounts to: 1, or 2 where the
    /// octets of the file themselves grow with the square of the size.
    pub bound: f64,
    pub make: fn(usize) -> Case,
}

impl Family {
    /// The rule grows past any line limit of ours; dropping it is by design.
    pub fn may_drop(&self) -> bool {
        matches!(self.name, "long-line" | "percent")
    }
}

/// No rule matches the path.
fn free(body: String, path: &str) -> Case {
    Case {
        body: Body::new(body.into_bytes()),
        url: Url::on_site(path),
        allowed: true,
    }
}

/// The path is refused.
fn refused(body: String, path: &str) -> Case {
    let allowed = false;
    Case {
        allowed,
        ..free(body, path)
    }
}

fn lines(head: &str, count: usize, mut line: impl FnMut(&mut String, usize)) -> String {
    let mut body = String::from(head);
    for i in 0..count {
        line(&mut body, i);
    }
    body
}

fn one_rule(pattern: &str) -> String {
    format!("{EVERYONE}Disallow: {pattern}\n")
}

const EVERYONE: &str = "User-agent: *\n";

fn rules(n: usize) -> Case {
    let body = lines(EVERYONE, n, |b, i| {
        let _ = writeln!(b, "Disallow: /section{}/page{i}", i % 97);
    });
    free(body, "/section5/page99999999")
}

fn groups(n: usize) -> Case {
    let body = lines("", n, |b, i| {
        let _ = writeln!(b, "User-agent: crawler{i}\nDisallow: /page{i}\n");
    });
    free(body, "/page1")
}

fn agents_one_group(n: usize) -> Case {
    let mut body = lines("", n, |b, i| {
        let _ = writeln!(b, "User-agent: crawler{i}");
    });
    body += &lines("", n, |b, i| {
        let _ = writeln!(b, "Disallow: /page{i}");
    });
    free(body, "/page1")
}

fn crawl_delay_groups(n: usize) -> Case {
    let body = lines("", n, |b, i| {
        let _ = writeln!(b, "User-agent: crawler{i}\nCrawl-delay: {i}");
    });
    free(body, "/page1")
}

fn same_group_repeated(n: usize) -> Case {
    let body = lines("", n, |b, i| {
        let _ = writeln!(b, "User-agent: {AGENT}\nDisallow: /page{i}");
    });
    free(body, "/elsewhere")
}

fn shared_prefix(n: usize) -> Case {
    let body = lines(EVERYONE, n, |b, i| {
        let _ = writeln!(b, "Disallow: /{}b", "a".repeat(i));
    });
    free(body, &format!("/{}", "a".repeat(n)))
}

fn wild_shared(n: usize) -> Case {
    let body = lines(EVERYONE, n, |b, i| {
        let _ = writeln!(b, "Disallow: /*{}b", "a".repeat(i + 1));
    });
    free(body, &format!("/{}", "a".repeat(n)))
}

fn stars_in_one_rule(n: usize) -> Case {
    let body = one_rule(&format!("/{}*b", "*a".repeat(n)));
    free(body, &format!("/{}", "a".repeat(2000)))
}

fn stars_dollar(n: usize) -> Case {
    let body = one_rule(&format!("/{}$", "*a".repeat(n)));
    free(body, &format!("/{}b", "a".repeat(2000)))
}

fn star_run(n: usize) -> Case {
    let body = one_rule(&format!("/{}b", "*".repeat(n)));
    free(body, &format!("/{}", "a".repeat(2000)))
}

fn long_line(n: usize) -> Case {
    let pattern: String = ('a'..='z').cycle().take(n).collect();
    refused(one_rule(&format!("/{pattern}")), &format!("/{pattern}"))
}

fn url_length(n: usize) -> Case {
    let body = format!("{EVERYONE}Disallow: /*a*b\nDisallow: /*aa*c\n");
    free(body, &format!("/{}", "a".repeat(n)))
}

fn comment_hashes(n: usize) -> Case {
    let body = format!("{}\n{EVERYONE}Disallow: /page\n", "#".repeat(n));
    refused(body, "/page1")
}

fn blank_lines(n: usize) -> Case {
    let body = format!("{EVERYONE}{}Disallow: /page\n", "\n".repeat(n));
    refused(body, "/page1")
}

fn percent(n: usize) -> Case {
    let escapes = "%E3%83%84".repeat(n / 9);
    refused(one_rule(&format!("/{escapes}")), &format!("/{escapes}x"))
}

macro_rules! family {
    ($name:literal, $what:literal, $sizes:expr, $bound:literal, $make:ident) => {
        Family {
            name: $name,
            what: $what,
            sizes: &$sizes,
            bound: $bound,
            make: $make,
        }
    };
}

/// Every family.
#[rustfmt::skip]
pub const FAMILIES: [Family; 15] = [
    family!("rules", "literal rules in one group", [500, 1000, 2000, 4000, 8000], 1.0, rules),
    family!("groups", "groups of one rule", [500, 1000, 2000, 4000, 8000], 1.0, groups),
    family!("agents-one-group", "agents, and as many rules, in one group", [500, 1000, 2000, 4000], 1.0, agents_one_group),
    family!("crawl-delay-groups", "pairs of user-agent and crawl-delay lines", [500, 1000, 2000, 4000], 1.0, crawl_delay_groups),
    family!("same-group-repeated", "groups with the crawler's own name", [500, 1000, 2000, 4000], 1.0, same_group_repeated),
    family!("shared-prefix", "rules, each one octet longer than the last", [250, 500, 1000, 2000], 2.0, shared_prefix),
    family!("wild-shared", "rules `/*aa..b`, each one octet longer", [50, 100, 200, 400, 800], 2.0, wild_shared),
    family!("stars-in-one-rule", "stars in one rule, 2,000 octets of path", [4, 8, 16, 32, 64], 1.0, stars_in_one_rule),
    family!("stars-dollar", "stars before a `$`, 2,000 octets of path", [4, 8, 16, 32, 64], 1.0, stars_dollar),
    family!("star-run", "adjacent stars in one rule", [100, 1000, 4000, 16000], 1.0, star_run),
    family!("long-line", "octets of one literal rule", [1024, 4096, 16_384, 131_072, 1_048_576], 1.0, long_line),
    family!("url-length", "octets of path under two rules of two stars", [1000, 4000, 16_000, 64_000], 1.0, url_length),
    family!("comment-hashes", "`#` in one comment", [4096, 32_768, 262_144], 1.0, comment_hashes),
    family!("blank-lines", "blank lines inside a group", [4096, 32_768, 262_144], 1.0, blank_lines),
    family!("percent", "octets of percent-encoding in one rule", [1024, 4096, 16_384, 65_536], 1.0, percent),
];
