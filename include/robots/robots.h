/* robots.h - the C interface of librobots.
 *
 * Written by make header from src/capi; edit that, not this.
 *
 * May this crawler fetch this URL, and which rule says so?
 *
 * librobots reads robots.txt files by RFC 9309, or exactly as google/robotstxt
 * does, compiles the rules that speak to one crawler, and answers for URLs in
 * tens of nanoseconds. This header is its specification.
 *
 *     #include <robots/robots.h>
 *     #include <stdio.h>
 *     #include <string.h>
 *
 *     int main(void) {
 *         const char *body = "User-agent: *\nDisallow: /private\n";
 *         const char *url = "https://site.example/private/x";
 *         robots_matcher *matcher =
 *             robots_matcher_compile(body, strlen(body), "ExampleBot", 10, NULL, 0);
 *         robots_verdict verdict = robots_matcher_check(matcher, url, strlen(url));
 *         printf("%s by line %u: %s\n", verdict.allowed ? "allowed" : "refused",
 *                (unsigned)verdict.line, robots_reason_text(verdict.reason));
 *         robots_matcher_free(matcher);
 *         return 0;
 *     }
 *
 * Build it with cc example.c $(pkg-config --cflags --libs robots).
 *
 * WHICH OBJECT FOR WHAT
 *
 * - robots_matcher: the rules of one file for one crawler. All that a
 *   crawler needs to ask about URLs.
 * - robots_txt: a whole file, with groups, rules, sitemaps, every other
 *   record, and remarks for its author. Matchers for several crawlers can be
 *   made from one.
 * - robots_lines: every line as google/robotstxt reports it, for programs
 *   built on that library's parse handlers.
 * - robots_check_once: one question to one body, no object at all.
 *
 * RULES OF THE ROAD
 *
 * Ownership. A function that returns a pointer to an object gives it to the
 * caller, who frees it with the function of the same prefix and _free. No
 * object keeps a pointer to the caller's memory, and none depends on another:
 * free in any order, and the body as soon as the call is over. A robots_str
 * is borrowed from the object it was asked of and ends with it. Texts returned
 * as const char * are static.
 *
 * Threads. Functions that take a const object may be called from any number of
 * threads at once on the same object, without locks. A function that takes a
 * non-const object (_free, robots_lines_next) needs it alone. The library
 * has no global state, starts no thread, and calls nothing back.
 *
 * Text. Text is octets with a length, in either direction; no terminator is
 * needed or added, any octet may occur, and any encoding will do. NULL with
 * length 0 is the empty text. Only static texts end with NUL.
 *
 * NULL and other misuse. NULL is a case of every function. A NULL object has
 * nothing in it, refuses every URL, and freeing it does nothing. NULL with a
 * length above 0, or a length above SSIZE_MAX, is a misuse. A misuse is
 * answered as each function says, always on the safe side: constructors give
 * NULL, checks refuse, counts are 0, structs are all zeros. Nothing is written
 * on failure, except that robots_matcher_check_many fills its results with
 * refusals. What cannot be answered is what C leaves undefined: a pointer that
 * does not point to what the function says, a length beyond the memory behind
 * it, an object that was freed or belongs to another library.
 *
 * Errors. Files and URLs cannot be erroneous; every input has an answer. Only
 * misuse and defects remain, and both answer "do not crawl". A defect in the
 * library stops at this border, prints a message to standard error, and is
 * answered like a misuse. Out of memory ends the process, as Rust does.
 *
 * Numbers. Profiles, reasons, kinds and flags are plain integers; their names
 * are the macros below. They never change their meaning. New ones may be added
 * to results, so have a default case. Unknown ones in arguments are a misuse.
 *
 * Structs. Results are returned by value and frozen: they never change size.
 * Reserved members are 0 and mean nothing. The one struct that may grow is
 * robots_options; its size is passed beside it.
 *
 * Versions. Compile-time version: ROBOTS_VERSION and its parts; run-time
 * version: robots_version(). Functions and macros are only ever added while
 * the SONAME stays librobots.so.0; whatever breaks a compiled program gets
 * another one. Each function names the version it came with.
 *
 * Names. google/robotstxt's own build also installs a librobots.so and a
 * robots.h. This header lies in the folder robots, and this library has a
 * SONAME; install the two under different prefixes all the same.
 */

#ifndef ROBOTS_ROBOTS_H
#define ROBOTS_ROBOTS_H

#include <stddef.h>
#include <stdint.h>

