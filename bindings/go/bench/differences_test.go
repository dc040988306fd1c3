package bench

import (
	"testing"

	jimsmart "github.com/jimsmart/grobotstxt"
	compatjimsmart "github.com/librobots/librobots/bindings/go/compat/grobotstxt"
	compattemoto "github.com/librobots/librobots/bindings/go/compat/temoto"
	temoto "github.com/temoto/robotstxt"
)

// What the texts of the replacements say of the originals, is so: every question
// here has another answer there.
func TestListedDifferencesFromTemoto(t *testing.T) {
	for _, c := range []struct {
		body, path, agent string
		here              bool
	}{
		{"User-agent: *\nDisallow: /a*c", "/x/abc", "a", true},
		{"User-agent: *\nDisallow: /a$b", "/a$b", "a", false},
		{"User-agent: *\nDisallow: /a.b.c.d*x\nAllow: /a.b.c.d.e/", "/a.b.c.d.e/x", "a", true},
		{"User-agent: *\nAllow: /x/\nDisallow: /x/*", "/x/y", "a", false},
		{"User-agent: *\nDisallow: /x\nAllow: /x", "/x", "a", true},
		{"User-agent: *\nDisallow: /%7Ejoe", "/~joe", "a", false},
		{"User-agent: *\nDisallow: /\xc3\xa9", "/%C3%A9", "a", false},
		{"User-agent: *\nDisallow: /\xe9", "/\xe9", "a", false},
		{"User-agent: *\nDisallow: /a b", "/a", "a", true},
		{"User-agent: *\nDisallow: /a allow: /", "/a", "a", true},
		{"User-agent: a\nDisallow:\nUser-agent: *\nDisallow: /", "/x", "a", true},
		{"User-agent: *\nDisallow: /\nUser-agent: a", "/x", "a", true},
		{"User-agent: a\nCrawl-delay: 1\nUser-agent: b\nDisallow: /", "/x", "a", false},
		{"User-agent: googlebot\nDisallow: /", "/x", "googlebots", true},
		{"User-agent: a/2\nDisallow: /", "/x", "a/1", false},
		{"User-agent: *\nDisalow: /", "/x", "a", false},
		{"User-agent: *\nDisallow: /", "/robots.txt", "a", true},
		{"User-agent: *\nDisallow: /x", "https://site.example/x", "a", false},
		{"User-agent: *\nDisallow: /x", "x", "a", false},
	} {
		original, err := temoto.FromString(c.body)
		if err != nil {
			t.Fatalf("%q: %v", c.body, err)
		}
		replacement, err := compattemoto.FromString(c.body)
		if err != nil {
			t.Fatal(err)
		}
		here, there := replacement.TestAgent(c.path, c.agent), original.TestAgent(c.path, c.agent)
		if here != c.here || there == c.here {
			t.Errorf("%q, %q, %q: %v here, %v there", c.body, c.path, c.agent, here, there)
		}
	}

	for _, body := range []string{
		"Disallow: /\n", "Crawl-delay: 1\nUser-agent: *\n", "User-agent: *\nCrawl-delay: soon\n",
	} {
		if _, err := temoto.FromString(body); err == nil {
			t.Errorf("%q: no error there", body)
		}
		if _, err := compattemoto.FromString(body); err != nil {
			t.Errorf("%q: %v", body, err)
		}
	}

	const delays = "User-agent: *\nCrawl-delay: 1\nCrawl-delay: 2\n"
	if here, there := must(compattemoto.FromString(delays)).FindGroup("a").CrawlDelay,
		must(temoto.FromString(delays)).FindGroup("a").CrawlDelay; here*2 != there {
		t.Errorf("%v here, %v there", here, there)
	}
	if must(compattemoto.FromStatusAndString(500, "")).FindGroup("a").Test("/") ||
		!must(temoto.FromStatusAndString(500, "")).FindGroup("a").Test("/") {
		t.Error("status 500")
	}
}

func TestListedDifferencesFromJimsmart(t *testing.T) {
	for _, c := range []struct {
		body, agent string
		here        bool
	}{
		{"user-agent: *\ndisallow: /%2fb", "a", false},
		{"user-agent: googlebot*\ndisallow: /", "googlebot", false},
		{"user-agent: MJ12bot\ndisallow: /", "MJ", false},
		{"user-agent:\u00a0*\ndisallow: /", "a", true},
		{"user-agent: *\ndisallow: /\x00x", "a", false},
		{"user-agent: *\ndiaslow: /", "a", true},
	} {
		const uri = "https://site.example/%2Fb"
		here, there := compatjimsmart.AgentAllowed(c.body, c.agent, uri), jimsmart.AgentAllowed(c.body, c.agent, uri)
		if here != c.here || there == c.here {
			t.Errorf("%q, %q: %v here, %v there", c.body, c.agent, here, there)
		}
	}
}
