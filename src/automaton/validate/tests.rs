//! Every block that is built is taken; of others those alone that could have
//! been built, and nothing that is taken does harm.

mod rebuild;

use super::super::node::{CHILDREN, END_VALUE, LONG, LONGER_RUN, RUN_SHIFT, VALUE};
use super::super::{Label, Rule};
use super::*;
use crate::pattern::Pattern;
use crate::pattern::fuel::with_fuel;
use crate::random::Random;
use rebuild::is_rebuilt;

/// Groups that between them have every form of node, record and label.
fn blocks() -> Vec<Box<[u8]>> {
    let long = "x".repeat(700);
    let many: Vec<String> = (0..40).map(|i| format!("/dir{i}/*part{i}$")).collect();
    let groups: Vec<Vec<&str>> = vec![
        vec!["/"],
        vec!["/a", "/a$", "/ab", "/b/c/d", "*"],
        vec!["/a*", "/a**$", "/a$"],
        vec!["/*?", "/*.php$", "/a*b*c", "*x"],
        vec![
            "/same/start/of/twenty/octets/a",
            "/same/start/of/twenty/octets/b",
        ],
        vec![&long, "/", "/x*y"],
        many.iter().map(String::as_str).collect(),
    ];
    let mut blocks = Vec::new();
    for group in &groups {
        for far in [0, 70_000] {
            let patterns: Vec<String> = group
                .iter()
                .map(|pattern| match pattern.starts_with('x') {
                    true => format!("/{pattern}"),
                    false => (*pattern).to_owned(),
                })
                .collect();
            let rules: Vec<Rule<'_>> = patterns
                .iter()
                .enumerate()
                .map(|(ordinal, pattern)| Rule {
                    pattern: pattern.as_bytes(),
                    priority: (pattern.len() as u32) << 1 | (ordinal as u32 & 1),
                    ordinal: ordinal as u32,
                    plain: 0,
                })
                .collect();
            let labels: Vec<Label> = (0..rules.len() as u32)
                .map(|ordinal| Label {
                    line: far + 2 + ordinal + ordinal / 3,
                    rule: far + ordinal,
                })
                .collect();
            blocks.push(Automaton::new(&rules, &labels).block);
        }
    }
    blocks
}

const PATHS: [&[u8]; 6] = [
    b"/",
    b"/a",
    b"/ab?x.php",
    b"/dir7/some/part7",
    b"/same/start/of/twenty/octets/b",
    b"/a*%zz/\xff\x00b$",
];

fn try_all(automaton: &Automaton) {
    let block = automaton.block();
    assert!(if block[FLAGS] & FLAG_WIDE == 0 {
        is_rebuilt::<Narrow>(block)
    } else {
        is_rebuilt::<Wide>(block)
    });
    for path in PATHS {
        let _ = automaton.find::<true>(path);
        let _ = automaton.find::<false>(path);
        let _ = with_fuel(0, || automaton.find::<false>(path));
    }
}

/// A narrow block of such nodes and labels; `firsts` may follow the slash.
fn forged(nodes: &[u8], firsts: &[u8], labels: &[[u16; 3]]) -> Vec<u8> {
    let mut block = vec![0; Narrow::HEADER];
    block[VERSION] = CURRENT_VERSION;
    let filter = firsts
        .iter()
        .fold(0u64, |bits, octet| bits | 1 << (octet & 63));
    block[FILTER..FILTER + 8].copy_from_slice(&filter.to_le_bytes());
    block.extend_from_slice(nodes);
    let at = block.len();
    Narrow::put_offset(&mut block, Narrow::LABELS, at);
    Narrow::push_offset(&mut block, labels.len());
    for number in labels.as_flattened() {
        Narrow::push_offset(&mut block, usize::from(*number));
    }
    block
}

/// Is it taken? If so, it must be what would be built.
fn is_taken(block: &[u8]) -> bool {
    let automaton = Automaton::from_block(block);
    automaton.iter().for_each(try_all);
    automaton.is_some()
}

