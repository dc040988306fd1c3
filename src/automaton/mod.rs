//! Patterns with priorities, compiled into one block; a path, answered with
//! the greatest priority among the patterns that match it.

mod build;
#[cfg(feature = "dense")]
mod dense;
mod hardened;
mod layout;
mod radix;
mod scan;
#[cfg(test)]
mod spec;
mod stars;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use hardened::Hardened;
use layout::{FLAG_WIDE, Narrow, STARS, TOP, Wide, Width};

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

/// One compiled group.
#[derive(Clone, Default)]
pub(crate) struct Automaton {
    block: Box<[u8]>,
    hardened: Option<Arc<Hardened>>,
    /// In place of the two above.
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
        let stars = layout::u32_at(&block, STARS) as usize;
        let hardened = match block.first() {
            Some(_) if stars == 0 => None,
            Some(flags) if flags & FLAG_WIDE == 0 => stars::harden::<Narrow>(&block, stars),
            Some(_) => stars::harden::<Wide>(&block, stars),
            None => None,
        };
        Automaton {
            block,
            hardened: hardened.map(Arc::new),
            #[cfg(feature = "dense")]
            dense: None,
        }
    }

    /// The same in the dense form if that fits, else in the default form.
    #[cfg(feature = "dense")]
    pub(crate) fn new_dense(rules: &[Rule<'_>], labels: &[Label]) -> Self {
        match dense::Dense::new(rules, labels) {
            Some(dense) => Automaton {
                dense: Some(Arc::new(dense)),
                ..Automaton::default()
            },
            None => Self::new(rules, labels),
        }
    }

    #[cfg(feature = "dense")]
    pub(crate) fn is_dense(&self) -> bool {
        self.dense.is_some()
    }

    /// The winner among the rules that match `path`, which is normalised and
    /// begins with `/`.
    #[inline]
    pub(crate) fn find(&self, path: &[u8]) -> Option<Found> {
        #[cfg(feature = "dense")]
        if let Some(dense) = &self.dense {
            return dense.find(path);
        }
        let flags = self.block.first()?;
        if flags & FLAG_WIDE == 0 {
            self.find_as::<Narrow>(path)
        } else {
            self.find_as::<Wide>(path)
        }
    }

    #[inline(always)]
    fn find_as<W: Width>(&self, path: &[u8]) -> Option<Found> {
        let block = &*self.block;
        let mut best = radix::walk::<W>(block, path);
        let stars = layout::u32_at(block, STARS) as usize;
        if stars != 0 && (best == 0 || W::priority(best) <= layout::u32_at(block, TOP)) {
            best = stars::search::<W>(block, stars, self.hardened.as_deref(), path, best);
        }
        (best != 0).then(|| Found {
            priority: W::priority(best),
            label: layout::label::<W>(block, W::ordinal(best)),
        })
    }

    pub(crate) fn memory_usage(&self) -> usize {
        #[cfg(feature = "dense")]
        if let Some(dense) = &self.dense {
            return dense.memory_usage();
        }
        let hardened = self.hardened.as_ref();
        self.block.len() + hardened.map_or(0, |hardened| hardened.memory_usage())
    }
}
