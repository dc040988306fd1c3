package grobotstxt

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		body, agents, uri string
		allowed           bool
		line              int
	}{
		// As in the original.
		{"", "a", "https://site.example/", true, 0},
		{"user-agent: *\ndisallow: /", "a", "https://site.example/x", false, 2},
		{"user-agent: *\ndisallow: /", "a", "https://site.example/robots.txt", false, 2},
		{"user-agent: *\ndisallow: /", "a", "::not a URI", false, 0},
		{"user-agent: *\ndisallow: /caf\xc3\xa9", "a", "https://site.example/café", false, 2},
		{"user-agent: *\ndisallow: /a b", "a", "https://site.example/a b", true, 0},
		{"user-agent: FooBot\ndisallow: /", "foobot", "https://site.example/x", false, 2},
		{"user-agent: FooBot\ndisallow: /", "FooBot/1.0", "https://site.example/x", true, 0},
		{"user-agent: *\ndisallow: /", "FooBot/1.0", "https://site.example/x", false, 2},
		{"user-agent: a\ndisallow: /x\nuser-agent: b\ndisallow: /y", "a,b", "https://site.example/y", false, 4},
		{"user-agent: a\nallow: /x/index.html\ndisallow: /", "a", "https://site.example/x/", true, 2},
		{"user-agent: a\nallow: /x/index.html\ndisallow: /", "a7", "https://site.example/x/", true, 0},
		{"user-agent: a7\nallow: /x/index.html\ndisallow: /", "a7", "https://site.example/x/", true, 2},
		{"user-agent: a7/2\ndisallow:", "a7", "https://site.example/x/", true, 2},
		{"user-agent: MJ12bot\ndisallow: /", "MJ12bot", "https://site.example/", false, 2},
		{"user-agent: *\ndisallow: /\nuser-agent: MJ12bot\nallow: /", "MJ12bot,x", "https://site.example/", true, 4},
		{"disalow: /\nuser agent: *\ndissallow /", "a", "https://site.example/", false, 3},
		{"user-agent: * x\ndisallow: /", "a", "https://site.example/", false, 2},
		// Better than the original; see the package's text.
		{"user-agent: *\ndisallow: /a%2fb", "a", "https://site.example/a%2Fb", false, 2},
		{"user-agent: googlebot*\ndisallow: /", "googlebot", "https://site.example/", false, 2},
		{"user-agent: MJ12bot\ndisallow: /", "MJ", "https://site.example/", false, 2},
		{"user-agent: *\ndisallow: /\x00x", "a", "https://site.example/", false, 2},
		{"user-agent: *\ndiaslow: /", "a", "https://site.example/", true, 0},
		{"user-agent: 1\ndisallow: /", "", "https://site.example/", false, 2},
		{"user-agent: 1\ndisallow: /", "a,b/c", "https://site.example/", true, 0},
	} {
		agents := strings.Split(c.agents, ",")
		if got := AgentsAllowed(c.body, agents, c.uri); got != c.allowed {
			t.Errorf("%q: AgentsAllowed(%q, %q) = %v", c.body, agents, c.uri, got)
		}
		for way, m := range map[string]*RobotsMatcher{
			"the library": NewRobotsMatcher(), "handlers": {MatchStrategy: another{}}, "zero": {},
		} {
			if got := m.AgentsAllowed(c.body, agents, c.uri); got != c.allowed || m.MatchingLine() != c.line {
				t.Errorf("%q: by %s: AgentsAllowed(%q, %q) = %v, line %d", c.body, way, agents, c.uri, got, m.MatchingLine())
			}
		}
	}
	if AgentAllowed("user-agent: a\ndisallow: /", "a", "https://site.example/") ||
		!NewRobotsMatcher().AgentAllowed("user-agent: a\ndisallow: /", "b", "https://site.example/") ||
		!AgentsAllowed("user-agent: 1\ndisallow: /", nil, "https://site.example/") {
		t.Error("AgentAllowed")
	}
}

// another is the usual strategy, but the library cannot know.
type another struct{ LongestMatchStrategy }

