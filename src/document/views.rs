//! What a file hands out: groups, agents, rules.

use super::RobotsTxt;
use crate::Record;

/// User-agent lines and the rules behind them (RFC 9309 2.1).
///
/// ```
/// let txt = robots::RobotsTxt::parse("User-agent: a\nDisallow: /x");
/// let group = txt.group(0).unwrap();
/// assert_eq!((group.index(), group.line()), (0, 1));
/// ```
#[derive(Clone, Copy)]
pub struct Group<'a> {
    pub(super) txt: &'a RobotsTxt,
    pub(super) index: usize,
}

impl<'a> Group<'a> {
    /// Index of the group in the file.
    ///
    /// ```
    /// # let txt = robots::RobotsTxt::parse("User-agent: a");
    /// assert_eq!(txt.group(0).unwrap().index(), 0);
    /// ```
    pub fn index(&self) -> usize {
        self.index
    }

    /// Line of the first user-agent line.
    ///
    /// ```
    /// # let txt = robots::RobotsTxt::parse("\nUser-agent: a");
    /// assert_eq!(txt.group(0).unwrap().line(), 2);
    /// ```
    pub fn line(&self) -> u32 {
        self.txt.agents[self.txt.agents_of(self.index).start].line
    }

    /// The user-agent lines; at least one.
    ///
    /// ```
    /// # let txt = robots::RobotsTxt::parse("User-agent: a/1.0");
    /// assert_eq!(txt.group(0).unwrap().agents().next().unwrap().value, b"a/1.0");
    /// ```
    pub fn agents(&self) -> impl ExactSizeIterator<Item = Agent<'a>> + use<'a> {
        let txt = self.txt;
        txt.agents_of(self.index)
            .map(|index| txt.agent(&txt.agents[index]))
    }

    /// The user-agent line at an index of [`Group::agents`]. Constant time.
    ///
    /// ```
    /// # let txt = robots::RobotsTxt::parse("User-agent: a\nUser-agent: b");
    /// let group = txt.group(0).unwrap();
    /// assert_eq!(group.agent(1).unwrap().value, b"b");
    /// assert!(group.agent(2).is_none());
    /// ```
    pub fn agent(&self, index: usize) -> Option<Agent<'a>> {
        let txt = self.txt;
        let agents = &txt.agents[txt.agents_of(self.index)];
        agents.get(index).map(|agent| txt.agent(agent))
    }

    /// The rules.
    ///
    /// ```
    /// # let txt = robots::RobotsTxt::parse("User-agent: a\nAllow: /x");
    /// assert_eq!(txt.group(0).unwrap().rules().next().unwrap().pattern, b"/x");
    /// ```
    pub fn rules(&self) -> impl ExactSizeIterator<Item = Rule<'a>> + use<'a> {
        let txt = self.txt;
        txt.rules_of(self.index).map(|index| txt.rule_at(index))
    }

    /// The other records that stand in the group.
    ///
    /// ```
    /// # let txt = robots::RobotsTxt::parse("User-agent: a\nCrawl-delay: 3");
    /// assert_eq!(txt.group(0).unwrap().records().next().unwrap().value, b"3");
    /// ```
    pub fn records(&self) -> impl ExactSizeIterator<Item = Record<'a>> + use<'a> {
        let txt = self.txt;
        txt.records_of(self.index)
            .map(|index| txt.record_of(&txt.records[index]))
    }
}

/// One user-agent line.
///
/// ```
/// let txt = robots::RobotsTxt::parse("User-agent: a");
/// let agent = txt.group(0).unwrap().agents().next().unwrap();
/// assert_eq!((agent.value, agent.line), (&b"a"[..], 1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Agent<'a> {
    /// The value as written.
    pub value: &'a [u8],
    /// The line, counted from 1.
    pub line: u32,
}

/// An allow or disallow line (RFC 9309 2.2.2).
///
/// ```
/// let txt = robots::RobotsTxt::parse("User-agent: *\nAllow: /a");
/// let rule = txt.rule(0).unwrap();
/// assert!(rule.allow);
/// assert_eq!((rule.line, rule.index, rule.group), (2, 0, 0));
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Rule<'a> {
    /// Allow, or disallow?
    pub allow: bool,
    /// The path pattern as written.
    pub pattern: &'a [u8],
    /// The path pattern as it is matched: [normalised](crate#normalisation),
    /// its length the octets that decide precedence.
    pub normalized: &'a [u8],
    /// The line, counted from 1.
    pub line: u32,
    /// Index of the rule in the file.
    pub index: usize,
    /// Index of the group it stands in.
    pub group: usize,
}
