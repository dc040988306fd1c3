//! Bytes of matchers, states and caches: damaged, forged, or nonsense under a
//! right checksum. They are an error or a value: no panic, bounded memory, and
//! what was read is written back as it was.
//!
//! The first octet picks one of the ways below; how many patches follow is the
//! second, each an offset of two octets and a value. For a matcher, the rest is
//! a path and rules as in `rules`.

use robots::access::{Fetch, Policy, Response, State};
use robots::cache::{Cache, Lookup};
use robots::origin::Origin;
use robots::{Matcher, Options};
use twox_hash::XxHash3_64;

use crate::counting::measured;
use crate::input::line;
use crate::rules::written;

const HEAD: usize = 16;
const SUM: usize = 8;
const NOW: u64 = 1_800_000_000;

pub fn run(data: &[u8]) {
    let [way, data @ ..] = data else {
        return;
    };
    match way % 6 {
        0 => raw(data),
        1 => {
            for kind in 1..=4 {
                raw(&sealed(kind, data));
            }
        }
        2 => matcher(data),
        3 => state(data),
        4 => cache(data),
        _ => cut(data),
    }
}

/// An envelope around any content, with all its numbers right.
fn sealed(kind: u8, content: &[u8]) -> Vec<u8> {
    let mut out = b"rbts\xFF\xFE".to_vec();
    out.extend([kind, 1]);
    out.extend((content.len() as u64).to_le_bytes());
    out.extend(content);
    out.extend(XxHash3_64::oneshot(&out).to_le_bytes());
    out
}

fn content(bytes: &[u8]) -> &[u8] {
    &bytes[HEAD..bytes.len() - SUM]
}

/// Some octets of the content overwritten, and the checksum made right again.
fn forged<'a>(bytes: &[u8], data: &'a [u8]) -> (Vec<u8>, &'a [u8]) {
    let mut new = content(bytes).to_vec();
    let (count, mut rest) = data.split_first().unwrap_or((&0, b""));
    for _ in 0..count % 8 {
        let [low, high, value, after @ ..] = rest else {
            break;
        };
        rest = after;
        let at = usize::from(u16::from_le_bytes([*low, *high]));
        match at % 64 {
            0 => new.truncate(at / 64),
            1 => new.push(*value),
            _ if !new.is_empty() => {
                let at = at % new.len();
                new[at] = *value;
            }
            _ => {}
        }
    }
    (sealed(bytes[6], &new), rest)
}

fn raw(bytes: &[u8]) {
    use_matcher(bytes, b"/a/b?c");
    use_state(bytes);
    use_cache(bytes);
}

fn use_matcher(bytes: &[u8], path: &[u8]) {
    let (matcher, heap) = measured(|| Matcher::from_bytes(bytes));
    assert!(heap.peak <= 40 * bytes.len() + 64 * 1024, "{heap:?}");
    let Ok(matcher) = matcher else {
        assert!(matcher.unwrap_err().to_string().len() < 200);
        return;
    };
    assert_eq!(matcher.to_bytes(), bytes);
    let long = [path, &b"/a/b.a=?".repeat(40)[..]].concat();
    for path in [path, &long, b"/", b"/robots.txt", b""] {
        let (verdict, heap) = measured(|| matcher.check_path(path));
        assert!(
            heap.peak <= 16 * path.len() + bytes.len() + 4096,
            "{heap:?}"
        );
        let url = [b"https://h", path].concat();
        if path
            .iter()
            .all(|octet| octet.is_ascii_graphic() && *octet != b'\\')
            && !path.is_empty()
        {
            assert_eq!(matcher.check(url), verdict);
        }
    }
    let _ = matcher.memory_usage();
}

