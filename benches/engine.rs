//! Criterion benches of all engines on the synthetic workloads.
//!
//! Groups: `parse`, `compile`, `one_shot`, `hot`; one bench for each engine and
//! workload. Wall time; for figures to compare across a busy machine use the
//! `table` bench, which interleaves the engines.

mod common;

use common::engine::Engine;
use common::settings::Settings;
use common::workloads::Workload;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, SamplingMode, measurement::WallTime};
use std::time::{Duration, Instant};

/// Above this, few samples: Criterion's least, ten.
const LONG: Duration = Duration::from_millis(5);

/// One bench, unless the engine cannot or takes too long.
fn bench(
    group: &mut BenchmarkGroup<'_, WallTime>,
    settings: &Settings,
    engine: &dyn Engine,
    workload: &Workload,
    run: &dyn Fn(u64),
) {
    let id = BenchmarkId::new(engine.name(), workload.name);
    let start = Instant::now();
    run(1);
    let once = start.elapsed();
    if once > settings.slow {
        println!(
            "left out: {} on {}: {once:.1?} a time",
            engine.name(),
            workload.name
        );
        return;
    }
    if once > LONG {
        group.sample_size(10).sampling_mode(SamplingMode::Flat);
    } else {
        group.sample_size(20).sampling_mode(SamplingMode::Auto);
    }
    group.bench_function(id, |bencher| {
        bencher.iter_custom(|times| {
            let start = Instant::now();
            run(times);
            start.elapsed()
        });
    });
}

fn main() {
    let settings = Settings::read();
    let engines = settings.engines();
    let workloads = settings.workloads();
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(800))
        .nresamples(5_000)
        .without_plots()
        .configure_from_args();

    // Who answers, and how well. What an engine cannot answer is not timed.
    let mut pairs = Vec::new();
    for workload in &workloads {
        for engine in &engines {
            match engine.answers(&workload.body, &workload.urls) {
                Err(why) => println!("left out: {} on {}: {why}", engine.name(), workload.name),
                Ok(answers) => {
                    let wrong = workload.wrong(&answers);
                    if wrong > 0 {
                        let (of, name) = (answers.len(), engine.name());
                        println!(
                            "wrong answers: {name} on {}: {wrong} of {of}",
                            workload.name
                        );
                        assert!(!engine.ours(), "our own answers must be right");
                    }
                    pairs.push((engine.as_ref(), workload));
                }
            }
        }
    }

    let mut group = criterion.benchmark_group("parse");
    for &(engine, workload) in pairs.iter().filter(|(e, _)| e.own_parser()) {
        let run = |times| engine.parse(&workload.body, times);
        bench(&mut group, &settings, engine, workload, &run);
    }
    group.finish();

    let mut group = criterion.benchmark_group("compile");
    for &(engine, workload) in pairs
        .iter()
        .filter(|(e, _)| !e.checks_only() && !e.reparses())
    {
        let run = |times| engine.compile(&workload.body, times);
        bench(&mut group, &settings, engine, workload, &run);
    }
    group.finish();

    let mut group = criterion.benchmark_group("one_shot");
    for &(engine, workload) in pairs.iter().filter(|(e, _)| !e.checks_only()) {
        let run = |times| {
            engine.one_shot(&workload.body, &workload.urls, times);
        };
        bench(&mut group, &settings, engine, workload, &run);
    }
    group.finish();

    let mut group = criterion.benchmark_group("hot");
    for &(engine, workload) in &pairs {
        let kept = engine.keep(&workload.body);
        let run = |times| {
            kept.run(&workload.urls, times);
        };
        bench(&mut group, &settings, engine, workload, &run);
    }
    group.finish();
    criterion.final_summary();
}
