//! Patterns together against patterns one by one, and against places found by
//! other means.

use aho_corasick::AhoCorasick;

use super::*;
use crate::random::Random;

/// A path without an end to its sameness, or one without any.
fn random_path(random: &mut Random, alphabet: &[u8], len: usize) -> Vec<u8> {
    let period = [1, 2, 3, 5, len + 1][random.below(5)];
    let unit = random.word(alphabet, period);
    let mut path: Vec<u8> = unit.into_iter().cycle().take(len).collect();
    for _ in 0..random.below(3) {
        let at = random.below(path.len());
        path[at] = random.word(alphabet, 1)[0];
    }
    path[0] = b'/';
    path
}

/// Segments that stand in the path, or nearly, or not.
fn pattern_in(random: &mut Random, alphabet: &[u8], path: &[u8], longest: usize) -> Vec<u8> {
    let prefix = [0, 1, random.below(path.len())][random.below(3)];
    let mut pattern = path[..prefix].to_vec();
    for _ in 0..=random.below(6) {
        pattern.extend([&b"*"[..], b"*", b"**"][random.below(3)]);
        let at = random.below(path.len());
        let len = random.below(longest).min(path.len() - at);
        match random.below(4) {
            0 => pattern.extend(random.word(alphabet, len)),
            _ => pattern.extend(&path[at..at + len]),
        }
    }
    match random.below(8) {
        0 | 1 => pattern.push(b'$'),
        2 => pattern.extend([&path[path.len() / 2..], b"$"].concat()),
        3 => pattern.push(b'*'),
        _ => {}
    }
    pattern
}

/// Where each segment ends first behind the one before, by its places in the
/// path.
fn matches_by_places(pattern: &[u8], path: &[u8]) -> bool {
    let (body, anchored) = match pattern.strip_suffix(b"$") {
        Some(body) => (body, true),
        None => (pattern, false),
    };
    let segments: Vec<&[u8]> = body.split(|octet| *octet == b'*').collect();
    let Some(((prefix, last), steps)) = segments.split_first().and_then(|(prefix, rest)| {
        rest.split_last()
            .map(|(last, steps)| ((prefix, last), steps))
    }) else {
        return matches(pattern, path);
    };
    if !path.starts_with(prefix) {
        return false;
    }
    let found = AhoCorasick::new(steps.iter().chain([last])).expect("an automaton");
    let found: Vec<_> = found.find_overlapping_iter(path).collect();
    let behind = |number: usize, place: usize| {
        let places = found
            .iter()
            .filter(|found| found.pattern().as_usize() == number);
        places
            .filter(|found| found.start() >= place)
            .map(|found| found.end())
            .min()
    };
    let place = (0..steps.len()).try_fold(prefix.len(), |place, number| behind(number, place));
    place.is_some_and(|place| match anchored {
        true => path.ends_with(last) && place + last.len() <= path.len(),
        false => behind(steps.len(), place).is_some(),
    })
}

/// One by one, by places, and together with chunks of several sizes.
fn compare(patterns: &[Vec<u8>], path: &[u8], random: &mut Random) {
    let mut best = 0;
    let mut values = Vec::new();
    for (index, pattern) in patterns.iter().enumerate() {
        let matching = matches(pattern, path);
        let context = || format!("{} on {}", pattern.escape_ascii(), path.escape_ascii());
        assert_eq!(matching, matches_by_places(pattern, path), "{}", context());
        let value = (random.below(50) as u64) << 32 | (index as u64 + 1);
        values.push(value);
        if matching {
            best = best.max(value);
        }
        let mut alone = Together::sized(path, 0, 0, 1 << 12);
        alone.add(pattern, value, 7);
        let want = if matching { (value, 7) } else { (0, 0) };
        assert_eq!(alone.best(), want, "{}", context());
    }
    for capacity in [1, 40, 200, path.len(), 1 << 14] {
        for fuel in [0, 12] {
            let mut together = Together::sized(path, 0, fuel, capacity);
            for (pattern, value) in patterns.iter().zip(&values) {
                together.add(pattern, *value, *value as u32);
            }
            let want = (best, best as u32);
            assert_eq!(together.best(), want, "chunks of {capacity}, fuel {fuel}");
            // Once more is no other answer, and what was forgotten is.
            assert_eq!(together.best(), want);
            together.add(b"*", u64::MAX, 0);
            together.clear();
            together.add(&patterns[0], values[0], 3);
            let want = matches(&patterns[0], path);
            assert_eq!(together.best(), if want { (values[0], 3) } else { (0, 0) });
        }
    }
}

