//! `robots check`: one verdict a URL.

use super::Status;
use super::answer::{self, Found};
use super::args::{EngineArgs, ProfileName};
use super::input::{self, LONGEST_URL, Line, Lines, STDIN};
use super::output::{self, Escaped, Failure, reason};
#[cfg(feature = "fetch")]
use super::{fetch::Sites, fetch_client::NetArgs};
use clap::Args;
use robots::origin::{Origin, OriginError, Scheme};
use robots::{Matcher, Reason, RobotsTxt};
use std::ffi::{OsStr, OsString};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::Path;

const BUFFER: usize = 64 * 1024;

/// So many hints about URLs that cannot be split go to standard error.
const HINTS: u64 = 10;

/// The manual, with a passage on live sites in it.
macro_rules! details {
    ($live:expr) => {
        concat!(
            r#"Output, one line a URL, six columns separated by tabs:
  1 verdict   allow or deny
  2 reason    rule, no-rule, no-group, robots-txt, misuse
  3 line      of the rule in the file, 0 if there is none
  4 octets    of the rule's pattern, normalised; the longest match decides
  5 pattern   as the file writes it, "-" if there is no rule
  6 URL       as given
Control characters, backslashes and octets that are not UTF-8 are shown as \xNN (a backslash as \\).

With --json one object a line: allowed, reason, line, octets, rule (index in the file or null),
pattern (or null), url, agents, profile, file. A value that is not UTF-8 appears in base64 under
pattern_base64, url_base64 or agents_base64 instead.

URLs: absolute (http, https, ftp), or a path with its query, which begins with one "/". Any other
text is denied with reason misuse. "-" reads URLs from standard input, one a line; blank lines are
skipped. URLs may be any octets. The google profile takes any text as a URL, as the original does.

FILE may be compressed with gzip or xz; the program recognises this by the content. A file that is
compressed otherwise, or that is not text, is an error.

Crawler: one product token, such as Googlebot, or several separated by commas. Profile rfc9309 takes
the first token that the file names; profile google joins the groups of all tokens. Without --agent
the answer is for a crawler that the file does not name: its "*" groups.

"#,
            $live,
            r#"Exit status: 0 all allowed, 1 some denied, 2 usage error or unreadable input.

Examples:
  robots check robots.txt https://site.example/page
  robots check --agent Applebot,Googlebot robots.txt /page '/search?q=1'
  robots check --agent Googlebot --json robots.txt - < urls.txt
  curl -s https://site.example/robots.txt | robots check --profile google - /page"#
        )
    };
}

#[cfg(not(feature = "fetch"))]
const DETAILS: &str = details!("");
#[cfg(feature = "fetch")]
const DETAILS: &str = details!(
    r#"If the first argument is a URL instead of a FILE, each site is asked for its robots.txt once, or
again if the files of many sites are huge. Two more reasons are then possible: unavailable (there is
no file, so everything is allowed) and unreachable (everything is denied for now; a note on standard
error says why, and when to try again). With --json, file is the address of the robots.txt, cause
says what the attempt met, and fetch_at when the next attempt is due, in seconds since 1970. Private
and local addresses are asked only with --allow-private. Trusted certificates: see robots fetch
--help.

"#
);

#[cfg(not(feature = "fetch"))]
const USAGE: &str = "robots check [OPTIONS] <FILE|-> <URL|->...";
#[cfg(feature = "fetch")]
const USAGE: &str = "robots check [OPTIONS] <FILE|-> <URL|->...\n       \
                     robots check [OPTIONS] <URL> [URL|-]...";

/// Say for each URL whether a crawler may fetch it, and by which rule
#[derive(Args)]
#[command(
    override_usage = USAGE,
    after_help = "Examples and the output format: robots check --help",
    after_long_help = DETAILS
)]
pub struct CheckArgs {
    /// The crawler's product token, or several separated by commas, most wanted first
    #[arg(short, long, value_name = "A[,B]", default_value = "*")]
    agent: OsString,

    #[command(flatten)]
    engine: EngineArgs,

    #[cfg(feature = "fetch")]
    #[command(flatten)]
    net: NetArgs,

    /// Print one JSON object a line instead of columns
    #[arg(long)]
    json: bool,

    /// The robots.txt; "-" is standard input
    #[arg(value_name = "FILE")]
    file: OsString,

