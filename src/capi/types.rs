//! Types and numbers that several files share.

use std::ffi::c_char;

use crate::{DiagnosticKind, Options, Profile, Reason, RecordKind, Verdict};

use super::border::Growing;

/// Profile: RFC 9309. The README lists the choices where the RFC is silent.
pub const ROBOTS_PROFILE_RFC9309: u8 = 0;
/// Profile: the verdict and line that google/robotstxt gives, with all its
/// quirks.
pub const ROBOTS_PROFILE_GOOGLE: u8 = 1;

/// Reason: the question makes no sense, or there was no matcher. Denied.
pub const ROBOTS_REASON_MISUSE: u8 = 0;
/// Reason: the most specific matching rule decided (RFC 9309 2.2.2).
pub const ROBOTS_REASON_RULE: u8 = 1;
/// Reason: there is a group for the crawler, but no rule of it matches.
/// Allowed.
pub const ROBOTS_REASON_NO_RULE: u8 = 2;
/// Reason: no group is for the crawler. Allowed.
pub const ROBOTS_REASON_NO_GROUP: u8 = 3;
/// Reason: `/robots.txt` itself, which is always allowed.
pub const ROBOTS_REASON_ROBOTS_TXT: u8 = 4;
/// Reason: the file is unavailable, so everything is allowed.
pub const ROBOTS_REASON_UNAVAILABLE: u8 = 5;
/// Reason: the file is unreachable, so everything is denied.
pub const ROBOTS_REASON_UNREACHABLE: u8 = 6;

/// `robots_verdict.rule` where no rule decided.
pub const ROBOTS_NO_RULE: u32 = u32::MAX;
/// `robots_record.group` of a record outside of all groups.
pub const ROBOTS_NO_GROUP: u32 = u32::MAX;

/// Kind of record: a key that is not known.
pub const ROBOTS_RECORD_UNKNOWN: u8 = 0;
/// Kind of record: the absolute URL of a sitemap.
pub const ROBOTS_RECORD_SITEMAP: u8 = 1;
/// Kind of record: seconds between two fetches.
pub const ROBOTS_RECORD_CRAWL_DELAY: u8 = 2;
/// Kind of record: documents per time.
pub const ROBOTS_RECORD_REQUEST_RATE: u8 = 3;
/// Kind of record: the hours in which crawlers are welcome.
pub const ROBOTS_RECORD_VISIT_TIME: u8 = 4;
/// Kind of record: the preferred host among mirrors.
pub const ROBOTS_RECORD_HOST: u8 = 5;
/// Kind of record: query parameters that do not change a page.
pub const ROBOTS_RECORD_CLEAN_PARAM: u8 = 6;
/// Kind of record: what content may be used for.
pub const ROBOTS_RECORD_CONTENT_SIGNAL: u8 = 7;
/// Kind of record: what content may be used for, by the AIPREF drafts.
pub const ROBOTS_RECORD_CONTENT_USAGE: u8 = 8;
/// Kind of record: the URL of a licence.
pub const ROBOTS_RECORD_LICENSE: u8 = 9;
/// Kind of record: pages to leave out of an index.
pub const ROBOTS_RECORD_NOINDEX: u8 = 10;

/// Kind of remark: the body is longer than the limit.
pub const ROBOTS_DIAGNOSTIC_TRUNCATED: u8 = 0;
/// Kind of remark: the body looks like an HTML page.
pub const ROBOTS_DIAGNOSTIC_HTML: u8 = 1;
/// Kind of remark: the body was UTF-16.
pub const ROBOTS_DIAGNOSTIC_UTF16: u8 = 2;
/// Kind of remark: the line is not a record.
pub const ROBOTS_DIAGNOSTIC_NOT_A_RECORD: u8 = 3;
/// Kind of remark: there is no colon between key and value.
pub const ROBOTS_DIAGNOSTIC_MISSING_COLON: u8 = 4;
/// Kind of remark: the key is misspelt but was understood.
pub const ROBOTS_DIAGNOSTIC_MISSPELT_KEY: u8 = 5;
/// Kind of remark: the key is not known.
pub const ROBOTS_DIAGNOSTIC_UNKNOWN_KEY: u8 = 6;
/// Kind of remark: a rule stands before the first user-agent line.
pub const ROBOTS_DIAGNOSTIC_RULE_BEFORE_GROUP: u8 = 7;
/// Kind of remark: the pattern begins with neither slash nor star.
pub const ROBOTS_DIAGNOSTIC_PATTERN_WITHOUT_SLASH: u8 = 8;
/// Kind of remark: the record is longer than the limit.
pub const ROBOTS_DIAGNOSTIC_LINE_TOO_LONG: u8 = 9;
/// Kind of remark: a NUL octet ends the line.
pub const ROBOTS_DIAGNOSTIC_NUL: u8 = 10;
/// Kind of remark: the value is not valid UTF-8.
pub const ROBOTS_DIAGNOSTIC_INVALID_UTF8: u8 = 11;
/// Kind of remark: the user-agent line names no crawler.
pub const ROBOTS_DIAGNOSTIC_EMPTY_AGENT: u8 = 12;
/// Kind of remark: the user-agent value is more than a product token.
pub const ROBOTS_DIAGNOSTIC_AGENT_NOT_A_TOKEN: u8 = 13;
/// Kind of remark: the value cannot be read.
pub const ROBOTS_DIAGNOSTIC_INVALID_VALUE: u8 = 14;
/// Kind of remark: a record that needs a value has none; it is left out.
pub const ROBOTS_DIAGNOSTIC_EMPTY_VALUE: u8 = 15;
/// Kind of remark: a name with digits or dots, never found in profile GOOGLE.
pub const ROBOTS_DIAGNOSTIC_AGENT_WITH_DIGITS: u8 = 16;
/// Kind of remark: a version behind a name, which does not count.
pub const ROBOTS_DIAGNOSTIC_AGENT_WITH_VERSION: u8 = 17;

