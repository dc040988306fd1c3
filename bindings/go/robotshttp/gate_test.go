package robotshttp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	robots "github.com/librobots/librobots/bindings/go"
)

const (
	page    = "http://site.example/page"
	private = "http://site.example/private"
)

// What servers do, and what becomes of it: the verdict of a page, the cause, and
// how long to wait.
func TestOutcomes(t *testing.T) {
	hop := func(out http.ResponseWriter, request *http.Request) {
		// /robots.txt, then /1 and so on up to the number in the host.
		step, goal := 0, 0
		fmt.Sscanf(request.URL.Path, "/%d", &step)
		fmt.Sscanf(request.Host, "hops%d.example", &goal)
		if step == goal {
			io.WriteString(out, rules)
			return
		}
		http.Redirect(out, request, fmt.Sprintf("/%d", step+1), http.StatusFound)
	}
	const day = 24 * time.Hour
	for _, c := range []struct {
		name    string
		handler http.HandlerFunc
		want    string
		wait    time.Duration
	}{
		{"200", text(rules), "disallowed: rule line 2 octets 8, success", day},
		{"200 for ten minutes", text(rules, "Cache-Control", "max-age=600"), "disallowed: rule line 2 octets 8, success", 10 * time.Minute},
		{"204", status(204), "allowed: no-group, success", day},
		{"404", status(404), "allowed: unavailable, missing", day},
		{"403", status(403), "allowed: unavailable, missing", day},
		{"401", status(401), "allowed: unavailable, missing", day},
		{"429", status(429), "disallowed: unreachable, rate-limited", time.Minute},
		{"429 for two hours", status(429, "Retry-After", "7200"), "disallowed: unreachable, rate-limited", 2 * time.Hour},
		{"500", status(500), "disallowed: unreachable, server-error", time.Minute},
		{"503 for ninety seconds", status(503, "Retry-After", "90"), "disallowed: unreachable, server-error", 90 * time.Second},
		{"304 for nothing", status(304), "disallowed: unreachable, odd-status", time.Minute},
		{"no location", status(301), "disallowed: unreachable, no-location", time.Minute},
		{"to ftp", status(302, "Location", "ftp://site.example/robots.txt"), "disallowed: unreachable, not-http", time.Minute},
		{"to no url", status(302, "Location", "http://site.example:port/"), "disallowed: unreachable, bad-location", time.Minute},
		{"206", status(206), "disallowed: unreachable, odd-status", time.Minute},
		{"407", status(407), "disallowed: unreachable, odd-status", time.Minute},
		{"421", status(421), "disallowed: unreachable, odd-status", time.Minute},
		{"511", status(511), "disallowed: unreachable, odd-status", time.Minute},
		{"to a fragment", status(302, "Location", "#x"), "disallowed: unreachable, no-location", time.Minute},
		{"loop", status(307, "Location", "/robots.txt"), "allowed: unavailable, too-many-redirects", day},
		{"endless", hop, "allowed: unavailable, too-many-redirects", day},
		{"to a host inside", status(302, "Location", "http://inside.example/robots.txt"), "disallowed: unreachable, refused", time.Minute},
		{"to no host", status(302, "Location", "http://nowhere.example/robots.txt"), "disallowed: unreachable, dns", time.Minute},
		{"to a deaf host", status(302, "Location", "http://deaf.example/robots.txt"), "disallowed: unreachable, connect", time.Minute},
		{"to https that is none", status(302, "Location", "https://site.example/robots.txt"), "disallowed: unreachable, tls", time.Minute},
		{"silence", raw(""), "disallowed: unreachable, reset", time.Minute},
		{"reset", reset, "disallowed: unreachable, reset", time.Minute},
		{"nonsense", raw("nonsense\r\n\r\n"), "disallowed: unreachable, protocol", time.Minute},
		{"half a head", raw("HTTP/1.1 200 OK\r\nX: y\r\n"), "disallowed: unreachable, reset", time.Minute},
		{"bad header", raw("HTTP/1.1 200 OK\r\nno header\r\n\r\n" + rules), "disallowed: unreachable, protocol", time.Minute},
		{"bad length", raw("HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n" + rules), "disallowed: unreachable, protocol", time.Minute},
		{"cut body", raw("HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\nuser"), "disallowed: unreachable, truncated", time.Minute},
		{"cut chunks", raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nuser\r\n"), "disallowed: unreachable, truncated", time.Minute},
		{"bad chunks", raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nuser\r\n"), "disallowed: unreachable, protocol", time.Minute},
		{"short length", raw("HTTP/1.1 200 OK\r\nContent-Length: 18\r\n\r\n" + rules), "allowed: no-rule, success", day},
		{"no length", raw("HTTP/1.0 200 OK\r\n\r\n" + rules), "disallowed: rule line 2 octets 8, success", day},
		{"huge head", raw("HTTP/1.1 200 OK\r\nX: " + strings.Repeat("x", 11<<20) + "\r\n\r\n"), "disallowed: unreachable, protocol", time.Minute},
		{"early hints", func(out http.ResponseWriter, _ *http.Request) {
			out.WriteHeader(103)
			io.WriteString(out, rules)
		}, "disallowed: rule line 2 octets 8, success", day},

		{"deflate", text(packed("zlib", rules), "Content-Encoding", "deflate"), "disallowed: rule line 2 octets 8, success", day},
		{"deflate without zlib", text(packed("", rules), "Content-Encoding", "Deflate"), "disallowed: rule line 2 octets 8, success", day},
		{"gzip twice", text(packed("gzip", packed("gzip", rules)), "Content-Encoding", "x-gzip, gzip"), "disallowed: rule line 2 octets 8, success", day},
		{"identity", text(rules, "Content-Encoding", "identity"), "disallowed: rule line 2 octets 8, success", day},
		{"gzip", text(packed("gzip", rules), "Content-Encoding", "gzip"), "disallowed: rule line 2 octets 8, success", day},
		{"br", text(rules, "Content-Encoding", "br"), "disallowed: unreachable, undecodable", time.Minute},
		{"no gzip", text(rules, "Content-Encoding", "gzip"), "disallowed: unreachable, undecodable", time.Minute},
		{"no deflate", text(rules, "Content-Encoding", "deflate"), "disallowed: unreachable, undecodable", time.Minute},
		{"cut gzip", text(packed("gzip", rules)[:40], "Content-Encoding", "gzip"), "disallowed: unreachable, truncated", time.Minute},
		{"wrong gzip", text(packed("gzip", rules)[:40]+strings.Repeat("x", 40), "Content-Encoding", "gzip"), "disallowed: unreachable, undecodable", time.Minute},
		{"packed over and over", text(
			packed("gzip", packed("gzip", packed("gzip", packed("gzip", packed("gzip", rules))))),
			"Content-Encoding", "gzip, gzip, gzip, gzip, gzip"), "disallowed: unreachable, undecodable", time.Minute},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			time := &clock{at: time.Unix(1_800_000_000, 0)}
			w := newWeb(t, c.handler)
			gate := w.gate(t, at(time))
			url := private
			if c.name == "endless" {
				url = "http://hops6.example/private"
			}
			answer := check(t, gate, url)
			decision := gate.decision(url)
			same(t, fmt.Sprintf("%v, %v", answer.Verdict, decision.Cause), c.want)
			same(t, answer.Wait(), c.wait)
			same(t, decision.Access, answer.Access)
			// It is known now.
			requests := len(w.requests())
			same(t, check(t, gate, url), answer)
			same(t, len(w.requests()), requests)
		})
	}
	t.Run("five hops", func(t *testing.T) {
		w := newWeb(t, hop)
		same(t, check(t, w.gate(t), "http://hops5.example/private").Line, uint32(2))
		same(t, len(w.requests()), 6)
	})
}

