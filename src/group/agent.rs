//! Product tokens: which groups of a file speak to a crawler (RFC 9309 2.2.1).
//!
//! Every user-agent line gets a score against the crawler's tokens; a group
//! has the best score of its lines; the groups with the best score of the file
//! are merged, and all others are ignored. The score orders, from best to
//! worst:
//!
//! 1. lines that name the first token of the crawler's chain,
//! 2. lines that name a part of it which ends before a `-` or `_`, the longest
//!    such part first (`googlebot` serves `Googlebot-Image`); a line that goes
//!    on with a digit or a dot names something else here,
//! 3. the same for the second token, and so on,
//! 4. the line `*`.
//!
//! Two lines of the same score name the same thing, so "merge what has the
//! best score" needs no other bookkeeping, and one pass over the file suffices:
//! where a better score turns up, what was collected so far is dropped.
//!
//! In profile `google` there are two scores, any of the crawler's names and
//! `*`, as in the reference: several names mean the union of their groups.
//!
//! Scores take tokens times lines, which is little for a few tokens. A parsed
//! file has its names in order instead ([`Names`]), and answers for chains of any
//! length and for any number of crawlers.

mod error;
mod names;

use crate::DiagnosticKind;
use crate::dialect::{AgentMatch, Dialect};
pub use error::AgentError;
use error::check_token;
pub(crate) use names::{Names, Speaker};

/// The crawler's names, most wanted first, and how to compare them.
#[derive(Clone, Copy)]
pub(crate) struct Chain<'a> {
    list: &'a [u8],
    /// The only token, where there is but one, as nearly always.
    only: Option<Token<'a>>,
    matching: AgentMatch,
    exact: bool,
}

/// One name of the crawler.
#[derive(Clone, Copy)]
struct Token<'a> {
    text: &'a [u8],
    /// It has digits or dots, which do not end names in lines then.
    versioned: bool,
}

impl<'a> Token<'a> {
    fn new(text: &'a [u8]) -> Self {
        let text = crate::parse::trim::trim(text);
        Token {
            text,
            versioned: text.iter().any(|octet| kind(*octet) == VERSION),
        }
    }
}

/// Score of a line that names everybody.
const STAR: u64 = 1;

/// Most tokens that every line is compared with in turn, and most octets that
/// they have together.
const FEW_TOKENS: usize = 16;
const FEW_OCTETS: usize = 256;

/// Does a user-agent line name everybody?
pub(crate) fn is_star(value: &[u8]) -> bool {
    match value {
        [b'*'] => true,
        [b'*', next, ..] => matches!(next, b'\t'..=b'\r' | b' '),
        _ => false,
    }
}

impl<'a> Chain<'a> {
    pub(crate) fn new(list: &'a [u8], dialect: &Dialect) -> Result<Self, AgentError> {
        let seen = list.iter().fold(0, |seen, octet| seen | kind(*octet));
        if seen & OTHER == 0 && !list.is_empty() {
            // One token and nothing around it.
            let versioned = seen & VERSION != 0;
            return Ok(Chain {
                list,
                only: Some(Token {
                    text: list,
                    versioned,
                }),
                matching: dialect.agents,
                exact: dialect.exact_agent,
            });
        }
        if dialect.agents == AgentMatch::First {
            let mut start = 0;
            for token in list.split(|octet| *octet == b',') {
                check_token(token, start)?;
                start += token.len() + 1;
            }
        }
        Ok(Chain {
            list,
            only: (!list.contains(&b',')).then(|| Token::new(list)),
            matching: dialect.agents,
            exact: dialect.exact_agent,
        })
    }

    /// How well a user-agent line speaks to the crawler; 0 if it does not.
    pub(crate) fn score(&self, value: &[u8]) -> u64 {
        let star = is_star(value);
        if self.matching == AgentMatch::Union {
            if star {
                return STAR;
            }
            let name = leading(value, is_token_octet);
            let mut tokens = self.list.split(|octet| *octet == b',');
            return if tokens.any(|token| token.eq_ignore_ascii_case(name)) {
                2 * STAR
            } else {
                0
            };
        }
        if let Some(token) = &self.only {
            return self.token_score(token, 1, value, star);
        }
        let mut score = if star { STAR } else { 0 };
        let mut rank = self.list.split(|octet| *octet == b',').count() as u64;
        for token in self.list.split(|octet| *octet == b',') {
            score = score.max(self.token_score(&Token::new(token), rank, value, star));
            rank -= 1;
        }
        score
    }

