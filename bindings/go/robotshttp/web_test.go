package robotshttp

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	robots "github.com/librobots/librobots/bindings/go"
)

const rules = "User-agent: *\nDisallow: /private\n"

func same(t testing.TB, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// A web is one server that stands for all hosts there are.
type web struct {
	server *httptest.Server
	mutex  sync.Mutex
	seen   []string // host and path
	heads  []http.Header
}

func newWeb(t testing.TB, handler http.HandlerFunc) *web {
	w := new(web)
	w.server = httptest.NewUnstartedServer(http.HandlerFunc(func(out http.ResponseWriter, request *http.Request) {
		w.mutex.Lock()
		w.seen = append(w.seen, request.Host+request.URL.RequestURI())
		w.heads = append(w.heads, request.Header.Clone())
		w.mutex.Unlock()
		// The date of a real clock would say how old answers are by those of tests.
		out.Header()["Date"] = nil
		handler(out, request)
	}))
	w.server.Config.ErrorLog = log.New(io.Discard, "", 0)
	w.server.Start()
	t.Cleanup(w.server.Close)
	return w
}

// requests are those so far.
func (w *web) requests() []string {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return slices.Clone(w.seen)
}

// count is how many of them were for a robots.txt.
func (w *web) count() (n int) {
	for _, request := range w.requests() {
		if strings.HasSuffix(request, "/robots.txt") {
			n++
		}
	}
	return n
}

// transport asks this web for every host.
func (w *web) transport(t testing.TB) *http.Transport {
	address := w.server.Listener.Addr().String()
	transport := &http.Transport{
		DialContext: func(ctx context.Context, network, at string) (net.Conn, error) {
			switch host, _, _ := net.SplitHostPort(at); host {
			case "nowhere.example":
				return nil, &net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}}
			case "inside.example":
				return nil, &net.OpError{Op: "dial", Err: fmt.Errorf("%s: %w", at, ErrRefused)}
			case "deaf.example":
				address = nobody(t)
			}
			var dialer net.Dialer
			return dialer.DialContext(ctx, network, address)
		},
	}
	t.Cleanup(transport.CloseIdleConnections)
	return transport
}

// nobody is an address where nobody listens.
func nobody(t testing.TB) string {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

// gate is one for this web.
func (w *web) gate(t testing.TB, change ...func(*Config)) *Gate {
	t.Helper()
	config := Config{Agent: "ExampleBot", Transport: w.transport(t)}
	for _, change := range change {
		change(&config)
	}
	gate, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { gate.Close() })
	return gate
}

// A clock stands until it is set.
type clock struct {
	mutex sync.Mutex
	at    time.Time
}

func (c *clock) now() time.Time {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.at
}

func (c *clock) pass(d time.Duration) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.at = c.at.Add(d)
}

func at(c *clock) func(*Config) {
	return func(config *Config) { config.Now = c.now }
}

// check asks the gate, which must not fail.
func check(t testing.TB, gate *Gate, url string) robots.Answer {
	t.Helper()
	answer, err := gate.Check(context.Background(), url)
	if err != nil {
		t.Errorf("%s: %v", url, err)
	}
	return answer
}

// status answers with a status and headers.
func status(code int, headers ...string) http.HandlerFunc {
	return func(out http.ResponseWriter, _ *http.Request) {
		for i := 0; i < len(headers); i += 2 {
			out.Header().Set(headers[i], headers[i+1])
		}
		out.WriteHeader(code)
	}
}

// text answers with a body.
func text(body string, headers ...string) http.HandlerFunc {
	return func(out http.ResponseWriter, request *http.Request) {
		for i := 0; i < len(headers); i += 2 {
			out.Header().Set(headers[i], headers[i+1])
		}
		io.WriteString(out, body)
	}
}

// raw writes octets instead of a response, and breaks the connection off.
func raw(octets string) http.HandlerFunc {
	return func(out http.ResponseWriter, _ *http.Request) {
		connection, _, err := http.NewResponseController(out).Hijack()
		if err != nil {
			panic(err)
		}
		io.WriteString(connection, octets)
		connection.Close()
	}
}

// reset breaks the connection off the hard way.
func reset(out http.ResponseWriter, _ *http.Request) {
	connection, _, err := http.NewResponseController(out).Hijack()
	if err != nil {
		panic(err)
	}
	connection.(*net.TCPConn).SetLinger(0)
	connection.Close()
}

// packed is a body in a coding.
func packed(coding, body string) string {
	var out bytes.Buffer
	var writer io.WriteCloser
	switch coding {
	case "gzip":
		writer = gzip.NewWriter(&out)
	case "zlib":
		writer = zlib.NewWriter(&out)
	default:
		writer, _ = flate.NewWriter(&out, flate.BestSpeed)
	}
	io.WriteString(writer, body)
	writer.Close()
	return out.String()
}
