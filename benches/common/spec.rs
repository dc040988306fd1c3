//! The specification in its plainest form, independent of the library: which
//! rules match a path, and which of them wins.
//!
//! It knows nothing of percent-encoding and nothing of files; the workloads are
//! made so that neither matters. It is slow and meant to be.

/// One rule as the workload's maker wrote it down.
#[derive(Clone, Debug)]
pub struct Rule {
    pub allow: bool,
    pub pattern: String,
}

/// Whether `pattern` matches at the start of `path`: `*` is any octets, a final
/// `$` is the end, everything else is itself, and what follows a match is free.
///
/// Keeps the set of path positions at which the pattern read so far can end, so
/// it never backtracks: O(pattern x path).
pub fn matches(pattern: &[u8], path: &[u8]) -> bool {
    let (pattern, to_end) = match pattern.strip_suffix(b"$") {
        Some(rest) => (rest, true),
        None => (pattern, false),
    };
    let mut ends = vec![false; path.len() + 1];
    ends[0] = true;
    for &octet in pattern {
        if octet == b'*' {
            let first = ends.iter().position(|&end| end).unwrap_or(ends.len());
            ends[first..].fill(true);
        } else {
            for at in (0..path.len()).rev() {
                ends[at + 1] = ends[at] && path[at] == octet;
            }
            ends[0] = false;
        }
    }
    if to_end {
        ends[path.len()]
    } else {
        ends.contains(&true)
    }
}

/// Most octets win; allow wins between equals; no match allows.
pub fn allowed(rules: &[Rule], path: &str) -> bool {
    rules
        .iter()
        .filter(|rule| matches(rule.pattern.as_bytes(), path.as_bytes()))
        .max_by_key(|rule| (rule.pattern.len(), rule.allow))
        .is_none_or(|rule| rule.allow)
}
