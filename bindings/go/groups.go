package robots

/*
#include "binding.h"
*/
import "C"

import (
	"math"
	"time"
)

// A GroupKind tells which groups of a file speak to a crawler.
type GroupKind uint8

// The kinds of groups that can speak to a crawler.
const (
	// GroupNone: there are none, and everything is allowed. Also where an error
	// says that there is no answer.
	GroupNone GroupKind = iota
	// GroupStar: those for everybody.
	GroupStar
	// GroupNamed: those that name the crawler.
	GroupNamed
	// GroupFallback: those that name a part of its name which ends before a
	// hyphen or underscore.
	GroupFallback
)

// String is "none", "star", "named" or "fallback"; "unknown" for numbers that
// are none.
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

// A GroupMatch tells which groups of a file speak to a crawler.
type GroupMatch struct {
	// Kind is who speaks.
	Kind GroupKind
	// Name is the name by which the crawler was found, as the file writes it;
	// empty where it was not found by name.
	Name string
}

// GroupFor tells which groups speak to a crawler: those whose rules [File.Matcher]
// compiles. The agents and the errors are those of that method. In profile
// [Google], where the groups of several agents count together, the name is the
// first in the file.
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

// CrawlDelay holds the delays between two fetches that concern a crawler. Which
// to obey, if any, is for the crawler to decide: crawlers differ.
type CrawlDelay struct {
	// Own is the delay of the groups that name the crawler; HasOwn tells
	// whether there is one.
	Own    time.Duration
	HasOwn bool
	// Star is the delay of the groups for everybody, whoever speaks to the
	// crawler; HasStar tells whether there is one.
	Star    time.Duration
	HasStar bool
	// Group tells which groups speak to the crawler: no delay in its own group
	// is not the same as no group of its own.
	Group GroupKind
}

// Effective is the delay of the groups that speak to the crawler, if they have
// one: its own, without which it has none, or that for everybody where no group
// names it.
func (d CrawlDelay) Effective() (time.Duration, bool) {
	switch d.Group {
	case GroupNamed, GroupFallback:
		return d.Own, d.HasOwn
	case GroupStar:
		return d.Star, d.HasStar
	}
	return 0, false
}

// CrawlDelay looks up the delays for a crawler. The agents and the errors are
// those of [File.Matcher]. The first value that can be read counts. Time is
// linear in the file.
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

// duration has the longest one there is for what is longer.
func duration(seconds float64) time.Duration {
	nanoseconds := math.Round(seconds * float64(time.Second))
	if nanoseconds >= math.MaxInt64 {
		return math.MaxInt64
	}
	return time.Duration(nanoseconds)
}
