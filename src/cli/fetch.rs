//! `robots fetch`: one origin's robots.txt from the network, and the sites that
//! `robots check` asks.

use super::fetch_client::{Client, Fetched, NetArgs};
use super::output::{self, Escaped, Failure};
use super::{Status, case};
use clap::Args;
use robots::access::{Access, Decision};
use robots::origin::{Origin, OriginError};
use robots::{Matcher, Options, Profile, RobotsTxt};
use serde::Serialize;
use std::collections::HashMap;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, UNIX_EPOCH};

/// So many origins are asked in one run.
const ORIGINS: usize = 10_000;

/// When the files of known sites have more octets together, all sites are forgotten; rules take up
/// to nine times as much again. Sites of common size are asked once each.
const KEPT: usize = 64 << 20;

const DETAILS: &str = r#"The file goes to standard output unchanged, and one line about it to standard error: what governs
crawling, on what ground, what the attempt met, and when to ask again. If there is no file, nothing
goes to standard output.

With --json one object goes to standard output: origin, url (where the attempt ended), redirects,
access (rules, allow-all, refuse-all), basis, cause, detail (in words, if there is more to say),
status (0 without a response), fetch_at (when the next attempt is due, in seconds since 1970), body
(or body_base64 if it is not UTF-8).

Up to five redirects are followed, also to other hosts. Private and local addresses are asked only
with --allow-private, also after a redirect. Proxies named in the environment are not used. A body
that breaks off, or that is compressed although no header says so, does not count as a file:
everything is refused.

Certificates must be from an authority that the platform trusts. SSL_CERT_FILE (a file in PEM
format) and SSL_CERT_DIR (directories of such files) name other authorities instead. If the platform
trusts none, Mozilla's list is used, as it was when the program was built. --ca adds authorities.

Exit status: 0 there is a file, or everything is allowed; 1 everything is refused for now; 2 usage
error, or certificates that cannot be read.

Examples:
  robots fetch https://site.example
  robots fetch --json http://localhost:8080 --allow-private
  robots fetch --ca company.pem https://intranet.example --allow-private"#;

/// Fetch the robots.txt of an origin and say what it means for crawling
#[derive(Args)]
#[command(
    after_help = "Examples and the output format: robots fetch --help",
    after_long_help = DETAILS
)]
pub struct FetchArgs {
    #[command(flatten)]
    net: NetArgs,

    /// Print one JSON object instead of the file
    #[arg(long)]
    json: bool,

    /// The origin, as scheme://host[:port]; any URL of the origin will do
    #[arg(value_name = "ORIGIN")]
    origin: OsString,
}

pub fn run(args: &FetchArgs) -> Result<Status, Failure> {
    let origin = Origin::parse(args.origin.as_encoded_bytes()).map_err(|error| {
        Failure::Message(format!(
            "\"{}\" is no origin: {error}",
            Escaped(args.origin.as_encoded_bytes())
        ))
    })?;
    let client = Client::new(&args.net, Some(Options::new().max_bytes))?;
    let fetched = client.fetch(&origin);
    let mut out = io::stdout().lock();
    if args.json {
        let decision = &fetched.decision;
        let report = Report {
            origin: origin.to_string(),
            url: &fetched.url,
            redirects: fetched.hops,
            access: decision.access.as_str(),
            basis: decision.basis.as_str(),
            cause: decision.cause.as_str(),
            detail: fetched.detail,
            status: decision.status,
            fetch_at: decision.fetch_at,
            body: str::from_utf8(&fetched.body).ok(),
            body_base64: match str::from_utf8(&fetched.body) {
                Ok(_) => None,
                Err(_) => Some(case::to_base64(&fetched.body)),
            },
        };
        serde_json::to_writer(&mut out, &report)
            .map_err(io::Error::from)
            .and_then(|()| out.write_all(b"\n"))
            .map_err(Failure::of_output)?;
    } else {
        output::note(&describe(&origin, &fetched));
        write_body(&mut out, &fetched.body).map_err(Failure::of_output)?;
    }
    out.flush().map_err(Failure::of_output)?;
    Ok(match fetched.decision.access {
        Access::RefuseAll => Status::Refused,
        _ => Status::Good,
    })
}

/// The file as it is; on a terminal so that it cannot drive that.
fn write_body(out: &mut io::StdoutLock<'_>, body: &[u8]) -> io::Result<()> {
    if !out.is_terminal() {
        return out.write_all(body);
    }
    for line in body.split_inclusive(|octet| *octet == b'\n') {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        writeln!(out, "{}", Escaped(line))?;
    }
    Ok(())
}

