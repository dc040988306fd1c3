//go:build !debug

package robotshttp

const debugging = false
