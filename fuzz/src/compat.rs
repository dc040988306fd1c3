//! The lines that google/robotstxt reports, against the file as our parser
//! reads it in profile google, and the verdict against one reckoned from
//! nothing but those lines.

use robots::capi::robots_google_check;
use robots::google::{self, Key, Line, MAX_LINE};
use robots::{Matcher, Options, Reason, RecordKind, RobotsTxt};

use crate::capi_given::ptr;
use crate::input::Question;
use crate::spec;

pub fn run(data: &[u8]) {
    let Some(question) = Question::read(data) else {
        return;
    };
    let Question {
        agents, url, body, ..
    } = question;
    let lines: Vec<Line<'_>> = google::lines(body).collect();
    shape(body, &lines);
    same_file(&lines, &RobotsTxt::parse_with(body, &Options::google()));
    let matcher = Matcher::compile(body, agents, &Options::google()).expect("any agents");
    let path = google::path(url);
    assert_eq!(path.first(), Some(&b'/'));
    let path = path.split(|octet| *octet == 0).next().unwrap_or_default();
    let (named, rules) = rules_for(&lines, agents);
    let (allowed, line, octets) = verdict(rules.into_iter(), path);
    let verdict = matcher.check(url);
    assert_eq!(
        (verdict.allowed, verdict.line, verdict.octets as usize),
        (allowed, line, octets)
    );
    let reason = match (named, line) {
        (Named::Not, _) => Reason::NoGroup,
        (_, 0) => Reason::NoRule,
        _ => Reason::Rule,
    };
    assert_eq!(verdict.reason, reason);
    // The question of the drop-in.
    let (b, a, u) = (ptr(body), ptr(agents), ptr(url));
    // SAFETY: the lengths are those of the slices.
    let got = unsafe { robots_google_check(b, body.len(), a, agents.len(), u, url.len()) };
    crate::capi::same(got.verdict, Some(verdict));
    assert_eq!(got.names_agent != 0, named == Named::Itself);
}

