package robotshttp

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"

	robots "github.com/librobots/librobots/bindings/go"
)

func TestPublicAddresses(t *testing.T) {
	for _, c := range []struct {
		addresses string
		want      bool
	}{
		{"8.8.8.8 100.63.0.1 100.128.0.1 172.15.0.1 172.32.0.1 192.0.1.1 198.20.0.1 223.255.255.1", true},
		{"192.0.3.1 198.17.255.255 203.0.114.1 2600::1 2a00:1450::1 ::ffff:8.8.8.8 64:ff9b::808:808 2002:808:808::1 2001:200::1", true},
		{"0.0.0.0 10.1.2.3 100.64.0.1 100.127.0.1 127.0.0.1 127.9.9.9 169.254.169.254 172.16.0.1 172.31.0.1", false},
		{"192.0.0.8 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.19.0.1 198.51.100.1 203.0.113.9", false},
		{"192.0.0.0 192.0.0.255 192.168.255.255 172.31.255.255 198.19.255.255", false},
		{"224.0.0.1 239.255.255.255 240.0.0.1 254.1.1.1 255.255.255.255", false},
		{"::ffff:0.0.0.0 ::ffff:100.64.0.1 ::ffff:169.254.169.254 ::ffff:198.18.0.1 ::ffff:240.0.0.1", false},
		{"::ffff:0:a00:1 64:ff9b::a00:1 64:ff9b::a9fe:a9fe 64:ff9b::e000:1 64:ff9b::f000:1 64:ff9b::1:808:808", false},
		{"2002:a00:1::1 2002:a9fe:a9fe::1 2002:e000:1::1 fdff::1 fe80::808:808 febf::1 ff00::1 ff0e::1 4000::1", false},
		{":: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 64:ff9b::7f00:1 64:ff9b:1::1 2002:7f00:1::1", false},
		{"2001::1 2001:db8::1 3fff::1 100::1 fc00::1 fd12::1 fe80::1 fe80::1%eth0 fec0::1 ff02::1", false},
	} {
		for text := range strings.FieldsSeq(c.addresses) {
			if got := isPublic(netip.MustParseAddr(text)); got != c.want {
				t.Errorf("%s: %v", text, got)
			}
			err := PublicOnly("tcp", net.JoinHostPort(text, "443"), nil)
			if (err == nil) != c.want || err != nil && !errors.Is(err, ErrRefused) {
				t.Errorf("%s: %v", text, err)
			}
		}
	}
	same(t, isPublic(netip.Addr{}), false)
	for _, nonsense := range []string{"", "site.example:80", "8.8.8.8", "/run/socket"} {
		same(t, errors.Is(PublicOnly("tcp", nonsense, nil), ErrRefused), true)
	}
}

// Without a transport of the caller's, nothing private is asked: by no way of
// writing its address, by no name, not for a page, and by no proxy.
func TestPublicByDefault(t *testing.T) {
	w := newWeb(t, text(rules))
	gate, err := New(Config{Agent: "ExampleBot"})
	same(t, err, nil)
	defer gate.Close()
	_, port, _ := net.SplitHostPort(w.server.Listener.Addr().String())
	for _, host := range []string{
		"127.0.0.1", "localhost", "0.0.0.0", "127.1.2.3", "169.254.169.254", "10.0.0.1",
		"::ffff:127.0.0.1", "::ffff:7f00:1", "::1", "::", "64:ff9b::7f00:1", "2002:7f00:1::", "::127.0.0.1", "fd00::1",
	} {
		url := "http://" + net.JoinHostPort(host, port) + "/"
		same(t, check(t, gate, url).Reason, robots.ReasonUnreachable)
		declined(t, host, gate.decision(url))
	}
	// /robots.txt is let through without a question.
	for _, transport := range []*Transport{{Gate: gate}, {}} {
		client := http.Client{Transport: transport}
		_, err = client.Get(w.server.URL + "/robots.txt")
		same(t, errors.Is(err, ErrRefused), true)
	}
	same(t, publicTransport.Proxy == nil, true)
	same(t, len(w.requests()), 0)

	// The same address, for those who say that they want that.
	gate, err = New(Config{Agent: "ExampleBot", Transport: http.DefaultTransport})
	same(t, err, nil)
	defer gate.Close()
	same(t, check(t, gate, w.server.URL+"/private").Line, uint32(2))
	client := http.Client{Transport: &Transport{Gate: gate, Base: http.DefaultTransport}}
	response, err := client.Get(w.server.URL + "/page")
	same(t, err, nil)
	response.Body.Close()
	same(t, len(w.requests()), 2)
}

// declined is for a host that was not asked because it is private; where there is
// no IPv6, a connection to such an address fails before.
func declined(t *testing.T, host string, decision robots.Decision) {
	t.Helper()
	if decision.Cause != robots.Cause(robots.FailureRefused) &&
		(decision.Cause != robots.Cause(robots.FailureConnect) || !strings.Contains(host, ":")) {
		t.Errorf("%s: %v", host, decision)
	}
}

// A public host leads inside: by its robots.txt, by a page, and by a page whose
// redirect asks for a robots.txt.
func TestRedirectsInside(t *testing.T) {
	var inside string
	w := newWeb(t, func(out http.ResponseWriter, request *http.Request) {
		switch {
		case request.Host == "evil.example" && request.URL.Path == "/robots.txt",
			request.Host == "pages.example" && request.URL.Path == "/away":
			http.Redirect(out, request, inside+"/robots.txt", http.StatusFound)
		default:
			io.WriteString(out, "User-agent: *\nAllow: /\n")
		}
	})
	_, port, _ := net.SplitHostPort(w.server.Listener.Addr().String())
	// Two hosts are on the public network, as it were.
	within := &net.Dialer{Control: PublicOnly}
	web := w.transport(t).DialContext
	public := &http.Transport{DialContext: func(ctx context.Context, network, at string) (net.Conn, error) {
		if strings.HasSuffix(at, ".example:80") {
			return web(ctx, network, at)
		}
		return within.DialContext(ctx, network, at)
	}}
	t.Cleanup(public.CloseIdleConnections)
	for _, host := range []string{"127.0.0.1", "localhost", "0.0.0.0", "::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1"} {
		inside = "http://" + net.JoinHostPort(host, port)
		gate := w.gate(t, func(c *Config) { c.Transport = public })
		same(t, check(t, gate, "http://evil.example/").Reason, robots.ReasonUnreachable)
		declined(t, host, gate.decision("http://evil.example/"))
		client := http.Client{Transport: &Transport{Gate: gate, Base: public}}
		_, err := client.Get("http://pages.example/away")
		same(t, err != nil, true)
	}
	for _, request := range w.requests() {
		if !strings.Contains(request, ".example/") {
			t.Error(request)
		}
	}
}
