//! One path pattern against one path (RFC 9309 2.2.3), octet by octet.
//!
//! A pattern is a prefix; `*` stands for any octets; a `$` at its very end
//! demands the end of the path. Between two stars stands a segment, and taking
//! the leftmost place where each segment fits is never wrong: any match can be
//! shifted left, segment by segment. So there is no backtracking, and the cost
//! is that of finding each segment once. Many patterns are [`Together`].

pub(crate) mod fuel;
pub(crate) mod normalize;
mod together;

use memchr::memmem;
pub(crate) use together::Together;

/// Does the (normalised) pattern match the (normalised) path?
pub(crate) fn matches(pattern: &[u8], path: &[u8]) -> bool {
    match memchr::memchr(b'*', pattern) {
        Some(star) => path
            .strip_prefix(&pattern[..star])
            .is_some_and(|rest| matches_floating(&pattern[star + 1..], rest, &mut 0)),
        None => match pattern.strip_suffix(b"$") {
            Some(whole) => path == whole,
            None => path.starts_with(pattern),
        },
    }
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
    let Some(body) = pattern.strip_suffix(b"$") else {
        return Some((pattern, path));
    };
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
