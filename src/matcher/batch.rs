//! Many questions at once, to the matchers of many sites.
//!
//! A queue of URLs jumps from site to site, and with millions of matchers in
//! memory each of them is cold: a single check then mostly waits for two lines
//! of memory, one after the other, the matcher and its block. A batch knows what
//! is asked next and has both fetched beforehand, so that the waits overlap.

use crate::simd::x16;
use crate::{Matcher, Verdict};

/// So many questions ahead the matcher is fetched, and half as many ahead its
/// rules.
const AHEAD: usize = 16;

impl Matcher {
    /// Answers each question of a batch: `verdicts[i]` is what the matcher of
    /// `questions[i]` says of its URL or path. Where the lengths differ, the shorter one
    /// counts and further verdicts stay as they are.
    ///
    /// Each answer is the one of [`Matcher::check`]. A batch is much quicker than
    /// single checks where the matchers are many and not in the processor's
    /// caches. It takes the time of its checks, and allocates nothing itself.
    ///
    /// ```
    /// use robots::{Matcher, RobotsTxt, Verdict};
    ///
    /// let one = RobotsTxt::parse("User-agent: *\nDisallow: /a").matcher("ExampleBot")?;
    /// let other = Matcher::unavailable();
    /// let mut verdicts = [Verdict::misuse(); 2];
    /// Matcher::check_each(
    ///     &[(&one, "https://one.example/a"), (&other, "https://other.example/a")],
    ///     &mut verdicts,
    /// );
    /// assert_eq!(verdicts.map(|verdict| verdict.allowed), [false, true]);
    /// # Ok::<(), robots::AgentError>(())
    /// ```
    pub fn check_each<U: AsRef<[u8]>>(questions: &[(&Matcher, U)], verdicts: &mut [Verdict]) {
        let mut verdicts = verdicts.iter_mut();
        each(
            questions.len().min(verdicts.len()),
            |index| {
                let (matcher, url) = &questions[index];
                Some((*matcher, url.as_ref()))
            },
            |verdict| {
                if let Some(room) = verdicts.next() {
                    *room = verdict;
                }
            },
        );
    }
}

/// Asks `count` questions in order; one that is none is a misuse.
#[inline(always)]
pub(crate) fn each<'a>(
    count: usize,
    question: impl Fn(usize) -> Option<(&'a Matcher, &'a [u8])>,
    mut then: impl FnMut(Verdict),
) {
    let in_range = |index: usize| (index < count).then(|| question(index)).flatten();
    let fetch_matcher = |index| {
        if let Some((matcher, _)) = in_range(index) {
            x16::prefetch(std::slice::from_ref(matcher));
        }
    };
    let fetch_rules = |index| {
        if let Some((matcher, url)) = in_range(index) {
            let block = matcher.block();
            x16::prefetch(block);
            x16::prefetch(block.get(64..).unwrap_or_default());
            x16::prefetch(block.get(128..).unwrap_or_default());
            x16::prefetch(url);
        }
    };
    (0..AHEAD).for_each(fetch_matcher);
    (0..AHEAD / 2).for_each(fetch_rules);
    for index in 0..count {
        fetch_matcher(index + AHEAD);
        fetch_rules(index + AHEAD / 2);
        then(match question(index) {
            Some((matcher, url)) => matcher.check(url),
            None => Verdict::misuse(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RobotsTxt;

    #[test]
    fn a_batch_equals_single_checks() {
        let matchers: Vec<Matcher> = (0..50)
            .map(|site| {
                let body = format!("User-agent: *\nDisallow: /{site}\nDisallow: /*x{site}$\n");
                RobotsTxt::parse(body).matcher("a").unwrap()
            })
            .collect();
        let urls: Vec<String> = (0..200)
            .map(|path| format!("http://site.example/{}x{}", path % 51, path % 7))
            .collect();
        for len in [0, 1, 7, 8, 9, 15, 16, 17, 200] {
            let questions: Vec<(&Matcher, &str)> = (0..len)
                .map(|index| (&matchers[index * 7 % 50], urls[index].as_str()))
                .collect();
            let mut verdicts = vec![Verdict::misuse(); len + 1];
            Matcher::check_each(&questions, &mut verdicts);
            for ((matcher, url), verdict) in questions.iter().zip(&verdicts) {
                assert_eq!(matcher.check(url), *verdict, "{url}");
            }
            assert_eq!(verdicts[len], Verdict::misuse());
            let mut fewer = vec![Verdict::misuse(); len / 2];
            Matcher::check_each(&questions, &mut fewer);
            assert_eq!(fewer, verdicts[..len / 2]);
        }
    }

    #[test]
    fn no_question_is_a_misuse() {
        let matcher = Matcher::unavailable();
        let mut verdicts = Vec::new();
        each(
            3,
            |index| (index != 1).then_some((&matcher, &b"http://a/"[..])),
            |verdict| verdicts.push(verdict.allowed),
        );
        assert_eq!(verdicts, [true, false, true]);
    }
}
