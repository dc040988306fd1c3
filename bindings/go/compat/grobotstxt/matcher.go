package grobotstxt

import (
	"net/url"
	"strings"

	robots "github.com/librobots/librobots/bindings/go"
)

// A MatchStrategy gives the priority of a pattern for a path: below 0 no match,
// 0 a match that counts as that of an empty pattern.
type MatchStrategy interface {
	MatchAllow(path, pattern string) int
	MatchDisallow(path, pattern string) int
}

// LongestMatchStrategy is the usual one: the length of the pattern.
type LongestMatchStrategy struct{}

// MatchAllow is the length of a pattern that matches, otherwise -1.
func (LongestMatchStrategy) MatchAllow(path, pattern string) int {
	if Matches(path, pattern) {
		return len(pattern)
	}
	return -1
}

// MatchDisallow is the length of a pattern that matches, otherwise -1.
func (s LongestMatchStrategy) MatchDisallow(path, pattern string) int {
	return s.MatchAllow(path, pattern)
}

// A RobotsMatcher answers one URL after another and tells more about the last
// answer. It is for one goroutine at a time.
//
// With the usual strategy the library answers. With another one, and for agents
// that google/robotstxt cannot find, the matcher listens to [Parse].
type RobotsMatcher struct {
	MatchStrategy MatchStrategy

	// What the library said, if it was asked.
	asked   bool
	verdict robots.Verdict
	named   bool

	// What was heard otherwise.
	path            string
	agents          []agent
	allow, disallow hierarchy
	inGlobal        bool // these rules are for everybody
	inSpecific      bool // these rules are for one of the agents
	everSpecific    bool // one of the agents was named
	rulesSeen       bool // the next user-agent line starts a group
}

var _ ParseHandler = &RobotsMatcher{}

// hierarchy is the best match for everybody, and for the agents.
type hierarchy struct{ global, specific match }

type match struct{ priority, line int }

var noMatch = hierarchy{match{-1, 0}, match{-1, 0}}

func (m *match) raise(priority, line int) {
	if priority > m.priority {
		*m = match{priority, line}
	}
}

// NewRobotsMatcher makes a matcher with the usual strategy.
func NewRobotsMatcher() *RobotsMatcher {
	m := &RobotsMatcher{MatchStrategy: LongestMatchStrategy{}}
	m.HandleRobotsStart()
	return m
}

// AgentAllowed tells whether an agent may fetch a URI. False for what the
// package net/url cannot parse.
func AgentAllowed(robotsBody string, userAgent string, uri string) bool {
	return AgentsAllowed(robotsBody, []string{userAgent}, uri)
}

// AgentsAllowed tells whether a crawler that answers to any of the agents may
// fetch a URI: the groups of all of them count together. False for what the
// package net/url cannot parse.
func AgentsAllowed(robotsBody string, userAgents []string, uri string) bool {
	return NewRobotsMatcher().AgentsAllowed(robotsBody, userAgents, uri)
}

// AgentAllowed is the function of that name, and remembers the answer.
func (m *RobotsMatcher) AgentAllowed(robotsBody string, userAgent string, uri string) bool {
	return m.AgentsAllowed(robotsBody, []string{userAgent}, uri)
}

// AgentsAllowed is the function of that name, and remembers the answer.
func (m *RobotsMatcher) AgentsAllowed(robotsBody string, userAgents []string, uri string) bool {
	parsed, err := url.Parse(uri)
	if err != nil {
		return false
	}
	uri = parsed.String()
	names, known := googleNames(userAgents)
	if known && m.usual() && AllowFrequentTypos {
		m.HandleRobotsStart()
		m.asked = true
		m.verdict, m.named = robots.GoogleCheck(octets(robotsBody), names, uri)
		return m.verdict.Allowed
	}
	m.path = robots.GooglePath(uri)
	m.agents = m.agents[:0]
	for _, name := range userAgents {
		m.agents = append(m.agents, newAgent(name))
	}
	Parse(robotsBody, m)
	return !m.Disallowed()
}

func (m *RobotsMatcher) usual() bool {
	switch m.MatchStrategy.(type) {
	case nil, LongestMatchStrategy, *LongestMatchStrategy:
		return true
	}
	return false
}

