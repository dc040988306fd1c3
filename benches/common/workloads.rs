//! The synthetic workloads W1 to W5 and W5s: one robots.txt file and its URLs each.
//!
//! | name | file | URLs |
//! |---|---|---|
//! | W1 | tiny: 5 literal rules | 64 |
//! | W2 | a shop: 30 rules for everyone, 10 with wildcards; two more groups | 64 |
//! | W3 | 5,000 literal rules | 64, half of them under a rule |
//! | W4 | 300 rules with one to three stars | 64, half of them made from a rule |
//! | W5 | hostile: 100 rules of six stars | 1, 2,000 octets of `a` |
//! | W5s | W5 made small enough for backtracking to end: four stars | 1, 200 octets |
//!
//! The crawler is [`AGENT`]; no group names it, so the `*` group speaks to it.

use super::random::Random;
use super::spec;
use std::collections::HashSet;

/// The product token every engine asks for.
pub const AGENT: &str = "Googlebot";

/// Where the workloads' URLs live.
pub const SITE: &str = "https://example.com";

/// A robots.txt file in the two forms the engines take.
pub struct Body {
    pub octets: Vec<u8>,
    /// The same text; octets that are not UTF-8 are replaced. Made outside the
    /// timed part, for engines that take `&str`.
    pub text: String,
}

impl Body {
    pub fn new(octets: Vec<u8>) -> Self {
        let text = String::from_utf8_lossy(&octets).into_owned();
        Body { octets, text }
    }
}

/// A URL in the two forms the engines take; the path is cut outside the timed
/// part, which saves the engines that take one the work of splitting.
#[derive(Clone)]
pub struct Url {
    pub full: String,
    pub path: String,
}

impl Url {
    pub fn on_site(path: &str) -> Self {
        Url {
            full: format!("{SITE}{path}"),
            path: path.to_owned(),
        }
    }
}

/// One rule as the workload's maker wrote it down. None holds a percent sign, so
/// that it is its own normal form.
#[derive(Clone, Debug)]
pub struct Rule {
    pub allow: bool,
    pub pattern: String,
}

/// The right verdict: no match allows.
fn allowed(rules: &[Rule], path: &str) -> bool {
    let rules = rules.iter();
    let rules = rules.map(|rule| (rule.pattern.as_bytes(), rule.allow, rule.allow));
    spec::winner(rules, path.as_bytes()).unwrap_or(true)
}

/// One workload with the answers it must give.
pub struct Workload {
    pub name: &'static str,
    pub body: Body,
    /// The rules that speak to [`AGENT`], as a list, for the specification.
    pub rules: Vec<Rule>,
    pub urls: Vec<Url>,
    /// The right verdict for each URL, worked out by [`spec`].
    pub expected: Vec<bool>,
}

/// What each workload must be: name, octets of the file, rules for [`AGENT`],
/// URLs, URLs allowed. Written down so that neither a slip in the maker nor one
/// in the specification can pass unnoticed.
const SHAPES: [(&str, usize, usize, usize, usize); 6] = [
    ("W1", 111, 5, 64, 59),
    ("W2", 968, 30, 64, 54),
    ("W3", 202_370, 5000, 64, 37),
    ("W4", 10_374, 300, 64, 17),
    ("W5", 2604, 100, 1, 1),
    ("W5s", 2204, 100, 1, 1),
];

const WORDS: [&str; 30] = [
    "garden", "letters", "museum", "travel", "recipes", "music", "team", "events", "weather",
    "photos", "books", "sport", "science", "market", "jobs", "maps", "video", "guide", "history",
    "contact", "basket", "offers", "brands", "reviews", "support", "login", "members", "archive",
    "topics", "press",
];

fn segment(random: &mut Random) -> String {
    let word = random.pick(&WORDS);
    match random.below(4) {
        0 | 1 => word.to_owned(),
        2 => format!("{word}-{}", random.pick(&WORDS)),
        _ => format!("{word}{}", random.below(1000)),
    }
}

/// A path of `segments` segments, sometimes ending in a slash or a suffix.
fn path(random: &mut Random, segments: usize) -> String {
    let mut path = String::new();
    for _ in 0..segments {
        path.push('/');
        path.push_str(&segment(random));
    }
    path.push_str(random.pick(&["", "/", ".html"]));
    path
}

fn short_path(random: &mut Random, low: usize, high: usize) -> String {
    let segments = random.range(low, high);
    path(random, segments)
}

