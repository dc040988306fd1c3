//! Parsing, compiling and asking with the heap watched.

#[path = "counting.rs"]
mod counting;

pub use counting::{Heap, measured};
use robots::{Matcher, Options, RobotsTxt, Verdict};

pub const KIB: usize = 1024;

/// Parsing a body holds less than this many times its octets at once. (Growing
/// lists stand in memory twice while they move.)
pub const PARSE: usize = 24;

/// Compiling holds less than this many times the octets of the body at once:
/// the dearest body is all rules such as `allow:*a`.
pub const COMPILE: usize = 40;

/// What is kept of a body, parsed or compiled, is less than this many times
/// its octets.
pub const KEPT: usize = 10;

/// A check holds less than this many octets for each octet of the URL in normal
/// form, and gives all of them back.
pub const CHECK: usize = 64;

pub fn unlimited() -> Options {
    let mut options = Options::new();
    options.max_bytes = usize::MAX;
    options.max_line = usize::MAX;
    options
}

pub fn both() -> [Options; 2] {
    [unlimited(), Options::google()]
}

pub fn bounded(what: &str, heap: Heap, input: usize, times: usize) {
    let limit = times * input + 64 * KIB;
    assert!(heap.peak <= limit, "{what}: {heap:?} for {input} octets");
    let limit = KEPT * input + 64 * KIB;
    assert!(heap.kept <= limit, "{what}: {heap:?} for {input} octets");
}

/// Parses and asks within the bound, and checks that the file knows its own size.
pub fn parse(body: &str, options: &Options) -> RobotsTxt {
    let (txt, heap) = measured(|| {
        let txt = RobotsTxt::parse_with(body, options);
        // The first question makes an index of names, which is kept.
        txt.group_for("x").expect("a token");
        txt
    });
    bounded("parse", heap, body.len(), PARSE);
    assert_eq!(heap.kept, txt.memory_usage(), "memory_usage of the file");
    txt
}

/// Compiles by both ways within the bound, and checks that they are equal in
/// size and know it.
pub fn compile(body: &str, agents: &str, options: &Options) -> Matcher {
    let txt = parse(body, options);
    let (matcher, heap) = measured(|| txt.matcher(agents).expect("tokens"));
    bounded("matcher", heap, body.len(), COMPILE);
    let own = matcher.memory_usage();
    assert!(own <= heap.kept && heap.kept <= own + KIB, "{own} {heap:?}");
    let (direct, heap) = measured(|| Matcher::compile(body, agents, options).expect("tokens"));
    bounded("compile", heap, body.len(), COMPILE);
    assert_eq!(direct.memory_usage(), matcher.memory_usage());
    drop(direct);
    matcher
}

/// Asks a matcher and the body itself. The heap needed follows the URL, whatever
/// the rules are; nothing of it is kept.
pub fn ask(matcher: &Matcher, body: &str, agents: &str, path: &str, options: &Options) -> Verdict {
    let url = format!("https://site.example{path}");
    let (verdict, heap) = measured(|| matcher.check(&url));
    bounded("check", heap, url.len(), CHECK);
    assert_eq!(heap.kept, 0);
    let (once, heap) = measured(|| robots::check_with(body, agents, &url, options));
    // The one-shot call also holds one line of the body, normalised.
    bounded("one-shot", heap, url.len() + 8 * 22_000 / CHECK, CHECK);
    assert_eq!(heap.kept, 0);
    assert_eq!(once, verdict, "{agents} {} octets of path", path.len());
    verdict
}

/// A name of letters, since digits end a token.
pub fn name(mut number: usize) -> String {
    let mut name = String::from("x");
    for _ in 0..4 {
        name.push(char::from(
            b'a' + u8::try_from(number % 26).expect("a letter"),
        ));
        number /= 26;
    }
    name
}
