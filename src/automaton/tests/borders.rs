//! Where numbers outgrow a narrow block, or the short form of a value.

use super::super::layout::{Narrow, Wide, Width};
use super::super::{Automaton, Label, Rule, spec};
use super::{FAR, Random, behind, find, is_narrow, is_sound, words};

/// A block is narrow as long as each number has room there.
#[test]
fn numbers_without_room_make_a_block_wide() {
    let labels = |count: u32| -> Vec<Label> {
        let label = |rule| Label {
            line: rule + 1,
            rule,
        };
        (0..count).map(label).collect()
    };
    let is_narrow = |pattern: &[u8], labels: &[Label]| {
        let rule = Rule {
            pattern,
            priority: (pattern.len() as u32) << 1,
            ordinal: labels.len() as u32 - 1,
            plain: 0,
        };
        let automaton = Automaton::new(&[rule], labels);
        assert!(is_sound(&automaton));
        // A star matches itself.
        let found = find(&automaton, pattern).expect("the rule matches");
        assert_eq!(Some(&found.label), labels.last());
        assert_eq!(found.priority, rule.priority);
        is_narrow(&automaton)
    };
    for (line, rule, narrow) in [
        (1, 0, true),
        (0xFFFE, 0, true),
        (0xFFFF, 0, false),
        (0xFFFE, 0xFFFE, true),
        (0xFFFE, 0xFFFF, false),
    ] {
        assert_eq!(is_narrow(b"/a", &[Label { line, rule }]), narrow);
        assert_eq!(is_narrow(b"/*a", &[Label { line, rule }]), narrow);
    }
    for (count, narrow) in [(16_383, true), (16_384, false)] {
        assert_eq!(is_narrow(b"/a", &labels(count)), narrow, "{count} labels");
        assert_eq!(is_narrow(b"/*a", &labels(count)), narrow, "{count} labels");
    }
    for (len, narrow) in [(255, true), (256, false)] {
        let pattern = [b"/*", &vec![b'a'; len - 2][..]].concat();
        assert_eq!(is_narrow(&pattern, &labels(1)), narrow, "a star and {len}");
    }
    for (len, narrow) in [(256, true), (32_767, true), (32_768, false)] {
        let pattern = [b"/", &vec![b'a'; len - 1][..]].concat();
        assert_eq!(is_narrow(&pattern, &labels(1)), narrow, "{len} octets");
    }
}

/// The longest narrow block of a kind of rules, and the next one, are sound.
#[test]
fn blocks_become_wide_before_places_overflow() {
    let kinds: [fn(usize) -> String; 8] = [
        |i| format!("/{i:04x}"),
        |i| format!("/{i:x}$"),
        |i| format!("/{:x}{}", i / 2, ["", "$"][i % 2]),
        |i| format!("/{:x}{}", i / 2, ["**", "$"][i % 2]),
        |i| format!("/*{i:x}"),
        |_| "*a".to_owned(),
        |i| format!("/*{i:0253x}"),
        |i| format!("/{i:04x}{:0250x}", 0),
    ];
    for (kind, pattern) in kinds.iter().enumerate() {
        // Labels that share entries, and that do not.
        for gap in [0, 1] {
            let build = |count: usize| {
                let patterns: Vec<String> = (0..count).map(pattern).collect();
                let rules: Vec<Rule<'_>> = (0..count)
                    .map(|index| Rule {
                        pattern: patterns[index].as_bytes(),
                        priority: (patterns[index].len() as u32) << 1,
                        ordinal: index as u32,
                        plain: 0,
                    })
                    .collect();
                let labels: Vec<Label> = (0..count as u32)
                    .map(|rule| Label {
                        line: 1 + (1 + gap) * rule,
                        rule,
                    })
                    .collect();
                let automaton = Automaton::new(&rules, &labels);
                let answer = patterns.last().and_then(|last| {
                    let path = last.trim_end_matches('$').replacen('*', "/", 1);
                    find(&automaton, path.as_bytes())
                });
                (automaton, answer)
            };
            let (mut narrow, mut wide) = (1, 5000);
            while wide - narrow > 1 {
                let middle = (narrow + wide) / 2;
                if is_narrow(&build(middle).0) {
                    narrow = middle;
                } else {
                    wide = middle;
                }
            }
            let ((last, answer), (first, _)) = (build(narrow), build(wide));
            let len = last.block.len();
            assert!(is_narrow(&last) && is_sound(&last), "{kind}: {len} octets");
            assert!(!is_narrow(&first) && is_sound(&first), "{kind}");
            assert!(answer.is_some(), "{kind}");
            assert!(len > 5_000, "{kind}: {len} octets");
        }
    }
}