fn rule(allow: bool, pattern: impl Into<String>) -> Rule {
    Rule {
        allow,
        pattern: pattern.into(),
    }
}

fn write_rules(body: &mut String, rules: &[Rule]) {
    for rule in rules {
        body.push_str(if rule.allow { "Allow: " } else { "Disallow: " });
        body.push_str(&rule.pattern);
        body.push('\n');
    }
}

fn everyone(rules: &[Rule]) -> String {
    let mut body = String::from("User-agent: *\n");
    write_rules(&mut body, rules);
    body
}

fn workload(name: &'static str, body: String, rules: Vec<Rule>, paths: Vec<String>) -> Workload {
    let expected = paths.iter().map(|p| allowed(&rules, p)).collect();
    let urls = paths.iter().map(|p| Url::on_site(p)).collect();
    let body = Body::new(body.into_bytes());
    Workload {
        name,
        body,
        rules,
        urls,
        expected,
    }
}

fn tiny(random: &mut Random) -> Workload {
    let rules = vec![
        rule(false, "/login/"),
        rule(false, "/scripts/"),
        rule(false, "/drafts/"),
        rule(true, "/drafts/shown/"),
        rule(false, "/secret"),
    ];
    let mut paths: Vec<String> = [
        "/",
        "/index.html",
        "/login/form",
        "/drafts/shown/map.png",
        "/drafts/x",
        "/secrets.html",
        "/garden/2025/03/when-to-sow-beans",
        "/scripts/count.cgi?page=1",
    ]
    .map(str::to_owned)
    .to_vec();
    while paths.len() < 64 {
        paths.push(short_path(random, 1, 5));
    }
    workload("W1", everyone(&rules), rules, paths)
}

fn shop(random: &mut Random) -> Workload {
    let literal = [
        (false, "/manage/"),
        (true, "/manage/async.php"),
        (false, "/lib-internal/"),
        (false, "/signin.php"),
        (false, "/rpc.php"),
        (false, "/licence.txt"),
        (false, "/scripts/"),
        (false, "/basket/"),
        (false, "/payment/"),
        (false, "/customer/"),
        (false, "/thank-you/"),
        (false, "/favourites/"),
        (false, "/side-by-side/"),
        (false, "/find/"),
        (false, "/pingback/"),
        (false, "/topic/feed/"),
        (false, "/writer/"),
        (true, "/files/pictures/"),
        (false, "/files/modules/"),
        (false, "/files/temporary/"),
    ];
    let starred = [
        (false, "/*?q="),
        (false, "/*?id="),
        (false, "/*&id="),
        (false, "/*put-in-basket="),
        (false, "/*?sort="),
        (false, "/*?pick_*="),
        (false, "/*/rss/$"),
        (false, "/*.php$"),
        (true, "/*.css$"),
        (true, "/*.js$"),
    ];
    let rules: Vec<Rule> = literal
        .iter()
        .chain(&starred)
        .map(|&(allow, pattern)| rule(allow, pattern))
        .collect();
    let mut body = String::from("# What crawlers may read on https://example.com/\n");
    body.push_str("# Changed on 2025-06-01\nUser-agent: *\n");
    write_rules(&mut body, &rules[..literal.len()]);
    body.push_str("# lists with parameters\n");
    write_rules(&mut body, &rules[literal.len()..]);
    body.push_str("Crawl-delay: 10\n\n");
    body.push_str("User-agent: LinkCounter\nUser-agent: PriceWatcher\nCrawl-delay: 30\n");
    body.push_str("Disallow: /find/\n\nUser-agent: TextCollector\nDisallow: /\n\n");
    body.push_str("Sitemap: https://example.com/sitemap-pages.xml\n");
    body.push_str("Sitemap: https://example.com/sitemap-goods.xml\n");
    let mut paths: Vec<String> = [
        "/",
        "/goods/green-lamp-small/",
        "/goods/green-lamp-small/?put-in-basket=3021",
        "/goods/all/4/?sort=price&page=4",
        "/manage/async.php",
        "/manage/settings.php",
        "/files/pictures/2025/01/lamp-800x600.jpg",
        "/files/modules/shop/view/script/basket.js",
        "/files/looks/plain/main.css",
        "/news/2025/01/20/which-lamp-for-which-room/",
        "/news/2025/01/20/which-lamp-for-which-room/rss/",
        "/?q=lamp",
        "/section/lamps/?pick_colour=green&pick_size=small",
        "/customer/orders/",
        "/writer/ann/",
        "/index.php",
    ]
    .map(str::to_owned)
    .to_vec();
    while paths.len() < 64 {
        let mut next = short_path(random, 1, 5);
        if random.chance(35) {
            let (one, two) = (random.pick(&WORDS), random.pick(&WORDS));
            let value = random.pick(&WORDS);
            next.push_str(&format!("?{one}={}&{two}={value}", random.below(1000)));
        }
        paths.push(next);
    }
    workload("W2", body, rules, paths)
}

