//! Every difference between the profiles, in one table.
//!
//! What reads lines, keys, names, patterns and URLs asks here how to; none of it
//! knows a profile. A dialect is made of the options once, before a body is read.

use crate::{Options, Profile};

/// How bodies, names and URLs are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dialect {
    pub(crate) profile: Profile,
    /// Octets of a body that are read. The line that the limit cuts is not.
    pub(crate) max_body: usize,
    /// Octets of a line that are read; the rest of the line is dropped.
    pub(crate) max_line: usize,
    /// Octets of a record. A longer one is dropped as a whole, but for a
    /// user-agent line.
    pub(crate) max_record: usize,
    /// A body in UTF-16 is transcoded.
    pub(crate) utf16: bool,
    pub(crate) blank_line_ends_group: bool,
    pub(crate) keys: KeyMatch,
    pub(crate) agents: AgentMatch,
    pub(crate) exact_agent: bool,
    pub(crate) patterns: PatternForm,
    pub(crate) assume_slash: bool,
    /// A rule with an empty pattern matches every path.
    pub(crate) empty_pattern_is_rule: bool,
    /// An allow rule for `/x/index.htm…` is one for `/x/$` as well.
    pub(crate) index_is_directory: bool,
    pub(crate) urls: UrlForm,
    /// `/robots.txt` is allowed whatever the rules say (RFC 9309 2.2.2).
    pub(crate) robots_txt_is_allowed: bool,
}

/// How much of a key has to be a known spelling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeyMatch {
    Whole,
    /// What stands behind the spelling does not count: `disallowed`, `allowance`.
    Prefix,
}

impl KeyMatch {
    /// Is the key this spelling? The case of letters does not count.
    #[inline]
    pub(crate) fn is(self, key: &[u8], spelling: &[u8]) -> bool {
        let part = match self {
            KeyMatch::Whole => key,
            KeyMatch::Prefix => key.get(..spelling.len()).unwrap_or(key),
        };
        part.eq_ignore_ascii_case(spelling)
    }
}

/// Which groups speak to a crawler with several names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AgentMatch {
    /// Those of the first name that any group has, or of a part of that name.
    /// The names have to be product tokens.
    First,
    /// Those of all names together. Any text is a name.
    Union,
}

/// The form in which patterns are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PatternForm {
    /// The one percent-encoding of both pattern and path.
    Normal,
    /// Escapes with upper-case digits, octets from 0x80 escaped, nothing decoded;
    /// paths stay as they are.
    Reference,
}

/// What is a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UrlForm {
    /// An absolute URL or a path; all else is a misuse.
    Checked,
    /// Any text: where no path is found, it is `/`.
    Guessed,
}

/// No file is longer: whatever becomes of it, 32-bit positions reach.
pub(crate) const MAX_BODY: usize = 256 << 20;

/// Three times as many octets, which is what escaping can make of a pattern,
/// must fit sixteen bits.
const MAX_RECORD: usize = u16::MAX as usize / 3;

/// RFC 9309, with the default options.
static RFC9309: Dialect = Dialect {
    profile: Profile::Rfc9309,
    max_body: Options::DEFAULT_MAX_BYTES,
    max_line: MAX_BODY,
    max_record: Options::DEFAULT_MAX_LINE,
    utf16: true,
    blank_line_ends_group: false,
    keys: KeyMatch::Whole,
    agents: AgentMatch::First,
    exact_agent: false,
    patterns: PatternForm::Normal,
    assume_slash: false,
    empty_pattern_is_rule: false,
    index_is_directory: false,
    urls: UrlForm::Checked,
    robots_txt_is_allowed: true,
};

/// google/robotstxt, which has no options.
pub(crate) static GOOGLE: Dialect = Dialect {
    profile: Profile::Google,
    max_body: MAX_BODY,
    max_line: 2083 * 8 - 1,
    max_record: usize::MAX,
    utf16: false,
    blank_line_ends_group: false,
    keys: KeyMatch::Prefix,
    agents: AgentMatch::Union,
    exact_agent: false,
    patterns: PatternForm::Reference,
    assume_slash: false,
    empty_pattern_is_rule: true,
    index_is_directory: true,
    urls: UrlForm::Guessed,
    robots_txt_is_allowed: false,
};

impl Profile {
    /// The dialect with the default options.
    #[inline(always)]
    pub(crate) fn dialect(self) -> &'static Dialect {
        match self {
            Profile::Rfc9309 => &RFC9309,
            Profile::Google => &GOOGLE,
        }
    }
}

impl Options {
    #[inline]
    pub(crate) fn dialect(&self) -> Dialect {
        match self.profile {
            Profile::Rfc9309 => Dialect {
                max_body: self.max_bytes.min(MAX_BODY),
                max_record: self.max_line.min(MAX_RECORD),
                blank_line_ends_group: self.blank_line_ends_group,
                exact_agent: self.exact_agent,
                assume_slash: self.assume_slash,
                ..RFC9309
            },
            Profile::Google => GOOGLE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_change_one_profile_only() {
        assert_eq!(Options::new().dialect(), RFC9309);
        let mut options = Options::new()
            .with_assume_slash(true)
            .with_exact_agent(true)
            .with_blank_line_ends_group(true);
        (options.max_bytes, options.max_line) = (usize::MAX, usize::MAX);
        let dialect = options.dialect();
        assert!(dialect.assume_slash && dialect.exact_agent && dialect.blank_line_ends_group);
        assert_eq!((dialect.max_body, dialect.max_record), (MAX_BODY, 21_845));
        let google = options.with_profile(Profile::Google).dialect();
        assert_eq!(google, GOOGLE);
    }
}
