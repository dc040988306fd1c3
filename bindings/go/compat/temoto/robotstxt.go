package robotstxt

import (
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	robots "github.com/librobots/librobots/bindings/go"
)

// WhitespaceChars has no effect; it exists because the original has it.
var WhitespaceChars = []rune{' ', '\t', '\v'}

// maxBody is how much of a response is read: as much as the library reads, and
// one octet that says that there was more.
const maxBody = 512_000 + 1

// RobotsData is one robots.txt. It may be used by any number of goroutines. The
// zero RobotsData allows everything.
type RobotsData struct {
	// Host is the value of the last host record.
	Host string
	// Sitemaps are the values of the sitemap records.
	Sitemaps []string
	rules    *rules
}

// A Group holds the rules for one crawler. The zero Group allows everything.
type Group struct {
	// Agent is empty, as it is in the original.
	Agent string
	// CrawlDelay is the time between two fetches that the file asks for.
	CrawlDelay time.Duration
	matcher    *robots.Matcher
}

// ParseError was the error for files that break rules. No function returns it
// any more.
type ParseError struct {
	Errs []error
}

// Error lists the errors.
func (e ParseError) Error() string {
	text := "Parse error(s): \n"
	for _, err := range e.Errs {
		text += err.Error() + "\n"
	}
	return text
}

// FromStatusAndBytes goes by the status of the response that the body came
// with: 200 to 299 parse it, 400 to 499 allow everything, 500 to 599 refuse
// everything. Any other status is an error.
func FromStatusAndBytes(statusCode int, body []byte) (*RobotsData, error) {
	switch statusCode / 100 {
	case 2:
		return FromBytes(body)
	case 4:
		return &RobotsData{}, nil
	case 5:
		return &RobotsData{rules: &rules{unreachable: true}}, nil
	}
	return nil, errors.New("Unexpected status: " + strconv.Itoa(statusCode))
}

// FromStatusAndString is FromStatusAndBytes for a string.
func FromStatusAndString(statusCode int, body string) (*RobotsData, error) {
	return FromStatusAndBytes(statusCode, []byte(body))
}

// FromResponse reads the body of a response, which the caller closes, and goes
// by its status. A nil response is a nil RobotsData.
func FromResponse(res *http.Response) (*RobotsData, error) {
	if res == nil {
		return nil, nil
	}
	body, err := io.ReadAll(io.LimitReader(res.Body, maxBody))
	if err != nil {
		return nil, err
	}
	return FromStatusAndBytes(res.StatusCode, body)
}

// FromBytes parses a body. The error is always nil.
func FromBytes(body []byte) (*RobotsData, error) {
	file := robots.Parse(body, robots.AssumeSlash())
	r := &RobotsData{rules: &rules{file: file}}
	for _, record := range file.Records() {
		switch {
		case record.Value == "":
		case record.Kind == robots.RecordHost:
			r.Host = record.Value
		case record.Kind == robots.RecordSitemap:
			r.Sitemaps = append(r.Sitemaps, record.Value)
		}
	}
	return r, nil
}

// FromString is FromBytes for a string.
func FromString(body string) (*RobotsData, error) {
	return FromBytes([]byte(body))
}

// TestAgent tells whether a crawler may fetch a path with its query. The agent
// may be a whole User-Agent header; the name at its beginning counts.
func (r *RobotsData) TestAgent(path, agent string) bool {
	return r.FindGroup(agent).Test(path)
}

// FindGroup returns the group for a crawler, always one Group for one crawler.
// Use it to ask several questions.
func (r *RobotsData) FindGroup(agent string) *Group {
	if r.rules == nil {
		return &Group{}
	}
	return r.rules.group(token(agent))
}

// Test tells whether the crawler may fetch a path with its query.
func (g *Group) Test(path string) bool {
	switch {
	case g.matcher == nil:
		return true
	case strings.HasPrefix(path, "/"):
		return g.matcher.CheckPath(path).Allowed
	case strings.Contains(path, "://"):
		return g.matcher.Allowed(path)
	}
	return g.matcher.CheckPath("/" + path).Allowed
}

// token is the name at the beginning of a User-Agent header, and a star where
// there is none.
func token(agent string) string {
	end := strings.IndexFunc(agent, func(r rune) bool {
		return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' ||
			r == '-' || r == '_' || r == '.')
	})
	if end < 0 {
		end = len(agent)
	}
	if end == 0 {
		return "*"
	}
	return strings.ToLower(agent[:end])
}

// maxGroups is for how many crawlers a file keeps groups.
const maxGroups = 64

// rules are those of a file, with the groups that were asked for.
type rules struct {
	unreachable bool
	file        *robots.File
	mutex       sync.RWMutex
	groups      map[string]*Group
}

func (r *rules) group(token string) *Group {
	r.mutex.RLock()
	group := r.groups[token]
	r.mutex.RUnlock()
	if group != nil {
		return group
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if group = r.groups[token]; group != nil {
		return group
	}
	group = r.compile(token)
	if r.groups == nil {
		r.groups = make(map[string]*Group)
	}
	if len(r.groups) < maxGroups {
		r.groups[strings.Clone(token)] = group
	}
	return group
}

func (r *rules) compile(token string) *Group {
	if r.unreachable {
		return &Group{matcher: robots.Unreachable()}
	}
	// A token that cannot be wrong. If the library disagrees, refuse.
	matcher, err := r.file.Matcher(token)
	if err != nil {
		return &Group{matcher: robots.Unreachable()}
	}
	group := &Group{matcher: matcher}
	if delay, err := r.file.CrawlDelay(token); err == nil {
		group.CrawlDelay, _ = delay.Effective()
	}
	return group
}
