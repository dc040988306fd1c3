//! `robots_lines` and `robots_google_…`: what google/robotstxt reports.

use std::borrow::Cow;
use std::ffi::c_char;

use crate::google::{self, Cursor};
use crate::matcher::oneshot::check_google;
use crate::parse::line::google_body;

use super::border::{bytes, guard, write};
use super::types::{
    ROBOTS_KEY_UNKNOWN, ROBOTS_LINE_COMMENT, ROBOTS_LINE_EMPTY, ROBOTS_LINE_HAS_COMMENT,
    ROBOTS_LINE_MISSING_COLON, ROBOTS_LINE_RECORD, ROBOTS_LINE_TOO_LONG, ROBOTS_LINE_TYPO,
    robots_str, robots_verdict,
};

/// The lines of a body, handed out one by one, for one thread at a time.
pub struct robots_lines {
    body: Box<[u8]>,
    cursor: Cursor,
    /// The value of the line handed out last, where it is not in the body.
    value: Vec<u8>,
}

/// One line of a file as google/robotstxt reports it. Frozen.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct robots_line {
    /// The key as written, trimmed; empty if the line is not a record.
    pub key: robots_str,
    /// The value, trimmed. It is escaped as by `robots_google_escape`, unless
    /// the key is ROBOTS_KEY_USER_AGENT or ROBOTS_KEY_SITEMAP.
    pub value: robots_str,
    /// The line, counted from 1; 0 says that there are no more lines.
    pub line: u32,
    /// Any of the ROBOTS_LINE flags.
    pub flags: u16,
    /// What the key means: a ROBOTS_KEY number.
    pub key_type: u8,
    /// 0.
    pub reserved: u8,
}

impl robots_line {
    const NONE: Self = robots_line {
        key: robots_str::NONE,
        value: robots_str::NONE,
        line: 0,
        flags: 0,
        key_type: ROBOTS_KEY_UNKNOWN,
        reserved: 0,
    };
}

/// What `RobotsMatcher` of google/robotstxt knows after a check. Frozen.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct robots_google_verdict {
    /// The verdict; its line is that library's `matching_line()`.
    pub verdict: robots_verdict,
    /// 1 if the file names one of the agents, otherwise 0. That library calls
    /// it `ever_seen_specific_agent()`.
    pub names_agent: u8,
    /// 0.
    pub reserved: [u8; 3],
}

/// Begins to read a body line by line, by the rules of google/robotstxt. Of a
/// body beyond 256 MiB only the lines are read that lie wholly within the first
/// 256 MiB, as everywhere in profile GOOGLE. For verdicts, make a matcher
/// instead.
///
/// Arguments: a body, which is copied.
/// Result: its lines. Free them with `robots_lines_free`.
/// Misuse: NULL for NULL with a length.
/// Time: linear in the body. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_lines_new(
    data: *const c_char,
    len: usize,
) -> Option<Box<robots_lines>> {
    guard(None, || {
        // SAFETY: the rules of the road.
        let body = unsafe { bytes(data, len)? };
        let body: Box<[u8]> = google_body(body).into();
        Some(Box::new(robots_lines {
            cursor: Cursor::new(&body),
            body,
            value: Vec::new(),
        }))
    })
}

/// The next line.
///
/// Every body has at least one line: the text behind the last line end is a
/// line, even if it is empty.
///
/// Arguments: lines, which no other thread uses meanwhile.
/// Result: the line; its key and value are valid until the next call or the end
/// of the object. Its number is 0 if there are no more lines.
/// Misuse: a line with number 0, for NULL.
/// Time: linear in the line. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_lines_next(lines: Option<&mut robots_lines>) -> robots_line {
    guard(robots_line::NONE, || {
        next(lines).unwrap_or(robots_line::NONE)
    })
}

fn next(lines: Option<&mut robots_lines>) -> Option<robots_line> {
    let lines = lines?;
    let line = lines.cursor.next_line(&lines.body)?;
    let flags = [
        (line.is_empty, ROBOTS_LINE_EMPTY),
        (line.has_comment, ROBOTS_LINE_HAS_COMMENT),
        (line.is_comment, ROBOTS_LINE_COMMENT),
        (line.is_record, ROBOTS_LINE_RECORD),
        (line.is_typo, ROBOTS_LINE_TYPO),
        (line.is_too_long, ROBOTS_LINE_TOO_LONG),
        (line.is_missing_colon, ROBOTS_LINE_MISSING_COLON),
    ];
    Some(robots_line {
        key: line.name.into(),
        value: match line.value {
            Cow::Borrowed(value) => value.into(),
            Cow::Owned(value) => {
                lines.value = value;
                lines.value[..].into()
            }
        },
        line: line.number,
        flags: flags
            .into_iter()
            .filter(|(on, _)| *on)
            .fold(0, |all, (_, flag)| all | flag),
        key_type: line.key as u8,
        reserved: 0,
    })
}

