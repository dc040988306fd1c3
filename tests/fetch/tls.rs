//! Secure connections: whom the program trusts, and what it says where it cannot.

use super::secure::{ALWAYS, Authority, Secure, Server, Years, file_of, pem, rules, scratch, send};
use super::{RULES, listen, robots};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rcgen::{CertificateParams, KeyPair};
use rustls::pki_types::PrivateKeyDer;
use serde_json::Value;
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::{Command, Output};
use std::sync::Arc;
use std::thread;

/// `robots fetch --json` of a local server: its answer and the exit status.
#[track_caller]
fn fetch(url: &str, more: &[&str]) -> (Value, Option<i32>) {
    let mut args = vec!["fetch", "--json", "--allow-private", "--timeout", "5", url];
    args.extend(more);
    answer(robots(&args))
}

#[track_caller]
fn answer(output: Output) -> (Value, Option<i32>) {
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(errors, "");
    let json = serde_json::from_slice(&output.stdout).unwrap();
    (json, output.status.code())
}

#[track_caller]
fn trusted((json, status): (Value, Option<i32>)) {
    assert_eq!(json["access"], "rules", "{json}");
    assert_eq!(
        (&json["cause"], &json["status"]),
        (&"success".into(), &200.into())
    );
    assert_eq!(json["body"], RULES);
    assert_eq!(json["detail"], Value::Null);
    assert_eq!(status, Some(0));
}

#[track_caller]
fn refused((json, status): (Value, Option<i32>), cause: &str, detail: Option<&str>) {
    assert_eq!(json["access"], "refuse-all", "{json}");
    assert_eq!(json["cause"], cause, "{json}");
    assert_eq!(json["detail"].as_str(), detail, "{json}");
    assert_eq!((&json["status"], &json["body"]), (&0.into(), &"".into()));
    assert_eq!(status, Some(1));
}

const UNKNOWN: Option<&str> = Some("the certificate is from no trusted authority; see --ca");

#[test]
fn every_way_to_name_an_authority_is_trusted() {
    let (ours, other) = (Authority::new("ours"), Authority::new("other"));
    let server = Server::start(ours.server("localhost", ALWAYS), rules);
    let directory = scratch("trusted");
    let only_other = file_of(&directory.join("other.pem"), &[&other]);
    let both = file_of(&directory.join("both.pem"), &[&other, &ours]);
    let nobody = file_of(&directory.join("nobody.pem"), &[]);
    let roots = directory.join("roots");
    fs::create_dir(&roots).unwrap();
    let only_ours = file_of(&roots.join("0a1b2c3d.0"), &[&ours]);
    let roots = roots.to_str().unwrap();

    trusted(fetch(&server.url(), &["--ca", &only_ours]));
    trusted(fetch(&server.url(), &["--ca", &both]));
    trusted(fetch(
        &server.url(),
        &["--ca", &only_other, "--ca", &only_ours],
    ));
    let with = |variables: &[(&str, &str)], more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_robots"));
        command
            .args(["fetch", "--json", "--allow-private", &server.url()])
            .args(more)
            .env_remove("SSL_CERT_FILE")
            .env_remove("SSL_CERT_DIR")
            .envs(variables.iter().copied());
        answer(command.output().unwrap())
    };
    trusted(with(&[("SSL_CERT_FILE", &both)], &[]));
    trusted(with(&[("SSL_CERT_DIR", roots)], &[]));
    trusted(with(
        &[("SSL_CERT_FILE", &only_other), ("SSL_CERT_DIR", roots)],
        &[],
    ));
    trusted(with(
        &[("SSL_CERT_FILE", &only_other)],
        &["--ca", &only_ours],
    ));
    // Nobody but the one named here.
    trusted(with(&[("SSL_CERT_FILE", &nobody)], &["--ca", &only_ours]));
    assert_eq!(server.requests(), 8);

    refused(with(&[("SSL_CERT_FILE", &only_other)], &[]), "tls", UNKNOWN);
    refused(fetch(&server.url(), &["--ca", &only_other]), "tls", UNKNOWN);
    refused(fetch(&server.url(), &[]), "tls", UNKNOWN);
    assert_eq!(server.requests(), 8);
}

