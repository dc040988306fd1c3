//! The names of a file in order, so that finding a crawler's takes time
//! logarithmic in their number.
//!
//! A name is here what stands at the beginning of a user-agent line, digits and
//! dots included. In order, with letters in lower case, all names that go on
//! alike behind a common beginning are neighbours; so a token is followed octet
//! by octet to ever fewer of them, and each part of it that a line names turns up
//! on the way.

use std::borrow::Cow;
use std::ops::{Range, RangeInclusive};

use crate::dialect::AgentMatch;

use super::{Chain, KIND, OTHER, Token, is_star, is_token_octet, leading};

/// The lines of a file by name; first those for everybody.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    /// Indices of lines; lines of one name in file order.
    lines: Box<[u32]>,
    stars: u32,
}

/// Whose lines speak to a crawler, and how many octets of them are the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Speaker {
    None,
    Star,
    Named(usize),
    Fallback(usize),
}

impl Names {
    /// Sorts so many lines; `value` gives the value of each.
    pub(crate) fn new<'a>(count: u32, value: impl Fn(u32) -> &'a [u8]) -> Self {
        let mut lines: Vec<_> = (0..count).map(|line| (head(value(line)), line)).collect();
        lines.sort_unstable_by(|a, b| {
            // Most names differ soon.
            a.0.cmp(&b.0).then_with(|| {
                let (first, second) = (value(a.1), value(b.1));
                let stars = is_star(second).cmp(&is_star(first));
                let names = || octets(first).cmp(octets(second));
                stars.then_with(names).then(a.1.cmp(&b.1))
            })
        });
        let lines: Box<[u32]> = lines.into_iter().map(|(_, line)| line).collect();
        let stars = lines.partition_point(|line| is_star(value(*line))) as u32;
        Names { lines, stars }
    }

    pub(crate) fn memory_usage(&self) -> usize {
        size_of_val(&*self.lines)
    }

    /// The lines for everybody, in file order.
    pub(crate) fn stars(&self) -> &[u32] {
        &self.lines[..self.stars as usize]
    }

    /// Who speaks to the crawler, and the lines that do so in file order. Time
    /// is linear in the list of tokens, times a logarithm, and in these lines.
    pub(crate) fn speaking<'a>(
        &self,
        chain: &Chain<'_>,
        value: impl Fn(u32) -> &'a [u8],
    ) -> (Speaker, Cow<'_, [u32]>) {
        let search = Search { names: self, value };
        let found = match chain.matching {
            AgentMatch::First => search.first(chain),
            AgentMatch::Union => search.union(chain),
        };
        match found {
            Some(found) => found,
            None if self.stars == 0 => (Speaker::None, Cow::Borrowed(&[])),
            None => (Speaker::Star, Cow::Borrowed(self.stars())),
        }
    }
}

/// What each octet is in a name: itself, as a small letter, or 0 where it ends it.
static FOLDED: [u8; 256] = {
    let mut folded = [0; 256];
    let mut octet = 0;
    while octet < 256 {
        if KIND[octet] != OTHER {
            folded[octet] = (octet as u8).to_ascii_lowercase();
        }
        octet += 1;
    }
    folded
};

/// What stands at this place of a name that is no shorter, or 0 behind its end.
#[inline]
fn octet(value: &[u8], place: usize) -> u8 {
    value
        .get(place)
        .map_or(0, |octet| FOLDED[usize::from(*octet)])
}

/// The name that a line begins with.
fn octets(value: &[u8]) -> impl Iterator<Item = u8> {
    let octets = value.iter().map(|octet| FOLDED[usize::from(*octet)]);
    octets.take_while(|octet| *octet != 0)
}

/// The beginning of it as a number, in the same order.
#[inline]
fn head(value: &[u8]) -> u64 {
    let mut head = [0; 8];
    for (place, room) in head.iter_mut().enumerate() {
        *room = octet(value, place);
        if *room == 0 {
            break;
        }
    }
    u64::from_be_bytes(head)
}

/// The name is over.
const END: RangeInclusive<u8> = 0..=0;

/// Digits and dots, as what a name goes on with. The octet between them is in no
/// name.
const VERSIONS: RangeInclusive<u8> = b'.'..=b'9';

struct Search<'n, F> {
    names: &'n Names,
    value: F,
}

/// What was found of one token: lines that name all of it, where those go on
/// with digits that it has not, or lines that name a part of it.
struct Hit {
    speaker: Speaker,
    lines: Range<usize>,
    longer: Range<usize>,
}

