//! ```text
//! entry   settings u64 | release u64 | item
//! cache   settings u64 | release u64 | {item} …
//! item    length u16 | origin | state | number of matchers u32 | matchers
//! ```
//!
//! Rules that another release compiled are obeyed until they are due; then the
//! file is fetched whole, so that no 304 renews for ever what this release
//! would read otherwise.

use std::cmp::Ordering;
use std::sync::Arc;

use twox_hash::XxHash3_64;

use super::Cache;
use super::entry::{Entry, Key, no_matchers, without_validators};
use crate::access::State;
use crate::origin::Origin;
use crate::snapshot::{Kind, Reader, SnapshotError, open, seal, unseal};
use crate::{Matcher, Options, Profile, Reason};

/// A hash of what makes rules of a body: bytes that were written with other
/// agents or options must not be obeyed.
pub(super) fn settings(agents: &[Box<[u8]>], options: &Options) -> u64 {
    let mut all = vec![
        u8::from(options.profile == Profile::Google),
        u8::from(options.assume_slash),
        u8::from(options.exact_agent),
        u8::from(options.blank_line_ends_group),
    ];
    for number in [options.max_bytes, options.max_line] {
        all.extend_from_slice(&(number as u64).to_le_bytes());
    }
    for agents in agents {
        all.extend_from_slice(&(agents.len() as u64).to_le_bytes());
        all.extend_from_slice(agents);
    }
    XxHash3_64::oneshot(&all)
}

/// A hash of the release that compiled the rules.
fn release() -> u64 {
    XxHash3_64::oneshot(env!("CARGO_PKG_VERSION").as_bytes())
}

