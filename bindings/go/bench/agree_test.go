package bench

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	jimsmart "github.com/jimsmart/grobotstxt"
	compatjimsmart "github.com/librobots/librobots/bindings/go/compat/grobotstxt"
	compattemoto "github.com/librobots/librobots/bindings/go/compat/temoto"
	temoto "github.com/temoto/robotstxt"
)

// The packages have the same names on purpose, so types that are written alike
// are alike.
func TestSameAPI(t *testing.T) {
	for name, pair := range map[string][2]any{
		"FromBytes":           {temoto.FromBytes, compattemoto.FromBytes},
		"FromString":          {temoto.FromString, compattemoto.FromString},
		"FromResponse":        {temoto.FromResponse, compattemoto.FromResponse},
		"FromStatusAndBytes":  {temoto.FromStatusAndBytes, compattemoto.FromStatusAndBytes},
		"FromStatusAndString": {temoto.FromStatusAndString, compattemoto.FromStatusAndString},
		"WhitespaceChars":     {temoto.WhitespaceChars, compattemoto.WhitespaceChars},
		"RobotsData":          {&temoto.RobotsData{}, &compattemoto.RobotsData{}},
		"Group":               {&temoto.Group{}, &compattemoto.Group{}},
		"ParseError":          {temoto.ParseError{}, compattemoto.ParseError{}},

		"AgentAllowed":         {jimsmart.AgentAllowed, compatjimsmart.AgentAllowed},
		"AgentsAllowed":        {jimsmart.AgentsAllowed, compatjimsmart.AgentsAllowed},
		"Matches":              {jimsmart.Matches, compatjimsmart.Matches},
		"Parse":                {jimsmart.Parse, compatjimsmart.Parse},
		"Sitemaps":             {jimsmart.Sitemaps, compatjimsmart.Sitemaps},
		"NewParser":            {jimsmart.NewParser, compatjimsmart.NewParser},
		"NewRobotsMatcher":     {jimsmart.NewRobotsMatcher, compatjimsmart.NewRobotsMatcher},
		"AllowFrequentTypos":   {jimsmart.AllowFrequentTypos, compatjimsmart.AllowFrequentTypos},
		"Parser":               {&jimsmart.Parser{}, &compatjimsmart.Parser{}},
		"RobotsMatcher":        {&jimsmart.RobotsMatcher{}, &compatjimsmart.RobotsMatcher{}},
		"LongestMatchStrategy": {jimsmart.LongestMatchStrategy{}, compatjimsmart.LongestMatchStrategy{}},
		"MatchStrategy":        {new(jimsmart.MatchStrategy), new(compatjimsmart.MatchStrategy)},
		"ParseHandler":         {new(jimsmart.ParseHandler), new(compatjimsmart.ParseHandler)},
	} {
		want, got := shape(reflect.TypeOf(pair[0])), shape(reflect.TypeOf(pair[1]))
		if want != got {
			t.Errorf("%s: %s\nnot %s", name, got, want)
		}
	}
}

// shape is what a program sees of a type.
func shape(it reflect.Type) string {
	out := it.String()
	for i := range it.NumMethod() {
		method := it.Method(i)
		out += fmt.Sprintf("; %s %s", method.Name, method.Type)
	}
	if it.Kind() == reflect.Pointer {
		it = it.Elem()
		if it.Kind() == reflect.Interface {
			return out + shape(it)
		}
	}
	if it.Kind() == reflect.Struct {
		for i := range it.NumField() {
			if field := it.Field(i); field.IsExported() {
				out += fmt.Sprintf("; %s %s", field.Name, field.Type)
			}
		}
	}
	return out
}

type random struct{ *rand.Rand }

func newRandom(seed uint64) random { return random{rand.New(rand.NewPCG(seed, seed))} }

func (r random) pick(from ...string) string { return from[r.IntN(len(from))] }

func (r random) path(pieces ...string) string {
	out := "/"
	for range r.IntN(6) {
		out += r.pick(pieces...)
	}
	return out
}

