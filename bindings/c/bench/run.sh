#!/bin/sh
# What a check costs from C and from Rust, in nanoseconds for one URL. Fails if
# the two do not give the same answers.
set -eu
cd "$(dirname "$0")/../../.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
make install PREFIX="$scratch/usr" > "$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
cc -O2 -std=c99 -I"$scratch/usr/include" bindings/c/bench/call.c -o "$scratch/call" \
    -L"$scratch/usr/lib" -lrobots -Wl,-rpath,"$scratch/usr/lib"
cargo bench --quiet --bench call -- "$scratch" > "$scratch/rust"
"$scratch/call" "$scratch" > "$scratch/c"
awk '{
    what = $2 " " $3
    if ($1 == "rust") { rust[what] = $4; sum[what] = $5; next }
    if (sum[what] != $5) { print what ": other answers from C"; exit 1 }
    printf "%-18s  rust %6.1f ns   C %6.1f ns\n", what, rust[what], $4
}' "$scratch/rust" "$scratch/c"
