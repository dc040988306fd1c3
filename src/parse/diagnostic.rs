//! What the author of a file may want to know about it. Nothing here changes a
//! verdict.

/// A remark about one place of a file.
///
/// ```
/// use robots::{DiagnosticKind, RobotsTxt};
///
/// let txt = RobotsTxt::parse("User-agent: *\nDisalow: /x\n");
/// let remark = &txt.diagnostics()[0];
/// assert_eq!(remark.kind, DiagnosticKind::MisspeltKey);
/// assert_eq!((remark.line, remark.octet), (2, 1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Diagnostic {
    /// What was seen.
    pub kind: DiagnosticKind,
    /// The line, counted from 1; 0 where the remark is about the whole file.
    pub line: u32,
    /// The octet within the line, counted from 1; 0 where the remark is about
    /// the whole line or file.
    pub octet: u32,
}

impl Diagnostic {
    /// How many remarks a file keeps; further ones are only counted.
    pub const LIMIT: usize = 1024;
}

/// What a [`Diagnostic`] is about. The numbers are part of the C ABI: they
/// never change, and new ones may be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum DiagnosticKind {
    /// The body is longer than the limit; the rest was not read.
    Truncated = 0,
    /// The body looks like an HTML page.
    Html = 1,
    /// The body was UTF-16; it should be UTF-8 (RFC 9309 2.3).
    Utf16 = 2,
    /// The line is no record: there is no colon in it, and not two words.
    NotARecord = 3,
    /// Key and value stand without a colon between them.
    MissingColon = 4,
    /// The key is misspelt and was read as what it resembles.
    MisspeltKey = 5,
    /// Nobody knows the key.
    UnknownKey = 6,
    /// A rule before any user-agent line belongs to no group and is ignored.
    RuleBeforeGroup = 7,
    /// The pattern begins with neither `/` nor `*` and matches nothing.
    PatternWithoutSlash = 8,
    /// The record is longer than the limit. It was dropped (profile
    /// `rfc9309`, but for user-agent lines, which stand) or cut (profile
    /// `google`).
    LineTooLong = 9,
    /// A NUL octet; the rest of the line is ignored.
    Nul = 10,
    /// The value is not valid UTF-8; its octets are matched as they are.
    InvalidUtf8 = 11,
    /// The user-agent line names nobody.
    EmptyAgent = 12,
    /// The user-agent value is more than a product token and its version; what
    /// follows the token is ignored.
    AgentNotAToken = 13,
    /// The value cannot be read as what the key demands.
    InvalidValue = 14,
    /// A record that needs a value has none; it is left out.
    EmptyValue = 15,
    /// The name in a user-agent line has digits or dots. A crawler of that name
    /// finds it in profile `rfc9309`, and never in profile `google`.
    AgentWithDigits = 16,
    /// A version stands behind the name in a user-agent line; it is ignored.
    AgentWithVersion = 17,
}

impl DiagnosticKind {
    /// A short fixed name.
    ///
    /// ```
    /// assert_eq!(robots::DiagnosticKind::MissingColon.as_str(), "missing-colon");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            DiagnosticKind::Truncated => "truncated",
            DiagnosticKind::Html => "html",
            DiagnosticKind::Utf16 => "utf-16",
            DiagnosticKind::NotARecord => "not-a-record",
            DiagnosticKind::MissingColon => "missing-colon",
            DiagnosticKind::MisspeltKey => "misspelt-key",
            DiagnosticKind::UnknownKey => "unknown-key",
            DiagnosticKind::RuleBeforeGroup => "rule-before-group",
            DiagnosticKind::PatternWithoutSlash => "pattern-without-slash",
            DiagnosticKind::LineTooLong => "line-too-long",
            DiagnosticKind::Nul => "nul",
            DiagnosticKind::InvalidUtf8 => "invalid-utf-8",
            DiagnosticKind::EmptyAgent => "empty-agent",
            DiagnosticKind::AgentNotAToken => "agent-not-a-token",
            DiagnosticKind::InvalidValue => "invalid-value",
            DiagnosticKind::EmptyValue => "empty-value",
            DiagnosticKind::AgentWithDigits => "agent-with-digits",
            DiagnosticKind::AgentWithVersion => "agent-with-version",
        }
    }

    /// What was seen, and what to do about it.
    ///
    /// ```
    /// assert!(robots::DiagnosticKind::MissingColon.text().contains("colon"));
    /// ```
    pub const fn text(self) -> &'static str {
        match self {
            DiagnosticKind::Truncated => {
                "the file is longer than the limit and the rest was not read; shorten it to 500 KiB"
            }
            DiagnosticKind::Html => {
                "the file looks like an HTML page; serve robots.txt as text/plain"
            }
            DiagnosticKind::Utf16 => "the file is UTF-16; save it as UTF-8",
            DiagnosticKind::NotARecord => {
                "the line is no record and was ignored; write \"key: value\", or '#' before a comment"
            }
            DiagnosticKind::MissingColon => {
                "the colon is missing; write \"key: value\", since not every crawler guesses"
            }
            DiagnosticKind::MisspeltKey => {
                "the key is misspelt; correct it, since not every crawler guesses"
            }
            DiagnosticKind::UnknownKey => {
                "the key is unknown and was ignored; correct it, or leave it for those who know it"
            }
            DiagnosticKind::RuleBeforeGroup => {
                "the rule stands before any user-agent line and was ignored; put one before it"
            }
            DiagnosticKind::PatternWithoutSlash => {
                "the pattern begins with neither '/' nor '*' and matches nothing; put a '/' before it"
            }
            DiagnosticKind::LineTooLong => "the record is longer than the limit; shorten it",
            DiagnosticKind::Nul => {
                "a NUL octet ends the line early; save the file as plain UTF-8 text"
            }
            DiagnosticKind::InvalidUtf8 => "the value is not valid UTF-8; save the file as UTF-8",
            DiagnosticKind::EmptyAgent => "the user-agent line names nobody; write a name or '*'",
            DiagnosticKind::AgentNotAToken => {
                "the name ends here and what follows is ignored; write one name in each user-agent line"
            }
            DiagnosticKind::InvalidValue => "the value cannot be read and was ignored; correct it",
            DiagnosticKind::EmptyValue => {
                "the record has no value and was ignored; write one, or remove the line"
            }
            DiagnosticKind::AgentWithDigits => {
                "google/robotstxt (profile google) never finds a name with digits or dots; keep it \
                 if the crawler is called so, since others find it"
            }
            DiagnosticKind::AgentWithVersion => {
                "note: the version behind the name does not count, and the line speaks to all \
                 versions; it may stay"
            }
        }
    }
}

/// Remarks up to the limit, and a count of all.
#[derive(Clone, Debug, Default)]
pub(crate) struct Diagnostics {
    kept: Vec<Diagnostic>,
    total: usize,
}

impl Diagnostics {
    pub(crate) fn push(&mut self, kind: DiagnosticKind, line: u32, octet: usize) {
        self.total += 1;
        if self.kept.len() < Diagnostic::LIMIT {
            let octet = u32::try_from(octet).unwrap_or(u32::MAX);
            self.kept.push(Diagnostic { kind, line, octet });
        }
    }

    pub(crate) fn kept(&self) -> &[Diagnostic] {
        &self.kept
    }

    pub(crate) fn total(&self) -> usize {
        self.total
    }

    pub(crate) fn shrink(&mut self) {
        self.kept.shrink_to_fit();
    }

    pub(crate) fn memory_usage(&self) -> usize {
        self.kept.capacity() * size_of::<Diagnostic>()
    }
}
