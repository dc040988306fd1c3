//go:build !debug

package robots

// collectInDebug does nothing without the build tag debug.
func collectInDebug() {}

const debugging = false
