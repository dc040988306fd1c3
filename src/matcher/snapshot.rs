//! ```text
//! matcher   profile u8 | reason where no rule matches u8 | length u32 | block
//! ```

use crate::automaton::Automaton;
use crate::snapshot::{Kind, Reader, SnapshotError, open, seal, unseal};
use crate::{Matcher, Profile, Reason};

/// Octets before the block.
pub(crate) const HEAD: usize = 6;

impl Matcher {
    /// The matcher as bytes, for [`Matcher::from_bytes`] here or on another
    /// machine: its compiled rules and 30 octets more. Takes linear time.
    ///
    /// ```
    /// use robots::Matcher;
    /// assert_eq!(Matcher::unavailable().to_bytes().len(), 30);
    /// ```
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = open(Kind::Matcher, HEAD + self.automaton.block().len());
        self.write(&mut out);
        seal(out)
    }

    /// Reads what [`Matcher::to_bytes`] wrote. The result answers as the
    /// original does, in the default form where that was
    /// [dense](crate::snapshot). Takes time linear in the bytes, a fraction of
    /// that of compiling, except for groups with over 256 rules with `*`.
    ///
    /// # Errors
    ///
    /// [`SnapshotError`], for all bytes that [`Matcher::to_bytes`] never
    /// writes; see [`crate::snapshot`].
    ///
    /// ```
    /// use robots::{Matcher, Reason};
    /// let bytes = Matcher::unreachable().to_bytes();
    /// let matcher = Matcher::from_bytes(&bytes)?;
    /// assert_eq!(matcher.check("https://site.example/").reason, Reason::Unreachable);
    /// assert!(Matcher::from_bytes(&bytes[1..]).is_err());
    /// # Ok::<(), robots::snapshot::SnapshotError>(())
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Matcher, SnapshotError> {
        let mut content = Reader(unseal(Kind::Matcher, bytes)?);
        let matcher = Matcher::read(&mut content).filter(|_| content.0.is_empty());
        matcher.ok_or(SnapshotError::Malformed)
    }

    /// Were these rules compiled from a file?
    #[cfg(feature = "cache")]
    pub(crate) fn has_file(&self) -> bool {
        matches!(self.otherwise, Reason::NoRule | Reason::NoGroup)
    }

    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let block = self.automaton.block();
        out.push(match self.profile {
            Profile::Rfc9309 => 0,
            Profile::Google => 1,
        });
        out.push(self.otherwise as u8);
        // A block counts its places in 32 bits.
        out.extend_from_slice(&(block.len() as u32).to_le_bytes());
        out.extend_from_slice(block);
    }

    pub(crate) fn read(content: &mut Reader<'_>) -> Option<Matcher> {
        let profile = match content.u8()? {
            0 => Profile::Rfc9309,
            1 => Profile::Google,
            _ => return None,
        };
        let otherwise = [
            Reason::NoRule,
            Reason::NoGroup,
            Reason::Unavailable,
            Reason::Unreachable,
        ];
        let code = content.u8()?;
        let otherwise = otherwise.into_iter().find(|reason| *reason as u8 == code)?;
        let len = content.u32()? as usize;
        let block = content.octets(len)?;
        // Where there are rules there is a group, and without a file there is
        // no profile.
        let fits = match otherwise {
            Reason::NoRule => true,
            Reason::NoGroup => block.is_empty(),
            _ => block.is_empty() && profile == Profile::Rfc9309,
        };
        if !fits {
            return None;
        }
        Some(Matcher {
            automaton: Automaton::from_block(block)?,
            profile,
            otherwise,
        })
    }
}