/// Groups for a crawler: the question was a misuse and has no answer.
pub const ROBOTS_GROUP_MISUSE: u8 = 0;
/// Groups for a crawler: none; everything is allowed.
pub const ROBOTS_GROUP_NONE: u8 = 1;
/// Groups for a crawler: the groups for every crawler (`*`).
pub const ROBOTS_GROUP_STAR: u8 = 2;
/// Groups for a crawler: the groups that name it.
pub const ROBOTS_GROUP_NAMED: u8 = 3;
/// Groups for a crawler: the groups that name a part of its name, from the
/// start to a hyphen or underscore.
pub const ROBOTS_GROUP_FALLBACK: u8 = 4;

/// `robots_txt_flags`: the body was longer than the limit, the rest not read.
pub const ROBOTS_TXT_TRUNCATED: u32 = 1;
/// `robots_txt_flags`: the body looks like an HTML page.
pub const ROBOTS_TXT_HTML: u32 = 2;
/// `robots_txt_flags`: the body was UTF-16 and was transcoded.
pub const ROBOTS_TXT_UTF16: u32 = 4;

/// Type of key, with the numbers of google/robotstxt: `user-agent`.
pub const ROBOTS_KEY_USER_AGENT: u8 = 0;
/// Type of key: `sitemap`.
pub const ROBOTS_KEY_SITEMAP: u8 = 1;
/// Type of key: `allow`.
pub const ROBOTS_KEY_ALLOW: u8 = 2;
/// Type of key: `disallow`.
pub const ROBOTS_KEY_DISALLOW: u8 = 3;
/// Type of key: any other key.
pub const ROBOTS_KEY_UNKNOWN: u8 = 128;

/// `robots_line.flags`: the line holds nothing but blanks.
pub const ROBOTS_LINE_EMPTY: u16 = 1;
/// `robots_line.flags`: the line has a comment.
pub const ROBOTS_LINE_HAS_COMMENT: u16 = 2;
/// `robots_line.flags`: the line holds nothing but a comment.
pub const ROBOTS_LINE_COMMENT: u16 = 4;
/// `robots_line.flags`: the line has a key and a value, known or not.
pub const ROBOTS_LINE_RECORD: u16 = 8;
/// `robots_line.flags`: the key is misspelt but was understood.
pub const ROBOTS_LINE_TYPO: u16 = 16;
/// `robots_line.flags`: the line was longer than 16,663 octets and cut.
pub const ROBOTS_LINE_TOO_LONG: u16 = 32;
/// `robots_line.flags`: there is no colon between key and value.
pub const ROBOTS_LINE_MISSING_COLON: u16 = 64;

/// Octets that always suffice for `robots_url_origin`.
pub const ROBOTS_URL_ORIGIN_MAX: usize = 267;
/// Octets that always suffice for `robots_url_robots_txt`.
pub const ROBOTS_URL_ROBOTS_TXT_MAX: usize = 278;

/// Text that belongs to the object it came from and is valid at most as long as
/// that object. `data` is NULL only in the answer to a misuse or to an index
/// out of range.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct robots_str {
    /// The octets, without a terminator.
    pub data: *const c_char,
    /// How many octets.
    pub len: usize,
}

impl robots_str {
    pub(super) const NONE: Self = robots_str {
        data: std::ptr::null(),
        len: 0,
    };
}