#[test]
fn nodes_are_as_they_are_written() {
    const LONG_VALUE: u8 = VALUE | LONG;
    const LONG_END: u8 = END_VALUE | LONG;
    const LONG_BOTH: u8 = VALUE | END_VALUE | LONG;
    const RUN: u8 = 1 << RUN_SHIFT;
    const LONGER: u8 = (LONGER_RUN as u8) << RUN_SHIFT;
    // A short value of 0 0 is: the first rule, and it disallows. The root
    // stands at 16, a single child at 21.
    #[rustfmt::skip]
    let cases: &[(bool, &str, &[u8], &[u8])] = &[
        (true, "the root", b"", &[VALUE, 0, 0]),
        (false, "an empty root", b"", &[0]),
        (false, "a run in the root", b"", &[VALUE | RUN, b'a', 0, 0]),
        (false, "children, but none", b"", &[VALUE | CHILDREN, 0, 0, 0]),
        (true, "a child", b"a", &[CHILDREN, 1, b'a', 21, 0, VALUE, 0, 0]),
        (false, "another filter", b"b", &[CHILDREN, 1, b'a', 21, 0, VALUE, 0, 0]),
        (false, "a place inside", b"a", &[CHILDREN, 1, b'a', 20, 0, VALUE, 0, 0]),
        (false, "a place behind", b"a", &[CHILDREN, 1, b'a', 22, 0, VALUE, 0, 0]),
        (false, "a star as child", b"*", &[CHILDREN, 1, b'*', 21, 0, VALUE, 0, 0]),
        (true, "a run", b"a", &[CHILDREN, 1, b'a', 21, 0, VALUE | RUN, b'x', 0, 0]),
        (false, "a star in a run", b"a", &[CHILDREN, 1, b'a', 21, 0, VALUE | RUN, b'*', 0, 0]),
        (true, "two children", b"ab",
            &[CHILDREN, 2, b'a', b'b', 24, 0, 27, 0, VALUE, 0, 0, VALUE, 0, 0]),
        (false, "the later one first", b"ab",
            &[CHILDREN, 2, b'b', b'a', 24, 0, 27, 0, VALUE, 0, 0, VALUE, 0, 0]),
        (false, "one twice", b"a",
            &[CHILDREN, 2, b'a', b'a', 24, 0, 27, 0, VALUE, 0, 0, VALUE, 0, 0]),
        (false, "both at one place", b"ab",
            &[CHILDREN, 2, b'a', b'b', 24, 0, 24, 0, VALUE, 0, 0]),
        (false, "a leaf without value", b"ab",
            &[CHILDREN, 2, b'a', b'b', 24, 0, 27, 0, VALUE, 0, 0, 0]),
        (false, "a node without value, one child", b"a",
            &[CHILDREN, 1, b'a', 21, 0, CHILDREN, 1, b'b', 26, 0, VALUE, 0, 0]),
        (true, "a node with value, one child", b"a",
            &[CHILDREN, 1, b'a', 21, 0, VALUE | CHILDREN, 0, 0, 1, b'b', 28, 0, VALUE, 0, 0]),
        (true, "an end value", b"a", &[CHILDREN, 1, b'a', 21, 0, END_VALUE, 0, 0]),
        (false, "long, could be short", b"a",
            &[CHILDREN, 1, b'a', 21, 0, LONG_VALUE, 255, 255, 4, 0]),
        (true, "long, since of three octets", b"a",
            &[CHILDREN, 1, b'a', 21, 0, LONG_VALUE, 255, 255, 6, 0]),
        (false, "long end, could be short", b"a",
            &[CHILDREN, 1, b'a', 21, 0, LONG_END, 255, 255, 6, 0]),
        (true, "long end, since of four octets", b"a",
            &[CHILDREN, 1, b'a', 21, 0, LONG_END, 255, 255, 8, 0]),
        (true, "long, since the first one is", b"a",
            &[CHILDREN, 1, b'a', 21, 0, LONG_BOTH, 255, 255, 6, 0, 255, 255, 6, 0]),
        (true, "long, since the second one is", b"a",
            &[CHILDREN, 1, b'a', 21, 0, LONG_BOTH, 255, 255, 4, 0, 255, 255, 8, 0]),
        (false, "long, could both be short", b"a",
            &[CHILDREN, 1, b'a', 21, 0, LONG_BOTH, 255, 255, 4, 0, 255, 255, 6, 0]),
        (false, "no value", b"a", &[CHILDREN, 1, b'a', 21, 0, LONG_VALUE, 0, 0, 0, 0]),
        (false, "long, but what", b"a", &[LONG | CHILDREN, 1, b'a', 21, 0, VALUE, 0, 0]),
    ];
    for (sound, name, firsts, nodes) in cases {
        assert_eq!(
            is_taken(&forged(nodes, firsts, &[[0, 1, 0]])),
            *sound,
            "{name}"
        );
    }
    // A length of its own has only a run that needs one.
    for (len, sound) in [(14, false), (15, true), (254, true), (255, true)] {
        let run = vec![b'x'; usize::from(len)];
        let head = [CHILDREN, 1, b'a', 21, 0, VALUE | LONGER, len];
        let nodes = [&head[..], &run, &[0, 0]].concat();
        assert_eq!(
            is_taken(&forged(&nodes, b"a", &[[0, 1, 0]])),
            sound,
            "a run of {len}"
        );
    }
    // A node that decides nothing is there because its run is full.
    for (len, sound) in [(254, false), (255, true)] {
        let run = vec![b'x'; usize::from(len)];
        let head = [CHILDREN, 1, b'a', 21, 0, CHILDREN | LONGER, len];
        let [low, high] = (21 + 2 + u16::from(len) + 4).to_le_bytes();
        let nodes = [&head[..], &run, &[1, b'b', low, high, VALUE, 0, 0]].concat();
        assert_eq!(
            is_taken(&forged(&nodes, b"a", &[[0, 1, 0]])),
            sound,
            "a run of {len}"
        );
    }
}

