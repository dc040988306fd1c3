//! An allocator that counts, for each thread by itself, the octets asked for.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

thread_local! {
    static LIVE: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
    static CALLS: Cell<usize> = const { Cell::new(0) };
}

fn count(more: isize) {
    let live = LIVE.get() + more;
    LIVE.set(live);
    PEAK.set(PEAK.get().max(live));
    if more > 0 {
        CALLS.set(CALLS.get() + 1);
    }
}

fn octets(size: usize) -> isize {
    isize::try_from(size).expect("the size of an allocation fits")
}

// SAFETY: every call goes to the system allocator with the caller's arguments;
// the counters are plain cells without destructors, so that they neither
// allocate nor end before the thread does.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(octets(layout.size()));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        count(-octets(layout.size()));
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Old and new stand side by side while the octets move.
        count(octets(size));
        let new = unsafe { System.realloc(at, layout, size) };
        count(-octets(layout.size()));
        new
    }
}

/// What a piece of work did to the heap.
#[derive(Clone, Copy, Debug)]
pub struct Heap {
    /// Octets that its result holds.
    pub kept: usize,
    /// Most octets held at once while it ran.
    pub peak: usize,
    /// Allocations.
    pub calls: usize,
}

/// Runs `work` and counts what it takes.
pub fn measured<T>(work: impl FnOnce() -> T) -> (T, Heap) {
    let (live, calls) = (LIVE.get(), CALLS.get());
    PEAK.set(live);
    let result = work();
    let since = |now: isize| usize::try_from(now - live).unwrap_or(0);
    let heap = Heap {
        kept: since(LIVE.get()),
        peak: since(PEAK.get()),
        calls: CALLS.get() - calls,
    };
    (result, heap)
}
