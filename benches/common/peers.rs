//! The engines of others, at the versions that Cargo.toml fixes.

use super::engine::{Aim, Engine, Peer, of};
use super::workloads::{AGENT, Body, Url};
use futures_util::FutureExt;
use std::hint::black_box;

/// Every engine of others.
pub fn all() -> Vec<Box<dyn Engine>> {
    vec![
        of::<Robotstxt>(),
        of::<TextingRobots>(),
        of::<Cylon>(),
        of::<FastRobots>(),
        of::<FastRobotsMatcher>(),
    ]
}

/// `robotstxt`: a port of Google's code; reads the file on every check.
struct Robotstxt;

/// The null listener that its reader asks for.
struct Nobody;

impl robotstxt::RobotsParseHandler for Nobody {
    fn handle_robots_start(&mut self) {}
    fn handle_robots_end(&mut self) {}
    fn handle_user_agent(&mut self, line: u32, value: &str) {
        black_box((line, value));
    }
    fn handle_allow(&mut self, line: u32, value: &str) {
        black_box((line, value));
    }
    fn handle_disallow(&mut self, line: u32, value: &str) {
        black_box((line, value));
    }
    fn handle_sitemap(&mut self, line: u32, value: &str) {
        black_box((line, value));
    }
    fn handle_unknown_action(&mut self, line: u32, key: &str, value: &str) {
        black_box((line, key, value));
    }
}

impl Peer for Robotstxt {
    type Kept<'b> = &'b Body;
    const NAME: &'static str = "robotstxt 0.3.0";
    const AIM: Aim = Aim::Google;
    const REPARSES: bool = true;
    const KEEPS_BODY: bool = true;

    fn parse(body: &Body) {
        robotstxt::parse_robotstxt(&body.text, &mut Nobody);
    }

    fn keep(body: &Body) -> Result<&Body, String> {
        Ok(body)
    }

    fn compile(body: &Body) {
        Self::parse(body);
    }

    fn allowed(kept: &&Body, url: &Url) -> bool {
        robotstxt::DefaultMatcher::default()
            .one_agent_allowed_by_robots(&kept.text, AGENT, &url.full)
    }
}

/// `texting_robots`: keeps one crawler's rules, those with wildcards as regular
/// expressions.
struct TextingRobots;

impl Peer for TextingRobots {
    type Kept<'b> = texting_robots::Robot;
    const NAME: &'static str = "texting_robots 0.2.2";
    const AIM: Aim = Aim::Google;

    fn parse(body: &Body) {
        Self::compile(body);
    }

    fn keep(body: &Body) -> Result<texting_robots::Robot, String> {
        texting_robots::Robot::new(AGENT, &body.octets).map_err(|why| why.to_string())
    }

    fn allowed(kept: &texting_robots::Robot, url: &Url) -> bool {
        kept.allowed(&url.full)
    }
}

/// `cylon`: keeps one crawler's rules as a nondeterministic automaton.
struct Cylon;

impl Peer for Cylon {
    type Kept<'b> = cylon::Cylon;
    const NAME: &'static str = "cylon 0.3.3";
    const AIM: Aim = Aim::Google;

    fn parse(body: &Body) {
        Self::compile(body);
    }

    fn keep(body: &Body) -> Result<cylon::Cylon, String> {
        cylon::Compiler::new(AGENT)
            .compile(body.octets.as_slice())
            .now_or_never()
            .unwrap_or_else(|| unreachable!("a slice is always ready"))
            .map_err(|why| why.to_string())
    }

    fn allowed(kept: &cylon::Cylon, url: &Url) -> bool {
        kept.allow(&url.path)
    }

    fn skip(body: &Body) -> Option<&'static str> {
        (body.octets.len() > 256_000).then_some("over 256 kB: compiles in quadratic time")
    }
}

/// `fast-robots` without an index: all groups, borrowed from the file.
struct FastRobots;

impl Peer for FastRobots {
    type Kept<'b> = fast_robots::RobotsTxt<'b>;
    const NAME: &'static str = "fast-robots 0.1.5 is_allowed";
    const AIM: Aim = Aim::Rfc9309;
    const KEEPS_BODY: bool = true;

    fn parse(body: &Body) {
        Self::compile(body);
    }

    fn keep(body: &Body) -> Result<fast_robots::RobotsTxt<'_>, String> {
        Ok(fast_robots::RobotsTxt::parse(&body.text))
    }

    fn allowed(kept: &fast_robots::RobotsTxt<'_>, url: &Url) -> bool {
        kept.is_allowed(AGENT, &url.path)
    }
}

/// `fast-robots` with its index over all groups.
struct FastRobotsMatcher;

type Matcher<'a> = fast_robots::RobotsMatcher<'a>;
type File<'b> = fast_robots::RobotsTxt<'b>;

self_cell::self_cell!(
    /// The index borrows the file it was made from; both are kept together.
    struct Indexed<'b> {
        owner: File<'b>,
        #[covariant]
        dependent: Matcher,
    }
);

impl Peer for FastRobotsMatcher {
    type Kept<'b> = Indexed<'b>;
    const NAME: &'static str = "fast-robots 0.1.5 matcher()";
    const AIM: Aim = Aim::Rfc9309;
    const SHARES_PARSER: bool = true;
    const KEEPS_BODY: bool = true;

    fn parse(body: &Body) {
        black_box(File::parse(&body.text));
    }

    fn keep(body: &Body) -> Result<Indexed<'_>, String> {
        Ok(Indexed::new(File::parse(&body.text), |file| file.matcher()))
    }

    fn compile(body: &Body) {
        let file = File::parse(&body.text);
        black_box(file.matcher());
    }

    fn allowed(kept: &Indexed<'_>, url: &Url) -> bool {
        kept.borrow_dependent().is_allowed(AGENT, &url.path)
    }

    fn one_shot(body: &Body, url: &Url) -> bool {
        let file = File::parse(&body.text);
        file.matcher().is_allowed(AGENT, &url.path)
    }
}
