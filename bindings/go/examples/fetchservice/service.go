package main

import (
	"context"
	"fmt"
	"io"
	"net/http"

	"github.com/librobots/librobots/bindings/go/robotshttp"
)

// A Service fetches pages for one crawler, but no page that a robots.txt
// disallows. It may be used by any number of goroutines: the first that needs a
// robots.txt fetches it for all.
type Service struct {
	gate   *robotshttp.Gate
	client *http.Client
	agent  string
}

// NewService makes a service for the crawler with that product token, which
// makes its requests by the base transport.
func NewService(base http.RoundTripper, agent string) (*Service, error) {
	gate, err := robotshttp.New(robotshttp.Config{
		Agent:     agent,
		UserAgent: agent + "/1.0",
		Transport: base,
	})
	if err != nil {
		return nil, err
	}
	client := &http.Client{Transport: &robotshttp.Transport{Gate: gate, Base: base}}
	return &Service{gate, client, agent}, nil
}

// Fetch gets a page. The error is a [*robotshttp.DisallowedError] if the site
// does not want that.
func (s *Service) Fetch(ctx context.Context, url string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("User-Agent", s.agent+"/1.0")
	response, err := s.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: status %d", url, response.StatusCode)
	}
	return io.ReadAll(response.Body)
}

// Close ends the service. A Fetch that still waits for a robots.txt fails.
func (s *Service) Close() error {
	return s.gate.Close()
}
