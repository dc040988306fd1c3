//! Random attempts under random policies with clocks that jump. True time is
//! known here and nowhere else; what must always hold is held against it.

use arbitrary::{Arbitrary, Unstructured};
use robots::access::{
    Access, AccessResult, AfterOutage, Basis, Cause, CopyAction, Decision, Failure, Fetch, Policy,
    Response, State,
};
use robots::origin::Origin;

const DAY: u64 = 86_400;
/// A clock may be this much behind without anything being said.
const SLACK: u64 = 60;

#[derive(Arbitrary, Debug)]
enum Event {
    /// Seconds, minutes, hours pass, or days.
    Pass(u8, Unit),
    /// The clock is set.
    Clock(i32),
    /// Time passes until the decision may change, and a little more.
    Until(u8),
    Attempt(Vec<Reply>),
    /// A client that follows redirects on its own.
    Followed(u8, Place, Reply),
    Forget,
}

#[derive(Arbitrary, Clone, Copy, Debug)]
enum Unit {
    Second,
    Minute,
    Hour,
    Day,
}

#[derive(Arbitrary, Debug)]
enum Reply {
    Status(Status, Vec<Header>, bool),
    Redirect(Status, Place),
    Fail(u8),
}

#[derive(Arbitrary, Clone, Copy, Debug)]
enum Status {
    Ok,
    Empty,
    Same,
    Moved,
    Found,
    Lasting,
    Denied,
    Secret,
    Missing,
    Busy,
    Broken,
    Any(u16),
}

impl Status {
    fn number(self) -> u16 {
        match self {
            Status::Ok => 200,
            Status::Empty => 204,
            Status::Same => 304,
            Status::Moved => 301,
            Status::Found => 302,
            Status::Lasting => 308,
            Status::Denied => 403,
            Status::Secret => 401,
            Status::Missing => 404,
            Status::Busy => 429,
            Status::Broken => 503,
            Status::Any(number) => number,
        }
    }
}

#[derive(Arbitrary, Debug)]
enum Place {
    Same,
    Other,
    Number(u8),
    Text(Vec<u8>),
}

impl Place {
    fn text(&self) -> Vec<u8> {
        match self {
            Place::Same => b"https://site.example/robots.txt".to_vec(),
            Place::Other => b"//www.site.example:8443/a/../robots.txt#x".to_vec(),
            Place::Number(number) => format!("../{}/./robots.txt", number % 16).into_bytes(),
            Place::Text(text) => text.clone(),
        }
    }
}

#[derive(Arbitrary, Debug)]
enum Header {
    MaxAge(u32),
    Shared(u32),
    NoStore,
    Age(u32),
    Expires(u32),
    Date(u32),
    RetryAfter(u32),
    RetryAt(u32),
    Tag(u8),
    Modified(u32),
    Any(u8, Vec<u8>),
}

impl Header {
    fn text(&self) -> (&'static str, Vec<u8>) {
        let names = [
            "Cache-Control",
            "Expires",
            "Date",
            "Age",
            "Retry-After",
            "ETag",
            "Last-Modified",
            "Location",
            "Server",
        ];
        let number = |seconds: &u32| seconds.to_string();
        let (name, value) = match self {
            Header::MaxAge(seconds) => ("cache-control", format!("max-age={seconds}")),
            Header::Shared(seconds) => ("cache-control", format!("x, s-maxage=\"{seconds}\"")),
            Header::NoStore => ("CACHE-CONTROL", "No-Store".into()),
            Header::Age(seconds) => ("age", number(seconds)),
            Header::Expires(at) => ("expires", date(*at)),
            Header::Date(at) => ("date", date(*at)),
            Header::RetryAfter(seconds) => ("retry-after", number(seconds)),
            Header::RetryAt(at) => ("retry-after", date(*at)),
            Header::Tag(tag) => ("etag", format!("W/\"{tag}\"")),
            Header::Modified(at) => ("last-modified", date(*at)),
            Header::Any(name, value) => {
                return (names[usize::from(*name) % names.len()], value.clone());
            }
        };
        (name, value.into_bytes())
    }
}

/// A date in the days of the test, without a calendar.
fn date(at: u32) -> String {
    let (day, time) = (at % 28 + 1, at / 28);
    let (hour, minute, second) = (time % 24, time / 24 % 60, time / 1440 % 60);
    let months = ["Jan", "Feb", "Mar", "Dec"];
    let (month, year) = (months[at as usize % 4], 2026 + at % 3);
    format!("Thu, {day:02} {month} {year} {hour:02}:{minute:02}:{second:02} GMT")
}

