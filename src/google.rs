//! google/robotstxt line by line: what its parser reports of every line of a
//! file, and the four small functions its users and tests call.
//!
//! Verdicts in the manner of that library come from a [`crate::Matcher`] with
//! [`crate::Options::google`]. This module is for programs built on its parse
//! handlers, such as linters and statistics, which want to see each line.
//!
//! ```
//! use robots::google::{self, Key};
//!
//! let lines: Vec<_> = google::lines(b"User-agent: *\nDisalow: /x # typo\n").collect();
//! assert_eq!(lines.len(), 3); // what stands behind the last line end counts as a line
//! assert_eq!((lines[0].key, &lines[0].value[..]), (Key::UserAgent, &b"*"[..]));
//! assert_eq!((lines[1].key, &lines[1].value[..]), (Key::Disallow, &b"/x"[..]));
//! assert!(lines[1].is_typo && lines[1].has_comment);
//! assert!(lines[2].is_empty);
//! ```
//!
//! # How a file is read
//!
//! - A UTF-8 byte order mark, or as much of one as is there, is skipped.
//! - LF, CR and CRLF end a line. What stands behind the last line end is a
//!   line too, even if it is nothing at all.
//! - [`MAX_LINE`] octets of a line are kept. What is left still counts.
//! - Of a body the lines within 256 MiB are read; the reference has no such limit.
//! - A NUL ends the text of a line; `#` begins a comment.
//! - A key counts by its beginning: `allowance: /x` is an allow rule.
//! - Where the colon is missing, exactly two words are key and value.

use std::borrow::Cow;

use crate::dialect::GOOGLE;
use crate::parse::{key, line, trim};
use crate::pattern::{self, normalize};
use crate::{RecordKind, url};

/// Octets of a line that are read; the rest is dropped.
///
/// ```
/// use robots::google::{MAX_LINE, lines};
/// let line = lines(&[b'a'; MAX_LINE + 1]).next().unwrap();
/// assert!(line.is_too_long);
/// ```
pub const MAX_LINE: usize = GOOGLE.max_line;

/// What a key says. The numbers are those of google/robotstxt, and part of the
/// C ABI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum Key {
    /// `user-agent` and two misspellings.
    UserAgent = 0,
    /// `sitemap` and one misspelling.
    Sitemap = 1,
    /// `allow`.
    Allow = 2,
    /// `disallow` and five misspellings.
    Disallow = 3,
    /// Any other key, and a line without one.
    Unknown = 128,
}

impl Key {
    /// What a key says. Its case does not count, nor does what stands behind
    /// the known part. Linear in the known part.
    ///
    /// ```
    /// use robots::google::Key;
    /// assert_eq!(Key::of(b"USER AGENT"), Key::UserAgent);
    /// assert_eq!(Key::of(b"allowance"), Key::Allow);
    /// assert_eq!(Key::of(b"crawl-delay"), Key::Unknown);
    /// ```
    pub fn of(key: &[u8]) -> Key {
        if key.is_empty() {
            return Key::Unknown;
        }
        match key::key_of(key, GOOGLE.keys) {
            key::Key::UserAgent => Key::UserAgent,
            key::Key::Allow => Key::Allow,
            key::Key::Disallow => Key::Disallow,
            key::Key::Other => match RecordKind::of_key(key, GOOGLE.keys) {
                RecordKind::Sitemap => Key::Sitemap,
                _ => Key::Unknown,
            },
        }
    }

    /// Does the key stand for `self` by a misspelling only?
    fn is_typo(self, key: &[u8]) -> bool {
        match self {
            Key::UserAgent => !GOOGLE.keys.is(key, b"user-agent"),
            Key::Sitemap => !GOOGLE.keys.is(key, b"sitemap"),
            Key::Disallow => !GOOGLE.keys.is(key, b"disallow"),
            Key::Allow | Key::Unknown => false,
        }
    }
}

