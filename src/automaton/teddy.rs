//! Finds the positions of a path at which one of a set of octet pairs may stand.
//!
//! This is Teddy with fingerprints of two octets, the algorithm of Hyperscan and
//! of aho-corasick's packed search. The pairs are dealt into eight buckets. Four
//! tables of sixteen octets, one for each half (four bits) of each of the two
//! octets, say in bit `b` whether bucket `b` has a pair with such a half. The AND
//! of four look-ups leaves the buckets that a position may belong to. A position
//! that is left is nearly always a true hit, and the caller compares the whole
//! pair anyway, so Teddy's own verification of buckets is not needed.
//!
//! The four look-ups are one instruction each for sixteen positions where the
//! processor shuffles octets (SSSE3, any x86-64 since 2006). The plain loop
//! below runs elsewhere, and is the oracle of the test. What that gains is
//! measured together with [`crate::simd::x16`], and stated there.
//!
//! On the way the scan asks of each octet whether it is in normal form
//! ([`crate::pattern::normalize`]): that takes two more look-ups with tables of the same
//! kind, and saves a pass of its own.

use crate::pattern::normalize;

/// The four tables, one behind the other: low and high half of the first
/// octet, then of the second.
pub(super) type Tables = [u8; 64];

/// How a scan ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScanEnd {
    /// The whole path was scanned. All of it is in normal form, if `RAW_PATH`
    /// asked for that.
    Normal,
    /// The whole path was scanned. Something in it is not in normal form.
    Special,
    /// The receiver of the candidates stopped the scan.
    Stopped,
}

/// Receives candidate positions.
pub(super) trait Candidates {
    /// Takes a position at which the second octet of a pair may stand. Returns
    /// false to stop the scan.
    fn hit(&mut self, at: usize) -> bool;

    /// Consumes the receiver and returns the best value found.
    fn result(self) -> u64;
}

/// Reports each position of `path` at which the second octet of a pair may
/// stand, in order, and returns the receiver's result, or `None` where there was
/// no candidate.
///
/// The first octet of the path counts as one behind a NUL. Three scans in four
/// have nothing to report, so `hits` makes the receiver when it is needed. With
/// `RAW_PATH` the scan also looks for octets that are not in normal form.
#[inline(always)]
pub(super) fn scan<const RAW_PATH: bool, H: Candidates>(
    tables: &Tables,
    path: &[u8],
    hits: impl FnOnce() -> H,
) -> (ScanEnd, Option<u64>) {
    #[cfg(all(target_arch = "x86_64", not(robots_portable)))]
    if std::arch::is_x86_feature_detected!("ssse3") {
        // SAFETY: the processor has SSSE3, as just asked. The function has no
        // other requirement; it reads through slices only.
        #[allow(unsafe_code)]
        return unsafe { ssse3::scan::<RAW_PATH, H>(tables, path, hits) };
    }
    scan_plain::<RAW_PATH, H>(tables, path, hits)
}

/// Returns the buckets that a pair of octets may belong to, one bit each.
#[inline(always)]
fn buckets(tables: &Tables, first: u8, second: u8) -> u8 {
    tables[usize::from(first & 15)]
        & tables[16 + usize::from(first >> 4)]
        & tables[32 + usize::from(second & 15)]
        & tables[48 + usize::from(second >> 4)]
}

const BUCKETS: usize = 8;

/// Returns the tables of pairs, and of single octets that may stand behind any
/// octet. Single octets have a bucket of their own.
///
/// Pairs that are neighbours in order share halves of octets. In one bucket they
/// set fewer bits, so that fewer positions are reported without a pair.
pub(super) fn tables(singles: impl Iterator<Item = u8>, mut pairs: Vec<u16>) -> Tables {
    let mut tables: Tables = [0; 64];
    let mut first = 0;
    for octet in singles {
        add_pair(&mut tables, 0, None, octet);
        first = 1;
    }
    pairs.sort_unstable();
    pairs.dedup();
    let each = pairs.len().div_ceil(BUCKETS - first).max(1);
    for (bucket, pairs) in pairs.chunks(each).enumerate() {
        for pair in pairs {
            let [octet, second] = pair.to_le_bytes();
            add_pair(&mut tables, first + bucket, Some(octet), second);
        }
    }
    tables
}