// Nobody waits longer than the time for an attempt.
func TestSlowServers(t *testing.T) {
	for name, handler := range map[string]http.HandlerFunc{
		"head": func(_ http.ResponseWriter, request *http.Request) { <-request.Context().Done() },
		"body": func(out http.ResponseWriter, request *http.Request) {
			io.WriteString(out, rules)
			for request.Context().Err() == nil {
				io.WriteString(out, "#")
				http.NewResponseController(out).Flush()
				time.Sleep(5 * time.Millisecond)
			}
		},
		"hops": func(out http.ResponseWriter, request *http.Request) {
			time.Sleep(60 * time.Millisecond)
			http.Redirect(out, request, request.URL.Path+"x", http.StatusFound)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWeb(t, handler)
			gate := w.gate(t, func(c *Config) { c.Timeout = 150 * time.Millisecond })
			began := time.Now()
			same(t, check(t, gate, page).String(), "disallowed: unreachable")
			same(t, gate.decision(page).Cause, robots.Cause(robots.FailureTimeout))
			if took := time.Since(began); took > 5*time.Second {
				t.Error(took)
			}
		})
	}
}

// Of a body that never ends, what fits is used, without the line that is cut.
func TestHugeBodies(t *testing.T) {
	endless := func(out http.ResponseWriter, _ *http.Request) {
		io.WriteString(out, rules)
		line := strings.Repeat("#", 1<<16)
		for {
			if _, err := io.WriteString(out, line); err != nil {
				return
			}
		}
	}
	bomb := packed("gzip", rules+strings.Repeat("\n", 8<<20))
	for name, handler := range map[string]http.HandlerFunc{
		"endless": endless, "bomb": text(bomb, "Content-Encoding", "gzip"),
	} {
		t.Run(name, func(t *testing.T) {
			var size atomic.Int64
			w := newWeb(t, handler)
			gate := w.gate(t, func(c *Config) {
				c.OnFile = func(_ string, body []byte) { size.Store(int64(len(body))) }
			})
			same(t, check(t, gate, private).Line, uint32(2))
			if size.Load() < int64(len(rules)) || size.Load() > DefaultMaxBody {
				t.Errorf("%d octets", size.Load())
			}
		})
	}
	cut := "User-agent: *\nDisallow: /private\nAllow: /private/open\n"
	for n, want := range map[int]string{
		1: "", 13: "", 14: "User-agent: *\n", 32: "User-agent: *\n", 33: rules, 50: rules,
		len(cut) - 1: rules, len(cut): cut, len(cut) + 1: cut,
	} {
		var body string
		w := newWeb(t, text(cut))
		gate := w.gate(t, func(c *Config) {
			c.MaxBody = n
			c.OnFile = func(_ string, octets []byte) { body = string(octets) }
		})
		check(t, gate, private)
		same(t, body, want)
	}
}

