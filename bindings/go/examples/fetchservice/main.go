// Command fetchservice shows a fetch service that obeys robots.txt: many
// goroutines, several sites, each robots.txt fetched once. The sites are servers
// in this process, so it needs no network.
//
//	go run ./examples/fetchservice
package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"
	"sync/atomic"

	"github.com/librobots/librobots/bindings/go/robotshttp"
)

const (
	agent   = "ExampleBot"
	workers = 8
)

// A web is a few sites that count what they are asked for.
type web struct {
	servers []*httptest.Server
	robots  atomic.Int64 // requests for /robots.txt
	public  atomic.Int64
	private atomic.Int64 // requests that no polite crawler makes
}

// newWeb starts one site for each robots.txt; the empty one is a 404, and "503"
// is that status. Everything below /private/ is meant to be denied, and all of
// a site that answers 503.
func newWeb(files ...string) *web {
	w := new(web)
	for _, file := range files {
		w.servers = append(w.servers, httptest.NewServer(http.HandlerFunc(
			func(out http.ResponseWriter, request *http.Request) {
				switch path := request.URL.Path; {
				case path == "/robots.txt" && file == "":
					w.robots.Add(1)
					http.NotFound(out, request)
				case path == "/robots.txt" && file == "503":
					w.robots.Add(1)
					out.WriteHeader(http.StatusServiceUnavailable)
				case path == "/robots.txt":
					w.robots.Add(1)
					fmt.Fprint(out, file)
				case file == "503" || file != "" && len(path) > 8 && path[:9] == "/private/":
					w.private.Add(1)
				default:
					w.public.Add(1)
					fmt.Fprintln(out, "a page")
				}
			})))
	}
	return w
}

func (w *web) close() {
	for _, server := range w.servers {
		server.Close()
	}
}

// urls are pages of all sites, half of them private.
func (w *web) urls(each int) []string {
	var all []string
	for i := range each {
		for _, server := range w.servers {
			all = append(all, fmt.Sprintf("%s/page/%d", server.URL, i), fmt.Sprintf("%s/private/%d", server.URL, i))
		}
	}
	return all
}

// A result counts outcomes.
type result struct{ fetched, refused, failed atomic.Int64 }

// crawl fetches all URLs with several goroutines.
func crawl(ctx context.Context, service *Service, urls []string) *result {
	counts := new(result)
	queue := make(chan string)
	var all sync.WaitGroup
	for range workers {
		all.Add(1)
		go func() {
			defer all.Done()
			for url := range queue {
				switch _, err := service.Fetch(ctx, url); {
				case err == nil:
					counts.fetched.Add(1)
				case errors.Is(err, robotshttp.ErrDisallowed):
					counts.refused.Add(1)
				default:
					counts.failed.Add(1)
				}
			}
		}()
	}
	for _, url := range urls {
		queue <- url
	}
	close(queue)
	all.Wait()
	return counts
}

func main() {
	sites := newWeb(
		"User-agent: *\nDisallow: /private/\n",
		"User-agent: ExampleBot\nDisallow: /private/\nUser-agent: *\nDisallow: /\n",
		"",
		"503",
	)
	defer sites.close()
	service, err := NewService(http.DefaultTransport, agent)
	if err != nil {
		fmt.Fprintln(os.Stderr, "fetchservice:", err)
		os.Exit(2)
	}
	defer service.Close()
	counts := crawl(context.Background(), service, sites.urls(50))
	fmt.Printf("%d fetched, %d refused, %d failed; %d requests for robots.txt, %d for what is private\n",
		counts.fetched.Load(), counts.refused.Load(), counts.failed.Load(),
		sites.robots.Load(), sites.private.Load())
	if sites.private.Load() > 0 {
		os.Exit(1)
	}
}
