//! A line to `key: value`.
//!
//! Knows keys, their misspellings, and what stands for the colon; knows
//! nothing of groups and URLs. Blanks around key and value are those of C in
//! ASCII: space, tab, vertical tab, form feed, and CR where it ends no line. In
//! place of a missing colon only spaces and tabs stand.

use super::record::RecordKind;
use super::trim::{trim, trim_end};
use crate::dialect::KeyMatch;

/// What the key of a record says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    UserAgent,
    Allow,
    Disallow,
    /// Anything else; [`RecordKind::of_key`] tells what.
    Other,
}

/// A line taken apart.
#[derive(Clone, Copy)]
pub(crate) struct Item<'a> {
    pub(crate) key: Key,
    /// The key as written, trimmed.
    pub(crate) name: &'a [u8],
    /// The value as written, trimmed.
    pub(crate) value: &'a [u8],
    /// No colon stood between the two.
    pub(crate) missing_colon: bool,
    /// The key is one of a [`FastKey`], so it is spelt rightly.
    is_fast: bool,
}

/// The key of a line that begins with `user-agent:`, `allow:` or `disallow:`, as
/// nearly every line that matters does. All other lines go through [`split`].
pub(crate) struct FastKey {
    pub(crate) key: Key,
    /// Where the value begins, or a blank before it.
    pub(crate) value: usize,
}

impl FastKey {
    /// Reads the key of the line that begins at `start`; `head` is its first
    /// octets.
    #[inline(always)]
    pub(crate) fn of(head: &[u8; 11], start: usize) -> Option<Self> {
        let (key, after) = fast_key(head)?;
        // One space before the value, mostly.
        let space = head.get(after) == Some(&b' ');
        Some(FastKey {
            key,
            value: start + after + usize::from(space),
        })
    }
}

/// Takes a line apart; `None` where it is no record.
#[inline]
pub(crate) fn split(text: &[u8], keys: KeyMatch) -> Option<Item<'_>> {
    let text = trim(text);
    if let Some((key, after)) = text.first_chunk().and_then(fast_key) {
        return Some(Item {
            key,
            name: &text[..after - 1],
            value: trim(&text[after..]),
            missing_colon: false,
            is_fast: true,
        });
    }
    split_any(text, keys)
}

/// Recognises the three keys with a colon right behind them. Returns the key and
/// the position behind the colon.
#[inline(always)]
fn fast_key(head: &[u8; 11]) -> Option<(Key, usize)> {
    // One bit makes letters small, and may make letters of octets that are
    // none; so what is no letter is compared as it is.
    let small = 0x2020_2020_2020_2020u64;
    let word = u64::from_le_bytes(*head.first_chunk()?);
    let of = u64::from_le_bytes;
    if word | small == of(*b"disallow") && head[8] == b':' {
        return Some((Key::Disallow, 9));
    }
    if (word | small) & 0xFF_FFFF_FFFF == of(*b"allow\0\0\0") && head[5] == b':' {
        return Some((Key::Allow, 6));
    }
    if word | (small & !(0xFF << 32)) == of(*b"user-age")
        && (head[8] | 0x20, head[9] | 0x20, head[10]) == (b'n', b't', b':')
    {
        return Some((Key::UserAgent, 11));
    }
    None
}

/// The general case: blanks before the colon, no colon, other keys.
#[inline(never)]
fn split_any(text: &[u8], keys: KeyMatch) -> Option<Item<'_>> {
    let (name, value, missing_colon) = match memchr::memchr(b':', text) {
        Some(colon) => (trim_end(&text[..colon]), trim(&text[colon + 1..]), false),
        None => {
            // Exactly two words may stand for key and value.
            let gap = memchr::memchr2(b' ', b'\t', text)?;
            let mut value = &text[gap..];
            while let [b' ' | b'\t', rest @ ..] = value {
                value = rest;
            }
            if memchr::memchr2(b' ', b'\t', value).is_some() {
                return None;
            }
            (trim_end(&text[..gap]), trim(value), true)
        }
    };
    if name.is_empty() {
        return None;
    }
    Some(Item {
        key: key_of(name, keys),
        name,
        value,
        missing_colon,
        is_fast: false,
    })
}

const USER_AGENT: [&[u8]; 3] = [b"user-agent", b"useragent", b"user agent"];
const ALLOW: [&[u8]; 1] = [b"allow"];
const DISALLOW: [&[u8]; 6] = [
    b"disallow",
    b"dissallow",
    b"dissalow",
    b"disalow",
    b"diasllow",
    b"disallaw",
];

pub(crate) fn key_of(name: &[u8], keys: KeyMatch) -> Key {
    let is = |spellings: &[&[u8]]| spellings.iter().any(|spelling| keys.is(name, spelling));
    match name[0] | 0x20 {
        b'u' if is(&USER_AGENT) => Key::UserAgent,
        b'a' if is(&ALLOW) => Key::Allow,
        b'd' if is(&DISALLOW) => Key::Disallow,
        _ => Key::Other,
    }
}

impl Item<'_> {
    /// Is the key one of the misspellings that are accepted?
    pub(crate) fn is_misspelt(&self) -> bool {
        if self.is_fast {
            return false;
        }
        let right: &[u8] = match self.key {
            Key::UserAgent => USER_AGENT[0],
            Key::Allow => ALLOW[0],
            Key::Disallow => DISALLOW[0],
            Key::Other => return RecordKind::is_misspelling(self.name),
        };
        !self.name.eq_ignore_ascii_case(right)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys() {
        let key = |text: &'static str, keys| split(text.as_bytes(), keys).map(|i| i.key);
        for keys in [KeyMatch::Whole, KeyMatch::Prefix] {
            assert_eq!(key(" DisAllow : /x", keys), Some(Key::Disallow));
            assert_eq!(key("disallow /x", keys), Some(Key::Disallow));
            assert_eq!(key("disallow /x /y", keys), None);
            assert_eq!(key("User Agent: x", keys), Some(Key::UserAgent));
            assert_eq!(key("USER-AGENT:x", keys), Some(Key::UserAgent));
            assert_eq!(key("user\ragent:x", keys), Some(Key::Other));
            assert_eq!(key(": x", keys), None);
            assert_eq!(key("allow:", keys), Some(Key::Allow));
            assert_eq!(key("sitemap: x", keys), Some(Key::Other));
        }
        assert_eq!(key("disallowed: /x", KeyMatch::Prefix), Some(Key::Disallow));
        assert_eq!(key("disallowed: /x", KeyMatch::Whole), Some(Key::Other));
    }
}