// A hundred goroutines, one fetch; and one for the next origin.
func TestStampede(t *testing.T) {
	open := make(chan struct{})
	w := newWeb(t, func(out http.ResponseWriter, request *http.Request) {
		<-open
		io.WriteString(out, rules)
	})
	gate := w.gate(t)
	var all sync.WaitGroup
	for i := range 100 {
		all.Add(1)
		go func() {
			defer all.Done()
			host := []string{"a", "b"}[i%2]
			answer, err := gate.Check(context.Background(), fmt.Sprintf("http://%s.example/private/%d", host, i))
			if err != nil || answer.Line != 2 || answer.Lookup != robots.LookupHit {
				t.Errorf("%v, %v", answer, err)
			}
		}()
	}
	for gate.waiting() < 100 {
		time.Sleep(time.Millisecond)
	}
	close(open)
	all.Wait()
	same(t, w.count(), 2)
	same(t, gate.waiting(), 0)
	same(t, gate.Cache().Stats().Fetches, uint64(2))
	same(t, gate.Cache().Stats().Tickets, uint64(0))
}

// What a fetch found is freed by the last who has waited for it.
func TestFlightsEnd(t *testing.T) {
	gate := newWeb(t, text(rules)).gate(t)
	_, it, err := gate.board("http://site.example", page)
	same(t, err, nil)
	<-it.done
	same(t, it.hit.Check(page).Allowed, true)
	gate.leave(it)
	for it.hit.Check(page).Reason != robots.ReasonClosed {
		time.Sleep(time.Millisecond) // until who made it has left as well
	}
}

// waiting is how many wait for a fetch.
func (g *Gate) waiting() (n int) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	for _, it := range g.flights {
		n += it.users - 1
	}
	return n
}

// Who waits can leave. The fetch goes on, also when it was begun by who left.
func TestContexts(t *testing.T) {
	open := make(chan struct{})
	w := newWeb(t, func(out http.ResponseWriter, request *http.Request) {
		<-open
		io.WriteString(out, rules)
	})
	gate := w.gate(t)
	ended, end := context.WithCancel(context.Background())
	end()
	answer, err := gate.Check(ended, page)
	same(t, []any{answer.Allowed, err}, []any{false, context.Canceled})
	same(t, len(w.requests()), 0)

	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	answer, err = gate.Check(ctx, page)
	same(t, []any{answer.Allowed, err}, []any{false, context.DeadlineExceeded})
	allowed, err := gate.Allowed(ended, page)
	same(t, []any{allowed, err}, []any{false, context.Canceled})
	because := errors.New("enough")
	caused, stop := context.WithCancelCause(context.Background())
	stop(because)
	_, err = gate.Check(caused, page)
	same(t, err, because)

	close(open)
	same(t, check(t, gate, private).Line, uint32(2))
	same(t, w.count(), 1)
	// What is known needs no time.
	answer, err = gate.Check(ended, page)
	same(t, []any{answer.Allowed, err}, []any{true, error(nil)})
}

