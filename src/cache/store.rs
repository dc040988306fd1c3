//! A cache that outlives the process, in one file.
//!
//! For crawlers without a store of their own: what a [`Cache`] knows of each
//! origin, under the origin's name, in an embedded database
//! ([redb](https://docs.rs/redb)). Unlike the rest of the library it does I/O,
//! and only when asked to. Needs the feature `store`.
//!
//! ```
//! use robots::access::Response;
//! use robots::cache::{Cache, Lookup};
//! use robots::store::Store;
//!
//! # let folder = std::env::temp_dir().join(format!("robots-store-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! let store = Store::open(folder.join("robots.redb"))?;
//! let cache = Cache::builder(64 << 20).agents("ExampleBot").build()?;
//! let (origin, now) = ("https://site.example".parse()?, 1_800_000_000);
//!
//! if let Some(mut ticket) = cache.refresh(&origin, now) {
//!     ticket.response(&Response::new(200));
//!     ticket.finish("User-agent: *\nDisallow: /private", now);
//!     store.save(&cache, &[origin.clone()])?;
//! }
//!
//! // In another process, later.
//! let cache = Cache::builder(64 << 20).agents("ExampleBot").build()?;
//! assert!(store.load(&cache, &origin)?);
//! assert!(matches!(cache.get(&origin, now + 60), Lookup::Hit(_)));
//! # drop(store);
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A cache smaller than the store works as its front: when it hands out a
//! ticket for an origin that may have been dropped, drop the ticket,
//! [`load`](Store::load), and ask again. An origin that failed and lost its copy
//! to want of room is refused without a ticket until it may be asked again;
//! where its copy is to be obeyed meanwhile, load it as well.

use std::fmt;
use std::path::Path;

use redb::{Database, ReadableDatabase, ReadableTable, ReadableTableMetadata, TableDefinition};

use crate::cache::Cache;
use crate::origin::Origin;

/// Origin to the bytes of [`Cache::export`].
const ENTRIES: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("robots-entries");

/// How many origins are written in one transaction when all are written.
const BATCH: usize = 10_000;

/// What caches know, in one file. One process may have it open at a time; its
/// threads share it.
///
/// For the example see the [module](self).
pub struct Store {
    database: Database,
}

/// What [`Store::load_all`] found.
///
/// ```
/// assert_eq!(robots::store::Loaded::default().taken, 0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Loaded {
    /// Entries that the cache took.
    pub taken: usize,
    /// Entries that could not be read: damaged, of another version, or written
    /// for other agents or options. Their origins will be asked again.
    pub refused: usize,
}

/// The file could not be read or written. Its source says why.
///
/// ```
/// let error = robots::store::Store::open("/").unwrap_err();
/// assert!(error.to_string().starts_with("the store"));
/// ```
#[derive(Debug)]
pub struct StoreError(Box<redb::Error>);

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the store cannot be used: {}", self.0)
    }
}

impl std::error::Error for StoreError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&*self.0)
    }
}

impl<E: Into<redb::Error>> From<E> for StoreError {
    fn from(error: E) -> Self {
        StoreError(Box::new(error.into()))
    }
}

impl Store {
    /// Opens the file, or makes it.
    ///
    /// # Errors
    ///
    /// [`StoreError`]: the file cannot be opened, is open elsewhere, or is no
    /// store.
    ///
    /// For the example see the [module](self).
    pub fn open(path: impl AsRef<Path>) -> Result<Store, StoreError> {
        let database = Database::create(path)?;
        // Readers expect the table.
        let write = database.begin_write()?;
        write.open_table(ENTRIES)?;
        write.commit()?;
        Ok(Store { database })
    }

    /// Writes what the cache knows of these origins, in one transaction that is
    /// on disk when this returns. Origins that the cache does not know stay as
    /// they are in the store.
    ///
    /// # Errors
    ///
    /// [`StoreError`]; nothing was written then.
    ///
    /// For the example see the [module](self).
    pub fn save(&self, cache: &Cache, origins: &[Origin]) -> Result<(), StoreError> {
        let write = self.database.begin_write()?;
        {
            let mut table = write.open_table(ENTRIES)?;
            for origin in origins {
                if let Some(bytes) = cache.export(origin) {
                    table.insert(origin.to_string().as_str(), bytes.as_slice())?;
                }
            }
        }
        Ok(write.commit()?)
    }

