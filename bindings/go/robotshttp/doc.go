// Package robotshttp is an HTTP client that obeys robots.txt.
//
// gate, err := robotshttp.New(robotshttp.Config{Agent: "ExampleBot"}) if err !=
// nil { return err // the name of the crawler is no product token } defer
// gate.Close() client := &http.Client{Transport: &robotshttp.Transport{Gate:
// gate}} response, err := client.Get("https://site.example/page") if
// errors.Is(err, robotshttp.ErrDisallowed) { ... // the site does not want
// that; errors.As with a *DisallowedError tells why }
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
// read up to a limit, after decoding. A body that breaks off is not used.
//
// # Private addresses
//
// A site can redirect its robots.txt, and any page, to an address inside the
// crawler's own network. A gate and a transport that are not given a transport
// of the caller's connect to public addresses only, and use no proxy, which
// would connect to any address. If a robots.txt is at another address, it
// counts as unreachable, not as missing.
//
// If you give them a transport, you decide: [http.DefaultTransport] asks every
// address, and obeys the environment variables for proxies; an [http.Transport]
// whose dialer has [PublicOnly], or a function of your own whose errors wrap
// [ErrRefused], declines addresses.
//
// # What callers bring
//
// The transport of a gate, the bodies of its responses and [Config.OnFile] run
// in goroutines of the gate, where no caller could recover. So a panic there
// does not end the program: those who wait get it as an error, a [*PanicError],
// and the file counts as unreachable. A call that goes on after
// [Config.Timeout] holds up nobody: it is given up, and its result is not used.
// Its goroutine lasts until it returns. While one gate has 256 such calls, it
// begins no other call, and files count as unreachable.
//
// # Crawl-delay
//
// This package does not decide how often to ask a site. [Config.OnFile] gets
// each file that was fetched, from which [robots.File.CrawlDelay] and
// [robots.File.Sitemaps] can be read.
package robotshttp