/// What is true, in true time.
#[derive(Default)]
struct Truth {
    time: u64,
    offset: i64,
    copy: Option<u64>,
    /// When the last attempt was, and how much the clock was set back since.
    last: Option<(u64, AccessResult)>,
    last_now: u64,
    back_since_copy: u64,
    back_since_attempt: u64,
    /// How many attempts have failed, and what the clock says of how long that
    /// was seen.
    outage: Option<(u64, u64)>,
}

impl Truth {
    fn now(&self) -> u64 {
        (1_800_000_000 + self.time).saturating_add_signed(self.offset)
    }

    fn set_clock(&mut self, by: i32) {
        let before = self.now();
        let offset = self.offset + i64::from(by);
        // Before 1970 a clock stands still, and nothing can be said of it.
        self.offset = match offset.abs() < 1_800_000_000 {
            true => offset,
            false => 0,
        };
        let back = before.saturating_sub(self.now());
        self.back_since_copy += back;
        self.back_since_attempt += back;
    }
}

struct World {
    policy: Policy,
    state: State,
    truth: Truth,
}

pub fn run(data: &[u8]) {
    let mut input = Unstructured::new(data);
    let Ok(policy) = policy(&mut input) else {
        return;
    };
    let mut world = World {
        policy,
        state: State::new(),
        truth: Truth::default(),
    };
    let origin = Origin::parse("https://site.example/").expect("an origin");
    for _ in 0..64 {
        world.look();
        if input.is_empty() {
            break;
        }
        let Ok(event) = Event::arbitrary(&mut input) else {
            break;
        };
        world.step(&origin, &event);
    }
    edges(&world);
}

fn policy(input: &mut Unstructured<'_>) -> arbitrary::Result<Policy> {
    let mut policy = Policy::new();
    let kind: u8 = input.arbitrary()?;
    policy.after_outage = match kind % 4 {
        0 => AfterOutage::LastCopyOrRefuse,
        1 => AfterOutage::RefuseAll,
        2 => AfterOutage::AllowAll,
        _ => AfterOutage::LastCopyOrAllow,
    };
    policy.forbidden_is_disallow = kind & 4 != 0;
    policy.five_xx_means_missing = kind & 8 != 0;
    policy.shared_cache = kind & 16 != 0;
    if kind & 32 != 0 {
        policy.default_fresh = input.arbitrary()?;
        policy.min_fresh = input.arbitrary()?;
        policy.max_fresh = input.arbitrary()?;
    }
    if kind & 64 != 0 {
        policy.min_retry = input.arbitrary()?;
        policy.max_retry = input.arbitrary()?;
        policy.max_retry_after = input.arbitrary()?;
    }
    if kind & 128 != 0 {
        policy.max_redirects = input.arbitrary()?;
        policy.long_outage = input.arbitrary()?;
    }
    Ok(policy)
}

/// Moments at the ends of time.
fn edges(world: &World) {
    let now = world.truth.now();
    for now in [
        0,
        1,
        now.saturating_sub(1),
        now + SLACK,
        u64::MAX - 1,
        u64::MAX,
    ] {
        let decision = world.state.decision(&world.policy, now);
        assert!(decision.next_change >= now && decision.fetch_at >= decision.next_change);
        let _ = decision.to_string();
    }
    let origin = Origin::parse("http://a/").expect("an origin");
    for now in [0, u64::MAX] {
        let mut state = world.state.clone();
        let fetch = Fetch::new(&origin, &state, &world.policy);
        state.record(&fetch, &world.policy, now);
        let other = state.decision(&world.policy, u64::MAX - now);
        assert!(other.fetch_at >= other.next_change);
    }
}

impl World {
    /// Shortest and longest fresh time, shortest and longest retry.
    fn limits(&self) -> [u64; 4] {
        let policy = &self.policy;
        let max_fresh = policy.max_fresh.max(1);
        let max_retry = policy.max_retry.max(policy.max_retry_after).max(1);
        let least = policy.max_retry.min(policy.max_retry_after);
        [
            policy.min_fresh.min(max_fresh).max(1),
            max_fresh,
            policy.min_retry.min(least).max(1),
            max_retry,
        ]
        .map(u64::from)
    }

