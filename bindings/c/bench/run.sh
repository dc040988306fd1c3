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
# In turns, and the best counts: what else runs on the machine can only add.
for turn in 1 2 3; do
    cargo bench --quiet --bench call -- "$scratch"
    "$scratch/call" "$scratch"
done | awk '{
    what = $2 " " $3
    if (what in sum && sum[what] != $5) { print what ": other answers from " $1; exit 1 }
    if (!(what in sum)) { order[++count] = what; sum[what] = $5 }
    if (!(($1, what) in best) || $4 < best[$1, what]) best[$1, what] = $4
}
END {
    for (at = 1; at <= count; at++)
        printf "%-18s  rust %6.1f ns   C %6.1f ns\n", order[at], best["rust", order[at]],
               best["c", order[at]]
}'
