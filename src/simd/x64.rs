//! Line ends and comments in 64 octets, as bits.
//!
//! The one question that is asked of every octet of every file. In the terms of
//! [`crate::simd::x16`], and where the processor has AVX2 (most that were made
//! since 2013) 32 octets at a time.
//!
//! Measured over a thousand real sites (callgrind): finding the lines of a file
//! takes 3,230 instructions, and 4,840 with sixteen octets at a time.

use crate::simd::x16::Block;

/// Bit `i` of each word speaks of octet `i`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) newlines: u64,
    /// CR.
    pub(crate) returns: u64,
    /// `#` and NUL, which end the text of a line.
    pub(crate) cuts: u64,
}

#[inline(always)]
fn find(block: &[u8; 64]) -> Found {
    let mut found = Found {
        newlines: 0,
        returns: 0,
        cuts: 0,
    };
    for (index, octets) in block.as_chunks::<16>().0.iter().enumerate() {
        let octets = Block::load(octets);
        let at = 16 * index;
        found.newlines |= u64::from(octets.eq(b'\n').mask()) << at;
        found.returns |= u64::from(octets.eq(b'\r').mask()) << at;
        found.cuts |= u64::from(octets.eq(b'#').or(octets.eq(0)).mask()) << at;
    }
    found
}

/// Something that asks about many blocks. As a whole it is compiled for the
/// wider registers, and chooses once.
pub(crate) trait Task {
    type Output;

    /// To be inlined.
    fn run(self, find: impl Fn(&[u8; 64]) -> Found) -> Self::Output;
}

/// Runs a task with the quickest way to look at a block.
#[inline]
pub(crate) fn run<T: Task>(task: T) -> T::Output {
    #[cfg(all(target_arch = "x86_64", not(robots_portable)))]
    if has_avx2() {
        // SAFETY: the processor has what the function needs, as just asked.
        #[allow(unsafe_code)]
        return unsafe { run_wide(task) };
    }
    run_plain(task)
}

#[cfg(all(target_arch = "x86_64", not(robots_portable)))]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn run_wide<T: Task>(task: T) -> T::Output {
    task.run(|block| avx2::find(block))
}

#[inline(never)]
fn run_plain<T: Task>(task: T) -> T::Output {
    task.run(find)
}

/// May [`run_wide`] be called?
#[cfg(all(target_arch = "x86_64", not(robots_portable)))]
#[inline(always)]
fn has_avx2() -> bool {
    std::arch::is_x86_feature_detected!("avx2")
        && std::arch::is_x86_feature_detected!("bmi1")
        && std::arch::is_x86_feature_detected!("bmi2")
}

#[cfg(all(target_arch = "x86_64", not(robots_portable)))]
mod avx2 {
    use super::Found;
    use std::arch::x86_64::*;

    /// The same, 32 octets at a time.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn find(block: &[u8; 64]) -> Found {
        let (halves, _) = block.as_chunks::<32>();
        let low = load(&halves[0]);
        let high = load(&halves[1]);
        let cut = |half| _mm256_or_si256(eq(half, b'#'), eq(half, 0));
        Found {
            newlines: mask(eq(low, b'\n'), eq(high, b'\n')),
            returns: mask(eq(low, b'\r'), eq(high, b'\r')),
            cuts: mask(cut(low), cut(high)),
        }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn load(octets: &[u8; 32]) -> __m256i {
        // SAFETY: 32 octets are there, and no alignment is asked for.
        #[allow(unsafe_code)]
        unsafe {
            _mm256_loadu_si256(octets.as_ptr().cast())
        }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn eq(octets: __m256i, octet: u8) -> __m256i {
        _mm256_cmpeq_epi8(octets, _mm256_set1_epi8(octet as i8))
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn mask(low: __m256i, high: __m256i) -> u64 {
        let bits = |half| u64::from(_mm256_movemask_epi8(half) as u32);
        bits(low) | bits(high) << 32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_octet_at_each_place() {
        for octet in 0..=255 {
            for at in 0..64 {
                let mut block = [b'a'; 64];
                block[at] = octet;
                block[(at + 9) % 64] = b'\n';
                let bit = |is: bool| u64::from(is) << at;
                let expected = Found {
                    newlines: bit(octet == b'\n') | 1 << ((at + 9) % 64),
                    returns: bit(octet == b'\r'),
                    cuts: bit(octet == b'#' || octet == 0),
                };
                assert_eq!(find(&block), expected);
                #[cfg(all(target_arch = "x86_64", not(robots_portable)))]
                if has_avx2() {
                    // SAFETY: the processor has what the function needs.
                    #[allow(unsafe_code)]
                    let found = unsafe { avx2::find(&block) };
                    assert_eq!(found, expected);
                }
            }
        }
    }
}
