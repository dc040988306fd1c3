//! Times of which only bounds are known.

/// The least and the most seconds that are in order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    pub least: u64,
    pub most: u64,
}

impl Span {
    pub fn new(least: u64, most: u64) -> Span {
        assert!(least <= most, "{least} {most}");
        Span { least, most }
    }

    pub fn exact(time: u64) -> Span {
        Span::new(time, time)
    }

    pub fn join(self, other: Span) -> Span {
        Span::new(self.least.min(other.least), self.most.max(other.most))
    }

    /// What is in both, if anything is.
    pub fn meet(self, other: Span) -> Option<Span> {
        let (least, most) = (self.least.max(other.least), self.most.min(other.most));
        (least <= most).then_some(Span { least, most })
    }
}
