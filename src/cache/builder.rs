//! What a cache is made of.

use std::sync::Arc;

use super::lease::Leases;
use super::stats::Counters;
use super::table::Tables;
use super::{Cache, Inner, bytes};
use crate::access::Policy;
use crate::group::agent::Chain;
use crate::{AgentError, Options};

/// Chooses what a [`Cache`] is made of.
///
/// ```
/// use robots::{Options, access::Policy, cache::Cache};
///
/// let mut policy = Policy::new();
/// policy.max_redirects = 10;
/// let cache = Cache::builder(256 << 20)
///     .agents("ExampleBot-Images, ExampleBot")
///     .agents("ExampleBot")
///     .policy(policy)
///     .options(Options::new())
///     .build()?;
/// assert_eq!(cache.stats().budget, 256 << 20);
/// # Ok::<(), robots::AgentError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct CacheBuilder {
    budget: usize,
    agents: Vec<Box<[u8]>>,
    policy: Policy,
    options: Options,
    lease: u32,
}

impl CacheBuilder {
    /// The crawler's product tokens, as in [`crate::RobotsTxt::matcher`]. Call
    /// it once for each crawler that shares the cache: the first has number 0,
    /// see [`check_as`](super::Hit::check_as). Without any call, the rules are
    /// those for a crawler that no file names.
    ///
    /// ```
    /// let cache = robots::cache::Cache::builder(1 << 20).agents("ExampleBot").build()?;
    /// # Ok::<(), robots::AgentError>(())
    /// ```
    pub fn agents(mut self, agents: impl AsRef<[u8]>) -> Self {
        self.agents.push(agents.as_ref().into());
        self
    }

    /// The bounds of the access policy; [`Policy::new`] if not given.
    ///
    /// ```
    /// use robots::{access::Policy, cache::Cache};
    /// let cache = Cache::builder(1 << 20).policy(Policy::new()).build()?;
    /// # Ok::<(), robots::AgentError>(())
    /// ```
    pub fn policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    /// How files are read; [`Options::new`] if not given.
    ///
    /// ```
    /// use robots::{Options, cache::Cache};
    /// let cache = Cache::builder(1 << 20).options(Options::new()).build()?;
    /// # Ok::<(), robots::AgentError>(())
    /// ```
    pub fn options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// After so many seconds, or where the clock was set back by as many, the next
    /// one who asks gets another ticket, and one that was not handed in is void. 120
    /// if not given; longer than any attempt takes with all its redirects. Handed in
    /// late it counts if nobody has asked since, up to eight times as late; then it
    /// is taken for lost.
    ///
    /// ```
    /// let cache = robots::cache::Cache::builder(1 << 20).lease(300).build()?;
    /// # Ok::<(), robots::AgentError>(())
    /// ```
    pub fn lease(mut self, seconds: u32) -> Self {
        self.lease = seconds;
        self
    }

    /// The cache, still empty.
    ///
    /// # Errors
    ///
    /// As [`crate::RobotsTxt::matcher`], for the agents.
    ///
    /// ```
    /// use robots::cache::Cache;
    /// assert!(Cache::builder(1 << 20).agents("Example Bot/1.0").build().is_err());
    /// ```
    pub fn build(mut self) -> Result<Cache, AgentError> {
        if self.agents.is_empty() {
            self.agents.push((*b"*").into());
        }
        for agents in &self.agents {
            Chain::new(agents, &self.options.dialect())?;
        }
        Ok(Cache {
            inner: Arc::new(Inner {
                tables: Tables::new(self.budget),
                leases: Leases::new(self.lease),
                counters: Counters::default(),
                settings: bytes::settings(&self.agents, &self.options),
                policy: self.policy,
                options: self.options,
                agents: self.agents.into(),
            }),
        })
    }
}

impl Cache {
    /// A cache that takes at most about `budget` octets of memory. Less than 8
    /// KiB means 8 KiB, so that what is known of some origins always has room.
    ///
    /// ```
    /// let cache = robots::cache::Cache::builder(64 << 20).agents("ExampleBot").build()?;
    /// assert_eq!(cache.stats().bytes, 0);
    /// assert_eq!(robots::cache::Cache::builder(0).build()?.stats().budget, 8 << 10);
    /// # Ok::<(), robots::AgentError>(())
    /// ```
    pub fn builder(budget: usize) -> CacheBuilder {
        CacheBuilder {
            budget,
            agents: Vec::new(),
            policy: Policy::new(),
            options: Options::new(),
            lease: 120,
        }
    }
}