/** Version of this header; that of the library is robots_version(). */
#define ROBOTS_VERSION "0.1.0"
#define ROBOTS_VERSION_MAJOR 0
#define ROBOTS_VERSION_MINOR 1
#define ROBOTS_VERSION_PATCH 0

/** Profile: RFC 9309, with the choices the README lists where it is silent. */
#define ROBOTS_PROFILE_RFC9309 0
/** Profile: verdict and line of google/robotstxt, bit by bit, quirks included. */
#define ROBOTS_PROFILE_GOOGLE 1

/** Reason: the question makes no sense, or there was no matcher. Refused. */
#define ROBOTS_REASON_MISUSE 0
/** Reason: the most specific matching rule decided (RFC 9309 2.2.2). */
#define ROBOTS_REASON_RULE 1
/** Reason: the crawler has a group, but none of its rules matches. Allowed. */
#define ROBOTS_REASON_NO_RULE 2
/** Reason: no group speaks to the crawler. Allowed. */
#define ROBOTS_REASON_NO_GROUP 3
/** Reason: /robots.txt itself, which is always allowed. */
#define ROBOTS_REASON_ROBOTS_TXT 4
/** Reason: the file is unavailable, so everything is allowed. */
#define ROBOTS_REASON_UNAVAILABLE 5
/** Reason: the file is unreachable, so everything is refused. */
#define ROBOTS_REASON_UNREACHABLE 6

/** robots_verdict.rule where no rule decided. */
#define ROBOTS_NO_RULE UINT32_MAX
/** robots_record.group of a record outside of all groups. */
#define ROBOTS_NO_GROUP UINT32_MAX

/** Kind of record: a key that nobody knows. */
#define ROBOTS_RECORD_UNKNOWN 0
/** Kind of record: the absolute URL of a sitemap. */
#define ROBOTS_RECORD_SITEMAP 1
/** Kind of record: seconds between two fetches. */
#define ROBOTS_RECORD_CRAWL_DELAY 2
/** Kind of record: documents per time. */
#define ROBOTS_RECORD_REQUEST_RATE 3
/** Kind of record: the hours in which crawlers are welcome. */
#define ROBOTS_RECORD_VISIT_TIME 4
/** Kind of record: the preferred host among mirrors. */
#define ROBOTS_RECORD_HOST 5
/** Kind of record: query parameters that do not change a page. */
#define ROBOTS_RECORD_CLEAN_PARAM 6
/** Kind of record: what content may be used for. */
#define ROBOTS_RECORD_CONTENT_SIGNAL 7
/** Kind of record: the same by the AIPREF drafts. */
#define ROBOTS_RECORD_CONTENT_USAGE 8
/** Kind of record: URL of a licence. */
#define ROBOTS_RECORD_LICENSE 9
/** Kind of record: pages to leave out of an index. */
#define ROBOTS_RECORD_NOINDEX 10

/** Kind of remark: the body is longer than the limit. */
#define ROBOTS_DIAGNOSTIC_TRUNCATED 0
/** Kind of remark: the body looks like an HTML page. */
#define ROBOTS_DIAGNOSTIC_HTML 1
/** Kind of remark: the body was UTF-16. */
#define ROBOTS_DIAGNOSTIC_UTF16 2
/** Kind of remark: the line is no record. */
#define ROBOTS_DIAGNOSTIC_NOT_A_RECORD 3
/** Kind of remark: no colon between key and value. */
#define ROBOTS_DIAGNOSTIC_MISSING_COLON 4
/** Kind of remark: the key is misspelt, and was understood. */
#define ROBOTS_DIAGNOSTIC_MISSPELT_KEY 5
/** Kind of remark: nobody knows the key. */
#define ROBOTS_DIAGNOSTIC_UNKNOWN_KEY 6
/** Kind of remark: a rule before any user-agent line. */
#define ROBOTS_DIAGNOSTIC_RULE_BEFORE_GROUP 7
/** Kind of remark: the pattern begins with neither slash nor star. */
#define ROBOTS_DIAGNOSTIC_PATTERN_WITHOUT_SLASH 8
/** Kind of remark: the record is longer than the limit. */
#define ROBOTS_DIAGNOSTIC_LINE_TOO_LONG 9
/** Kind of remark: a NUL octet ends the line. */
#define ROBOTS_DIAGNOSTIC_NUL 10
/** Kind of remark: the value is not valid UTF-8. */
#define ROBOTS_DIAGNOSTIC_INVALID_UTF8 11
/** Kind of remark: the user-agent line names nobody. */
#define ROBOTS_DIAGNOSTIC_EMPTY_AGENT 12
/** Kind of remark: the user-agent value is no product token. */
#define ROBOTS_DIAGNOSTIC_AGENT_NOT_A_TOKEN 13
/** Kind of remark: the value cannot be read. */
#define ROBOTS_DIAGNOSTIC_INVALID_VALUE 14