/// Lines are numbered, every octet stands in one, and flags fit each other.
fn shape(body: &[u8], lines: &[Line<'_>]) {
    let mark = body.iter().zip(b"\xEF\xBB\xBF");
    let mark = mark.take_while(|(a, b)| a == b).count();
    let mut ends = 0;
    for (at, octet) in body.iter().enumerate().skip(mark) {
        let second = *octet == b'\n' && at > mark && body[at - 1] == b'\r';
        ends += usize::from(matches!(octet, b'\n' | b'\r') && !second);
    }
    assert_eq!(lines.len(), ends + 1);
    for (number, line) in (1..).zip(lines) {
        assert_eq!(line.number, number);
        assert!(line.name.len() <= MAX_LINE && line.value.len() <= 3 * MAX_LINE);
        assert!(!line.is_comment || line.has_comment && !line.is_record);
        assert!(!(line.is_empty && (line.is_record || line.has_comment)));
        assert!(line.is_record || !line.is_typo && !line.is_missing_colon);
        assert_eq!(line.is_record, !line.name.is_empty());
        if !line.is_record {
            assert!(line.key == Key::Unknown && line.value.is_empty());
        }
        let escaped = google::escape(&line.value);
        assert_eq!(*escaped, spec::google_normal(&line.value)[..]);
        if !matches!(line.key, Key::UserAgent | Key::Sitemap) {
            assert_eq!(*escaped, *line.value, "escaping twice");
        }
    }
}

/// The parser keeps exactly what the lines say.
fn same_file(lines: &[Line<'_>], txt: &RobotsTxt) {
    let mut rules = txt.rules();
    let mut records = txt.records();
    let mut agents = (0..txt.groups().len()).flat_map(|index| {
        let group = txt.group(index).expect("in range");
        group.agents().map(move |agent| (index, agent))
    });
    let mut group: Option<usize> = None;
    let mut closed = true;
    for line in lines.iter().filter(|line| line.is_record) {
        match line.key {
            Key::UserAgent => {
                let (index, agent) = agents.next().expect("a user-agent line");
                assert_eq!((agent.line, agent.value), (line.number, &*line.value));
                let next = group.map_or(0, |group| group + usize::from(closed));
                assert_eq!(index, next);
                (group, closed) = (Some(next), false);
            }
            Key::Allow | Key::Disallow => {
                closed = true;
                let Some(group) = group else { continue };
                let rule = rules.next().expect("a rule");
                assert_eq!((rule.line, rule.group), (line.number, group));
                assert_eq!(rule.allow, line.key == Key::Allow);
                assert_eq!(rule.normalized, &*line.value);
                assert_eq!(*google::escape(rule.pattern), *line.value);
            }
            key if line.value.is_empty() && says_nothing_alone(key, line.name) => {}
            key => {
                let record = records.next().expect("a record");
                assert_eq!((record.line, record.key), (line.number, line.name));
                assert_eq!(record.group, group);
                if key == Key::Sitemap {
                    assert_eq!(record.kind, RecordKind::Sitemap);
                    assert_eq!(record.value, &*line.value);
                } else {
                    assert_eq!(*google::escape(record.value), *line.value);
                }
            }
        }
    }
    assert!(rules.next().is_none() && records.next().is_none() && agents.next().is_none());
}

/// Is a record with this key none without a value?
fn says_nothing_alone(key: Key, name: &[u8]) -> bool {
    let keys = "crawl-delay,crawl delay,crawldelay,request-rate,request rate,visit-time,\
        visit time,host,clean-param,license";
    let is_key = |key: &str| name.eq_ignore_ascii_case(key.as_bytes());
    key == Key::Sitemap || keys.split(',').any(is_key)
}

type Plain<'a> = (bool, &'a [u8], u32);

/// How a file speaks to a crawler.
#[derive(Clone, Copy, PartialEq)]
enum Named {
    Not,
    ByStar,
    Itself,
}

/// The rules of the groups that name an agent, or else of those for everybody,
/// and whether any group is one or the other.
fn rules_for<'a>(lines: &'a [Line<'_>], agents: &[u8]) -> (Named, Vec<Plain<'a>>) {
    let (mut specific, mut global) = (Vec::new(), Vec::new());
    let (mut ever_specific, mut ever_global) = (false, false);
    let (mut in_specific, mut in_global, mut separated) = (false, false, false);
    for line in lines {
        match line.key {
            Key::UserAgent => {
                if separated {
                    (in_specific, in_global, separated) = (false, false, false);
                }
                if spec::is_star(&line.value) {
                    (in_global, ever_global) = (true, true);
                    continue;
                }
                let name = spec::leading_name(&line.value, b"");
                let mut names = agents.split(|octet| *octet == b',');
                if names.any(|agent| agent.eq_ignore_ascii_case(&name)) {
                    (in_specific, ever_specific) = (true, true);
                }
            }
            Key::Allow | Key::Disallow => {
                let rule = (line.key == Key::Allow, &*line.value, line.number);
                if in_specific {
                    specific.push(rule);
                } else if in_global {
                    global.push(rule);
                }
                separated |= in_specific || in_global;
            }
            _ => {}
        }
    }
    match (ever_specific, ever_global) {
        (true, _) => (Named::Itself, specific),
        (false, true) => (Named::ByStar, global),
        (false, false) => (Named::Not, global),
    }
}

/// The greatest length of a matching pattern on either side; the longer side
/// wins, allow on a tie. Allowed or not, line, octets.
pub fn verdict<'a>(rules: impl Iterator<Item = Plain<'a>>, path: &[u8]) -> (bool, u32, usize) {
    let mut best = [None; 2];
    for (allow, pattern, line) in rules {
        let mut octets = spec::matches(pattern, path).then_some(pattern.len());
        let slash = pattern.iter().rposition(|octet| *octet == b'/');
        if let (true, None, Some(slash)) = (allow, octets, slash)
            && pattern[slash..].starts_with(b"/index.htm")
        {
            let folder = [&pattern[..=slash], b"$"].concat();
            octets = spec::matches(&folder, path).then_some(folder.len());
        }
        let best: &mut Option<(usize, u32)> = &mut best[usize::from(allow)];
        if let Some(octets) = octets
            && best.is_none_or(|(most, _)| octets > most)
        {
            *best = Some((octets, line));
        }
    }
    let [disallow, allow] = best;
    let octets = |side: Option<(usize, u32)>| side.map_or(-1, |(octets, _)| octets as i64);
    let refused = octets(disallow) > octets(allow);
    let (octets, line) = if refused { disallow } else { allow }.unwrap_or((0, 0));
    // An empty pattern matches with no octets, and refuses nothing.
    (!refused || octets == 0, line, octets)
}
