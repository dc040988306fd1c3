package robots

/*
#include "binding.h"
*/
import "C"

import (
	"iter"
	"unsafe"
)

// A Line is one line of a file as google/robotstxt reports it.
type Line struct {
	// Number is the number of the line, counted from 1.
	Number int
	// Key is the key as written, trimmed; empty if the line is not a record.
	Key string
	// Value is the value, trimmed. It is escaped as by [GoogleEscape], unless Type
	// is [KeyUserAgent] or [KeySitemap].
	Value string
	// Type is what the key means.
	Type KeyType
	// Flags are any of the LineFlags.
	Flags LineFlags
}

// A KeyType is what a key means to google/robotstxt, with the numbers of that
// library.
type KeyType uint8

// The types of keys.
const (
	// KeyUserAgent is user-agent.
	KeyUserAgent KeyType = C.ROBOTS_KEY_USER_AGENT
	// KeySitemap is sitemap.
	KeySitemap KeyType = C.ROBOTS_KEY_SITEMAP
	// KeyAllow is allow.
	KeyAllow KeyType = C.ROBOTS_KEY_ALLOW
	// KeyDisallow is disallow.
	KeyDisallow KeyType = C.ROBOTS_KEY_DISALLOW
	// KeyUnknown is any other key.
	KeyUnknown KeyType = C.ROBOTS_KEY_UNKNOWN
)

// LineFlags say more about a [Line].
type LineFlags uint16

// The flags.
const (
	// LineEmpty: the line holds nothing but blanks.
	LineEmpty LineFlags = C.ROBOTS_LINE_EMPTY
	// LineHasComment: the line has a comment.
	LineHasComment LineFlags = C.ROBOTS_LINE_HAS_COMMENT
	// LineComment: the line holds nothing but a comment.
	LineComment LineFlags = C.ROBOTS_LINE_COMMENT
	// LineRecord: the line has a key and a value, known or not.
	LineRecord LineFlags = C.ROBOTS_LINE_RECORD
	// LineTypo: the key is misspelt but was understood.
	LineTypo LineFlags = C.ROBOTS_LINE_TYPO
	// LineTooLong: the line was longer than 16,663 octets and cut.
	LineTooLong LineFlags = C.ROBOTS_LINE_TOO_LONG
	// LineMissingColon: there is no colon between key and value.
	LineMissingColon LineFlags = C.ROBOTS_LINE_MISSING_COLON
)

// Lines reads a body line by line, by the rules of google/robotstxt, for
// programs built on that library's parse handlers. For verdicts, make a
// [Matcher] instead.
//
// Every body has at least one line: the text behind the last line end is a
// line, even if it is empty. Each loop reads the body again; time is linear.
func Lines(body []byte) iter.Seq[Line] {
	return func(yield func(Line) bool) {
		data, size := octetsOf(body)
		lines := C.robots_lines_new(data, size)
		defer C.robots_lines_free(lines)
		for {
			it := C.robots_lines_next(lines)
			if it.line == 0 || !yield(Line{
				Number: int(it.line),
				Key:    copied(it.key),
				Value:  copied(it.value),
				Type:   KeyType(it.key_type),
				Flags:  LineFlags(it.flags),
			}) {
				return
			}
		}
	}
}

// GoogleCheck answers one URL for one body as google/robotstxt does, and tells
// whether the file names one of the agents, which are given with commas between
// them. The verdict is that of [Check] in profile [Google].
func GoogleCheck(body []byte, agents, url string) (answer Verdict, namesAgent bool) {
	data, size := octetsOf(body)
	names, namesLen := octets(agents)
	at, atLen := octets(url)
	result := C.robots_google_check(data, size, names, namesLen, at, atLen)
	return verdict(result.verdict), result.names_agent != 0
}

// GoogleKey is what a key means to google/robotstxt, which compares only the
// beginning of a key: "allowance" is [KeyAllow].
func GoogleKey(key string) KeyType {
	data, size := octets(key)
	return KeyType(C.robots_google_key(data, size))
}

// GooglePath is the path, parameters and query of a URL as google/robotstxt
// guesses them, or a single slash if it finds none.
func GooglePath(url string) string {
	buffer := make([]byte, len(url)+1)
	data, size := octets(url)
	out, outSize := octetsOf(buffer)
	n := C.robots_google_path(data, size, out, outSize)
	return unsafe.String(unsafe.SliceData(buffer), int(n))
}

// GoogleEscape is a pattern as google/robotstxt matches it: escapes with
// upper-case digits, octets from 0x80 escaped, nothing else changed.
func GoogleEscape(pattern string) string {
	data, size := octets(pattern)
	n := C.robots_google_escape(data, size, nil, 0)
	if n == 0 {
		return ""
	}
	buffer := make([]byte, int(n))
	out, outSize := octetsOf(buffer)
	C.robots_google_escape(data, size, out, outSize)
	return unsafe.String(unsafe.SliceData(buffer), len(buffer))
}

// GoogleMatches tells whether a pattern matches a path, octet by octet, with
// nothing escaped or unescaped. A pattern is a prefix, a star stands for any
// octets, and a dollar sign at the end stands for the end of the path. An empty
// pattern matches every path. Time is linear in both.
func GoogleMatches(path, pattern string) bool {
	data, size := octets(path)
	patternData, patternSize := octets(pattern)
	return C.robots_google_match(data, size, patternData, patternSize) != 0
}
