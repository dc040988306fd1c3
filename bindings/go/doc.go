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
//   - [Cache]: what is known of many origins, and who fetches what when. It
//     decides what the outcome of a fetch means and until when, by a [Policy],
//     and makes no requests. Package robotshttp does, with net/http.
//   - [State] and [Fetch]: the same for one origin, for those who keep what they
//     know in a store of their own.
//
// # Errors
//
// Files and URLs cannot be erroneous: every input has an answer. The only
// errors are a crawler's name that is no product token ([AgentError]), an
// option that does not exist ([ErrOption]), the use of something closed
// ([ErrClosed]), and octets that cannot be read again ([ErrSnapshot]). That a
// robots.txt cannot be had is no error, but a [Decision].
//
// Everything fails closed. A nil or closed [Matcher], [Hit] or [Cache] refuses
// every URL, and so do the zero [Verdict], [Answer] and [Decision], so a program
// that ignores an error crawls nothing.
//
// # Goroutines
//
// A File, a Matcher and a Hit never change. Any number of goroutines may use one
// at the same time, without locks, and even close it: a call under way ends in
// peace, a later one is answered with [ReasonClosed]. So they may a Cache. With a
// State, a Fetch and a Ticket they take turns.
//
// # Memory
//
// Files, matchers and so on live in the memory of the C library, which the Go
// collector frees some time after the last use. Since the collector does not
// see how much that is, the package counts it and asks for a collection when
// the count has doubled, see [SetGCThreshold]. It is cheaper to call Close as
// soon as something is done with, which frees it at once.
//
// A single check allocates nothing, of a cache neither. [Matcher.AppendVerdicts] checks many URLs
// for one call into C, which saves most of what such calls cost.
package robots
