//! Origins against `data/origin.tsv`, and what holds for every octet string.

#[path = "support/random.rs"]
mod random;
#[path = "support/table.rs"]
mod table;

use random::Random;
use robots::origin::{
    HOST_MAX, ORIGIN_MAX, Origin, OriginError, ROBOTS_TXT_URL_MAX, governs, is_robots_txt,
    write_origin, write_robots_txt_url,
};
use robots::{Matcher, Reason};

fn octets(text: &str) -> Vec<u8> {
    table::unescape(text.as_bytes()).expect("escapes")
}

fn yes(text: &str) -> bool {
    match text {
        "yes" => true,
        "no" => false,
        _ => panic!("neither yes nor no: {text:?}"),
    }
}

#[test]
fn table() {
    let idn = cfg!(feature = "idn");
    let mut rows = 0;
    for (line, columns) in table::rows(include_str!("data/origin.tsv")) {
        rows += 1;
        let at = format!("line {line}: {columns:?}");
        let url = octets(columns[1]);
        match (columns[0], &columns[2..]) {
            ("origin" | "idn-origin", [origin, robots_txt]) => {
                let parsed = Origin::parse(&url);
                if columns[0] == "idn-origin" && !idn {
                    assert_eq!(parsed, Err(robots::origin::OriginError::Idn), "{at}");
                    continue;
                }
                let parsed = parsed.unwrap_or_else(|error| panic!("{at}: {error}"));
                assert_eq!(parsed.to_string(), *origin, "{at}");
                assert_eq!(parsed.robots_txt_url(), *robots_txt, "{at}");
            }
            ("error" | "idn-error", [error]) => {
                let want = if columns[0] == "idn-error" && !idn {
                    "Idn"
                } else {
                    error
                };
                let found = Origin::parse(&url).expect_err(&at);
                assert_eq!(format!("{found:?}"), want, "{at}");
                assert!(!is_robots_txt(&url), "{at}");
            }
            ("robots-txt", [answer]) => assert_eq!(is_robots_txt(&url), yes(answer), "{at}"),
            ("governs", [other, answer]) => {
                assert_eq!(governs(&url, octets(other)), yes(answer), "{at}");
            }
            ("idn-governs", [other, answer]) => {
                assert_eq!(governs(&url, octets(other)), idn && yes(answer), "{at}");
            }
            _ => panic!("{at}: not a row"),
        }
    }
    assert!(rows > 100, "{rows} rows");
}

/// A verdict takes what has an origin, and hosts outside ASCII, whatever they
/// are: their ASCII octets are judged alike. And it takes a path.
fn a_verdict_takes_what_has_an_origin(url: &[u8]) {
    let in_ascii: Vec<u8> = url
        .iter()
        .map(|octet| if octet.is_ascii() { *octet } else { b'x' })
        .collect();
    let asked = Matcher::unavailable().check(url).reason != Reason::Misuse;
    let start = url.iter().position(|octet| *octet > b' ');
    let trimmed = start.map_or(&[][..], |start| &url[start..]);
    // Not two slashes either, as clients read them.
    let mut read = trimmed.iter().filter(|octet| !b"\t\r\n".contains(octet));
    let is_path = trimmed.starts_with(b"/") && !matches!(read.nth(1), Some(b'/' | b'\\'));
    assert_eq!(
        asked,
        is_path || Origin::parse(&in_ascii).is_ok(),
        "{}",
        url.escape_ascii()
    );
    assert!(asked || Origin::parse(url).is_err());
    assert!(!is_path || Origin::parse(url) == Err(OriginError::NoScheme));
    assert_eq!(
        robots::check("", "a", url).reason != Reason::Misuse,
        asked,
        "{}",
        url.escape_ascii()
    );
}

