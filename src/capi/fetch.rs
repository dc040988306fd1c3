//! `robots_fetch`: one attempt to get a robots.txt.

use std::ffi::c_char;

use crate::access::{Fetch, Response, State, Validators};
use crate::origin::Origin;

use super::access_types::{
    ROBOTS_RESPONSE_INCOMPLETE, failure, policy, robots_decision, robots_policy,
};
use super::border::{bytes, guard, write};
use super::state::robots_state;
use super::types::robots_str;

/// One attempt to get the robots.txt of one origin, redirects included. It says
/// which URL to ask for and takes what came back; the caller makes the
/// requests. An attempt depends on no other object.
pub struct robots_fetch(Fetch);

/// A response of which C tells; `None` for a misuse.
///
/// # Safety
///
/// As [`bytes`].
pub(super) unsafe fn response<'a>(
    status: u16,
    flags: u32,
    headers: *const c_char,
    headers_len: usize,
) -> Option<Response<'a>> {
    // SAFETY: promised.
    let headers = unsafe { bytes(headers, headers_len)? };
    let response = Response::new(status).header_lines(headers);
    match flags {
        0 => Some(response),
        ROBOTS_RESPONSE_INCOMPLETE => Some(response.incomplete()),
        _ => None,
    }
}

/// The value of `If-None-Match`, or nothing.
pub(super) fn if_none_match(validators: Validators<'_>) -> robots_str {
    validators.if_none_match().unwrap_or_default().into()
}

/// Writes the value of `If-Modified-Since`; 0 for none and for a misuse.
///
/// # Safety
///
/// As [`write`].
pub(super) unsafe fn if_modified_since(
    validators: Validators<'_>,
    buffer: *mut c_char,
    buffer_size: usize,
) -> Option<usize> {
    let date = validators.if_modified_since()?;
    // SAFETY: promised.
    unsafe { write(date.as_bytes(), buffer, buffer_size) }
}

/// Begins an attempt to get the robots.txt of an origin.
///
/// Arguments: any absolute URL of the origin; what is known of the origin so
/// far, or NULL for nothing (the attempt does not keep this pointer); a policy
/// as for `robots_state_decision`.
/// Result: an attempt. Free it with `robots_fetch_free`.
/// Misuse: NULL, also for a URL that has no origin. Such a URL must not be
/// crawled.
/// Time: linear in the URL. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_fetch_new(
    url: *const c_char,
    url_len: usize,
    state: Option<&robots_state>,
    policy_data: *const robots_policy,
    policy_size: usize,
) -> Option<Box<robots_fetch>> {
    guard(None, || {
        // SAFETY: the rules of the road.
        let (url, policy) = unsafe { (bytes(url, url_len)?, policy(policy_data, policy_size)?) };
        let origin = Origin::parse(url).ok()?;
        let fetch = match state {
            Some(state) => Fetch::new(&origin, state.state(), &policy),
            None => Fetch::new(&origin, &State::new(), &policy),
        };
        Some(Box::new(robots_fetch(fetch)))
    })
}

/// Frees an attempt. Does nothing for NULL.
///
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_fetch_free(fetch: Option<Box<robots_fetch>>) {
    guard((), || drop(fetch));
}

/// The URL to ask for now: ASCII, without user and fragment.
///
/// Result: the URL. It is valid until the next call that takes the attempt
/// non-const.
/// Misuse: NULL and 0 for NULL.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_fetch_url(fetch: Option<&robots_fetch>) -> robots_str {
    guard(robots_str::NONE, || {
        fetch.map_or(robots_str::NONE, |fetch| fetch.0.url().as_bytes().into())
    })
}

/// The number of redirects that were followed so far.
///
/// Result: a number, 0 for NULL.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_fetch_hops(fetch: Option<&robots_fetch>) -> u32 {
    guard(0, || fetch.map_or(0, |fetch| fetch.0.hops()))
}

/// What to send as `If-None-Match` to the URL to ask for now, so that the server
/// may say that the copy still holds.
///
/// Arguments: an attempt; the state it began with, or NULL.
/// Result: the entity tag, which is valid as long as the state; length 0 if
/// there is none, for example because the copy came from another URL. Then do
/// not send the header. A 304 counts only if this function or
/// `robots_fetch_if_modified_since` gave a value to send.
/// Misuse: NULL and 0 for a NULL attempt.
/// Time: linear in the URL. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_fetch_if_none_match(
    fetch: Option<&robots_fetch>,
    state: Option<&robots_state>,
) -> robots_str {
    guard(robots_str::NONE, || match (fetch, state) {
        (Some(fetch), Some(state)) => if_none_match(fetch.0.validators(state.state())),
        (Some(_), None) => if_none_match(Validators::default()),
        (None, _) => robots_str::NONE,
    })
}

/// What to send as `If-Modified-Since` to the URL to ask for now.
///
/// Arguments: an attempt and a state as for `robots_fetch_if_none_match`; a
/// buffer and its size.
/// Result: 29, the length of the date, which is written to the buffer if it
/// fits; otherwise nothing is written. 0 if there is no date; then do not send
/// the header.
/// Misuse: 0.
/// Time: linear in the URL. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_fetch_if_modified_since(
    fetch: Option<&robots_fetch>,
    state: Option<&robots_state>,
    buffer: *mut c_char,
    buffer_size: usize,
) -> usize {
    guard(None, || {
        let validators = fetch?.0.validators(state?.state());
        // SAFETY: the rules of the road.
        unsafe { if_modified_since(validators, buffer, buffer_size) }
    })
    .unwrap_or(0)
}