    /// Absolute URLs or paths; "-" reads them from standard input
    #[arg(value_name = "URL")]
    urls: Vec<OsString>,
}

pub fn run(args: &CheckArgs) -> Result<Status, Failure> {
    args.engine.validate()?;
    #[cfg(feature = "fetch")]
    if is_web_url(&args.file) && !Path::new(&args.file).exists() {
        return run_live(args);
    }
    #[cfg(feature = "fetch")]
    if let Some(flag) = args.net.given() {
        return Err(Failure::Message(format!(
            "{flag} has no effect with a file; leave one of the two out"
        )));
    }
    let from_stdin = args.urls.iter().filter(|url| *url == STDIN).count();
    if from_stdin + usize::from(args.file == STDIN) > 1 {
        return Err(Failure::Message(
            "\"-\" is given more than once, but standard input can be read only once; \
             put the robots.txt or the URLs into a file"
                .to_owned(),
        ));
    }
    // Without URLs, a FILE that is itself a URL gets the better explanation of `read_file`.
    if args.urls.is_empty() && (!is_web_url(&args.file) || Path::new(&args.file).exists()) {
        return Err(Failure::Message(
            "no URL given; add URLs, paths that begin with \"/\", or \"-\" to read them from \
             standard input"
                .to_owned(),
        ));
    }
    let body = read_file(args)?;
    let txt = RobotsTxt::parse_with(body, &args.engine.options(args.engine.profile));
    let agents = args.agent.as_encoded_bytes();
    let matcher = txt
        .matcher(agents)
        .map_err(|error| Failure::Message(format!("--agent: {error}")))?;
    note_oddities(&txt, &args.file);

    let source = Source::File {
        txt: &txt,
        matcher: &matcher,
        file: &args.file,
    };
    let mut session = Session::new(args, source);
    for url in &args.urls {
        match url == STDIN {
            true => session.check_stdin()?,
            false => session.check(url.as_encoded_bytes())?,
        }
    }
    session.flush()?;
    Ok(session.status)
}

/// Every argument is a URL, and each site is asked for its robots.txt.
#[cfg(feature = "fetch")]
fn run_live(args: &CheckArgs) -> Result<Status, Failure> {
    if args.urls.iter().filter(|url| *url == STDIN).count() > 1 {
        return Err(Failure::Message(
            "\"-\" is given more than once, but standard input can be read only once".to_owned(),
        ));
    }
    let options = args.engine.options(args.engine.profile);
    let sites = Sites::new(&args.net, options, args.agent.as_encoded_bytes())?;
    let mut session = Session::new(args, Source::Net(Box::new(sites)));
    for url in std::iter::once(&args.file).chain(&args.urls) {
        match url == STDIN {
            true => session.check_stdin()?,
            false => session.check(url.as_encoded_bytes())?,
        }
    }
    session.flush()?;
    Ok(session.status)
}

fn read_file(args: &CheckArgs) -> Result<Vec<u8>, Failure> {
    let options = args.engine.options(args.engine.profile);
    let max_bytes = match args.engine.profile {
        ProfileName::Rfc9309 => Some(options.max_bytes),
        ProfileName::Google => None,
    };
    let read = input::open(&args.file).and_then(|file| input::read_robots_txt(file, max_bytes));
    read.map_err(|error| {
        Failure::Message(match Origin::parse(args.file.as_encoded_bytes()) {
            Ok(origin) if origin.scheme() != Scheme::Ftp => format!(
                "cannot open {} as a file ({}), and robots.txt is not fetched from the network; \
                 save {} to a file and give that file before the URL",
                input::display_name(&args.file),
                reason(&error),
                origin.robots_txt_url(),
            ),
            _ => input::cannot_read(&args.file, &error),
        })
    })
}

/// Is `name` meant as a URL of the web, and not as the name of a file?
fn is_web_url(name: &OsStr) -> bool {
    match Origin::parse(name.as_encoded_bytes()) {
        Ok(origin) => origin.scheme() != Scheme::Ftp,
        // A scheme and `//` stand there, and what is wrong comes after them.
        Err(OriginError::InvalidHost | OriginError::HostTooLong) => true,
        Err(OriginError::InvalidPort | OriginError::Idn) => true,
        Err(_) => false,
    }
}