/// The functions that write into a buffer agree with those that allocate, and
/// what they write is its own origin.
fn agree(url: &[u8]) {
    let mut origin = [0; ORIGIN_MAX];
    let mut robots_txt = [0; ROBOTS_TXT_URL_MAX];
    let written = write_origin(url, &mut origin);
    let written_url = write_robots_txt_url(url, &mut robots_txt);
    match Origin::parse(url) {
        Err(error) => {
            assert_eq!((written, written_url), (Err(error), Err(error)));
            assert_eq!(
                (origin, robots_txt),
                ([0; ORIGIN_MAX], [0; ROBOTS_TXT_URL_MAX])
            );
            assert!(!governs("http://a/robots.txt", url) && !is_robots_txt(url));
        }
        Ok(parsed) => {
            let origin = &origin[..written.expect("an origin")];
            let robots_txt = &robots_txt[..written_url.expect("an origin")];
            assert_eq!(origin, parsed.to_string().as_bytes());
            assert_eq!(robots_txt, parsed.robots_txt_url().as_bytes());
            assert!(parsed.host().is_ascii() && parsed.host().len() <= HOST_MAX);
            assert!(is_robots_txt(robots_txt));
            assert_eq!(Origin::parse(origin), Ok(parsed));
            assert!(governs(robots_txt, url));
            for short in 0..origin.len() {
                let mut buffer = [7; ORIGIN_MAX];
                assert_eq!(write_origin(url, &mut buffer[..short]), Ok(origin.len()));
                assert_eq!(
                    buffer, [7; ORIGIN_MAX],
                    "nothing is written when it does not fit"
                );
            }
        }
    }
}

#[test]
fn any_octets() {
    const PIECES: [&[u8]; 40] = [
        b"http",
        b"https",
        b"ftp",
        b":",
        b"//",
        b"/",
        b"\\",
        b"@",
        b"[",
        b"]",
        b"::1",
        b".",
        b"80",
        b"443",
        b"?",
        b"#",
        b" ",
        b"\t",
        b"\n",
        b"A",
        b"site.example",
        b"/robots.txt",
        b"%41",
        b"xn--",
        "\u{fc}".as_bytes(),
        b"\xFF",
        b"%",
        b"<",
        b"|",
        b"^",
        b"{",
        b"_",
        b";",
        b"..",
        b"\0",
        b"\x7F",
        b":65535",
        b":65536",
        b"[::1]",
        b"HTTPS://",
    ];
    let mut random = Random(1);
    for _ in 0..200_000 {
        let mut url = if random.below(4) == 0 {
            Vec::new()
        } else {
            b"http://".to_vec()
        };
        for _ in 0..random.below(9) {
            url.extend(random.pick(&PIECES));
        }
        agree(&url);
        a_verdict_takes_what_has_an_origin(&url);
    }
}

/// Each octet at each place of a URL, for both.
#[test]
fn every_octet_everywhere() {
    for url in [
        "http://ab/",
        "https://a.b:80/c?d#e",
        "ftp://u:p@a",
        "http://[::1]:8/",
        "http://\u{fc}.a:1",
    ] {
        for at in 0..=url.len() {
            for octet in 0..=255 {
                for replaced in 0..=1 {
                    let (head, tail) = (&url.as_bytes()[..at], &url.as_bytes()[at..]);
                    let tail = tail.get(replaced..).unwrap_or_default();
                    let url = [head, &[octet], tail].concat();
                    agree(&url);
                    a_verdict_takes_what_has_an_origin(&url);
                }
            }
        }
    }
}

#[test]
fn long_hosts() {
    let name = |length| format!("http://{}/", "a".repeat(length));
    assert!(Origin::parse(name(HOST_MAX)).is_ok());
    assert!(Origin::parse(name(HOST_MAX).replace("a/", "a./")).is_ok());
    for length in [HOST_MAX + 1, HOST_MAX + 2, 1_000_000] {
        assert!(Origin::parse(name(length)).is_err());
    }
    let longest = format!("https://{}:65535/", "a".repeat(HOST_MAX));
    assert_eq!(write_origin(&longest, &mut []), Ok(ORIGIN_MAX));
    assert_eq!(
        write_robots_txt_url(&longest, &mut []),
        Ok(ROBOTS_TXT_URL_MAX)
    );
    agree(longest.as_bytes());
    for length in [HOST_MAX - 1, HOST_MAX, HOST_MAX + 1, HOST_MAX + 2] {
        for tail in ["", "/", ":80/", "./", "_/", ".:80", "@/", "@h/"] {
            let url = format!("http://{}{tail}", "a".repeat(length));
            a_verdict_takes_what_has_an_origin(url.as_bytes());
        }
    }
    // A great name outside ASCII costs no more than a glance.
    let great = format!("http://{}/", "\u{fc}".repeat(1_000_000));
    assert_eq!(Origin::parse(&great), Err(OriginError::HostTooLong));
    assert_eq!(robots::check("", "a", &great).reason, Reason::Misuse);
}
