package robots

/*
#include "binding.h"
*/
import "C"

import (
	"maps"
	"slices"
	"strings"
	"unsafe"
)

// fetchSize is about what an attempt holds in C memory.
const fetchSize = 1024

// A Fetch is one attempt to get a robots.txt, over all its redirects. It makes
// no requests: the crawler asks for [Fetch.URL], hands in what came back by
// [Fetch.Response] or [Fetch.Failure], and repeats this as long as the result
// is [ResultRedirect]. Then [State.Record] decides.
//
// Any number of goroutines may use a Fetch; they take turns. A nil or closed
// Fetch answers nothing.
type Fetch struct {
	e exclusive
}

// A Response is one HTTP response as far as it matters here.
type Response struct {
	// Status is the status.
	Status int
	// Header holds the headers; a [net/http.Header] fits. The case of names does
	// not matter.
	Header map[string][]string
	// Incomplete says that the body did not arrive whole.
	Incomplete bool
}

// NewFetch begins an attempt for the origin of a URL; any URL of the origin
// will do. The state is what is known so far, and may be nil. The error is
// [ErrOrigin] if the URL has no origin, [ErrClosed] for a closed state, and
// [ErrOption] for a policy that the library does not know.
func NewFetch(url string, state *State, policy Policy) (*Fetch, error) {
	known := state.enter()
	if state != nil && known == nil {
		return nil, ErrClosed
	}
	defer state.leave(known)
	all := policy.native()
	data, size := octets(url)
	made := C.robots_fetch_new(data, size, known, &all, C.size_t(unsafe.Sizeof(all)))
	if made == nil {
		if _, ok := Origin(url); ok {
			return nil, ErrOption
		}
		return nil, ErrOrigin
	}
	f := new(Fetch)
	f.e.own(owned{unsafe.Pointer(made), fetchSize, freeFetch})
	return f, nil
}

func freeFetch(attempt unsafe.Pointer) {
	C.robots_fetch_free((*C.robots_fetch)(attempt))
}

// enter is exclusive.enter; nil for what has no attempt in it.
func (f *Fetch) enter() *C.robots_fetch {
	if f == nil {
		return nil
	}
	return (*C.robots_fetch)(f.e.enter())
}

// leave ends a call if enter began one.
func (f *Fetch) leave(native *C.robots_fetch) {
	if native != nil {
		f.e.leave()
	}
}

// URL is the URL to ask for now, absolute and without fragment.
func (f *Fetch) URL() string {
	native := f.enter()
	defer f.leave(native)
	return copied(C.robots_fetch_url(native))
}

// Hops is the number of redirects that were followed.
func (f *Fetch) Hops() int {
	native := f.enter()
	defer f.leave(native)
	return int(C.robots_fetch_hops(native))
}

// IfNoneMatch is the value of the If-None-Match header to send; "" if there is
// none. The state is that of the origin.
func (f *Fetch) IfNoneMatch(state *State) string {
	known := state.enter()
	defer state.leave(known)
	native := f.enter()
	defer f.leave(native)
	return copied(C.robots_fetch_if_none_match(native, known))
}

// IfModifiedSince is the value of the If-Modified-Since header to send; "" if
// there is none.
func (f *Fetch) IfModifiedSince(state *State) string {
	var buffer [dateSize]C.char
	known := state.enter()
	defer state.leave(known)
	native := f.enter()
	defer f.leave(native)
	return date(&buffer, C.robots_fetch_if_modified_since(native, known, &buffer[0], dateSize))
}

// dateSize is more than a date in a header takes.
const dateSize = 32

func date(buffer *[dateSize]C.char, n C.size_t) string {
	return C.GoStringN(&buffer[0], C.int(min(n, dateSize)))
}

// Response takes a response from [Fetch.URL] and tells what it means.
// [ResultRedirect] means that there is now another URL to ask for.
func (f *Fetch) Response(response Response) AccessResult {
	status, flags, lines := response.native()
	data, size := octetsOf(lines)
	native := f.enter()
	defer f.leave(native)
	return AccessResult(C.robots_fetch_response(native, status, flags, data, size))
}

// native is the response as C takes it.
func (r *Response) native() (status C.uint16_t, flags C.uint32_t, lines []byte) {
	if r.Incomplete {
		flags = C.ROBOTS_RESPONSE_INCOMPLETE
	}
	// In a fixed order, should a name stand there in several spellings.
	for _, name := range slices.Sorted(maps.Keys(r.Header)) {
		if name == "" || strings.ContainsFunc(name, notInName) {
			continue
		}
		for _, value := range r.Header[name] {
			lines = append(append(lines, name...), ": "...)
			start := len(lines)
			lines = append(lines, value...)
			for i := start; i < len(lines); i++ {
				if lines[i] == '\r' || lines[i] == '\n' {
					lines[i] = ' '
				}
			}
			lines = append(lines, '\n')
		}
	}
	if r.Status > 0 && r.Status < 1000 {
		status = C.uint16_t(r.Status)
	}
	return status, flags, lines
}

// notInName tells what no name of a header has, lest it be taken for anything
// else than a header.
func notInName(r rune) bool {
	return r <= ' ' || r >= 0x7f || r == ':' || r == '/'
}

// Failure says that there was no whole response. A number that is not a failure
// counts as [FailureOther].
func (f *Fetch) Failure(failure Failure) AccessResult {
	native := f.enter()
	defer f.leave(native)
	result := C.robots_fetch_failure(native, C.uint8_t(failure))
	if result == 0 {
		result = C.robots_fetch_failure(native, C.ROBOTS_FAILURE_OTHER)
	}
	return AccessResult(result)
}

// Followed says that the client has followed redirects on its own, how many,
// and where they ended. Call it before [Fetch.Response]. A 304 from there
// confirms no copy.
func (f *Fetch) Followed(redirects int, url string) {
	data, size := octets(url)
	native := f.enter()
	defer f.leave(native)
	C.robots_fetch_followed(native, count32(redirects), data, size)
}

func count32(n int) C.uint32_t {
	return C.uint32_t(min(max(int64(n), 0), 1<<32-1))
}

// Result tells what the last response or failure meant.
func (f *Fetch) Result() AccessResult {
	native := f.enter()
	defer f.leave(native)
	return AccessResult(C.robots_fetch_result(native))
}

// Cause is what the attempt has met so far.
func (f *Fetch) Cause() Cause {
	native := f.enter()
	defer f.leave(native)
	return Cause(C.robots_fetch_cause(native))
}

// Target is another origin for which the attempt is an answer too: redirects
// led to exactly its /robots.txt, and ended there with a file or with its
// absence.
func (f *Fetch) Target() (string, bool) {
	var buffer [C.ROBOTS_URL_ORIGIN_MAX]C.char
	native := f.enter()
	defer f.leave(native)
	n := C.robots_fetch_target(native, &buffer[0], C.size_t(len(buffer)))
	return C.GoStringN(&buffer[0], C.int(n)), n > 0
}

// Close frees the attempt at once, instead of when the collector finds it. The
// error is always nil.
func (f *Fetch) Close() error {
	if f != nil {
		f.e.close()
	}
	return nil
}
