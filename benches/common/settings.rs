//! What a run may be told through the environment; see benches/README.md.

use super::workloads::{self, Workload};
use std::env;
use std::time::Duration;

/// The knobs of one run.
pub struct Settings {
    /// Rounds of the interleaved measurements.
    pub rounds: usize,
    /// CPU time of one batch.
    pub batch: Duration,
    /// Files of the corpus to sample; 0 for all.
    pub files: usize,
    /// Only engines with one of these names, or first words of names; empty for all.
    pub engines: Vec<String>,
    /// Criterion leaves out what takes longer than this once.
    pub slow: Duration,
    /// Started by `cargo test`: run everything once, report nothing of worth.
    pub smoke: bool,
}

fn number(name: &str, default: usize) -> usize {
    match env::var(name) {
        Err(_) => default,
        Ok(text) => text.trim().parse().unwrap_or_else(|_| {
            eprintln!("{name}={text} is not a whole number; using {default}");
            default
        }),
    }
}

impl Settings {
    pub fn read() -> Self {
        let smoke = !env::args().any(|argument| argument == "--bench");
        let millis = |name, default| Duration::from_millis(number(name, default) as u64);
        let engines = env::var("ROBOTS_BENCH_ENGINES").unwrap_or_default();
        let engines = engines.split(',').map(str::trim).filter(|e| !e.is_empty());
        let mut settings = Settings {
            rounds: number("ROBOTS_BENCH_ROUNDS", 15).max(1),
            batch: millis("ROBOTS_BENCH_BATCH_MS", 5),
            files: number("ROBOTS_BENCH_FILES", 1000),
            engines: engines.map(str::to_owned).collect(),
            slow: millis("ROBOTS_BENCH_SLOW_MS", 250),
            smoke,
        };
        if smoke {
            settings.rounds = 1;
            settings.batch = Duration::from_micros(50);
            settings.files = 50;
        }
        settings
    }

    /// The synthetic workloads; a test does without the two that take long.
    pub fn workloads(&self) -> Vec<Workload> {
        let mut all = workloads::all();
        if self.smoke {
            all.retain(|workload| !matches!(workload.name, "W3" | "W5"));
        }
        all
    }

    /// The engines asked for, ours first.
    pub fn engines(&self) -> Vec<Box<dyn super::engine::Engine>> {
        let mut all = super::ours::all();
        all.extend(super::peers::all());
        if !self.engines.is_empty() {
            let wanted = |name: &str| {
                let family = name.split([' ', ',']).next().unwrap_or(name);
                self.engines.iter().any(|e| e == name || e == family)
            };
            all.retain(|engine| wanted(engine.name()));
        }
        all
    }
}
