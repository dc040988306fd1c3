//go:build debug

package robots

import "runtime"

// collectInDebug runs a collection inside every call into C, between taking the
// pointer and using it. What is not kept alive until the call is over is freed
// here, and the call reads freed memory.
func collectInDebug() {
	runtime.GC()
	runtime.Gosched()
}

const debugging = true