/// One line of a file, as the reference reports it. Comes from [`lines`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// Counted from 1.
    pub number: u32,
    /// What the key says; [`Key::Unknown`] also where the line is no record.
    pub key: Key,
    /// The key as written, trimmed; empty where the line is no record.
    pub name: &'a [u8],
    /// The value, trimmed, and [escaped](escape()) unless the key is
    /// [`Key::UserAgent`] or [`Key::Sitemap`].
    pub value: Cow<'a, [u8]>,
    /// Nothing but blanks.
    pub is_empty: bool,
    /// There is a `#`.
    pub has_comment: bool,
    /// Nothing but blanks before the `#`.
    pub is_comment: bool,
    /// The line is a record: it has a key, known or not.
    pub is_record: bool,
    /// The key counts by a misspelling.
    pub is_typo: bool,
    /// The line was longer than [`MAX_LINE`] and cut.
    pub is_too_long: bool,
    /// Key and value stand without a colon between them.
    pub is_missing_colon: bool,
}

impl<'a> Line<'a> {
    fn of(number: u32, whole: &'a [u8]) -> Self {
        let kept = &whole[..whole.len().min(MAX_LINE)];
        let text = &kept[..memchr::memchr(0, kept).unwrap_or(kept.len())];
        let comment = memchr::memchr(b'#', text);
        let text = trim::trim(&text[..comment.unwrap_or(text.len())]);
        let mut line = Line {
            number,
            key: Key::Unknown,
            name: b"",
            value: Cow::Borrowed(b""),
            is_empty: text.is_empty() && comment.is_none(),
            has_comment: comment.is_some(),
            is_comment: text.is_empty() && comment.is_some(),
            is_record: false,
            is_typo: false,
            is_too_long: whole.len() > MAX_LINE,
            is_missing_colon: false,
        };
        if let Some(item) = key::split(text, GOOGLE.keys) {
            line.key = Key::of(item.name);
            line.name = item.name;
            line.value = match line.key {
                Key::UserAgent | Key::Sitemap => Cow::Borrowed(item.value),
                _ => escape(item.value),
            };
            line.is_record = true;
            line.is_typo = line.key.is_typo(item.name);
            line.is_missing_colon = item.missing_colon;
        }
        line
    }
}

/// Where the reading of a body stands, apart from it, so that one owner can hold
/// both. The splitter of the matcher cannot do this: it borrows the body, knows no
/// line behind the last line end, and does not tell a `#` from a NUL.
#[derive(Clone, Debug)]
pub(crate) struct Cursor {
    at: usize,
    number: u32,
    done: bool,
}

impl Cursor {
    pub(crate) fn new(body: &[u8]) -> Self {
        Cursor {
            at: body.len() - line::skip_bom(body).len(),
            number: 0,
            done: false,
        }
    }

    /// The next line of the body, cut to size, that the cursor was made for.
    pub(crate) fn next_line<'a>(&mut self, body: &'a [u8]) -> Option<Line<'a>> {
        if self.done {
            return None;
        }
        let rest = body.get(self.at..)?;
        let whole = match memchr::memchr2(b'\n', b'\r', rest) {
            Some(end) => {
                let crlf = rest[end..].starts_with(b"\r\n");
                self.at += end + 1 + usize::from(crlf);
                &rest[..end]
            }
            None => {
                self.done = true;
                rest
            }
        };
        self.number = self.number.saturating_add(1);
        Some(Line::of(self.number, whole))
    }
}

/// The lines of a body. Comes from [`lines`].
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    body: &'a [u8],
    cursor: Cursor,
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        self.cursor.next_line(self.body)
    }
}

impl std::iter::FusedIterator for Lines<'_> {}

/// Every line of a body, in order; at least one. Linear in the body; nothing
/// is kept, and only values that change by escaping are copied.
///
/// ```
/// let numbers: Vec<_> = robots::google::lines(b"a\r\n\rb").map(|line| line.number).collect();
/// assert_eq!(numbers, [1, 2, 3]);
/// ```
pub fn lines(body: &[u8]) -> Lines<'_> {
    let body = line::google_body(body);
    let cursor = Cursor::new(body);
    Lines { body, cursor }
}