fn note_oddities(txt: &RobotsTxt, file: &OsStr) {
    let name = input::display_name(file);
    if txt.is_truncated() {
        output::note(&format!(
            "{name} is longer than the limit of {} octets; the rest is ignored (see --max-bytes)",
            txt.options().max_bytes
        ));
    }
    if txt.looks_like_html() {
        output::note(&format!("{name} looks like HTML, not like a robots.txt"));
    }
}

/// Where the rules come from.
enum Source<'a> {
    File {
        txt: &'a RobotsTxt,
        matcher: &'a Matcher,
        file: &'a OsStr,
    },
    #[cfg(feature = "fetch")]
    Net(Box<Sites>),
}

struct Session<'a> {
    source: Source<'a>,
    agents: &'a OsStr,
    profile: ProfileName,
    json: bool,
    out: BufWriter<io::StdoutLock<'static>>,
    status: Status,
    hints: u64,
}

impl<'a> Session<'a> {
    fn new(args: &'a CheckArgs, source: Source<'a>) -> Session<'a> {
        Session {
            source,
            agents: &args.agent,
            profile: args.engine.profile,
            json: args.json,
            out: BufWriter::with_capacity(BUFFER, io::stdout().lock()),
            status: Status::Good,
            hints: 0,
        }
    }

    fn check_stdin(&mut self) -> Result<(), Failure> {
        let reader = BufReader::with_capacity(BUFFER, io::stdin().lock());
        let mut lines = Lines::new(reader, LONGEST_URL);
        loop {
            // Before waiting for more input, show what is known: another program may be asking.
            if lines.reader().buffer().is_empty() {
                self.flush()?;
            }
            let read = lines
                .next()
                .map_err(|error| Failure::Message(input::cannot_read(OsStr::new(STDIN), &error)))?;
            match read {
                None => return Ok(()),
                Some(Line::Text(b"")) => {}
                Some(Line::Text(url)) => self.check(url)?,
                Some(Line::TooLong) => {
                    self.status = Status::Incomplete;
                    output::error(&format!(
                        "standard input, line {}: longer than {LONGEST_URL} octets; not checked",
                        lines.number()
                    ));
                }
            }
        }
    }

    fn check(&mut self, url: &[u8]) -> Result<(), Failure> {
        let out = &mut self.out;
        let found = match &mut self.source {
            Source::File { txt, matcher, file } => {
                let verdict = matcher.check(url);
                Found::new(verdict, txt, file.to_string_lossy().into_owned())
            }
            #[cfg(feature = "fetch")]
            Source::Net(sites) => {
                // What is known is shown before a site is waited for.
                match sites.of(url, || out.flush().map_err(Failure::of_output))? {
                    Ok(site) => Found {
                        decision: Some(site.decision),
                        ..Found::new(site.matcher.check(url), &site.txt, site.robots_url.clone())
                    },
                    Err(_) => Found {
                        verdict: robots::Verdict::misuse(),
                        pattern: None,
                        file: String::new(),
                        decision: None,
                    },
                }
            }
        };
        let verdict = found.verdict;
        match self.json {
            true => answer::write_json(out, self.agents, self.profile, url, found),
            false => answer::write_columns(out, url, &found),
        }
        .map_err(Failure::of_output)?;
        if !verdict.is_allowed() && self.status == Status::Good {
            self.status = Status::Refused;
        }
        if verdict.reason == Reason::Misuse {
            self.hint_at(url)?;
        }
        Ok(())
    }

    fn hint_at(&mut self, url: &[u8]) -> Result<(), Failure> {
        self.hints += 1;
        if self.hints > HINTS {
            return Ok(());
        }
        // The line and its hint appear in this order on a terminal.
        self.flush()?;
        output::hint(&format!(
            "\"{}\" cannot be split into scheme, host and path, so it is denied; give an absolute \
             http, https or ftp URL, or a path that begins with one \"/\"",
            Escaped(url)
        ));
        if self.hints == HINTS {
            output::hint("more such URLs get no hint");
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Failure> {
        self.out.flush().map_err(Failure::of_output)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_are_told_from_files() {
        for url in [
            "https://a.example/p?q",
            "HTTP://a.example:81",
            "http://a:b/",
        ] {
            assert!(is_web_url(OsStr::new(url)), "{url}");
        }
        for file in ["ftp://a.example/", "https:///p", "robots.txt", "http:a"] {
            assert!(!is_web_url(OsStr::new(file)), "{file}");
        }
    }
}
