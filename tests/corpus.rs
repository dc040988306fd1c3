//! Real robots.txt files: every one of them, both profiles, three crawlers.
//!
//! `ROBOTS_CORPUS` names a directory whose `files` holds them, one file each.
//! They belong to their sites and are no part of this project, so `cargo test`
//! leaves these tests out unless `--test corpus` asks for them. Nothing may
//! panic, every way to ask must give the same verdict, stored matchers come back
//! as they were, and with the feature `dense` the dense form of every group that
//! fits must agree with the default form. Memory is printed:
//!
//! ```text
//! ROBOTS_CORPUS=… cargo test --features fetch,store,dense,idn --test corpus -- --nocapture
//! ```

#[path = "support/counting.rs"]
#[allow(dead_code)]
mod counting;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::{env, fs, thread};

use counting::measured;
use robots::{Matcher, Options, RobotsTxt, check_with};

/// Rules of a file that questions are made from.
const RULES: usize = 8;

/// The files; without any there is nothing to test, which is an error.
fn files() -> Vec<PathBuf> {
    let corpus = env::var_os("ROBOTS_CORPUS").expect("ROBOTS_CORPUS names the real files");
    let folder = Path::new(&corpus).join("files");
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| {
        panic!("ROBOTS_CORPUS: {}: {error}", folder.display());
    });
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a folder that can be read").path())
        .collect();
    assert!(!files.is_empty(), "no files in {}", folder.display());
    files.sort();
    files
}

/// Runs `check` over all items on all cores; a panic names the item.
fn for_each<T: Sync>(items: &[T], name: impl Fn(&T) -> String + Sync, check: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(item) = items.get(next.fetch_add(1, Relaxed)) {
            let outcome = catch_unwind(AssertUnwindSafe(|| check(item)));
            assert!(outcome.is_ok(), "at {}", name(item));
        }
    };
    let cores = thread::available_parallelism().map_or(1, |cores| cores.get());
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(work);
        }
    });
}

/// The most memory this process has used so far, where the system tells.
fn peak_memory() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or("unknown".into(), |peak| peak.trim().into())
}

/// Paths that patterns match, or nearly.
fn paths<'a>(patterns: impl Iterator<Item = &'a [u8]>) -> Vec<Vec<u8>> {
    let mut paths: Vec<Vec<u8>> = vec![b"/".into(), b"/robots.txt".into()];
    for pattern in patterns {
        let mut path = vec![b'/'];
        let text = pattern.strip_prefix(b"/").unwrap_or(pattern);
        for octet in text.strip_suffix(b"$").unwrap_or(text) {
            match octet {
                b'*' => path.extend_from_slice(b"x/"),
                octet => path.push(*octet),
            }
        }
        paths.push([&path[..], b"more"].concat());
        paths.push(path[..1 + path.len() / 2].to_vec());
        paths.push(path);
    }
    paths
}

/// Some rules of the file, from its beginning to its end.
fn sample(txt: &RobotsTxt) -> Vec<Vec<u8>> {
    let count = txt.rules().len();
    let rules = (0..RULES.min(count)).filter_map(|i| txt.rule(i * count / RULES.min(count)));
    let patterns: Vec<&[u8]> = rules.map(|rule| rule.pattern).collect();
    paths(patterns.into_iter())
}

/// The first product token that the file names.
fn named_agent(txt: &RobotsTxt) -> Option<String> {
    let agents = txt.groups().flat_map(|group| group.agents());
    let token = |value: &[u8]| -> String {
        let is_token = |octet: &&u8| octet.is_ascii_alphabetic() || b"-_".contains(octet);
        let token = value.iter().take_while(is_token);
        token.map(|octet| char::from(*octet)).collect()
    };
    let mut tokens = agents.map(|agent| token(agent.value));
    tokens.find(|token| !token.is_empty())
}

#[test]
fn every_way_to_ask_gives_one_verdict() {
    let files = files();
    let (octets, questions) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let name = |file: &PathBuf| file.display().to_string();
    for_each(&files, name, |file| {
        let body = fs::read(file).expect("a file that can be read");
        octets.fetch_add(body.len(), Relaxed);
        for options in [Options::new(), Options::google()] {
            let txt = RobotsTxt::parse_with(&body, &options);
            let named = named_agent(&txt).unwrap_or("bingbot".into());
            let paths = sample(&txt);
            for agent in ["Googlebot", &named, "ExampleBot"] {
                let parsed = txt.matcher(agent).expect("a token");
                let compiled = Matcher::compile(&body, agent, &options).expect("a token");
                for path in &paths {
                    let url = [b"https://site.example", &path[..]].concat();
                    let verdict = parsed.check(&url);
                    let context = || format!("{options:?} {agent} {}", url.escape_ascii());
                    assert_eq!(compiled.check(&url), verdict, "compile: {}", context());
                    let once = check_with(&body, agent, &url, &options);
                    assert_eq!(once, verdict, "check_with: {}", context());
                    if let Some(rule) = verdict.rule_index() {
                        let rule = txt.rule(rule).expect("the rule of a verdict");
                        assert_eq!(rule.line, verdict.line, "{}", context());
                    }
                }
                questions.fetch_add(paths.len(), Relaxed);
            }
        }
    });
    println!(
        "{} files, {:.1} MB: {} questions asked in three ways, peak memory {}",
        files.len(),
        octets.into_inner() as f64 / 1e6,
        questions.into_inner(),
        peak_memory()
    );
}

