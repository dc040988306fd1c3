//! Header fields as RFC 9110, 9111 and 9112 read them.

use crate::span::Span;
use crate::{Choices, DAY, FLOOR};

/// The header fields of one response.
#[derive(Clone, Debug, Default)]
pub struct Head {
    fields: Vec<Field>,
}

#[derive(Clone, Debug)]
struct Field {
    name: String,
    value: String,
    /// A blank stands before the colon: RFC 9112 5.1 leaves open what a client
    /// makes of such a line.
    doubtful: bool,
}

impl Head {
    pub fn push(&mut self, name: &str, value: &str) {
        self.fields.push(Field {
            name: name.trim().to_ascii_lowercase(),
            value: value.trim_matches([' ', '\t']).to_string(),
            doubtful: name.ends_with([' ', '\t']),
        });
    }

    /// The fields of the last response in `lines`, as they came over the wire.
    pub fn from_wire(lines: &str) -> Head {
        let mut head = Head::default();
        for line in lines.split('\n') {
            let line = line.strip_suffix('\r').unwrap_or(line);
            if is_status_line(line) {
                head.fields.clear();
            } else if let Some(more) = line.strip_prefix([' ', '\t']) {
                if let Some(last) = head.fields.last_mut() {
                    let folded = format!("{} {}", last.value, more.trim_matches([' ', '\t']));
                    last.value = folded.trim().to_string();
                }
            } else if let Some((name, value)) = line.split_once(':') {
                head.push(name, value);
            }
        }
        head
    }

    pub fn get(&self, name: &str) -> Option<&str> {
        let field = self.fields.iter().find(|field| field.name == name);
        field.map(|field| field.value.as_str())
    }

    fn without_doubt(&self) -> Option<Head> {
        let fields = self.fields.iter().filter(|field| !field.doubtful);
        let fields: Vec<Field> = fields.cloned().collect();
        (fields.len() < self.fields.len()).then_some(Head { fields })
    }

    /// For how many seconds after it was made a response that arrived at `now`
    /// may be used; `otherwise` if it does not say.
    pub fn lifetime(&self, now: u64, choices: &Choices, otherwise: Span) -> Span {
        let span = self.lifetime_as_read(now, choices, otherwise);
        match self.without_doubt() {
            Some(head) => span.join(head.lifetime_as_read(now, choices, otherwise)),
            None => span,
        }
    }

    fn lifetime_as_read(&self, now: u64, choices: &Choices, otherwise: Span) -> Span {
        let all = self.fields.iter().filter(|f| f.name == "cache-control");
        let all: Vec<&str> = all.map(|field| field.value.as_str()).collect();
        let Some(list) = directives(&all.join(", ")) else {
            return Span::new(0, otherwise.most.max(DAY)); // Nobody can say what is meant.
        };
        let is = |name: &'static str| list.iter().filter(move |(n, _)| n == name);
        if is("no-store").next().is_some() || is("no-cache").any(|(_, value)| value.is_none()) {
            return Span::exact(0);
        }
        // The qualified form may be read as the plain one (RFC 9111 5.2.2.4),
        // and what an invalid lifetime means is left to the cache.
        let mut strict = is("no-cache").next().is_some();
        let shared = choices.shared && is("s-maxage").next().is_some();
        let name = if shared { "s-maxage" } else { "max-age" };
        let ages: Vec<Option<u64>> = is(name)
            .map(|(_, value)| value.as_deref().and_then(number))
            .collect();
        let span = match (&ages[..], self.get("expires")) {
            ([Some(first), more @ ..], _) => {
                strict |= more.iter().any(|other| *other != Some(*first));
                Span::exact(*first)
            }
            ([None, ..], _) => Span::new(0, DAY),
            ([], Some(text)) => {
                let server = self.get("date").and_then(parse_date).unwrap_or(now);
                Span::exact(parse_date(text).unwrap_or(0).saturating_sub(server))
            }
            ([], None) => otherwise,
        };
        Span::new(if strict { 0 } else { span.least }, span.most)
    }

    /// What is left of a lifetime when the response arrived, within the bounds.
    pub fn left(&self, lifetime: Span, now: u64) -> Span {
        let date = self.get("date").and_then(parse_date);
        let apparent = date.map_or(0, |date| now.saturating_sub(date));
        let said = self.get("age");
        let age = said.and_then(number).unwrap_or(0).max(apparent);
        let left = |lifetime: u64| lifetime.min(DAY).saturating_sub(age).max(FLOOR);
        // What an invalid age means is left to the cache.
        let doubtful = said.is_some_and(|value| number(value).is_none());
        let least = if doubtful { 0 } else { lifetime.least };
        Span::new(left(least), left(lifetime.most))
    }

    /// The seconds `Retry-After` asks for at `now`, if it says so. A date may be
    /// read by the crawler's clock or by the server's.
    pub fn retry_after(&self, now: u64) -> Option<Span> {
        let text = self.get("retry-after")?;
        if let Some(seconds) = number(text) {
            return Some(Span::exact(seconds));
        }
        let then = parse_date(text)?;
        let server = self.get("date").and_then(parse_date).unwrap_or(now);
        let by = |clock: u64| Span::exact(then.saturating_sub(clock));
        Some(by(now).join(by(server)))
    }
}

