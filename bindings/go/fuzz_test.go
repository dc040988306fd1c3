package robots

import (
	"slices"
	"testing"
)

// options of three bits and a limit.
func fuzzed(profile bool, bits uint8) []Option {
	if profile {
		return []Option{WithProfile(Google)}
	}
	var options []Option
	for i, option := range []Option{
		AssumeSlash(), ExactAgent(), BlankLineEndsGroup(), MaxBytes(64), MaxLine(16),
	} {
		if bits>>i&1 != 0 {
			options = append(options, option)
		}
	}
	return options
}

// Whatever the body: every list can be read, and they tell the same.
func FuzzParse(f *testing.F) {
	f.Add([]byte(sample), false, uint8(0))
	f.Add([]byte("\xef\xbb\xbfuser agent a\r\rallow:*$\x00#"), true, uint8(0))
	f.Add([]byte("disallow: x\nuser-agent: a\n\nuser-agent: b\ndisallow: x%\xff"), false, uint8(0xff))
	for _, file := range readCases(f) {
		for i, c := range file.cases {
			f.Add(c.body, i%2 == 0, uint8(i))
		}
	}
	f.Fuzz(func(t *testing.T, body []byte, profile bool, bits uint8) {
		file := Parse(body, fuzzed(profile, bits)...)
		defer file.Close()
		rules := file.Rules()
		var grouped []Rule
		for i, group := range file.Groups() {
			if len(group.Agents) == 0 || group.Agents[0].Line != group.Line {
				t.Errorf("group %d: %+v", i, group)
			}
			for _, rule := range group.Rules {
				if rule.Group != i || rule.Line <= group.Line {
					t.Errorf("group %d: %+v", i, rule)
				}
			}
			grouped = append(grouped, group.Rules...)
		}
		if !slices.Equal(rules, grouped) {
			t.Errorf("%+v\n%+v", rules, grouped)
		}
		for i, rule := range rules {
			if single, ok := file.Rule(uint32(i)); !ok || single != rule {
				t.Errorf("rule %d: %+v, %+v", i, single, rule)
			}
		}
		var sitemaps []string
		for _, record := range file.Records() {
			if record.Line == 0 || record.Group >= len(file.Groups()) {
				t.Errorf("%+v", record)
			}
			if record.Kind == RecordSitemap {
				sitemaps = append(sitemaps, record.Value)
			}
		}
		if !slices.Equal(sitemaps, file.Sitemaps()) {
			t.Errorf("%q, %q", sitemaps, file.Sitemaps())
		}
		if remarks := file.Diagnostics(); len(remarks) != min(file.DiagnosticsTotal(), 1024) {
			t.Errorf("%d remarks of %d", len(remarks), file.DiagnosticsTotal())
		}
		number := 0
		for line := range Lines(body) {
			number++
			if line.Number != number || GoogleKey(line.Key) != line.Type {
				t.Errorf("%+v", line)
			}
		}
		if number == 0 {
			t.Error("no line")
		}
	})
}

// Whatever the question: every way to ask it has the same answer.
func FuzzCheck(f *testing.F) {
	f.Add([]byte(sample), "ExampleBot", "https://site.example/private", false, uint8(0))
	f.Add([]byte(sample), "a,b", "/private?%zz*$", true, uint8(0))
	f.Add([]byte("user-agent: a\ndisallow: /*a*b$"), "a-b, *", "http://a/\xff%61#b", false, uint8(7))
	for _, file := range readCases(f) {
		for i, c := range file.cases {
			f.Add(c.body, c.queries[0].agents, c.queries[0].url, i%2 == 0, uint8(i))
		}
	}
	f.Fuzz(func(t *testing.T, body []byte, agents, url string, profile bool, bits uint8) {
		options := fuzzed(profile, bits)
		file := Parse(body, options...)
		defer file.Close()
		fromFile, err := file.Matcher(agents)
		defer fromFile.Close()
		direct, directErr := Compile(body, []string{agents}, options...)
		defer direct.Close()
		if (err == nil) != (directErr == nil) || (err == nil) != (fromFile != nil) {
			t.Fatal(err, directErr)
		}
		want := fromFile.Check(url)
		all := direct.AppendVerdicts(nil, "", url, "https://site.example/", url)
		for way, got := range map[string]Verdict{
			"Compile":        direct.Check(url),
			"Check":          Check(body, agents, url, options...),
			"AppendVerdicts": all[1],
			"the second":     all[3],
		} {
			if got != want {
				t.Errorf("%s: %+v, not %+v", way, got, want)
			}
		}
		if profile {
			if got, _ := GoogleCheck(body, agents, url); got != want {
				t.Errorf("GoogleCheck: %+v, not %+v", got, want)
			}
			if path := GooglePath(url); fromFile.CheckPath(path) != want {
				t.Errorf("CheckPath(%q): %+v, not %+v", path, fromFile.CheckPath(path), want)
			}
		}
		if direct.CheckPath(url) != fromFile.CheckPath(url) {
			t.Errorf("CheckPath: %+v, %+v", direct.CheckPath(url), fromFile.CheckPath(url))
		}
		if rule, ok := file.Rule(want.Rule); ok != (want.Reason == ReasonRule) || rule.Line != int(want.Line) {
			t.Errorf("%+v, %+v", rule, want)
		}
	})
}
