package robots

/*
#include "binding.h"
*/
import "C"

// A Profile says by whose rules a file is read.
type Profile uint8

// The profiles.
const (
	// RFC9309 is the default: the standard, with sensible choices where it is
	// silent.
	RFC9309 Profile = C.ROBOTS_PROFILE_RFC9309
	// Google gives the verdict and line that google/robotstxt gives, with all its
	// quirks.
	Google Profile = C.ROBOTS_PROFILE_GOOGLE
)

// An Option changes how a file is read. All but [WithProfile] are for the
// profile [RFC9309] only.
type Option func(*options)

type options = C.robots_options

// WithProfile chooses by whose rules the file is read.
func WithProfile(profile Profile) Option {
	return func(o *options) { o.profile = C.uint8_t(profile) }
}

// AssumeSlash reads a pattern that begins with neither a slash nor a star as if
// a slash stood before it. Without it, such a pattern matches nothing.
func AssumeSlash() Option {
	return func(o *options) { o.assume_slash = 1 }
}

// ExactAgent keeps the group googlebot from serving Googlebot-Image when no
// group names that token.
func ExactAgent() Option {
	return func(o *options) { o.exact_agent = 1 }
}

// BlankLineEndsGroup lets a blank line end a group, as in the texts of 1994 and
// 1996.
func BlankLineEndsGroup() Option {
	return func(o *options) { o.blank_line_ends_group = 1 }
}

// MaxBytes sets how many octets of the body are read; 0 or less means 512,000.
func MaxBytes(octets int) Option {
	return func(o *options) { o.max_bytes = C.size_t(max(octets, 0)) }
}

// MaxLine sets how many octets of one record are kept; 0 or less means 16,384,
// and a number above 21,845 means 21,845. A longer record is dropped.
func MaxLine(octets int) Option {
	return func(o *options) { o.max_line = C.size_t(max(octets, 0)) }
}

// read puts options together. Without any, nothing is allocated.
func read(list []Option) options {
	if len(list) == 0 {
		return options{}
	}
	all := new(options)
	for _, option := range list {
		if option != nil {
			option(all)
		}
	}
	return *all
}
