//! One expectation of `robots test`: a JSON object on a line.

use super::args::ProfileName;
use super::input::LONGEST_URL;
use base64::Engine;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use serde::Deserialize;
use serde_json::error::Category;

/// Standard alphabet; padding is written and may be missing when read.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// An expectation, decoded.
#[derive(Debug, PartialEq, Eq)]
pub struct Case {
    pub body: Body,
    pub agents: Vec<u8>,
    pub url: Vec<u8>,
    pub allowed: bool,
    /// The line of the rule that decides, 0 for none; not compared if absent.
    pub matching_line: Option<u32>,
    pub profile: Option<ProfileName>,
}

/// Where the robots.txt of a case is.
#[derive(Debug, PartialEq, Eq)]
pub enum Body {
    /// In the case itself.
    Inline(Vec<u8>),
    /// In a file under the root directory.
    File(String),
}

/// The JSON as written. Unknown keys are ignored.
#[derive(Deserialize)]
struct Written {
    robots: Option<String>,
    robots_base64: Option<String>,
    robots_file: Option<String>,
    agents: Option<String>,
    agents_base64: Option<String>,
    url: Option<String>,
    url_base64: Option<String>,
    allowed: bool,
    matching_line: Option<u32>,
    profile: Option<ProfileName>,
}

impl Case {
    /// Reads one line. The error says what is wrong, without saying where.
    pub fn parse(line: &[u8]) -> Result<Case, String> {
        if !line.trim_ascii_start().starts_with(b"{") {
            return Err("not a JSON object; a case is one object on one line".to_owned());
        }
        let written: Written = serde_json::from_slice(line).map_err(json_error)?;
        let inline = octets("robots", written.robots, written.robots_base64)?;
        let body = match (inline, written.robots_file) {
            (Some(text), None) => Body::Inline(text),
            (None, Some(path)) => Body::File(path),
            (None, None) => {
                return Err(
                    "no robots.txt; add \"robots\", \"robots_base64\" or \"robots_file\""
                        .to_owned(),
                );
            }
            (Some(_), Some(_)) => {
                return Err("two robots.txt files; keep \"robots_file\" or the text".to_owned());
            }
        };
        let needed = |key: &str, octets: Option<Vec<u8>>| {
            octets.ok_or_else(|| format!("no \"{key}\"; add it, or \"{key}_base64\""))
        };
        let url = needed("url", octets("url", written.url, written.url_base64)?)?;
        if url.len() > LONGEST_URL {
            return Err(format!("\"url\" is longer than {LONGEST_URL} octets"));
        }
        Ok(Case {
            body,
            agents: needed(
                "agents",
                octets("agents", written.agents, written.agents_base64)?,
            )?,
            url,
            allowed: written.allowed,
            matching_line: written.matching_line,
            profile: written.profile,
        })
    }
}

/// A value that is written as text or in base64, but not both.
fn octets(
    key: &str,
    text: Option<String>,
    base64: Option<String>,
) -> Result<Option<Vec<u8>>, String> {
    match (text, base64) {
        (None, None) => Ok(None),
        (Some(text), None) => Ok(Some(text.into_bytes())),
        (None, Some(base64)) => BASE64
            .decode(base64)
            .map(Some)
            .map_err(|error| format!("\"{key}_base64\" is not base64: {error}")),
        (Some(_), Some(_)) => Err(format!("both \"{key}\" and \"{key}_base64\"; keep one")),
    }
}

/// serde_json's words without its line number, which counts within the one line it was given.
fn json_error(error: serde_json::Error) -> String {
    let text = error.to_string();
    let what = text
        .split_once(" at line ")
        .map_or(text.as_str(), |(what, _)| what);
    match error.classify() {
        Category::Data if what.starts_with("missing field") => what.to_owned(),
        Category::Data => format!("column {}: {what}", error.column()),
        _ => format!("column {}: not JSON: {what}", error.column()),
    }
}

pub fn to_base64(octets: &[u8]) -> String {
    BASE64.encode(octets)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(line: &str) -> String {
        Case::parse(line.as_bytes()).unwrap_err()
    }

    #[test]
    fn text_and_base64_mean_the_same() {
        let text = br#" {"robots":"a","agents":"","url":"/","allowed":true,"id":[1],"x":null}"#;
        let base64 =
            br#"{"robots_base64":"YQ","agents_base64":"","url_base64":"Lw==","allowed":true,
            "matching_line":null}"#;
        let expected = Case {
            body: Body::Inline(b"a".to_vec()),
            agents: Vec::new(),
            url: b"/".to_vec(),
            allowed: true,
            matching_line: None,
            profile: None,
        };
        assert_eq!(Case::parse(text).as_ref(), Ok(&expected));
        assert_eq!(Case::parse(base64).as_ref(), Ok(&expected));
    }

    #[test]
    fn every_key_is_read() {
        let line = br#"{"robots_file":"f","agents":"A,B","url":"u","allowed":false,
            "matching_line":7,"profile":"google"}"#;
        let case = Case::parse(line).unwrap();
        assert_eq!(case.body, Body::File("f".to_owned()));
        assert_eq!(case.matching_line, Some(7));
        assert_eq!(case.profile, Some(ProfileName::Google));
    }

    #[test]
    fn urls_are_bounded() {
        let case = |octets: usize| {
            let url = "a".repeat(octets);
            let line = format!(r#"{{"robots":"","agents":"","url":"{url}","allowed":true}}"#);
            Case::parse(line.as_bytes())
        };
        assert!(case(LONGEST_URL).is_ok());
        assert_eq!(
            case(LONGEST_URL + 1),
            Err("\"url\" is longer than 1048576 octets".to_owned())
        );
    }

    #[test]
    fn errors_say_what_to_do() {
        assert!(error("").contains("not a JSON object"));
        assert!(error("[1]").contains("not a JSON object"));
        assert!(error("{").contains("column 1: not JSON: EOF"));
        assert!(error(r#"{"robots":"","url":"","agents":""}"#).contains("`allowed`"));
        assert!(error(r#"{"url":"","agents":"","allowed":true}"#).contains("add \"robots\""));
        assert!(error(r#"{"robots":"","url":"","allowed":true}"#).contains("no \"agents\""));
        assert!(error(r#"{"robots":"","agents":"","allowed":true}"#).contains("no \"url\""));
        let both = r#"{"robots":"","robots_base64":"","url":"","agents":"","allowed":true}"#;
        assert!(error(both).contains("keep one"));
        let two = r#"{"robots":"","robots_file":"f","url":"","agents":"","allowed":true}"#;
        assert!(error(two).contains("keep \"robots_file\" or the text"));
        let bad = r#"{"robots_base64":"!","url":"","agents":"","allowed":true}"#;
        assert!(error(bad).contains("\"robots_base64\" is not base64"));
        let profile = r#"{"robots":"","url":"","agents":"","allowed":true,"profile":"x"}"#;
        assert!(error(profile).contains("unknown variant `x`"));
    }
}
