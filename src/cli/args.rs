//! The engine's options as flags, shared by all commands.

use super::output::Failure;
use clap::{Args, ValueEnum};
use robots::{Options, Profile};
use serde::Deserialize;

/// A profile by its name on the command line and in expectations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ProfileName {
    /// RFC 9309, with this library's documented choices
    Rfc9309,
    /// Bit for bit what Google's open source parser answers
    Google,
}

impl ProfileName {
    pub fn as_str(self) -> &'static str {
        match self {
            ProfileName::Rfc9309 => "rfc9309",
            ProfileName::Google => "google",
        }
    }
}

#[derive(Args)]
pub struct EngineArgs {
    /// How the file is read and matched
    #[arg(long, value_enum, default_value = "rfc9309")]
    pub profile: ProfileName,

    /// A group "a" does not serve a crawler "a-b" (profile rfc9309)
    #[arg(long)]
    exact_agent: bool,

    /// Read a pattern without a leading "/" or "*" as if it had the slash (profile rfc9309)
    #[arg(long)]
    assume_slash: bool,

    /// A blank line ends a group, as before RFC 9309 (profile rfc9309)
    #[arg(long)]
    blank_line_ends_group: bool,

    /// Read this many octets of a robots.txt, 512000 if not given (profile rfc9309)
    #[arg(long, value_name = "OCTETS")]
    max_bytes: Option<usize>,
}

impl EngineArgs {
    /// Refuses flags that the chosen profile would silently ignore.
    pub fn validate(&self) -> Result<(), Failure> {
        if self.profile != ProfileName::Google {
            return Ok(());
        }
        let given = [
            ("--exact-agent", self.exact_agent),
            ("--assume-slash", self.assume_slash),
            ("--blank-line-ends-group", self.blank_line_ends_group),
            ("--max-bytes", self.max_bytes.is_some()),
        ];
        match given.iter().find(|(_, is_given)| *is_given) {
            None => Ok(()),
            Some((flag, _)) => Err(Failure::Message(format!(
                "{flag} has no effect with --profile google; leave one of the two out"
            ))),
        }
    }

    /// The library's options for a file read under `profile`.
    pub fn options(&self, profile: ProfileName) -> Options {
        let mut options = Options::new();
        match profile {
            ProfileName::Google => options.profile = Profile::Google,
            ProfileName::Rfc9309 => {
                options.profile = Profile::Rfc9309;
                options.exact_agent = self.exact_agent;
                options.assume_slash = self.assume_slash;
                options.blank_line_ends_group = self.blank_line_ends_group;
                options.max_bytes = self.max_bytes.unwrap_or(options.max_bytes);
            }
        }
        options
    }
}
