//! The program against a server that misbehaves on purpose.
#![cfg(feature = "fetch")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

#[path = "fetch/bodies.rs"]
mod bodies;
#[path = "fetch/secure.rs"]
mod secure;
#[path = "fetch/tls.rs"]
mod tls;

const RULES: &str = "user-agent: *\ndisallow: /private\n";

/// Where to redirect: the same server under another authority.
type Handler = fn(&mut TcpStream, &Request);

struct Request {
    path: String,
    head: String,
    /// The server's own address.
    at: SocketAddr,
}

struct Server {
    at: SocketAddr,
    /// Request lines and headers seen so far.
    seen: Arc<Mutex<Vec<String>>>,
}

impl Server {
    fn start(handler: Handler) -> Server {
        let seen = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&seen);
        let at = listen(move |mut stream| {
            let Some(head) = read_head(&stream) else {
                return;
            };
            log.lock().unwrap().push(head.clone());
            let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
            let at = stream.local_addr().unwrap();
            handler(&mut stream, &Request { path, head, at });
        });
        Server { at, seen }
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.at)
    }

    fn requests(&self) -> usize {
        self.seen.lock().unwrap().len()
    }
}

/// Serves every connection to an address in a thread of its own.
fn listen(serve: impl Fn(TcpStream) + Send + Sync + 'static) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = listener.local_addr().unwrap();
    let serve = Arc::new(serve);
    thread::spawn(move || {
        for stream in listener.incoming() {
            let serve = Arc::clone(&serve);
            thread::spawn(move || serve(stream.unwrap()));
        }
    });
    at
}

fn read_head(stream: &TcpStream) -> Option<String> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let mut head = String::new();
    while reader.read_line(&mut head).ok()? > 0 {
        if head.ends_with("\r\n\r\n") {
            return Some(head);
        }
    }
    None
}

fn send(stream: &mut TcpStream, status: u16, headers: &str, body: &[u8]) {
    let head = format!(
        "HTTP/1.1 {status} X\r\nContent-Length: {}\r\n{headers}\r\n",
        body.len()
    );
    let _ = stream.write_all(head.as_bytes());
    let _ = stream.write_all(body);
}

fn robots(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_robots"))
        .args(args)
        .env("NO_COLOR", "1")
        .env_remove("SSL_CERT_FILE")
        .env_remove("SSL_CERT_DIR")
        .output()
        .unwrap()
}

/// Columns of standard output, the notes, and the exit status.
fn check(args: &[&str]) -> (Vec<String>, String, Option<i32>) {
    let mut all = vec!["check", "--allow-private", "--timeout", "5"];
    all.extend(args);
    let output = robots(&all);
    let lines = String::from_utf8(output.stdout).unwrap();
    let lines = lines.lines().map(|line| {
        let columns: Vec<&str> = line.split('\t').collect();
        columns[..2].join(" ")
    });
    let notes = String::from_utf8(output.stderr).unwrap();
    (lines.collect(), notes, output.status.code())
}

/// One origin whose robots.txt cannot be had: refused, and this is said.
#[track_caller]
fn refused(handler: Handler, note: &str) {
    let server = Server::start(handler);
    let (lines, notes, status) = check(&[&server.url("/a")]);
    assert_eq!(lines, ["deny unreachable"], "{notes}");
    assert!(
        notes.contains("refuse-all") && notes.contains(note),
        "{notes}"
    );
    assert!(notes.contains("try again at "), "{notes}");
    assert_eq!(status, Some(1));
}

#[test]
fn each_origin_is_asked_once() {
    let server = Server::start(|stream, _| send(stream, 200, "", RULES.as_bytes()));
    let (private, open) = (server.url("/private"), server.url("/open"));
    let (lines, notes, status) = check(&[&private, &open, &private]);
    assert_eq!(lines, ["deny rule", "allow no-rule", "deny rule"]);
    assert_eq!((notes.as_str(), status), ("", Some(1)));
    assert_eq!(server.requests(), 1);
    let head = server.seen.lock().unwrap()[0].to_lowercase();
    assert!(head.starts_with("get /robots.txt http/1.1\r\n"), "{head}");
    assert!(head.contains("user-agent: librobots/"), "{head}");
    assert!(head.contains("accept-encoding: gzip\r\n"), "{head}");
    let (lines, _, status) = check(&["--agent", "bot", &open]);
    assert_eq!((lines, status), (vec!["allow no-rule".to_owned()], Some(0)));
}

#[test]
fn json_says_what_it_rests_on() {
    let server = Server::start(|stream, _| send(stream, 200, "", RULES.as_bytes()));
    let output = robots(&[
        "check",
        "--allow-private",
        "--json",
        &server.url("/private"),
    ]);
    let line = String::from_utf8(output.stdout).unwrap();
    let json: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert_eq!(json["pattern"], "/private");
    assert_eq!(json["file"], server.url("/robots.txt"));
    assert_eq!(json["cause"], "success");
    assert!(json["fetch_at"].as_u64() > Some(1_700_000_000));
}

