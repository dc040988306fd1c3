#!/usr/bin/env bash
# Everything about the Go binding, against a library that was installed with
# make install PREFIX=...
#
#   run-tests.sh PREFIX
#
# FUZZTIME=60s fuzzes for longer. Needs cargo for the static library.
set -euo pipefail
[ $# -eq 1 ] || { echo "usage: $0 PREFIX" >&2; exit 2; }
prefix=$(cd "$1" && pwd)
cd "$(dirname "$0")"
export PKG_CONFIG_PATH="$prefix/lib/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"
export LD_LIBRARY_PATH="$prefix/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
package=github.com/librobots/librobots/bindings/go

step() {
    echo "== $* ($(date +%T))"
}

step format, vet, and no dependencies
unformatted=$(gofmt -l .)
[ -z "$unformatted" ] || { echo "gofmt: $unformatted" >&2; exit 1; }
go vet ./...
go vet -tags debug . ./robotshttp
[ "$(go list -m all)" = "$package" ] || { go list -m all >&2; exit 1; }

step tests
go test -v -run Dropped . | grep resident
go test -skip Dropped ./...

step data races and pointers, both checked
GOEXPERIMENT=cgocheck2 go test -race . ./robotshttp ./compat/... ./examples/...

step a collection inside every call, freed memory overwritten
MALLOC_PERTURB_=165 go test -tags debug . ./robotshttp ./compat/...

step fuzzing
for target in FuzzParse FuzzCheck FuzzSnapshots FuzzResponses robotshttp/FuzzAttempt; do
    go test -run '^$' -fuzz "^${target#*/}\$" -fuzztime "${FUZZTIME:-3s}" \
        "./$(dirname "$target")" | tail -n 2
done

step vendoring
./test-vendoring.sh

step static library
./build-static.sh
env -u PKG_CONFIG_PATH -u LD_LIBRARY_PATH go test -skip Dropped -tags robots_static . ./robotshttp ./compat/...
env -u PKG_CONFIG_PATH -u LD_LIBRARY_PATH ./test-vendoring.sh -tags robots_static

step comparison and benchmarks, once
if go -C bench mod download; then
    go -C bench vet ./...
    go -C bench test -bench . -benchtime 1x ./... | grep -v "^Benchmark"
else
    echo "skipped: the packages to compare with cannot be had here"
fi

step done
