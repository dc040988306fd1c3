//! Two threads through the C ABI, with random files, crawlers and URLs: every
//! answer is that of one thread alone, and memory does not grow.
//!
//! ROBOTS_SOAK says how many times as many rounds there are; `soak.sh` asks for
//! 300.
#![cfg(feature = "capi")]
#![allow(unsafe_code)]

use std::ffi::c_char;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

// The functions as a C program sees them; the symbols come with the crate.
use robots as _;

#[cfg(feature = "cache")]
#[path = "soak/cache.rs"]
mod cache;
#[path = "support/random.rs"]
mod random;

use random::Random;

#[repr(C)]
struct Txt {
    _private: [u8; 0],
}

#[repr(C)]
struct Matcher {
    _private: [u8; 0],
}

#[repr(C)]
struct Lines {
    _private: [u8; 0],
}

#[repr(C)]
#[derive(Clone, Copy)]
struct Str {
    data: *const c_char,
    len: usize,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Verdict {
    allowed: u8,
    reason: u8,
    reserved: u16,
    line: u32,
    octets: u32,
    rule: u32,
}

#[repr(C)]
struct Rule {
    pattern: Str,
    normalized: Str,
    line: u32,
    group: u32,
    allow: u8,
    reserved: [u8; 7],
}

#[repr(C)]
struct Line {
    key: Str,
    value: Str,
    line: u32,
    flags: u16,
    key_type: u8,
    reserved: u8,
}

#[repr(C)]
#[derive(Default)]
struct Options {
    profile: u8,
    assume_slash: u8,
    exact_agent: u8,
    blank_line_ends_group: u8,
    reserved: u32,
    max_bytes: usize,
    max_line: usize,
}

unsafe extern "C" {
    fn robots_txt_parse(at: *const c_char, len: usize, o: *const Options, n: usize) -> *mut Txt;
    fn robots_txt_free(txt: *mut Txt);
    fn robots_txt_rule_count(txt: *const Txt) -> usize;
    fn robots_txt_rule(txt: *const Txt, index: usize) -> Rule;
    fn robots_txt_size(txt: *const Txt) -> usize;
    fn robots_matcher_new(txt: *const Txt, agents: *const c_char, len: usize) -> *mut Matcher;
    fn robots_matcher_compile(
        at: *const c_char,
        len: usize,
        agents: *const c_char,
        agents_len: usize,
        options: *const Options,
        options_size: usize,
    ) -> *mut Matcher;
    fn robots_matcher_free(matcher: *mut Matcher);
    fn robots_matcher_check(matcher: *const Matcher, url: *const c_char, len: usize) -> Verdict;
    fn robots_matcher_check_many(
        matcher: *const Matcher,
        data: *const c_char,
        ends: *const usize,
        count: usize,
        out: *mut Verdict,
    ) -> i32;
    fn robots_check_once(
        at: *const c_char,
        len: usize,
        agents: *const c_char,
        agents_len: usize,
        url: *const c_char,
        url_len: usize,
        options: *const Options,
        options_size: usize,
    ) -> Verdict;
    fn robots_lines_new(at: *const c_char, len: usize) -> *mut Lines;
    fn robots_lines_next(lines: *mut Lines) -> Line;
    fn robots_lines_free(lines: *mut Lines);
    fn robots_url_origin(url: *const c_char, len: usize, buffer: *mut c_char, size: usize)
    -> usize;
}

/// How many different files there are; the threads go round them.
const FILES: usize = 600;
/// Matchers that both threads ask, and replace under each other's hands.
const SLOTS: usize = 16;
const MIB: usize = 1024 * 1024;

const WORDS: [&str; 22] = [
    "/",
    "a",
    "b",
    "shop",
    "*",
    "$",
    "?",
    "=",
    "%2F",
    "%7e",
    "%C3%A9",
    "é",
    "//",
    "index.html",
    ".php",
    "-",
    "_",
    "\\",
    " ",
    "*a*b",
    "private",
    "%",
];
const AGENTS: [&str; 7] = ["a", "a-b", "b", "*", "a-b-c, b", "MJ12bot", "c d"];

fn path(random: &mut Random) -> String {
    let count = random.below(9);
    let words: String = (0..count).map(|_| random.pick(&WORDS)).collect();
    format!("/{words}")
}

/// A file and questions about it, the same for the same number.
struct Work {
    body: Vec<u8>,
    agents: &'static str,
    google: bool,
    urls: Vec<String>,
}

impl Work {
    fn new(number: usize) -> Work {
        let mut random = Random(number as u64);
        let mut body = String::new();
        // Mostly a few lines, at times thousands.
        let lines = match random.below(40) {
            0 => 4000,
            1..=5 => 400,
            _ => 20,
        };
        let lines = 1 + random.below(lines);
        for _ in 0..lines {
            body += &match random.below(12) {
                0 | 1 => format!("User-agent: {}", random.pick(&AGENTS)),
                2..=4 => format!("Allow: {}", path(&mut random)),
                5..=8 => format!("Disallow: {}", path(&mut random)),
                9 => format!("disalow {}", path(&mut random)),
                10 => "Sitemap: https://site.example/map.xml # map".to_owned(),
                _ => "Crawl-delay: 1.5".to_owned(),
            };
            body += random.pick(&["\n", "\n", "\r\n", "\r", "\n\n"]);
        }
        let hosts = ["https://site.example", "HTTP://u@h:8080", "ftp://h", "h"];
        let mut url = || {
            let host = random.pick(&hosts);
            format!("{host}{}", path(&mut random))
        };
        let mut urls: Vec<String> = (0..24).map(|_| url()).collect();
        urls.push(format!("https://site.example/{}", "a*b/".repeat(400)));
        Work {
            body: body.into_bytes(),
            agents: random.pick(&AGENTS),
            google: random.below(3) == 0,
            urls,
        }
    }
}

/// A matcher of the library, freed by whoever drops it last.
struct Handle(*mut Matcher);

// SAFETY: the manual lets any number of threads ask one matcher at once, and
// the last owner frees it alone.
unsafe impl Send for Handle {}
unsafe impl Sync for Handle {}

impl Drop for Handle {
    fn drop(&mut self) {
        // SAFETY: made by the library, freed once.
        unsafe { robots_matcher_free(self.0) }
    }
}

fn at(text: &[u8]) -> *const c_char {
    text.as_ptr().cast()
}

fn mix(sum: u64, more: impl IntoIterator<Item = u64>) -> u64 {
    more.into_iter().fold(sum, |sum, more| {
        (sum ^ more).wrapping_mul(0x0100_0000_01B3).rotate_left(23)
    })
}

fn of_verdict(verdict: Verdict) -> [u64; 5] {
    let Verdict {
        allowed, reason, ..
    } = verdict;
    let numbers = [verdict.line, verdict.octets, verdict.rule].map(u64::from);
    [
        allowed.into(),
        reason.into(),
        numbers[0],
        numbers[1],
        numbers[2],
    ]
}

/// # Safety
/// The text is the library's, and its object lives.
unsafe fn of_text(text: Str) -> u64 {
    // SAFETY: promised.
    let octets = unsafe { std::slice::from_raw_parts(text.data.cast::<u8>(), text.len) };
    mix(1, octets.iter().map(|octet| u64::from(*octet)))
}

/// Everything there is to ask; the sum of all answers, and a matcher that is
/// still to be freed.
fn answer(work: &Work) -> (u64, Handle) {
    let options = Options {
        profile: u8::from(work.google),
        ..Options::default()
    };
    let (options, size) = (&raw const options, size_of::<Options>());
    let (body, len) = (at(&work.body), work.body.len());
    let (agents, agents_len) = (at(work.agents.as_bytes()), work.agents.len());
    let mut sum = 0;
    let mut room: [c_char; 300] = [0; 300];
    // SAFETY: every pointer has the length beside it, and every object is used
    // before it is freed, by this thread alone.
    unsafe {
        let txt = robots_txt_parse(body, len, options, size);
        let parsed = robots_matcher_new(txt, agents, agents_len);
        let direct = robots_matcher_compile(body, len, agents, agents_len, options, size);
        assert!(!txt.is_null() && parsed.is_null() == direct.is_null());
        let rules = robots_txt_rule_count(txt);
        sum = mix(sum, [robots_txt_size(txt) as u64, rules as u64]);
        for index in 0..rules {
            let rule = robots_txt_rule(txt, index);
            let numbers = [
                u64::from(rule.line),
                u64::from(rule.group),
                rule.allow.into(),
            ];
            sum = mix(sum, numbers);
            sum = mix(sum, [of_text(rule.pattern), of_text(rule.normalized)]);
        }
        robots_txt_free(txt);

        let data = work.urls.concat();
        let mut end = 0;
        let ends: Vec<usize> = work
            .urls
            .iter()
            .map(|url| {
                end += url.len();
                end
            })
            .collect();
        let mut out = vec![Verdict::default(); ends.len()];
        let (data, count) = (at(data.as_bytes()), ends.len());
        let done = robots_matcher_check_many(direct, data, ends.as_ptr(), count, out.as_mut_ptr());
        assert_eq!(done, if direct.is_null() { -1 } else { 0 });
        for (index, (url, verdict)) in work.urls.iter().zip(&out).enumerate() {
            let url = url.as_bytes();
            assert_eq!(robots_matcher_check(parsed, at(url), url.len()), *verdict);
            if index % 8 == 0 {
                let (url, url_len) = (at(url), url.len());
                let once =
                    robots_check_once(body, len, agents, agents_len, url, url_len, options, size);
                assert_eq!(once, *verdict);
            }
            let origin = robots_url_origin(at(url), url.len(), room.as_mut_ptr(), room.len());
            sum = mix(sum, [origin as u64]);
            sum = mix(sum, of_verdict(*verdict));
        }
        robots_matcher_free(parsed);

        let lines = robots_lines_new(body, len);
        loop {
            let line = robots_lines_next(lines);
            if line.line == 0 {
                break;
            }
            sum = mix(
                sum,
                [line.line.into(), line.flags.into(), line.key_type.into()],
            );
            sum = mix(sum, [of_text(line.key), of_text(line.value)]);
        }
        robots_lines_free(lines);
        (sum, Handle(direct))
    }
}

/// The verdicts of a matcher on all URLs of its file.
fn verdicts(handle: &Handle, work: &Work) -> u64 {
    work.urls.iter().fold(7, |sum, url| {
        // SAFETY: the handle lives as long as the reference.
        let verdict = unsafe { robots_matcher_check(handle.0, at(url.as_bytes()), url.len()) };
        mix(sum, of_verdict(verdict))
    })
}

/// What one thread alone finds.
struct Known {
    work: Work,
    sum: u64,
    verdicts: u64,
}

/// Octets of memory in use; 0 on systems that do not tell.
fn resident() -> usize {
    if !cfg!(target_os = "linux") {
        return 0;
    }
    let statm = std::fs::read_to_string("/proc/self/statm").expect("statm");
    let pages = statm.split(' ').nth(1).expect("a second number");
    pages.parse::<usize>().expect("a number") * 4096
}

type Slot = Mutex<Option<(usize, Arc<Handle>)>>;

fn churn(random: &mut Random, known: &[Known], slots: &[Slot]) {
    let number = random.below(known.len());
    let (sum, handle) = answer(&known[number].work);
    assert_eq!(sum, known[number].sum, "file {number}");
    let slot = &slots[random.below(slots.len())];
    let old = slot
        .lock()
        .expect("no panic")
        .replace((number, Arc::new(handle)));
    drop(old);
    for _ in 0..4 {
        let slot = slots[random.below(slots.len())]
            .lock()
            .expect("no panic")
            .clone();
        if let Some((number, handle)) = slot {
            let of = &known[number];
            assert_eq!(verdicts(&handle, &of.work), of.verdicts, "file {number}");
        }
    }
}

/// Two threads that share so many rounds, times ROBOTS_SOAK, one test after the
/// other. After the first fifth of the rounds the allocator has found its size;
/// from then on the memory in use must not grow. Returns the number of rounds.
fn soak(rounds: usize, round: &(dyn Fn(&mut Random) + Sync)) -> usize {
    static ALONE: Mutex<()> = Mutex::new(());
    let _alone = ALONE.lock();
    let times = std::env::var("ROBOTS_SOAK");
    let rounds = rounds * times.map_or(1, |times| times.parse::<usize>().expect("a number"));
    let [next, settled, most] = [const { AtomicUsize::new(0) }; 3];
    let work = |seed| {
        let mut random = Random(seed);
        loop {
            let turn = next.fetch_add(1, Ordering::Relaxed);
            if turn >= rounds {
                break;
            }
            round(&mut random);
            if turn % 50 == 0 {
                let of = if turn < rounds / 5 { &settled } else { &most };
                of.fetch_max(resident(), Ordering::Relaxed);
            }
        }
    };
    std::thread::scope(|scope| {
        let work = &work;
        for seed in 0..2 {
            scope.spawn(move || work(seed));
        }
    });
    let (settled, most) = (settled.into_inner(), most.into_inner());
    println!("{rounds} rounds: {settled} octets resident, {most} later");
    assert!(most <= settled + 8 * MIB, "{settled} octets grew to {most}");
    rounds
}

#[test]
fn two_threads_answer_like_one_and_memory_stays() {
    let known: Vec<Known> = (0..FILES)
        .map(|number| {
            let work = Work::new(number);
            let (sum, handle) = answer(&work);
            let verdicts = verdicts(&handle, &work);
            Known {
                work,
                sum,
                verdicts,
            }
        })
        .collect();
    let slots: Vec<Slot> = (0..SLOTS).map(|_| Mutex::new(None)).collect();
    soak(3_000, &|random| churn(random, &known, &slots));
}
