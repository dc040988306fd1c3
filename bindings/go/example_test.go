package robots_test

import (
	"errors"
	"fmt"

	robots "github.com/librobots/librobots/bindings/go"
)

const body = `User-agent: ExampleBot
Allow: /shop/open
Disallow: /shop/
Crawl-delay: 2

Sitemap: https://site.example/sitemap.xml
`

func Example() {
	matcher, err := robots.Compile([]byte(body), []string{"ExampleBot"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer matcher.Close()
	fmt.Println(matcher.Allowed("https://site.example/shop/open/1"))
	fmt.Println(matcher.Check("https://site.example/shop/cart"))
	// Output:
	// true
	// disallowed: rule line 3 octets 6
}

func ExampleParse() {
	file := robots.Parse([]byte(body))
	defer file.Close()
	fmt.Println(file.Sitemaps())
	delay, err := file.CrawlDelay("ExampleBot")
	fmt.Println(delay.Own, err)
	// Output:
	// [https://site.example/sitemap.xml]
	// 2s <nil>
}

func ExampleFile_Rule() {
	file := robots.Parse([]byte(body))
	matcher, err := file.Matcher("ExampleBot")
	if err != nil {
		fmt.Println(err)
		return
	}
	verdict := matcher.CheckPath("/shop/cart")
	if rule, ok := file.Rule(verdict.Rule); ok {
		fmt.Printf("line %d, pattern %s\n", rule.Line, rule.Pattern)
	}
	// Output:
	// line 3, pattern /shop/
}

func ExampleFile_Matcher() {
	file := robots.Parse([]byte(body))
	_, err := file.Matcher("Mozilla/5.0 (compatible; ExampleBot/1.0)")
	var wrong *robots.AgentError
	fmt.Println(errors.As(err, &wrong), wrong.Octet)
	// Output:
	// true 7
}

func ExampleMatcher_AppendVerdicts() {
	matcher, err := robots.Compile([]byte(body), []string{"ExampleBot"})
	if err != nil {
		fmt.Println(err)
		return
	}
	queue := []string{"https://site.example/", "https://site.example/shop/cart", "mailto:a@site.example"}
	verdicts := make([]robots.Verdict, 0, 1000) // used again and again
	verdicts = matcher.AppendVerdicts(verdicts[:0], queue...)
	for i, verdict := range verdicts {
		fmt.Println(queue[i], verdict)
	}
	// Output:
	// https://site.example/ allowed: no-rule
	// https://site.example/shop/cart disallowed: rule line 3 octets 6
	// mailto:a@site.example disallowed: misuse
}

func ExampleCheck() {
	fmt.Println(robots.Check([]byte(body), "OtherBot", "https://site.example/shop/"))
	// Output:
	// allowed: no-group
}

func ExampleRobotsTxtURL() {
	fmt.Println(robots.RobotsTxtURL("https://Site.example:443/a?b"))
	// Output:
	// https://site.example/robots.txt true
}

func ExampleLines() {
	for line := range robots.Lines([]byte("User-agent: *\nDisalow: /x # a typo")) {
		fmt.Println(line.Number, line.Key, line.Value, line.Flags&robots.LineTypo != 0)
	}
	// Output:
	// 1 User-agent * false
	// 2 Disalow /x true
}