#[test]
fn stored_matchers_come_back() {
    let files = files();
    let name = |file: &PathBuf| file.display().to_string();
    for_each(&files, name, |file| {
        let body = fs::read(file).expect("a file that can be read");
        for options in [Options::new(), Options::google()] {
            let paths = sample(&RobotsTxt::parse_with(&body, &options));
            for agent in ["*", "Googlebot"] {
                let matcher = Matcher::compile(&body, agent, &options).expect("a token");
                let bytes = matcher.to_bytes();
                let again = Matcher::from_bytes(&bytes).expect("its own bytes");
                assert_eq!(again.to_bytes(), bytes);
                for path in &paths {
                    assert_eq!(again.check_path(path), matcher.check_path(path));
                }
            }
        }
    });
}

/// What a real file costs at most, and all of them on average, in multiples of
/// their octets, beside what the smallest one costs. Any file at all:
/// tests/hostile.rs.
#[test]
fn memory_is_a_small_multiple_of_the_file() {
    const LEAST: usize = 4096;
    /// What, most of one file, most on average.
    const LIMITS: [(&str, usize, f64); 5] = [
        ("parsing", 12, 3.0),
        ("a parsed file", 4, 1.0),
        // Those with more than a thousand star rules.
        ("compiling", 40, 4.0),
        ("a matcher", 10, 1.0),
        ("a one-shot check", 2, 1.0),
    ];

    let files = files();
    let (sums, most): ([AtomicUsize; 5], [AtomicUsize; 5]) = Default::default();
    let all = AtomicUsize::new(0);
    let name = |file: &PathBuf| file.display().to_string();
    for_each(&files, name, |file| {
        let body = fs::read(file).expect("a file that can be read");
        let within = |index: usize, octets: usize| {
            let (what, times, _) = LIMITS[index];
            let beyond = octets.saturating_sub(LEAST);
            assert!(beyond <= times * body.len(), "{what}: {octets} octets");
            sums[index].fetch_add(octets, Relaxed);
            most[index].fetch_max(100 * beyond / body.len().max(1), Relaxed);
        };
        for options in [Options::new(), Options::google()] {
            let (txt, heap) = measured(|| RobotsTxt::parse_with(&body, &options));
            within(0, heap.peak);
            within(1, heap.kept);
            assert_eq!(heap.kept, txt.memory_usage());
            let compile = || Matcher::compile(&body, "ExampleBot", &options);
            let (matcher, heap) = measured(compile);
            within(2, heap.peak);
            within(3, heap.kept);
            drop(matcher);
            let url = "https://site.example/a/b?c";
            let (_, heap) = measured(|| check_with(&body, "ExampleBot", url, &options));
            within(4, heap.peak);
            assert_eq!(heap.kept, 0);
            all.fetch_add(body.len(), Relaxed);
        }
    });
    let all = all.into_inner() as f64;
    for (index, (what, _, mean)) in LIMITS.into_iter().enumerate() {
        let (sum, most) = (sums[index].load(Relaxed), most[index].load(Relaxed));
        let (sum, most) = (sum as f64 / all, most as f64 / 100.0);
        println!("{what}: {sum:.2} octets for each of the file on average, {most:.2} at most");
        assert!(sum <= mean, "{what}");
    }
}

/// Each distinct group on its own, asked for paths made from its rules.
#[cfg(feature = "dense")]
#[test]
fn dense_form_agrees() {
    use std::collections::HashSet;

    let files = files();
    let mut groups: HashSet<Vec<u8>> = HashSet::new();
    for file in &files {
        let body = fs::read(file).expect("a file that can be read");
        for group in RobotsTxt::parse(&body).groups() {
            let mut body = b"user-agent: *\n".to_vec();
            for rule in group.rules() {
                body.extend_from_slice(if rule.allow { b"allow:" } else { b"disallow:" });
                body.extend_from_slice(rule.pattern);
                body.push(b'\n');
            }
            groups.insert(body);
        }
    }
    let groups: Vec<Vec<u8>> = groups.into_iter().collect();
    let (ruled, dense) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let name = |body: &Vec<u8>| body[..body.len().min(400)].escape_ascii().to_string();
    for_each(&groups, name, |body| {
        let options = Options::new();
        let default = Matcher::compile(body, "a", &options).expect("a token");
        ruled.fetch_add(usize::from(default.memory_usage() > 0), Relaxed);
        let matcher = Matcher::compile_dense(body, "a", &options).expect("a token");
        if !matcher.is_dense() {
            return;
        }
        dense.fetch_add(1, Relaxed);
        let txt = RobotsTxt::parse(body);
        for path in paths(txt.rules().map(|rule| rule.pattern)) {
            let (have, want) = (matcher.check_path(&path), default.check_path(&path));
            assert_eq!(have, want, "{}", path.escape_ascii());
        }
    });
    println!(
        "{} of {} distinct groups with rules fit the dense form; all agree",
        dense.into_inner(),
        ruled.into_inner()
    );
}
