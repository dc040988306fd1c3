//! ```text
//! state   attempted at u64 | copy from u64 | last modified u64 | wait u32
//!         | lifetime u32 | copy age u32 | outage u32 | failures u16
//!         | status u16 | cause u8 | copy u8 | length u16 | entity tag
//! ```

use crate::access::{AccessResult, Cause, LAST_DATE, State, is_etag};
use crate::snapshot::{Kind, Reader, SnapshotError, open, seal, unseal};

/// Octets before the entity tag.
pub(crate) const HEAD: usize = 48;

impl State {
    /// The state as bytes, for [`State::from_bytes`] here or on another
    /// machine: 72 octets and the entity tag.
    ///
    /// ```
    /// use robots::access::State;
    /// assert_eq!(State::new().to_bytes().len(), 72);
    /// ```
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = open(Kind::State, HEAD + self.etag.len());
        self.write(&mut out);
        seal(out)
    }

    /// Reads what [`State::to_bytes`] wrote: an equal state, so that what was
    /// known before a restart holds after it. Takes linear time.
    ///
    /// # Errors
    ///
    /// [`SnapshotError`], for all bytes that [`State::to_bytes`] never writes;
    /// see [`crate::snapshot`].
    ///
    /// ```
    /// use robots::access::State;
    /// let bytes = State::new().to_bytes();
    /// assert_eq!(State::from_bytes(&bytes), Ok(State::new()));
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<State, SnapshotError> {
        let mut content = Reader(unseal(Kind::State, bytes)?);
        let state = State::read(&mut content).filter(|_| content.0.is_empty());
        state.ok_or(SnapshotError::Malformed)
    }

    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        for number in [self.attempted_at, self.copy_from, self.last_modified] {
            out.extend_from_slice(&number.to_le_bytes());
        }
        for number in [self.wait, self.lifetime, self.copy_age, self.outage] {
            out.extend_from_slice(&number.to_le_bytes());
        }
        for number in [self.failures, self.status] {
            out.extend_from_slice(&number.to_le_bytes());
        }
        out.extend_from_slice(&[self.cause.code(), u8::from(self.copy)]);
        // An entity tag that is kept has at most 256 octets.
        out.extend_from_slice(&(self.etag.len() as u16).to_le_bytes());
        out.extend_from_slice(&self.etag);
    }

    pub(crate) fn read(content: &mut Reader<'_>) -> Option<State> {
        let mut state = State {
            attempted_at: content.u64()?,
            copy_from: content.u64()?,
            last_modified: content.u64()?,
            wait: content.u32()?,
            lifetime: content.u32()?,
            copy_age: content.u32()?,
            outage: content.u32()?,
            failures: content.u16()?,
            status: content.u16()?,
            cause: Cause::from_code(content.u8()?)?,
            copy: content.bool()?,
            etag: Box::default(),
        };
        let len = content.u16()?;
        state.etag = content.octets(len.into())?.into();
        state.is_sound().then_some(state)
    }

    /// Could this have come about by [`State::record`]?
    fn is_sound(&self) -> bool {
        let validators =
            (self.etag.is_empty() || is_etag(&self.etag)) && self.last_modified <= LAST_DATE;
        // What is known of a copy goes with it.
        let copy = self.copy || {
            let mut without = self.clone();
            without.forget_copy();
            without == *self
        };
        let cause = match self.cause {
            Cause::NotFetched => *self == State::default(),
            cause => match cause.result() {
                // An outage lasts from one failed attempt to another.
                AccessResult::Unreachable => {
                    self.failures > 1 || self.failures == 1 && self.outage == 0
                }
                AccessResult::Unavailable => !self.copy && self.failures == 0 && self.outage == 0,
                _ => self.failures == 0 && self.outage == 0,
            },
        };
        validators && copy && cause
    }
}
