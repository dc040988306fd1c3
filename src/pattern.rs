//! One path pattern against one path (RFC 9309 2.2.3), octet by octet.
//!
//! A pattern is a prefix; `*` stands for any octets; a `$` at its very end
//! demands the end of the path. Between two stars stands a segment, and taking
//! the leftmost place where each segment fits is never wrong: any match can be
//! shifted left, segment by segment. So there is no backtracking, and the cost
//! is that of finding each segment once.

use memchr::memmem;

/// Does the (normalised) pattern match the (normalised) path?
pub(crate) fn matches(pattern: &[u8], path: &[u8]) -> bool {
    match memchr::memchr(b'*', pattern) {
        Some(star) => path
            .strip_prefix(&pattern[..star])
            .is_some_and(|rest| matches_floating(&pattern[star + 1..], rest)),
        None => match pattern.strip_suffix(b"$") {
            Some(whole) => path == whole,
            None => path.starts_with(pattern),
        },
    }
}

/// Does what stands behind a star match somewhere in `path`?
pub(crate) fn matches_floating(mut pattern: &[u8], mut path: &[u8]) -> bool {
    while let Some(star) = memchr::memchr(b'*', pattern) {
        let segment = &pattern[..star];
        match find(segment, path) {
            Some(at) => path = &path[at + segment.len()..],
            None => return false,
        }
        pattern = &pattern[star + 1..];
    }
    match pattern.strip_suffix(b"$") {
        Some(segment) => path.ends_with(segment),
        None => find(pattern, path).is_some(),
    }
}

/// Leftmost place of `segment` in `path`. Linear in the path: a few hopeful
/// places are compared by hand, which settles nearly every real question, and
/// whatever is left goes to the two-way search of `memchr::memmem`.
fn find(segment: &[u8], path: &[u8]) -> Option<usize> {
    const TRIES: usize = 8;
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
    }
    memmem::find(&path[from..], segment).map(|at| from + at)
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
            assert_eq!(find(&segment, &path), naive);
        }
    }
}
