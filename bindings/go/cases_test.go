package robots

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// The shared vectors: tests/data/README.md describes the format.

type caseFile struct {
	name  string
	cases []*testCase
}

type testCase struct {
	name     string
	line     int
	escaped  bool
	profiles []Profile
	options  []Option
	body     []byte
	queries  []query
}

type query struct {
	line     int
	agents   string
	url      string
	path     bool
	profiles []Profile
	allowed  bool
	number   uint32
	reason   string // "" where anything but a rule will do
	octets   int64  // -1 where not said
	rule     int64  // -1 where not said
}

type field struct {
	text   string
	quoted bool
}

func (f field) is(word string) bool { return !f.quoted && f.text == word }

var both = []Profile{RFC9309, Google}

// dataFolder is where the vectors are; tests elsewhere say so.
func dataFolder() string {
	if folder := os.Getenv("ROBOTS_TEST_DATA"); folder != "" {
		return folder
	}
	return filepath.Join("..", "..", "tests", "data")
}

func readCases(tb testing.TB) []caseFile {
	tb.Helper()
	names, err := filepath.Glob(filepath.Join(dataFolder(), "*.case"))
	if err != nil || len(names) == 0 {
		tb.Fatalf("no *.case in %s (%v); set ROBOTS_TEST_DATA", dataFolder(), err)
	}
	var files []caseFile
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			tb.Fatal(err)
		}
		file := caseFile{name: filepath.Base(name)}
		if err := file.parse(string(text)); err != nil {
			tb.Fatalf("%s: %v", name, err)
		}
		files = append(files, file)
	}
	return files
}

func (file *caseFile) parse(text string) error {
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		if err := file.take(i+1, line); err != nil {
			return fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	return nil
}

func (file *caseFile) take(number int, line string) error {
	if strings.Trim(line, " \t") == "" || line[0] == '#' {
		return nil
	}
	var current *testCase
	if n := len(file.cases); n > 0 {
		current = file.cases[n-1]
	}
	if line[0] == '|' {
		return current.takeBody(line[1:])
	}
	fields, err := split(line)
	if err != nil {
		return err
	}
	switch {
	case fields[0].is("case"):
		file.cases = append(file.cases, &testCase{
			name:     fields[1].text,
			line:     number,
			escaped:  len(fields) > 2 && fields[2].is("escaped"),
			profiles: both,
		})
		return nil
	case fields[0].is("profile"):
		current.profiles, err = profiles(fields[1].text)
		return err
	case fields[0].is("options"):
		return current.takeOptions(fields[1:])
	}
	return current.takeQuery(number, fields)
}

func profiles(word string) ([]Profile, error) {
	switch word {
	case "rfc9309":
		return both[:1], nil
	case "google":
		return both[1:], nil
	case "both":
		return both, nil
	}
	return nil, fmt.Errorf("no profile %q", word)
}

func (c *testCase) takeBody(text string) error {
	text = strings.TrimPrefix(text, " ")
	if !c.escaped {
		c.body = append(append(c.body, text...), '\n')
		return nil
	}
	octets, err := unescape(text)
	c.body = append(c.body, octets...)
	return err
}

func (c *testCase) takeOptions(words []field) error {
	for _, word := range words {
		name, value, _ := strings.Cut(word.text, "=")
		n, _ := strconv.Atoi(value)
		switch name {
		case "assume_slash":
			c.options = append(c.options, AssumeSlash())
		case "exact_agent":
			c.options = append(c.options, ExactAgent())
		case "blank_line_ends_group":
			c.options = append(c.options, BlankLineEndsGroup())
		case "max_bytes":
			c.options = append(c.options, MaxBytes(n))
		case "max_line":
			c.options = append(c.options, MaxLine(n))
		default:
			return fmt.Errorf("no option %q", word.text)
		}
	}
	return nil
}

func (c *testCase) takeQuery(number int, fields []field) error {
	if len(fields) < 4 {
		return fmt.Errorf("a query has four fields or more")
	}
	q := query{line: number, profiles: both, octets: -1, rule: -1}
	var err error
	if q.agents, err = c.octets(fields[0]); err != nil {
		return err
	}
	if q.url, err = c.octets(fields[3]); err != nil {
		return err
	}
	q.path = strings.HasPrefix(q.url, "/")
	q.allowed = fields[1].is("allow")
	n, err := strconv.ParseUint(fields[2].text, 10, 32)
	if err != nil || !(q.allowed || fields[1].is("deny")) {
		return fmt.Errorf("bad verdict")
	}
	q.number = uint32(n)
	if q.number > 0 {
		q.reason = ReasonRule.String()
	}
	for _, word := range fields[4:] {
		key, value, _ := strings.Cut(word.text, "=")
		switch key {
		case "reason":
			q.reason = value
		case "octets":
			q.octets, err = strconv.ParseInt(value, 10, 64)
		case "rule":
			if value == "none" {
				value = fmt.Sprint(NoRule)
			}
			q.rule, err = strconv.ParseInt(value, 10, 64)
		case "only":
			q.profiles, err = profiles(value)
		case "entry":
			q.path = false
		default:
			err = fmt.Errorf("no key %q", word.text)
		}
		if err != nil {
			return err
		}
	}
	c.queries = append(c.queries, q)
	return nil
}

func (c *testCase) octets(f field) (string, error) {
	if f.is("-") {
		return "", nil
	}
	if !c.escaped {
		return f.text, nil
	}
	text, err := unescape(f.text)
	return string(text), err
}

func split(line string) ([]field, error) {
	var fields []field
	for line != "" {
		if line[0] == '"' {
			text, rest, closed := strings.Cut(line[1:], `"`)
			if !closed {
				return nil, fmt.Errorf("no closing quote")
			}
			fields, line = append(fields, field{text, true}), rest
		} else {
			end := strings.IndexAny(line+" ", " \t")
			fields, line = append(fields, field{text: line[:end]}), line[end:]
		}
		line = strings.TrimLeft(line, " \t")
	}
	return fields, nil
}

func unescape(text string) ([]byte, error) {
	var out bytes.Buffer
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			out.WriteByte(text[i])
			continue
		}
		i++
		if i == len(text) {
			return nil, fmt.Errorf("bad escape")
		}
		switch text[i] {
		case '\\':
			out.WriteByte('\\')
		case 'n':
			out.WriteByte('\n')
		case 'r':
			out.WriteByte('\r')
		case 't':
			out.WriteByte('\t')
		case 'x':
			octet, err := strconv.ParseUint(text[i+1:min(i+3, len(text))], 16, 8)
			if err != nil {
				return nil, err
			}
			out.WriteByte(byte(octet))
			i += 2
		default:
			return nil, fmt.Errorf("bad escape")
		}
	}
	return out.Bytes(), nil
}
