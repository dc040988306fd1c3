package robotshttp

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	robots "github.com/librobots/librobots/bindings/go"
)

// A client makes the requests of an attempt.
type client struct {
	transport http.RoundTripper
	userAgent string
	timeout   time.Duration
	maxBody   int
}

// ours marks the context of requests for robots.txt, which no gate may hold up.
type ours struct{}

// attempt asks until there is an outcome, and has the body if there is a file.
func (c *client) attempt(ctx context.Context, ticket *robots.Ticket) []byte {
	ctx, cancel := context.WithTimeout(context.WithValue(ctx, ours{}, true), c.timeout)
	defer cancel()
	for {
		switch result, body := c.ask(ctx, ticket); result {
		case robots.ResultRedirect:
		case robots.ResultSuccessful:
			return body
		default:
			return nil
		}
	}
}

// ask makes one request.
func (c *client) ask(ctx context.Context, ticket *robots.Ticket) (robots.AccessResult, []byte) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, ticket.URL(), nil)
	if err != nil {
		return ticket.Failure(robots.FailureOther), nil
	}
	if request.URL.Scheme != "http" && request.URL.Scheme != "https" {
		return ticket.Failure(robots.FailureRefused), nil
	}
	header := request.Header
	if c.userAgent != "" {
		header.Set("User-Agent", c.userAgent)
	}
	header.Set("Accept", "text/plain, */*;q=0.5")
	if tag := ticket.IfNoneMatch(); tag != "" {
		header.Set("If-None-Match", tag)
	}
	if since := ticket.IfModifiedSince(); since != "" {
		header.Set("If-Modified-Since", since)
	}
	transport := c.transport
	if transport == nil {
		transport = publicTransport
	}
	response, err := transport.RoundTrip(request)
	if err != nil {
		return ticket.Failure(failure(ctx, err)), nil
	}
	defer response.Body.Close()
	known := robots.Response{Status: response.StatusCode, Header: response.Header}
	if response.StatusCode < 200 || response.StatusCode > 299 {
		result := ticket.Response(known)
		if result == robots.ResultRedirect {
			// So that the connection can be used again.
			io.CopyN(io.Discard, response.Body, 2<<10)
		}
		return result, nil
	}
	body, err := c.read(response)
	if err != nil {
		switch why := broken(ctx, err); why {
		case robots.FailureTruncated:
			known.Incomplete = true
			return ticket.Response(known), nil
		default:
			return ticket.Failure(why), nil
		}
	}
	return ticket.Response(known), body
}

// errCoding is that of a content coding that is not known here.
var errCoding = errors.New("robotshttp: unknown content coding")

// read has the decoded body, up to the limit, without a last line that was cut.
// It is never nil.
func (c *client) read(response *http.Response) ([]byte, error) {
	content, err := decoded(response)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(io.LimitReader(content, int64(c.maxBody)))
	if err != nil {
		return nil, err
	}
	if len(body) == c.maxBody {
		// A read may have nothing yet and no error; ReadFull goes on.
		if _, err := io.ReadFull(content, make([]byte, 1)); err == nil {
			body = body[:bytes.LastIndexAny(body, "\r\n")+1]
		}
	}
	return body, nil
}

// decoded undoes the codings that the transport has left: none mostly, since it
// asks for gzip and undoes that itself.
func decoded(response *http.Response) (io.Reader, error) {
	var content io.Reader = response.Body
	codings := strings.Split(strings.Join(response.Header.Values("Content-Encoding"), ","), ",")
	if len(codings) > 4 {
		return nil, errCoding
	}
	for i := len(codings) - 1; i >= 0; i-- {
		var err error
		switch strings.ToLower(strings.TrimSpace(codings[i])) {
		case "", "identity":
		case "gzip", "x-gzip":
			content, err = gzip.NewReader(content)
		case "deflate":
			content, err = inflated(content)
		default:
			err = errCoding
		}
		if err != nil {
			return nil, err
		}
	}
	return content, nil
}

// inflated reads deflate, which some servers send without the zlib around it.
func inflated(content io.Reader) (io.Reader, error) {
	buffered := bufio.NewReader(content)
	head, err := buffered.Peek(2)
	if err != nil {
		return nil, err
	}
	if head[0]&0x0f == 8 && (int(head[0])<<8|int(head[1]))%31 == 0 {
		return zlib.NewReader(buffered)
	}
	return flate.NewReader(buffered), nil
}
