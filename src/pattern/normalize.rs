//! The one canonical percent-encoding of octets (RFC 9309 2.2.2, 2.2.3; RFC
//! 3986 6.2.2).
//!
//! Pattern and path are brought to one form before they are compared, so that
//! comparing is comparing octets:
//!
//! * `%XX` of an unreserved character (`A-Za-z0-9-._~`) becomes the character;
//!   every other valid `%XX` stays, with upper-case digits.
//! * What RFC 3986 allows raw in neither path nor query becomes `%XX`: octets
//!   from 0x80, controls, space, DEL, `[ ] < > " { } | \ ^` and backquote.
//!   Clients send those so, whatever a page or a robots.txt holds.
//! * In a path, raw `*` and `$` become `%2A` and `%24`. In a pattern raw `*`
//!   is the wildcard and a `$` at the end the anchor; a `$` elsewhere becomes
//!   `%24`. So `%2A` in a pattern meets `*` in a URL and never acts as one.
//! * A `%` that begins no valid `%XX` stays as it is. An escape that would
//!   decode to a hexadecimal digit right behind such a stray `%` stays too:
//!   decoding `%%341` to `%41` would make an escape out of two that are none,
//!   and a second pass would change the text again.
//!
//! The profile `google` has a form of its own ([`google_pattern`]), and leaves
//! paths alone.

use super::{can_match, split_anchor};
use crate::dialect::{Dialect, PatternForm};
use crate::simd::x16::{Block, position};

/// What normalising needs to know of an octet.
const PLAIN: u8 = 0;
const ENCODE: u8 = 1;
const PERCENT: u8 = 2;
const STAR: u8 = 3;
const DOLLAR: u8 = 4;

static CLASS: [u8; 256] = {
    let mut class = [PLAIN; 256];
    let mut octet = 0;
    while octet < 256 {
        if octet <= 0x20 || octet >= 0x7F {
            class[octet] = ENCODE;
        }
        octet += 1;
    }
    let never_raw = b"[]<>\"{}|\\^`";
    let mut at = 0;
    while at < never_raw.len() {
        class[never_raw[at] as usize] = ENCODE;
        at += 1;
    }
    class[b'%' as usize] = PERCENT;
    class[b'*' as usize] = STAR;
    class[b'$' as usize] = DOLLAR;
    class
};

/// Is this octet the same in every form, raw and normalised, in both profiles?
#[inline(always)]
pub(crate) fn is_plain(octet: u8) -> bool {
    CLASS[octet as usize] == PLAIN
}

/// Position of the first octet of a path that may need work: anything that is
/// not plain, and `#`, which matters to URLs.
#[inline(always)]
pub(crate) fn first_special(path: &[u8]) -> Option<usize> {
    position(path, b'/', special)
}

#[inline(always)]
fn special(b: Block) -> Block {
    special_but_star(b).or(b.eq(b'*'))
}

#[inline(always)]
fn special_but_star(b: Block) -> Block {
    b.outside_graph()
        .or(b.between(b'"', b'%')) // " # $ %
        .or(b.with_bits(2).eq(b'>')) // < >
        .or(b.with_bits(0x20).between(b'{', b'}')) // [ \ ] { | }
        .or(b.eq(b'^'))
        .or(b.eq(b'`'))
}

const fn is_special(octet: u8) -> bool {
    CLASS[octet as usize] != PLAIN || octet == b'#'
}

/// Does [`first_special`] find one among the first `len` octets of a path? Most
/// calls are about a few octets of a longer path.
#[inline(always)]
pub(crate) fn special_within(path: &[u8], len: usize) -> bool {
    if len <= 2 {
        // The first octet is the slash.
        return path.get(1).is_some_and(|octet| is_special(*octet));
    }
    match path.first_chunk::<16>() {
        Some(head) if len <= 16 => special(Block::load(head)).mask() & ((1 << len) - 1) != 0,
        _ => first_special(&path[..len.min(path.len())]).is_some(),
    }
}

