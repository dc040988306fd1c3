//! The specification of the tests, and which groups speak to a crawler, in as
//! few lines as possible and without a thought for speed.

use robots::{Options, RobotsTxt, Rule};

#[path = "../../tests/support/spec.rs"]
mod support;

pub use support::{google_normal, matches, normal};

fn is_blank(octet: u8) -> bool {
    matches!(octet, b'\t'..=b'\r' | b' ')
}

fn trimmed(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|octet| !is_blank(*octet));
    let text = &text[..end.map_or(0, |last| last + 1)];
    let start = text.iter().position(|octet| !is_blank(*octet));
    &text[start.unwrap_or(0)..]
}

pub fn is_star(value: &[u8]) -> bool {
    value.first() == Some(&b'*') && value.get(1).is_none_or(|octet| is_blank(*octet))
}

pub fn leading_name(value: &[u8], more: &[u8]) -> Vec<u8> {
    let is = |o: &&u8| o.is_ascii_alphabetic() || b"-_".contains(o) || more.contains(o);
    value.iter().take_while(is).copied().collect()
}

/// By which name groups speak to a crawler, which is nothing for everybody, and
/// whether it is a whole token.
pub type Name = Option<(Vec<u8>, bool)>;

/// Who speaks to a crawler, and with which rules, by the words of the table: token
/// by token, the whole name first, then its parts, and everybody at last. `None`
/// where nobody speaks to it.
pub fn speaking<'a>(
    txt: &'a RobotsTxt,
    agents: &[u8],
    options: &Options,
) -> Option<(Name, Vec<Rule<'a>>)> {
    let rules_of = |speaks: &dyn Fn(&[u8]) -> bool| {
        let named = |index: &usize| {
            let group = txt.group(*index).expect("in range");
            group.agents().any(|agent| speaks(agent.value))
        };
        let groups: Vec<usize> = (0..txt.groups().len()).filter(named).collect();
        let rules = txt.rules().filter(|rule| groups.contains(&rule.group));
        (!groups.is_empty()).then(|| rules.collect::<Vec<_>>())
    };
    for token in agents.split(|octet| *octet == b',') {
        let token = trimmed(token);
        let versioned = token.iter().any(|o| o.is_ascii_digit() || *o == b'.');
        let more: &[u8] = if versioned { b"0123456789." } else { b"" };
        let ends = (1..=token.len()).rev().filter(|end| match token.get(*end) {
            None => true,
            Some(octet) => !options.exact_agent && b"-_".contains(octet),
        });
        for end in ends {
            let speaks = |value: &[u8]| match token {
                b"*" => is_star(value),
                // Who serves others is called just so.
                _ if end < token.len() => {
                    leading_name(value, b"0123456789.").eq_ignore_ascii_case(&token[..end])
                }
                _ => leading_name(value, more).eq_ignore_ascii_case(token),
            };
            if let Some(rules) = rules_of(&speaks) {
                let name = || (token[..end].to_ascii_lowercase(), end == token.len());
                return Some(((token != b"*").then(name), rules));
            }
        }
    }
    rules_of(&is_star).map(|rules| (None, rules))
}

/// The rule that decides among those of a file.
pub fn winner<'a>(rules: &[Rule<'a>], path: &[u8]) -> Option<Rule<'a>> {
    let rules = rules.iter().copied();
    let rules = rules.filter(|rule| support::can_match(rule.normalized));
    let rules = rules.map(|rule| (rule.normalized, rule.allow, rule));
    support::winner(rules, path)
}
