//! Product tokens: which groups of a file speak to a crawler (RFC 9309 2.2.1).
//!
//! Every user-agent line gets a score against the crawler's tokens; a group
//! has the best score of its lines; the groups with the best score of the file
//! are merged, and all others are ignored. The score orders, from best to
//! worst:
//!
//! 1. lines that name the first token of the crawler's chain,
//! 2. lines that name a part of it which ends before a `-` or `_`, the longest
//!    such part first (`googlebot` serves `Googlebot-Image`),
//! 3. the same for the second token, and so on,
//! 4. the line `*`.
//!
//! Two lines of the same score name the same thing, so "merge what has the
//! best score" needs no other bookkeeping, and one pass over the file suffices:
//! where a better score turns up, what was collected so far is dropped.
//!
//! In profile `google` there are two scores, any of the crawler's names and
//! `*`, as in the reference: several names mean the union of their groups.

use std::fmt;

use crate::Options;

/// The list of product tokens makes no sense.
///
/// ```
/// let txt = robots::RobotsTxt::parse("");
/// let error = txt.matcher("Mozilla/5.0 (compatible; ExampleBot/1.0)").unwrap_err();
/// assert!(error.to_string().contains("product token"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentError {
    token: String,
    octet: usize,
}

impl AgentError {
    /// Position in the list of the first octet that cannot stand in a product
    /// token, counted from 0; the position of the token where it is empty.
    ///
    /// ```
    /// let error = robots::RobotsTxt::parse("").matcher("Example/1.0").unwrap_err();
    /// assert_eq!(error.octet(), 7);
    /// ```
    pub fn octet(&self) -> usize {
        self.octet
    }
}

impl fmt::Display for AgentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AgentError { token, octet } = self;
        if token.is_empty() {
            write!(f, "empty product token at octet {octet}")?;
        } else {
            write!(f, "\"{token}\" is no product token (octet {octet})")?;
        }
        f.write_str(
            "; give the crawler's name as it stands in robots.txt, such as \"ExampleBot\", \
             not the whole User-Agent header; letters, digits, '-', '_' and '.' are allowed, \
             and a comma separates several names",
        )
    }
}

impl std::error::Error for AgentError {}

/// The crawler's names, most wanted first, and how to compare them.
#[derive(Clone, Copy)]
pub(crate) struct Chain<'a> {
    list: &'a [u8],
    /// The only token, where there is but one, as nearly always.
    only: Option<Token<'a>>,
    google: bool,
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
        let text = crate::key::trim(text);
        Token {
            text,
            versioned: text.iter().any(|octet| kind(*octet) == VERSION),
        }
    }
}

/// Score of a line that names everybody.
const STAR: u64 = 1;

impl<'a> Chain<'a> {
    pub(crate) fn new(list: &'a [u8], options: &Options) -> Result<Self, AgentError> {
        let google = options.is_google();
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
                google,
                exact: options.exact_agent,
            });
        }
        if !google {
            let mut start = 0;
            for token in list.split(|octet| *octet == b',') {
                check_token(token, start)?;
                start += token.len() + 1;
            }
        }
        Ok(Chain {
            list,
            only: (!list.contains(&b',')).then(|| Token::new(list)),
            google,
            exact: options.exact_agent,
        })
    }

    /// How well a user-agent line speaks to the crawler; 0 if it does not.
    pub(crate) fn score(&self, value: &[u8]) -> u64 {
        let star = match value {
            [b'*'] => true,
            [b'*', next, ..] => matches!(next, b'\t'..=b'\r' | b' '),
            _ => false,
        };
        if self.google {
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

    /// The same for lines that name the crawler; the line `*` does so only
    /// where `*` is one of the crawler's tokens.
    pub(crate) fn own_score(&self, value: &[u8]) -> u64 {
        match self.score(value) {
            STAR => 0,
            score => score,
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
        match token.get(name.len()) {
            None => whole,
            Some(b'-' | b'_') if !self.exact && !name.is_empty() => {
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

fn kind(octet: u8) -> u8 {
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
    KIND[usize::from(octet)]
}

fn is_token_octet(octet: u8) -> bool {
    kind(octet) == TOKEN
}

fn leading(value: &[u8], is: impl Fn(u8) -> bool) -> &[u8] {
    let end = value.iter().position(|octet| !is(*octet));
    &value[..end.unwrap_or(value.len())]
}

/// Checks one token of the list; `start` is its position in the list.
fn check_token(text: &[u8], start: usize) -> Result<(), AgentError> {
    let token = crate::key::trim(text);
    let bad = token.iter().position(|octet| kind(*octet) == OTHER);
    if token == b"*" || (bad.is_none() && !token.is_empty()) {
        return Ok(());
    }
    let indent = token.as_ptr().addr() - text.as_ptr().addr();
    Err(AgentError {
        token: shortened(token),
        octet: start + bad.map_or(0, |at| indent + at),
    })
}

fn shortened(token: &[u8]) -> String {
    let text = String::from_utf8_lossy(&token[..token.len().min(80)]);
    text.chars()
        .flat_map(|c| c.escape_debug())
        .collect::<String>()
}

/// To whom the groups that count speak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Audience {
    /// There are none.
    Nobody,
    /// They say `*`.
    Everybody,
    /// They name the crawler.
    Crawler,
}

/// How lines make groups, and which groups count. Fed with the lines of a file
/// in order.
pub(crate) struct Selector<'a> {
    chain: Chain<'a>,
    grouping: Grouping,
    best: u64,
    group: u64,
}

impl<'a> Selector<'a> {
    pub(crate) fn new(chain: Chain<'a>) -> Self {
        Selector {
            chain,
            grouping: Grouping::default(),
            best: 0,
            group: 0,
        }
    }

    /// A user-agent line. True where it beats every line before it: what was
    /// collected so far no longer counts.
    pub(crate) fn user_agent(&mut self, value: &[u8]) -> bool {
        if self.grouping.user_agent() {
            self.group = 0;
        }
        let score = self.chain.score(value);
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

    /// To whom the groups that count speak.
    pub(crate) fn audience(&self) -> Audience {
        match self.best {
            0 => Audience::Nobody,
            STAR => Audience::Everybody,
            _ => Audience::Crawler,
        }
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

    fn score(list: &str, value: &str) -> u64 {
        let options = Options::new();
        let chain = Chain::new(list.as_bytes(), &options).unwrap();
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
        let options = Options::new();
        let octet = |list: &str| Chain::new(list.as_bytes(), &options).err().map(|e| e.octet);
        assert_eq!(octet("A, B-c_d, *"), None);
        assert_eq!(octet(""), Some(0));
        assert_eq!(octet("A,,B"), Some(2));
        assert_eq!(octet("A, B/1"), Some(4));
        assert_eq!(octet("Mozilla Foo"), Some(7));
        assert_eq!(octet(" \u{B}A/1"), Some(3));
        assert_eq!(octet("\u{30C4}"), Some(0));
    }
}
