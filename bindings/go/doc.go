// Package robots answers, for a crawler, which URLs a robots.txt file lets it
// fetch, and which line of the file says so.
//
//	matcher, err := robots.Compile(body, []string{"ExampleBot"})
//	if err != nil {
//		return err // the name of the crawler is no product token
//	}
//	defer matcher.Close()
//	if matcher.Allowed("https://site.example/page") {
//		...
//	}
//
// Files are read by RFC 9309, or with [WithProfile] exactly as google/robotstxt
// reads them. The work is done by librobots, a C library; the README beside
// this package tells how to install it and how to link it statically.
//
// # Which object for what
//
//   - [Matcher]: the rules of one file for one crawler. All that a crawler
//     needs to ask about URLs. [Compile] makes one straight from a body.
//   - [File]: a whole file, with groups, rules, sitemaps, every other record,
//     and remarks for its author. Matchers for several crawlers can be made
//     from one, and outlive it.
//   - [Check]: one question to one body, no object at all.
//   - [Lines]: every line as google/robotstxt reports it.
//
// # Errors
//
// Files and URLs cannot be erroneous: every input has an answer. The only
// errors are a crawler's name that is no product token ([AgentError]), an
// option that does not exist ([ErrOption]), and the use of a closed file
// ([ErrClosed]).
//
// Everything fails closed. A nil or closed [Matcher] refuses every URL, and so
// does the zero [Verdict], so a program that ignores an error crawls nothing.
//
// # Goroutines
//
// A File and a Matcher never change. Any number of goroutines may use one at
// the same time, without locks, and even close it: a call under way ends in
// peace, a later one is answered with [ReasonClosed].
//
// # Memory
//
// Files and matchers live in the memory of the C library, which the Go
// collector frees some time after the last use. Since the collector does not
// see how much that is, the package counts it and asks for a collection when
// the count has doubled, see [SetGCThreshold]. It is cheaper to call Close as
// soon as a file or matcher is done with, which frees it at once.
//
// A single check allocates nothing. [Matcher.AppendVerdicts] checks many URLs
// for one call into C, which saves most of what such calls cost.
package robots
