package robots

import (
	"errors"
	"fmt"
	"strings"
)

var (
	// ErrClosed says that an object was closed, or is nil.
	ErrClosed = errors.New("robots: the object is closed, or nil")
	// ErrOrigin says that a URL has no origin, so that no robots.txt governs it.
	// Such a URL must not be crawled.
	ErrOrigin = errors.New("robots: the URL has no origin")
	// ErrUnknown says that the cache knows nothing of an origin.
	ErrUnknown = errors.New("robots: nothing is known of the origin")
	// ErrOption says that the C library does not know an option, such as a profile
	// that does not exist.
	ErrOption = errors.New("robots: the library knows no such option")
)

// An AgentError says that the name of the crawler is no product token, as it
// stands in robots.txt.
type AgentError struct {
	// Agents are the names as the library got them, with commas between.
	Agents string
	// Token is the token that is wrong, at most 80 octets of it.
	Token string
	// Octet is the offset in Agents of what is wrong, counted from 0.
	Octet int
}

// Error says what is wrong and what to do.
func (e *AgentError) Error() string {
	what := fmt.Sprintf("%q is no product token (octet %d)", e.Token, e.Octet)
	if e.Token == "" {
		what = fmt.Sprintf("empty product token at octet %d", e.Octet)
	}
	return "robots: " + what + `; give the crawler's name as it stands in robots.txt, ` +
		`such as "ExampleBot", not the whole User-Agent header; letters, digits, '-', '_' ` +
		`and '.' are allowed`
}

// joined is the one list that C takes.
func joined(agents []string) string {
	if len(agents) == 1 {
		return agents[0]
	}
	return strings.Join(agents, ",")
}

// blanks around a token do not count.
const blanks = "\t\n\v\f\r "

// refused explains why the library made no matcher of a file that is there.
func refused(agents string) error {
	start := 0
	for text := range strings.SplitSeq(agents, ",") {
		token := strings.Trim(text, blanks)
		bad := strings.IndexFunc(token, notInToken)
		if token != "*" && (token == "" || bad >= 0) {
			octet := start
			if token != "" {
				octet += len(text) - len(strings.TrimLeft(text, blanks)) + bad
			}
			return &AgentError{
				Agents: agents,
				Token:  strings.Clone(token[:min(len(token), 80)]),
				Octet:  octet,
			}
		}
		start += len(text) + len(",")
	}
	return ErrOption
}

func notInToken(r rune) bool {
	switch {
	case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9':
		return false
	}
	return r != '-' && r != '_' && r != '.'
}
