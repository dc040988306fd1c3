//! One crawler's rules, compiled, and what they say of a URL.
//!
//! Precedence is one integer a rule: the octets of its pattern, and in the
//! lowest bit whether it allows. The greatest one of all matching rules wins,
//! which is RFC 9309 2.2.2 as a whole: most octets first, allow on a tie.

pub(crate) mod batch;
mod collect;
pub(crate) mod oneshot;
mod snapshot;

use std::fmt;

use crate::automaton::{Automaton, Label};
use crate::dialect::UrlForm;
use crate::group::agent::{Chain, Matched};
use crate::group::select::{Event, for_each_rule};
use crate::parse::line;
use crate::pattern::normalize;
use crate::{AgentError, Options, Profile, Reason, Verdict, url};
use collect::Build;
pub(crate) use collect::Collector;

/// The rules that speak to one crawler, compiled. Immutable, shareable between
/// threads, and independent of the file it came from.
///
/// A check takes time linear in the URL, and for groups made to hurt linear in
/// the URL and the patterns together. It does not allocate for URLs below 512
/// octets; for such groups it does, up to 64 octets for each octet of the URL's
/// normal form and some 64 KiB. [`Matcher::memory_usage`] is about two octets
/// for each octet of the patterns.
///
/// ```
/// use robots::{Matcher, Options};
///
/// let body = "User-agent: *\nDisallow: /private\nAllow: /private/open";
/// let matcher = Matcher::compile(body, "ExampleBot", &Options::default())?;
/// assert!(!matcher.check("https://site.example/private/x").allowed);
/// assert!(matcher.check("https://site.example/private/open/x").allowed);
/// # Ok::<(), robots::AgentError>(())
/// ```
#[derive(Clone)]
pub struct Matcher {
    pub(crate) automaton: Automaton,
    pub(crate) profile: Profile,
    /// The answer where no rule matches.
    pub(crate) otherwise: Reason,
}

impl Matcher {
    /// Compiles straight from a body, without a [`crate::RobotsTxt`] in
    /// between: the quickest way to one matcher. Verdicts are the same.
    ///
    /// # Errors
    ///
    /// As [`crate::RobotsTxt::matcher`].
    ///
    /// ```
    /// use robots::{Matcher, Options};
    /// let matcher = Matcher::compile("", "ExampleBot", &Options::default())?;
    /// assert!(matcher.check("https://site.example/").allowed);
    /// # Ok::<(), robots::AgentError>(())
    /// ```
    pub fn compile(
        body: impl AsRef<[u8]>,
        agents: impl AsRef<[u8]>,
        options: &Options,
    ) -> Result<Matcher, AgentError> {
        Self::compile_as(Automaton::new, body.as_ref(), agents.as_ref(), options)
    }

    /// Compiles to a dense automaton where it fits 256 kB: one table with a row for
    /// each state, in which every octet of a path costs one look-up. Otherwise
    /// compiles as [`Matcher::compile`] does; [`Matcher::is_dense`] tells.
    ///
    /// For pinned sites with very many URLs. Measure with these: a third of real
    /// sites gain, up to twice the speed, and the others lose. Compiling takes some
    /// 100 times the time, on real files 25 ms at worst, and 100 times the memory.
    ///
    /// Needs the feature `dense`.
    ///
    /// # Errors
    ///
    /// As [`Matcher::compile`].
    ///
    /// ```
    /// use robots::{Matcher, Options};
    ///
    /// let body = "User-agent: *\nDisallow: /*?sort=\nAllow: /a";
    /// let matcher = Matcher::compile_dense(body, "ExampleBot", &Options::default())?;
    /// assert!(matcher.is_dense());
    /// assert!(!matcher.check("https://site.example/a?sort=up").allowed);
    /// # Ok::<(), robots::AgentError>(())
    /// ```
    #[cfg(feature = "dense")]
    pub fn compile_dense(
        body: impl AsRef<[u8]>,
        agents: impl AsRef<[u8]>,
        options: &Options,
    ) -> Result<Matcher, AgentError> {
        Self::compile_as(
            Automaton::new_dense,
            body.as_ref(),
            agents.as_ref(),
            options,
        )
    }

    fn compile_as(
        build: Build,
        body: &[u8],
        agents: &[u8],
        options: &Options,
    ) -> Result<Matcher, AgentError> {
        let dialect = options.dialect();
        let chain = Chain::new(agents, &dialect)?;
        let body = line::body(body, &dialect);
        let mut collector = Collector::new(&dialect);
        let matched = for_each_rule(&body.text, chain, &dialect, |event| match event {
            Event::StartOver => collector.clear(),
            Event::Rule(rule) => collector.push(&rule),
        });
        Ok(collector.finish_as(build, matched != Matched::None))
    }

