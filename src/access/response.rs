//! One HTTP response, reduced to what the policy needs.

use std::time::{Duration, UNIX_EPOCH};

/// An entity tag longer than this is not kept.
const ETAG_MAX: usize = 256;

/// The last second an HTTP date can name, at the end of the year 9999.
pub(crate) const LAST_DATE: u64 = 253_402_300_799;

/// One response to a request for robots.txt: its status, whether its body
/// arrived whole, and the headers that matter.
///
/// Hand every header to [`header`](Response::header), in any order and in any
/// case; those that do not matter are ignored. These are read: `Location`,
/// `Cache-Control`, `Expires`, `Date`, `Age`, `Retry-After`, `ETag` and
/// `Last-Modified`. Malformed values are treated as RFC 9111 asks, never
/// refused.
///
/// The value borrows from the headers and copies nothing.
///
/// ```
/// use robots::access::Response;
///
/// let headers = [("content-type", "text/plain"), ("cache-control", "max-age=3600")];
/// let mut response = Response::new(200);
/// for (name, value) in &headers {
///     response = response.header(name, value);
/// }
/// assert_eq!(response.status(), 200);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response<'a> {
    pub(super) status: u16,
    pub(super) complete: bool,
    pub(super) location: Option<&'a [u8]>,
    /// As it came, whether it is one or not.
    pub(super) etag: Option<&'a [u8]>,
    /// Seconds since 1970; 0 without a date.
    pub(super) last_modified: u64,
    pub(super) caching: Caching,
}

/// The headers that say how long and when.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Caching {
    /// `no-store`, or `no-cache` for all of the response.
    pub no_store: bool,
    pub max_age: Option<u32>,
    pub s_maxage: Option<u32>,
    /// `Some(None)` when the header holds no readable date.
    pub expires: Option<Option<u64>>,
    pub date: Option<u64>,
    pub age: u32,
    pub retry_after: Option<RetryAfter>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RetryAfter {
    Seconds(u32),
    At(u64),
}

impl<'a> Response<'a> {
    /// A response with this status and a whole body, before its headers.
    ///
    /// A body that the caller cut at its own size limit counts as whole.
    ///
    /// ```
    /// use robots::access::Response;
    /// assert_eq!(Response::new(404).status(), 404);
    /// ```
    pub fn new(status: u16) -> Response<'a> {
        Response {
            status,
            complete: true,
            location: None,
            etag: None,
            last_modified: 0,
            caching: Caching::default(),
        }
    }

    /// Reads one header. If a header that may occur once comes again, the first
    /// counts. Blanks around the value and behind the name do not count.
    ///
    /// ```
    /// use robots::access::Response;
    /// let response = Response::new(503).header("Retry-After", b"120");
    /// # assert_eq!(response.status(), 503);
    /// ```
    pub fn header<V>(mut self, name: impl AsRef<[u8]>, value: &'a V) -> Response<'a>
    where
        V: AsRef<[u8]> + ?Sized,
    {
        let name = name.as_ref().trim_ascii_end();
        let value = value.as_ref().trim_ascii();
        let is = |known: &str| name.eq_ignore_ascii_case(known.as_bytes());
        if is("location") {
            self.location = self.location.or(Some(value));
        } else if is("cache-control") {
            self.caching.cache_control(value);
        } else if is("expires") {
            self.caching.expires = self.caching.expires.or(Some(http_date(value)));
        } else if is("date") {
            self.caching.date = self.caching.date.or(http_date(value));
        } else if is("age") {
            self.caching.age = self.caching.age.max(delta(value).unwrap_or(0));
        } else if is("retry-after") {
            let asked = delta(value).map(RetryAfter::Seconds);
            let asked = asked.or_else(|| http_date(value).map(RetryAfter::At));
            self.caching.retry_after = self.caching.retry_after.or(asked);
        } else if is("etag") {
            self.etag = self.etag.or(Some(value));
        } else if is("last-modified") && self.last_modified == 0 {
            self.last_modified = http_date(value).unwrap_or(0);
        }
        self
    }

    /// Reads header lines as they came over the wire, for clients that hand
    /// over nothing else: `Name: value`, each ended by LF or CRLF.
    ///
    /// A status line (`HTTP/1.1 200`, with or without words behind it) starts
    /// another response, so that only the last one of several counts: all
    /// headers before it are dropped. A line that begins with a blank continues
    /// the header above it. Blanks between a name and its colon are dropped, as
    /// RFC 9112 5.1 asks of proxies: so written, `no-store` still shortens what
    /// it should. Lines without a colon are ignored. Takes linear time, whatever
    /// the octets.
    ///
    /// ```
    /// use robots::access::{Fetch, Policy, Response, State};
    ///
    /// let head = b"HTTP/1.1 103 Early Hints\r\nAge: 5\r\n\r\n\
    ///     HTTP/1.1 301 Moved\r\nLocation: /here\r\n\r\n";
    /// let origin = "https://site.example".parse()?;
    /// let mut fetch = Fetch::new(&origin, &State::new(), &Policy::new());
    /// fetch.response(&Response::new(301).header_lines(head));
    /// assert_eq!(fetch.url(), "https://site.example/here");
    /// # Ok::<(), robots::origin::OriginError>(())
    /// ```
    pub fn header_lines<L>(self, lines: &'a L) -> Response<'a>
    where
        L: AsRef<[u8]> + ?Sized,
    {
        let octets = lines.as_ref();
        let mut response = self;
        // Where the name, the value and the end of the last header are.
        let mut last: Option<(usize, usize, usize)> = None;
        let mut at = 0;
        for line in octets.split(|&octet| octet == b'\n') {
            let end = at + line.len();
            if let [b' ' | b'\t', ..] = line {
                last = last.map(|(name, value, _)| (name, value, end));
            } else {
                if let Some((name, value, end)) = last.take() {
                    response = response.header(&octets[name..value - 1], &octets[value..end]);
                }
                if is_status_line(line) {
                    response = Response {
                        complete: response.complete,
                        ..Response::new(response.status)
                    };
                } else if let Some(colon) = line.iter().position(|&octet| octet == b':') {
                    last = Some((at, at + colon + 1, end));
                }
            }
            at = end + 1;
        }
        match last {
            Some((name, value, end)) => {
                response.header(&octets[name..value - 1], &octets[value..end])
            }
            None => response,
        }
    }

    /// Says that the body did not arrive whole: it is shorter than
    /// `Content-Length`, its chunks are broken, or the connection ended early.
    ///
    /// ```
    /// use robots::access::{AccessResult, Fetch, Policy, Response, State};
    /// use robots::origin::Origin;
    ///
    /// let origin = Origin::parse("https://site.example/")?;
    /// let mut fetch = Fetch::new(&origin, &State::new(), &Policy::new());
    /// let result = fetch.response(&Response::new(200).incomplete());
    /// assert_eq!(result, AccessResult::Unreachable);
    /// # Ok::<(), robots::origin::OriginError>(())
    /// ```
    pub fn incomplete(mut self) -> Response<'a> {
        self.complete = false;
        self
    }

    /// The status code.
    ///
    /// ```
    /// assert_eq!(robots::access::Response::new(301).status(), 301);
    /// ```
    pub fn status(&self) -> u16 {
        self.status
    }
}

