//! The parsed file: groups, rules, every other record, diagnostics.
//!
//! All text lives in one arena; lists hold positions in it. A rule takes 12
//! octets beside its pattern, a group 8, another record 20, and nothing is
//! stored once per pair of things: agents and rules of a group are two lists,
//! and which agents a crawl-delay speaks to follows from the line numbers. So
//! the whole is never more than a small multiple of the body.

use std::time::Duration;

use crate::agent::{Chain, Grouping};
use crate::diagnostic::Diagnostics;
use crate::escape;
use crate::line::{self, Item, Key, Line, Lines};
use crate::matcher::Collector;
use crate::{AgentError, Diagnostic, DiagnosticKind, Matcher, Options, Record, RecordKind, Value};

/// A parsed robots.txt file. Immutable; shareable between threads; owns all it
/// needs, so the body may go.
///
/// Parsing takes linear time, never fails, and keeps every record. Memory is at
/// most a small multiple of the body; [`RobotsTxt::memory_usage`] tells.
///
/// ```
/// use robots::RobotsTxt;
///
/// let txt = RobotsTxt::parse(
///     "User-agent: *\n\
///      Disallow: /private/\n\
///      Sitemap: https://site.example/map.xml\n",
/// );
/// let matcher = txt.matcher("ExampleBot")?;
/// assert!(!matcher.check("https://site.example/private/x").allowed);
/// assert_eq!(txt.sitemaps().next(), Some(&b"https://site.example/map.xml"[..]));
/// # Ok::<(), robots::AgentError>(())
/// ```
#[derive(Clone, Debug)]
pub struct RobotsTxt {
    options: Options,
    arena: Box<[u8]>,
    groups: Box<[GroupRecord]>,
    agents: Box<[AgentRecord]>,
    rules: Box<[RuleRecord]>,
    records: Box<[OtherRecord]>,
    diagnostics: Diagnostics,
    truncated: bool,
    html: bool,
    utf16: bool,
}

/// Where a group's agents and rules begin; they end where the next one's do.
#[derive(Clone, Copy, Debug)]
struct GroupRecord {
    agents: u32,
    rules: u32,
}

#[derive(Clone, Copy, Debug)]
struct AgentRecord {
    start: u32,
    line: u32,
    len: u16,
}

#[derive(Clone, Copy, Debug)]
struct RuleRecord {
    start: u32,
    /// Line times two, plus one for allow.
    line_allow: u32,
    len: u16,
    /// Octets of the normalised pattern, which stands behind the pattern as
    /// written where the two differ; else [`RuleRecord::SAME`].
    normal_len: u16,
}

impl RuleRecord {
    const SAME: u16 = u16::MAX;
}

#[derive(Clone, Copy, Debug)]
struct OtherRecord {
    /// Start of the key; the value stands behind it.
    start: u32,
    line: u32,
    /// Index of the group plus one, or 0.
    group: u32,
    key_len: u16,
    len: u16,
    kind: RecordKind,
}

impl RobotsTxt {
    /// Parses a body with the default options.
    ///
    /// ```
    /// let txt = robots::RobotsTxt::parse(b"\xFF\x00 anything at all");
    /// assert_eq!(txt.groups().len(), 0);
    /// ```
    pub fn parse(body: impl AsRef<[u8]>) -> RobotsTxt {
        Self::parse_with(body, &Options::default())
    }

