//! May this crawler fetch this URL, and which rule says so?
//!
//! librobots reads robots.txt files by RFC 9309, or exactly as google/robotstxt
//! does, compiles the rules that speak to one crawler, and answers for URLs in
//! tens of nanoseconds. This header is its specification.
//!
//! ```c
//! #include <robots/robots.h>
//! #include <stdio.h>
//! #include <string.h>
//!
//! int main(void) {
//!     const char *body = "User-agent: *\nDisallow: /private\n";
//!     const char *url = "https://site.example/private/x";
//!     robots_matcher *matcher =
//!         robots_matcher_compile(body, strlen(body), "ExampleBot", 10, NULL, 0);
//!     robots_verdict verdict = robots_matcher_check(matcher, url, strlen(url));
//!     printf("%s by line %u: %s\n", verdict.allowed ? "allowed" : "refused",
//!            (unsigned)verdict.line, robots_reason_text(verdict.reason));
//!     robots_matcher_free(matcher);
//!     return 0;
//! }
//! ```
//!
//! Build it with `cc example.c $(pkg-config --cflags --libs robots)`.
//!
//! # Which object for what
//!
//! - `robots_matcher`: the rules of one file for one crawler. It is all that a
//!   crawler needs to ask about URLs.
//! - `robots_txt`: a whole file, with groups, rules, sitemaps, every other
//!   record, and remarks for its author. Matchers for several crawlers can be
//!   made from one.
//! - `robots_lines`: every line as google/robotstxt reports it, for programs
//!   built on that library's parse handlers.
//! - `robots_check_once`: one question about one body, without an object.
//! - `robots_cache`: what is known of many origins, within a byte budget: who
//!   fetches which robots.txt and when, what the outcome means, and the rules
//!   of every crawler that shares it. It is all that a crawler of many sites
//!   needs beside its HTTP client and its clock.
//! - `robots_state` and `robots_fetch`: the same decisions for a crawler that
//!   keeps the entries itself: what is remembered of one origin, and one attempt.
//!
//! # A crawler of many sites
//!
//! The cache either answers or hands out a `robots_ticket` to one of the
//! callers. That caller requests the URL that the ticket names, hands in what
//! came back, and gets the answer as a `robots_hit`. In this example `get` is
//! the crawler's own HTTP client: it makes one request and follows no redirect.
//! Where the cache says to wait, because another thread holds the ticket, the
//! example denies the URL.
//!
//! ```c
//! static int may_fetch(const robots_cache *cache, const char *url, uint64_t now)
//! {
//!     robots_lookup lookup = robots_cache_get(cache, url, strlen(url), now);
//!     robots_hit *hit = lookup.hit;
//!     int allowed;
//!     if (lookup.kind == ROBOTS_LOOKUP_FETCH) {
//!         robots_ticket *ticket = lookup.ticket;
//!         struct reply reply;
//!         uint8_t result;
//!         do {
//!             reply = get(robots_ticket_url(ticket));
//!             if (reply.status == 0) {
//!                 result = robots_ticket_failure(ticket, ROBOTS_FAILURE_OTHER);
//!             } else {
//!                 result = robots_ticket_response(ticket, reply.status, 0, reply.headers,
//!                                                 strlen(reply.headers));
//!             }
//!         } while (result == ROBOTS_RESULT_REDIRECT);
//!         hit = robots_ticket_finish(ticket, reply.body, strlen(reply.body), now);
//!     }
//!     allowed = robots_hit_check(hit, 0, url, strlen(url)).allowed;
//!     robots_hit_free(hit);
//!     return allowed;
//! }
//! ```
//!
//! # Rules of the road
//!
//! Ownership. A function that returns a pointer to an object gives it to the
//! caller, who frees it with the function of the same prefix and `_free`
//! (`robots_ticket_finish` frees its ticket as well). No object keeps a pointer
//! to the caller's memory, and no object depends on another: objects may be
//! freed in any order, and the body as soon as the call has returned. A
//! `robots_str` points into the object that it came from and is valid at most
//! as long as that object. Texts returned as `const char *` are static.
//!
//! Threads. Functions that take a const object may be called from any number of
//! threads at once on the same object, without locks. This holds for every
//! function that takes a const `robots_cache`, even if the function changes
//! what the cache knows. A function that takes a non-const object (`_free`,
//! `robots_lines_next`, `robots_ticket_response`) needs exclusive use of it. An
//! object may be moved to another thread. The library starts no thread and
//! calls nothing back.
//!
//! Text. Text is octets with a length, in arguments and in results. It needs no
//! terminator and gets none, any octet may occur in it, and it may be in any
//! encoding. NULL with length 0 is the empty text. Only static texts end with
//! NUL.
//!
//! NULL and other misuse. Every function accepts NULL. A NULL object is empty
//! and denies every URL, and freeing it does nothing. NULL with a length above
//! 0, or a length above SSIZE_MAX, is a misuse. Each function says how it
//! answers a misuse, always on the safe side: constructors return NULL, checks
//! deny, counts are 0, and structs are all zeros, except that a member `access`
//! is ROBOTS_ACCESS_REFUSE_ALL. Nothing is written on failure, except that
//! `robots_matcher_check_many`, `robots_matcher_check_each` and
//! `robots_hit_check_many` fill their results with verdicts that deny. Only
//! what C itself leaves undefined has no answer: a pointer that does not point
//! to what the function says, a length beyond the memory behind it, an object
//! that was freed or belongs to another library.
//!
//! Errors. No file and no URL is an error: every input has an answer. The only
//! errors are misuse and defects of the library, and both are answered "do not
//! crawl". A defect does not leave the function that met it: the library prints
//! a message to standard error and answers as for a misuse. Running out of
//! memory ends the process, as in every Rust program.
//!
//! Numbers. Profiles, reasons, kinds and flags are plain integers; their names
//! are the macros below. A number never changes its meaning. Later versions may
//! add numbers to results, so have a default case. An unknown number in an
//! argument is a misuse.
//!
//! Structs. Structs that are called frozen never change their size. Reserved
//! members are 0 and have no meaning. The structs that may grow are
//! `robots_options`, `robots_policy` and `robots_stats`; their size is passed
//! beside them.
//!
//! Time. A moment is a number of seconds since 1970, by a clock that the caller
//! brings. A length of time is a number of seconds.
//!
//! Versions. ROBOTS_VERSION and its parts tell the version at compile time, and
//! `robots_version()` tells it at run time. As long as the SONAME stays
//! `librobots.so.0`, functions and macros are only added; a change that breaks
//! a compiled program gets another SONAME. Each function names the version that
//! it came with.
//!
//! Features. Functions named `robots_cache_`, `robots_hit_` and
//! `robots_ticket_` exist only if the library was built with the feature
//! `cache`, as `make install` builds it.
//!
//! Names. google/robotstxt's own build also installs a `librobots.so` and a
//! `robots.h`. This header is in the folder `robots`, and this library has a
//! SONAME; nevertheless, install the two libraries under different prefixes.

