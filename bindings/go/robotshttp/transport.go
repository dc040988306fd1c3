package robotshttp

import (
	"errors"
	"fmt"
	"net/http"

	robots "github.com/librobots/librobots/bindings/go"
)

// ErrDisallowed is every [DisallowedError], for [errors.Is].
var ErrDisallowed = errors.New("robotshttp: robots.txt disallows the URL")

// A DisallowedError is the error of a request that was not made because the
// site does not want it, or because it is not known whether it does.
type DisallowedError struct {
	// URL is that of the request, without password.
	URL string
	// Verdict tells which rule says so, or why everything is refused.
	Verdict robots.Verdict
	// Decision is what the verdict rests on, and when it may change.
	Decision robots.Decision
}

// Error is such as "robotshttp: https://site.example/private disallowed: rule
// line 2 octets 8".
func (e *DisallowedError) Error() string {
	text := fmt.Sprintf("robotshttp: %s %s", e.URL, e.Verdict)
	if e.Verdict.Reason == robots.ReasonUnreachable {
		return fmt.Sprintf("%s (%s)", text, e.Decision)
	}
	return text
}

// Is makes every DisallowedError an [ErrDisallowed].
func (e *DisallowedError) Is(target error) bool { return target == ErrDisallowed }

// A Transport makes only those requests that robots.txt allows. In an
// [http.Client] it is asked for each redirect as well. It may be used by any
// number of goroutines.
//
// It goes by the URL of a request, not by its Host header. Requests for
// /robots.txt itself are always made. What has no origin, such as a relative
// URL, is refused.
type Transport struct {
	// Gate tells what may be requested. Without one, nothing may.
	Gate *Gate
	// Base makes the requests; nil means one that connects to public addresses
	// only, without proxy, as for [Config.Transport].
	Base http.RoundTripper
}

// RoundTrip makes a request if it is allowed. The error is a
// [*DisallowedError] if it is not, that of the request's context, or
// [robots.ErrClosed]; otherwise it is that of the base.
func (t *Transport) RoundTrip(request *http.Request) (*http.Response, error) {
	if err := t.check(request); err != nil {
		// As the contract of RoundTrip says, also without a response.
		if request.Body != nil {
			request.Body.Close()
		}
		return nil, err
	}
	return t.base().RoundTrip(request)
}

func (t *Transport) check(request *http.Request) error {
	ctx := request.Context()
	if ctx.Value(ours{}) != nil {
		return nil // of a gate that uses this transport
	}
	if request.URL == nil {
		return &DisallowedError{}
	}
	url := request.URL.String()
	if robots.IsRobotsTxt(url) {
		return nil
	}
	answer, err := t.Gate.Check(ctx, url)
	if err != nil || answer.Allowed {
		return err
	}
	return &DisallowedError{request.URL.Redacted(), answer.Verdict, t.Gate.decision(url)}
}

func (t *Transport) base() http.RoundTripper {
	if t.Base == nil {
		return publicTransport
	}
	return t.Base
}

// CloseIdleConnections does so for the base, if that can.
func (t *Transport) CloseIdleConnections() {
	if base, ok := t.base().(interface{ CloseIdleConnections() }); ok {
		base.CloseIdleConnections()
	}
}
