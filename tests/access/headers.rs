//! Headers of any shape, one by one and as lines.

use robots::access::{AccessResult, Fetch, Policy, Response, State};
use robots::origin::Origin;

use super::{BEGIN, behaviours, show};

#[test]
fn any_octets_in_headers() {
    const NAMES: [&str; 9] = [
        "Location",
        "Cache-Control",
        "Expires",
        "Date",
        "Age",
        "Retry-After",
        "ETag",
        "Last-Modified",
        "Link",
    ];
    const PIECES: [&str; 30] = [
        "http",
        "https:",
        "ftp:",
        "//",
        "/",
        "\\",
        "..",
        ".",
        "?",
        "#",
        " ",
        "\t",
        "\"",
        ",",
        "=",
        "@",
        ":",
        "[::1]",
        "site.example",
        "robots.txt",
        "%2e",
        "max-age",
        "s-maxage",
        "no-store",
        "99999999999",
        "0",
        "-1",
        "Fri, 15 Jan 2027 08:00:00 GMT",
        "\u{fc}",
        "\0",
    ];
    let mut random = behaviours::Random(7);
    let mut pick = |limit: usize| {
        usize::try_from(random.below(limit.try_into().expect("small"))).expect("small")
    };
    let (policy, mut state, mut redirects) = (Policy::new(), State::new(), 0);
    let origin = Origin::parse("http://site.example/").expect("an origin");
    for _ in 0..30_000 {
        let values: [String; 3] =
            std::array::from_fn(|_| (0..pick(7)).map(|_| PIECES[pick(PIECES.len())]).collect());
        let mut fetch = Fetch::new(&origin, &state, &policy);
        let mut response = Response::new([200, 301, 304, 404, 503][pick(5)]);
        for value in &values {
            response = response.header(NAMES[pick(NAMES.len())], value);
        }
        if fetch.response(&response) == AccessResult::Redirect {
            redirects += 1;
            let url = String::from(fetch.url());
            assert!(
                url.bytes()
                    .all(|octet| octet.is_ascii_graphic() && octet != b'#'),
                "{url:?}"
            );
            assert!(Origin::parse(&url).is_ok(), "{url:?}");
            // It is written as it will be asked for: it leads to itself.
            fetch.response(&Response::new(301).header("Location", &url));
            assert_eq!(fetch.url(), url);
        }
        let decision = state.record(&fetch, &policy, BEGIN);
        assert!(decision.wait >= 60 && decision.wait <= 86_400, "{decision}");
    }
    assert!(redirects > 1_000, "{redirects} redirects");
}

/// The same headers one by one, by an own reading of the lines.
fn one_by_one(status: u16, head: &[u8]) -> Response<'_> {
    let lines: Vec<&[u8]> = head.split(|octet| *octet == b'\n').collect();
    let begins = |line: &[u8], octets: &[u8]| line.first().is_some_and(|it| octets.contains(it));
    let mut response = Response::new(status);
    for (at, line) in lines.iter().enumerate() {
        let text = String::from_utf8_lossy(line);
        let words = text.trim_end().split(' ').filter(|it| !it.is_empty());
        let words: Vec<&str> = words.collect();
        if let [first, code, ..] = words[..]
            && let Some(version) = first.strip_prefix("HTTP/")
            && version.starts_with(|it: char| it.is_ascii_digit())
            && version.chars().all(|it| "0123456789.".contains(it))
            && code.len() == 3
            && code.chars().all(|it| it.is_ascii_digit())
            && text.starts_with("HTTP/")
        {
            response = Response::new(status);
        } else if let Some(colon) = line.iter().position(|octet| *octet == b':')
            && !begins(line, b" \t")
        {
            let more = lines[at + 1..].iter().take_while(|it| begins(it, b" \t"));
            let len = line.len() + more.map(|it| it.len() + 1).sum::<usize>();
            let from = lines[..at].iter().map(|it| it.len() + 1).sum::<usize>();
            let name = &line[..colon];
            response = response.header(name, &head[from + colon + 1..from + len]);
        }
    }
    response
}