#[test]
fn check_trusts_the_same_authorities() {
    let ours = Authority::new("ours");
    let server = Server::start(ours.server("localhost", ALWAYS), rules);
    let file = file_of(&scratch("check").join("ours.pem"), &[&ours]);
    let (private, open) = (server.url() + "/private", server.url() + "/open");
    let live = ["check", "--allow-private", "--json", &private, &open];
    let output = robots(&[&live[..], &["--ca", &file]].concat());
    let (first, rest) = lines(&output);
    assert_eq!(
        (&first["allowed"], &first["reason"]),
        (&false.into(), &"rule".into())
    );
    assert_eq!(
        (&rest["allowed"], &rest["cause"]),
        (&true.into(), &"success".into())
    );
    assert_eq!(output.stderr, b"");
    assert_eq!(output.status.code(), Some(1));

    let output = robots(&live);
    let (first, rest) = lines(&output);
    for json in [first, rest] {
        assert_eq!(
            (&json["allowed"], &json["reason"]),
            (&false.into(), &"unreachable".into())
        );
        assert_eq!(json["cause"], "tls");
    }
    let note = String::from_utf8(output.stderr).unwrap();
    let words = "refuse-all: no secure connection could be agreed on \
                 (the certificate is from no trusted authority; see --ca); try again at ";
    assert!(note.contains(words), "{note}");
    assert_eq!(output.status.code(), Some(1));
}

fn lines(output: &Output) -> (Value, Value) {
    let text = str::from_utf8(&output.stdout).unwrap();
    let mut lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
    (lines.next().unwrap(), lines.next().unwrap())
}

#[test]
fn bad_certificates_are_refused() {
    let ours = Authority::new("ours");
    let file = file_of(&scratch("bad").join("ours.pem"), &[&ours]);
    let ask = |host: &str, years: Years, url: fn(u16) -> String| {
        let server = Server::start(ours.server(host, years), rules);
        let met = fetch(&url(server.port), &["--ca", &file]);
        // The request itself, and with it what it says about us, stays here.
        let sent = usize::from(met.1 == Some(0));
        assert_eq!(server.requests(), sent);
        met
    };
    let name: fn(u16) -> String = |port| format!("https://localhost:{port}");
    let address: fn(u16) -> String = |port| format!("https://127.0.0.1:{port}");
    trusted(ask("localhost", ALWAYS, name));
    trusted(ask("127.0.0.1", ALWAYS, address));
    let other = Some("the certificate is for another host");
    refused(ask("site.example", ALWAYS, name), "tls", other);
    refused(ask("*.localhost", ALWAYS, name), "tls", other);
    refused(ask("localhost", ALWAYS, address), "tls", other);
    refused(ask("127.0.0.1", ALWAYS, name), "tls", other);
    let expired = Some("the certificate has expired");
    refused(ask("localhost", (1975, 1999), name), "tls", expired);
    let early = Some("the certificate is not valid yet");
    refused(ask("localhost", (4000, 4096), name), "tls", early);

    // Its own authority, which it is not allowed to be.
    let key = KeyPair::generate().unwrap();
    let params = CertificateParams::new(["localhost".to_owned()]).unwrap();
    let alone = params.self_signed(&key).unwrap();
    let mut config = ours.server("localhost", ALWAYS);
    config.cert_resolver = Arc::new(rustls::sign::SingleCertAndKey::from(
        rustls::sign::CertifiedKey::from_der(
            vec![alone.der().clone()],
            PrivateKeyDer::Pkcs8(key.serialize_der().into()),
            &rustls::crypto::ring::default_provider(),
        )
        .unwrap(),
    ));
    let server = Server::start(config, rules);
    refused(fetch(&server.url(), &["--ca", &file]), "tls", UNKNOWN);
    assert_eq!(server.requests(), 0);
}

/// What a server does with the first octets of a connection.
fn unsecured(serve: fn(TcpStream)) -> String {
    let at = listen(move |mut stream| {
        let mut hello = [0; 4096];
        let _ = stream.read(&mut hello);
        serve(stream);
    });
    format!("https://localhost:{}", at.port())
}

#[test]
fn what_is_no_handshake_is_refused() {
    let met = |serve| fetch(&unsecured(serve), &[]);
    let plain = met(|mut stream| {
        let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
    });
    refused(plain, "tls", Some("the answer is not TLS"));
    let rules = met(|mut stream| {
        let _ = stream.write_all(RULES.as_bytes());
    });
    refused(rules, "tls", Some("the answer is not TLS"));
    // A fatal alert: handshake_failure.
    let alert = met(|mut stream| {
        let _ = stream.write_all(b"\x15\x03\x03\x00\x02\x02\x28");
    });
    refused(alert, "tls", Some("the server refused"));
    let broken_off = met(drop);
    refused(broken_off, "reset", None);
    let within_a_record = met(|mut stream| {
        let _ = stream.write_all(b"\x16\x03\x03\x00\x7a\x02\x00\x00\x76\x03\x03");
    });
    refused(within_a_record, "reset", None);
    let silent = unsecured(|stream| {
        thread::park();
        drop(stream);
    });
    refused(fetch(&silent, &[]), "timeout", None);
}

