//! How a file is read: the profile and the few options a caller may set.

/// Which rules of reading a robots.txt file apply. Each profile is a whole,
/// tested as such; they are not sets of flags.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Profile {
    /// RFC 9309, with the choices the README lists where the text is silent.
    #[default]
    Rfc9309,
    /// The verdict and the matching line of google/robotstxt, bit by bit,
    /// quirks included, for bodies up to 256 MiB. Of a longer one the lines are
    /// read that stand within as a whole.
    Google,
}

/// Options of parsing and matching. [`Options::default`] is profile
/// [`Profile::Rfc9309`] with the limits of RFC 9309 2.5.
///
/// ```
/// use robots::{Options, Profile, RobotsTxt};
///
/// let mut options = Options::new();
/// options.max_bytes = 1 << 20;
/// let txt = RobotsTxt::parse_with("User-agent: *\nDisallow: /a\n", &options);
/// assert_eq!(txt.options().profile, Profile::Rfc9309);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// The profile. Everything below applies to [`Profile::Rfc9309`] only.
    pub profile: Profile,
    /// Read a pattern that begins with neither `/` nor `*` as if a `/` stood
    /// before it. Off: such a pattern matches nothing (RFC 9309 2.2.2).
    pub assume_slash: bool,
    /// Do not let the group `googlebot` serve the product token
    /// `Googlebot-Image` when no group names that token.
    pub exact_agent: bool,
    /// A blank line ends a group, as in the 1994 and 1996 texts. A line that
    /// holds only a comment is not blank.
    pub blank_line_ends_group: bool,
    /// Octets of the body that are read, at least 512,000 by RFC 9309 2.5. The
    /// line that the limit cuts is dropped as a whole. More than 256 MiB count as
    /// that many.
    pub max_bytes: usize,
    /// Octets of one record, from its key to the end of its value: blanks around
    /// it (space, tab, vertical tab, form feed) and a comment behind it are not
    /// counted. A longer record is dropped with a diagnostic; of a user-agent line
    /// only the name counts, so it always stands. More than 21,845 count as that
    /// many.
    pub max_line: usize,
}

impl Options {
    /// Octets of a body read by default: 500 KiB (RFC 9309 2.5).
    pub const DEFAULT_MAX_BYTES: usize = 512_000;
    /// Octets of a record kept by default.
    pub const DEFAULT_MAX_LINE: usize = 16_384;

    /// Returns [`Options::default`].
    ///
    /// ```
    /// assert_eq!(robots::Options::new(), robots::Options::default());
    /// ```
    pub fn new() -> Self {
        Options {
            profile: Profile::Rfc9309,
            assume_slash: false,
            exact_agent: false,
            blank_line_ends_group: false,
            max_bytes: Self::DEFAULT_MAX_BYTES,
            max_line: Self::DEFAULT_MAX_LINE,
        }
    }

    /// Profile [`Profile::Google`].
    ///
    /// ```
    /// use robots::{Options, Profile};
    /// assert_eq!(Options::google().profile, Profile::Google);
    /// ```
    pub fn google() -> Self {
        Options {
            profile: Profile::Google,
            ..Self::new()
        }
    }

    /// Sets [`Options::profile`].
    ///
    /// ```
    /// use robots::{Options, Profile};
    /// assert_eq!(Options::new().with_profile(Profile::Google), Options::google());
    /// ```
    pub fn with_profile(self, profile: Profile) -> Self {
        Options { profile, ..self }
    }

    /// Sets [`Options::assume_slash`].
    ///
    /// ```
    /// # use robots::{Options, RobotsTxt};
    /// let options = Options::new().with_assume_slash(true);
    /// let txt = RobotsTxt::parse_with("User-agent: *\nDisallow: private", &options);
    /// let matcher = txt.matcher("ExampleBot")?;
    /// assert!(!matcher.check("https://site.example/private").allowed);
    /// # Ok::<(), robots::AgentError>(())
    /// ```
    pub fn with_assume_slash(self, assume_slash: bool) -> Self {
        Options {
            assume_slash,
            ..self
        }
    }

    /// Sets [`Options::exact_agent`].
    ///
    /// ```
    /// # use robots::{Options, RobotsTxt};
    /// let body = "User-agent: googlebot\nDisallow: /";
    /// let allowed = |options: &Options| {
    ///     robots::check_with(body, "Googlebot-Image", "https://site.example/", options).allowed
    /// };
    /// assert!(!allowed(&Options::new()));
    /// assert!(allowed(&Options::new().with_exact_agent(true)));
    /// ```
    pub fn with_exact_agent(self, exact_agent: bool) -> Self {
        Options {
            exact_agent,
            ..self
        }
    }

    /// Sets [`Options::blank_line_ends_group`].
    ///
    /// ```
    /// # use robots::Options;
    /// let body = "User-agent: *\n\nDisallow: /";
    /// let options = Options::new().with_blank_line_ends_group(true);
    /// assert!(robots::check_with(body, "ExampleBot", "https://site.example/", &options).allowed);
    /// ```
    pub fn with_blank_line_ends_group(self, blank_line_ends_group: bool) -> Self {
        Options {
            blank_line_ends_group,
            ..self
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::new()
    }
}
