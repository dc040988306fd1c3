//! One robots.txt from the network, under the access policy.

use super::fetch_address::is_public;
use super::output::Failure as Stop;
use super::{fetch_tls, input};
use clap::Args;
use robots::access::{AccessResult, Decision, Failure, Fetch, Policy, Response, State};
use robots::origin::{Origin, Scheme};
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{
    Buffers, ConnectionDetails, Connector, DefaultConnector, NextTimeout, Transport,
};
use ureq::{Agent, Error, http};

/// What this program calls itself unless told otherwise.
const USER_AGENT: &str = concat!("librobots/", env!("CARGO_PKG_VERSION"));

const SECONDS: u64 = 20;

/// A header section of more octets is not read.
const HEADERS: usize = 64 << 10;

#[derive(Args)]
pub struct NetArgs {
    /// Give up an attempt after this many seconds, all redirects included; 20 if not given
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=3600))]
    timeout: Option<u64>,

    /// The User-Agent header of requests for robots.txt
    #[arg(long, value_name = "TEXT")]
    user_agent: Option<String>,

    /// Ask private and local addresses too
    #[arg(long)]
    allow_private: bool,

    /// Trust also the authorities whose certificates are in this file (PEM); may be repeated
    #[arg(long, value_name = "FILE")]
    ca: Vec<PathBuf>,
}

impl NetArgs {
    /// The first of these flags that was given.
    pub fn given(&self) -> Option<&'static str> {
        let given = [
            ("--timeout", self.timeout.is_some()),
            ("--user-agent", self.user_agent.is_some()),
            ("--allow-private", self.allow_private),
            ("--ca", !self.ca.is_empty()),
        ];
        given
            .iter()
            .find(|(_, given)| *given)
            .map(|(flag, _)| *flag)
    }
}

/// Asks origins for their robots.txt.
pub struct Client {
    agent: Agent,
    timeout: Duration,
    policy: Policy,
    /// Octets of a body that are read, decoded.
    limit: Option<usize>,
}

/// What came of one attempt.
pub struct Fetched {
    pub decision: Decision,
    /// What the cause leaves open.
    pub detail: Option<&'static str>,
    /// Where it ended, and after how many redirects.
    pub url: String,
    pub hops: u32,
    /// Empty unless there was a file.
    pub body: Vec<u8>,
}

/// How a request failed.
struct Miss {
    failure: Failure,
    /// What the failure leaves open, in words that hold nothing of what the server sent.
    detail: Option<&'static str>,
}

impl From<Failure> for Miss {
    fn from(failure: Failure) -> Miss {
        Miss {
            failure,
            detail: None,
        }
    }
}

impl Client {
    /// `limit` is the number of octets that the reader of the file wants.
    pub fn new(args: &NetArgs, limit: Option<usize>) -> Result<Client, Stop> {
        let user_agent = args.user_agent.as_deref().unwrap_or(USER_AGENT);
        if http::HeaderValue::from_str(user_agent).is_err() {
            return Err(Stop::Message(
                "--user-agent holds a character that no header may hold; leave it out".to_owned(),
            ));
        }
        let config = Agent::config_builder()
            .user_agent(user_agent)
            .accept("text/plain, */*;q=0.5")
            .http_status_as_error(false)
            // The policy follows redirects.
            .max_redirects(0)
            .max_redirects_will_error(false)
            // Whom a proxy asks cannot be known here.
            .proxy(None)
            .max_idle_connections(0)
            .max_response_header_size(HEADERS)
            .tls_config(fetch_tls::config(&args.ca)?)
            .build();
        let resolver = Careful {
            inner: DefaultResolver::default(),
            allow_private: args.allow_private,
        };
        Ok(Client {
            agent: Agent::with_parts(config, DefaultConnector::default().chain(Strict), resolver),
            timeout: Duration::from_secs(args.timeout.unwrap_or(SECONDS)),
            policy: Policy::new(),
            limit,
        })
    }