#[test]
fn header_lines_are_headers_one_by_one() {
    let heads: [&[u8]; 17] = [
        b"",
        b"Location: /a\r\nETag: \"v\"\r\nAge: 7\r\n\r\n",
        b"location:/a\nlocation:/b",
        b"HTTP/1.1 301 Moved\r\nLocation: /a\r\n\r\nHTTP/1.1 200 OK\r\nAge: 1\r\n\r\n",
        b"Location: /a\r\nHTTP/2 200\r\n",
        b"Location: /a\r\nHTTP/1.1 200 Location: /b\r\nAge: 1",
        b"Retry-After: 7200\r\nHTTP/2-Settings: x\r\nHTTP/1.1: y\r\nHTTP/1.1 20\r\n",
        b"Age: 1\nHTTP/1.1 2000\nHTTP/1.1 200: x\nHTTP/1.1\t200\nHTTP/ 200\nHTTP/a 200\nhttp/1 200\n",
        b" Location: /a\r\n\tLocation: /b\r\nLocation /c\r\n: /d\r\n",
        b"Location : /a\r\nLocation: /b",
        b":status: 301\r\nlocation: /a\r\n",
        b"\r\r\nLocation: /a\r\r\n\n\n",
        b"Cache-Control: max-age=5, no-store\r\nCache-Control: s-maxage=\"9\"\r\n",
        b"Cache-Control: max-age=5,\r\n no-store\r\n\ts-maxage=7\r\nAge:\n 3\n\n 4\nno colon\n :5\n",
        b"HTTP/1.1 200 OK\r\n Age: 3\r\nAge: 4\r\n HTTP/1.1 200\r\n",
        b"Retry-After: 99999999999999999999\r\nExpires: 0\nDate: yesterday\n",
        b"\0Location: /a\xFF\r\nLoc\0ation: /b\r\nETag: \"\xFF\0\"\nlast-modified::\n",
    ];
    for head in heads {
        for cut in 0..=head.len() {
            let head = &head[..cut];
            let want = one_by_one(302, head);
            assert_eq!(Response::new(302).header_lines(head), want, "{head:?}");
            let cut = Response::new(302).incomplete().header_lines(head);
            assert_eq!(cut, want.incomplete(), "{head:?}");
        }
    }
}

/// What a head of some lines comes to: the decision, or where it leads.
fn comes_to(status: u16, head: &str) -> String {
    let origin = Origin::parse("http://site.example/").expect("an origin");
    let mut state = State::new();
    let mut fetch = Fetch::new(&origin, &state, &Policy::new());
    if fetch.response(&Response::new(status).header_lines(head)) == AccessResult::Redirect {
        return fetch.url().into();
    }
    show(&state.record(&fetch, &Policy::new(), BEGIN))
}

#[test]
fn lines_that_are_folded_or_look_like_a_status() {
    let fresh = |seconds: u32| format!("rules fresh success {seconds} {seconds} replace");
    for (head, seconds) in [
        ("Cache-Control: max-age=3600,\r\n no-store\r\n", 300),
        ("Cache-Control:\r\n\tmax-age=3600\r\n", 3600),
        (
            "Cache-Control: x=\"a,\r\n no-store,\r\n b\", max-age=3600",
            3600,
        ),
        ("Cache-Control : no-store\r\n", 300),
        (
            "Cache-Control\t: max-age=600\r\nCache-Control: max-age=900",
            600,
        ),
        ("Expires: Fri, 15 Jan 2027\r\n 10:00:00 GMT\r\n", 7200),
        ("Age: 60\r\nHTTP/2-Settings: x\r\nHTTP/1.1 2: y\r\n", 86_340),
        ("Age: 60\r\nHTTP/1.1 200 OK\r\n", 86_400),
        ("Age: 60\r\nHTTP/1.1 200\r\n", 86_400),
        ("Age: 60\r\n\r\nHTTP/3 200 \r\n", 86_400),
    ] {
        assert_eq!(comes_to(200, head), fresh(seconds), "{head:?}");
    }
    let wait = |seconds: u32| format!("refuse-all unreachable server-error {seconds} 86400 keep");
    for head in [
        "Retry-After: 7200\r\nHTTP/2-Settings: x\r\n",
        "Retry-After:\r\n 7200\r\n",
        "Retry-After : 7200\r\n",
    ] {
        assert_eq!(comes_to(503, head), wait(7200), "{head:?}");
    }
    for (head, url) in [
        ("Location: \r\n /a\r\n", "http://site.example/a"),
        ("Location : /a\r\n", "http://site.example/a"),
        ("Location: /a\r\nHTTP/1.1 x\r\n", "http://site.example/a"),
    ] {
        assert_eq!(comes_to(302, head), url, "{head:?}");
    }
    let none = "refuse-all unreachable no-location 60 86400 keep";
    for head in [
        "Location:\r\n",
        "Location: \t\r\n \r\n",
        "Location:#\r\nLocation: /a",
    ] {
        assert_eq!(comes_to(302, head), none, "{head:?}");
    }
}

#[test]
fn headers_take_linear_time() {
    for piece in [
        "\n",
        ":\n",
        "HTTP/\n",
        "HTTP/1 200\n",
        "HTTP/1                \n",
        "a:b\r\n",
        " \n",
        "x",
        "location:",
        "Cache-Control: ,=,\n",
        "Cache-Control: a=\"\\\"\n",
        "Cache-Control:=\"=\n =\"\n",
    ] {
        let head = piece.repeat(4_000_000 / piece.len());
        assert_eq!(Response::new(200).header_lines(&head).status(), 200);
    }
    for piece in [
        ",",
        "=",
        "=\"",
        "=\"\\",
        "=\\\"",
        "= ",
        "=\"\",",
        "no-cache=\"",
        "\"=",
    ] {
        for end in ["", "\"", "=\""] {
            let value = piece.repeat(2_000_000 / piece.len()) + end;
            let response = Response::new(200).header("Cache-Control", &value);
            assert_eq!(response.status(), 200);
        }
    }
}
