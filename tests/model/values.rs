//! The values that random events are made of.

use robots::access::Failure;

use crate::http::Form;

pub const STATUSES: [u16; 46] = [
    0, 100, 101, 103, 200, 201, 202, 203, 204, 205, 206, 207, 226, 299, 300, 301, 302, 303, 304,
    305, 306, 307, 308, 400, 401, 403, 404, 407, 408, 410, 418, 421, 425, 429, 451, 499, 500, 501,
    502, 503, 504, 511, 599, 600, 999, 65535,
];

pub const STEPS: [i64; 32] = [
    -604_800, -172_800, -4000, -3600, -61, -60, -59, -1, 1, 2, 59, 60, 61, 119, 120, 121, 299, 300,
    301, 600, 1800, 3599, 3600, 3601, 7200, 43_200, 86_399, 86_400, 86_401, 604_800, 2_678_400,
    7_776_000,
];

pub const FAILURES: [Failure; 11] = [
    Failure::Dns,
    Failure::Connect,
    Failure::Timeout,
    Failure::Reset,
    Failure::Tls,
    Failure::Protocol,
    Failure::Truncated,
    Failure::Undecodable,
    Failure::Refused,
    Failure::TooManyRedirects,
    Failure::Other,
];

pub const CACHING: [&str; 32] = [
    "max-age=0",
    "max-age=300",
    "max-age=301",
    "max-age=3600",
    "max-age=3600",
    "MAX-AGE = 3600",
    "max-age=\"3600\"",
    "max-age=172800",
    "max-age=99999999999999999999999",
    "max-age=600, max-age=7200",
    "max-age=7200, max-age=600",
    "max-age=x",
    "max-age",
    "max-age=-1",
    "no-store",
    "No-Cache",
    "no-cache, max-age=3600",
    "no-cache=\"Set-Cookie\", max-age=3600",
    "no-cache=\"Set-Cookie, X\", max-age=7200",
    "private, must-revalidate, max-age=1800",
    "s-maxage=600, max-age=7200",
    "max-age=600, s-maxage=7200",
    "ext=\"a, max-age=86400\", max-age=3600",
    "ext=\"no-store, \\\" max-age=1\", max-age=3600",
    "max-age=3600,\r\n no-store",
    "max-age=3600,\r\n\tno-cache",
    "ext=\"a,\r\n max-age=60\", max-age=7200",
    "\r\n max-age=900",
    "public",
    "",
    ",, max-age=450 ,,",
    "max-age=7200, stale-if-error=999999",
];

pub const TAGS: [&str; 6] = ["\"v1\"", "\"v1\"", "\"v2\"", "W/\"v1\"", "W/\"v2\"", "\"\""];

pub const FORMS: [Form; 3] = [Form::Fixed, Form::Rfc850, Form::Asctime];
