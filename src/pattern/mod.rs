//! The grammar of path patterns (RFC 9309 2.2.3), and one pattern against one
//! path, octet by octet.
//!
//! A pattern is a prefix; `*` stands for any octets; a `$` at its very end
//! demands the end of the path. Between two stars stands a segment, and taking
//! the leftmost place where each segment fits is never wrong: any match can be
//! shifted left, segment by segment. So there is no backtracking, and the cost
//! is that of finding each segment once. Many patterns are [`Together`].

pub(crate) mod fuel;
pub(crate) mod normalize;
mod together;

use crate::simd::x16;
use memchr::memmem;
pub(crate) use together::Together;

/// A path pattern in normal form, taken apart at its first star and its anchor.
///
/// Its octets, which decide precedence, are all it is written with, `*` and `$`
/// included: the length of the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pattern<'a> {
    text: &'a [u8],
    /// Where the first star stands; without one, where the anchor does, or the
    /// end.
    prefix: usize,
    /// Where the anchor stands, or the end.
    body: usize,
}

impl<'a> Pattern<'a> {
    #[inline(never)]
    pub(crate) fn parse(text: &'a [u8]) -> Self {
        let (body, _) = split_anchor(text);
        // Patterns are short; a call would cost more than this.
        let star = x16::position(body, b'/', |octets| octets.eq(b'*'));
        Pattern {
            text,
            prefix: star.unwrap_or(body.len()),
            body: body.len(),
        }
    }

    /// Parses a pattern whose first `plain` octets are known to be neither `*`
    /// nor `$`: nothing is searched where these are all of them.
    #[inline(always)]
    pub(crate) fn parse_behind(text: &'a [u8], plain: usize) -> Self {
        if plain < text.len() {
            return Self::parse(text);
        }
        Pattern {
            text,
            prefix: text.len(),
            body: text.len(),
        }
    }

    /// The pattern as it is written.
    pub(crate) fn text(&self) -> &'a [u8] {
        self.text
    }

    /// What stands before the first star, without the anchor.
    #[inline(always)]
    pub(crate) fn prefix(&self) -> &'a [u8] {
        &self.text[..self.prefix]
    }

    /// The texts between and behind the stars that are not empty, each with its
    /// position in the pattern.
    pub(crate) fn segments(&self) -> impl Iterator<Item = (usize, &'a [u8])> + use<'a> {
        let mut at = self.prefix;
        let segments = self.text[self.prefix..self.body].split(|octet| *octet == b'*');
        segments.filter_map(move |segment| {
            let start = at;
            at += segment.len() + 1;
            (!segment.is_empty()).then_some((start, segment))
        })
    }

    /// Must the path end where the pattern does? A `$` behind a star asks for
    /// nothing.
    #[inline(always)]
    pub(crate) fn is_anchored(&self) -> bool {
        self.body < self.text.len() && !self.text[..self.body].ends_with(b"*")
    }

    /// The text that a path has to begin with, or, where the pattern is anchored,
    /// has to be; `None` if something stands behind a star. Stars at the end add
    /// only octets.
    #[inline(always)]
    pub(crate) fn literal(&self) -> Option<&'a [u8]> {
        let is_literal = self.prefix == self.body || self.has_only_stars_behind();
        is_literal.then(|| self.prefix())
    }

    fn has_only_stars_behind(&self) -> bool {
        let behind = &self.text[self.prefix..self.body];
        behind.iter().all(|octet| *octet == b'*')
    }

    /// Does the pattern match the (normalised) path?
    pub(crate) fn matches(&self, path: &[u8]) -> bool {
        let Some(rest) = path.strip_prefix(self.prefix()) else {
            return false;
        };
        if self.prefix < self.body {
            return matches_floating(&self.text[self.prefix + 1..], rest, &mut 0);
        }
        rest.is_empty() || !self.is_anchored()
    }
}

/// Can a pattern match at all, raw or in normal form? Every path begins with `/`.
/// An empty pattern matches every path; whether it is a rule is another matter.
#[inline(always)]
pub(crate) fn can_match(pattern: &[u8]) -> bool {
    matches!(pattern.first(), None | Some(b'/' | b'*'))
}

/// What stands before the `$` at the very end of a pattern, and whether there is
/// one.
#[inline(always)]
fn split_anchor(pattern: &[u8]) -> (&[u8], bool) {
    match pattern {
        [body @ .., b'$'] => (body, true),
        _ => (pattern, false),
    }
}

/// Does the (normalised) pattern match the (normalised) path?
pub(crate) fn matches(pattern: &[u8], path: &[u8]) -> bool {
    Pattern::parse(pattern).matches(path)
}

