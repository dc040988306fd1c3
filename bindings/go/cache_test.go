package robots

import (
	"bytes"
	"encoding"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

const siteRules = "User-agent: ExampleBot\nDisallow: /private\n\nUser-agent: *\nDisallow: /\n"

// What can be written can be read by what package encoding calls it.
var (
	_ encoding.BinaryMarshaler = (*Matcher)(nil)
	_ encoding.BinaryMarshaler = (*State)(nil)
	_ encoding.BinaryMarshaler = (*Cache)(nil)
)

func newCache(t testing.TB, agents ...string) *Cache {
	t.Helper()
	cache, err := NewCache(CacheConfig{Budget: 1 << 20, Agents: agents})
	if err != nil {
		t.Fatal(err)
	}
	return cache
}

// fetched lets the cache know what came from the origin of a URL.
func fetched(t testing.TB, cache *Cache, url string, status int, body string, now time.Time) *Hit {
	t.Helper()
	found := cache.Get(url, now)
	if found.Kind != LookupFetch {
		t.Fatalf("%s: %v", url, found.Kind)
	}
	found.Ticket.Response(Response{Status: status})
	return found.Ticket.Finish([]byte(body), now)
}

func TestCacheFlow(t *testing.T) {
	cache := newCache(t, "ExampleBot", "OtherBot")
	defer cache.Close()
	const url = "https://site.example/private"
	answer := cache.Check(url, begin)
	same(t, answer.String(), "disallowed: unreachable")
	same(t, []any{answer.Lookup, answer.Access, answer.Basis}, []any{LookupFetch, AccessRefuseAll, BasisNotFetched})

	found := cache.Get(url, begin)
	same(t, found.Kind, LookupFetch)
	same(t, found.Hit == nil && found.Until.IsZero(), true)
	ticket := found.Ticket
	waiting := cache.Get("https://site.example/", begin)
	same(t, []any{waiting.Kind, waiting.Until}, []any{LookupWait, begin.Add(2 * time.Minute)})
	answer = cache.Check(url, begin)
	same(t, []any{answer.Lookup, answer.Wait(), answer.Allowed}, []any{LookupWait, 2 * time.Minute, false})
	same(t, cache.Refresh(url, begin) == nil, true)

	same(t, ticket.URL(), "https://site.example/robots.txt")
	same(t, ticket.IfNoneMatch()+ticket.IfModifiedSince(), "")
	result := ticket.Response(Response{Status: 302, Header: map[string][]string{"Location": {"https://www.site.example/robots.txt"}}})
	same(t, result, ResultRedirect)
	same(t, ticket.URL(), "https://www.site.example/robots.txt")
	result = ticket.Response(Response{Status: 200, Header: map[string][]string{
		"ETag": {`"v1"`}, "Last-Modified": {"Fri, 15 Jan 2027 08:00:00 GMT"}}})
	same(t, result, ResultSuccessful)
	hit := ticket.Finish([]byte(siteRules), begin)
	same(t, ticket.URL(), "")
	same(t, ticket.Finish([]byte(siteRules), begin) == nil, true)

	same(t, hit.Check(url).String(), "disallowed: rule line 2 octets 8")
	same(t, hit.Check("https://site.example/").Allowed, true)
	same(t, hit.CheckAs(1, "https://site.example/").Line, uint32(5))
	same(t, hit.CheckAs(2, url).Reason, ReasonMisuse)
	same(t, hit.CheckAs(-1, url).Reason, ReasonMisuse)
	same(t, hit.Decision().String(), "rules: fresh; last attempt: success, status 200; fetch in 86400 s")
	verdicts := hit.AppendVerdictsAs([]Verdict{{Line: 7}}, 1, url, "nonsense", "https://site.example/robots.txt")
	same(t, fmt.Sprint(verdicts[1:]), "[disallowed: rule line 5 octets 1 disallowed: misuse allowed: robots-txt]")
	same(t, hit.AppendVerdicts(nil, url)[0], hit.Check(url))
	same(t, hit.AppendVerdictsAs(nil, 2, url)[0].Reason, ReasonMisuse)

	later := begin.Add(time.Hour)
	for crawler, line := range []uint32{2, 5} {
		answer = cache.CheckAs(crawler, url, later)
		same(t, []any{answer.Line, answer.Lookup, answer.Access, answer.Basis, answer.Wait(), answer.NextChange()},
			[]any{line, LookupHit, AccessRules, BasisFresh, 23 * time.Hour, begin.Add(24 * time.Hour)})
		again := cache.Get(url, later)
		same(t, again.Kind, LookupHit)
		same(t, again.Hit.Answer(crawler, url), answer)
		again.Hit.Close()
		same(t, again.Hit.Answer(crawler, url).String(), "disallowed: closed")
	}
	same(t, cache.CheckAs(2, url, later).Reason, ReasonMisuse)
	same(t, cache.CheckAs(-1, url, later).Reason, ReasonMisuse)
	// It speaks for where the redirect led as well.
	same(t, cache.Check("https://www.site.example/x", later).Allowed, true)
	origins := cache.Origins()
	slices.Sort(origins)
	same(t, origins, []string{"https://site.example", "https://www.site.example"})

	// A day later the copy is asked for again, with its validators.
	day := begin.Add(24 * time.Hour)
	same(t, cache.Check(url, day).Lookup, LookupFetch)
	ticket = cache.Get(url, day).Ticket
	same(t, ticket.IfNoneMatch(), "")
	ticket.Response(Response{Status: 302, Header: map[string][]string{"Location": {"//www.site.example/robots.txt"}}})
	same(t, ticket.IfNoneMatch(), `"v1"`)
	same(t, ticket.IfModifiedSince(), "Fri, 15 Jan 2027 08:00:00 GMT")
	same(t, ticket.Response(Response{Status: 304}), ResultSuccessful)
	same(t, ticket.Finish(nil, day).Check(url).Line, uint32(2))

	// Nothing comes, but the copy stays good for a while.
	ticket = cache.Refresh(url, day)
	same(t, ticket.Failure(FailureTimeout), ResultUnreachable)
	hit2 := ticket.Finish([]byte("ignored"), day)
	same(t, hit2.Decision().String(), "rules: stale-copy; last attempt: timeout; fetch in 60 s")
	answer = cache.Check(url, day.Add(time.Minute))
	same(t, []any{answer.Line, answer.Lookup, answer.Basis}, []any{uint32(2), LookupFetch, BasisStaleCopy})
	state := cache.State(url)
	same(t, state.Failures(), 1)
	same(t, state.Decision(cache.Policy(), day).Cause, Cause(FailureTimeout))
	same(t, cache.State("https://else.example/") == nil, true)

	stats := cache.Stats()
	same(t, []uint64{stats.Entries, stats.Budget, stats.Tickets, stats.Fetches, stats.Waits, stats.TooLarge},
		[]uint64{2, 1 << 20, 0, 3, 2, 0})
	same(t, stats.Bytes > 100 && stats.Bytes < 10_000 && stats.Hits >= 5, true)
	same(t, cache.Remove(url), true)
	same(t, cache.Remove(url), false)
	same(t, len(cache.Origins()), 1)

	// What was handed out outlives the cache.
	last := cache.Get(url, day)
	cache.Close()
	same(t, hit.Check(url).Line, uint32(2))
	last.Ticket.Response(Response{Status: 404})
	same(t, last.Ticket.Finish(nil, day).Check(url).String(), "allowed: unavailable")
}

// A ticket that is given back goes to the next one, and so does one that is
// dropped or forgotten.
func TestTicketsGoOn(t *testing.T) {
	cache := newCache(t, "ExampleBot")
	const url = "https://site.example/"
	same(t, cache.Get(url, begin).Ticket.Close(), nil)
	ticket := cache.Get(url, begin).Ticket
	same(t, ticket.URL(), "https://site.example/robots.txt")
	late := cache.Get(url, begin.Add(time.Hour)).Ticket
	late.Response(Response{Status: 404})
	late.Finish(nil, begin)
	ticket.Response(Response{Status: 500})
	same(t, ticket.Finish(nil, begin).Check(url).Allowed, false)
	same(t, cache.Check(url, begin).Reason, ReasonUnavailable)

	cache.Remove(url)
	cache.Get(url, begin)
	for range 200 {
		collect()
		if it := cache.Get(url, begin); it.Kind == LookupFetch {
			it.Ticket.Followed(9, "https://site.example/x")
			it.Ticket.Response(Response{Status: 302, Header: map[string][]string{"Location": {"/y"}}})
			same(t, it.Ticket.Finish(nil, begin).Decision().Cause, CauseTooManyRedirects)
			return
		}
	}
	t.Error("the dropped ticket never came back")
}

func TestCacheErrors(t *testing.T) {
	for _, wrong := range []struct {
		agents []string
		want   AgentError
	}{
		{[]string{""}, AgentError{"", "", 0}},
		{[]string{"a", " \n"}, AgentError{" \n", "", 0}},
		{[]string{"a", "b/1"}, AgentError{"b/1", "b/1", 1}},
		{[]string{"a,,b"}, AgentError{"a,,b", "", 2}},
		{[]string{"a\nb"}, AgentError{"a\nb", "a\nb", 1}},
	} {
		_, err := NewCache(CacheConfig{Agents: wrong.agents})
		var got *AgentError
		if !errors.As(err, &got) || *got != wrong.want {
			t.Errorf("%q: %+v", wrong.agents, err)
		}
	}
	_, err := NewCache(CacheConfig{Options: []Option{WithProfile(9)}})
	same(t, err, ErrOption)
	_, err = NewCache(CacheConfig{Agents: []string{"a"}, Policy: Policy{AfterOutage: 9}})
	same(t, err, ErrOption)

	cache, err := NewCache(CacheConfig{Agents: []string{" a,\nb\r\n", "c"}, Lease: time.Second})
	same(t, err, nil)
	same(t, cache.Stats().Budget, uint64(DefaultBudget))
	hit := fetched(t, cache, "https://site.example/", 200, "user-agent: b\ndisallow: /\n", begin)
	same(t, hit.Check("https://site.example/").Line, uint32(2))
	same(t, hit.CheckAs(1, "https://site.example/").Allowed, true)
	nobody := newCache(t)
	hit = fetched(t, nobody, "https://site.example/", 200, siteRules, begin)
	same(t, hit.Check("https://site.example/").Line, uint32(5))
}

// What has no cache behind it refuses.
func TestNoCache(t *testing.T) {
	closed := newCache(t, "a")
	same(t, closed.Close(), nil)
	same(t, closed.Close(), nil)
	const url = "https://site.example/"
	for _, cache := range []*Cache{nil, {}, closed} {
		answer := cache.Check(url, begin)
		want := ReasonMisuse
		if cache == closed {
			want = ReasonClosed
		}
		same(t, answer, noAnswer(want))
		same(t, answer.Allowed || answer.Wait() != 0 || answer.Access != AccessRefuseAll, false)
		same(t, cache.Get(url, begin), Lookup{})
		same(t, cache.Refresh(url, begin) == nil && cache.State(url) == nil, true)
		same(t, len(cache.Origins()), 0)
		same(t, cache.Remove(url), false)
		same(t, cache.Stats(), CacheStats{})
		same(t, cache.Policy(), Policy{})
		octets, err := cache.MarshalBinary()
		same(t, octets, []byte(nil))
		same(t, err, ErrClosed)
		_, err = cache.Restore(nil)
		same(t, err, ErrClosed)
		_, err = cache.Export(url)
		same(t, err, ErrClosed)
		same(t, cache.Import(url, nil), ErrClosed)
		same(t, cache.Close(), nil)
	}
	cache := newCache(t, "a")
	for _, url := range []string{"", "/a", "mailto:a@b.example", "https://"} {
		same(t, cache.Get(url, begin), Lookup{})
		answer := cache.Check(url, begin)
		same(t, []any{answer.Reason, answer.Lookup, answer.Allowed}, []any{ReasonMisuse, LookupMisuse, false})
		same(t, cache.Refresh(url, begin) == nil && cache.State(url) == nil, true)
		same(t, cache.Remove(url), false)
	}
	for _, ticket := range []*Ticket{nil, {}} {
		same(t, ticket.URL()+ticket.IfNoneMatch()+ticket.IfModifiedSince(), "")
		same(t, ticket.Response(Response{Status: 200}), AccessResult(0))
		same(t, ticket.Failure(FailureDNS), AccessResult(0))
		ticket.Followed(1, url)
		same(t, ticket.Finish(nil, begin) == nil, true)
		same(t, ticket.Close(), nil)
	}
	gone := fetched(t, cache, url, 404, "", begin)
	same(t, gone.Close(), nil)
	for _, hit := range []*Hit{nil, {}, gone} {
		same(t, hit.Check(url).Allowed, false)
		same(t, hit.Decision(), Decision{Access: AccessRefuseAll})
		same(t, hit.Answer(0, url).Allowed, false)
		same(t, len(hit.AppendVerdicts(nil, url, url)), 2)
		same(t, hit.AppendVerdicts(nil, url)[0].Allowed, false)
		same(t, hit.Close(), nil)
	}
	same(t, Answer{}.Allowed, false)
}

func TestSnapshots(t *testing.T) {
	m, err := Compile([]byte(sample), []string{"ExampleBot"})
	same(t, err, nil)
	octets, err := m.MarshalBinary()
	same(t, err, nil)
	again, err := UnmarshalMatcher(octets)
	same(t, err, nil)
	same(t, again.Size() > 0, true)
	for _, path := range []string{"/private", "/private/open", "/x"} {
		same(t, again.CheckPath(path), m.CheckPath(path))
	}
	for _, wrong := range [][]byte{nil, []byte(sample), octets[:len(octets)-1]} {
		again, err = UnmarshalMatcher(wrong)
		same(t, err, ErrSnapshot)
		same(t, again.Allowed("https://site.example/"), false)
	}
	m.Close()
	_, err = m.MarshalBinary()
	same(t, err, ErrClosed)

	cache := newCache(t, "ExampleBot")
	fetched(t, cache, "https://a.example/", 200, siteRules, begin)
	fetched(t, cache, "https://b.example/", 404, "", begin)
	all, err := cache.MarshalBinary()
	same(t, err, nil)
	one, err := cache.Export("https://a.example/any")
	same(t, err, nil)
	_, err = cache.Export("https://c.example/")
	same(t, err, ErrUnknown)

	after := newCache(t, "ExampleBot")
	same(t, after.Import("https://b.example/", one), error(SnapshotOtherOrigin))
	same(t, after.Import("nonsense", one), error(SnapshotOtherOrigin))
	same(t, len(after.Origins()), 0)
	same(t, after.Import("https://a.example/x", one), nil)
	same(t, after.Check("https://a.example/private", begin).Line, uint32(2))
	n, err := after.Restore(all)
	same(t, []any{n, err}, []any{2, error(nil)})
	same(t, after.Check("https://b.example/private", begin).Reason, ReasonUnavailable)
	anywhere := newCache(t, "ExampleBot")
	same(t, anywhere.Import("", one), nil)
	same(t, anywhere.Origins(), []string{"https://a.example"})

	other := newCache(t, "OtherBot")
	damaged := bytes.Clone(all)
	damaged[len(damaged)/2] ^= 1
	for _, wrong := range []struct {
		octets []byte
		want   SnapshotError
	}{
		{all, SnapshotSettings}, {damaged, SnapshotChecksum}, {all[:20], SnapshotLength}, {nil, SnapshotLength}, {[]byte(sample), SnapshotForeign}, {one, SnapshotForeign},
	} {
		n, err := other.Restore(wrong.octets)
		same(t, []any{n, err}, []any{0, error(wrong.want)})
		same(t, errors.Is(err, ErrSnapshot), true)
	}
	same(t, other.Import("", one), error(SnapshotSettings))
	same(t, len(other.Origins()), 0)
}

func TestCacheAllocations(t *testing.T) {
	cache := newCache(t, "ExampleBot")
	const url = "https://site.example/private/page.html?x=y"
	hit := fetched(t, cache, url, 200, siteRules, begin)
	urls := slices.Repeat([]string{url}, 1000)
	dst := make([]Verdict, 0, len(urls))
	for name, run := range map[string]func(){
		"Cache.Check":  func() { cache.Check(url, begin) },
		"time.Now":     func() { cache.Check(url, time.Now()) },
		"unknown":      func() { cache.Check("https://unknown.example/", begin) },
		"Hit.Check":    func() { hit.Check(url) },
		"Hit.Decision": func() { hit.Decision() },
		"Hit.Answer":   func() { hit.Answer(0, url) },
	} {
		if n := testing.AllocsPerRun(1000, run); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
	if slow {
		return // the pool drops scratch then
	}
	if n := testing.AllocsPerRun(100, func() { dst = hit.AppendVerdicts(dst[:0], urls...) }); n >= 1 {
		t.Errorf("AppendVerdicts: %v allocations", n)
	}
}

// Of all who ask at once, one gets the ticket.
func TestOneTicketEach(t *testing.T) {
	cache := newCache(t, "ExampleBot")
	var tickets atomic.Int32
	var all sync.WaitGroup
	const origins, workers = 20, 8
	for range workers {
		run(&all, func() {
			for i := range origins {
				url := fmt.Sprintf("https://site%d.example/private", i)
				found := cache.Get(url, begin)
				switch found.Kind {
				case LookupFetch:
					tickets.Add(1)
					found.Ticket.Response(Response{Status: 200})
					found.Ticket.Finish([]byte(siteRules), begin)
				case LookupHit:
					if found.Hit.Check(url).Line != 2 {
						t.Error(found.Hit.Check(url))
					}
				}
			}
		})
	}
	all.Wait()
	same(t, tickets.Load(), int32(origins))
}

// Everything against a concurrent Close: a right answer or a refusal.
func TestConcurrentCloseOfCaches(t *testing.T) {
	const url = "https://site.example/private"
	rounds := 200
	if slow {
		rounds = 20
	}
	if debugging {
		rounds = 2
	}
	for range rounds {
		cache := newCache(t, "ExampleBot")
		hit := fetched(t, cache, url, 200, siteRules, begin)
		ticket := cache.Refresh(url, begin)
		state := cache.State(url)
		attempt, err := NewFetch(url, state, Policy{})
		same(t, err, nil)
		var all sync.WaitGroup
		start := make(chan struct{})
		for worker := range 4 {
			run(&all, func() {
				<-start
				for range 10 {
					if a := cache.Check(url, begin); a.Allowed || a.Reason != ReasonClosed && a.Line != 2 {
						t.Error(a)
					}
					if found := cache.Get(url, begin); found.Kind == LookupHit {
						if found.Hit.Check(url).Line != 2 {
							t.Error(found.Hit.Check(url))
						}
						found.Hit.Close()
					}
					for _, v := range hit.AppendVerdicts(nil, url, url) {
						if v.Allowed || v.Reason != ReasonClosed && v.Line != 2 {
							t.Error(v)
						}
					}
					cache.Stats()
					cache.Origins()
					if octets, err := cache.MarshalBinary(); (octets == nil) != (err == ErrClosed) {
						t.Error(err)
					}
					ticket.Response(Response{Status: 200})
					if after := ticket.Finish([]byte(siteRules), begin); after != nil && after.Check(url).Line != 2 {
						t.Error(after.Check(url))
					}
					if d := state.Record(attempt, Policy{}, begin); d.Access == AccessAllowAll {
						t.Error(d)
					}
					attempt.URL()
					attempt.IfNoneMatch(state)
				}
			})
			if worker%2 == 0 {
				run(&all, func() {
					<-start
					hit.Close()
					cache.Close()
					ticket.Close()
					state.Close()
					attempt.Close()
				})
			}
		}
		close(start)
		all.Wait()
	}
}

// Calls on what nothing else refers to, as TestTemporaries.
func TestTemporariesOfCaches(t *testing.T) {
	const url = "https://site.example/private"
	known := func() *Cache {
		cache := newCache(t, "ExampleBot")
		fetched(t, cache, url, 200, siteRules, begin)
		return cache
	}
	rounds := 10
	if debugging {
		rounds = 3
	}
	for range rounds {
		same(t, known().Check(url, begin).Line, uint32(2))
		same(t, known().Get(url, begin).Hit.Check(url).Line, uint32(2))
		same(t, known().Get(url, begin).Hit.AppendVerdicts(nil, url)[0].Line, uint32(2))
		same(t, known().Get(url, begin).Hit.Decision().Basis, BasisFresh)
		same(t, known().Refresh(url, begin).URL(), "https://site.example/robots.txt")
		same(t, known().Refresh(url, begin).Finish(nil, begin).Decision().Cause, CauseInterrupted)
		same(t, known().State(url).Decision(Policy{}, begin).Basis, BasisFresh)
		same(t, known().Origins(), []string{"https://site.example"})
		same(t, known().Stats().Entries, uint64(1))
		octets, err := known().MarshalBinary()
		same(t, err, nil)
		n, err := newCache(t, "ExampleBot").Restore(octets)
		same(t, []any{n, err}, []any{1, error(nil)})
		attempt, err := NewFetch(url, known().State(url), Policy{})
		same(t, err, nil)
		same(t, attempt.URL(), "https://site.example/robots.txt")
	}
}

// More than the budget holds: the least used goes, and memory stays flat.
func TestBudget(t *testing.T) {
	cache := newCache(t, "ExampleBot")
	body := "User-agent: *\n" + strings.Repeat("Disallow: /some/folder/*.html$\n", 20)
	n := 2000
	if debugging {
		n = 1000 // each call takes a collection
	}
	for i := range n {
		fetched(t, cache, fmt.Sprintf("https://site%d.example/", i), 200, body, begin).Close()
	}
	stats := cache.Stats()
	same(t, stats.Bytes <= stats.Budget && stats.Evictions > 0 && stats.Entries < uint64(n), true)
	same(t, stats.Fetches, uint64(n))
}
