//! Seeds, regressions and random octets, without a fuzzer: any toolchain will
//! do. `ROBOTS_FUZZ_RUNS` says how many random inputs each target gets, and
//! `ROBOTS_FUZZ_CORPUS` where to find what long runs have kept.

use std::fs;
use std::path::Path;

use random::Random;
use robots_fuzz::{Run, TARGETS};

#[path = "../../tests/support/random.rs"]
mod random;

/// The files of a folder, in order of name; none where there is no folder.
fn files(folder: &Path) -> Vec<Vec<u8>> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    let read = |path| fs::read(path).expect("a file that can be read");
    paths.into_iter().map(read).collect()
}

fn kept(name: &str) -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut kept = files(&root.join("seeds").join(name));
    kept.extend(files(&root.join("regressions").join(name)));
    if let Ok(corpus) = std::env::var("ROBOTS_FUZZ_CORPUS") {
        kept.extend(files(&Path::new(&corpus).join(name)));
    }
    kept
}

/// A kept input with parts of it cut, doubled, overwritten or replaced.
fn changed(random: &mut Random, kept: &[Vec<u8>]) -> Vec<u8> {
    let mut input = kept[random.below(kept.len())].clone();
    for _ in 0..=random.below(6) {
        let at = random.below(input.len() + 1);
        let other = &kept[random.below(kept.len())];
        let from = random.below(other.len() + 1);
        let part = &other[from..(from + random.below(24)).min(other.len())];
        match random.below(5) {
            0 => input.truncate(at),
            1 => drop(input.splice(at..at, part.iter().copied())),
            2 => drop(input.drain(at..(at + random.below(8)).min(input.len()))),
            3 => input.insert(at, random.octet()),
            _ => {
                for (octet, new) in input[at..].iter_mut().zip(part) {
                    *octet = *new;
                }
            }
        }
    }
    input
}

fn replay(name: &str, run: Run) {
    let kept = kept(name);
    assert!(kept.len() >= 3, "seeds of {name}");
    run(b"");
    for input in &kept {
        run(input);
    }
    let runs = std::env::var("ROBOTS_FUZZ_RUNS");
    let runs = runs.map_or(2_000, |runs| runs.parse().expect("a number"));
    let mut random = Random(9309);
    for _ in 0..runs {
        let input = changed(&mut random, &kept);
        let done = std::panic::catch_unwind(|| run(&input));
        assert!(done.is_ok(), "{name}: \"{}\"", input.escape_ascii());
    }
}

macro_rules! replays {
    ($($test:ident $target:literal)*) => {
        $(
            #[test]
            fn $test() {
                let found = TARGETS.iter().find(|(name, _)| *name == $target);
                let (name, run) = found.expect("a target of this name");
                replay(name, *run);
            }
        )*

        #[test]
        fn none_is_left_out() {
            assert_eq!(TARGETS.map(|(name, _)| name), [$($target),*]);
        }
    };
}

replays! {
    parse "parse"
    rules "match"
    url "url"
    policy "policy"
    snapshot "snapshot"
    capi "capi"
    compat "compat"
}
