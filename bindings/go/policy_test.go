package robots

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// begin is where the clock of the vectors begins.
var begin = time.Unix(1_800_000_000, 0)

// readPolicy reads the third column of fetch.tsv.
func readPolicy(t *testing.T, column string) (policy Policy) {
	t.Helper()
	for setting := range strings.SplitSeq(column, ",") {
		if setting == "-" {
			continue
		}
		field, value, _ := strings.Cut(setting, "=")
		n, _ := strconv.Atoi(value)
		seconds := time.Duration(n) * time.Second
		if seconds == 0 {
			// To the library 0 is the default; this has the same effect.
			seconds = 1
		}
		switch field {
		case "default_fresh":
			policy.DefaultFresh = seconds
		case "min_fresh":
			policy.MinFresh = seconds
		case "max_fresh":
			policy.MaxFresh = seconds
		case "min_retry":
			policy.MinRetry = seconds
		case "max_retry":
			policy.MaxRetry = seconds
		case "max_retry_after":
			policy.MaxRetryAfter = seconds
		case "long_outage":
			policy.LongOutage = seconds
		case "max_redirects":
			policy.MaxRedirects = n
		case "shared_cache":
			policy.SharedCache = value == "true"
		case "forbidden_is_disallow":
			policy.ForbiddenIsDisallow = value == "true"
		case "five_xx_means_missing":
			policy.FiveXXMeansMissing = value == "true"
		case "after_outage":
			policy.AfterOutage = map[string]AfterOutage{
				"allow-all": AfterOutageAllowAll, "last-copy-or-refuse": AfterOutageLastCopyOrRefuse,
				"refuse-all": AfterOutageRefuseAll,
			}[value]
		default:
			t.Fatalf("no field is called %q", field)
		}
	}
	return policy
}

// failureNamed is the failure with that name.
func failureNamed(t *testing.T, name string) Failure {
	t.Helper()
	for f := FailureDNS; f <= FailureOther; f++ {
		if f.String() == name {
			return f
		}
	}
	if name == "too-many-redirects" {
		return FailureTooManyRedirects
	}
	t.Fatalf("no failure is called %q", name)
	return 0
}

// An attempt is a [Fetch] or a [Ticket].
type attempt interface {
	Response(Response) AccessResult
	Failure(Failure) AccessResult
	Followed(redirects int, url string)
}

// makeAttempt makes the steps of an attempt.
func makeAttempt(t *testing.T, f attempt, steps string) {
	t.Helper()
	for step := range strings.SplitSeq(steps, " > ") {
		makeStep(t, f, step)
	}
}

func makeStep(t *testing.T, f attempt, step string) {
	t.Helper()
	if name, ok := strings.CutPrefix(step, "fail "); ok {
		f.Failure(failureNamed(t, name))
		return
	}
	if rest, ok := strings.CutPrefix(step, "followed "); ok {
		count, url, _ := strings.Cut(rest, " ")
		n, _ := strconv.Atoi(count)
		f.Followed(n, url)
		return
	}
	parts := strings.Split(step, " {")
	words := strings.Split(parts[0], " ")
	number, cut := strings.CutSuffix(words[0], "!")
	status, err := strconv.Atoi(number)
	if err != nil {
		t.Fatal(err)
	}
	header := make(map[string][]string)
	if len(words) > 1 {
		header["location"] = []string{words[1]}
	}
	for _, part := range parts[1:] {
		name, value, _ := strings.Cut(strings.TrimSuffix(part, "}"), ":")
		header[name] = append(header[name], value)
	}
	f.Response(Response{Status: status, Header: header, Incomplete: cut})
}

