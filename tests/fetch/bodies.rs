//! Bodies: content codings, bodies that are compressed or huge.

use super::{Handler, RULES, Request, Server, check, listen, read_head, refused, robots, send};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::{Read, Write};
use std::net::TcpStream;

fn gzip(body: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(body).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn codings() {
    let coded: Handler = |stream, _| {
        send(
            stream,
            200,
            "Content-Encoding: gzip\r\n",
            &gzip(RULES.as_bytes()),
        );
    };
    let server = Server::start(coded);
    let (lines, notes, _) = check(&[&server.url("/private")]);
    assert_eq!(lines, ["deny rule"], "{notes}");

    refused(
        |stream, _| send(stream, 200, "Content-Encoding: zstd\r\n", RULES.as_bytes()),
        "cannot be decoded",
    );
    refused(
        |stream, _| {
            send(
                stream,
                200,
                "Content-Encoding: gzip, br\r\n",
                RULES.as_bytes(),
            )
        },
        "cannot be decoded",
    );
    refused(
        |stream, _| send(stream, 200, "Content-Encoding: gzip\r\n", RULES.as_bytes()),
        "cannot be decoded",
    );
    refused(
        |stream, _| {
            let whole = gzip(RULES.as_bytes());
            send(
                stream,
                200,
                "Content-Encoding: gzip\r\n",
                &whole[..whole.len() - 12],
            );
        },
        "shorter than announced",
    );
}

#[test]
fn every_header_about_codings_counts() {
    let unknown: [Handler; 7] = [
        |stream, _| send(stream, 200, "Content-Encoding: br\r\n", RULES.as_bytes()),
        |stream, _| {
            let head = "Content-Encoding: identity\r\nContent-Encoding: br\r\n";
            send(stream, 200, head, RULES.as_bytes());
        },
        |stream, _| {
            let head = "Content-Encoding:\r\nContent-Encoding: deflate\r\n";
            send(stream, 200, head, RULES.as_bytes());
        },
        |stream, _| {
            let head = "Content-Encoding: br\r\nContent-Encoding: gzip\r\n";
            send(stream, 200, head, &gzip(RULES.as_bytes()));
        },
        |stream, _| {
            let head = "Content-Encoding: gzip\r\nContent-Encoding: br\r\n";
            send(stream, 200, head, RULES.as_bytes());
        },
        |stream, _| send(stream, 200, "Transfer-Encoding: br\r\n", RULES.as_bytes()),
        |stream, _| {
            let body = format!("{:x}\r\n{RULES}\r\n0\r\n\r\n", RULES.len());
            let head =
                "HTTP/1.1 200 X\r\nConnection: close\r\nTransfer-Encoding: br, chunked\r\n\r\n";
            let _ = stream.write_all(head.as_bytes());
            let _ = stream.write_all(body.as_bytes());
        },
    ];
    for handler in unknown {
        refused(handler, "cannot be decoded");
    }
    let plain: Handler = |stream, _| {
        let head = "Content-Encoding: Identity\r\nContent-Encoding:\r\n";
        send(stream, 200, head, RULES.as_bytes());
    };
    let server = Server::start(plain);
    let (lines, notes, _) = check(&[&server.url("/private")]);
    assert_eq!(lines, ["deny rule"], "{notes}");
}

#[test]
fn huge_bodies_are_cut_and_used() {
    // Without an end, plain.
    let endless: Handler = |stream, _| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
        let _ = stream.write_all(RULES.as_bytes());
        let comment = [b'#'; 1 << 16];
        while stream.write_all(&comment).is_ok() {}
    };
    // 64 MiB behind a few octets.
    let bomb: Handler = |stream, _| {
        let mut body = RULES.as_bytes().to_vec();
        body.resize(64 << 20, b'\n');
        send(stream, 200, "Content-Encoding: gzip\r\n", &gzip(&body));
    };
    for handler in [endless, bomb] {
        let server = Server::start(handler);
        let (lines, notes, _) = check(&[&server.url("/private")]);
        assert_eq!(lines, ["deny rule"], "{notes}");
    }
}

