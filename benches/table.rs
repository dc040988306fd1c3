//! All engines side by side: one table a question, ratios to the best peer.
//!
//! Engines are interleaved in rounds and read off the CPU time of the process;
//! see `common/measure.rs`. Writes `table.md` and `table.svg`.

mod common;

use common::engine::{Engine, Kept};
use common::measure::{Series, Task, interleave};
use common::report::{Report, time, times};
use common::settings::Settings;
use common::svg::{self, Dot, Panel};
use common::workloads::Workload;
use common::{corpus, real};

/// What an engine is asked to do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    Parse,
    OneShot,
    Compile,
    Hot,
}

const QUESTIONS: [Question; 4] = [
    Question::Parse,
    Question::OneShot,
    Question::Compile,
    Question::Hot,
];

impl Question {
    fn title(self) -> &'static str {
        match self {
            Question::Parse => "Parse only, per file",
            Question::OneShot => "One-shot: one file, one URL, nothing kept",
            Question::Compile => "Parse + compile: from the file to the object that answers",
            Question::Hot => "Hot: the object is kept; per URL, 64 URLs in turn (W5, W5s: one)",
        }
    }

    fn asked_of(self, engine: &dyn Engine) -> bool {
        match self {
            Question::Hot => true,
            Question::Compile => !engine.checks_only() && !engine.reparses(),
            Question::Parse => engine.own_parser(),
            Question::OneShot => !engine.checks_only(),
        }
    }
}

/// How an engine did on a workload's questions, before anything is timed.
enum Fitness {
    Wrong(usize),
    Cannot(String),
}

/// One engine's figures on one workload.
struct Figure {
    engine: usize,
    series: Series,
}

fn fitness(engines: &[Box<dyn Engine>], workload: &Workload) -> Vec<Fitness> {
    let of = |engine: &dyn Engine| match engine.answers(&workload.body, &workload.urls) {
        Ok(answers) => Fitness::Wrong(workload.wrong(&answers)),
        Err(why) => Fitness::Cannot(why),
    };
    engines.iter().map(|engine| of(engine.as_ref())).collect()
}

fn measure(
    question: Question,
    workload: &Workload,
    engines: &[Box<dyn Engine>],
    fitness: &[Fitness],
    settings: &Settings,
) -> Vec<Figure> {
    let (body, urls) = (&workload.body, &workload.urls);
    let mut who = Vec::new();
    let mut tasks = Vec::new();
    for (at, engine) in engines.iter().enumerate() {
        let engine = engine.as_ref();
        if matches!(fitness[at], Fitness::Cannot(_)) || !question.asked_of(engine) {
            continue;
        }
        who.push(at);
        tasks.push(match question {
            Question::Parse => Task::new(move |n| engine.parse(body, n)),
            Question::Compile => Task::new(move |n| engine.compile(body, n)),
            Question::OneShot => Task::new(move |n| {
                engine.one_shot(body, urls, n);
            }),
            Question::Hot => {
                let kept: Box<dyn Kept + '_> = engine.keep(body);
                Task::new(move |n| {
                    kept.run(urls, n);
                })
            }
        });
    }
    let series = interleave(&mut tasks, settings);
    let pairs = who.into_iter().zip(series);
    pairs
        .map(|(engine, series)| Figure { engine, series })
        .collect()
}

/// The fastest engine that is not ours, right or wrong: the harder measure.
fn best<'f>(figures: &'f [Figure], engines: &[Box<dyn Engine>]) -> Option<&'f Figure> {
    let peers = figures
        .iter()
        .filter(|figure| !engines[figure.engine].ours());
    peers.min_by(|a, b| a.series.median().total_cmp(&b.series.median()))
}

