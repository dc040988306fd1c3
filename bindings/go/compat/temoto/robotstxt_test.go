package robotstxt

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	robots "github.com/librobots/librobots/bindings/go"
)

func parse(t *testing.T, body string) *RobotsData {
	t.Helper()
	r, err := FromString(body)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		body, path, agent string
		allowed           bool
	}{
		// As in the original.
		{"", "/x", "FooBot", true},
		{" \n#\n", "/x", "FooBot", true},
		{"User-agent: *\nDisallow: /", "/x", "FooBot", false},
		{"User-agent: *\nDisallow: /", "", "FooBot", false},
		{"User-agent: *\nDisallow:", "/x", "FooBot", true},
		{"User-agent: *\nDisallow: /x\nAllow: /x/y", "/x/y", "FooBot", true},
		{"User-agent: *\nDisallow: x", "/x", "FooBot", false},
		{"User-agent: *\nDisallow: /*.php$", "/a/b.php", "FooBot", false},
		{"User-agent: *\nDisallow: /*.php$", "/a/b.php?c", "FooBot", true},
		{"User-agent: *\nDisallow: /a*", "/ab", "FooBot", false},
		{"useragent: FOOBOT\ndisallow: /", "/x", "foobot/1.0 (+https://site.example)", false},
		{"User-agent: foobot\nDisallow: /\nUser-agent: *\nAllow: /", "/x", "FooBot-Image", false},
		{"User-agent: foobot\nDisallow: /a\n\nUser-agent: foobot\nDisallow: /b", "/a", "foobot", false},
		{"User-agent: a\nUser-agent: b\nDisallow: /", "/x", "a", false},
		{"User-agent: a\nDisallow: /", "/x", "", true},
		{"User-agent: *\nDisallow: /", "/x", "(compatible)", false},
		{"User-agent: a\nDisallow: /", "/x", "Mozilla/5.0 (compatible; a)", true},
		// Better than the original; see the package's text.
		{"User-agent: *\nDisallow: /a*c", "/x/abc", "FooBot", true},
		{"User-agent: *\nDisallow: /a$b", "/a$b", "FooBot", false},
		{"User-agent: *\nDisallow: /a.b.c.d*x\nAllow: /a.b.c.d.e*", "/a.b.c.d.ex", "FooBot", true},
		{"User-agent: *\nDisallow: /x\nAllow: /x", "/x", "FooBot", true},
		{"User-agent: *\nDisallow: /%7Ejoe", "/~joe", "FooBot", false},
		{"User-agent: *\nDisallow: /a b", "/a%20b", "FooBot", false},
		{"User-agent: *\nDisallow: /a b", "/a", "FooBot", true},
		{"Disallow: /\nUser-agent: *\nDisallow: /y\nCrawl-delay: soon", "/y", "FooBot", false},
		{"User-agent: *\nDisallow: /*\xff", "/a\xff", "FooBot", false},
		{"User-agent: a\nCrawl-delay: 1\nUser-agent: b\nDisallow: /", "/x", "a", false},
		{"User-agent: a\nDisallow:\nUser-agent: *\nDisallow: /", "/x", "a", true},
		{"User-agent: *\nDisallow: /\nUser-agent: a", "/x", "a", true},
		{"User-agent: googlebot\nDisallow: /", "/x", "googlebots", true},
		{"User-agent: *\nDisalow /", "/x", "a", false},
		{"User-agent: *\nDisallow: /", "/robots.txt", "a", true},
		{"User-agent: *\nDisallow: /x", "https://site.example/x", "a", false},
		{"User-agent: *\nDisallow: /x", "x", "a", false},
	} {
		r := parse(t, c.body)
		if got := r.TestAgent(c.path, c.agent); got != c.allowed {
			t.Errorf("%q: TestAgent(%q, %q) = %v", c.body, c.path, c.agent, got)
		}
		if got := r.FindGroup(c.agent).Test(c.path); got != c.allowed {
			t.Errorf("%q: FindGroup(%q).Test(%q) = %v", c.body, c.agent, c.path, got)
		}
	}
}

func TestStatus(t *testing.T) {
	const body = "User-agent: *\nDisallow: /x"
	for status, want := range map[int][2]bool{
		200: {false, true}, 204: {false, true}, 299: {false, true},
		400: {true, true}, 404: {true, true}, 429: {true, true}, 499: {true, true},
		500: {false, false}, 503: {false, false}, 599: {false, false},
	} {
		response := &http.Response{StatusCode: status, Body: io.NopCloser(strings.NewReader(body))}
		fromResponse, err := FromResponse(response)
		if err != nil {
			t.Fatal(err)
		}
		fromString, err := FromStatusAndString(status, body)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range []*RobotsData{fromResponse, fromString} {
			got := [2]bool{r.TestAgent("/x", "a"), r.FindGroup("a").Test("/y")}
			if got != want {
				t.Errorf("%d: %v", status, got)
			}
		}
	}
	for _, status := range []int{0, 100, 301, 304, 600, -1} {
		r, err := FromStatusAndString(status, body)
		if r != nil || err == nil || err.Error() != fmt.Sprintf("Unexpected status: %d", status) {
			t.Errorf("%d: %v, %v", status, r, err)
		}
	}
	if r, err := FromResponse(nil); r != nil || err != nil {
		t.Error(r, err)
	}
	broken := errors.New("broken")
	reader := io.MultiReader(strings.NewReader(body), errorReader{broken})
	if r, err := FromResponse(&http.Response{StatusCode: 200, Body: io.NopCloser(reader)}); r != nil || err != broken {
		t.Error(r, err)
	}
}

