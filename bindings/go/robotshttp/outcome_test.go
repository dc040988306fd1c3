package robotshttp

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unicode/utf16"

	robots "github.com/librobots/librobots/bindings/go"
)

// What servers do, and what becomes of it: the verdict of a page, the cause, and
// how long to wait.
func TestOutcomes(t *testing.T) {
	hop := func(out http.ResponseWriter, request *http.Request) {
		// /robots.txt, then /1 and so on up to the number in the host.
		step, goal := 0, 0
		fmt.Sscanf(request.URL.Path, "/%d", &step)
		fmt.Sscanf(request.Host, "hops%d.example", &goal)
		if step == goal {
			io.WriteString(out, rules)
			return
		}
		http.Redirect(out, request, fmt.Sprintf("/%d", step+1), http.StatusFound)
	}
	const day = 24 * time.Hour
	for _, c := range []struct {
		name    string
		handler http.HandlerFunc
		want    string
		wait    time.Duration
	}{
		{"200", text(rules), "disallowed: rule line 2 octets 8, success", day},
		{"200 for ten minutes", text(rules, "Cache-Control", "max-age=600"), "disallowed: rule line 2 octets 8, success", 10 * time.Minute},
		{"204", status(204), "allowed: no-group, success", day},
		{"404", status(404), "allowed: unavailable, missing", day},
		{"403", status(403), "allowed: unavailable, missing", day},
		{"401", status(401), "allowed: unavailable, missing", day},
		{"429", status(429), "disallowed: unreachable, rate-limited", time.Minute},
		{"429 for two hours", status(429, "Retry-After", "7200"), "disallowed: unreachable, rate-limited", 2 * time.Hour},
		{"500", status(500), "disallowed: unreachable, server-error", time.Minute},
		{"503 for ninety seconds", status(503, "Retry-After", "90"), "disallowed: unreachable, server-error", 90 * time.Second},
		{"304 for nothing", status(304), "disallowed: unreachable, odd-status", time.Minute},
		{"no location", status(301), "disallowed: unreachable, no-location", time.Minute},
		{"to ftp", status(302, "Location", "ftp://site.example/robots.txt"), "disallowed: unreachable, not-http", time.Minute},
		{"to no url", status(302, "Location", "http://site.example:port/"), "disallowed: unreachable, bad-location", time.Minute},
		{"206", status(206), "disallowed: unreachable, odd-status", time.Minute},
		{"407", status(407), "disallowed: unreachable, odd-status", time.Minute},
		{"421", status(421), "disallowed: unreachable, odd-status", time.Minute},
		{"511", status(511), "disallowed: unreachable, odd-status", time.Minute},
		{"to a fragment", status(302, "Location", "#x"), "disallowed: unreachable, no-location", time.Minute},
		{"loop", status(307, "Location", "/robots.txt"), "allowed: unavailable, too-many-redirects", day},
		{"endless", hop, "allowed: unavailable, too-many-redirects", day},
		{"to a host inside", status(302, "Location", "http://inside.example/robots.txt"), "disallowed: unreachable, refused", time.Minute},
		{"to no host", status(302, "Location", "http://nowhere.example/robots.txt"), "disallowed: unreachable, dns", time.Minute},
		{"to a deaf host", status(302, "Location", "http://deaf.example/robots.txt"), "disallowed: unreachable, connect", time.Minute},
		{"to https that is none", status(302, "Location", "https://site.example/robots.txt"), "disallowed: unreachable, tls", time.Minute},
		{"silence", raw(""), "disallowed: unreachable, reset", time.Minute},
		{"reset", reset, "disallowed: unreachable, reset", time.Minute},
		{"nonsense", raw("nonsense\r\n\r\n"), "disallowed: unreachable, protocol", time.Minute},
		{"half a head", raw("HTTP/1.1 200 OK\r\nX: y\r\n"), "disallowed: unreachable, reset", time.Minute},
		{"bad header", raw("HTTP/1.1 200 OK\r\nno header\r\n\r\n" + rules), "disallowed: unreachable, protocol", time.Minute},
		{"bad length", raw("HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n" + rules), "disallowed: unreachable, protocol", time.Minute},
		{"cut body", raw("HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\nuser"), "disallowed: unreachable, truncated", time.Minute},
		{"cut chunks", raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nuser\r\n"), "disallowed: unreachable, truncated", time.Minute},
		{"bad chunks", raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nuser\r\n"), "disallowed: unreachable, protocol", time.Minute},
		{"short length", raw("HTTP/1.1 200 OK\r\nContent-Length: 18\r\n\r\n" + rules), "allowed: no-rule, success", day},
		{"no length", raw("HTTP/1.0 200 OK\r\n\r\n" + rules), "disallowed: rule line 2 octets 8, success", day},
		{"huge head", raw("HTTP/1.1 200 OK\r\nX: " + strings.Repeat("x", 11<<20) + "\r\n\r\n"), "disallowed: unreachable, protocol", time.Minute},
		{"early hints", func(out http.ResponseWriter, _ *http.Request) {
			out.WriteHeader(103)
			io.WriteString(out, rules)
		}, "disallowed: rule line 2 octets 8, success", day},

		{"deflate", text(packed("zlib", rules), "Content-Encoding", "deflate"), "disallowed: rule line 2 octets 8, success", day},
		{"deflate without zlib", text(packed("", rules), "Content-Encoding", "Deflate"), "disallowed: rule line 2 octets 8, success", day},
		{"gzip twice", text(packed("gzip", packed("gzip", rules)), "Content-Encoding", "x-gzip, gzip"), "disallowed: rule line 2 octets 8, success", day},
		{"identity", text(rules, "Content-Encoding", "identity"), "disallowed: rule line 2 octets 8, success", day},
		{"gzip", text(packed("gzip", rules), "Content-Encoding", "gzip"), "disallowed: rule line 2 octets 8, success", day},
		{"gzip in two headers", func(out http.ResponseWriter, _ *http.Request) {
			out.Header()["Content-Encoding"] = []string{"gzip", "gzip"}
			io.WriteString(out, packed("gzip", packed("gzip", rules)))
		}, "disallowed: rule line 2 octets 8, success", day},
		{"gzip that no header names", text(packed("gzip", rules)), "disallowed: unreachable, undecodable", time.Minute},
		{"gzip that one of two headers names", text(packed("gzip", packed("gzip", rules)), "Content-Encoding", "gzip"),
			"disallowed: unreachable, undecodable", time.Minute},
		{"zstd that no header names", text("\x28\xb5\x2f\xfd\x04\x00"), "disallowed: unreachable, undecodable", time.Minute},
		{"zstd that the second header names", func(out http.ResponseWriter, _ *http.Request) {
			out.Header()["Content-Encoding"] = []string{"identity", "zstd"}
			io.WriteString(out, rules)
		}, "disallowed: unreachable, undecodable", time.Minute},
		{"br", text(rules, "Content-Encoding", "br"), "disallowed: unreachable, undecodable", time.Minute},
		{"no gzip", text(rules, "Content-Encoding", "gzip"), "disallowed: unreachable, undecodable", time.Minute},
		{"no deflate", text(rules, "Content-Encoding", "deflate"), "disallowed: unreachable, undecodable", time.Minute},
		{"cut gzip", text(packed("gzip", rules)[:40], "Content-Encoding", "gzip"), "disallowed: unreachable, truncated", time.Minute},
		{"wrong gzip", text(packed("gzip", rules)[:40]+strings.Repeat("x", 40), "Content-Encoding", "gzip"), "disallowed: unreachable, undecodable", time.Minute},
		{"packed over and over", text(
			packed("gzip", packed("gzip", packed("gzip", packed("gzip", packed("gzip", rules))))),
			"Content-Encoding", "gzip, gzip, gzip, gzip, gzip"), "disallowed: unreachable, undecodable", time.Minute},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			time := &clock{at: time.Unix(1_800_000_000, 0)}
			w := newWeb(t, c.handler)
			gate := w.gate(t, at(time))
			url := private
			if c.name == "endless" {
				url = "http://hops6.example/private"
			}
			answer := check(t, gate, url)
			decision := gate.decision(url)
			same(t, fmt.Sprintf("%v, %v", answer.Verdict, decision.Cause), c.want)
			same(t, answer.Wait(), c.wait)
			same(t, decision.Access, answer.Access)
			// It is known now.
			requests := len(w.requests())
			same(t, check(t, gate, url), answer)
			same(t, len(w.requests()), requests)
		})
	}
	t.Run("five hops", func(t *testing.T) {
		w := newWeb(t, hop)
		same(t, check(t, w.gate(t), "http://hops5.example/private").Line, uint32(2))
		same(t, len(w.requests()), 6)
	})
}

