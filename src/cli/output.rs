//! Standard output and standard error.

use std::fmt;
use std::io::{self, IsTerminal, Write};

/// Why a command stopped before its end.
#[derive(Debug)]
pub enum Failure {
    /// What went wrong, where, and what to do, for standard error.
    Message(String),
    /// Whoever read standard output closed it: nothing to say, nobody to say it to.
    ClosedOutput,
}

impl Failure {
    /// The failure of a write to standard output.
    pub fn of_output(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedOutput,
            _ => Failure::Message(format!(
                "cannot write to standard output: {}",
                reason(&error)
            )),
        }
    }
}

/// The operating system's reason without Rust's "(os error 2)" tail.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error ") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

/// Prints `error: text` to standard error.
pub fn error(text: &str) {
    labelled("error", "\x1b[1;31m", text);
}

/// Prints `note: text` to standard error.
pub fn note(text: &str) {
    labelled("note", "\x1b[1;33m", text);
}

/// Prints `hint: text` to standard error.
pub fn hint(text: &str) {
    labelled("hint", "\x1b[1;32m", text);
}

fn labelled(label: &str, colour: &str, text: &str) {
    let stderr = io::stderr();
    // A closed standard error is no reason to fail.
    let _ = if stderr.is_terminal() && colour_is_wanted() {
        writeln!(stderr.lock(), "{colour}{label}:\x1b[0m {text}")
    } else {
        writeln!(stderr.lock(), "{label}: {text}")
    };
}

fn colour_is_wanted() -> bool {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    set("NO_COLOR").is_none() && set("TERM").is_none_or(|term| term != "dumb")
}

/// Octets as one printable piece of a line. Printable UTF-8 is shown as it is; a backslash is
/// doubled; control characters, characters that reorder or break lines, and octets that are not
/// UTF-8 become `\xNN`. So a field holds no tab or line end, a hostile file cannot drive the
/// terminal, and the octets can be recovered.
pub struct Escaped<'a>(pub &'a [u8]);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for chunk in self.0.utf8_chunks() {
            let mut rest = chunk.valid();
            while let Some(at) = rest.find(needs_escape) {
                f.write_str(&rest[..at])?;
                let tail = &rest[at..];
                let end = tail.chars().next().map_or(0, char::len_utf8);
                match &tail[..end] {
                    "\\" => f.write_str("\\\\")?,
                    other => write_octets(f, other.as_bytes())?,
                }
                rest = &tail[end..];
            }
            f.write_str(rest)?;
            write_octets(f, chunk.invalid())?;
        }
        Ok(())
    }
}

fn needs_escape(c: char) -> bool {
    c == '\\'
        || c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn write_octets(f: &mut fmt::Formatter<'_>, octets: &[u8]) -> fmt::Result {
    octets
        .iter()
        .try_for_each(|octet| write!(f, "\\x{octet:02X}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_text_is_one_line_and_unambiguous() {
        let shown = |octets: &[u8]| Escaped(octets).to_string();
        assert_eq!(shown(b"/a?b=c d"), "/a?b=c d");
        assert_eq!(shown("/\u{30c4}/\u{e9}".as_bytes()), "/\u{30c4}/\u{e9}");
        assert_eq!(shown(b"a\tb\nc\x1b[31m\x7f"), r"a\x09b\x0Ac\x1B[31m\x7F");
        assert_eq!(shown(b"/\xe9/\xff\xfe"), r"/\xE9/\xFF\xFE");
        assert_eq!(shown(br"\x41"), r"\\x41");
        assert_eq!(shown("\u{85}\u{202e}".as_bytes()), r"\xC2\x85\xE2\x80\xAE");
        assert_eq!(shown(b""), "");
    }

    #[test]
    fn reasons_lose_the_number() {
        let missing = std::fs::File::open("/nonexistent/robots.txt").unwrap_err();
        assert!(!reason(&missing).contains("os error"));
        assert_eq!(reason(&io::Error::other("plain")), "plain");
    }
}
