package robots

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

const sample = "User-agent: ExampleBot\n" +
	"User-agent: other\n" +
	"Disallow: /private # not here\n" +
	"Allow: /private/%6fpen\n" +
	"Crawl-delay: 1.5\n" +
	"\n" +
	"User-agent: *\n" +
	"Crawl-delay: 3\n" +
	"Disalow: /all\n" +
	"Sitemap: https://site.example/one.xml\n" +
	"sitemap: https://site.example/two.xml\n" +
	"Colour: blue\n"

func TestFile(t *testing.T) {
	file := Parse([]byte(sample))
	defer file.Close()
	private := Rule{false, "/private", "/private", 3, 0}
	open := Rule{true, "/private/%6fpen", "/private/open", 4, 0}
	all := Rule{false, "/all", "/all", 9, 1}
	same(t, file.Groups(), []Group{
		{[]Agent{{"ExampleBot", 1}, {"other", 2}}, []Rule{private, open}, 1},
		{[]Agent{{"*", 7}}, []Rule{all}, 7},
	})
	same(t, file.Rules(), []Rule{private, open, all})
	same(t, file.Records(), []Record{
		{RecordCrawlDelay, "Crawl-delay", "1.5", 5, 0},
		{RecordCrawlDelay, "Crawl-delay", "3", 8, 1},
		{RecordSitemap, "Sitemap", "https://site.example/one.xml", 10, 1},
		{RecordSitemap, "sitemap", "https://site.example/two.xml", 11, 1},
		{RecordUnknown, "Colour", "blue", 12, 1},
	})
	same(t, file.Sitemaps(), []string{"https://site.example/one.xml", "https://site.example/two.xml"})
	same(t, file.Diagnostics(), []Diagnostic{
		{DiagnosticMisspeltKey, 9, 1},
		{DiagnosticUnknownKey, 12, 1},
	})
	same(t, file.DiagnosticsTotal(), 2)
	same(t, []bool{file.Truncated(), file.LooksLikeHTML(), file.WasUTF16()}, []bool{false, false, false})
	if file.Size() < len("/private/all") {
		t.Errorf("size %d", file.Size())
	}

	delay, err := file.CrawlDelay("ExampleBot")
	same(t, err, nil)
	same(t, delay, CrawlDelay{1500 * time.Millisecond, true, 3 * time.Second, true, GroupNamed})
	delay, err = file.CrawlDelay("Stranger")
	same(t, err, nil)
	same(t, delay, CrawlDelay{0, false, 3 * time.Second, true, GroupStar})
	_, err = file.CrawlDelay("Mozilla/5.0")
	if !errors.As(err, new(*AgentError)) {
		t.Error(err)
	}

	matcher, err := file.Matcher("ExampleBot")
	same(t, err, nil)
	file.Close()
	v := matcher.Check("https://site.example/private/x")
	same(t, v, Verdict{Reason: ReasonRule, Line: 3, Octets: 8, Rule: 0})
	same(t, v.String(), "disallowed: rule line 3 octets 8")
	v = matcher.CheckPath("/else")
	same(t, v, Verdict{Allowed: true, Reason: ReasonNoRule, Rule: NoRule})
	same(t, v.String(), "allowed: no-rule")
}

// slow is true where every call costs much more than usual.
const slow = raceEnabled || debugging

