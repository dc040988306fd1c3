//! The tables over the real corpus (W6).

use super::corpus::{Corpus, RealFile, URLS_PER_FILE};
use super::crowd;
use super::engine::{Aim, Engine, Kept};
use super::measure::{Series, Spread, Stopwatch, Task, interleave, median};
use super::random::Random;
use super::report::{Report, octets, row, time, times};
use super::settings::Settings;
use super::workloads;
use std::hint::black_box;

/// Passes over the same files; the median time of a file counts.
const PASSES: usize = 5;
/// A single call longer than this is not repeated, in nanoseconds.
const LONG_CALL: f64 = 2e7;
/// Checks of one run of the random order.
const RANDOM_CHECKS: usize = 20_000;

type Engines = [Box<dyn Engine>];

/// The answers of one engine to one file's URLs, if it could.
type Answers = Option<Vec<bool>>;

/// Answers of every engine to every file: `[engine][file]`.
fn answers(engines: &Engines, files: &[RealFile]) -> Vec<Vec<Answers>> {
    let of = |engine: &dyn Engine| -> Vec<Answers> {
        let answer = |file: &RealFile| engine.answers(&file.body, &file.urls).ok();
        files.iter().map(answer).collect()
    };
    engines.iter().map(|engine| of(engine.as_ref())).collect()
}

/// How many answers differ from those of our own profile with that aim.
fn different(
    engines: &Engines,
    answers: &[Vec<Answers>],
    engine: usize,
    aim: Aim,
) -> Option<usize> {
    let law = engines.iter().position(|e| e.ours() && e.aim() == aim)?;
    let files = answers[engine].iter().zip(&answers[law]);
    let count = |(mine, right): (&Answers, &Answers)| match (mine, right) {
        (Some(mine), Some(right)) => mine.iter().zip(right).filter(|(a, b)| a != b).count(),
        _ => 0,
    };
    Some(files.map(count).sum())
}

/// The peer with the least mean; ratios are to it.
fn best_peer(engines: &Engines, means: &[f64]) -> Option<usize> {
    let peers = (0..engines.len()).filter(|&at| !engines[at].ours() && means[at].is_finite());
    peers.min_by(|&a, &b| means[a].total_cmp(&means[b]))
}

/// One kind of work on a file.
struct Work {
    title: &'static str,
    /// Whether the figure is also given in octets of file a second.
    rate: bool,
    asked_of: fn(&dyn Engine) -> bool,
    once: fn(&dyn Engine, &RealFile),
}

const WORK: [Work; 4] = [
    Work {
        title: "parse only",
        rate: true,
        asked_of: |engine| engine.own_parser(),
        once: |engine, file| engine.parse(&file.body, 1),
    },
    Work {
        title: "one-shot",
        rate: true,
        asked_of: |engine| !engine.checks_only(),
        once: |engine, file| {
            engine.one_shot(&file.body, &file.urls[..1], 1);
        },
    },
    Work {
        title: "parse + compile",
        rate: true,
        asked_of: |engine| !engine.checks_only() && !engine.reparses(),
        once: |engine, file| engine.compile(&file.body, 1),
    },
    Work {
        title: "parse + compile + 20 URLs",
        rate: false,
        asked_of: |_| true,
        once: |engine, file| {
            engine.session(&file.body, &file.urls);
        },
    },
];