/// `HTTP/1.1 200 OK`, as opposed to a field whose name begins alike.
fn is_status_line(line: &str) -> bool {
    let Some(rest) = line.strip_prefix("HTTP/") else {
        return false;
    };
    let version = rest.split(' ').next().unwrap_or("");
    version
        .bytes()
        .all(|octet| octet.is_ascii_digit() || octet == b'.')
}

/// Digits only; what is too large for the type is very large all the same.
fn number(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|octet| octet.is_ascii_digit());
    digits.then(|| text.parse().unwrap_or(u64::MAX))
}

/// The directives of a Cache-Control list: names in lower case, values without
/// their quotes. `None` if a quote is open at the end.
fn directives(list: &str) -> Option<Vec<(String, Option<String>)>> {
    let (mut out, mut item, mut quoted, mut escaped) = (Vec::new(), String::new(), false, false);
    for letter in list.chars().chain([',']) {
        match letter {
            _ if escaped => {
                item.push(letter);
                escaped = false;
            }
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            ',' if !quoted => {
                let item = std::mem::take(&mut item);
                let (name, value) = match item.split_once('=') {
                    // A blank before a value makes it malformed.
                    Some((name, value)) => (name, Some(value.trim_end().to_string())),
                    None => (&item[..], None),
                };
                out.push((name.trim().to_ascii_lowercase(), value));
            }
            _ => item.push(letter),
        }
    }
    (!quoted).then_some(out)
}

const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];
const DAYS: [&str; 7] = [
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
];

fn leap(year: u64) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

fn month_days(year: u64, month: usize) -> u64 {
    match month {
        1 => 28 + u64::from(leap(year)),
        3 | 5 | 8 | 10 => 30,
        _ => 31,
    }
}

/// The three forms of RFC 9110 5.6.7.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    Fixed,
    Rfc850,
    Asctime,
}

pub fn write_date(time: u64, form: Form) -> String {
    let (mut days, seconds) = (time / DAY, time % DAY);
    let week = DAYS[(days % 7) as usize];
    let mut year = 1970;
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let mut month = 0;
    while days >= month_days(year, month) {
        days -= month_days(year, month);
        month += 1;
    }
    let (day, name) = (days + 1, MONTHS[month]);
    let clock = format!(
        "{:02}:{:02}:{:02}",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    );
    match form {
        Form::Rfc850 if year < 2069 => {
            format!("{week}, {day:02}-{name}-{:02} {clock} GMT", year % 100)
        }
        Form::Asctime => format!("{} {name} {day:2} {clock} {year}", &week[..3]),
        _ => format!("{}, {day:02} {name} {year} {clock} GMT", &week[..3]),
    }
}

/// A date in any of the three forms, in seconds since 1970.
pub fn parse_date(text: &str) -> Option<u64> {
    let words: Vec<&str> = text
        .split([' ', '-'])
        .filter(|word| !word.is_empty())
        .collect();
    let (day, month, year, clock) = match words[..] {
        [_, day, month, year, clock, "GMT"] => (day, month, year, clock),
        [_, month, day, clock, year] => (day, month, year, clock),
        _ => return None,
    };
    let month = MONTHS.iter().position(|name| *name == month)?;
    let (day, mut year) = (number(day)?, number(year)?);
    if year < 100 {
        year += 2000;
    }
    let clock: Vec<u64> = clock.split(':').map(number).collect::<Option<_>>()?;
    let [hours, minutes, seconds] = clock[..] else {
        return None;
    };
    let days = (1970..year)
        .map(|year| 365 + u64::from(leap(year)))
        .sum::<u64>()
        + (0..month).map(|month| month_days(year, month)).sum::<u64>()
        + day.checked_sub(1)?;
    Some(days * DAY + hours * 3600 + minutes * 60 + seconds)
}

/// Examples from the RFCs, so that a slip here is no riddle elsewhere.
#[test]
fn fields() {
    for form in [Form::Fixed, Form::Rfc850, Form::Asctime] {
        for time in [1_800_000_000, 1_835_395_199, 2_000_000_000] {
            assert_eq!(parse_date(&write_date(time, form)), Some(time));
        }
    }
    assert_eq!(
        parse_date("Sun, 06 Nov 1994 08:49:37 GMT"),
        Some(784_111_777)
    );
    assert_eq!(parse_date("Sun Nov  6 08:49:37 1994"), Some(784_111_777));
    let choices = Choices::default();
    let fresh = |lines: &str| {
        let (head, now) = (Head::from_wire(lines), 784_111_777);
        head.left(head.lifetime(now, &choices, Span::exact(DAY)), now)
    };
    assert_eq!(fresh(""), Span::exact(DAY));
    assert_eq!(
        fresh("Cache-Control: ext=\"a, max-age=9\", max-age=\"900\""),
        Span::exact(900)
    );
    assert_eq!(
        fresh("Cache-Control: max-age=900,\r\n no-store"),
        Span::exact(FLOOR)
    );
    assert_eq!(fresh("Age: 80000\nHTTP/2-Settings: x"), Span::exact(6_400));
    assert_eq!(fresh("Age: 9\r\n\r\nHTTP/1.1 200\r\n"), Span::exact(DAY));
    assert_eq!(
        fresh("Expires: Sun, 06 Nov 1994 09:49:37 GMT"),
        Span::exact(3_600)
    );
    assert_eq!(
        fresh("Cache-Control: max-age=9000, max-age=1000"),
        Span::new(FLOOR, 9_000)
    );
}
