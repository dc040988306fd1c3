#!/bin/sh
# What cargo calls in place of rustc (RUSTC_WRAPPER) for FAST=1 of `build.sh`:
# only the library and the checks are given counters, not what they build on.
case " $* " in
*" --crate-name robots "* | *" --crate-name robots_fuzz "*) exec "$@" $ROBOTS_FUZZ_FLAGS ;;
*) exec "$@" ;;
esac
