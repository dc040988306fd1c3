//! Octets to lines.
//!
//! Knows line ends, comments, NUL, byte order marks and the size limit; what
//! stands in a line is for [`crate::parse::key`]. No input is an error: RFC 9309
//! 2.3.1.1 wants every line tried and every usable one used.
//!
//! - What is cut takes its whole line with it, since what is left of a rule can
//!   mean more than the rule: at the size limit, in the middle of a UTF-16 unit.
//! - The first octets of a UTF-8 byte order mark are skipped like a whole one, in
//!   both profiles.
//!
//! One pass finds line ends and the starts of comments in 64 octets at a time
//! ([`crate::simd::x64`]) and keeps them as bits of a word; a line is then the
//! distance to the next bit. A search for the next line end from each line
//! start would cost a call a line, and most lines are shorter than the call is
//! worth.

use std::borrow::Cow;

use crate::dialect::{Dialect, MAX_BODY};
use crate::simd::x64::{self, Found, Task};

/// The body as the parser reads it.
pub(crate) struct Body<'a> {
    pub(crate) text: Cow<'a, [u8]>,
    pub(crate) truncated: bool,
    pub(crate) utf16: bool,
}

/// Applies the size limit, transcodes UTF-16 and skips the byte order mark.
pub(crate) fn body<'a>(raw: &'a [u8], dialect: &Dialect) -> Body<'a> {
    let limit = dialect.max_body;
    match &raw[..raw.len().min(limit)] {
        [0xFF, 0xFE, ..] if dialect.utf16 => transcoded(raw, limit, u16::from_le_bytes),
        [0xFE, 0xFF, ..] if dialect.utf16 => transcoded(raw, limit, u16::from_be_bytes),
        _ => Body {
            text: Cow::Borrowed(skip_bom(within(raw, limit))),
            truncated: limit < raw.len(),
            utf16: false,
        },
    }
}

/// Returns the lines of a body that 32-bit positions reach, which is all that
/// google/robotstxt reads of nearly every body.
pub(crate) fn google_body(raw: &[u8]) -> &[u8] {
    within(raw, MAX_BODY)
}

/// The lines that are within so many octets as a whole.
fn within(text: &[u8], limit: usize) -> &[u8] {
    match text.get(limit) {
        None => text,
        Some(next) if is_line_end(*next) => &text[..limit],
        Some(_) => &text[..whole_lines(&text[..limit])],
    }
}

fn transcoded<'a>(raw: &[u8], limit: usize, unit: fn([u8; 2]) -> u16) -> Body<'a> {
    // A limit, or an end, in the middle of a unit drops that unit.
    let (kept, rest) = raw.split_at(raw.len().min(limit) & !1);
    let units = kept[2..].as_chunks().0.iter().map(|pair| unit(*pair));
    let text: String = char::decode_utf16(units)
        .map(|decoded| decoded.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect();
    let mut text = text.into_bytes();
    let next = rest.first_chunk().map(|pair| unit(*pair));
    let is_whole = next.is_some_and(|unit| u8::try_from(unit).is_ok_and(is_line_end));
    if !rest.is_empty() && !is_whole {
        text.truncate(whole_lines(&text));
    }
    // A character takes at most half as much again in UTF-8.
    let fits = within(&text, MAX_BODY).len();
    let truncated = limit < raw.len() || fits < text.len();
    text.truncate(fits);
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
/// itself. The CR of a CRLF is no text.
#[derive(Clone, Copy, Default)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) cut: u32,
    pub(crate) end: u32,
}

/// As many lines as 64 octets can hold, and some.
const BATCH: usize = 64 + 16;

/// Splits a body into lines, 80 at most at a time. Splitting by the batch keeps the
/// bit masks in registers; parsing each line in between would spill them.
pub(crate) struct Lines<'a> {
    text: &'a [u8],
    /// Where the next line begins.
    start: usize,
    /// The first cut in that line, if it has been seen.
    cut: usize,
    /// What has been looked at.
    base: usize,
    /// Octets of a line that are looked at.
    max_len: usize,
    spans: [Span; BATCH],
    count: usize,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(text: &'a [u8], dialect: &Dialect) -> Self {
        Lines {
            text,
            start: 0,
            cut: usize::MAX,
            base: 0,
            max_len: dialect.max_line,
            spans: [Span::default(); BATCH],
            count: 0,
        }
    }

    /// Finds the next lines. Returns false behind the last one.
    #[inline]
    pub(crate) fn fill(&mut self) -> bool {
        x64::run(self)
    }

    #[inline(always)]
    fn fill_by(&mut self, find: impl Fn(&[u8; 64]) -> Found) -> bool {
        let Lines {
            text,
            mut start,
            mut cut,
            mut base,
            ..
        } = *self;
        let mut count = 0;
        while count <= BATCH - 64 {
            if base >= text.len() {
                if start < text.len() {
                    // No line end behind the last line.
                    self.spans[count] = Span::new(start, cut, text.len());
                    start = text.len();
                    count += 1;
                }
                break;
            }
            let (mut ends, mut cuts) = bits(text, base, &find);
            if cuts == 0 && cut == usize::MAX {
                while ends != 0 {
                    let end = base + ends.trailing_zeros() as usize;
                    ends &= ends - 1;
                    self.spans[count] = Span::new(start, end, end);
                    start = end + 1;
                    count += 1;
                }
            } else {
                while ends != 0 {
                    let before = (ends & ends.wrapping_neg()) - 1;
                    let end = base + ends.trailing_zeros() as usize;
                    ends &= ends - 1;
                    if cuts & before != 0 {
                        cut = cut.min(base + cuts.trailing_zeros() as usize);
                    }
                    // Several may stand in one line.
                    cuts &= !before;
                    self.spans[count] = Span::new(start, cut, end);
                    cut = usize::MAX;
                    start = end + 1;
                    count += 1;
                }
                if cuts != 0 {
                    cut = cut.min(base + cuts.trailing_zeros() as usize);
                }
            }
            base += 64;
        }
        (self.start, self.cut, self.base, self.count) = (start, cut, base, count);
        count != 0
    }

    /// The lines that [`Lines::fill`] found.
    #[inline(always)]
    pub(crate) fn spans(&self) -> &[Span] {
        &self.spans[..self.count]
    }

    /// Where the text of a line ends, within the dialect's limit.
    #[inline(always)]
    pub(crate) fn cut_of(&self, span: &Span) -> usize {
        (span.cut as usize).min(span.start as usize + self.max_len)
    }

    /// The line with this number.
    #[inline(always)]
    pub(crate) fn line(&self, number: u32, span: &Span) -> Line<'a> {
        let whole = &self.text[span.start as usize..span.end as usize];
        let whole = match self.text.get(span.end as usize) {
            Some(b'\n') => whole.strip_suffix(b"\r").unwrap_or(whole),
            _ => whole,
        };
        let text = &self.text[span.start as usize..self.cut_of(span)];
        Line {
            number,
            text: &text[..text.len().min(whole.len())],
            whole,
        }
    }
}