/// Does what stands behind a star match somewhere in `path`? Takes from `fuel`
/// what that costs, in units of some 32 instructions; it may become negative.
pub(crate) fn matches_floating(pattern: &[u8], path: &[u8], fuel: &mut i64) -> bool {
    *fuel -= 1 + ((path.len() + 4 * pattern.len()) >> 8) as i64;
    let Some((mut pattern, mut path)) = settle_end(pattern, path) else {
        return false;
    };
    while let Some(star) = memchr::memchr(b'*', pattern) {
        let segment = &pattern[..star];
        match find(segment, path, fuel) {
            Some(at) => path = &path[at + segment.len()..],
            None => return false,
        }
        pattern = &pattern[star + 1..];
    }
    find(pattern, path, fuel).is_some()
}

/// Settles what a `$` at the end of what stands behind a star demands: the
/// segments before the last one, and the path before it.
fn settle_end<'a>(pattern: &'a [u8], path: &'a [u8]) -> Option<(&'a [u8], &'a [u8])> {
    let (body, anchored) = split_anchor(pattern);
    if !anchored {
        return Some((pattern, path));
    }
    let last = memchr::memrchr(b'*', body).map_or(0, |star| star + 1);
    Some((&body[..last], path.strip_suffix(&body[last..])?))
}

/// Leftmost place of `segment` in `path`. Linear in the path: a few hopeful
/// places are compared by hand, which settles nearly every real question, and
/// whatever is left goes to the two-way search of `memchr::memmem`.
fn find(segment: &[u8], path: &[u8], fuel: &mut i64) -> Option<usize> {
    const TRIES: usize = 8;
    *fuel -= 1;
    let Some(first) = segment.first() else {
        return Some(0);
    };
    let mut from = 0;
    for _ in 0..TRIES {
        let last = path.len().checked_sub(segment.len())?;
        if from > last {
            return None;
        }
        let at = from + memchr::memchr(*first, &path[from..=last])?;
        if path[at..].starts_with(segment) {
            return Some(at);
        }
        from = at + 1;
        *fuel -= 1;
    }
    let rest = &path[from..];
    let found = memmem::find(rest, segment);
    *fuel -= 16 + ((found.unwrap_or(rest.len()) + segment.len()) >> 1) as i64;
    found.map(|at| from + at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_taken_apart() {
        type Segments<'a> = &'a [(usize, &'a str)];
        // Prefix, segments with their positions, anchored, literal.
        let all: &[(&str, &str, Segments<'_>, bool, bool)] = &[
            ("", "", &[], false, true),
            ("/", "/", &[], false, true),
            ("/a$", "/a", &[], true, true),
            ("$", "", &[], true, true),
            ("/a$b", "/a$b", &[], false, true),
            ("*", "", &[], false, true),
            ("/a**", "/a", &[], false, true),
            ("/a*$", "/a", &[], false, true),
            ("/*b", "/", &[(2, "b")], false, false),
            ("*b**c$", "", &[(1, "b"), (4, "c")], true, false),
            ("/a*b*$", "/a", &[(3, "b")], false, false),
            ("/a*$$", "/a", &[(3, "$")], true, false),
        ];
        for (text, prefix, segments, anchored, literal) in all {
            let pattern = Pattern::parse(text.as_bytes());
            assert_eq!(pattern.text(), text.as_bytes());
            assert_eq!(pattern.prefix(), prefix.as_bytes(), "{text}");
            let found: Vec<_> = pattern.segments().collect();
            let segments: Vec<_> = segments.iter().map(|(at, s)| (*at, s.as_bytes())).collect();
            assert_eq!(found, segments, "{text}");
            assert_eq!(pattern.is_anchored(), *anchored, "{text}");
            let want = literal.then_some(prefix.as_bytes());
            assert_eq!(pattern.literal(), want, "{text}");
        }
    }

    #[test]
    fn leftmost_place_equals_the_naive_one() {
        let mut seed = 1u64;
        for _ in 0..200_000 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let bits = seed >> 20;
            let path: Vec<u8> = (0..bits % 40)
                .map(|i| b"ab"[(bits >> i & 1) as usize])
                .collect();
            let segment: Vec<u8> = (0..bits % 7)
                .map(|i| b"ab"[(bits >> (i + 13) & 1) as usize])
                .collect();
            let naive = (0..=path.len()).find(|at| path[*at..].starts_with(&segment));
            assert_eq!(find(&segment, &path, &mut 0), naive);
        }
    }
}
