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

/// A file too long for 32-bit positions is cut here, whatever the options say.
const HARD_MAX_BYTES: usize = u32::MAX as usize - 1;

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
    google: bool,
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

impl<'a> Lines<'a> {
    pub(crate) fn new(text: &'a [u8], options: &Options) -> Self {
        let mut lines = Lines {
            text,
            start: 0,
            number: 0,
            base: 0,
            ends: 0,
            cuts: 0,
            google: options.is_google(),
        };
        (lines.ends, lines.cuts) = bits(text, 0);
        lines
    }

    /// The next line, or `None` behind the last one.
    #[inline]
    pub(crate) fn next_line(&mut self) -> Option<Line<'a>> {
        let start = self.start;
        if start >= self.text.len() {
            return None;
        }
        let mut cut = None;
        let end = loop {
            if self.ends != 0 {
                let bit = self.ends.trailing_zeros();
                self.ends &= self.ends - 1;
                let below = (1u64 << bit) - 1;
                if cut.is_none() && self.cuts & below != 0 {
                    cut = Some(self.base + self.cuts.trailing_zeros() as usize);
                }
                self.cuts &= !below;
                break self.base + bit as usize;
            }
            if cut.is_none() && self.cuts != 0 {
                cut = Some(self.base + self.cuts.trailing_zeros() as usize);
            }
            self.base += 64;
            if self.base >= self.text.len() {
                break self.text.len();
            }
            (self.ends, self.cuts) = bits(self.text, self.base);
        };
        self.start = end + 1;
        // The LF of a CRLF ends no line of its own.
        if self.text.get(end) == Some(&b'\r') && self.text.get(end + 1) == Some(&b'\n') {
            self.start = end + 2;
            if self.ends == 0 && self.start > self.base + 64 {
                // The LF opens the next 64 octets.
                self.base += 64;
                (self.ends, self.cuts) = bits(self.text, self.base);
            }
            self.ends &= self.ends.wrapping_sub(1);
        }
        // Half of the numbers, so that a flag fits beside one.
        self.number = (self.number + 1).min(u32::MAX >> 1);
        let whole = &self.text[start..end];
        let mut text = &self.text[start..cut.unwrap_or(end)];
        if self.google && text.len() > GOOGLE_MAX_LINE {
            text = &text[..GOOGLE_MAX_LINE];
        }
        Some(Line {
            number: self.number,
            text,
            whole,
        })
    }
}

/// Line ends and cuts in the 64 octets from `base`, as bits.
#[inline(always)]
fn bits(text: &[u8], base: usize) -> (u64, u64) {
    let rest = text.get(base..).unwrap_or_default();
    match rest.first_chunk::<64>() {
        Some(block) => block_bits(block),
        None => {
            let mut block = [b' '; 64];
            block[..rest.len()].copy_from_slice(rest);
            block_bits(&block)
        }
    }
}

#[inline(always)]
fn block_bits(block: &[u8; 64]) -> (u64, u64) {
    let mut ends = 0;
    let mut cuts = 0;
    for (index, octets) in block.as_chunks::<16>().0.iter().enumerate() {
        let octets = Block::load(octets);
        let end = octets.eq(b'\n').or(octets.eq(b'\r')).mask();
        let cut = octets.eq(b'#').or(octets.eq(0)).mask();
        ends |= u64::from(end) << (16 * index);
        cuts |= u64::from(cut) << (16 * index);
    }
    (ends, cuts)
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
pub(crate) fn split<'a>(text: &'a [u8], google: bool) -> Option<Item<'a>> {
    let text = trim(text);
    if let Some((key, len)) = common_key(text) {
        return Some(Item {
            key,
            name: &text[..len],
            value: trim(&text[len + 1..]),
            missing_colon: false,
        });
    }
    split_any(text, google)
}

/// The three usual keys with a colon right behind them, from the first eight
/// octets.
#[inline(always)]
fn common_key(text: &[u8]) -> Option<(Key, usize)> {
    let lower = 0x2020_2020_2020_2020u64;
    let head = u64::from_le_bytes(*text.first_chunk::<8>()?);
    let word = u64::from_le_bytes;
    if head | lower == word(*b"disallow") {
        return (text.get(8) == Some(&b':')).then_some((Key::Disallow, 8));
    }
    let five = 0xFF_FFFF_FFFF;
    if (head | lower) & five == word(*b"allow\0\0\0") {
        return (text[5] == b':').then_some((Key::Allow, 5));
    }
    let agent = head | 0x2020_2000_2020_2020;
    if agent == word(*b"user-age")
        && let [_, _, _, _, _, _, _, _, n, t, b':', ..] = text
        && (n | 0x20, t | 0x20) == (b'n', b't')
    {
        return Some((Key::UserAgent, 10));
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
