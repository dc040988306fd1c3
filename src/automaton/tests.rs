//! Every form of a group against the specification ([`super::spec`]).
//!
//! All short patterns against all short paths, alone and in pairs; then random
//! groups, made so that each form and each way out of a form is taken: narrow
//! and wide blocks, fuel that lasts, runs out at once or somewhere in between,
//! and with the feature `dense` the dense form.

mod borders;
#[cfg(feature = "dense")]
mod dense;

use super::layout::FLAG_WIDE;
use super::{Automaton, Found, Label, Rule, spec};
use crate::pattern;
use crate::pattern::fuel::with_fuel;
use crate::random::Random;
use crate::spec::words;

/// What a pattern may hold that any form could treat specially.
const ALPHABET: &[u8] = b"/ab*$%";

/// Lines and rules beyond 16 bits make a wide block.
const FAR: u32 = 70_000;

fn find(automaton: &Automaton, path: &[u8]) -> Option<Found> {
    automaton
        .find::<false>(path)
        .expect("the path is normalised")
}

fn find_with_fuel(automaton: &Automaton, path: &[u8], fuel: i64) -> Option<Found> {
    with_fuel(fuel, || find(automaton, path))
}

/// A group in all its forms.
struct Forms<'a> {
    rules: Vec<Rule<'a>>,
    labels: Vec<Label>,
    narrow: Automaton,
    wide: Automaton,
    /// How many rules need a star.
    stars: usize,
    #[cfg(feature = "dense")]
    dense: Option<super::dense::Dense>,
}

