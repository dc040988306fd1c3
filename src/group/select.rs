//! The rules of a body that speak to one crawler, as they stand there.
//!
//! Both ways that keep nothing of the file, compiling and asking once, read it
//! here. One pass, and no line is looked at longer than it takes to see that
//! it does not matter: most lines of a file are rules, and most rules of a long
//! file are for others. Only where a crawler has very many names, the file's are
//! read and put in order beforehand.

use crate::dialect::{Dialect, KeyMatch};
use crate::group::agent::{Chain, Matched, Names, Selector};
use crate::parse::key::{self, FastKey, Key};
use crate::parse::line::{Lines, Span};
use crate::parse::trim;

/// What stands in a file for one crawler, in order.
pub(crate) enum Event<'a> {
    /// A better group begins; what came before does not count.
    StartOver,
    Rule(RawRule<'a>),
}

/// A rule as written.
#[derive(Clone, Copy)]
pub(crate) struct RawRule<'a> {
    pub(crate) pattern: &'a [u8],
    pub(crate) allow: bool,
    pub(crate) line: u32,
    pub(crate) index: u32,
}

/// Walks through a body and hands out the rules that speak to a crawler,
/// without building anything.
#[inline(always)]
pub(crate) fn for_each_rule<'a>(
    text: &'a [u8],
    chain: Chain<'_>,
    dialect: &Dialect,
    mut then: impl FnMut(Event<'a>),
) -> Matched {
    let limit = dialect.max_record;
    let mut selector = if chain.is_long() {
        selector_of_long(text, chain, dialect)
    } else {
        Selector::new(chain)
    };
    let mut lines = Lines::new(text, dialect);
    let mut number = 0;
    let mut index = 0;
    while lines.fill() {
        for span in lines.spans() {
            number += 1;
            let (start, cut) = (span.start as usize, lines.cut_of(span));
            let head = text.get(start..).and_then(|rest| rest.first_chunk());
            let (key, value) = match head.and_then(|head| FastKey::of(head, start)) {
                Some(fast) => (fast.key, Ok(fast.value)),
                None => match slow_line(text, cut, span, dialect.keys) {
                    SlowLine::Record(key, value) => (key, Err(value)),
                    SlowLine::Blank if dialect.blank_line_ends_group => {
                        selector.end_group();
                        continue;
                    }
                    _ => continue,
                },
            };
            let value = || match value {
                Ok(from) => trim::trim_fast(text.get(from..cut).unwrap_or_default()),
                Err(value) => value,
            };
            if key == Key::UserAgent {
                if selector.user_agent(value()) {
                    then(Event::StartOver);
                }
                continue;
            }
            let Some(counts) = selector.rule() else {
                continue;
            };
            if cut - start > limit && trim::trim(&text[start..cut]).len() > limit {
                continue;
            }
            if counts {
                then(Event::Rule(RawRule {
                    pattern: value(),
                    allow: key == Key::Allow,
                    line: number,
                    index,
                }));
            }
            index += 1;
        }
    }
    selector.matched()
}

/// A selector that compares no names: it knows which lines speak to the crawler.
#[cold]
#[inline(never)]
fn selector_of_long<'c>(text: &[u8], chain: Chain<'c>, dialect: &Dialect) -> Selector<'c> {
    let mut values = Vec::new();
    let mut lines = Lines::new(text, dialect);
    while lines.fill() {
        let lines = lines.spans().iter().map(|span| lines.line(0, span).text);
        let items = lines.filter_map(|line| key::split(line, dialect.keys));
        let agents = items.filter(|item| item.key == Key::UserAgent);
        values.extend(agents.map(|item| item.value));
    }
    let value = |line: u32| values[line as usize];
    let names = Names::new(values.len() as u32, value);
    let (speaker, lines) = names.speaking(&chain, value);
    Selector::with_lines(chain, speaker, lines.into_owned())
}

/// What a line without a [`FastKey`] is.
enum SlowLine<'a> {
    /// A user-agent line or a rule in another spelling: its key and value.
    Record(Key, &'a [u8]),
    /// Nothing at all, not even a comment.
    Blank,
    Other,
}

#[inline(never)]
fn slow_line<'a>(text: &'a [u8], cut: usize, span: &Span, keys: KeyMatch) -> SlowLine<'a> {
    let record = trim::trim(&text[span.start as usize..cut]);
    match record.first() {
        None => {
            let behind = &text[span.cut as usize..span.end as usize];
            return if trim::trim(behind).is_empty() {
                SlowLine::Blank
            } else {
                SlowLine::Other
            };
        }
        // All spellings begin like the right one.
        Some(first) if !matches!(first | 0x20, b'u' | b'a' | b'd') => return SlowLine::Other,
        Some(_) => {}
    }
    match key::split(record, keys) {
        Some(item) if item.key != Key::Other => SlowLine::Record(item.key, item.value),
        _ => SlowLine::Other,
    }
}
