//! This crate as engines of the benchmark.

use super::engine::{Aim, Engine, Peer, of};
use super::workloads::{AGENT, Body, Url};
use robots::{Matcher, Options, RobotsTxt};
use std::hint::black_box;

/// Every way into this crate.
pub fn all() -> Vec<Box<dyn Engine>> {
    vec![
        of::<Rfc9309>(),
        of::<CheckPath>(),
        of::<WithFile>(),
        of::<Google>(),
    ]
}

/// The default profile with its limits as far off as they go, so that a large
/// file is read to its end as the other engines read it.
fn whole_file() -> Options {
    let mut options = Options::new();
    options.max_bytes = usize::MAX;
    options.max_line = usize::MAX;
    options
}

fn compile(body: &Body, options: &Options) -> Result<Matcher, String> {
    Matcher::compile(&body.octets, AGENT, options).map_err(|why| why.to_string())
}

/// `Matcher::compile`, then `Matcher::check` with the URL; `check` for one URL.
struct Rfc9309;

impl Peer for Rfc9309 {
    type Kept<'b> = Matcher;
    const NAME: &'static str = "robots";
    const AIM: Aim = Aim::Rfc9309;
    const OURS: bool = true;

    fn parse(body: &Body) {
        black_box(RobotsTxt::parse_with(&body.octets, &whole_file()));
    }

    fn keep(body: &Body) -> Result<Matcher, String> {
        compile(body, &whole_file())
    }

    fn allowed(kept: &Matcher, url: &Url) -> bool {
        kept.check(&url.full).is_allowed()
    }

    fn one_shot(body: &Body, url: &Url) -> bool {
        robots::check_with(&body.octets, AGENT, &url.full, &whole_file()).is_allowed()
    }
}

/// As [`Rfc9309`], the path cut by the caller: `Matcher::check_path`.
struct CheckPath;

impl Peer for CheckPath {
    type Kept<'b> = Matcher;
    const NAME: &'static str = "robots, check_path";
    const AIM: Aim = Aim::Rfc9309;
    const OURS: bool = true;
    const CHECKS_ONLY: bool = true;

    fn parse(body: &Body) {
        Rfc9309::parse(body);
    }

    fn keep(body: &Body) -> Result<Matcher, String> {
        Rfc9309::keep(body)
    }

    fn allowed(kept: &Matcher, url: &Url) -> bool {
        kept.check_path(&url.path).is_allowed()
    }
}

/// The parsed file kept beside its matcher: records, lines and text stay at hand.
struct WithFile;

impl Peer for WithFile {
    type Kept<'b> = (RobotsTxt, Matcher);
    const NAME: &'static str = "robots, file kept";
    const AIM: Aim = Aim::Rfc9309;
    const SHARES_PARSER: bool = true;
    const OURS: bool = true;

    fn parse(body: &Body) {
        Rfc9309::parse(body);
    }

    fn keep(body: &Body) -> Result<(RobotsTxt, Matcher), String> {
        let file = RobotsTxt::parse_with(&body.octets, &whole_file());
        let matcher = file.matcher(AGENT).map_err(|why| why.to_string())?;
        Ok((file, matcher))
    }

    fn allowed(kept: &(RobotsTxt, Matcher), url: &Url) -> bool {
        kept.1.check(&url.full).is_allowed()
    }
}

/// As [`Rfc9309`] in the profile `google`.
struct Google;

impl Peer for Google {
    type Kept<'b> = Matcher;
    const NAME: &'static str = "robots, google";
    const AIM: Aim = Aim::Google;
    const OURS: bool = true;

    fn parse(body: &Body) {
        black_box(RobotsTxt::parse_with(&body.octets, &Options::google()));
    }

    fn keep(body: &Body) -> Result<Matcher, String> {
        compile(body, &Options::google())
    }

    fn allowed(kept: &Matcher, url: &Url) -> bool {
        kept.check(&url.full).is_allowed()
    }

    fn one_shot(body: &Body, url: &Url) -> bool {
        robots::check_with(&body.octets, AGENT, &url.full, &Options::google()).is_allowed()
    }
}