func (m *RobotsMatcher) strategy() MatchStrategy {
	if m.MatchStrategy == nil {
		return LongestMatchStrategy{}
	}
	return m.MatchStrategy
}

// Disallowed tells whether the URI of the last question is denied.
func (m *RobotsMatcher) Disallowed() bool {
	if m.asked {
		return !m.verdict.Allowed
	}
	if m.allow.specific.priority > 0 || m.disallow.specific.priority > 0 || m.everSpecific {
		return m.DisallowedIgnoreGlobal()
	}
	return m.disallow.global.priority > max(m.allow.global.priority, 0)
}

// DisallowedIgnoreGlobal tells whether the URI of the last question is denied
// by rules other than those for every crawler.
func (m *RobotsMatcher) DisallowedIgnoreGlobal() bool {
	if m.asked {
		return m.named && !m.verdict.Allowed
	}
	return m.disallow.specific.priority > max(m.allow.specific.priority, 0)
}

// MatchingLine is the line that decided the last question, or 0.
func (m *RobotsMatcher) MatchingLine() int {
	if m.asked {
		return int(m.verdict.Line)
	}
	allow, disallow := m.allow.global, m.disallow.global
	if m.everSpecific {
		allow, disallow = m.allow.specific, m.disallow.specific
	}
	if disallow.priority > allow.priority {
		return disallow.line
	}
	return allow.line
}

// EverSeenSpecificAgent tells whether the file of the last question names one of
// its agents.
func (m *RobotsMatcher) EverSeenSpecificAgent() bool {
	return m.asked && m.named || m.everSpecific
}

// HandleRobotsStart forgets the last answer.
func (m *RobotsMatcher) HandleRobotsStart() {
	m.asked, m.named, m.verdict = false, false, robots.Verdict{}
	m.allow, m.disallow = noMatch, noMatch
	m.inGlobal, m.inSpecific, m.everSpecific, m.rulesSeen = false, false, false, false
}

// HandleUserAgent takes note of whom the rules that follow are for.
func (m *RobotsMatcher) HandleUserAgent(lineNum int, userAgent string) {
	if m.rulesSeen {
		m.inGlobal, m.inSpecific, m.rulesSeen = false, false, false
	}
	if strings.HasPrefix(userAgent, "*") && (len(userAgent) == 1 || isBlank(userAgent[1])) {
		m.inGlobal = true
		return
	}
	for _, agent := range m.agents {
		if agent.isNamedBy(userAgent) {
			m.inSpecific, m.everSpecific = true, true
			return
		}
	}
}

// HandleAllow tries a rule. One for index.htm stands for its folder as well.
func (m *RobotsMatcher) HandleAllow(lineNum int, value string) {
	if !m.inGlobal && !m.inSpecific {
		return
	}
	m.rulesSeen = true
	priority := m.strategy().MatchAllow(m.path, value)
	if priority >= 0 {
		m.best(&m.allow).raise(priority, lineNum)
		return
	}
	if slash := strings.LastIndexByte(value, '/'); slash >= 0 && strings.HasPrefix(value[slash:], "/index.htm") {
		m.HandleAllow(lineNum, value[:slash+1]+"$")
	}
}

// HandleDisallow tries a rule.
func (m *RobotsMatcher) HandleDisallow(lineNum int, value string) {
	if !m.inGlobal && !m.inSpecific {
		return
	}
	m.rulesSeen = true
	if priority := m.strategy().MatchDisallow(m.path, value); priority >= 0 {
		m.best(&m.disallow).raise(priority, lineNum)
	}
}

func (m *RobotsMatcher) best(of *hierarchy) *match {
	if m.inSpecific {
		return &of.specific
	}
	return &of.global
}

// HandleRobotsEnd does nothing.
func (m *RobotsMatcher) HandleRobotsEnd() {}

// HandleSitemap does nothing.
func (m *RobotsMatcher) HandleSitemap(lineNum int, value string) {}

// HandleUnknownAction does nothing.
func (m *RobotsMatcher) HandleUnknownAction(lineNum int, action, value string) {}
