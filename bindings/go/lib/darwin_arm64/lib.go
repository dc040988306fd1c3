// Package darwin_arm64 holds the archive that the build tag robots_static links on
// darwin/arm64, once build-static.sh has put it here. It is a package so that
// vendoring takes the archive along.
package darwin_arm64