impl Task for &mut Lines<'_> {
    type Output = bool;

    #[inline(always)]
    fn run(self, find: impl Fn(&[u8; 64]) -> Found) -> bool {
        self.fill_by(find)
    }
}

impl Span {
    #[inline(always)]
    fn new(start: usize, cut: usize, end: usize) -> Self {
        // A body has at most 256 MiB.
        Span {
            start: start as u32,
            cut: cut.min(end) as u32,
            end: end as u32,
        }
    }
}

/// Line ends in the 64 octets from `base`, and where the text of a line may end
/// before it does, as bits. The CR of a CRLF is no line end, but no text.
#[inline(always)]
fn bits(text: &[u8], base: usize, find: impl Fn(&[u8; 64]) -> Found) -> (u64, u64) {
    let rest = text.get(base..).unwrap_or_default();
    let mut last;
    let block = match rest.first_chunk::<64>() {
        Some(block) => block,
        None => {
            last = [b' '; 64];
            last[..rest.len()].copy_from_slice(rest);
            &last
        }
    };
    let found = find(block);
    if found.returns == 0 {
        return (found.newlines, found.cuts);
    }
    let newline_follows = rest.get(64) == Some(&b'\n');
    let before_newline = found.newlines >> 1 | u64::from(newline_follows) << 63;
    (
        found.newlines | found.returns & !before_newline,
        found.cuts | found.returns & before_newline,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;

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
        for round in 0..if cfg!(miri) { 300 } else { 20_000 } {
            let len = round % 200;
            let text: Vec<u8> = (0..len)
                .map(|_| {
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    b"\r\n\r\n#\0aaaaaaaaaa"[(seed >> 33) as usize % 16]
                })
                .collect();
            let mut lines = Lines::new(&text, &Options::new().dialect());
            let mut got = Vec::new();
            while lines.fill() {
                for span in lines.spans() {
                    let line = lines.line(0, span);
                    got.push((line.whole.to_vec(), line.text.to_vec()));
                }
            }
            assert_eq!(got, naive(&text), "{text:?}");
        }
    }

    #[test]
    fn the_size_limit_drops_the_cut_line() {
        let mut options = Options::new();
        options.max_bytes = 9;
        let dialect = options.dialect();
        let text = |raw: &'static [u8]| body(raw, &dialect).text.into_owned();
        assert_eq!(text(b"1234\n6789"), b"1234\n6789");
        assert_eq!(text(b"1234\n67890"), b"1234\n");
        assert_eq!(text(b"1234\n6789\n1"), b"1234\n6789");
        assert_eq!(text(b"1234567890"), b"");
        assert!(body(b"1234567890", &dialect).truncated);
        assert!(!body(b"123456789", &dialect).truncated);
    }

    #[test]
    fn lines_within_a_limit() {
        for (text, limit, want) in [
            ("", 0, ""),
            ("ab", 2, "ab"),
            ("ab", 1, ""),
            ("a\nb", 1, "a"),
            ("a\nbc", 2, "a\n"),
            ("a\nbc", 3, "a\n"),
            ("a\rbc", 3, "a\r"),
            ("a\r\nb", 2, "a\r"),
        ] {
            assert_eq!(within(text.as_bytes(), limit), want.as_bytes(), "{text:?}");
        }
    }

    #[test]
    fn utf16_is_transcoded() {
        let dialect = Options::new().dialect();
        let le: Vec<u8> = "\u{FEFF}a\u{30C4}\n"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        let be: Vec<u8> = "\u{FEFF}a\u{30C4}\n"
            .encode_utf16()
            .flat_map(u16::to_be_bytes)
            .collect();
        for raw in [le, be] {
            let body = body(&raw, &dialect);
            assert_eq!(&*body.text, "a\u{30C4}\n".as_bytes());
            assert!(body.utf16);
        }
    }
}
