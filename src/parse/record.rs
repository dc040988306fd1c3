//! Records that are neither user-agent lines nor rules (RFC 9309 2.2.4).
//!
//! None of them ever ends a list of user-agent lines or changes a verdict.
//! They are kept as written; [`Record::typed`] reads the value on demand.

use std::time::Duration;

use super::trim::trim;
use crate::dialect::KeyMatch;

/// What the key of a [`Record`] says. The numbers are part of the C ABI: they
/// never change, and new ones may be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum RecordKind {
    /// A key that nobody knows.
    Unknown = 0,
    /// `Sitemap`: the absolute URL of a sitemap, for every crawler.
    Sitemap = 1,
    /// `Crawl-delay`: seconds between two fetches.
    CrawlDelay = 2,
    /// `Request-rate`: documents per time.
    RequestRate = 3,
    /// `Visit-time`: the hours, in UTC, in which crawlers are welcome.
    VisitTime = 4,
    /// `Host`: the preferred host among mirrors.
    Host = 5,
    /// `Clean-param`: query parameters that do not change a page.
    CleanParam = 6,
    /// `Content-Signal`: what content may be used for.
    ContentSignal = 7,
    /// `Content-Usage`: the same by the AIPREF drafts, with an optional path.
    ContentUsage = 8,
    /// `License`: URL of a licence (RSL).
    License = 9,
    /// `Noindex`: pages to leave out of an index.
    Noindex = 10,
}

/// Spellings of each key; the first one is right.
const KEYS: [(RecordKind, &[&[u8]]); 10] = [
    (RecordKind::Sitemap, &[b"sitemap", b"site-map"]),
    (
        RecordKind::CrawlDelay,
        &[b"crawl-delay", b"crawl delay", b"crawldelay"],
    ),
    (RecordKind::RequestRate, &[b"request-rate", b"request rate"]),
    (RecordKind::VisitTime, &[b"visit-time", b"visit time"]),
    (RecordKind::Host, &[b"host"]),
    (RecordKind::CleanParam, &[b"clean-param"]),
    (RecordKind::ContentSignal, &[b"content-signal"]),
    (RecordKind::ContentUsage, &[b"content-usage"]),
    (RecordKind::License, &[b"license"]),
    (RecordKind::Noindex, &[b"noindex"]),
];

impl RecordKind {
    /// The key in its usual spelling, lower case; `"unknown"` for
    /// [`RecordKind::Unknown`].
    ///
    /// ```
    /// assert_eq!(robots::RecordKind::CrawlDelay.as_str(), "crawl-delay");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            RecordKind::Unknown => "unknown",
            RecordKind::Sitemap => "sitemap",
            RecordKind::CrawlDelay => "crawl-delay",
            RecordKind::RequestRate => "request-rate",
            RecordKind::VisitTime => "visit-time",
            RecordKind::Host => "host",
            RecordKind::CleanParam => "clean-param",
            RecordKind::ContentSignal => "content-signal",
            RecordKind::ContentUsage => "content-usage",
            RecordKind::License => "license",
            RecordKind::Noindex => "noindex",
        }
    }

    /// The kind that a key names. Of all kinds only sitemaps may count by the
    /// beginning of their key.
    pub(crate) fn of_key(key: &[u8], keys: KeyMatch) -> Self {
        for (kind, spellings) in KEYS {
            let keys = match kind {
                RecordKind::Sitemap => keys,
                _ => KeyMatch::Whole,
            };
            if spellings.iter().any(|spelling| keys.is(key, spelling)) {
                return kind;
            }
        }
        RecordKind::Unknown
    }

    /// Does the record say nothing without a value? An empty Content-Signal and an
    /// empty Content-Usage state no preference, an empty Noindex is about no page.
    pub(crate) fn needs_value(self) -> bool {
        use RecordKind::{ContentSignal, ContentUsage, Noindex, Unknown};
        !matches!(self, Unknown | ContentSignal | ContentUsage | Noindex)
    }

    pub(crate) fn is_misspelling(key: &[u8]) -> bool {
        KEYS.iter()
            .flat_map(|(_, spellings)| &spellings[1..])
            .any(|spelling| key.eq_ignore_ascii_case(spelling))
    }
}

