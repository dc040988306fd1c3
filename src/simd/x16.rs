//! Sixteen octets at a time.
//!
//! Two scans run over every octet of every file and every URL: "where are the
//! line ends and the comments" and "is there anything to escape". Both ask a
//! few yes-or-no questions of each octet, so both work on blocks of sixteen
//! and get back one bit an octet.
//!
//! Measured with this file and the star scan in their portable forms and as
//! they are, over a thousand real sites (callgrind, instructions): a check 653
//! and 353, one URL of a body 28,100 and 19,400, parse and compile 65,300 and
//! 53,400; in time, a check takes 0.55 as long.
//!
//! On x86-64 a block is an SSE2 register, which every such processor has.
//! Elsewhere, and where ROBOTS_PORTABLE is set, it is two 64-bit words and the
//! questions are arithmetic on their octets. The tests run over both.

/// Bit `i` of a mask speaks of octet `i`.
pub(crate) type Mask = u32;

#[cfg(all(target_arch = "x86_64", not(robots_portable)))]
#[allow(unsafe_code)]
mod imp {
    // SAFETY of all below: the operations need SSE2 and nothing else; they
    // touch registers only. SSE2 is part of the x86-64 baseline, so the code
    // that calls them could not run without it.
    use super::Mask;
    use std::arch::x86_64::*;

    #[derive(Clone, Copy)]
    pub(crate) struct Block(__m128i);

    impl Block {
        #[inline(always)]
        pub(crate) fn load(octets: &[u8; 16]) -> Self {
            let whole = u128::from_le_bytes(*octets);
            Block(unsafe { _mm_set_epi64x((whole >> 64) as i64, whole as i64) })
        }

        #[inline(always)]
        pub(crate) fn eq(self, octet: u8) -> Self {
            Block(unsafe { _mm_cmpeq_epi8(self.0, _mm_set1_epi8(octet as i8)) })
        }

        /// Octets outside `0x21..=0x7E`: controls, space, everything not ASCII.
        #[inline(always)]
        pub(crate) fn outside_graph(self) -> Self {
            // One more, as signed numbers: DEL and octets from 0x80 are below
            // 0x22 as well.
            let next = unsafe { _mm_add_epi8(self.0, _mm_set1_epi8(1)) };
            Block(unsafe { _mm_cmplt_epi8(next, _mm_set1_epi8(0x22)) })
        }

        /// Octets from `first` to `last`, which are ASCII.
        #[inline(always)]
        pub(crate) fn between(self, first: u8, last: u8) -> Self {
            // Moved so that `first` is the least signed number.
            let from = 0x80u8.wrapping_sub(first) as i8;
            let below = 0x81u8.wrapping_add(last - first) as i8;
            let moved = unsafe { _mm_add_epi8(self.0, _mm_set1_epi8(from)) };
            Block(unsafe { _mm_cmplt_epi8(moved, _mm_set1_epi8(below)) })
        }

        #[inline(always)]
        pub(crate) fn or(self, other: Self) -> Self {
            Block(unsafe { _mm_or_si128(self.0, other.0) })
        }

        /// Octets that are not from `first` to `last`.
        #[inline(always)]
        pub(crate) fn outside(self, first: u8, last: u8) -> Self {
            let from = 0x80u8.wrapping_sub(first) as i8;
            let above = 0x80u8.wrapping_add(last - first) as i8;
            let moved = unsafe { _mm_add_epi8(self.0, _mm_set1_epi8(from)) };
            Block(unsafe { _mm_cmpgt_epi8(moved, _mm_set1_epi8(above)) })
        }

        #[inline(always)]
        pub(crate) fn and(self, other: Self) -> Self {
            Block(unsafe { _mm_and_si128(self.0, other.0) })
        }

        /// Sets the given bits in every octet.
        #[inline(always)]
        pub(crate) fn with_bits(self, bits: u8) -> Self {
            Block(unsafe { _mm_or_si128(self.0, _mm_set1_epi8(bits as i8)) })
        }

        #[inline(always)]
        pub(crate) fn mask(self) -> Mask {
            unsafe { _mm_movemask_epi8(self.0) as Mask }
        }
    }
}

#[cfg(not(all(target_arch = "x86_64", not(robots_portable))))]
mod imp {
    use super::Mask;

    const ONES: u64 = 0x0101_0101_0101_0101;
    const TOPS: u64 = ONES << 7;

    /// Octets, or answers: then the top bit of an octet is the answer, and the
    /// others are anything.
    #[derive(Clone, Copy)]
    pub(crate) struct Block([u64; 2]);

    impl Block {
        pub(crate) fn load(octets: &[u8; 16]) -> Self {
            let whole = u128::from_le_bytes(*octets);
            Block([whole as u64, (whole >> 64) as u64])
        }

        fn map(self, f: impl Fn(u64) -> u64) -> Self {
            Block(self.0.map(f))
        }

        pub(crate) fn eq(self, octet: u8) -> Self {
            // The sum of the low seven bits carries into the top one unless
            // they are all zero; no octet reaches its neighbour.
            self.map(|word| {
                let differ = word ^ (ONES * u64::from(octet));
                !(((differ & !TOPS) + !TOPS) | differ)
            })
        }

        pub(crate) fn outside_graph(self) -> Self {
            self.map(|word| {
                let low = word & !TOPS;
                !(low + ONES * (0x80 - 0x21)) | (low + ONES) | word
            })
        }

        pub(crate) fn between(self, first: u8, last: u8) -> Self {
            self.map(|word| {
                let low = word & !TOPS;
                let reach = low + ONES * u64::from(0x80 - first);
                let beyond = low + ONES * u64::from(0x7F - last);
                reach & !beyond & !word
            })
        }

