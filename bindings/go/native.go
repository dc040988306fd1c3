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
#cgo noescape robots_txt_group_for
#cgo nocallback robots_txt_group_for
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
#cgo noescape binding_hit_check
#cgo nocallback binding_hit_check
#cgo noescape binding_cache_check
#cgo nocallback binding_cache_check
#cgo noescape binding_matcher_from_bytes
#cgo nocallback binding_matcher_from_bytes
#cgo nocallback robots_matcher_to_bytes
#cgo noescape robots_url_governs
#cgo nocallback robots_url_governs
#cgo noescape robots_url_is_robots_txt
#cgo nocallback robots_url_is_robots_txt
#cgo nocallback robots_bytes_str
#cgo nocallback robots_bytes_free
#cgo nocallback robots_state_new
#cgo noescape robots_state_decision
#cgo nocallback robots_state_decision
#cgo noescape robots_state_record
#cgo nocallback robots_state_record
#cgo nocallback robots_state_forget_copy
#cgo nocallback robots_state_failures
#cgo nocallback robots_state_to_bytes
#cgo noescape robots_state_from_bytes
#cgo nocallback robots_state_from_bytes
#cgo noescape robots_fetch_new
#cgo nocallback robots_fetch_new
#cgo nocallback robots_fetch_url
#cgo nocallback robots_fetch_hops
#cgo nocallback robots_fetch_if_none_match
#cgo noescape robots_fetch_if_modified_since
#cgo nocallback robots_fetch_if_modified_since
#cgo noescape robots_fetch_response
#cgo nocallback robots_fetch_response
#cgo nocallback robots_fetch_failure
#cgo noescape robots_fetch_followed
#cgo nocallback robots_fetch_followed
#cgo nocallback robots_fetch_result
#cgo nocallback robots_fetch_cause
#cgo noescape robots_fetch_target
#cgo nocallback robots_fetch_target
#cgo noescape robots_cache_new
#cgo nocallback robots_cache_new
#cgo noescape robots_cache_get
#cgo nocallback robots_cache_get
#cgo noescape robots_cache_refresh
#cgo nocallback robots_cache_refresh
#cgo noescape robots_cache_state
#cgo nocallback robots_cache_state
#cgo nocallback robots_cache_origins
#cgo noescape robots_cache_remove
#cgo nocallback robots_cache_remove
#cgo noescape robots_cache_stats
#cgo nocallback robots_cache_stats
#cgo nocallback robots_cache_to_bytes
#cgo noescape robots_cache_restore
#cgo nocallback robots_cache_restore
#cgo noescape robots_cache_export
#cgo nocallback robots_cache_export
#cgo noescape robots_cache_import
#cgo nocallback robots_cache_import
#cgo nocallback robots_hit_decision
#cgo noescape robots_hit_check_many
#cgo nocallback robots_hit_check_many
#cgo nocallback robots_ticket_url
#cgo nocallback robots_ticket_if_none_match
#cgo noescape robots_ticket_if_modified_since
#cgo nocallback robots_ticket_if_modified_since
#cgo noescape robots_ticket_response
#cgo nocallback robots_ticket_response
#cgo nocallback robots_ticket_failure
#cgo noescape robots_ticket_followed
#cgo nocallback robots_ticket_followed
#cgo noescape robots_ticket_finish
#cgo nocallback robots_ticket_finish

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
