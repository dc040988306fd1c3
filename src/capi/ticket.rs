//! `robots_ticket`: the right to make one attempt for a cache.

use std::ffi::c_char;

use crate::access::Failure;
use crate::cache::Ticket;

use super::access_types::failure;
use super::border::{bytes, guard};
use super::fetch::{if_modified_since, if_none_match, response};
use super::hit::robots_hit;
use super::types::robots_str;

/// The right and the duty to ask for the robots.txt of one origin: a
/// `robots_fetch` whose outcome is handed in to the cache. A ticket may be
/// moved to another thread, and outlives the cache.
pub struct robots_ticket(Ticket);

impl robots_ticket {
    pub(super) fn boxed(ticket: Box<Ticket>) -> Option<Box<robots_ticket>> {
        Some(Box::new(robots_ticket(*ticket)))
    }
}

/// The URL to ask for now, as by `robots_fetch_url`.
///
/// Result: the URL. It is valid until the next call that takes the ticket
/// non-const.
/// Misuse: NULL and 0 for NULL.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_ticket_url(ticket: Option<&robots_ticket>) -> robots_str {
    guard(robots_str::NONE, || {
        ticket.map_or(robots_str::NONE, |ticket| ticket.0.url().as_bytes().into())
    })
}

/// What to send as `If-None-Match` to the URL to ask for now, as by
/// `robots_fetch_if_none_match`.
///
/// Result: the entity tag, which is valid as long as the ticket; length 0 if
/// there is none.
/// Misuse: NULL and 0 for NULL.
/// Time: linear in the URL. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_ticket_if_none_match(ticket: Option<&robots_ticket>) -> robots_str {
    guard(robots_str::NONE, || {
        ticket.map_or(robots_str::NONE, |ticket| {
            if_none_match(ticket.0.validators())
        })
    })
}

/// What to send as `If-Modified-Since` to the URL to ask for now, as by
/// `robots_fetch_if_modified_since`.
///
/// Arguments: a ticket; a buffer and its size.
/// Result: 29, the length of the date, which is written to the buffer if it
/// fits; otherwise nothing is written. 0 if there is no date.
/// Misuse: 0.
/// Time: linear in the URL. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_ticket_if_modified_since(
    ticket: Option<&robots_ticket>,
    buffer: *mut c_char,
    buffer_size: usize,
) -> usize {
    guard(None, || {
        // SAFETY: the rules of the road.
        unsafe { if_modified_since(ticket?.0.validators(), buffer, buffer_size) }
    })
    .unwrap_or(0)
}

/// Takes a response from the URL that was asked, as `robots_fetch_response`
/// does.
///
/// Arguments: a ticket, which no other thread uses meanwhile; the rest as for
/// that function.
/// Result: a ROBOTS_RESULT number. After ROBOTS_RESULT_REDIRECT ask again, at
/// the new URL; after any other result hand in the ticket.
/// Misuse: 0; nothing changes.
/// Time: linear in the headers. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_ticket_response(
    ticket: Option<&mut robots_ticket>,
    status: u16,
    flags: u32,
    headers: *const c_char,
    headers_len: usize,
) -> u8 {
    guard(None, || {
        // SAFETY: the rules of the road.
        let response = unsafe { response(status, flags, headers, headers_len)? };
        Some(ticket?.0.response(&response) as u8)
    })
    .unwrap_or(0)
}

/// Says that there was no whole response, as `robots_fetch_failure` does.
///
/// Arguments: a ticket, which no other thread uses meanwhile; a ROBOTS_FAILURE
/// number.
/// Result: a ROBOTS_RESULT number.
/// Misuse: 0, also for a number that is no failure; nothing changes.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_ticket_failure(ticket: Option<&mut robots_ticket>, number: u8) -> u8 {
    guard(None, || Some(ticket?.0.failure(failure(number)?) as u8)).unwrap_or(0)
}

/// Says that the client followed redirects on its own, as
/// `robots_fetch_followed` does.
///
/// Arguments: a ticket, which no other thread uses meanwhile; the rest as for
/// that function.
/// Result: 0.
/// Misuse: -1; nothing changes.
/// Time: linear in the URL. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_ticket_followed(
    ticket: Option<&mut robots_ticket>,
    redirects: u32,
    url: *const c_char,
    url_len: usize,
) -> i32 {
    guard(None, || {
        // SAFETY: the rules of the road.
        let url = unsafe { bytes(url, url_len)? };
        ticket?.0.followed(redirects, url);
        Some(0)
    })
    .unwrap_or(-1)
}

/// Hands in the outcome at the moment `now`, and frees the ticket in every
/// case. The outcome is recorded in the cache, also if the ticket has expired,
/// with three exceptions: a later ticket was finished before, or this one comes
/// more than eight times as late as it was to; the origin was removed meanwhile;
/// or something younger than `now` was imported meanwhile. If redirects ended at
/// exactly the URL at which another origin would be asked, the outcome is
/// recorded for that origin too, as long as nothing is known of that origin or
/// an attempt is due for it, and nobody holds a ticket for it.
///
/// Arguments: a ticket; the body of the last response, which counts only if
/// that response was a file (204 and 205 are an empty one); seconds since 1970.
/// Result: what may be crawled from then on. Free it with `robots_hit_free`.
/// Misuse: NULL, for a NULL ticket, and for a NULL body with a length; in the
/// second case a failed attempt is recorded.
/// Time: linear in the body, for each crawler. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_ticket_finish(
    ticket: Option<Box<robots_ticket>>,
    body: *const c_char,
    body_len: usize,
    now: u64,
) -> Option<Box<robots_hit>> {
    guard(None, || {
        let mut ticket = ticket?;
        // SAFETY: the rules of the road.
        let Some(body) = (unsafe { bytes(body, body_len) }) else {
            ticket.0.failure(Failure::Other);
            ticket.0.finish(b"", now);
            return None;
        };
        robots_hit::boxed(ticket.0.finish(body, now))
    })
}

/// Gives a ticket back, so that the next caller gets it. Does nothing for NULL.
///
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_ticket_free(ticket: Option<Box<robots_ticket>>) {
    guard((), || drop(ticket));
}
