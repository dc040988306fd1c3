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
//   - [Matcher]: the rules of one file for one crawler. It is all that a
//     crawler needs to ask about URLs. [Compile] makes one straight from a
//     body.
//   - [File]: a whole file, with groups, rules, sitemaps, every other record,
//     and remarks for its author. Matchers for several crawlers can be made
//     from one, and outlive it.
//   - [Check]: one question about one body, without an object.
//   - [Lines]: every line as google/robotstxt reports it.
//   - [Cache]: what is known of many origins, and who fetches what when. It
//     decides, by a [Policy], what the outcome of a fetch means and until when.
//     It makes no requests; package robotshttp makes them with net/http.
//   - [State] and [Fetch]: what is known of one origin, and one attempt, for
//     programs that keep what they know in a store of their own.
//
// # Errors
//
// No file and no URL is an error: every input has an answer. The only errors
// are a crawler's name that is no product token ([AgentError]), an option that
// does not exist ([ErrOption]), the use of something closed ([ErrClosed]), and
// octets that cannot be read again ([ErrSnapshot]). A robots.txt that cannot be
// fetched is not an error; a [Decision] says what follows.
//
// Everything fails closed. A nil or closed [Matcher], [Hit] or [Cache] denies
// every URL, and so do the zero [Verdict] and [Answer]. The zero [Decision]
// refuses everything. So a program that ignores an error crawls nothing.
//
// # Goroutines
//
// A File, a Matcher and a Hit never change. Any number of goroutines may use
// one at the same time, without locks, and even close it: a call under way ends
// as usual, and a later call is answered with [ReasonClosed]. A Cache may be
// used so too. Calls on one State, Fetch or Ticket take turns.
//
// # Memory
//
// Files, matchers and so on live in the memory of the C library, which the Go
// collector frees some time after the last use. Since the collector does not
// see how much that is, the package counts it and asks for a collection when
// the count has doubled, see [SetGCThreshold]. It is cheaper to call Close as
// soon as an object is no longer needed, which frees it at once.
//
// A single check allocates nothing, also with a cache. [Matcher.AppendVerdicts]
// checks many URLs for one call into C, which saves most of the cost of such
// calls.
package robots
