//! The batches of the C functions, spoilt and sound, against single checks.

use std::ptr::null_mut;

use robots::capi::*;

use crate::capi::{World, same};
use crate::capi_given::ptr;

impl World {
    pub(crate) fn check_many(&self, index: u8, urls: &[&[u8]], spoil: Option<u8>) {
        let (made, want) = self.matcher(index);
        let data = urls.concat();
        let mut ends: Vec<usize> = Vec::new();
        for url in urls {
            ends.push(ends.last().unwrap_or(&0) + url.len());
        }
        let mut sound = made.is_some();
        if let (Some(at), [.., last]) = (spoil, &ends[..]) {
            // An end behind the one that follows it.
            let (at, beyond) = (usize::from(at) % ends.len(), last + 1);
            if at + 1 < ends.len() {
                ends[at] = beyond;
                sound = false;
            }
        }
        let guard = robots_verdict {
            allowed: 7,
            reason: 7,
            reserved: 7,
            line: 7,
            octets: 7,
            rule: 7,
        };
        let mut out = vec![guard; urls.len() + 1];
        let done = unsafe {
            robots_matcher_check_many(
                made.as_deref(),
                ptr(&data),
                ends.as_ptr(),
                urls.len(),
                out.as_mut_ptr(),
            )
        };
        assert_eq!(out.pop(), Some(guard));
        assert_eq!(done, if sound { 0 } else { -1 });
        for (got, url) in out.iter().zip(urls) {
            let verdict = want.as_ref().map(|matcher| matcher.check(url));
            same(*got, verdict.filter(|_| sound));
        }
        // Each with a matcher of its own; every other one has none.
        let each: Vec<Option<&robots_matcher>> = (0..urls.len())
            .map(|at| made.as_deref().filter(|_| at % 2 == 0))
            .collect();
        let mut out = vec![guard; urls.len() + 1];
        let (len, room) = (urls.len(), out.as_mut_ptr());
        let done = unsafe {
            robots_matcher_check_each(each.as_ptr(), ptr(&data), ends.as_ptr(), len, room)
        };
        let ascend = ends.is_sorted();
        assert_eq!(out.pop(), Some(guard));
        assert_eq!(done, if ascend { 0 } else { -1 });
        for (at, (got, url)) in out.iter().zip(urls).enumerate() {
            let asked = want.as_ref().filter(|_| ascend && at % 2 == 0);
            same(*got, asked.map(|matcher| matcher.check(url)));
        }
        if !urls.is_empty() {
            let ends = ends.as_ptr();
            let done = unsafe {
                robots_matcher_check_many(made.as_deref(), ptr(&data), ends, urls.len(), null_mut())
            };
            assert_eq!(done, -1);
        }
    }
}
