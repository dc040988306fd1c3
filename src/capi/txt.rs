//! `robots_txt`: a whole file.

use std::ffi::c_char;

use crate::{RecordKind, RobotsTxt};

use super::border::{bytes, guard, sized};
use super::types::{
    ROBOTS_NO_GROUP, ROBOTS_TXT_HTML, ROBOTS_TXT_TRUNCATED, ROBOTS_TXT_UTF16, robots_options,
    robots_str,
};

/// A parsed file. It is immutable, owns all that it needs, and may be shared
/// between threads.
pub struct robots_txt {
    txt: RobotsTxt,
    /// Which records are sitemaps, so that asking for each takes no search.
    sitemaps: Box<[u32]>,
}

impl robots_txt {
    pub(super) fn parsed(&self) -> &RobotsTxt {
        &self.txt
    }
}

/// User-agent lines and the rules behind them (RFC 9309 2.1). Frozen.
#[derive(Clone, Copy, Default)]
#[repr(C)]
pub struct robots_group {
    /// The number of user-agent lines; see `robots_txt_agent`.
    pub agents: usize,
    /// Index of the first rule, if there is one; see `robots_txt_rule`.
    pub rule: usize,
    /// The number of rules.
    pub rules: usize,
    /// Line of the first user-agent line, counted from 1; 0 says that there is
    /// no such group.
    pub line: u32,
    /// 0.
    pub reserved: u32,
}

/// One user-agent line. Frozen.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct robots_agent {
    /// The value as written.
    pub value: robots_str,
    /// The line, counted from 1; 0 says that there is no such line.
    pub line: u32,
    /// 0.
    pub reserved: u32,
}

/// An allow or disallow line (RFC 9309 2.2.2). Frozen.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct robots_rule {
    /// The path pattern as written.
    pub pattern: robots_str,
    /// The path pattern as it is matched; its length decides precedence.
    pub normalized: robots_str,
    /// The line, counted from 1; 0 says that there is no such rule.
    pub line: u32,
    /// Index of the group that it stands in.
    pub group: u32,
    /// 1 allow, 0 disallow.
    pub allow: u8,
    /// 0.
    pub reserved: [u8; 7],
}

/// A record that is neither a user-agent line nor a rule. Frozen.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct robots_record {
    /// The key as written.
    pub key: robots_str,
    /// The value as written, without the blanks around it and without a
    /// comment.
    pub value: robots_str,
    /// The line, counted from 1; 0 says that there is no such record.
    pub line: u32,
    /// Index of the group that it stands in, or ROBOTS_NO_GROUP.
    pub group: u32,
    /// What the key means: a ROBOTS_RECORD number.
    pub kind: u8,
    /// 0.
    pub reserved: [u8; 7],
}

/// A remark for the author of a file, which changes no verdict. Frozen.
#[derive(Clone, Copy, Default)]
#[repr(C)]
pub struct robots_diagnostic {
    /// The line, counted from 1; 0 if the remark is about the whole file.
    pub line: u32,
    /// The octet in the line, counted from 1; 0 if the remark is about the
    /// whole line or file.
    pub octet: u32,
    /// What was seen: a ROBOTS_DIAGNOSTIC number.
    pub kind: u8,
    /// 0.
    pub reserved: [u8; 3],
}

/// Parses a body.
///
/// Arguments: the body of a robots.txt, any octets; options with their size, or
/// NULL and 0 for the defaults.
/// Result: the parsed file. Free it with `robots_txt_free`.
/// Misuse: NULL, for NULL with a length, and for options that are smaller than
/// in the first release, or have an unknown number, a flag above 1, or a value
/// other than 0 behind the members that this library knows.
/// Time: linear in the body; the memory is a small multiple of the body. Since
/// 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_txt_parse(
    data: *const c_char,
    len: usize,
    options: *const robots_options,
    options_size: usize,
) -> Option<Box<robots_txt>> {
    guard(None, || {
        // SAFETY: the rules of the road.
        let (body, options) = unsafe { (bytes(data, len)?, sized(options, options_size)?.read()?) };
        let txt = RobotsTxt::parse_with(body, &options);
        let sitemaps = (0u32..)
            .zip(txt.records())
            .filter(|(_, record)| record.kind == RecordKind::Sitemap)
            .map(|(index, _)| index)
            .collect();
        Some(Box::new(robots_txt { txt, sitemaps }))
    })
}

/// Frees a file. Does nothing for NULL. Matchers made from the file stay
/// usable.
///
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_txt_free(txt: Option<Box<robots_txt>>) {
    guard((), || drop(txt));
}

/// Facts about the file as a whole.
///
/// Result: any of the ROBOTS_TXT flags; 0 for NULL.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_txt_flags(txt: Option<&robots_txt>) -> u32 {
    guard(0, || {
        let Some(txt) = txt.map(robots_txt::parsed) else {
            return 0;
        };
        [
            (txt.is_truncated(), ROBOTS_TXT_TRUNCATED),
            (txt.looks_like_html(), ROBOTS_TXT_HTML),
            (txt.was_utf16(), ROBOTS_TXT_UTF16),
        ]
        .into_iter()
        .filter(|(on, _)| *on)
        .fold(0, |all, (_, flag)| all | flag)
    })
}

/// The octets of heap that a file holds, for caches with a budget.
///
/// Result: the octets; 0 for NULL.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_txt_size(txt: Option<&robots_txt>) -> usize {
    guard(0, || {
        txt.map_or(0, |it| {
            it.txt.memory_usage() + size_of_val(&*it.sitemaps) + size_of::<robots_txt>()
        })
    })
}