#[test]
fn headers_are_as_they_are_written() {
    let sound = forged(&[VALUE, 0, 0], b"", &[[0, 1, 0]]);
    assert!(is_taken(&sound));
    for (at, octet) in [
        (FLAGS, 2),
        (FLAGS, FLAG_WIDE),
        (VERSION, 0),
        (VERSION, 2),
        (Narrow::STARS, 1),
        (Narrow::LABELS, 18),
        (Narrow::LABELS, 20),
        (Narrow::RESERVED, 1),
        (FILTER, 1),
    ] {
        let mut block = sound.clone();
        block[at] = octet;
        assert!(!is_taken(&block), "octet {at} is {octet}");
    }
}

#[test]
fn labels_are_as_they_are_written() {
    let cases: [(bool, &[[u16; 3]]); 14] = [
        (true, &[[0, 1, 0]]),
        (false, &[]),
        (false, &[[1, 1, 0]]),
        (false, &[[0, 0, 0]]),
        (true, &[[0, 5, 5], [1, 7, 6]]),
        (true, &[[0, 5, 5], [1, 6, 7]]),
        (true, &[[0, 5, 5], [3, 8, 9]]),
        // The entry before says it all.
        (false, &[[0, 5, 5], [1, 6, 6]]),
        (false, &[[0, 5, 5], [3, 8, 8]]),
        // The same or an earlier rule of the block, line or rule.
        (false, &[[0, 5, 5], [0, 7, 7]]),
        (false, &[[0, 5, 5], [1, 5, 7]]),
        (false, &[[0, 5, 5], [1, 7, 5]]),
        (false, &[[0, 5, 5], [3, 7, 9]]),
        (false, &[[0, 5, 5], [2, 9, 9], [1, 12, 12]]),
    ];
    for (sound, labels) in cases {
        let block = forged(&[VALUE, 0, 0], b"", labels);
        assert_eq!(is_taken(&block), sound, "{labels:?}");
    }
}