impl<'n, 'a, F: Fn(u32) -> &'a [u8]> Search<'n, F> {
    /// The first token of the chain that lines name decides.
    fn first(&self, chain: &Chain<'_>) -> Option<(Speaker, Cow<'n, [u32]>)> {
        for token in chain.list.split(|octet| *octet == b',').map(Token::new) {
            if token.text == b"*" {
                if self.names.stars > 0 {
                    return Some((Speaker::Star, Cow::Borrowed(self.names.stars())));
                }
                continue;
            }
            if let Some(hit) = self.token(&token, !chain.exact) {
                return Some((
                    hit.speaker,
                    self.in_file_order(&mut [hit.lines, hit.longer]),
                ));
            }
        }
        None
    }

    /// All tokens count, as they stand.
    fn union(&self, chain: &Chain<'_>) -> Option<(Speaker, Cow<'n, [u32]>)> {
        let hit = |text| {
            let token = Token {
                text,
                versioned: false,
            };
            let plain = text.iter().all(|octet| is_token_octet(*octet));
            let hit = plain.then(|| self.token(&token, false)).flatten()?;
            Some([hit.lines, hit.longer])
        };
        let lines = if chain.list.contains(&b',') {
            let tokens = chain.list.split(|octet| *octet == b',');
            let mut found: Vec<_> = tokens.filter_map(hit).flatten().collect();
            self.in_file_order(&mut found)
        } else {
            self.in_file_order(&mut hit(chain.list)?)
        };
        let name = leading((self.value)(*lines.first()?), is_token_octet);
        Some((Speaker::Named(name.len()), lines))
    }

    fn token(&self, token: &Token<'_>, parts: bool) -> Option<Hit> {
        let mut hit = None;
        let mut these = self.names.stars as usize..self.names.lines.len();
        for (depth, octet) in token.text.iter().enumerate() {
            if these.is_empty() {
                return hit;
            }
            if parts && depth > 0 && matches!(octet, b'-' | b'_') {
                let lines = self.narrowed(&these, depth, END);
                if !lines.is_empty() {
                    hit = Some(Hit {
                        speaker: Speaker::Fallback(depth),
                        lines,
                        longer: 0..0,
                    });
                }
            }
            let octet = octet.to_ascii_lowercase();
            these = self.narrowed(&these, depth, octet..=octet);
        }
        let len = token.text.len();
        let lines = self.narrowed(&these, len, END);
        let longer = match token.versioned {
            true => 0..0,
            false => self.narrowed(&these, len, VERSIONS),
        };
        if lines.is_empty() && longer.is_empty() {
            return hit;
        }
        Some(Hit {
            speaker: Speaker::Named(len),
            lines,
            longer,
        })
    }

    /// Of lines that are alike up to `depth`, those that go on like this.
    fn narrowed(
        &self,
        these: &Range<usize>,
        depth: usize,
        next: RangeInclusive<u8>,
    ) -> Range<usize> {
        let lines = &self.names.lines[these.clone()];
        let octet = |line: &u32| octet((self.value)(*line), depth);
        // Mostly all of them go on alike, or none like this.
        let ([first, ..], [.., last]) = (lines, lines) else {
            return 0..0;
        };
        let (first, last) = (octet(first), octet(last));
        if first > *next.end() || last < *next.start() {
            return 0..0;
        }
        if first >= *next.start() && last <= *next.end() {
            return these.clone();
        }
        let from = lines.partition_point(|line| octet(line) < *next.start());
        let count = lines[from..].partition_point(|line| octet(line) <= *next.end());
        these.start + from..these.start + from + count
    }

    /// The lines of all these stretches, of which no two are alike in part.
    fn in_file_order(&self, stretches: &mut [Range<usize>]) -> Cow<'n, [u32]> {
        stretches.sort_unstable_by_key(|stretch| stretch.start);
        let mut found: Cow<'n, [u32]> = Cow::Borrowed(&[]);
        let mut last = 0..0;
        for stretch in stretches.iter() {
            if stretch.is_empty() || *stretch == last {
                continue;
            }
            last = stretch.clone();
            let lines = &self.names.lines[last.clone()];
            if found.is_empty() {
                found = Cow::Borrowed(lines);
            } else {
                found.to_mut().extend_from_slice(lines);
            }
        }
        if !found.is_sorted() {
            found.to_mut().sort_unstable();
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::super::{FEW_OCTETS, FEW_TOKENS};
    use super::*;
    use crate::Options;

    #[test]
    fn lists_that_are_read_once_and_not_for_each_line() {
        let long = "n-".repeat(FEW_OCTETS);
        let many = ["a"; FEW_TOKENS + 1].join(",");
        let is_long = |list: &str, options: &Options| {
            let chain = Chain::new(list.as_bytes(), &options.dialect()).expect("tokens");
            chain.is_long()
        };
        for (list, rfc, google) in [
            ("a", false, false),
            ("a,b", false, false),
            (&long, false, true),
            (&format!("{long},a"), true, true),
            (&many, true, true),
            (&many[2..], false, false),
        ] {
            assert_eq!(is_long(list, &Options::new()), rfc, "{list}");
            assert_eq!(is_long(list, &Options::google()), google, "{list}");
        }
    }
}