impl Cache {
    /// Writes what is known of one origin as bytes, for [`Cache::import`] and a
    /// store of the caller's own; `None` if nothing is known.
    ///
    /// ```
    /// use robots::access::Response;
    /// use robots::cache::{Cache, Lookup};
    ///
    /// let cache = Cache::builder(1 << 20).agents("ExampleBot").build()?;
    /// let origin = "https://site.example".parse()?;
    /// let mut ticket = cache.refresh(&origin, 1000).expect("nobody else asks");
    /// ticket.response(&Response::new(200));
    /// ticket.finish("User-agent: *\nDisallow: /private", 1000);
    /// let bytes = cache.export(&origin).expect("an answer is known");
    ///
    /// let other = Cache::builder(1 << 20).agents("ExampleBot").build()?;
    /// assert_eq!(other.import(&bytes)?, origin);
    /// let Lookup::Hit(hit) = other.get(&origin, 1001) else { unreachable!() };
    /// assert!(!hit.check("https://site.example/private").allowed);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn export(&self, origin: &Origin) -> Option<Vec<u8>> {
        let entry = self.inner.tables.peek(&Key::of(origin))?;
        let mut out = self.begin(Kind::Entry, 512);
        write(&mut out, origin, &entry);
        Some(seal(out))
    }

    /// Takes what [`Cache::export`] wrote, and says of which origin it is. What
    /// is already known of it stays where it is younger, and a copy also where the
    /// new entry knows of failures only.
    ///
    /// # Errors
    ///
    /// [`SnapshotError`], also where the cache that wrote it had other agents
    /// or options.
    ///
    /// For the example see [`Cache::export`].
    pub fn import(&self, bytes: &[u8]) -> Result<Origin, SnapshotError> {
        let (origin, entry) = self.read_entry(bytes)?;
        self.put(&origin, entry);
        Ok(origin)
    }

    /// Adds what [`Cache::export`] wrote if it is of this origin, so that bytes
    /// kept under the wrong name have no effect.
    ///
    /// # Errors
    ///
    /// [`SnapshotError`], as for [`Cache::import`], and
    /// [`SnapshotError::OtherOrigin`]. Nothing was taken then.
    ///
    /// ```
    /// use robots::access::Response;
    /// use robots::cache::Cache;
    /// use robots::snapshot::SnapshotError;
    ///
    /// let cache = Cache::builder(1 << 20).build()?;
    /// let origin = "https://site.example".parse()?;
    /// let mut ticket = cache.refresh(&origin, 1000).expect("nobody else asks");
    /// ticket.response(&Response::new(404));
    /// ticket.finish("", 1000);
    /// let bytes = cache.export(&origin).expect("an answer is known");
    ///
    /// let other = "https://other.example".parse()?;
    /// assert_eq!(cache.import_for(&other, &bytes), Err(SnapshotError::OtherOrigin));
    /// assert_eq!(cache.import_for(&origin, &bytes), Ok(()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn import_for(&self, origin: &Origin, bytes: &[u8]) -> Result<(), SnapshotError> {
        let (of, entry) = self.read_entry(bytes)?;
        if of != *origin {
            return Err(SnapshotError::OtherOrigin);
        }
        self.put(origin, entry);
        Ok(())
    }

    fn read_entry(&self, bytes: &[u8]) -> Result<(Origin, Arc<Entry>), SnapshotError> {
        let mut content = Reader(unseal(Kind::Entry, bytes)?);
        let own = self.check_head(&mut content)?;
        let read = self.read(&mut content, own);
        let read = read.filter(|_| content.0.is_empty());
        read.ok_or(SnapshotError::Malformed)
    }

    /// Writes all that is known as bytes, for [`Cache::restore`] after a
    /// restart. Other threads may use the cache meanwhile; each entry is
    /// written as it is when its turn comes.
    ///
    /// ```
    /// # use robots::access::Response;
    /// use robots::cache::Cache;
    /// let cache = Cache::builder(1 << 20).agents("ExampleBot").build()?;
    /// # let mut ticket = cache.refresh(&"https://site.example".parse()?, 1000).unwrap();
    /// # ticket.response(&Response::new(200));
    /// # ticket.finish("User-agent: *\nDisallow: /private", 1000);
    /// let bytes = cache.to_bytes();
    ///
    /// let after_restart = Cache::builder(1 << 20).agents("ExampleBot").build()?;
    /// assert_eq!(after_restart.restore(&bytes)?, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_bytes(&self) -> Vec<u8> {
        let tables = &self.inner.tables;
        // Weights are a little more than what is written.
        let mut out = self.begin(Kind::Cache, tables.weight());
        for (origin, entry) in tables.iter() {
            write(&mut out, &origin, &entry);
        }
        seal(out)
    }

    /// Adds what [`Cache::to_bytes`] wrote to this cache, and returns the
    /// number of entries in the bytes. If the cache already knows something
    /// younger of an origin, that stays; entries that do not fit the budget are
    /// dropped. Takes time linear in the bytes.
    ///
    /// # Errors
    ///
    /// [`SnapshotError`], as for [`Cache::import`]. Nothing was taken then,
    /// except where the error is [`SnapshotError::Malformed`]: that means
    /// forged bytes, of which some may have been in order.
    ///
    /// For the example see [`Cache::to_bytes`].
    pub fn restore(&self, bytes: &[u8]) -> Result<usize, SnapshotError> {
        let mut content = Reader(unseal(Kind::Cache, bytes)?);
        let own = self.check_head(&mut content)?;
        let mut count = 0;
        while !content.0.is_empty() {
            let (origin, entry) = self
                .read(&mut content, own)
                .ok_or(SnapshotError::Malformed)?;
            self.put(&origin, entry);
            count += 1;
        }
        Ok(count)
    }

    fn begin(&self, kind: Kind, capacity: usize) -> Vec<u8> {
        let mut out = open(kind, capacity);
        out.extend_from_slice(&self.inner.settings.to_le_bytes());
        out.extend_from_slice(&release().to_le_bytes());
        out
    }

    /// Were the rules compiled by this release?
    fn check_head(&self, content: &mut Reader<'_>) -> Result<bool, SnapshotError> {
        match (content.u64(), content.u64()) {
            (Some(settings), Some(by)) if settings == self.inner.settings => Ok(by == release()),
            (Some(_), Some(_)) => Err(SnapshotError::Settings),
            _ => Err(SnapshotError::Malformed),
        }
    }

    fn read(&self, content: &mut Reader<'_>, own: bool) -> Option<(Origin, Arc<Entry>)> {
        let len = content.u16()?;
        let text = str::from_utf8(content.octets(len.into())?).ok()?;
        let origin = Origin::parse(text).ok()?;
        // Exactly as an origin is written, with nothing around it.
        if origin.to_string() != text {
            return None;
        }
        let mut state = State::read(content)?;
        if !own {
            state = without_validators(state);
        }
        let count = content.u32()? as usize;
        // Rules that found no room may be missing as a whole.
        if count != 0 && !(state.copy && count == self.inner.agents.len()) {
            return None;
        }
        let mut matchers = Vec::with_capacity(count);
        for _ in 0..count {
            let matcher = Matcher::read(content)?;
            let fits = matcher.has_file() && matcher.profile() == self.inner.options.profile;
            let refuses = matcher.otherwise == Reason::Unreachable;
            matchers.push(Some(matcher).filter(|_| fits || refuses)?);
        }
        let matchers = match count {
            0 => no_matchers(),
            _ => matchers.into(),
        };
        let entry = Entry::new(&origin, state, matchers);
        Some((origin, entry))
    }

    /// Whatever is younger stays. A copy that found no room is taken back, and no
    /// failure that others met takes one away.
    fn put(&self, origin: &Origin, entry: Arc<Entry>) {
        let _leases = self.inner.leases.lock();
        let new = &entry.state;
        let stays = |known: Arc<Entry>| {
            let known = &known.state;
            match known.attempted_at.cmp(&new.attempted_at) {
                Ordering::Less => known.copy && !new.copy && new.failures() > 0,
                Ordering::Equal => known.copy || !new.copy || known.failures() == 0,
                Ordering::Greater => true,
            }
        };
        if !self.inner.tables.peek(&Key::of(origin)).is_some_and(stays) {
            self.inner.keep(origin, entry);
        }
    }
}

fn write(out: &mut Vec<u8>, origin: &Origin, entry: &Entry) {
    let text = origin.to_string();
    // At most `ORIGIN_MAX`.
    out.extend_from_slice(&(text.len() as u16).to_le_bytes());
    out.extend_from_slice(text.as_bytes());
    entry.state.write(out);
    out.extend_from_slice(&(entry.matchers.len() as u32).to_le_bytes());
    for matcher in &*entry.matchers {
        matcher.write(out);
    }
}
