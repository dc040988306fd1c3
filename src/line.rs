//! Octets to numbered lines, lines to `key: value`.
//!
//! Knows line ends, comments, NUL, byte order marks, misspelt keys and the two
//! limits; knows nothing of groups and URLs. No input is an error: RFC 9309
//! 2.3.1.1 wants every line tried and every usable one used.
//!
//! One pass finds line ends and the starts of comments sixteen octets at a
//! time and keeps them as bits of a 64-bit word; a line is then the distance
//! to the next bit. A search for the next line end from each line start would
//! cost a call a line, and most lines are shorter than the call is worth.

use std::borrow::Cow;

use crate::Options;
use crate::block16::Block;
use crate::record::RecordKind;

/// google/robotstxt reads this many octets of a line and drops the rest.
pub(crate) const GOOGLE_MAX_LINE: usize = 2083 * 8 - 1;

/// No file is longer: whatever becomes of it, 32-bit positions reach.
const HARD_MAX_BYTES: usize = 256 << 20;

/// The body as the parser reads it.
pub(crate) struct Body<'a> {
    pub(crate) text: Cow<'a, [u8]>,
    pub(crate) truncated: bool,
    pub(crate) utf16: bool,
}

/// Applies the size limit, transcodes UTF-16 and skips the byte order mark.
pub(crate) fn body<'a>(raw: &'a [u8], options: &Options) -> Body<'a> {
    if options.is_google() {
        let limit = raw.len().min(HARD_MAX_BYTES);
        return Body {
            text: Cow::Borrowed(skip_bom(&raw[..limit])),
            truncated: limit < raw.len(),
            utf16: false,
        };
    }
    let limit = options.max_bytes.min(HARD_MAX_BYTES);
    let kept = &raw[..raw.len().min(limit)];
    let truncated = kept.len() < raw.len();
    match kept {
        [0xFF, 0xFE, rest @ ..] => transcoded(rest, truncated, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => transcoded(rest, truncated, u16::from_be_bytes),
        _ => {
            let mut text = kept;
            if truncated && !is_line_end(raw[kept.len()]) {
                text = &text[..whole_lines(text)];
            }
            Body {
                text: Cow::Borrowed(skip_bom(text)),
                truncated,
                utf16: false,
            }
        }
    }
}

fn transcoded<'a>(units: &[u8], truncated: bool, unit: fn([u8; 2]) -> u16) -> Body<'a> {
    let units = units.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    let text: String = char::decode_utf16(units)
        .map(|decoded| decoded.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect();
    let mut text = text.into_bytes();
    if truncated {
        text.truncate(whole_lines(&text));
    }
    // A character takes at most half as much again in UTF-8.
    text.truncate(HARD_MAX_BYTES);
    Body {
        text: Cow::Owned(text),
        truncated,
        utf16: true,
    }
}

fn is_line_end(octet: u8) -> bool {
    matches!(octet, b'\n' | b'\r')
}

/// Length of the text up to and with its last line end.
fn whole_lines(text: &[u8]) -> usize {
    memchr::memrchr2(b'\n', b'\r', text).map_or(0, |end| end + 1)
}

/// Skips a UTF-8 byte order mark, or as much of one as is there.
pub(crate) fn skip_bom(text: &[u8]) -> &[u8] {
    let mark = [0xEF, 0xBB, 0xBF];
    let common = text.iter().zip(mark).take_while(|(a, b)| **a == *b).count();
    &text[common..]
}

/// Lines of a body. [`Lines::next_line`] hands them out.
pub(crate) struct Lines<'a> {
    text: &'a [u8],
    /// Where the next line begins.
    start: usize,
    number: u32,
    /// Position that bit 0 of the two words below stands for.
    base: usize,
    /// Line ends from `start` on in the current 64 octets.
    ends: u64,
    /// `#` and NUL from `start` on in the current 64 octets.
    cuts: u64,
    /// Octets of a line that are looked at.
    max_len: usize,
}

