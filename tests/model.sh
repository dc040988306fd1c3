#!/bin/sh
# The library beside a second reading of its rules: `tests/model.sh [ANSWERS]`,
# a million by default.
set -eu
cd "$(dirname "$0")/.."
ROBOTS_MODEL_ANSWERS=${1:-1000000} exec cargo test --features fetch,store,dense,idn \
    --test model -- --nocapture
