#!/bin/sh
# Builds the targets with coverage for libFuzzer, on any toolchain: the pass is
# part of LLVM, and only the sanitizers need nightly. Prints the folder.
# SANITIZER=address|thread builds with one, by the toolchain `nightly`.
# FAST=1 does not trace comparisons, and counts only in the library and in the
# checks: three to thirty times as many inputs in the same time.
set -eu
cd "$(dirname "$0")"
host=$(rustc -vV | sed -n 's/^host: //p')
flags="-Cpasses=sancov-module -Ccodegen-units=1 --cfg fuzzing"
for option in level=4 inline-8bit-counters pc-table; do
    flags="$flags -Cllvm-args=-sanitizer-coverage-$option"
done
toolchain=
dir=${CARGO_TARGET_DIR:-target}/fuzz
if [ -n "${FAST:-}" ]; then
    export RUSTC_WRAPPER="$PWD/instrument.sh" ROBOTS_FUZZ_FLAGS="$flags"
    flags="-Ccodegen-units=1 --cfg fuzzing"
    dir=$dir-fast
else
    flags="$flags -Cllvm-args=-sanitizer-coverage-trace-compares"
fi
if [ -n "${SANITIZER:-}" ]; then
    flags="$flags -Zsanitizer=$SANITIZER"
    toolchain=+nightly
    dir=$dir-$SANITIZER
fi
RUSTFLAGS=$flags CARGO_TARGET_DIR=$dir \
    cargo $toolchain build --quiet --release --bins --target "$host" >&2
echo "$dir/$host/release"