    /// Is the list of tokens so long that names in order pay? A line is compared
    /// with no more of the only token than the line has octets, but in profile
    /// `google`, and where there are several, all of the list is read for each.
    #[inline]
    pub(crate) fn is_long(&self) -> bool {
        match self.only {
            Some(_) if self.matching != AgentMatch::Union => false,
            _ if self.list.len() > FEW_OCTETS => true,
            _ => memchr::memchr_iter(b',', self.list)
                .nth(FEW_TOKENS - 1)
                .is_some(),
        }
    }

    #[inline]
    fn token_score(&self, token: &Token<'_>, rank: u64, value: &[u8], star: bool) -> u64 {
        let whole = rank << 32 | (1 << 31);
        if star {
            return if token.text == b"*" { whole } else { STAR };
        }
        match (value.first(), token.text.first()) {
            (Some(a), Some(b)) if a.eq_ignore_ascii_case(b) => {}
            _ => return 0,
        }
        let name = if token.versioned {
            leading(value, |octet| kind(octet) != OTHER)
        } else {
            leading(value, is_token_octet)
        };
        let token = token.text;
        match token.get(..name.len()) {
            Some(part) if part.eq_ignore_ascii_case(name) => {}
            _ => return 0,
        }
        let goes_on = || matches!(value.get(name.len()), Some(octet) if kind(*octet) == VERSION);
        match token.get(name.len()) {
            None => whole,
            Some(b'-' | b'_') if !self.exact && !name.is_empty() && !goes_on() => {
                rank << 32 | (name.len() as u64).min((1 << 31) - 1)
            }
            Some(_) => 0,
        }
    }
}

/// Kinds of octets in a list of tokens: of product tokens, of the versions that
/// some of them carry, and those that can stand in neither.
const TOKEN: u8 = 1;
const VERSION: u8 = 2;
const OTHER: u8 = 4;

static KIND: [u8; 256] = {
    let mut kind = [OTHER; 256];
    let mut octet = 0;
    while octet < 256 {
        let this = octet as u8;
        if this.is_ascii_alphabetic() || this == b'-' || this == b'_' {
            kind[octet] = TOKEN;
        } else if this.is_ascii_digit() || this == b'.' {
            kind[octet] = VERSION;
        }
        octet += 1;
    }
    kind
};

fn kind(octet: u8) -> u8 {
    KIND[usize::from(octet)]
}

fn is_token_octet(octet: u8) -> bool {
    kind(octet) == TOKEN
}

fn leading(value: &[u8], is: impl Fn(u8) -> bool) -> &[u8] {
    let end = value.iter().position(|octet| !is(*octet));
    &value[..end.unwrap_or(value.len())]
}

/// What there is to remark on the value of a user-agent line, each with its
/// place.
pub(crate) fn remarks(value: &[u8]) -> [Option<(DiagnosticKind, usize)>; 2] {
    if is_star(value) {
        let rest = (value.len() > 1).then_some((DiagnosticKind::AgentNotAToken, 1));
        return [rest, None];
    }
    let name = leading(value, |octet| kind(octet) != OTHER);
    let digits = name.iter().position(|octet| kind(*octet) == VERSION);
    let rest = match &value[name.len()..] {
        [] if value.is_empty() => Some(DiagnosticKind::EmptyAgent),
        [] => None,
        [b'/', version @ ..] if !name.is_empty() && is_version(version) => {
            Some(DiagnosticKind::AgentWithVersion)
        }
        _ => Some(DiagnosticKind::AgentNotAToken),
    };
    [
        digits.map(|at| (DiagnosticKind::AgentWithDigits, at)),
        rest.map(|kind| (kind, name.len())),
    ]
}

/// The end of a product token as the User-Agent header has it (RFC 9110 10.1.5).
fn is_version(text: &[u8]) -> bool {
    !text.is_empty() && text.iter().all(|octet| kind(*octet) != OTHER)
}

/// Which groups of a file speak to the crawler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Matched {
    None,
    /// The groups for `*`.
    Star,
    /// The groups that name the crawler, or a part of its name.
    Named,
}

/// How lines make groups, and which groups count. Fed with the lines of a file
/// in order.
pub(crate) struct Selector<'a> {
    chain: Chain<'a>,
    known: Option<Known>,
    grouping: Grouping,
    best: u64,
    group: u64,
}

impl<'a> Selector<'a> {
    pub(crate) fn new(chain: Chain<'a>) -> Self {
        Selector {
            chain,
            known: None,
            grouping: Grouping::default(),
            best: 0,
            group: 0,
        }
    }

