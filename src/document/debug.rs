//! A parsed file as text: what each line says, group by group. For people; the
//! format may change.

use std::fmt;

use super::{Agent, Group, RobotsTxt, Rule};
use crate::Record;

impl fmt::Debug for Agent<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.value.escape_ascii();
        write!(f, "line {}: user-agent \"{value}\"", self.line)
    }
}

impl fmt::Debug for Rule<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verb = if self.allow { "allow" } else { "disallow" };
        let pattern = self.pattern.escape_ascii();
        write!(f, "line {}: {verb} \"{pattern}\"", self.line)?;
        if self.normalized != self.pattern {
            write!(f, ", matched as \"{}\"", self.normalized.escape_ascii())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Record<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (key, value) = (self.key.escape_ascii(), self.value.escape_ascii());
        write!(f, "line {}: {key} \"{value}\"", self.line)
    }
}

impl fmt::Debug for Group<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Group {}", self.index)?;
        print_lines(f, self.agents())?;
        print_lines(f, self.rules())?;
        print_lines(f, self.records())
    }
}

impl fmt::Debug for RobotsTxt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RobotsTxt, {:?}", self.options)?;
        for group in self.groups() {
            write!(f, "\n{group:?}")?;
        }
        let mut outside = self.records().filter(|record| record.group.is_none());
        if let Some(first) = outside.next() {
            f.write_str("\nOutside of groups")?;
            print_lines(f, std::iter::once(first).chain(outside))?;
        }
        if self.diagnostics_total() > 0 {
            let (kept, total) = (self.diagnostics(), self.diagnostics_total());
            write!(f, "\n{total} remarks, the first {}", kept.len())?;
            for remark in kept {
                let (line, octet) = (remark.line, remark.octet);
                write!(f, "\n    line {line}, octet {octet}: {:?}", remark.kind)?;
            }
        }
        Ok(())
    }
}

fn print_lines(
    f: &mut fmt::Formatter<'_>,
    lines: impl Iterator<Item = impl fmt::Debug>,
) -> fmt::Result {
    lines
        .into_iter()
        .try_for_each(|line| write!(f, "\n    {line:?}"))
}

#[cfg(test)]
mod tests {
    use crate::{Options, RobotsTxt};

    #[test]
    fn a_file_prints_as_text() {
        let body = "\
Sitemap: https://a.example/map
User-agent: a
User-agent: b/1
Disallow: /x
Allow: /%7e\u{e9}

User-agent: *
Crawl-delay: 3
Disalow: /\"
";
        let txt = RobotsTxt::parse(body);
        let first = r#"Group 0
    line 2: user-agent "a"
    line 3: user-agent "b/1"
    line 4: disallow "/x"
    line 5: allow "/%7e\xc3\xa9", matched as "/~%C3%A9""#;
        let second = r#"Group 1
    line 7: user-agent "*"
    line 9: disallow "/\"", matched as "/%22"
    line 8: Crawl-delay "3""#;
        let rest = r#"Outside of groups
    line 1: Sitemap "https://a.example/map"
2 remarks, the first 2
    line 3, octet 14: AgentWithVersion
    line 9, octet 1: MisspeltKey"#;
        let groups: Vec<String> = txt.groups().map(|group| format!("{group:?}")).collect();
        assert_eq!(groups, [first, second]);
        let options = Options::default();
        let want = format!("RobotsTxt, {options:?}\n{first}\n{second}\n{rest}");
        assert_eq!(format!("{txt:?}"), want);
        let rule = txt.rule(0).unwrap();
        assert_eq!(format!("{rule:?}"), r#"line 4: disallow "/x""#);
    }
}
