// Package grobotstxt replaces github.com/jimsmart/grobotstxt in place: change
// the import path, and nothing else. The names and types are those of its
// version 1.0.3, a translation of google/robotstxt; the answers come from
// librobots, which gives verdict and line of google/robotstxt bit by bit.
//
// A new program should use package robots itself, with
// robots.WithProfile(robots.Google): a matcher reads a file once, not for every
// URL.
//
// # Differences
//
// These answers differ from the original, with the reason:
//
//   - Escapes in rules with lower-case digits, such as "/a%2fb", get upper-case
//     ones, as in google/robotstxt. There, a slip of the translation breaks
//     them ("%2f" becomes "%", 0x12, "F"), and such rules match nothing; nor do
//     rules with other escapes, where a letter outside ASCII stands beside.
//   - A name in a user-agent line ends at the first octet that is no letter,
//     hyphen or underscore, as in google/robotstxt: googlebot* names googlebot.
//     For an agent with digits and other octets that may stand in a token, it
//     ends where it does there, so that MJ12bot is found. But MJ is found in
//     that line too, as by google/robotstxt.
//   - Blanks are those of google/robotstxt, in ASCII. There, they are those of
//     Unicode, and some octets of UTF-8 letters are among them.
//   - A NUL ends a line, as in google/robotstxt.
//   - The misspelling "diaslow" is not understood, as in google/robotstxt today.
//
// Matching takes time linear in path and pattern. There, it can take their
// product.
package grobotstxt
