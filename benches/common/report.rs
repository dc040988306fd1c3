//! The report of a run: printed as it grows, kept as Markdown.

use super::settings::Settings;
use comfy_table::{CellAlignment, Table, presets};
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

/// Where reports go: `bench-table` in cargo's target directory.
pub fn directory() -> PathBuf {
    let scratch = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let target = scratch.parent().map(PathBuf::from).unwrap_or(scratch);
    target.join("bench-table")
}

/// A report under way.
#[derive(Default)]
pub struct Report {
    markdown: String,
}

impl Report {
    pub fn new(title: &str) -> Self {
        let mut report = Report::default();
        report.line(&format!("# {title}\n"));
        report.line(&machine());
        report
    }

    fn line(&mut self, text: &str) {
        println!("{text}");
        let _ = writeln!(self.markdown, "{text}");
    }

    pub fn heading(&mut self, text: &str) {
        self.line(&format!("\n## {text}\n"));
    }

    pub fn text(&mut self, text: &str) {
        self.line(&format!("{text}\n"));
    }

    /// A table whose first column is text and whose others are figures.
    pub fn table(&mut self, head: &[String], rows: &[Vec<String>]) {
        let mut table = Table::new();
        table.load_style(presets::ASCII_MARKDOWN);
        table.set_header(head);
        table.add_rows(rows);
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        self.line(&table.to_string());
    }

    /// Writes the report, and the plot that goes with it, under `name`; not when
    /// the run was a mere test.
    pub fn save(&self, name: &str, plot: Option<String>, settings: &Settings) {
        if settings.smoke {
            return;
        }
        let directory = directory();
        let write = |suffix: &str, text: &str| {
            let path = directory.join(format!("{name}.{suffix}"));
            match fs::create_dir_all(&directory).and_then(|()| fs::write(&path, text)) {
                Ok(()) => println!("written: {}", path.display()),
                Err(why) => eprintln!("not written: {}: {why}", path.display()),
            }
        };
        write("md", &self.markdown);
        if let Some(plot) = plot {
            write("svg", &plot);
        }
    }
}

/// The machine in one line, as far as it says.
fn machine() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'))
        .map_or("unknown processor", |(_, model)| model.trim());
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    format!(
        "Machine: {model}, {cores} cores, {} {}; one thread.\n",
        std::env::consts::OS,
        std::env::consts::ARCH,
    )
}

/// Nanoseconds in three digits and a fitting unit.
pub fn time(nanoseconds: f64) -> String {
    let (value, unit) = match nanoseconds {
        n if n.is_nan() => return "-".to_owned(),
        n if n < 1e3 => (n, "ns"),
        n if n < 1e6 => (n / 1e3, "us"),
        n if n < 1e9 => (n / 1e6, "ms"),
        n => (n / 1e9, "s"),
    };
    format!("{} {unit}", digits(value))
}

/// About three digits.
pub fn digits(value: f64) -> String {
    match value {
        v if v.is_nan() => "-".to_owned(),
        v if v < 10.0 => format!("{v:.2}"),
        v if v < 100.0 => format!("{v:.1}"),
        v => format!("{v:.0}"),
    }
}

/// A ratio as the tables show it.
pub fn times(ratio: f64) -> String {
    match ratio {
        r if r.is_nan() => "-".to_owned(),
        r if r < 0.095 => format!("{r:.3}x"),
        r => format!("{}x", digits(r)),
    }
}

/// Octets, thousands set apart.
pub fn octets(count: f64) -> String {
    let digits = format!("{count:.0}");
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Owned strings for a table's head or row.
pub fn row<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(str::to_owned).to_vec()
}