#[test]
fn a_body_without_its_end_is_no_file() {
    let ours = Authority::new("ours");
    let file = file_of(&scratch("ends").join("ours.pem"), &[&ours]);
    let met = |answer: fn(&mut Secure)| {
        let server = Server::start(ours.server("localhost", ALWAYS), answer);
        fetch(&server.url(), &["--ca", &file])
    };
    // As long as announced: whole, whatever comes then.
    trusted(met(|stream| {
        send(
            stream,
            &format!("Content-Length: {}\r\n", RULES.len()),
            RULES,
        );
    }));
    // Up to the end of the connection, which the server confirms, or which anybody may have made.
    trusted(met(|stream| {
        send(stream, "Connection: close\r\n", RULES);
        stream.conn.send_close_notify();
        let _ = stream.flush();
    }));
    let cut = met(|stream| send(stream, "Connection: close\r\n", RULES));
    refused(cut, "truncated", None);
    // A record that nobody who holds the keys wrote, within a gzip body as well.
    for header in ["", "Content-Encoding: gzip\r\n"] {
        let forged = match header {
            "" => met(|stream| forge(stream, "")),
            _ => met(|stream| forge(stream, "Content-Encoding: gzip\r\n")),
        };
        refused(forged, "tls", None);
    }
}

/// The head of a response, and then a record that cannot be decrypted.
fn forge(stream: &mut Secure, header: &str) {
    send(stream, &format!("Content-Length: 900\r\n{header}"), "");
    let mut record = b"\x17\x03\x03\x00\x40".to_vec();
    record.resize(record.len() + 64, 7);
    let _ = stream.sock.write_all(&record);
}

#[test]
fn a_redirect_to_a_bad_certificate_is_refused() {
    let stranger = Authority::new("stranger");
    let server = Server::start(stranger.server("localhost", ALWAYS), rules);
    let target = server.url() + "/robots.txt";
    let at = listen(move |mut stream| {
        let mut request = [0; 4096];
        let _ = stream.read(&mut request);
        let head = "HTTP/1.1 301 X\r\nContent-Length: 0\r\n";
        let _ = write!(stream, "{head}Location: {target}\r\n\r\n");
    });
    let (json, status) = fetch(&format!("http://{at}"), &[]);
    assert_eq!(json["redirects"], 1, "{json}");
    refused((json, status), "tls", UNKNOWN);
    assert_eq!(server.requests(), 0);
}

#[test]
fn authorities_that_cannot_be_read_are_an_error() {
    let directory = scratch("unread");
    let write = |name: &str, text: &str| {
        let path = directory.join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let none = write("rules.txt", RULES);
    let key = KeyPair::generate().unwrap();
    let key = STANDARD.encode(key.serialize_der());
    let key = write(
        "key.pem",
        &format!("-----BEGIN PRIVATE KEY-----\n{key}\n-----END PRIVATE KEY-----\n"),
    );
    let good = pem(Authority::new("good").der());
    let cut = write("cut.pem", &good[..good.len() - 40]);
    let bad = write("bad.pem", &(good + &pem(b"no certificate")));
    let missing = directory.join("missing.pem");
    let missing = missing.to_str().unwrap();
    let folder = directory.to_str().unwrap();
    let failed = |mut command: Command| {
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(output.stdout, b"");
        String::from_utf8(output.stderr).unwrap()
    };
    let program = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_robots"));
        command
            .args(args)
            .env_remove("SSL_CERT_FILE")
            .env_remove("SSL_CERT_DIR");
        command
    };
    for (file, problem) in [
        (&none[..], "no certificate there; give a file in PEM format"),
        (&key, "no certificate there"),
        (
            &cut,
            "a certificate there is damaged; get the file once more\n",
        ),
        (
            &bad,
            "a certificate there is damaged; get the file once more\n",
        ),
        (missing, "cannot read it: "),
        (folder, "cannot read it: "),
    ] {
        for command in ["fetch", "check"] {
            let text = failed(program(&[command, "--ca", file, "https://127.0.0.1:9/"]));
            assert!(
                text.starts_with(&format!("error: --ca: {file}: {problem}")),
                "{text}"
            );
        }
    }
    for (variable, value, problem) in [
        (
            "SSL_CERT_FILE",
            missing,
            format!("cannot read \"{missing}\": "),
        ),
        (
            "SSL_CERT_DIR",
            missing,
            format!("cannot read \"{missing}\": "),
        ),
        (
            "SSL_CERT_FILE",
            &none,
            "no certificate of an authority there".to_owned(),
        ),
        ("SSL_CERT_FILE", "", "cannot read \"\": ".to_owned()),
    ] {
        let mut command = program(&["fetch", "https://127.0.0.1:9/"]);
        command.env(variable, value);
        let text = failed(command);
        assert!(
            text.starts_with(&format!("error: SSL_CERT_FILE, SSL_CERT_DIR: {problem}")),
            "{text}"
        );
        assert!(text.ends_with("; correct them, or unset them\n"), "{text}");
    }
    let output = robots(&["check", "--ca", &none, "Cargo.toml", "/a"]);
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("--ca has no effect with a file"), "{text}");
}