    /// A matcher for a site whose robots.txt is unavailable: everything is
    /// allowed (RFC 9309 2.3.1.3).
    ///
    /// ```
    /// assert!(robots::Matcher::unavailable().check("https://site.example/").allowed);
    /// ```
    pub fn unavailable() -> Matcher {
        Self::without_rules(Profile::Rfc9309, Reason::Unavailable)
    }

    /// A matcher for a site whose robots.txt is unreachable: everything but
    /// `/robots.txt` is refused (RFC 9309 2.3.1.4).
    ///
    /// ```
    /// let matcher = robots::Matcher::unreachable();
    /// assert!(!matcher.check("https://site.example/").allowed);
    /// assert!(matcher.check("https://site.example/robots.txt").allowed);
    /// ```
    pub fn unreachable() -> Matcher {
        Self::without_rules(Profile::Rfc9309, Reason::Unreachable)
    }

    fn without_rules(profile: Profile, otherwise: Reason) -> Matcher {
        Matcher {
            automaton: Automaton::default(),
            profile,
            otherwise,
        }
    }

    /// May the crawler fetch this absolute URL, or this path, and which rule says
    /// so?
    ///
    /// In profile `rfc9309` the URL must begin with `http://`, `https://` or
    /// `ftp://` and [name a host](crate::origin#how-a-url-is-read). A text that
    /// begins with one slash is a path with its query, and answered as by
    /// [`Matcher::check_path`]; not with two, nor with what clients take for two,
    /// such as `/\`, which lead to another host. Anything else is a misuse and
    /// refused. In profile `google` every text has a path, as the reference finds
    /// one. Whether the file governs the URL's origin at all is the caller's
    /// business.
    ///
    /// ```
    /// use robots::{Reason, RobotsTxt};
    /// let matcher = RobotsTxt::parse("User-agent: *\nDisallow: /*?id=").matcher("ExampleBot")?;
    /// assert!(!matcher.check("https://site.example/a?id=1#top").allowed);
    /// assert!(!matcher.check("/a?id=1").allowed);
    /// assert_eq!(matcher.check("//site.example/a").reason, Reason::Misuse);
    /// assert_eq!(matcher.check("https://site.example:99999/a").reason, Reason::Misuse);
    /// # Ok::<(), robots::AgentError>(())
    /// ```
    #[inline]
    pub fn check(&self, url: impl AsRef<[u8]>) -> Verdict {
        self.check_octets(url.as_ref())
    }

    fn check_octets(&self, url: &[u8]) -> Verdict {
        match self.profile.dialect().urls {
            UrlForm::Checked => {
                match url::raw_path(url).and_then(|path| self.decide::<true>(path)) {
                    Some(verdict) => verdict,
                    None => self.check_url_slow(url),
                }
            }
            UrlForm::Guessed => self.check_guessed_url(url),
        }
    }

    #[inline(never)]
    fn check_guessed_url(&self, url: &[u8]) -> Verdict {
        url::with_google_url_path(url, |path| self.decide::<false>(path))
            .unwrap_or(Verdict::misuse())
    }

    /// Checks a URL that needs more than a look at its authority, or whose path has
    /// to be normalised.
    #[cold]
    #[inline(never)]
    fn check_url_slow(&self, url: &[u8]) -> Verdict {
        url::with_any_url_path(url, |path| self.decide::<false>(path))
            .flatten()
            .unwrap_or(Verdict::misuse())
    }

    /// Checks a path and query in origin form (RFC 9112 3.2.1), such as `/a/b?c=d`,
    /// which may begin with two slashes. A path that does not begin with `/` is a
    /// misuse and denied. In profile `rfc9309` blanks and controls
    /// around it are trimmed, as those around a URL, and a fragment is cut. A path
    /// has no scheme that tells how clients change it, so that all else stays:
    /// a `\` is no `/`, and no TAB is dropped. A link is resolved first.
    ///
    /// ```
    /// use robots::RobotsTxt;
    /// let matcher = RobotsTxt::parse("User-agent: *\nDisallow: /a$").matcher("ExampleBot")?;
    /// assert!(!matcher.check_path("/a").allowed);
    /// assert!(matcher.check_path("/a?b").allowed);
    /// # Ok::<(), robots::AgentError>(())
    /// ```
    #[inline]
    pub fn check_path(&self, path: impl AsRef<[u8]>) -> Verdict {
        self.check_path_octets(path.as_ref())
    }

