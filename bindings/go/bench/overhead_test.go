package bench

import (
	"context"
	"fmt"
	"testing"
	"time"

	robots "github.com/librobots/librobots/bindings/go"
	compattemoto "github.com/librobots/librobots/bindings/go/compat/temoto"
	"github.com/librobots/librobots/bindings/go/robotshttp"
	temoto "github.com/temoto/robotstxt"
)

// A candidate is one way to ask.
type candidate struct {
	name   string
	urls   int              // in one round
	rounds int              // in one batch
	run    func(rounds int) // asks for all URLs that often
	least  time.Duration    // of all batches
}

// nanoseconds for one URL, at best.
func (c *candidate) nanoseconds() float64 {
	return float64(c.least.Nanoseconds()) / float64(c.rounds*c.urls)
}

// each asks in a loop of Go.
func each(name string, rounds int, texts []string, ask func(string) bool) *candidate {
	return &candidate{name: name, urls: len(texts), rounds: rounds, run: func(rounds int) {
		for range rounds {
			for _, text := range texts {
				ask(text)
			}
		}
	}}
}

// TestOverhead measures in many short batches, all candidates in turn, and
// prints the least time of each: what the code costs where nothing disturbs the
// machine. Differences of these are what a border costs.
//
//	go test -run Overhead -v .
func TestOverhead(t *testing.T) {
	urls := pages(among)
	k := newKernel([]byte(shop), agent, urls)
	defer k.free()
	matcher := must(robots.Compile([]byte(shop), []string{agent}))
	defer matcher.Close()
	floor := each("empty check", 64, urls, emptyCheck)
	inC := &candidate{name: "loop in C", urls: among, rounds: 64, run: func(rounds int) { k.check(rounds * among) }}
	single := each("robots", 64, urls, matcher.Allowed)
	bare := each("bare call", 64, urls, k.bare)
	cache := known(among)
	defer cache.Close()
	gate := must(robotshttp.New(robotshttp.Config{Cache: cache}))
	defer gate.Close()
	ctx, now := context.Background(), time.Now()
	kernelCache := newKernel([]byte(shop), agent, spread(urls, among))
	defer kernelCache.free()
	kernelCache.restore(agent, must(cache.MarshalBinary()))
	if got := kernelCache.checkCache(among, now); got != among-among/5 {
		t.Fatalf("%d allowed", got)
	}
	all := []*candidate{
		each("empty C function", 64, urls, func(string) bool { emptyCall(); return false }),
		floor, inC, bare, single,
		each("robots, path", 64, paths(urls), func(path string) bool { return matcher.CheckPath(path).Allowed }),
		each("compat/temoto, path", 64, paths(urls), must(compattemoto.FromString(shop)).FindGroup(agent).Test),
		{name: "cache in a loop in C", urls: among, rounds: 64,
			run: func(rounds int) { kernelCache.checkCache(rounds*among, now) }},
		each("Cache.Check, 64 origins", 64, spread(urls, among), func(url string) bool { return cache.Check(url, now).Allowed }),
		each("Gate.Check, 64 origins", 64, spread(urls, among), func(url string) bool { return must(gate.Check(ctx, url)).Allowed }),
		each("time.Now", 64, urls, func(string) bool { return time.Now().IsZero() }),
		each("temoto, path", 1, paths(urls), must(temoto.FromString(shop)).FindGroup(agent).Test),
	}
	for _, n := range []int{10, 100, 1000} {
		urls := pages(n)
		k := newKernel([]byte(shop), agent, urls)
		defer k.free()
		verdicts := make([]robots.Verdict, 0, n)
		all = append(all,
			&candidate{name: fmt.Sprintf("batch of %d, loop in C", n), urls: n, rounds: 4000 / n, run: k.batch},
			&candidate{name: fmt.Sprintf("batch of %d, robots", n), urls: n, rounds: 4000 / n, run: func(rounds int) {
				for range rounds {
					verdicts = matcher.AppendVerdicts(verdicts[:0], urls...)
				}
			}})
	}
	batches := 400
	if testing.Short() {
		batches = 20
	}
	for i := range batches {
		for _, it := range all {
			start := time.Now()
			it.run(it.rounds)
			if took := time.Since(start); i == 0 || took < it.least {
				it.least = took
			}
		}
	}
	for _, it := range all {
		t.Logf("%-24s %7.1f ns a URL", it.name, it.nanoseconds())
	}
	t.Logf("a single call costs %.1f ns over floor and loop in C, %.1f ns of it for a Close at any time",
		single.nanoseconds()-inC.nanoseconds()-floor.nanoseconds(), single.nanoseconds()-bare.nanoseconds())
}
