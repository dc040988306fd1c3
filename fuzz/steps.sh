#!/bin/sh
# Runs tests/steps.rs with counters at every branch, on any toolchain. Answers
# in some seconds once it is built.
set -eu
cd "$(dirname "$0")"
host=$(rustc -vV | sed -n 's/^host: //p')
RUSTFLAGS="-Cinstrument-coverage --cfg robots_steps" LLVM_PROFILE_FILE=/dev/null \
    CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}/steps CARGO_PROFILE_DEV_OPT_LEVEL=1 \
    exec cargo test --quiet --no-default-features --test steps --target "$host" -- "$@"
