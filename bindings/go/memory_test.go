package robots

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"runtime"
	"testing"
	"time"
)

// residentKiB is what the process holds of the machine's memory; 0 where that
// cannot be told.
func residentKiB() int {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	var pages, resident int
	if _, err := fmt.Sscan(string(text), &pages, &resident); err != nil {
		return 0
	}
	return resident * (os.Getpagesize() >> 10)
}

// 100,000 files parsed and dropped, each of some 14 KB of C memory, would be
// 1.4 GB if nobody freed them.
func TestDroppedFilesKeepMemoryFlat(t *testing.T) {
	if residentKiB() == 0 || debugging {
		t.Skip("needs /proc, and collections by itself")
	}
	files := 100_000
	if raceEnabled {
		files = 10_000
	}
	body := []byte("User-agent: *\n")
	for i := range 400 {
		body = fmt.Appendf(body, "Disallow: /some/folder/%d/*.html$\n", i)
	}
	check := func(files int, parse func() int) func(*testing.T) {
		return func(t *testing.T) {
			most, early, octets := 0, 0, 0
			for i := range files {
				octets += parse()
				if i%100 == 99 {
					most = max(most, residentKiB())
				}
				if i == files/5 {
					early = most
				}
			}
			t.Logf("%d files, %d MiB together: at most %d MiB resident, %d MiB in the first fifth",
				files, octets>>20, most>>10, early>>10)
			// Half as much again as the threshold, and what the allocators keep.
			if most > 256<<10 {
				t.Errorf("%d KiB resident", most)
			}
		}
	}
	t.Run("closed", check(files, func() int {
		file := Parse(body)
		defer file.Close()
		return file.Size()
	}))
	t.Run("dropped", check(files, func() int { return Parse(body).Size() }))
	t.Run("matchers dropped", check(files/5, func() int {
		file := Parse(body)
		m, err := file.Matcher("ExampleBot")
		if err != nil || m.CheckPath("/some/folder/7/x.html").Line != 9 {
			t.Fatal("wrong verdict")
		}
		return file.Size() + m.Size()
	}))
}

// Caches with something in them, tickets that were never handed in, and hits.
func TestDroppedCachesKeepMemoryFlat(t *testing.T) {
	if residentKiB() == 0 || debugging {
		t.Skip("needs /proc, and collections by itself")
	}
	rounds := 20_000
	if raceEnabled {
		rounds = 1000
	}
	body := []byte("User-agent: *\n")
	for i := range 100 {
		body = fmt.Appendf(body, "Disallow: /some/folder/%d/*.html$\n", i)
	}
	const url = "https://site.example/some/folder/7/x.html"
	for _, kind := range []string{"caches", "tickets, states and hits"} {
		t.Run(kind, func(t *testing.T) {
			most, early := 0, 0
			cache := newCache(t, "ExampleBot")
			for i := range rounds {
				if kind == "caches" {
					cache = newCache(t, "ExampleBot")
				} else {
					cache.Remove(url)
				}
				ticket := cache.Refresh(url, begin)
				ticket.Response(Response{Status: 200})
				if hit := ticket.Finish(body, begin); hit.Check(url).Line != 9 {
					t.Fatal(hit.Check(url))
				}
				cache.Refresh(fmt.Sprintf("https://site%d.example/", i), begin)
				attempt, err := NewFetch(url, cache.State(url), Policy{})
				if err != nil {
					t.Fatal(err)
				}
				attempt.Response(Response{Status: 301, Header: map[string][]string{"Location": {"/r"}}})
				if i%100 == 99 {
					most = max(most, residentKiB())
				}
				if i == rounds/5 {
					early = most
				}
			}
			t.Logf("%d: at most %d MiB resident, %d MiB in the first fifth", rounds, most>>10, early>>10)
			if most > 256<<10 {
				t.Errorf("%d KiB resident", most)
			}
		})
	}
}

// collect runs a collection with its cleanups.
func collect() {
	runtime.GC()
	time.Sleep(time.Millisecond)
}

// The bookkeeping returns to where it was.
func TestMemoryIsAccountedFor(t *testing.T) {
	// What other tests dropped is freed first.
	for before := int64(-1); memory.live.Load() != before; {
		before = memory.live.Load()
		for range 3 {
			runtime.GC()
			time.Sleep(20 * time.Millisecond)
		}
	}
	before := memory.live.Load()
	file := Parse([]byte(sample))
	m, err := file.Matcher("ExampleBot")
	same(t, err, nil)
	same(t, memory.live.Load(), before+int64(file.Size()+m.Size()))
	file.Close()
	m.Close()
	same(t, memory.live.Load(), before)

	cache := newCache(t, "ExampleBot")
	const url = "https://site.example/"
	fetched(t, cache, url, 200, siteRules, begin).Close()
	ticket, state := cache.Refresh(url, begin), cache.State(url)
	attempt, err := NewFetch(url, state, Policy{})
	same(t, err, nil)
	same(t, memory.live.Load(), before+64<<10+ticketSize+stateSize+fetchSize)
	for _, it := range []interface{ Close() error }{cache, ticket, state, attempt} {
		it.Close()
		it.Close()
	}
	same(t, memory.live.Load(), before)
}

func TestPressure(t *testing.T) {
	p := newPressure(1000)
	collections, garbage := 0, int64(0)
	p.run = func() { collections++; p.shrink(garbage); garbage = 0 }
	grow := func(size int64) {
		t.Helper()
		p.grow(size)
		p.mutex.Lock()
		running := p.running
		p.mutex.Unlock()
		if running != nil {
			<-running
		}
	}
	grow(1000)
	same(t, collections, 0)
	garbage = 500
	grow(1)
	same(t, collections, 1)
	same(t, p.live.Load(), int64(501))
	same(t, p.limit.Load(), int64(1002))
	grow(5000)
	same(t, collections, 2)
	same(t, p.limit.Load(), int64(11002))
	p.shrink(5400)
	same(t, p.limit.Load(), int64(1000))

	same(t, p.set(10), int64(1000))
	same(t, p.limit.Load(), int64(202))
	same(t, p.set(math.MaxInt64), int64(10))
	grow(1 << 40)
	same(t, collections, 2)
	same(t, p.set(1000), int64(0))

	previous := SetGCThreshold(-1)
	same(t, previous, int64(DefaultGCThreshold))
	same(t, memory.threshold.Load(), int64(math.MaxInt64))
	same(t, SetGCThreshold(previous), int64(0))
}

// A body is not kept: changing it changes nothing.
func TestBodyIsNotKept(t *testing.T) {
	body := bytes.Clone([]byte(sample))
	file := Parse(body)
	m, err := Compile(body, []string{"ExampleBot"})
	same(t, err, nil)
	clear(body)
	same(t, len(file.Rules()), 3)
	same(t, m.CheckPath("/private").Line, uint32(3))
}
