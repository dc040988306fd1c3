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
