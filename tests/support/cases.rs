//! Reads `tests/data/*.case`; the format is described in `tests/data/README.md`.

use std::fs;
use std::path::Path;

use robots::{Options, Profile, Reason};

#[path = "table.rs"]
mod table;

use table::unescape;

/// One case: a body and what it must answer.
pub struct Case {
    /// File name, without its folder.
    pub file: String,
    /// Line of the `case` line in that file.
    pub at: usize,
    pub name: String,
    pub clause: String,
    pub profiles: Vec<Profile>,
    options: Vec<String>,
    pub body: Vec<u8>,
    pub queries: Vec<Query>,
}

/// One question to a body, and the answer.
pub struct Query {
    /// Line of the query in its file.
    pub at: usize,
    pub agents: Vec<u8>,
    pub url: Vec<u8>,
    /// Asked with `check_path` rather than `check`.
    pub is_path: bool,
    pub only: Option<Profile>,
    pub allowed: bool,
    pub line: u32,
    pub reason: Option<Reason>,
    pub octets: Option<u32>,
    /// `Some(None)`: no rule.
    pub rule: Option<Option<usize>>,
}

impl Case {
    /// The options to parse with, under one of the case's profiles.
    pub fn options(&self, profile: Profile) -> Options {
        let mut options = Options::new().with_profile(profile);
        for word in &self.options {
            match word.split_once('=') {
                None if word == "assume_slash" => options.assume_slash = true,
                None if word == "exact_agent" => options.exact_agent = true,
                None if word == "blank_line_ends_group" => options.blank_line_ends_group = true,
                Some(("max_bytes", n)) => options.max_bytes = n.parse().expect("max_bytes"),
                Some(("max_line", n)) => options.max_line = n.parse().expect("max_line"),
                _ => panic!("{}: option {word}", self.file),
            }
        }
        options
    }
}

/// Every case of every file, in order of file name.
pub fn load() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut files: Vec<_> = fs::read_dir(&folder)
        .expect("tests/data")
        .map(|entry| entry.expect("entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "case"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no case files in {}", folder.display());
    files
        .iter()
        .flat_map(|path| {
            let file = path
                .file_name()
                .expect("a name")
                .to_string_lossy()
                .into_owned();
            parse(&file, &fs::read(path).expect("readable"))
        })
        .collect()
}

/// Reads the cases of one file; panics with file and line on anything that the
/// README does not allow.
pub fn parse(file: &str, text: &[u8]) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut escaped = false;
    let text = text
        .strip_suffix(b"\n")
        .expect("the last line ends with a line feed");
    for (index, line) in text.split(|&b| b == b'\n').enumerate() {
        let at = index + 1;
        let fail = |what: &str| -> ! { panic!("{file}:{at}: {what}") };
        if line.iter().all(|&b| is_blank(b)) || line.starts_with(b"#") {
            continue;
        }
        if let Some(rest) = line.strip_prefix(b"|") {
            let text = match rest {
                [] => rest,
                [b' ', text @ ..] => text,
                _ => fail("a body line needs a space after |"),
            };
            let case = cases.last_mut().unwrap_or_else(|| fail("body before case"));
            if !case.queries.is_empty() {
                fail("body line after a query");
            }
            if escaped {
                let octets = unescape(text).unwrap_or_else(|| fail("bad escape"));
                case.body.extend(octets);
            } else {
                case.body.extend(text);
                case.body.push(b'\n');
            }
            continue;
        }
        let fields = fields(line).unwrap_or_else(|| fail("bad field"));
        let word = |i: usize| -> &str {
            let field: &Field = fields.get(i).unwrap_or_else(|| fail("field missing"));
            std::str::from_utf8(field.value).unwrap_or_else(|_| fail("not UTF-8"))
        };
        match fields[0].bare() {
            Some(b"case") => {
                escaped = fields.get(2).and_then(Field::bare) == Some(b"escaped");
                let clause = (2 + usize::from(escaped)..fields.len())
                    .map(word)
                    .collect::<Vec<_>>()
                    .join(" ");
                let name = word(1).to_owned();
                if clause.is_empty() {
                    fail("a case needs a clause");
                }
                if cases.iter().any(|c| c.name == name) {
                    fail("the name is taken");
                }
                cases.push(Case {
                    file: file.to_owned(),
                    at,
                    name,
                    clause,
                    profiles: vec![Profile::Rfc9309, Profile::Google],
                    options: Vec::new(),
                    body: Vec::new(),
                    queries: Vec::new(),
                });
            }
            Some(b"profile") => {
                let case = head(&mut cases).unwrap_or_else(|| fail("misplaced"));
                case.profiles = match word(1) {
                    "both" => vec![Profile::Rfc9309, Profile::Google],
                    one => vec![profile(one).unwrap_or_else(|| fail("unknown profile"))],
                };
            }
            Some(b"options") => {
                let case = head(&mut cases).unwrap_or_else(|| fail("misplaced"));
                if case.profiles != [Profile::Rfc9309] {
                    fail("options need profile rfc9309");
                }
                case.options = (1..fields.len()).map(|i| word(i).to_owned()).collect();
                case.options(Profile::Rfc9309);
            }
            _ => {
                let case = cases
                    .last_mut()
                    .unwrap_or_else(|| fail("query before case"));
                let query = query(at, &fields, escaped).unwrap_or_else(|what| fail(what));
                case.queries.push(query);
            }
        }
    }
    for case in &cases {
        assert!(
            !case.queries.is_empty(),
            "{file}:{}: no queries in {}",
            case.at,
            case.name
        );
    }
    cases
}