impl From<&[u8]> for robots_str {
    fn from(text: &[u8]) -> Self {
        // An address that is one, also of nothing: garbage collectors look at it.
        let data = if text.is_empty() {
            c"".as_ptr()
        } else {
            text.as_ptr().cast()
        };
        robots_str {
            data,
            len: text.len(),
        }
    }
}

/// May the crawler fetch the URL, and which rule says so. 16 octets, frozen.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct robots_verdict {
    /// 1 allowed, 0 denied.
    pub allowed: u8,
    /// Why: a ROBOTS_REASON number.
    pub reason: u8,
    /// 0.
    pub reserved: u16,
    /// Line of the deciding rule, counted from 1; 0 where no rule decided.
    pub line: u32,
    /// Octets of the rule's pattern as it is matched, which decide precedence
    /// (RFC 9309 2.2.2); 0 where no rule decided.
    pub octets: u32,
    /// Index of the rule for `robots_txt_rule`, or ROBOTS_NO_RULE.
    pub rule: u32,
}

impl robots_verdict {
    pub(super) const MISUSE: Self = robots_verdict {
        allowed: 0,
        reason: ROBOTS_REASON_MISUSE,
        reserved: 0,
        line: 0,
        octets: 0,
        rule: ROBOTS_NO_RULE,
    };
}

impl From<Verdict> for robots_verdict {
    #[inline]
    fn from(verdict: Verdict) -> Self {
        robots_verdict {
            allowed: u8::from(verdict.allowed),
            reason: verdict.reason as u8,
            reserved: 0,
            line: verdict.line,
            octets: verdict.octets,
            rule: verdict.rule,
        }
    }
}

/// How a file is read. Zero is the default of every member, so start from
/// `robots_options options = {0};` and pass `&options, sizeof options`. NULL
/// with size 0 means the defaults. A program may know fewer members than the
/// library. It may also know more members, if these are 0.
#[derive(Clone, Copy, Default)]
#[repr(C)]
pub struct robots_options {
    /// A ROBOTS_PROFILE number. The other members count in profile RFC9309
    /// only.
    pub profile: u8,
    /// 1: read a pattern that begins with neither a slash nor a star as if a
    /// slash stood before it. 0: such a pattern matches nothing.
    pub assume_slash: u8,
    /// 1: the group `googlebot` does not serve `Googlebot-Image` when no group
    /// names that token. 0: it does.
    pub exact_agent: u8,
    /// 1: a blank line ends a group, as in the texts of 1994 and 1996.
    pub blank_line_ends_group: u8,
    /// 0.
    pub reserved: u32,
    /// Octets of the body that are read; 0 means 512,000.
    pub max_bytes: usize,
    /// Octets of one record that are kept; 0 means 16,384, and a number above
    /// 21,845 means 21,845. A longer record is dropped.
    pub max_line: usize,
}

impl Growing for robots_options {
    const FIRST: usize = 8 + 2 * size_of::<usize>();
}

impl robots_options {
    /// `None` where a number has no meaning.
    pub(super) fn read(&self) -> Option<Options> {
        let flag = |number: u8| (number < 2).then_some(number == 1);
        let limit = |octets: usize, default: usize| if octets == 0 { default } else { octets };
        if self.reserved != 0 {
            return None;
        }
        let mut options = Options::new().with_profile(match self.profile {
            ROBOTS_PROFILE_RFC9309 => Profile::Rfc9309,
            ROBOTS_PROFILE_GOOGLE => Profile::Google,
            _ => return None,
        });
        options.assume_slash = flag(self.assume_slash)?;
        options.exact_agent = flag(self.exact_agent)?;
        options.blank_line_ends_group = flag(self.blank_line_ends_group)?;
        options.max_bytes = limit(self.max_bytes, Options::DEFAULT_MAX_BYTES);
        options.max_line = limit(self.max_line, Options::DEFAULT_MAX_LINE);
        Some(options)
    }
}

