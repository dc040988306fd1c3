//! What of a URL is matched, and which origin it belongs to, against the `url`
//! crate (WHATWG URL) wherever both have an answer.

use std::sync::LazyLock;

use robots::origin::{
    Origin, OriginError, Scheme, governs, is_robots_txt, write_origin, write_robots_txt_url,
};
use robots::{Matcher, Options, Reason, RobotsTxt, Verdict};
use url::{Host, Url};

use crate::spec;

pub fn run(data: &[u8]) {
    origins(data);
    let misuse = ANYTHING.check(data) == Verdict::misuse();
    assert_eq!(misuse, !can_be_asked(data));
    let path = (!misuse).then(|| path(data).expect("a URL that can be asked has a path"));
    if let Some(path) = &path {
        matched(data, path);
    }
    normal_twice(data);
    if let Some(url) = std::str::from_utf8(data).ok().and_then(other_reading) {
        same_reading(data, path, &url);
    }
}

static ANYTHING: LazyLock<Matcher> =
    LazyLock::new(|| Matcher::compile("", "a", &Options::new()).expect("a token"));

fn trimmed(text: &[u8]) -> &[u8] {
    let is_blank = |octet: &u8| *octet <= b' ';
    let Some(start) = text.iter().position(|octet| !is_blank(octet)) else {
        return b"";
    };
    let end = text.iter().rposition(|octet| !is_blank(octet));
    &text[start..=end.unwrap_or(start)]
}

/// One slash, and not two, nor what clients take for two.
fn is_path(text: &[u8]) -> bool {
    let mut octets = text.iter().filter(|octet| !b"\t\r\n".contains(octet));
    text.starts_with(b"/") && !matches!(octets.nth(1), Some(b'/' | b'\\'))
}

/// A path, or what has an origin, hosts outside ASCII aside: those are not mapped for a
/// verdict, and their ASCII octets are judged as those of other names.
fn can_be_asked(url: &[u8]) -> bool {
    if is_path(trimmed(url)) {
        return true;
    }
    let name = |octet: &u8| if octet.is_ascii() { *octet } else { b'x' };
    match Origin::parse(url.iter().map(name).collect::<Vec<u8>>()) {
        // Names outside ASCII may be longer before they are mapped.
        Err(OriginError::HostTooLong) if !url.is_ascii() => {
            ANYTHING.check(url) != Verdict::misuse()
        }
        parsed => parsed.is_ok(),
    }
}

fn is_web(url: &[u8]) -> bool {
    url.get(..4)
        .is_some_and(|scheme| scheme.eq_ignore_ascii_case(b"http"))
}

/// Path and query as the documentation of our splitter says, not normalised.
fn path(url: &[u8]) -> Option<Vec<u8>> {
    let url = trimmed(url);
    if is_path(url) {
        return url.split(|octet| *octet == b'#').next().map(<[u8]>::to_vec);
    }
    let mut url = url.to_vec();
    url.retain(|octet| !matches!(octet, b'\t' | b'\r' | b'\n'));
    let web = is_web(&url);
    let schemes = [&b"http://"[..], b"https://", b"ftp://"];
    let scheme = schemes.into_iter().find(|scheme| {
        let head = url.get(..scheme.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(scheme))
    })?;
    let mut rest = url.split_off(scheme.len());
    if let Some(fragment) = rest.iter().position(|octet| *octet == b'#') {
        rest.truncate(fragment);
    }
    let query = rest.iter().position(|octet| *octet == b'?');
    let mut tail = rest.split_off(query.unwrap_or(rest.len()));
    if web {
        rest.iter_mut()
            .filter(|o| **o == b'\\')
            .for_each(|o| *o = b'/');
    }
    let slash = rest.iter().position(|octet| *octet == b'/');
    let path = rest.split_off(slash.unwrap_or(rest.len()));
    let slash = if path.is_empty() { &b"/"[..] } else { b"" };
    Some([slash, &path, &std::mem::take(&mut tail)].concat())
}

/// A rule made of exactly this path, to its end, decides.
fn matched(url: &[u8], path: &[u8]) {
    let normal = spec::normal(path, false);
    let body = [b"user-agent: *\ndisallow: ", &normal[..], b"$"].concat();
    let mut options = Options::new();
    options.max_line = usize::MAX;
    options.max_bytes = usize::MAX;
    let matcher = Matcher::compile(&body, "a", &options).expect("a token");
    let verdict = matcher.check(url);
    if normal == b"/robots.txt" {
        assert_eq!(verdict.reason, Reason::RobotsTxt);
    } else if normal.len() < 20_000 {
        assert_eq!((verdict.line, verdict.allowed), (2, false));
        assert_eq!(verdict.octets as usize, normal.len() + 1);
    }
    // As it stands, a blank at its end would go.
    assert_eq!(matcher.check_path(&normal), verdict);
    let once = robots::check_with(&body, "a", url, &options);
    assert_eq!(once, verdict);
}

