// Package robotshttp is an HTTP client that obeys robots.txt.
//
//	gate, err := robotshttp.New(robotshttp.Config{Agent: "ExampleBot"})
//	if err != nil {
//		return err // the name of the crawler is no product token
//	}
//	defer gate.Close()
//	client := &http.Client{Transport: &robotshttp.Transport{Gate: gate}}
//	response, err := client.Get("https://site.example/page")
//	if errors.Is(err, robotshttp.ErrDisallowed) {
//		... // the site does not want that; errors.As with a *DisallowedError tells why
//	}
//
// A [Gate] fetches the robots.txt of each origin when it is first needed, once
// for all goroutines that wait for it, and again when its answer has expired. A
// [Transport] asks a gate before each request, redirects included. Crawlers with
// clients of their own ask the gate themselves, see [Gate.Check].
//
// # What is fetched, and what it means
//
// The access policy of RFC 9309 decides, see [robots.Policy]: 404 allows
// everything, 503 and a host that cannot be reached refuse everything for a
// while, and so on. Redirects are followed one by one, at least five. A body is
// read up to a limit, after decoding. One that breaks off is not used.
//
// # Private addresses
//
// A site can redirect its robots.txt, and any page, to an address inside the
// crawler's own network. A gate and a transport that are not given a transport
// connect to public addresses only, and use no proxy, which would connect to
// any. Where such an address was asked for, the robots.txt is unreachable, never
// a licence.
//
// Who gives them a transport decides for oneself: [http.DefaultTransport] asks
// every address, and obeys the variables for proxies; an [http.Transport] whose
// dialer has [PublicOnly], or a function of your own whose errors wrap
// [ErrRefused], declines.
//
// # What callers bring
//
// The transport of a gate, the bodies of its responses and [Config.OnFile] run
// in goroutines of the gate, where no caller could recover. So a panic there ends
// no program: it is the error of those who wait, a [*PanicError], and the file
// counts as unreachable. Nor does a call hold up anybody that goes on when
// [Config.Timeout] is over: it is given up, and what it brings is not used. Its
// goroutine lasts until it returns. While there are 256 such calls of one gate,
// that begins no other, and files count as unreachable.
//
// # Crawl-delay
//
// How often to ask a site is not for this package. [Config.OnFile] gets each file
// that was fetched, from which [robots.File.CrawlDelay] and
// [robots.File.Sitemaps] can be read.
package robotshttp
