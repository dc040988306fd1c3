package robotshttp

import (
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// The robots.txt of one host redirects to that of another, in every spelling that
// leads to the same server. Whatever that answers there, the other host does not
// open: neither where its rules are known and fresh, nor where nothing is known.
func TestNobodyOpensAnother(t *testing.T) {
	const (
		secret = "http://victim.example/secret"
		closed = "User-agent: *\nDisallow: /\n"
	)
	for name, location := range map[string]string{
		"as it is":            "http://victim.example/robots.txt",
		"trailing dot":        "http://victim.example./robots.txt",
		"ideographic dot":     "http://victim.example\u3002/robots.txt",
		"ideographic dots":    "http://victim\u3002example\uff61/robots.txt",
		"dot and port":        "http://victim.example.:80/robots.txt",
		"user":                "http://me@victim.example/robots.txt",
		"user and password":   "http://me:secret@victim.example/robots.txt",
		"upper case and port": "HTTP://VICTIM.example:80/robots.txt",
		"query":               "http://victim.example/robots.txt?x",
		"empty query":         "http://victim.example/robots.txt?",
		"escaped letter":      "http://victim.example/%72obots.txt",
		"escaped dot":         "http://victim.example/robots%2Etxt",
		"upper-case path":     "http://victim.example/Robots.txt",
		"dot segment":         "http://victim.example/./robots.txt",
		"two dot segments":    "http://victim.example/a/../robots.txt",
		"escaped dot segment": "http://victim.example/%2e/robots.txt",
		"two slashes":         "http://victim.example//robots.txt",
		"backslash":           `http://victim.example\robots.txt`,
		"path parameter":      "http://victim.example/robots.txt;x",
		"fragment":            "http://victim.example/robots.txt#x",
		"blank behind":        "http://victim.example/robots.txt%20",
		"folder":              "http://victim.example/robots.txt/",
	} {
		answers := []string{"200", "204", "206", "302", "400", "401", "403", "404", "407", "410", "421", "451"}
		if debugging {
			answers = answers[7:8] // a collection inside every call takes its time
		}
		for _, answer := range answers {
			t.Run(strings.ReplaceAll(name, " ", "_")+"/"+answer, func(t *testing.T) {
				t.Parallel()
				code, err := strconv.Atoi(answer)
				same(t, err, nil)
				var known atomic.Bool // the victim's own URL has another answer by now
				w := newWeb(t, func(out http.ResponseWriter, request *http.Request) {
					switch host, path := request.Host, request.URL.RequestURI(); {
					case host == "evil.example" && path == "/robots.txt":
						out.Header().Set("Location", location)
						out.WriteHeader(http.StatusMovedPermanently)
					case host == "victim.example" && path == "/robots.txt" && !known.Load():
						text(closed)(out, request)
					case code == http.StatusFound:
						http.Redirect(out, request, "http://open.example/robots.txt", code)
					case host == "open.example":
						http.NotFound(out, request)
					default:
						out.WriteHeader(code)
					}
				})
				hours := &clock{at: time.Unix(1_800_000_000, 0)}

				// Nothing is known of the victim when it is led there.
				gate := w.gate(t, at(hours))
				check(t, gate, "http://evil.example/")
				same(t, check(t, gate, secret).String(), "disallowed: rule line 2 octets 1")

				// Its rules are known.
				gate = w.gate(t, at(hours))
				same(t, check(t, gate, secret).String(), "disallowed: rule line 2 octets 1")
				decision := gate.decision(secret)
				known.Store(true)
				for range 3 {
					hours.pass(time.Hour)
					gate.Cache().Remove("http://evil.example/")
					check(t, gate, "http://evil.example/")
					same(t, check(t, gate, secret).String(), "disallowed: rule line 2 octets 1")
					same(t, gate.decision(secret).FetchAt(), decision.FetchAt())
				}
			})
		}
	}
}
