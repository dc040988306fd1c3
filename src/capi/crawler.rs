//! What a `robots_txt` says to one crawler, beside its rules.

use std::ffi::c_char;

use crate::GroupMatch;

use super::border::{bytes, guard};
use super::txt::robots_txt;
use super::types::{
    ROBOTS_GROUP_FALLBACK, ROBOTS_GROUP_MISUSE, ROBOTS_GROUP_NAMED, ROBOTS_GROUP_NONE,
    ROBOTS_GROUP_STAR, robots_str,
};

/// Which groups of a file are for a crawler. Frozen.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct robots_group_match {
    /// The name by which the crawler was found, as the file writes it; empty if
    /// it was not found by name.
    pub name: robots_str,
    /// Which groups are for the crawler: a ROBOTS_GROUP number.
    pub group: u8,
    /// 0.
    pub reserved: [u8; 7],
}

/// The crawl-delays for a crawler, in seconds, and which groups are for it.
/// Crawlers differ in which delay they obey, so the caller decides. The groups
/// for the crawler suggest `own` if `group` is ROBOTS_GROUP_NAMED or
/// ROBOTS_GROUP_FALLBACK (and no delay if `has_own` is 0), and `star` if
/// `group` is ROBOTS_GROUP_STAR. Frozen.
#[derive(Clone, Copy, Default)]
#[repr(C)]
pub struct robots_crawl_delay {
    /// The delay of the groups that name the crawler.
    pub own: f64,
    /// The delay of the groups for every crawler (`*`), even if other groups
    /// are for this crawler.
    pub star: f64,
    /// 1 if `own` is a delay of the file; otherwise 0, and `own` is 0.
    pub has_own: u8,
    /// 1 if `star` is a delay of the file; otherwise 0, and `star` is 0.
    pub has_star: u8,
    /// Which groups are for the crawler: a ROBOTS_GROUP number.
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

/// Which groups are for a crawler, and by which name it was found. These are
/// the groups whose rules `robots_matcher_new` compiles.
///
/// Arguments: a file; product tokens as for `robots_matcher_new`.
/// Result: the kind of groups, and the name. In profile GOOGLE, where the
/// groups of several tokens are united, the name is the first in the file.
/// Misuse: ROBOTS_GROUP_MISUSE and all zeros, for NULL, NULL with a length, and
/// text that is not a list of tokens.
/// Time: as for `robots_matcher_new`, without the compiling. Since 0.1.0.
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

/// The crawl-delay for a crawler, the crawl-delay for every crawler, and which
/// groups are for the crawler. The first value that can be read counts.
///
/// Arguments: a file; product tokens as for `robots_matcher_new`.
/// Result: the delays.
/// Misuse: ROBOTS_GROUP_MISUSE and all zeros, for NULL, NULL with a length, and
/// text that is not a list of tokens.
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