    /// Parses a body.
    ///
    /// ```
    /// use robots::{Options, RobotsTxt};
    /// let txt = RobotsTxt::parse_with("User-agent: a\nDisallowed: /x", &Options::google());
    /// assert_eq!(txt.rules().len(), 1);
    /// ```
    pub fn parse_with(body: impl AsRef<[u8]>, options: &Options) -> RobotsTxt {
        let body = line::body(body.as_ref(), options);
        let mut parser = Parser::new(options, body.text.len());
        if body.truncated {
            parser.diagnostics.push(DiagnosticKind::Truncated, 0, 0);
        }
        if body.utf16 {
            parser.diagnostics.push(DiagnosticKind::Utf16, 0, 0);
        }
        let html = looks_like_html(&body.text);
        if html {
            parser.diagnostics.push(DiagnosticKind::Html, 0, 0);
        }
        let mut lines = Lines::new(&body.text, options);
        while let Some(line) = lines.next_line() {
            parser.line(&line);
        }
        let mut diagnostics = parser.diagnostics;
        diagnostics.shrink();
        RobotsTxt {
            options: options.clone(),
            arena: parser.arena.into_boxed_slice(),
            groups: parser.groups.into_boxed_slice(),
            agents: parser.agents.into_boxed_slice(),
            rules: parser.rules.into_boxed_slice(),
            records: parser.records.into_boxed_slice(),
            diagnostics,
            truncated: body.truncated,
            html,
            utf16: body.utf16,
        }
    }

