//! 1,000 origins over 90 days: servers that come and go, clocks that jump, a
//! crawler that looks too early and too late. True time is known here and
//! nowhere else; after every event the decision is held against it.

use robots::access::{Access, AfterOutage, Basis, Decision, Fetch, Policy, State};
use robots::origin::Origin;

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

const ORIGINS: u64 = 1_000;
const SPAN: u64 = 90 * DAY;

/// What a reply means, told apart from the code under test.
#[derive(Clone, Copy, PartialEq)]
enum Class {
    /// A file.
    File,
    /// The copy holds, if it came from the origin's own address.
    Same,
    /// No file.
    None,
    /// 401 and 403.
    Denied,
    /// 5xx.
    Error,
    /// Anything else that is no answer.
    Fault,
}

/// What servers do: one attempt in the notation of `fetch.tsv`, what it means,
/// how often servers begin to do it, and for how many hours at most.
const BEHAVIOURS: [(&str, Class, u64, u64); 34] = [
    ("200", Class::File, 30, 480),
    (
        "200 {ETag: \"a\"} {Cache-Control: max-age=1800}",
        Class::File,
        20,
        480,
    ),
    ("200 {Cache-Control: no-store}", Class::File, 2, 48),
    (
        "200 {Cache-Control: max-age=9999999999999999999999}",
        Class::File,
        5,
        96,
    ),
    (
        "200 {Expires: Fri, 31 Dec 9999 23:59:59 GMT} {Age: 77}",
        Class::File,
        3,
        96,
    ),
    ("204", Class::File, 2, 48),
    (
        "301 https://site.example/robots.txt > 200",
        Class::File,
        8,
        240,
    ),
    (
        "301 /1 > 302 /2 > 303 /3 > 307 /4 > 308 /5 > 200",
        Class::File,
        3,
        96,
    ),
    ("304", Class::Same, 6, 48),
    ("404", Class::None, 20, 480),
    ("410 {Cache-Control: max-age=60}", Class::None, 3, 96),
    (
        "301 /1 > 301 /2 > 301 /3 > 301 /4 > 301 /5 > 301 /6",
        Class::None,
        2,
        24,
    ),
    ("302 /robots.txt", Class::None, 2, 24),
    ("fail too-many-redirects", Class::None, 1, 24),
    ("401", Class::Denied, 6, 240),
    ("403", Class::Denied, 6, 240),
    ("500", Class::Error, 10, 1_200),
    ("502", Class::Error, 3, 48),
    ("503 {Retry-After: 120}", Class::Error, 6, 48),
    ("503 {Retry-After: 99999999999}", Class::Error, 2, 1_200),
    (
        "503 {Retry-After: Thu, 01 Dec 1994 16:00:00 GMT}",
        Class::Error,
        2,
        24,
    ),
    ("429", Class::Fault, 6, 900),
    ("429 {Retry-After: 0}", Class::Fault, 2, 24),
    ("200!", Class::Fault, 3, 72),
    ("301", Class::Fault, 2, 24),
    ("301 ftp://site.example/robots.txt", Class::Fault, 1, 24),
    (
        "301 https://www.site.example/robots.txt",
        Class::Fault,
        1,
        24,
    ),
    (
        "302 http://192.0.2.1/robots.txt > fail refused",
        Class::Fault,
        2,
        900,
    ),
    ("100", Class::Fault, 1, 24),
    ("999", Class::Fault, 1, 24),
    ("fail dns", Class::Fault, 10, 1_200),
    ("fail timeout", Class::Fault, 6, 900),
    ("fail reset", Class::Fault, 3, 24),
    ("fail tls", Class::Fault, 3, 900),
];

/// What happens to clocks, in seconds.
const STEPS: [i64; 12] = [
    1,
    -1,
    -30,
    -61,
    3_600,
    -3_600,
    86_400,
    -86_400,
    40 * 86_400,
    -40 * 86_400,
    20_000 * 86_400,
    -20_000 * 86_400,
];

fn policies() -> Vec<Policy> {
    let changes: [fn(&mut Policy); 8] = [
        |_| {},
        |policy| policy.after_outage = AfterOutage::LastCopy,
        |policy| policy.after_outage = AfterOutage::RefuseAll,
        |policy| policy.forbidden_is_disallow = true,
        |policy| policy.five_xx_means_missing = true,
        |policy| {
            (policy.max_fresh, policy.min_retry, policy.max_retry) = (3_600, 5, 7_200);
            (policy.max_retry_after, policy.long_outage) = (600, 3 * 86_400);
        },
        |policy| (policy.default_fresh, policy.max_fresh) = (2 * 86_400, 7 * 86_400),
        |policy| {
            (policy.min_fresh, policy.max_fresh, policy.default_fresh) = (900, 600, 0);
            (policy.min_retry, policy.max_retry, policy.max_retry_after) = (900, 800, 0);
        },
    ];
    let apply = |change: fn(&mut Policy)| {
        let mut policy = Policy::new();
        change(&mut policy);
        policy
    };
    changes.map(apply).to_vec()
}

