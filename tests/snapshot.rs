//! Matchers and states as bytes: what is written is read again, and nothing
//! else is.

#[path = "support/forge.rs"]
mod forged;
#[path = "support/random.rs"]
mod random;

use forged::forge;
use random::Random;
use robots::access::{Failure, Fetch, Policy, Response, State};
use robots::snapshot::SnapshotError;
use robots::{Matcher, Options, Verdict};

const BODY: &str = "\
user-agent: *
disallow: /private
allow: /private/open$
disallow: /*?session=
disallow: /*.php$
allow: /a*b*c
disallow: /same/long/beginning/of/a/path/one
disallow: /same/long/beginning/of/a/path/two

user-agent: other
disallow: /
";

const PATHS: [&str; 9] = [
    "/",
    "/private",
    "/private/open",
    "/x?session=1",
    "/x.php",
    "/a/b/c",
    "/same/long/beginning/of/a/path/two",
    "/%7Eme",
    "/robots.txt",
];

/// The last eight octets of the matchers' bytes.
const CHECKSUMS: [u64; 13] = [
    0xBA2D_5156_3CA0_5B4B,
    0x42C8_DCC7_DAD9_CA1C,
    0xE158_4054_2B34_D717,
    0x02A1_C8F3_FBF1_8658,
    0x6FFC_DED1_3B2A_A7C5,
    0x186D_19DA_FF24_4F6D,
    0x10CB_EF48_DB41_C6F4,
    0xA957_FB23_53F4_A983,
    0xA4ED_B50C_AE5E_E5CF,
    0xAF84_0817_4FB4_CDF2,
    0x18CB_E3DB_6AAB_7450,
    0x2045_679D_BE1D_35BC,
    0xB903_2E9F_1207_1066,
];

fn answers(matcher: &Matcher) -> Vec<Verdict> {
    PATHS.iter().map(|path| matcher.check_path(path)).collect()
}

fn matchers() -> Vec<Matcher> {
    let many: String = (0..400)
        .map(|i| format!("disallow: /d{i}*e{i}*f\n"))
        .collect();
    let many = format!("user-agent: *\n{many}");
    let far = format!("{}{BODY}", "\n".repeat(70_000));
    let long = format!("user-agent: *\ndisallow: /{}\n", "x".repeat(3000));
    let mut matchers = vec![Matcher::unavailable(), Matcher::unreachable()];
    for body in ["", BODY, &many, &far, &long] {
        for options in [Options::new(), Options::google()] {
            matchers.push(Matcher::compile(body, "bot", &options).unwrap());
        }
    }
    matchers
}

#[test]
fn a_matcher_answers_as_before() {
    for matcher in matchers() {
        let bytes = matcher.to_bytes();
        let again = Matcher::from_bytes(&bytes).unwrap();
        assert_eq!(answers(&again), answers(&matcher));
        assert_eq!(again.memory_usage(), matcher.memory_usage());
        assert_eq!(again.profile(), matcher.profile());
        assert_eq!(again.to_bytes(), bytes);
    }
}

/// Stored bytes are read by later releases, so what is written for the same
/// rules stays the same, and what is filed under which pair of octets as well.
/// If this fails on purpose, old bytes must not be taken for new ones: the
/// version in `src/snapshot/mod.rs` goes up.
#[test]
fn what_is_written_stays_the_same() {
    // Words of all octets that a pattern may hold as they are.
    let octets: Vec<char> = ('!'..='~').filter(|octet| !"#%".contains(*octet)).collect();
    // The checksums below hold for these numbers and no others.
    let mut seed = 5_u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize % below
    };
    let mut mixed = "user-agent: *\n".to_owned();
    for number in 0..200 {
        let len = 1 + random(9);
        let word: String = (0..len).map(|_| octets[random(octets.len())]).collect();
        let star = ["", "*"][number % 2];
        mixed.push_str(&format!("disallow: /{star}{word}\n"));
    }
    let mut all = matchers();
    all.push(Matcher::compile(mixed, "bot", &Options::new()).unwrap());
    let checksum = |matcher: &Matcher| {
        let bytes = matcher.to_bytes();
        u64::from_le_bytes(*bytes.last_chunk().unwrap())
    };
    let checksums: Vec<u64> = all.iter().map(checksum).collect();
    assert_eq!(checksums, CHECKSUMS, "{checksums:#018X?}");
}

#[test]
#[cfg(feature = "dense")]
fn a_dense_matcher_comes_back_in_the_default_form() {
    let dense = Matcher::compile_dense(BODY, "bot", &Options::new()).unwrap();
    assert!(dense.is_dense());
    let again = Matcher::from_bytes(&dense.to_bytes()).unwrap();
    assert!(!again.is_dense());
    assert_eq!(answers(&again), answers(&dense));
}

#[test]
fn every_changed_cut_or_added_octet_is_an_error() {
    let matcher = Matcher::compile(BODY, "bot", &Options::new()).unwrap();
    let bytes = matcher.to_bytes();
    for at in 0..bytes.len() {
        for with in [1, 0x80, 0xFF] {
            let mut mutant = bytes.clone();
            mutant[at] ^= with;
            assert!(Matcher::from_bytes(&mutant).is_err(), "octet {at}");
        }
        assert!(Matcher::from_bytes(&bytes[..at]).is_err(), "cut at {at}");
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert_eq!(
        Matcher::from_bytes(&longer).unwrap_err(),
        SnapshotError::Length
    );
}

#[test]
fn errors_say_what_is_wrong() {
    let bytes = Matcher::unavailable().to_bytes();
    let error = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = bytes.clone();
        change(&mut bytes);
        Matcher::from_bytes(&bytes).unwrap_err()
    };
    assert_eq!(error(&|bytes| bytes.clear()), SnapshotError::Length);
    assert_eq!(error(&|bytes| bytes[0] = b'R'), SnapshotError::Foreign);
    assert_eq!(error(&|bytes| bytes.swap(4, 5)), SnapshotError::ByteOrder);
    assert_eq!(error(&|bytes| bytes[6] = 2), SnapshotError::Foreign);
    assert_eq!(error(&|bytes| bytes[7] += 1), SnapshotError::Version);
    assert_eq!(error(&|bytes| bytes.truncate(20)), SnapshotError::Length);
    assert_eq!(error(&|bytes| bytes[16] = 1), SnapshotError::Checksum);
    let state = State::new().to_bytes();
    assert_eq!(
        Matcher::from_bytes(&state).unwrap_err(),
        SnapshotError::Foreign
    );
}

#[test]
fn forged_bytes_are_an_error_or_a_set_of_rules() {
    let mut random = Random(11);
    for matcher in matchers() {
        let bytes = matcher.to_bytes();
        for _ in 0..500 {
            let mut mutant = bytes.clone();
            for _ in 0..=random.below(3) {
                let at = 16 + random.below(bytes.len() - 24);
                mutant[at] = random.octet();
            }
            forge(&mut mutant);
            if let Ok(matcher) = Matcher::from_bytes(&mutant) {
                assert_eq!(matcher.to_bytes(), mutant);
                answers(&matcher);
            }
        }
    }
}

/// States of every kind, as an origin goes through them.
fn states() -> Vec<State> {
    let policy = Policy::new();
    let origin = "https://site.example".parse().unwrap();
    let mut states = vec![State::new()];
    let mut state = State::new();
    let mut now = 1_000_000_000;
    let full = Response::new(200)
        .header("ETag", "W/\"v1\"")
        .header("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT")
        .header("Cache-Control", "max-age=600");
    let answers = [
        Ok(full),
        Ok(Response::new(304)),
        Ok(Response::new(503).header("Retry-After", "77")),
        Err(Failure::Timeout),
        Ok(Response::new(404)),
        Err(Failure::Dns),
        Ok(Response::new(200)),
    ];
    for answer in answers {
        let mut fetch = Fetch::new(&origin, &state, &policy);
        match answer {
            Ok(response) => fetch.response(&response),
            Err(failure) => fetch.failure(failure),
        };
        state.record(&fetch, &policy, now);
        states.push(state.clone());
        now += 1000;
    }
    state.forget_copy();
    states.push(state);
    states
}

#[test]
fn states_are_equal_afterwards() {
    for state in states() {
        assert_eq!(State::from_bytes(&state.to_bytes()), Ok(state));
    }
}

#[test]
fn damaged_states_are_errors() {
    for state in states() {
        let bytes = state.to_bytes();
        for at in 0..bytes.len() {
            let mut mutant = bytes.clone();
            mutant[at] ^= 0x10;
            assert!(State::from_bytes(&mutant).is_err());
            assert!(State::from_bytes(&bytes[..at]).is_err());
        }
    }
}

/// A state that no attempts could have left is none.
#[test]
fn states_that_cannot_be_are_errors() {
    let policy = Policy::new();
    let origin = "https://site.example".parse().unwrap();
    let failed = |times: u64| {
        let mut state = State::new();
        for at in 0..times {
            let mut fetch = Fetch::new(&origin, &state, &policy);
            fetch.failure(Failure::Dns);
            state.record(&fetch, &policy, 1_000_000_000 + at);
        }
        state.to_bytes()
    };
    // The date of the copy, the length of the outage, what the attempt met.
    const LAST_MODIFIED: usize = 32;
    const OUTAGE: usize = 52;
    const CAUSE: usize = 60;
    let error = |mut bytes: Vec<u8>, at: usize, octet: u8| {
        bytes[at] = octet;
        forge(&mut bytes);
        State::from_bytes(&bytes).err()
    };
    let malformed = Some(SnapshotError::Malformed);
    assert_eq!(error(failed(1), OUTAGE, 1), malformed);
    assert_eq!(error(failed(2), OUTAGE, 9), None);
    assert_eq!(error(failed(1), CAUSE, 15), malformed);
    assert_eq!(error(failed(1), LAST_MODIFIED, 1), malformed);
    let mut state = State::new();
    let mut fetch = Fetch::new(&origin, &state, &policy);
    fetch.response(&Response::new(200));
    state.record(&fetch, &policy, 1_000_000_000);
    assert_eq!(error(state.to_bytes(), LAST_MODIFIED, 1), None);
    assert_eq!(error(state.to_bytes(), LAST_MODIFIED + 7, 1), malformed);
    // Written before outages were counted as they are now.
    let mut old = failed(2);
    old[7] = 1;
    assert_eq!(State::from_bytes(&old), Err(SnapshotError::Version));
}

#[test]
fn forged_states_hold_nothing_that_could_be_sent_on() {
    let policy = Policy::new();
    let origin = "https://site.example".parse().unwrap();
    for state in states() {
        let bytes = state.to_bytes();
        for at in 16..bytes.len() - 8 {
            for octet in 0..=255 {
                let mut mutant = bytes.clone();
                mutant[at] = octet;
                forge(&mut mutant);
                let Ok(state) = State::from_bytes(&mutant) else {
                    continue;
                };
                let decision = state.decision(&policy, 1_000_000_000);
                assert!(decision.next_change >= 1_000_000_000);
                let fetch = Fetch::new(&origin, &state, &policy);
                let validators = fetch.validators(&state);
                if let Some(etag) = validators.if_none_match() {
                    assert!(!etag.iter().any(u8::is_ascii_control), "{etag:?}");
                }
            }
        }
    }
}
