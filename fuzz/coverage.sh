#!/bin/sh
# Which lines of the library the fuzz targets reach, from seeds, regressions and
# what `run.sh long` has kept. Needs `rustup component add llvm-tools`.
# Arguments go to `llvm-cov report`; LLVM_COV=show lists the lines.
set -eu
cd "$(dirname "$0")"
host=$(rustc -vV | sed -n 's/^host: //p')
tools=$(rustc --print sysroot)/lib/rustlib/$host/bin
target=${CARGO_TARGET_DIR:-$PWD/target}/coverage
export RUSTFLAGS="-Cinstrument-coverage --cfg fuzzing" CARGO_TARGET_DIR="$target"
export LLVM_PROFILE_FILE="$target/%p.profraw" CARGO_PROFILE_DEV_OPT_LEVEL=1
rm -f "$target"/*.profraw
ROBOTS_FUZZ_CORPUS=${ROBOTS_FUZZ_CORPUS:-$PWD/corpus} ROBOTS_FUZZ_RUNS=${ROBOTS_FUZZ_RUNS:-2000} \
    cargo test --quiet --no-default-features --test replay --target "$host" >&2
"$tools/llvm-profdata" merge -sparse "$target"/*.profraw -o "$target/all.profdata"
binary=$(ls -t "$target/$host"/debug/deps/replay-* | grep -v '\.d$' | head -n 1)
"$tools/llvm-cov" "${LLVM_COV:-report}" "$binary" -instr-profile="$target/all.profdata" \
    --ignore-filename-regex='registry|rustc|/fuzz/|/tests/' "$@"