// Notes for maintainers. The comment above opens include/robots/robots.h, and
// the comments of the items below are its manual; `make header` writes it.
// cbindgen reads the files in the order of the `mod` lines.
//
// All unsafe code of the crate is in this folder, and nearly all of it in
// `border`: three helpers make octets, arrays and sized structs out of what C
// hands over, and a guard stops panics with a value that each function chooses.
// Handles are `Option<&T>` and `Option<Box<T>>`, each one nullable C pointer, so
// that NULL, ownership and constness stand in the signatures.
#![allow(non_camel_case_types)]
// What the caller must keep to is said once, in the rules of the road.
#![allow(clippy::missing_safety_doc)]

mod border;
mod text;

// In the order of the manual, which is why blank lines keep them apart.
mod types;

mod access_types;

mod general;

mod matcher;

mod txt;

mod crawler;

mod url;

mod lines;

mod state;

mod fetch;

#[cfg(feature = "cache")]
mod cache;

#[cfg(feature = "cache")]
mod hit;

#[cfg(feature = "cache")]
mod ticket;

#[cfg(feature = "cache")]
mod snapshot;

mod octets;

pub use access_types::*;
#[cfg(feature = "cache")]
pub use cache::*;
pub use crawler::*;
pub use fetch::*;
pub use general::*;
#[cfg(feature = "cache")]
pub use hit::*;
pub use lines::*;
pub use matcher::*;
pub use octets::*;
#[cfg(feature = "cache")]
pub use snapshot::*;
pub use state::*;
#[cfg(feature = "cache")]
pub use ticket::*;
pub use txt::*;
pub use types::*;
pub use url::*;
