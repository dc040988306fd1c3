#!/bin/sh
# Builds the static library into lib/<os>_<arch>, where the build tag
# robots_static links it from. Needs cargo. The archive is for the machine this
# runs on; for another one, set GOOS, GOARCH and TARGET, cargo's name for it.
set -eu
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)
folder=lib/$(go env GOOS)_$(go env GOARCH)
if [ ! -d "$folder" ]; then
    echo "$0: no $folder; add it, a static_*.go and the flags in native.go" >&2
    exit 1
fi
target=${CARGO_TARGET_DIR:-$root/target}/go-static
(cd "$root" && "${CARGO:-cargo}" rustc --release --lib --no-default-features --features "${FEATURES:-capi cache idn}" \
    --crate-type staticlib --target-dir "$target" ${TARGET:+--target "$TARGET"})
cp "$target/${TARGET:+$TARGET/}release/librobots.a" "$folder/librobots.a"
cp "$root/include/robots/robots.h" "$folder/robots.h"
echo "$folder/librobots.a: go build -tags robots_static"
