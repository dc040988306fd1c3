//go:build linux && !debug

// Only where /proc tells what the process holds, and where collections come by
// themselves.

package robots

import (
	"fmt"
	"os"
	"testing"
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

// How often to do what takes memory, and how often if races are watched.
func rounds(t *testing.T, usual, raced int) int {
	if residentKiB() == 0 {
		t.Fatal("/proc/self/statm cannot be read")
	}
	if raceEnabled {
		return raced
	}
	return usual
}

// A file of so many rules.
func folders(rules int) []byte {
	body := []byte("User-agent: *\n")
	for i := range rules {
		body = fmt.Appendf(body, "Disallow: /some/folder/%d/*.html$\n", i)
	}
	return body
}

// 100,000 files parsed and dropped, each of some 14 KB of C memory, would be
// 1.4 GB if nobody freed them.
func TestDroppedFilesKeepMemoryFlat(t *testing.T) {
	files := rounds(t, 100_000, 10_000)
	body := folders(400)
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
	rounds := rounds(t, 20_000, 1000)
	body := folders(100)
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