/// One line, without its line end.
#[derive(Clone, Copy)]
pub(crate) struct Line<'a> {
    /// Counted from 1; CRLF is one line end.
    pub(crate) number: u32,
    /// What stands before the first `#` or NUL.
    pub(crate) text: &'a [u8],
    /// The whole line.
    pub(crate) whole: &'a [u8],
}

/// Where a line stands: its start, where its text ends, and where it ends
/// itself. The CR of a CRLF is a blank at the end of the line.
struct Span {
    start: usize,
    cut: usize,
    end: usize,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(text: &'a [u8], options: &Options) -> Self {
        let (ends, cuts) = bits(text, 0);
        Lines {
            text,
            start: 0,
            number: 0,
            base: 0,
            ends,
            cuts,
            max_len: if options.is_google() {
                GOOGLE_MAX_LINE
            } else {
                usize::MAX
            },
        }
    }

    #[inline(always)]
    fn next_span(&mut self) -> Option<Span> {
        let start = self.start;
        if start >= self.text.len() {
            return None;
        }
        let mut cut = usize::MAX;
        while self.ends == 0 {
            if self.cuts != 0 {
                cut = cut.min(self.base + self.cuts.trailing_zeros() as usize);
            }
            self.base += 64;
            if self.base >= self.text.len() {
                // No line end behind the last line.
                self.start = self.text.len();
                let end = self.text.len();
                return Some(Span {
                    start,
                    cut: cut.min(end),
                    end,
                });
            }
            (self.ends, self.cuts) = bits(self.text, self.base);
        }
        let bit = self.ends.trailing_zeros();
        let end = self.base + bit as usize;
        self.ends &= self.ends - 1;
        let before = self.cuts & ((1 << bit) - 1);
        if before != 0 {
            cut = cut.min(self.base + before.trailing_zeros() as usize);
            self.cuts ^= before;
            // Several may stand in one line.
            self.cuts &= !((1 << bit) - 1);
        }
        self.start = end + 1;
        Some(Span {
            start,
            cut: cut.min(end),
            end,
        })
    }

    /// What stands before the cut; the profile `google` has a limit.
    #[inline(always)]
    fn text_of(&self, span: &Span) -> &'a [u8] {
        let text = &self.text[span.start..span.cut];
        &text[..text.len().min(self.max_len)]
    }

    /// The next line, or `None` behind the last one.
    #[inline(always)]
    pub(crate) fn next_line(&mut self) -> Option<Line<'a>> {
        let span = self.next_span()?;
        self.number += 1;
        let whole = &self.text[span.start..span.end];
        let whole = match self.text.get(span.end) {
            Some(b'\n') => whole.strip_suffix(b"\r").unwrap_or(whole),
            _ => whole,
        };
        let text = self.text_of(&span);
        Some(Line {
            number: self.number,
            text: &text[..text.len().min(whole.len())],
            whole,
        })
    }
}

/// Line ends and cuts in the 64 octets from `base`, as bits. The CR of a CRLF
/// is none.
#[inline(always)]
fn bits(text: &[u8], base: usize) -> (u64, u64) {
    let rest = text.get(base..).unwrap_or_default();
    match rest.first_chunk::<64>() {
        Some(block) => block_bits(block, rest.get(64) == Some(&b'\n')),
        None => {
            let mut block = [b' '; 64];
            block[..rest.len()].copy_from_slice(rest);
            block_bits(&block, false)
        }
    }
}

#[inline(always)]
fn block_bits(block: &[u8; 64], newline_follows: bool) -> (u64, u64) {
    let (mut newlines, mut returns, mut cuts) = (0, 0, 0);
    for (index, octets) in block.as_chunks::<16>().0.iter().enumerate() {
        let octets = Block::load(octets);
        newlines |= u64::from(octets.eq(b'\n').mask()) << (16 * index);
        returns |= u64::from(octets.eq(b'\r').mask()) << (16 * index);
        let cut = octets.eq(b'#').or(octets.eq(0)).mask();
        cuts |= u64::from(cut) << (16 * index);
    }
    let before_newline = newlines >> 1 | u64::from(newline_follows) << 63;
    (newlines | returns & !before_newline, cuts)
}

