//! What a `robots_txt` says to one crawler, beside its rules.

use std::ffi::c_char;

use crate::GroupMatch;

use super::border::{bytes, guard};
use super::txt::robots_txt;
use super::types::{
    ROBOTS_GROUP_FALLBACK, ROBOTS_GROUP_MISUSE, ROBOTS_GROUP_NAMED, ROBOTS_GROUP_NONE,
    ROBOTS_GROUP_STAR, robots_str,
};

/// Which groups of a file speak to a crawler. Frozen.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct robots_group_match {
    /// The name by which the crawler was found, as the file writes it; empty
    /// where it was not found by name.
    pub name: robots_str,
    /// Who speaks: a ROBOTS_GROUP number.
    pub group: u8,
    /// 0.
    pub reserved: [u8; 7],
}

/// Crawl-delays that concern a crawler, in seconds, and who speaks to it. Which
/// to obey, if any, is for the caller to decide: crawlers differ. The choice of
/// groups suggests `own` where `group` is ROBOTS_GROUP_NAMED or
/// ROBOTS_GROUP_FALLBACK, and none if there is none, and `star` where it is
/// ROBOTS_GROUP_STAR. Frozen.
#[derive(Clone, Copy, Default)]
#[repr(C)]
pub struct robots_crawl_delay {
    /// The delay of the groups that name the crawler.
    pub own: f64,
    /// The delay of the groups for everybody, whoever speaks to the crawler.
    pub star: f64,
    /// 1 if there is one of the former, otherwise 0, and `own` is 0.
    pub has_own: u8,
    /// 1 if there is one of the latter, otherwise 0, and `star` is 0.
    pub has_star: u8,
    /// Who speaks: a ROBOTS_GROUP number.
    pub group: u8,
    /// 0.
    pub reserved: [u8; 5],
}

fn number(group: GroupMatch<'_>) -> u8 {
    match group {
        GroupMatch::None => ROBOTS_GROUP_NONE,
        GroupMatch::Star => ROBOTS_GROUP_STAR,
        GroupMatch::Named(_) => ROBOTS_GROUP_NAMED,
        GroupMatch::Fallback(_) => ROBOTS_GROUP_FALLBACK,
    }
}

/// Which groups speak to a crawler, and by which name: those whose rules
/// `robots_matcher_new` compiles.
///
/// Arguments: a file; product tokens as for `robots_matcher_new`.
/// Result: who speaks. In profile GOOGLE, where the groups of several tokens are
/// united, the name is the first in the file.
/// Misuse: ROBOTS_GROUP_MISUSE and all zeros, for NULL, NULL with a length, and
/// tokens that are none.
/// Time: as for `robots_matcher_new`, less the compiling. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_txt_group_for(
    txt: Option<&robots_txt>,
    agents: *const c_char,
    agents_len: usize,
) -> robots_group_match {
    let misuse = robots_group_match {
        name: robots_str::NONE,
        group: ROBOTS_GROUP_MISUSE,
        reserved: [0; 7],
    };
    guard(misuse, || {
        // SAFETY: the rules of the road.
        let agents = unsafe { bytes(agents, agents_len) };
        let Some(group) = txt.and_then(|it| it.parsed().group_for(agents?).ok()) else {
            return misuse;
        };
        robots_group_match {
            name: group.name().unwrap_or_default().into(),
            group: number(group),
            reserved: [0; 7],
        }
    })
}

/// The crawl-delay for a crawler, that for everybody, and who speaks. The first
/// value that can be read counts.
///
/// Arguments: a file; product tokens as for `robots_matcher_new`.
/// Result: the delays.
/// Misuse: ROBOTS_GROUP_MISUSE and all zeros, for NULL, NULL with a length, and
/// tokens that are none.
/// Time: linear in the file. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_txt_crawl_delay(
    txt: Option<&robots_txt>,
    agents: *const c_char,
    agents_len: usize,
) -> robots_crawl_delay {
    let misuse = robots_crawl_delay::default();
    guard(misuse, || {
        // SAFETY: the rules of the road.
        let agents = unsafe { bytes(agents, agents_len) };
        let Some(delay) = txt.and_then(|it| it.parsed().crawl_delay(agents?).ok()) else {
            return misuse;
        };
        robots_crawl_delay {
            own: delay.own.map_or(0.0, |it| it.as_secs_f64()),
            star: delay.star.map_or(0.0, |it| it.as_secs_f64()),
            has_own: u8::from(delay.own.is_some()),
            has_star: u8::from(delay.star.is_some()),
            group: number(delay.group),
            reserved: [0; 5],
        }
    })
}