// Nobody waits longer than the time for an attempt.
func TestSlowServers(t *testing.T) {
	for name, handler := range map[string]http.HandlerFunc{
		"head": func(_ http.ResponseWriter, request *http.Request) { <-request.Context().Done() },
		"body": func(out http.ResponseWriter, request *http.Request) {
			io.WriteString(out, rules)
			for request.Context().Err() == nil {
				io.WriteString(out, "#")
				http.NewResponseController(out).Flush()
				time.Sleep(5 * time.Millisecond)
			}
		},
		"hops": func(out http.ResponseWriter, request *http.Request) {
			time.Sleep(60 * time.Millisecond)
			http.Redirect(out, request, request.URL.Path+"x", http.StatusFound)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWeb(t, handler)
			gate := w.gate(t, func(c *Config) { c.Timeout = 150 * time.Millisecond })
			began := time.Now()
			same(t, check(t, gate, page).String(), "disallowed: unreachable")
			same(t, gate.decision(page).Cause, robots.Cause(robots.FailureTimeout))
			if took := time.Since(began); took > 5*time.Second {
				t.Error(took)
			}
		})
	}
}

// Compressed data that decodes to nothing, and that is itself compressed, some
// thousand times over in each layer, takes no longer than other data.
func TestBombs(t *testing.T) {
	// A member of gzip that has begun, and blocks of it without an octet.
	body := packed("gzip", strings.Repeat("\x00\x00\x00\xff\xff", 1<<20))
	body = packed("gzip", packed("gzip", "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff")+strings.Repeat(body, 2000))
	w := newWeb(t, text(body, "Content-Encoding", "gzip, gzip, gzip"))
	gate := w.gate(t)
	same(t, check(t, gate, page).Reason, robots.ReasonUnreachable)
	same(t, gate.decision(page).Cause, robots.Cause(robots.FailureUndecodable))
}

