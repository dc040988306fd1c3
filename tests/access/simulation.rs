//! 1,000 origins over 90 busy days: servers that come and go, clocks that jump, a
//! crawler that looks too early, too late, or not for months. True time is known
//! here and nowhere else; after every event the decision is held against it.

use robots::access::{Access, AfterOutage, Basis, Decision, Fetch, Policy, State};
use robots::origin::Origin;

use super::behaviours::{BEHAVIOURS, Class, Random, STEPS, policies};

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

const ORIGINS: u64 = 1_000;
const SPAN: u64 = 90 * DAY;

/// A clock that need not be right.
struct Clock {
    offset: i64,
    jumps: bool,
    /// By how much it was set back since the copy, and the last answer.
    back_since_copy: u64,
    back_since_attempt: u64,
    jumped_since_attempt: bool,
}

impl Clock {
    fn now(&self, time: u64) -> u64 {
        (1_800_000_000 + time).saturating_add_signed(self.offset)
    }

    fn jump(&mut self, random: &mut Random, time: u64) {
        let before = self.now(time);
        let index = usize::try_from(random.below(STEPS.len() as u64)).expect("small");
        // Far jumps end; otherwise clocks would stay at zero.
        self.offset = match self.offset.abs() > 400 * 86_400 {
            true => 0,
            false => self.offset + STEPS[index],
        };
        let back = before.saturating_sub(self.now(time));
        self.back_since_copy += back;
        self.back_since_attempt += back;
        self.jumped_since_attempt = true;
    }
}

/// What is true, in true time.
#[derive(Default)]
struct Truth {
    copy: Option<u64>,
    /// The copy came from the origin's own address, with a tag.
    copy_is_tagged: bool,
    /// The last attempt: when, and what it meant.
    last: Option<(u64, Class)>,
    outage: Option<Outage>,
}

/// Failed attempts in a row.
struct Outage {
    began: u64,
    /// How many of them the origin failed, and whether the last is one.
    attempts: u64,
    by_origin: bool,
    /// How much of the true time since then lies between attempts near enough.
    seen: u64,
    /// How much of it there is by the clock, which may jump.
    told: u64,
}

struct Simulation {
    policy: Policy,
    random: Random,
    clock: Clock,
    truth: Truth,
    state: State,
    last_now: u64,
    /// Now and then, nobody looks for months.
    idles: bool,
    seen: [u64; 9],
}

impl Simulation {
    fn limits(&self) -> (u64, u64, u64, u64) {
        let policy = &self.policy;
        let max_fresh = policy.max_fresh.max(1);
        let min_fresh = policy.min_fresh.min(max_fresh).max(1);
        let max_retry = policy.max_retry.max(policy.max_retry_after).max(1);
        let min_retry = policy
            .min_retry
            .min(policy.max_retry)
            .min(policy.max_retry_after)
            .max(1);
        (
            min_fresh.into(),
            max_fresh.into(),
            min_retry.into(),
            max_retry.into(),
        )
    }