/// One line about an attempt.
fn describe(origin: &Origin, fetched: &Fetched) -> String {
    let Decision {
        access,
        cause,
        status,
        fetch_at,
        ..
    } = &fetched.decision;
    let mut line = format!("{origin}: {access}: {}", cause.text());
    if *status != 0 {
        line += &format!(" (status {status})");
    }
    if let Some(detail) = fetched.detail {
        line += &format!(" ({detail})");
    }
    match fetched.hops {
        0 => {}
        1 => line += &format!(", 1 redirect to {}", fetched.url),
        hops => line += &format!(", {hops} redirects to {}", fetched.url),
    }
    let again = match access {
        Access::RefuseAll => "try again",
        _ => "ask again",
    };
    line + &format!("; {again} at {}", date(*fetch_at))
}

/// A moment as HTTP writes it.
fn date(at: u64) -> String {
    // Years of five digits have no such form.
    let at = at.min(253_402_300_799);
    httpdate::fmt_http_date(UNIX_EPOCH + Duration::from_secs(at))
}

/// What `--json` prints.
#[derive(Serialize)]
struct Report<'a> {
    origin: String,
    url: &'a str,
    redirects: u32,
    access: &'static str,
    basis: &'static str,
    cause: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<&'static str>,
    status: u16,
    fetch_at: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    body: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    body_base64: Option<String>,
}

/// Sites that were asked, each once unless their files are huge.
pub struct Sites {
    client: Client,
    options: Options,
    agents: Vec<u8>,
    known: HashMap<Origin, Site>,
    /// Of all files known, as they came.
    octets: usize,
}

/// What governs one site.
pub struct Site {
    /// Empty without a file.
    pub txt: RobotsTxt,
    pub matcher: Matcher,
    pub robots_url: String,
    pub decision: Decision,
}

impl Sites {
    pub fn new(net: &NetArgs, options: Options, agents: &[u8]) -> Result<Sites, Failure> {
        let limit = match options.profile {
            Profile::Google => None,
            _ => Some(options.max_bytes),
        };
        // Before anything is asked: are these agents at all?
        RobotsTxt::parse_with("", &options)
            .matcher(agents)
            .map_err(|error| Failure::Message(format!("--agent: {error}")))?;
        Ok(Sites {
            client: Client::new(net, limit)?,
            options,
            agents: agents.to_vec(),
            known: HashMap::new(),
            octets: 0,
        })
    }

    /// The site of a URL. The first time it is asked, which may take long;
    /// `before` is called first.
    pub fn of(
        &mut self,
        url: &[u8],
        before: impl FnOnce() -> Result<(), Failure>,
    ) -> Result<Result<&Site, OriginError>, Failure> {
        let origin = match Origin::parse(url) {
            Ok(origin) => origin,
            Err(error) => return Ok(Err(error)),
        };
        if !self.known.contains_key(&origin) {
            before()?;
            if self.known.len() >= ORIGINS {
                return Err(Failure::Message(format!(
                    "the URLs are of more than {ORIGINS} origins; check them in several runs"
                )));
            }
            let fetched = self.client.fetch(&origin);
            if self.octets + fetched.body.len() > KEPT {
                self.known.clear();
                self.octets = 0;
            }
            self.octets += fetched.body.len();
            let site = self.site(&origin, fetched)?;
            self.known.insert(origin.clone(), site);
        }
        let site = self.known.get(&origin);
        site.map(Ok)
            .ok_or_else(|| Failure::Message(format!("{origin} was not asked")))
    }

    fn site(&self, origin: &Origin, fetched: Fetched) -> Result<Site, Failure> {
        if fetched.decision.access != Access::Rules {
            output::note(&describe(origin, &fetched));
        }
        let txt = RobotsTxt::parse_with(&fetched.body, &self.options);
        let matcher = match fetched.decision.access {
            Access::Rules => txt
                .matcher(&self.agents)
                .map_err(|error| Failure::Message(format!("--agent: {error}")))?,
            Access::AllowAll => Matcher::unavailable(),
            Access::RefuseAll => Matcher::unreachable(),
        };
        Ok(Site {
            txt,
            matcher,
            robots_url: origin.robots_txt_url(),
            decision: fetched.decision,
        })
    }
}
