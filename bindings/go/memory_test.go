package robots

import (
	"bytes"
	"math"
	"runtime"
	"testing"
	"time"
)

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