    /// Compiles the rules that speak to a crawler. `agents` is a list of
    /// product tokens with commas between them, most wanted first (RFC 9309
    /// 2.2.1; `"Applebot, Googlebot"`).
    ///
    /// In profile `rfc9309` each token is letters, digits, `-`, `_` and `.`,
    /// or `*`; blanks around it do not count. In profile `google` the list is
    /// cut at commas and nowhere else, every token stands as it is, and the
    /// groups of all of them are united.
    ///
    /// The matcher borrows nothing from the file. Time is linear in the file.
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
        let chain = Chain::new(agents.as_ref(), &self.options)?;
        let mut best = 0;
        for group in 0..self.groups.len() {
            best = best.max(self.group_score(&chain, group));
        }
        let mut collector = Collector::new(&self.options);
        if best == 0 {
            return Ok(collector.finish(false));
        }
        for group in 0..self.groups.len() {
            if self.group_score(&chain, group) != best {
                continue;
            }
            for index in self.rules_of(group) {
                let rule = &self.rules[index];
                let pattern = self.normalized(rule);
                collector.push(
                    pattern,
                    rule.line_allow & 1 != 0,
                    rule.line_allow >> 1,
                    index as u32,
                );
            }
        }
        Ok(collector.finish(true))
    }

    fn group_score(&self, chain: &Chain<'_>, group: usize) -> u64 {
        let agents = &self.agents[self.agents_of(group)];
        let scores = agents
            .iter()
            .map(|agent| chain.score(self.agent(agent).value));
        scores.max().unwrap_or(0)
    }

    fn agents_of(&self, group: usize) -> std::ops::Range<usize> {
        let end = self
            .groups
            .get(group + 1)
            .map_or(self.agents.len(), |next| next.agents as usize);
        self.groups[group].agents as usize..end
    }

    fn rules_of(&self, group: usize) -> std::ops::Range<usize> {
        let end = self
            .groups
            .get(group + 1)
            .map_or(self.rules.len(), |next| next.rules as usize);
        self.groups[group].rules as usize..end
    }

    fn text(&self, start: u32, len: u16) -> &[u8] {
        let start = start as usize;
        &self.arena[start..start + usize::from(len)]
    }

    fn agent(&self, agent: &AgentRecord) -> Agent<'_> {
        Agent {
            value: self.text(agent.start, agent.len),
            line: agent.line,
        }
    }

    fn normalized(&self, rule: &RuleRecord) -> &[u8] {
        match rule.normal_len {
            RuleRecord::SAME => self.text(rule.start, rule.len),
            len => self.text(rule.start + u32::from(rule.len), len),
        }
    }

    /// The options the file was parsed with.
    ///
    /// ```
    /// use robots::{Options, RobotsTxt};
    /// assert_eq!(RobotsTxt::parse("").options(), &Options::default());
    /// ```
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The groups in file order.
    ///
    /// ```
    /// let txt = robots::RobotsTxt::parse("User-agent: a\nUser-agent: b\nAllow: /\nUser-agent: c");
    /// let agents: Vec<_> = txt.groups().map(|group| group.agents().len()).collect();
    /// assert_eq!(agents, [2, 1]);
    /// ```
    pub fn groups(&self) -> impl ExactSizeIterator<Item = Group<'_>> {
        (0..self.groups.len()).map(|index| Group { txt: self, index })
    }

    /// The group at an index. Constant time.
    ///
    /// ```
    /// assert!(robots::RobotsTxt::parse("").group(0).is_none());
    /// ```
    pub fn group(&self, index: usize) -> Option<Group<'_>> {
        (index < self.groups.len()).then_some(Group { txt: self, index })
    }

    /// The rules of all groups in file order. Rules before the first group and
    /// rules that were dropped for their length are not among them.
    ///
    /// ```
    /// let txt = robots::RobotsTxt::parse("User-agent: *\nAllow: /a\nDisallow: /b");
    /// let allow: Vec<_> = txt.rules().map(|rule| rule.allow).collect();
    /// assert_eq!(allow, [true, false]);
    /// ```
    pub fn rules(&self) -> impl ExactSizeIterator<Item = Rule<'_>> {
        (0..self.rules.len()).map(|index| self.rule_at(index))
    }

    /// The rule at an index, which is what [`crate::Verdict::rule`] holds.
    /// Logarithmic in the number of groups.
    ///
    /// ```
    /// let txt = robots::RobotsTxt::parse("User-agent: *\nDisallow: /%7eb");
    /// let rule = txt.rule(0).unwrap();
    /// assert_eq!((rule.pattern, rule.normalized), (&b"/%7eb"[..], &b"/~b"[..]));
    /// ```
    pub fn rule(&self, index: usize) -> Option<Rule<'_>> {
        (index < self.rules.len()).then(|| self.rule_at(index))
    }

    fn rule_at(&self, index: usize) -> Rule<'_> {
        let rule = &self.rules[index];
        Rule {
            allow: rule.line_allow & 1 != 0,
            pattern: self.text(rule.start, rule.len),
            normalized: self.normalized(rule),
            line: rule.line_allow >> 1,
            index,
            group: self
                .groups
                .partition_point(|group| group.rules as usize <= index)
                - 1,
        }
    }

    /// Every record that is neither a user-agent line nor a rule, in file
    /// order, also those outside of groups.
    ///
    /// ```
    /// let txt = robots::RobotsTxt::parse("Host: a.example\nUser-agent: *\nCrawl-delay: 1");
    /// assert_eq!(txt.records().len(), 2);
    /// ```
    pub fn records(&self) -> impl ExactSizeIterator<Item = Record<'_>> {
        self.records.iter().map(|record| self.record_of(record))
    }

    /// The record at an index of [`RobotsTxt::records`]. Constant time.
    ///
    /// ```
    /// assert!(robots::RobotsTxt::parse("").record(0).is_none());
    /// ```
    pub fn record(&self, index: usize) -> Option<Record<'_>> {
        self.records.get(index).map(|record| self.record_of(record))
    }

    fn record_of(&self, record: &OtherRecord) -> Record<'_> {
        Record {
            kind: record.kind,
            key: self.text(record.start, record.key_len),
            value: self.text(record.start + u32::from(record.key_len), record.len),
            line: record.line,
            group: (record.group as usize).checked_sub(1),
        }
    }

    /// The values of all sitemap records, as written. They speak for the whole
    /// file, wherever they stand (RFC 9309 2.2.4).
    ///
    /// ```
    /// let txt = robots::RobotsTxt::parse("Sitemap: https://a.example/1\nsite-map: /2");
    /// assert_eq!(txt.sitemaps().count(), 2);
    /// ```
    pub fn sitemaps(&self) -> impl Iterator<Item = &[u8]> {
        self.records()
            .filter(|record| record.kind == RecordKind::Sitemap)
            .map(|record| record.value)
    }

    /// The crawl-delay for a crawler, and that for everybody. Which to obey,
    /// if any, is for the caller to decide: crawlers differ. The first value
    /// that can be read counts; one speaks to the user-agent lines before it in
    /// its group. Linear in the file.
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
    pub fn crawl_delay(&self, agents: impl AsRef<[u8]>) -> Result<CrawlDelay, AgentError> {
        let chain = Chain::new(agents.as_ref(), &self.options)?;
        let everybody = Chain::new(b"*", &Options::default())?;
        Ok(CrawlDelay {
            own: self.first_delay(|value| chain.own_score(value)),
            star: self.first_delay(|value| everybody.own_score(value)),
        })
    }

    /// First readable crawl-delay that speaks to the lines with the best score.
    fn first_delay(&self, score: impl Fn(&[u8]) -> u64) -> Option<Duration> {
        let scores = self
            .agents
            .iter()
            .map(|agent| score(self.agent(agent).value));
        let best = scores.max().filter(|best| *best > 0)?;
        let mut agents = 0..0;
        let mut group = 0;
        let mut reached = false;
        for record in self.records.iter().filter(|record| record.group > 0) {
            if record.group != group {
                group = record.group;
                agents = self.agents_of(group as usize - 1);
                reached = false;
            }
            if record.kind != RecordKind::CrawlDelay {
                continue;
            }
            while !reached && !agents.is_empty() && self.agents[agents.start].line < record.line {
                reached = score(self.agent(&self.agents[agents.start]).value) == best;
                agents.start += 1;
            }
            if reached && let Value::Delay(delay) = self.record_of(record).typed() {
                return Some(delay);
            }
        }
        None
    }

    /// Remarks for the author of the file, in file order; at most
    /// [`Diagnostic::LIMIT`].
    ///
    /// ```
    /// assert!(robots::RobotsTxt::parse("User-agent: *").diagnostics().is_empty());
    /// ```
    pub fn diagnostics(&self) -> &[Diagnostic] {
        self.diagnostics.kept()
    }

    /// How many remarks there were, kept or not.
    ///
    /// ```
    /// let txt = robots::RobotsTxt::parse("?\n".repeat(5000));
    /// assert_eq!(txt.diagnostics_total(), 5000);
    /// assert_eq!(txt.diagnostics().len(), robots::Diagnostic::LIMIT);
    /// ```
    pub fn diagnostics_total(&self) -> usize {
        self.diagnostics.total()
    }

    /// Was the body longer than [`Options::max_bytes`]? The line at the limit
    /// and everything behind it was not read (RFC 9309 2.5).
    ///
    /// ```
    /// let body = "# a comment\n".repeat(50_000);
    /// assert!(robots::RobotsTxt::parse(body).is_truncated());
    /// ```
    pub fn is_truncated(&self) -> bool {
        self.truncated
    }

    /// Does the body look like an HTML page? It was read like any other.
    ///
    /// ```
    /// assert!(robots::RobotsTxt::parse("<!DOCTYPE html><title>404</title>").looks_like_html());
    /// ```
    pub fn looks_like_html(&self) -> bool {
        self.html
    }

    /// Was the body UTF-16 with a byte order mark? It was transcoded (profile
    /// `rfc9309`).
    ///
    /// ```
    /// assert!(robots::RobotsTxt::parse(b"\xFF\xFEa\0").was_utf16());
    /// ```
    pub fn was_utf16(&self) -> bool {
        self.utf16
    }

    /// Bytes of heap this file holds, without what the allocator adds.
    ///
    /// ```
    /// assert_eq!(robots::RobotsTxt::parse("").memory_usage(), 0);
    /// ```
    pub fn memory_usage(&self) -> usize {
        self.arena.len()
            + size_of_val(&*self.groups)
            + size_of_val(&*self.agents)
            + size_of_val(&*self.rules)
            + size_of_val(&*self.records)
            + self.diagnostics.memory_usage()
    }
}

