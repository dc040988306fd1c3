//! Blanks around keys and values.

fn is_blank(octet: u8) -> bool {
    matches!(octet, b'\t'..=b'\r' | b' ')
}

/// Returns the text without the blanks around it; VT and FF are blanks too.
pub(crate) fn trim(mut text: &[u8]) -> &[u8] {
    while let [first, rest @ ..] = text
        && is_blank(*first)
    {
        text = rest;
    }
    trim_end(text)
}

pub(super) fn trim_end(mut text: &[u8]) -> &[u8] {
    while let [rest @ .., last] = text
        && is_blank(*last)
    {
        text = rest;
    }
    text
}

/// Returns what [`trim`] does, sooner where there is nothing to trim.
#[inline(always)]
pub(crate) fn trim_fast(text: &[u8]) -> &[u8] {
    match (text.first(), text.last()) {
        (Some(first), Some(last)) if *first > b' ' && *last > b' ' => text,
        _ => trim(text),
    }
}
