//! What a file says to one crawler: which group speaks to it, its rules, its
//! crawl-delay.

use std::borrow::Cow;
use std::time::Duration;

use super::RobotsTxt;
use crate::group::agent::{Chain, Names, Speaker};
use crate::group::select::RawRule;
use crate::matcher::Collector;
use crate::{AgentError, Matcher, RecordKind, Value};

/// Which groups of a file speak to a crawler. Names are as written in the file.
///
/// ```
/// use robots::{GroupMatch, RobotsTxt};
///
/// let txt = RobotsTxt::parse("User-agent: Googlebot/2.1\nAllow: /\nUser-agent: *\nAllow: /");
/// assert_eq!(txt.group_for("googlebot")?, GroupMatch::Named(b"Googlebot"));
/// assert_eq!(txt.group_for("Googlebot-Image")?, GroupMatch::Fallback(b"Googlebot"));
/// assert_eq!(txt.group_for("ExampleBot")?, GroupMatch::Star);
/// assert_eq!(RobotsTxt::parse("").group_for("ExampleBot")?, GroupMatch::None);
/// # Ok::<(), robots::AgentError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GroupMatch<'a> {
    /// There are none: everything is allowed.
    #[default]
    None,
    /// Those for everybody, because no group names the crawler or because the
    /// crawler's list of tokens asks for `*`.
    Star,
    /// Those that name a token of the crawler.
    Named(&'a [u8]),
    /// Those that name a part of a token which ends before a `-` or `_`; no
    /// group names the whole one.
    Fallback(&'a [u8]),
}

impl<'a> GroupMatch<'a> {
    /// The name by which the crawler was found; nothing where it was not.
    ///
    /// ```
    /// # use robots::RobotsTxt;
    /// let txt = RobotsTxt::parse("User-agent: a\nUser-agent: *");
    /// assert_eq!(txt.group_for("a-b")?.name(), Some(&b"a"[..]));
    /// assert_eq!(txt.group_for("b")?.name(), None);
    /// # Ok::<(), robots::AgentError>(())
    /// ```
    pub fn name(self) -> Option<&'a [u8]> {
        match self {
            GroupMatch::None | GroupMatch::Star => None,
            GroupMatch::Named(name) | GroupMatch::Fallback(name) => Some(name),
        }
    }
}

/// Crawl-delays that concern a crawler, and which group speaks to it: no delay
/// in the crawler's own group is not the same as no group of its own.
///
/// ```
/// let txt = robots::RobotsTxt::parse("");
/// let delay = txt.crawl_delay("a")?;
/// assert_eq!(delay, robots::CrawlDelay::default());
/// # Ok::<(), robots::AgentError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CrawlDelay<'a> {
    /// The one of the groups that name the crawler.
    pub own: Option<Duration>,
    /// The one of the groups for `*`, whoever speaks to the crawler.
    pub star: Option<Duration>,
    /// Which groups speak to the crawler.
    pub group: GroupMatch<'a>,
}

impl CrawlDelay<'_> {
    /// The delay of the groups that speak to the crawler: its own, without which
    /// it has none, or that for everybody where no group names it. Crawlers that
    /// inherit a delay, as Bing's does, take `own.or(star)` instead.
    ///
    /// ```
    /// use std::time::Duration;
    /// let txt = robots::RobotsTxt::parse("User-agent: a\nAllow: /\nUser-agent: *\nCrawl-delay: 5");
    /// assert_eq!(txt.crawl_delay("a")?.effective(), None);
    /// assert_eq!(txt.crawl_delay("b")?.effective(), Some(Duration::from_secs(5)));
    /// # Ok::<(), robots::AgentError>(())
    /// ```
    pub fn effective(&self) -> Option<Duration> {
        match self.group {
            GroupMatch::None => None,
            GroupMatch::Star => self.star,
            GroupMatch::Named(_) | GroupMatch::Fallback(_) => self.own,
        }
    }
}

impl RobotsTxt {
    /// Compiles the rules that speak to a crawler. `agents` is a list of
    /// product tokens with commas between them, most wanted first (RFC 9309
    /// 2.2.1; `"Applebot, Googlebot"`).
    ///
    /// In profile `rfc9309` each token is letters, digits, `-`, `_` and `.`,
    /// or `*`; blanks around it do not count. In profile `google` the list is
    /// cut at commas and nowhere else, every token stands as it is, and the
    /// groups of all of them are united.
    ///
    /// The matcher borrows nothing from the file. Time is linear in the rules that
    /// it gets and in the list of agents, times a logarithm of the user-agent lines;
    /// so it is near linear in the file for all the crawlers it names together.
    ///
    /// # Errors
    ///
    /// A token that is none, in profile `rfc9309` only: a whole User-Agent
    /// header, for instance.
    ///
    /// ```
    /// let txt = robots::RobotsTxt::parse("User-agent: Googlebot\nDisallow: /");
    /// assert!(!txt.matcher("Applebot, Googlebot")?.check("https://site.example/").allowed);
    /// assert!(txt.matcher("Applebot")?.check("https://site.example/").allowed);
    /// assert!(txt.matcher("Mozilla/5.0 (compatible)").is_err());
    /// # Ok::<(), robots::AgentError>(())
    /// ```
    pub fn matcher(&self, agents: impl AsRef<[u8]>) -> Result<Matcher, AgentError> {
        let dialect = self.options.dialect();
        let chain = Chain::new(agents.as_ref(), &dialect)?;
        let (group, lines) = self.speaking(&chain);
        let mut collector = Collector::new(&dialect);
        for (group, _) in self.groups_of(&lines) {
            for index in self.rules_of(group) {
                let rule = &self.rules[index];
                collector.push(&RawRule {
                    pattern: self.normalized(rule),
                    allow: rule.line_allow & 1 != 0,
                    line: rule.line_allow >> 1,
                    index: index as u32,
                });
            }
        }
        Ok(collector.finish(group != GroupMatch::None))
    }

