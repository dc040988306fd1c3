#!/bin/sh
# Runs the fuzz targets.
#
#   run.sh short           seeds, regressions and a bounded number of inputs for
#                          each target; for continuous integration
#   run.sh long [SECONDS]  each target for so long (600), by default on what
#                          earlier runs have found, which `corpus` keeps
#   run.sh many [RUNS]     so many inputs (a million) for each target: nearly all
#                          short, the rest long; faster, as fewer branches count
#   run.sh replay          without libFuzzer and without a C++ compiler
#
# TARGETS="parse url" picks some. SANITIZER=address adds a sanitizer, which
# needs the toolchain `nightly`. What fails is written to `artifacts`; move it
# to `regressions/TARGET`, where every later run begins with it.
set -eu
cd "$(dirname "$0")"
mode=${1:-short}
seconds=${2:-600}
: "${TARGETS:=parse match url policy snapshot capi compat}"

if [ "$mode" = replay ] || ! command -v c++ >/dev/null; then
    RUSTFLAGS="--cfg fuzzing" exec cargo test --quiet --release --no-default-features
fi

[ "$mode" != many ] || export FAST=1
bin=$(./build.sh)
case $bin in /*) ;; *) bin=$PWD/$bin ;; esac

fuzz() {
    target=$1
    shift
    mkdir -p "artifacts/$target" "regressions/$target"
    log=artifacts/$target.log
    failed=
    "$bin/$target" -dict=robots.dict -max_len=4096 -timeout=10 -rss_limit_mb=1024 \
        -artifact_prefix="artifacts/$target/" -print_final_stats=1 "$@" \
        "seeds/$target" "regressions/$target" >"$log" 2>&1 || failed=1
    grep -E 'DONE|panicked|Base64' "$log" | sed "s/^/$target: /"
    if [ -n "$failed" ]; then
        tail -n 40 "$log"
        exit 1
    fi
}

for target in $TARGETS; do
    case $mode in
    short)
        new=$(mktemp -d)
        fuzz "$target" -seed=1 -runs=100000 -max_total_time=6 "$new"
        rm -r "$new"
        ;;
    long)
        mkdir -p "corpus/$target"
        fuzz "$target" -max_total_time="$seconds" "corpus/$target"
        ;;
    many)
        mkdir -p "corpus/$target"
        fuzz "$target" -runs="${2:-1000000}" -max_len=256 "corpus/$target"
        fuzz "$target" -runs="$((${2:-1000000} / 14))" "corpus/$target"
        ;;
    *)
        echo "usage: run.sh short|long [SECONDS]|many [RUNS]|replay" >&2
        exit 2
        ;;
    esac
done
