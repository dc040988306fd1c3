//! The command line program, over the public API of the library only.
//!
//! | module | what it knows |
//! | --- | --- |
//! | `args` | the options of the engine as flags, and the rule for URLs that are bare paths |
//! | `check` | `robots check`: one verdict a URL |
//! | `answer` | what `robots check` prints for one URL |
//! | `expect` | `robots test`: runs expectations and counts |
//! | `case` | one expectation: a JSON object on a line |
//! | `source` | the robots.txt that an expectation names, loaded safely and kept while needed |
//! | `input` | files, standard input, decompression, lines of bounded length |
//! | `fetch*` | `robots fetch`, and live sites for `check`: the client, the addresses it may ask, whose certificates it trusts |
//! | `output` | standard output and standard error: escaping, colour, failures |
//! | `progress` | the progress bar of long runs |
//!
//! Exit status of every command: 0 everything allowed or passed, 1 something denied or failed, 2
//! usage error, unreadable input, or output that could not be written. A reader that closes
//! standard output early ends the program quietly, with 2 because the work is not done.

mod answer;
mod args;
mod case;
mod check;
mod expect;
#[cfg(feature = "fetch")]
mod fetch;
#[cfg(feature = "fetch")]
mod fetch_address;
#[cfg(feature = "fetch")]
mod fetch_client;
#[cfg(feature = "fetch")]
mod fetch_tls;
mod input;
mod output;
mod progress;
mod source;

use clap::{Parser, Subcommand};
use output::Failure;
use std::process::ExitCode;

const DETAILS: &str = "\
Exit status: 0 all allowed or passed, 1 some denied or failed, 2 usage error or unreadable input.
Errors go to standard error; NO_COLOR switches colour off.

Examples:
  robots check --agent Googlebot robots.txt https://site.example/page
  robots test robots-cases.jsonl
  robots check --help";

/// May this crawler fetch this URL, and which rule of the robots.txt says so?
#[derive(Parser)]
#[command(name = "robots", version, after_help = DETAILS)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Check(check::CheckArgs),
    #[cfg(feature = "fetch")]
    Fetch(fetch::FetchArgs),
    Test(expect::TestArgs),
}

/// How a command that ran to its end came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    /// Everything was allowed, every case passed.
    Good,
    /// A URL was denied, or a case failed.
    Refused,
    /// Part of the input could not be used; what and why is on standard error already.
    Incomplete,
}

impl Status {
    fn code(self) -> u8 {
        match self {
            Status::Good => 0,
            Status::Refused => 1,
            Status::Incomplete => 2,
        }
    }
}

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(help_or_error) => {
            // Nothing sensible is left to do when even this cannot be written.
            let _ = help_or_error.print();
            return ExitCode::from(u8::try_from(help_or_error.exit_code()).unwrap_or(2));
        }
    };
    let result = match &cli.command {
        Command::Check(args) => check::run(args),
        #[cfg(feature = "fetch")]
        Command::Fetch(args) => fetch::run(args),
        Command::Test(args) => expect::run(args),
    };
    match result {
        Ok(status) => ExitCode::from(status.code()),
        Err(Failure::ClosedOutput) => ExitCode::from(2),
        Err(Failure::Message(text)) => {
            output::error(&text);
            ExitCode::from(2)
        }
    }
}