struct Field<'a> {
    quoted: bool,
    value: &'a [u8],
}

impl<'a> Field<'a> {
    fn bare(&self) -> Option<&'a [u8]> {
        (!self.quoted).then_some(self.value)
    }

    /// Agents or URL: a bare `-` is empty, and escapes are replaced.
    fn octets(&self, escaped: bool) -> Option<Vec<u8>> {
        if self.bare() == Some(b"-") {
            return Some(Vec::new());
        }
        if escaped {
            unescape(self.value)
        } else {
            Some(self.value.to_vec())
        }
    }
}

fn is_blank(b: u8) -> bool {
    b == b' ' || b == b'\t'
}

/// The case under way, if it still takes header lines.
fn head(cases: &mut [Case]) -> Option<&mut Case> {
    cases
        .last_mut()
        .filter(|c| c.body.is_empty() && c.queries.is_empty())
}

fn profile(word: &str) -> Option<Profile> {
    match word {
        "rfc9309" => Some(Profile::Rfc9309),
        "google" => Some(Profile::Google),
        _ => None,
    }
}

fn fields(mut line: &[u8]) -> Option<Vec<Field<'_>>> {
    let mut fields = Vec::new();
    if line.first().is_some_and(|&b| is_blank(b)) {
        return None;
    }
    while !line.is_empty() {
        let quoted = line[0] == b'"';
        let (value, rest) = if quoted {
            let end = line[1..].iter().position(|&b| b == b'"')?;
            (&line[1..=end], &line[end + 2..])
        } else {
            let end = line.iter().position(|&b| is_blank(b)).unwrap_or(line.len());
            line.split_at(end)
        };
        fields.push(Field { quoted, value });
        if rest.first().is_some_and(|&b| !is_blank(b)) {
            return None;
        }
        line = rest.trim_ascii_start();
    }
    Some(fields)
}

fn query(at: usize, fields: &[Field], escaped: bool) -> Result<Query, &'static str> {
    let [agents, verdict, line, url, keys @ ..] = fields else {
        return Err("a query has four fields or more");
    };
    let url = url.octets(escaped).ok_or("bad escape in the URL")?;
    let mut query = Query {
        at,
        agents: agents.octets(escaped).ok_or("bad escape in the agents")?,
        is_path: url.starts_with(b"/"),
        url,
        only: None,
        allowed: match verdict.bare() {
            Some(b"allow") => true,
            Some(b"deny") => false,
            _ => return Err("the verdict is allow or deny"),
        },
        line: number(line.value).ok_or("the line is a number")?,
        reason: None,
        octets: None,
        rule: None,
    };
    for key in keys {
        let key = std::str::from_utf8(key.value).map_err(|_| "not UTF-8")?;
        let (key, value) = key.split_once('=').ok_or("a key needs =")?;
        match key {
            "reason" => query.reason = Some(reason(value).ok_or("unknown reason")?),
            "octets" => query.octets = Some(number(value.as_bytes()).ok_or("octets")?),
            "rule" if value == "none" => query.rule = Some(None),
            "rule" => query.rule = Some(Some(value.parse().map_err(|_| "rule")?)),
            "only" => query.only = Some(profile(value).ok_or("unknown profile")?),
            "entry" if value == "url" => query.is_path = false,
            _ => return Err("unknown key"),
        }
    }
    if query.line > 0 {
        if query.reason.is_some_and(|r| r != Reason::Rule) || query.rule == Some(None) {
            return Err("a line needs a rule");
        }
        query.reason = Some(Reason::Rule);
    } else {
        if query.reason == Some(Reason::Rule) {
            return Err("a rule needs a line");
        }
        query.octets = Some(0);
        query.rule = Some(None);
    }
    Ok(query)
}

fn number(text: &[u8]) -> Option<u32> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

fn reason(word: &str) -> Option<Reason> {
    [
        Reason::Misuse,
        Reason::Rule,
        Reason::NoRule,
        Reason::NoGroup,
        Reason::RobotsTxt,
    ]
    .into_iter()
    .find(|r| r.as_str() == word)
}