        pub(crate) fn or(self, other: Self) -> Self {
            Block([self.0[0] | other.0[0], self.0[1] | other.0[1]])
        }

        pub(crate) fn outside(self, first: u8, last: u8) -> Self {
            self.between(first, last).map(|word| !word)
        }

        pub(crate) fn and(self, other: Self) -> Self {
            Block([self.0[0] & other.0[0], self.0[1] & other.0[1]])
        }

        pub(crate) fn with_bits(self, bits: u8) -> Self {
            self.map(|word| word | ONES * u64::from(bits))
        }

        pub(crate) fn mask(self) -> Mask {
            // The product moves the eight top bits side by side.
            let gather = |word: u64| ((word & TOPS) >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
            (gather(self.0[0]) | gather(self.0[1]) << 8) as Mask
        }
    }
}

pub(crate) use imp::Block;

/// Has the line of memory fetched in which these items begin, for a read that
/// is to come. Of no consequence but in time.
#[inline(always)]
pub(crate) fn prefetch<T>(items: &[T]) {
    #[cfg(all(target_arch = "x86_64", not(robots_portable), not(miri)))]
    if !items.is_empty() {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the instruction reads nothing that the program could see, and
        // needs SSE, which is part of the x86-64 baseline.
        #[allow(unsafe_code)]
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(items.as_ptr().cast());
        }
    }
    #[cfg(not(all(target_arch = "x86_64", not(robots_portable), not(miri))))]
    let _ = items;
}

/// Position of the first octet in `octets` for which `ask` answers yes.
/// `fill` must be an octet for which it answers no.
#[inline(always)]
pub(crate) fn position(octets: &[u8], fill: u8, ask: impl Fn(Block) -> Block) -> Option<usize> {
    let mut chunks = octets.chunks_exact(16);
    let mut base = 0;
    for chunk in &mut chunks {
        let chunk: &[u8; 16] = chunk.try_into().expect("sixteen octets");
        let mask = ask(Block::load(chunk)).mask();
        if mask != 0 {
            return Some(base + mask.trailing_zeros() as usize);
        }
        base += 16;
    }
    let rest = chunks.remainder();
    if rest.is_empty() {
        return None;
    }
    let (block, skipped) = tail(octets, rest, fill);
    let mask = ask(block).mask() >> skipped;
    (mask != 0).then(|| base + mask.trailing_zeros() as usize)
}

/// The last, shorter block: where the whole is long enough, the last sixteen
/// octets, some of which were seen before; else a padded one.
#[inline(always)]
fn tail(octets: &[u8], rest: &[u8], fill: u8) -> (Block, usize) {
    match octets.last_chunk::<16>() {
        Some(last) => (Block::load(last), 16 - rest.len()),
        None => (Block::load(&padded(rest, fill)), 0),
    }
}

/// Fewer than sixteen octets and a filling. Two loads that overlap, instead of
/// a call to copy memory.
#[inline(always)]
pub(crate) fn padded(octets: &[u8], fill: u8) -> [u8; 16] {
    let len = octets.len() as u32;
    let whole = if let (Some(first), Some(last)) = (octets.first_chunk(), octets.last_chunk()) {
        let last = u128::from(u64::from_le_bytes(*last));
        u128::from(u64::from_le_bytes(*first)) | last << (8 * (len - 8))
    } else if let (Some(first), Some(last)) = (octets.first_chunk(), octets.last_chunk()) {
        let last = u128::from(u32::from_le_bytes(*last));
        u128::from(u32::from_le_bytes(*first)) | last << (8 * (len - 4))
    } else {
        octets
            .iter()
            .rev()
            .fold(0, |whole, octet| whole << 8 | u128::from(*octet))
    };
    let filling = u128::from_le_bytes([fill; 16]);
    let filling = filling.checked_shl(8 * len).unwrap_or(0);
    (whole | filling).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn padding() {
        let octets = *b"abcdefghijklmno";
        for len in 0..16 {
            let mut want = [b'.'; 16];
            want[..len].copy_from_slice(&octets[..len]);
            assert_eq!(padded(&octets[..len], b'.'), want);
        }
    }

    #[test]
    fn every_octet_at_every_position() {
        // Miri takes its time: the lengths around a block, and some octets.
        let step = if cfg!(miri) { 13 } else { 1 };
        for len in (0..40).filter(|len| step == 1 || len % 16 < 2) {
            for at in 0..len {
                for octet in (0..=255u8).step_by(step) {
                    let mut text = vec![b'x'; len];
                    text[at] = octet;
                    let want = |yes: bool| yes.then_some(at);
                    assert_eq!(
                        position(&text, b'x', |b| b.eq(b'%').or(b.eq(b'*'))),
                        want(octet == b'%' || octet == b'*')
                    );
                    assert_eq!(
                        position(&text, b'x', Block::outside_graph),
                        want(!(0x21..0x7F).contains(&octet))
                    );
                    for (first, last) in [(b'"', b'%'), (b'{', 0x7F), (0, b'w'), (b'/', b'/')] {
                        assert_eq!(
                            position(&text, b'x', |b| b.between(first, last)),
                            want((first..=last).contains(&octet))
                        );
                    }
                    assert_eq!(
                        position(&text, b'x', |b| b
                            .outside(b'a', b'z')
                            .and(b.outside(b'0', b'9'))),
                        want(!octet.is_ascii_lowercase() && !octet.is_ascii_digit())
                    );
                    assert_eq!(
                        position(&text, b'x', |b| b.with_bits(1).eq(b'%')),
                        want(octet == b'%' || octet == b'$')
                    );
                }
            }
        }
    }
}
