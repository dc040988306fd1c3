//! Clocks and statistics.
//!
//! A shared machine changes its speed while it measures. So engines take turns
//! inside a round, each figure is the median of its rounds, and a ratio is the
//! median of the ratios *within* rounds. Batches are read off the CPU time of
//! the process, which a neighbour does not add to; single calls, too short for
//! that clock, are read off the wall clock unless it ran ahead of the CPU time, and
//! a file's or host's figure is the median of its rounds.

use super::settings::Settings;
use cpu_time::ProcessTime;
use std::time::{Duration, Instant};

/// Above this an engine runs in the first [`SLOW_ROUNDS`] rounds only.
const SLOW: Duration = Duration::from_millis(50);
const SLOW_ROUNDS: usize = 3;

/// CPU time of `work`.
pub fn cpu(work: impl FnOnce()) -> Duration {
    let start = ProcessTime::now();
    work();
    start.elapsed()
}

/// Something to measure: runs itself a given number of times.
pub struct Task<'a> {
    pub run: Box<dyn FnMut(u64) + 'a>,
}

impl<'a> Task<'a> {
    pub fn new(run: impl FnMut(u64) + 'a) -> Self {
        Task { run: Box::new(run) }
    }
}

/// Nanoseconds per operation, one figure a round; a slow task misses rounds.
#[derive(Clone, Debug, Default)]
pub struct Series(Vec<Option<f64>>);

impl Series {
    pub fn median(&self) -> f64 {
        median(self.0.iter().flatten().copied().collect())
    }

    pub fn least(&self) -> f64 {
        self.0
            .iter()
            .flatten()
            .copied()
            .fold(f64::INFINITY, f64::min)
    }

    /// Median over the rounds in which both ran of this by `other`.
    pub fn ratio(&self, other: &Series) -> f64 {
        let rounds = self.0.iter().zip(&other.0);
        median(rounds.filter_map(|(a, b)| Some((*a)? / (*b)?)).collect())
    }
}

/// The median; NaN of nothing.
pub fn median(mut of: Vec<f64>) -> f64 {
    of.sort_by(f64::total_cmp);
    match of.len() {
        0 => f64::NAN,
        n if n % 2 == 1 => of[n / 2],
        n => (of[n / 2 - 1] + of[n / 2]) / 2.0,
    }
}

/// How often to run for a batch of the wanted length, and how long once takes.
pub fn calibrate(run: &mut dyn FnMut(u64), batch: Duration) -> (u64, Duration) {
    let mut times = 1_u64;
    loop {
        let mut took = cpu(|| run(times));
        if took < SLOW {
            // The better of two: a single reading may hold somebody else's pause.
            took = took.min(cpu(|| run(times)));
        }
        if took >= batch / 2 || times >= 1 << 40 {
            let once = took.div_f64(times as f64);
            let fit = batch.as_secs_f64() / took.as_secs_f64().max(1e-9) * times as f64;
            return ((fit as u64).max(1), once);
        }
        let growth = batch.as_secs_f64() / took.as_secs_f64().max(1e-7);
        times *= (growth.ceil() as u64).clamp(2, 50);
    }
}

/// Measures all tasks in rounds, each round starting with another task.
pub fn interleave(tasks: &mut [Task<'_>], settings: &Settings) -> Vec<Series> {
    let fits: Vec<(u64, Duration)> = tasks
        .iter_mut()
        .map(|task| calibrate(&mut task.run, settings.batch))
        .collect();
    let mut series = vec![Series::default(); tasks.len()];
    for round in 0..settings.rounds {
        for turn in 0..tasks.len() {
            let at = (turn + round) % tasks.len();
            let (times, once) = fits[at];
            let run = &mut tasks[at].run;
            let figure = (once < SLOW || round < SLOW_ROUNDS)
                .then(|| cpu(|| run(times)).as_nanos() as f64 / times as f64);
            series[at].0.push(figure);
        }
    }
    series
}

/// For single calls: the wall clock, its own cost taken off, or the CPU time where
/// that is less, which means that somebody else ran in between.
pub struct Stopwatch {
    cost: Duration,
}

impl Stopwatch {
    pub fn new() -> Self {
        let cost = (0..1000).map(|_| Instant::now().elapsed()).min();
        Stopwatch {
            cost: cost.unwrap_or_default(),
        }
    }

    /// Nanoseconds of `work`.
    pub fn time(&self, work: impl FnOnce()) -> f64 {
        let used = ProcessTime::now();
        let start = Instant::now();
        work();
        let wall = start.elapsed().saturating_sub(self.cost);
        wall.min(used.elapsed()).as_nanos() as f64
    }
}

/// A distribution of figures, each counting `weight` times.
#[derive(Clone, Debug, Default)]
pub struct Spread {
    figures: Vec<(f64, f64)>,
}

impl Spread {
    pub fn add(&mut self, figure: f64, weight: f64) {
        self.figures.push((figure, weight));
    }

    pub fn len(&self) -> usize {
        self.figures.len()
    }

    pub fn mean(&self) -> f64 {
        let weight: f64 = self.figures.iter().map(|&(_, weight)| weight).sum();
        self.figures
            .iter()
            .map(|&(figure, weight)| figure * weight)
            .sum::<f64>()
            / weight
    }

    /// The figures at these shares (0 to 1) of the whole weight.
    pub fn at<const N: usize>(&self, shares: [f64; N]) -> [f64; N] {
        let mut sorted = self.figures.clone();
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
        let whole: f64 = sorted.iter().map(|&(_, weight)| weight).sum();
        shares.map(|share| {
            let mut passed = 0.0;
            let found = sorted.iter().find(|&&(_, weight)| {
                passed += weight;
                passed >= share * whole
            });
            found
                .or(sorted.last())
                .map_or(f64::NAN, |&(figure, _)| figure)
        })
    }
}

/// Slope of log(time) over log(size): the power with which time grows.
pub fn growth(points: &[(f64, f64)]) -> f64 {
    let logs: Vec<(f64, f64)> = points.iter().map(|&(x, y)| (x.ln(), y.ln())).collect();
    let count = logs.len() as f64;
    let mean_x = logs.iter().map(|&(x, _)| x).sum::<f64>() / count;
    let mean_y = logs.iter().map(|&(_, y)| y).sum::<f64>() / count;
    let along: f64 = logs.iter().map(|&(x, y)| (x - mean_x) * (y - mean_y)).sum();
    let spread: f64 = logs.iter().map(|&(x, _)| (x - mean_x).powi(2)).sum();
    along / spread
}