    /// For a crawler to whom just these user-agent lines speak, counted from 0.
    pub(crate) fn with_lines(chain: Chain<'a>, speaker: Speaker, lines: Vec<u32>) -> Self {
        let score = match speaker {
            Speaker::None => 0,
            Speaker::Star => STAR,
            Speaker::Named(_) | Speaker::Fallback(_) => 2 * STAR,
        };
        Selector {
            known: Some(Known {
                score,
                lines: lines.into_iter().peekable(),
                line: 0,
            }),
            ..Self::new(chain)
        }
    }

    /// A user-agent line. True where it beats every line before it: what was
    /// collected so far no longer counts.
    pub(crate) fn user_agent(&mut self, value: &[u8]) -> bool {
        if self.grouping.user_agent() {
            self.group = 0;
        }
        let score = match &mut self.known {
            None => self.chain.score(value),
            Some(known) => known.next_score(),
        };
        self.group = self.group.max(score);
        let better = score > self.best;
        self.best = self.best.max(score);
        better
    }

    /// A rule. `None` where it stands in no group, else whether it counts.
    #[inline]
    pub(crate) fn rule(&mut self) -> Option<bool> {
        self.grouping
            .rule()
            .then_some(self.group != 0 && self.group == self.best)
    }

    /// The group ends here, whatever comes.
    pub(crate) fn end_group(&mut self) {
        self.grouping.end_group();
    }

    /// Which groups have matched so far.
    pub(crate) fn matched(&self) -> Matched {
        match self.best {
            0 => Matched::None,
            STAR => Matched::Star,
            _ => Matched::Named,
        }
    }
}

/// Which user-agent lines speak to the crawler, found beforehand.
struct Known {
    score: u64,
    lines: std::iter::Peekable<std::vec::IntoIter<u32>>,
    /// The line that comes next.
    line: u32,
}

impl Known {
    #[cold]
    fn next_score(&mut self) -> u64 {
        let speaks = self.lines.next_if_eq(&self.line).is_some();
        self.line += 1;
        if speaks { self.score } else { 0 }
    }
}

/// How lines make groups (RFC 9309 2.1): user-agent lines, then rules; a
/// user-agent line behind a rule opens the next group. No other line matters.
#[derive(Default)]
pub(crate) struct Grouping {
    open: bool,
    has_rule: bool,
}

impl Grouping {
    /// A user-agent line. True where it opens a group.
    pub(crate) fn user_agent(&mut self) -> bool {
        let opens = !self.open || self.has_rule;
        self.open = true;
        self.has_rule = false;
        opens
    }

    /// Has a group begun, and not ended?
    pub(crate) fn is_open(&self) -> bool {
        self.open
    }

    /// A rule. True where it stands in a group.
    pub(crate) fn rule(&mut self) -> bool {
        self.has_rule = true;
        self.open
    }

    pub(crate) fn end_group(&mut self) {
        *self = Grouping::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;

    fn score(list: &str, value: &str) -> u64 {
        let dialect = Options::new().dialect();
        let chain = Chain::new(list.as_bytes(), &dialect).unwrap();
        chain.score(value.as_bytes())
    }

    #[test]
    fn order_of_scores() {
        let list = "Googlebot-News-Ads, bingbot";
        let lines = [
            "googlebot-news-ads",
            "GOOGLEBOT-News/1.2",
            "googlebot",
            "BingBot/2.0",
            "*",
        ];
        let scores = lines.map(|line| score(list, line));
        assert!(scores.is_sorted_by(|a, b| a > b), "{scores:?}");
        for other in [
            "google",
            "googlebot-n",
            "bing",
            "",
            "*x",
            "/",
            "googlebot-news-adsx",
            "googlebot2",
            "googlebot.x",
            "googlebot-news2-ads",
        ] {
            assert_eq!(score(list, other), 0, "{other}");
        }
    }

    #[test]
    fn digits_belong_to_tokens_that_have_them() {
        assert!(score("MJ12bot", "mj12bot/v1") > STAR);
        assert_eq!(score("MJ12bot", "MJ"), 0);
        assert!(score("MJ", "MJ12bot") > STAR);
        assert_eq!(score("MJ12bot", "MJ12bot2"), 0);
    }

    #[test]
    fn lists_that_make_no_sense() {
        let dialect = Options::new().dialect();
        let octet = |list: &str| {
            Chain::new(list.as_bytes(), &dialect)
                .err()
                .map(|e| e.octet())
        };
        assert_eq!(octet("A, B-c_d, *"), None);
        assert_eq!(octet(""), Some(0));
        assert_eq!(octet("A,,B"), Some(2));
        assert_eq!(octet("A, B/1"), Some(4));
        assert_eq!(octet("Mozilla Foo"), Some(7));
        assert_eq!(octet(" \u{B}A/1"), Some(3));
        assert_eq!(octet("\u{30C4}"), Some(0));
    }
}