    /// Which groups speak to a crawler, and by which name. They are those whose
    /// rules [`RobotsTxt::matcher`] compiles. In profile `google`, where the
    /// groups of several tokens are united, the name is the first in the file.
    ///
    /// Time is as for [`RobotsTxt::matcher`], less the compiling.
    ///
    /// # Errors
    ///
    /// As [`RobotsTxt::matcher`].
    ///
    /// ```
    /// use robots::{GroupMatch, RobotsTxt};
    /// let txt = RobotsTxt::parse("User-agent: Googlebot\nDisallow: /");
    /// assert_eq!(txt.group_for("Applebot, Googlebot")?, GroupMatch::Named(b"Googlebot"));
    /// assert_eq!(txt.group_for("Applebot")?, GroupMatch::None);
    /// # Ok::<(), robots::AgentError>(())
    /// ```
    pub fn group_for(&self, agents: impl AsRef<[u8]>) -> Result<GroupMatch<'_>, AgentError> {
        let chain = Chain::new(agents.as_ref(), &self.options.dialect())?;
        Ok(self.speaking(&chain).0)
    }

    /// The crawl-delays for a crawler. Which to obey, if any, is for the caller to
    /// decide: crawlers differ, and [`CrawlDelay::effective`] is what the choice of
    /// groups suggests. The first value that can be read counts; one speaks to the
    /// user-agent lines before it in its group. Linear in the file.
    ///
    /// # Errors
    ///
    /// As [`RobotsTxt::matcher`].
    ///
    /// ```
    /// use std::time::Duration;
    /// let txt = robots::RobotsTxt::parse("User-agent: a\nCrawl-delay: 2\nAllow: /\nUser-agent: *\nCrawl-delay: 5");
    /// let delay = txt.crawl_delay("a")?;
    /// assert_eq!(delay.own, Some(Duration::from_secs(2)));
    /// assert_eq!(delay.star, Some(Duration::from_secs(5)));
    /// # Ok::<(), robots::AgentError>(())
    /// ```
    pub fn crawl_delay(&self, agents: impl AsRef<[u8]>) -> Result<CrawlDelay<'_>, AgentError> {
        let chain = Chain::new(agents.as_ref(), &self.options.dialect())?;
        let (group, lines) = self.speaking(&chain);
        Ok(CrawlDelay {
            own: group.name().and_then(|_| self.first_delay(&lines)),
            star: self.first_delay(self.names().stars()),
            group,
        })
    }

    /// First readable crawl-delay that stands behind one of these user-agent lines
    /// in its group.
    fn first_delay(&self, lines: &[u32]) -> Option<Duration> {
        self.groups_of(lines).find_map(|(group, agent)| {
            let after = self.agents[agent].line;
            self.records[self.records_of(group)]
                .iter()
                .filter(|record| record.kind == RecordKind::CrawlDelay && record.line > after)
                .find_map(|record| match self.record_of(record).typed() {
                    Value::Delay(delay) => Some(delay),
                    _ => None,
                })
        })
    }

    /// The names of the user-agent lines in order. Made once: sorting them would
    /// cost whoever only looks at the records of a file.
    fn names(&self) -> &Names {
        self.names.get_or_init(|| {
            let value = |line: u32| self.agents[line as usize].value(&self.arena);
            Names::new(self.agents.len() as u32, value)
        })
    }

    /// Which groups speak to a crawler, and their user-agent lines that do.
    fn speaking(&self, chain: &Chain<'_>) -> (GroupMatch<'_>, Cow<'_, [u32]>) {
        let value = |line: u32| self.agents[line as usize].value(&self.arena);
        let (speaker, lines) = self.names().speaking(chain, value);
        let name = |octets| &value(lines[0])[..octets];
        let group = match speaker {
            Speaker::None => GroupMatch::None,
            Speaker::Star => GroupMatch::Star,
            Speaker::Named(octets) => GroupMatch::Named(name(octets)),
            Speaker::Fallback(octets) => GroupMatch::Fallback(name(octets)),
        };
        (group, lines)
    }

    /// The groups in which user-agent lines stand, and the first such line of each;
    /// both as indices, in file order.
    fn groups_of(&self, lines: &[u32]) -> impl Iterator<Item = (usize, usize)> {
        let mut end = 0;
        lines.iter().filter_map(move |line| {
            let line = *line as usize;
            if line < end {
                return None;
            }
            let group = self
                .groups
                .partition_point(|group| group.agents as usize <= line)
                - 1;
            end = self.agents_of(group).end;
            Some((group, line))
        })
    }
}
