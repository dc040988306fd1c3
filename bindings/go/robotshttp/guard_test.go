package robotshttp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	robots "github.com/librobots/librobots/bindings/go"
)

// A transport is a function.
type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(request *http.Request) (*http.Response, error) { return f(request) }

// A body is a function.
type body func([]byte) (int, error)

func (f body) Read(p []byte) (int, error) { return f(p) }
func (f body) Close() error               { return nil }

// ok is a response with a body.
func ok(content io.ReadCloser) *http.Response {
	return &http.Response{StatusCode: 200, Header: http.Header{}, Body: content}
}

// A journal is what is written to the log.
type journal struct {
	mutex sync.Mutex
	text  strings.Builder
}

func (j *journal) Write(p []byte) (int, error) {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	return j.text.Write(p)
}

func (j *journal) String() string {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	return j.text.String()
}

// logged is what is written to the log until the test ends.
func logged(t *testing.T) *journal {
	it, before := new(journal), log.Writer()
	log.SetOutput(it)
	t.Cleanup(func() { log.SetOutput(before) })
	return it
}

var errOops = errors.New("oops")

// Code of the caller's that panics, or ends its goroutine: those who wait get an
// error that says so and an answer that refuses, and the next ones a refusal
// until the next attempt is due.
func TestPanics(t *testing.T) {
	var broken atomic.Bool
	oops := func() {
		if broken.Load() {
			panic(errOops)
		}
	}
	fine := func() io.ReadCloser { return io.NopCloser(strings.NewReader(rules)) }
	for name, c := range map[string]struct {
		change func(*Config)
		value  any
	}{
		"transport": {func(c *Config) {
			c.Transport = transport(func(*http.Request) (*http.Response, error) {
				oops()
				return ok(fine()), nil
			})
		}, errOops},
		"nil pointer": {func(c *Config) {
			c.Transport = transport(func(*http.Request) (*http.Response, error) {
				if broken.Load() {
					var none *http.Response
					none.StatusCode++
				}
				return ok(fine()), nil
			})
		}, nil},
		"goexit": {func(c *Config) {
			c.Transport = transport(func(*http.Request) (*http.Response, error) {
				if broken.Load() {
					runtime.Goexit()
				}
				return ok(fine()), nil
			})
		}, nil},
		"read": {func(c *Config) {
			c.Transport = transport(func(*http.Request) (*http.Response, error) {
				content := fine()
				return ok(body(func(p []byte) (int, error) { oops(); return content.Read(p) })), nil
			})
		}, errOops},
		"too much read": {func(c *Config) {
			c.Transport = transport(func(*http.Request) (*http.Response, error) {
				content := fine()
				return ok(body(func(p []byte) (int, error) {
					if broken.Load() {
						return len(p) + 1, nil
					}
					return content.Read(p)
				})), nil
			})
		}, nil},
		"error": {func(c *Config) {
			c.Transport = transport(func(*http.Request) (*http.Response, error) {
				if broken.Load() {
					var none *http.MaxBytesError
					return nil, textless{none}
				}
				return ok(fine()), nil
			})
		}, nil},
		"file": {func(c *Config) {
			c.Transport = transport(func(*http.Request) (*http.Response, error) { return ok(fine()), nil })
			c.OnFile = func(string, []byte) { oops() }
		}, errOops},
	} {
		t.Run(name, func(t *testing.T) {
			broken.Store(true)
			journal := logged(t)
			hours := &clock{at: time.Unix(1_800_000_000, 0)}
			gate := newWeb(t, text(rules)).gate(t, at(hours), c.change)
			for _, url := range []string{page, "http://site.example/robots.txt"} {
				answer, err := gate.Check(context.Background(), url)
				if url != page {
					// By now it is known that the file is unreachable.
					same(t, []any{answer.Reason, err}, []any{robots.ReasonRobotsTxt, error(nil)})
					continue
				}
				var panicked *PanicError
				if !errors.As(err, &panicked) || answer.Allowed || answer.Access != robots.AccessRefuseAll {
					t.Fatal(answer, err)
				}
				same(t, panicked.Origin, "http://site.example")
				if c.value != nil {
					same(t, []any{panicked.Value, errors.Is(err, errOops)}, []any{c.value, true})
					same(t, err.Error(), "robotshttp: panic while http://site.example/robots.txt was fetched: oops")
				}
				if !strings.Contains(string(panicked.Stack), "guard_test.go") && name != "too much read" && name != "error" {
					t.Errorf("%s", panicked.Stack)
				}
			}
			same(t, check(t, gate, page).Reason, robots.ReasonUnreachable)
			same(t, gate.decision(page).Cause, robots.Cause(robots.FailureOther))
			same(t, gate.Cache().Stats().Tickets, uint64(0))
			same(t, journal.String(), "")

			broken.Store(false)
			hours.pass(time.Minute)
			same(t, check(t, gate, private).Line, uint32(2))

			// A day later it panics again. The copy is obeyed by those who need not
			// wait; of what nobody was told, the log is.
			broken.Store(true)
			hours.pass(24*time.Hour + time.Second)
			_, err := gate.Check(context.Background(), private)
			same(t, errors.As(err, new(*PanicError)), true)
			same(t, journal.String(), "")
			hours.pass(time.Minute)
			answer := check(t, gate, private)
			same(t, []any{answer.Line, answer.Basis}, []any{uint32(2), robots.BasisStaleCopy})
			if t.Failed() {
				return
			}
			for !strings.Contains(journal.String(), "guard.go") {
				time.Sleep(time.Millisecond)
			}
			same(t, strings.Contains(journal.String(), " robotshttp: panic while http://site.example/robots.txt was fetched: "), true)
			for gate.Cache().Stats().Tickets > 0 {
				time.Sleep(time.Millisecond)
			}
		})
	}
}

