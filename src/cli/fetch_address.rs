//! Which addresses are on the public network?
//!
//! A robots.txt is asked for because somebody put a URL into a list, or because
//! a server redirects there. Neither is a reason to knock at the machines
//! behind the crawler's own firewall.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// False for addresses that are private, local, reserved, or not those of one
/// machine, also where they are wrapped in an IPv6 address.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    !(address.is_loopback()
        || address.is_private()
        || address.is_link_local()
        || address.is_documentation()
        || address.is_multicast()
        || a == 0
        // Shared by the customers of a provider.
        || a == 100 && b & 0xC0 == 64
        // Protocol assignments, the old 6to4 relays, benchmarks, the future.
        || [a, b, c] == [192, 0, 0]
        || [a, b, c] == [192, 88, 99]
        || a == 198 && b & 0xFE == 18
        || a >= 240)
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let segments = address.segments();
    let v4 = |high: u16, low: u16| {
        let [a, b] = high.to_be_bytes();
        let [c, d] = low.to_be_bytes();
        is_public_v4(Ipv4Addr::new(a, b, c, d))
    };
    match segments {
        // Translated by NAT64, and 6to4.
        [0x64, 0xFF9B, 0, 0, 0, 0, high, low] => v4(high, low),
        [0x2002, high, low, ..] => v4(high, low),
        // Teredo, benchmarks, documentation, ORCHID.
        [0x2001, 0..=0x1FF | 0xDB8, ..] | [0x3FFF, 0..=0xFFF, ..] => false,
        // Global unicast is this; the rest is local, multicast or unassigned,
        // mapped IPv4 addresses among it.
        [0x2000..=0x3FFF, ..] => true,
        [0, 0, 0, 0, 0, 0xFFFF, high, low] => v4(high, low),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_addresses_are_public() {
        for public in [
            "8.8.8.8",
            "100.63.0.1",
            "172.32.0.1",
            "192.0.1.1",
            "198.20.0.1",
        ] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
        for public in [
            "2600::1",
            "2a00:1450::1",
            "::ffff:8.8.8.8",
            "64:ff9b::808:808",
            "2002:808:808::1",
        ] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
        for local in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "127.9.9.9",
            "169.254.169.254",
            "172.16.0.1",
            "192.0.0.8",
            "192.0.2.1",
            "192.168.1.1",
            "198.18.0.1",
            "203.0.113.9",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
        ] {
            assert!(!is_public(local.parse().unwrap()), "{local}");
        }
        for local in [
            "::",
            "::1",
            "::127.0.0.1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "2002:7f00:1::1",
            "2001::1",
            "2001:db8::1",
            "3fff::1",
            "100::1",
            "fc00::1",
            "fd12::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(!is_public(local.parse().unwrap()), "{local}");
        }
    }
}
