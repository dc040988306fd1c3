package robots

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// Every question of the shared vectors, by every way this package has.
func TestVectors(t *testing.T) {
	questions := 0
	for _, file := range readCases(t) {
		t.Run(file.name, func(t *testing.T) {
			for i, c := range file.cases {
				if debugging && i%20 != 0 {
					continue
				}
				for _, profile := range c.profiles {
					questions += c.run(t, file.name, profile)
				}
			}
		})
	}
	t.Logf("%d questions", questions)
}

func (c *testCase) run(t *testing.T, file string, profile Profile) (questions int) {
	options := append(slices.Clone(c.options), WithProfile(profile))
	parsed := Parse(c.body, options...)
	defer parsed.Close()
	for _, q := range c.queries {
		if !slices.Contains(q.profiles, profile) {
			continue
		}
		questions++
		// A path is a URL like any other, unless it has two slashes.
		byURL := !q.path || !strings.HasPrefix(q.url, "//")
		fail := func(way string, got Verdict) {
			t.Errorf("%s:%d: case %s, profile %d, by %s: got %+v", file, q.line, c.name, profile, way, got)
		}
		fromFile, err := parsed.Matcher(q.agents)
		direct, directErr := Compile(c.body, []string{q.agents}, options...)
		var wrong *AgentError
		if q.reason == "misuse" && fromFile == nil != errors.As(err, &wrong) ||
			q.reason != "misuse" && err != nil || (err == nil) != (directErr == nil) {
			t.Errorf("%s:%d: errors %v, %v", file, q.line, err, directErr)
		}
		for way, m := range map[string]*Matcher{"File.Matcher": fromFile, "Compile": direct} {
			if q.path {
				if got := m.CheckPath(q.url); !q.fits(got) {
					fail(way+" and CheckPath", got)
				}
			}
			if !byURL {
				continue
			}
			if got := m.Check(q.url); !q.fits(got) || got.Allowed != m.Allowed(q.url) {
				fail(way+" and Check", got)
			}
			if got := m.AppendVerdicts(nil, q.url, q.url); len(got) != 2 || !q.fits(got[0]) || got[0] != got[1] {
				fail(way+" and AppendVerdicts", got[0])
			}
		}
		if byURL {
			if got := Check(c.body, q.agents, q.url, options...); !q.fits(got) {
				fail("Check", got)
			}
		}
		if rule, ok := parsed.Rule(fromFile.Check(q.url).Rule); ok && rule.Line != int(fromFile.Check(q.url).Line) {
			t.Errorf("%s:%d: the verdict's rule is %+v", file, q.line, rule)
		}
		fromFile.Close()
		direct.Close()
	}
	return questions
}

func (q *query) fits(got Verdict) bool {
	if got.Allowed != q.allowed || got.Line != q.number {
		return false
	}
	if q.reason == "" && got.Reason == ReasonRule || q.reason != "" && got.Reason.String() != q.reason {
		return false
	}
	if q.octets >= 0 && int64(got.Octets) != q.octets || q.rule >= 0 && int64(got.Rule) != q.rule {
		return false
	}
	return (got.Rule == NoRule) == (got.Reason != ReasonRule) &&
		(got.Reason == ReasonRule || got.Octets == 0)
}
