package robotshttp

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"
)

// publicTransport makes the requests of those who bring no transport:
// [http.DefaultTransport] with [PublicOnly] and without proxy, which would
// connect to whatever it is asked for.
var publicTransport = &http.Transport{
	DialContext: (&net.Dialer{
		Timeout:   30 * time.Second,
		KeepAlive: 30 * time.Second,
		Control:   PublicOnly,
	}).DialContext,
	ForceAttemptHTTP2:     true,
	MaxIdleConns:          100,
	IdleConnTimeout:       90 * time.Second,
	TLSHandshakeTimeout:   10 * time.Second,
	ExpectContinueTimeout: time.Second,
}

// PublicOnly is a function for [net.Dialer.Control]: it declines addresses that
// are private, local, reserved or not those of one machine, with [ErrRefused].
// It sees the address that is connected to, so no name and no redirect can lead
// around it. With a proxy it sees only the address of the proxy, so leave
// [http.Transport.Proxy] unset.
//
// Gates and transports that are given no transport use it already. Use it for a
// transport of your own.
func PublicOnly(_, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil || !isPublic(at.Addr()) {
		return fmt.Errorf("%w: %s", ErrRefused, address)
	}
	return nil
}

var (
	notPublic = prefixes(
		"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
		"192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",
		"198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3",
		// Teredo, benchmarks and ORCHID; documentation.
		"2001::/23", "2001:db8::/32", "3fff::/20",
	)
	globalUnicast = netip.MustParsePrefix("2000::/3")
	nat64         = netip.MustParsePrefix("64:ff9b::/96")
	sixToFour     = netip.MustParsePrefix("2002::/16")
)

func prefixes(texts ...string) (list []netip.Prefix) {
	for _, text := range texts {
		list = append(list, netip.MustParsePrefix(text))
	}
	return list
}

func isPublic(at netip.Addr) bool {
	at = at.Unmap()
	// Addresses that wrap one of IPv4 are as public as that.
	octets := at.As16()
	switch {
	case nat64.Contains(at):
		at = netip.AddrFrom4([4]byte(octets[12:16]))
	case sixToFour.Contains(at):
		at = netip.AddrFrom4([4]byte(octets[2:6]))
	}
	if at.Is6() && !globalUnicast.Contains(at) {
		return false
	}
	for _, prefix := range notPublic {
		if prefix.Contains(at) {
			return false
		}
	}
	return at.IsValid()
}