#[test]
fn private_addresses_are_refused_unless_allowed() {
    let server = Server::start(|stream, _| send(stream, 200, "", RULES.as_bytes()));
    let localhost = format!("http://localhost:{}/a", server.at.port());
    for url in [server.url("/a"), localhost] {
        let output = robots(&["check", &url]);
        let notes = String::from_utf8(output.stderr).unwrap();
        assert!(notes.contains("declined to ask that address"), "{notes}");
        assert_eq!(output.status.code(), Some(1));
    }
    assert_eq!(server.requests(), 0);
}

#[test]
fn no_file_allows_everything() {
    for handler in [
        |stream: &mut TcpStream, _: &Request| send(stream, 404, "", b"gone"),
        |stream: &mut TcpStream, _: &Request| send(stream, 403, "", b""),
    ] {
        let server = Server::start(handler);
        let (lines, notes, status) = check(&[&server.url("/private")]);
        assert_eq!(
            (lines, status),
            (vec!["allow unavailable".to_owned()], Some(0))
        );
        assert!(
            notes.contains("allow-all: there is no robots.txt"),
            "{notes}"
        );
    }
}

#[test]
fn servers_in_trouble_are_unreachable() {
    refused(
        |stream, _| send(stream, 500, "", b""),
        "the server reports an error (status 500)",
    );
    refused(
        |stream, _| send(stream, 429, "Retry-After: 90\r\n", b""),
        "asked too often",
    );
    for handler in [
        (|stream, _| send(stream, 302, "", b"")) as Handler,
        |stream, _| send(stream, 302, "Location: \r\n", b""),
        |stream, _| send(stream, 302, "Location: #here\r\n", b""),
    ] {
        refused(handler, "a redirect has no target");
    }
    for handler in [
        (|stream, _| send(stream, 206, "", RULES.as_bytes())) as Handler,
        |stream, _| send(stream, 304, "", b""),
        |stream, _| send(stream, 407, "", b""),
        |stream, _| send(stream, 421, "", b""),
        |stream, _| send(stream, 511, "", b""),
    ] {
        refused(handler, "no answer to this request");
    }
    refused(
        |stream, _| send(stream, 301, "Location: ftp://127.0.0.1/x\r\n", b""),
        "neither http",
    );
    refused(|_, _| {}, "broke off");
    refused(
        |stream, _| drop(stream.write_all(b"nonsense\r\n\r\n")),
        "breaks the protocol",
    );
    refused(
        |stream, _| drop(stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\nuser")),
        "shorter than announced",
    );
    refused(
        |stream, _| {
            let chunked = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nuser\r\n";
            let _ = stream.write_all(chunked);
        },
        "shorter than announced",
    );
    refused(
        |stream, _| {
            let broken = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nuser\r\n";
            let _ = stream.write_all(broken);
        },
        "breaks the protocol",
    );
}

#[test]
fn retry_after_moves_the_next_attempt() {
    let next_attempt = |handler: Handler| {
        let server = Server::start(handler);
        let output = robots(&["fetch", "--allow-private", "--json", &server.url("")]);
        assert_eq!(output.status.code(), Some(1));
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(json["cause"], "server-error");
        json["fetch_at"].as_u64().unwrap()
    };
    let sooner = next_attempt(|stream, _| send(stream, 503, "Retry-After: 7200\r\n", b""));
    let later = next_attempt(|stream, _| send(stream, 503, "Retry-After: 14400\r\n", b""));
    // The second attempt begins after the first, and not two hours after it.
    assert!(
        (7200..14_400).contains(&(later - sooner)),
        "{sooner} {later}"
    );
}

#[test]
fn nobody_listens() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = listener.local_addr().unwrap();
    drop(listener);
    let (lines, notes, _) = check(&[&format!("http://{at}/")]);
    assert_eq!(lines, ["deny unreachable"]);
    assert!(notes.contains("no connection could be made"), "{notes}");
    let (_, notes, _) = check(&["http://host.invalid/"]);
    assert!(notes.contains("could not be resolved"), "{notes}");
}

#[test]
fn silence_and_slow_bodies_end_at_the_timeout() {
    let handlers: [Handler; 2] = [
        |_, _| thread::sleep(Duration::from_secs(20)),
        |stream, _| {
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 4000\r\n\r\n");
            for _ in 0..200 {
                if stream.write_all(b"#").is_err() {
                    break;
                }
                thread::sleep(Duration::from_millis(100));
            }
        },
    ];
    for handler in handlers {
        let server = Server::start(handler);
        let (lines, notes, _) = check(&[&server.url("/")]);
        assert_eq!(lines, ["deny unreachable"]);
        // Who waited for the end of the handler would see it break off.
        assert!(notes.contains("nothing came in time"), "{notes}");
    }
}

