package robots

/*
#include "binding.h"
*/
import "C"

import (
	"math"
	"time"
)

// A Policy is what a crawler decides once, for all origins or for some, about
// how long answers are used and when to ask again. The zero Policy is the
// default: every field that is 0, or less, means what its text says.
//
// Durations are rounded up to seconds. Values may contradict each other: a
// lower bound above its upper bound counts as the upper bound.
type Policy struct {
	// DefaultFresh is how long an answer is used if it does not say so itself. One
	// day.
	DefaultFresh time.Duration
	// MinFresh is the least time an answer is used, whatever its headers say.
	// Five minutes.
	MinFresh time.Duration
	// MaxFresh is the most time an answer is used, whatever its headers say. One
	// day.
	MaxFresh time.Duration
	// MinRetry is the wait after the first failed attempt; it doubles with each
	// further failure. One minute.
	MinRetry time.Duration
	// MaxRetry is the longest wait between attempts that the crawler chooses by
	// itself. One hour.
	MaxRetry time.Duration
	// MaxRetryAfter is the longest wait that a Retry-After header can ask for.
	// One day.
	MaxRetryAfter time.Duration
	// LongOutage is how long an origin must have been seen unreachable, by at
	// least four attempts, before AfterOutage applies. 30 days. It is also the
	// greatest age of a copy during an outage, unless AfterOutage keeps the copy.
	LongOutage time.Duration
	// SharedCache says that several crawlers use the same copy, so that s-maxage
	// counts.
	SharedCache bool
	// MaxRedirects is how many redirects are followed; one more and the file
	// counts as unavailable. Five, never less, and at most 255.
	MaxRedirects int
	// AfterOutage is what applies after LongOutage. By default the last copy is
	// obeyed, and without one everything is allowed.
	AfterOutage AfterOutage
	// ForbiddenIsDisallow makes 401 and 403 refuse everything instead of
	// allowing it.
	ForbiddenIsDisallow bool
	// FiveXXMeansMissing makes a 5xx status, except 511, count as 404, for a site
	// that answers so for pages that do not exist.
	FiveXXMeansMissing bool
}

// AfterOutage is what applies to an origin that has been unreachable for very
// long.
type AfterOutage uint8

// The choices.
const (
	// AfterOutageLastCopyOrAllow obeys the last copy, whatever its age; without
	// one everything is allowed. The default.
	AfterOutageLastCopyOrAllow AfterOutage = C.ROBOTS_AFTER_OUTAGE_LAST_COPY_OR_ALLOW
	// AfterOutageAllowAll allows everything, whatever the last copy says.
	AfterOutageAllowAll AfterOutage = C.ROBOTS_AFTER_OUTAGE_ALLOW_ALL
	// AfterOutageLastCopyOrRefuse obeys the last copy, whatever its age; without
	// one everything stays refused.
	AfterOutageLastCopyOrRefuse AfterOutage = C.ROBOTS_AFTER_OUTAGE_LAST_COPY_OR_REFUSE
	// AfterOutageRefuseAll refuses everything, whatever the last copy says.
	AfterOutageRefuseAll AfterOutage = C.ROBOTS_AFTER_OUTAGE_REFUSE_ALL
)

// native is the policy as C takes it.
func (p *Policy) native() C.robots_policy {
	return C.robots_policy{
		default_fresh:         length(p.DefaultFresh),
		min_fresh:             length(p.MinFresh),
		max_fresh:             length(p.MaxFresh),
		min_retry:             length(p.MinRetry),
		max_retry:             length(p.MaxRetry),
		max_retry_after:       length(p.MaxRetryAfter),
		long_outage:           length(p.LongOutage),
		shared_cache:          flag(p.SharedCache),
		max_redirects:         C.uint8_t(min(max(p.MaxRedirects, 0), math.MaxUint8)),
		after_outage:          C.uint8_t(p.AfterOutage),
		forbidden_is_disallow: flag(p.ForbiddenIsDisallow),
		five_xx_means_missing: flag(p.FiveXXMeansMissing),
	}
}

// length is a duration in whole seconds, rounded up; 0 for none.
func length(d time.Duration) C.uint32_t {
	if d <= 0 {
		return 0
	}
	seconds := (d-1)/time.Second + 1
	return C.uint32_t(min(int64(seconds), math.MaxUint32))
}

func flag(set bool) C.uint8_t {
	if set {
		return 1
	}
	return 0
}

// since1970 is a moment as C takes it; 0 for what was before.
func since1970(moment time.Time) C.uint64_t {
	return C.uint64_t(max(moment.Unix(), 0))
}

// moment is the reverse; the last one that package time knows for what is later.
func moment(seconds uint64) time.Time {
	const last = math.MaxInt64 - 62_135_596_801
	return time.Unix(int64(min(seconds, last)), 0)
}
