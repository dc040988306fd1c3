//! Patterns with priorities, compiled into one block; a path, answered with
//! the greatest priority among the patterns that match it.

mod build;
#[cfg(feature = "dense")]
mod dense;
mod hardened;
mod layout;
mod pairs;
mod radix;
mod scan;
#[cfg(test)]
mod spec;
mod stars;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::escape;
use hardened::Hardened;
use layout::{FLAG_WIDE, Narrow, Wide, Width};

/// A normalised pattern and what it is worth.
#[derive(Clone, Copy)]
pub(crate) struct Rule<'a> {
    pub(crate) pattern: &'a [u8],
    /// The greatest one of all matching rules wins.
    pub(crate) priority: u32,
    /// Index of the rule's label. Of equal priorities the lower one wins.
    pub(crate) ordinal: u32,
}

/// What the caller wants to know of the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Label {
    pub(crate) line: u32,
    pub(crate) rule: u32,
}

/// The winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) priority: u32,
    pub(crate) label: Label,
}

/// The path is not normalised, and its normal form may have another winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NotNormal;

/// One compiled group.
#[derive(Clone, Default)]
pub(crate) struct Automaton {
    block: Box<[u8]>,
    hardened: Option<Arc<Hardened>>,
    /// Asked before the block.
    #[cfg(feature = "dense")]
    dense: Option<Arc<dense::Dense>>,
}

impl std::fmt::Debug for Automaton {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Automaton({} octets)", self.block.len())
    }
}

impl Automaton {
    /// Compiles rules. `labels[rule.ordinal]` is the label of a rule; labels
    /// ascend.
    pub(crate) fn new(rules: &[Rule<'_>], labels: &[Label]) -> Self {
        let block = build::build(rules, labels);
        let hardened = match block.first() {
            Some(flags) if flags & FLAG_WIDE == 0 => harden::<Narrow>(&block),
            Some(_) => harden::<Wide>(&block),
            None => None,
        };
        Automaton {
            block,
            hardened: hardened.map(Arc::new),
            #[cfg(feature = "dense")]
            dense: None,
        }
    }

    /// The same with the dense form beside it, if that fits.
    #[cfg(feature = "dense")]
    pub(crate) fn new_dense(rules: &[Rule<'_>], labels: &[Label]) -> Self {
        let dense = dense::Dense::new(rules, labels).map(Arc::new);
        Automaton {
            dense,
            ..Self::new(rules, labels)
        }
    }

    #[cfg(feature = "dense")]
    pub(crate) fn is_dense(&self) -> bool {
        self.dense.is_some()
    }

    /// The winner among the rules that match `path`, which begins with `/` and
    /// is normalised. Where `ASK`, it need not be, and the answer is
    /// [`NotNormal`] where that could matter.
    #[inline(always)]
    pub(crate) fn find<const ASK: bool>(&self, path: &[u8]) -> Result<Option<Found>, NotNormal> {
        #[cfg(feature = "dense")]
        if let Some(dense) = &self.dense {
            return dense.find::<ASK>(path);
        }
        match self.block.first() {
            Some(flags) if flags & FLAG_WIDE == 0 => self.find_as::<Narrow, ASK>(path),
            Some(_) => self.find_wide::<ASK>(path),
            None if ASK && escape::special_within(path, 2) => Err(NotNormal),
            None => Ok(None),
        }
    }

    #[inline(never)]
    fn find_wide<const ASK: bool>(&self, path: &[u8]) -> Result<Option<Found>, NotNormal> {
        self.find_as::<Wide, ASK>(path)
    }

    #[inline(always)]
    fn find_as<W: Width, const ASK: bool>(&self, path: &[u8]) -> Result<Option<Found>, NotNormal> {
        let block = &*self.block;
        let Some(header) = W::header(block) else {
            return Ok(None);
        };
        let (mut best, octets) = radix::walk::<W>(block, header.filter, path);
        if header.stars != 0 && W::priority(best) <= header.top {
            let hardened = self.hardened.as_deref();
            best = stars::search::<W, ASK>(block, header.stars, hardened, path, best)
                .ok_or(NotNormal)?;
        } else if ASK && escape::special_within(path, octets) {
            return Err(NotNormal);
        }
        if best == 0 {
            return Ok(None);
        }
        Ok(Some(Found {
            priority: W::priority(best),
            label: layout::label::<W>(block, header.labels, W::ordinal(best)),
        }))
    }

    pub(crate) fn memory_usage(&self) -> usize {
        let hardened = self.hardened.as_ref();
        let usage = self.block.len() + hardened.map_or(0, |hardened| hardened.memory_usage());
        #[cfg(feature = "dense")]
        let usage = usage + self.dense.as_ref().map_or(0, |dense| dense.memory_usage());
        usage
    }
}

fn harden<W: Width>(block: &[u8]) -> Option<Hardened> {
    match W::header(block)?.stars {
        0 => None,
        stars => stars::harden::<W>(block, stars),
    }
}
