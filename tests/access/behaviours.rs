//! What servers and clocks do in the simulation, and what crawlers choose.

use robots::access::{AfterOutage, Policy};

/// What a reply means, told apart from the code under test.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Class {
    /// A file.
    File,
    /// The copy holds, if it came from the origin's own address with a tag.
    Same,
    /// No file.
    None,
    /// 401 and 403.
    Denied,
    /// 5xx but 511.
    Error,
    /// Anything else that is no answer.
    Fault,
    /// The same, but by the crawler or by others than the origin.
    Others,
}

/// What servers do: one attempt in the notation of `fetch.tsv`, what it means,
/// how often servers begin to do it, and for how many hours at most.
pub(super) const BEHAVIOURS: [(&str, Class, u64, u64); 45] = [
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
    ("200 {Age: 80000}", Class::File, 2, 96),
    (
        "200 {Date: Thu, 01 Dec 1994 16:00:00 GMT} {ETag: W/\"b\"}",
        Class::File,
        2,
        96,
    ),
    ("204", Class::File, 2, 48),
    (
        "302 http://consent.example/set > 302 http://site.example/robots.txt > 200",
        Class::File,
        3,
        96,
    ),
    (
        "followed 9 http://www.site.example/robots.txt > 200",
        Class::File,
        2,
        48,
    ),
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
    ("304 {ETag: \"c\"}", Class::Fault, 3, 48),
    ("404", Class::None, 20, 480),
    ("410 {Cache-Control: max-age=60}", Class::None, 3, 96),
    (
        "301 /1 > 301 /2 > 301 /3 > 301 /4 > 301 /5 > 301 /6",
        Class::None,
        2,
        24,
    ),
    (
        "302 /robots.txt > 302 /robots.txt > 302 /robots.txt > 302 /robots.txt > 302 /robots.txt \
         > 302 /robots.txt",
        Class::None,
        2,
        24,
    ),
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
    ("302 #x", Class::Fault, 2, 900),
    ("206", Class::Fault, 3, 900),
    ("407", Class::Others, 4, 1_200),
    ("421", Class::Others, 2, 900),
    ("511", Class::Others, 2, 900),
    (
        "followed 9 http://www.site.example/ > 503",
        Class::Error,
        2,
        900,
    ),
    ("301 ftp://site.example/robots.txt", Class::Fault, 1, 24),
    (
        "301 https://www.site.example/robots.txt",
        Class::Others,
        1,
        24,
    ),
    (
        "302 http://192.0.2.1/robots.txt > fail refused",
        Class::Others,
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
pub(super) const STEPS: [i64; 18] = [
    1,
    -1,
    -30,
    -61,
    3_600,
    -3_600,
    86_400,
    -86_400,
    31 * 86_400,
    -31 * 86_400,
    40 * 86_400,
    -40 * 86_400,
    62 * 86_400,
    -62 * 86_400,
    300 * 86_400,
    -300 * 86_400,
    20_000 * 86_400,
    -20_000 * 86_400,
];

pub(super) fn policies() -> Vec<Policy> {
    let changes: [fn(&mut Policy); 12] = [
        |_| {},
        |_| {},
        |policy| policy.after_outage = AfterOutage::AllowAll,
        |policy| policy.after_outage = AfterOutage::LastCopyOrRefuse,
        |policy| policy.after_outage = AfterOutage::RefuseAll,
        |policy| policy.forbidden_is_disallow = true,
        |policy| policy.five_xx_means_missing = true,
        |policy| {
            (policy.max_fresh, policy.min_retry, policy.max_retry) = (3_600, 5, 7_200);
            (policy.max_retry_after, policy.long_outage) = (600, 3 * 86_400);
        },
        |policy| {
            (policy.after_outage, policy.long_outage) = (AfterOutage::AllowAll, 7 * 86_400);
        },
        |policy| {
            (policy.max_retry, policy.max_retry_after) = (30 * 86_400, 30 * 86_400);
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

    pub(super) fn one_in(&mut self, chances: u64) -> bool {
        self.below(chances) == 0
    }

    pub(super) fn behaviour(&mut self) -> usize {
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
