//go:build !debug

package robots

import "unsafe"

const debugging = false

// collectInDebug does nothing without the build tag debug.
func collectInDebug(pointer unsafe.Pointer) unsafe.Pointer { return pointer }