/// The octets that [`first_special`] looks for, as two tables for the halves of
/// an octet: it is one of them where both have a common bit.
pub(crate) static SPECIAL_LOW: [u8; 16] = special_tables().0;
pub(crate) static SPECIAL_HIGH: [u8; 16] = special_tables().1;

const fn special_tables() -> ([u8; 16], [u8; 16]) {
    let mut low = [0; 16];
    let mut high = [0; 16];
    let mut octet = 0;
    while octet < 256 {
        if is_special(octet as u8) {
            // Controls and everything beyond ASCII share a bit, since they are
            // all special, whatever the low half.
            let bit = match octet >> 4 {
                half @ 2..8 => 1 << half,
                _ => 1,
            };
            low[octet & 15] |= bit;
            high[octet >> 4] |= bit;
        }
        octet += 1;
    }
    (low, high)
}

/// Where normalised octets go.
pub(crate) trait Sink {
    fn put(&mut self, octets: &[u8]);
}

impl Sink for Vec<u8> {
    fn put(&mut self, octets: &[u8]) {
        self.extend_from_slice(octets);
    }
}

/// A buffer on the stack for three times 512 octets, which any URL below 512 octets
/// fits in when every octet is escaped. What is longer goes to the heap.
pub(crate) struct Buffer {
    stack: [u8; Self::STACK],
    len: usize,
    heap: Vec<u8>,
}

impl Buffer {
    const STACK: usize = 3 * 512;

    pub(crate) fn new() -> Self {
        Buffer {
            stack: [0; Self::STACK],
            len: 0,
            heap: Vec::new(),
        }
    }

    pub(crate) fn as_slice(&self) -> &[u8] {
        if self.heap.is_empty() {
            &self.stack[..self.len]
        } else {
            &self.heap
        }
    }
}

impl Sink for Buffer {
    fn put(&mut self, octets: &[u8]) {
        if self.heap.is_empty() {
            if let Some(room) = self.stack.get_mut(self.len..self.len + octets.len()) {
                room.copy_from_slice(octets);
                self.len += octets.len();
                return;
            }
            self.heap.reserve(2 * Self::STACK + octets.len());
            self.heap.extend_from_slice(&self.stack[..self.len]);
        }
        self.heap.extend_from_slice(octets);
    }
}

const HEX: &[u8; 16] = b"0123456789ABCDEF";

fn encoded(octet: u8) -> [u8; 3] {
    [b'%', HEX[(octet >> 4) as usize], HEX[(octet & 15) as usize]]
}

fn hex_value(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        _ => None,
    }
}

/// The octet that a `%XX` at the start of `text` stands for.
fn escaped_octet(text: &[u8]) -> Option<u8> {
    match text {
        [b'%', high, low, ..] => Some(hex_value(*high)? << 4 | hex_value(*low)?),
        _ => None,
    }
}

fn is_unreserved(octet: u8) -> bool {
    octet.is_ascii_alphanumeric() || matches!(octet, b'-' | b'.' | b'_' | b'~')
}

/// Which raw characters are special in the text being normalised.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Pattern,
    Path,
}

/// Appends the normal form of `text` to `out`.
fn normalize(text: &[u8], side: Side, out: &mut impl Sink) {
    // How much of a stray "%h" the output ends in.
    let mut stray = 0;
    let mut at = 0;
    while let Some(&octet) = text.get(at) {
        let mut step = 1;
        let mut next_stray = 0;
        match CLASS[octet as usize] {
            ENCODE => out.put(&encoded(octet)),
            STAR if side == Side::Path => out.put(b"%2A"),
            DOLLAR if side == Side::Path || at + 1 < text.len() => out.put(b"%24"),
            PERCENT => match escaped_octet(&text[at..]) {
                Some(value) => {
                    step = 3;
                    let completes = stray > 0 && value.is_ascii_hexdigit();
                    if is_unreserved(value) && !completes {
                        out.put(&[value]);
                    } else {
                        out.put(&encoded(value));
                    }
                }
                None => {
                    next_stray = 1;
                    out.put(b"%");
                }
            },
            _ => {
                if stray == 1 && octet.is_ascii_hexdigit() {
                    next_stray = 2;
                }
                let run = text[at..].iter().take_while(|o| is_plain(**o)).count();
                if next_stray == 0 && run > 1 {
                    step = run;
                    out.put(&text[at..at + run]);
                } else {
                    out.put(&[octet]);
                }
            }
        }
        stray = next_stray;
        at += step;
    }
}