// Of a body that never ends, what fits is used, without the line that is cut.
func TestHugeBodies(t *testing.T) {
	endless := func(out http.ResponseWriter, _ *http.Request) {
		io.WriteString(out, rules)
		line := strings.Repeat("#", 1<<16)
		for {
			if _, err := io.WriteString(out, line); err != nil {
				return
			}
		}
	}
	bomb := packed("gzip", rules+strings.Repeat("\n", 8<<20))
	for name, handler := range map[string]http.HandlerFunc{
		"endless": endless, "bomb": text(bomb, "Content-Encoding", "gzip"),
	} {
		t.Run(name, func(t *testing.T) {
			var size atomic.Int64
			w := newWeb(t, handler)
			gate := w.gate(t, func(c *Config) {
				c.OnFile = func(_ string, body []byte) { size.Store(int64(len(body))) }
			})
			same(t, check(t, gate, private).Line, uint32(2))
			if size.Load() < int64(len(rules)) || size.Load() > DefaultMaxBody {
				t.Errorf("%d octets", size.Load())
			}
		})
	}
	cut := "User-agent: *\nDisallow: /private\nAllow: /private/open\n"
	for n, want := range map[int]string{
		1: "", 13: "", 14: "User-agent: *\n", 32: "User-agent: *\n", 33: rules, 50: rules,
		len(cut) - 1: rules, len(cut): cut, len(cut) + 1: cut,
	} {
		var body string
		w := newWeb(t, text(cut))
		gate := w.gate(t, func(c *Config) {
			c.MaxBody = n
			c.OnFile = func(_ string, octets []byte) { body = string(octets) }
		})
		check(t, gate, private)
		same(t, body, want)
	}
	// It breaks off exactly at the limit.
	const head = "HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n"
	cut = "User-agent: *\nDisallow: /\nAllow: /private"
	gate := newWeb(t, raw(head+cut)).gate(t, func(c *Config) { c.MaxBody = len(cut) })
	same(t, check(t, gate, private).Line, uint32(2))
}

// A limit that falls within a line takes the line away, in UTF-16 as well, where
// octets of letters are those of line ends.
func TestCutLines(t *testing.T) {
	const kept, cut = "User-agent: *\nDisallow: /private\n", "Allow: /\u0a0d\u0d0a\u0a05\u050a/private/open"
	for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
		encoded := func(text string) (octets []byte) {
			for _, unit := range utf16.Encode([]rune(text)) {
				octets = order.AppendUint16(octets, unit)
			}
			return octets
		}
		whole := encoded("\ufeff" + kept)
		body := append(whole, encoded(cut)...)
		for n := len(whole); n < len(body); n++ {
			if got := wholeLines(body[:n]); !bytes.Equal(got, whole) {
				t.Fatalf("%d octets: %q", n, got)
			}
		}
		for n := range len(encoded("\ufeffUser-agent: *\n")) {
			same(t, len(wholeLines(body[:n])), 0)
		}
		w := newWeb(t, text(string(body)))
		gate := w.gate(t, func(c *Config) { c.MaxBody = len(whole) + len(encoded("Allow: /\u0a0d\u0d0a\u0a05")) })
		same(t, check(t, gate, "http://site.example/\u0a0d\u0d0a\u0a05").Reason, robots.ReasonNoRule)
		same(t, check(t, gate, private).Line, uint32(2))
	}
}

// As much is read as the library reads, and one octet that says that there was
// more.
func TestDefaultMaxBody(t *testing.T) {
	body := bytes.Repeat([]byte("\n"), DefaultMaxBody)
	for n, want := range map[int]bool{DefaultMaxBody - 1: false, DefaultMaxBody: true} {
		file := robots.Parse(body[:n])
		same(t, file.Truncated(), want)
		file.Close()
	}
}