/// Path, parameters and query of a URL as the reference guesses them; `/`
/// where it finds none. Begins with `/`. Linear in the URL.
///
/// ```
/// use robots::google::path;
/// assert_eq!(&path(b"https://site.example/a;b?c#d")[..], b"/a;b?c");
/// assert_eq!(&path(b"site.example?a")[..], b"/?a");
/// assert_eq!(&path(b"#")[..], b"/");
/// ```
pub fn path(url: &[u8]) -> Cow<'_, [u8]> {
    match url::google_path(url) {
        Some(path @ [b'/', ..]) => Cow::Borrowed(path),
        Some(path) => Cow::Owned([b"/", path].concat()),
        None => Cow::Borrowed(b"/"),
    }
}

/// A pattern in the form in which the reference matches it: the digits of
/// `%xx` in upper case, octets from 0x80 as `%XX`, nothing else changed.
/// Linear; at most three octets for one.
///
/// ```
/// use robots::google::escape;
/// assert_eq!(&escape(b"/%e3%zz\xE9")[..], b"/%E3%zz%E9");
/// ```
pub fn escape(pattern: &[u8]) -> Cow<'_, [u8]> {
    let mut out = Vec::new();
    normalize::google_pattern(pattern, &mut out);
    if out.is_empty() {
        Cow::Borrowed(pattern)
    } else {
        Cow::Owned(out)
    }
}