/** robots_txt_flags: the body was longer than the limit, the rest not read. */
#define ROBOTS_TXT_TRUNCATED 1
/** robots_txt_flags: the body looks like an HTML page. */
#define ROBOTS_TXT_HTML 2
/** robots_txt_flags: the body was UTF-16 and was transcoded. */
#define ROBOTS_TXT_UTF16 4

/** Type of key, with the numbers of google/robotstxt: user-agent. */
#define ROBOTS_KEY_USER_AGENT 0
/** Type of key: sitemap. */
#define ROBOTS_KEY_SITEMAP 1
/** Type of key: allow. */
#define ROBOTS_KEY_ALLOW 2
/** Type of key: disallow. */
#define ROBOTS_KEY_DISALLOW 3
/** Type of key: any other one. */
#define ROBOTS_KEY_UNKNOWN 128

/** robots_line.flags: nothing but blanks. */
#define ROBOTS_LINE_EMPTY 1
/** robots_line.flags: there is a comment. */
#define ROBOTS_LINE_HAS_COMMENT 2
/** robots_line.flags: there is nothing but a comment. */
#define ROBOTS_LINE_COMMENT 4
/** robots_line.flags: the line has a key and a value, known or not. */
#define ROBOTS_LINE_RECORD 8
/** robots_line.flags: the key counts by a misspelling. */
#define ROBOTS_LINE_TYPO 16
/** robots_line.flags: the line was longer than 16,663 octets and cut. */
#define ROBOTS_LINE_TOO_LONG 32
/** robots_line.flags: there is no colon between key and value. */
#define ROBOTS_LINE_MISSING_COLON 64

/** Octets that always suffice for robots_url_origin. */
#define ROBOTS_URL_ORIGIN_MAX 267
/** Octets that always suffice for robots_url_robots_txt. */
#define ROBOTS_URL_ROBOTS_TXT_MAX 278

/** The lines of a body, handed out one by one. One thread at a time. */
typedef struct robots_lines robots_lines;

/**
 * The rules of one file for one crawler, compiled. Immutable; share it between
 * threads. Depends on nothing.
 */
typedef struct robots_matcher robots_matcher;

/** A parsed file. Immutable; share it between threads. Owns all it needs. */
typedef struct robots_txt robots_txt;

/** May the crawler fetch the URL, and which rule says so. 16 octets, frozen. */
typedef struct robots_verdict {
    /** 1 allowed, 0 refused. */
    uint8_t allowed;
    /** Why: a ROBOTS_REASON number. */
    uint8_t reason;
    /** 0. */
    uint16_t reserved;
    /** Line of the deciding rule, counted from 1; 0 where no rule decided. */
    uint32_t line;
    /**
     * Octets of the rule's pattern as it is matched, which decide precedence
     * (RFC 9309 2.2.2); 0 where no rule decided.
     */
    uint32_t octets;
    /** Index of the rule for robots_txt_rule, or ROBOTS_NO_RULE. */
    uint32_t rule;
} robots_verdict;

/**
 * How a file is read. Zero is the default of every member, so start from
 * robots_options options = {0}; and pass &options, sizeof options. NULL
 * with size 0 means the defaults. A program may know fewer members than the
 * library, and more, as long as those are 0.
 */
typedef struct robots_options {
    /** A ROBOTS_PROFILE number. All that follows is for RFC9309 only. */
    uint8_t profile;
    /**
     * 1: read a pattern that begins with neither a slash nor a star as if a
     * slash stood before it. 0: such a pattern matches nothing.
     */
    uint8_t assume_slash;
    /**
     * 1: the group googlebot does not serve Googlebot-Image when no group
     * names that token. 0: it does.
     */
    uint8_t exact_agent;
    /** 1: a blank line ends a group, as in the texts of 1994 and 1996. */
    uint8_t blank_line_ends_group;
    /** 0. */
    uint32_t reserved;
    /** Octets of the body that are read; 0 means 512,000. */
    size_t max_bytes;
    /**
     * Octets of one record that are kept; 0 means 16,384, and more than 21,845
     * count as that many. A longer record is dropped.
     */
    size_t max_line;
} robots_options;

