//! A cache with one or two questions to it.
#![allow(dead_code, unused_imports)]

#[path = "forge.rs"]
mod forged;

pub use forged::forge;
use robots::access::Response;
use robots::cache::{Cache, Hit, Lookup, Ticket};
use robots::origin::Origin;

pub const NOW: u64 = 1_800_000_000;
pub const DAY: u64 = 24 * 60 * 60;
pub const RULES: &str = "user-agent: *\ndisallow: /private\n";
pub const CLOSED: &str = "user-agent: *\ndisallow: /\n";

pub fn of(budget: usize) -> Cache {
    Cache::builder(budget).agents("bot").build().unwrap()
}

pub fn origin(text: &str) -> Origin {
    Origin::parse(text).unwrap()
}

#[track_caller]
pub fn ticket(cache: &Cache, url: &str, now: u64) -> Box<Ticket> {
    match cache.get_url(url, now).unwrap() {
        Lookup::Fetch(ticket) => ticket,
        other => panic!("{other:?}"),
    }
}

#[track_caller]
pub fn hit(cache: &Cache, url: &str, now: u64) -> Hit {
    match cache.get_url(url, now).unwrap() {
        Lookup::Hit(hit) => hit,
        other => panic!("{other:?}"),
    }
}

/// One attempt with one response.
#[track_caller]
pub fn answer(cache: &Cache, url: &str, response: &Response<'_>, body: &str, now: u64) -> Hit {
    let mut ticket = ticket(cache, url, now);
    ticket.response(response);
    ticket.finish(body, now)
}
