//! Lines to lists: what the parser keeps of each line, and what it remarks.

use super::{AgentRecord, GroupRecord, OtherRecord, RuleRecord};
use crate::dialect::Dialect;
use crate::group::agent::{self, Grouping};
use crate::parse::diagnostic::Diagnostics;
use crate::parse::key::{self, FastKey, Item, Key};
use crate::parse::line::{Line, Span};
use crate::parse::trim;
use crate::pattern::{can_match, normalize};
use crate::{DiagnosticKind, Record, RecordKind, Value};

/// Does the body begin like an HTML page?
pub(super) fn looks_like_html(text: &[u8]) -> bool {
    match text.trim_ascii_start() {
        [b'<', next, ..] => next.is_ascii_alphabetic() || matches!(next, b'!' | b'?'),
        _ => false,
    }
}

pub(super) struct Parser<'a> {
    dialect: &'a Dialect,
    /// A line that is no longer is within all limits.
    fast_line: usize,
    grouping: Grouping,
    pub(super) arena: Vec<u8>,
    pub(super) groups: Vec<GroupRecord>,
    pub(super) agents: Vec<AgentRecord>,
    pub(super) rules: Vec<RuleRecord>,
    pub(super) records: Vec<OtherRecord>,
    scratch: Vec<u8>,
    pub(super) diagnostics: Diagnostics,
}

impl<'a> Parser<'a> {
    pub(super) fn new(dialect: &'a Dialect, body_len: usize) -> Self {
        Parser {
            dialect,
            fast_line: dialect.max_record.min(dialect.max_line),
            grouping: Grouping::default(),
            // A third of a body is keys, comments and line ends; a guess that
            // keeps most files at one allocation.
            arena: Vec::with_capacity(body_len.min(1 << 20) * 2 / 3),
            // What most files have, and they need not be cut to size then.
            groups: Vec::with_capacity(1),
            agents: Vec::with_capacity(1),
            rules: Vec::with_capacity(body_len.min(1 << 20) / 24),
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

    /// Keeps a line if it is a rule without any remark: rightly spelt, in a group,
    /// short, and its pattern in normal form, as nearly every line of the web.
    /// Returns false for any other line, which is for [`Parser::line`].
    #[inline(always)]
    pub(super) fn try_fast_rule(&mut self, text: &[u8], number: u32, span: &Span) -> bool {
        let (start, cut) = (span.start as usize, span.cut as usize);
        let head = text.get(start..).and_then(|rest| rest.first_chunk());
        let Some(fast) = head.and_then(|head| FastKey::of(head, start)) else {
            return false;
        };
        let value = trim::trim_fast(text.get(fast.value..cut).unwrap_or_default());
        if fast.key == Key::UserAgent
            || !self.grouping.is_open()
            || (span.end - span.start) as usize > self.fast_line
            || text.get(cut) == Some(&0)
            || !can_match(value)
            || !normalize::is_normal_pattern(value)
        {
            return false;
        }
        self.grouping.rule();
        let start = self.arena.len() as u32;
        self.arena.extend_from_slice(value);
        self.rules.push(RuleRecord {
            start,
            line_allow: number << 1 | u32::from(fast.key == Key::Allow),
            len: value.len() as u16,
            normal_len: RuleRecord::SAME,
        });
        true
    }

    pub(super) fn line(&mut self, line: &Line<'_>) {
        if line.text.len() < line.whole.len() && line.whole[line.text.len()] == 0 {
            let octet = line.text.len() + 1;
            self.diagnostics
                .push(DiagnosticKind::Nul, line.number, octet);
        }
        let Dialect {
            max_line,
            max_record,
            keys,
            ..
        } = *self.dialect;
        let Some(item) = key::split(line.text, keys) else {
            self.no_record(line);
            return;
        };
        self.remark(&item, line);
        let mut stands = true;
        if line.whole.len() > max_line {
            self.diagnostics
                .push(DiagnosticKind::LineTooLong, line.number, max_line + 1);
        } else if line.text.len() > max_record && trim::trim(line.text).len() > max_record {
            self.diagnostics
                .push(DiagnosticKind::LineTooLong, line.number, max_record + 1);
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
        let text = trim::trim(line.text);
        if !text.is_empty() {
            let octet = offset(line, text);
            self.diagnostics
                .push(DiagnosticKind::NotARecord, line.number, octet);
        } else if self.dialect.blank_line_ends_group && trim::trim(line.whole).is_empty() {
            self.grouping.end_group();
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
        if !item.value.is_ascii()
            && let Err(error) = std::str::from_utf8(item.value)
        {
            let octet = offset(line, item.value) + error.valid_up_to();
            self.diagnostics
                .push(DiagnosticKind::InvalidUtf8, line.number, octet);
        }
    }

    fn user_agent(&mut self, item: &Item<'_>, line: &Line<'_>) {
        let octet = offset(line, item.value);
        for (kind, at) in agent::remarks(item.value).into_iter().flatten() {
            self.diagnostics.push(kind, line.number, octet + at);
        }
        if self.grouping.user_agent() {
            self.groups.push(GroupRecord {
                agents: self.agents.len() as u32,
                rules: self.rules.len() as u32,
                records: self.records.len() as u32,
            });
        }
        let start = self.store(item.value);
        self.agents.push(AgentRecord {
            start,
            line: line.number,
            len: item.value.len() as u32,
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
        let normal = normalize::normal_pattern(item.value, self.dialect, &mut self.scratch);
        if !can_match(normal) {
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
        let kind = RecordKind::of_key(item.name, self.dialect.keys);
        if item.value.is_empty() && kind.needs_value() {
            let octet = offset(line, item.value);
            self.diagnostics
                .push(DiagnosticKind::EmptyValue, line.number, octet);
            return;
        }
        let start = self.store(item.name);
        self.store(item.value);
        let record = OtherRecord {
            start,
            line: line.number,
            group: if self.grouping.is_open() {
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