impl Caching {
    /// How old the response was when it came, at the moment `now`: as old as the
    /// caches on its way say, and as its own date says (RFC 9111 4.2.3). A date
    /// that is still to come says nothing.
    pub(super) fn age_at(&self, now: u64) -> u32 {
        let since = self.date.map_or(0, |date| now.saturating_sub(date));
        self.age.max(seconds(since))
    }

    fn cache_control(&mut self, mut value: &[u8]) {
        while !value.is_empty() {
            let (directive, rest) = first_directive(value);
            self.directive(directive);
            value = rest;
        }
    }

    fn directive(&mut self, directive: &[u8]) {
        let (name, argument) = match directive.iter().position(|&octet| octet == b'=') {
            Some(at) => (&directive[..at], bare(&directive[at + 1..])),
            None => (directive, &[][..]),
        };
        let name = name.trim_ascii();
        // Two values for one name: the shorter time. No value: no time at all.
        let shorter = |known: Option<u32>| {
            let seconds = delta(argument).unwrap_or(0);
            Some(known.map_or(seconds, |known| known.min(seconds)))
        };
        if name.eq_ignore_ascii_case(b"no-store") {
            self.no_store = true;
        } else if name.eq_ignore_ascii_case(b"no-cache") {
            // With the names of headers it is about those alone.
            self.no_store |= argument.is_empty() || argument.contains(&b'"');
        } else if name.eq_ignore_ascii_case(b"max-age") {
            self.max_age = shorter(self.max_age);
        } else if name.eq_ignore_ascii_case(b"s-maxage") {
            self.s_maxage = shorter(self.s_maxage);
        }
    }
}

/// The first directive of `Cache-Control`, and what stands behind its comma. A
/// comma in a quoted argument is none; quotes that are not closed are no quotes.
fn first_directive(value: &[u8]) -> (&[u8], &[u8]) {
    let mut at = 0;
    while let Some(&octet) = value.get(at) {
        at += 1;
        match octet {
            b',' => return (&value[..at - 1], &value[at..]),
            b'=' => at += quoted(&value[at..]).unwrap_or(0),
            _ => {}
        }
    }
    (value, &[])
}

