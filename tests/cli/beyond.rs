//! What a transcript cannot hold: compressed input, octets that are not UTF-8, closed pipes.

use super::{directory, robots, run};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::Stdio;

const CASE: &str = r#"{"robots":"User-agent: *\nDisallow: /a\n","agents":"ExampleBot","url":"/a","allowed":false,"matching_line":2}"#;

/// A directory for the files of one test.
fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("cli-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn gzip(octets: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(octets).unwrap();
    encoder.finish().unwrap()
}

fn stdout(output: &std::process::Output) -> &str {
    str::from_utf8(&output.stdout).unwrap()
}

fn stderr(output: &std::process::Output) -> &str {
    str::from_utf8(&output.stderr).unwrap()
}

#[test]
fn version() {
    let output = run(robots().arg("--version"), b"");
    assert_eq!(
        stdout(&output),
        concat!("robots ", env!("CARGO_PKG_VERSION"), "\n")
    );
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn gzip_members_are_read_one_after_the_other() {
    let file = scratch("gzip").join("cases.jsonl.gz");
    let mut octets = gzip(format!("{CASE}\n{CASE}\n").as_bytes());
    octets.extend(gzip(format!("{CASE}\n").as_bytes()));
    fs::write(&file, &octets).unwrap();
    let output = run(robots().arg("test").arg(&file), b"");
    assert_eq!(
        stdout(&output),
        "3 passed, 0 failed\n",
        "{}",
        stderr(&output)
    );
    let output = run(robots().args(["test", "-"]), &octets);
    assert_eq!(
        stdout(&output),
        "3 passed, 0 failed\n",
        "{}",
        stderr(&output)
    );
}

#[test]
fn a_cut_compressed_file_is_an_error() {
    let directory = scratch("cut");
    let gz = gzip(format!("{CASE}\n").repeat(200).as_bytes());
    let xz = fs::read(self::directory().join("data/cases.jsonl.xz")).unwrap();
    for (name, whole) in [("cut.gz", &gz), ("cut.xz", &xz)] {
        let file = directory.join(name);
        fs::write(&file, &whole[..whole.len() / 2]).unwrap();
        let output = run(robots().arg("test").arg(&file), b"");
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(
            stderr(&output).contains(" is damaged or cut; get the file once more"),
            "{name}: {}",
            stderr(&output)
        );
        assert!(stdout(&output).ends_with(" passed, 0 failed\n"), "{name}");
    }
}

#[test]
fn a_compressed_robots_txt_is_read_or_refused() {
    let check = |octets: &[u8], more: &[&str]| {
        let output = run(robots().args(["check", "-", "/a"]).args(more), octets);
        let first = [stdout(&output), stderr(&output)].concat();
        (output.status.code(), first)
    };
    let rules = b"User-agent: *\nDisallow: /a\n";
    let verdict = "deny\trule\t2\t2\t/a\t/a\n";
    assert_eq!(check(&gzip(rules), &[]), (Some(1), verdict.to_owned()));
    // 64 MiB; the rest behind the limit is not read, and so not checked.
    let mut bomb = rules.to_vec();
    bomb.resize(64 << 20, b'\n');
    let bomb = gzip(&bomb);
    for octets in [&bomb, &bomb[..bomb.len() / 2]] {
        let (status, text) = check(octets, &[]);
        assert_eq!(status, Some(1), "{text}");
        assert!(text.starts_with(verdict), "{text}");
        assert!(text.contains("longer than the limit"), "{text}");
    }
    // A file that is cut, damaged, or compressed once more holds no rules.
    let mut bad = gzip(rules);
    let end = bad.len();
    bad[end - 6] ^= 1;
    let damaged = "compressed there with gzip is damaged or cut; get the file once more";
    for (octets, error) in [
        (&gzip(rules)[..end - 1], damaged),
        (&bad, damaged),
        (&gzip(b"PK\x05\x06"), "not text; if it is compressed"),
        (&gzip(&gzip(rules)), "compressed once more, with gzip"),
        (
            &gzip(b"\x28\xb5\x2f\xfd"),
            "compressed once more, with zstd",
        ),
    ] {
        for profile in ["--profile=rfc9309", "--profile=google"] {
            let (status, text) = check(octets, &[profile]);
            assert_eq!(status, Some(2), "{error}: {text}");
            assert!(
                text.starts_with("error: cannot read standard input: "),
                "{text}"
            );
            assert!(text.contains(error), "{error}: {text}");
        }
    }
}

#[test]
fn a_line_without_end_is_an_error_not_a_memory_leak() {
    let file = scratch("endless").join("endless.gz");
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    std::io::copy(&mut std::io::repeat(b' ').take(80 << 20), &mut encoder).unwrap();
    write!(encoder, "\n{CASE}\n").unwrap();
    fs::write(&file, encoder.finish().unwrap()).unwrap();
    let output = run(robots().arg("test").arg(&file), b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains(":1: longer than"),
        "{}",
        stderr(&output)
    );
    assert_eq!(stdout(&output), "1 passed, 0 failed\n");
}

#[test]
fn an_endless_robots_txt_is_cut() {
    let mut child = robots()
        .args(["check", "-", "/a"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"User-agent: *\nDisallow: /a\n").unwrap();
    // Ends when the program, which has read enough, closes its end.
    while stdin.write_all(&[b'#'; 1024]).is_ok() {}
    let output = child.wait_with_output().unwrap();
    assert_eq!(stdout(&output), "deny\trule\t2\t2\t/a\t/a\n");
    assert!(
        stderr(&output).contains("longer than the limit"),
        "{}",
        stderr(&output)
    );
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_closed_output_is_no_panic() {
    let mut child = robots()
        .args(["check", "site.txt", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    while stdin.write_all(&b"/page\n".repeat(100)).is_ok() {}
    let output = child.wait_with_output().unwrap();
    assert_eq!(stderr(&output), "");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn every_url_is_answered_before_the_next_is_read() {
    let mut child = robots()
        .args(["check", "site.txt", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = child.stdout.take().unwrap();
    for _ in 0..3 {
        stdin.write_all(b"/free\n").unwrap();
        let mut verdict = [0; 5];
        answers.read_exact(&mut verdict).unwrap();
        assert_eq!(&verdict, b"allow");
        while verdict[0] != b'\n' {
            answers.read_exact(&mut verdict[..1]).unwrap();
        }
    }
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn progress_is_reported_when_wanted() {
    let cases = format!("{CASE}\n").repeat(2);
    let output = run(robots().args(["test", "--progress", "-"]), cases.as_bytes());
    assert_eq!(stderr(&output), "progress: 2 cases\n");
    assert_eq!(stdout(&output), "2 passed, 0 failed\n");
    let output = run(robots().args(["test", "--progress", "passing.jsonl"]), b"");
    assert!(
        stderr(&output).ends_with(", 100 % of the input\n"),
        "{}",
        stderr(&output)
    );
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::symlink;
    use std::process::Command;

    #[test]
    fn arguments_may_be_any_octets() {
        let latin1 = OsStr::from_bytes(b"/caf\xe9/menu");
        let output = run(robots().args(["check", "site.txt"]).arg(latin1), b"");
        assert_eq!(
            stdout(&output),
            "deny\trule\t8\t7\t/caf\\xE9\t/caf\\xE9/menu\n"
        );
        let output = run(
            robots().args(["check", "--json", "site.txt"]).arg(latin1),
            b"",
        );
        let answer: serde_json::Value = serde_json::from_str(stdout(&output)).unwrap();
        assert_eq!(answer["url_base64"], "L2NhZukvbWVudQ==");
        assert_eq!(answer["pattern_base64"], "L2NhZuk=");
        assert!(answer.get("url").is_none());
        let agent = OsStr::from_bytes(b"\xff");
        let output = run(
            robots()
                .args(["check", "--profile=google", "--agent"])
                .arg(agent)
                .args(["site.txt", "/"]),
            b"",
        );
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }

    #[test]
    fn no_way_leads_outside_the_root() {
        let directory = scratch("root");
        let root = directory.join("root");
        fs::create_dir(&root).unwrap();
        fs::write(directory.join("secret.txt"), "User-agent: *\nDisallow: /\n").unwrap();
        fs::write(root.join("inside.txt"), "User-agent: *\nDisallow: /\n").unwrap();
        symlink("../secret.txt", root.join("out.txt")).unwrap();
        symlink("inside.txt", root.join("in.txt")).unwrap();
        let made = Command::new("mkfifo")
            .arg(root.join("pipe"))
            .status()
            .unwrap();
        assert!(made.success());
        let verdict = |path: &str| {
            let case =
                format!(r#"{{"robots_file":"{path}","agents":"a","url":"/","allowed":false}}"#);
            let output = run(
                robots().args(["test", "-", "--root"]).arg(&root),
                case.as_bytes(),
            );
            (output.status.code(), stderr(&output).to_owned())
        };
        assert_eq!(verdict("in.txt"), (Some(0), String::new()));
        let cases = [
            ("out.txt", "leads outside --root"),
            ("../secret.txt", "stays under --root"),
            ("in.txt/../../secret.txt", "stays under --root"),
            ("pipe", "is not a file"),
            (".", "is not a file"),
        ];
        for (path, reason) in cases {
            let (status, text) = verdict(path);
            assert_eq!(status, Some(2), "{path}");
            assert!(text.contains(reason), "{path}: {text}");
        }
    }
}
