package robots

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Every row of groups.tsv, which describes itself in its first lines.
func TestGroupVectors(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(dataFolder(), "groups.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	options := map[string][]Option{
		"rfc9309": nil, "google": {WithProfile(Google)}, "exact": {ExactAgent()},
	}
	shown := func(delay time.Duration, has bool) string {
		if !has {
			return "-"
		}
		return strconv.FormatFloat(delay.Seconds(), 'f', -1, 64)
	}
	rows := 0
	for row := range strings.SplitSeq(string(text), "\n") {
		if row == "" || row[0] == '#' {
			continue
		}
		rows++
		t.Run(strconv.Itoa(rows), func(t *testing.T) {
			columns := strings.Split(row, "\t")
			body := strings.ReplaceAll(columns[0], `\n`, "\n")
			file := Parse([]byte(body), options[columns[1]]...)
			defer file.Close()
			match, err := file.GroupFor(columns[2])
			delay, delayErr := file.CrawlDelay(columns[2])
			if columns[3] == "misuse" {
				var wrong *AgentError
				same(t, errors.As(err, &wrong) && errors.As(delayErr, &wrong), true)
				same(t, match, GroupMatch{})
				same(t, delay, CrawlDelay{})
				return
			}
			same(t, err, nil)
			same(t, delayErr, nil)
			name := match.Name
			if match.Kind == GroupNone || match.Kind == GroupStar {
				name = "-"
			}
			same(t, delay.Group, match.Kind)
			same(t, []string{
				match.Kind.String(), name, shown(delay.Own, delay.HasOwn),
				shown(delay.Star, delay.HasStar), shown(delay.Effective()),
			}, columns[3:])
		})
	}
	if rows < 50 {
		t.Errorf("%d rows", rows)
	}
	same(t, GroupKind(9).String(), "unknown")
}
