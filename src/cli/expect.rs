//! `robots test`: runs expectations and counts.

use super::Status;
use super::args::{EngineArgs, ProfileName};
use super::case::{Body, Case};
use super::input::{self, Line, Lines, STDIN};
use super::output::{self, Escaped, Failure, reason};
use super::progress::Progress;
use super::source::{Loaded, Loader};
use clap::Args;
use robots::Verdict;
use std::ffi::{OsStr, OsString};
use std::fmt::{self, Display};
use std::io::{self, BufRead, BufWriter, Write};
use std::path::PathBuf;

/// The longest case, in octets: a robots.txt of several MiB fits, a decompression bomb does not.
const LONGEST_CASE: usize = 64 << 20;

/// So many unusable cases of one file are reported one by one; the rest is counted.
const REPORTS: u64 = 20;

const DETAILS: &str = r#"A case is one JSON object on a line:
  robots          the text of the robots.txt, or
  robots_base64   the text of the robots.txt in base64, or
  robots_file     a relative path that stays under --root
  agents          the crawler's product token, or several separated by commas (or agents_base64)
  url             an absolute URL, or a path that begins with one "/" (or url_base64)
  allowed         true or false: the answer expected
  matching_line   optional: the line of the rule expected to decide, 0 for none
  profile         optional: rfc9309 or google; without it, --profile applies
Other keys and blank lines are ignored. Files of cases may be compressed with gzip or xz, which is
recognised by the content; a file that is compressed otherwise is an error. A robots_file is read as
it is: its octets are those that a server sent. Agents that profile rfc9309 cannot accept give the
answer deny, line 0.

Each failing case is printed with the expected answer, the answer that came, and its rule. The last
line of standard output is always "N passed, M failed".

Exit status: 0 all passed, 1 some failed, 2 usage error, unreadable file, file without a case, or
malformed case. A case that is malformed, whose robots_file cannot be read, or whose URL is longer
than 1 MiB is reported on standard error and counts neither as passed nor as failed; the other cases
still run.

Examples:
  robots test robots-cases.jsonl
  robots test --profile google --root corpus cases.jsonl.xz more.jsonl.gz
  echo '{"robots_file":"robots.txt","agents":"Googlebot","url":"/","allowed":true}' | robots test -"#;

/// Run expectations: cases that say which URLs a robots.txt must allow or deny
#[derive(Args)]
#[command(
    after_help = "Examples and the format of a case: robots test --help",
    after_long_help = DETAILS
)]
pub struct TestArgs {
    #[command(flatten)]
    engine: EngineArgs,

    /// The directory that "robots_file" paths are relative to
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,

    /// Report progress even if standard error is not a terminal
    #[arg(long)]
    progress: bool,

    /// Files of cases, JSON Lines, plain or compressed (.gz, .xz); "-" is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<OsString>,
}

pub fn run(args: &TestArgs) -> Result<Status, Failure> {
    args.engine.validate()?;
    if args.files.iter().filter(|file| *file == STDIN).count() > 1 {
        return Err(Failure::Message(
            "\"-\" is given more than once, but standard input can be read only once".to_owned(),
        ));
    }
    let mut run = Run {
        loader: Loader::new(&args.engine, args.root.clone()),
        out: BufWriter::new(io::stdout().lock()),
        progress: Progress::new(total_octets(&args.files), args.progress),
        passed: 0,
        failed: 0,
        unusable: false,
    };
    for file in &args.files {
        run.file(file)?;
    }
    run.progress.finish();
    writeln!(run.out, "{} passed, {} failed", run.passed, run.failed)
        .and_then(|()| run.out.flush())
        .map_err(Failure::of_output)?;
    Ok(match (run.unusable, run.failed) {
        (true, _) => Status::Incomplete,
        (false, 0) => Status::Good,
        (false, _) => Status::Refused,
    })
}

/// The size of all inputs before decompression, if it is known.
fn total_octets(files: &[OsString]) -> Option<u64> {
    let size = |file: &OsString| {
        let metadata = std::fs::metadata(file).ok()?;
        (file != STDIN && metadata.is_file()).then_some(metadata.len())
    };
    files.iter().map(size).sum()
}

struct Run<'a> {
    loader: Loader<'a>,
    out: BufWriter<io::StdoutLock<'static>>,
    progress: Progress,
    passed: u64,
    failed: u64,
    /// Some input could not be used.
    unusable: bool,
}