// Its text cannot be had.
type textless struct{ *http.MaxBytesError }

func (e textless) Error() string { panic("no text") }

// All who wait get the same panic.
func TestPanicsForAll(t *testing.T) {
	start := make(chan struct{})
	gate := newWeb(t, text(rules)).gate(t, func(c *Config) {
		c.Transport = transport(func(*http.Request) (*http.Response, error) {
			<-start
			panic("oops")
		})
	})
	failed := make(chan error, 20)
	for range cap(failed) {
		go func() {
			answer, err := gate.Check(context.Background(), page)
			if answer.Allowed {
				t.Error("allowed")
			}
			failed <- err
		}()
	}
	for gate.waiting() < cap(failed) {
		time.Sleep(time.Millisecond)
	}
	close(start)
	first := <-failed
	same(t, errors.As(first, new(*PanicError)), true)
	for range cap(failed) - 1 {
		same(t, <-failed == first, true)
	}
	// So does a client.
	request, err := http.NewRequest(http.MethodGet, "http://other.example/page", nil)
	same(t, err, nil)
	_, err = (&Transport{Gate: gate}).RoundTrip(request)
	same(t, errors.As(err, new(*PanicError)), true)
}

// Against the contract of a RoundTripper: no licence.
func TestBrokenTransports(t *testing.T) {
	for _, response := range []*http.Response{nil, {StatusCode: 200}, {StatusCode: 404}} {
		gate := newWeb(t, text(rules)).gate(t, func(c *Config) {
			c.Transport = transport(func(*http.Request) (*http.Response, error) { return response, nil })
		})
		same(t, check(t, gate, page).Reason, robots.ReasonUnreachable)
		same(t, gate.decision(page).Cause, robots.Cause(robots.FailureOther))
	}
}