/** User-agent lines and the rules behind them (RFC 9309 2.1). Frozen. */
typedef struct robots_group {
    /** How many user-agent lines; see robots_txt_agent. */
    size_t agents;
    /** Index of the first rule, where there are any; see robots_txt_rule. */
    size_t rule;
    /** How many rules. */
    size_t rules;
    /**
     * Line of the first user-agent line, counted from 1; 0 says that there is
     * no such group.
     */
    uint32_t line;
    /** 0. */
    uint32_t reserved;
} robots_group;

/**
 * Text that belongs to the object it was asked of, and ends with it. Never
 * NULL, except in a struct that answers a misuse or an index out of range.
 */
typedef struct robots_str {
    /** The octets; no terminator follows. */
    const char *data;
    /** How many. */
    size_t len;
} robots_str;

/** One user-agent line. Frozen. */
typedef struct robots_agent {
    /** The value as written. */
    struct robots_str value;
    /** The line, counted from 1; 0 says that there is no such line. */
    uint32_t line;
    /** 0. */
    uint32_t reserved;
} robots_agent;

/** An allow or disallow line (RFC 9309 2.2.2). Frozen. */
typedef struct robots_rule {
    /** The path pattern as written. */
    struct robots_str pattern;
    /** The path pattern as it is matched; its length decides precedence. */
    struct robots_str normalized;
    /** The line, counted from 1; 0 says that there is no such rule. */
    uint32_t line;
    /** Index of the group it stands in. */
    uint32_t group;
    /** 1 allow, 0 disallow. */
    uint8_t allow;
    /** 0. */
    uint8_t reserved[7];
} robots_rule;

/** A record that is neither a user-agent line nor a rule. Frozen. */
typedef struct robots_record {
    /** The key as written. */
    struct robots_str key;
    /** The value as written, without blanks around it and without comment. */
    struct robots_str value;
    /** The line, counted from 1; 0 says that there is no such record. */
    uint32_t line;
    /** Index of the group it stands in, or ROBOTS_NO_GROUP. */
    uint32_t group;
    /** What the key says: a ROBOTS_RECORD number. */
    uint8_t kind;
    /** 0. */
    uint8_t reserved[7];
} robots_record;

/** A remark for the author of a file. Changes no verdict. Frozen. */
typedef struct robots_diagnostic {
    /** The line, counted from 1; 0 where it is about the whole file. */
    uint32_t line;
    /**
     * The octet in the line, counted from 1; 0 where it is about the whole
     * line or file.
     */
    uint32_t octet;
    /** What was seen: a ROBOTS_DIAGNOSTIC number. */
    uint8_t kind;
    /** 0. */
    uint8_t reserved[3];
} robots_diagnostic;

/**
 * Crawl-delays that concern a crawler, in seconds. Which to obey, if any, is
 * for the caller to decide: crawlers differ. Frozen.
 */
typedef struct robots_crawl_delay {
    /** The delay of the groups that name the crawler. */
    double own;
    /** The delay of the groups for everybody. */
    double star;
    /** 1 if there is one of the former, otherwise 0, and own is 0. */
    uint8_t has_own;
    /** 1 if there is one of the latter, otherwise 0, and star is 0. */
    uint8_t has_star;
    /** 1 if the question was a misuse and has no answer, otherwise 0. */
    uint8_t misuse;
    /** 0. */
    uint8_t reserved[5];
} robots_crawl_delay;

/** One line of a file as google/robotstxt reports it. Frozen. */
typedef struct robots_line {
    /** The key as written, trimmed; empty where the line is no record. */
    struct robots_str key;
    /**
     * The value, trimmed. Escaped as by robots_google_escape, except after
     * ROBOTS_KEY_USER_AGENT and ROBOTS_KEY_SITEMAP.
     */
    struct robots_str value;
    /** Counted from 1; 0 says that there are no more lines. */
    uint32_t line;
    /** Any of the ROBOTS_LINE flags. */
    uint16_t flags;
    /** What the key says: a ROBOTS_KEY number. */
    uint8_t key_type;
    /** 0. */
    uint8_t reserved;
} robots_line;

/** What RobotsMatcher of google/robotstxt knows after a check. Frozen. */
typedef struct robots_google_verdict {
    /** The verdict; its line is that library's matching_line(). */
    struct robots_verdict verdict;
    /**
     * 1 if the file names one of the agents, ever_seen_specific_agent() there;
     * otherwise 0.
     */
    uint8_t names_agent;
    /** 0. */
    uint8_t reserved[3];
} robots_google_verdict;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/* ----------------------------------------------------------------------------
 * Versions and texts
 */

