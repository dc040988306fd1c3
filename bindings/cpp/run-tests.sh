#!/bin/sh
# Everything about the C++ binding, against a library that is installed under
# PREFIX (make install PREFIX=... in the root of the project).
#
#   bindings/cpp/run-tests.sh PREFIX
#
# ROBOTS_CONFORMANCE and ROBOTS_CORPUS: see tests/conformance_test.cpp.
# BUILD_DIR keeps what is built, so that the next run is quicker.
#
# Needs g++, clang++, cmake, pkg-config, python3, GoogleTest and libcurl (Debian:
# g++ clang cmake pkg-config python3 libgtest-dev libcurl4-openssl-dev), and takes
# the drop-in through Abseil's texts where its headers are there (libabsl-dev).
set -eu
prefix=$(cd "${1:?usage: run-tests.sh PREFIX}" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
at='looking around'
if [ -n "${BUILD_DIR:-}" ]; then
    mkdir -p "$BUILD_DIR"
    build=$(cd "$BUILD_DIR" && pwd)
    trap 'status=$?; test $status = 0 || echo "failed: $at"' EXIT
else
    build=$(mktemp -d)
    trap 'status=$?; rm -rf "$build"; test $status = 0 || echo "failed: $at"' EXIT
fi
include="-I$here/include -I$prefix/include"

started=$(date +%s)
step() {
    at=$1
    printf '%3ss  %s\n' "$(($(date +%s) - started))" "$1"
}

# Runs a command; what it says matters only if it fails.
quietly() {
    "$@" > "$build/log" 2>&1 || { cat "$build/log"; exit 1; }
}

hard='-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual -Wold-style-cast
    -Wuseless-cast -Wnon-virtual-dtor -Woverloaded-virtual -Werror'
# All that clang knows, less what is taste: padding, what C++98 or C++17 lack,
# and that a class of a header has no file to keep its table in.
everything='-Wno-unknown-warning-option -Weverything -Wno-padded -Wno-c++98-compat
    -Wno-c++98-compat-pedantic -Wno-c++20-compat -Wno-pre-c++20-compat -Wno-weak-vtables
    -Wno-unsafe-buffer-usage -Werror'

step 'each header alone, twice, under all warnings'
for header in robots/robots.hpp robots/values.hpp robots/access.hpp robots/cache.hpp \
    robots/googlebot.h robots/googlebot_reporting.h googlebot-compat/robots.h \
    googlebot-compat/reporting_robots.h; do
    printf '#include <%s>\n#include <%s>\n' "$header" "$header" > "$build/alone.cpp"
    g++ -std=c++17 $hard $include -fsyntax-only "$build/alone.cpp"
    clang++ -std=c++20 $everything $include -fsyntax-only "$build/alone.cpp"
done

# The suite in a folder of its own: name, compiler, standard, flags, examples.
# The reference's cases go to two of them, as they take their time.
cases=${ROBOTS_CONFORMANCE:-}
suite() {
    step "the suite by $2 as C++$3 $4"
    case $1 in
    g++*) export ROBOTS_CONFORMANCE="$cases" ;;
    *) export ROBOTS_CONFORMANCE= ;;
    esac
    quietly cmake -S "$here" -B "$build/$1" -DCMAKE_CXX_COMPILER="$2" -DCMAKE_CXX_STANDARD="$3" \
        -DROBOTS_TEST_FLAGS="$4" -DROBOTS_EXAMPLES="$5" -DROBOTS_PREFIX="$prefix"
    quietly cmake --build "$build/$1" -j "$(nproc)"
    for test in cpp_tests compat_tests two_files; do
        quietly "$build/$1/$test"
        sed -n -E '/^([0-9]+ (questions|cases)|\[  PASSED)/s/^/      /p' "$build/log"
    done
}

sanitizers='-g1 -fsanitize=address,undefined -fno-sanitize-recover=all'
suite g++17 g++ 17 '' ON
suite clang++20 clang++ 20 '' OFF
suite g++20 g++ 20 "$sanitizers" ON
suite clang++17 clang++ 17 "$sanitizers" OFF
suite bare g++ 17 '-fno-exceptions -fno-rtti' OFF

step 'a program of two files, by clang++ without exceptions and RTTI'
clang++ -std=c++17 $everything -fno-exceptions -fno-rtti $include "$here/tests/two_files_a.cpp" \
    "$here/tests/two_files_b.cpp" -o "$build/two_files" -L"$prefix/lib" \
    "-Wl,-rpath,$prefix/lib" -lrobots
"$build/two_files"

if [ -f "$prefix/include/robots/robots.hpp" ]; then
    step 'the same with what is installed, by pkg-config'
    export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
    g++ -std=c++17 $hard "$here/tests/two_files_a.cpp" "$here/tests/two_files_b.cpp" \
        -o "$build/two_files" $(pkg-config --cflags --libs robots) "-Wl,-rpath,$prefix/lib"
    "$build/two_files"
fi

step 'the examples of the documentation'
python3 "$here/tests/documented.py" "$here/README.md" "$here/include/robots/robots.hpp" \
    "$here/include/robots/access.hpp" "$here/include/robots/cache.hpp" > "$build/documented.cpp"
for compiler in g++ clang++; do
    $compiler -std=c++17 -Wall -Wextra -Wpedantic -Werror -Wno-unused $include \
        "$build/documented.cpp" -o "$build/documented" -L"$prefix/lib" "-Wl,-rpath,$prefix/lib" \
        -lrobots
    "$build/documented"
done

for suite in g++17 g++20; do
    step "the crawler of the suite $suite"
    "$here/examples/crawler/run.sh" "$build/$suite/examples/crawler/crawler"
done

step 'done'
