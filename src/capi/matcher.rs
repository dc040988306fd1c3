//! `robots_matcher`: the rules of one file for one crawler.

use std::ffi::c_char;
use std::mem::MaybeUninit;

use crate::{Matcher, Verdict};

use super::border::{bytes, guard, items, items_mut, sized};
use super::octets::robots_bytes;
use super::txt::robots_txt;
use super::types::{robots_options, robots_verdict};

/// The rules of one file for one crawler, compiled. Immutable; share it between
/// threads. Depends on nothing.
pub struct robots_matcher(Matcher);

fn boxed(matcher: Matcher) -> Option<Box<robots_matcher>> {
    Some(Box::new(robots_matcher(matcher)))
}

/// Compiles the rules of a parsed file that speak to a crawler.
///
/// Arguments: a parsed file; product tokens with commas between them, most
/// wanted first, such as "Applebot, Googlebot". The first token for which the
/// file has a group decides, and without any the groups for everybody do. A
/// token is letters, digits, hyphen, underscore and dot, or a single star;
/// blanks around it do not count. In profile GOOGLE any text is a token, and
/// the groups of all tokens count together.
/// Result: a matcher. Free it with `robots_matcher_free`.
/// Misuse: NULL for a NULL file, NULL with a length, and tokens that are none,
/// such as a whole User-Agent header.
/// Time: linear in the file. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_matcher_new(
    txt: Option<&robots_txt>,
    agents: *const c_char,
    agents_len: usize,
) -> Option<Box<robots_matcher>> {
    guard(None, || {
        // SAFETY: the rules of the road.
        let agents = unsafe { bytes(agents, agents_len)? };
        boxed(txt?.parsed().matcher(agents).ok()?)
    })
}

/// Compiles straight from a body: the quickest way to a matcher where nothing
/// else of the file is wanted.
///
/// Arguments: a body and options as for `robots_txt_parse`; tokens as for
/// `robots_matcher_new`.
/// Result: a matcher with the same answers. Free it with `robots_matcher_free`.
/// Misuse: NULL, as for those two.
/// Time: linear in the body. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_matcher_compile(
    data: *const c_char,
    len: usize,
    agents: *const c_char,
    agents_len: usize,
    options: *const robots_options,
    options_size: usize,
) -> Option<Box<robots_matcher>> {
    guard(None, || {
        // SAFETY: the rules of the road.
        let (body, agents, options) = unsafe {
            (
                bytes(data, len)?,
                bytes(agents, agents_len)?,
                sized(options, options_size)?.read()?,
            )
        };
        boxed(Matcher::compile(body, agents, &options).ok()?)
    })
}

/// A matcher for a site whose robots.txt is unavailable, such as by status 404:
/// everything is allowed (RFC 9309 2.3.1.3).
///
/// Result: a matcher. Free it with `robots_matcher_free`.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_matcher_unavailable() -> Option<Box<robots_matcher>> {
    guard(None, || boxed(Matcher::unavailable()))
}

/// A matcher for a site whose robots.txt is unreachable, such as by status 503:
/// everything but `/robots.txt` is refused (RFC 9309 2.3.1.4).
///
/// Result: a matcher. Free it with `robots_matcher_free`.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_matcher_unreachable() -> Option<Box<robots_matcher>> {
    guard(None, || boxed(Matcher::unreachable()))
}

/// Frees a matcher. NULL is nothing to free.
///
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_matcher_free(matcher: Option<Box<robots_matcher>>) {
    guard((), || drop(matcher));
}

