//! Heap kept by one compiled object, and the most in use while it is made.
//!
//! A program of its own: its counting allocator would slow down the engines
//! that allocate most, so nothing is timed here. Writes `heap.md`.

mod common;

use allocation_counter::{AllocationInfo, measure};
use common::corpus;
use common::engine::Engine;
use common::measure::Spread;
use common::report::{Report, octets, row};
use common::settings::Settings;
use common::workloads::Body;

/// Octets requested to make and keep the object, without the allocator's own.
fn heap(engine: &dyn Engine, body: &Body) -> AllocationInfo {
    let mut kept = None;
    measure(|| kept = Some(engine.keep(body)))
}

fn name(engine: &dyn Engine) -> String {
    let body = if engine.keeps_body() { " (+ file)" } else { "" };
    format!("{}{body}", engine.name())
}

fn main() {
    let settings = Settings::read();
    let mut engines = settings.engines();
    engines.retain(|engine| !engine.checks_only());
    let mut report = Report::new("Heap of one compiled object");
    report.text(
        "Octets asked of the allocator and still held once the object is made, and in brackets \
         the most held on the way. (+ file): the file's own octets must be kept as well and are \
         not counted.",
    );

    report.heading("Synthetic workloads: held (most)");
    let workloads = settings.workloads();
    let mut head = vec!["engine".to_owned()];
    head.extend(
        workloads
            .iter()
            .map(|w| format!("{} ({} B)", w.name, w.body.octets.len())),
    );
    let mut rows = Vec::new();
    for engine in &engines {
        let mut row = vec![name(engine.as_ref())];
        for workload in &workloads {
            let info = heap(engine.as_ref(), &workload.body);
            let held = octets(info.bytes_current as f64);
            row.push(format!("{held} ({})", octets(info.bytes_max as f64)));
        }
        rows.push(row);
    }
    report.table(&head, &rows);

    if let Some(corpus) = corpus::load(&settings) {
        report.heading("W6, held per file");
        report.text(&corpus.about);
        let files = &corpus.files;
        let size: usize = files.iter().map(|file| file.body.octets.len()).sum();
        let mut rows = Vec::new();
        for engine in &engines {
            let (mut spread, mut all) = (Spread::default(), 0);
            for file in files {
                if engine.answers(&file.body, &[]).is_ok() {
                    let info = heap(engine.as_ref(), &file.body);
                    spread.add(info.bytes_current as f64, 1.0);
                    all += file.body.octets.len();
                }
            }
            let [p50, p90, p99, max] = spread.at([0.5, 0.9, 0.99, 1.0]).map(octets);
            let share = spread.mean() * spread.len() as f64 / all as f64;
            let (mean, share) = (octets(spread.mean()), format!("{share:.2}"));
            let (name, refused) = (
                name(engine.as_ref()),
                (files.len() - spread.len()).to_string(),
            );
            rows.push(row([
                &name, &p50, &p90, &p99, &max, &mean, &share, &refused,
            ]));
        }
        report.text(&format!(
            "Mean file: {} octets.",
            octets(size as f64 / files.len() as f64)
        ));
        let head = row([
            "engine",
            "p50",
            "p90",
            "p99",
            "max",
            "mean",
            "mean/file",
            "files refused",
        ]);
        report.table(&head, &rows);
    }
    report.save("heap", None, &settings);
}
