//! Is a block one that [`super::build`] could have written?
//!
//! A block that comes from outside is walked once, front to back, before
//! anything is matched with it. Each part must stand where the one before it
//! ends: nodes in the order in which they are written, a parent before its
//! first child and each child behind the whole of the one before it, then the
//! star section, then the labels, and nothing between or behind them. So no
//! offset leads back, outside or to where another one leads, and the walk takes
//! time and memory linear in the block. Each node and the star section are
//! written anew from what they say and compared, which is as exact as a check
//! can be.

use super::layout::*;
use super::node::{MAX_RUN, Node, filter_of};
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
    let is_wide = W::OFFSET == Wide::OFFSET;
    let flags = if is_wide { FLAG_WIDE } else { 0 };
    require(block.len() >= W::HEADER && block.len() as u64 >> (8 * W::OFFSET) == 0)?;
    require(block[FLAGS] == flags && block[VERSION] == CURRENT_VERSION)?;
    require(u16_at(block, W::RESERVED) == 0)?;
    let header = W::header(block)?;
    let nodes = Nodes::<W>::check(block)?;
    require(nodes.filter == header.filter)?;
    let mut last_ordinal = nodes.last_ordinal;
    if header.stars == 0 {
        require(header.labels == nodes.end && last_ordinal.is_some())?;
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
    /// The node at hand, written anew.
    again: Vec<u8>,
    width: std::marker::PhantomData<W>,
}

/// A node, and how many of its children have been read.
struct Level<'a, W> {
    node: Node<'a, W>,
    read: usize,
    /// Octets of a path that lead to a child.
    octets: usize,
}

impl<'a, W: Width> Nodes<'a, W> {
    fn check(block: &'a [u8]) -> Option<Self> {
        let mut nodes = Nodes {
            block,
            end: W::HEADER,
            last_ordinal: None,
            filter: 0,
            again: Vec::new(),
            width: std::marker::PhantomData::<W>,
        };
        // The root stands behind the leading slash.
        let mut levels = Vec::new();
        levels.extend(nodes.node(1)?);
        while let Some(level) = levels.last_mut() {
            if level.read == level.node.firsts.len() {
                levels.pop();
                continue;
            }
            require(level.node.child(level.read) == nodes.end)?;
            level.read += 1;
            let octets = level.octets;
            levels.extend(nodes.node(octets)?);
        }
        Some(nodes)
    }

    /// Reads one node, to which so many octets of a path lead, and says which
    /// children follow.
    fn node(&mut self, octets: usize) -> Option<Option<Level<'a, W>>> {
        let is_root = self.end == W::HEADER;
        let node = Node::<W>::read(self.block, self.end, octets)?;
        let octets = octets + node.run.len();
        let values = [node.value, node.end_value];
        self.again.clear();
        let firsts = node.firsts.iter().copied();
        let offsets = Node::<W>::write(&mut self.again, node.run, octets, values, firsts);
        require(self.block[self.end..].starts_with(&self.again[..offsets]))?;
        // The node is as it would be written. May it stand at this place?
        require(node.run.is_empty() || !is_root)?;
        require(!node.run.contains(&b'*') && !node.firsts.contains(&b'*'))?;
        require(node.firsts.is_sorted_by(|a, b| a < b))?;
        for value in values.into_iter().filter(|value| *value != 0) {
            self.last_ordinal = self.last_ordinal.max(Some(W::ordinal(value)));
        }
        if is_root {
            self.filter = filter_of(node.firsts);
        }
        // With one child and no value a node is there because its run is full.
        let decides = values != [0, 0] || is_root;
        let is_full = node.firsts.len() == 1 && node.run.len() == MAX_RUN;
        require(decides || is_full || node.firsts.len() > 1)?;
        self.end = node.end;
        Some((!node.firsts.is_empty()).then_some(Level {
            node,
            read: 0,
            octets: octets + 1,
        }))
    }
}

/// The star section ends `block`. The greatest ordinal in it.
fn check_stars<W: Width>(block: &[u8], header: Header) -> Option<Option<u32>> {
    let mut text_at = None;
    let mut rules = Vec::new();
    let mut last_ordinal = None;
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
        rules.push(stars::StarRule::new(&pattern, record.value));
    }
    require(text_at == Some(block.len()))?;
    let mut again = Vec::with_capacity(block.len());
    again.resize(header.stars, 0);
    stars::push::<W>(&mut again, &rules);
    require(again[header.stars..] == block[header.stars..])?;
    Some(last_ordinal)
}

/// The labels end the block.
fn check_labels<W: Width>(block: &[u8], at: usize, last_ordinal: u32) -> Option<()> {
    let labels = block.get(at..)?;
    let (count, entries) = labels.split_at_checked(W::OFFSET)?;
    let count = W::offset(count, 0);
    require(count > 0 && entries.len() as u64 == count as u64 * 3 * W::OFFSET as u64)?;
    let mut before: Option<[u64; 3]> = None;
    for entry in entries.chunks_exact(3 * W::OFFSET) {
        let [ordinal, line, rule] =
            [0, 1, 2].map(|field| W::offset(entry, field * W::OFFSET) as u64);
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