/// May the crawler fetch this absolute URL, or this path, and which rule says so?
///
/// Arguments: a matcher; a URL as found in a page or a queue. Its scheme is
/// http, https or ftp, it names a host, and its port is one; the fragment does
/// not count; dot segments stay as they are. Or a path with its query, such as
/// "/a/b?c=d": a text that begins with one slash is answered as by
/// `robots_matcher_check_path`; not with two, nor with what clients take for two,
/// such as a slash and a backslash, which lead to another host. In profile GOOGLE
/// any text has a path, as that library guesses. Whether the file governs the URL's origin is the
/// caller's business; see `robots_url_robots_txt`.
/// Result: the verdict.
/// Misuse: refused with ROBOTS_REASON_MISUSE, for a NULL matcher, NULL with a
/// length, and what is neither such a URL nor such a path. A URL without an
/// origin (`robots_url_origin`) is none, but for hosts outside ASCII, which need
/// no mapping here.
/// Time: linear in the URL, and for files made to hurt in the URL and the rules
/// together. No allocation for URLs below 512 octets but for such files. Since
/// 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_matcher_check(
    matcher: Option<&robots_matcher>,
    url: *const c_char,
    url_len: usize,
) -> robots_verdict {
    guard(robots_verdict::MISUSE, || {
        // SAFETY: the rules of the road.
        match (matcher, unsafe { bytes(url, url_len) }) {
            (Some(matcher), Some(url)) => matcher.0.check(url).into(),
            _ => robots_verdict::MISUSE,
        }
    })
}

/// The same for a path with its query, such as "/a/b?c=d", as a request line
/// has it.
///
/// Arguments: a matcher; a text that begins with a slash, or with two. In
/// profile RFC9309 blanks and controls around it are trimmed and a fragment is
/// cut; all else is matched as it stands, and a backslash is no slash there.
/// Result: the verdict.
/// Misuse: as for `robots_matcher_check`; a text without the slash is one.
/// Time: as for `robots_matcher_check`. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_matcher_check_path(
    matcher: Option<&robots_matcher>,
    path: *const c_char,
    path_len: usize,
) -> robots_verdict {
    guard(robots_verdict::MISUSE, || {
        // SAFETY: the rules of the road.
        match (matcher, unsafe { bytes(path, path_len) }) {
            (Some(matcher), Some(path)) => matcher.0.check_path(path).into(),
            _ => robots_verdict::MISUSE,
        }
    })
}

/// Checks many URLs or paths in one call, which costs a host language one
/// crossing instead of many.
///
/// Arguments: a matcher; the URLs as for `robots_matcher_check`, one behind the
/// other, and for each the offset in `data` at which it ends, so that the last
/// one is the length of the data; how many URLs; room for as many verdicts, which
/// need not be initialised.
/// Result: 0, and `out[i]` is the answer to URL i.
/// Misuse: -1, and every verdict of `out` is a refusal with
/// ROBOTS_REASON_MISUSE, so that ignoring the result crawls nothing: for a NULL
/// matcher, ends that do not ascend (equal ones are empty URLs, each refused by
/// itself), NULL data with URLs in it. Nothing can be written where `out` is
/// NULL with a count, which is a misuse too.
/// Time: the sum of the single checks. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_matcher_check_many(
    matcher: Option<&robots_matcher>,
    data: *const c_char,
    ends: *const usize,
    count: usize,
    out: *mut robots_verdict,
) -> i32 {
    let check = matcher.map(|matcher| |url: &[u8]| matcher.0.check(url));
    // SAFETY: the rules of the road.
    unsafe { check_each(check, data, ends, count, out) }
}

/// Asks `check` about each URL; without it, or on any other misuse, refuses all.
/// 0, or -1 on misuse.
///
/// # Safety
///
/// As [`robots_matcher_check_many`].
pub(super) unsafe fn check_each(
    check: Option<impl Fn(&[u8]) -> Verdict>,
    data: *const c_char,
    ends: *const usize,
    count: usize,
    out: *mut robots_verdict,
) -> i32 {
    // SAFETY: promised.
    unsafe {
        fill(out, count, |out| {
            let check = check?;
            let urls = Urls::of(data, ends, count)?;
            for (index, verdict) in out.iter_mut().enumerate() {
                verdict.write(check(urls.get(index)).into());
            }
            Some(())
        })
    }
}

/// Lets `run` write all verdicts; where it answers `None`, or there is no room,
/// all become refusals. 0, or -1 on misuse.
///
/// # Safety
///
/// Unless it is NULL, `out` has room for `count` verdicts.
unsafe fn fill(
    out: *mut robots_verdict,
    count: usize,
    run: impl FnOnce(&mut [MaybeUninit<robots_verdict>]) -> Option<()>,
) -> i32 {
    // SAFETY: promised.
    let Some(out) = (unsafe { items_mut(out, count) }) else {
        return -1;
    };
    if guard(false, || run(out).is_some()) {
        return 0;
    }
    out.fill(MaybeUninit::new(robots_verdict::MISUSE));
    -1
}

