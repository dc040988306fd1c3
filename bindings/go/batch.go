package robots

/*
#include "binding.h"
*/
import "C"

import (
	"slices"
	"sync"
	"unsafe"
)

// What one call of C checks at most, so that the scratch of a batch stays small
// however many URLs it has. A single URL may be longer.
const (
	batchURLs   = 1024
	batchOctets = 64 << 10
)

// scratch holds URLs as C takes them: one after another, with the offsets at
// which they end.
type scratch struct {
	data []byte
	ends []C.size_t
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// AppendVerdicts checks many URLs or paths, appends one verdict for each to dst
// and returns it. The verdicts are those of [Matcher.Check], with one call into
// C instead of many.
//
// Nothing is allocated if dst has room and the pool has scratch.
func (m *Matcher) AppendVerdicts(dst []Verdict, urls ...string) []Verdict {
	native, reason := m.enter()
	if native == nil {
		return appendRefusals(dst, reason, len(urls))
	}
	matcher := (*C.robots_matcher)(native)
	dst = appendVerdicts(dst, urls, func(data *C.char, ends *C.size_t, n C.size_t, out *C.robots_verdict) {
		C.robots_matcher_check_many(matcher, data, ends, n, out)
	})
	m.h.leave()
	return dst
}

// appendRefusals appends the verdict of a closed object for each URL.
func appendRefusals(dst []Verdict, reason Reason, n int) []Verdict {
	for range n {
		dst = append(dst, refusal(reason))
	}
	return dst
}

// appendVerdicts asks C for a batch at a time. After a failure every verdict
// denies.
func appendVerdicts(dst []Verdict, urls []string,
	check func(data *C.char, ends *C.size_t, n C.size_t, out *C.robots_verdict)) []Verdict {
	dst = slices.Grow(dst, len(urls))
	results := dst[len(dst) : len(dst)+len(urls)]
	dst = dst[:len(dst)+len(urls)]
	it := scratches.Get().(*scratch)
	for len(urls) > 0 {
		n := it.fill(urls)
		check((*C.char)(unsafe.Pointer(unsafe.SliceData(it.data))), unsafe.SliceData(it.ends), C.size_t(n),
			(*C.robots_verdict)(unsafe.Pointer(unsafe.SliceData(results))))
		urls, results = urls[n:], results[n:]
	}
	if cap(it.data) <= 2*batchOctets {
		scratches.Put(it)
	}
	return dst
}

// fill takes as many URLs as one call checks, at least one.
func (it *scratch) fill(urls []string) int {
	it.data, it.ends = it.data[:0], it.ends[:0]
	for i, url := range urls {
		if i > 0 && (i == batchURLs || len(it.data)+len(url) > batchOctets) {
			return i
		}
		it.data = append(it.data, url...)
		it.ends = append(it.ends, C.size_t(len(it.data)))
	}
	return len(urls)
}