/// Crawl-delays that concern a crawler.
///
/// ```
/// let delay = robots::RobotsTxt::parse("").crawl_delay("a")?;
/// assert_eq!(delay, robots::CrawlDelay { own: None, star: None });
/// # Ok::<(), robots::AgentError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CrawlDelay {
    /// The one of the groups that name the crawler.
    pub own: Option<Duration>,
    /// The one of the groups for `*`.
    pub star: Option<Duration>,
}

/// User-agent lines and the rules behind them (RFC 9309 2.1).
///
/// ```
/// let txt = robots::RobotsTxt::parse("User-agent: a\nDisallow: /x");
/// let group = txt.group(0).unwrap();
/// assert_eq!((group.index(), group.line()), (0, 1));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Group<'a> {
    txt: &'a RobotsTxt,
    index: usize,
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
    pub fn records(&self) -> impl Iterator<Item = Record<'a>> + use<'a> {
        let txt = self.txt;
        let number = self.index as u32 + 1;
        let start = txt.records.partition_point(|record| {
            // Records outside of groups stand before the first group, or
            // behind a blank line that ended one.
            record.line < self.line()
        });
        txt.records[start..]
            .iter()
            .take_while(move |record| record.group == number || record.group == 0)
            .filter(move |record| record.group == number)
            .map(|record| txt.record_of(record))
    }
}

