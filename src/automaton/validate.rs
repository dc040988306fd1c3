//! Is a block one that [`super::build`] could have written?
//!
//! A block that comes from outside is walked once, front to back, before
//! anything is matched with it. Each part must stand where the one before it
//! ends: nodes in the order in which they are written, a parent before its
//! first child and each child behind the whole of the one before it, then the
//! star section, then the labels, and nothing between or behind them. So no
//! place leads back, outside or to where another one leads, and the walk takes
//! time and memory linear in the block. The star section is written anew from
//! its own patterns and compared, which is as exact as a check can be.

use super::layout::*;
use super::radix::{CHILDREN, END_VALUE, LONG, LONGER_RUN, RUN_SHIFT, VALUE};
use super::{Automaton, build, stars};
use crate::pattern::Pattern;

impl Automaton {
    /// What [`Automaton::from_block`] takes; empty where no rule can match.
    pub(crate) fn block(&self) -> &[u8] {
        &self.block
    }

    /// The automaton of a block; `None` unless the block is sound.
    pub(crate) fn from_block(block: &[u8]) -> Option<Automaton> {
        match block.first() {
            None => {}
            Some(flags) if flags & FLAG_WIDE == 0 => check::<Narrow>(block)?,
            Some(_) => check::<Wide>(block)?,
        }
        Some(Automaton {
            block: block.into(),
            #[cfg(feature = "dense")]
            dense: None,
        })
    }
}

/// `Some` where true.
fn require(condition: bool) -> Option<()> {
    condition.then_some(())
}

fn check<W: Width>(block: &[u8]) -> Option<()> {
    let is_wide = W::PLACE == Wide::PLACE;
    let flags = if is_wide { FLAG_WIDE } else { 0 };
    require(block.len() >= W::HEADER && block.len() as u64 >> (8 * W::PLACE) == 0)?;
    require(block[FLAGS] == flags && block[VERSION] == CURRENT_VERSION)?;
    require(!is_wide || u16_at(block, 2) == 0)?;
    let header = W::header(block)?;
    let nodes = Nodes::<W>::check(block)?;
    require(nodes.filter == header.filter)?;
    let mut last_ordinal = nodes.last_ordinal;
    if header.stars == 0 {
        require(header.labels == nodes.end && last_ordinal.is_some() && header.top == 0)?;
    } else {
        require(header.stars == nodes.end && header.stars < header.labels)?;
        let section = block.get(..header.labels)?;
        last_ordinal = last_ordinal.max(check_stars::<W>(section, header)?);
    }
    check_labels::<W>(block, header.labels, last_ordinal?)
}

/// What the nodes say, once they are known to be sound.
struct Nodes<'a, W> {
    block: &'a [u8],
    /// Where the next node must stand.
    end: usize,
    last_ordinal: Option<u32>,
    filter: u64,
    width: std::marker::PhantomData<W>,
}

/// Children that are still to come.
struct Level {
    place_at: usize,
    left: usize,
    /// Octets of a path that lead to them.
    octets: usize,
}

impl<'a, W: Width> Nodes<'a, W> {
    fn check(block: &'a [u8]) -> Option<Self> {
        let mut nodes = Nodes {
            block,
            end: W::HEADER,
            last_ordinal: None,
            filter: 0,
            width: std::marker::PhantomData::<W>,
        };
        // The root stands behind the leading slash.
        let mut levels = Vec::new();
        levels.extend(nodes.node(1)?);
        while let Some(level) = levels.last_mut() {
            if level.left == 0 {
                levels.pop();
                continue;
            }
            require(W::place(block, level.place_at) == nodes.end)?;
            level.left -= 1;
            level.place_at += W::PLACE;
            let octets = level.octets;
            levels.extend(nodes.node(octets)?);
        }
        Some(nodes)
    }

