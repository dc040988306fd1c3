package robots

/*
#include "binding.h"
*/
import "C"

import (
	"fmt"
	"math"
	"unsafe"
)

// NoRule is [Verdict.Rule] where no rule decided.
const NoRule uint32 = math.MaxUint32

// A Verdict tells whether the crawler may fetch a URL, and which rule says so.
// It is 16 octets in the layout of C, so that many are written in one call. The
// zero Verdict denies.
type Verdict struct {
	// Allowed tells whether the crawler may fetch the URL.
	Allowed bool
	// Reason tells why.
	Reason Reason
	_      uint16
	// Line is the line of the deciding rule, counted from 1; 0 if no rule decided.
	Line uint32
	// Octets is the length of the rule's pattern as it is matched, which decides
	// precedence (RFC 9309 2.2.2); 0 if no rule decided.
	Octets uint32
	// Rule is the index of the rule for [File.Rule] if Reason is [ReasonRule],
	// otherwise [NoRule].
	Rule uint32
}

// String is for logs, such as "disallowed: rule line 3 octets 12".
func (v Verdict) String() string {
	word := "disallowed"
	if v.Allowed {
		word = "allowed"
	}
	if v.Reason == ReasonRule {
		return fmt.Sprintf("%s: rule line %d octets %d", word, v.Line, v.Octets)
	}
	return word + ": " + v.Reason.String()
}

// refusal is the verdict, always denied, of a call that could not be made.
func refusal(reason Reason) Verdict {
	return Verdict{Reason: reason, Rule: NoRule}
}

// native is where C writes a verdict.
func (v *Verdict) native() *C.robots_verdict {
	return (*C.robots_verdict)(unsafe.Pointer(v))
}

// verdict takes over a result of C.
func verdict(v C.robots_verdict) Verdict {
	return *(*Verdict)(unsafe.Pointer(&v))
}

// A Verdict is a robots_verdict: not compiled otherwise.
var (
	_ [unsafe.Sizeof(Verdict{})]byte          = [C.sizeof_robots_verdict]byte{}
	_ [16]byte                                = [C.sizeof_robots_verdict]byte{}
	_ [unsafe.Alignof(Verdict{})]byte         = [unsafe.Alignof(C.robots_verdict{})]byte{}
	_ [unsafe.Offsetof(Verdict{}.Reason)]byte = [unsafe.Offsetof(C.robots_verdict{}.reason)]byte{}
	_ [unsafe.Offsetof(Verdict{}.Line)]byte   = [unsafe.Offsetof(C.robots_verdict{}.line)]byte{}
	_ [unsafe.Offsetof(Verdict{}.Octets)]byte = [unsafe.Offsetof(C.robots_verdict{}.octets)]byte{}
	_ [unsafe.Offsetof(Verdict{}.Rule)]byte   = [unsafe.Offsetof(C.robots_verdict{}.rule)]byte{}
	_ [C.sizeof_size_t]byte                   = [unsafe.Sizeof(uintptr(0))]byte{}
)

// A Reason tells why a verdict is what it is. Newer libraries may have more
// reasons.
type Reason uint8

// The reasons.
const (
	// ReasonMisuse: the question makes no sense, or there was no matcher. Denied.
	ReasonMisuse Reason = C.ROBOTS_REASON_MISUSE
	// ReasonRule: the most specific matching rule decided (RFC 9309 2.2.2).
	ReasonRule Reason = C.ROBOTS_REASON_RULE
	// ReasonNoRule: there is a group for the crawler, but no rule of it matches.
	// Allowed.
	ReasonNoRule Reason = C.ROBOTS_REASON_NO_RULE
	// ReasonNoGroup: no group is for the crawler. Allowed.
	ReasonNoGroup Reason = C.ROBOTS_REASON_NO_GROUP
	// ReasonRobotsTxt: /robots.txt itself, which is always allowed.
	ReasonRobotsTxt Reason = C.ROBOTS_REASON_ROBOTS_TXT
	// ReasonUnavailable: the file is unavailable, so everything is allowed.
	ReasonUnavailable Reason = C.ROBOTS_REASON_UNAVAILABLE
	// ReasonUnreachable: the file is unreachable, so everything is denied.
	ReasonUnreachable Reason = C.ROBOTS_REASON_UNREACHABLE
	// ReasonClosed: the matcher was closed. Denied. Only this package has this
	// reason.
	ReasonClosed Reason = math.MaxUint8
)

// String is a short fixed name, such as "no-group"; "unknown" for any other
// number.
func (r Reason) String() string {
	if r == ReasonClosed {
		return "closed"
	}
	return C.GoString(C.robots_reason_name(C.uint8_t(r)))
}

// Text is one sentence for people.
func (r Reason) Text() string {
	if r == ReasonClosed {
		return "the matcher was closed before it was asked"
	}
	return C.GoString(C.robots_reason_text(C.uint8_t(r)))
}
