//! What `robots check` prints for one URL.

use super::args::ProfileName;
use super::case;
use super::output::Escaped;
use robots::access::Decision;
use robots::{RobotsTxt, Verdict};
use serde::Serialize;
use std::ffi::OsStr;
use std::io::{self, Write};

/// A verdict, and what it rests on.
pub struct Found<'a> {
    pub verdict: Verdict,
    pub pattern: Option<&'a [u8]>,
    pub file: String,
    pub decision: Option<Decision>,
}

impl<'a> Found<'a> {
    pub fn new(verdict: Verdict, txt: &'a RobotsTxt, file: String) -> Found<'a> {
        let rule = verdict.rule_index().and_then(|index| txt.rule(index));
        Found {
            verdict,
            pattern: rule.map(|rule| rule.pattern),
            file,
            decision: None,
        }
    }
}

/// One line of six columns.
pub fn write_columns(out: &mut impl Write, url: &[u8], found: &Found<'_>) -> io::Result<()> {
    let verdict = &found.verdict;
    writeln!(
        out,
        "{}\t{}\t{}\t{}\t{}\t{}",
        if verdict.is_allowed() {
            "allow"
        } else {
            "deny"
        },
        verdict.reason.as_str(),
        verdict.line,
        verdict.octets,
        Escaped(found.pattern.unwrap_or(b"-")),
        Escaped(url),
    )
}

/// One JSON object on a line.
pub fn write_json(
    out: &mut impl Write,
    agents: &OsStr,
    profile: ProfileName,
    url: &[u8],
    found: Found<'_>,
) -> io::Result<()> {
    let Found {
        verdict, pattern, ..
    } = found;
    let agents = agents.as_encoded_bytes();
    let answer = Answer {
        allowed: verdict.is_allowed(),
        reason: verdict.reason.as_str(),
        line: verdict.line,
        octets: verdict.octets,
        rule: verdict.rule_index(),
        pattern: pattern.and_then(|octets| str::from_utf8(octets).ok()),
        pattern_base64: pattern.and_then(base64_unless_text),
        url: str::from_utf8(url).ok(),
        url_base64: base64_unless_text(url),
        agents: str::from_utf8(agents).ok(),
        agents_base64: base64_unless_text(agents),
        profile: profile.as_str(),
        file: found.file,
        cause: found.decision.map(|decision| decision.cause.as_str()),
        fetch_at: found.decision.map(|decision| decision.fetch_at),
    };
    serde_json::to_writer(&mut *out, &answer)?;
    out.write_all(b"\n")
}

fn base64_unless_text(octets: &[u8]) -> Option<String> {
    str::from_utf8(octets)
        .is_err()
        .then(|| case::to_base64(octets))
}

/// What `--json` prints for one URL.
#[derive(Serialize)]
struct Answer<'a> {
    allowed: bool,
    reason: &'static str,
    line: u32,
    octets: u32,
    rule: Option<usize>,
    pattern: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pattern_base64: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url_base64: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    agents: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    agents_base64: Option<String>,
    profile: &'static str,
    file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fetch_at: Option<u64>,
}