/// The same of two literals that fill a block: each run but the last is cut.
#[test]
fn long_literals_become_wide_before_places_overflow() {
    let build = |len: usize| {
        let patterns = [b"/a", b"/b"].map(|head| [head, &vec![b'x'; len][..]].concat());
        let rules = [0, 1].map(|ordinal: usize| Rule {
            pattern: &patterns[ordinal][..],
            priority: (patterns[ordinal].len() as u32) << 1,
            ordinal: ordinal as u32,
            plain: 0,
        });
        let labels = [1, 3].map(|line| Label { line, rule: line });
        Automaton::new(&rules, &labels)
    };
    let lens: Vec<usize> = (31_000..32_760).collect();
    let border = lens.partition_point(|len| is_narrow(&build(*len)));
    assert!(border > 0 && border < lens.len());
    for len in [lens[border - 1], lens[border]] {
        let automaton = build(len);
        assert!(is_sound(&automaton));
        let path = [b"/b", &vec![b'x'; len][..]].concat();
        assert_eq!(
            find(&automaton, &path).map(|found| found.label.line),
            Some(3)
        );
        assert_eq!(find(&automaton, &path[..len]), None);
    }
}

/// What a short value says is the value; where it cannot, there is none.
#[test]
fn short_values_say_all_or_are_not_there() {
    fn check<W: Width>(most: u32) {
        // Two bits of a place are for allow and for room to spare.
        let limit = 1u32 << (8 * W::OFFSET - 2);
        for octets in [0, 1, 2, 255, 256, 32_766] {
            for ordinal in [0, 1, 255, 256, limit - 1, limit, limit + 1, most] {
                for allow in [0, 1] {
                    let value = W::pack(octets << 1 | allow, ordinal);
                    assert_eq!(W::priority(value), octets << 1 | allow);
                    assert_eq!(W::ordinal(value), ordinal);
                    let octets = octets as usize;
                    let short = W::pack_short(value, octets);
                    assert_eq!(short.is_some(), ordinal < limit, "{ordinal}");
                    if let Some(short) = short {
                        assert_eq!(W::unpack_short(short, octets), value);
                    }
                    assert_eq!(W::pack_short(value, octets + 1), None);
                }
            }
        }
    }
    check::<Narrow>(0xFFFF);
    check::<Wide>(u32::MAX);
}

/// Values that octets do not say.
#[test]
fn literals_of_any_priority() {
    let mut random = Random(6);
    for round in 0..200 {
        let patterns: Vec<Vec<u8>> = (0..1 + round % 7)
            .map(|_| {
                let len = random.below(4);
                let end: &[u8] = [&b""[..], b"$", b"$"][random.below(3)];
                [b"/", &random.word(b"ab", len)[..], end].concat()
            })
            .collect();
        let rules: Vec<Rule<'_>> = (0..)
            .zip(&patterns)
            .map(|(ordinal, pattern)| Rule {
                pattern,
                priority: 1 + random.below(16) as u32,
                ordinal,
                plain: 0,
            })
            .collect();
        for far in [0, FAR] {
            let labels: Vec<Label> = (1..=rules.len() as u32)
                .map(|line| Label {
                    line: far + line,
                    rule: far + line,
                })
                .collect();
            let automaton = Automaton::new(&rules, &labels);
            assert!(is_sound(&automaton));
            for path in behind(b'/', &words(b"ab", 4)) {
                let want = spec::find(&rules, &labels, &path);
                let have = find(&automaton, &path).map(|found| (found.priority, found.label));
                assert_eq!(have, want, "{patterns:?} on {}", path.escape_ascii());
            }
        }
    }
}