/**
 * The version of the library that runs, such as "0.1.0".
 *
 * Result: a static text. The version of the header is ROBOTS_VERSION.
 * Time: constant. Since 0.1.0.
 */
const char *robots_version(void);

/**
 * One sentence for people about a ROBOTS_REASON number.
 *
 * Result: a static text, "unknown" for numbers that are none.
 * Time: constant. Since 0.1.0.
 */
const char *robots_reason_text(uint8_t reason);

/**
 * A short fixed name of a ROBOTS_REASON number, such as "no-group".
 *
 * Result: a static text, "unknown" for numbers that are none.
 * Time: constant. Since 0.1.0.
 */
const char *robots_reason_name(uint8_t reason);

/**
 * The usual spelling of the key that a ROBOTS_RECORD number stands for, such
 * as "crawl-delay".
 *
 * Result: a static text, "unknown" for ROBOTS_RECORD_UNKNOWN and for numbers
 * that are none.
 * Time: constant. Since 0.1.0.
 */
const char *robots_record_kind_text(uint8_t kind);

/**
 * What a ROBOTS_DIAGNOSTIC number is about and what to do, for people.
 *
 * Result: a static text, "unknown" for numbers that are none.
 * Time: constant. Since 0.1.0.
 */
const char *robots_diagnostic_text(uint8_t kind);

/**
 * A short fixed name of a ROBOTS_DIAGNOSTIC number, such as "missing-colon".
 *
 * Result: a static text, "unknown" for numbers that are none.
 * Time: constant. Since 0.1.0.
 */
const char *robots_diagnostic_name(uint8_t kind);

/* ----------------------------------------------------------------------------
 * One question, no object
 */

/**
 * One URL of one body: nothing is made, nothing is kept.
 *
 * Arguments: the body of a robots.txt; the crawler's product tokens as for
 * robots_matcher_new; an absolute URL as for robots_matcher_check; options
 * as for robots_txt_parse.
 * Result: what a matcher would answer. A matcher pays from the second URL on.
 * Misuse, of any argument: refused with ROBOTS_REASON_MISUSE.
 * Time: linear in body and URL. Since 0.1.0.
 */
struct robots_verdict robots_check_once(const char *data,
                                        size_t len,
                                        const char *agents,
                                        size_t agents_len,
                                        const char *url,
                                        size_t url_len,
                                        const struct robots_options *options,
                                        size_t options_size);

/* ----------------------------------------------------------------------------
 * robots_matcher: one crawler's rules
 */

/**
 * Compiles the rules of a parsed file that speak to a crawler.
 *
 * Arguments: a parsed file; product tokens with commas between them, most
 * wanted first, such as "Applebot, Googlebot". The first token for which the
 * file has a group decides, and without any the groups for everybody do. A
 * token is letters, digits, hyphen, underscore and dot, or a single star;
 * blanks around it do not count. In profile GOOGLE any text is a token, and
 * the groups of all tokens count together.
 * Result: a matcher. Free it with robots_matcher_free.
 * Misuse: NULL for a NULL file, NULL with a length, and tokens that are none,
 * such as a whole User-Agent header.
 * Time: linear in the file. Since 0.1.0.
 */
struct robots_matcher *robots_matcher_new(const struct robots_txt *txt,
                                          const char *agents,
                                          size_t agents_len);

/**
 * Compiles straight from a body: the quickest way to a matcher where nothing
 * else of the file is wanted.
 *
 * Arguments: a body and options as for robots_txt_parse; tokens as for
 * robots_matcher_new.
 * Result: a matcher with the same answers. Free it with robots_matcher_free.
 * Misuse: NULL, as for those two.
 * Time: linear in the body. Since 0.1.0.
 */
struct robots_matcher *robots_matcher_compile(const char *data,
                                              size_t len,
                                              const char *agents,
                                              size_t agents_len,
                                              const struct robots_options *options,
                                              size_t options_size);

/**
 * A matcher for a site whose robots.txt is unavailable, such as by status 404:
 * everything is allowed (RFC 9309 2.3.1.3).
 *
 * Result: a matcher. Free it with robots_matcher_free.
 * Time: constant. Since 0.1.0.
 */
struct robots_matcher *robots_matcher_unavailable(void);

/**
 * A matcher for a site whose robots.txt is unreachable, such as by status 503:
 * everything but /robots.txt is refused (RFC 9309 2.3.1.4).
 *
 * Result: a matcher. Free it with robots_matcher_free.
 * Time: constant. Since 0.1.0.
 */
