//! The program as its users meet it: every transcript in `tests/cli` is run and compared.
//!
//! A transcript is a text file; the program runs in `tests/cli/data`. Its lines:
//!
//! ```text
//! # a comment
//! $ robots check 'some file.txt' /a      the command; '…' quotes
//! < a line of standard input             \xNN is an octet
//! ? 1                                    exit status
//! > a line of standard output
//! ! a line of standard error
//! ```
//!
//! `UPDATE_CLI=1 cargo test --features cli --test cli` writes what the program does now into the
//! transcripts; read the difference before you commit it. `unix-*.txt` run on Unix only, because
//! they show reasons in the words of the operating system, and `fetch-*.txt` with the feature
//! `fetch` only.
#![cfg(feature = "cli")]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

#[path = "cli/beyond.rs"]
mod beyond;

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli")
}

/// The program in the data directory, with nothing of our environment.
fn robots() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_robots"));
    command
        .current_dir(directory().join("data"))
        .env_clear()
        .env("NO_COLOR", "1");
    command
}

/// Runs `command` with `stdin` as its standard input.
fn run(command: &mut Command, stdin: &[u8]) -> Output {
    let pipe = Stdio::piped;
    let mut child = command
        .stdin(pipe())
        .stdout(pipe())
        .stderr(pipe())
        .spawn()
        .unwrap();
    let mut to_child = child.stdin.take().unwrap();
    let stdin = stdin.to_vec();
    // On its own thread, as the program may answer before it has read everything, or not read.
    let writer = std::thread::spawn(move || to_child.write_all(&stdin));
    let output = child.wait_with_output().unwrap();
    let _ = writer.join().unwrap();
    output
}

#[test]
fn transcripts() {
    let update = std::env::var_os("UPDATE_CLI").is_some_and(|value| !value.is_empty());
    let mut files: Vec<PathBuf> = fs::read_dir(directory())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    let mut different = Vec::new();
    for path in files {
        let name = path.file_name().unwrap().to_str().unwrap();
        if name.starts_with("unix-") && !cfg!(unix) {
            continue;
        }
        // The help, and the words about URLs in place of a file, are others with that feature.
        let without_network = matches!(name, "usage.txt" | "unix-errors.txt");
        let with_network = name.starts_with("fetch-");
        if (cfg!(feature = "fetch") && without_network)
            || (!cfg!(feature = "fetch") && with_network)
        {
            continue;
        }
        let expected = fs::read_to_string(&path).unwrap();
        let actual = replay(&expected);
        if actual != expected && update {
            fs::write(&path, &actual).unwrap();
        } else if actual != expected {
            different.push(format!("--- {name}\n{}", difference(&expected, &actual)));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}

/// The transcript with the results of running its commands now.
fn replay(transcript: &str) -> String {
    let mut actual = String::new();
    let mut lines = transcript.lines().peekable();
    while let Some(line) = lines.next() {
        if line.starts_with(['?', '>', '!']) {
            continue;
        }
        actual.push_str(line);
        actual.push('\n');
        let Some(command) = line.strip_prefix("$ ") else {
            continue;
        };
        let mut stdin = Vec::new();
        while let Some(input) = lines.next_if(|line| line.starts_with('<')) {
            actual.push_str(input);
            actual.push('\n');
            stdin.extend(octets(content(input)));
            stdin.push(b'\n');
        }
        let words = words(command);
        assert_eq!(
            words.first().map(String::as_str),
            Some("robots"),
            "{command}"
        );
        let output = run(robots().args(&words[1..]), &stdin);
        let status = output
            .status
            .code()
            .map_or("none".to_owned(), |code| code.to_string());
        actual.push_str(&format!("? {status}\n"));
        push_lines(&mut actual, '>', &output.stdout);
        push_lines(&mut actual, '!', &output.stderr);
    }
    actual
}

fn content(line: &str) -> &str {
    line.get(2..).unwrap_or("")
}

fn push_lines(transcript: &mut String, mark: char, output: &[u8]) {
    let text = str::from_utf8(output).expect("the program prints UTF-8");
    assert!(
        text.is_empty() || text.ends_with('\n'),
        "the last line has no end: {text}"
    );
    for line in text.lines() {
        transcript.push(mark);
        if !line.is_empty() {
            transcript.push(' ');
            transcript.push_str(line);
        }
        transcript.push('\n');
    }
}

/// Words apart by blanks; single quotes keep blanks.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quoted = false;
    for c in command.chars() {
        match c {
            '\'' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            ' ' if !quoted => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// The octets of `text`, in which `\xNN` stands for one.
fn octets(text: &str) -> Vec<u8> {
    let mut octets = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("\\x") {
        octets.extend(before.bytes());
        octets.push(u8::from_str_radix(&after[..2], 16).unwrap());
        rest = &after[2..];
    }
    octets.extend(rest.bytes());
    octets
}

/// Both transcripts around the first line in which they differ.
fn difference(expected: &str, actual: &str) -> String {
    let same = expected
        .lines()
        .zip(actual.lines())
        .take_while(|(e, a)| e == a)
        .count();
    let part = |text: &str| {
        let lines = text.lines().skip(same.saturating_sub(3)).take(12);
        lines
            .map(|line| format!("    {line}\n"))
            .collect::<String>()
    };
    format!(
        "expected, from line {}:\n{}actual:\n{}",
        same + 1,
        part(expected),
        part(actual)
    )
}