/// One user-agent line.
///
/// ```
/// let txt = robots::RobotsTxt::parse("User-agent: a");
/// let agent = txt.group(0).unwrap().agents().next().unwrap();
/// assert_eq!((agent.value, agent.line), (&b"a"[..], 1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agent<'a> {
    /// The value as written; at most its first 65,535 octets.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// Is the first thing in the body the beginning of a page?
fn looks_like_html(text: &[u8]) -> bool {
    match text.trim_ascii_start() {
        [b'<', next, ..] => next.is_ascii_alphabetic() || matches!(next, b'!' | b'?'),
        _ => false,
    }
}

struct Parser<'a> {
    options: &'a Options,
    max_line: usize,
    grouping: Grouping,
    in_group: bool,
    arena: Vec<u8>,
    groups: Vec<GroupRecord>,
    agents: Vec<AgentRecord>,
    rules: Vec<RuleRecord>,
    records: Vec<OtherRecord>,
    scratch: Vec<u8>,
    diagnostics: Diagnostics,
}

impl<'a> Parser<'a> {
    fn new(options: &'a Options, body_len: usize) -> Self {
        Parser {
            options,
            max_line: options.line_limit(),
            grouping: Grouping::default(),
            in_group: false,
            // A third of a body is keys, comments and line ends; a guess that
            // keeps most files at one allocation.
            arena: Vec::with_capacity(body_len.min(1 << 20) * 2 / 3),
            groups: Vec::new(),
            agents: Vec::new(),
            rules: Vec::new(),
            records: Vec::new(),
            scratch: Vec::new(),
            diagnostics: Diagnostics::default(),
        }
    }

    fn store(&mut self, text: &[u8]) -> u32 {
        // Values and their normal forms are at most four times the body.
        let start = self.arena.len() as u32;
        self.arena.extend_from_slice(text);
        start
    }

    fn line(&mut self, line: &Line<'_>) {
        if line.text.len() < line.whole.len() && line.whole[line.text.len()] == 0 {
            let octet = line.text.len() + 1;
            self.diagnostics
                .push(DiagnosticKind::Nul, line.number, octet);
        }
        let google = self.options.is_google();
        let Some(item) = line::split(line.text, google) else {
            self.no_record(line);
            return;
        };
        self.remark(&item, line);
        let mut stands = true;
        if google && line.whole.len() > line::GOOGLE_MAX_LINE {
            self.diagnostics.push(
                DiagnosticKind::LineTooLong,
                line.number,
                line::GOOGLE_MAX_LINE + 1,
            );
        } else if !google && item.octets(line.text) > self.max_line {
            self.diagnostics
                .push(DiagnosticKind::LineTooLong, line.number, self.max_line + 1);
            stands = false;
        }
        match item.key {
            Key::UserAgent => self.user_agent(&item, line),
            Key::Allow | Key::Disallow => self.rule(&item, line, stands),
            Key::Other if stands => self.other(&item, line),
            Key::Other => {}
        }
    }

    fn no_record(&mut self, line: &Line<'_>) {
        let text = line::trim(line.text);
        if !text.is_empty() {
            let octet = offset(line, text);
            self.diagnostics
                .push(DiagnosticKind::NotARecord, line.number, octet);
        } else if self.options.blank_line_ends_group
            && !self.options.is_google()
            && line::trim(line.whole).is_empty()
        {
            self.grouping.end_group();
            self.in_group = false;
        }
    }

