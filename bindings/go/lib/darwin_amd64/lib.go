// Package darwin_amd64 holds the archive that the build tag robots_static links on
// darwin/amd64, once build-static.sh has put it here. It is a package so that
// vendoring takes the archive along.
package darwin_amd64