/// The number of groups.
///
/// Result: the number; 0 for NULL.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_txt_group_count(txt: Option<&robots_txt>) -> usize {
    guard(0, || txt.map_or(0, |it| it.txt.groups().len()))
}

/// The group at an index, in file order.
///
/// Result: the group; all zeros for an index out of range and for NULL.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_txt_group(txt: Option<&robots_txt>, index: usize) -> robots_group {
    guard(robots_group::default(), || {
        let Some(group) = txt.and_then(|it| it.txt.group(index)) else {
            return robots_group::default();
        };
        let mut rules = group.rules();
        robots_group {
            agents: group.agents().len(),
            rules: rules.len(),
            rule: rules.next().map_or(0, |rule| rule.index),
            line: group.line(),
            reserved: 0,
        }
    })
}

/// The user-agent line at an index in a group.
///
/// Arguments: a file; the index of a group; the index of a line in it, below
/// `robots_group.agents`.
/// Result: the line; all zeros for an index out of range and for NULL.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_txt_agent(
    txt: Option<&robots_txt>,
    group: usize,
    index: usize,
) -> robots_agent {
    let none = robots_agent {
        value: robots_str::NONE,
        line: 0,
        reserved: 0,
    };
    guard(none, || {
        match txt.and_then(|it| it.txt.group(group)?.agent(index)) {
            Some(agent) => robots_agent {
                value: agent.value.into(),
                line: agent.line,
                reserved: 0,
            },
            None => none,
        }
    })
}

/// The number of rules in all groups together.
///
/// Result: the number; 0 for NULL.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_txt_rule_count(txt: Option<&robots_txt>) -> usize {
    guard(0, || txt.map_or(0, |it| it.txt.rules().len()))
}

/// The rule at an index, in file order. `robots_verdict.rule` is such an index.
///
/// Result: the rule; all zeros for an index out of range, such as
/// ROBOTS_NO_RULE, and for NULL.
/// Time: logarithmic in the number of groups. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_txt_rule(txt: Option<&robots_txt>, index: usize) -> robots_rule {
    let none = robots_rule {
        pattern: robots_str::NONE,
        normalized: robots_str::NONE,
        line: 0,
        group: 0,
        allow: 0,
        reserved: [0; 7],
    };
    guard(none, || match txt.and_then(|it| it.txt.rule(index)) {
        Some(rule) => robots_rule {
            pattern: rule.pattern.into(),
            normalized: rule.normalized.into(),
            line: rule.line,
            group: u32::try_from(rule.group).unwrap_or(ROBOTS_NO_GROUP),
            allow: u8::from(rule.allow),
            reserved: [0; 7],
        },
        None => none,
    })
}

/// The number of records that are neither user-agent lines nor rules.
///
/// Result: the number; 0 for NULL.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_txt_record_count(txt: Option<&robots_txt>) -> usize {
    guard(0, || txt.map_or(0, |it| it.txt.records().len()))
}

/// The record at an index, in file order.
///
/// Result: the record; all zeros for an index out of range and for NULL.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_txt_record(txt: Option<&robots_txt>, index: usize) -> robots_record {
    let none = robots_record {
        key: robots_str::NONE,
        value: robots_str::NONE,
        line: 0,
        group: 0,
        kind: 0,
        reserved: [0; 7],
    };
    guard(none, || match txt.and_then(|it| it.txt.record(index)) {
        Some(record) => robots_record {
            key: record.key.into(),
            value: record.value.into(),
            line: record.line,
            group: record
                .group
                .and_then(|group| u32::try_from(group).ok())
                .unwrap_or(ROBOTS_NO_GROUP),
            kind: record.kind as u8,
            reserved: [0; 7],
        },
        None => none,
    })
}

/// The number of sitemap records.
///
/// Result: the number; 0 for NULL.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_txt_sitemap_count(txt: Option<&robots_txt>) -> usize {
    guard(0, || txt.map_or(0, |it| it.sitemaps.len()))
}

/// The sitemap at an index, in file order: the value as written, which should
/// be an absolute URL and may be anything. Sitemaps are for every crawler,
/// wherever they stand.
///
/// Result: the value; NULL and 0 for an index out of range and for NULL.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_txt_sitemap(txt: Option<&robots_txt>, index: usize) -> robots_str {
    guard(robots_str::NONE, || {
        txt.and_then(|it| it.txt.record(*it.sitemaps.get(index)? as usize))
            .map_or(robots_str::NONE, |record| record.value.into())
    })
}

/// The number of remarks that were kept, 1,024 at most.
///
/// Result: the number; 0 for NULL.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_txt_diagnostic_count(txt: Option<&robots_txt>) -> usize {
    guard(0, || txt.map_or(0, |it| it.txt.diagnostics().len()))
}

/// The number of remarks that there were, kept or not.
///
/// Result: the number; 0 for NULL.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_txt_diagnostic_total(txt: Option<&robots_txt>) -> usize {
    guard(0, || txt.map_or(0, |it| it.txt.diagnostics_total()))
}

/// The remark at an index, in file order. For its text see
/// `robots_diagnostic_text`.
///
/// Result: the remark; all zeros for an index out of range and for NULL. Zeros
/// can also be a remark, so ask only for indexes below the count.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_txt_diagnostic(
    txt: Option<&robots_txt>,
    index: usize,
) -> robots_diagnostic {
    guard(robots_diagnostic::default(), || {
        match txt.and_then(|it| it.txt.diagnostics().get(index)) {
            Some(remark) => robots_diagnostic {
                line: remark.line,
                octet: remark.octet,
                kind: remark.kind as u8,
                reserved: [0; 3],
            },
            None => robots_diagnostic::default(),
        }
    })
}
