package robots

/*
#include "binding.h"
*/
import "C"

import (
	"math"
	"time"
)

// A GroupKind tells which groups of a file are for a crawler.
type GroupKind uint8

// The kinds of groups that can be for a crawler.
const (
	// GroupNone: no group, so everything is allowed. It is also the value beside
	// an error, where it means nothing.
	GroupNone GroupKind = iota
	// GroupStar: the groups for every crawler (*).
	GroupStar
	// GroupNamed: the groups that name the crawler.
	GroupNamed
	// GroupFallback: the groups that name a part of its name, from the start to a
	// hyphen or underscore.
	GroupFallback
)

// String is "none", "star", "named" or "fallback"; "unknown" for any other
// number.
func (k GroupKind) String() string {
	names := [...]string{"none", "star", "named", "fallback"}
	if int(k) < len(names) {
		return names[k]
	}
	return "unknown"
}

func groupKind(number C.uint8_t) GroupKind {
	switch number {
	case C.ROBOTS_GROUP_STAR:
		return GroupStar
	case C.ROBOTS_GROUP_NAMED:
		return GroupNamed
	case C.ROBOTS_GROUP_FALLBACK:
		return GroupFallback
	}
	return GroupNone
}

// A GroupMatch tells which groups of a file are for a crawler.
type GroupMatch struct {
	// Kind is the kind of the groups.
	Kind GroupKind
	// Name is the name by which the crawler was found, as the file writes it;
	// empty if it was not found by name.
	Name string
}

// GroupFor tells which groups are for a crawler. These are the groups whose
// rules [File.Matcher] compiles. Agents and errors are as for that method. In
// profile [Google], where the groups of several agents count together, the name
// is the first in the file.
func (f *File) GroupFor(agents ...string) (GroupMatch, error) {
	native := f.enter()
	if native == nil {
		return GroupMatch{}, f.failure()
	}
	defer f.h.leave()
	list := joined(agents)
	names, size := octets(list)
	match := C.robots_txt_group_for(native, names, size)
	if match.group == C.ROBOTS_GROUP_MISUSE {
		return GroupMatch{}, refused(list)
	}
	return GroupMatch{groupKind(match.group), copied(match.name)}, nil
}

// CrawlDelay holds the crawl-delays for a crawler: times between two fetches.
// Crawlers differ in which delay they obey, so the caller decides.
type CrawlDelay struct {
	// Own is the delay of the groups that name the crawler; HasOwn tells
	// whether there is one.
	Own    time.Duration
	HasOwn bool
	// Star is the delay of the groups for every crawler (*), even if other groups
	// are for this crawler; HasStar tells whether there is one.
	Star    time.Duration
	HasStar bool
	// Group tells which groups are for the crawler. It tells a crawler whose own
	// group has no delay from a crawler without a group of its own.
	Group GroupKind
}

// Effective is the delay of the groups that are for the crawler, if they have
// one: Own if a group names the crawler, Star if only the groups for every
// crawler are for it.
func (d CrawlDelay) Effective() (time.Duration, bool) {
	switch d.Group {
	case GroupNamed, GroupFallback:
		return d.Own, d.HasOwn
	case GroupStar:
		return d.Star, d.HasStar
	}
	return 0, false
}

// CrawlDelay looks up the delays for a crawler. Agents and errors are as for
// [File.Matcher]. The first value that can be read counts. Time is linear in
// the file.
func (f *File) CrawlDelay(agents ...string) (CrawlDelay, error) {
	native := f.enter()
	if native == nil {
		return CrawlDelay{}, f.failure()
	}
	list := joined(agents)
	names, size := octets(list)
	delay := C.robots_txt_crawl_delay(native, names, size)
	f.h.leave()
	if delay.group == C.ROBOTS_GROUP_MISUSE {
		return CrawlDelay{}, refused(list)
	}
	return CrawlDelay{
		Own:     duration(float64(delay.own)),
		HasOwn:  delay.has_own != 0,
		Star:    duration(float64(delay.star)),
		HasStar: delay.has_star != 0,
		Group:   groupKind(delay.group),
	}, nil
}

// duration converts seconds; a time that is too long becomes the longest
// Duration.
func duration(seconds float64) time.Duration {
	nanoseconds := math.Round(seconds * float64(time.Second))
	if nanoseconds >= math.MaxInt64 {
		return math.MaxInt64
	}
	return time.Duration(nanoseconds)
}