    /// Remarks that any record may deserve.
    fn remark(&mut self, item: &Item<'_>, line: &Line<'_>) {
        if item.missing_colon {
            let octet = offset(line, item.name) + item.name.len();
            self.diagnostics
                .push(DiagnosticKind::MissingColon, line.number, octet);
        }
        if item.is_misspelt() {
            let octet = offset(line, item.name);
            self.diagnostics
                .push(DiagnosticKind::MisspeltKey, line.number, octet);
        }
        if let Err(error) = std::str::from_utf8(item.value) {
            let octet = offset(line, item.value) + error.valid_up_to();
            self.diagnostics
                .push(DiagnosticKind::InvalidUtf8, line.number, octet);
        }
    }

    fn user_agent(&mut self, item: &Item<'_>, line: &Line<'_>) {
        let token = |octet: &u8| octet.is_ascii_alphabetic() || matches!(octet, b'-' | b'_');
        let octet = offset(line, item.value);
        if item.value.is_empty() {
            self.diagnostics
                .push(DiagnosticKind::EmptyAgent, line.number, octet);
        } else if item.value != b"*"
            && let Some(end) = item.value.iter().position(|octet| !token(octet))
        {
            self.diagnostics
                .push(DiagnosticKind::AgentNotAToken, line.number, octet + end);
        }
        if self.grouping.user_agent() {
            self.groups.push(GroupRecord {
                agents: self.agents.len() as u32,
                rules: self.rules.len() as u32,
            });
        }
        self.in_group = true;
        let value = &item.value[..item.value.len().min(usize::from(u16::MAX))];
        let start = self.store(value);
        self.agents.push(AgentRecord {
            start,
            line: line.number,
            len: value.len() as u16,
        });
    }

    fn rule(&mut self, item: &Item<'_>, line: &Line<'_>, stands: bool) {
        if !self.grouping.rule() {
            let octet = offset(line, item.name);
            self.diagnostics
                .push(DiagnosticKind::RuleBeforeGroup, line.number, octet);
            return;
        }
        if !stands {
            return;
        }
        self.scratch.clear();
        let normal = escape::normal_pattern(item.value, self.options, &mut self.scratch);
        if !matches!(normal.first(), None | Some(b'/' | b'*')) {
            let octet = offset(line, item.value);
            self.diagnostics
                .push(DiagnosticKind::PatternWithoutSlash, line.number, octet);
        }
        let start = self.arena.len() as u32;
        self.arena.extend_from_slice(item.value);
        let mut normal_len = RuleRecord::SAME;
        if normal != item.value {
            self.arena.extend_from_slice(normal);
            normal_len = normal.len() as u16;
        }
        self.rules.push(RuleRecord {
            start,
            line_allow: line.number << 1 | u32::from(item.key == Key::Allow),
            len: item.value.len() as u16,
            normal_len,
        });
    }

    fn other(&mut self, item: &Item<'_>, line: &Line<'_>) {
        let kind = RecordKind::of_key(item.name, self.options.is_google());
        let start = self.store(item.name);
        self.store(item.value);
        let record = OtherRecord {
            start,
            line: line.number,
            group: if self.in_group {
                self.groups.len() as u32
            } else {
                0
            },
            key_len: item.name.len() as u16,
            len: item.value.len() as u16,
            kind,
        };
        self.records.push(record);
        if kind == RecordKind::Unknown {
            let octet = offset(line, item.name);
            self.diagnostics
                .push(DiagnosticKind::UnknownKey, line.number, octet);
        } else {
            let record = Record {
                kind,
                key: item.name,
                value: item.value,
                line: line.number,
                group: None,
            };
            if record.typed() == Value::Invalid {
                let octet = offset(line, item.value);
                self.diagnostics
                    .push(DiagnosticKind::InvalidValue, line.number, octet);
            }
        }
    }
}

/// Place of a part of a line in it, counted from 1.
fn offset(line: &Line<'_>, part: &[u8]) -> usize {
    (part.as_ptr() as usize).saturating_sub(line.whole.as_ptr() as usize) + 1
}