fn use_state(bytes: &[u8]) {
    let Ok(state) = State::from_bytes(bytes) else {
        return;
    };
    assert_eq!(state.to_bytes(), bytes);
    let (policy, origin) = (Policy::new(), Origin::parse("http://h").expect("an origin"));
    for now in [0, NOW, u64::MAX] {
        let decision = state.decision(&policy, now);
        assert!(decision.next_change >= now && decision.fetch_at >= decision.next_change);
        for status in [200, 304, 404, 503] {
            let mut state = state.clone();
            let mut fetch = Fetch::new(&origin, &state, &policy);
            let validators = fetch.validators(&state);
            let _ = (validators.if_none_match(), validators.if_modified_since());
            fetch.response(&Response::new(status));
            state.record(&fetch, &policy, now);
            assert_eq!(State::from_bytes(&state.to_bytes()), Ok(state));
        }
    }
}

fn empty() -> Cache {
    let cache = Cache::builder(1 << 20).agents("a").agents("b");
    cache.build().expect("tokens")
}

fn use_cache(bytes: &[u8]) {
    let cache = empty();
    let one = cache.import(bytes);
    let all = cache.restore(bytes);
    assert!(one.is_err() || all.is_err());
    if let Ok(origin) = one {
        ask(&cache, &origin);
    }
    let origin = Origin::parse("https://site.example").expect("an origin");
    ask(&cache, &origin);
    assert!(empty().restore(&cache.to_bytes()).is_ok());
}

fn ask(cache: &Cache, origin: &Origin) {
    let url = format!("{origin}/a/b?c");
    if let Lookup::Hit(hit) = cache.get(origin, NOW) {
        let _ = (
            hit.check(&url),
            hit.check_as(1, &url),
            hit.check_as(2, &url),
        );
    }
    if let Some(bytes) = cache.export(origin) {
        assert_eq!(empty().import(&bytes).as_ref(), Ok(origin));
    }
}

fn matcher(data: &[u8]) {
    let (flags, data) = data.split_first().unwrap_or((&0, b""));
    let options = match flags & 1 {
        0 => Options::new(),
        _ => Options::google(),
    };
    let patches = 1 + 3 * usize::from(data.first().unwrap_or(&0) % 8);
    let (path, rules) = line(data.get(patches..).unwrap_or_default());
    let path = [b"/", path].concat();
    let body = written(rules);
    let matcher = Matcher::compile(&body, "a", &options).expect("a token");
    let bytes = matcher.to_bytes();
    let again = Matcher::from_bytes(&bytes).expect("what was written");
    assert_eq!(again.check_path(&path), matcher.check_path(&path));
    assert_eq!(again.memory_usage(), matcher.memory_usage());
    use_matcher(&bytes, &path);
    use_matcher(&forged(&bytes, data).0, &path);
}

fn state(data: &[u8]) {
    let policy = Policy::new();
    let origin = Origin::parse("https://h").expect("an origin");
    let mut state = State::new();
    for status in [200, 503] {
        let mut fetch = Fetch::new(&origin, &state, &policy);
        fetch.response(&Response::new(status).header("etag", "\"tag\""));
        state.record(&fetch, &policy, NOW);
        let bytes = state.to_bytes();
        assert_eq!(State::from_bytes(&bytes).as_ref(), Ok(&state));
        use_state(&forged(&bytes, data).0);
    }
}

fn cache(data: &[u8]) {
    let origin = Origin::parse("https://site.example").expect("an origin");
    let cache = empty();
    let Lookup::Fetch(mut ticket) = cache.get(&origin, NOW) else {
        panic!("nothing is known yet");
    };
    ticket.response(&Response::new(200));
    ticket.finish("user-agent: a\ndisallow: /a/*?c\nallow: /a", NOW);
    for bytes in [cache.export(&origin).expect("an entry"), cache.to_bytes()] {
        use_cache(&bytes);
        use_cache(&forged(&bytes, data).0);
    }
}

/// Every way to be too short is an error.
fn cut(data: &[u8]) {
    let matcher = Matcher::compile(data, "a", &Options::google()).expect("any agents");
    let bytes = matcher.to_bytes();
    let at = data.len() * 7 % bytes.len();
    assert!(Matcher::from_bytes(&bytes[..at]).is_err());
    let mut damaged = bytes;
    damaged[at] ^= 1 << (data.len() % 8);
    assert!(Matcher::from_bytes(&damaged).is_err());
}
