//! A compiled group as text: the trie as an indented tree, then the star rules.
//!
//! Made for looking up why a verdict is what it is; the format may change. It
//! takes time and text linear in the block.

use std::fmt;

use super::layout::*;
use super::node::Node;
use super::{Automaton, stars};

impl fmt::Debug for Automaton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        #[cfg(feature = "dense")]
        if self.is_dense() {
            f.write_str("dense form of: ")?;
        }
        match self.block.first() {
            None => f.write_str("no rules"),
            Some(flags) if flags & FLAG_WIDE == 0 => {
                write!(f, "narrow block, {} octets", self.block.len())?;
                print::<Narrow>(f, &self.block)
            }
            Some(_) => {
                write!(f, "wide block, {} octets", self.block.len())?;
                print::<Wide>(f, &self.block)
            }
        }
    }
}

fn print<W: Width>(f: &mut fmt::Formatter<'_>, block: &[u8]) -> fmt::Result {
    let Some(header) = W::header(block) else {
        return f.write_str("\nwithout a header");
    };
    f.write_str("\ntrie of literal rules")?;
    print_trie::<W>(f, block, header)?;
    if header.stars != 0 {
        f.write_str("\nstar rules")?;
        print_stars::<W>(f, block, header)?;
    }
    Ok(())
}

/// Deeper nodes are not indented any further, so that the text stays linear in
/// a trie of any depth.
const MAX_INDENT: usize = 40;

/// A node that is still to be printed.
struct Pending {
    offset: usize,
    /// The octet that leads to it.
    first: u8,
    /// Octets of a path up to and with that octet.
    octets: usize,
    level: usize,
}

fn print_trie<W: Width>(f: &mut fmt::Formatter<'_>, block: &[u8], header: Header) -> fmt::Result {
    // No recursion: a trie may be as deep as its longest pattern.
    let mut pending = vec![Pending {
        offset: W::HEADER,
        first: b'/',
        octets: 1,
        level: 1,
    }];
    while let Some(next) = pending.pop() {
        let Some(node) = Node::<W>::read(block, next.offset, next.octets) else {
            continue;
        };
        let indent = 4 * next.level.min(MAX_INDENT);
        let (first, run) = ([next.first], node.run.escape_ascii());
        write!(f, "\n{:indent$}\"{}{run}\"", "", first.escape_ascii())?;
        if node.value != 0 {
            f.write_str(" ")?;
            print_value::<W>(f, block, header, node.value)?;
        }
        if node.end_value != 0 {
            f.write_str(" $ ")?;
            print_value::<W>(f, block, header, node.end_value)?;
        }
        let children = node.firsts.iter().enumerate().rev();
        pending.extend(children.map(|(index, first)| Pending {
            offset: node.child(index),
            first: *first,
            octets: next.octets + node.run.len() + 1,
            level: next.level + 1,
        }));
    }
    Ok(())
}

fn print_stars<W: Width>(f: &mut fmt::Formatter<'_>, block: &[u8], header: Header) -> fmt::Result {
    let records = stars::records::<W>(block, header.stars);
    for (record, _) in records.into_iter().flatten() {
        let Some(record) = record else { continue };
        let part = |from: usize, len: usize| {
            let rest = block.get(record.text + from..);
            let part = rest.and_then(|rest| rest.get(..len));
            part.unwrap_or_default().escape_ascii()
        };
        write!(f, "\n    \"{}\" ", part(0, record.len))?;
        print_value::<W>(f, block, header, record.value)?;
        // The second octet of the pair stands at `pair_at`. A segment of one
        // octet is filed under that octet behind any other.
        let second = record.segment + record.pair_at;
        match record.segment_len {
            0 | 1 => write!(f, ", filed under \"{}\"", part(second, 1))?,
            _ => write!(f, ", filed under \"{}\"", part(second.saturating_sub(1), 2))?,
        }
    }
    Ok(())
}

fn print_value<W: Width>(
    f: &mut fmt::Formatter<'_>,
    block: &[u8],
    header: Header,
    value: u64,
) -> fmt::Result {
    let priority = W::priority(value);
    let verb = if priority & 1 != 0 {
        "allow"
    } else {
        "disallow"
    };
    let octets = priority >> 1;
    let line = label::<W>(block, header.labels, W::ordinal(value)).line;
    write!(f, "{verb}, {octets} octets, line {line}")
}

#[cfg(test)]
mod tests {
    use super::super::{Label, Rule};
    use super::*;
    use crate::{Matcher, Options};

    #[test]
    fn a_matcher_prints_its_rules() {
        let body = "\
User-agent: *
Disallow: /private/
Allow: /private/open
Disallow: /*?sort=
Disallow: /*.pdf$
Allow: /p$
Disallow: /\u{e9}
";
        let matcher = Matcher::compile(body, "ExampleBot", &Options::default()).unwrap();
        let want = r#"Matcher, profile Rfc9309, where no rule matches: allow (no-rule)
narrow block, 184 octets
trie of literal rules
    "/"
        "%C3%A9" disallow, 7 octets, line 7
        "p" $ allow, 3 octets, line 6
            "rivate/" disallow, 9 octets, line 2
                "open" allow, 13 octets, line 3
star rules
    "/*.pdf$" disallow, 7 octets, line 5, filed under ".p"
    "/*?sort=" disallow, 8 octets, line 4, filed under "?s""#;
        assert_eq!(format!("{matcher:?}"), want);
    }

    #[test]
    fn matchers_without_rules_say_what_applies() {
        for (matcher, want) in [
            (
                Matcher::unavailable(),
                "Matcher, profile Rfc9309, where no rule matches: allow (unavailable)\nno rules",
            ),
            (
                Matcher::unreachable(),
                "Matcher, profile Rfc9309, where no rule matches: disallow (unreachable)\nno rules",
            ),
        ] {
            assert_eq!(format!("{matcher:?}"), want);
        }
    }

    /// Quotes and line ends are escaped, single octets and wide blocks print,
    /// and a trie that is 3,000 nodes deep takes a text linear in its block.
    #[test]
    fn the_text_is_escaped_and_linear() {
        let print = |patterns: &[Vec<u8>], far: u32| {
            let rules: Vec<Rule<'_>> = (0..)
                .zip(patterns)
                .map(|(ordinal, pattern)| Rule {
                    pattern,
                    priority: (pattern.len() as u32) << 1,
                    ordinal,
                    plain: 0,
                })
                .collect();
            let label = |rule| Label {
                line: far + rule,
                rule,
            };
            let labels: Vec<Label> = (0..patterns.len() as u32).map(label).collect();
            let automaton = Automaton::new(&rules, &labels);
            (format!("{automaton:?}"), automaton.memory_usage())
        };
        let patterns = [&b"/\"\n\xFF"[..], b"/*x", b"/*\"\xFF$"].map(<[u8]>::to_vec);
        let (text, _) = print(&patterns, 70_000);
        let want = r#"wide block, 213 octets
trie of literal rules
    "/"
        "\"\n\xff" disallow, 4 octets, line 70000
star rules
    "/*x" disallow, 3 octets, line 70001, filed under "x"
    "/*\"\xff$" disallow, 5 octets, line 70002, filed under "\"\xff""#;
        assert_eq!(text, want);

        let nested: Vec<Vec<u8>> = (1..3_000)
            .map(|len| [b"/", &vec![b'a'; len][..]].concat())
            .collect();
        let (text, octets) = print(&nested, 1);
        assert_eq!(text.lines().count(), 2 + 3_000);
        assert!(text.len() < 50 * octets, "{} for {octets}", text.len());
    }
}
