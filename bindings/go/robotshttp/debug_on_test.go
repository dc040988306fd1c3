//go:build debug

package robotshttp

const debugging = true
