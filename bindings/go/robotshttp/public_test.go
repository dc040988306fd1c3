package robotshttp

import (
	"errors"
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
		{"2600::1 2a00:1450::1 ::ffff:8.8.8.8 64:ff9b::808:808 2002:808:808::1 2001:200::1", true},
		{"0.0.0.0 10.1.2.3 100.64.0.1 100.127.0.1 127.0.0.1 127.9.9.9 169.254.169.254 172.16.0.1 172.31.0.1", false},
		{"192.0.0.8 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.19.0.1 198.51.100.1 203.0.113.9", false},
		{"224.0.0.1 240.0.0.1 255.255.255.255", false},
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

func TestPublicOnly(t *testing.T) {
	w := newWeb(t, text(rules))
	public := &http.Transport{DialContext: (&net.Dialer{Control: PublicOnly}).DialContext}
	for _, host := range []string{w.server.URL, strings.Replace(w.server.URL, "127.0.0.1", "localhost", 1)} {
		gate := w.gate(t, func(c *Config) { c.Transport = public })
		same(t, check(t, gate, host).Reason, robots.ReasonUnreachable)
		same(t, gate.decision(host).Cause, robots.Cause(robots.FailureRefused))
	}
	same(t, len(w.requests()), 0)
}