// Every row of fetch.tsv, as tests/data/README.md describes it, by state and
// attempt, and by cache and ticket.
func TestPolicyVectors(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(dataFolder(), "fetch.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for row := range strings.SplitSeq(string(text), "\n") {
		if row == "" || row[0] == '#' {
			continue
		}
		rows++
		if debugging && rows%10 != 0 {
			continue
		}
		columns := strings.Split(row, "\t")
		t.Run(columns[0], func(t *testing.T) {
			policy, now := readPolicy(t, columns[2]), begin
			state := NewState()
			cache, err := NewCache(CacheConfig{Policy: policy})
			same(t, err, nil)
			defer cache.Close()
			decision := state.Decision(policy, now)
			target := "-"
			for step := range strings.SplitSeq(columns[3], " ; ") {
				after, event, _ := strings.Cut(step, " ")
				seconds, err := strconv.ParseInt(after[1:], 10, 64)
				if err != nil {
					t.Fatal(err)
				}
				now = moment(uint64(max(now.Unix()+min(seconds, 1<<60), 0)))
				switch event {
				case "look":
					decision = state.Decision(policy, now)
					continue
				case "forget":
					cache.Close() // which cannot lose only that
					state.ForgetCopy()
					decision = state.Decision(policy, now)
					continue
				}
				attempt, err := NewFetch("http://site.example/", state, policy)
				if err != nil {
					t.Fatal(err)
				}
				makeAttempt(t, attempt, event)
				decision = state.Record(attempt, policy, now)
				target = "-"
				if origin, ok := attempt.Target(); ok {
					target = origin
				}
				attempt.Close()
				if ticket := cache.Refresh("http://site.example/x", now); ticket != nil {
					makeAttempt(t, ticket, event)
					hit := ticket.Finish(nil, now)
					same(t, hit.Decision(), decision)
					same(t, hit.Check("http://site.example/x").Allowed, decision.Access != AccessRefuseAll)
				}
			}
			if known := cache.State("http://site.example"); known != nil {
				same(t, known.Decision(policy, now), state.Decision(policy, now))
			}
			got := fmt.Sprintf("%v %v %v %.0f %.0f %v", decision.Access, decision.Basis, decision.Cause,
				decision.Wait().Seconds(), decision.FreshFor().Seconds(), decision.Copy)
			same(t, got, columns[4])
			same(t, decision.FetchAt(), now.Add(decision.Wait()))
			same(t, decision.NextChange(), now.Add(min(decision.Wait(), decision.FreshFor())))
			if len(columns) > 5 {
				same(t, target, columns[5])
			}
			octets, err := state.MarshalBinary()
			same(t, err, nil)
			again, err := UnmarshalState(octets)
			same(t, err, nil)
			same(t, again.Decision(policy, now).String(), state.Decision(policy, now).String())
		})
	}
	if rows < 300 {
		t.Errorf("%d rows", rows)
	}
}

// Rows of origin.tsv about what governs what.
func TestOriginVectors(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(dataFolder(), "origin.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for row := range strings.SplitSeq(string(text), "\n") {
		if row == "" || row[0] == '#' {
			continue
		}
		columns := strings.Split(row, "\t")
		for i, column := range columns {
			plain, err := strconv.Unquote(`"` + strings.ReplaceAll(column, `"`, `\"`) + `"`)
			if err != nil {
				t.Fatalf("%s: %v", row, err)
			}
			columns[i] = plain
		}
		rows++
		switch strings.TrimPrefix(columns[0], "idn-") {
		case "origin":
			origin, _ := Origin(columns[1])
			address, _ := RobotsTxtURL(columns[1])
			same(t, []string{origin, address}, columns[2:])
		case "error":
			_, ok := Origin(columns[1])
			same(t, ok, false)
		case "robots-txt":
			same(t, IsRobotsTxt(columns[1]), columns[2] == "yes")
		case "governs":
			same(t, Governs(columns[1], columns[2]), columns[3] == "yes")
		default:
			t.Errorf("%s", row)
		}
	}
	if rows < 100 {
		t.Errorf("%d rows", rows)
	}
}