/// Adds a pair to a bucket; `None` stands for any first octet.
fn add_pair(tables: &mut Tables, bucket: usize, first: Option<u8>, second: u8) {
    let bit = 1 << bucket;
    match first {
        Some(first) => {
            tables[usize::from(first & 15)] |= bit;
            tables[16 + usize::from(first >> 4)] |= bit;
        }
        None => tables[..32].iter_mut().for_each(|entry| *entry |= bit),
    }
    tables[32 + usize::from(second & 15)] |= bit;
    tables[48 + usize::from(second >> 4)] |= bit;
}

fn scan_plain<const RAW_PATH: bool, H: Candidates>(
    tables: &Tables,
    path: &[u8],
    hits: impl FnOnce() -> H,
) -> (ScanEnd, Option<u64>) {
    let mut make = Some(hits);
    let mut hits: Option<H> = None;
    let mut first = 0;
    let mut seen = ScanEnd::Normal;
    for (at, second) in path.iter().enumerate() {
        if buckets(tables, first, *second) != 0 {
            hits = hits.or_else(|| make.take().map(|make| make()));
            if hits.as_mut().is_some_and(|hits| !hits.hit(at)) {
                seen = ScanEnd::Stopped;
                break;
            }
        }
        first = *second;
    }
    if RAW_PATH && seen == ScanEnd::Normal && normalize::first_special(path).is_some() {
        seen = ScanEnd::Special;
    }
    (seen, hits.map(H::result))
}

#[cfg(all(target_arch = "x86_64", not(robots_portable)))]
mod ssse3 {
    use super::{Candidates, ScanEnd, Tables};
    use crate::pattern::normalize;
    use crate::simd::x16;
    use std::arch::x86_64::*;

    #[inline]
    #[target_feature(enable = "ssse3")]
    fn load(octets: &[u8; 16]) -> __m128i {
        let whole = u128::from_le_bytes(*octets);
        _mm_set_epi64x((whole >> 64) as i64, whole as i64)
    }

    /// The tables in registers, and what was seen so far.
    struct State<const RAW_PATH: bool> {
        tables: [__m128i; 4],
        special_tables: [__m128i; 2],
        /// Buckets of the octets of the last block as first octets.
        firsts: __m128i,
        special: __m128i,
    }

    impl<const RAW_PATH: bool> State<RAW_PATH> {
        #[inline]
        #[target_feature(enable = "ssse3")]
        fn new(tables: &Tables) -> Self {
            let (tables, _) = tables.as_chunks::<16>();
            State {
                tables: [
                    load(&tables[0]),
                    load(&tables[1]),
                    load(&tables[2]),
                    load(&tables[3]),
                ],
                special_tables: [
                    load(&normalize::SPECIAL_LOW),
                    load(&normalize::SPECIAL_HIGH),
                ],
                firsts: _mm_setzero_si128(),
                special: _mm_setzero_si128(),
            }
        }

        /// One bit for each of sixteen positions that may end a pair.
        #[inline]
        #[target_feature(enable = "ssse3")]
        fn positions(&mut self, octets: __m128i) -> u32 {
            let half = _mm_set1_epi8(15);
            let low = _mm_and_si128(octets, half);
            let high = _mm_and_si128(_mm_srli_epi16::<4>(octets), half);
            let both = |a, b| _mm_and_si128(_mm_shuffle_epi8(a, low), _mm_shuffle_epi8(b, high));
            let firsts = both(self.tables[0], self.tables[1]);
            let seconds = both(self.tables[2], self.tables[3]);
            // Each position meets its left neighbour.
            let pairs = _mm_and_si128(_mm_alignr_epi8::<15>(firsts, self.firsts), seconds);
            self.firsts = firsts;
            if RAW_PATH {
                let special = both(self.special_tables[0], self.special_tables[1]);
                self.special = _mm_or_si128(self.special, special);
            }
            !(_mm_movemask_epi8(_mm_cmpeq_epi8(pairs, _mm_setzero_si128())) as u32) & 0xFFFF
        }

        #[inline]
        #[target_feature(enable = "ssse3")]
        fn seen(&self) -> ScanEnd {
            let none = _mm_cmpeq_epi8(self.special, _mm_setzero_si128());
            if RAW_PATH && _mm_movemask_epi8(none) != 0xFFFF {
                return ScanEnd::Special;
            }
            ScanEnd::Normal
        }
    }