    /// Writes all that the cache knows, and returns the number of origins.
    ///
    /// # Errors
    ///
    /// [`StoreError`]; a part of the origins may have been written then, each
    /// as a whole.
    ///
    /// ```
    /// # let folder = std::env::temp_dir().join(format!("robots-all-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// use robots::{cache::Cache, store::Store};
    /// let store = Store::open(folder.join("robots.redb"))?;
    /// let cache = Cache::builder(1 << 20).build()?;
    /// assert_eq!(store.save_all(&cache)?, 0);
    /// # drop(store);
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save_all(&self, cache: &Cache) -> Result<usize, StoreError> {
        let origins = cache.origins();
        for batch in origins.chunks(BATCH) {
            self.save(cache, batch)?;
        }
        Ok(origins.len())
    }

    /// Reads what is stored of one origin into the cache; true if it was there
    /// and could be used.
    ///
    /// # Errors
    ///
    /// [`StoreError`]: the file cannot be read.
    ///
    /// For the example see the [module](self).
    pub fn load(&self, cache: &Cache, origin: &Origin) -> Result<bool, StoreError> {
        let table = self.database.begin_read()?.open_table(ENTRIES)?;
        let stored = table.get(origin.to_string().as_str())?;
        Ok(stored.is_some_and(|bytes| cache.import_for(origin, bytes.value()).is_ok()))
    }

    /// Reads all that is stored into the cache.
    ///
    /// # Errors
    ///
    /// [`StoreError`]: the file cannot be read. A part may have been taken.
    ///
    /// ```
    /// # let folder = std::env::temp_dir().join(format!("robots-load-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// use robots::{cache::Cache, store::Store};
    /// let store = Store::open(folder.join("robots.redb"))?;
    /// let cache = Cache::builder(1 << 20).build()?;
    /// assert_eq!(store.load_all(&cache)?.taken, 0);
    /// # drop(store);
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn load_all(&self, cache: &Cache) -> Result<Loaded, StoreError> {
        let table = self.database.begin_read()?.open_table(ENTRIES)?;
        let mut loaded = Loaded::default();
        for entry in table.iter()? {
            let (origin, bytes) = entry?;
            let origin = Origin::parse(origin.value());
            let taken = |origin| cache.import_for(&origin, bytes.value()).is_ok();
            match origin.is_ok_and(taken) {
                true => loaded.taken += 1,
                false => loaded.refused += 1,
            }
        }
        Ok(loaded)
    }

    /// Forgets an origin; true if something was stored of it.
    ///
    /// # Errors
    ///
    /// [`StoreError`]; nothing was changed then.
    ///
    /// ```
    /// # let folder = std::env::temp_dir().join(format!("robots-remove-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// use robots::store::Store;
    /// let store = Store::open(folder.join("robots.redb"))?;
    /// assert!(!store.remove(&"https://site.example".parse()?)?);
    /// # drop(store);
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove(&self, origin: &Origin) -> Result<bool, StoreError> {
        let write = self.database.begin_write()?;
        let removed = {
            let mut table = write.open_table(ENTRIES)?;
            table.remove(origin.to_string().as_str())?.is_some()
        };
        write.commit()?;
        Ok(removed)
    }

    /// The number of origins that are stored.
    ///
    /// # Errors
    ///
    /// [`StoreError`]: the file cannot be read.
    ///
    /// ```
    /// # let folder = std::env::temp_dir().join(format!("robots-len-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// use robots::store::Store;
    /// let store = Store::open(folder.join("robots.redb"))?;
    /// assert_eq!(store.len()?, 0);
    /// # drop(store);
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> Result<u64, StoreError> {
        Ok(self.database.begin_read()?.open_table(ENTRIES)?.len()?)
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Store")
    }
}