impl Run<'_> {
    /// All cases of one file. An unreadable file is reported, and the others still run.
    fn file(&mut self, name: &OsStr) -> Result<(), Failure> {
        let opened =
            input::open(name).and_then(|file| input::decompressed(self.progress.count(file)));
        match opened {
            Ok(reader) => self.cases(name, Lines::new(reader, LONGEST_CASE)),
            Err(error) => {
                self.report(&input::cannot_read(name, &error));
                Ok(())
            }
        }
    }

    fn cases(&mut self, name: &OsStr, mut lines: Lines<impl BufRead>) -> Result<(), Failure> {
        let shown = input::display_name(name);
        let (mut seen, mut unusable) = (false, 0_u64);
        loop {
            let at = lines.number() + 1;
            let case = match lines.next() {
                Ok(None) => break,
                Ok(Some(Line::Text(line))) => {
                    let line = if at == 1 { without_bom(line) } else { line };
                    if line.trim_ascii().is_empty() {
                        continue;
                    }
                    Case::parse(line)
                }
                Ok(Some(Line::TooLong)) => Err(format!("longer than {LONGEST_CASE} octets")),
                Err(error) => {
                    self.report(&format!("{shown}:{at}: cannot read on: {}", reason(&error)));
                    seen = true;
                    break;
                }
            };
            seen = true;
            let place = Place {
                file: &shown,
                line: at,
            };
            let outcome = match case {
                Ok(case) => self.case(&place, &case)?,
                Err(problem) => Err(problem),
            };
            if let Err(problem) = outcome {
                unusable += 1;
                self.unusable = true;
                if unusable <= REPORTS {
                    self.report(&format!("{place}: {problem}"));
                }
            }
        }
        if unusable > REPORTS {
            let more = unusable - REPORTS;
            self.report(&format!("{shown}: {more} more cases cannot be used"));
        }
        if !seen {
            self.report(&format!(
                "{shown}: no case; a case is one JSON object on a line"
            ));
        }
        Ok(())
    }

    /// Runs one case. The inner error says why the case cannot be run.
    fn case(&mut self, place: &Place, case: &Case) -> Result<Result<(), String>, Failure> {
        let profile = case.profile.unwrap_or(self.loader.engine.profile);
        let loaded = match self.loader.load(case, profile) {
            Ok(loaded) => loaded,
            Err(problem) => return Ok(Err(problem)),
        };
        let verdict = match &loaded.matcher {
            Ok(matcher) => matcher.check(&case.url),
            Err(_) => Verdict::misuse(),
        };
        let right_line = case.matching_line.is_none_or(|line| line == verdict.line);
        if verdict.is_allowed() == case.allowed && right_line {
            self.passed += 1;
        } else {
            self.failed += 1;
            let mismatch = Mismatch {
                place,
                case,
                profile,
                verdict,
                loaded,
            };
            // Flushed at once, so that it cannot land in the middle of the bar.
            let out = &mut self.out;
            self.progress
                .suspend(|| write!(out, "{mismatch}").and_then(|()| out.flush()))
                .map_err(Failure::of_output)?;
        }
        self.progress.case_done();
        Ok(Ok(()))
    }

    fn report(&mut self, problem: &str) {
        self.unusable = true;
        self.progress.suspend(|| output::error(problem));
    }
}

fn without_bom(line: &[u8]) -> &[u8] {
    line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line)
}

/// Where a case is.
struct Place<'a> {
    file: &'a str,
    line: u64,
}

impl Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// A failing case, for people.
struct Mismatch<'a> {
    place: &'a Place<'a>,
    case: &'a Case,
    profile: ProfileName,
    verdict: Verdict,
    loaded: &'a Loaded,
}

impl Display for Mismatch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let case = self.case;
        let answer = |allowed| if allowed { "allow" } else { "deny" };
        writeln!(f, "FAIL {} (profile {})", self.place, self.profile.as_str())?;
        if let Body::File(path) = &case.body {
            writeln!(f, "  robots    {}", Escaped(path.as_bytes()))?;
        }
        writeln!(f, "  agents    {}", Escaped(&case.agents))?;
        writeln!(f, "  url       {}", Escaped(&case.url))?;
        write!(f, "  expected  {}", answer(case.allowed))?;
        if let Some(line) = case.matching_line {
            write!(f, ", line {line}")?;
        }
        write!(f, "\n  got       {}, ", answer(self.verdict.is_allowed()))?;
        if case.matching_line.is_some() || self.verdict.line != 0 {
            write!(f, "line {}, ", self.verdict.line)?;
        }
        write!(f, "reason {}", self.verdict.reason.as_str())?;
        f.write_str("\n  because   ")?;
        match &self.loaded.matcher {
            Err(error) => writeln!(f, "{error}"),
            Ok(_) => self.write_rule(f),
        }
    }
}

impl Mismatch<'_> {
    fn write_rule(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self
            .verdict
            .rule_index()
            .and_then(|index| self.loaded.txt.rule(index))
        {
            Some(rule) => writeln!(
                f,
                "{}: {} ({} octets)",
                if rule.allow { "allow" } else { "disallow" },
                Escaped(rule.pattern),
                self.verdict.octets
            ),
            None => writeln!(f, "{}", self.verdict.reason.text()),
        }
    }
}
