//! A small deterministic generator (SplitMix64): equal seeds give the same
//! numbers on every machine and in every year.
#![allow(dead_code)]

/// The generator, made from its seed.
pub struct Random(pub u64);

impl Random {
    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `end`, which must not be zero. The bias of the
    /// multiplication is far below anything a test or a workload could show.
    pub fn below(&mut self, end: usize) -> usize {
        assert!(end > 0, "there is no number below zero");
        ((u128::from(self.bits()) * end as u128) >> 64) as usize
    }

    /// A number in `low..high`.
    pub fn range(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low)
    }

    /// True in `percent` of 100 cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn octet(&mut self) -> u8 {
        self.bits() as u8
    }

    pub fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.below(from.len())]
    }

    /// A word of so many letters.
    pub fn word(&mut self, alphabet: &[u8], len: usize) -> Vec<u8> {
        let letters = (0..len).map(|_| alphabet[self.below(alphabet.len())]);
        letters.collect()
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}
