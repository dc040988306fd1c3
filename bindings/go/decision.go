package robots

/*
#include "binding.h"
*/
import "C"

import (
	"fmt"
	"time"
	"unsafe"
)

// A Decision tells what a crawler may do with an origin now, why, and until
// when. The zero Decision, and the Decision of a misuse, refuse everything and
// advise to fetch now.
type Decision struct {
	// Access is what governs crawling for the moment.
	Access Access
	// Basis is the ground for it.
	Basis Basis
	// Cause is what the last attempt met.
	Cause Cause
	// Copy tells what to do with the copy of the file at hand, after
	// [State.Record].
	Copy CopyAction
	// Status is the status of the last response; 0 if there was no response.
	Status     uint16
	_          uint16
	wait       uint32
	freshFor   uint32
	fetchAt    uint64
	nextChange uint64
}

// A Decision is a robots_decision: not compiled otherwise.
var (
	_ [unsafe.Sizeof(Decision{})]byte              = [C.sizeof_robots_decision]byte{}
	_ [32]byte                                     = [C.sizeof_robots_decision]byte{}
	_ [unsafe.Offsetof(Decision{}.Copy)]byte       = [unsafe.Offsetof(C.robots_decision{}.copy)]byte{}
	_ [unsafe.Offsetof(Decision{}.Status)]byte     = [unsafe.Offsetof(C.robots_decision{}.status)]byte{}
	_ [unsafe.Offsetof(Decision{}.wait)]byte       = [unsafe.Offsetof(C.robots_decision{}.wait)]byte{}
	_ [unsafe.Offsetof(Decision{}.freshFor)]byte   = [unsafe.Offsetof(C.robots_decision{}.fresh_for)]byte{}
	_ [unsafe.Offsetof(Decision{}.fetchAt)]byte    = [unsafe.Offsetof(C.robots_decision{}.fetch_at)]byte{}
	_ [unsafe.Offsetof(Decision{}.nextChange)]byte = [unsafe.Offsetof(C.robots_decision{}.next_change)]byte{}
)

func decision(d C.robots_decision) Decision {
	return *(*Decision)(unsafe.Pointer(&d))
}

// FetchDue tells whether an attempt to fetch robots.txt is due now.
func (d Decision) FetchDue() bool { return d.wait == 0 }

// Wait is how long to wait before the next attempt; 0 means that it is due. Add
// a little chance to it, so that many origins do not come due at once.
func (d Decision) Wait() time.Duration { return time.Duration(d.wait) * time.Second }

// FreshFor is how long the access may be relied on when no attempt is made.
func (d Decision) FreshFor() time.Duration { return time.Duration(d.freshFor) * time.Second }

// FetchAt is when the next attempt is due.
func (d Decision) FetchAt() time.Time { return moment(d.fetchAt) }

// NextChange is when the decision may change: the earlier of FetchAt and the end
// of FreshFor.
func (d Decision) NextChange() time.Time { return moment(d.nextChange) }

// String is for logs, such as "rules: fresh; last attempt: success, status 200;
// fetch in 86400 s".
func (d Decision) String() string {
	text := fmt.Sprintf("%s: %s; last attempt: %s", d.Access, d.Basis, d.Cause)
	if d.Status != 0 {
		text += fmt.Sprintf(", status %d", d.Status)
	}
	if d.FetchDue() {
		return text + "; fetch now"
	}
	return text + fmt.Sprintf("; fetch in %d s", d.wait)
}

// Access is what governs crawling of an origin. A value that is neither
// [AccessRules] nor [AccessAllowAll] refuses everything.
type Access uint8

// The kinds of access.
const (
	// AccessRules: obey the rules of the copy at hand.
	AccessRules Access = C.ROBOTS_ACCESS_RULES
	// AccessAllowAll: everything is allowed.
	AccessAllowAll Access = C.ROBOTS_ACCESS_ALLOW_ALL
	// AccessRefuseAll: everything is refused for now; see [Decision.NextChange].
	AccessRefuseAll Access = C.ROBOTS_ACCESS_REFUSE_ALL
)

