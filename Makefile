# Installs the C and C++ interface: headers, librobots.so with its SONAME,
# librobots.a, robots.pc, and a CMake package.
#
#   make install PREFIX=/usr/local [DESTDIR=...] [LIBDIR=...] [INCLUDEDIR=...]
#   make install-strip            the same, without debug lines
#   make uninstall                with the same variables
#   make install FEATURES=capi    without the functions of robots_cache and the
#                                 tables for hosts outside ASCII
#
# Needs cargo, and nothing else that a C toolchain does not bring. For systems
# with ELF libraries; `cargo cinstall` of cargo-c works on others too, see
# bindings/c/README.md.
#
#   make header                   write include/robots/robots.h from src/capi
#   make check-header             fail if the committed one is not what it gives
#   make check-capi               everything about the C interface, see
#                                 tests/capi/run.sh

PREFIX     ?= /usr/local
LIBDIR     ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
DESTDIR    ?=
CARGO      ?= cargo
FEATURES   ?= capi cache idn
INSTALL    ?= install

VERSION   := $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
# Part of the ABI: changes only with a break; see the rules of the road.
SOVERSION := 0

# What a static link needs beside librobots.a; tests/capi/run.sh compares it
# with what rustc says.
PRIVATE_LIBS := -lgcc_s -lutil -lrt -lpthread -lm -ldl -lc

# Apart from an ordinary build: a library with a SONAME, found by a program that
# was linked with a plain -L and -lrobots, would not start without a link named
# like the SONAME beside it.
BUILD   := $(if $(CARGO_TARGET_DIR),$(CARGO_TARGET_DIR),target)/capi
RELEASE := $(BUILD)/release

PKGCONFIGDIR = $(LIBDIR)/pkgconfig
CMAKEDIR     = $(LIBDIR)/cmake/robots
CPP_HEADERS  = $(wildcard bindings/cpp/include/robots/*.h bindings/cpp/include/robots/*.hpp)
# For -I$(INCLUDEDIR)/googlebot-compat, under the names of google/robotstxt.
COMPAT_HEADERS = $(wildcard bindings/cpp/include/googlebot-compat/*.h)
# From the folder of the libraries to that of the headers, so that the CMake
# package can be moved with them.
INCLUDE_FROM_LIB = $(shell realpath -m --relative-to=$(LIBDIR) $(INCLUDEDIR) 2>/dev/null || echo $(INCLUDEDIR))

.PHONY: all lib install install-strip uninstall header check-header check-capi

all: lib

# cargo knows best what is out of date.
lib:
	$(CARGO) rustc --release --lib --no-default-features --features "$(FEATURES)" \
		--crate-type cdylib,staticlib --target-dir "$(BUILD)" -- \
		-Clink-arg=-Wl,-soname,librobots.so.$(SOVERSION)

install: lib
	$(INSTALL) -d "$(DESTDIR)$(INCLUDEDIR)/robots" "$(DESTDIR)$(PKGCONFIGDIR)" "$(DESTDIR)$(CMAKEDIR)"
	$(INSTALL) -m 644 include/robots/robots.h $(CPP_HEADERS) "$(DESTDIR)$(INCLUDEDIR)/robots"
	$(if $(COMPAT_HEADERS),$(INSTALL) -d "$(DESTDIR)$(INCLUDEDIR)/googlebot-compat")
	$(if $(COMPAT_HEADERS),$(INSTALL) -m 644 $(COMPAT_HEADERS) "$(DESTDIR)$(INCLUDEDIR)/googlebot-compat")
	$(INSTALL) -m 755 $(STRIP_FLAG) "$(RELEASE)/librobots.so" "$(DESTDIR)$(LIBDIR)/librobots.so.$(VERSION)"
	ln -sf librobots.so.$(VERSION) "$(DESTDIR)$(LIBDIR)/librobots.so.$(SOVERSION)"
	ln -sf librobots.so.$(SOVERSION) "$(DESTDIR)$(LIBDIR)/librobots.so"
	$(INSTALL) -m 644 "$(RELEASE)/librobots.a" "$(DESTDIR)$(LIBDIR)"
	sed $(SUBSTITUTE) bindings/c/robots.pc.in > "$(DESTDIR)$(PKGCONFIGDIR)/robots.pc"
	sed $(SUBSTITUTE) bindings/c/cmake/robots-config.cmake > "$(DESTDIR)$(CMAKEDIR)/robots-config.cmake"
	sed $(SUBSTITUTE) bindings/c/cmake/robots-config-version.cmake > "$(DESTDIR)$(CMAKEDIR)/robots-config-version.cmake"

SUBSTITUTE = -e 's|@VERSION@|$(VERSION)|g' \
	-e 's|@PREFIX@|$(PREFIX)|g' -e 's|@LIBDIR@|$(LIBDIR)|g' -e 's|@INCLUDEDIR@|$(INCLUDEDIR)|g' \
	-e 's|@INCLUDE_FROM_LIB@|$(INCLUDE_FROM_LIB)|g' -e 's|@PRIVATE_LIBS@|$(PRIVATE_LIBS)|g'

install-strip:
	$(MAKE) install STRIP_FLAG=-s

uninstall:
	rm -rf "$(DESTDIR)$(INCLUDEDIR)/robots" "$(DESTDIR)$(INCLUDEDIR)/googlebot-compat" "$(DESTDIR)$(CMAKEDIR)"
	rm -f "$(DESTDIR)$(PKGCONFIGDIR)/robots.pc" "$(DESTDIR)$(LIBDIR)/librobots.a" \
		"$(DESTDIR)$(LIBDIR)/librobots.so" "$(DESTDIR)$(LIBDIR)/librobots.so.$(SOVERSION)" \
		"$(DESTDIR)$(LIBDIR)/librobots.so.$(VERSION)"

header:
	$(CARGO) build --lib --features header

check-header:
	mkdir -p "$(BUILD)"
	cp include/robots/robots.h "$(BUILD)/robots.h"
	$(MAKE) header
	cmp include/robots/robots.h "$(BUILD)/robots.h"

check-capi:
	tests/capi/run.sh