/// Appends the normal form of a path to `out`.
pub(crate) fn path(path: &[u8], out: &mut impl Sink) {
    normalize(path, Side::Path, out);
}

/// The normal form of a path pattern: the pattern itself where it already is
/// normal, else written to `out` (which is cleared by the caller).
fn pattern<'a>(text: &'a [u8], out: &'a mut Vec<u8>) -> &'a [u8] {
    if is_normal_pattern(text) {
        return text;
    }
    let start = out.len();
    normalize(text, Side::Pattern, out);
    &out[start..]
}

/// Returns true for nearly every pattern of the web: no escapes, nothing to escape,
/// `$` at the end only. Such a pattern is in normal form in every profile; others
/// may be as well.
#[inline(always)]
pub(crate) fn is_normal_pattern(text: &[u8]) -> bool {
    position(split_anchor(text).0, b'/', special_but_star).is_none()
}

/// Octets at the start of a pattern that are the same in every form: those
/// before the first one that is not plain.
#[inline(always)]
pub(crate) fn plain_len(text: &[u8]) -> usize {
    first_special(text).unwrap_or(text.len())
}

/// The form in which a pattern is matched. Appends to `out` where it differs from
/// the pattern as written.
pub(crate) fn normal_pattern<'a>(
    text: &'a [u8],
    dialect: &Dialect,
    out: &'a mut Vec<u8>,
) -> &'a [u8] {
    match dialect.patterns {
        PatternForm::Reference => return google_pattern(text, out),
        PatternForm::Normal if !dialect.assume_slash || can_match(text) => {
            return pattern(text, out);
        }
        PatternForm::Normal => {}
    }
    let start = out.len();
    out.put(b"/");
    normalize(text, Side::Pattern, out);
    &out[start..]
}

/// The form of a pattern in profile `google`: hexadecimal digits of escapes in
/// upper case, octets from 0x80 encoded, nothing decoded.
pub(crate) fn google_pattern<'a>(text: &'a [u8], out: &'a mut Vec<u8>) -> &'a [u8] {
    if position(text, b'/', |b| b.outside_graph().or(b.eq(b'%'))).is_none() {
        return text;
    }
    let start = out.len();
    let mut at = 0;
    while let Some(&octet) = text.get(at) {
        if octet >= 0x80 {
            out.put(&encoded(octet));
        } else if let Some(value) = escaped_octet(&text[at..]) {
            out.put(&encoded(value));
            at += 2;
        } else {
            out.push(octet);
        }
        at += 1;
    }
    &out[start..]
}

