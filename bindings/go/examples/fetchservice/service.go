package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"

	robots "github.com/librobots/librobots/bindings/go"
)

// maxBody is as much of a robots.txt as the library reads, and one octet that
// says that there was more.
const maxBody = 512_000 + 1

// Refused is the error for a page that the site does not want fetched.
type Refused struct {
	URL     string
	Verdict robots.Verdict
}

func (e *Refused) Error() string {
	return fmt.Sprintf("%s %s", e.URL, e.Verdict)
}

// A Service fetches pages for one crawler, and none that a robots.txt refuses.
// It may be used by any number of goroutines: they share one matcher for each
// origin, and the first that needs it fetches the robots.txt.
type Service struct {
	client *http.Client
	agent  string
	mutex  sync.Mutex
	sites  map[string]*site // by origin
}

type site struct {
	once    sync.Once
	matcher *robots.Matcher
}

// NewService makes a service for the crawler with that product token.
func NewService(client *http.Client, agent string) *Service {
	return &Service{client: client, agent: agent, sites: make(map[string]*site)}
}

// Fetch gets a page. The error is a *Refused if the site does not want that.
func (s *Service) Fetch(ctx context.Context, url string) ([]byte, error) {
	verdict := s.matcher(ctx, url).Check(url)
	if !verdict.Allowed {
		return nil, &Refused{url, verdict}
	}
	status, body, err := s.get(ctx, url, -1)
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("%s: status %d", url, status)
	}
	return body, err
}

// Close frees the matchers. A Fetch that still runs is refused.
func (s *Service) Close() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, site := range s.sites {
		site.once.Do(func() {})
		site.matcher.Close()
	}
}

// matcher is that of the URL's origin; nil, which refuses, for none.
func (s *Service) matcher(ctx context.Context, url string) *robots.Matcher {
	origin, ok := robots.Origin(url)
	if !ok {
		return nil
	}
	s.mutex.Lock()
	it := s.sites[origin]
	if it == nil {
		it = new(site)
		s.sites[origin] = it
	}
	s.mutex.Unlock()
	// Others wait for it, so it goes on when this caller gives up.
	it.once.Do(func() { it.matcher = s.load(context.WithoutCancel(ctx), url) })
	return it.matcher
}

// load goes by the coarsest reading of RFC 9309 2.3.1, which is enough to show
// how the pieces fit. A crawler also limits redirects, comes back to sites that
// were unreachable, and reads a file again after a day.
func (s *Service) load(ctx context.Context, url string) *robots.Matcher {
	address, _ := robots.RobotsTxtURL(url)
	status, body, err := s.get(ctx, address, maxBody)
	switch {
	case err != nil:
		return robots.Unreachable()
	case status >= 200 && status < 300:
		matcher, err := robots.Compile(body, []string{s.agent})
		if err != nil {
			return nil // the agent is no product token; refuse
		}
		return matcher
	case status >= 400 && status < 500 && status != http.StatusTooManyRequests:
		return robots.Unavailable()
	}
	return robots.Unreachable()
}

func (s *Service) get(ctx context.Context, url string, most int64) (status int, body []byte, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return 0, nil, err
	}
	request.Header.Set("User-Agent", s.agent+"/1.0")
	response, err := s.client.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer response.Body.Close()
	reader := io.Reader(response.Body)
	if most >= 0 {
		reader = io.LimitReader(reader, most)
	}
	body, err = io.ReadAll(reader)
	return response.StatusCode, body, err
}

// wasRefused tells a refusal from a failure.
func wasRefused(err error) bool {
	return errors.As(err, new(*Refused))
}
