#!/bin/sh
# Everything about the C interface: installs it into a scratch folder as a user
# would, and builds, runs and inspects from there.
#
#   tests/capi/run.sh             all of it
#   tests/capi/run.sh --accept    write the ABI baseline anew, after a change
#                                 that is meant
#
# Needs gcc, g++, clang, clang++, valgrind, pkg-config, cmake, abidw and abidiff.
set -eu
cd "$(dirname "$0")/../.."
here=$PWD
tests=$here/tests/capi
scratch=$(mktemp -d)
at=
trap 'status=$?; rm -rf "$scratch"; test $status = 0 || echo "failed: $at"' EXIT
prefix=$scratch/usr
hard='-Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Wshadow -Wstrict-prototypes -Werror'
hard_cpp='-Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Wshadow -Werror'
# All that clang knows, less what is taste: padding, and what C99 or C++11 are for.
everything='-Wno-unknown-warning-option -Weverything -Wno-padded
    -Wno-declaration-after-statement -Wno-disabled-macro-expansion
    -Wno-unsafe-buffer-usage -Wno-c++98-compat -Wno-c++98-compat-pedantic -Werror'

started=$(date +%s)
step() {
    at=$1
    printf '%3ss  %s\n' "$(($(date +%s) - started))" "$1"
}

# Runs a command; what it says matters only if it fails.
quietly() {
    "$@" > "$scratch/log" 2>&1 || { cat "$scratch/log"; echo "failed: $*"; exit 1; }
}

# Programs that need no argument.
alone='objects misuse access access_misuse access_snapshot'

# ---- The ABI, as the header states it: a library of empty functions, whose
# debug information describes every type and function in terms of C.
abi_of_header() {
    soname=$(sed -n 's/^SOVERSION := /librobots.so./p' Makefile)
    (
        cd "$scratch"
        echo '#include <robots/robots.h>' | gcc -E -P -I"$here/include" - | tr '\n' ' ' \
            | sed -E 's/(robots_[a-z_0-9]+\([^()]*\));/\1 { __builtin_trap(); }\n/g' > interface.c
        gcc -g -w -shared -fPIC "-Wl,-soname,$soname" interface.c -o interface.so
    )
    echo '#include <robots/robots.h>' | gcc -E -dM -I"$here/include" - | grep '^#define ROBOTS_' \
        | grep -v -e ROBOTS_VERSION -e ROBOTS_ROBOTS_H | LC_ALL=C sort > "$scratch/numbers"
}

if [ "${1:-}" = --accept ]; then
    abi_of_header
    (cd "$scratch" && abidw --no-corpus-path --no-comp-dir-path --no-show-locs interface.so) \
        > "$tests/librobots.abi"
    cp "$scratch/numbers" "$tests/librobots.numbers"
    exit
fi

step 'the header is what its sources give'
quietly make check-header

step 'make install'
quietly make install PREFIX="$prefix"
export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
export LD_LIBRARY_PATH="$prefix/lib"
cflags=$(pkg-config --cflags robots)
libs=$(pkg-config --libs robots)
so=$prefix/lib/librobots.so

step 'a staged install is complete, and uninstall leaves nothing'
quietly make install-strip PREFIX=/opt/r LIBDIR=/opt/r/lib64 DESTDIR="$scratch/stage"
version=$(pkg-config --modversion robots)
for file in include/robots/robots.h lib64/librobots.a lib64/librobots.so lib64/librobots.so.0 \
    "lib64/librobots.so.$version" lib64/pkgconfig/robots.pc lib64/cmake/robots/robots-config.cmake \
    lib64/cmake/robots/robots-config-version.cmake; do
    test -s "$scratch/stage/opt/r/$file" || { echo "missing: $file"; exit 1; }
done
if grep -r "$scratch" "$scratch/stage" --include='*.pc' --include='*.cmake'; then
    echo 'the stage shows through'
    exit 1
