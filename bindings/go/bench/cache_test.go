package bench

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	robots "github.com/librobots/librobots/bindings/go"
	"github.com/librobots/librobots/bindings/go/robotshttp"
)

// known is a cache that knows the file of the shop, for so many hosts.
func known(hosts int) *robots.Cache {
	cache := must(robots.NewCache(robots.CacheConfig{Agents: []string{agent}}))
	for i := range hosts {
		found := cache.Get("https://"+host(i)+"/", time.Now())
		found.Ticket.Response(robots.Response{Status: http.StatusOK})
		found.Ticket.Finish([]byte(shop), time.Now()).Close()
	}
	return cache
}

func host(i int) string {
	if i == 0 {
		return "shop.example"
	}
	return fmt.Sprintf("shop%d.example", i)
}

// spread are pages of so many hosts in turn.
func spread(urls []string, hosts int) []string {
	out := make([]string, len(urls))
	for i, url := range urls {
		out[i] = strings.Replace(url, host(0), host(i%hosts), 1)
	}
	return out
}

// What is known of the URL's origin, one URL a call.
func BenchmarkCache(b *testing.B) {
	for _, hosts := range []int{1, among} {
		urls := spread(pages(among), hosts)
		cache := known(hosts)
		defer cache.Close()
		now := time.Now()
		b.Run(fmt.Sprintf("cache-check/%d", hosts), func(b *testing.B) {
			cycle(b, urls, func(url string) bool { return cache.Check(url, now).Allowed })
		})
		gate := must(robotshttp.New(robotshttp.Config{Cache: cache}))
		defer gate.Close()
		ctx := context.Background()
		b.Run(fmt.Sprintf("gate-check/%d", hosts), func(b *testing.B) {
			cycle(b, urls, func(url string) bool { return must(gate.Check(ctx, url)).Allowed })
		})
		b.Run(fmt.Sprintf("cache-get/%d", hosts), func(b *testing.B) {
			cycle(b, urls, func(url string) bool {
				hit := cache.Get(url, now).Hit
				defer hit.Close()
				return hit.Check(url).Allowed
			})
		})
	}
}

// One cache for all goroutines.
func BenchmarkCacheParallel(b *testing.B) {
	urls := spread(pages(among), among)
	cache := known(among)
	defer cache.Close()
	now := time.Now()
	b.Run("cache-check", parallel(urls, func(url string) bool { return cache.Check(url, now).Allowed }))
	gate := must(robotshttp.New(robotshttp.Config{Cache: cache}))
	defer gate.Close()
	ctx := context.Background()
	b.Run("gate-check", parallel(urls, func(url string) bool { return must(gate.Check(ctx, url)).Allowed }))
}
