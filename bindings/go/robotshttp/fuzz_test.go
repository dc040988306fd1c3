package robotshttp

import (
	"bytes"
	"io"
	"net/http"
	"testing"

	robots "github.com/librobots/librobots/bindings/go"
)

// octets answers every request with the same ones.
type octets struct {
	status   int
	coding   string
	location string
	body     []byte
}

func (o octets) RoundTrip(request *http.Request) (*http.Response, error) {
	header := make(http.Header)
	header.Set("Content-Encoding", o.coding)
	header.Set("Location", o.location)
	return &http.Response{
		StatusCode: o.status, Header: header, Request: request, Body: io.NopCloser(bytes.NewReader(o.body)),
	}, nil
}

// Whatever comes: an end, a body within the limit, and an answer that fits.
func FuzzAttempt(f *testing.F) {
	f.Add(200, "gzip", "", []byte(packed("gzip", rules)))
	f.Add(200, "deflate", "", []byte(packed("zlib", rules)))
	f.Add(299, "deflate,identity", "", []byte(packed("", rules)))
	f.Add(200, "", "", []byte("user-agent: *\rdisallow: /private\r"))
	f.Add(302, "br", "/robots.txt?x", []byte(rules))
	f.Fuzz(func(t *testing.T, status int, coding, location string, body []byte) {
		cache, err := robots.NewCache(robots.CacheConfig{Agents: []string{"ExampleBot"}})
		if err != nil {
			t.Fatal(err)
		}
		defer cache.Close()
		const most = 1000
		var size int
		gate, err := New(Config{
			Cache: cache, Transport: octets{status, coding, location, body}, MaxBody: most,
			OnFile: func(_ string, body []byte) { size = len(body) },
		})
		if err != nil {
			t.Fatal(err)
		}
		defer gate.Close()
		answer := check(t, gate, private)
		decision := gate.decision(private)
		if size > most || answer.Access != decision.Access || answer.Lookup != robots.LookupHit {
			t.Errorf("%d octets, %v, %v", size, answer, decision)
		}
		if answer.Allowed && answer.Access == robots.AccessRefuseAll {
			t.Error(answer, decision)
		}
	})
}
