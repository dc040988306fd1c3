//! W6 with the objects of very many sites in memory: single calls and batches.
//!
//! A queue of URLs jumps from site to site. With as many objects as a crawler
//! keeps, each check begins with a wait for memory. Our objects are copies of
//! those of the real hosts, each with memory of its own; of the peer there are
//! fewer, since thirty times the memory would be needed, which is to its
//! advantage.

use super::corpus::RealFile;
use super::engine::{Engine, Kept};
use super::measure::{Task, interleave};
use super::random::Random;
use super::report::{Report, time, times};
use super::settings::Settings;
use super::workloads::AGENT;
use robots::{Matcher, Options, Verdict};
use std::hint::black_box;
use std::time::Duration;

/// Checks of one batch.
const BATCH: usize = 1000;

/// Checks of one run of the random order.
const CHECKS: usize = 400_000;

fn order(objects: usize, hosts: &[&RealFile], checks: usize) -> Vec<(usize, usize)> {
    let mut random = Random(11);
    let one = |_| {
        let object = random.below(objects);
        (object, random.below(hosts[object % hosts.len()].urls.len()))
    };
    (0..checks).map(one).collect()
}

/// One table: `ours` of our objects and `theirs` of the peer's.
fn table(
    report: &mut Report,
    peer: &dyn Engine,
    hosts: &[&RealFile],
    (ours, theirs): (usize, usize),
    settings: &Settings,
) {
    let checks = if settings.smoke { 1000 } else { CHECKS };
    let compiled: Vec<Matcher> = hosts
        .iter()
        .map(|host| Matcher::compile(&host.body.octets, AGENT, &Options::new()))
        .map(|matcher| matcher.expect("the agent is a product token"))
        .collect();
    let matchers: Vec<Matcher> = (0..ours)
        .map(|at| compiled[at % hosts.len()].clone())
        .collect();
    let questions: Vec<(&Matcher, &str)> = order(ours, hosts, checks)
        .iter()
        .map(|&(object, url)| {
            let url = &hosts[object % hosts.len()].urls[url];
            (&matchers[object], url.full.as_str())
        })
        .collect();
    let kept: Vec<Box<dyn Kept + '_>> = (0..theirs)
        .map(|at| peer.keep(&hosts[at % hosts.len()].body))
        .collect();
    let asked_of_peer = order(theirs, hosts, checks);

    // A batch must answer as single calls do.
    let mut verdicts = vec![Verdict::misuse(); questions.len()];
    Matcher::check_each(&questions, &mut verdicts);
    for ((matcher, url), verdict) in questions.iter().zip(&verdicts) {
        assert_eq!(matcher.check(url), *verdict, "{url}");
    }

    // Where the next batch begins, so that all of the order is seen.
    let (mut single_at, mut batch_at, mut peer_at) = (0, 0, 0);
    let next = |at: &mut usize| {
        let from = *at;
        *at = (from + BATCH) % (checks - BATCH + 1);
        from..from + BATCH
    };
    let mut tasks = vec![
        Task::new(|repeat| {
            for _ in 0..repeat {
                for (matcher, url) in &questions[next(&mut single_at)] {
                    black_box(matcher.check(url));
                }
            }
        }),
        Task::new(|repeat| {
            let mut verdicts = [Verdict::misuse(); BATCH];
            for _ in 0..repeat {
                Matcher::check_each(&questions[next(&mut batch_at)], &mut verdicts);
                black_box(&verdicts);
            }
        }),
        Task::new(|repeat| {
            for _ in 0..repeat {
                for &(object, url) in &asked_of_peer[next(&mut peer_at)] {
                    let host = &hosts[object % hosts.len()];
                    black_box(kept[object].allowed(&host.urls[url]));
                }
            }
        }),
    ];
    // Long enough to come by many objects.
    let long = Settings {
        batch: settings.batch.max(Duration::from_millis(20)),
        engines: Vec::new(),
        ..*settings
    };
    let series = interleave(&mut tasks, &long);
    let of_one = |nanoseconds: f64| time(nanoseconds / BATCH as f64);
    let names = ["robots", "robots, check_each", peer.name()];
    let objects = [ours, ours, theirs];
    let rows: Vec<Vec<String>> = (0..3)
        .map(|at| {
            vec![
                names[at].to_owned(),
                objects[at].to_string(),
                of_one(series[at].median()),
                of_one(series[at].least()),
                times(series[at].ratio(&series[2])),
            ]
        })
        .collect();
    let head = ["engine", "objects", "median", "least", "ratio to the peer"];
    report.table(&head.map(str::to_owned), &rows);
}

/// Warm: one object a host. Cold: more than any cache holds.
pub fn run(
    report: &mut Report,
    engines: &[Box<dyn Engine>],
    hosts: &[RealFile],
    settings: &Settings,
) {
    let mut peers = engines.iter().map(AsRef::as_ref);
    let Some(peer) = peers.find(|engine| engine.name().ends_with("matcher()")) else {
        return;
    };
    let accepted = |host: &&RealFile| peer.answers(&host.body, &host.urls).is_ok();
    let hosts: Vec<&RealFile> = hosts.iter().filter(accepted).collect();
    if hosts.is_empty() {
        return;
    }
    let (many, some) = if settings.smoke {
        (2 * hosts.len(), hosts.len())
    } else {
        (600_000, 20_000)
    };
    for (title, objects) in [
        (
            "W6, hot, a random host each check: batches, warm",
            (hosts.len(), hosts.len()),
        ),
        (
            "W6, hot, a random host each check: cold memory",
            (many, some),
        ),
    ] {
        report.heading(title);
        report.text(&format!(
            "{} hosts; {BATCH} checks of a random URL of a random object at a time.",
            hosts.len(),
        ));
        table(report, peer, &hosts, objects, settings);
    }
}
