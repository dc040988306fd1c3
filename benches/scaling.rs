//! How time grows with awkward inputs: a growth exponent for each family.
//!
//! The exponent is the slope of log(time) over log(size), least squares over the
//! sizes measured. Times are CPU time, least of five batches. Writes
//! `scaling.md`.

mod common;

use common::families::{Case, FAMILIES, Family};
use common::measure::{calibrate, cpu, growth};
use common::peers::Engine;
use common::report::{Report, time};
use common::settings::Settings;
use std::time::Duration;

/// An engine that took longer than this is not put to the next size.
const ENOUGH: Duration = Duration::from_millis(100);
/// Above the bound by more than this is worth a mark: over all sizes, and in the
/// last step, where a cache left behind can look like growth.
const MARGIN: f64 = 0.3;
const LAST_MARGIN: f64 = 0.6;

/// What is timed: the one-shot for all, and the rest for our own engines.
#[derive(Clone, Copy)]
enum Question {
    OneShot,
    Compile,
    Hot,
}

fn once(question: Question, engine: &dyn Engine, case: &Case, settings: &Settings) -> f64 {
    let urls = std::slice::from_ref(&case.url);
    let kept = match question {
        Question::Hot => Some(engine.keep(&case.body)),
        _ => None,
    };
    let mut run = |times| match &kept {
        Some(kept) => {
            kept.run(urls, times);
        }
        None if matches!(question, Question::Compile) => engine.compile(&case.body, times),
        None => {
            engine.one_shot(&case.body, urls, times);
        }
    };
    let (times, first) = calibrate(&mut run, settings.batch);
    if first > ENOUGH {
        return first.as_secs_f64();
    }
    let batches = (0..5).map(|_| cpu(|| run(times)).as_secs_f64() / times as f64);
    batches.fold(f64::INFINITY, f64::min)
}

/// One row: seconds at the sizes, the exponent, the mark.
fn row(
    name: &str,
    family: &Family,
    cases: &[Case],
    settings: &Settings,
    (question, engine): (Question, &dyn Engine),
) -> Vec<String> {
    let mut row = vec![name.to_owned()];
    let mut points = Vec::new();
    let mut stopped: Option<&str> = None;
    for (case, &size) in cases.iter().zip(family.sizes) {
        if stopped.is_none() && engine.answers(&case.body, &[]).is_err() {
            stopped = Some("cannot");
        }
        if let Some(why) = stopped {
            row.push(why.to_owned());
            continue;
        }
        let took = once(question, engine, case, settings);
        points.push((size as f64, took));
        row.push(time(took * 1e9));
        if took > ENOUGH.as_secs_f64() {
            stopped = Some("stopped");
        }
    }
    if points.len() < 2 {
        row.extend(["-".to_owned(), String::new()]);
        return row;
    }
    let slope = growth(&points);
    let last = growth(&points[points.len() - 2..]);
    let above = slope > family.bound + MARGIN || last > family.bound + LAST_MARGIN;
    row.push(format!("{slope:.2} ({last:.2})"));
    row.push(if above { "above" } else { "" }.to_owned());
    row
}

fn main() {
    let settings = Settings::read();
    let engines = settings.engines();
    let mut report = Report::new("Growth");
    report.text(
        "Exponent: slope of log(time) over log(size), in brackets that of the last step. Linear \
         work has the bound named with the family; `above` marks what exceeds it by more than \
         0.3 over all sizes or 0.6 in the last step. An engine that took over 100 ms is not put to larger sizes.",
    );
    for family in &FAMILIES {
        report.heading(&format!(
            "{}: {} (bound {})",
            family.name, family.what, family.bound
        ));
        let sizes = if settings.smoke {
            1
        } else {
            family.sizes.len()
        };
        let cases: Vec<Case> = family.sizes[..sizes]
            .iter()
            .map(|&n| (family.make)(n))
            .collect();
        let mut rows = Vec::new();
        for engine in engines.iter().map(AsRef::as_ref) {
            if engine.checks_only() {
                continue;
            }
            let name = engine.name();
            let mut add = |title: String, question| {
                rows.push(row(&title, family, &cases, &settings, (question, engine)));
            };
            add(format!("{name}: one-shot"), Question::OneShot);
            if engine.ours() {
                add(format!("{name}: compile"), Question::Compile);
                add(format!("{name}: hot"), Question::Hot);
            }
        }
        let mut head = vec!["engine".to_owned()];
        head.extend(family.sizes[..sizes].iter().map(usize::to_string));
        head.extend(["exponent (last)".to_owned(), String::new()]);
        report.table(&head, &rows);
    }
    report.save("scaling", None);
}
