// Package bench measures package robots, and compares it with the packages that
// most Go crawlers use. It is a module of its own, so that nobody who uses the
// binding depends on those.
package bench

/*
#cgo pkg-config: robots
#include <robots/robots.h>

#cgo noescape nothing
#cgo nocallback nothing
#cgo noescape nothing_like_check
#cgo nocallback nothing_like_check
#cgo noescape robots_matcher_check
#cgo nocallback robots_matcher_check
#cgo noescape check_in_c
#cgo nocallback check_in_c
#cgo noescape cache_in_c
#cgo nocallback cache_in_c
#cgo noescape batch_in_c
#cgo nocallback batch_in_c

static void nothing(void) {}

static robots_verdict nothing_like_check(const robots_matcher *matcher, const char *url, size_t len)
{
    robots_verdict verdict = {0};
    (void)matcher;
    (void)url;
    (void)len;
    return verdict;
}

static unsigned check_in_c(const robots_matcher *matcher, const char *data, const size_t *ends,
                           size_t count, size_t rounds)
{
    unsigned allowed = 0;
    size_t round;
    for (round = 0; round < rounds; round++) {
        size_t at = round % count;
        size_t start = at > 0 ? ends[at - 1] : 0;
        allowed += robots_matcher_check(matcher, data + start, ends[at] - start).allowed;
    }
    return allowed;
}

// A cache with what another wrote.
static robots_cache *cache_from(const char *agent, size_t agent_len, const char *data, size_t len)
{
    robots_cache *cache = robots_cache_new(64 << 20, agent, agent_len, NULL, 0, NULL, 0, 0);
    robots_cache_restore(cache, data, len);
    return cache;
}

static unsigned cache_in_c(const robots_cache *cache, const char *data, const size_t *ends,
                           size_t count, size_t rounds, uint64_t now)
{
    unsigned allowed = 0;
    size_t round;
    for (round = 0; round < rounds; round++) {
        size_t at = round % count;
        size_t start = at > 0 ? ends[at - 1] : 0;
        allowed += robots_cache_check(cache, 0, data + start, ends[at] - start, now).verdict.allowed;
    }
    return allowed;
}

static void batch_in_c(const robots_matcher *matcher, const char *data, const size_t *ends,
                       size_t count, robots_verdict *out, size_t rounds)
{
    size_t round;
    for (round = 0; round < rounds; round++) {
        robots_matcher_check_many(matcher, data, ends, count, out);
    }
}
*/
import "C"

import (
	"time"
	"unsafe"
)

// emptyCall is a call to a C function that does nothing.
func emptyCall() {
	C.nothing()
}

// emptyCheck is the same with arguments and result of a check.
func emptyCheck(url string) bool {
	v := C.nothing_like_check(nil, (*C.char)(unsafe.Pointer(unsafe.StringData(url))), C.size_t(len(url)))
	return v.allowed != 0
}

// kernel is what a C program has: a matcher, and URLs one behind the other.
type kernel struct {
	matcher *C.robots_matcher
	cache   *C.robots_cache
	data    []byte
	ends    []C.size_t
	out     []C.robots_verdict
}

func newKernel(body []byte, agent string, urls []string) *kernel {
	k := &kernel{out: make([]C.robots_verdict, len(urls))}
	k.matcher = C.robots_matcher_compile((*C.char)(unsafe.Pointer(unsafe.SliceData(body))), C.size_t(len(body)),
		(*C.char)(unsafe.Pointer(unsafe.StringData(agent))), C.size_t(len(agent)), nil, 0)
	for _, url := range urls {
		k.data = append(k.data, url...)
		k.ends = append(k.ends, C.size_t(len(k.data)))
	}
	return k
}

// restore gives it a cache with what another wrote.
func (k *kernel) restore(agent string, octets []byte) {
	k.cache = C.cache_from((*C.char)(unsafe.Pointer(unsafe.StringData(agent))), C.size_t(len(agent)),
		(*C.char)(unsafe.Pointer(unsafe.SliceData(octets))), C.size_t(len(octets)))
}

// checkCache asks the cache in a loop of C.
func (k *kernel) checkCache(rounds int, now time.Time) int {
	return int(C.cache_in_c(k.cache, (*C.char)(unsafe.Pointer(&k.data[0])), &k.ends[0],
		C.size_t(len(k.ends)), C.size_t(rounds), C.uint64_t(now.Unix())))
}

func (k *kernel) free() {
	C.robots_cache_free(k.cache)
	C.robots_matcher_free(k.matcher)
}

// check asks for single URLs in a loop of C.
func (k *kernel) check(rounds int) int {
	return int(C.check_in_c(k.matcher, (*C.char)(unsafe.Pointer(&k.data[0])), &k.ends[0],
		C.size_t(len(k.ends)), C.size_t(rounds)))
}

// bare asks for one URL by a call that does nothing else: whoever closes the
// matcher meanwhile crashes the program.
func (k *kernel) bare(url string) bool {
	v := C.robots_matcher_check(k.matcher, (*C.char)(unsafe.Pointer(unsafe.StringData(url))), C.size_t(len(url)))
	return v.allowed != 0
}

// batch asks for all URLs in a loop of C.
func (k *kernel) batch(rounds int) {
	C.batch_in_c(k.matcher, (*C.char)(unsafe.Pointer(&k.data[0])), &k.ends[0],
		C.size_t(len(k.ends)), &k.out[0], C.size_t(rounds))
}
