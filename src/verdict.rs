//! The answer to "may this crawler fetch this URL, and which rule says so?".

use std::fmt;

/// Why a [`Verdict`] is what it is. The numbers are part of the C ABI: they
/// never change, and new ones may be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum Reason {
    /// The question made no sense (a URL that cannot be split, a path without
    /// a leading `/`, a product token that is none). Refused.
    Misuse = 0,
    /// The most specific matching rule decided (RFC 9309 2.2.2).
    Rule = 1,
    /// The crawler has a group, but none of its rules matches. Allowed.
    NoRule = 2,
    /// No group speaks to the crawler. Allowed (RFC 9309 2.2.1).
    NoGroup = 3,
    /// `/robots.txt` itself, which is always allowed (RFC 9309 2.2.2).
    RobotsTxt = 4,
    /// The file is unavailable, so everything is allowed (RFC 9309 2.3.1.3).
    Unavailable = 5,
    /// The file is unreachable, so everything is refused (RFC 9309 2.3.1.4).
    Unreachable = 6,
}

impl Reason {
    /// A short fixed name, as the command line prints it.
    ///
    /// ```
    /// assert_eq!(robots::Reason::NoRule.as_str(), "no-rule");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            Reason::Misuse => "misuse",
            Reason::Rule => "rule",
            Reason::NoRule => "no-rule",
            Reason::NoGroup => "no-group",
            Reason::RobotsTxt => "robots-txt",
            Reason::Unavailable => "unavailable",
            Reason::Unreachable => "unreachable",
        }
    }

    /// One sentence for people.
    ///
    /// ```
    /// assert!(robots::Reason::Rule.text().contains("rule"));
    /// ```
    pub const fn text(self) -> &'static str {
        match self {
            Reason::Misuse => {
                "the question cannot be answered: not an absolute http, https or ftp URL, not a path that begins with '/', or not a product token"
            }
            Reason::Rule => "the most specific matching rule decides",
            Reason::NoRule => "no rule of the crawler's group matches",
            Reason::NoGroup => "no group speaks to this crawler",
            Reason::RobotsTxt => "/robots.txt itself is always allowed",
            Reason::Unavailable => "the robots.txt file is unavailable, so everything is allowed",
            Reason::Unreachable => "the robots.txt file is unreachable, so everything is refused",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// May the crawler fetch the URL, and which rule says so. Sixteen bytes, plain
/// data; the C struct `robots_verdict` has the same layout.
///
/// ```
/// use robots::{Reason, RobotsTxt};
///
/// let txt = RobotsTxt::parse("User-agent: *\nDisallow: /private");
/// let verdict = txt.matcher("ExampleBot")?.check("https://site.example/private/x");
/// assert!(!verdict.allowed);
/// assert_eq!(verdict.reason, Reason::Rule);
/// assert_eq!((verdict.line, verdict.octets), (2, 8));
/// assert_eq!(txt.rule(verdict.rule_index().unwrap()).unwrap().pattern, b"/private");
/// # Ok::<(), robots::AgentError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct Verdict {
    /// May the crawler fetch the URL?
    pub allowed: bool,
    /// Why.
    pub reason: Reason,
    reserved: u16,
    /// Line of the deciding rule, counted from 1; 0 where no rule decided.
    pub line: u32,
    /// Octets of the deciding rule's path pattern after normalisation, `*` and
    /// `$` counted (RFC 9309 2.2.2); 0 where no rule decided.
    pub octets: u32,
    /// Index of the deciding rule in [`crate::RobotsTxt::rule`], or
    /// [`Verdict::NO_RULE`].
    pub rule: u32,
}

impl Verdict {
    /// [`Verdict::rule`] where no rule decided.
    pub const NO_RULE: u32 = u32::MAX;

    pub(crate) const fn plain(allowed: bool, reason: Reason) -> Self {
        Verdict {
            allowed,
            reason,
            reserved: 0,
            line: 0,
            octets: 0,
            rule: Self::NO_RULE,
        }
    }

    pub(crate) const fn by_rule(allow: bool, line: u32, octets: u32, rule: u32) -> Self {
        Verdict {
            // A rule of no octets restricts nothing, whatever its key.
            allowed: allow || octets == 0,
            reason: Reason::Rule,
            reserved: 0,
            line,
            octets,
            rule,
        }
    }

    /// The refusal that answers a question which makes no sense.
    ///
    /// ```
    /// assert!(!robots::Verdict::misuse().allowed);
    /// ```
    pub const fn misuse() -> Self {
        Self::plain(false, Reason::Misuse)
    }

    /// The same as the field [`Verdict::allowed`].
    ///
    /// ```
    /// assert!(robots::check("", "ExampleBot", "https://site.example/").is_allowed());
    /// ```
    pub const fn is_allowed(&self) -> bool {
        self.allowed
    }

    /// Index of the deciding rule in [`crate::RobotsTxt::rule`], if a rule
    /// decided.
    ///
    /// ```
    /// assert_eq!(robots::Verdict::misuse().rule_index(), None);
    /// ```
    pub const fn rule_index(&self) -> Option<usize> {
        if self.rule == Self::NO_RULE {
            None
        } else {
            Some(self.rule as usize)
        }
    }
}

/// `allow rule line 3 octets 12`, or `deny misuse`.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = if self.allowed { "allow" } else { "deny" };
        write!(f, "{word} {}", self.reason)?;
        if self.reason == Reason::Rule {
            write!(f, " line {} octets {}", self.line, self.octets)?;
        }
        Ok(())
    }
}
