//! From octets to a question: text that a person can write as a seed.

use robots::{Options, Profile};

/// One octet of flags, one that scales the limits, a line of agents, a line
/// with a URL, and the body.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    pub options: Options,
    pub agents: &'a [u8],
    pub url: &'a [u8],
    pub body: &'a [u8],
}

impl<'a> Question<'a> {
    /// `None` where there are not even flags.
    pub fn read(data: &'a [u8]) -> Option<Self> {
        let [flags, scale, rest @ ..] = data else {
            return None;
        };
        let (agents, rest) = line(rest);
        let (url, body) = line(rest);
        Some(Question {
            options: options(*flags, *scale),
            agents,
            url,
            body,
        })
    }
}

/// Up to the first LF, and what follows it.
pub fn line(text: &[u8]) -> (&[u8], &[u8]) {
    match text.iter().position(|octet| *octet == b'\n') {
        Some(end) => (&text[..end], &text[end + 1..]),
        None => (text, b""),
    }
}

/// Does an input belong to the one of so many that takes a slow way? A matter of
/// chance, but the same for the same octets.
pub fn one_in(many: u64, data: &[u8]) -> bool {
    let mix = |sum: u64, octet: &u8| (sum ^ u64::from(*octet)).wrapping_mul(0x0100_0000_01B3);
    let sum = data.iter().fold(0xCBF2_9CE4_8422_2325, mix);
    (sum >> 32).is_multiple_of(many)
}

/// Printable flags: `@` is the default, `A` profile google, `B`, `D` and `H`
/// the three options, `P` small limits.
pub fn options(flags: u8, scale: u8) -> Options {
    let mut options = Options::new()
        .with_assume_slash(flags & 2 != 0)
        .with_exact_agent(flags & 4 != 0)
        .with_blank_line_ends_group(flags & 8 != 0);
    if flags & 1 != 0 {
        options = options.with_profile(Profile::Google);
    }
    if flags & 16 != 0 {
        options.max_bytes = usize::from(scale) * 2;
    }
    if flags & 32 != 0 {
        options.max_line = usize::from(scale) / 2;
    }
    options
}
