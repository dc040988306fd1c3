//! Any sequence of calls through the C functions, with NULL and nonsense where
//! C can hand them over: what comes back is what the Rust functions say.

use std::ffi::{CStr, c_char};
use std::ptr::{null, null_mut};

use arbitrary::{Arbitrary, Unstructured};
use robots::capi::*;
use robots::{GroupMatch, Matcher, Options, Profile, RobotsTxt, Verdict};

use crate::capi_given::ptr;

#[derive(Arbitrary, Debug)]
enum Call<'a> {
    Parse(&'a [u8], Settings),
    New(u8, Agents<'a>),
    Compile(&'a [u8], Agents<'a>, Settings),
    Special(bool),
    Check(u8, &'a [u8]),
    CheckPath(u8, &'a [u8]),
    CheckMany(u8, Vec<&'a [u8]>, Option<u8>),
    CheckOnce(&'a [u8], Agents<'a>, &'a [u8], Settings),
    Walk(u8, usize),
    Delay(u8, Agents<'a>),
    Lines(&'a [u8], u8),
    Text(&'a [u8], &'a [u8], u8),
    Names(u8),
    FreeTxt(u8),
    FreeMatcher(u8),
    /// NULL with a length, and lengths that no memory has.
    Nonsense(u8, usize),
}

#[derive(Arbitrary, Debug)]
enum Agents<'a> {
    A,
    Chain,
    Star,
    Any(&'a [u8]),
}

impl<'a> Agents<'a> {
    fn text(&self) -> &'a [u8] {
        match self {
            Agents::A => b"a",
            Agents::Chain => b"b-c, a",
            Agents::Star => b"*",
            Agents::Any(text) => text,
        }
    }
}

#[derive(Arbitrary, Debug)]
struct Settings {
    kind: u8,
    flags: [u8; 4],
    reserved: u8,
    max_bytes: u16,
    max_line: u16,
    size: u8,
}

/// Options as C lays them out, with room behind them.
#[repr(C)]
struct Room {
    options: robots_options,
    tail: [u64; 2],
}

/// The options that C hands over, and what they mean, if anything.
struct Given {
    room: Room,
    size: usize,
    null: bool,
    meaning: Option<Options>,
}

impl Given {
    fn pointer(&self) -> *const robots_options {
        match self.null {
            true => null(),
            false => (&raw const self.room).cast(),
        }
    }
}

impl Settings {
    fn give(&self) -> Given {
        let odd = self.kind & 8 != 0;
        let flag = |number: u8| if odd { number } else { number & 1 };
        let [profile, slash, exact, blank] = self.flags.map(flag);
        let reserved = if odd { u32::from(self.reserved & 1) } else { 0 };
        let tail = if odd && self.reserved & 2 != 0 { 1 } else { 0 };
        let room = Room {
            options: robots_options {
                profile,
                assume_slash: slash,
                exact_agent: exact,
                blank_line_ends_group: blank,
                reserved,
                max_bytes: self.max_bytes.into(),
                max_line: self.max_line.into(),
            },
            tail: [0, tail],
        };
        let (size, null) = match self.kind & 7 {
            0 => (0, true),
            1 => (usize::from(self.size), true),
            2 => (usize::from(self.size) % 41, false),
            3 => (40, false),
            _ => (24, false),
        };
        let sane = profile < 2 && slash < 2 && exact < 2 && blank < 2 && reserved == 0;
        let fits = (24..=40).contains(&size) && (tail == 0 || size <= 32);
        let meaning = match null {
            true => (size == 0).then(Options::new),
            false => (sane && fits).then(|| {
                let mut options = Options::new()
                    .with_assume_slash(slash == 1)
                    .with_exact_agent(exact == 1)
                    .with_blank_line_ends_group(blank == 1);
                if profile == 1 {
                    options = options.with_profile(Profile::Google);
                }
                if self.max_bytes > 0 {
                    options.max_bytes = self.max_bytes.into();
                }
                if self.max_line > 0 {
                    options.max_line = self.max_line.into();
                }
                options
            }),
        };
        Given {
            room,
            size,
            null,
            meaning,
        }
    }
}

/// An object, and the Rust value that it must equal. NULL has none.
type Txt = (Option<Box<robots_txt>>, Option<RobotsTxt>);
pub(crate) type Match = (Option<Box<robots_matcher>>, Option<Matcher>);

#[derive(Default)]
pub(crate) struct World {
    txts: Vec<Txt>,
    matchers: Vec<Match>,
}

const NONE: Txt = (None, None);
const NO_MATCHER: Match = (None, None);

pub fn run(data: &[u8]) {
    crate::capi_access::run(data);
    let mut input = Unstructured::new(data);
    let mut world = World::default();
    for _ in 0..64 {
        if input.is_empty() {
            break;
        }
        let Ok(call) = Call::arbitrary(&mut input) else {
            break;
        };
        world.call(&call);
    }
    for (txt, _) in world.txts {
        robots_txt_free(txt);
    }
    for (matcher, _) in world.matchers {
        robots_matcher_free(matcher);
    }
}

fn number(group: GroupMatch<'_>) -> u8 {
    match group {
        GroupMatch::None => ROBOTS_GROUP_NONE,
        GroupMatch::Star => ROBOTS_GROUP_STAR,
        GroupMatch::Named(_) => ROBOTS_GROUP_NAMED,
        GroupMatch::Fallback(_) => ROBOTS_GROUP_FALLBACK,
    }
}

/// The octets of a text that lives as long as its object.
fn octets(text: robots_str) -> Vec<u8> {
    if text.data.is_null() {
        assert_eq!(text.len, 0);
        return Vec::new();
    }
    // SAFETY: as the manual promises; the sanitizer watches.
    unsafe { std::slice::from_raw_parts(text.data.cast(), text.len) }.to_vec()
}

pub(crate) fn same(got: robots_verdict, want: Option<Verdict>) {
    let want = want.unwrap_or(Verdict::misuse());
    let numbers = (got.allowed, got.reason, got.reserved);
    assert_eq!(numbers, (want.allowed.into(), want.reason as u8, 0));
    assert_eq!(
        (got.line, got.octets, got.rule),
        (want.line, want.octets, want.rule)
    );
    // SAFETY: a static text with NUL at its end.
    let name = unsafe { CStr::from_ptr(robots_reason_name(got.reason)) };
    assert_eq!(name.to_str(), Ok(want.reason.as_str()));
}

impl World {
    fn txt(&self, index: u8) -> &Txt {
        let len = self.txts.len().max(1);
        self.txts.get(usize::from(index) % len).unwrap_or(&NONE)
    }

    pub(crate) fn matcher(&self, index: u8) -> &Match {
        let len = self.matchers.len().max(1);
        let at = usize::from(index) % len;
        self.matchers.get(at).unwrap_or(&NO_MATCHER)
    }

    // SAFETY of all blocks below: every length is that of the memory behind
    // its pointer, except where NULL or the length is a misuse on purpose.
    fn call(&mut self, call: &Call<'_>) {
        match call {
            Call::Parse(body, settings) => {
                let given = settings.give();
                let (at, size) = (given.pointer(), given.size);
                let txt = unsafe { robots_txt_parse(ptr(body), body.len(), at, size) };
                let want = given.meaning.map(|it| RobotsTxt::parse_with(body, &it));
                assert_eq!(txt.is_some(), want.is_some());
                self.txts.push((txt, want));
            }
            Call::New(index, agents) => {
                let agents = agents.text();
                let (txt, want) = self.txt(*index);
                let at = ptr(agents);
                let made = unsafe { robots_matcher_new(txt.as_deref(), at, agents.len()) };
                let want = want.as_ref().and_then(|txt| txt.matcher(agents).ok());
                self.keep(made, want);
            }
            Call::Compile(body, agents, settings) => {
                let (agents, given) = (agents.text(), settings.give());
                let made = unsafe {
                    robots_matcher_compile(
                        ptr(body),
                        body.len(),
                        ptr(agents),
                        agents.len(),
                        given.pointer(),
                        given.size,
                    )
                };
                let want = given.meaning;
                let want = want.and_then(|it| Matcher::compile(body, agents, &it).ok());
                self.keep(made, want);
            }
            Call::Special(true) => {
                self.keep(robots_matcher_unavailable(), Some(Matcher::unavailable()));
            }
            Call::Special(false) => {
                self.keep(robots_matcher_unreachable(), Some(Matcher::unreachable()));
            }
            Call::Check(index, url) => {
                let (made, want) = self.matcher(*index);
                let got = unsafe { robots_matcher_check(made.as_deref(), ptr(url), url.len()) };
                same(got, want.as_ref().map(|matcher| matcher.check(url)));
            }
            Call::CheckPath(index, path) => {
                let (made, want) = self.matcher(*index);
                let (made, at) = (made.as_deref(), ptr(path));
                let got = unsafe { robots_matcher_check_path(made, at, path.len()) };
                same(got, want.as_ref().map(|matcher| matcher.check_path(path)));
            }
            Call::CheckMany(index, urls, spoil) => self.check_many(*index, urls, *spoil),
            Call::CheckOnce(body, agents, url, settings) => {
                let (agents, given) = (agents.text(), settings.give());
                let got = unsafe {
                    robots_check_once(
                        ptr(body),
                        body.len(),
                        ptr(agents),
                        agents.len(),
                        ptr(url),
                        url.len(),
                        given.pointer(),
                        given.size,
                    )
                };
                let want = given.meaning;
                same(
                    got,
                    want.map(|it| robots::check_with(body, agents, url, &it)),
                );
            }
            Call::Walk(index, beyond) => self.walk(*index, *beyond),
            Call::Delay(index, agents) => {
                let (txt, want) = self.txt(*index);
                let agents = agents.text();
                let (txt, at) = (txt.as_deref(), ptr(agents));
                let got = unsafe { robots_txt_crawl_delay(txt, at, agents.len()) };
                let want = want.as_ref().and_then(|txt| txt.crawl_delay(agents).ok());
                assert_eq!(got.group, want.as_ref().map_or(0, |it| number(it.group)));
                let found = unsafe { robots_txt_group_for(txt, at, agents.len()) };
                assert_eq!(found.group, got.group);
                let name = want.as_ref().and_then(|it| it.group.name());
                assert_eq!(octets(found.name), name.unwrap_or_default());
                let want = want.unwrap_or_default();
                let seconds = want.own.map_or(0.0, |it| it.as_secs_f64());
                assert_eq!((got.own, got.has_own), (seconds, want.own.is_some().into()));
                let seconds = want.star.map_or(0.0, |it| it.as_secs_f64());
                assert_eq!(
                    (got.star, got.has_star),
                    (seconds, want.star.is_some().into())
                );
                assert_eq!(got.reserved, [0; 5]);
            }
            Call::Lines(body, stop) => lines(body, *stop),
            Call::Text(one, other, room) => text(one, other, usize::from(*room)),
            Call::Names(number) => names(*number),
            Call::FreeTxt(index) if !self.txts.is_empty() => {
                let at = usize::from(*index) % self.txts.len();
                robots_txt_free(self.txts.swap_remove(at).0);
            }
            Call::FreeMatcher(index) if !self.matchers.is_empty() => {
                let at = usize::from(*index) % self.matchers.len();
                robots_matcher_free(self.matchers.swap_remove(at).0);
            }
            Call::FreeTxt(_) => robots_txt_free(None),
            Call::FreeMatcher(_) => robots_matcher_free(None),
            Call::Nonsense(index, len) => self.nonsense(*index, (*len).max(1)),
        }
    }

    fn keep(&mut self, made: Option<Box<robots_matcher>>, want: Option<Matcher>) {
        assert_eq!(made.is_some(), want.is_some());
        let size = robots_matcher_size(made.as_deref());
        let least = want.as_ref().map_or(0, Matcher::memory_usage);
        assert!(size >= least && (size > 0) == made.is_some());
        self.matchers.push((made, want));
    }

    /// Everything there is to ask of a file, within its counts and beyond.
    fn walk(&self, index: u8, beyond: usize) {
        let (txt, want) = self.txt(index);
        let txt = txt.as_deref();
        let empty = RobotsTxt::parse("");
        let is_null = want.is_none();
        let want = want.as_ref().unwrap_or(&empty);
        let flags = [
            (want.is_truncated(), ROBOTS_TXT_TRUNCATED),
            (want.looks_like_html(), ROBOTS_TXT_HTML),
            (want.was_utf16(), ROBOTS_TXT_UTF16),
        ];
        let flags: u32 = flags.iter().map(|(on, flag)| u32::from(*on) * flag).sum();
        assert_eq!(robots_txt_flags(txt), flags);
        assert!(robots_txt_size(txt) >= want.memory_usage());
        assert_eq!(robots_txt_size(txt) == 0, is_null);

        let count = robots_txt_group_count(txt);
        assert_eq!(count, want.groups().len());
        for (index, group) in want.groups().enumerate() {
            let got = robots_txt_group(txt, index);
            assert_eq!((got.line, got.reserved), (group.line(), 0));
            assert_eq!(
                (got.agents, got.rules),
                (group.agents().len(), group.rules().len())
            );
            assert_eq!(got.rule, group.rules().next().map_or(0, |rule| rule.index));
            for (at, agent) in group.agents().enumerate() {
                let got = robots_txt_agent(txt, index, at);
                assert_eq!(
                    (octets(got.value), got.line),
                    (agent.value.to_vec(), agent.line)
                );
            }
            let none = robots_txt_agent(txt, index, got.agents.saturating_add(beyond));
            assert!(none.value.data.is_null() && none.line == 0);
        }
        let none = robots_txt_group(txt, count.saturating_add(beyond));
        assert_eq!(
            (none.line, none.agents, none.rules, none.rule),
            (0, 0, 0, 0)
        );

        let count = robots_txt_rule_count(txt);
        assert_eq!(count, want.rules().len());
        for (index, rule) in want.rules().enumerate() {
            let got = robots_txt_rule(txt, index);
            assert_eq!(octets(got.pattern), rule.pattern);
            assert_eq!(octets(got.normalized), rule.normalized);
            assert_eq!((got.line, got.group as usize), (rule.line, rule.group));
            assert_eq!((got.allow, got.reserved), (rule.allow.into(), [0; 7]));
        }
        let none = robots_txt_rule(txt, count.saturating_add(beyond));
        assert!(none.pattern.data.is_null() && none.line == 0);

        let count = robots_txt_record_count(txt);
        assert_eq!(count, want.records().len());
        for (index, record) in want.records().enumerate() {
            let got = robots_txt_record(txt, index);
            assert_eq!(
                (octets(got.key), octets(got.value)),
                (record.key.into(), record.value.into())
            );
            let group = record.group.map_or(ROBOTS_NO_GROUP, |group| group as u32);
            assert_eq!((got.line, got.group), (record.line, group));
            assert_eq!((got.kind, got.reserved), (record.kind as u8, [0; 7]));
        }
        let none = robots_txt_record(txt, count.saturating_add(beyond));
        assert!(none.key.data.is_null() && none.line == 0);

        let count = robots_txt_sitemap_count(txt);
        assert_eq!(count, want.sitemaps().count());
        for (index, sitemap) in want.sitemaps().enumerate() {
            assert_eq!(octets(robots_txt_sitemap(txt, index)), sitemap);
        }
        let none = robots_txt_sitemap(txt, count.saturating_add(beyond));
        assert!(none.data.is_null() && none.len == 0);

        let count = robots_txt_diagnostic_count(txt);
        assert_eq!(count, want.diagnostics().len());
        assert_eq!(robots_txt_diagnostic_total(txt), want.diagnostics_total());
        for (index, remark) in want.diagnostics().iter().enumerate() {
            let got = robots_txt_diagnostic(txt, index);
            assert_eq!((got.line, got.octet), (remark.line, remark.octet));
            assert_eq!((got.kind, got.reserved), (remark.kind as u8, [0; 3]));
        }
        let none = robots_txt_diagnostic(txt, count.saturating_add(beyond));
        assert_eq!((none.line, none.octet, none.kind), (0, 0, 0));
    }

    /// None of these memories exists, and nobody looks.
    fn nonsense(&self, index: u8, len: usize) {
        let (txt, made) = (
            self.txt(index).0.as_deref(),
            self.matcher(index).0.as_deref(),
        );
        let beyond = (isize::MAX as usize).saturating_add(len);
        let text = b"user-agent: a".as_ptr().cast::<c_char>();
        unsafe {
            assert!(robots_txt_parse(null(), len, null(), 0).is_none());
            assert!(robots_txt_parse(text, beyond, null(), 0).is_none());
            assert!(robots_matcher_new(txt, null(), len).is_none());
            assert!(robots_matcher_new(None, text, 1).is_none());
            assert!(robots_matcher_compile(null(), len, text, 1, null(), 0).is_none());
            assert!(robots_matcher_compile(text, 13, null(), len, null(), 0).is_none());
            assert!(robots_lines_new(null(), len).is_none());
            same(robots_matcher_check(made, null(), len), None);
            same(robots_matcher_check(made, text, beyond), None);
            same(robots_matcher_check(None, text, 13), None);
            same(robots_matcher_check_path(made, null(), len), None);
            same(robots_matcher_check_path(None, text, 13), None);
            same(
                robots_check_once(text, 13, text, 1, null(), len, null(), 0),
                None,
            );
            same(
                robots_check_once(null(), len, text, 1, text, 13, null(), 0),
                None,
            );
            assert_eq!(robots_txt_crawl_delay(txt, null(), len).group, 0);
            assert_eq!(robots_txt_group_for(txt, null(), len).group, 0);
            assert_eq!(robots_url_origin(null(), len, null_mut(), 0), 0);
            assert_eq!(robots_url_robots_txt(text, beyond, null_mut(), 0), 0);
            assert_eq!(robots_google_path(null(), len, null_mut(), 0), 0);
            assert_eq!(robots_google_path(text, 13, null_mut(), len), 0);
            assert_eq!(robots_google_escape(text, 13, null_mut(), len), 0);
            assert_eq!(robots_google_match(null(), len, text, 1), 0);
            assert_eq!(robots_google_key(null(), len), ROBOTS_KEY_UNKNOWN);
            assert_eq!(robots_lines_next(None).line, 0);
        }
    }
}

fn lines(body: &[u8], stop: u8) {
    // SAFETY: the length is that of the body.
    let mut made = unsafe { robots_lines_new(ptr(body), body.len()) };
    assert!(made.is_some());
    let most = if stop & 1 == 0 {
        usize::MAX
    } else {
        usize::from(stop)
    };
    for want in robots::google::lines(body).take(most) {
        let got = robots_lines_next(made.as_deref_mut());
        assert_eq!(
            (octets(got.key), octets(got.value)),
            (want.name.into(), want.value.into())
        );
        assert_eq!((got.line, got.key_type), (want.number, want.key as u8));
        let record = got.flags & ROBOTS_LINE_RECORD != 0;
        assert_eq!((record, got.reserved), (want.is_record, 0));
    }
    if most == usize::MAX {
        assert_eq!(robots_lines_next(made.as_deref_mut()).line, 0);
        assert_eq!(robots_lines_next(made.as_deref_mut()).line, 0);
    }
    robots_lines_free(made);
}

type Writer = unsafe extern "C" fn(*const c_char, usize, *mut c_char, usize) -> usize;

/// Functions that write into a buffer, with room for all of it or too little.
fn text(one: &[u8], other: &[u8], room: usize) {
    let origin = robots::origin::Origin::parse(one).ok();
    let robots_txt = origin.as_ref().map(|it| it.robots_txt_url().into_bytes());
    let writers: [(Writer, Option<Vec<u8>>); 4] = [
        (
            robots_url_origin,
            origin.map(|it| it.to_string().into_bytes()),
        ),
        (robots_url_robots_txt, robots_txt),
        (
            robots_google_path,
            Some(robots::google::path(one).into_owned()),
        ),
        (
            robots_google_escape,
            Some(robots::google::escape(one).into_owned()),
        ),
    ];
    for (write, want) in writers {
        let want = want.unwrap_or_default();
        let mut buffer = vec![0x5A; room + 8];
        let at = buffer.as_mut_ptr().cast::<c_char>();
        // SAFETY: the lengths are right, or the buffer is NULL and 0.
        let (len, asked) = unsafe {
            (
                write(ptr(one), one.len(), at, room),
                write(ptr(one), one.len(), null_mut(), 0),
            )
        };
        assert_eq!((len, asked), (want.len(), want.len()));
        let written = if len <= room { len } else { 0 };
        assert_eq!(buffer[..written], want[..written]);
        assert!(buffer[written..].iter().all(|octet| *octet == 0x5A));
    }
    // SAFETY: the lengths are right.
    unsafe {
        let matched = robots_google_match(ptr(one), one.len(), ptr(other), other.len());
        assert_eq!(matched == 1, crate::spec::matches(other, one));
        let key = robots_google_key(ptr(one), one.len());
        assert_eq!(key, robots::google::Key::of(one) as u8);
    }
}

fn names(number: u8) {
    for name in [
        robots_version(),
        robots_reason_text(number),
        robots_reason_name(number),
        robots_record_kind_text(number),
        robots_diagnostic_text(number),
        robots_diagnostic_name(number),
        robots_access_name(number),
        robots_basis_name(number),
        robots_basis_text(number),
        robots_cause_name(number),
        robots_cause_text(number),
        robots_snapshot_text(number.cast_signed().into()),
    ] {
        // SAFETY: static texts with NUL at their ends.
        let text = unsafe { CStr::from_ptr(name) };
        assert!(text.to_str().is_ok_and(|text| !text.is_empty()));
    }
}