func TestCloseOfGates(t *testing.T) {
	w := newWeb(t, func(_ http.ResponseWriter, request *http.Request) { <-request.Context().Done() })
	gate := w.gate(t)
	failed := make(chan error)
	for range 3 {
		go func() {
			answer, err := gate.Check(context.Background(), page)
			if answer.Allowed {
				t.Error("allowed")
			}
			failed <- err
		}()
	}
	for gate.waiting() < 3 {
		time.Sleep(time.Millisecond)
	}
	same(t, gate.Close(), nil)
	same(t, gate.Close(), nil)
	for range 3 {
		same(t, <-failed, robots.ErrClosed)
	}
	for _, gate := range []*Gate{nil, gate} {
		answer, err := gate.Check(context.Background(), page)
		same(t, []any{answer.Allowed, err}, []any{false, robots.ErrClosed})
		same(t, gate.Close(), nil)
	}
	var none *Gate
	same(t, none.Cache() == nil, true)

	// The cache of another is left open, and may be closed by that.
	cache, err := robots.NewCache(robots.CacheConfig{Agents: []string{"ExampleBot"}})
	same(t, err, nil)
	gate = newWeb(t, text(rules)).gate(t, func(c *Config) { c.Cache = cache })
	same(t, check(t, gate, private).Line, uint32(2))
	gate.Close()
	same(t, cache.Stats().Entries, uint64(1))
	gate = newWeb(t, text(rules)).gate(t, func(c *Config) { c.Cache = cache })
	cache.Close()
	_, err = gate.Check(context.Background(), private)
	same(t, err, robots.ErrClosed)
}

// A file that is there, then gone for a while, then there again.
func TestRecovery(t *testing.T) {
	var handler atomic.Value
	set := func(h http.HandlerFunc) { handler.Store(h) }
	w := newWeb(t, func(out http.ResponseWriter, request *http.Request) {
		handler.Load().(http.HandlerFunc)(out, request)
	})
	time1 := &clock{at: time.Unix(1_800_000_000, 0)}
	gate := w.gate(t, at(time1))
	set(status(503))
	same(t, check(t, gate, page).String(), "disallowed: unreachable")
	time1.pass(59 * time.Second)
	same(t, check(t, gate, page).String(), "disallowed: unreachable")
	same(t, w.count(), 1)
	set(text(rules, "ETag", `"v1"`))
	time1.pass(time.Second)
	same(t, check(t, gate, page).String(), "allowed: no-rule")
	same(t, w.count(), 2)

	// A day later nothing has changed.
	set(func(out http.ResponseWriter, request *http.Request) {
		if request.Header.Get("If-None-Match") == `"v1"` {
			out.WriteHeader(http.StatusNotModified)
		}
	})
	time1.pass(24 * time.Hour)
	same(t, check(t, gate, private).Line, uint32(2))
	same(t, gate.decision(page).Cause, robots.CauseNotModified)
	same(t, w.count(), 3)

	// Another day later the server is in trouble, and the copy is obeyed. Nobody
	// waits for further attempts.
	set(status(500))
	time1.pass(24 * time.Hour)
	same(t, check(t, gate, private).Basis, robots.BasisStaleCopy)
	same(t, w.count(), 4)
	open := make(chan struct{})
	set(func(out http.ResponseWriter, _ *http.Request) {
		<-open
		io.WriteString(out, "User-agent: *\nAllow: /\n")
	})
	time1.pass(time.Minute)
	for range 3 {
		answer := check(t, gate, private)
		same(t, []any{answer.Line, answer.Basis}, []any{uint32(2), robots.BasisStaleCopy})
	}
	close(open)
	for gate.waiting() > 0 || check(t, gate, private).Basis == robots.BasisStaleCopy {
		time.Sleep(time.Millisecond)
	}
	same(t, check(t, gate, private).Allowed, true)
	same(t, w.count(), 5)
}