type errorReader struct{ err error }

func (r errorReader) Read([]byte) (int, error) { return 0, r.err }

// A body without end is not read to its end.
func TestEndlessBody(t *testing.T) {
	r, err := FromResponse(&http.Response{StatusCode: 200, Body: io.NopCloser(endless{})})
	if err != nil || r.TestAgent("/x", "a") != true {
		t.Error(err)
	}
}

// As much is read as the library reads, and one octet that says that there was
// more.
func TestMaxBody(t *testing.T) {
	body := []byte(strings.Repeat("\n", maxBody))
	if robots.Parse(body[1:]).Truncated() || !robots.Parse(body).Truncated() {
		t.Error("not the limit of the library")
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	return copy(p, strings.Repeat("#", len(p))), nil
}

func TestZero(t *testing.T) {
	if !new(RobotsData).TestAgent("/x", "a") || !new(Group).Test("/x") {
		t.Error("refused")
	}
	want := "Parse error(s): \na\nb\n"
	if got := (ParseError{[]error{errors.New("a"), errors.New("b")}}).Error(); got != want {
		t.Error(got)
	}
}

func TestRecords(t *testing.T) {
	r := parse(t, "Sitemap: https://a.example/s.xml\nHost: a\nUser-agent: *\nSitemap:\nSitemap: s2\nHost: b")
	if r.Host != "b" || !reflect.DeepEqual(r.Sitemaps, []string{"https://a.example/s.xml", "s2"}) {
		t.Errorf("%+v", r)
	}
	if r := parse(t, "User-agent: *"); r.Host != "" || r.Sitemaps != nil {
		t.Errorf("%+v", r)
	}
}

func TestCrawlDelay(t *testing.T) {
	r := parse(t, "User-agent: a\nCrawl-delay: 1.5\nUser-agent: b/2\nDisallow: /\nUser-agent: *\nCrawl-delay: 3\n")
	for agent, want := range map[string]time.Duration{
		"a/1": 1500 * time.Millisecond, "a-b": 1500 * time.Millisecond,
		"b": 0, "B_c": 0, "c": 3 * time.Second, "": 3 * time.Second,
	} {
		if got := r.FindGroup(agent).CrawlDelay; got != want {
			t.Errorf("%s: %v", agent, got)
		}
	}
	if got := parse(t, "User-agent: *\nCrawl-delay: 3\n").FindGroup("a").CrawlDelay; got != 3*time.Second {
		t.Error(got)
	}
}

// Whom a file names is known of all of it, up to the limit of its size, however
// briefly it writes its user-agent lines.
func TestCrawlDelayOfLargeFiles(t *testing.T) {
	const limit = 512_000
	const tail = "User-agent: *\nCrawl-delay: 3\n"
	for _, line := range []string{"useragent b\n", "useragent:b\n", "User-agent: b\n", "user agent:b\r"} {
		for _, last := range []string{"useragent named\nDisallow:/x\n", "useragent named\n"} {
			for _, size := range []int{limit - 40_000, limit - 1, limit} {
				n := (size - len(tail) - len(last)) / len(line)
				body := tail + strings.Repeat(line, n)
				body += strings.Repeat("#", size-len(body)-len(last)-1) + "\n" + last
				if len(body) != size {
					t.Fatal(len(body))
				}
				r := parse(t, body)
				for agent, want := range map[string]time.Duration{
					"named": 0, "Named-Images": 0, "b": 0, "B_c": 0, "other": 3 * time.Second,
				} {
					if got := r.FindGroup(agent).CrawlDelay; got != want {
						t.Errorf("%q, %d octets, %s: %v", line, size, agent, got)
					}
				}
			}
		}
	}
	// In UTF-16, two octets become three.
	const sign = "\x30\x42" // in the order of the file
	agent := strings.Repeat(sign, 8000) + "\x00\n"
	var body strings.Builder
	body.WriteString("\xfe\xff" + utf16("User-agent: *\nCrawl-delay: 3\n"))
	for body.Len()+len(agent)+100 < limit {
		body.WriteString(utf16("User-agent: ") + agent)
	}
	body.WriteString(utf16("User-agent: named\n"))
	r := parse(t, body.String())
	for agent, want := range map[string]time.Duration{"named": 0, "other": 3 * time.Second} {
		if got := r.FindGroup(agent).CrawlDelay; got != want {
			t.Errorf("UTF-16, %s: %v", agent, got)
		}
	}
}

// utf16 is ASCII in UTF-16, the greater octet first.
func utf16(text string) string {
	var out strings.Builder
	for i := range len(text) {
		out.WriteString("\x00" + text[i:i+1])
	}
	return out.String()
}

func TestManyAgents(t *testing.T) {
	r := parse(t, "User-agent: a7\nDisallow: /x")
	if r.FindGroup("FooBot/1") != r.FindGroup("foobot") {
		t.Error("not the same group")
	}
	var all sync.WaitGroup
	for worker := range 4 {
		all.Add(1)
		go func() {
			defer all.Done()
			for i := range 2 * maxGroups {
				agent := fmt.Sprintf("a%d", (i+worker*17)%(2*maxGroups))
				if got := r.TestAgent("/x", agent); got != (agent != "a7") {
					t.Errorf("%s: %v", agent, got)
				}
			}
		}()
	}
	all.Wait()
	if len(r.rules.groups) > maxGroups {
		t.Errorf("%d groups kept", len(r.rules.groups))
	}
}