// A transport that does not obey its context, or an OnFile that does not return,
// holds up who waits for that origin, for as long as an attempt may take; then
// there is an answer, and another attempt when it is due. What the call brings
// in the end changes nothing.
func TestStuckCalls(t *testing.T) {
	for name, where := range map[string]func(c *Config, hold func()){
		"transport": func(c *Config, hold func()) {
			c.Transport = transport(func(request *http.Request) (*http.Response, error) {
				if request.URL.Host == "site.example" {
					hold()
				}
				return ok(io.NopCloser(strings.NewReader(""))), nil
			})
		},
		"read": func(c *Config, hold func()) {
			c.Transport = transport(func(request *http.Request) (*http.Response, error) {
				return ok(body(func([]byte) (int, error) {
					if request.URL.Host == "site.example" {
						hold()
					}
					return 0, io.EOF
				})), nil
			})
		},
		"endless": func(c *Config, hold func()) {
			c.Transport = transport(func(request *http.Request) (*http.Response, error) {
				content := body(func(p []byte) (int, error) { return 0, nil })
				if request.URL.Host != "site.example" {
					content = func(p []byte) (int, error) { return 0, io.EOF }
				}
				return ok(content), nil
			})
		},
		"file": func(c *Config, hold func()) {
			c.Transport = transport(func(*http.Request) (*http.Response, error) {
				return ok(io.NopCloser(strings.NewReader(""))), nil
			})
			c.OnFile = func(origin string, _ []byte) {
				if origin == "http://site.example" {
					hold()
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var held atomic.Int64
			hold := func(until chan struct{}) func(*Config) {
				return func(c *Config) { where(c, func() { held.Add(1); <-until }) }
			}
			web := newWeb(t, text(rules))
			hours := &clock{at: time.Unix(1_800_000_000, 0)}

			// While one origin is waited for, others are asked.
			end := make(chan struct{})
			patient := web.gate(t, at(hours), hold(end))
			ctx, leave := context.WithCancel(context.Background())
			left := make(chan error)
			go func() {
				_, err := patient.Check(ctx, page)
				left <- err
			}()
			for patient.waiting() == 0 || held.Load() == 0 && name != "endless" {
				time.Sleep(time.Millisecond)
			}
			same(t, check(t, patient, "http://other.example/page").Allowed, true)
			leave()
			same(t, <-left, context.Canceled)
			close(end)
			held.Store(0)

			release := make(chan struct{})
			gate := web.gate(t, at(hours), hold(release), func(c *Config) { c.Timeout = 50 * time.Millisecond })
			for range 2 {
				var all sync.WaitGroup
				for range 10 {
					all.Add(1)
					go func() {
						defer all.Done()
						same(t, check(t, gate, page).Reason, robots.ReasonUnreachable)
					}()
				}
				all.Wait()
				same(t, gate.Cache().Stats().Tickets, uint64(0))
				hours.pass(time.Minute)
			}
			for gate.client.stuck.Load() != held.Load() {
				time.Sleep(time.Millisecond)
			}

			// An empty file, too late.
			close(release)
			for gate.client.stuck.Load() > 0 {
				time.Sleep(time.Millisecond)
			}
			same(t, check(t, gate, page).Reason, robots.ReasonUnreachable)

			// Who has the time gets an answer when the next attempt is due.
			hours.pass(time.Hour)
			later := web.gate(t, at(hours), func(c *Config) { c.Cache = gate.Cache() })
			same(t, check(t, later, private).Line, uint32(2))
		})
	}
}

// What panics when nobody waits any more is in the log, and for which origin.
func TestLatePanics(t *testing.T) {
	journal, release := logged(t), make(chan struct{})
	gate := newWeb(t, text(rules)).gate(t, func(c *Config) {
		c.Timeout = 20 * time.Millisecond
		c.Transport = transport(func(*http.Request) (*http.Response, error) {
			<-release
			panic(errOops)
		})
	})
	same(t, check(t, gate, page).Reason, robots.ReasonUnreachable)
	close(release)
	for !strings.Contains(journal.String(), "guard.go") {
		time.Sleep(time.Millisecond)
	}
	same(t, strings.Contains(journal.String(), "panic while http://site.example/robots.txt was fetched: oops\n"), true)
}

// A gate can be closed whatever its transport does.
func TestCloseWhileStuck(t *testing.T) {
	release, entered := make(chan struct{}), make(chan struct{})
	defer close(release)
	gate := newWeb(t, text(rules)).gate(t, func(c *Config) {
		c.Transport = transport(func(*http.Request) (*http.Response, error) {
			close(entered)
			<-release
			return nil, io.EOF
		})
	})
	failed := make(chan error)
	go func() {
		_, err := gate.Check(context.Background(), page)
		failed <- err
	}()
	<-entered
	gate.Close()
	same(t, <-failed, robots.ErrClosed)
	for gate.waiting() > 0 {
		time.Sleep(time.Millisecond)
	}
	same(t, new(Gate).Close(), nil)
	_, err := new(Gate).Check(context.Background(), page)
	same(t, err, robots.ErrClosed)
}

// However many attempts there are, calls that do not return are not begun
// without end.
func TestStuckCallsAreBounded(t *testing.T) {
	release := make(chan struct{})
	var held atomic.Int64
	gate := newWeb(t, text(rules)).gate(t, func(c *Config) {
		c.Timeout = 20 * time.Millisecond
		c.Transport = transport(func(*http.Request) (*http.Response, error) {
			held.Add(1)
			<-release
			return nil, io.EOF
		})
	})
	ask := func(from, to int) {
		var all sync.WaitGroup
		for n := from; n < to; n++ {
			all.Add(1)
			go func() {
				defer all.Done()
				url := fmt.Sprintf("http://site%d.example/", n)
				same(t, check(t, gate, url).Reason, robots.ReasonUnreachable)
			}()
		}
		all.Wait()
	}
	ask(0, maxStuck)
	for held.Load() < maxStuck || gate.client.stuck.Load() < maxStuck {
		time.Sleep(time.Millisecond)
	}
	ask(maxStuck, maxStuck+50)
	same(t, held.Load(), int64(maxStuck))
	close(release)
	for gate.client.stuck.Load() > 0 {
		time.Sleep(time.Millisecond)
	}
	ask(maxStuck+50, maxStuck+51)
	for held.Load() == maxStuck {
		time.Sleep(time.Millisecond)
	}
}