/// Does the escaped pattern match the path, octet by octet? A pattern is a
/// prefix; `*` stands for any octets; a `$` at its end demands the end of the
/// path. An empty pattern matches everything.
///
/// Time is linear in path and pattern.
///
/// ```
/// use robots::google::matches;
/// assert!(matches(b"/*.php$", b"/a/b.php"));
/// assert!(!matches(b"/*.php$", b"/a/b.php5"));
/// assert!(matches(b"", b"/a"));
/// ```
pub fn matches(pattern: &[u8], path: &[u8]) -> bool {
    pattern::matches(pattern, path)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Metadata in the order of the fields, one letter each.
    fn shown(body: &[u8]) -> Vec<String> {
        lines(body)
            .map(|line| {
                let flags: String = [
                    (line.is_empty, 'e'),
                    (line.has_comment, 'h'),
                    (line.is_comment, 'c'),
                    (line.is_record, 'r'),
                    (line.is_typo, 't'),
                    (line.is_too_long, 'l'),
                    (line.is_missing_colon, 'm'),
                ]
                .iter()
                .filter(|(on, _)| *on)
                .map(|(_, letter)| *letter)
                .collect();
                format!(
                    "{}{flags} {}={}",
                    line.key as u8,
                    line.name.escape_ascii(),
                    line.value.escape_ascii()
                )
            })
            .collect()
    }

    #[test]
    fn kinds_of_lines() {
        for (body, want) in [
            ("", "128e ="),
            (" \t", "128e ="),
            ("#", "128hc ="),
            (" # a: b", "128hc ="),
            ("words and words", "128 ="),
            ("word", "128 ="),
            (": x", "128 ="),
            ("User-Agent: a#b", "0hr User-Agent=a"),
            ("user-agent a", "0rm user-agent=a"),
            ("useragent: a", "0rt useragent=a"),
            ("User Agent: a b", "0rt User Agent=a b"),
            ("user-agents: a", "0r user-agents=a"),
            ("SITEMAP: /%aa", "1r SITEMAP=/%aa"),
            ("Site-Map: x", "1rt Site-Map=x"),
            ("allowed:/%aa", "2r allowed=/%AA"),
            ("disallow :", "3r disallow="),
            ("disallaw:/", "3rt disallaw=/"),
            ("dissallow /", "3rtm dissallow=/"),
            ("noindex: /%aa", "128r noindex=/%AA"),
            ("a:b:c", "128r a=b:c"),
            ("disallow:/a\0#b", "3r disallow=/a"),
            ("\0#", "128e ="),
        ] {
            assert_eq!(shown(body.as_bytes()), [want], "{body:?}");
        }
    }

    #[test]
    fn every_octet_stands_in_one_line() {
        let count = |body: &[u8]| lines(body).count();
        for (body, want) in [
            (&b""[..], 1),
            (b"\n", 2),
            (b"\r", 2),
            (b"\r\n", 2),
            (b"\n\r", 3),
            (b"\r\r\n\n", 4),
            (b"a\nb\r\nc\rd", 4),
            (b"\xEF\xBB\xBF\r\n", 2),
            (b"\xEF\xBB\n", 2),
        ] {
            assert_eq!(count(body), want, "{body:?}");
        }
        assert_eq!(shown(b"\xEF\xBB\xBFallow: /"), ["2r allow=/"]);
        assert_eq!(shown(b"\xEF\xBBallow: /"), ["2r allow=/"]);
        assert_eq!(
            shown(b"\xEF\xBB\xBF\xEFallow: /"),
            ["128r \\xefallow=/"],
            "one mark only"
        );
    }

    #[test]
    fn the_cut_comes_before_everything() {
        let with = |tail: &str, len: usize| {
            let head = "allow: /";
            format!("{head}{}{tail}", "a".repeat(len - head.len()))
        };
        let line = |text: &str| lines(text.as_bytes()).next().unwrap().into_owned();
        assert!(!line(&with("", MAX_LINE)).is_too_long);
        let cut = line(&with("b", MAX_LINE));
        assert!(cut.is_too_long && cut.value.ends_with(b"aa"));
        // A comment behind the cut is not seen; one before it is.
        assert!(!line(&with("#", MAX_LINE)).has_comment);
        let commented = line(&with("#b", MAX_LINE - 1));
        assert!(commented.has_comment && commented.is_too_long);
        // A comment may be too long as well.
        let comment = line(&"#".repeat(MAX_LINE + 1));
        assert!(comment.is_comment && comment.is_too_long && !comment.is_record);
    }

    impl Line<'_> {
        fn into_owned(self) -> Line<'static> {
            Line {
                name: b"",
                value: Cow::Owned(self.value.into_owned()),
                ..self
            }
        }
    }

    #[test]
    fn two_words_without_a_colon() {
        for (body, want) in [
            ("allow /", "2rm allow=/"),
            ("allow\t \t/", "2rm allow=/"),
            ("allow / /", "128 ="),
            ("allow \x0B /", "128 ="),
            ("allow\x0B/", "128 ="),
            ("allow \x0B/", "2rm allow=/"),
        ] {
            assert_eq!(shown(body.as_bytes()), [want], "{body:?}");
        }
    }

    #[test]
    fn records_equal_what_the_matcher_reads() {
        use crate::{Matcher, Options};
        let mut random = crate::random::Random(7);
        for _ in 0..20_000 {
            let body: Vec<u8> = (0..12)
                .flat_map(|_| {
                    let parts = [
                        "allow",
                        "user-agent",
                        "disalow",
                        " ",
                        ": ",
                        "/",
                        "\n",
                        "\r\n",
                        "#",
                        "\0",
                        "*",
                        "\x0B",
                    ];
                    random.pick(&parts).as_bytes()
                })
                .copied()
                .collect();
            let verdict = Matcher::compile(&body, "a", &Options::google())
                .unwrap()
                .check("/");
            if verdict.line > 0 {
                let line = lines(&body).nth(verdict.line as usize - 1).unwrap();
                assert!(line.is_record, "{body:?}");
                assert!(matches!(line.key, Key::Allow | Key::Disallow), "{body:?}");
                assert_eq!(line.value.len(), verdict.octets as usize, "{body:?}");
            }
        }
    }
}