    fn step(&mut self, origin: &Origin, event: &Event) {
        match event {
            Event::Pass(count, unit) => {
                let unit = match unit {
                    Unit::Second => 1,
                    Unit::Minute => 60,
                    Unit::Hour => 3_600,
                    Unit::Day => DAY,
                };
                self.truth.time += u64::from(*count) * unit;
            }
            Event::Clock(by) => self.truth.set_clock(*by),
            Event::Until(more) => {
                let now = self.truth.now();
                let decision = self.state.decision(&self.policy, now);
                self.truth.time += decision.next_change - now + u64::from(*more);
            }
            Event::Attempt(replies) => {
                let mut fetch = Fetch::new(origin, &self.state, &self.policy);
                self.attempt(&mut fetch, replies);
                self.record(&fetch);
            }
            Event::Followed(count, place, last) => {
                let mut fetch = Fetch::new(origin, &self.state, &self.policy);
                fetch.followed((*count).into(), place.text());
                assert_eq!(fetch.hops(), u32::from(*count));
                reply(&mut fetch, last);
                self.sound(&fetch);
                self.record(&fetch);
            }
            Event::Forget => {
                self.state.forget_copy();
                self.truth.copy = None;
            }
        }
    }

    /// As long as there are redirects, the next reply is to the next request.
    fn attempt(&self, fetch: &mut Fetch, replies: &[Reply]) {
        let most = u32::from(self.policy.max_redirects.max(5));
        for (asked, one) in replies.iter().enumerate() {
            let result = reply(fetch, one);
            self.sound(fetch);
            assert!(fetch.hops() <= most && fetch.hops() as usize <= asked + 1);
            assert_eq!(result, fetch.result());
            if result != AccessResult::Redirect {
                assert_eq!(result, fetch.cause().result());
                return;
            }
        }
    }

    /// Whatever was replied, the next request is one that can be made.
    fn sound(&self, fetch: &Fetch) {
        let url = fetch.url();
        assert!(url.starts_with("http://") || url.starts_with("https://"));
        assert!(url.bytes().all(|octet| octet.is_ascii_graphic()) && url.len() <= 8192);
        assert!(!url.contains('#') && Origin::parse(url).is_ok());
        if let Some(target) = fetch.target() {
            assert!(fetch.hops() > 0);
            assert_eq!(target.robots_txt_url(), url);
        }
        let validators = fetch.validators(&self.state);
        let known = self.truth.copy.is_some();
        assert!(known || validators.if_none_match().is_none());
        assert!(known || validators.if_modified_since().is_none());
        assert_eq!(Cause::from_code(fetch.cause().code()), Some(fetch.cause()));
    }

    fn record(&mut self, fetch: &Fetch) {
        let now = self.truth.now();
        let mut again = self.state.clone();
        let decision = self.state.record(fetch, &self.policy, now);
        assert_eq!(again.record(fetch, &self.policy, now), decision);
        assert_eq!(again, self.state);
        let result = match fetch.cause() {
            // Only a crawler that lost its copy meanwhile could meet this.
            Cause::NotModified if self.truth.copy.is_none() => AccessResult::Unreachable,
            cause => cause.result(),
        };
        let [min_fresh, max_fresh, min_retry, max_retry] = self.limits();
        let gap = now.saturating_sub(self.truth.last_now);
        let back = self.truth.last_now.saturating_sub(now);
        let was_out = matches!(self.truth.last, Some((_, AccessResult::Unreachable)));
        let (copy, bounds) = match result {
            AccessResult::Successful => {
                (self.truth.copy, self.truth.outage) = (Some(self.truth.time), None);
                self.truth.back_since_copy = 0;
                assert_eq!(decision.access, Access::Rules);
                let same = fetch.cause() == Cause::NotModified;
                let copy = if same {
                    CopyAction::Keep
                } else {
                    CopyAction::Replace
                };
                (copy, min_fresh..=max_fresh)
            }
            AccessResult::Unavailable => {
                (self.truth.copy, self.truth.outage) = (None, None);
                let denied = fetch.cause() == Cause::Forbidden;
                let access = if denied {
                    Access::RefuseAll
                } else {
                    Access::AllowAll
                };
                assert_eq!(decision.access, access);
                (CopyAction::Forget, min_fresh..=max_fresh)
            }
            AccessResult::Redirect => panic!("a redirect is no end"),
            AccessResult::Unreachable => {
                // More than 136 years are 136 years.
                let gap = gap.min(u32::MAX.into());
                let third = u64::from(self.policy.long_outage).div_ceil(3);
                let seen = if gap <= third.min(max_retry + DAY) {
                    gap
                } else {
                    0
                };
                self.truth.outage = match self.truth.outage {
                    Some((failed, length)) if was_out => {
                        Some((failed + 1, (length + seen).saturating_sub(back)))
                    }
                    _ => Some((1, 0)),
                };
                (CopyAction::Keep, min_retry..=max_retry)
            }
        };
        assert_eq!(decision.copy, copy);
        assert!(
            bounds.contains(&decision.wait.into()),
            "{decision} {bounds:?}"
        );
        self.truth.last = Some((self.truth.time, result));
        self.truth.last_now = now;
        self.truth.back_since_attempt = 0;
        self.check(&decision);
    }