#[test]
fn huge_files_of_many_sites_are_not_all_kept() {
    // A mebibyte each, of which nearly all is read.
    let huge: Handler = |stream, _| {
        let mut body = RULES.as_bytes().to_vec();
        body.resize(1 << 20, b'#');
        send(stream, 200, "", &body);
    };
    let servers: Vec<Server> = (0..70).map(|_| Server::start(huge)).collect();
    let mut urls: Vec<String> = servers
        .iter()
        .map(|server| server.url("/private"))
        .collect();
    urls.extend([servers[69].url("/open"), servers[0].url("/private")]);
    let urls: Vec<&str> = urls.iter().map(String::as_str).collect();
    let (lines, notes, _) = check(&urls);
    assert_eq!(lines[..70], ["deny rule"; 70], "{notes}");
    assert_eq!(lines[70..], ["allow no-rule", "deny rule"], "{notes}");
    assert_eq!((servers[0].requests(), servers[69].requests()), (2, 1));
}

#[test]
fn compressed_octets_that_no_header_names_are_no_rules() {
    // Decoded once, and still compressed.
    refused(
        |stream, _| {
            let twice = gzip(&gzip(RULES.as_bytes()));
            send(stream, 200, "Content-Encoding: gzip\r\n", &twice);
        },
        "no header says that it is compressed",
    );
    let plain: [Handler; 8] = [
        |stream, _| send(stream, 200, "", &gzip(RULES.as_bytes())),
        |stream, _| {
            let head = "Content-Encoding: identity\r\nContent-Type: text/plain\r\n";
            send(stream, 200, head, &gzip(RULES.as_bytes()));
        },
        |stream, _| send(stream, 200, "", b"\xfd7zXZ\0abc"),
        |stream, _| send(stream, 200, "", b"\x28\xb5\x2f\xfdabc"),
        |stream, _| send(stream, 200, "", b"BZh91AY&SYabc"),
        |stream, _| send(stream, 200, "", b"PK\x03\x04abc"),
        |stream, _| send(stream, 200, "", b"7z\xbc\xaf\x27\x1cabc"),
        |stream, _| send(stream, 200, "", b"\x04\x22\x4d\x18abc"),
    ];
    for handler in plain {
        refused(handler, "no header says that it is compressed");
    }
    // Where there is no file, nobody looks at the body.
    let server = Server::start(|stream, _| send(stream, 404, "", &gzip(b"gone")));
    let (lines, notes, _) = check(&[&server.url("/private")]);
    assert_eq!(lines, ["allow unavailable"], "{notes}");
}

#[test]
fn a_body_ends_with_its_connection_but_not_by_an_accident() {
    let head = b"HTTP/1.1 200 X\r\nConnection: close\r\n\r\nuser-agent: *\n";
    let closed = listen(move |mut stream| {
        read_head(&stream);
        let _ = stream.write_all(head);
        let _ = stream.write_all(b"disallow: /private\n");
    });
    let (lines, notes, _) = check(&[&format!("http://{closed}/private")]);
    assert_eq!(lines, ["deny rule"], "{notes}");
    // Whoever closes a connection before reading all of it resets it: here, before the rule.
    let reset = listen(move |mut stream| {
        let _ = stream.read(&mut [0]);
        let _ = stream.write_all(head);
    });
    let (lines, notes, status) = check(&[&format!("http://{reset}/private")]);
    assert_eq!(lines, ["deny unreachable"], "{notes}");
    assert_eq!(status, Some(1));
}

#[test]
fn an_answer_without_content_is_an_empty_file() {
    for handler in [
        |stream: &mut TcpStream, _: &Request| send(stream, 204, "", RULES.as_bytes()),
        |stream: &mut TcpStream, _: &Request| send(stream, 205, "", RULES.as_bytes()),
    ] {
        let server = Server::start(handler);
        let (lines, notes, status) = check(&[&server.url("/private")]);
        assert_eq!(lines, ["allow no-group"], "{notes}");
        assert_eq!(status, Some(0));
        let output = robots(&["fetch", "--allow-private", &server.url("/")]);
        assert!(output.stdout.is_empty() && output.status.success());
    }
}