#[test]
fn redirects_are_followed_five_times_across_authorities() {
    // `/robots.txt` of localhost:N leads to 127.0.0.1:N and on from there.
    let chain: Handler = |stream, request| {
        let step: u32 = request.path.trim_start_matches("/r").parse().unwrap_or(0);
        let port = request.at.port();
        let rules = request.head.contains(&format!("127.0.0.1:{port}"));
        let goal = 5;
        if step == goal && rules {
            return send(stream, 200, "", RULES.as_bytes());
        }
        let next = format!("Location: http://127.0.0.1:{port}/r{}\r\n", step + 1);
        send(stream, 302, &next, b"");
    };
    let server = Server::start(chain);
    let origin = format!("http://localhost:{}", server.at.port());
    let (lines, notes, _) = check(&[&format!("{origin}/private")]);
    assert_eq!(lines, ["deny rule"], "{notes}");
    assert_eq!(server.requests(), 6);

    // One more, and the file counts as missing.
    let endless: Handler = |stream, request| {
        let step: u32 = request.path.trim_start_matches("/r").parse().unwrap_or(0);
        send(stream, 307, &format!("Location: /r{}\r\n", step + 1), b"");
    };
    let server = Server::start(endless);
    let (lines, notes, _) = check(&[&server.url("/private")]);
    assert_eq!(lines, ["allow unavailable"]);
    assert!(notes.contains("too many redirects"), "{notes}");
    assert_eq!(server.requests(), 6);

    let circle: Handler = |stream, _| send(stream, 308, "Location: /robots.txt\r\n", b"");
    let server = Server::start(circle);
    let (lines, notes, _) = check(&[&server.url("/private")]);
    assert_eq!(lines, ["allow unavailable"]);
    assert!(notes.contains("too many redirects"), "{notes}");
    assert_eq!(server.requests(), 6);

    // A wall that sends everybody away once, to the same place.
    static KNOWN: AtomicBool = AtomicBool::new(false);
    let wall: Handler = |stream, _| match KNOWN.swap(true, Ordering::Relaxed) {
        false => send(stream, 302, "Location: /robots.txt\r\n", b""),
        true => send(stream, 200, "", RULES.as_bytes()),
    };
    let server = Server::start(wall);
    let (lines, notes, _) = check(&[&server.url("/private")]);
    assert_eq!(lines, ["deny rule"], "{notes}");
    assert_eq!(server.requests(), 2);
}

#[test]
fn fetch_prints_the_file_and_the_decision() {
    let server = Server::start(|stream, _| {
        send(
            stream,
            200,
            "Cache-Control: max-age=600\r\n",
            RULES.as_bytes(),
        );
    });
    let output = robots(&["fetch", "--allow-private", &server.url("/some/page")]);
    assert_eq!(output.stdout, RULES.as_bytes());
    assert_eq!(output.status.code(), Some(0));
    let notes = String::from_utf8(output.stderr).unwrap();
    assert!(
        notes.starts_with(&format!("note: {}: rules: ", server.url(""))),
        "{notes}"
    );

    let output = robots(&[
        "fetch",
        "--allow-private",
        "--user-agent",
        "bot/1",
        &server.url(""),
    ]);
    assert_eq!(output.status.code(), Some(0));
    let seen = server.seen.lock().unwrap();
    assert!(seen[1].to_lowercase().contains("user-agent: bot/1\r\n"));
}

#[test]
fn misuse_is_said() {
    for (args, error) in [
        (vec!["fetch", "no-url"], "is no origin"),
        (vec!["fetch"], "ORIGIN"),
        (
            vec!["check", "--agent", "a b", "http://127.0.0.1/"],
            "--agent",
        ),
        (
            vec!["check", "--timeout", "0", "http://127.0.0.1/"],
            "--timeout",
        ),
        (
            vec!["check", "--allow-private", "Cargo.toml", "/a"],
            "no effect with a file",
        ),
    ] {
        let output = robots(&args);
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains(error), "{args:?}: {text}");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
    }
    // URLs that are none are refused, and nobody is asked.
    let server = Server::start(|stream, _| send(stream, 200, "", b""));
    let (lines, notes, status) = check(&[&server.url("/"), "/path", "mailto:a@b.example"]);
    assert_eq!(lines, ["allow no-group", "deny misuse", "deny misuse"]);
    assert!(notes.contains("hint:"), "{notes}");
    assert_eq!(status, Some(1));
    assert_eq!(server.requests(), 1);
}

#[test]
fn urls_from_standard_input() {
    let server = Server::start(|stream, _| send(stream, 200, "", RULES.as_bytes()));
    let mut child = Command::new(env!("CARGO_BIN_EXE_robots"))
        .args(["check", "--allow-private", &server.url("/"), "-"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, "{}", server.url("/private/x")).unwrap();
    drop(stdin);
    let mut text = String::new();
    child
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut text)
        .unwrap();
    child.wait().unwrap();
    assert!(
        text.lines()
            .nth(1)
            .unwrap()
            .starts_with("deny\trule\t2\t8\t/private\t"),
        "{text}"
    );
    assert_eq!(server.requests(), 1);
}
