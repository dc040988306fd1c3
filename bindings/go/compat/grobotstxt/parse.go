package grobotstxt

import (
	"unsafe"

	robots "github.com/librobots/librobots/bindings/go"
)

// AllowFrequentTypos makes keys count that are misspelt in a usual way, such as
// disalow. Set it before anything else, and not while another goroutine parses.
var AllowFrequentTypos = true

// A ParseHandler is told what stands in a robots.txt, in file order. Lines are
// counted from 1.
type ParseHandler interface {
	HandleRobotsStart()
	HandleRobotsEnd()
	HandleUserAgent(lineNum int, value string)
	HandleAllow(lineNum int, value string)
	HandleDisallow(lineNum int, value string)
	HandleSitemap(lineNum int, value string)
	HandleUnknownAction(lineNum int, action, value string)
}

// A Parser reads one body for one handler.
type Parser struct {
	body    string
	handler ParseHandler
}

// NewParser makes a parser.
func NewParser(robotsBody string, handler ParseHandler) *Parser {
	return &Parser{robotsBody, handler}
}

// Parse reads the body and tells the handler. Lines that are no records are left
// out. Values are escaped, except those of user-agent and sitemap lines.
func (p *Parser) Parse() {
	p.handler.HandleRobotsStart()
	for line := range robots.Lines(octets(p.body)) {
		if line.Flags&robots.LineRecord != 0 {
			p.tell(line)
		}
	}
	p.handler.HandleRobotsEnd()
}

func (p *Parser) tell(line robots.Line) {
	number, value := line.Number, line.Value
	if line.Flags&robots.LineTypo != 0 && !AllowFrequentTypos && line.Type != robots.KeySitemap {
		if line.Type == robots.KeyUserAgent {
			value = robots.GoogleEscape(value)
		}
		line.Type = robots.KeyUnknown
	}
	switch line.Type {
	case robots.KeyUserAgent:
		p.handler.HandleUserAgent(number, value)
	case robots.KeyAllow:
		p.handler.HandleAllow(number, value)
	case robots.KeyDisallow:
		p.handler.HandleDisallow(number, value)
	case robots.KeySitemap:
		p.handler.HandleSitemap(number, value)
	default:
		p.handler.HandleUnknownAction(number, line.Key, value)
	}
}

// Parse reads a body and tells the handler.
func Parse(robotsBody string, handler ParseHandler) {
	NewParser(robotsBody, handler).Parse()
}

// Sitemaps are the values of the sitemap lines.
func Sitemaps(robotsBody string) []string {
	var all []string
	for line := range robots.Lines(octets(robotsBody)) {
		if line.Flags&robots.LineRecord != 0 && line.Type == robots.KeySitemap {
			all = append(all, line.Value)
		}
	}
	return all
}

// Matches tells whether a pattern matches a path. A pattern is a prefix, a star
// stands for any octets, and a dollar sign at the end demands the end of the
// path.
func Matches(path, pattern string) bool {
	return robots.GoogleMatches(path, pattern)
}

// octets are those of a string, to be read only.
func octets(text string) []byte {
	return unsafe.Slice(unsafe.StringData(text), len(text))
}
