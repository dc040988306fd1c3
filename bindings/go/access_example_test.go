package robots_test

import (
	"fmt"
	"time"

	robots "github.com/librobots/librobots/bindings/go"
)

// get stands for an HTTP client that follows no redirects.
func get(url, ifNoneMatch string) (response robots.Response, body []byte, err error) {
	switch url {
	case "https://site.example/robots.txt":
		header := map[string][]string{"Location": {"https://www.site.example/robots.txt"}}
		return robots.Response{Status: 301, Header: header}, nil, nil
	case "https://www.site.example/robots.txt":
		header := map[string][]string{"Etag": {`"1"`}, "Cache-Control": {"max-age=3600"}}
		return robots.Response{Status: 200, Header: header}, []byte("User-agent: *\nDisallow: /private\n"), nil
	}
	return robots.Response{}, nil, fmt.Errorf("%s: no such host", url)
}

// For a crawler with an HTTP client of its own. Package robotshttp does all of
// this with the one of Go.
func ExampleCache() {
	cache, err := robots.NewCache(robots.CacheConfig{Agents: []string{"ExampleBot"}})
	if err != nil {
		fmt.Println(err) // the name of the crawler is no product token
		return
	}
	defer cache.Close()
	check := func(url string, now time.Time) robots.Answer {
		answer := cache.Check(url, now)
		if answer.Lookup == robots.LookupHit || answer.Lookup == robots.LookupMisuse {
			return answer
		}
		found := cache.Get(url, now)
		if ticket := found.Ticket; ticket != nil {
			var body []byte
			for result := robots.ResultRedirect; result == robots.ResultRedirect; {
				response, content, err := get(ticket.URL(), ticket.IfNoneMatch())
				if err != nil {
					result = ticket.Failure(robots.FailureDNS)
				} else {
					body = content
					result = ticket.Response(response)
				}
			}
			found.Hit = ticket.Finish(body, now)
		}
		// Where somebody else holds the ticket there is none, and everything is
		// refused; come back at found.Until at the latest.
		defer found.Hit.Close()
		return found.Hit.Answer(0, url)
	}

	now := time.Unix(1_800_000_000, 0)
	for _, url := range []string{
		"https://site.example/page", "https://site.example/private", "https://www.site.example/",
		"https://gone.example/", "mailto:a@site.example",
	} {
		answer := check(url, now)
		fmt.Println(url, answer, answer.Wait())
	}
	// Output:
	// https://site.example/page allowed: no-rule 1h0m0s
	// https://site.example/private disallowed: rule line 2 octets 8 1h0m0s
	// https://www.site.example/ allowed: no-rule 1h0m0s
	// https://gone.example/ disallowed: unreachable 1m0s
	// mailto:a@site.example disallowed: misuse 0s
}

// For a crawler that keeps what it knows of an origin in a store of its own.
func ExampleState() {
	policy := robots.Policy{MaxRedirects: 10}
	state := robots.NewState()
	defer state.Close()
	now := time.Unix(1_800_000_000, 0)
	fmt.Println(state.Decision(policy, now))

	attempt, err := robots.NewFetch("https://www.site.example/any/page", state, policy)
	if err != nil {
		fmt.Println(err) // the URL has no origin
		return
	}
	defer attempt.Close()
	var body []byte
	for result := robots.ResultRedirect; result == robots.ResultRedirect; {
		response, content, err := get(attempt.URL(), attempt.IfNoneMatch(state))
		if err != nil {
			result = attempt.Failure(robots.FailureOther)
		} else {
			body = content
			result = attempt.Response(response)
		}
	}
	decision := state.Record(attempt, policy, now)
	fmt.Println(decision)
	fmt.Println(decision.Copy, len(body), decision.NextChange().Sub(now))

	octets, err := state.MarshalBinary() // to be stored beside the body
	if err != nil {
		fmt.Println(err)
		return
	}
	again, err := robots.UnmarshalState(octets)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(again.Decision(policy, now.Add(time.Hour)))
	// Output:
	// refuse-all: not-fetched; last attempt: not-fetched; fetch now
	// rules: fresh; last attempt: success, status 200; fetch in 3600 s
	// replace 33 1h0m0s
	// refuse-all: expired; last attempt: success, status 200; fetch now
}

func ExampleCache_MarshalBinary() {
	config := robots.CacheConfig{Agents: []string{"ExampleBot"}}
	before, err := robots.NewCache(config)
	if err != nil {
		fmt.Println(err)
		return
	}
	now := time.Unix(1_800_000_000, 0)
	ticket := before.Refresh("https://site.example/", now)
	ticket.Response(robots.Response{Status: 404})
	ticket.Finish(nil, now).Close()
	octets, err := before.MarshalBinary()
	before.Close()
	if err != nil {
		fmt.Println(err)
		return
	}

	after, err := robots.NewCache(config)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer after.Close()
	fmt.Println(after.Restore(octets))
	fmt.Println(after.Check("https://site.example/page", now))
	// Output:
	// 1 <nil>
	// allowed: unavailable
}

func ExampleUnmarshalMatcher() {
	matcher, err := robots.Compile([]byte(body), []string{"ExampleBot"})
	if err != nil {
		fmt.Println(err)
		return
	}
	octets, err := matcher.MarshalBinary()
	matcher.Close()
	if err != nil {
		fmt.Println(err)
		return
	}
	again, err := robots.UnmarshalMatcher(octets)
	if err != nil {
		fmt.Println(err) // damaged, or of another version: compile anew
		return
	}
	defer again.Close()
	fmt.Println(again.CheckPath("/shop/cart"))
	// Output:
	// disallowed: rule line 3 octets 6
}

func ExampleGoverns() {
	fmt.Println(robots.Governs("https://site.example/robots.txt", "https://site.example/page"))
	fmt.Println(robots.Governs("https://site.example/robots.txt", "https://www.site.example/page"))
	// Output:
	// true
	// false
}
