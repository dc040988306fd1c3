package robots

import (
	"runtime"
	"sync"
	"unsafe"
)

// An exclusive owns an object of the C library that calls change, so that there
// is one call at a time. It must not be copied.
type exclusive struct {
	mutex   sync.Mutex
	object  owned
	cleanup runtime.Cleanup
}

// own makes it responsible for an object.
func (e *exclusive) own(object owned) {
	e.object = object
	e.cleanup = runtime.AddCleanup(e, owned.release, object)
	memory.grow(object.size)
}

// enter begins a call. Unless it answers nil, leave must follow.
func (e *exclusive) enter() unsafe.Pointer {
	e.mutex.Lock()
	if e.object.pointer == nil {
		e.mutex.Unlock()
		return nil
	}
	return collectInDebug(e.object.pointer)
}

// leave ends a call, and keeps the object alive until here.
func (e *exclusive) leave() {
	e.mutex.Unlock()
	runtime.KeepAlive(e)
}

// take gives up the object within a call: it is the caller's to free.
func (e *exclusive) take() owned {
	e.cleanup.Stop()
	object := e.object
	e.object = owned{}
	return object
}

// close frees the object, after the call under way.
func (e *exclusive) close() {
	if e.enter() != nil {
		e.take().release()
		e.leave()
	}
}