/// The median time of each file: `[engine][file]`, NaN where not asked.
///
/// An engine that runs after a sibling finds its code in the caches, and even the
/// file's branches foreseen; one that runs after a big stranger does not. So
/// before each call the engine does the same work on another file, untimed, and
/// the order is drawn anew each time.
fn typical_times(
    work: &Work,
    engines: &Engines,
    files: &[RealFile],
    answers: &[Vec<Answers>],
    (warm, passes): (&RealFile, usize),
) -> Vec<Vec<f64>> {
    let watch = Stopwatch::new();
    let mut random = Random(8);
    let mut order: Vec<usize> = (0..engines.len()).collect();
    let mut typical = vec![vec![f64::NAN; files.len()]; engines.len()];
    for (at, file) in files.iter().enumerate() {
        let mut figures = vec![Vec::new(); engines.len()];
        for _ in 0..passes {
            random.shuffle(&mut order);
            for &who in &order {
                let engine = engines[who].as_ref();
                let asked = (work.asked_of)(engine) && answers[who][at].is_some();
                let long = figures[who].first().is_some_and(|&first| first > LONG_CALL);
                if asked && !long {
                    (work.once)(engine, warm);
                    // Nobody pays for bringing the file nearer.
                    black_box(file.body.octets.iter().fold(0_u8, |sum, octet| sum ^ octet));
                    black_box(file.body.text.bytes().fold(0_u8, |sum, octet| sum ^ octet));
                    figures[who].push(watch.time(|| (work.once)(engine, file)));
                }
            }
        }
        for (typical, figures) in typical.iter_mut().zip(figures) {
            typical[at] = median(figures);
        }
    }
    typical
}

/// The shop of W2: a file of middling size with a little of everything.
fn warm_up_file() -> RealFile {
    let mut workloads = workloads::all();
    let shop = workloads.swap_remove(1);
    RealFile {
        body: shop.body,
        urls: shop.urls[..URLS_PER_FILE].to_vec(),
    }
}

fn per_file(
    report: &mut Report,
    corpus: &Corpus,
    engines: &Engines,
    settings: &Settings,
    answers: &[Vec<Answers>],
) {
    let files = &corpus.files;
    let passes = if settings.smoke { 1 } else { PASSES };
    let warm = warm_up_file();
    for work in &WORK {
        report.heading(&format!("W6, {}: per file", work.title));
        let typical = typical_times(work, engines, files, answers, (&warm, passes));
        let spreads: Vec<Spread> = typical
            .iter()
            .map(|figures| {
                let mut spread = Spread::default();
                let known = figures.iter().filter(|figure| !figure.is_nan());
                known.for_each(|&figure| spread.add(figure, 1.0));
                spread
            })
            .collect();
        let means: Vec<f64> = spreads.iter().map(Spread::mean).collect();
        // A peer that leaves out the large files has no claim to be the best.
        let complete = |at: usize| spreads[at].len() == files.len();
        let fit: Vec<f64> = (0..means.len())
            .map(|at| if complete(at) { means[at] } else { f64::NAN })
            .collect();
        let best = best_peer(engines, &fit);
        let mut rows = Vec::new();
        for (at, engine) in engines.iter().enumerate() {
            if !(work.asked_of)(engine.as_ref()) {
                continue;
            }
            let ratio = best.map_or(f64::NAN, |best| {
                let both = typical[at]
                    .iter()
                    .zip(&typical[best])
                    .filter(|(a, _)| !a.is_nan());
                let (mine, peers) = both.fold((0.0, 0.0), |(a, b), (x, y)| (a + x, b + y));
                mine / peers
            });
            let middle = best.map_or(f64::NAN, |best| {
                let both = typical[at].iter().zip(&typical[best]);
                median(both.map(|(a, b)| a / b).filter(|r| !r.is_nan()).collect())
            });
            let octets: usize = (0..files.len())
                .filter(|&file| !typical[at][file].is_nan())
                .map(|file| files[file].body.octets.len())
                .sum();
            let rate = octets as f64 / (means[at] * spreads[at].len() as f64) * 1e3;
            let [p50, p90, p99, max] = spreads[at].at([0.5, 0.9, 0.99, 1.0]).map(time);
            let rate = if work.rate {
                format!("{rate:.0}")
            } else {
                "-".to_owned()
            };
            let (mean, ratio, middle) = (time(means[at]), times(ratio), times(middle));
            let failed = (files.len() - spreads[at].len()).to_string();
            rows.push(row([
                engine.name(),
                &p50,
                &p90,
                &p99,
                &max,
                &mean,
                &ratio,
                &middle,
                &rate,
                &failed,
            ]));
        }
        let head = row([
            "engine",
            "p50",
            "p90",
            "p99",
            "max",
            "mean",
            "mean/best",
            "p50 of ratios",
            "MB/s",
            "files refused",
        ]);
        report.table(&head, &rows);
    }
}

