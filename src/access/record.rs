//! What the outcome of an attempt makes of a state.

use super::cause::{AccessResult, Cause, Failure};
use super::decision::{CopyAction, Decision};
use super::fetch::Fetch;
use super::policy::Policy;
use super::response::seconds;
use super::state::State;

impl State {
    /// Takes the outcome of an attempt, received at the moment `now`, and says
    /// what may be crawled from then on.
    ///
    /// ```
    /// use robots::access::{Access, Failure, Fetch, Policy, State};
    /// # use robots::origin::Origin;
    /// # let origin = Origin::parse("https://site.example/")?;
    /// let (policy, mut state) = (Policy::new(), State::new());
    /// let mut fetch = Fetch::new(&origin, &state, &policy);
    /// fetch.failure(Failure::Timeout);
    /// let decision = state.record(&fetch, &policy, 1_000_000_000);
    /// assert_eq!(decision.access, Access::RefuseAll);
    /// assert_eq!(decision.fetch_at, 1_000_000_060);
    /// # Ok::<(), robots::origin::OriginError>(())
    /// ```
    pub fn record(&mut self, fetch: &Fetch, policy: &Policy, now: u64) -> Decision {
        let before = (self.attempted_at, self.is_outage());
        let passed = seconds(now.saturating_sub(self.attempted_at));
        self.cause = match fetch.cause {
            // The copy is another one than the server was told of.
            Cause::NotModified if !fetch.offered(self) => Cause::OddStatus,
            cause => cause,
        };
        self.status = fetch.status;
        self.attempted_at = now;
        let copy = match self.cause.result() {
            AccessResult::Successful if self.cause == Cause::NotModified => {
                // Headers that a 304 leaves out stay what they were (RFC 9111
                // 3.2). The validators are those of the copy, whatever it says.
                self.lifetime = policy.lifetime(&fetch.caching, self.lifetime, now);
                self.settle(policy.fresh_for(self.lifetime, &fetch.caching, now));
                self.copy_age = 0;
                CopyAction::Keep
            }
            AccessResult::Successful => {
                let lifetime = policy.lifetime(&fetch.caching, policy.default_fresh, now);
                self.settle(policy.fresh_for(lifetime, &fetch.caching, now));
                self.forget_copy();
                self.copy = true;
                self.copy_from = fetch.url_hash();
                self.lifetime = lifetime;
                self.etag.clone_from(&fetch.etag);
                self.last_modified = fetch.last_modified;
                CopyAction::Replace
            }
            AccessResult::Unavailable => {
                let lifetime = policy.lifetime(&fetch.caching, policy.default_fresh, now);
                self.settle(policy.fresh_for(lifetime, &fetch.caching, now));
                self.forget_copy();
                CopyAction::Forget
            }
            AccessResult::Redirect | AccessResult::Unreachable => {
                if self.copy {
                    self.copy_age = self.copy_age.saturating_add(passed);
                }
                if fetch.status == 304 {
                    // The next request takes no 304 for an answer.
                    self.forget_validators();
                }
                self.outage = self.outage_since(before, policy);
                self.failures = self.failures.saturating_add(1);
                self.wait = policy.retry_in(self.failures, &fetch.caching, now);
                CopyAction::Keep
            }
        };
        Decision {
            copy,
            ..self.decision(policy, now)
        }
    }

    /// There was an answer: no outage, and no attempt before it expires.
    fn settle(&mut self, fresh: u32) {
        self.failures = 0;
        self.outage = 0;
        self.wait = fresh;
    }

    /// Did the last attempt fail, and by the origin?
    ///
    /// Not where the crawler gave up or declined to ask, and not where others
    /// answered: a proxy (407), another server (421) or the network (511).
    fn is_outage(&self) -> bool {
        match self.cause {
            Cause::NotFetched | Cause::Interrupted | Cause::Failed(Failure::Refused) => false,
            Cause::OddStatus => !matches!(self.status, 407 | 421 | 511),
            cause => cause.result() == AccessResult::Unreachable,
        }
    }

    /// How long the outage is, the last attempt having failed and the one before
    /// it having been made then, and failed by the origin or not. Only what lies
    /// between two failures of the origin counts, and nothing that is too long to
    /// tell. What the clock goes back is taken off, so that a clock that jumps to
    /// and fro adds up to nothing.
    fn outage_since(&self, (then, failed): (u64, bool), policy: &Policy) -> u32 {
        let passed = seconds(self.attempted_at.saturating_sub(then));
        let back = seconds(then.saturating_sub(self.attempted_at));
        let counts = failed && self.is_outage() && passed <= policy.longest_gap();
        let seen = if counts { passed } else { 0 };
        self.outage.saturating_add(seen).saturating_sub(back)
    }
}