// The library and the handlers say the same, in all they say.
func TestLibraryAndHandlersAgree(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pick := func(from ...string) string { return from[random.IntN(len(from))] }
	pieces := []string{"/", "a", "b", "*", "$", "index.htm", "%4f", "%2a", "\xe9", "?", ";"}
	text := func(most int) string {
		var out strings.Builder
		for range random.IntN(most + 1) {
			out.WriteString(pick(pieces...))
		}
		return out.String()
	}
	rounds := 20_000
	for range rounds {
		var body strings.Builder
		for range random.IntN(9) {
			body.WriteString(pick("user-agent: ", "user-agent: ", "allow:", "disallow: ", "Disalow ", "sitemap:", "x:"))
			body.WriteString(pick("*", "ab", "AB/1", "c", "* x", "", "9", "/"+text(4), "/"+text(4), text(3)))
			body.WriteString(pick("\n", "\r", "\r\n", "\n", " # z\n"))
		}
		agents := []string{pick("ab", "c", "", "d", "e/f"), pick("ab", "c", "d", "g,h")}[:1+random.IntN(2)]
		uri := pick("http://a", "//", "") + "/" + text(4)
		asked, heard := NewRobotsMatcher(), &RobotsMatcher{MatchStrategy: another{}}
		tell := func(m *RobotsMatcher) string {
			allowed := m.AgentsAllowed(body.String(), agents, uri)
			return fmt.Sprint(allowed, m.Disallowed(), m.DisallowedIgnoreGlobal(), m.MatchingLine(), m.EverSeenSpecificAgent())
		}
		if a, b := tell(asked), tell(heard); a != b {
			t.Fatalf("%q, %q, %q:\nlibrary:  %s\nhandlers: %s", body.String(), agents, uri, a, b)
		}
	}
}

// refuseAll is a strategy of somebody else.
type refuseAll struct{}

func (refuseAll) MatchAllow(path, pattern string) int    { return -1 }
func (refuseAll) MatchDisallow(path, pattern string) int { return 1 }

func TestOtherStrategy(t *testing.T) {
	const body = "user-agent: a\nallow: /x\ndisallow: /y\n"
	m := &RobotsMatcher{MatchStrategy: refuseAll{}}
	if m.AgentAllowed(body, "a", "http://a/x") || m.MatchingLine() != 3 || !m.EverSeenSpecificAgent() || !m.DisallowedIgnoreGlobal() {
		t.Errorf("%+v", m)
	}
	m.MatchStrategy = nil
	if !m.AgentAllowed(body, "a", "http://a/x") || m.MatchingLine() != 2 || m.Disallowed() {
		t.Errorf("%+v", m)
	}
	s := LongestMatchStrategy{}
	if s.MatchAllow("/x", "/x*") != 3 || s.MatchDisallow("/x", "/y") != -1 || !Matches("/ab", "/*b$") {
		t.Error("LongestMatchStrategy")
	}
}

type recorder struct{ heard []string }

func (r *recorder) hear(what string, line int, values ...string) {
	r.heard = append(r.heard, fmt.Sprintf("%s %d %q", what, line, values))
}
func (r *recorder) HandleRobotsStart()                  { r.hear("start", 0) }
func (r *recorder) HandleRobotsEnd()                    { r.hear("end", 0) }
func (r *recorder) HandleUserAgent(n int, value string) { r.hear("agent", n, value) }
func (r *recorder) HandleAllow(n int, value string)     { r.hear("allow", n, value) }
func (r *recorder) HandleDisallow(n int, value string)  { r.hear("disallow", n, value) }
func (r *recorder) HandleSitemap(n int, value string)   { r.hear("sitemap", n, value) }
func (r *recorder) HandleUnknownAction(n int, action, value string) {
	r.hear("unknown", n, action, value)
}

func TestParse(t *testing.T) {
	const body = "useragent: é\nallow: é\n\n# x\ndisalow: /a%aa\nsite-map: é\nX-y: é\nnonsense here too"
	r := &recorder{}
	Parse(body, r)
	want := []string{
		`start 0 []`, `agent 1 ["é"]`, `allow 2 ["%C3%A9"]`, `disallow 5 ["/a%AA"]`,
		`sitemap 6 ["é"]`, `unknown 7 ["X-y" "%C3%A9"]`, `end 0 []`,
	}
	if !slices.Equal(r.heard, want) {
		t.Errorf("%q", r.heard)
	}
	AllowFrequentTypos = false
	defer func() { AllowFrequentTypos = true }()
	r = &recorder{}
	NewParser(body, r).Parse()
	want[1] = `unknown 1 ["useragent" "%C3%A9"]`
	want[3] = `unknown 5 ["disalow" "/a%AA"]`
	if !slices.Equal(r.heard, want) {
		t.Errorf("%q", r.heard)
	}
	if !AgentAllowed("user-agent: a\ndisalow: /", "a", "http://a/") {
		t.Error("a misspelling counts")
	}
}

func TestSitemaps(t *testing.T) {
	if got := Sitemaps("sitemap: a\nSITE-MAP: b\nsitemaps: c # d"); !reflect.DeepEqual(got, []string{"a", "b", "c"}) {
		t.Errorf("%q", got)
	}
	if got := Sitemaps("disallow: /"); got != nil {
		t.Errorf("%q", got)
	}
}
