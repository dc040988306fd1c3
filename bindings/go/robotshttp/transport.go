package robotshttp

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	robots "github.com/librobots/librobots/bindings/go"
)

// ErrDisallowed is every [DisallowedError], for [errors.Is].
var ErrDisallowed = errors.New("robotshttp: robots.txt disallows the URL")

// A DisallowedError is the error of a request that was not made, because the
// site disallows it or because it is not known whether the site allows it.
type DisallowedError struct {
	// URL is the URL of the request, without a password.
	URL string
	// Verdict tells which rule says so, or why everything is denied.
	Verdict robots.Verdict
	// Decision is what the verdict rests on, and when it may change.
	Decision robots.Decision
	// Err tells, with [robots.ReasonMisuse], why the gate cannot be asked about
	// the request; nil if the URL itself is the reason.
	Err error
}

// Error is such as "robotshttp: https://site.example/private disallowed: rule
// line 2 octets 8".
func (e *DisallowedError) Error() string {
	text := fmt.Sprintf("robotshttp: %s %s", e.URL, e.Verdict)
	switch {
	case e.Err != nil:
		return fmt.Sprintf("%s (%v)", text, e.Err)
	case e.Verdict.Reason == robots.ReasonUnreachable:
		return fmt.Sprintf("%s (%s)", text, e.Decision)
	}
	return text
}

// Unwrap returns Err.
func (e *DisallowedError) Unwrap() error { return e.Err }

// Is makes every DisallowedError an [ErrDisallowed].
func (e *DisallowedError) Is(target error) bool { return target == ErrDisallowed }

// A Transport makes only those requests that robots.txt allows. In an
// [http.Client] it also decides about each redirect. It may be used by any
// number of goroutines.
//
// A Transport asks the gate about what the server will see: the scheme and host
// of the connection, with path and query as sent. A host that can be written in
// several ways, such as "BÜCHER.example", is sent as it was asked about, as
// "xn--bcher-kva.example". Requests for /robots.txt itself are always made. A
// URL without an origin, such as a relative URL, is denied. So is, with an
// [ErrAmbiguous], a request that names its target in two ways: a URL with an
// opaque part, a Host header that names another origin than the URL, or the
// method CONNECT. To reach a host at another address, give Base a dialer for
// that.
type Transport struct {
	// Gate tells what may be requested. Without a gate, nothing may be requested.
	Gate *Gate
	// Base makes the requests; nil means one that connects to public addresses
	// only, without proxy, as for [Config.Transport].
	Base http.RoundTripper
}

// RoundTrip makes a request if it is allowed. If it is not allowed, the error
// is a [*DisallowedError], or an error of [Gate.Check]; otherwise it is that of
// Base.
func (t *Transport) RoundTrip(request *http.Request) (*http.Response, error) {
	host, err := t.check(request)
	if err != nil {
		// As the contract of RoundTrip says, also without a response.
		if request.Body != nil {
			request.Body.Close()
		}
		return nil, err
	}
	if host == "" {
		return t.base().RoundTrip(request)
	}
	plain, at := *request, *request.URL
	plain.URL, plain.Host, at.Host = &at, host, host
	response, err := t.base().RoundTrip(&plain)
	if response != nil {
		response.Request = request
	}
	return response, err
}

// check denies a request, or returns the host to send it to; "" means the host
// of the URL.
func (t *Transport) check(request *http.Request) (host string, err error) {
	ctx := request.Context()
	if ctx.Value(ours{}) != nil {
		return "", nil // of a gate that uses this transport
	}
	asked, host, err := requested(request)
	if err != nil {
		refusal := &DisallowedError{
			Verdict:  robots.Verdict{Reason: robots.ReasonMisuse, Rule: robots.NoRule},
			Decision: robots.Decision{Access: robots.AccessRefuseAll},
			Err:      err,
		}
		if request.URL != nil {
			refusal.URL = request.URL.Redacted()
		}
		return "", refusal
	}
	if robots.IsRobotsTxt(asked) {
		return host, nil
	}
	answer, err := t.Gate.Check(ctx, asked)
	if err != nil || answer.Allowed {
		return host, err
	}
	return "", &DisallowedError{
		URL: request.URL.Redacted(), Verdict: answer.Verdict, Decision: t.Gate.decision(asked),
	}
}

// ErrAmbiguous is the error of a request that does not say clearly which URL it
// asks for, for [errors.Is].
var ErrAmbiguous = errors.New("robotshttp: the request may ask for another URL than its own")

// escaper writes what a URL would end at or lose as the server gets it.
var escaper = strings.NewReplacer(" ", "%20", "#", "%23")

// requested is the URL that a request asks for: what is connected to, and what
// stands in the request line. Where its host is not plain, it is that of the
// origin that is to be sent.
func requested(request *http.Request) (asked, host string, err error) {
	at := request.URL
	switch {
	case at == nil:
		return "", "", fmt.Errorf("%w: it has no URL", ErrAmbiguous)
	case at.Opaque != "":
		return "", "", fmt.Errorf("%w: the URL has an opaque part", ErrAmbiguous)
	case request.Method == http.MethodConnect:
		return "", "", fmt.Errorf("%w: the method is CONNECT", ErrAmbiguous)
	case strings.ContainsFunc(at.Host, notInHost):
		return "", "", fmt.Errorf("%w: the host of the URL is none", ErrAmbiguous)
	}
	target := at.RequestURI()
	if !strings.HasPrefix(target, "/") || strings.ContainsFunc(target, isControl) {
		return "", "", fmt.Errorf("%w: the path of the URL is none", ErrAmbiguous)
	}
	prefix := at.Scheme + "://"
	asked = prefix + at.Host + escaper.Replace(target)
	origin, known := robots.Origin(asked)
	named := request.Host
	if named == "" {
		named = at.Host
	} else if named != at.Host {
		other, known := robots.Origin(prefix + named)
		if !known || other != origin || strings.ContainsFunc(named, notInHost) {
			return "", "", fmt.Errorf("%w: the Host header names another origin", ErrAmbiguous)
		}
	}
	if known && !(isPlain(at.Host, origin) && isPlain(named, origin)) {
		_, host, _ = strings.Cut(origin, "://")
	}
	return asked, host, nil
}

// isPlain tells whether a host is written as in its origin, but for case, a last
// dot and the port. Others lead elsewhere by some resolver, or are named otherwise
// in the Host header than where the connection goes.
func isPlain(host, origin string) bool {
	for i := range len(host) {
		if host[i] >= utf8.RuneSelf {
			return false // EqualFold takes some of these for letters of ASCII
		}
	}
	_, plain, _ := strings.Cut(origin, "://")
	name := func(host string) string { return (&url.URL{Host: host}).Hostname() }
	return strings.EqualFold(strings.TrimSuffix(name(host), "."), name(plain))
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f }

// notInHost is for what would end the host, or begin it, in a URL.
func notInHost(r rune) bool { return r <= ' ' || r == 0x7f || strings.ContainsRune(`@/?#\`, r) }

func (t *Transport) base() http.RoundTripper {
	if t.Base == nil {
		return publicTransport
	}
	return t.Base
}

// CloseIdleConnections closes the idle connections of Base, if Base can do
// that.
func (t *Transport) CloseIdleConnections() {
	if base, ok := t.base().(interface{ CloseIdleConnections() }); ok {
		base.CloseIdleConnections()
	}
}