// What the original does as google/robotstxt does, the replacement does too:
// random files and URLs that avoid the listed differences.
func TestSameAnswersAsJimsmart(t *testing.T) {
	r := newRandom(3)
	const rounds = 50_000
	for range rounds {
		var body strings.Builder
		body.WriteString(r.pick("", "", "\xef\xbb\xbf", "\xef\xbb"))
		for range r.IntN(10) {
			body.WriteString(r.pick("User-agent: ", "user agent:", "USERAGENT ", "Allow: ", "allowed:", "Disallow: ",
				"dissallow:", "DISALOW  ", "Sitemap: ", "site-map:", "crawl-delay: ", "", "noindex:\t"))
			body.WriteString(r.pick("*", "* x", "foo", "Foo/1.0", "bar-x", "b7", "foo bar", "",
				r.path("a", "b", "*", "$", "/", "index.html", "%AA", "é", "?", "="),
				r.path("a", "*", "/"), "x"))
			body.WriteString(r.pick("\n", "\n", "\r\n", "\r", "\n\n", " # y\n"))
		}
		agents := []string{r.pick("foo", "bar-x", "b7", "foo/1.0", "none"), r.pick("bar-x", "foo", "other")}[:1+r.IntN(2)]
		uri := r.pick("https://site.example", "http://site.example:8080", "") + r.path("a", "b", "$", "/", "%2A", "é", "?", "=", ";", "#", " ")
		ask := func(m interface {
			AgentsAllowed(string, []string, string) bool
			Disallowed() bool
			DisallowedIgnoreGlobal() bool
			EverSeenSpecificAgent() bool
			MatchingLine() int
		}) string {
			allowed := m.AgentsAllowed(body.String(), agents, uri)
			return fmt.Sprint(allowed, m.Disallowed(), m.DisallowedIgnoreGlobal(), m.EverSeenSpecificAgent(), m.MatchingLine())
		}
		want, got := ask(jimsmart.NewRobotsMatcher()), ask(compatjimsmart.NewRobotsMatcher())
		if want != got {
			t.Fatalf("%q, %q, %q:\n%s, not %s", body.String(), agents, uri, got, want)
		}
		if want, got := jimsmart.Sitemaps(body.String()), compatjimsmart.Sitemaps(body.String()); !reflect.DeepEqual(want, got) {
			t.Fatalf("%q: %q, not %q", body.String(), got, want)
		}
		var wanted, heard events
		jimsmart.Parse(body.String(), &wanted)
		compatjimsmart.Parse(body.String(), &heard)
		if !reflect.DeepEqual(wanted, heard) {
			t.Fatalf("%q:\n%q, not\n%q", body.String(), heard, wanted)
		}
	}
}

type events []string

func (e *events) add(what ...any)                        { *e = append(*e, fmt.Sprint(what...)) }
func (e *events) HandleRobotsStart()                     { e.add("start") }
func (e *events) HandleRobotsEnd()                       { e.add("end") }
func (e *events) HandleUserAgent(n int, v string)        { e.add("user-agent ", n, v) }
func (e *events) HandleAllow(n int, v string)            { e.add("allow ", n, v) }
func (e *events) HandleDisallow(n int, v string)         { e.add("disallow ", n, v) }
func (e *events) HandleSitemap(n int, v string)          { e.add("sitemap ", n, v) }
func (e *events) HandleUnknownAction(n int, k, v string) { e.add("unknown ", n, k, " ", v) }

// The same for the other package, with what its regular expressions get right.
func TestSameAnswersAsTemoto(t *testing.T) {
	r := newRandom(4)
	const rounds = 50_000
	for range rounds {
		var body strings.Builder
		seen := map[int]bool{}
		for range r.IntN(5) {
			for range 1 + r.IntN(2) {
				fmt.Fprintf(&body, "%s: %s\n", r.pick("User-agent", "user-agent", "UserAgent"), r.pick("*", "foo", "Foo-x", "bar", "b7"))
			}
			if r.IntN(3) == 0 {
				body.WriteString("Crawl-delay: 1.5 # seconds\n")
			}
			for range 1 + r.IntN(4) {
				// Of two of the same length, the first wins there. And a group
				// without rules does not count there, so one must be found.
				path := r.path("a", "b", "c", "/", "-")
				for seen[len(path)] {
					path += r.pick("a", "b", "c", "/", "-")
				}
				seen[len(path)] = true
				fmt.Fprintf(&body, "%s: %s%s\n", r.pick("Allow", "Disallow", "disallow"), path, r.pick("", "", "\n", " # x"))
			}
			body.WriteString(r.pick("", "\n", "Sitemap: https://site.example/s.xml\n", "Host: site.example\n", "x: y\n"))
		}
		original, err := temoto.FromString(body.String())
		if err != nil {
			t.Fatal(err)
		}
		replacement, err := compattemoto.FromString(body.String())
		if err != nil {
			t.Fatal(err)
		}
		if original.Host != replacement.Host || !reflect.DeepEqual(original.Sitemaps, replacement.Sitemaps) {
			t.Fatalf("%q: %+v, not %+v", body.String(), replacement, original)
		}
		for range 5 {
			agent := r.pick("foo", "Foo/1.0 (+x)", "foo-x", "foo-y", "bar", "b7", "zoo", "", "Mozilla/5.0 (foo)")
			path := r.path("a", "b", "c", "/", "-")
			want, got := original.FindGroup(agent), replacement.FindGroup(agent)
			if want.Test(path) != got.Test(path) || want.CrawlDelay != got.CrawlDelay ||
				original.TestAgent(path, agent) != replacement.TestAgent(path, agent) {
				t.Fatalf("%q, %q, %q: %v %v, not %v %v", body.String(), agent, path,
					got.Test(path), got.CrawlDelay, want.Test(path), want.CrawlDelay)
			}
		}
	}
}