/// A record that is neither a user-agent line nor a rule.
///
/// ```
/// use robots::{RecordKind, RobotsTxt, Value};
///
/// let txt = RobotsTxt::parse("User-agent: *\nCrawl-delay: 2.5\nFoo: bar\n");
/// let delay = txt.record(0).unwrap();
/// assert_eq!(delay.kind, RecordKind::CrawlDelay);
/// assert_eq!((delay.value, delay.line, delay.group), (&b"2.5"[..], 2, Some(0)));
/// assert_eq!(txt.record(1).unwrap().key, b"Foo");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Record<'a> {
    /// What the key says.
    pub kind: RecordKind,
    /// The key as written.
    pub key: &'a [u8],
    /// The value as written, without blanks around it and without comment.
    pub value: &'a [u8],
    /// The line, counted from 1.
    pub line: u32,
    /// Index of the group it stands in; `None` before the first one. Sitemap,
    /// Host, Clean-param and License speak for the whole file wherever they
    /// stand.
    pub group: Option<usize>,
}

/// The value of a [`Record`], read as its key demands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Value<'a> {
    /// The value cannot be read as what the key demands.
    Invalid,
    /// A value that is its own text: unknown keys, Sitemap, Host, License and
    /// Noindex.
    Text(&'a [u8]),
    /// Crawl-delay: a decimal number of seconds, neither negative nor with a
    /// unit.
    Delay(Duration),
    /// Request-rate: so many documents in so much time, perhaps only between
    /// two times of day.
    Rate {
        /// Documents.
        documents: u32,
        /// Time for them, in seconds.
        seconds: u32,
        /// The time of day in which the rate holds, in UTC.
        hours: Option<Hours>,
    },
    /// Visit-time.
    Hours(Hours),
    /// Clean-param: parameters with `&` between them, and the prefix of the
    /// paths it is about.
    CleanParam {
        /// The parameters.
        parameters: &'a [u8],
        /// The path prefix, empty where none is given.
        path: &'a [u8],
    },
    /// Content-Signal: see [`Value::signals`].
    Signals(&'a [u8]),
    /// Content-Usage: the path the preference is about (`None`: all), and the
    /// preference, an RFC 9651 dictionary.
    Usage {
        /// The path pattern.
        path: Option<&'a [u8]>,
        /// The preference as written. An empty one states nothing, and for the
        /// paths it is about that is what counts.
        preference: &'a [u8],
    },
}

/// Two times of day, in minutes since midnight, UTC. The second may be the
/// smaller one: the span then contains midnight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hours {
    /// Start, in minutes.
    pub from: u16,
    /// End, in minutes.
    pub to: u16,
}

impl<'a> Record<'a> {
    /// Reads the value as the key demands. Linear in the value.
    ///
    /// ```
    /// use robots::{RobotsTxt, Value};
    /// use std::time::Duration;
    ///
    /// let txt = RobotsTxt::parse("Crawl-delay: 2.5\nRequest-rate: 1/10s\nCrawl-delay: soon");
    /// let typed: Vec<_> = txt.records().map(|record| record.typed()).collect();
    /// assert_eq!(typed[0], Value::Delay(Duration::from_millis(2500)));
    /// assert_eq!(typed[1], Value::Rate { documents: 1, seconds: 10, hours: None });
    /// assert_eq!(typed[2], Value::Invalid);
    /// ```
    pub fn typed(&self) -> Value<'a> {
        let value = self.value;
        let read = match self.kind {
            RecordKind::CrawlDelay => seconds(value).map(Value::Delay),
            RecordKind::RequestRate => rate(value),
            RecordKind::VisitTime => hours(value).map(Value::Hours),
            RecordKind::CleanParam => {
                let (parameters, path) = split_blank(value);
                (!parameters.is_empty()).then_some(Value::CleanParam { parameters, path })
            }
            RecordKind::ContentSignal => Some(Value::Signals(value)),
            RecordKind::ContentUsage => {
                let (path, preference) = match value.first() {
                    Some(b'/') => {
                        let (path, preference) = split_blank(value);
                        (Some(path), preference)
                    }
                    _ => (None, value),
                };
                Some(Value::Usage { path, preference })
            }
            _ => Some(Value::Text(value)),
        };
        read.unwrap_or(Value::Invalid)
    }
}