// String is a short fixed name, such as "allow-all"; "unknown" for any other
// number.
func (a Access) String() string { return C.GoString(C.robots_access_name(C.uint8_t(a))) }

// Basis is the ground on which access is given or refused. Newer libraries may
// have more grounds.
type Basis uint8

// The grounds.
const (
	// BasisNotFetched: everything is refused; there was no attempt yet, so fetch
	// now.
	BasisNotFetched Basis = C.ROBOTS_BASIS_NOT_FETCHED
	// BasisFresh: the rules are obeyed; the copy is fresh.
	BasisFresh Basis = C.ROBOTS_BASIS_FRESH
	// BasisUnavailable: everything is allowed; there is no robots.txt.
	BasisUnavailable Basis = C.ROBOTS_BASIS_UNAVAILABLE
	// BasisForbidden: everything is refused; the server forbids the file.
	BasisForbidden Basis = C.ROBOTS_BASIS_FORBIDDEN
	// BasisExpired: everything is refused; the last answer has expired, so fetch
	// now.
	BasisExpired Basis = C.ROBOTS_BASIS_EXPIRED
	// BasisClockBack: everything is refused; the clock was set back and no age is
	// known, so fetch now.
	BasisClockBack Basis = C.ROBOTS_BASIS_CLOCK_BACK
	// BasisUnreachable: everything is refused; the file is unreachable and no
	// usable copy is left.
	BasisUnreachable Basis = C.ROBOTS_BASIS_UNREACHABLE
	// BasisStaleCopy: the rules of the last good copy are obeyed; the file is
	// unreachable.
	BasisStaleCopy Basis = C.ROBOTS_BASIS_STALE_COPY
	// BasisLongOutage: everything is allowed; the file has been unreachable for
	// too long.
	BasisLongOutage Basis = C.ROBOTS_BASIS_LONG_OUTAGE
)

// String is a short fixed name, such as "stale-copy"; "unknown" for any other
// number.
func (b Basis) String() string { return C.GoString(C.robots_basis_name(C.uint8_t(b))) }

// Text is one sentence for people.
func (b Basis) Text() string { return C.GoString(C.robots_basis_text(C.uint8_t(b))) }

// CopyAction is what to do with the copy of the file, or the matcher made of it,
// after an attempt.
type CopyAction uint8

// The actions.
const (
	// CopyKeep: keep it, if there is one.
	CopyKeep CopyAction = C.ROBOTS_COPY_KEEP
	// CopyReplace: the body of the response takes its place.
	CopyReplace CopyAction = C.ROBOTS_COPY_REPLACE
	// CopyForget: drop it; the site has no file any more.
	CopyForget CopyAction = C.ROBOTS_COPY_FORGET
)

// String is "keep", "replace" or "forget"; "unknown" for any other number.
func (a CopyAction) String() string {
	switch a {
	case CopyKeep:
		return "keep"
	case CopyReplace:
		return "replace"
	case CopyForget:
		return "forget"
	}
	return "unknown"
}

// An AccessResult is one of the four outcomes of asking for a robots.txt (RFC
// 9309 2.3.1); 0 only if the call was a misuse.
type AccessResult uint8

// The outcomes.
const (
	// ResultSuccessful: the file is here, its rules apply.
	ResultSuccessful AccessResult = C.ROBOTS_RESULT_SUCCESSFUL
	// ResultRedirect: the file is elsewhere, ask there.
	ResultRedirect AccessResult = C.ROBOTS_RESULT_REDIRECT
	// ResultUnavailable: there is no file, everything may be crawled.
	ResultUnavailable AccessResult = C.ROBOTS_RESULT_UNAVAILABLE
	// ResultUnreachable: it is not known whether there is a file, nothing may be
	// crawled for now.
	ResultUnreachable AccessResult = C.ROBOTS_RESULT_UNREACHABLE
)

// String is a short fixed name, such as "redirect"; "unknown" for any other
// number.
func (r AccessResult) String() string {
	switch r {
	case ResultSuccessful:
		return "successful"
	case ResultRedirect:
		return "redirect"
	case ResultUnavailable:
		return "unavailable"
	case ResultUnreachable:
		return "unreachable"
	}
	return "unknown"
}