    /// Makes one attempt.
    pub fn fetch(&self, origin: &Origin) -> Fetched {
        let mut state = State::new();
        let mut fetch = Fetch::new(origin, &state, &self.policy);
        let deadline = std::time::Instant::now() + self.timeout;
        let mut body = Vec::new();
        let mut detail = None;
        if origin.scheme() == Scheme::Ftp {
            fetch.failure(Failure::Refused);
        } else {
            loop {
                let left = deadline.saturating_duration_since(std::time::Instant::now());
                let result = match self.ask(&mut fetch, left, &mut body) {
                    Ok(result) => result,
                    Err(miss) => {
                        detail = miss.detail;
                        fetch.failure(miss.failure)
                    }
                };
                if result != AccessResult::Redirect {
                    break;
                }
            }
        }
        let decision = state.record(&fetch, &self.policy, now());
        let empty = matches!(decision.status, 204 | 205);
        if empty || fetch.result() != AccessResult::Successful {
            body.clear();
        }
        Fetched {
            decision,
            detail,
            url: fetch.url().to_owned(),
            hops: fetch.hops(),
            body,
        }
    }

    /// Makes one request.
    fn ask(
        &self,
        fetch: &mut Fetch,
        left: Duration,
        body: &mut Vec<u8>,
    ) -> Result<AccessResult, Miss> {
        if left.is_zero() {
            return Err(Failure::Timeout.into());
        }
        let request = self.agent.get(fetch.url());
        let request = request.config().timeout_global(Some(left)).build();
        let (head, content) = request
            .call()
            .map_err(|error| failure(&error))?
            .into_parts();
        if head.status.is_success() {
            // What was asked for is decoded already, and not named any more; of gzip in gzip, the
            // outer one is.
            if !is_decoded(&head.headers) {
                return Err(Failure::Undecodable.into());
            }
            let reader = content.into_with_config().limit(u64::MAX).reader();
            *body = input::read_body(reader, self.limit).map_err(|error| broken(&error))?;
            if input::compression(body).is_some() {
                return Err(Miss {
                    failure: Failure::Undecodable,
                    detail: Some("no header says that it is compressed"),
                });
            }
        }
        let mut response = Response::new(head.status.as_u16());
        for (name, value) in &head.headers {
            response = response.header(name.as_str(), value);
        }
        Ok(fetch.response(&response))
    }
}

/// No header names a coding that the client has not undone.
fn is_decoded(headers: &http::HeaderMap) -> bool {
    let all = |name, known: &[&str]| {
        headers.get_all(name).iter().all(|value| {
            let is = |coding: &&str| value.as_bytes().eq_ignore_ascii_case(coding.as_bytes());
            known.iter().any(is)
        })
    };
    all(http::header::CONTENT_ENCODING, &["", "identity"])
        && all(
            http::header::TRANSFER_ENCODING,
            &["", "identity", "chunked"],
        )
}

/// Seconds since 1970.
pub fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

/// Resolves names, but only to public addresses. What it returns is what is
/// connected to, so that no name can change its address in between.
#[derive(Debug)]
struct Careful {
    inner: DefaultResolver,
    allow_private: bool,
}

/// There are addresses, and none of them is public.
#[derive(Debug)]
struct Private;

impl std::fmt::Display for Private {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the address is not public")
    }
}

impl std::error::Error for Private {}

impl Resolver for Careful {
    fn resolve(
        &self,
        uri: &http::Uri,
        config: &ureq::config::Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, Error> {
        let all = self.inner.resolve(uri, config, timeout)?;
        if self.allow_private {
            return Ok(all);
        }
        let mut public = self.empty();
        for address in all.iter().filter(|address| is_public(address.ip())) {
            public.push(*address);
        }
        match public.is_empty() {
            true => Err(Error::Other(Box::new(Private))),
            false => Ok(public),
        }
    }
}

/// Makes connections that tell their end from an accident. A body without a length ends with the
/// connection; the client takes it for whole also where that was reset, or where TLS was not
/// closed, which anybody in between can bring about.
#[derive(Debug)]
struct Strict;

impl<In: Transport> Connector<In> for Strict {
    type Out = StrictTransport<In>;