// The numbers above, and the layout that compiled programs rely on.
const _: () = {
    assert!(size_of::<robots_verdict>() == 16 && size_of::<Verdict>() == 16);
    assert!(size_of::<robots_options>() == robots_options::FIRST);
    assert!(ROBOTS_REASON_MISUSE == Reason::Misuse as u8);
    assert!(ROBOTS_REASON_RULE == Reason::Rule as u8);
    assert!(ROBOTS_REASON_NO_RULE == Reason::NoRule as u8);
    assert!(ROBOTS_REASON_NO_GROUP == Reason::NoGroup as u8);
    assert!(ROBOTS_REASON_ROBOTS_TXT == Reason::RobotsTxt as u8);
    assert!(ROBOTS_REASON_UNAVAILABLE == Reason::Unavailable as u8);
    assert!(ROBOTS_REASON_UNREACHABLE == Reason::Unreachable as u8);
    assert!(ROBOTS_NO_RULE == Verdict::NO_RULE);
    assert!(ROBOTS_RECORD_UNKNOWN == RecordKind::Unknown as u8);
    assert!(ROBOTS_RECORD_SITEMAP == RecordKind::Sitemap as u8);
    assert!(ROBOTS_RECORD_CRAWL_DELAY == RecordKind::CrawlDelay as u8);
    assert!(ROBOTS_RECORD_REQUEST_RATE == RecordKind::RequestRate as u8);
    assert!(ROBOTS_RECORD_VISIT_TIME == RecordKind::VisitTime as u8);
    assert!(ROBOTS_RECORD_HOST == RecordKind::Host as u8);
    assert!(ROBOTS_RECORD_CLEAN_PARAM == RecordKind::CleanParam as u8);
    assert!(ROBOTS_RECORD_CONTENT_SIGNAL == RecordKind::ContentSignal as u8);
    assert!(ROBOTS_RECORD_CONTENT_USAGE == RecordKind::ContentUsage as u8);
    assert!(ROBOTS_RECORD_LICENSE == RecordKind::License as u8);
    assert!(ROBOTS_RECORD_NOINDEX == RecordKind::Noindex as u8);
    assert!(ROBOTS_DIAGNOSTIC_TRUNCATED == DiagnosticKind::Truncated as u8);
    assert!(ROBOTS_DIAGNOSTIC_HTML == DiagnosticKind::Html as u8);
    assert!(ROBOTS_DIAGNOSTIC_UTF16 == DiagnosticKind::Utf16 as u8);
    assert!(ROBOTS_DIAGNOSTIC_NOT_A_RECORD == DiagnosticKind::NotARecord as u8);
    assert!(ROBOTS_DIAGNOSTIC_MISSING_COLON == DiagnosticKind::MissingColon as u8);
    assert!(ROBOTS_DIAGNOSTIC_MISSPELT_KEY == DiagnosticKind::MisspeltKey as u8);
    assert!(ROBOTS_DIAGNOSTIC_UNKNOWN_KEY == DiagnosticKind::UnknownKey as u8);
    assert!(ROBOTS_DIAGNOSTIC_RULE_BEFORE_GROUP == DiagnosticKind::RuleBeforeGroup as u8);
    assert!(ROBOTS_DIAGNOSTIC_PATTERN_WITHOUT_SLASH == DiagnosticKind::PatternWithoutSlash as u8);
    assert!(ROBOTS_DIAGNOSTIC_LINE_TOO_LONG == DiagnosticKind::LineTooLong as u8);
    assert!(ROBOTS_DIAGNOSTIC_NUL == DiagnosticKind::Nul as u8);
    assert!(ROBOTS_DIAGNOSTIC_INVALID_UTF8 == DiagnosticKind::InvalidUtf8 as u8);
    assert!(ROBOTS_DIAGNOSTIC_EMPTY_AGENT == DiagnosticKind::EmptyAgent as u8);
    assert!(ROBOTS_DIAGNOSTIC_AGENT_NOT_A_TOKEN == DiagnosticKind::AgentNotAToken as u8);
    assert!(ROBOTS_DIAGNOSTIC_INVALID_VALUE == DiagnosticKind::InvalidValue as u8);
    assert!(ROBOTS_DIAGNOSTIC_EMPTY_VALUE == DiagnosticKind::EmptyValue as u8);
    assert!(ROBOTS_DIAGNOSTIC_AGENT_WITH_DIGITS == DiagnosticKind::AgentWithDigits as u8);
    assert!(ROBOTS_DIAGNOSTIC_AGENT_WITH_VERSION == DiagnosticKind::AgentWithVersion as u8);
    assert!(ROBOTS_KEY_USER_AGENT == crate::google::Key::UserAgent as u8);
    assert!(ROBOTS_KEY_SITEMAP == crate::google::Key::Sitemap as u8);
    assert!(ROBOTS_KEY_ALLOW == crate::google::Key::Allow as u8);
    assert!(ROBOTS_KEY_DISALLOW == crate::google::Key::Disallow as u8);
    assert!(ROBOTS_KEY_UNKNOWN == crate::google::Key::Unknown as u8);
    assert!(ROBOTS_URL_ORIGIN_MAX == crate::origin::ORIGIN_MAX);
    assert!(ROBOTS_URL_ROBOTS_TXT_MAX == crate::origin::ROBOTS_TXT_URL_MAX);
};