/// What a line says to whoever looks for a crawler's rules.
pub(crate) enum Entry<'a> {
    UserAgent(&'a [u8]),
    Rule {
        allow: bool,
        value: &'a [u8],
        /// Line, counted from 1.
        line: u32,
        /// The line as far as the record may reach; blanks may stand around it.
        record: &'a [u8],
    },
    /// Nothing at all, not even a comment.
    Blank,
}

/// Hands out the lines that matter to a crawler, in order. The same as
/// [`Lines::next_line`] and [`split`], with a short way for the keys as they
/// are usually written.
#[inline(always)]
pub(crate) fn for_each_entry<'a>(
    text: &'a [u8],
    options: &Options,
    mut then: impl FnMut(Entry<'a>),
) {
    let mut lines = Lines::new(text, options);
    let google = options.is_google();
    let mut number = 0;
    while let Some(span) = lines.next_span() {
        number += 1;
        let record = lines.text_of(&span);
        let usual = text[span.start..].first_chunk().and_then(usual_key);
        let entry = match usual {
            Some((key, after)) => {
                let value = value_of(record.get(after..).unwrap_or_default());
                match key {
                    Key::UserAgent => Entry::UserAgent(value),
                    key => Entry::Rule {
                        allow: key == Key::Allow,
                        value,
                        line: number,
                        record,
                    },
                }
            }
            None => match odd_entry(text, record, &span, number, google) {
                Some(entry) => entry,
                None => continue,
            },
        };
        then(entry);
    }
}

/// Trims; mostly there is one space before the value and nothing behind it.
#[inline(always)]
fn value_of(text: &[u8]) -> &[u8] {
    let text = text.strip_prefix(b" ").unwrap_or(text);
    match (text.first(), text.last()) {
        (Some(first), Some(last)) if *first > b' ' && *last > b' ' => text,
        _ => trim(text),
    }
}

#[inline(never)]
fn odd_entry<'a>(
    text: &'a [u8],
    record: &'a [u8],
    span: &Span,
    number: u32,
    google: bool,
) -> Option<Entry<'a>> {
    let record = trim(record);
    if record.is_empty() {
        let blank = span.cut == span.end || trim(&text[span.start..span.end]).is_empty();
        return blank.then_some(Entry::Blank);
    }
    let item = split(record, google)?;
    match item.key {
        Key::UserAgent => Some(Entry::UserAgent(item.value)),
        Key::Other => None,
        key => Some(Entry::Rule {
            allow: key == Key::Allow,
            value: item.value,
            line: number,
            record,
        }),
    }
}

/// What the key of a record says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    UserAgent,
    Allow,
    Disallow,
    /// Anything else; [`RecordKind::of_key`] tells what.
    Other,
}

/// A line taken apart.
#[derive(Clone, Copy)]
pub(crate) struct Item<'a> {
    pub(crate) key: Key,
    /// The key as written, trimmed.
    pub(crate) name: &'a [u8],
    /// The value as written, trimmed.
    pub(crate) value: &'a [u8],
    /// No colon stood between the two.
    pub(crate) missing_colon: bool,
    /// One of the three keys that nearly every line has, rightly spelt.
    usual: bool,
}

fn is_blank(octet: u8) -> bool {
    matches!(octet, b'\t'..=b'\r' | b' ')
}

pub(crate) fn trim(mut text: &[u8]) -> &[u8] {
    while let [first, rest @ ..] = text
        && is_blank(*first)
    {
        text = rest;
    }
    trim_end(text)
}