/// The length of a quoted string (RFC 9110 5.6.4) and of the blanks before it.
fn quoted(value: &[u8]) -> Option<usize> {
    let rest = value.trim_ascii_start().strip_prefix(b"\"")?;
    let mut escaped = false;
    let end = rest.iter().position(|&octet| {
        let closes = octet == b'"' && !escaped;
        escaped = octet == b'\\' && !escaped;
        closes
    })?;
    Some(value.len() - rest.len() + end + 1)
}

/// An argument without the quotes around it.
fn bare(argument: &[u8]) -> &[u8] {
    match argument.trim_ascii() {
        [b'"', inside @ .., b'"'] => inside.trim_ascii(),
        argument => argument,
    }
}

/// A line such as `HTTP/1.1 200 OK` or `HTTP/2 200`, and no header whose name
/// begins like one.
fn is_status_line(line: &[u8]) -> bool {
    let Some(line) = line.strip_prefix(b"HTTP/") else {
        return false;
    };
    let Some(blank) = line.iter().position(|&octet| octet == b' ') else {
        return false;
    };
    let (version, rest) = (&line[..blank], line[blank..].trim_ascii_start());
    let digits = rest.iter().take_while(|octet| octet.is_ascii_digit());
    version.first().is_some_and(u8::is_ascii_digit)
        && version
            .iter()
            .all(|&octet| octet.is_ascii_digit() || octet == b'.')
        && digits.count() == 3
        && rest.get(3).is_none_or(u8::is_ascii_whitespace)
}

/// What to send so that the server may answer 304 instead of the whole file.
///
/// ```
/// use robots::access::{Fetch, Policy, Response, State};
/// use robots::origin::Origin;
///
/// let (policy, mut state) = (Policy::new(), State::new());
/// let origin = Origin::parse("https://site.example/")?;
/// let mut fetch = Fetch::new(&origin, &state, &policy);
/// fetch.response(
///     &Response::new(200)
///         .header("ETag", "\"v1\"")
///         .header("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT"),
/// );
/// state.record(&fetch, &policy, 1_000_000_000);
///
/// let next = Fetch::new(&origin, &state, &policy);
/// let validators = next.validators(&state);
/// assert_eq!(validators.if_none_match(), Some(&b"\"v1\""[..]));
/// assert_eq!(validators.if_modified_since().as_deref(), Some("Sun, 06 Nov 1994 08:49:37 GMT"));
/// # Ok::<(), robots::origin::OriginError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Validators<'a> {
    pub(super) etag: &'a [u8],
    pub(super) last_modified: u64,
}

impl<'a> Validators<'a> {
    /// The value of `If-None-Match`, as the server gave it.
    ///
    /// ```
    /// assert_eq!(robots::access::Validators::default().if_none_match(), None);
    /// ```
    pub fn if_none_match(&self) -> Option<&'a [u8]> {
        Some(self.etag).filter(|etag| !etag.is_empty())
    }

    /// The value of `If-Modified-Since`.
    ///
    /// ```
    /// assert_eq!(robots::access::Validators::default().if_modified_since(), None);
    /// ```
    pub fn if_modified_since(&self) -> Option<String> {
        match self.last_modified {
            at @ 1..=LAST_DATE => UNIX_EPOCH
                .checked_add(Duration::from_secs(at))
                .map(httpdate::fmt_http_date),
            _ => None,
        }
    }
}

/// Seconds that fit a duration; more than 136 years are 136 years.
pub(super) fn seconds(seconds: u64) -> u32 {
    u32::try_from(seconds).unwrap_or(u32::MAX)
}

/// A number of seconds; more than 136 years are 136 years.
fn delta(value: &[u8]) -> Option<u32> {
    if value.is_empty() || !value.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let add = |sum: u64, digit: &u8| {
        sum.saturating_mul(10)
            .saturating_add(u64::from(digit - b'0'))
    };
    Some(seconds(value.iter().fold(0, add)))
}

/// An HTTP date in any of its three forms, in seconds since 1970.
fn http_date(value: &[u8]) -> Option<u64> {
    let text = std::str::from_utf8(value).ok()?;
    let date = match text.contains('\n') {
        // In a header of two lines, the line end is a blank.
        true => httpdate::parse_http_date(&text.replace(['\r', '\n'], "")),
        false => httpdate::parse_http_date(text),
    };
    date.ok()?
        .duration_since(UNIX_EPOCH)
        .ok()
        .map(|since| since.as_secs())
}

/// RFC 9110 8.8.3, and short enough to keep.
pub(crate) fn is_etag(value: &[u8]) -> bool {
    let opaque = value.strip_prefix(b"W/").unwrap_or(value);
    match opaque {
        [b'"', inside @ .., b'"'] if value.len() <= ETAG_MAX => inside
            .iter()
            .all(|octet| matches!(octet, 0x21 | 0x23..=0x7E | 0x80..)),
        _ => false,
    }
}
