package bench

import (
	"fmt"
	"net/url"
	"strings"
)

const agent = "ExampleBot"

// shop is a file as shops have it: 30 rules, ten of them with stars.
var shop = func() string {
	var body strings.Builder
	body.WriteString("# keep out of the back office\n\nUser-agent: *\n")
	for _, path := range []string{
		"/admin/", "/cart", "/checkout/", "/account/", "/login", "/logout", "/search", "/tmp/", "/cgi-bin/",
		"/internal/", "/print/", "/compare", "/wishlist", "/feed/", "/api/", "/private/", "/old/", "/staging/",
		"/*?sort=", "/*?filter=*&page=", "/*.pdf$", "/*/print$", "/*&session=", "/tag/*/feed", "/*?utm_",
		"/*.php$", "/media/*.tmp", "/*/trackback",
	} {
		fmt.Fprintf(&body, "Disallow: %s\n", path)
	}
	body.WriteString("Allow: /admin/public/\nAllow: /api/docs$\nCrawl-delay: 1\n\n" +
		"User-agent: OtherBot\nDisallow: /\n\nSitemap: https://shop.example/sitemap.xml\n")
	return body.String()
}()

// pages are n URLs of that shop, a fifth of them refused.
func pages(n int) []string {
	kinds := []string{
		"https://shop.example/products/%d/a-blue-shirt-of-cotton",
		"https://shop.example/category/shirts?page=%d",
		"https://shop.example/",
		"https://shop.example/blog/2024/05/%d-ways-to-wear-it.html",
		"https://shop.example/products?sort=price&page=%d",
	}
	urls := make([]string, n)
	for i := range urls {
		urls[i] = kinds[i%len(kinds)]
		if strings.Contains(urls[i], "%d") {
			urls[i] = fmt.Sprintf(urls[i], i)
		}
	}
	return urls
}

// paths are those of URLs, for packages that take a path.
func paths(urls []string) []string {
	out := make([]string, len(urls))
	for i, text := range urls {
		u, err := url.Parse(text)
		if err != nil {
			panic(err)
		}
		out[i] = u.RequestURI()
	}
	return out
}
