package robots

import (
	"slices"
	"testing"
	"time"
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

// Whatever the octets: an error, or something that answers and can be written
// again.
func FuzzSnapshots(f *testing.F) {
	m, err := Compile([]byte(sample), []string{"ExampleBot"})
	if err != nil {
		f.Fatal(err)
	}
	octets, err := m.MarshalBinary()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(octets)
	cache := newCache(f, "ExampleBot")
	hit := fetched(f, cache, "https://site.example/", 200, siteRules, begin)
	defer hit.Close()
	for _, write := range []func() ([]byte, error){
		cache.MarshalBinary, func() ([]byte, error) { return cache.Export("https://site.example/") },
		cache.State("https://site.example/").MarshalBinary,
	} {
		octets, err := write()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(octets)
	}
	f.Fuzz(func(t *testing.T, octets []byte) {
		const url = "https://site.example/private"
		if m, err := UnmarshalMatcher(octets); err == nil {
			again, err := m.MarshalBinary()
			if err != nil || !slices.Equal(again, octets) {
				t.Errorf("%v, %d octets", err, len(again))
			}
			m.Check(url)
			m.Close()
		}
		if state, err := UnmarshalState(octets); err == nil {
			if d := state.Decision(Policy{}, begin); d.Access == 0 {
				t.Error(d)
			}
			state.Close()
		}
		cache := newCache(t, "ExampleBot")
		defer cache.Close()
		cache.Restore(octets)
		cache.Import("", octets)
		if n := len(cache.Origins()); uint64(n) != cache.Stats().Entries {
			t.Errorf("%d origins, %+v", n, cache.Stats())
		}
		cache.Check(url, begin)
	})
}

// Whatever the headers: an attempt goes on, or ends with a cause that says so.
func FuzzResponses(f *testing.F) {
	f.Add(301, "Location", "/r", "Cache-Control", "max-age=60", 200, false)
	f.Add(503, "Retry-After", "90", "Date", "Fri, 15 Jan 2027 08:00:00 GMT", 404, true)
	f.Add(200, "etag\nLocation: /x", "\"a\"\r\n\r\nHTTP/1.1 200", "HTTP/1.1 200 OK", "", 304, false)
	f.Fuzz(func(t *testing.T, status int, name1, value1, name2, value2 string, next int, cut bool) {
		state := NewState()
		defer state.Close()
		attempt, err := NewFetch("https://site.example/", state, Policy{})
		if err != nil {
			t.Fatal(err)
		}
		defer attempt.Close()
		header := map[string][]string{name1: {value1, value2}, name2: {value2}}
		result := attempt.Response(Response{status, header, cut})
		if result == ResultRedirect {
			if _, ok := Origin(attempt.URL()); !ok || attempt.Hops() != 1 {
				t.Errorf("%q after %d", attempt.URL(), attempt.Hops())
			}
			result = attempt.Response(Response{next, nil, false})
		}
		if result < ResultSuccessful || result > ResultUnreachable || result != attempt.Result() {
			t.Error(result)
		}
		decision := state.Record(attempt, Policy{}, begin)
		want := map[AccessResult]Access{
			ResultSuccessful: AccessRules, ResultRedirect: AccessRefuseAll,
			ResultUnavailable: AccessAllowAll, ResultUnreachable: AccessRefuseAll,
		}[result]
		if decision.Access != want || decision.Wait() <= 0 || decision.Wait() > 24*time.Hour {
			t.Error(result, decision)
		}
	})
}
