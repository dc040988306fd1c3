//! Which pairs of neighbouring octets a path has: a question to ask before a
//! rule is matched as a whole.
//!
//! Every pair within a segment of a rule must stand in a path that the rule
//! matches. Rules made to be expensive repeat what the path is full of and end
//! in something it lacks; a bit a pair tells them apart in a few nanoseconds,
//! from the end, where the lack is. Used only when a scan has run out of fuel:
//! collecting the pairs of a path costs more than most checks as a whole.

pub(super) struct Pairs {
    /// A bit for each of the 65,536 pairs.
    bits: [u64; 1024],
}

impl Pairs {
    pub(super) fn of(path: &[u8]) -> Self {
        let mut bits = [0; 1024];
        for pair in path.windows(2) {
            let (word, bit) = place(pair[0], pair[1]);
            bits[word] |= bit;
        }
        Pairs { bits }
    }

    /// Has the path all pairs that the pattern's segments have? If not, the
    /// pattern does not match.
    pub(super) fn contain(&self, pattern: &[u8]) -> bool {
        let body = pattern.strip_suffix(b"$").unwrap_or(pattern);
        let mut second = b'*';
        for first in body.iter().rev() {
            let (word, bit) = place(*first, second);
            if *first != b'*' && second != b'*' && self.bits[word] & bit == 0 {
                return false;
            }
            second = *first;
        }
        true
    }
}

fn place(first: u8, second: u8) -> (usize, u64) {
    let index = usize::from(first) << 8 | usize::from(second);
    (index >> 6, 1 << (index & 63))
}