    /// What must hold of every decision, whatever came before.
    fn check(&mut self, decision: &Decision, time: u64) {
        let now = self.clock.now(time);
        let (min_fresh, max_fresh, _, max_retry) = self.limits();
        let long: u64 = self.policy.long_outage.into();
        self.seen[decision.basis as usize] += 1;

        // A decision is a function of the state and the moment, and it stands
        // until the moment it names.
        assert_eq!(
            self.state.clone().decision(&self.policy, now).access,
            decision.access
        );
        assert!(decision.next_change >= now && decision.next_change <= decision.fetch_at);
        assert_eq!(decision.fetch_at, now + u64::from(decision.wait));
        assert!(u64::from(decision.wait) <= max_fresh.max(max_retry));
        if decision.next_change > now {
            let later = now + self.random.below(decision.next_change - now);
            let again = self.state.decision(&self.policy, later);
            assert_eq!(
                (again.access, again.basis),
                (decision.access, decision.basis)
            );
            // Within the slack of a clock that is a little behind it moves on.
            let moved = again.next_change.saturating_sub(decision.next_change);
            assert!(again.next_change >= decision.next_change && moved <= MINUTE);
            assert!(moved == 0 || self.clock.jumps);
        }

        let keeps = matches!(
            self.policy.after_outage,
            AfterOutage::LastCopyOrAllow | AfterOutage::LastCopyOrRefuse
        );
        let since_attempt = self.truth.last.map_or(0, |(at, _)| time - at);
        let class = self.truth.last.map(|(_, class)| class);
        let known = since_attempt < max_fresh.max(max_retry) + self.clock.back_since_attempt;
        let fresh = since_attempt < max_fresh + self.clock.back_since_attempt;
        match decision.access {
            Access::AllowAll => match class {
                Some(Class::None) => assert!(fresh, "an absence of {since_attempt} s"),
                Some(Class::Fault) => {
                    let outage = self.truth.outage.as_ref().expect("an outage");
                    let copy = self.truth.copy.is_some();
                    assert!(known && decision.basis == Basis::LongOutage);
                    match self.policy.after_outage {
                        AfterOutage::AllowAll => {}
                        AfterOutage::LastCopyOrAllow => assert!(!copy, "a copy was to be kept"),
                        never => panic!("allowed in spite of {never:?}"),
                    }
                    assert!(outage.attempts >= 4 && outage.told >= long);
                    // With a clock that is right, that much time has passed.
                    let length = time - since_attempt - outage.began;
                    let jumps = self.clock.jumps;
                    assert!(jumps || outage.seen >= long && length >= long, "{length} s");
                }
                _ => panic!("allowed without a right to"),
            },
            Access::Rules => {
                let age = time - self.truth.copy.expect("a copy to obey");
                match class {
                    Some(Class::File) => assert!(fresh, "a copy of {age} s is no longer fresh"),
                    Some(Class::Fault) => {
                        let limit = long + self.clock.back_since_copy;
                        assert!(known && (keeps || age < limit), "a copy of {age} s");
                    }
                    _ => panic!("there is no copy to obey"),
                }
            }
            Access::RefuseAll => {
                // With a clock that is right, nothing is refused without need.
                let young = since_attempt < min_fresh && !self.clock.jumps;
                let refusing = matches!(class, None | Some(Class::Denied | Class::Fault));
                assert!(refusing || !young, "refused after {since_attempt} s");
                let copy_age = self.truth.copy.map_or(u64::MAX, |at| time - at);
                let outage = self.truth.outage.as_ref();
                let length = outage.map_or(0, |outage| time - outage.began);
                let stale = class == Some(Class::Fault) && since_attempt < max_fresh;
                let stale = stale && !self.clock.jumps;
                let young = keeps && self.truth.copy.is_some() || copy_age < long && length < long;
                assert!(!(stale && young), "a copy of {copy_age} s is not obeyed");
                let open = outage.is_some_and(|it| it.attempts >= 4 && it.seen >= long);
                let opens = match self.policy.after_outage {
                    AfterOutage::AllowAll => true,
                    AfterOutage::LastCopyOrAllow => self.truth.copy.is_none(),
                    _ => false,
                };
                assert!(!(stale && open && opens), "refused after {length} s");
                assert_ne!(decision.basis, Basis::Fresh);
            }
        }
        if !self.clock.jumps {
            assert_ne!(decision.basis, Basis::ClockBack);
        }
    }

    /// One attempt at a server that behaves like this.
    fn attempt(&mut self, origin: &Origin, behaviour: usize, time: u64) -> Decision {
        let (steps, class, ..) = BEHAVIOURS[behaviour];
        let now = self.clock.now(time);
        let mut fetch = Fetch::new(origin, &self.state, &self.policy);
        super::attempt(&mut fetch, steps);
        let decision = self.state.record(&fetch, &self.policy, now);

        let tagged = self.truth.copy.is_some() && self.truth.copy_is_tagged;
        let by_origin = class != Class::Others;
        let class = match class {
            Class::Same if tagged => Class::File,
            Class::Error if self.policy.five_xx_means_missing => Class::None,
            Class::Denied if !self.policy.forbidden_is_disallow => Class::None,
            Class::Same | Class::Error | Class::Others => Class::Fault,
            class => class,
        };
        let (min_fresh, max_fresh, min_retry, max_retry) = self.limits();
        let gap = now.saturating_sub(self.last_now);
        let back = self.last_now.saturating_sub(now);
        let (access, bounds) = match class {
            Class::File => {
                self.truth.copy = Some(time);
                self.truth.copy_is_tagged = match fetch.hops() {
                    0 => tagged && steps == "304" || steps.contains("ETag"),
                    _ => false,
                };
                self.clock.back_since_copy = 0;
                self.truth.outage = None;
                (Some(Access::Rules), (min_fresh, max_fresh))
            }
            Class::None | Class::Denied => {
                (self.truth.copy, self.truth.outage) = (None, None);
                let access = match class {
                    Class::None => Access::AllowAll,
                    _ => Access::RefuseAll,
                };
                (Some(access), (min_fresh, max_fresh))
            }
            _ => {
                // The next request carries none.
                self.truth.copy_is_tagged &= !steps.starts_with("304");
                let near = (max_retry + DAY).min(u64::from(self.policy.long_outage) / 3);
                let passed = self.truth.last.map_or(0, |(at, _)| time - at);
                let outage = self.truth.outage.get_or_insert(Outage {
                    began: time,
                    attempts: 0,
                    by_origin: false,
                    seen: 0,
                    told: 0,
                });
                let counts = by_origin && outage.by_origin;
                let within = |gap: u64| if counts && gap <= near { gap } else { 0 };
                outage.seen += within(passed);
                outage.told = (outage.told + within(gap)).saturating_sub(back);
                outage.attempts += u64::from(by_origin);
                outage.by_origin = by_origin;
                (None, (min_retry, max_retry))
            }
        };
        assert!(
            access.is_none_or(|access| access == decision.access),
            "{steps}: {decision}"
        );
        let wait = u64::from(decision.wait);
        assert!(wait >= bounds.0 && wait <= bounds.1, "{steps}: {decision}");

        self.truth.last = Some((time, class));
        self.last_now = now;
        self.clock.back_since_attempt = 0;
        self.clock.jumped_since_attempt = false;
        decision
    }

