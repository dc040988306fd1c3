//! `robots_matcher`: the rules of one file for one crawler.

use std::ffi::c_char;
use std::mem::MaybeUninit;

use crate::{Matcher, Verdict};

use super::border::{bytes, guard, items, items_mut, sized};
use super::octets::robots_bytes;
use super::txt::robots_txt;
use super::types::{robots_options, robots_verdict};

/// The compiled rules of one file for one crawler. A matcher is immutable,
/// depends on no other object, and may be shared between threads.
pub struct robots_matcher(Matcher);

fn boxed(matcher: Matcher) -> Option<Box<robots_matcher>> {
    Some(Box::new(robots_matcher(matcher)))
}

/// Compiles the rules of a parsed file that are for a crawler.
///
/// Arguments: a parsed file; product tokens with commas between them, most
/// wanted first, such as "Applebot, Googlebot". The first token for which the
/// file has a group decides; if there is no such token, the groups for every
/// crawler (`*`) decide. A token consists of letters, digits, hyphens,
/// underscores and dots, or is a single star; blanks around it do not count. In
/// profile GOOGLE any text is a token, and the groups of all tokens count
/// together.
/// Result: a matcher. Free it with `robots_matcher_free`.
/// Misuse: NULL, for a NULL file, NULL with a length, and text that is not a
/// list of tokens, such as a whole User-Agent header.
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

/// Compiles a matcher straight from a body. This is the fastest way to a
/// matcher if nothing else of the file is needed.
///
/// Arguments: a body and options as for `robots_txt_parse`; tokens as for
/// `robots_matcher_new`.
/// Result: a matcher with the answers of `robots_matcher_new`. Free it with
/// `robots_matcher_free`.
/// Misuse: NULL, as for these two functions.
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
/// everything but `/robots.txt` is denied (RFC 9309 2.3.1.4).
///
/// Result: a matcher. Free it with `robots_matcher_free`.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_matcher_unreachable() -> Option<Box<robots_matcher>> {
    guard(None, || boxed(Matcher::unreachable()))
}

/// Frees a matcher. Does nothing for NULL.
///
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_matcher_free(matcher: Option<Box<robots_matcher>>) {
    guard((), || drop(matcher));
}

/// May the crawler fetch this absolute URL, or this path, and which rule says so?
///
/// Arguments: a matcher; an absolute URL, as found in a page or a queue, or a
/// path with its query, such as "/a/b?c=d". A URL has the scheme http, https or
/// ftp, a host, and a valid port if it has one; its fragment does not count,
/// and dot segments stay as they are. A text that begins with one slash is a
/// path and is answered as by `robots_matcher_check_path`. A text that begins
/// with two slashes, or with what clients read as two, such as a slash and a
/// backslash, is not a path, because it leads to another host. In profile
/// GOOGLE every text has a path, found as google/robotstxt guesses it. The
/// caller has to know that the file governs the origin of the URL; see
/// `robots_url_robots_txt`.
/// Result: the verdict.
/// Misuse: denied with ROBOTS_REASON_MISUSE, for a NULL matcher, NULL with a
/// length, and a text that is neither such a URL nor such a path. A URL that
/// has no origin (`robots_url_origin`) is a misuse too, except that a host
/// outside ASCII is always accepted here.
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

/// May the crawler fetch this path with its query, such as "/a/b?c=d", as it
/// stands in a request line, and which rule says so?
///
/// Arguments: a matcher; a text that begins with a slash; a second slash may
/// follow. In profile RFC9309 blanks and controls around the text are trimmed
/// and a fragment is cut off; everything else is matched as it stands, and a
/// backslash is not read as a slash.
/// Result: the verdict.
/// Misuse: as for `robots_matcher_check`, also for a text that does not begin
/// with a slash.
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

/// Checks many URLs or paths in one call, so that another language pays for one
/// call into C instead of many.
///
/// Arguments: a matcher; the URLs as for `robots_matcher_check`, one after
/// another, and for each URL the offset in `data` at which it ends, so that the
/// last offset is the length of the data; the number of URLs; room for as many
/// verdicts, which need not be initialised.
/// Result: 0, and `out[i]` is the answer to URL i.
/// Misuse: -1, and every verdict in `out` is denied with ROBOTS_REASON_MISUSE,
/// so that a caller who ignores the result crawls nothing. This is the answer
/// to a NULL matcher, to ends that do not ascend (equal ends mean an empty URL,
/// which is answered by itself), and to NULL data with URLs in it. A NULL `out`
/// with a count is a misuse too, and nothing is written.
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

/// Checks many URLs or paths of many sites in one call, each with the matcher
/// of its site. If the matchers do not fit the processor's caches, this takes
/// half the time of single calls, because the next matchers are fetched from
/// memory in advance.
///
/// Arguments: a matcher for each URL; the rest as for
/// `robots_matcher_check_many`.
/// Result: 0, and `out[i]` is the answer of `matchers[i]` to URL i. If
/// `matchers[i]` is NULL, `out[i]` is denied with ROBOTS_REASON_MISUSE, and the
/// other URLs are answered.
/// Misuse: -1, and every verdict is denied, as for `robots_matcher_check_many`;
/// also for a NULL array of matchers with a count.
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

/// The octets of heap that a matcher holds, for caches with a budget.
///
/// Result: about two octets for each octet of the patterns; 0 for NULL.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_matcher_size(matcher: Option<&robots_matcher>) -> usize {
    guard(0, || {
        matcher.map_or(0, |it| it.0.memory_usage() + size_of::<robots_matcher>())
    })
}

/// Writes a matcher as octets, to be stored or sent.
/// `robots_matcher_from_bytes` reads them, here or on another machine.
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

/// Reads a matcher that `robots_matcher_to_bytes` wrote. A checksum finds
/// octets that were damaged, cut, or written by something else. Forged octets
/// are validated before use: they are rejected, or they are a valid set of
/// rules.
///
/// Arguments: octets, which are copied.
/// Result: a matcher with the answers of the one that was written. Free it with
/// `robots_matcher_free`. NULL for octets that `robots_matcher_to_bytes` never
/// writes; then fetch the file again.
/// Misuse: NULL.
/// Time: linear in the octets, except for groups with more than 256 rules with
/// a star. Since 0.1.0.
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