/// A cell's text; why an engine cannot is told with the workload.
fn cell(
    figure: Option<&Figure>,
    best: Option<&Figure>,
    engine: &dyn Engine,
    fitness: &Fitness,
    question: Question,
) -> String {
    let (wrong, figure) = match (fitness, figure) {
        (Fitness::Cannot(_), _) => return "cannot".to_owned(),
        (Fitness::Wrong(_), None) => return "-".to_owned(),
        (Fitness::Wrong(wrong), Some(figure)) => (*wrong, figure),
    };
    let mut text = time(figure.series.median());
    if let Some(best) = best {
        text += &format!(" {}", times(figure.series.ratio(&best.series)));
    }
    if question == Question::Hot && engine.reparses() {
        text += " +";
    }
    if wrong > 0 {
        text += &format!(" WRONG {wrong}");
    }
    text
}

fn synthetic(report: &mut Report, engines: &[Box<dyn Engine>], settings: &Settings) -> String {
    let workloads = settings.workloads();
    let fit: Vec<Vec<Fitness>> = workloads.iter().map(|w| fitness(engines, w)).collect();
    report.heading("Workloads");
    for (workload, fit) in workloads.iter().zip(&fit) {
        let allowed = workload.expected.iter().filter(|&&allowed| allowed).count();
        report.text(&format!(
            "{}: {} octets, {} rules for the crawler, {} URLs, {allowed} of them allowed.",
            workload.name,
            workload.body.octets.len(),
            workload.rules.len(),
            workload.urls.len(),
        ));
        for (engine, fit) in engines.iter().zip(fit) {
            match fit {
                Fitness::Wrong(0) => {}
                Fitness::Wrong(wrong) => {
                    assert!(
                        !engine.ours(),
                        "our own answers must be right: {wrong} are not"
                    );
                    report.text(&format!("- {}: {wrong} wrong answers", engine.name()));
                }
                Fitness::Cannot(why) => {
                    assert!(!engine.ours(), "we must answer: {why}");
                    report.text(&format!("- {} cannot: {why}", engine.name()));
                }
            }
        }
    }
    report.text(
        "A cell is the median time and the median of the ratios, within a round, to the fastest \
         peer, right or wrong. WRONG n: n answers are wrong. +: nothing can be kept, the file is \
         read on every check.",
    );
    let names: Vec<&str> = workloads.iter().map(|w| w.name).collect();
    let mut panels = Vec::new();
    for question in QUESTIONS {
        report.heading(question.title());
        let columns: Vec<Vec<Figure>> = workloads
            .iter()
            .zip(&fit)
            .map(|(w, fit)| measure(question, w, engines, fit, settings))
            .collect();
        let mut rows = Vec::new();
        let mut dots = Vec::new();
        for (at, engine) in engines.iter().enumerate() {
            if !question.asked_of(engine.as_ref()) {
                continue;
            }
            let mut row = vec![engine.name().to_owned()];
            for (column, (figures, fit)) in columns.iter().zip(&fit).enumerate() {
                let figure = figures.iter().find(|figure| figure.engine == at);
                let best = best(figures, engines);
                row.push(cell(figure, best, engine.as_ref(), &fit[at], question));
                let ours = figures.iter().find(|figure| engines[figure.engine].ours());
                if let (Some(figure), Some(ours)) = (figure, ours) {
                    dots.push(Dot {
                        row: at,
                        series: column,
                        value: figure.series.ratio(&ours.series),
                        hollow: !matches!(fit[at], Fitness::Wrong(0)),
                    });
                }
            }
            rows.push(row);
        }
        let mut head = vec!["engine".to_owned()];
        head.extend(names.iter().map(|&name| name.to_owned()));
        report.table(&head, &rows);
        let title = question.title().to_owned();
        panels.push(Panel { title, dots });
    }
    let rows: Vec<&str> = engines.iter().map(|engine| engine.name()).collect();
    svg::plot(
        &panels,
        &rows,
        &names,
        "times our time; hollow: wrong answers",
    )
}

fn main() {
    let settings = Settings::read();
    let engines = settings.engines();
    let mut report = Report::new("Engines side by side");
    let plot = synthetic(&mut report, &engines, &settings);
    if let Some(corpus) = corpus::load(&settings) {
        real::run(&mut report, &corpus, &engines, &settings);
    }
    report.save("table", Some(plot), &settings);
}
