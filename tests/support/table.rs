//! The tables of `tests/data`: a row a line, columns between tabs.
#![allow(dead_code)]

/// The rows of a table, each behind the number of its line. Empty lines and
/// lines that begin with `#` are no rows.
pub fn rows(table: &str) -> impl Iterator<Item = (usize, Vec<&str>)> {
    let lines = (1..).zip(table.lines());
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines.map(|(at, line)| (at, line.split('\t').collect()))
}

/// The octets that a text with the escapes `\\`, `\n`, `\r`, `\t` and `\xNN`
/// stands for; `None` where an escape is none of these.
pub fn unescape(text: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len());
    let mut octets = text.iter();
    while let Some(&octet) = octets.next() {
        out.push(match octet {
            b'\\' => match octets.next()? {
                b'\\' => b'\\',
                b'n' => b'\n',
                b'r' => b'\r',
                b't' => b'\t',
                b'x' => {
                    let mut digit = || char::from(*octets.next()?).to_digit(16);
                    u8::try_from(digit()? * 16 + digit()?).ok()?
                }
                _ => return None,
            },
            other => other,
        });
    }
    Some(out)
}
