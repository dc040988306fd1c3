//! One URL of one body: nothing is compiled, nothing is kept.
//!
//! The lines stream by; of the rules that speak to the crawler the one with
//! the greatest priority so far is remembered. Compiling pays from the second
//! URL on, see [`crate::Matcher`].

use crate::agent::{Audience, Chain};
use crate::line;
use crate::rules::{Event, RawRule, for_each_rule};
use crate::{Options, Profile, Reason, Verdict, escape, pattern, url};

/// May this crawler fetch this URL, by this robots.txt body? With the default
/// options; nothing is kept, and in the usual case nothing is allocated. What is
/// a URL, and that a path will do, says [`Matcher::check`](crate::Matcher::check).
///
/// Time is linear in the body, and for rules with a star at most their number
/// times the octets of the URL. To ask a second URL of the same body, use a
/// [`crate::Matcher`]. A list of agents that makes no sense is a misuse, which
/// is refused.
///
/// ```
/// let body = "User-agent: *\nDisallow: /private";
/// assert!(!robots::check(body, "ExampleBot", "https://site.example/private").allowed);
/// assert!(robots::check(body, "ExampleBot", "https://site.example/").allowed);
/// ```
pub fn check(body: impl AsRef<[u8]>, agents: impl AsRef<[u8]>, url: impl AsRef<[u8]>) -> Verdict {
    check_with(body, agents, url, &Options::default())
}

/// The same with other options.
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
    let Ok(chain) = Chain::new(agents.as_ref(), options) else {
        return Verdict::misuse();
    };
    let body = body.as_ref();
    let url = url.as_ref();
    match options.profile {
        Profile::Rfc9309 => url::with_url_path(url, |path| {
            if path == b"/robots.txt" {
                return Verdict::plain(true, Reason::RobotsTxt);
            }
            check_body(body, chain, path, options).0
        }),
        Profile::Google => Some(url::with_google_url_path(url, |path| {
            check_body(body, chain, path, options).0
        })),
    }
    .unwrap_or(Verdict::misuse())
}

/// The same in profile `google`, and whether the file names any of the agents,
/// which is what `RobotsMatcher` of google/robotstxt knows after a check.
#[cfg(feature = "capi")]
pub(crate) fn check_google(body: &[u8], agents: &[u8], url: &[u8]) -> (Verdict, bool) {
    let options = Options::google();
    let Ok(chain) = Chain::new(agents, &options) else {
        return (Verdict::misuse(), false);
    };
    let (verdict, audience) =
        url::with_google_url_path(url, |path| check_body(body, chain, path, &options));
    (verdict, audience == Audience::Crawler)
}

fn check_body(
    body: &[u8],
    chain: Chain<'_>,
    path: &[u8],
    options: &Options,
) -> (Verdict, Audience) {
    let body = line::body(body, options);
    let mut best: Option<(u32, RawRule<'_>)> = None;
    let mut question = Question {
        path,
        options,
        pairs: Pairs::default(),
        scratch: Vec::new(),
    };
    let second = path.get(1).copied().unwrap_or(0);
    let audience = for_each_rule(&body.text, chain, options, |event| match event {
        Event::StartOver => best = None,
        Event::Rule(rule) => {
            // Nearly every pattern of the web parts with a path at its second
            // octet.
            if let [b'/', octet, ..] = rule.pattern
                && *octet != second
                && escape::is_plain(*octet)
                && !(rule.allow && options.is_google())
            {
                return;
            }
            let Some(octets) = question.matched_octets(rule.pattern, rule.allow) else {
                return;
            };
            let priority = octets << 1 | u32::from(rule.allow);
            // On a tie the first line stands.
            if best.as_ref().is_none_or(|(than, _)| priority > *than) {
                best = Some((priority, rule));
            }
        }
    });
    let verdict = match best {
        Some((priority, rule)) => {
            Verdict::by_rule(rule.allow, rule.line, priority >> 1, rule.index)
        }
        None if audience == Audience::Nobody => Verdict::plain(true, Reason::NoGroup),
        None => Verdict::plain(true, Reason::NoRule),
    };
    (verdict, audience)
}

/// Does a rule match this path?
struct Question<'a> {
    path: &'a [u8],
    options: &'a Options,
    pairs: Pairs,
    scratch: Vec<u8>,
}

impl Question<'_> {
    /// Octets of the rule's pattern, if it matches. Nothing is normalised before
    /// something that is not plain turns up.
    #[inline(never)]
    fn matched_octets(&mut self, pattern: &[u8], allow: bool) -> Option<u32> {
        let google = self.options.is_google();
        let mut path_octets = self.path.iter();
        for octet in pattern {
            if !escape::is_plain(*octet) {
                return self.matched_octets_of_special(pattern, allow);
            }
            if path_octets.next() != Some(octet) {
                let more = if google {
                    // The pattern may also stand for that of a directory.
                    allow
                } else {
                    // A slash may be assumed in front of it.
                    self.options.assume_slash && pattern[0] != b'/'
                };
                return more
                    .then(|| self.matched_octets_of_special(pattern, allow))
                    .flatten();
            }
        }
        match pattern.len() {
            0 if !google => None,
            len => Some(len as u32),
        }
    }

    #[inline(never)]
    fn matched_octets_of_special(&mut self, pattern: &[u8], allow: bool) -> Option<u32> {
        let Question {
            path,
            options,
            pairs,
            scratch,
        } = self;
        let directory = allow && options.is_google();
        if !directory && pairs.lack_one_of(pattern, path) {
            return None;
        }
        scratch.clear();
        let normal = escape::normal_pattern(pattern, options, scratch);
        if !matches!(normal.first(), Some(b'/' | b'*')) {
            return None;
        }
        if pattern::matches(normal, path) {
            return Some(normal.len() as u32);
        }
        if !directory {
            return None;
        }
        let mut directory = escape::directory_of_index(normal)?.to_vec();
        directory.push(b'$');
        pattern::matches(&directory, path).then_some(directory.len() as u32)
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
    /// Is a pair in the pattern, as written, that no match can do without and
    /// that the path has not?
    fn lack_one_of(&mut self, pattern: &[u8], path: &[u8]) -> bool {
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
            if escape::is_plain(before) && escape::is_plain(*octet) {
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