/// Frees lines. Does nothing for NULL.
///
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_lines_free(lines: Option<Box<robots_lines>>) {
    guard((), || drop(lines));
}

/// Checks one URL against one body as google/robotstxt does, and tells what
/// that library tells about the answer. Nothing is kept.
///
/// Arguments: a body; agents with commas between them, whose groups count
/// together; any text as URL.
/// Result: the verdict of `robots_check_once` in profile GOOGLE, and whether
/// the file names one of the agents.
/// Misuse, of any argument: denied with ROBOTS_REASON_MISUSE.
/// Time: linear in body and URL. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_google_check(
    data: *const c_char,
    len: usize,
    agents: *const c_char,
    agents_len: usize,
    url: *const c_char,
    url_len: usize,
) -> robots_google_verdict {
    let answer = |verdict, names_agent| robots_google_verdict {
        verdict,
        names_agent: u8::from(names_agent),
        reserved: [0; 3],
    };
    guard(answer(robots_verdict::MISUSE, false), || {
        // SAFETY: the rules of the road.
        let (body, agents, url) = unsafe {
            (
                bytes(data, len),
                bytes(agents, agents_len),
                bytes(url, url_len),
            )
        };
        match (body, agents, url) {
            (Some(body), Some(agents), Some(url)) => {
                let (verdict, names_agent) = check_google(body, agents, url);
                answer(verdict.into(), names_agent)
            }
            _ => answer(robots_verdict::MISUSE, false),
        }
    })
}

/// What a key means to google/robotstxt, which compares only the beginning of a
/// key: "allowance" is ROBOTS_KEY_ALLOW.
///
/// Arguments: a key.
/// Result: a ROBOTS_KEY number.
/// Misuse: ROBOTS_KEY_UNKNOWN for NULL with a length.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_google_key(key: *const c_char, key_len: usize) -> u8 {
    guard(ROBOTS_KEY_UNKNOWN, || {
        // SAFETY: the rules of the road.
        unsafe { bytes(key, key_len) }.map_or(ROBOTS_KEY_UNKNOWN, |key| google::Key::of(key) as u8)
    })
}

/// The path, parameters and query of a URL as google/robotstxt guesses them, or
/// a single slash if it finds none.
///
/// Arguments: any text; a buffer and its size.
/// Result: the length of the path, which is at most one more than that of the
/// URL. The path is written to the buffer if it fits; otherwise nothing is
/// written. NULL with size 0 only asks for the length.
/// Misuse: 0, which is the length of no path.
/// Time: linear in the URL. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_google_path(
    url: *const c_char,
    url_len: usize,
    buffer: *mut c_char,
    buffer_size: usize,
) -> usize {
    guard(None, || {
        // SAFETY: the rules of the road.
        let path = google::path(unsafe { bytes(url, url_len)? });
        // SAFETY: as above.
        unsafe { write(&path, buffer, buffer_size) }
    })
    .unwrap_or(0)
}

/// A pattern as google/robotstxt matches it: escapes with upper-case digits,
/// octets from 0x80 escaped, nothing else changed.
///
/// Arguments: a pattern; a buffer and its size.
/// Result: the length of the escaped pattern, at most three times that of the
/// pattern. The escaped pattern is written to the buffer if it fits; otherwise
/// nothing is written. NULL with size 0 only asks for the length.
/// Misuse: 0, which is also the length for an empty pattern.
/// Time: linear in the pattern. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_google_escape(
    pattern: *const c_char,
    pattern_len: usize,
    buffer: *mut c_char,
    buffer_size: usize,
) -> usize {
    guard(None, || {
        // SAFETY: the rules of the road.
        let escaped = google::escape(unsafe { bytes(pattern, pattern_len)? });
        // SAFETY: as above.
        unsafe { write(&escaped, buffer, buffer_size) }
    })
    .unwrap_or(0)
}

/// Does a pattern match a path, octet by octet, with nothing escaped or
/// unescaped? A pattern is a prefix, a star stands for any octets, and a dollar
/// sign at the end stands for the end of the path. An empty pattern matches
/// every path.
///
/// Arguments: a path and a pattern.
/// Result: 1 if it matches, 0 if not.
/// Misuse: 0.
/// Time: linear in both. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_google_match(
    path: *const c_char,
    path_len: usize,
    pattern: *const c_char,
    pattern_len: usize,
) -> i32 {
    guard(0, || {
        // SAFETY: the rules of the road.
        let (path, pattern) = unsafe { (bytes(path, path_len), bytes(pattern, pattern_len)) };
        match (path, pattern) {
            (Some(path), Some(pattern)) => i32::from(google::matches(pattern, path)),
            _ => 0,
        }
    })
}