/// URLs one behind the other, and where each ends.
struct Urls<'a> {
    data: &'a [u8],
    ends: &'a [usize],
}

impl<'a> Urls<'a> {
    /// `None` where that is no list of URLs.
    ///
    /// # Safety
    ///
    /// Unless they are NULL, `ends` has `count` items, and `data` as many octets
    /// as the last of them.
    unsafe fn of(data: *const c_char, ends: *const usize, count: usize) -> Option<Self> {
        // SAFETY: promised.
        let ends = unsafe { items(ends, count)? };
        if !ends.is_sorted() {
            return None;
        }
        let len = ends.last().copied().unwrap_or(0);
        // SAFETY: promised, and only now known to be what was promised.
        let data = unsafe { bytes(data, len)? };
        Some(Urls { data, ends })
    }

    /// `index` is below the number of URLs.
    #[inline(always)]
    fn get(&self, index: usize) -> &'a [u8] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.data[start..self.ends[index]]
    }
}

/// Checks many URLs or paths of many sites in one call, each with the matcher of
/// its site. Where there are more matchers than the processor's caches hold, this
/// takes half the time of single calls: what is asked next is fetched from
/// memory beforehand.
///
/// Arguments: a matcher for each URL; the rest as for
/// `robots_matcher_check_many`.
/// Result: 0, and `out[i]` is what `matchers[i]` says of URL i. Where that is
/// NULL, it is a refusal with ROBOTS_REASON_MISUSE, and the others are answered.
/// Misuse: -1 and refusals throughout, as for `robots_matcher_check_many`; NULL
/// for the array with a count.
/// Time: the sum of the single checks. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_matcher_check_each(
    matchers: *const Option<&robots_matcher>,
    data: *const c_char,
    ends: *const usize,
    count: usize,
    out: *mut robots_verdict,
) -> i32 {
    // SAFETY: the rules of the road.
    unsafe {
        fill(out, count, |out| {
            let matchers = items(matchers, count)?;
            let urls = Urls::of(data, ends, count)?;
            let mut out = out.iter_mut();
            crate::matcher::batch::each(
                count,
                |index| Some((&matchers[index]?.0, urls.get(index))),
                |verdict| {
                    if let Some(room) = out.next() {
                        room.write(verdict.into());
                    }
                },
            );
            Some(())
        })
    }
}

/// Octets of heap that a matcher holds, for caches with a budget.
///
/// Result: about two octets for each octet of the patterns; 0 for NULL.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_matcher_size(matcher: Option<&robots_matcher>) -> usize {
    guard(0, || {
        matcher.map_or(0, |it| it.0.memory_usage() + size_of::<robots_matcher>())
    })
}

/// A matcher as octets, to be kept or sent, and read here or on another machine
/// by `robots_matcher_from_bytes`.
///
/// Result: the octets. Free them with `robots_bytes_free`.
/// Misuse: NULL for NULL.
/// Time: linear in the size of the matcher. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_matcher_to_bytes(
    matcher: Option<&robots_matcher>,
) -> Option<Box<robots_bytes>> {
    guard(None, || robots_bytes::boxed(matcher?.0.to_bytes()))
}

/// Reads what `robots_matcher_to_bytes` wrote. Octets that were damaged, cut, or
/// written by something else are found by a checksum, and forged ones are
/// walked through before use: they are refused, or some set of rules.
///
/// Arguments: octets, which are copied.
/// Result: a matcher with the same answers. Free it with `robots_matcher_free`.
/// NULL for all octets that `robots_matcher_to_bytes` never writes; fetch anew.
/// Misuse: NULL.
/// Time: linear in the octets, except for groups with over 256 rules with a
/// star. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_matcher_from_bytes(
    data: *const c_char,
    len: usize,
) -> Option<Box<robots_matcher>> {
    guard(None, || {
        // SAFETY: the rules of the road.
        boxed(Matcher::from_bytes(unsafe { bytes(data, len)? }).ok()?)
    })
}