    fn look(&self) {
        let now = self.truth.now();
        let decision = self.state.decision(&self.policy, now);
        assert_eq!(decision, self.state.decision(&self.policy, now));
        assert_eq!(decision.copy, CopyAction::Keep);
        self.check(&decision);
    }

    fn check(&self, decision: &Decision) {
        let now = self.truth.now();
        let [_, max_fresh, _, max_retry] = self.limits();
        let wait = u64::from(decision.wait);
        assert!(wait <= max_fresh.max(max_retry));
        assert_eq!(decision.fetch_at, now.saturating_add(wait));
        assert!((now..=decision.fetch_at).contains(&decision.next_change));
        assert_eq!(decision.fetch_due(), decision.wait == 0);
        let access = match decision.basis {
            Basis::Fresh | Basis::StaleCopy => Access::Rules,
            Basis::Unavailable | Basis::LongOutage => Access::AllowAll,
            _ => Access::RefuseAll,
        };
        assert_eq!(decision.access, access);
        // It stands until the moment it names.
        if decision.next_change > now {
            let middle = now + (decision.next_change - now) / 2;
            for later in [middle, decision.next_change - 1] {
                let later = self.state.decision(&self.policy, later);
                assert_eq!((later.access, later.basis), (access, decision.basis));
            }
        }
        self.right(decision, max_fresh, max_retry);
    }

    /// Nothing is allowed without a right to.
    fn right(&self, decision: &Decision, max_fresh: u64, max_retry: u64) {
        let truth = &self.truth;
        let long = u64::from(self.policy.long_outage);
        let passed = truth.last.map_or(0, |(at, _)| truth.time - at);
        let result = truth.last.map(|(_, result)| result);
        let back = truth.back_since_attempt;
        match (decision.access, result) {
            (Access::AllowAll, Some(AccessResult::Unavailable)) => {
                assert!(passed < max_fresh + back, "an absence of {passed} s");
            }
            (Access::AllowAll, Some(AccessResult::Unreachable)) => {
                assert!(passed < max_fresh.max(max_retry) + back);
                assert!(match self.policy.after_outage {
                    AfterOutage::AllowAll => true,
                    AfterOutage::LastCopyOrAllow => truth.copy.is_none(),
                    _ => false,
                });
                let opens = |(failed, length)| failed >= 4 && length >= long;
                assert!(truth.outage.is_some_and(opens));
            }
            (Access::Rules, Some(AccessResult::Successful)) => {
                assert!(truth.copy.is_some());
                assert!(passed < max_fresh + back, "a copy of {passed} s");
            }
            (Access::Rules, Some(AccessResult::Unreachable)) => {
                let age = truth.time - truth.copy.expect("a copy");
                let forever = matches!(
                    self.policy.after_outage,
                    AfterOutage::LastCopyOrAllow | AfterOutage::LastCopyOrRefuse
                );
                assert!(forever || age < long + truth.back_since_copy);
                assert!(passed < max_fresh.max(max_retry) + back);
            }
            (Access::RefuseAll, _) => {}
            (access, result) => panic!("{access} after {result:?}"),
        }
    }
}

fn reply(fetch: &mut Fetch, reply: &Reply) -> AccessResult {
    match reply {
        Reply::Status(status, headers, whole) => {
            let headers: Vec<_> = headers.iter().map(Header::text).collect();
            let mut response = Response::new(status.number());
            for (name, value) in &headers {
                response = response.header(name, value);
            }
            if !whole {
                response = response.incomplete();
            }
            fetch.response(&response)
        }
        Reply::Redirect(status, place) => {
            let place = place.text();
            fetch.response(&Response::new(status.number()).header("location", &place))
        }
        Reply::Fail(number) => fetch.failure(match number % 6 {
            0 => Failure::Dns,
            1 => Failure::Timeout,
            2 => Failure::Refused,
            3 => Failure::Truncated,
            4 => Failure::TooManyRedirects,
            _ => Failure::Other,
        }),
    }
}