struct robots_matcher *robots_matcher_unreachable(void);

/**
 * Frees a matcher. NULL is nothing to free.
 *
 * Time: constant. Since 0.1.0.
 */
void robots_matcher_free(struct robots_matcher *matcher);

/**
 * May the crawler fetch this absolute URL, and which rule says so?
 *
 * Arguments: a matcher; a URL as found in a page or a queue. Its scheme is
 * http, https or ftp, and it names a host; the fragment does not count; dot
 * segments stay as they are. In profile GOOGLE any text has a path, as that
 * library guesses. Whether the file governs the URL's origin is the caller's
 * business; see robots_url_robots_txt.
 * Result: the verdict.
 * Misuse: refused with ROBOTS_REASON_MISUSE, for a NULL matcher, NULL with a
 * length, and what is no such URL.
 * Time: linear in the URL for all but contrived files, and at most octets of
 * the URL times rules with a star for those. No allocation for URLs below 512
 * octets. Since 0.1.0.
 */
struct robots_verdict robots_matcher_check(const struct robots_matcher *matcher,
                                           const char *url,
                                           size_t url_len);

/**
 * The same for a path with its query, such as "/a/b?c=d", as a request line
 * has it.
 *
 * Arguments: a matcher; a text that begins with a slash.
 * Result: the verdict.
 * Misuse: as for robots_matcher_check; a text without the slash is one.
 * Time: as for robots_matcher_check. Since 0.1.0.
 */
struct robots_verdict robots_matcher_check_path(const struct robots_matcher *matcher,
                                                const char *path,
                                                size_t path_len);

/**
 * Checks many absolute URLs in one call, which costs a host language one
 * crossing instead of many.
 *
 * Arguments: a matcher; the URLs one behind the other, and for each the offset
 * in data at which it ends, so that the last one is the length of the data;
 * how many URLs; room for as many verdicts, which need not be initialised.
 * Result: 0, and out[i] is the answer to URL i.
 * Misuse: -1, and every verdict of out is a refusal with
 * ROBOTS_REASON_MISUSE, so that ignoring the result crawls nothing: for a NULL
 * matcher, ends that do not ascend (equal ones are empty URLs, each refused by
 * itself), NULL data with URLs in it. Nothing can be written where out is
 * NULL with a count, which is a misuse too.
 * Time: the sum of the single checks. Since 0.1.0.
 */
int32_t robots_matcher_check_many(const struct robots_matcher *matcher,
                                  const char *data,
                                  const size_t *ends,
                                  size_t count,
                                  struct robots_verdict *out);

/**
 * Octets of heap that a matcher holds, for caches with a budget.
 *
 * Result: about two octets for each octet of the patterns; 0 for NULL.
 * Time: constant. Since 0.1.0.
 */
size_t robots_matcher_size(const struct robots_matcher *matcher);

/* ----------------------------------------------------------------------------
 * robots_txt: a whole file
 */

/**
 * Parses a body.
 *
 * Arguments: the body of a robots.txt, any octets; options with their size, or
 * NULL and 0 for the defaults.
 * Result: the parsed file. Free it with robots_txt_free.
 * Misuse: NULL, for NULL with a length, and for options that are smaller than
 * the first release had them, have an unknown number, a flag above 1, or
 * something behind the members that this library knows.
 * Time: linear in the body; memory a small multiple of it. Since 0.1.0.
 */
struct robots_txt *robots_txt_parse(const char *data,
                                    size_t len,
                                    const struct robots_options *options,
                                    size_t options_size);

/**
 * Frees a file. NULL is nothing to free. Matchers made from it live on.
 *
 * Time: constant. Since 0.1.0.
 */
void robots_txt_free(struct robots_txt *txt);

/**
 * What is to be known about the file as a whole.
 *
 * Result: any of the ROBOTS_TXT flags; 0 for NULL.
 * Time: constant. Since 0.1.0.
 */
uint32_t robots_txt_flags(const struct robots_txt *txt);

/**
 * Octets of heap that a file holds, for caches with a budget.
 *
 * Result: the octets; 0 for NULL.
 * Time: constant. Since 0.1.0.
 */
size_t robots_txt_size(const struct robots_txt *txt);

/**
 * How many groups there are.
 *
 * Result: the number; 0 for NULL.
 * Time: constant. Since 0.1.0.
 */
size_t robots_txt_group_count(const struct robots_txt *txt);

/**
 * The group at an index, in file order.
 *
 * Result: the group; all zeros for an index out of range and for NULL.
 * Time: constant. Since 0.1.0.
 */