    fn connect(
        &self,
        _: &ConnectionDetails,
        chained: Option<In>,
    ) -> Result<Option<Self::Out>, Error> {
        Ok(chained.map(StrictTransport))
    }
}

#[derive(Debug)]
struct StrictTransport<T>(T);

impl<T: Transport> Transport for StrictTransport<T> {
    fn buffers(&mut self) -> &mut dyn Buffers {
        self.0.buffers()
    }

    fn transmit_output(&mut self, amount: usize, timeout: NextTimeout) -> Result<(), Error> {
        self.0.transmit_output(amount, timeout)
    }

    fn await_input(&mut self, timeout: NextTimeout) -> Result<bool, Error> {
        self.0.await_input(timeout).map_err(|error| match error {
            Error::Io(inner) => Error::Other(Box::new(inner)),
            other => other,
        })
    }

    fn is_open(&mut self) -> bool {
        self.0.is_open()
    }

    fn is_tls(&self) -> bool {
        self.0.is_tls()
    }
}

/// No response, and why.
fn failure(error: &Error) -> Miss {
    let failure = match error {
        Error::HostNotFound => Failure::Dns,
        Error::Timeout(_) => Failure::Timeout,
        Error::ConnectionFailed => Failure::Connect,
        Error::Rustls(inner) => return tls_failure(inner),
        Error::Tls(_) | Error::Pem(_) | Error::TlsRequired => Failure::Tls,
        Error::Protocol(_) | Error::Http(_) | Error::LargeResponseHeader(..) => Failure::Protocol,
        Error::Decompress(_, inner) => match broken(inner) {
            Miss {
                failure: Failure::Protocol | Failure::Other,
                ..
            } => Failure::Undecodable,
            miss => return miss,
        },
        Error::Other(inner) if inner.is::<Private>() => Failure::Refused,
        Error::Other(inner) => match inner.downcast_ref() {
            Some(inner) => return io_failure(inner),
            None => Failure::Other,
        },
        Error::Io(inner) => return io_failure(inner),
        _ => Failure::Other,
    };
    failure.into()
}

fn tls_failure(error: &rustls::Error) -> Miss {
    Miss {
        failure: Failure::Tls,
        detail: fetch_tls::detail(error),
    }
}

/// What an error of the system wraps, if that is of the client or of TLS.
fn wrapped(error: &io::Error) -> Option<Miss> {
    let mut next = error
        .get_ref()
        .map(|inner| inner as &(dyn std::error::Error + 'static));
    while let Some(inner) = next {
        if let Some(inner) = inner.downcast_ref::<Error>() {
            return Some(failure(inner));
        }
        if let Some(inner) = inner.downcast_ref::<rustls::Error>() {
            return Some(tls_failure(inner));
        }
        // Its `source` is that of the error in it, not the error in it.
        if let Some(inner) = inner.downcast_ref::<io::Error>() {
            return wrapped(inner);
        }
        next = inner.source();
    }
    None
}

fn io_failure(error: &io::Error) -> Miss {
    if let Some(miss) = wrapped(error) {
        return miss;
    }
    let failure = match error.kind() {
        ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted | ErrorKind::BrokenPipe => {
            Failure::Reset
        }
        ErrorKind::UnexpectedEof => Failure::Reset,
        ErrorKind::TimedOut | ErrorKind::WouldBlock => Failure::Timeout,
        ErrorKind::ConnectionRefused
        | ErrorKind::HostUnreachable
        | ErrorKind::NetworkUnreachable
        | ErrorKind::NetworkDown
        | ErrorKind::AddrNotAvailable => Failure::Connect,
        ErrorKind::InvalidData => Failure::Protocol,
        // What the resolver of the system says has no kind of its own.
        _ if error.to_string().starts_with("failed to lookup address") => Failure::Dns,
        _ => Failure::Other,
    };
    failure.into()
}

/// A body broke off, and why.
fn broken(error: &io::Error) -> Miss {
    match io_failure(error) {
        Miss {
            failure: Failure::Reset,
            ..
        } => Failure::Truncated.into(),
        miss => miss,
    }
}