    #[target_feature(enable = "ssse3")]
    pub(super) fn scan<const RAW_PATH: bool, H: Candidates>(
        tables: &Tables,
        path: &[u8],
        hits: impl FnOnce() -> H,
    ) -> (ScanEnd, Option<u64>) {
        let mut state = State::<RAW_PATH>::new(tables);
        // The octet before the path is a NUL.
        state.firsts = _mm_set1_epi8((tables[0] & tables[16]) as i8);
        let mut base = 0;
        match next(&mut state, path, &mut base) {
            None => (state.seen(), None),
            Some(found) => search(state, path, base, found, hits),
        }
    }

    /// The rest of a scan that has found something.
    #[cold]
    #[inline(never)]
    #[target_feature(enable = "ssse3")]
    fn search<const RAW_PATH: bool, H: Candidates>(
        mut state: State<RAW_PATH>,
        path: &[u8],
        mut base: usize,
        found: (usize, u32),
        hits: impl FnOnce() -> H,
    ) -> (ScanEnd, Option<u64>) {
        let mut hits = hits();
        let mut found = Some(found);
        while let Some((from, positions)) = found {
            if !report(&mut hits, from, positions) {
                return (ScanEnd::Stopped, Some(hits.result()));
            }
            found = next(&mut state, path, &mut base);
        }
        (state.seen(), Some(hits.result()))
    }

    /// The next sixteen octets with positions that may end a pair: where they
    /// begin, and which. `base` is where to go on, then and afterwards.
    #[inline]
    #[target_feature(enable = "ssse3")]
    fn next<const RAW_PATH: bool>(
        state: &mut State<RAW_PATH>,
        path: &[u8],
        base: &mut usize,
    ) -> Option<(usize, u32)> {
        let rest = path.get(*base..)?;
        let (blocks, last) = rest.as_chunks::<16>();
        for block in blocks {
            let positions = state.positions(load(block));
            let from = *base;
            *base += 16;
            if positions != 0 {
                return Some((from, positions));
            }
        }
        if last.is_empty() {
            return None;
        }
        // The last block ends with the path; what was seen is masked.
        let (octets, from, known) = match path.last_chunk::<16>() {
            Some(octets) => (load(octets), path.len() - 16, !0),
            None => {
                let octets = x16::padded(path, b'0');
                (load(&octets), 0, (1 << path.len()) - 1)
            }
        };
        let seen = *base - from;
        *base = path.len();
        let positions = (state.positions(octets) & known) >> seen << seen;
        (positions != 0).then_some((from, positions))
    }

    #[inline]
    #[target_feature(enable = "ssse3")]
    fn report(hits: &mut impl Candidates, base: usize, mut positions: u32) -> bool {
        while positions != 0 {
            let at = base + positions.trailing_zeros() as usize;
            positions &= positions - 1;
            if !hits.hit(at) {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Places<'a>(&'a mut Vec<usize>);

    impl Candidates for Places<'_> {
        fn hit(&mut self, at: usize) -> bool {
            self.0.push(at);
            self.0.len() < 30
        }

        fn result(self) -> u64 {
            self.0.len() as u64
        }
    }

    #[test]
    fn both_forms_see_the_same() {
        let mut random = crate::random::Random(7);
        let mut random = |below: usize| random.below(below);
        for round in 0..if cfg!(miri) { 200 } else { 8000 } {
            let mut tables = [0; 64];
            for bucket in 0..random(9) % 8 {
                let first = (random(5) > 0).then(|| b'a' + random(6) as u8);
                add_pair(&mut tables, bucket, first, b'a' + random(6) as u8);
            }
            let odd = random(3) * 20;
            let path: Vec<u8> = (0..round % 70)
                .map(|_| {
                    if random(20) < odd {
                        random(256) as u8
                    } else {
                        b'a' + random(9) as u8
                    }
                })
                .collect();
            let (mut want, mut have) = (Vec::new(), Vec::new());
            let plain = scan_plain::<true, _>(&tables, &path, || Places(&mut want));
            let quick = scan::<true, _>(&tables, &path, || Places(&mut have));
            assert_eq!((quick, have), (plain, want), "{path:?}");
        }
    }
}
