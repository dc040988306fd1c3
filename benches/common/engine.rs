//! One face for every engine, ours and the others.
//!
//! [`Peer`] is what one engine can do, with its own types; [`Engine`] is the same
//! without them, so that a bench holds a list. Loops sit behind [`Engine`], so
//! the timed code of each engine is compiled for it alone and the indirect call
//! is paid once a batch.

use super::workloads::{Body, Url};
use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Whose verdicts an engine sets out to give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    Rfc9309,
    Google,
}

/// One engine. All methods ask for [`AGENT`](super::workloads::AGENT).
pub trait Peer: 'static {
    /// What is kept between two URLs.
    type Kept<'b>;

    const NAME: &'static str;
    const AIM: Aim;
    const OURS: bool = false;
    /// There is no object to keep: every check reads the file again.
    const REPARSES: bool = false;
    /// The file's octets must be kept beside the object.
    const KEEPS_BODY: bool = false;
    /// Parses with the code of another engine of the list, which stands for both.
    const SHARES_PARSER: bool = false;
    /// A second way into an engine already listed, of interest for its checks
    /// only.
    const CHECKS_ONLY: bool = false;

    /// Reads the file into whatever the engine makes of it, and drops that.
    fn parse(body: &Body);

    /// From the file to the object that answers. `Err` when the engine refuses
    /// the whole file.
    fn keep(body: &Body) -> Result<Self::Kept<'_>, String>;

    /// As [`keep`](Self::keep), the object dropped: the timed form.
    fn compile(body: &Body) {
        let _ = black_box(Self::keep(body));
    }

    fn allowed(kept: &Self::Kept<'_>, url: &Url) -> bool;

    /// One file, one URL, nothing kept.
    fn one_shot(body: &Body, url: &Url) -> bool {
        Self::keep(body).is_ok_and(|kept| Self::allowed(&kept, url))
    }

    /// Why this file is not put to this engine.
    fn skip(_body: &Body) -> Option<&'static str> {
        None
    }
}

/// A [`Peer`] without its types.
pub trait Engine: Sync {
    fn name(&self) -> &'static str;
    fn aim(&self) -> Aim;
    fn ours(&self) -> bool;
    fn reparses(&self) -> bool;
    fn checks_only(&self) -> bool;
    fn own_parser(&self) -> bool;
    fn keeps_body(&self) -> bool;
    /// Reads the file and answers for each URL; or why this engine cannot: the
    /// file is on its skip list, is refused by it, or makes it panic.
    fn answers(&self, body: &Body, urls: &[Url]) -> Result<Vec<bool>, String>;
    fn parse(&self, body: &Body, times: u64);
    fn compile(&self, body: &Body, times: u64);
    /// Cycles through `urls`; returns how many answers were "allowed".
    fn one_shot(&self, body: &Body, urls: &[Url], times: u64) -> u64;
    /// One crawl's worth: makes the object, checks each URL once, drops it.
    fn session(&self, body: &Body, urls: &[Url]) -> u64;
    /// The object to check with. Only for bodies that are not refused.
    fn keep<'b>(&self, body: &'b Body) -> Box<dyn Kept + 'b>;
}

/// A kept object without its type.
pub trait Kept {
    fn allowed(&self, url: &Url) -> bool;
    /// `times` checks, cycling through `urls`; returns how many allowed.
    fn run(&self, urls: &[Url], times: u64) -> u64;
}

struct Of<P>(std::marker::PhantomData<fn() -> P>);

struct Holder<'b, P: Peer>(P::Kept<'b>);

/// `times` calls with one URL after the other, round and round.
fn cycle(urls: &[Url], times: u64, mut check: impl FnMut(&Url) -> bool) -> u64 {
    let mut allowed = 0;
    let mut left = times;
    while left > 0 {
        for url in &urls[..urls.len().min(left as usize)] {
            allowed += u64::from(check(black_box(url)));
            left -= 1;
        }
    }
    allowed
}

impl<P: Peer> Engine for Of<P> {
    fn name(&self) -> &'static str {
        P::NAME
    }

    fn aim(&self) -> Aim {
        P::AIM
    }

    fn ours(&self) -> bool {
        P::OURS
    }

    fn reparses(&self) -> bool {
        P::REPARSES
    }

    fn checks_only(&self) -> bool {
        P::CHECKS_ONLY
    }

    fn own_parser(&self) -> bool {
        !P::SHARES_PARSER && !P::CHECKS_ONLY
    }

    fn keeps_body(&self) -> bool {
        P::KEEPS_BODY
    }

    fn answers(&self, body: &Body, urls: &[Url]) -> Result<Vec<bool>, String> {
        if let Some(why) = P::skip(body) {
            return Err(why.to_owned());
        }
        quietly(|| {
            P::parse(body);
            let kept = P::keep(body)?;
            Ok(urls.iter().map(|url| P::allowed(&kept, url)).collect())
        })
    }

    fn parse(&self, body: &Body, times: u64) {
        for _ in 0..times {
            P::parse(black_box(body));
        }
    }

    fn compile(&self, body: &Body, times: u64) {
        for _ in 0..times {
            P::compile(black_box(body));
        }
    }

    fn one_shot(&self, body: &Body, urls: &[Url], times: u64) -> u64 {
        cycle(urls, times, |url| P::one_shot(black_box(body), url))
    }

    fn session(&self, body: &Body, urls: &[Url]) -> u64 {
        match P::keep(black_box(body)) {
            Ok(kept) => cycle(urls, urls.len() as u64, |url| P::allowed(&kept, url)),
            Err(_) => 0,
        }
    }

    fn keep<'b>(&self, body: &'b Body) -> Box<dyn Kept + 'b> {
        match P::keep(body) {
            Ok(kept) => Box::new(Holder::<P>(kept)),
            Err(why) => panic!("{} refuses the file: {why}", P::NAME),
        }
    }
}

impl<P: Peer> Kept for Holder<'_, P> {
    fn allowed(&self, url: &Url) -> bool {
        P::allowed(&self.0, url)
    }

    fn run(&self, urls: &[Url], times: u64) -> u64 {
        cycle(urls, times, |url| P::allowed(&self.0, url))
    }
}

/// Runs `work`, turning a panic into an error and keeping it off the terminal.
fn quietly<T>(work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let outcome = catch_unwind(AssertUnwindSafe(work));
    std::panic::set_hook(hook);
    outcome.unwrap_or_else(|_| Err("panics".to_owned()))
}

/// An engine of the lists.
pub fn of<P: Peer>() -> Box<dyn Engine> {
    Box::new(Of::<P>(std::marker::PhantomData))
}
