package robotshttp_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"time"

	robots "github.com/librobots/librobots/bindings/go"
	"github.com/librobots/librobots/bindings/go/robotshttp"
)

// site is a server with a robots.txt.
func site() *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, request *http.Request) {
		if request.URL.Path == "/robots.txt" {
			io.WriteString(out, "User-agent: *\nDisallow: /private\nCrawl-delay: 2\n")
			return
		}
		io.WriteString(out, "a page")
	}))
}

func Example() {
	server := site()
	defer server.Close()

	// The site of this example is on the loopback address, and asked by a
	// transport for that. Without one, only public addresses are asked.
	gate, err := robotshttp.New(robotshttp.Config{Agent: "ExampleBot", Transport: http.DefaultTransport})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer gate.Close()
	client := &http.Client{Transport: &robotshttp.Transport{Gate: gate, Base: http.DefaultTransport}}

	response, err := client.Get(server.URL + "/page")
	if err != nil {
		fmt.Println(err)
		return
	}
	response.Body.Close()
	fmt.Println(response.Status)

	_, err = client.Get(server.URL + "/private/page")
	var disallowed *robotshttp.DisallowedError
	fmt.Println(errors.Is(err, robotshttp.ErrDisallowed), errors.As(err, &disallowed))
	fmt.Println(disallowed.Verdict)
	// Output:
	// 200 OK
	// true true
	// disallowed: rule line 2 octets 8
}

func ExampleGate_Check() {
	server := site()
	defer server.Close()
	gate, err := robotshttp.New(robotshttp.Config{Agent: "ExampleBot", Transport: http.DefaultTransport})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer gate.Close()
	answer, err := gate.Check(context.Background(), server.URL+"/private/page")
	if err != nil {
		fmt.Println(err) // the context was done first
		return
	}
	fmt.Println(answer, answer.Basis, answer.Wait())
	// Output:
	// disallowed: rule line 2 octets 8 fresh 24h0m0s
}

// A file that was fetched has more in it than rules.
func ExampleConfig_onFile() {
	server := site()
	defer server.Close()
	gate, err := robotshttp.New(robotshttp.Config{
		Agent:     "ExampleBot",
		Transport: http.DefaultTransport,
		OnFile: func(origin string, body []byte) {
			file := robots.Parse(body)
			defer file.Close()
			if delay, err := file.CrawlDelay("ExampleBot"); err == nil && delay.HasStar {
				fmt.Println("one request each", delay.Star)
			}
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer gate.Close()
	fmt.Println(gate.Allowed(context.Background(), server.URL+"/page"))
	// Output:
	// one request each 2s
	// true <nil>
}

// A transport of one's own that keeps out of one's own network.
func ExamplePublicOnly() {
	dialer := &net.Dialer{Timeout: 5 * time.Second, Control: robotshttp.PublicOnly}
	public := &http.Transport{DialContext: dialer.DialContext}

	server := site() // on the loopback address
	defer server.Close()
	gate, err := robotshttp.New(robotshttp.Config{Agent: "ExampleBot", Transport: public})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer gate.Close()
	client := &http.Client{Transport: &robotshttp.Transport{Gate: gate, Base: public}}
	_, err = client.Get(server.URL + "/page")
	var disallowed *robotshttp.DisallowedError
	if errors.As(err, &disallowed) {
		fmt.Println(disallowed.Verdict, disallowed.Decision.Cause.Text())
	}
	// Output:
	// disallowed: unreachable the crawler declined to ask that address
}
