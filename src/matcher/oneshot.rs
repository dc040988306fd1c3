//! One URL of one body: nothing is compiled, nothing is kept.
//!
//! The lines stream by; of the rules that speak to the crawler the one with
//! the greatest priority so far is remembered. Compiling pays from the second
//! URL on, see [`crate::Matcher`].

use super::collect::priority;
#[cfg(feature = "capi")]
use crate::dialect::GOOGLE;
use crate::dialect::{Dialect, UrlForm};
use crate::group::agent::{Chain, Matched};
use crate::group::select::{Event, RawRule, for_each_rule};
use crate::parse::line;
use crate::pattern::{Together, can_match, normalize};
use crate::{Options, Reason, Verdict, url};

/// May this crawler fetch this URL, by this robots.txt body? With the default
/// options; nothing is kept, and in the usual case nothing is allocated. What is
/// a URL, and that a path will do, says [`Matcher::check`](crate::Matcher::check).
///
/// Time is linear in body and URL, also for rules made to be expensive. To ask
/// a second URL of the same body, use a [`crate::Matcher`]. A list of agents
/// that makes no sense is a misuse, which is refused.
///
/// ```
/// let body = "User-agent: *\nDisallow: /private";
/// assert!(!robots::check(body, "ExampleBot", "https://site.example/private").allowed);
/// assert!(robots::check(body, "ExampleBot", "https://site.example/").allowed);
/// ```
pub fn check(body: impl AsRef<[u8]>, agents: impl AsRef<[u8]>, url: impl AsRef<[u8]>) -> Verdict {
    check_with(body, agents, url, &Options::default())
}

/// Returns what [`check`] does, with other options.
///
/// ```
/// use robots::Options;
/// let body = "User-agent: *\nDisallow: /robots.txt";
/// let url = "https://site.example/robots.txt";
/// assert!(robots::check(body, "ExampleBot", url).allowed);
/// assert!(!robots::check_with(body, "ExampleBot", url, &Options::google()).allowed);
/// ```
pub fn check_with(
    body: impl AsRef<[u8]>,
    agents: impl AsRef<[u8]>,
    url: impl AsRef<[u8]>,
    options: &Options,
) -> Verdict {
    let dialect = options.dialect();
    let Ok(chain) = Chain::new(agents.as_ref(), &dialect) else {
        return Verdict::misuse();
    };
    let body = body.as_ref();
    let url = url.as_ref();
    match dialect.urls {
        UrlForm::Checked => url::with_url_path(url, |path| {
            if dialect.robots_txt_is_allowed && path == b"/robots.txt" {
                return Verdict::plain(true, Reason::RobotsTxt);
            }
            check_body(body, chain, path, &dialect).0
        }),
        UrlForm::Guessed => Some(url::with_google_url_path(url, |path| {
            check_body(body, chain, path, &dialect).0
        })),
    }
    .unwrap_or(Verdict::misuse())
}

/// Checks in profile `google`, and tells whether the file names any of the agents:
/// what `RobotsMatcher` of google/robotstxt knows after a check.
#[cfg(feature = "capi")]
pub(crate) fn check_google(body: &[u8], agents: &[u8], url: &[u8]) -> (Verdict, bool) {
    let Ok(chain) = Chain::new(agents, &GOOGLE) else {
        return (Verdict::misuse(), false);
    };
    let (verdict, matched) =
        url::with_google_url_path(url, |path| check_body(body, chain, path, &GOOGLE));
    (verdict, matched == Matched::Named)
}

fn check_body(body: &[u8], chain: Chain<'_>, path: &[u8], dialect: &Dialect) -> (Verdict, Matched) {
    let body = line::body(body, dialect);
    let mut query = PathQuery {
        path,
        dialect,
        pairs: Pairs::default(),
        scratch: Vec::new(),
        matching: Together::new(path, 0),
    };
    let second = path.get(1).copied().unwrap_or(0);
    let matched = for_each_rule(&body.text, chain, dialect, |event| match event {
        Event::StartOver => query.matching.clear(),
        Event::Rule(rule) => {
            // Nearly every pattern of the web parts with a path at its second
            // octet.
            if let [b'/', octet, ..] = rule.pattern
                && *octet != second
                && normalize::is_plain(*octet)
                && !(rule.allow && dialect.index_is_directory)
            {
                return;
            }
            query.consider(&rule);
        }
    });
    let verdict = match query.matching.best() {
        (0, _) if matched == Matched::None => Verdict::plain(true, Reason::NoGroup),
        (0, _) => Verdict::plain(true, Reason::NoRule),
        (value, index) => {
            let priority = (value >> 32) as u32;
            Verdict::by_rule(priority & 1 != 0, !(value as u32), priority >> 1, index)
        }
    };
    (verdict, matched)
}

