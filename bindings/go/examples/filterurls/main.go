// Command filterurls reads URLs from standard input, one a line, and writes
// those that a crawler may fetch.
//
//	filterurls -agent ExampleBot robots.txt <urls.txt >allowed.txt
//
// With -v it writes every URL, behind its verdict and the rule that decided. All
// URLs must be of the site that the file is from.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"

	robots "github.com/librobots/librobots/bindings/go"
)

// batch is how many URLs are checked at once.
const batch = 1000

func main() {
	agent := flag.String("agent", "*", "the crawler's product tokens, with commas between")
	google := flag.Bool("google", false, "read the file exactly as google/robotstxt does")
	verbose := flag.Bool("v", false, "write every URL and why")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: filterurls [-agent A,B] [-google] [-v] ROBOTS.TXT <URLS")
		os.Exit(2)
	}
	body, err := os.ReadFile(flag.Arg(0))
	if err == nil {
		profile := robots.RFC9309
		if *google {
			profile = robots.Google
		}
		err = filter(os.Stdout, os.Stdin, body, *agent, *verbose, robots.WithProfile(profile))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "filterurls:", err)
		os.Exit(2)
	}
}

func filter(out io.Writer, in io.Reader, body []byte, agent string, verbose bool, options ...robots.Option) error {
	file := robots.Parse(body, options...)
	defer file.Close()
	matcher, err := file.Matcher(agent)
	if err != nil {
		return err
	}
	defer matcher.Close()

	writer := bufio.NewWriter(out)
	urls := make([]string, 0, batch)
	verdicts := make([]robots.Verdict, 0, batch)
	flush := func() {
		verdicts = matcher.AppendVerdicts(verdicts[:0], urls...)
		for i, verdict := range verdicts {
			switch {
			case verbose:
				fmt.Fprintf(writer, "%s%s\t%s\n", verdict, pattern(file, verdict), urls[i])
			case verdict.Allowed:
				fmt.Fprintln(writer, urls[i])
			}
		}
		urls = urls[:0]
	}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if urls = append(urls, lines.Text()); len(urls) == batch {
			flush()
		}
	}
	flush()
	if err := lines.Err(); err != nil {
		return err
	}
	return writer.Flush()
}

// pattern is that of the rule that decided.
func pattern(file *robots.File, verdict robots.Verdict) string {
	if rule, ok := file.Rule(verdict.Rule); ok {
		return " " + rule.Pattern
	}
	return ""
}