    /// The next `len` octets.
    fn take(&mut self, len: usize) -> Option<&'a [u8]> {
        let taken = self.block.get(self.end..)?.get(..len)?;
        self.end += len;
        Some(taken)
    }

    /// Reads one node, to which so many octets of a path lead, and says which
    /// children follow.
    fn node(&mut self, mut octets: usize) -> Option<Option<Level>> {
        let is_root = self.end == W::HEADER;
        let flags = self.take(1)?[0];
        let mut run = usize::from(flags >> RUN_SHIFT);
        if run == LONGER_RUN {
            run = usize::from(self.take(1)?[0]);
            require(run >= LONGER_RUN)?;
        }
        require(run == 0 || !is_root)?;
        require(memchr::memchr(b'*', self.take(run)?).is_none())?;
        octets += run;
        self.values(flags, octets)?;
        let has_value = flags & (VALUE | END_VALUE) != 0;
        if flags & CHILDREN == 0 {
            require(has_value || is_root)?;
            return Some(None);
        }
        let count = usize::from(self.take(1)?[0]);
        // A node that decides nothing is there because its run is full.
        require(count > 0 && (count > 1 || has_value || is_root || run == 255))?;
        let firsts = self.take(count)?;
        require(firsts.is_sorted_by(|a, b| a < b) && !firsts.contains(&b'*'))?;
        if is_root {
            let bits = firsts.iter().map(|octet| 1 << (octet & 63));
            self.filter = bits.fold(0, |filter: u64, bit: u64| filter | bit);
        }
        let place_at = self.end;
        self.take(count * W::PLACE)?;
        Some(Some(Level {
            place_at,
            left: count,
            octets: octets + 1,
        }))
    }

    fn values(&mut self, flags: u8, octets: usize) -> Option<()> {
        let is_long = flags & LONG != 0;
        let mut needs_long = false;
        for (flag, octets) in [(VALUE, octets), (END_VALUE, octets + 1)] {
            if flags & flag == 0 {
                continue;
            }
            let at = self.end;
            let value = if is_long {
                self.take(W::VALUE)?;
                W::value(self.block, at)
            } else {
                self.take(W::PLACE)?;
                // More than this the short form cannot say of a narrow value.
                require(octets >> (8 * W::VALUE / 2 - 1) == 0)?;
                W::lengthen(W::place(self.block, at), octets)
            };
            let short = W::shorten(value, octets);
            require(is_long || short == Some(W::place(self.block, at)))?;
            needs_long |= short.is_none();
            require(value != 0)?;
            self.last_ordinal = self.last_ordinal.max(Some(W::ordinal(value)));
        }
        require(is_long == needs_long)
    }
}

/// The star section ends `block`. The greatest ordinal in it.
fn check_stars<W: Width>(block: &[u8], header: Header) -> Option<Option<u32>> {
    let mut text_at = None;
    let mut rules = Vec::new();
    let mut last_ordinal = None;
    let mut top = 0;
    for (record, texts) in stars::records::<W>(block, header.stars)? {
        let record = record?;
        // The texts stand one behind the other, so that all of them together
        // are no longer than the block.
        let at = *text_at.get_or_insert(texts);
        require(record.text == at)?;
        let text = block.get(at..)?.get(..record.len)?;
        text_at = Some(at + record.len);
        let pattern = Pattern::parse(text);
        require(build::is_star(&pattern) && record.value != 0)?;
        require(W::priority(record.value) as usize >> 1 == text.len())?;
        last_ordinal = last_ordinal.max(Some(W::ordinal(record.value)));
        top = top.max(W::priority(record.value));
        rules.push(stars::StarRule::new(&pattern, record.value));
    }
    require(text_at == Some(block.len()) && top == header.top)?;
    let mut again = Vec::with_capacity(block.len());
    again.resize(header.stars, 0);
    stars::push::<W>(&mut again, &rules);
    require(again[header.stars..] == block[header.stars..])?;
    Some(last_ordinal)
}

/// The labels end the block.
fn check_labels<W: Width>(block: &[u8], at: usize, last_ordinal: u32) -> Option<()> {
    let labels = block.get(at..)?;
    let (count, entries) = labels.split_at_checked(W::PLACE)?;
    let count = W::place(count, 0);
    require(count > 0 && entries.len() as u64 == count as u64 * 3 * W::PLACE as u64)?;
    let mut before: Option<[u64; 3]> = None;
    for entry in entries.chunks_exact(3 * W::PLACE) {
        let [ordinal, line, rule] = [0, 1, 2].map(|field| W::place(entry, field * W::PLACE) as u64);
        match before {
            None => require(ordinal == 0 && line > 0)?,
            Some([earlier, line_before, rule_before]) => {
                let past = ordinal.checked_sub(earlier).filter(|past| *past > 0)?;
                let expected = [line_before + past, rule_before + past];
                require(line >= expected[0] && rule >= expected[1] && [line, rule] != expected)?;
            }
        }
        before = Some([ordinal, line, rule]);
    }
    let [ordinal, line, rule] = before?;
    let past = u64::from(last_ordinal).saturating_sub(ordinal);
    require(line + past <= u64::from(u32::MAX) && rule + past < u64::from(u32::MAX))
}

#[cfg(test)]
mod tests;