fn trim_end(mut text: &[u8]) -> &[u8] {
    while let [rest @ .., last] = text
        && is_blank(*last)
    {
        text = rest;
    }
    text
}

/// Takes a line apart; `None` where it is no record.
#[inline]
pub(crate) fn split(text: &[u8], google: bool) -> Option<Item<'_>> {
    let text = trim(text);
    if let Some((key, after)) = text.first_chunk().and_then(usual_key) {
        return Some(Item {
            key,
            name: &text[..after - 1],
            value: trim(&text[after..]),
            missing_colon: false,
            usual: true,
        });
    }
    split_any(text, google)
}

/// The three usual keys with a colon right behind them, and where the colon
/// ends.
#[inline(always)]
fn usual_key(head: &[u8; 11]) -> Option<(Key, usize)> {
    // One bit makes letters small, and may make letters of octets that are
    // none; so what is no letter is compared as it is.
    let small = 0x2020_2020_2020_2020u64;
    let word = u64::from_le_bytes(*head.first_chunk()?);
    let of = u64::from_le_bytes;
    if word | small == of(*b"disallow") && head[8] == b':' {
        return Some((Key::Disallow, 9));
    }
    if (word | small) & 0xFF_FFFF_FFFF == of(*b"allow\0\0\0") && head[5] == b':' {
        return Some((Key::Allow, 6));
    }
    if word | (small & !(0xFF << 32)) == of(*b"user-age")
        && (head[8] | 0x20, head[9] | 0x20, head[10]) == (b'n', b't', b':')
    {
        return Some((Key::UserAgent, 11));
    }
    None
}

/// The general case: blanks before the colon, no colon, other keys.
#[inline(never)]
fn split_any(text: &[u8], google: bool) -> Option<Item<'_>> {
    let (name, value, missing_colon) = match memchr::memchr(b':', text) {
        Some(colon) => (trim_end(&text[..colon]), trim(&text[colon + 1..]), false),
        None => {
            // Exactly two words may stand for key and value.
            let gap = memchr::memchr2(b' ', b'\t', text)?;
            let mut value = &text[gap..];
            while let [b' ' | b'\t', rest @ ..] = value {
                value = rest;
            }
            if memchr::memchr2(b' ', b'\t', value).is_some() {
                return None;
            }
            (trim_end(&text[..gap]), trim(value), true)
        }
    };
    if name.is_empty() {
        return None;
    }
    Some(Item {
        key: key_of(name, google),
        name,
        value,
        missing_colon,
        usual: false,
    })
}

const USER_AGENT: [&[u8]; 3] = [b"user-agent", b"useragent", b"user agent"];
const ALLOW: [&[u8]; 1] = [b"allow"];
const DISALLOW: [&[u8]; 6] = [
    b"disallow",
    b"dissallow",
    b"dissalow",
    b"disalow",
    b"diasllow",
    b"disallaw",
];

pub(crate) fn key_of(name: &[u8], google: bool) -> Key {
    let is = |spellings: &[&[u8]]| {
        spellings.iter().any(|spelling| {
            let name = if google {
                name.get(..spelling.len()).unwrap_or(name)
            } else {
                name
            };
            name.eq_ignore_ascii_case(spelling)
        })
    };
    match name[0] | 0x20 {
        b'u' if is(&USER_AGENT) => Key::UserAgent,
        b'a' if is(&ALLOW) => Key::Allow,
        b'd' if is(&DISALLOW) => Key::Disallow,
        _ => Key::Other,
    }
}

