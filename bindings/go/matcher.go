package robots

/*
#include "binding.h"
*/
import "C"

import "unsafe"

// A Matcher holds the rules of one file for one crawler, compiled. It never
// changes, depends on no other object, and may be used by any number of
// goroutines. A nil or closed Matcher denies every URL.
type Matcher struct {
	h *handle
}

// Compile makes a matcher straight from the body of a robots.txt. This is the
// fastest way if nothing else of the file is needed. The answers and errors are
// those of [Parse] and [File.Matcher]. The body is not kept.
//
// Time and memory are linear in the body.
func Compile(body []byte, agents []string, opts ...Option) (*Matcher, error) {
	list := joined(agents)
	all := read(opts)
	data, size := octetsOf(body)
	names, namesLen := octets(list)
	m := newMatcher(C.binding_compile(data, size, names, namesLen, &all))
	if m == nil {
		return nil, refused(list)
	}
	return m, nil
}

// Unavailable is a matcher for a site whose robots.txt is unavailable, such as
// by status 404: everything is allowed (RFC 9309 2.3.1.3).
func Unavailable() *Matcher {
	return newMatcher(C.binding_sized(C.robots_matcher_unavailable()))
}

// Unreachable is a matcher for a site whose robots.txt is unreachable, such as
// by status 503: everything but /robots.txt is denied (RFC 9309 2.3.1.4).
func Unreachable() *Matcher {
	return newMatcher(C.binding_sized(C.robots_matcher_unreachable()))
}

func freeMatcher(matcher unsafe.Pointer) {
	C.robots_matcher_free((*C.robots_matcher)(matcher))
}

// newMatcher owns what C made; nil for nothing.
func newMatcher(made C.binding_object) *Matcher {
	if made.object == nil {
		return nil
	}
	// One piece of memory. Copies of the Matcher share the handle.
	whole := new(struct {
		Matcher
		handle
	})
	whole.h = &whole.handle
	whole.own(owned{made.object, int64(made.size), freeMatcher})
	return &whole.Matcher
}

// enter is handle.enter with the reason why there is nothing to ask.
func (m *Matcher) enter() (unsafe.Pointer, Reason) {
	if m == nil || m.h == nil {
		return nil, ReasonMisuse
	}
	return m.h.enter(), ReasonClosed
}

// Allowed tells whether the crawler may fetch an absolute URL, or a path.
func (m *Matcher) Allowed(url string) bool {
	return m.Check(url).Allowed
}

// Check tells whether the crawler may fetch an absolute URL, or a path, and which
// rule says so.
//
// The URL is absolute, as found in a page or a queue. It has the scheme http,
// https or ftp, a host, and a valid port if it has one; its fragment does not
// count, and dot segments stay as they are. A text that begins with one slash
// is a path with its query, as for [Matcher.CheckPath]. A text that begins with
// two slashes, or with what clients read as two, such as a slash and a
// backslash, is not a path, because it leads to another host. Anything else is
// denied with [ReasonMisuse]; in profile [Google] every text has a path, found
// as google/robotstxt guesses it. The caller has to know that the file governs
// the origin of the URL; see [RobotsTxtURL].
//
// Time is linear in the URL, except for files made to be slow, and nothing is
// allocated on the Go side.
func (m *Matcher) Check(url string) (answer Verdict) {
	native, reason := m.enter()
	if native == nil {
		return refusal(reason)
	}
	data, size := octets(url)
	C.binding_check(C.uintptr_t(uintptr(native)), data, size, answer.native())
	m.h.leave()
	return answer
}

// CheckPath is Check for a path with its query, such as "/a/b?c=d", as it
// stands in a request line and as [net/url.URL.RequestURI] gives it. It may
// begin with two slashes, and a backslash is not read as a slash. A text that
// does not begin with a slash is denied with [ReasonMisuse].
func (m *Matcher) CheckPath(path string) (answer Verdict) {
	native, reason := m.enter()
	if native == nil {
		return refusal(reason)
	}
	data, size := octets(path)
	C.binding_check_path(C.uintptr_t(uintptr(native)), data, size, answer.native())
	m.h.leave()
	return answer
}

// Size is the number of octets that the matcher holds in C memory, for caches
// with a budget; 0 after Close.
func (m *Matcher) Size() int {
	native, _ := m.enter()
	if native == nil {
		return 0
	}
	defer m.h.leave()
	return int(m.h.object.size)
}

// Close frees the matcher, at once or when the last call under way is over.
// Later checks are denied with [ReasonClosed]. Closing again does nothing; the
// error is always nil.
func (m *Matcher) Close() error {
	if m != nil {
		m.h.close()
	}
	return nil
}

// Check checks one URL or path against one body, without making an object. For
// more than one URL, make a matcher.
//
// The agents are product tokens with commas between, as in "Applebot,
// Googlebot"; see [File.Matcher]. Arguments for which Compile would return an
// error are denied with [ReasonMisuse].
func Check(body []byte, agents, url string, opts ...Option) Verdict {
	all := read(opts)
	data, size := octetsOf(body)
	names, namesLen := octets(agents)
	at, atLen := octets(url)
	return verdict(C.binding_once(data, size, names, namesLen, at, atLen, &all))
}
