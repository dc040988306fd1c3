//! The C programs of `tests/capi`, built by the system's C compiler against the
//! static library that cargo just built. `tests/capi/run.sh` does that and much
//! more against an installed one; this is the part that needs nothing else.
#![cfg(all(target_os = "linux", not(miri)))]

#[allow(dead_code)]
#[path = "support/cases.rs"]
mod cases;

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Compiles one program and gives back where it is.
fn compile(name: &str) -> PathBuf {
    let test = env::current_exe().expect("the test itself");
    // Beside the test, in target/PROFILE/deps: what was built with it.
    let built = test.parent().expect("a folder");
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("capi-{name}"));
    let makefile = std::fs::read_to_string(root().join("Makefile")).expect("Makefile");
    let private_libs = makefile
        .lines()
        .find_map(|line| line.strip_prefix("PRIVATE_LIBS := "))
        .expect("PRIVATE_LIBS in the Makefile");
    let compiler = env::var("CC").unwrap_or_else(|_| "cc".into());
    let status = Command::new(compiler)
        .args(["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion"])
        .args([
            "-Wcast-qual",
            "-Werror",
            "-D_POSIX_C_SOURCE=200809L",
            "-pthread",
        ])
        .arg("-I")
        .arg(root().join("include"))
        .arg(root().join(format!("tests/capi/{name}.c")))
        .arg(built.join("librobots.a"))
        .args(private_libs.split(' '))
        .arg("-o")
        .arg(&out)
        .status()
        .expect("a C compiler");
    assert!(status.success(), "{name}.c does not compile");
    out
}

fn run(command: &mut Command) -> String {
    let output = command.output().expect("a program to run");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}\n{errors}", output.status);
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn misuse_is_answered() {
    run(&mut Command::new(compile("misuse")));
}

#[test]
fn objects_tell_what_they_hold() {
    run(&mut Command::new(compile("objects")));
}

#[test]
fn eight_threads_share_a_matcher() {
    run(&mut Command::new(compile("threads")));
}

/// Plays a table; as many rows as there are.
fn play(program: &str, table: &str) {
    let file = root().join("tests/data").join(table);
    let text = std::fs::read_to_string(&file).expect(table);
    let rows = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    assert_eq!(
        run(Command::new(compile(program)).arg(&file)),
        format!("{} rows\n", rows.count())
    );
}

#[test]
fn every_fetch_from_c() {
    play("fetch", "fetch.tsv");
}

#[test]
fn every_group_from_c() {
    play("groups", "groups.tsv");
}

#[cfg(feature = "cache")]
#[test]
fn a_cache_from_c() {
    run(&mut Command::new(compile("access")));
}

#[cfg(feature = "cache")]
#[test]
fn misuse_of_a_cache_is_answered() {
    run(&mut Command::new(compile("access_misuse")));
}

#[cfg(feature = "cache")]
#[test]
fn only_whole_octets_are_read() {
    run(&mut Command::new(compile("access_snapshot")));
}

#[cfg(feature = "cache")]
#[test]
fn eight_threads_share_a_cache() {
    run(&mut Command::new(compile("cache_threads")));
}

/// The program reads the case files by itself, asks by every way of the C
/// interface, and fails on any other answer; here its count is checked.
#[test]
fn every_vector_from_c() {
    let cases = cases::load();
    let questions: usize = cases
        .iter()
        .flat_map(|case| case.profiles.iter().map(move |profile| (case, profile)))
        .map(|(case, profile)| {
            let asked = |only: &Option<robots::Profile>| only.is_none_or(|only| only == *profile);
            case.queries.iter().filter(|it| asked(&it.only)).count()
        })
        .sum();
    let mut files: Vec<_> = cases
        .iter()
        .map(|case| root().join("tests/data").join(&case.file))
        .collect();
    files.dedup();
    assert_eq!(
        run(Command::new(compile("vectors")).args(files)),
        format!("{} cases, {questions} questions\n", cases.len())
    );
}