func same(t *testing.T, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// Lists longer than a stretch come whole and in order.
func TestLongLists(t *testing.T) {
	var body strings.Builder
	const n = 3*stretch + 1
	for i := range n {
		fmt.Fprintf(&body, "User-agent: a%d\n", i)
	}
	for i := range n {
		fmt.Fprintf(&body, "Allow: /%d\nSitemap: %d\nwhat %d is this\n", i, i, i)
	}
	for i := range n {
		fmt.Fprintf(&body, "User-agent: b%d\nDisallow: /%d\n", i, i)
	}
	file := Parse([]byte(body.String()))
	groups := file.Groups()
	same(t, len(groups), 1+n)
	same(t, len(groups[0].Agents), n)
	same(t, groups[n].Agents, []Agent{{fmt.Sprintf("b%d", n-1), 4*n + 2*n - 1}})
	same(t, groups[n].Rules, file.Rules()[2*n-1:])
	same(t, len(file.Sitemaps()), n)
	for i, sitemap := range file.Sitemaps() {
		same(t, sitemap, fmt.Sprint(i))
	}
	for i, record := range file.Records() {
		same(t, record.Line, n+3*i+2)
	}
	same(t, len(file.Diagnostics()), file.DiagnosticsTotal())
	for i, rule := range file.Rules() {
		single, ok := file.Rule(uint32(i))
		same(t, ok, true)
		same(t, single, rule)
	}
	_, ok := file.Rule(2 * n)
	same(t, ok, false)
}

func TestOptions(t *testing.T) {
	allowed := func(body, agent, path string, options ...Option) bool {
		t.Helper()
		matcher, err := Compile([]byte(body), []string{agent}, options...)
		if err != nil {
			t.Fatal(err)
		}
		return matcher.CheckPath(path).Allowed
	}
	same(t, allowed("user-agent: *\ndisallow: x", "a", "/x"), true)
	same(t, allowed("user-agent: *\ndisallow: x", "a", "/x", AssumeSlash(), nil), false)
	same(t, allowed("user-agent: a\ndisallow: /", "a-b", "/x"), false)
	same(t, allowed("user-agent: a\ndisallow: /", "a-b", "/x", ExactAgent()), true)
	same(t, allowed("user-agent: a\n\nuser-agent: b\ndisallow: /", "a", "/x"), false)
	same(t, allowed("user-agent: a\n\nuser-agent: b\ndisallow: /", "a", "/x", BlankLineEndsGroup()), true)
	same(t, allowed("user-agent: a\ndisallow: /x\n", "a", "/x", MaxLine(5), MaxLine(-1)), false)
	same(t, allowed("user-agent: a\ndisallow: /x\n", "a", "/x", MaxLine(5)), true)
	same(t, allowed("user-agent: a\ndisallow: /x\n", "a", "/x", MaxBytes(14)), true)
	same(t, Parse([]byte("user-agent: a\ndisallow: /x\n"), MaxBytes(14)).Truncated(), true)
	same(t, allowed("user-agent: a\nallowance: /x\ndisallow: /", "a", "/x", WithProfile(Google)), true)

	file := Parse([]byte(sample), WithProfile(7))
	_, err := file.Matcher("ExampleBot")
	same(t, err, ErrOption)
	same(t, file.Rules(), []Rule(nil))
	same(t, file.Close(), nil)
	_, err = file.CrawlDelay("ExampleBot")
	same(t, err, ErrOption)
	_, err = file.GroupFor("ExampleBot")
	same(t, err, ErrOption)
	_, err = Compile([]byte(sample), []string{"ExampleBot"}, WithProfile(7))
	same(t, err, ErrOption)
	same(t, Check([]byte(sample), "ExampleBot", "https://a.example/", WithProfile(7)).Reason, ReasonMisuse)
}

func TestAgents(t *testing.T) {
	file := Parse([]byte("user-agent: googlebot\ndisallow: /g\nuser-agent: *\ndisallow: /\n"))
	for _, agents := range [][]string{{"Applebot", "Googlebot"}, {"Applebot, Googlebot"}, {" googlebot\t"}} {
		m, err := file.Matcher(agents...)
		same(t, err, nil)
		same(t, m.CheckPath("/g").Line, uint32(2))
		same(t, m.CheckPath("/x").Allowed, true)
	}
	star, err := file.Matcher("*")
	same(t, err, nil)
	same(t, star.CheckPath("/x").Line, uint32(4))

	for _, wrong := range []struct {
		agents []string
		want   AgentError
	}{
		{nil, AgentError{"", "", 0}},
		{[]string{""}, AgentError{"", "", 0}},
		{[]string{"a", "  ", "b"}, AgentError{"a,  ,b", "", 2}},
		{[]string{"a, \tFoo/1.0 (x)"}, AgentError{"a, \tFoo/1.0 (x)", "Foo/1.0 (x)", 7}},
		{[]string{"Größe"}, AgentError{"Größe", "Größe", 2}},
		{[]string{"a*"}, AgentError{"a*", "a*", 1}},
		{[]string{"/" + strings.Repeat("x", 200)}, AgentError{"/" + strings.Repeat("x", 200), "/" + strings.Repeat("x", 79), 0}},
	} {
		m, err := file.Matcher(wrong.agents...)
		var got *AgentError
		if m != nil || !errors.As(err, &got) || *got != wrong.want {
			t.Errorf("%q: %v, %+v", wrong.agents, m, err)
		}
		same(t, m.Allowed("https://site.example/"), false)
	}
	_, err = file.Matcher("Mozilla/5.0")
	same(t, err.Error(), `robots: "Mozilla/5.0" is no product token (octet 7); give the crawler's `+
		`name as it stands in robots.txt, such as "ExampleBot", not the whole User-Agent header; `+
		`letters, digits, '-', '_' and '.' are allowed`)
	_, err = file.Matcher()
	if !strings.HasPrefix(err.Error(), "robots: empty product token at octet 0;") {
		t.Error(err)
	}
	_, err = Parse(nil, WithProfile(Google)).Matcher("Mozilla/5.0 (anything)")
	same(t, err, nil)
}

// Calls on what nothing else refers to. With the build tag debug, each one runs
// a collection while the call is under way.
func TestTemporaries(t *testing.T) {
	file := func() *File { return Parse([]byte(sample)) }
	matcher := func() *Matcher {
		m, err := Compile([]byte(sample), []string{"ExampleBot"})
		same(t, err, nil)
		return m
	}
	rounds := 20
	if debugging {
		rounds = 5
	}
	const url = "https://site.example/private/x"
	for range rounds {
		same(t, len(file().Groups()), 2)
		same(t, file().Rules()[1].Normalized, "/private/open")
		same(t, file().Records()[0].Value, "1.5")
		same(t, file().Sitemaps()[1], "https://site.example/two.xml")
		same(t, file().Diagnostics()[1].Line, 12)
		same(t, file().DiagnosticsTotal(), 2)
		same(t, file().Truncated(), false)
		rule, _ := file().Rule(2)
		same(t, rule.Pattern, "/all")
		delay, _ := file().CrawlDelay("ExampleBot")
		same(t, delay.Own, 1500*time.Millisecond)
		m, _ := file().Matcher("ExampleBot")
		same(t, m.Check(url).Line, uint32(3))
		same(t, matcher().Check(url).Line, uint32(3))
		same(t, matcher().CheckPath("/private").Line, uint32(3))
		same(t, matcher().AppendVerdicts(nil, url, url)[1].Line, uint32(3))
	}
}

// What has no library object behind it refuses and is empty.
func TestNothingThere(t *testing.T) {
	closed := Parse([]byte(sample))
	same(t, closed.Close(), nil)
	same(t, closed.Close(), nil)
	for _, file := range []*File{nil, {}, closed} {
		m, err := file.Matcher("ExampleBot")
		same(t, m == nil, true)
		same(t, err, ErrClosed)
		_, err = file.CrawlDelay("ExampleBot")
		same(t, err, ErrClosed)
		_, err = file.GroupFor("ExampleBot")
		same(t, err, ErrClosed)
		_, found := file.Rule(0)
		same(t, found, false)
		same(t, file.Groups(), []Group(nil))
		same(t, file.Rules(), []Rule(nil))
		same(t, file.Records(), []Record(nil))
		same(t, file.Sitemaps(), []string(nil))
		same(t, file.Diagnostics(), []Diagnostic(nil))
		same(t, file.DiagnosticsTotal()+file.Size(), 0)
		same(t, file.Truncated() || file.LooksLikeHTML() || file.WasUTF16(), false)
		same(t, file.Close(), nil)
	}
	for _, m := range []*Matcher{nil, {}} {
		refuses(t, m, "disallowed: misuse")
	}
	m := Unavailable()
	copied := *m
	same(t, m.Allowed("https://site.example/"), true)
	same(t, m.Size() > 0, true)
	same(t, m.Close(), nil)
	refuses(t, m, "disallowed: closed")
	refuses(t, &copied, "disallowed: closed")
	same(t, Verdict{}.String(), "disallowed: misuse")
}

func refuses(t *testing.T, m *Matcher, want string) {
	t.Helper()
	const url = "https://site.example/robots.txt"
	verdicts := append(m.AppendVerdicts(nil, url, url), m.Check(url), m.CheckPath("/"))
	for _, v := range verdicts {
		same(t, v.String(), want)
		same(t, v.Allowed || v.Rule != NoRule || v.Line+v.Octets != 0, false)
	}
	same(t, m.Allowed(url), false)
	same(t, m.Size(), 0)
	same(t, m.Close(), nil)
}

func TestStatusMatchers(t *testing.T) {
	const url = "https://site.example/x"
	same(t, Unavailable().Check(url).String(), "allowed: unavailable")
	same(t, Unreachable().Check(url).String(), "disallowed: unreachable")
	same(t, Unreachable().Allowed("https://site.example/robots.txt"), true)
}

func TestTexts(t *testing.T) {
	if parts := strings.Split(Version(), "."); len(parts) != 3 || parts[0] != "0" {
		t.Errorf("version %q", Version())
	}
	names := map[Reason]string{
		ReasonMisuse: "misuse", ReasonRule: "rule", ReasonNoRule: "no-rule", ReasonNoGroup: "no-group",
		ReasonRobotsTxt: "robots-txt", ReasonUnavailable: "unavailable", ReasonUnreachable: "unreachable",
		ReasonClosed: "closed", 99: "unknown",
	}
	for reason, name := range names {
		same(t, reason.String(), name)
		same(t, reason.Text() == "", false)
	}
	same(t, RecordCrawlDelay.String(), "crawl-delay")
	same(t, RecordNoindex.String(), "noindex")
	same(t, DiagnosticMissingColon.String(), "missing-colon")
	same(t, DiagnosticInvalidValue.Text() == "unknown", false)
	same(t, DiagnosticKind(99).Text(), "unknown")
}

func TestURLs(t *testing.T) {
	for url, want := range map[string][2]string{
		"https://User@Site.EXAMPLE:443/a?b#c": {"https://site.example", "https://site.example/robots.txt"},
		"http://site.example:8080":            {"http://site.example:8080", "http://site.example:8080/robots.txt"},
		"mailto:a@site.example":               {},
		"":                                    {},
	} {
		origin, ok := Origin(url)
		same(t, origin, want[0])
		same(t, ok, want[0] != "")
		address, ok := RobotsTxtURL(url)
		same(t, address, want[1])
		same(t, ok, want[1] != "")
	}
}

func TestGoogle(t *testing.T) {
	body := []byte("User-agent: *\nDisalow: /%aa # typo\n\nallow")
	lines := slices.Collect(Lines(body))
	same(t, lines, []Line{
		{1, "User-agent", "*", KeyUserAgent, LineRecord},
		{2, "Disalow", "/%AA", KeyDisallow, LineRecord | LineTypo | LineHasComment},
		{3, "", "", KeyUnknown, LineEmpty},
		{4, "", "", KeyUnknown, 0},
	})
	for line := range Lines(body) {
		same(t, line.Number, 1)
		break
	}
	same(t, len(slices.Collect(Lines(nil))), 1)
	same(t, GoogleKey("ALLOWANCE"), KeyAllow)
	same(t, GooglePath("http://a.example?q"), "/?q")
	same(t, GooglePath(""), "/")
	same(t, GoogleEscape("/\xe9%aa"), "/%E9%AA")
	same(t, GoogleEscape(""), "")
	same(t, GoogleMatches("/abc", "/*c$"), true)
	same(t, GoogleMatches("/abcd", "/*c$"), false)
	v, names := GoogleCheck(body, "a", "http://a.example/%AA")
	same(t, v, Verdict{Reason: ReasonRule, Line: 2, Octets: 4})
	same(t, names, false)
	_, names = GoogleCheck([]byte("user-agent: b"), "a,b", "http://a.example/")
	same(t, names, true)
}

func TestBatches(t *testing.T) {
	m, err := Compile([]byte(sample), []string{"ExampleBot"})
	same(t, err, nil)
	var urls []string
	for i := range 3*batchURLs + 7 {
		urls = append(urls, fmt.Sprintf("https://site.example/%s/%d", []string{"private", "open", "private/open"}[i%3], i))
	}
	long := "https://site.example/private/" + strings.Repeat("x", 3*batchOctets)
	urls = append(urls, long, "", "nonsense", long, "https://site.example/private/open/")
	dst := []Verdict{{Line: 77}}
	got := m.AppendVerdicts(dst, urls...)
	same(t, len(got), 1+len(urls))
	same(t, got[0], dst[0])
	for i, url := range urls {
		if i%100 == 0 || i >= 3*batchURLs || !debugging {
			same(t, got[1+i], m.Check(url))
		}
	}
	same(t, len(m.AppendVerdicts(nil)), 0)
}

func TestAllocations(t *testing.T) {
	m, err := Compile([]byte(sample), []string{"ExampleBot"})
	same(t, err, nil)
	urls := slices.Repeat([]string{"https://site.example/private/page.html?x=y"}, 1000)
	dst := make([]Verdict, 0, len(urls))
	body := []byte(sample)
	for name, run := range map[string]func(){
		"Allowed":        func() { m.Allowed(urls[0]) },
		"Check":          func() { m.Check(urls[0]) },
		"CheckPath":      func() { m.CheckPath("/private") },
		"one-shot Check": func() { Check(body, "ExampleBot", urls[0]) },
	} {
		if n := testing.AllocsPerRun(1000, run); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
	if slow {
		return // the pool drops scratch then
	}
	if n := testing.AllocsPerRun(100, func() { dst = m.AppendVerdicts(dst[:0], urls...) }); n >= 1 {
		t.Errorf("AppendVerdicts: %v allocations", n)
	}
}
