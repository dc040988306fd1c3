//! Lists of product tokens that are none.

use std::fmt;

use super::{OTHER, kind};

/// The list of product tokens makes no sense.
///
/// ```
/// let txt = robots::RobotsTxt::parse("");
/// let error = txt.matcher("Mozilla/5.0 (compatible; ExampleBot/1.0)").unwrap_err();
/// assert!(error.to_string().contains("product token"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentError {
    token: String,
    octet: usize,
}

impl AgentError {
    /// Position in the list of the first octet that cannot stand in a product
    /// token, counted from 0; the position of the token where it is empty.
    ///
    /// ```
    /// let error = robots::RobotsTxt::parse("").matcher("Example/1.0").unwrap_err();
    /// assert_eq!(error.octet(), 7);
    /// ```
    pub fn octet(&self) -> usize {
        self.octet
    }
}

impl fmt::Display for AgentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AgentError { token, octet } = self;
        if token.is_empty() {
            write!(f, "empty product token at octet {octet}")?;
        } else {
            write!(f, "\"{token}\" is no product token (octet {octet})")?;
        }
        f.write_str(
            "; give the crawler's name as it stands in robots.txt, such as \"ExampleBot\", \
             not the whole User-Agent header; letters, digits, '-', '_' and '.' are allowed, \
             and a comma separates several names",
        )
    }
}

impl std::error::Error for AgentError {}

/// Checks one token of the list; `start` is its position in the list.
pub(super) fn check_token(text: &[u8], start: usize) -> Result<(), AgentError> {
    let token = crate::parse::trim::trim(text);
    let bad = token.iter().position(|octet| kind(*octet) == OTHER);
    if token == b"*" || (bad.is_none() && !token.is_empty()) {
        return Ok(());
    }
    let indent = token.as_ptr().addr() - text.as_ptr().addr();
    Err(AgentError {
        token: shortened(token),
        octet: start + bad.map_or(0, |at| indent + at),
    })
}

fn shortened(token: &[u8]) -> String {
    let text = String::from_utf8_lossy(&token[..token.len().min(80)]);
    text.chars()
        .flat_map(|c| c.escape_debug())
        .collect::<String>()
}