#[test]
fn star_sections_are_as_they_are_written() {
    let without = forged(&[VALUE, 0, 0], b"", &[[0, 1, 0]]);
    let at = Narrow::header(&without).unwrap().labels;
    let with = |patterns: &[(&'static [u8], u32)]| {
        let rules = patterns.iter().map(|(text, priority)| {
            stars::StarRule::new(&Pattern::parse(text), Narrow::pack(*priority, 0))
        });
        let rules: Vec<stars::StarRule<'_>> = rules.collect();
        let mut block = without[..at].to_vec();
        stars::push::<Narrow>(&mut block, &rules);
        let labels = block.len();
        Narrow::put_offset(&mut block, Narrow::STARS, at);
        Narrow::put_offset(&mut block, Narrow::LABELS, labels);
        block.extend_from_slice(&without[at..]);
        is_taken(&block)
    };
    assert!(!with(&[]));
    assert!(with(&[(b"/*a", 6)]));
    assert!(with(&[(b"/*a", 7), (b"/*bc$", 10)]));
    // Worth what they have octets.
    assert!(!with(&[(b"/*a", 5)]));
    assert!(!with(&[(b"/*a", 8)]));
    // No star, or none that asks for anything.
    assert!(!with(&[(b"/ab", 6)]));
    assert!(!with(&[(b"/a*", 6)]));
    assert!(!with(&[(b"a*b", 6)]));
}

/// So many entries fit, but places of 16 bits reach no further.
#[test]
fn no_narrow_block_has_65536_octets() {
    for (count, sound) in [(10_919, true), (10_920, false)] {
        let labels: Vec<[u16; 3]> = (0..count).map(|n| [n, 2 * n + 1, n]).collect();
        let block = forged(&[VALUE, 0, 0], b"", &labels);
        assert_eq!(Automaton::from_block(&block).is_some(), sound);
        assert_eq!(block.len() < 1 << 16, sound);
    }
}

/// Lines and rules are counted on from the last entry.
#[test]
fn no_label_is_past_what_32_bits_hold() {
    let rules = [(&b"/a"[..], 0), (b"/b", 1)].map(|(pattern, ordinal)| Rule {
        pattern,
        priority: 4,
        ordinal,
        plain: 0,
    });
    let labels = [70_000, 70_001].map(|line| Label { line, rule: line });
    let sound = Automaton::new(&rules, &labels).block;
    let at = Wide::header(&sound).unwrap().labels;
    for (line, rule, is_sound) in [
        (70_000, 70_000, true),
        (u32::MAX - 1, 70_000, true),
        (u32::MAX, 70_000, false),
        (70_000, u32::MAX - 2, true),
        (70_000, u32::MAX - 1, false),
        (u32::MAX, u32::MAX - 1, false),
    ] {
        let mut block = sound.clone();
        Wide::put_offset(&mut block, at + 8, line as usize);
        Wide::put_offset(&mut block, at + 12, rule as usize);
        let automaton = Automaton::from_block(&block);
        assert_eq!(automaton.is_some(), is_sound, "line {line}, rule {rule}");
        if let Some(automaton) = automaton {
            let found = automaton.find::<false>(b"/b").unwrap().unwrap();
            assert_eq!((found.label.line, found.label.rule), (line + 1, rule + 1));
        }
    }
}

#[test]
fn what_is_built_is_sound() {
    for block in blocks() {
        let automaton = Automaton::from_block(&block).expect("a block of our own making");
        assert_eq!(automaton.block(), &*block);
        try_all(&automaton);
    }
    assert!(Automaton::from_block(&[]).is_some());
}

#[test]
fn every_changed_octet_is_an_error_or_harmless() {
    let mut accepted = 0;
    for block in blocks() {
        for at in 0..block.len() {
            for with in [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xFF, 0x55] {
                let mut mutant = block.clone();
                mutant[at] ^= with;
                if let Some(automaton) = Automaton::from_block(&mutant) {
                    accepted += 1;
                    try_all(&automaton);
                }
            }
        }
    }
    // Octets of patterns and numbers of lines may be others.
    assert!(accepted > 0);
}

#[test]
fn every_shortened_or_lengthened_block_is_an_error() {
    for block in blocks() {
        for len in 1..block.len() {
            assert!(Automaton::from_block(&block[..len]).is_none(), "{len}");
        }
        let mut longer = block.to_vec();
        longer.push(0);
        assert!(Automaton::from_block(&longer).is_none());
    }
}

#[test]
fn spliced_and_random_octets_do_no_harm() {
    let mut random = Random(3);
    let mut random = |below: usize| random.below(below);
    let blocks = blocks();
    for _ in 0..20_000 {
        let mut mutant = blocks[random(blocks.len())].to_vec();
        for _ in 0..=random(4) {
            let other = &blocks[random(blocks.len())];
            let len = random(12).min(mutant.len()).min(other.len());
            let to = random(mutant.len() - len + 1);
            let from = random(other.len() - len + 1);
            mutant[to..to + len].copy_from_slice(&other[from..from + len]);
            let at = random(mutant.len());
            if random(3) == 0 {
                mutant[at] = random(256) as u8;
            }
        }
        if let Some(automaton) = Automaton::from_block(&mutant) {
            try_all(&automaton);
        }
    }
}