/// splitmix64: every run is the same.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % limit.max(1)
    }

    fn one_in(&mut self, chances: u64) -> bool {
        self.below(chances) == 0
    }

    fn behaviour(&mut self) -> usize {
        let total = BEHAVIOURS.iter().map(|behaviour| behaviour.2).sum();
        let mut pick = self.below(total);
        BEHAVIOURS
            .iter()
            .position(|behaviour| match pick.checked_sub(behaviour.2) {
                Some(rest) => {
                    pick = rest;
                    false
                }
                None => true,
            })
            .expect("within the total")
    }
}

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
        let index = usize::try_from(random.below(12)).expect("small");
        // Far jumps end; otherwise clocks would stay at zero.
        self.offset = match self.offset.abs() > 100 * 86_400 {
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
    copy_is_own: bool,
    /// The last attempt: when, and what it meant.
    last: Option<(u64, Class)>,
    /// When the present outage began, and how much the clock has added to it.
    outage: Option<(u64, u64)>,
}

struct Simulation {
    policy: Policy,
    random: Random,
    clock: Clock,
    truth: Truth,
    state: State,
    last_now: u64,
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

        let since_attempt = self.truth.last.map_or(0, |(at, _)| time - at);
        let class = self.truth.last.map(|(_, class)| class);
        let known = since_attempt < max_fresh.max(max_retry) + self.clock.back_since_attempt;
        let fresh = since_attempt < max_fresh + self.clock.back_since_attempt;
        match decision.access {
            Access::AllowAll => match class {
                Some(Class::None) => assert!(fresh, "an absence of {since_attempt} s"),
                Some(Class::Fault) => {
                    assert!(known && self.policy.after_outage == AfterOutage::AllowAll);
                    let (began, added) = self.truth.outage.expect("an outage");
                    let last = time - since_attempt;
                    assert!(last - began + added >= long, "after {} s", last - began);
                }
                _ => panic!("allowed without a right to"),
            },
            Access::Rules => {
                let age = time - self.truth.copy.expect("a copy to obey");
                match class {
                    Some(Class::File) => assert!(fresh, "a copy of {age} s is no longer fresh"),
                    Some(Class::Fault) => {
                        let limit = long + self.clock.back_since_copy;
                        let forever = self.policy.after_outage == AfterOutage::LastCopy;
                        assert!(known && (forever || age < limit), "a copy of {age} s");
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
                let outage = self.truth.outage.map_or(0, |(began, _)| time - began);
                let stale = class == Some(Class::Fault) && since_attempt < max_fresh;
                let usable = stale && copy_age < long && outage < long && !self.clock.jumps;
                assert!(!usable, "a copy of {copy_age} s is not obeyed");
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

        let own = fetch.hops() == 0;
        let had_own_copy = self.truth.copy.is_some() && self.truth.copy_is_own;
        let class = match class {
            Class::Same if had_own_copy => Class::File,
            Class::Error if self.policy.five_xx_means_missing => Class::None,
            Class::Denied if !self.policy.forbidden_is_disallow => Class::None,
            Class::Same | Class::Error => Class::Fault,
            class => class,
        };
        let (min_fresh, max_fresh, min_retry, max_retry) = self.limits();
        let gap = now.saturating_sub(self.last_now);
        let (access, bounds) = match class {
            Class::File => {
                (self.truth.copy, self.truth.copy_is_own) = (Some(time), own);
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
                let one = gap <= u64::from(self.policy.long_outage) + 30 * DAY;
                let passed = self.truth.last.map_or(0, |(at, _)| time - at);
                self.truth.outage = match self.truth.outage {
                    Some((began, added)) if one => {
                        Some((began, added + gap.saturating_sub(passed)))
                    }
                    _ => Some((time, 0)),
                };
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
        let (mut time, mut attempts) = (0, 0);
        let (mut behaviour, mut until) = (self.random.behaviour(), 0);
        while time < SPAN {
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
        let policy = usize::try_from(seed / 2).expect("small") % policies.len();
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