#[test]
fn together_as_one_by_one() {
    let mut random = Random(1);
    for round in 0..if cfg!(miri) { 6 } else { 400 } {
        let alphabet: &[u8] = [
            &b"a"[..],
            b"ab",
            b"abc",
            b"\0\x01a\xFF",
            b"abcdefghijklmnop/",
        ][round % 5];
        let len = 1 + random.below([12, 60, 300][round % 3]);
        let path = random_path(&mut random, alphabet, len);
        let longest = [3, 6, 12, 40][round % 4];
        let count = 1 + random.below(60);
        let patterns: Vec<_> = (0..count)
            .map(|_| pattern_in(&mut random, alphabet, &path, longest))
            .collect();
        compare(&patterns, &path, &mut random);
    }
}

/// More than a word of segments that end one another, with rules that go up
/// and down among them.
#[test]
fn segments_that_end_one_another() {
    let mut random = Random(2);
    for (len, others) in [(63, 0), (64, 1), (65, 3), (150, 40)] {
        let nested = |random: &mut Random| "a".repeat(1 + random.below(len)).into_bytes();
        let mut patterns: Vec<Vec<u8>> = (1..=len)
            .map(|len| [b"*", "a".repeat(len).as_bytes(), b"*b"].concat())
            .collect();
        for _ in 0..others {
            let steps = (0..6).map(|_| [b"*", &nested(&mut random)[..]].concat());
            patterns.push(steps.collect::<Vec<_>>().concat());
            let word = random.word(b"ab", 8);
            patterns.push([b"*", &nested(&mut random)[..], b"*", &word[..]].concat());
        }
        for len in [1, 10, 64, 65, 130, 400] {
            let mut path = "a".repeat(len).into_bytes();
            path.extend([&b""[..], b"b", b"baab"][random.below(3)]);
            compare(&patterns, &path, &mut random);
        }
    }
}

/// A tree of segments in which nearly every way up leaves a line at each step.
#[test]
fn all_words_of_two_letters() {
    let mut random = Random(3);
    let mut patterns = Vec::new();
    for len in 1..=7 {
        for number in 0..1usize << len {
            let word: Vec<u8> = (0..len).map(|bit| b"ab"[number >> bit & 1]).collect();
            let last = random.word(b"ab", 9);
            patterns.push([b"*", &word[..], b"*", &last[..]].concat());
        }
    }
    for _ in 0..if cfg!(miri) { 1 } else { 20 } {
        let path = random_path(&mut random, b"ab", 200);
        compare(&patterns[..random.below(254) + 1], &path, &mut random);
    }
}

/// Nodes with up to 254 children.
#[test]
fn segments_that_part_at_their_second_octet() {
    let mut random = Random(4);
    let mut octets: Vec<u8> = (0..=255).filter(|octet| !b"*$".contains(octet)).collect();
    for count in [2, 3, 16, 17, 18, 19, 34, 35, 254] {
        octets.rotate_left(count);
        let mut chosen = octets[..count].to_vec();
        let patterns: Vec<Vec<u8>> = chosen
            .iter()
            .map(|octet| [b"*a", &[*octet][..], b"*", &[chosen[0]]].concat())
            .collect();
        for _ in 0..4 {
            let at = random.below(chosen.len());
            chosen.swap(0, at);
            let path: Vec<u8> = chosen.iter().flat_map(|octet| [b'a', *octet]).collect();
            compare(&patterns, &path, &mut random);
            compare(
                &patterns,
                &path[..2 + random.below(path.len() - 2)],
                &mut random,
            );
        }
    }
}

/// Neither a smaller value wins, nor the same once more.
#[test]
fn only_greater_values_count() {
    let mut together = Together::sized(b"/ab", 5, 0, 1 << 11);
    together.add(b"*a", 5, 1);
    assert_eq!(together.best(), (5, 0));
    together.add(b"*a", 6, 1);
    assert_eq!(together.best(), (6, 1));
    together.add(b"/*b", 6, 2);
    together.raise(6, 3);
    together.add(b"/ab", 7, 4);
    together.add(b"/ab$", 6, 5);
    assert_eq!(together.best(), (7, 4));
}
