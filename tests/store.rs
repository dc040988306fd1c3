//! The store: what is in it after a restart, and what is refused.
#![cfg(feature = "store")]

use std::path::PathBuf;

use robots::access::Response;
use robots::cache::{Cache, Lookup};
use robots::origin::Origin;
use robots::store::Store;

const NOW: u64 = 1_800_000_000;

/// A folder that goes away.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("robots-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn file(&self) -> PathBuf {
        self.0.join("robots.redb")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn cache(agents: &str) -> Cache {
    Cache::builder(32 << 20).agents(agents).build().unwrap()
}

fn origin(number: usize) -> Origin {
    format!("https://h{number}.example").parse().unwrap()
}

fn filled(count: usize) -> Cache {
    let cache = cache("bot");
    for number in 0..count {
        let mut ticket = cache.refresh(&origin(number), NOW).unwrap();
        ticket.response(&Response::new(200));
        ticket.finish("user-agent: *\ndisallow: /private", NOW);
    }
    cache
}

#[test]
fn everything_is_there_after_a_restart() {
    let folder = Folder::new("restart");
    let before = filled(500);
    {
        let store = Store::open(folder.file()).unwrap();
        assert_eq!(store.save_all(&before).unwrap(), 500);
    }
    let store = Store::open(folder.file()).unwrap();
    assert_eq!(store.len().unwrap(), 500);
    let after = cache("bot");
    let loaded = store.load_all(&after).unwrap();
    assert_eq!((loaded.taken, loaded.refused), (500, 0));
    for number in 0..500 {
        assert_eq!(after.state(&origin(number)), before.state(&origin(number)));
    }
    let Lookup::Hit(hit) = after.get(&origin(7), NOW + 1) else {
        panic!("nothing is known")
    };
    assert!(!hit.check("https://h7.example/private").allowed);
    assert!(store.remove(&origin(7)).unwrap());
    assert!(!store.load(&cache("bot"), &origin(7)).unwrap());
}

#[test]
fn entries_for_another_crawler_are_refused() {
    let folder = Folder::new("other");
    let store = Store::open(folder.file()).unwrap();
    store.save_all(&filled(20)).unwrap();
    let other = cache("other");
    let loaded = store.load_all(&other).unwrap();
    assert_eq!((loaded.taken, loaded.refused), (0, 20));
    assert!(!store.load(&other, &origin(3)).unwrap());
    assert_eq!(other.stats().entries, 0);
}

#[test]
fn a_small_cache_is_the_front_of_a_large_store() {
    let folder = Folder::new("front");
    let store = Store::open(folder.file()).unwrap();
    store.save_all(&filled(300)).unwrap();
    let small = Cache::builder(20_000).agents("bot").build().unwrap();
    for number in (0..300).chain(0..300) {
        let url = format!("https://h{number}.example/private");
        let hit = match small.get_url(&url, NOW + 1).unwrap() {
            Lookup::Hit(hit) => hit,
            Lookup::Wait(_) => panic!("nobody else asks"),
            Lookup::Fetch(ticket) => {
                drop(ticket);
                assert!(store.load(&small, &origin(number)).unwrap());
                match small.get_url(&url, NOW + 1).unwrap() {
                    Lookup::Hit(hit) => hit,
                    other => panic!("{other:?}"),
                }
            }
        };
        assert!(!hit.check(&url).allowed);
    }
}

#[test]
fn what_is_no_store_is_an_error() {
    let folder = Folder::new("none");
    std::fs::write(folder.file(), "user-agent: *").unwrap();
    assert!(Store::open(folder.file()).is_err());
    assert!(Store::open(&folder.0).is_err());
}