/// Takes a response from the URL that was asked.
///
/// Arguments: an attempt, which no other thread uses meanwhile; the status; 0
/// or ROBOTS_RESPONSE_INCOMPLETE if the body did not arrive whole (a body that
/// the caller cut at its own limit counts as whole); the header lines, each
/// `Name: value` and ended by LF or CRLF, as they came over the wire or one
/// after another from the header callback of libcurl. A status line (`HTTP/1.1
/// 200`) starts another response, and what came before it is dropped; a line
/// that begins with a blank continues the one above; lines without a colon are
/// ignored.
/// Result: a ROBOTS_RESULT number. After ROBOTS_RESULT_REDIRECT ask again, at
/// the new URL; any other result ends the attempt.
/// Misuse: 0, also for unknown flags; nothing changes.
/// Time: linear in the headers. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_fetch_response(
    fetch: Option<&mut robots_fetch>,
    status: u16,
    flags: u32,
    headers: *const c_char,
    headers_len: usize,
) -> u8 {
    guard(None, || {
        // SAFETY: the rules of the road.
        let response = unsafe { response(status, flags, headers, headers_len)? };
        Some(fetch?.0.response(&response) as u8)
    })
    .unwrap_or(0)
}

/// Ends the attempt because there was no whole response.
///
/// Arguments: an attempt, which no other thread uses meanwhile; a ROBOTS_FAILURE
/// number.
/// Result: ROBOTS_RESULT_UNREACHABLE; for ROBOTS_FAILURE_TOO_MANY_REDIRECTS it
/// is ROBOTS_RESULT_UNAVAILABLE, with the cause
/// ROBOTS_CAUSE_TOO_MANY_REDIRECTS.
/// Misuse: 0, also for a number that is no failure; nothing changes.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_fetch_failure(fetch: Option<&mut robots_fetch>, number: u8) -> u8 {
    guard(None, || Some(fetch?.0.failure(failure(number)?) as u8)).unwrap_or(0)
}

/// Says that the client followed redirects on its own. Call it before
/// `robots_fetch_response`, which then takes the last response. That response
/// counts, no matter how many redirects led to it; only a 304 does not, because
/// nobody knows what the server there was told of the copy. An empty URL is a
/// redirect without a target.
///
/// Arguments: an attempt, which no other thread uses meanwhile; the number of
/// redirects from the URL that was to be asked for; the URL where they ended.
/// Result: 0.
/// Misuse: -1; nothing changes.
/// Time: linear in the URL. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_fetch_followed(
    fetch: Option<&mut robots_fetch>,
    redirects: u32,
    url: *const c_char,
    url_len: usize,
) -> i32 {
    guard(None, || {
        // SAFETY: the rules of the road.
        let url = unsafe { bytes(url, url_len)? };
        fetch?.0.followed(redirects, url);
        Some(0)
    })
    .unwrap_or(-1)
}

/// The result of the last response or failure.
///
/// Result: a ROBOTS_RESULT number; ROBOTS_RESULT_UNREACHABLE before there was any.
/// Misuse: 0 for NULL.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_fetch_result(fetch: Option<&robots_fetch>) -> u8 {
    guard(0, || fetch.map_or(0, |fetch| fetch.0.result() as u8))
}

/// Why the attempt ended as it did.
///
/// Result: a ROBOTS_CAUSE or ROBOTS_FAILURE number; ROBOTS_CAUSE_INTERRUPTED
/// before the attempt has ended.
/// Misuse: ROBOTS_CAUSE_NOT_FETCHED for NULL.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_fetch_cause(fetch: Option<&robots_fetch>) -> u8 {
    guard(0, || fetch.map_or(0, |fetch| fetch.0.cause().code()))
}

/// Another origin for which this attempt is an answer too, if there is one.
/// That is so if the last redirect named the address of its robots.txt octet
/// for octet, as `robots_url_robots_txt` writes it, and a file or its absence
/// was found there. Record the attempt for that origin too, unless something
/// fresh is known of it.
///
/// Arguments: an attempt; a buffer and its size.
/// Result: the length of the origin, which is written as by
/// `robots_url_origin`; 0 if there is none.
/// Misuse: 0.
/// Time: linear in the URL. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_fetch_target(
    fetch: Option<&robots_fetch>,
    buffer: *mut c_char,
    buffer_size: usize,
) -> usize {
    guard(None, || {
        let target = fetch?.0.target()?.to_string();
        // SAFETY: the rules of the road.
        unsafe { write(target.as_bytes(), buffer, buffer_size) }
    })
    .unwrap_or(0)
}

/// Records the outcome of an attempt, received at the moment `now`, in a state.
/// An attempt without a result counts as failed.
///
/// Arguments: a state, which no other thread uses meanwhile; the attempt; policy
/// and moment as for `robots_state_decision`.
/// Result: what may be crawled from then on, and in `copy` what to do with the
/// stored copy of the file.
/// Misuse: ROBOTS_ACCESS_REFUSE_ALL and zeros, also for a NULL attempt; the state
/// stays as it was.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_state_record(
    state: Option<&mut robots_state>,
    fetch: Option<&robots_fetch>,
    policy_data: *const robots_policy,
    policy_size: usize,
    now: u64,
) -> robots_decision {
    guard(None, || {
        // SAFETY: the rules of the road.
        let policy = unsafe { policy(policy_data, policy_size)? };
        let (state, fetch) = (state?, fetch?);
        Some((&state.state_mut().record(&fetch.0, &policy, now)).into())
    })
    .unwrap_or(robots_decision::MISUSE)
}