/// A normal form is its own, as a pattern and as a path.
fn normal_twice(text: &[u8]) {
    for is_pattern in [true, false] {
        let once = spec::normal(text, is_pattern);
        assert_eq!(spec::normal(&once, is_pattern), once);
    }
    let rule = |text: &[u8]| {
        let txt = RobotsTxt::parse([b"user-agent: *\nallow: ", text].concat());
        let rule = txt.rule(0).map(|rule| rule.normalized.to_vec());
        rule.unwrap_or_default()
    };
    let once = rule(text);
    assert_eq!(rule(&once), once);
}

/// What the other crate makes of it, where the two mean to agree: it resolves
/// dot segments and encodes a few octets that we leave alone.
fn other_reading(url: &str) -> Option<Url> {
    let url: String = url.chars().filter(|c| !"\t\r\n".contains(*c)).collect();
    let lower = url
        .to_ascii_lowercase()
        .replace("%2e", ".")
        .replace('\\', "/");
    let head = lower.split(['?', '#']).next().unwrap_or_default();
    let dots = head.split('/').skip(1).any(|part| {
        let part = part.trim_end_matches(|c: char| c <= ' ');
        part == "." || part == ".."
    });
    if dots || url.contains(['"', '<', '>', '`', '{', '}', '^', '\'', '|']) {
        return None;
    }
    let parsed = Url::parse(&url).ok()?;
    matches!(parsed.scheme(), "http" | "https" | "ftp").then_some(parsed)
}

fn same_reading(data: &[u8], path: Option<Vec<u8>>, url: &Url) {
    // A backslash in an ftp URL is a slash to the other crate.
    if url.scheme() == "ftp" && data.contains(&b'\\') {
        return;
    }
    let Some(path) = path else {
        // The other crate takes some hosts that we do not.
        let only_dots = url
            .host_str()
            .is_some_and(|host| host.trim_matches('.').is_empty());
        let refused = matches!(
            Origin::parse(data),
            Err(OriginError::InvalidHost | OriginError::HostTooLong | OriginError::Idn)
        );
        if only_dots || refused {
            return;
        }
        // The other crate forgives what stands between scheme and host.
        let octets = data.iter().filter(|o| !b"\t\r\n".contains(o));
        let text: Vec<u8> = octets.copied().skip_while(|o| *o <= b' ').collect();
        let colon = text.iter().position(|octet| *octet == b':');
        let behind = &text[colon.expect("a scheme") + 1..];
        let odd = |octet: Option<&u8>| matches!(octet, Some(b'/' | b'\\'));
        assert!(!behind.starts_with(b"//") || odd(behind.get(2)), "{url}");
        return;
    };
    let query = url.query().map(|query| format!("?{query}"));
    let theirs = format!("{}{}", url.path(), query.unwrap_or_default());
    // It drops a query that is empty but for its mark in neither case.
    let ours = spec::normal(&path, false);
    let theirs = spec::normal(theirs.as_bytes(), false);
    assert_eq!(
        ours.escape_ascii().to_string(),
        theirs.escape_ascii().to_string()
    );
    let Ok(origin) = Origin::parse(data) else {
        return;
    };
    let scheme = match origin.scheme() {
        Scheme::Http => "http",
        Scheme::Https => "https",
        Scheme::Ftp => "ftp",
    };
    assert_eq!(url.scheme(), scheme);
    assert_eq!(url.port_or_known_default(), Some(origin.port()));
    match url.host() {
        Some(Host::Domain(host)) => {
            let host = host.strip_suffix('.').unwrap_or(host);
            assert_eq!(host, origin.host());
        }
        Some(Host::Ipv6(_)) => assert_eq!(url.host_str(), Some(origin.host())),
        // Numbers in other clothes stay names here.
        Some(Host::Ipv4(_)) => {}
        None => panic!("no host in {url}"),
    }
}

/// An origin is one text, whoever writes it, and reads back as itself.
fn origins(data: &[u8]) {
    let mut room = [0xAA; 300];
    let origin = match (Origin::parse(data), write_origin(data, &mut room)) {
        (Ok(origin), Ok(len)) => {
            let text = origin.to_string();
            assert_eq!(&room[..len], text.as_bytes());
            assert!(room[len..].iter().all(|octet| *octet == 0xAA));
            assert_eq!(Origin::parse(&text).as_ref(), Ok(&origin));
            assert!(text.is_ascii() && text.len() <= robots::origin::ORIGIN_MAX);
            origin
        }
        (Err(error), Err(same)) => {
            assert_eq!(error, same);
            assert!(!governs(data, data) && !is_robots_txt(data));
            return;
        }
        (parsed, written) => panic!("{parsed:?} {written:?}"),
    };
    // What has an origin can be asked about.
    assert_ne!(ANYTHING.check(data), Verdict::misuse());
    let len = write_robots_txt_url(data, &mut room).expect("an origin");
    assert_eq!(&room[..len], origin.robots_txt_url().as_bytes());
    assert!(is_robots_txt(&room[..len]) && governs(&room[..len], data));
    let robots = [&room[..len], b"?"].concat();
    assert!(!is_robots_txt(&robots) && !governs(&robots, data));
    assert_eq!(write_origin(data, &mut []), Ok(origin.to_string().len()));
}
