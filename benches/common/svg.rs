//! Dot plots as SVG: one row an engine, one colour a workload, a logarithmic
//! axis. Nothing else is needed here, so no plotting crate is.

use std::fmt::Write;

/// One measured point.
pub struct Dot {
    pub row: usize,
    pub series: usize,
    pub value: f64,
    /// Drawn hollow: the figure stands for wrong answers.
    pub hollow: bool,
}

/// One plot among several on top of each other.
pub struct Panel {
    pub title: String,
    pub dots: Vec<Dot>,
}

const COLOURS: [&str; 6] = [
    "#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b",
];
const LEFT: f64 = 230.0;
const WIDTH: f64 = 640.0;
const ROW: f64 = 20.0;
const HEAD: f64 = 34.0;
const FOOT: f64 = 30.0;

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// All panels; `rows` and `series` name what the dots' numbers stand for, `axis`
/// what their values are.
pub fn plot(panels: &[Panel], rows: &[&str], series: &[&str], axis: &str) -> String {
    let values = || panels.iter().flat_map(|p| &p.dots).map(|dot| dot.value);
    let low = values().fold(1.0, f64::min).log10().floor();
    let high = values().fold(10.0, f64::max).log10().ceil();
    let across = |value: f64| LEFT + (value.log10() - low) / (high - low) * WIDTH;
    let panel_height = HEAD + rows.len() as f64 * ROW + FOOT;
    let height = 40.0 + panel_height * panels.len() as f64;
    let width = LEFT + WIDTH + 30.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for (at, name) in series.iter().enumerate() {
        let (x, colour) = (LEFT + at as f64 * 70.0, COLOURS[at % COLOURS.len()]);
        let _ = writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"18\" r=\"5\" fill=\"{colour}\"/>\
             <text x=\"{}\" y=\"22\">{}</text>",
            x + 10.0,
            escape(name)
        );
    }
    for (at, panel) in panels.iter().enumerate() {
        let top = 40.0 + at as f64 * panel_height;
        let bottom = top + HEAD + rows.len() as f64 * ROW;
        let _ = writeln!(
            svg,
            "<text x=\"{LEFT}\" y=\"{}\" font-weight=\"bold\">{}</text>",
            top + 20.0,
            escape(&panel.title)
        );
        for power in low as i32..=high as i32 {
            let x = across(10_f64.powi(power));
            let stroke = if power == 0 { "#444" } else { "#ddd" };
            let label = match power {
                0.. => format!("{}", 10_i64.pow(power as u32)),
                _ => format!("{}", 10_f64.powi(power)),
            };
            let _ = writeln!(
                svg,
                "<line x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{}\" y2=\"{bottom}\" stroke=\"{stroke}\"/>\
                 <text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\" fill=\"#666\">{label}</text>",
                top + HEAD - 6.0,
                bottom + 14.0
            );
        }
        for (row, name) in rows.iter().enumerate() {
            let y = top + HEAD + (row as f64 + 0.5) * ROW;
            let _ = writeln!(
                svg,
                "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>",
                LEFT - 12.0,
                y + 4.0,
                escape(name)
            );
        }
        for dot in &panel.dots {
            // A little apart, so that equal figures stay visible.
            let apart = (dot.series as f64 + 0.5) / series.len() as f64 - 0.5;
            let y = top + HEAD + (dot.row as f64 + 0.5 + 0.5 * apart) * ROW;
            let colour = COLOURS[dot.series % COLOURS.len()];
            let fill = if dot.hollow { "white" } else { colour };
            let _ = writeln!(
                svg,
                "<circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{fill}\" stroke=\"{colour}\" \
                 stroke-width=\"2\" fill-opacity=\"0.8\"><title>{}</title></circle>",
                across(dot.value),
                escape(series[dot.series])
            );
        }
    }
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"end\" fill=\"#666\">{}</text>\n</svg>",
        LEFT + WIDTH,
        height - 2.0,
        escape(axis)
    );
    svg
}