impl Item<'_> {
    /// Is the key one of the misspellings that are accepted?
    pub(crate) fn is_misspelt(&self) -> bool {
        if self.usual {
            return false;
        }
        let right: &[u8] = match self.key {
            Key::UserAgent => USER_AGENT[0],
            Key::Allow => ALLOW[0],
            Key::Disallow => DISALLOW[0],
            Key::Other => return RecordKind::is_misspelling(self.name),
        };
        !self.name.eq_ignore_ascii_case(right)
    }

    /// Octets from the start of the key to the end of the value; `line` is
    /// the line the item was taken from.
    pub(crate) fn octets(&self, line: &[u8]) -> usize {
        trim(line).len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn naive(text: &[u8]) -> Vec<(Vec<u8>, Vec<u8>)> {
        let mut lines = vec![Vec::new()];
        let mut last = 0;
        for &octet in text {
            if octet == b'\n' && last == b'\r' {
                last = 0;
                continue;
            }
            last = octet;
            if is_line_end(octet) {
                lines.push(Vec::new());
            } else {
                lines.last_mut().unwrap().push(octet);
            }
        }
        if lines.last().is_some_and(|line| line.is_empty()) {
            lines.pop();
        }
        let cut = |line: &Vec<u8>| {
            let end = line.iter().position(|o| matches!(o, b'#' | 0));
            line[..end.unwrap_or(line.len())].to_vec()
        };
        lines.iter().map(|line| (line.clone(), cut(line))).collect()
    }

    #[test]
    fn lines_equal_the_naive_ones() {
        let mut seed = 9309u64;
        for round in 0..20_000 {
            let len = round % 200;
            let text: Vec<u8> = (0..len)
                .map(|_| {
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    b"\r\n\r\n#\0aaaaaaaaaa"[(seed >> 33) as usize % 16]
                })
                .collect();
            let mut lines = Lines::new(&text, &Options::new());
            let mut got = Vec::new();
            while let Some(line) = lines.next_line() {
                assert_eq!(line.number as usize, got.len() + 1);
                got.push((line.whole.to_vec(), line.text.to_vec()));
            }
            assert_eq!(got, naive(&text), "{text:?}");
        }
    }

    #[test]
    fn the_size_limit_drops_the_cut_line() {
        let mut options = Options::new();
        options.max_bytes = 9;
        let text = |raw: &'static [u8]| body(raw, &options).text.into_owned();
        assert_eq!(text(b"1234\n6789"), b"1234\n6789");
        assert_eq!(text(b"1234\n67890"), b"1234\n");
        assert_eq!(text(b"1234\n6789\n1"), b"1234\n6789");
        assert_eq!(text(b"1234567890"), b"");
        assert!(body(b"1234567890", &options).truncated);
        assert!(!body(b"123456789", &options).truncated);
    }

    #[test]
    fn utf16_is_transcoded() {
        let options = Options::new();
        let le: Vec<u8> = "\u{FEFF}a\u{30C4}\n"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        let be: Vec<u8> = "\u{FEFF}a\u{30C4}\n"
            .encode_utf16()
            .flat_map(u16::to_be_bytes)
            .collect();
        for raw in [le, be] {
            let body = body(&raw, &options);
            assert_eq!(&*body.text, "a\u{30C4}\n".as_bytes());
            assert!(body.utf16);
        }
    }

    #[test]
    fn keys() {
        let key = |text: &'static str, google| split(text.as_bytes(), google).map(|i| i.key);
        for google in [false, true] {
            assert_eq!(key(" DisAllow : /x", google), Some(Key::Disallow));
            assert_eq!(key("disallow /x", google), Some(Key::Disallow));
            assert_eq!(key("disallow /x /y", google), None);
            assert_eq!(key("User Agent: x", google), Some(Key::UserAgent));
            assert_eq!(key("USER-AGENT:x", google), Some(Key::UserAgent));
            assert_eq!(key("user\ragent:x", google), Some(Key::Other));
            assert_eq!(key(": x", google), None);
            assert_eq!(key("allow:", google), Some(Key::Allow));
            assert_eq!(key("sitemap: x", google), Some(Key::Other));
        }
        assert_eq!(key("disallowed: /x", true), Some(Key::Disallow));
        assert_eq!(key("disallowed: /x", false), Some(Key::Other));
    }
}