    /// 90 days of one origin; returns the number of attempts.
    fn run(&mut self, origin: &Origin) -> u64 {
        let (mut time, mut attempts, mut end) = (0, 0, SPAN);
        let (mut behaviour, mut until) = (self.random.behaviour(), 0);
        while time < end {
            if time >= until {
                behaviour = self.random.behaviour();
                until = time + MINUTE + self.random.below(BEHAVIOURS[behaviour].3 * HOUR);
            }
            if self.clock.jumps && self.random.one_in(60) {
                self.clock.jump(&mut self.random, time);
            }
            let mut decision = self.state.decision(&self.policy, self.clock.now(time));
            self.check(&decision, time);
            let early = self.random.one_in(50);
            if decision.fetch_due() || early {
                // Nobody is asked sooner than promised, unless a clock jumped.
                let (min_fresh, _, min_retry, _) = self.limits();
                let passed = self.truth.last.map_or(u64::MAX, |(at, _)| time - at);
                let promised = early || self.clock.jumped_since_attempt;
                assert!(
                    promised || passed >= min_fresh.min(min_retry),
                    "after {passed} s"
                );
                attempts += 1;
                decision = self.attempt(origin, behaviour, time);
                self.check(&decision, time);
            }
            if self.idles && self.random.one_in(60) {
                let months = (20 + self.random.below(100)) * DAY;
                (time, end) = (time + months, end + months);
                continue;
            }
            let wait = decision.next_change - self.clock.now(time);
            time += 1 + match self.random.below(20) {
                0 => self.random.below(wait + 1),
                1 => wait + self.random.below(3 * DAY),
                2 => wait + self.random.below(MINUTE),
                _ => wait,
            };
        }
        attempts
    }
}

#[test]
fn a_thousand_origins_for_ninety_days() {
    let policies = policies();
    let origin = Origin::parse("http://site.example/").expect("an origin");
    let (mut attempts, mut seen) = (0, [[0; 9]; 2]);
    for seed in 0..ORIGINS {
        let jumps = seed % 2 == 1;
        let policy = usize::try_from(seed / 4).expect("small") % policies.len();
        let mut simulation = Simulation {
            policy: policies[policy],
            random: Random(seed),
            clock: Clock {
                offset: 0,
                jumps,
                back_since_copy: 0,
                back_since_attempt: 0,
                jumped_since_attempt: false,
            },
            truth: Truth::default(),
            state: State::new(),
            last_now: 0,
            idles: seed % 4 >= 2,
            seen: [0; 9],
        };
        attempts += simulation.run(&origin);
        for (sum, count) in seen[usize::from(jumps)].iter_mut().zip(simulation.seen) {
            *sum += count;
        }
    }
    // The simulation has been where it should: every basis, often.
    assert!(attempts > 100_000, "{attempts} attempts");
    for (jumps, counts) in seen.iter().enumerate() {
        for (basis, count) in counts.iter().enumerate() {
            let never = jumps == 0 && basis == Basis::ClockBack as usize;
            assert!(
                never || *count > 100,
                "basis {basis} was met {count} times: {seen:?}"
            );
        }
    }
}