impl<'a> Value<'a> {
    /// Key and value of each part of a Content-Signal, in order; nothing for
    /// other values. An absent key neither grants nor refuses.
    ///
    /// ```
    /// let txt = robots::RobotsTxt::parse("Content-Signal: search=yes, ai-train=no");
    /// let value = txt.record(0).unwrap().typed();
    /// let signals: Vec<_> = value.signals().collect();
    /// assert_eq!(signals, [(&b"search"[..], &b"yes"[..]), (b"ai-train", b"no")]);
    /// ```
    pub fn signals(&self) -> impl Iterator<Item = (&'a [u8], &'a [u8])> + use<'a> {
        let text = match self {
            Value::Signals(text) => *text,
            _ => b"",
        };
        text.split(|octet| *octet == b',').filter_map(|part| {
            let equals = memchr::memchr(b'=', part)?;
            Some((trim(&part[..equals]), trim(&part[equals + 1..])))
        })
    }
}

fn split_blank(value: &[u8]) -> (&[u8], &[u8]) {
    let end = memchr::memchr2(b' ', b'\t', value).unwrap_or(value.len());
    (&value[..end], trim(&value[end..]))
}

/// Digits only, capped.
fn number(text: &[u8]) -> Option<u32> {
    if text.is_empty() || !text.iter().all(u8::is_ascii_digit) {
        return None;
    }
    Some(text.iter().fold(0u32, |sum, digit| {
        sum.saturating_mul(10)
            .saturating_add(u32::from(digit - b'0'))
    }))
}

/// Decimal seconds. More than `u32::MAX` count as that many.
fn seconds(text: &[u8]) -> Option<Duration> {
    let (whole, fraction) = match memchr::memchr(b'.', text) {
        Some(point) => (&text[..point], &text[point + 1..]),
        None => (text, &b""[..]),
    };
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let whole = if whole.is_empty() { 0 } else { number(whole)? };
    if !fraction.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let mut nanos = 0;
    for place in 0..9 {
        let digit = fraction.get(place).map_or(0, |digit| digit - b'0');
        nanos = nanos * 10 + u32::from(digit);
    }
    Some(Duration::new(u64::from(whole), nanos))
}

/// `documents/time`, where the time is seconds or ends in `s`, `m`, `h` or
/// `d`, and perhaps a span of hours.
fn rate(value: &[u8]) -> Option<Value<'_>> {
    let (rate, span) = split_blank(value);
    let slash = memchr::memchr(b'/', rate)?;
    let documents = number(&rate[..slash])?;
    let (time, unit) = match &rate[slash + 1..] {
        [time @ .., b's' | b'S'] => (time, 1),
        [time @ .., b'm' | b'M'] => (time, 60),
        [time @ .., b'h' | b'H'] => (time, 3_600),
        [time @ .., b'd' | b'D'] => (time, 86_400),
        time => (time, 1),
    };
    let time = if time.is_empty() && unit > 1 {
        1
    } else {
        number(time)?
    };
    let hours = if span.is_empty() {
        None
    } else {
        Some(hours(span)?)
    };
    Some(Value::Rate {
        documents,
        seconds: time.saturating_mul(unit),
        hours,
    })
}

