#!/bin/sh
# The tests of the library under a sanitizer, or in Miri:
#
#   sanitize.sh address   memory and leaks, in all tests but those that call a C
#                         compiler or the program
#   sanitize.sh thread    races, in the tests that have threads; builds the
#                         standard library as well (component rust-src)
#   sanitize.sh miri      undefined behaviour in the C functions and the SIMD
#                         code (component miri)
#
# All of them need the toolchain `nightly`, so no check of a change depends on
# them. CARGO_TARGET_DIR/sanitize keeps what is built.
set -eu
cd "$(dirname "$0")/.."
host=$(rustc -vV | sed -n 's/^host: //p')
CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}/sanitize
export CARGO_TARGET_DIR
case ${1:-} in
address)
    # Without the small quarantine the soak finds that memory grows, as freed
    # memory waits there.
    export RUSTFLAGS=-Zsanitizer=address
    export ASAN_OPTIONS=${ASAN_OPTIONS:-quarantine_size_mb=1}
    # What a panic carried is left behind at the C border: to drop it could panic
    # again.
    mkdir -p "$CARGO_TARGET_DIR"
    echo leak:a_panic_becomes_the_value >"$CARGO_TARGET_DIR/leaks"
    export LSAN_OPTIONS="suppressions=$CARGO_TARGET_DIR/leaks print_suppressions=0"
    set -- --features cache,dense,idn --lib --test '[!c]*' --test 'cache*'
    exec cargo +nightly test --target "$host" "$@"
    ;;
thread)
    export RUSTFLAGS=-Zsanitizer=thread
    set -- --features cache --lib --test soak --test cache --test traits
    exec cargo +nightly test -Zbuild-std --target "$host" "$@"
    ;;
miri)
    export MIRIFLAGS=${MIRIFLAGS:--Zmiri-ignore-leaks}
    cargo +nightly miri test --features cache --lib capi::
    # Miri knows these instructions, and the SIMD code is what it should look at.
    export RUSTFLAGS="-Ctarget-feature=+avx2,+bmi1,+bmi2,+ssse3"
    for part in x16:: x64:: line:: teddy:: batch::; do
        cargo +nightly miri test --no-default-features --lib "$part"
    done
    ;;
*)
    echo "usage: sanitize.sh address|thread|miri" >&2
    exit 2
    ;;
esac