/// The number that orders rules: of all that match, the one with the greatest
/// wins. Priority first, on a tie the earlier line. Never 0, since no line has the
/// greatest number of all.
fn value(octets: usize, rule: &RawRule<'_>) -> u64 {
    u64::from(priority(octets, rule.allow)) << 32 | u64::from(!rule.line)
}

/// One path, and the winner among the rules that match it so far.
struct PathQuery<'a> {
    path: &'a [u8],
    dialect: &'a Dialect,
    pairs: Pairs,
    scratch: Vec<u8>,
    matching: Together<'a>,
}

impl PathQuery<'_> {
    /// Matches a rule. Nothing is normalised before an octet turns up that is not
    /// plain.
    #[inline(never)]
    fn consider(&mut self, rule: &RawRule<'_>) {
        let pattern = rule.pattern;
        let mut path_octets = self.path.iter();
        for octet in pattern {
            if !normalize::is_plain(*octet) {
                return self.consider_slow(rule);
            }
            if path_octets.next() != Some(octet) {
                // The pattern may also stand for that of a directory, or a slash
                // may be assumed in front of it.
                if rule.allow && self.dialect.index_is_directory
                    || self.dialect.assume_slash && pattern[0] != b'/'
                {
                    self.consider_slow(rule);
                }
                return;
            }
        }
        if self.dialect.empty_pattern_is_rule || !pattern.is_empty() {
            let value = value(pattern.len(), rule);
            self.matching.raise(value, rule.index);
        }
    }

    #[inline(never)]
    fn consider_slow(&mut self, rule: &RawRule<'_>) {
        let directory = rule.allow && self.dialect.index_is_directory;
        if !directory && self.pairs.exclude(rule.pattern, self.path) {
            return;
        }
        self.scratch.clear();
        let normal = normalize::normal_pattern(rule.pattern, self.dialect, &mut self.scratch);
        if !can_match(normal) {
            return;
        }
        let matching = &mut self.matching;
        matching.add(normal, value(normal.len(), rule), rule.index);
        if directory && let Some(directory) = normalize::directory_of_index(normal) {
            matching.add(&directory, value(directory.len(), rule), rule.index);
        }
    }
}

/// A set that has all pairs of neighbouring octets of a path, and some others:
/// most patterns with a star have a pair that it lacks. That is quicker to see
/// than to look for the pattern's segments.
#[derive(Default)]
struct Pairs {
    bits: [u64; 8],
    made: bool,
}

impl Pairs {
    /// Returns true only if a pair that every match of the pattern has is missing
    /// from the path, so that the pattern cannot match. The pattern is as written.
    fn exclude(&mut self, pattern: &[u8], path: &[u8]) -> bool {
        if !self.made {
            self.made = true;
            for pair in path.windows(2) {
                let (word, bit) = Self::place(pair[0], pair[1]);
                self.bits[word] |= bit;
            }
        }
        let mut before = b'*';
        for octet in pattern {
            if *octet == b'%' {
                // What follows may be part of an escape.
                return false;
            }
            // What is plain stands in the normal form as it is.
            if normalize::is_plain(before) && normalize::is_plain(*octet) {
                let (word, bit) = Self::place(before, *octet);
                if self.bits[word] & bit == 0 {
                    return true;
                }
            }
            before = *octet;
        }
        false
    }

    #[inline(always)]
    fn place(first: u8, second: u8) -> (usize, u64) {
        let hash = usize::from(first) * 47 + usize::from(second);
        (hash >> 6 & 7, 1 << (hash & 63))
    }
}

#[cfg(all(test, feature = "capi"))]
mod tests {
    use super::*;

    #[test]
    fn whether_the_file_names_an_agent() {
        let url = b"https://site.example/x";
        let ask = |body: &str, agents: &str| {
            let (verdict, names) = check_google(body.as_bytes(), agents.as_bytes(), url);
            (verdict.allowed, verdict.line, names)
        };
        assert_eq!(ask("", "a"), (true, 0, false));
        assert_eq!(ask("user-agent: *\ndisallow: /", "a"), (false, 2, false));
        assert_eq!(ask("user-agent: a\ndisallow: /", "b,A"), (false, 2, true));
        assert_eq!(ask("user-agent: a/2\nallow:", "a"), (true, 2, true));
        let both = "user-agent: *\ndisallow: /\nuser-agent: a";
        assert_eq!(ask(both, "a"), (true, 0, true), "a group without rules");
        assert_eq!(ask(both, "b"), (false, 2, false));
        assert_eq!(ask("user-agent: 1", ""), (true, 0, true), "the empty agent");
        assert_eq!(ask("user-agent: *", "*"), (true, 0, false));
    }
}
