#!/bin/sh
# The long soak: `tests/soak.sh [TIMES]`, so many times the rounds of each of its
# tests; 300, the default, take minutes.
set -eu
cd "$(dirname "$0")/.."
ROBOTS_SOAK=${1:-300} exec cargo test --release --features cache --test soak -- --nocapture
