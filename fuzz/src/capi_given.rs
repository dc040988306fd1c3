//! What a caller in C may hand over about fetches: places, replies, policies.

use std::ffi::c_char;
use std::ptr::null;

use arbitrary::Arbitrary;
use robots::access::{AfterOutage, Cause, Failure, Fetch, Policy, Response};
use robots::cache::Ticket;
use robots::capi::*;

#[derive(Arbitrary, Debug)]
pub enum Place<'a> {
    A,
    B,
    Plain,
    Any(&'a [u8]),
}

impl<'a> Place<'a> {
    pub fn text(&self) -> &'a [u8] {
        match self {
            Place::A => b"https://a.example/private/x",
            Place::B => b"https://b.example/",
            Place::Plain => b"http://a.example/robots.txt",
            Place::Any(text) => text,
        }
    }
}

#[derive(Arbitrary, Debug)]
pub enum Reply<'a> {
    Status(u8, u8, &'a [u8]),
    Fail(u8),
    Followed(u8, Place<'a>),
    Misuse(u8),
}

/// A policy with its size, sound or not.
#[derive(Arbitrary, Debug)]
pub struct Choices {
    kind: u8,
    pub seconds: [u16; 4],
    flags: [u8; 4],
}

impl Choices {
    pub fn give(&self) -> (robots_policy, usize, Option<Policy>) {
        let odd = self.kind & 0xF0 == 0xF0;
        let flag = |number: u8, limit: u8| if odd { number } else { number % limit };
        let given = robots_policy {
            min_fresh: self.seconds[0].into(),
            max_fresh: self.seconds[1].into(),
            min_retry: self.seconds[2].into(),
            long_outage: self.seconds[3].into(),
            max_redirects: self.kind & 15,
            after_outage: flag(self.flags[0], 4),
            shared_cache: flag(self.flags[1], 2),
            forbidden_is_disallow: flag(self.flags[2], 2),
            five_xx_means_missing: flag(self.flags[3], 2),
            ..robots_policy::default()
        };
        let size = if odd {
            usize::from(self.flags[0]) % 48
        } else {
            36
        };
        let sane = given.after_outage < 4
            && given.shared_cache < 2
            && given.forbidden_is_disallow < 2
            && given.five_xx_means_missing < 2;
        let or = |given: u32, default: u32| if given == 0 { default } else { given };
        let mut policy = Policy::new();
        policy.min_fresh = or(given.min_fresh, policy.min_fresh);
        policy.max_fresh = or(given.max_fresh, policy.max_fresh);
        policy.min_retry = or(given.min_retry, policy.min_retry);
        policy.long_outage = or(given.long_outage, policy.long_outage);
        policy.max_redirects = given.max_redirects;
        policy.after_outage = match given.after_outage {
            0 => AfterOutage::LastCopyOrAllow,
            1 => AfterOutage::AllowAll,
            2 => AfterOutage::LastCopyOrRefuse,
            _ => AfterOutage::RefuseAll,
        };
        policy.shared_cache = given.shared_cache == 1;
        policy.forbidden_is_disallow = given.forbidden_is_disallow == 1;
        policy.five_xx_means_missing = given.five_xx_means_missing == 1;
        let sound = sane && size == 36;
        // Behind the struct there is nothing that could be read.
        (given, size.min(36), sound.then_some(policy))
    }
}

pub fn ptr(text: &[u8]) -> *const c_char {
    match text.is_empty() {
        true => null(),
        false => text.as_ptr().cast(),
    }
}

fn status(number: u8) -> u16 {
    let usual = [200, 204, 301, 302, 304, 308, 401, 404, 429, 500, 503];
    let at = usize::from(number);
    usual.get(at % 16).copied().unwrap_or(u16::from(number) * 4)
}

fn failure(number: u8) -> Option<Failure> {
    match Cause::from_code(number) {
        Some(Cause::Failed(failure)) => Some(failure),
        _ => None,
    }
}

/// The same reply to an object and its twin, for attempts and for tickets.
macro_rules! reply_to {
    ($name:ident, $object:ty, $twin:ty, $response:ident, $failure:ident, $followed:ident) => {
        impl Reply<'_> {
            pub fn $name(&self, object: &mut $object, twin: &mut $twin) {
                match self {
                    Reply::Status(number, flags, head) => {
                        let (status, flags) = (status(*number), u32::from(flags % 4));
                        let (at, len) = (ptr(head), head.len());
                        let got = unsafe { $response(Some(object), status, flags, at, len) };
                        let response = Response::new(status).header_lines(head);
                        let want = match flags {
                            0 => twin.response(&response) as u8,
                            1 => twin.response(&response.incomplete()) as u8,
                            _ => 0,
                        };
                        assert_eq!(got, want);
                    }
                    Reply::Fail(number) => {
                        let number = 28 + number % 18;
                        let want = failure(number).map_or(0, |it| twin.failure(it) as u8);
                        assert_eq!($failure(Some(object), number), want);
                    }
                    Reply::Followed(count, place) => {
                        let (count, url) = (u32::from(*count % 8), place.text());
                        let (at, len) = (ptr(url), url.len());
                        assert_eq!(unsafe { $followed(Some(object), count, at, len) }, 0);
                        twin.followed(count, url);
                    }
                    Reply::Misuse(len) => unsafe {
                        let len = usize::from(*len) + 1;
                        assert_eq!($response(Some(object), 200, 0, null(), len), 0);
                        assert_eq!($followed(Some(object), 1, null(), len), -1);
                    },
                }
            }
        }
    };
}

reply_to!(
    to_fetch,
    robots_fetch,
    Fetch,
    robots_fetch_response,
    robots_fetch_failure,
    robots_fetch_followed
);
reply_to!(
    to_ticket,
    robots_ticket,
    Ticket,
    robots_ticket_response,
    robots_ticket_failure,
    robots_ticket_followed
);
