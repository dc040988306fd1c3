//go:build debug

package robots

import (
	"runtime"
	"unsafe"
)

const debugging = true

// collectInDebug runs a collection inside every call into C, between taking the
// pointer and using it. What is not kept alive until the call is over is freed
// here, and the call reads freed memory.
func collectInDebug(pointer unsafe.Pointer) unsafe.Pointer {
	runtime.GC()
	runtime.Gosched()
	return pointer
}