func TestDurations(t *testing.T) {
	for d, want := range map[time.Duration]uint32{
		-1: 0, 0: 0, 1: 1, time.Second: 1, time.Second + 1: 2, math.MaxInt64: math.MaxUint32,
	} {
		same(t, uint32(length(d)), want)
	}
	same(t, uint64(since1970(time.Time{})), uint64(0))
	same(t, uint64(since1970(begin)), uint64(1_800_000_000))
	same(t, moment(1_800_000_000), begin)
	if !moment(math.MaxUint64).After(begin) {
		t.Error(moment(math.MaxUint64))
	}
	// The bounds of the library are those of the text.
	zero := Policy{}
	all := zero.native()
	same(t, uint32(all.default_fresh), uint32(0))
	full := Policy{MaxRedirects: 1000, AfterOutage: 9}
	same(t, uint8(full.native().max_redirects), uint8(255))
	_, err := NewFetch("https://site.example/", nil, full)
	same(t, err, ErrOption)
	same(t, NewState().Decision(full, begin), Decision{Access: AccessRefuseAll})
}

func TestDecisionTexts(t *testing.T) {
	same(t, Decision{}.FetchDue(), true)
	same(t, NewState().Decision(Policy{}, begin).String(),
		"refuse-all: not-fetched; last attempt: not-fetched; fetch now")
	names := []string{
		AccessRules.String(), AccessAllowAll.String(), AccessRefuseAll.String(), Access(0).String(),
		BasisNotFetched.String(), BasisLongOutage.String(), Basis(99).String(),
		CauseNotFetched.String(), CauseNotHTTP.String(), FailureDNS.String(), FailureOther.String(),
		Cause(FailureTimeout).String(), Cause(31).String(), Failure(99).String(),
		CopyKeep.String(), CopyReplace.String(), CopyForget.String(), CopyAction(9).String(),
		ResultSuccessful.String(), ResultRedirect.String(), ResultUnavailable.String(),
		ResultUnreachable.String(), AccessResult(0).String(),
		LookupMisuse.String(), LookupHit.String(), LookupFetch.String(), LookupWait.String(), LookupKind(9).String(),
	}
	same(t, names, strings.Fields("rules allow-all refuse-all unknown not-fetched long-outage unknown "+
		"not-fetched not-http dns failure timeout unknown unknown keep replace forget unknown "+
		"successful redirect unavailable unreachable unknown misuse hit fetch wait unknown"))
	same(t, BasisStaleCopy.Text() == "unknown" || CauseMissing.Text() == "unknown" ||
		FailureTLS.Text() == "unknown", false)
	same(t, SnapshotChecksum.Error() == "robots: unknown", false)
}

