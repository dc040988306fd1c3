//! The robots.txt an expectation names: loaded safely, parsed once for a run of cases.

use super::args::{EngineArgs, ProfileName};
use super::case::{Body, Case};
use super::input;
use super::output::{Escaped, reason};
use robots::{AgentError, Matcher, RobotsTxt};
use std::fs::File;
use std::io;
use std::path::{Component, Path, PathBuf};

/// The directory that holds the files cases name. Nothing outside it is opened.
pub struct Root {
    given: PathBuf,
    /// With symbolic links resolved, once that was needed.
    resolved: Option<PathBuf>,
}

impl Root {
    pub fn new(given: PathBuf) -> Root {
        Root {
            given,
            resolved: None,
        }
    }

    /// The robots.txt at `path`, relative to the root.
    fn read(&mut self, path: &str, max_bytes: Option<usize>) -> Result<Vec<u8>, String> {
        let shown = Escaped(path.as_bytes());
        let relative = Path::new(path);
        if !stays_below(relative) {
            return Err(format!(
                "\"robots_file\" is \"{shown}\"; it must be a relative path that stays under \
                 --root"
            ));
        }
        let resolved_root = match &self.resolved {
            Some(root) => root,
            None => {
                let root = self.given.canonicalize().map_err(|error| {
                    let given = self.given.as_os_str();
                    format!("--root {}: {}", input::display_name(given), reason(&error))
                })?;
                self.resolved.insert(root)
            }
        };
        let cannot = |error: io::Error| {
            let full = self.given.join(relative);
            format!(
                "cannot read {}: {}",
                input::display_name(full.as_os_str()),
                reason(&error)
            )
        };
        let target = resolved_root
            .join(relative)
            .canonicalize()
            .map_err(cannot)?;
        if !target.starts_with(resolved_root) {
            return Err(format!(
                "\"robots_file\" is \"{shown}\", a symbolic link that leads outside --root"
            ));
        }
        // Before opening: to open a named pipe would wait for its other end.
        if !target.metadata().map_err(cannot)?.is_file() {
            return Err(format!(
                "\"robots_file\" is \"{shown}\", which is not a file"
            ));
        }
        File::open(&target)
            // A case asks about the octets that a server sent, whatever they are.
            .and_then(|file| input::read_body(file, max_bytes))
            .map_err(cannot)
    }
}

/// True for a relative path that at no point climbs above its start. Symbolic links are not
/// looked at here.
fn stays_below(path: &Path) -> bool {
    let mut depth = 0_usize;
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::Normal(_) => depth += 1,
            Component::ParentDir if depth > 0 => depth -= 1,
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => return false,
        }
    }
    !path.as_os_str().is_empty()
}

/// A parsed robots.txt and the matcher last asked for. Consecutive cases over one file, and over
/// one file and one list of agents, use it again.
pub struct Loaded {
    /// The file and the profile it was read under; `None` if the text was in the case.
    file: Option<(String, ProfileName)>,
    pub txt: RobotsTxt,
    agents: Vec<u8>,
    /// An error if the profile refuses the agents.
    pub matcher: Result<Matcher, AgentError>,
}

/// Loads what cases name.
pub struct Loader<'a> {
    pub engine: &'a EngineArgs,
    pub root: Root,
    last: Option<Loaded>,
}

impl<'a> Loader<'a> {
    pub fn new(engine: &'a EngineArgs, root: PathBuf) -> Loader<'a> {
        Loader {
            engine,
            root: Root::new(root),
            last: None,
        }
    }

    /// The file and matcher of `case`, read under `profile`.
    pub fn load(&mut self, case: &Case, profile: ProfileName) -> Result<&Loaded, String> {
        let last = match (self.last.take(), &case.body) {
            (Some(last), Body::File(path)) if last.is_from(path, profile) => Some(last),
            _ => None,
        };
        let loaded = match last {
            Some(last) if last.agents == case.agents => last,
            Some(last) => Loaded {
                matcher: last.txt.matcher(&case.agents),
                agents: case.agents.clone(),
                ..last
            },
            None => self.read(case, profile)?,
        };
        Ok(self.last.insert(loaded))
    }

    fn read(&mut self, case: &Case, profile: ProfileName) -> Result<Loaded, String> {
        let options = self.engine.options(profile);
        let (txt, file) = match &case.body {
            Body::Inline(text) => (RobotsTxt::parse_with(text, &options), None),
            Body::File(path) => {
                let max_bytes = match profile {
                    ProfileName::Rfc9309 => Some(options.max_bytes),
                    ProfileName::Google => None,
                };
                let body = self.root.read(path, max_bytes)?;
                (
                    RobotsTxt::parse_with(body, &options),
                    Some((path.clone(), profile)),
                )
            }
        };
        let matcher = txt.matcher(&case.agents);
        Ok(Loaded {
            file,
            txt,
            agents: case.agents.clone(),
            matcher,
        })
    }
}

impl Loaded {
    fn is_from(&self, path: &str, profile: ProfileName) -> bool {
        self.file
            .as_ref()
            .is_some_and(|(file, read_as)| file == path && *read_as == profile)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_climb_are_refused() {
        for good in ["a", "./a", "a/b", "a/../b", "a/b/../../c", "a//b"] {
            assert!(stays_below(Path::new(good)), "{good}");
        }
        for bad in ["", "..", "../a", "a/../../b", "/a", "//a", "./../a"] {
            assert!(!stays_below(Path::new(bad)), "{bad}");
        }
    }
}
