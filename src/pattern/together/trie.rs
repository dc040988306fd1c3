//! The segments of a chunk as an automaton, after Aho and Corasick.

use crate::simd::x16::Block;

/// A segment as one number, which is quick to sort: from the top, its first
/// eight octets, its length, where in the text it stands, and which one it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Segment(u128);

impl Segment {
    /// Bits of each of the three lower numbers: no chunk is as large.
    const BITS: u32 = 21;

    /// The first `len` of the octets, which stand at `start`.
    pub(super) fn new(octets: &[u8], len: usize, start: usize, index: usize) -> Self {
        let head = octets.first_chunk().copied().unwrap_or_else(|| {
            let mut head = [0; 8];
            head[..octets.len()].copy_from_slice(octets);
            head
        });
        let others = 64 - 8 * len.min(8);
        let head = u64::from_be_bytes(head) >> others << others;
        let numbers = (len << Self::BITS | start) << Self::BITS | index;
        Segment(u128::from(head) << 64 | numbers as u128)
    }

    #[inline(always)]
    fn number(self, which: u32) -> u32 {
        (self.0 as u64 >> (which * Self::BITS)) as u32 & ((1 << Self::BITS) - 1)
    }

    #[inline(always)]
    fn index(self) -> u32 {
        self.number(0)
    }

    #[inline(always)]
    fn start(self) -> u32 {
        self.number(1)
    }

    #[inline(always)]
    fn len(self) -> u32 {
        self.number(2)
    }

    /// Sorts by octets.
    pub(super) fn sort(segments: &mut [Segment], text: &[u8]) {
        segments.sort_unstable();
        // Of those with more than eight octets only the first eight were
        // compared.
        let alike = |a: &Segment, b: &Segment| a.0 >> 64 == b.0 >> 64 && a.len() > 8 && b.len() > 8;
        for segments in segments.chunk_by_mut(alike) {
            let tail = |segment: &Segment| {
                let start = segment.start() as usize;
                &text[start + 8..start + segment.len() as usize]
            };
            segments.sort_unstable_by(|a, b| tail(a).cmp(tail(b)));
        }
    }
}

#[derive(Clone, Copy, Default)]
struct Node {
    /// Its children; before it has any, the sorted segments that begin with its
    /// text.
    from: u32,
    to: u32,
    /// The longest other node that its text ends with.
    link: u32,
    /// The longest segment that its text ends with.
    end: u32,
}

/// A segment as a node of the trie.
#[derive(Clone, Copy, Default)]
pub(super) struct End {
    pub(super) len: u32,
    /// The longest other one that it ends with.
    pub(super) parent: u32,
}

pub(super) struct Trie {
    /// Level by level, so that the children of a node stand together. Number 0
    /// is the root.
    nodes: Vec<Node>,
    /// The last octet of each node's text.
    labels: Vec<u8>,
    /// The children of the root, by octet.
    first: [u32; 256],
    /// The short ones first. Number 0 stands for none.
    pub(super) ends: Vec<End>,
    /// Which end each segment is.
    pub(super) steps: Vec<u32>,
}

impl Trie {
    /// Of sorted segments.
    pub(super) fn new(text: &[u8], segments: &[Segment]) -> Self {
        let octets: usize = segments.iter().map(|segment| segment.len() as usize).sum();
        let mut trie = Trie {
            nodes: Vec::with_capacity(octets + 1),
            labels: vec![0; octets + 1 + 16],
            first: [0; 256],
            ends: vec![End::default()],
            steps: vec![0; segments.len()],
        };
        trie.nodes.push(Node {
            to: segments.len() as u32,
            ..Node::default()
        });
        let (mut depth, mut level_end) = (0, 1);
        let mut this = 0;
        while this < trie.nodes.len() {
            if this == level_end {
                level_end = trie.nodes.len();
                depth += 1;
            }
            trie.grow(this, depth, text, segments);
            this += 1;
        }
        trie
    }

    /// Makes the children of a node; those of all nodes before it are there.
    #[inline(always)]
    fn grow(&mut self, this: usize, depth: u32, text: &[u8], segments: &[Segment]) {
        let Node { from, to, link, .. } = self.nodes[this];
        let (mut begin, to) = (from as usize, to as usize);
        let mut end = self.nodes[link as usize].end;
        // Those that end here come first.
        if segments[begin].len() == depth {
            self.ends.push(End {
                len: depth,
                parent: end,
            });
            end = self.ends.len() as u32 - 1;
            while begin < to && segments[begin].len() == depth {
                self.steps[segments[begin].index() as usize] = end;
                begin += 1;
            }
        }
        let from = self.nodes.len() as u32;
        let octet_of = |segment: &Segment| text[(segment.start() + depth) as usize];
        while begin < to {
            let first = begin;
            let octet = octet_of(&segments[first]);
            begin += 1;
            while begin < to && octet_of(&segments[begin]) == octet {
                begin += 1;
            }
            let link = match this {
                0 => 0,
                _ => self.next(link, octet),
            };
            if this == 0 {
                self.first[usize::from(octet)] = self.nodes.len() as u32;
            }
            self.labels[self.nodes.len()] = octet;
            self.nodes.push(Node {
                from: first as u32,
                to: begin as u32,
                link,
                end: 0,
            });
        }
        let to = self.nodes.len() as u32;
        self.nodes[this] = Node {
            from,
            to,
            link,
            end,
        };
    }

    /// The longest node that a node's text and one more octet end with.
    #[inline(always)]
    pub(super) fn next(&self, mut node: u32, octet: u8) -> u32 {
        while node != 0 {
            let Node { from, to, link, .. } = self.nodes[node as usize];
            let mut at = from;
            while at < to
                && let Some(labels) = self.labels[at as usize..].first_chunk()
            {
                let found = Block::load(labels).eq(octet).mask();
                if found != 0 {
                    at += found.trailing_zeros();
                    if at < to {
                        return at;
                    }
                    break;
                }
                at += 16;
            }
            node = link;
        }
        self.first[usize::from(octet)]
    }

    /// The longest segment that a node's text ends with.
    #[inline(always)]
    pub(super) fn end_of(&self, node: u32) -> u32 {
        self.nodes[node as usize].end
    }
}
