package grobotstxt

import "strings"

// An agent is a name that user-agent lines are compared with.
type agent struct {
	name string
	// inName tells which octets belong to a name in a user-agent line.
	inName func(octet byte) bool
}

func newAgent(name string) agent {
	if leading(name, inGoogleName) == name {
		return agent{name, inGoogleName}
	}
	return agent{name, inToken}
}

func (a agent) isNamedBy(userAgent string) bool {
	return equalIgnoringCase(leading(userAgent, a.inName), a.name)
}

// googleNames is the list of agents as the library takes it, and whether it
// finds all that can be found.
func googleNames(agents []string) (names string, known bool) {
	list := make([]string, 0, 4)
	for _, name := range agents {
		switch name {
		case leading(name, inGoogleName):
			list = append(list, name)
		case leading(name, inToken):
			return "", false
		}
		// Others are never found.
	}
	if len(list) == 0 {
		return " ", true // nobody; the empty text is the empty name
	}
	return strings.Join(list, ","), true
}

func leading(text string, in func(byte) bool) string {
	for i := range len(text) {
		if !in(text[i]) {
			return text[:i]
		}
	}
	return text
}

func inGoogleName(octet byte) bool {
	return 'a' <= octet && octet <= 'z' || 'A' <= octet && octet <= 'Z' || octet == '-' || octet == '_'
}

// inToken is for the octets that the original allows in a name.
func inToken(octet byte) bool {
	return inGoogleName(octet) || '0' <= octet && octet <= '9' ||
		strings.IndexByte("~#$%'*+.^`|", octet) >= 0
}

func isBlank(octet byte) bool {
	return octet == ' ' || '\t' <= octet && octet <= '\r'
}

func equalIgnoringCase(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		if lower(a[i]) != lower(b[i]) {
			return false
		}
	}
	return true
}

func lower(octet byte) byte {
	if 'A' <= octet && octet <= 'Z' {
		octet += 'a' - 'A'
	}
	return octet
}