impl<'a> Forms<'a> {
    /// Rules of `(pattern, allow)`, in file order, with a gap in the line
    /// numbers now and then.
    fn new(patterns: &[(&'a [u8], bool)]) -> Self {
        let rules: Vec<Rule<'a>> = patterns
            .iter()
            .enumerate()
            .map(|(ordinal, (pattern, allow))| Rule {
                pattern,
                priority: (pattern.len() as u32) << 1 | u32::from(*allow),
                ordinal: ordinal as u32,
                plain: 0,
            })
            .collect();
        let label = |far: u32| {
            move |ordinal: u32| Label {
                line: far + ordinal + ordinal / 3 * 2 + 2,
                rule: far + ordinal + ordinal / 5,
            }
        };
        let count = rules.len() as u32;
        let labels: Vec<Label> = (0..count).map(label(0)).collect();
        let far: Vec<Label> = (0..count).map(label(FAR)).collect();
        let stars = rules.iter().filter(|rule| needs_star(rule.pattern)).count();
        let narrow = Automaton::new(&rules, &labels);
        let wide = Automaton::new(&rules, &far);
        if !rules.is_empty() {
            let octets: usize = rules.iter().map(|rule| rule.pattern.len()).sum();
            assert!(is_narrow(&narrow) || octets > 30_000);
            assert!(!is_narrow(&wide));
        }
        assert!(is_sound(&narrow) && is_sound(&wide));
        Forms {
            narrow,
            wide,
            #[cfg(feature = "dense")]
            dense: super::dense::Dense::new(&rules, &labels),
            rules,
            labels,
            stars,
        }
    }

    fn is_dense(&self) -> bool {
        #[cfg(feature = "dense")]
        return self.dense.is_some();
        #[cfg(not(feature = "dense"))]
        false
    }

    fn check(&self, path: &[u8], fuels: &[i64]) {
        let want = spec::find(&self.rules, &self.labels, path)
            .map(|(priority, label)| Found { priority, label });
        let context = || {
            let patterns = self.rules.iter().map(|rule| rule.pattern.escape_ascii());
            let patterns: Vec<_> = patterns.map(|pattern| pattern.to_string()).collect();
            format!("{patterns:?} on {}", path.escape_ascii())
        };
        assert_eq!(find(&self.narrow, path), want, "narrow: {}", context());
        let far = |found: Found| Found {
            label: Label {
                line: found.label.line + FAR,
                rule: found.label.rule + FAR,
            },
            ..found
        };
        let found = find(&self.wide, path);
        assert_eq!(found, want.map(far), "wide: {}", context());
        #[cfg(feature = "dense")]
        if let Some(dense) = &self.dense {
            assert_eq!(dense.find::<false>(path), Ok(want), "dense: {}", context());
        }
        if self.stars == 0 {
            return;
        }
        for fuel in fuels {
            let found = find_with_fuel(&self.narrow, path, *fuel);
            assert_eq!(found, want, "narrow, fuel {fuel}: {}", context());
            let found = find_with_fuel(&self.wide, path, *fuel);
            assert_eq!(found, want.map(far), "wide, fuel {fuel}: {}", context());
        }
    }
}

fn is_narrow(automaton: &Automaton) -> bool {
    automaton.block[0] & FLAG_WIDE == 0
}

/// Is the block one that is taken from outside?
fn is_sound(automaton: &Automaton) -> bool {
    let again = Automaton::from_block(&automaton.block);
    again.is_some_and(|again| again.memory_usage() == automaton.memory_usage())
}

/// Does anything but stars and an anchor follow a star?
fn needs_star(pattern: &[u8]) -> bool {
    let body = pattern.strip_suffix(b"$").unwrap_or(pattern);
    let mut rest = body.iter().skip_while(|octet| **octet != b'*');
    rest.any(|octet| *octet != b'*')
}

/// Words behind a first octet.
fn behind(first: u8, words: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let join = |word: &Vec<u8>| [&[first], &word[..]].concat();
    words.iter().map(join).collect()
}

/// Patterns of up to `1 + len` octets that can match.
fn patterns(len: usize) -> Vec<Vec<u8>> {
    let words = words(ALPHABET, len);
    [behind(b'/', &words), behind(b'*', &words)].concat()
}

fn paths(len: usize, letters_len: usize) -> Vec<Vec<u8>> {
    let mut paths = behind(b'/', &words(ALPHABET, len));
    let mut letters = words(b"ab", letters_len);
    letters.retain(|word| word.len() > len);
    paths.extend(behind(b'/', &letters));
    paths
}

/// A pattern with at most three stars, so that the specification gets done.
fn random_pattern(random: &mut Random, alphabet: &[u8], len: usize) -> Vec<u8> {
    let first = if random.below(3) == 0 { b'*' } else { b'/' };
    let len = random.below(len);
    let mut pattern = [&[first], &random.word(alphabet, len)[..]].concat();
    for _ in 0..random.below(4).saturating_sub(usize::from(first == b'*')) {
        let at = 1 + random.below(pattern.len());
        pattern.insert(at, b'*');
    }
    if random.below(4) == 0 {
        pattern.push(b'$');
    }
    pattern
}

/// A path that the pattern matches, or nearly.
fn path_near(random: &mut Random, pattern: &[u8], alphabet: &[u8]) -> Vec<u8> {
    let mut path = vec![b'/'];
    for octet in pattern.strip_suffix(b"$").unwrap_or(pattern) {
        match octet {
            b'*' => {
                let len = random.below(4);
                path.extend(random.word(alphabet, len));
            }
            b'/' if path.len() == 1 => {}
            octet => path.push(*octet),
        }
    }
    if random.below(2) == 0 {
        let len = random.below(6);
        path.extend(random.word(alphabet, len));
    }
    if random.below(3) == 0 {
        let at = 1 + random.below(path.len());
        path.truncate(at);
    }
    path
}

fn refer(patterns: &[(Vec<u8>, bool)]) -> Vec<(&[u8], bool)> {
    patterns
        .iter()
        .map(|(pattern, allow)| (&pattern[..], *allow))
        .collect()
}

#[test]
fn every_short_pattern_on_every_short_path() {
    for (pattern_len, paths) in [(3, paths(3, 6)), (4, paths(2, 5))] {
        let mut patterns = patterns(pattern_len);
        // The shorter ones had their turn.
        patterns.retain(|pattern| pattern_len == 3 || pattern.len() == 5);
        for pattern in &patterns {
            let forms = Forms::new(&[(pattern, false)]);
            for path in &paths {
                assert_eq!(
                    pattern::matches(pattern, path),
                    spec::matches(pattern, path),
                    "{} on {}",
                    pattern.escape_ascii(),
                    path.escape_ascii()
                );
                forms.check(path, &[0]);
            }
        }
    }
}

#[test]
fn every_pair_of_short_patterns() {
    let patterns = patterns(2);
    let paths = paths(2, 3);
    for (index, first) in patterns.iter().enumerate() {
        for (other, second) in patterns.iter().enumerate() {
            // One disallows and one allows, or both the same.
            let both = (index + other) % 3 == 0;
            let forms = Forms::new(&[(first, false), (second, !both)]);
            for path in &paths {
                forms.check(path, &[0]);
            }
        }
    }
}

#[test]
fn random_groups() {
    let mut random = Random(1);
    let mut dense = 0;
    let rounds = 50;
    for round in 0..rounds {
        let alphabet: &[u8] = [&b"ab"[..], b"/ab", b"/ab$%", b"abcdefgh/"][round % 4];
        let patterns: Vec<(Vec<u8>, bool)> = (0..1 + random.below(40))
            .map(|_| {
                (
                    random_pattern(&mut random, alphabet, 8),
                    random.below(2) == 0,
                )
            })
            .collect();
        let group = refer(&patterns);
        let forms = Forms::new(&group);
        dense += usize::from(forms.is_dense());
        for _ in 0..50 {
            let pattern = &patterns[random.below(patterns.len())].0;
            let path = path_near(&mut random, pattern, alphabet);
            forms.check(&path, &[0, 6, 40, i64::MAX]);
        }
    }
    if cfg!(feature = "dense") {
        assert!(
            dense > rounds / 2 && dense < rounds,
            "{dense} of {rounds} groups fit the dense form"
        );
    }
}

/// As many star rules as a search remembers of which it has settled them.
#[test]
fn random_groups_of_some_star_rules() {
    let mut random = Random(5);
    for round in 0..8 {
        let alphabet: &[u8] = [&b"ab/"[..], b"abcd/"][round % 2];
        let patterns: Vec<(Vec<u8>, bool)> = (0..66 + 27 * round)
            .map(|_| {
                let pattern = [
                    b"/*",
                    &random.word(alphabet, 2)[..],
                    b"*",
                    &random.word(alphabet, 3),
                ]
                .concat();
                (pattern, random.below(2) == 0)
            })
            .collect();
        let group = refer(&patterns);
        let forms = Forms::new(&group);
        assert!((65..=256).contains(&forms.stars));
        for _ in 0..40 {
            let len = random.below(14);
            let path = [b"/", &random.word(alphabet, len)[..]].concat();
            forms.check(&path, &[0, 100, i64::MAX]);
        }
    }
}

/// Few and many pairs of octets, rules that share the rarest.
#[test]
fn random_groups_of_many_star_rules() {
    let mut random = Random(2);
    for round in 0..6 {
        let alphabet: &[u8] = [
            &b"ab/"[..],
            b"abcdefgh/",
            b"abcdefghijklmnopqrstuvwxyz0123456789/-_",
        ][round % 3];
        let shared = random.word(alphabet, 3);
        let patterns: Vec<(Vec<u8>, bool)> = (0..420)
            .map(|index| {
                let mut pattern = random_pattern(&mut random, alphabet, 7);
                if index % 2 == 0 {
                    pattern = [b"/*", &shared[..], b"*", &random.word(alphabet, 3)].concat();
                }
                (pattern, random.below(2) == 0)
            })
            .collect();
        let group = refer(&patterns);
        let forms = Forms::new(&group);
        for step in 0..24 {
            let pattern = &patterns[random.below(patterns.len())].0;
            let mut path = path_near(&mut random, pattern, alphabet);
            if step % 4 == 0 {
                path = [
                    &path[..],
                    &shared,
                    &shared,
                    &random.word(alphabet, 4),
                    &shared,
                ]
                .concat();
            }
            forms.check(&path, &[0, 300, i64::MAX]);
        }
    }
}

/// Most rules have all their pairs in the path and do not match.
#[test]
fn random_groups_that_no_pair_settles() {
    let mut random = Random(4);
    for _ in 0..4 {
        let patterns: Vec<(Vec<u8>, bool)> = (0..500)
            .map(|index| {
                let len = if index % 9 == 0 { 3 } else { 9 };
                let pattern = [b"/*", &random.word(b"ab", len)[..], b"*ab"].concat();
                (pattern, random.below(2) == 0)
            })
            .collect();
        let group = refer(&patterns);
        let forms = Forms::new(&group);
        for len in 0..25 {
            let path = [b"/", &random.word(b"ab", len)[..]].concat();
            forms.check(&path, &[0, 100, i64::MAX]);
        }
    }
}

/// Runs longer than a node holds, nodes with very many children, octets of
/// every kind.
#[test]
fn random_groups_of_long_literals() {
    let mut random = Random(3);
    let octets: Vec<u8> = (1..=255).filter(|octet| !b"*$".contains(octet)).collect();
    for round in 0..16 {
        let alphabet: &[u8] = if round % 2 == 0 { &octets } else { b"ab" };
        let stem_len = random.below(600);
        let stem = random.word(alphabet, stem_len);
        let patterns: Vec<(Vec<u8>, bool)> = (0..1 + random.below(300))
            .map(|_| {
                let keep = [stem.len(), random.below(stem.len() + 1)][random.below(2)];
                let len = random.below(20);
                let tail = random.word(alphabet, len);
                let end: &[u8] = [&b""[..], b"$", b"*", b"*$", b"**"][random.below(5)];
                let pattern = [b"/", &stem[..keep], &tail, end].concat();
                (pattern, random.below(2) == 0)
            })
            .collect();
        let group = refer(&patterns);
        let forms = Forms::new(&group);
        for _ in 0..30 {
            let pattern = &patterns[random.below(patterns.len())].0;
            let path = path_near(&mut random, pattern, alphabet);
            forms.check(&path, &[]);
        }
    }
}

#[test]
fn a_group_without_rules_matches_nothing() {
    let forms = Forms::new(&[]);
    forms.check(b"/", &[0]);
    assert_eq!(forms.narrow.memory_usage(), 0);
}
