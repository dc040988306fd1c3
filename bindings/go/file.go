package robots

/*
#include "binding.h"
*/
import "C"

import "unsafe"

// A File is a parsed robots.txt. It never changes, keeps nothing of the body,
// and may be used by any number of goroutines. A nil or closed File is empty
// and makes no matchers.
type File struct {
	h   *handle
	err error // why there is no handle
}

// Parse reads the body of a robots.txt, which may be any octets. What a crawler
// cannot use is left out; [File.Diagnostics] has a remark about it.
//
// Time is linear in the body, and memory is a small multiple of it. Options
// that the library does not know give an empty file, for which [File.Matcher]
// returns [ErrOption].
func Parse(body []byte, opts ...Option) *File {
	all := read(opts)
	data, size := octetsOf(body)
	made := C.binding_parse(data, size, &all)
	if made.object == nil {
		return &File{err: ErrOption}
	}
	whole := new(struct {
		File
		handle
	})
	whole.h = &whole.handle
	whole.own(owned{made.object, int64(made.size), freeFile})
	return &whole.File
}

func freeFile(txt unsafe.Pointer) {
	C.robots_txt_free((*C.robots_txt)(txt))
}

// enter is handle.enter; nil for what has no file in it.
func (f *File) enter() *C.robots_txt {
	if f == nil {
		return nil
	}
	return (*C.robots_txt)(f.h.enter())
}

// Close frees the file, at once or when the last call under way is over. Its
// matchers stay usable. Closing again does nothing; the error is always nil.
func (f *File) Close() error {
	if f != nil {
		f.h.close()
	}
	return nil
}

// Matcher compiles the rules that are for a crawler.
//
// The agents are the crawler's product tokens, most wanted first, such as
// "Applebot", "Googlebot"; several may also stand in one argument, with commas
// between. The first token for which the file has a group decides; if there is
// no such token, the groups for every crawler (*) decide. A token consists of
// letters, digits, hyphens, underscores and dots, or is a single star. In
// profile [Google] any text without a comma is a token, and the groups of all
// tokens count together.
//
// The error is [ErrClosed], [ErrOption], or an [*AgentError] for text that is
// not a product token, such as a whole User-Agent header. The matcher is then
// nil, and denies every URL. Time is linear in the file.
func (f *File) Matcher(agents ...string) (*Matcher, error) {
	native := f.enter()
	if native == nil {
		return nil, f.failure()
	}
	list := joined(agents)
	names, size := octets(list)
	m := newMatcher(C.binding_matcher(native, names, size))
	f.h.leave()
	if m == nil {
		return nil, refused(list)
	}
	return m, nil
}

func (f *File) failure() error {
	if f != nil && f.err != nil {
		return f.err
	}
	return ErrClosed
}

// Truncated tells whether the body was longer than the limit, so that the rest
// was not read.
func (f *File) Truncated() bool { return f.has(C.ROBOTS_TXT_TRUNCATED) }

// LooksLikeHTML tells whether the body looks like an HTML page.
func (f *File) LooksLikeHTML() bool { return f.has(C.ROBOTS_TXT_HTML) }

// WasUTF16 tells whether the body was UTF-16 and was transcoded.
func (f *File) WasUTF16() bool { return f.has(C.ROBOTS_TXT_UTF16) }

func (f *File) has(flag C.uint32_t) bool {
	native := f.enter()
	if native == nil {
		return false
	}
	defer f.h.leave()
	return C.robots_txt_flags(native)&flag != 0
}

// Size is the number of octets that the file holds in C memory, for caches with
// a budget; 0 after Close.
func (f *File) Size() int {
	if f.enter() == nil {
		return 0
	}
	defer f.h.leave()
	return int(f.h.object.size)
}
