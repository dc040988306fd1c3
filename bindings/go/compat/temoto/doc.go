// Package robotstxt replaces github.com/temoto/robotstxt in place: change the
// import path, and nothing else. The names and types are those of its version
// 1.1.2; the answers come from librobots.
//
// A new program should use package robots itself. It has more: the line behind
// a verdict, batches, records, and Close.
//
// # Differences
//
// Where the original does what RFC 9309 and the authors of files mean, the
// answers are the same. These answers differ, with the reason:
//
//   - Patterns with a star or a dollar sign match from the beginning of the
//     path. There, they match anywhere in it: "/a*c" disallows "/x/abc".
//   - A dollar sign means the end only at the end of a pattern. There, it does
//     anywhere, and a pattern with one in the middle matches nothing.
//   - Precedence goes by the octets of the pattern as written. There, it goes by
//     the length of a regular expression made from it, in which each star and
//     each dot counts twice: "/a.b.c.d*x" wins over a longer rule. A star at the
//     end counts here, as it does for Google.
//   - Of two rules of the same length, allow wins. There, it is the first.
//   - Escapes are understood: "/%7Ejoe" and "/~joe" are the same, as are
//     "/é" and "/%C3%A9". There, octets are compared as they stand, and a pattern
//     that is not UTF-8 matches nothing.
//   - A blank belongs to a pattern, as escaped. There, it ends the pattern, and
//     what follows is read as the key of another record.
//   - A rule or crawl-delay before any user-agent line, and a crawl-delay that is
//     no number, are left out. There, each makes the whole file a [ParseError].
//     No function returns a ParseError here.
//   - A group without rules counts, and so does one with an empty rule: both
//     allow everything. There, a group without rules does not count, and after
//     an empty one the list of user-agent lines goes on: "User-agent: a",
//     "Disallow:", "User-agent: *", "Disallow: /" disallows everything for a.
//   - A record that is no rule does not end a list of user-agent lines. There, a
//     crawl-delay between two of them parts the first from the rules.
//   - A group is for a crawler if it names it as a whole, or up to a hyphen or
//     underscore: googlebot serves Googlebot-Image, but not Googlebots. There,
//     any beginning does. What follows the name in a user-agent line, such as a
//     version, does not count.
//   - Keys are understood in the misspellings that Google understands, and
//     without a colon.
//   - /robots.txt itself is always allowed.
//   - The first crawl-delay of a crawler counts. There, it is the last.
//   - 512,000 octets of a file are read, and records up to 16,384 octets are
//     kept. There, no limit keeps a hostile server from filling the memory.
//   - [RobotsData.FindGroup] of a file that was answered with a status from 500
//     on gives a group that denies everything. There, TestAgent denies, and the
//     group allows.
//   - The path in [RobotsData.TestAgent] and [Group.Test] may also be an
//     absolute URL, and one without a slash at its beginning gets one. There,
//     only the rule "/" matches these.
//   - [WhitespaceChars] is without effect.
//
// Time and memory are linear in the file, and so is time in the path but for
// contrived files. There, each pattern with a star is a regular expression, and
// each is tried for each path.
package robotstxt
