package robots

/*
#include "binding.h"
*/
import "C"

import (
	"time"
	"unsafe"
)

// hitSize is what a hit holds in C memory, without the rules: those belong to
// the cache.
const hitSize = 128

// A Hit is what is known of one origin at one moment: a decision, and the
// verdicts that follow from it. It does not change when the cache does,
// outlives the cache, and may be used by any number of goroutines. A nil or
// closed Hit denies every URL.
//
// A Hit keeps the rules of its origin in memory, so close it soon;
// [Cache.Check] needs no Hit.
type Hit struct {
	h *handle
}

func newHit(made *C.robots_hit) *Hit {
	if made == nil {
		return nil
	}
	whole := new(struct {
		Hit
		handle
	})
	whole.h = &whole.handle
	whole.own(owned{unsafe.Pointer(made), hitSize, freeHit})
	return &whole.Hit
}

func freeHit(hit unsafe.Pointer) {
	C.robots_hit_free((*C.robots_hit)(hit))
}

// enter is handle.enter with the reason why there is nothing to ask.
func (h *Hit) enter() (unsafe.Pointer, Reason) {
	if h == nil || h.h == nil {
		return nil, ReasonMisuse
	}
	return h.h.enter(), ReasonClosed
}

// Decision tells what may be crawled, why, and until when.
func (h *Hit) Decision() Decision {
	native, _ := h.enter()
	if native == nil {
		return Decision{Access: AccessRefuseAll}
	}
	defer h.h.leave()
	return decision(C.robots_hit_decision((*C.robots_hit)(native)))
}

// Check tells whether the crawler of the cache, or the first of several, may
// fetch a URL of this origin, or a path. The answer is as for [Matcher.Check].
func (h *Hit) Check(url string) Verdict {
	return h.CheckAs(0, url)
}

// CheckAs is Check for the crawler with a number, in the order of
// [CacheConfig.Agents]. For a number that no crawler has, the URL is denied
// with [ReasonMisuse].
func (h *Hit) CheckAs(crawler int, url string) (answer Verdict) {
	native, reason := h.enter()
	if native == nil {
		return refusal(reason)
	}
	data, size := octets(url)
	C.binding_hit_check(C.uintptr_t(uintptr(native)), number(crawler), data, size, answer.native())
	h.h.leave()
	return answer
}

// Answer is the answer that the cache would give for a URL: the verdict of
// [Hit.CheckAs] with its ground.
func (h *Hit) Answer(crawler int, url string) Answer {
	v, d := h.CheckAs(crawler, url), h.Decision()
	if v.Reason == ReasonMisuse || v.Reason == ReasonClosed {
		return noAnswer(v.Reason)
	}
	return Answer{
		Verdict:    v,
		Lookup:     LookupHit,
		Access:     d.Access,
		Basis:      d.Basis,
		wait:       d.wait,
		nextChange: d.nextChange,
	}
}

// AppendVerdicts checks many URLs of this origin for the first crawler, as
// [Matcher.AppendVerdicts] does.
func (h *Hit) AppendVerdicts(dst []Verdict, urls ...string) []Verdict {
	return h.AppendVerdictsAs(dst, 0, urls...)
}

// AppendVerdictsAs is AppendVerdicts for the crawler with a number.
func (h *Hit) AppendVerdictsAs(dst []Verdict, crawler int, urls ...string) []Verdict {
	native, reason := h.enter()
	if native == nil {
		return appendRefusals(dst, reason, len(urls))
	}
	hit := (*C.robots_hit)(native)
	dst = appendVerdicts(dst, urls, func(data *C.char, ends *C.size_t, n C.size_t, out *C.robots_verdict) {
		C.robots_hit_check_many(hit, number(crawler), data, ends, n, out)
	})
	h.h.leave()
	return dst
}

// Close frees the hit, at once or when the last call under way is over. The
// error is always nil.
func (h *Hit) Close() error {
	if h != nil {
		h.h.close()
	}
	return nil
}

// number is that of a crawler; what is negative is none.
func number(crawler int) C.size_t {
	return C.size_t(uint(crawler))
}

// An Answer is the answer of [Cache.Check]: a verdict, and its ground. The zero
// Answer denies.
type Answer struct {
	Verdict
	// Lookup is [LookupHit] if the verdict stands. With [LookupFetch] an attempt
	// is due, so call [Cache.Get]; the verdict is that of the copy if it may still
	// be used, and otherwise denies. With [LookupWait] nothing is known and
	// another caller holds the ticket; the URL is denied.
	Lookup LookupKind
	// Access is what governs the origin.
	Access Access
	// Basis is the ground for it.
	Basis      Basis
	_          uint8
	wait       uint32
	nextChange uint64
}

// An Answer is a robots_answer: not compiled otherwise.
var (
	_ [unsafe.Sizeof(Answer{})]byte              = [C.sizeof_robots_answer]byte{}
	_ [32]byte                                   = [C.sizeof_robots_answer]byte{}
	_ [unsafe.Offsetof(Answer{}.Lookup)]byte     = [unsafe.Offsetof(C.robots_answer{}.lookup)]byte{}
	_ [unsafe.Offsetof(Answer{}.Basis)]byte      = [unsafe.Offsetof(C.robots_answer{}.basis)]byte{}
	_ [unsafe.Offsetof(Answer{}.wait)]byte       = [unsafe.Offsetof(C.robots_answer{}.wait)]byte{}
	_ [unsafe.Offsetof(Answer{}.nextChange)]byte = [unsafe.Offsetof(C.robots_answer{}.next_change)]byte{}
)

// noAnswer is the answer to a question that could not be asked.
func noAnswer(reason Reason) Answer {
	return Answer{Verdict: refusal(reason), Lookup: LookupMisuse, Access: AccessRefuseAll}
}

// Wait is how long to wait before the next attempt to fetch robots.txt, 0 if it
// is due; with [LookupWait], before asking the cache again, at the latest.
func (a Answer) Wait() time.Duration { return time.Duration(a.wait) * time.Second }

// NextChange is when the answer may change.
func (a Answer) NextChange() time.Time { return moment(a.nextChange) }
