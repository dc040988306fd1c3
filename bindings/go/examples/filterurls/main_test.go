package main

import (
	"fmt"
	"strings"
	"testing"

	robots "github.com/librobots/librobots/bindings/go"
)

const body = "user-agent: ExampleBot\ndisallow: /private/\n"

func TestFilter(t *testing.T) {
	const urls = "https://site.example/\nhttps://site.example/private/x\nmailto:a@site.example\n\nhttps://site.example/y"
	for _, c := range []struct {
		verbose bool
		want    string
	}{
		{false, "https://site.example/\nhttps://site.example/y\n"},
		{true, "allowed: no-rule\thttps://site.example/\n" +
			"disallowed: rule line 2 octets 9 /private/\thttps://site.example/private/x\n" +
			"disallowed: misuse\tmailto:a@site.example\n" +
			"disallowed: misuse\t\n" +
			"allowed: no-rule\thttps://site.example/y\n"},
	} {
		var out strings.Builder
		if err := filter(&out, strings.NewReader(urls), []byte(body), "ExampleBot", c.verbose); err != nil {
			t.Fatal(err)
		}
		if out.String() != c.want {
			t.Errorf("%s", out.String())
		}
	}
}

func TestManyURLs(t *testing.T) {
	var urls, out strings.Builder
	for i := range 2*batch + 1 {
		fmt.Fprintf(&urls, "https://site.example/%d\nhttps://site.example/private/%d\n", i, i)
	}
	if err := filter(&out, strings.NewReader(urls.String()), []byte(body), "ExampleBot", false); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 2*batch+1 || lines[2*batch] != fmt.Sprint("https://site.example/", 2*batch) {
		t.Errorf("%d lines, the last %s", len(lines), lines[len(lines)-1])
	}
}

func TestErrors(t *testing.T) {
	in := strings.NewReader("")
	if err := filter(nothing(t), in, []byte(body), "Mozilla/5.0", false); err == nil {
		t.Error("no error for a User-Agent header")
	}
	if err := filter(nothing(t), in, []byte(body), "a", false, robots.WithProfile(9)); err != robots.ErrOption {
		t.Error(err)
	}
	if err := filter(nothing(t), strings.NewReader(strings.Repeat("x", 2<<20)), []byte(body), "a", false); err == nil {
		t.Error("no error for a line of 2 MiB")
	}
}

// nothing is where nothing may be written.
func nothing(t *testing.T) *strings.Builder {
	var out strings.Builder
	t.Cleanup(func() {
		if out.Len() > 0 {
			t.Errorf("written: %s", out.String())
		}
	})
	return &out
}