struct robots_group robots_txt_group(const struct robots_txt *txt, size_t index);

/**
 * The user-agent line at an index of a group.
 *
 * Arguments: a file; the index of a group; the index of a line in it, below
 * robots_group.agents.
 * Result: the line; all zeros for an index out of range and for NULL.
 * Time: constant. Since 0.1.0.
 */
struct robots_agent robots_txt_agent(const struct robots_txt *txt,
                                     size_t group,
                                     size_t index);

/**
 * How many rules there are in all groups together.
 *
 * Result: the number; 0 for NULL.
 * Time: constant. Since 0.1.0.
 */
size_t robots_txt_rule_count(const struct robots_txt *txt);

/**
 * The rule at an index, in file order. robots_verdict.rule is such an index.
 *
 * Result: the rule; all zeros for an index out of range, which ROBOTS_NO_RULE
 * is, and for NULL.
 * Time: logarithmic in the number of groups. Since 0.1.0.
 */
struct robots_rule robots_txt_rule(const struct robots_txt *txt, size_t index);

/**
 * How many records there are that are neither user-agent lines nor rules.
 *
 * Result: the number; 0 for NULL.
 * Time: constant. Since 0.1.0.
 */
size_t robots_txt_record_count(const struct robots_txt *txt);

/**
 * The record at an index, in file order.
 *
 * Result: the record; all zeros for an index out of range and for NULL.
 * Time: constant. Since 0.1.0.
 */
struct robots_record robots_txt_record(const struct robots_txt *txt, size_t index);

/**
 * How many sitemap records there are.
 *
 * Result: the number; 0 for NULL.
 * Time: constant. Since 0.1.0.
 */
size_t robots_txt_sitemap_count(const struct robots_txt *txt);

/**
 * The sitemap at an index, in file order: the value as written, which should
 * be an absolute URL and may be anything. Sitemaps are for every crawler,
 * wherever they stand.
 *
 * Result: the value; NULL and 0 for an index out of range and for NULL.
 * Time: constant. Since 0.1.0.
 */
struct robots_str robots_txt_sitemap(const struct robots_txt *txt, size_t index);

/**
 * How many remarks are kept, 1,024 at most.
 *
 * Result: the number; 0 for NULL.
 * Time: constant. Since 0.1.0.
 */
size_t robots_txt_diagnostic_count(const struct robots_txt *txt);

/**
 * How many remarks there were, kept or not.
 *
 * Result: the number; 0 for NULL.
 * Time: constant. Since 0.1.0.
 */
size_t robots_txt_diagnostic_total(const struct robots_txt *txt);

/**
 * The remark at an index, in file order. For its text see
 * robots_diagnostic_text.
 *
 * Result: the remark; all zeros for an index out of range and for NULL. Since
 * zeros are a remark too, go by the count.
 * Time: constant. Since 0.1.0.
 */
struct robots_diagnostic robots_txt_diagnostic(const struct robots_txt *txt,
                                               size_t index);

/**
 * The crawl-delay for a crawler, and that for everybody. The first value that
 * can be read counts.
 *
 * Arguments: a file; product tokens as for robots_matcher_new.
 * Result: the delays.
 * Misuse: no delays and misuse 1, for NULL, NULL with a length, and tokens
 * that are none.
 * Time: linear in the file. Since 0.1.0.
 */
struct robots_crawl_delay robots_txt_crawl_delay(const struct robots_txt *txt,
                                                 const char *agents,
                                                 size_t agents_len);

/* ----------------------------------------------------------------------------
 * URLs: which robots.txt governs one
 */

/**
 * The origin of a URL, such as "https://site.example:8443": scheme, host and
 * port, which are what one robots.txt governs. Host in lower case, default
 * port left out, user left out: a good key for a cache. A host outside ASCII
 * becomes its xn-- form (UTS 46), unless the library was built without that;
 * then such a URL has no origin.
 *
 * Arguments: an absolute URL; a buffer and its size.
 * Result: the length of the origin. It stands in the buffer if it fits;
 * otherwise nothing is written. ROBOTS_URL_ORIGIN_MAX octets always suffice,
 * and NULL with size 0 only asks.
 * Misuse: 0, which no origin is long, also for a URL that has no origin. It
 * must not be crawled.
 * Time: linear in the URL. Since 0.1.0.
 */
size_t robots_url_origin(const char *url,
                         size_t url_len,
                         char *buffer,
                         size_t buffer_size);

