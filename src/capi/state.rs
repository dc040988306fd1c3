//! `robots_state`: what is remembered of one origin.

use std::ffi::c_char;

use crate::access::State;

use super::access_types::{policy, robots_decision, robots_policy};
use super::border::{bytes, guard};
use super::octets::robots_bytes;

/// What a crawler remembers of the robots.txt of one origin, besides the file
/// itself. It is for crawlers that keep an entry for each origin themselves;
/// `robots_cache` does this for its callers. A state depends on no other
/// object.
pub struct robots_state(State);

impl robots_state {
    pub(super) fn boxed(state: State) -> Option<Box<robots_state>> {
        Some(Box::new(robots_state(state)))
    }

    pub(super) fn state(&self) -> &State {
        &self.0
    }

    pub(super) fn state_mut(&mut self) -> &mut State {
        &mut self.0
    }
}

/// Makes the state of an origin of which nothing is known yet.
///
/// Result: a state. Free it with `robots_state_free`.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_state_new() -> Option<Box<robots_state>> {
    guard(None, || robots_state::boxed(State::new()))
}

/// Frees a state. Does nothing for NULL.
///
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_state_free(state: Option<Box<robots_state>>) {
    guard((), || drop(state));
}

/// What may be crawled at the moment `now`.
///
/// Arguments: a state; a policy with its size, or NULL and 0 for the defaults;
/// seconds since 1970, always by the same clock. If the clock goes backwards,
/// no time passes; if it goes back by more than a minute, a new attempt is
/// needed first.
/// Result: the decision. An attempt is due where `wait` is 0.
/// Misuse: ROBOTS_ACCESS_REFUSE_ALL and zeros, for a NULL state, and for a
/// policy that is smaller than in the first release, or has an unknown number,
/// a flag above 1, or a value other than 0 behind the members that this library
/// knows.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_state_decision(
    state: Option<&robots_state>,
    policy_data: *const robots_policy,
    policy_size: usize,
    now: u64,
) -> robots_decision {
    guard(None, || {
        // SAFETY: the rules of the road.
        let policy = unsafe { policy(policy_data, policy_size)? };
        Some((&state?.0.decision(&policy, now)).into())
    })
    .unwrap_or(robots_decision::MISUSE)
}

/// Tells the state that the copy of the file is lost, so that the whole file
/// must be fetched before it can be obeyed again. An outage of a site that had a
/// file begins anew.
///
/// Arguments: a state, which no other thread uses meanwhile.
/// Result: 0.
/// Misuse: -1 for NULL.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_state_forget_copy(state: Option<&mut robots_state>) -> i32 {
    guard(-1, || {
        state.map_or(-1, |state| {
            state.0.forget_copy();
            0
        })
    })
}

/// The number of attempts that have failed in a row.
///
/// Result: at most 65,535; 0 for NULL.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_state_failures(state: Option<&robots_state>) -> u32 {
    guard(0, || state.map_or(0, |state| state.0.failures().into()))
}

/// Writes a state as octets, at most 328, to be stored or sent.
/// `robots_state_from_bytes` reads them, here or on another machine.
///
/// Result: the octets. Free them with `robots_bytes_free`.
/// Misuse: NULL for NULL.
/// Time: constant. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn robots_state_to_bytes(state: Option<&robots_state>) -> Option<Box<robots_bytes>> {
    guard(None, || robots_bytes::boxed(state?.0.to_bytes()))
}

/// Reads a state that `robots_state_to_bytes` wrote. A checksum finds octets
/// that were damaged, cut, or written by something else.
///
/// Arguments: octets, which are copied.
/// Result: an equal state. Free it with `robots_state_free`. NULL for octets
/// that `robots_state_to_bytes` never writes; then begin with a new state.
/// Misuse: NULL.
/// Time: linear in the octets. Since 0.1.0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn robots_state_from_bytes(
    data: *const c_char,
    len: usize,
) -> Option<Box<robots_state>> {
    guard(None, || {
        // SAFETY: the rules of the road.
        robots_state::boxed(State::from_bytes(unsafe { bytes(data, len)? }).ok()?)
    })
}
