package robots

/*
#cgo !robots_static pkg-config: robots
#cgo robots_static CFLAGS: -DROBOTS_STATIC
#cgo robots_static,linux,amd64 CFLAGS: -I${SRCDIR}/lib/linux_amd64
#cgo robots_static,linux,amd64 LDFLAGS: ${SRCDIR}/lib/linux_amd64/librobots.a
#cgo robots_static,linux,arm64 CFLAGS: -I${SRCDIR}/lib/linux_arm64
#cgo robots_static,linux,arm64 LDFLAGS: ${SRCDIR}/lib/linux_arm64/librobots.a
#cgo robots_static,darwin,amd64 CFLAGS: -I${SRCDIR}/lib/darwin_amd64
#cgo robots_static,darwin,amd64 LDFLAGS: ${SRCDIR}/lib/darwin_amd64/librobots.a
#cgo robots_static,darwin,arm64 CFLAGS: -I${SRCDIR}/lib/darwin_arm64
#cgo robots_static,darwin,arm64 LDFLAGS: ${SRCDIR}/lib/darwin_arm64/librobots.a
#cgo robots_static,linux LDFLAGS: -lgcc_s -lutil -lrt -lpthread -lm -ldl

#cgo noescape binding_parse
#cgo nocallback binding_parse
#cgo noescape binding_matcher
#cgo nocallback binding_matcher
#cgo noescape binding_compile
#cgo nocallback binding_compile
#cgo noescape binding_once
#cgo nocallback binding_once
#cgo noescape binding_check
#cgo nocallback binding_check
#cgo noescape binding_check_path
#cgo nocallback binding_check_path
#cgo noescape robots_matcher_check_many
#cgo nocallback robots_matcher_check_many
#cgo noescape binding_groups
#cgo nocallback binding_groups
#cgo noescape binding_agents
#cgo nocallback binding_agents
#cgo noescape binding_rules
#cgo nocallback binding_rules
#cgo noescape binding_records
#cgo nocallback binding_records
#cgo noescape binding_sitemaps
#cgo nocallback binding_sitemaps
#cgo noescape binding_diagnostics
#cgo nocallback binding_diagnostics
#cgo noescape robots_txt_crawl_delay
#cgo nocallback robots_txt_crawl_delay
#cgo noescape robots_url_origin
#cgo nocallback robots_url_origin
#cgo noescape robots_url_robots_txt
#cgo nocallback robots_url_robots_txt
#cgo noescape robots_lines_new
#cgo nocallback robots_lines_new
#cgo nocallback robots_lines_next
#cgo noescape robots_google_check
#cgo nocallback robots_google_check
#cgo noescape robots_google_key
#cgo nocallback robots_google_key
#cgo noescape robots_google_path
#cgo nocallback robots_google_path
#cgo noescape robots_google_escape
#cgo nocallback robots_google_escape
#cgo noescape robots_google_match
#cgo nocallback robots_google_match

#include "binding.h"
*/
import "C"

import (
	"strings"
	"unsafe"
)

// Version is the version of the C library that runs, such as "0.1.0".
func Version() string {
	return C.GoString(C.robots_version())
}

// octets is where a text begins; C reads length octets there and keeps nothing.
func octets(text string) (*C.char, C.size_t) {
	return (*C.char)(unsafe.Pointer(unsafe.StringData(text))), C.size_t(len(text))
}

// octetsOf is the same for a slice.
func octetsOf(text []byte) (*C.char, C.size_t) {
	return (*C.char)(unsafe.Pointer(unsafe.SliceData(text))), C.size_t(len(text))
}

// copied is a Go string with the octets of a C one.
func copied(text C.robots_str) string {
	return strings.Clone(unsafe.String((*byte)(unsafe.Pointer(text.data)), int(text.len)))
}
