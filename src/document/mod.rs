//! The parsed file: groups, rules, every other record, diagnostics.
//!
//! All text lives in one arena; lists hold positions in it. A rule takes 12
//! octets beside its pattern, a group 12, a user-agent line 16, another record
//! 20, and nothing is stored once per pair of things: agents and rules of a group
//! are two lists, and which agents a crawl-delay speaks to follows from the line
//! numbers. So the whole is never more than a small multiple of the body.

mod crawler;
mod debug;
mod parser;
mod views;

use std::sync::OnceLock;

use crate::group::agent::Names;
use crate::parse::diagnostic::Diagnostics;
use crate::parse::line::{self, Lines};
use crate::{Diagnostic, DiagnosticKind, Options, Record, RecordKind};
pub use crawler::{CrawlDelay, GroupMatch};
use parser::{Parser, looks_like_html};
pub use views::{Agent, Group, Rule};

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
#[derive(Clone)]
pub struct RobotsTxt {
    options: Options,
    arena: Box<[u8]>,
    groups: Box<[GroupRecord]>,
    agents: Box<[AgentRecord]>,
    /// The names of the user-agent lines in order, made when a crawler asks first.
    names: OnceLock<Names>,
    rules: Box<[RuleRecord]>,
    records: Box<[OtherRecord]>,
    diagnostics: Diagnostics,
    truncated: bool,
    html: bool,
    utf16: bool,
}

/// Where a group's agents, rules and other records begin. The former end where
/// the next group's do; records outside of groups may stand behind the latter.
#[derive(Clone, Copy)]
struct GroupRecord {
    agents: u32,
    rules: u32,
    records: u32,
}

#[derive(Clone, Copy)]
struct AgentRecord {
    start: u32,
    line: u32,
    len: u32,
}

#[derive(Clone, Copy)]
struct RuleRecord {
    start: u32,
    /// Line times two, plus one for allow.
    line_allow: u32,
    len: u16,
    /// Octets of the normalised pattern, which stands behind the pattern as
    /// written where the two differ; else [`RuleRecord::SAME`].
    normal_len: u16,
}

impl AgentRecord {
    #[inline]
    fn value<'a>(&self, arena: &'a [u8]) -> &'a [u8] {
        &arena[self.start as usize..][..self.len as usize]
    }
}

impl RuleRecord {
    const SAME: u16 = u16::MAX;
}

#[derive(Clone, Copy)]
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
        let dialect = options.dialect();
        let body = line::body(body.as_ref(), &dialect);
        let mut parser = Parser::new(&dialect, body.text.len());
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
        let mut lines = Lines::new(&body.text, &dialect);
        let mut number = 0;
        while lines.fill() {
            for span in lines.spans() {
                number += 1;
                if !parser.try_fast_rule(&body.text, number, span) {
                    parser.line(&lines.line(number, span));
                }
            }
        }
        let mut diagnostics = parser.diagnostics;
        diagnostics.shrink();
        RobotsTxt {
            options: options.clone(),
            arena: parser.arena.into_boxed_slice(),
            groups: parser.groups.into_boxed_slice(),
            agents: parser.agents.into_boxed_slice(),
            names: OnceLock::new(),
            rules: parser.rules.into_boxed_slice(),
            records: parser.records.into_boxed_slice(),
            diagnostics,
            truncated: body.truncated,
            html,
            utf16: body.utf16,
        }
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

    fn records_of(&self, group: usize) -> std::ops::Range<usize> {
        let start = self.groups[group].records as usize;
        let end = self
            .groups
            .get(group + 1)
            .map_or(self.records.len(), |next| next.records as usize);
        // Behind a blank line that ended the group there may be others.
        let own = |record: &OtherRecord| record.group as usize == group + 1;
        start..start + self.records[start..end].partition_point(own)
    }

    fn text(&self, start: u32, len: impl Into<u32>) -> &[u8] {
        let start = start as usize;
        &self.arena[start..start + len.into() as usize]
    }

    fn agent(&self, agent: &AgentRecord) -> Agent<'_> {
        Agent {
            value: agent.value(&self.arena),
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

    /// Bytes of heap this file holds, without what the allocator adds. It
    /// grows once, by four for each user-agent line, when a crawler asks first.
    ///
    /// ```
    /// assert_eq!(robots::RobotsTxt::parse("").memory_usage(), 0);
    /// ```
    pub fn memory_usage(&self) -> usize {
        self.arena.len()
            + size_of_val(&*self.groups)
            + size_of_val(&*self.agents)
            + self.names.get().map_or(0, Names::memory_usage)
            + size_of_val(&*self.rules)
            + size_of_val(&*self.records)
            + self.diagnostics.memory_usage()
    }
}