fn many_literals(random: &mut Random) -> Workload {
    let mut seen = HashSet::new();
    let mut rules = Vec::new();
    while rules.len() < 5000 {
        let pattern = short_path(random, 2, 5);
        if seen.insert(pattern.clone()) {
            rules.push(rule(random.chance(20), pattern));
        }
    }
    let paths = (0..64)
        .map(|i| {
            if i % 2 == 0 {
                return short_path(random, 2, 6);
            }
            let under = &rules[random.below(rules.len())].pattern;
            format!("{under}{}", random.pick(&["", "/x", "?q=1"]))
        })
        .collect();
    workload("W3", everyone(&rules), rules, paths)
}

fn starred_pattern(random: &mut Random) -> String {
    let mut pattern = match random.below(3) {
        0 => String::from("/"),
        1 => format!("/{}/", segment(random)),
        _ => format!("/{}", segment(random)),
    };
    for _ in 0..random.range(1, 4) {
        pattern.push('*');
        pattern.push_str(&match random.below(5) {
            0 => format!("/{}", segment(random)),
            1 => segment(random),
            2 => format!("?{}=", random.pick(&WORDS)),
            3 => random.pick(&[".html", ".php", ".pdf", ".jpg"]).to_owned(),
            _ => format!("/{}/", segment(random)),
        });
    }
    if random.chance(25) {
        pattern.push('$');
    }
    pattern
}

fn many_stars(random: &mut Random) -> Workload {
    let mut seen = HashSet::new();
    let mut rules = Vec::new();
    while rules.len() < 300 {
        let pattern = starred_pattern(random);
        if seen.insert(pattern.clone()) {
            rules.push(rule(random.chance(20), pattern));
        }
    }
    let paths = (0..64)
        .map(|i| {
            if i % 2 == 1 {
                let from = &rules[random.below(rules.len())].pattern;
                let mut pieces = from.trim_end_matches('$').split('*');
                let mut path = pieces.next().unwrap_or("/").to_owned();
                for piece in pieces {
                    path.push_str(&segment(random));
                    path.push_str(piece);
                }
                return path;
            }
            let mut next = short_path(random, 2, 6);
            if random.chance(40) {
                next.push_str(&format!("?{}={}", random.pick(&WORDS), random.below(1000)));
            }
            next
        })
        .collect();
    workload("W4", everyone(&rules), rules, paths)
}

/// 100 rules of `stars` stars that all but match a path of `octets` octets.
fn hostile(name: &'static str, stars: usize, octets: usize) -> Workload {
    let rules: Vec<Rule> = (0..100)
        .map(|i| rule(false, format!("/{}*b{i}", "*a".repeat(stars - 1))))
        .collect();
    let path = format!("/{}", "a".repeat(octets - 1));
    workload(name, everyone(&rules), rules, vec![path])
}

/// All synthetic workloads, in order.
///
/// # Panics
/// When a workload is not what [`SHAPES`] says: the benchmark would then measure
/// something else than its record.
pub fn all() -> Vec<Workload> {
    let mut random = Random(9309);
    let all = vec![
        tiny(&mut random),
        shop(&mut random),
        many_literals(&mut random),
        many_stars(&mut random),
        hostile("W5", 6, 2000),
        hostile("W5s", 4, 200),
    ];
    for (made, shape) in all.iter().zip(SHAPES) {
        let allowed = made.expected.iter().filter(|&&allowed| allowed).count();
        let (octets, rules) = (made.body.octets.len(), made.rules.len());
        let is = (made.name, octets, rules, made.urls.len(), allowed);
        assert_eq!(is, shape, "the workload is not the recorded one");
    }
    all
}

/// A path from the workloads' vocabulary, for benches without real URLs.
pub fn made_up_path(random: &mut Random) -> String {
    short_path(random, 1, 5)
}

impl Workload {
    /// How many of an engine's answers are wrong.
    pub fn wrong(&self, answers: &[bool]) -> usize {
        let pairs = self.expected.iter().zip(answers);
        pairs.filter(|(right, answer)| right != answer).count()
    }
}