/// The `/x/$` for a pattern `/x/index.htm…`: google/robotstxt reads an allow rule
/// for the one as one for the other too.
pub(crate) fn directory_of_index(pattern: &[u8]) -> Option<Vec<u8>> {
    let slash = memchr::memrchr(b'/', pattern)?;
    pattern[slash..]
        .starts_with(b"/index.htm")
        .then(|| [&pattern[..=slash], b"$"].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path_of(text: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        path(text, &mut out);
        out
    }

    fn pattern_of(text: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        pattern(text, &mut out).to_vec()
    }

    #[test]
    fn rfc_9309_figure_4_and_6() {
        assert_eq!(path_of(b"/foo/bar?baz=quz"), b"/foo/bar?baz=quz");
        assert_eq!(
            path_of("/foo/bar/\u{30C4}".as_bytes()),
            b"/foo/bar/%E3%83%84"
        );
        assert_eq!(path_of(b"/foo/bar/%E3%83%84"), b"/foo/bar/%E3%83%84");
        assert_eq!(path_of(b"/foo/bar/%62%61%7A"), b"/foo/bar/baz");
        assert_eq!(path_of(b"/f-*.html"), b"/f-%2A.html");
        assert_eq!(pattern_of(b"/f-%2a.html"), b"/f-%2A.html");
        assert_eq!(path_of(b"/foo-$"), b"/foo-%24");
        assert_eq!(pattern_of(b"/foo-%24"), b"/foo-%24");
        assert_eq!(pattern_of(b"/a$b$"), b"/a%24b$");
    }

    #[test]
    fn reserved_escapes_stay_and_malformed_ones_do_too() {
        assert_eq!(path_of(b"/%2f%3a%zz%"), b"/%2F%3A%zz%");
        assert_eq!(path_of(b"/a b\x7f\xE9\x00"), b"/a%20b%7F%E9%00");
    }

    #[test]
    fn what_rfc_3986_allows_raw_stays_raw_and_nothing_else() {
        let raw = b"/?:@!&'()+,;=-._~";
        for octet in 0..=255u8 {
            let stays = octet.is_ascii_alphanumeric() || raw.contains(&octet);
            for form in [path_of(&[octet, b'x']), pattern_of(&[octet, b'x'])] {
                match octet {
                    b'%' | b'#' => assert_eq!(form, [octet, b'x']),
                    b'*' => assert!(form == b"*x" || form == b"%2Ax"),
                    _ if stays => assert_eq!(form, [octet, b'x']),
                    _ => assert_eq!(form, format!("%{octet:02X}x").as_bytes()),
                }
            }
        }
    }

    #[test]
    fn a_second_pass_changes_nothing() {
        let alphabet = b"%4aG3/*$";
        let mut text = Vec::new();
        for mut number in 0..8usize.pow(6) {
            text.clear();
            for _ in 0..6 {
                text.push(alphabet[number % 8]);
                number /= 8;
            }
            let once = path_of(&text);
            assert_eq!(path_of(&once), once, "{text:?}");
            let once = pattern_of(&text);
            assert_eq!(pattern_of(&once), once, "{text:?}");
        }
    }

    #[test]
    fn tables_and_comparisons_agree() {
        for octet in 0..=255u8 {
            let both = SPECIAL_LOW[usize::from(octet & 15)] & SPECIAL_HIGH[usize::from(octet >> 4)];
            let known = !is_plain(octet) || octet == b'#';
            assert_eq!(both != 0, known, "{octet:#x}");
            assert_eq!(first_special(&[octet]).is_some(), known, "{octet:#x}");
            for len in [2, 3, 20] {
                let mut path = [b'/'; 20];
                path[len - 1] = octet;
                assert_eq!(special_within(&path, len), known, "{octet:#x}");
                let before = len > 2 && special_within(&path, len - 1);
                assert!(!before, "{octet:#x}");
                assert_eq!(plain_len(&path) == len - 1, known, "{octet:#x}");
                let normal = is_normal_pattern(&path[..len]);
                assert_eq!(normal, !known || matches!(octet, b'*' | b'$'), "{octet:#x}");
            }
        }
    }

    #[test]
    fn buffer_spills() {
        let mut buffer = Buffer::new();
        let long = vec![b'a'; 3000];
        for chunk in long.chunks(7) {
            buffer.put(chunk);
        }
        assert_eq!(buffer.as_slice(), long);
    }

    #[test]
    fn google_form() {
        let mut out = Vec::new();
        assert_eq!(google_pattern(b"/%aa%zz\xE9 $", &mut out), b"/%AA%zz%E9 $");
    }
}