fi
quietly make uninstall PREFIX=/opt/r LIBDIR=/opt/r/lib64 DESTDIR="$scratch/stage"
test -z "$(find "$scratch/stage" ! -type d)"

step 'the header alone, twice, in C and C++'
for source in "$tests/header_alone.c"; do
    for std in c99 c11 c17; do
        gcc -std=$std $hard $cflags -fsyntax-only "$source"
        clang -std=$std $everything $cflags -fsyntax-only "$source"
    done
    for std in c++17 c++20; do
        g++ -x c++ -std=$std $hard_cpp $cflags -fsyntax-only "$source"
        clang++ -x c++ -std=$std $everything $cflags -fsyntax-only "$source"
    done
done

step 'every program, by both compilers, in C99 and C11'
for compiler in gcc clang; do
    for std in c99 c11; do
        warnings=$hard
        test $compiler = gcc || warnings=$everything
        out=$scratch/$compiler-$std
        mkdir "$out"
        for name in $alone vectors fetch groups; do
            $compiler -std=$std -g $warnings $cflags "$tests/$name.c" -o "$out/$name" $libs
        done
        for name in threads cache_threads; do
            $compiler -std=$std -D_POSIX_C_SOURCE=200809L -g $warnings $cflags "$tests/$name.c" \
                -o "$out/$name" $libs -pthread
        done
        for name in $alone; do
            "$out/$name"
        done
        "$out/threads" 20000
        "$out/cache_threads" 200
        "$out/vectors" "$here"/tests/data/*.case > "$out/count"
        "$out/fetch" "$here/tests/data/fetch.tsv" >> "$out/count"
        "$out/groups" "$here/tests/data/groups.tsv" >> "$out/count"
    done
done
cat "$scratch/gcc-c99/count"

step "the header's own examples, by pkg-config"
sed -n '/^ \*     #include/,/^ \*     }/s/^ \*     \{0,1\}//p' "$prefix/include/robots/robots.h" \
    > "$scratch/example.c"
gcc -std=c99 $hard "$scratch/example.c" -o "$scratch/example" $cflags $libs
"$scratch/example" | grep -q '^refused by line 2: '
# The other one, with what it leaves to the reader around it.
{
    cat "$tests/example.h"
    sed -n '/^ \*     static int may_fetch/,/^ \*     }/s/^ \*     \{0,1\}//p' \
        "$prefix/include/robots/robots.h"
    cat "$tests/example.c"
} > "$scratch/loop.c"
gcc -std=c99 $hard -I"$tests" "$scratch/loop.c" -o "$scratch/loop" $cflags $libs
"$scratch/loop"

step 'a static link with the private libraries of robots.pc'
private=$(sed -n 's/^Libs.private: //p' "$prefix/lib/pkgconfig/robots.pc")
echo 'pub fn nothing() {}' > "$scratch/nothing.rs"
rustc --crate-type staticlib --print native-static-libs -o "$scratch/nothing.a" \
    "$scratch/nothing.rs" 2> "$scratch/nothing.log"
grep -q -F -e "native-static-libs: $private" "$scratch/nothing.log" || {
    cat "$scratch/nothing.log"
    echo "robots.pc says: $private"
    exit 1
}
gcc -std=c99 $hard $cflags "$tests/objects.c" -o "$scratch/objects-static" \
    "$prefix/lib/librobots.a" $private
env -u LD_LIBRARY_PATH "$scratch/objects-static"
if ldd "$scratch/objects-static" | grep -q librobots; then
    echo 'not a static link'
    exit 1
fi

step 'find_package, from a prefix that was moved'
cp -R "$prefix" "$scratch/moved"
quietly cmake -S "$tests/install" -B "$scratch/cmake" -DCMAKE_PREFIX_PATH="$scratch/moved"
quietly cmake --build "$scratch/cmake"
env -u LD_LIBRARY_PATH "$scratch/cmake/shared" > "$scratch/said"
env -u LD_LIBRARY_PATH "$scratch/cmake/static" | cmp - "$scratch/said"
env -u LD_LIBRARY_PATH ldd "$scratch/cmake/shared" | grep -q "$scratch/moved/lib/librobots.so.0"
grep -q -F -e "\"$private\"" "$prefix/lib/cmake/robots/robots-config.cmake"
# As cargo-c installs it: not filled in, in another folder.
mkdir -p "$scratch/moved/share/robots"
mv "$scratch/moved/lib/cmake" "$scratch/gone"
cp bindings/c/cmake/*.cmake "$scratch/moved/share/robots"
quietly cmake -S "$tests/install" -B "$scratch/cmake-share" -DCMAKE_PREFIX_PATH="$scratch/moved"
quietly cmake --build "$scratch/cmake-share"
env -u LD_LIBRARY_PATH "$scratch/cmake-share/static" | cmp - "$scratch/said"
if cmake -S "$tests/install" -B "$scratch/cmake-9" -DCMAKE_PREFIX_PATH="$scratch/stage" \
    > /dev/null 2>&1; then
    echo 'found what was uninstalled'
    exit 1
fi

step "exported symbols are the header's functions"
nm -D --defined-only "$so" | awk '{ print $NF }' | LC_ALL=C sort > "$scratch/exported"
echo '#include <robots/robots.h>' | gcc -E -P $cflags - | tr '\n' ' ' \
    | grep -o 'robots_[a-z_0-9]*(' | tr -d '(' | LC_ALL=C sort > "$scratch/declared"
diff "$scratch/declared" "$scratch/exported"
readelf -d "$so" | grep -q 'SONAME.*\[librobots.so.0\]'
if readelf -d "$so" | grep NEEDED | grep -v -e libc.so -e libgcc_s.so -e libm.so -e ld-linux; then
    echo 'an unexpected library is needed'
    exit 1
fi

step 'no break of the ABI'
abi_of_header
strip -o "$scratch/stripped.so" "$so"
if [ "$(uname -m)" = x86_64 ]; then
    # Types and functions by the header, symbols and SONAME by the library.
    abidiff --no-added-syms "$tests/librobots.abi" "$scratch/interface.so"
    abidiff --no-added-syms "$tests/librobots.abi" "$scratch/stripped.so"
fi
LC_ALL=C comm -23 "$tests/librobots.numbers" "$scratch/numbers" > "$scratch/renumbered"
if [ -s "$scratch/renumbered" ]; then
    echo 'numbers that changed or went:'
    cat "$scratch/renumbered"
    exit 1
fi

step 'valgrind: memory'
for name in $alone; do
    valgrind -q --leak-check=full --show-leak-kinds=all --errors-for-leak-kinds=all \
        --error-exitcode=9 "$scratch/gcc-c99/$name"
done
valgrind -q --leak-check=full --show-leak-kinds=all --errors-for-leak-kinds=all \
    --error-exitcode=9 "$scratch/gcc-c99/vectors" "$here"/tests/data/*.case > /dev/null
valgrind -q --leak-check=full --show-leak-kinds=all --errors-for-leak-kinds=all \
    --error-exitcode=9 "$scratch/gcc-c99/fetch" "$here/tests/data/fetch.tsv" > /dev/null
valgrind -q --leak-check=full --show-leak-kinds=all --errors-for-leak-kinds=all \
    --error-exitcode=9 "$scratch/gcc-c99/groups" "$here/tests/data/groups.tsv" > /dev/null
# Helgrind knows no locks but those of pthread, which the cache does not use.
valgrind -q --leak-check=full --show-leak-kinds=all --errors-for-leak-kinds=all \
    --error-exitcode=9 "$scratch/gcc-c99/cache_threads" 4

step 'valgrind: eight threads, one matcher'
valgrind -q --tool=helgrind --error-exitcode=9 "$scratch/gcc-c99/threads" 300

step 'done'
