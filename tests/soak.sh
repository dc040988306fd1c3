#!/bin/sh
# The long soak: `tests/soak.sh [SECONDS]`, 600 by default for each of its tests.
set -eu
cd "$(dirname "$0")/.."
ROBOTS_SOAK_SECONDS=${1:-600} exec cargo test --release --features cache --test soak -- --nocapture
