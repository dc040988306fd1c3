package robotshttp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	robots "github.com/librobots/librobots/bindings/go"
)

// A body tells whether it was closed.
type closable struct {
	io.Reader
	closed atomic.Bool
}

func (b *closable) Close() error { b.closed.Store(true); return nil }

func TestTransport(t *testing.T) {
	w := newWeb(t, func(out http.ResponseWriter, request *http.Request) {
		switch request.URL.Path {
		case "/robots.txt":
			io.WriteString(out, rules)
		case "/moved":
			http.Redirect(out, request, "/private/x", http.StatusFound)
		case "/away":
			http.Redirect(out, request, "http://other.example/private/x", http.StatusFound)
		default:
			io.WriteString(out, "a page")
		}
	})
	gate := w.gate(t)
	client := &http.Client{Transport: &Transport{Gate: gate, Base: w.transport(t)}}
	get := func(url string) error {
		response, err := client.Get(url)
		if err == nil {
			_, err = io.ReadAll(response.Body)
			response.Body.Close()
		}
		return err
	}
	same(t, get(page), nil)
	same(t, get("http://site.example/robots.txt"), nil)
	for url, at := range map[string]string{
		"http://me:secret@site.example/private?q": "http://me:xxxxx@site.example/private?q",
		"http://site.example/moved":               "http://site.example/private/x",
		"http://site.example/away":                "http://other.example/private/x",
	} {
		err := get(url)
		var refused *DisallowedError
		if !errors.Is(err, ErrDisallowed) || !errors.As(err, &refused) {
			t.Errorf("%s: %v", url, err)
			continue
		}
		same(t, refused.URL, at)
		same(t, refused.Verdict.Line, uint32(2))
		same(t, []any{refused.Decision.Basis, refused.Decision.Cause, refused.Decision.Status},
			[]any{robots.BasisFresh, robots.CauseSuccess, uint16(200)})
		same(t, refused.Error(), "robotshttp: "+at+" disallowed: rule line 2 octets 8")
	}
	for _, request := range w.requests() {
		if strings.Contains(request, "private") {
			t.Error(request)
		}
	}
	same(t, w.count(), 3) // two hosts, and the one that was wanted
	same(t, get("http://third.example/robots.txt"), nil)
	same(t, w.count(), 4) // nobody asks before
	client.CloseIdleConnections()
}

// Without a response the body of the request is closed, whatever the reason.
func TestRequestBodies(t *testing.T) {
	w := newWeb(t, text(rules))
	gate := w.gate(t)
	transport := &Transport{Gate: gate, Base: w.transport(t)}
	ended, end := context.WithCancel(context.Background())
	end()
	for _, c := range []struct {
		transport *Transport
		ctx       context.Context
		url       string
		want      error
	}{
		{transport, context.Background(), private, ErrDisallowed},
		{transport, ended, "http://new.example/", context.Canceled},
		{&Transport{}, context.Background(), page, robots.ErrClosed},
		{transport, context.Background(), "", ErrDisallowed},
		{transport, context.Background(), "http:opaque", ErrDisallowed},
	} {
		body := &closable{Reader: strings.NewReader("x")}
		request, err := http.NewRequestWithContext(c.ctx, http.MethodPost, c.url, body)
		if err != nil {
			t.Fatal(err)
		}
		response, err := c.transport.RoundTrip(request)
		if response != nil || !errors.Is(err, c.want) {
			t.Errorf("%q: %v", c.url, err)
		}
		same(t, body.closed.Load(), true)
	}
	_, err := transport.RoundTrip(&http.Request{})
	same(t, errors.Is(err, ErrDisallowed), true)

	// Nobody knows what the site wants.
	gate = newWeb(t, status(503, "Retry-After", "600")).gate(t,
		at(&clock{at: time.Unix(1_800_000_000, 0)}))
	request := httptest.NewRequest(http.MethodGet, page, nil)
	_, err = (&Transport{Gate: gate}).RoundTrip(request)
	var refused *DisallowedError
	if !errors.As(err, &refused) || refused.Verdict.Reason != robots.ReasonUnreachable || refused.Decision.Status != 503 {
		t.Fatal(err)
	}
	same(t, err.Error(), "robotshttp: "+page+" disallowed: unreachable (refuse-all: unreachable; "+
		"last attempt: server-error, status 503; fetch in 600 s)")
	same(t, errors.Is(err, io.EOF), false)
}

