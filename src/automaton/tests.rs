//! Every form of a group against the specification ([`super::spec`]).
//!
//! All short patterns against all short paths, alone and in pairs; then random
//! groups, made so that each form and each way out of a form is taken: narrow
//! and wide blocks, fuel that lasts, runs out at once or somewhere in between,
//! the waiting lists, and with the feature `dense` the dense form.

use std::cell::Cell;

use super::hardened::{Hardened, MIN_RULES};
use super::layout::{FLAG_WIDE, FLAGS, Wide, Width};
use super::{Automaton, Found, Label, Rule, spec};
use crate::pattern;

thread_local! {
    /// Fuel that scans of this thread get instead of their own.
    pub(super) static FUEL: Cell<Option<i64>> = const { Cell::new(None) };
}

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
    FUEL.set(Some(fuel));
    let found = find(automaton, path);
    FUEL.set(None);
    found
}

/// A group in all its forms.
struct Forms<'a> {
    rules: Vec<Rule<'a>>,
    labels: Vec<Label>,
    narrow: Automaton,
    wide: Automaton,
    /// The rules that need a star, and their waiting lists.
    stars: Vec<Rule<'a>>,
    hardened: Hardened,
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
        let stars: Vec<Rule<'a>> = rules
            .iter()
            .filter(|rule| needs_star(rule.pattern))
            .copied()
            .collect();
        let values = stars.iter().map(|rule| (rule.pattern, Wide::pack(rule)));
        Forms {
            narrow: Automaton::new(&rules, &labels),
            wide: Automaton::new(&rules, &far),
            hardened: Hardened::new(values).expect("segments are few"),
            #[cfg(feature = "dense")]
            dense: super::dense::Dense::new(&rules, &labels),
            rules,
            labels,
            stars,
        }
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
            assert_eq!(dense.find(path), want, "dense: {}", context());
        }
        if self.stars.is_empty() {
            return;
        }
        for fuel in fuels {
            let found = find_with_fuel(&self.narrow, path, *fuel);
            assert_eq!(found, want, "narrow, fuel {fuel}: {}", context());
            let found = find_with_fuel(&self.wide, path, *fuel);
            assert_eq!(found, want.map(far), "wide, fuel {fuel}: {}", context());
        }
        let want = spec::find(&self.stars, &self.labels, path);
        let found = Some(self.hardened.search(path, 0)).filter(|value| *value != 0);
        let found = found.map(|value| {
            let label = self.labels[Wide::ordinal(value) as usize];
            (Wide::priority(value), label)
        });
        assert_eq!(found, want, "waiting lists: {}", context());
    }
}

/// Does anything but stars and an anchor follow a star?
fn needs_star(pattern: &[u8]) -> bool {
    let body = pattern.strip_suffix(b"$").unwrap_or(pattern);
    let mut rest = body.iter().skip_while(|octet| **octet != b'*');
    rest.any(|octet| *octet != b'*')
}

/// All words of up to `len` letters, the short ones first.
fn words(alphabet: &[u8], len: usize) -> Vec<Vec<u8>> {
    let mut words = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..len {
        let to = words.len();
        for index in from..to {
            for letter in alphabet {
                let mut word = words[index].clone();
                word.push(*letter);
                words.push(word);
            }
        }
        from = to;
    }
    words
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

#[test]
fn every_short_pattern_on_every_short_path() {
    let paths = paths(3, 6);
    for pattern in &patterns(4) {
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
