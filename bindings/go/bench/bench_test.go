package bench

import (
	"fmt"
	"testing"

	jimsmart "github.com/jimsmart/grobotstxt"
	robots "github.com/librobots/librobots/bindings/go"
	compatjimsmart "github.com/librobots/librobots/bindings/go/compat/grobotstxt"
	compattemoto "github.com/librobots/librobots/bindings/go/compat/temoto"
	temoto "github.com/temoto/robotstxt"
)

// among is a power of two: cheap to cycle through.
const among = 64

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// cycle runs a benchmark over the texts in turn, and fails if the answers are
// not what the shop says.
func cycle(b *testing.B, texts []string, allowed func(text string) bool) {
	count := 0
	for _, text := range texts {
		if allowed(text) {
			count++
		}
	}
	if want := among - among/5; count != want {
		b.Fatalf("%d allowed of %d, not %d", count, len(texts), want)
	}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		allowed(texts[i&(among-1)])
		i++
	}
}

// One URL a call, the file read before.
func BenchmarkSingle(b *testing.B) {
	urls := pages(among)
	matcher := must(robots.Compile([]byte(shop), []string{agent}))
	defer matcher.Close()
	kernel := newKernel([]byte(shop), agent, urls)
	defer kernel.free()
	b.Run("floor-empty-call", func(b *testing.B) {
		for b.Loop() {
			emptyCall()
		}
	})
	b.Run("floor-empty-check", func(b *testing.B) {
		for b.Loop() {
			emptyCheck(urls[0])
		}
	})
	b.Run("kernel-in-C", func(b *testing.B) { kernel.check(b.N) })
	b.Run("robots", func(b *testing.B) { cycle(b, urls, matcher.Allowed) })
	b.Run("robots-path", func(b *testing.B) {
		cycle(b, paths(urls), func(path string) bool { return matcher.CheckPath(path).Allowed })
	})
	b.Run("temoto-path", func(b *testing.B) {
		cycle(b, paths(urls), must(temoto.FromString(shop)).FindGroup(agent).Test)
	})
	b.Run("compat-temoto-path", func(b *testing.B) {
		cycle(b, paths(urls), must(compattemoto.FromString(shop)).FindGroup(agent).Test)
	})
}

// One URL a call, and the file read each time: all that one of them can do.
func BenchmarkOneShot(b *testing.B) {
	urls := pages(among)
	body := []byte(shop)
	b.Run("robots", func(b *testing.B) {
		cycle(b, urls, func(url string) bool { return robots.Check(body, agent, url).Allowed })
	})
	b.Run("temoto-path", func(b *testing.B) {
		cycle(b, paths(urls), func(path string) bool { return must(temoto.FromBytes(body)).TestAgent(path, agent) })
	})
	b.Run("jimsmart", func(b *testing.B) {
		cycle(b, urls, func(url string) bool { return jimsmart.AgentAllowed(shop, agent, url) })
	})
	b.Run("compat-jimsmart", func(b *testing.B) {
		cycle(b, urls, func(url string) bool { return compatjimsmart.AgentAllowed(shop, agent, url) })
	})
}

// Many URLs a call; see ns/url.
func BenchmarkBatch(b *testing.B) {
	matcher := must(robots.Compile([]byte(shop), []string{agent}))
	defer matcher.Close()
	for _, n := range []int{10, 100, 1000} {
		urls := pages(n)
		kernel := newKernel([]byte(shop), agent, urls)
		defer kernel.free()
		b.Run(fmt.Sprintf("kernel-in-C/%d", n), func(b *testing.B) {
			kernel.batch(b.N)
			perURL(b, n)
		})
		b.Run(fmt.Sprintf("robots/%d", n), func(b *testing.B) {
			verdicts := make([]robots.Verdict, 0, n)
			b.ReportAllocs()
			for b.Loop() {
				verdicts = matcher.AppendVerdicts(verdicts[:0], urls...)
			}
			perURL(b, n)
		})
		b.Run(fmt.Sprintf("temoto-path/%d", n), func(b *testing.B) {
			texts := paths(urls)
			group := must(temoto.FromString(shop)).FindGroup(agent)
			for b.Loop() {
				for _, text := range texts {
					group.Test(text)
				}
			}
			perURL(b, n)
		})
	}
}

func perURL(b *testing.B, n int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/url")
}

// parallel asks from all goroutines.
func parallel(texts []string, allowed func(string) bool) func(*testing.B) {
	return func(b *testing.B) {
		b.ReportAllocs()
		b.RunParallel(func(pb *testing.PB) {
			for i := 0; pb.Next(); i++ {
				allowed(texts[i&(among-1)])
			}
		})
	}
}

// One matcher for all goroutines.
func BenchmarkParallel(b *testing.B) {
	urls := pages(among)
	matcher := must(robots.Compile([]byte(shop), []string{agent}))
	defer matcher.Close()
	kernel := newKernel([]byte(shop), agent, urls)
	defer kernel.free()
	b.Run("floor-empty-check", parallel(urls, emptyCheck))
	b.Run("bare-call", parallel(urls, kernel.bare))
	b.Run("robots", parallel(urls, matcher.Allowed))
	b.Run("temoto-path", parallel(paths(urls), must(temoto.FromString(shop)).FindGroup(agent).Test))
}

// From a body to what answers.
func BenchmarkCompile(b *testing.B) {
	body := []byte(shop)
	b.SetBytes(int64(len(body)))
	b.Run("robots", func(b *testing.B) {
		agents := []string{agent}
		b.ReportAllocs()
		for b.Loop() {
			must(robots.Compile(body, agents)).Close()
		}
	})
	b.Run("temoto", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			must(temoto.FromBytes(body)).FindGroup(agent)
		}
	})
}
