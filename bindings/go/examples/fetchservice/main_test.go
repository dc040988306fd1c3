package main

import (
	"context"
	"errors"
	"net/http"
	"testing"

	robots "github.com/librobots/librobots/bindings/go"
	"github.com/librobots/librobots/bindings/go/robotshttp"
)

func TestCrawl(t *testing.T) {
	sites := newWeb("User-agent: *\nDisallow: /private/\n",
		"User-agent: ExampleBot\nDisallow: /private/\nUser-agent: *\nDisallow: /\n", "", "503")
	defer sites.close()
	service := newService(t)
	counts := crawl(context.Background(), service, sites.urls(50))
	// Two sites refuse half of their pages, one none, one all.
	if counts.fetched.Load() != 200 || counts.refused.Load() != 200 || counts.failed.Load() != 0 {
		t.Errorf("%d fetched, %d refused, %d failed", counts.fetched.Load(), counts.refused.Load(), counts.failed.Load())
	}
	if sites.private.Load() != 0 || sites.public.Load() != 200 || sites.robots.Load() != 4 {
		t.Errorf("%d private, %d public, %d robots.txt", sites.private.Load(), sites.public.Load(), sites.robots.Load())
	}

	service.Close()
	_, err := service.Fetch(context.Background(), sites.urls(1)[0])
	if !errors.Is(err, robots.ErrClosed) {
		t.Error(err)
	}
}

func newService(t *testing.T) *Service {
	service, err := NewService(http.DefaultTransport, agent)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { service.Close() })
	return service
}

func TestNoAgent(t *testing.T) {
	if _, err := NewService(nil, "Mozilla/5.0 (compatible)"); err == nil {
		t.Error("no error for a User-Agent header")
	}
}

func TestNoSite(t *testing.T) {
	sites := newWeb("User-agent: *\nDisallow: /private/\n")
	gone := sites.urls(1)[0]
	sites.close()
	service := newService(t)
	for url, want := range map[string]robots.Reason{
		gone: robots.ReasonUnreachable, "mailto:a@site.example": robots.ReasonMisuse,
	} {
		_, err := service.Fetch(context.Background(), url)
		var refused *robotshttp.DisallowedError
		if !errors.As(err, &refused) || refused.Verdict.Reason != want {
			t.Errorf("%s: %v", url, err)
		}
	}
}
