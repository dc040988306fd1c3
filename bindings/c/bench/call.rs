//! What a check costs when Rust calls it, on a workload that `call.c` then gets
//! too. `run.sh` runs both and sets the numbers side by side.
//!
//! Usage: call FOLDER. Writes NAME.txt and NAME.urls there, and prints a line
//! `rust CALL NAME NANOSECONDS CHECKSUM` for each measurement.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Instant;
use std::{env, fs};

use robots::{RobotsTxt, Verdict};

const URLS: usize = 1000;
/// Each measurement is the best of so many, of so many rounds each: what else
/// runs on the machine can only add.
const SAMPLES: usize = 25;
const ROUNDS: usize = 10;

fn main() {
    // cargo hands over `--bench`; as a test there is nothing to measure.
    let folder = env::args().skip(1).find(|word| !word.starts_with('-'));
    let Some(folder) = folder.map(PathBuf::from) else {
        return;
    };
    for (name, rules) in [("small", 12), ("large", 2000)] {
        let (body, urls) = workload(rules);
        fs::write(folder.join(format!("{name}.txt")), &body).expect("a folder to write to");
        fs::write(folder.join(format!("{name}.urls")), urls.join("\n") + "\n").expect("the same");
        let matcher = RobotsTxt::parse(&body)
            .matcher("ExampleBot")
            .expect("a token");
        let (ns, sum) = measure(|| urls.iter().map(|url| weight(&matcher.check(url))).sum());
        println!("rust check {name} {ns:.1} {sum}");
        let mut out = vec![Verdict::misuse(); urls.len()];
        let (ns, sum) = measure(|| {
            matcher.check_many(&urls, &mut out);
            out.iter().map(weight).sum()
        });
        println!("rust check_many {name} {ns:.1} {sum}");
    }
}

/// Every field that decides something, so that no answer is left out.
fn weight(verdict: &Verdict) -> u64 {
    u64::from(verdict.allowed) + 2 * u64::from(verdict.line) + 3 * u64::from(verdict.octets)
}

/// Nanoseconds for one URL, and what the answers add up to.
fn measure(mut run: impl FnMut() -> u64) -> (f64, u64) {
    let mut sum = 0;
    let best = (0..SAMPLES)
        .map(|_| {
            let start = Instant::now();
            for _ in 0..ROUNDS {
                sum = std::hint::black_box(run());
            }
            start.elapsed().as_nanos() as f64 / (ROUNDS * URLS) as f64
        })
        .fold(f64::INFINITY, f64::min);
    (best, sum)
}

/// Rules over folders with a few stars, and URLs of which about half meet one.
fn workload(rules: usize) -> (String, Vec<String>) {
    const WORDS: [&str; 12] = [
        "archive", "blog", "cart", "data", "forum", "help", "images", "login", "news", "private",
        "search", "tmp",
    ];
    let mut seed = 9309u64;
    let mut draw = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize % below
    };
    let mut body = String::from("User-agent: *\n");
    for index in 0..rules {
        let key = ["Allow", "Disallow", "Disallow"][draw(3)];
        let word = WORDS[draw(WORDS.len())];
        let tail = if index % 40 == 7 {
            "/*.php"
        } else {
            ["", "/", "$"][draw(3)]
        };
        writeln!(body, "{key}: /{word}/{index}{tail}").expect("a string");
    }
    let urls = (0..URLS)
        .map(|_| {
            let word = WORDS[draw(WORDS.len())];
            let index = draw(2 * rules);
            let page = draw(100_000);
            format!("https://www.site.example/{word}/{index}/page-{page}.php?from=search")
        })
        .collect();
    (body, urls)
}
