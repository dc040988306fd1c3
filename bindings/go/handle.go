package robots

import (
	"runtime"
	"sync/atomic"
	"unsafe"
)

// closed is added to the state of a handle to close it. No program has as many
// calls under way.
const closed = -1 << 62

// A handle owns one object of the C library. It counts the calls under way, so
// that closing never frees what a call still reads: the last call that leaves a
// closed handle frees it.
type handle struct {
	state   atomic.Int64 // calls under way, plus closed
	freed   atomic.Bool
	object  owned
	cleanup runtime.Cleanup
}

// owned is an object of the C library with what is needed to free it.
type owned struct {
	pointer unsafe.Pointer
	size    int64
	free    func(unsafe.Pointer)
}

func (it owned) release() {
	it.free(it.pointer)
	memory.shrink(it.size)
}

// own makes the handle responsible for an object. The handle may be a part of
// a bigger value, which then lives and dies with it.
func (h *handle) own(object owned) {
	h.object = object
	h.cleanup = runtime.AddCleanup(h, owned.release, object)
	memory.grow(object.size)
}

// enter begins a call. Unless it answers nil, leave must follow.
func (h *handle) enter() unsafe.Pointer {
	if h == nil || h.state.Add(1) < 0 {
		return h.refuse()
	}
	return collectInDebug(h.object.pointer)
}

// refuse is the rare part of enter, which is small enough to be inlined without.
func (h *handle) refuse() unsafe.Pointer {
	if h != nil {
		h.leave()
	}
	return nil
}

// leave ends a call. It also is what keeps the handle alive until here.
func (h *handle) leave() {
	if h.state.Add(-1) == closed {
		h.drop()
	}
	runtime.KeepAlive(h)
}

// close lets no more calls in.
func (h *handle) close() {
	if h == nil {
		return
	}
	for {
		calls := h.state.Load()
		if calls < 0 {
			return
		}
		if h.state.CompareAndSwap(calls, calls+closed) {
			if calls == 0 {
				h.drop()
			}
			return
		}
	}
}

// drop frees the object. A call that came too late may get here as well.
func (h *handle) drop() {
	if h.freed.CompareAndSwap(false, true) {
		h.cleanup.Stop()
		h.object.release()
	}
}