/**
 * The address of the robots.txt that governs a URL, such as
 * "https://site.example/robots.txt".
 *
 * Arguments: an absolute URL; a buffer and its size.
 * Result: the length of the address. It stands in the buffer if it fits;
 * otherwise nothing is written. ROBOTS_URL_ROBOTS_TXT_MAX octets always
 * suffice, and NULL with size 0 only asks.
 * Misuse: 0, also for a URL that has no origin. It must not be crawled.
 * Time: linear in the URL. Since 0.1.0.
 */
size_t robots_url_robots_txt(const char *url,
                             size_t url_len,
                             char *buffer,
                             size_t buffer_size);

/* ----------------------------------------------------------------------------
 * robots_lines: what google/robotstxt reports
 */

/**
 * Begins to read a body line by line, by the rules of google/robotstxt,
 * whatever the body. For verdicts, make a matcher instead.
 *
 * Arguments: a body, which is copied.
 * Result: its lines. Free them with robots_lines_free.
 * Misuse: NULL for NULL with a length.
 * Time: linear in the body. Since 0.1.0.
 */
struct robots_lines *robots_lines_new(const char *data, size_t len);

/**
 * The next line.
 *
 * Every body has at least one line: what stands behind the last line end is
 * one, even if it is nothing.
 *
 * Arguments: lines, which no other thread uses meanwhile.
 * Result: the line; key and value hold until the next call or the end of the
 * object. Number 0 when there are no more.
 * Misuse: number 0 for NULL.
 * Time: linear in the line. Since 0.1.0.
 */
struct robots_line robots_lines_next(struct robots_lines *lines);

/**
 * Frees lines. NULL is nothing to free.
 *
 * Time: constant. Since 0.1.0.
 */
void robots_lines_free(struct robots_lines *lines);

/**
 * One URL of one body as google/robotstxt answers it, with all that it tells
 * about the answer. Nothing is kept.
 *
 * Arguments: a body; agents with commas between them, whose groups count
 * together; any text as URL.
 * Result: the verdict of robots_check_once in profile GOOGLE, and whether
 * the file names one of the agents.
 * Misuse, of any argument: refused with ROBOTS_REASON_MISUSE.
 * Time: linear in body and URL. Since 0.1.0.
 */
struct robots_google_verdict robots_google_check(const char *data,
                                                 size_t len,
                                                 const char *agents,
                                                 size_t agents_len,
                                                 const char *url,
                                                 size_t url_len);

/**
 * What a key says to google/robotstxt, which looks at its beginning only:
 * "allowance" is ROBOTS_KEY_ALLOW.
 *
 * Arguments: a key.
 * Result: a ROBOTS_KEY number.
 * Misuse: ROBOTS_KEY_UNKNOWN for NULL with a length.
 * Time: constant. Since 0.1.0.
 */
uint8_t robots_google_key(const char *key, size_t key_len);

/**
 * Path, parameters and query of a URL as google/robotstxt guesses them; a
 * single slash where it finds none.
 *
 * Arguments: any text; a buffer and its size.
 * Result: the length of the path, which is at most one more than the URL's. It
 * stands in the buffer if it fits; otherwise nothing is written. NULL with
 * size 0 only asks.
 * Misuse: 0, which no path is long.
 * Time: linear in the URL. Since 0.1.0.
 */
size_t robots_google_path(const char *url,
                          size_t url_len,
                          char *buffer,
                          size_t buffer_size);

/**
 * A pattern as google/robotstxt matches it: escapes with upper-case digits,
 * octets from 0x80 escaped, nothing else changed.
 *
 * Arguments: a pattern; a buffer and its size.
 * Result: the length of the escaped pattern, at most three times that of the
 * pattern. It stands in the buffer if it fits; otherwise nothing is written.
 * NULL with size 0 only asks.
 * Misuse: 0, which is also the length for an empty pattern.
 * Time: linear in the pattern. Since 0.1.0.
 */
size_t robots_google_escape(const char *pattern,
                            size_t pattern_len,
                            char *buffer,
                            size_t buffer_size);

/**
 * Does a pattern match a path, octet by octet, nothing escaped or unescaped?
 * A pattern is a prefix, a star stands for any octets, and a dollar sign at
 * the end demands the end of the path. An empty pattern matches every path.
 *
 * Arguments: a path and a pattern.
 * Result: 1 if it matches, 0 if not.
 * Misuse: 0.
 * Time: linear in both. Since 0.1.0.
 */
int32_t robots_google_match(const char *path,
                            size_t path_len,
                            const char *pattern,
                            size_t pattern_len);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* ROBOTS_ROBOTS_H */