fn verdicts(report: &mut Report, engines: &Engines, answers: &[Vec<Answers>], title: &str) {
    report.heading(title);
    let mut rows = Vec::new();
    for (at, engine) in engines.iter().enumerate() {
        let given: usize = answers[at].iter().flatten().map(Vec::len).sum();
        let refused = answers[at].iter().filter(|answer| answer.is_none()).count();
        let [rfc, google] = [Aim::Rfc9309, Aim::Google].map(|aim| {
            let count = different(engines, answers, at, aim);
            let mark = if engine.aim() == aim {
                ""
            } else {
                " (not its aim)"
            };
            count.map_or("-".to_owned(), |count| format!("{count}{mark}"))
        });
        let (given, refused) = (given.to_string(), refused.to_string());
        rows.push(row([engine.name(), &given, &rfc, &google, &refused]));
    }
    let head = row([
        "engine",
        "answers",
        "differ from rfc9309",
        "differ from google",
        "files refused",
    ]);
    report.table(&head, &rows);
}

/// Per host: every engine's object warmed and run over the host's URLs; `[engine]`
/// a spread over URLs. `checks` is the length of one timed loop.
fn host_loops(
    engines: &Engines,
    hosts: &[RealFile],
    kept: &[Vec<Option<Box<dyn Kept + '_>>>],
    checks: fn(&RealFile) -> u64,
    rounds: usize,
) -> Vec<Spread> {
    let watch = Stopwatch::new();
    let mut spreads = vec![Spread::default(); engines.len()];
    for (at, host) in hosts.iter().enumerate() {
        let mut figures = vec![Vec::new(); engines.len()];
        for round in 0..rounds {
            for turn in 0..engines.len() {
                let who = (turn + round + at) % engines.len();
                let Some(kept) = &kept[who][at] else { continue };
                // One pass to warm up; then the loop, unless a pass is long.
                let pass = watch.time(|| {
                    kept.run(&host.urls, host.urls.len() as u64);
                });
                let count = if pass > 1e6 {
                    host.urls.len() as u64
                } else {
                    checks(host)
                };
                let took = watch.time(|| {
                    kept.run(&host.urls, count);
                });
                figures[who].push(took / count as f64);
            }
        }
        for (spread, figures) in spreads.iter_mut().zip(figures) {
            if !figures.is_empty() {
                spread.add(median(figures), host.urls.len() as f64);
            }
        }
    }
    spreads
}

fn loop_table(report: &mut Report, engines: &Engines, spreads: &[Spread]) {
    let means: Vec<f64> = spreads.iter().map(Spread::mean).collect();
    let best = best_peer(engines, &means);
    let mut rows = Vec::new();
    for (at, engine) in engines.iter().enumerate() {
        let [p50, p90, p99, max] = spreads[at].at([0.5, 0.9, 0.99, 1.0]).map(time);
        let ratio = times(best.map_or(f64::NAN, |best| means[at] / means[best]));
        let (mean, count) = (time(means[at]), spreads[at].len().to_string());
        rows.push(row([
            engine.name(),
            &p50,
            &p90,
            &p99,
            &max,
            &mean,
            &ratio,
            &count,
        ]));
    }
    let head = row([
        "engine",
        "p50",
        "p90",
        "p99",
        "max",
        "mean",
        "mean/best",
        "hosts",
    ]);
    report.table(&head, &rows);
}

fn hot(report: &mut Report, engines: &Engines, hosts: &[RealFile], settings: &Settings) {
    let known = answers(engines, hosts);
    verdicts(
        report,
        engines,
        &known,
        "W6, verdicts on the hosts' own URLs",
    );
    let kept: Vec<Vec<Option<Box<dyn Kept + '_>>>> = engines
        .iter()
        .zip(&known)
        .map(|(engine, known)| {
            hosts
                .iter()
                .zip(known)
                .map(|(host, known)| known.as_ref().map(|_| engine.keep(&host.body)))
                .collect()
        })
        .collect();
    let urls: usize = hosts.iter().map(|host| host.urls.len()).sum();
    let rounds = if settings.smoke { 1 } else { 5 };
    report.heading("W6, hot, short loops: per URL");
    report.text(&format!(
        "{} hosts, {urls} URLs of their own, four passes over a host's URLs at a time, engines \
         in turn on each host; the figures of a host count once for each of its URLs.",
        hosts.len(),
    ));
    let spreads = host_loops(
        engines,
        hosts,
        &kept,
        |host| host.urls.len() as u64 * 4,
        rounds,
    );
    loop_table(report, engines, &spreads);

    report.heading("W6, hot, long loops: per URL");
    report.text("As above, 5,000 checks at a time (one pass, where that takes over 1 ms).");
    let some = &hosts[..hosts.len().min(300)];
    let spreads = host_loops(engines, some, &kept, |_| 5000, rounds.min(3));
    loop_table(report, engines, &spreads);

    report.heading("W6, hot, a random host each check: per URL");
    let everyone = |host: usize| known.iter().all(|known| known[host].is_some());
    let shared: Vec<usize> = (0..hosts.len()).filter(|&host| everyone(host)).collect();
    if shared.is_empty() {
        report.text("No host that every engine accepts.");
        return;
    }
    report.text(&format!(
        "{} hosts that every engine accepts, all objects in memory, {RANDOM_CHECKS} checks of a \
         random URL of a random host.",
        shared.len(),
    ));
    let mut random = Random(7);
    let order: Vec<(usize, usize)> = (0..RANDOM_CHECKS)
        .map(|_| {
            let host = shared[random.below(shared.len())];
            (host, random.below(hosts[host].urls.len()))
        })
        .collect();
    let mut tasks: Vec<Task<'_>> = kept
        .iter()
        .map(|kept| {
            Task::new(|times| {
                for &(host, url) in order.iter().cycle().take(times as usize) {
                    let kept = kept[host].as_deref();
                    black_box(kept.map(|kept| kept.allowed(&hosts[host].urls[url])));
                }
            })
        })
        .collect();
    // Batches of at least one run of the order, so that all see all of it.
    let long = Settings {
        batch: settings.batch.max(std::time::Duration::from_millis(20)),
        engines: Vec::new(),
        ..*settings
    };
    let series: Vec<Series> = interleave(&mut tasks, &long);
    let medians: Vec<f64> = series.iter().map(Series::median).collect();
    let best = best_peer(engines, &medians);
    let rows: Vec<Vec<String>> = engines
        .iter()
        .zip(&series)
        .map(|(engine, figures)| {
            let ratio = best.map_or(f64::NAN, |best| figures.ratio(&series[best]));
            let (median, least) = (time(figures.median()), time(figures.least()));
            row([engine.name(), &median, &least, &times(ratio)])
        })
        .collect();
    report.table(&row(["engine", "median", "least", "ratio to best"]), &rows);
}

/// Everything about the corpus.
pub fn run(report: &mut Report, corpus: &Corpus, engines: &Engines, settings: &Settings) {
    report.heading("W6: the real corpus");
    report.text(&corpus.about);
    let largest = corpus.files.iter().map(|file| file.body.octets.len()).max();
    report.text(&format!(
        "Single calls, median of {PASSES} passes, engines in random order on each \
         file. Largest file: {} octets. mean/best: sum of times over that of the fastest peer that \
         accepts every file, on the files both accept.",
        octets(largest.unwrap_or(0) as f64),
    ));
    let known = answers(engines, &corpus.files);
    verdicts(report, engines, &known, "W6, verdicts: 20 URLs a file");
    per_file(report, corpus, engines, settings, &known);
    if corpus.hosts.is_empty() {
        report.text("No URLs of the files' own hosts, so no hot figures.");
    } else {
        hot(report, engines, &corpus.hosts, settings);
        crowd::run(report, engines, &corpus.hosts, settings);
    }
}
