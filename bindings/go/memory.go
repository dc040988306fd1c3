package robots

/*
#include "binding.h"
*/
import "C"

import (
	"math"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// DefaultGCThreshold is the threshold of [SetGCThreshold] at the start: 64 MiB.
const DefaultGCThreshold = 64 << 20

// memory watches what the C library holds for this package.
var memory = newPressure(DefaultGCThreshold)

// SetGCThreshold sets how many octets of C memory files and matchers may hold
// before the package asks for a collection, and returns the previous setting.
//
// The collector frees what was dropped without Close, but does not know its
// size. So the package counts, and runs a collection in the background when the
// count exceeds the threshold or has doubled since the last one, whichever is
// more. A program that makes files faster than they are collected waits for the
// collector at half as much again.
//
// A threshold of 0 or less turns this off; then only the collections of the Go
// heap free what was dropped. Programs that call Close reach the threshold only
// with files that are really in use.
func SetGCThreshold(octets int64) (previous int64) {
	if octets <= 0 {
		octets = math.MaxInt64
	}
	return memory.set(octets)
}

// pressure decides when to collect.
type pressure struct {
	live      atomic.Int64 // octets of all objects not yet freed
	threshold atomic.Int64
	limit     atomic.Int64 // collect above
	mutex     sync.Mutex
	running   chan struct{} // closed when the collection is over
	freed     atomic.Int64  // how often shrink was called
	run       func()        // runs a collection
}

func newPressure(threshold int64) *pressure {
	p := &pressure{run: runtime.GC}
	p.threshold.Store(threshold)
	p.limit.Store(threshold)
	return p
}

func (p *pressure) set(threshold int64) int64 {
	previous := p.threshold.Swap(threshold)
	p.limit.Store(p.wanted())
	if previous == math.MaxInt64 {
		return 0
	}
	return previous
}

// wanted is the limit for the objects there are now.
func (p *pressure) wanted() int64 {
	live, threshold := p.live.Load(), p.threshold.Load()
	if live > math.MaxInt64/2 {
		return math.MaxInt64
	}
	return max(2*live, threshold)
}

func (p *pressure) grow(size int64) {
	live, limit := p.live.Add(size), p.limit.Load()
	if live <= limit {
		return
	}
	done := p.start()
	if live-limit > limit/2 {
		<-done
	}
}

func (p *pressure) shrink(size int64) {
	p.freed.Add(1)
	p.live.Add(-size)
	limit := p.limit.Load()
	if wanted := p.wanted(); wanted < limit {
		p.limit.CompareAndSwap(limit, wanted)
	}
}

// start runs a collection unless one is running.
func (p *pressure) start() <-chan struct{} {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.running != nil {
		return p.running
	}
	done := make(chan struct{})
	p.running = done
	go func() {
		p.collect()
		p.mutex.Lock()
		defer p.mutex.Unlock()
		// Too much as long as not all that was found is freed; shrink corrects it.
		p.limit.Store(p.wanted())
		p.running = nil
		close(done)
	}()
	return done
}

// collect runs a collection and lets the cleanups free what it found. They run
// later, in no order, on goroutines of the runtime; so this waits until one has
// run and no more follow, or for a while.
func (p *pressure) collect() {
	const patience, step = 100 * time.Millisecond, 2 * time.Millisecond
	began := make(chan struct{})
	runtime.AddCleanup(new([64]byte), func(c chan struct{}) { close(c) }, began)
	p.run()
	deadline := time.After(patience)
	select {
	case <-began:
	case <-deadline:
	}
	for range patience / step {
		before := p.freed.Load()
		time.Sleep(step)
		if p.freed.Load() == before {
			break
		}
	}
	C.binding_trim()
}
