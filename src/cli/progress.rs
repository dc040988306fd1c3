//! The progress of a long run, on standard error.

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal, Read, Write};
use std::time::{Duration, Instant};

/// Shorter runs show no bar.
const LONG: Duration = Duration::from_secs(1);

/// Between two lines where there is no terminal to draw on.
const BETWEEN_LINES: Duration = Duration::from_secs(5);

/// Cases between two looks at the clock.
const STRIDE: u64 = 256;

enum Shown {
    Nothing,
    /// A bar will appear when the run proves long.
    BarLater,
    Bar,
    /// A line now and then, for a log.
    Lines,
}

/// Counts octets read and cases run.
pub struct Progress {
    bar: ProgressBar,
    shown: Shown,
    cases: u64,
    last_line: Instant,
}

impl Progress {
    /// For inputs of `octets` octets altogether, if that is known. On a terminal a bar appears by
    /// itself once the run is long; `wanted` asks for lines elsewhere too.
    pub fn new(octets: Option<u64>, wanted: bool) -> Progress {
        let bar = ProgressBar::with_draw_target(octets, ProgressDrawTarget::hidden());
        let template = match octets {
            Some(_) => "{wide_bar} {percent:>3} % {msg} cases, {eta} left",
            None => "{spinner} {msg} cases, {elapsed}",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        let shown = match (io::stderr().is_terminal(), wanted) {
            (true, _) => Shown::BarLater,
            (false, true) => Shown::Lines,
            (false, false) => Shown::Nothing,
        };
        Progress {
            bar,
            shown,
            cases: 0,
            last_line: Instant::now(),
        }
    }

    /// `reader`, whose octets count.
    pub fn count(&self, reader: impl Read + 'static) -> impl Read + 'static {
        self.bar.wrap_read(reader)
    }

    /// One more case was run.
    pub fn case_done(&mut self) {
        self.cases += 1;
        if !self.cases.is_multiple_of(STRIDE) {
            return;
        }
        if matches!(self.shown, Shown::BarLater) && self.bar.elapsed() >= LONG {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
            self.shown = Shown::Bar;
        }
        match self.shown {
            Shown::Nothing | Shown::BarLater => {}
            Shown::Bar => self.bar.set_message(HumanCount(self.cases).to_string()),
            Shown::Lines => {
                if self.last_line.elapsed() >= BETWEEN_LINES {
                    self.line();
                    self.last_line = Instant::now();
                }
            }
        }
    }

    /// Runs `print`, which writes to the terminal, without the bar in its way.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        match self.shown {
            Shown::Bar => self.bar.suspend(print),
            _ => print(),
        }
    }

    /// The run is over: the bar goes, a last line comes.
    pub fn finish(&mut self) {
        match self.shown {
            Shown::Bar => self.bar.finish_and_clear(),
            Shown::Lines => self.line(),
            Shown::Nothing | Shown::BarLater => {}
        }
    }

    fn line(&self) {
        let cases = HumanCount(self.cases);
        let percent = match self.bar.length() {
            Some(length) if length > 0 => {
                let share = u128::from(self.bar.position()) * 100 / u128::from(length);
                format!(", {} % of the input", share.min(100))
            }
            _ => String::new(),
        };
        // A closed standard error is no reason to fail.
        let _ = writeln!(io::stderr(), "progress: {cases} cases{percent}");
    }
}