// What is asked for, and how.
func TestRequests(t *testing.T) {
	var files sync.Map
	w := newWeb(t, func(out http.ResponseWriter, request *http.Request) {
		if request.Host == "site.example" {
			http.Redirect(out, request, "http://www.site.example/robots.txt", http.StatusMovedPermanently)
			return
		}
		text(packed("gzip", rules), "Content-Encoding", "gzip")(out, request)
	})
	cache, err := robots.NewCache(robots.CacheConfig{Agents: []string{"ExampleBot"}})
	same(t, err, nil)
	gate := w.gate(t, func(c *Config) {
		c.Agent = "ExampleBot-Images, ExampleBot"
		c.OnFile = func(origin string, body []byte) {
			if answer := cache.Check(private, time.Now()); answer.Lookup != robots.LookupWait {
				t.Errorf("%v, before the file was seen", answer)
			}
			files.Store(origin, string(body))
		}
		c.Cache = cache
	})
	same(t, check(t, gate, private).Line, uint32(2))
	same(t, w.requests(), []string{"site.example/robots.txt", "www.site.example/robots.txt"})
	for _, head := range w.heads {
		same(t, []string{head.Get("User-Agent"), head.Get("Accept-Encoding"), head.Get("Referer")},
			[]string{"ExampleBot-Images", "gzip", ""})
	}
	// The other host is known as well now.
	same(t, check(t, gate, "http://www.site.example/private").Line, uint32(2))
	same(t, w.count(), 2)
	body, _ := files.Load("http://site.example")
	same(t, body, rules)

	gate = w.gate(t, func(c *Config) { c.UserAgent = "Mozilla/5.0 (compatible; ExampleBot/1.0)" })
	check(t, gate, private)
	same(t, w.heads[2].Get("User-Agent"), "Mozilla/5.0 (compatible; ExampleBot/1.0)")

	for _, url := range []string{"", "/page", "mailto:a@site.example", "http://"} {
		same(t, check(t, gate, url).String(), "disallowed: misuse")
	}
	same(t, check(t, gate, "ftp://site.example/x").String(), "disallowed: unreachable")
	same(t, gate.decision("ftp://site.example/x").Cause, robots.Cause(robots.FailureRefused))
	same(t, len(w.requests()), 4)

	_, err = New(Config{Agent: "Example Bot/1.0"})
	if !errors.As(err, new(*robots.AgentError)) {
		t.Error(err)
	}
	_, err = New(Config{})
	if !errors.As(err, new(*robots.AgentError)) {
		t.Error(err)
	}
}

// Somebody else asks who uses the same cache.
func TestSharedCaches(t *testing.T) {
	cache, err := robots.NewCache(robots.CacheConfig{Agents: []string{"ExampleBot", "OtherBot"}})
	same(t, err, nil)
	w := newWeb(t, text("User-agent: OtherBot\nDisallow: /\n"))
	one := w.gate(t, func(c *Config) { c.Cache = cache })
	two := w.gate(t, func(c *Config) { c.Cache, c.Crawler = cache, 1 })
	same(t, check(t, one, page).Allowed, true)
	same(t, check(t, two, page).Line, uint32(2))
	same(t, w.count(), 1)

	const url = "http://else.example/"
	ticket := cache.Get(url, time.Now()).Ticket
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	_, err = one.Check(ctx, url)
	same(t, err, context.DeadlineExceeded)
	go func() {
		time.Sleep(20 * time.Millisecond)
		ticket.Response(robots.Response{Status: 404})
		ticket.Finish(nil, time.Now())
	}()
	same(t, check(t, one, url).Reason, robots.ReasonUnavailable)
	same(t, w.count(), 1)

	// After a restart nothing is asked again.
	octets, err := cache.MarshalBinary()
	same(t, err, nil)
	restored, err := robots.NewCache(robots.CacheConfig{Agents: []string{"ExampleBot", "OtherBot"}})
	same(t, err, nil)
	_, err = restored.Restore(octets)
	same(t, err, nil)
	three := w.gate(t, func(c *Config) { c.Cache, c.Crawler = restored, 1 })
	same(t, check(t, three, page).Line, uint32(2))
	same(t, w.count(), 1)
}

// A file that no cache can hold still answers who has waited for it.
func TestTooLargeForTheCache(t *testing.T) {
	var body strings.Builder
	body.WriteString("User-agent: *\n")
	for i := range 2000 {
		fmt.Fprintf(&body, "Disallow: /folder/%d/*x%d\n", i, i)
	}
	w := newWeb(t, text(body.String()))
	gate := w.gate(t, func(c *Config) { c.Budget = 4 << 10 })
	same(t, check(t, gate, "http://site.example/folder/1/x1").Line, uint32(3))
	same(t, check(t, gate, page).Reason, robots.ReasonUnreachable)
	same(t, w.count(), 1)
}

func TestHitAllocations(t *testing.T) {
	w := newWeb(t, text(rules))
	gate := w.gate(t)
	ctx := context.Background()
	check(t, gate, page)
	runs := 1000
	if debugging {
		runs = 10
	}
	if n := testing.AllocsPerRun(runs, func() { gate.Check(ctx, private) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
