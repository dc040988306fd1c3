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
// crawler's own network. Give the gate and the transport an [http.Transport]
// whose dialer declines such addresses: [PublicOnly], or a function of your own
// whose errors wrap [ErrRefused].
//
// # Crawl-delay
//
// How often to ask a site is not for this package. [Config.OnFile] gets each file
// that was fetched, from which [robots.File.CrawlDelay] and
// [robots.File.Sitemaps] can be read.
package robotshttp
