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
	"math"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	robots "github.com/librobots/librobots/bindings/go"
)

// A client makes the requests of an attempt.
type client struct {
	transport http.RoundTripper
	userAgent string
	timeout   time.Duration
	maxBody   int
	stuck     atomic.Int64 // calls that were given up and go on
}

// ours marks the context of requests for robots.txt, which no gate may hold up.
type ours struct{}

// attempt asks until there is an outcome, which the ticket gets, and has the
// body if there is a file. The error is a [*PanicError].
func (c *client) attempt(ctx context.Context, origin string, ticket *robots.Ticket) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.WithValue(ctx, ours{}, true), c.timeout)
	defer cancel()
	for {
		request, why := c.request(ctx, ticket)
		if why != 0 {
			ticket.Failure(why)
			return nil, nil
		}
		it, err := guarded(ctx, origin, &c.stuck, func() answer { return c.ask(request) })
		switch {
		case errors.As(err, new(*PanicError)):
			return nil, err
		case err != nil:
			ticket.Failure(failure(ctx, err))
			return nil, nil
		case it.why != 0:
			ticket.Failure(it.why)
			return nil, nil
		}
		switch ticket.Response(it.response) {
		case robots.ResultRedirect:
		case robots.ResultSuccessful:
			return it.body, nil
		default:
			return nil, nil
		}
	}
}

// request is what to send now, or why nothing is.
func (c *client) request(ctx context.Context, ticket *robots.Ticket) (*http.Request, robots.Failure) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, ticket.URL(), nil)
	if err != nil {
		return nil, robots.FailureOther
	}
	if request.URL.Scheme != "http" && request.URL.Scheme != "https" {
		return nil, robots.FailureRefused
	}
	header := request.Header
	if c.userAgent != "" {
		header.Set("User-Agent", c.userAgent)
	}
	header.Set("Accept", "text/plain, */*;q=0.5")
	// Said here, it is undone here: a transport that asks by itself drops all
	// codings, and undoes one.
	header.Set("Accept-Encoding", "gzip")
	if tag := ticket.IfNoneMatch(); tag != "" {
		header.Set("If-None-Match", tag)
	}
	if since := ticket.IfModifiedSince(); since != "" {
		header.Set("If-Modified-Since", since)
	}
	return request, 0
}

// An answer is what came of one request.
type answer struct {
	why      robots.Failure // 0 if there was a response
	response robots.Response
	body     []byte // of a response that may be a file
}

// ask makes one request. It may never return, and has no business with the
// ticket: what it brings may come too late.
func (c *client) ask(request *http.Request) answer {
	ctx := request.Context()
	response, err := c.transport.RoundTrip(request)
	switch {
	case err != nil:
		return answer{why: failure(ctx, err)}
	case response == nil || response.Body == nil:
		return answer{why: robots.FailureOther} // against the contract
	}
	defer response.Body.Close()
	response.Body = untilDone{response.Body, ctx}
	known := robots.Response{Status: response.StatusCode, Header: response.Header}
	switch response.StatusCode / 100 {
	case 2:
	case 3:
		// So that the connection can be used again.
		io.CopyN(io.Discard, response.Body, 2<<10)
		return answer{response: known}
	default:
		return answer{response: known}
	}
	body, err := c.read(response)
	if err != nil {
		switch why := broken(ctx, err); why {
		case robots.FailureTruncated:
			known.Incomplete = true
			return answer{response: known}
		default:
			return answer{why: why}
		}
	}
	return answer{response: known, body: body}
}

// untilDone ends a body with its context, if it does not do so itself.
type untilDone struct {
	io.ReadCloser
	ctx context.Context
}

func (body untilDone) Read(p []byte) (int, error) {
	if err := context.Cause(body.ctx); err != nil {
		return 0, err
	}
	return body.ReadCloser.Read(p)
}

// errCoding is that of a content coding that is not known here, or not named.
var errCoding = errors.New("robotshttp: unknown content coding")

// compressed tells whether a body is of gzip or zstd, as no text begins. What one
// that no header says so of means is not known.
func compressed(body []byte) bool {
	return bytes.HasPrefix(body, []byte("\x1f\x8b")) || bytes.HasPrefix(body, []byte("\x28\xb5\x2f\xfd"))
}

// read has the decoded body, up to the limit, without a last line that was cut.
// It is never nil.
func (c *client) read(response *http.Response) ([]byte, error) {
	content, err := c.decoded(response)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(io.LimitReader(content, int64(c.maxBody)))
	if err != nil {
		return nil, err
	}
	if compressed(body) {
		return nil, errCoding
	}
	if len(body) == c.maxBody {
		// A read may have nothing yet and no error; ReadFull goes on. Where more
		// was to come, by which error ever, the last line may be a part of one.
		if _, err := io.ReadFull(content, make([]byte, 1)); err != io.EOF {
			body = wholeLines(body)
		}
	}
	return body, nil
}

// wholeLines is a body without its last line if that has no end. Octets of
// other characters in UTF-16 can look like line ends.
func wholeLines(body []byte) []byte {
	var low int // which octet of a unit has the line end
	switch {
	case bytes.HasPrefix(body, []byte{0xff, 0xfe}):
	case bytes.HasPrefix(body, []byte{0xfe, 0xff}):
		low = 1
	default:
		return body[:bytes.LastIndexAny(body, "\r\n")+1]
	}
	for end := len(body) &^ 1; end > 0; end -= 2 {
		unit := body[end-2 : end]
		if unit[1-low] == 0 && (unit[low] == '\n' || unit[low] == '\r') {
			return body[:end]
		}
	}
	return body[:0]
}

// decoded undoes the codings that the response names. What a coding is undone
// from is bounded too: it may decode to nothing at all, and be itself the little
// that another one makes much of.
func (c *client) decoded(response *http.Response) (io.Reader, error) {
	content := response.Body
	most := min(int64(c.maxBody), math.MaxInt64/4)*2 + 64<<10
	codings := strings.Split(strings.Join(response.Header.Values("Content-Encoding"), ","), ",")
	if len(codings) > 4 {
		return nil, errCoding
	}
	for i := len(codings) - 1; i >= 0; i-- {
		var err error
		packed := http.MaxBytesReader(nil, content, most)
		switch strings.ToLower(strings.TrimSpace(codings[i])) {
		case "", "identity":
		case "gzip", "x-gzip":
			content, err = gzip.NewReader(packed)
		case "deflate":
			content, err = inflated(packed)
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
func inflated(content io.Reader) (io.ReadCloser, error) {
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
