//! How time grows with awkward inputs: a growth exponent for each family.
//!
//! The exponent is the slope of log(time) over log(size), least squares over the
//! sizes measured. Times are CPU time, least of five batches. Writes
//! `scaling.md`.

mod common;

use common::engine::Engine;
use common::families::{Case, FAMILIES, Family};
use common::measure::{calibrate, cpu, growth};
use common::report::{Report, time};
use common::settings::Settings;
use std::time::Duration;

/// An engine that took longer than this is not put to the next size.
const ENOUGH: Duration = Duration::from_millis(100);
/// Above the bound by more than these, over all sizes and in the last step, is
/// worth a mark. A cache left behind or another way of matching taken up shows in
/// one of the two only.
const MARGIN: f64 = 0.35;
const LAST_MARGIN: f64 = 0.3;

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
        let urls = std::slice::from_ref(&case.url);
        let answer = match stopped {
            None => engine.answers(&case.body, urls),
            Some(_) => Err(String::new()),
        };
        let wrong = answer
            .as_ref()
            .is_ok_and(|answer| answer != &[case.allowed]);
        let dropped = wrong && engine.ours() && family.may_drop();
        let may = !wrong || dropped || !engine.ours();
        assert!(may, "{}: our answer at {size} is wrong", family.name);
        if answer.is_err() {
            stopped = stopped.or(Some("cannot"));
        }
        if let Some(why) = stopped {
            row.push(why.to_owned());
            continue;
        }
        let took = once(question, engine, case, settings);
        if !dropped {
            points.push((size as f64, took));
        }
        let mark = match (dropped, wrong) {
            (true, _) => " dropped",
            (false, true) => " WRONG",
            (false, false) => "",
        };
        row.push(time(took * 1e9) + mark);
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
    let above = slope > family.bound + MARGIN && last > family.bound + LAST_MARGIN;
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
         0.35 over all sizes and by 0.3 in the last step. An engine that took over 100 \
         ms is not put to larger sizes. WRONG: its verdict; dropped: our verdict is that of the \
         file without the rule, whose line is over our limit.",
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
    report.save("scaling", None, &settings);
}