func TestFetchByHand(t *testing.T) {
	state := NewState()
	attempt, err := NewFetch("https://site.example/page", state, Policy{})
	same(t, err, nil)
	same(t, attempt.URL(), "https://site.example/robots.txt")
	same(t, attempt.IfNoneMatch(state)+attempt.IfModifiedSince(state), "")
	same(t, []any{attempt.Result(), attempt.Cause()}, []any{ResultUnreachable, CauseInterrupted})
	result := attempt.Response(Response{Status: 301, Header: map[string][]string{"Location": {"/r"}}})
	same(t, []any{result, attempt.Hops(), attempt.URL()}, []any{ResultRedirect, 1, "https://site.example/r"})
	result = attempt.Response(Response{Status: 200, Header: map[string][]string{
		"etag":          {`"v1"`},
		"Last-Modified": {"Fri, 15 Jan 2027 08:00:00 GMT"},
		"Cache-Control": {"no-transform", "max-age=600"},
		// None of these is a header.
		"HTTP/1.1 404":               {""},
		"":                           {"x"},
		"X:ETag":                     {`"v2"`},
		"X\nCache-Control: no-store": {"1"},
		"X-Two":                      {"1\r\nCache-Control: no-store"},
	}})
	same(t, []any{result, attempt.Cause()}, []any{ResultSuccessful, CauseSuccess})
	decision := state.Record(attempt, Policy{}, begin)
	same(t, []any{decision.Wait(), decision.Status}, []any{10 * time.Minute, uint16(200)})
	same(t, decision.String(), "rules: fresh; last attempt: success, status 200; fetch in 600 s")

	// Validators go only where the copy came from.
	attempt, err = NewFetch("https://site.example/", state, Policy{})
	same(t, err, nil)
	same(t, attempt.IfNoneMatch(state), "")
	attempt.Response(Response{Status: 302, Header: map[string][]string{"LOCATION": {"r"}}})
	same(t, attempt.IfNoneMatch(state), `"v1"`)
	same(t, attempt.IfModifiedSince(state), "Fri, 15 Jan 2027 08:00:00 GMT")
	same(t, attempt.IfNoneMatch(nil)+attempt.IfModifiedSince(nil), "")

	// Of two spellings of a name it is always the same that counts.
	for range 20 {
		attempt, err := NewFetch("https://site.example/", nil, Policy{})
		same(t, err, nil)
		attempt.Response(Response{Status: 302, Header: map[string][]string{"Location": {"/a"}, "location": {"/b"}}})
		same(t, attempt.URL(), "https://site.example/a")
	}

	// Numbers that are none.
	same(t, attempt.Failure(99), ResultUnreachable)
	same(t, attempt.Cause(), Cause(FailureOther))
	for _, status := range []int{-1, 0, 1000, 1 << 20} {
		same(t, attempt.Response(Response{Status: status}), ResultUnreachable)
		same(t, attempt.Cause(), CauseOddStatus)
	}
	state.Record(attempt, Policy{}, begin)
	same(t, state.Failures(), 1)
}

// What has nothing behind it answers nothing, and refuses.
func TestNoStateNoFetch(t *testing.T) {
	refused := Decision{Access: AccessRefuseAll}
	closedState, open := NewState(), NewState()
	same(t, closedState.Close(), nil)
	same(t, closedState.Close(), nil)
	good, err := NewFetch("https://site.example/", nil, Policy{})
	same(t, err, nil)
	for _, state := range []*State{nil, {}, closedState} {
		same(t, state.Decision(Policy{}, begin), refused)
		same(t, state.Record(good, Policy{}, begin), refused)
		same(t, state.Failures(), 0)
		state.ForgetCopy()
		octets, err := state.MarshalBinary()
		same(t, octets, []byte(nil))
		same(t, err, ErrClosed)
		if state != nil {
			_, err = NewFetch("https://site.example/", state, Policy{})
			same(t, err, ErrClosed)
		}
		same(t, good.IfNoneMatch(state)+good.IfModifiedSince(state), "")
		same(t, state.Close(), nil)
	}
	same(t, good.Close(), nil)
	for _, attempt := range []*Fetch{nil, {}, good} {
		same(t, open.Record(attempt, Policy{}, begin), refused)
		same(t, attempt.URL()+attempt.IfNoneMatch(open)+attempt.IfModifiedSince(open), "")
		same(t, attempt.Response(Response{Status: 200}), AccessResult(0))
		same(t, attempt.Failure(FailureDNS), AccessResult(0))
		same(t, attempt.Result(), AccessResult(0))
		same(t, attempt.Cause(), CauseNotFetched)
		same(t, attempt.Hops(), 0)
		attempt.Followed(1, "https://site.example/")
		_, ok := attempt.Target()
		same(t, ok, false)
		same(t, attempt.Close(), nil)
	}
	for _, url := range []string{"", "/a", "mailto:a@b.example"} {
		_, err := NewFetch(url, nil, Policy{})
		same(t, err, ErrOrigin)
	}
	for _, octets := range [][]byte{nil, []byte("nonsense")} {
		_, err := UnmarshalState(octets)
		same(t, err, ErrSnapshot)
	}
}