    fn check_path_octets(&self, path: &[u8]) -> Verdict {
        if self.profile.dialect().urls == UrlForm::Checked
            && path.first() == Some(&b'/')
            && let Some(verdict) = self.decide::<true>(path)
        {
            return verdict;
        }
        self.check_path_slow(path)
    }

    /// Checks a path that has to be normalised, or that does not begin with `/`.
    #[cold]
    #[inline(never)]
    fn check_path_slow(&self, path: &[u8]) -> Verdict {
        match self.profile.dialect().urls {
            UrlForm::Checked => url::with_path(path, |path| self.decide::<false>(path)).flatten(),
            UrlForm::Guessed if path.starts_with(b"/") => {
                self.decide::<false>(url::google_origin_form(path))
            }
            UrlForm::Guessed => None,
        }
        .unwrap_or(Verdict::misuse())
    }

    /// Checks many URLs or paths: `verdicts[i]` is the answer to `urls[i]`.
    /// Where the lengths differ, the shorter one counts and further verdicts
    /// stay as they are.
    ///
    /// ```
    /// use robots::{RobotsTxt, Verdict};
    /// let matcher = RobotsTxt::parse("User-agent: *\nDisallow: /a").matcher("ExampleBot")?;
    /// let mut verdicts = [Verdict::misuse(); 2];
    /// matcher.check_many(&["https://site.example/a", "https://site.example/b"], &mut verdicts);
    /// assert_eq!(verdicts.map(|verdict| verdict.allowed), [false, true]);
    /// # Ok::<(), robots::AgentError>(())
    /// ```
    pub fn check_many<U: AsRef<[u8]>>(&self, urls: &[U], verdicts: &mut [Verdict]) {
        for (url, verdict) in urls.iter().zip(verdicts) {
            *verdict = self.check_octets(url.as_ref());
        }
    }

    /// Finds the verdict for a normalised path. With `ASK` the path may be raw, and
    /// `None` says that an octet which influenced the search would change under
    /// normalisation: the caller normalises and asks again. Most paths part with all
    /// patterns within a few octets, and the rest is never looked at.
    #[inline(always)]
    fn decide<const ASK: bool>(&self, path: &[u8]) -> Option<Verdict> {
        if self.profile.dialect().robots_txt_is_allowed && path.get(1) == Some(&b'r') {
            if path == b"/robots.txt" {
                return Some(Verdict::plain(true, Reason::RobotsTxt));
            }
            // It might still be, with a fragment or an escape.
            if ASK && normalize::first_special(path).is_some() {
                return None;
            }
        }
        Some(match self.automaton.find::<ASK>(path).ok()? {
            Some(found) => found_by(found.priority, found.label),
            None => Verdict::plain(self.otherwise != Reason::Unreachable, self.otherwise),
        })
    }

    /// The rules as they are looked up.
    pub(crate) fn block(&self) -> &[u8] {
        self.automaton.block()
    }

    /// Bytes of heap this matcher holds, without what the allocator adds.
    /// Nothing where there are no rules.
    ///
    /// ```
    /// assert_eq!(robots::Matcher::unavailable().memory_usage(), 0);
    /// ```
    pub fn memory_usage(&self) -> usize {
        self.automaton.memory_usage()
    }

    /// Is this the dense form? Not where [`Matcher::compile`] made it, where the
    /// group was too large for that form, or where there are no rules. Needs
    /// the feature `dense`.
    ///
    /// ```
    /// assert!(!robots::Matcher::unavailable().is_dense());
    /// ```
    #[cfg(feature = "dense")]
    pub fn is_dense(&self) -> bool {
        self.automaton.is_dense()
    }

    /// The profile the rules were read in.
    ///
    /// ```
    /// use robots::{Matcher, Profile};
    /// assert_eq!(Matcher::unavailable().profile(), Profile::Rfc9309);
    /// ```
    pub fn profile(&self) -> Profile {
        self.profile
    }
}

/// The rules as text: literal rules as a tree, then rules with `*`. For people;
/// the format may change.
impl fmt::Debug for Matcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (profile, reason) = (self.profile, self.otherwise);
        let verb = match reason {
            Reason::Unreachable => "disallow",
            _ => "allow",
        };
        writeln!(
            f,
            "Matcher, profile {profile:?}, where no rule matches: {verb} ({reason})"
        )?;
        self.automaton.fmt(f)
    }
}

fn found_by(priority: u32, label: Label) -> Verdict {
    Verdict::by_rule(priority & 1 != 0, label.line, priority >> 1, label.rule)
}
