#!/bin/sh
# Makes every single change that cargo-mutants knows, one at a time, and lists
# those that no test notices: `tests/mutants.sh [FILE...]`, by default in all
# files whose faults would be wrong verdicts. A change takes half a minute, all of
# them most of a day, so name a file. Needs `cargo install cargo-mutants`.
#
# tests/record says what is known to stay unnoticed, and why.
set -eu
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- 'src/parse/*.rs' 'src/pattern/**/*.rs' 'src/group/**/*.rs' 'src/url/*.rs' \
    'src/automaton/*.rs' 'src/matcher/*.rs' src/document/parser.rs 'src/access/*.rs'
for file; do
    set -- "$@" -f "$file"
    shift
done
export CARGO_PROFILE_TEST_DEBUG=0
exec cargo mutants --baseline skip --timeout 90 --output "${CARGO_TARGET_DIR:-target}" "$@" -- \
    --features dense,capi --lib --test vectors --test document --test diagnostics \
    --test exhaustive --test props --test origin --test hostile --test snapshot --test access