/// `0600-0845` or `06:00-08:45`.
fn hours(value: &[u8]) -> Option<Hours> {
    let dash = memchr::memchr(b'-', value)?;
    Some(Hours {
        from: minutes(trim(&value[..dash]))?,
        to: minutes(trim(&value[dash + 1..]))?,
    })
}

fn minutes(text: &[u8]) -> Option<u16> {
    let (hour, minute) = match text {
        [a, b, c, d] | [a, b, b':', c, d] => (number(&[*a, *b])?, number(&[*c, *d])?),
        _ => return None,
    };
    if hour > 24 || minute > 59 || (hour == 24 && minute > 0) {
        return None;
    }
    u16::try_from(hour * 60 + minute).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays() {
        let millis = |text: &str| seconds(text.as_bytes()).map(|d| d.as_millis());
        assert_eq!(millis("10"), Some(10_000));
        assert_eq!(millis("0.5"), Some(500));
        assert_eq!(millis(".25"), Some(250));
        assert_eq!(millis("3."), Some(3_000));
        assert_eq!(
            millis("99999999999999999999"),
            Some(u128::from(u32::MAX) * 1000)
        );
        for bad in [
            "", ".", "-1", "+1", "1s", "NaN", "inf", "1e3", "1.2.3", "1,5", "1 2",
        ] {
            assert_eq!(millis(bad), None, "{bad}");
        }
    }

    #[test]
    fn rates_and_hours() {
        let typed = |kind, value: &'static str| {
            Record {
                kind,
                key: b"",
                value: value.as_bytes(),
                line: 1,
                group: None,
            }
            .typed()
        };
        let span = Hours { from: 360, to: 525 };
        assert_eq!(
            typed(RecordKind::RequestRate, "2/5m 0600-0845"),
            Value::Rate {
                documents: 2,
                seconds: 300,
                hours: Some(span)
            }
        );
        assert_eq!(
            typed(RecordKind::RequestRate, "100/h"),
            Value::Rate {
                documents: 100,
                seconds: 3600,
                hours: None
            }
        );
        for bad in ["", "1", "/", "1/", "1/x", "x/1", "1/5 now", "1/5 0600"] {
            assert_eq!(typed(RecordKind::RequestRate, bad), Value::Invalid, "{bad}");
        }
        assert_eq!(
            typed(RecordKind::VisitTime, "06:00-0845"),
            Value::Hours(span)
        );
        for bad in ["", "0600", "0600-2500", "0660-0700", "2401-0100", "6-8"] {
            assert_eq!(typed(RecordKind::VisitTime, bad), Value::Invalid, "{bad}");
        }
    }

    #[test]
    fn usage_and_parameters() {
        let record = |kind, value: &'static [u8]| Record {
            kind,
            key: b"",
            value,
            line: 1,
            group: None,
        };
        assert_eq!(
            record(RecordKind::ContentUsage, b"/ai-ok/ \ttrain-ai=y").typed(),
            Value::Usage {
                path: Some(b"/ai-ok/"),
                preference: b"train-ai=y"
            }
        );
        assert_eq!(
            record(RecordKind::ContentUsage, b"train-ai=n, search=y").typed(),
            Value::Usage {
                path: None,
                preference: b"train-ai=n, search=y"
            }
        );
        assert_eq!(
            record(RecordKind::ContentUsage, b"/a").typed(),
            Value::Usage {
                path: Some(b"/a"),
                preference: b""
            }
        );
        assert_eq!(
            record(RecordKind::ContentUsage, b"").typed(),
            Value::Usage {
                path: None,
                preference: b""
            }
        );
        assert_eq!(
            record(RecordKind::CleanParam, b"a&b /forum/").typed(),
            Value::CleanParam {
                parameters: b"a&b",
                path: b"/forum/"
            }
        );
    }
}