// What is asked about is what is sent: to which host, and with which path.
func TestRequestedURLs(t *testing.T) {
	at := func(change func(*http.Request)) *http.Request {
		request, err := http.NewRequest(http.MethodGet, "http://site.example/page?q", nil)
		same(t, err, nil)
		change(request)
		return request
	}
	for _, c := range []struct {
		request *http.Request
		want    string
	}{
		{at(func(r *http.Request) {}), "http://site.example/page?q"},
		{at(func(r *http.Request) { r.Host = "" }), "http://site.example/page?q"},
		{at(func(r *http.Request) { r.Host = "Site.Example:80" }), "http://site.example/page?q"},
		{at(func(r *http.Request) { r.Method = "" }), "http://site.example/page?q"},
		{at(func(r *http.Request) { r.URL.User = url.UserPassword("open.example", "x") }), "http://site.example/page?q"},
		{at(func(r *http.Request) { r.URL.Fragment = "x" }), "http://site.example/page?q"},
		{at(func(r *http.Request) { r.URL.RawQuery = "q#/private d" }), "http://site.example/page?q%23/private%20d"},
		{at(func(r *http.Request) { r.URL.RawQuery, r.URL.ForceQuery = "", true }), "http://site.example/page?"},
		{at(func(r *http.Request) { r.URL.Path = "" }), "http://site.example/?q"},
		{at(func(r *http.Request) { r.URL.Path = "//open.example/x" }), "http://site.example//open.example/x?q"},
		{at(func(r *http.Request) { r.URL.Path, r.URL.RawPath = "/a/b", "/a%2Fb" }), "http://site.example/a%2Fb?q"},
		{at(func(r *http.Request) { r.URL.Path, r.URL.RawPath = "/a/b", "/x%2Fb" }), "http://site.example/a/b?q"},
		{at(func(r *http.Request) { r.URL.Path = "/a?b#c" }), "http://site.example/a%3Fb%23c?q"},
		{at(func(r *http.Request) { r.Header.Set("Host", "open.example") }), "http://site.example/page?q"},

		{at(func(r *http.Request) { r.URL = nil }), ""},
		{at(func(r *http.Request) { r.URL.Opaque = "//open.example/secret" }), ""},
		{at(func(r *http.Request) { r.URL.Opaque = "//site.example/page" }), ""},
		{at(func(r *http.Request) { r.URL.Opaque = "/page" }), ""},
		{at(func(r *http.Request) { r.Host = "open.example" }), ""},
		{at(func(r *http.Request) { r.Host = "site.example:8080" }), ""},
		{at(func(r *http.Request) { r.Host = "open.example@site.example" }), ""},
		{at(func(r *http.Request) { r.Host = "site.example/x" }), ""},
		{at(func(r *http.Request) { r.Host = " " }), ""},
		{at(func(r *http.Request) { r.URL.Host = "" }), ""},
		{at(func(r *http.Request) { r.URL.Host, r.Host = "open.example@site.example", "" }), ""},
		{at(func(r *http.Request) { r.URL.Host, r.Host = "open.example/", "" }), ""},
		{at(func(r *http.Request) { r.URL.Host, r.Host = "open.example?", "" }), ""},
		{at(func(r *http.Request) { r.URL.Host, r.Host = "open.example#", "" }), ""},
		{at(func(r *http.Request) { r.URL.Host, r.Host = `open.example\`, "" }), ""},
		{at(func(r *http.Request) { r.URL.Host, r.Host = "open.example\t", "" }), ""},
		{at(func(r *http.Request) { r.URL.Path = "secret" }), ""},
		{at(func(r *http.Request) { r.URL.Path = ".evil.example/" }), ""},
		{at(func(r *http.Request) { r.URL.Path = "*" }), ""},
		{at(func(r *http.Request) { r.URL.RawQuery = "a\nb" }), ""},
		{at(func(r *http.Request) { r.Method = http.MethodConnect }), ""},
	} {
		got, _, err := requested(c.request)
		if got != c.want || errors.Is(err, ErrAmbiguous) != (c.want == "") {
			t.Errorf("%v, Host %q: %q, %v", c.request.URL, c.request.Host, got, err)
		}
	}
}

// A host goes out as it was asked about, where it can be written in several ways:
// package net/http connects to one, and has another in the Host header.
func TestHostsAreSentPlain(t *testing.T) {
	w := newWeb(t, func(out http.ResponseWriter, request *http.Request) {
		if request.URL.Path == "/away" {
			http.Redirect(out, request, "page", http.StatusFound)
		}
	})
	gate := w.gate(t)
	var dialed string
	base := w.transport(t)
	dial := base.DialContext
	base.DisableKeepAlives = true
	base.DialContext = func(ctx context.Context, network, at string) (net.Conn, error) {
		dialed = at
		return dial(ctx, network, at)
	}
	client := http.Client{Transport: &Transport{Gate: gate, Base: base}}
	for _, c := range []struct{ host, named, want string }{
		{"b\u00fccher.example", "", "xn--bcher-kva.example"},
		{"B\u00dcCHER.example", "", "xn--bcher-kva.example"},
		{"xn--bcher-kva.example", "b\u00dccher.example", "xn--bcher-kva.example"},
		{"\uff53ite\u3002example:8080", "", "site.example:8080"},
		{"site\u00ad.example", "", "site.example"},
		{"si\u212ae.example", "", "sike.example"},
		{"a_\u00aa.example", "", "a_a.example"},
		{"-\u00b2.example", "", "-2.example"},
		{"\uff11\u0662\u0667.1", "", ""},
		{"[0:0::0:1]", "", "[::1]"},
		// These are plain.
		{"Site.example", "", "Site.example"},
		{"site.example.", "", "site.example."},
		{"site.example:80", "site.example", "site.example"},
		{"[::1]:81", "", "[::1]:81"},
		{"127.0.0.1", "", "127.0.0.1"},
		{"0x7f.1", "", "0x7f.1"},
	} {
		request, err := http.NewRequest(http.MethodGet, "http://"+c.host+"/away", nil)
		same(t, err, nil)
		if c.named != "" {
			request.Host = c.named
		}
		before := *request.URL
		dialed = ""
		response, err := client.Do(request)
		if c.want == "" {
			same(t, errors.Is(err, ErrDisallowed), true)
			same(t, dialed, "")
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.host, err)
			continue
		}
		response.Body.Close()
		same(t, *request.URL, before)
		same(t, response.Request.URL.Host, c.host)
		seen := w.requests()
		same(t, seen[len(seen)-1], c.want+"/page")
		host, _, err := net.SplitHostPort(dialed)
		same(t, []any{host, err}, []any{(&url.URL{Host: c.want}).Hostname(), error(nil)})
	}
}

// A request that names one host and goes to another makes none.
func TestAmbiguousRequests(t *testing.T) {
	w := newWeb(t, func(out http.ResponseWriter, request *http.Request) {
		if request.Host == "open.example" {
			http.NotFound(out, request)
			return
		}
		io.WriteString(out, "User-agent: *\nDisallow: /\n")
	})
	gate := w.gate(t)
	base := w.transport(t)
	transport := &Transport{Gate: gate, Base: base}
	for _, c := range []struct {
		url, host, want string
	}{
		{"http://victim.example/", "", "robotshttp: http://victim.example/ disallowed: rule line 2 octets 1"},
		{"http://victim.example/", "open.example", "robotshttp: http://victim.example/ disallowed: misuse " +
			"(robotshttp: the request may ask for another URL than its own: the Host header names another origin)"},
	} {
		request, err := http.NewRequest(http.MethodGet, c.url, nil)
		same(t, err, nil)
		request.Host = c.host
		_, err = transport.RoundTrip(request)
		same(t, errors.Is(err, ErrDisallowed), true)
		same(t, errors.Is(err, ErrAmbiguous), c.host != "")
		same(t, fmt.Sprint(err), c.want)
	}
	opaque := &http.Request{
		Method: http.MethodGet, Header: http.Header{},
		URL: &url.URL{Scheme: "http", Host: "victim.example", Opaque: "//open.example/secret"},
	}
	_, err := transport.RoundTrip(opaque)
	var refused *DisallowedError
	same(t, errors.As(err, &refused) && errors.Is(err, ErrAmbiguous), true)
	same(t, []any{refused.Verdict.Reason, refused.Decision.Access},
		[]any{robots.ReasonMisuse, robots.AccessRefuseAll})
	same(t, w.requests(), []string{"victim.example/robots.txt"})
}

// A gate that makes its requests by a transport which asks that gate, waits for
// nobody.
func TestTransportOfItsOwnGate(t *testing.T) {
	w := newWeb(t, func(out http.ResponseWriter, request *http.Request) {
		if request.URL.Path == "/robots.txt" {
			http.Redirect(out, request, "/private/robots", http.StatusFound)
			return
		}
		io.WriteString(out, rules)
	})
	transport := &Transport{Base: w.transport(t)}
	gate := w.gate(t, func(c *Config) { c.Transport = transport })
	transport.Gate = gate
	same(t, check(t, gate, private).Line, uint32(2))
	_, err := transport.RoundTrip(httptest.NewRequest(http.MethodGet, private, nil))
	same(t, errors.Is(err, ErrDisallowed), true)
}

// A certificate that nobody knows.
func TestCertificates(t *testing.T) {
	server := httptest.NewUnstartedServer(text(rules))
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	defer server.Close()
	gate, err := New(Config{Agent: "ExampleBot", Transport: &http.Transport{}})
	same(t, err, nil)
	defer gate.Close()
	same(t, check(t, gate, server.URL+"/private").Reason, robots.ReasonUnreachable)
	same(t, gate.decision(server.URL).Cause, robots.Cause(robots.FailureTLS))

	gate, err = New(Config{Agent: "ExampleBot", Transport: server.Client().Transport})
	same(t, err, nil)
	defer gate.Close()
	same(t, check(t, gate, server.URL+"/private").Line, uint32(2))
}

// HTTP/2 has failures of its own.
func TestHTTP2(t *testing.T) {
	var wrong, second atomic.Bool
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(out http.ResponseWriter, request *http.Request) {
		second.Store(request.ProtoMajor == 2)
		io.WriteString(out, rules)
		if wrong.Load() {
			http.NewResponseController(out).Flush()
			panic(http.ErrAbortHandler)
		}
	}))
	server.EnableHTTP2 = true
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	defer server.Close()
	for _, want := range []robots.Cause{robots.CauseSuccess, robots.Cause(robots.FailureProtocol)} {
		gate, err := New(Config{Agent: "ExampleBot", Transport: server.Client().Transport})
		same(t, err, nil)
		defer gate.Close()
		same(t, check(t, gate, server.URL+"/private").Allowed, false)
		same(t, gate.decision(server.URL).Cause, want)
		same(t, second.Load(), true)
		wrong.Store(true)
	}
}
