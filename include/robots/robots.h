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
 * - robots_cache: what is known of many origins, within a byte budget: who
 *   fetches which robots.txt and when, what the outcome means, and the rules of
 *   every crawler that shares it. All that a crawler of many sites needs beside
 *   its HTTP client and its clock.
 * - robots_state and robots_fetch: the same decisions for a crawler that
 *   keeps the entries itself: what is remembered of one origin, and one attempt.
 *
 * A CRAWLER OF MANY SITES
 *
 * The cache answers, or hands out a robots_ticket to one of the callers, who
 * asks what the ticket says, hands in what came back, and has the answer as a
 * robots_hit. Here get is the crawler's own HTTP client, one request
 * without following redirects, and a URL is refused for as long as another
 * thread holds the ticket.
 *
 *     static int may_fetch(const robots_cache *cache, const char *url, uint64_t now)
 *     {
 *         robots_lookup lookup = robots_cache_get(cache, url, strlen(url), now);
 *         robots_hit *hit = lookup.hit;
 *         int allowed;
 *         if (lookup.kind == ROBOTS_LOOKUP_FETCH) {
 *             robots_ticket *ticket = lookup.ticket;
 *             struct reply reply;
 *             uint8_t result;
 *             do {
 *                 reply = get(robots_ticket_url(ticket));
 *                 if (reply.status == 0) {
 *                     result = robots_ticket_failure(ticket, ROBOTS_FAILURE_OTHER);
 *                 } else {
 *                     result = robots_ticket_response(ticket, reply.status, 0, reply.headers,
 *                                                     strlen(reply.headers));
 *                 }
 *             } while (result == ROBOTS_RESULT_REDIRECT);
 *             hit = robots_ticket_finish(ticket, reply.body, strlen(reply.body), now);
 *         }
 *         allowed = robots_hit_check(hit, 0, url, strlen(url)).allowed;
 *         robots_hit_free(hit);
 *         return allowed;
 *     }
 *
 * RULES OF THE ROAD
 *
 * Ownership. A function that returns a pointer to an object gives it to the
 * caller, who frees it with the function of the same prefix and _free
 * (robots_ticket_finish frees its ticket as well). No object keeps a pointer
 * to the caller's memory, and none depends on another: free in any order, and
 * the body as soon as the call is over. A robots_str is borrowed from the
 * object it was asked of and ends with it. Texts returned as const char *
 * are static.
 *
 * Threads. Functions that take a const object may be called from any number of
 * threads at once on the same object, without locks of the caller's: this is so
 * for every function that takes a const robots_cache, those that change what
 * it knows included. A function that takes a non-const object (_free,
 * robots_lines_next, robots_ticket_response) needs it alone. An object may
 * go to another thread. The library starts no thread and calls nothing back.
 *
 * Text. Text is octets with a length, in either direction; no terminator is
 * needed or added, any octet may occur, and any encoding will do. NULL with
 * length 0 is the empty text. Only static texts end with NUL.
 *
 * NULL and other misuse. NULL is a case of every function. A NULL object has
 * nothing in it, refuses every URL, and freeing it does nothing. NULL with a
 * length above 0, or a length above SSIZE_MAX, is a misuse. A misuse is
 * answered as each function says, always on the safe side: constructors give
 * NULL, checks refuse, counts are 0, structs are all zeros, except that their
 * access is ROBOTS_ACCESS_REFUSE_ALL. Nothing is written on failure, except
 * that robots_matcher_check_many, robots_matcher_check_each and
 * robots_hit_check_many fill their results with refusals. What cannot be
 * answered is what C leaves undefined: a pointer that does not point to what
 * the function says, a length beyond the memory behind it, an object that was
 * freed or belongs to another library.
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
 * Reserved members are 0 and mean nothing. The structs that may grow are
 * robots_options, robots_policy and robots_stats; their size is passed
 * beside them.
 *
 * Time. Moments are seconds since 1970, by a clock that the caller brings;
 * lengths of time are seconds.
 *
 * Versions. Compile-time version: ROBOTS_VERSION and its parts; run-time
 * version: robots_version(). Functions and macros are only ever added while
 * the SONAME stays librobots.so.0; whatever breaks a compiled program gets
 * another one. Each function names the version it came with.
 *
 * Features. Functions named robots_cache_, robots_hit_ and robots_ticket_
 * are there where the library was built with the feature cache, as make
 * install does.
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
/** Kind of remark: the user-agent value is more than a product token. */
#define ROBOTS_DIAGNOSTIC_AGENT_NOT_A_TOKEN 13
/** Kind of remark: the value cannot be read. */
#define ROBOTS_DIAGNOSTIC_INVALID_VALUE 14
/** Kind of remark: a record that needs a value has none; it is left out. */
#define ROBOTS_DIAGNOSTIC_EMPTY_VALUE 15
/** Kind of remark: a name with digits or dots, never found in profile GOOGLE. */
#define ROBOTS_DIAGNOSTIC_AGENT_WITH_DIGITS 16
/** Kind of remark: a version behind a name, which does not count. */
#define ROBOTS_DIAGNOSTIC_AGENT_WITH_VERSION 17

/** Who speaks: the question was a misuse and has no answer. */
#define ROBOTS_GROUP_MISUSE 0
/** Who speaks: no group; everything is allowed. */
#define ROBOTS_GROUP_NONE 1
/** Who speaks: the groups for everybody. */
#define ROBOTS_GROUP_STAR 2
/** Who speaks: the groups that name the crawler. */
#define ROBOTS_GROUP_NAMED 3

/**
 * Who speaks: the groups that name a part of the crawler's name which ends before
 * a hyphen or underscore.
 */
#define ROBOTS_GROUP_FALLBACK 4

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

/** Access: obey the rules of the copy at hand. */
#define ROBOTS_ACCESS_RULES 1
/** Access: everything is allowed. */
#define ROBOTS_ACCESS_ALLOW_ALL 2
/** Access: everything is refused for now. Also the answer to a misuse. */
#define ROBOTS_ACCESS_REFUSE_ALL 3

/** Basis: refused, there was no attempt yet; fetch now. */
#define ROBOTS_BASIS_NOT_FETCHED 0
/** Basis: rules, the copy is fresh. */
#define ROBOTS_BASIS_FRESH 1
/** Basis: allowed, there is no robots.txt. */
#define ROBOTS_BASIS_UNAVAILABLE 2
/** Basis: refused, the file is forbidden. */
#define ROBOTS_BASIS_FORBIDDEN 3
/** Basis: refused, the last answer has expired; fetch now. */
#define ROBOTS_BASIS_EXPIRED 4
/** Basis: refused, the clock was set back; fetch now. */
#define ROBOTS_BASIS_CLOCK_BACK 5
/** Basis: refused, the file is unreachable and no usable copy is left. */
#define ROBOTS_BASIS_UNREACHABLE 6
/** Basis: rules, the file is unreachable and the last copy is obeyed. */
#define ROBOTS_BASIS_STALE_COPY 7
/** Basis: allowed, the file has been unreachable for too long. */
#define ROBOTS_BASIS_LONG_OUTAGE 8

/** Stored copy: leave it as it is, if there is one. */
#define ROBOTS_COPY_KEEP 0
/** Stored copy: store the body just received instead. */
#define ROBOTS_COPY_REPLACE 1
/** Stored copy: drop it, there is no file any more. */
#define ROBOTS_COPY_FORGET 2

/** Cause: there was no attempt yet. */
#define ROBOTS_CAUSE_NOT_FETCHED 0
/** Cause: the attempt was given up before it had a result. */
#define ROBOTS_CAUSE_INTERRUPTED 1
/** Cause: 2xx, a file. */
#define ROBOTS_CAUSE_SUCCESS 2
/** Cause: 304, the copy still holds. */
#define ROBOTS_CAUSE_NOT_MODIFIED 3
/** Cause: 4xx other than 407, 421 and 429, no file. */
#define ROBOTS_CAUSE_MISSING 4
/** Cause: 401 or 403, which the policy takes for a refusal. */
#define ROBOTS_CAUSE_FORBIDDEN 5
/** Cause: 5xx, which the policy takes for a missing file. */
#define ROBOTS_CAUSE_ERROR_FOR_MISSING 6
/** Cause: more redirects than the policy follows. */
#define ROBOTS_CAUSE_TOO_MANY_REDIRECTS 7
/** Cause: 429, asked too often. */
#define ROBOTS_CAUSE_RATE_LIMITED 8
/** Cause: 5xx other than 511. */
#define ROBOTS_CAUSE_SERVER_ERROR 9

/**
 * Cause: a status that is no answer to this request, such as 206, 407, 421, 511,
 * and a 304 that does not confirm the copy.
 */
#define ROBOTS_CAUSE_ODD_STATUS 10
/** Cause: a redirect without a target, or with an empty one. */
#define ROBOTS_CAUSE_NO_LOCATION 11
/** Cause: a redirect to no URL, or to one of over 8,192 octets. */
#define ROBOTS_CAUSE_BAD_LOCATION 12
/** Cause: a redirect to something other than http or https. */
#define ROBOTS_CAUSE_NOT_HTTP 13
/** Cause: 2xx, a file whose rules a cache has no room for. */
#define ROBOTS_CAUSE_TOO_LARGE 14

/** Failure, and cause: the name of the host could not be resolved. */
#define ROBOTS_FAILURE_DNS 32
/** Failure, and cause: no connection could be made. */
#define ROBOTS_FAILURE_CONNECT 33
/** Failure, and cause: nothing came in time. */
#define ROBOTS_FAILURE_TIMEOUT 34
/** Failure, and cause: the connection broke off. */
#define ROBOTS_FAILURE_RESET 35
/** Failure, and cause: no secure connection could be agreed on. */
#define ROBOTS_FAILURE_TLS 36
/** Failure, and cause: the response breaks the protocol. */
#define ROBOTS_FAILURE_PROTOCOL 37
/** Failure, and cause: the body is shorter than announced. */
#define ROBOTS_FAILURE_TRUNCATED 38
/** Failure, and cause: the content coding of the body cannot be decoded. */
#define ROBOTS_FAILURE_UNDECODABLE 39
/** Failure, and cause: the crawler declined to ask there. */
#define ROBOTS_FAILURE_REFUSED 40
/** Failure: a client that follows five redirects or more by itself gave up. */
#define ROBOTS_FAILURE_TOO_MANY_REDIRECTS 41
/** Failure, and cause: anything else. */
#define ROBOTS_FAILURE_OTHER 42

/** Result: the file is here, its rules apply (RFC 9309 2.3.1.1). */
#define ROBOTS_RESULT_SUCCESSFUL 1
/** Result: the file is elsewhere, ask there (RFC 9309 2.3.1.2). */
#define ROBOTS_RESULT_REDIRECT 2
/** Result: there is no file, everything is allowed (RFC 9309 2.3.1.3). */
#define ROBOTS_RESULT_UNAVAILABLE 3
/** Result: nobody knows, everything is refused (RFC 9309 2.3.1.4). */
#define ROBOTS_RESULT_UNREACHABLE 4

/**
 * After a long outage: the last copy is obeyed, whatever its age; without one
 * everything is allowed.
 */
#define ROBOTS_AFTER_OUTAGE_LAST_COPY_OR_ALLOW 0
/** After a long outage: everything is allowed, whatever the last copy says. */
#define ROBOTS_AFTER_OUTAGE_ALLOW_ALL 1

/**
 * After a long outage: the last copy is obeyed, whatever its age; without one
 * everything stays refused.
 */
#define ROBOTS_AFTER_OUTAGE_LAST_COPY_OR_REFUSE 2
/** After a long outage: everything is refused, whatever the last copy says. */
#define ROBOTS_AFTER_OUTAGE_REFUSE_ALL 3

/** Flag of a response: its body did not arrive whole. */
#define ROBOTS_RESPONSE_INCOMPLETE 1

/** Octets that cannot be read: not of this library or kind, or a misuse. */
#define ROBOTS_SNAPSHOT_FOREIGN 1
/** Octets that cannot be read: their order in numbers is the wrong one. */
#define ROBOTS_SNAPSHOT_BYTE_ORDER 2
/** Octets that cannot be read: of a version that this release does not know. */
#define ROBOTS_SNAPSHOT_VERSION 3
/** Octets that cannot be read: fewer or more than announced. */
#define ROBOTS_SNAPSHOT_LENGTH 4
/** Octets that cannot be read: some are not what was written. */
#define ROBOTS_SNAPSHOT_CHECKSUM 5
/** Octets that cannot be read: forged. */
#define ROBOTS_SNAPSHOT_MALFORMED 6
/** Octets that cannot be read: written with other agents or options. */
#define ROBOTS_SNAPSHOT_SETTINGS 7
/** Octets that cannot be read: of another origin than they were to be of. */
#define ROBOTS_SNAPSHOT_OTHER_ORIGIN 8

/** What a look-up found: the question was a misuse. */
#define ROBOTS_LOOKUP_MISUSE 0
/** What a look-up found: an answer. */
#define ROBOTS_LOOKUP_HIT 1
/** What a look-up found: an attempt is due. */
#define ROBOTS_LOOKUP_FETCH 2
/** What a look-up found: nothing is known, and somebody else is asking. */
#define ROBOTS_LOOKUP_WAIT 3

/**
 * Octets that the library made. Immutable; share them between threads. Depends
 * on nothing.
 */
typedef struct robots_bytes robots_bytes;

/**
 * Origins, what is known of each, and the compiled rules of one or more
 * crawlers. Share it between threads: every function but
 * robots_cache_free takes it const and may be called from any number of them
 * at once. Tickets and hits outlive it.
 */
typedef struct robots_cache robots_cache;

/**
 * One attempt to get the robots.txt of one origin, redirects included. It says
 * which URL to ask for and is told what came back; the requests are the
 * caller's. Depends on nothing.
 */
typedef struct robots_fetch robots_fetch;

/**
 * What is known of one origin at one moment: a decision, and what it says of
 * URLs. Immutable; share it between threads. Stays as it is, whatever becomes
 * of the cache.
 */
typedef struct robots_hit robots_hit;

/** The lines of a body, handed out one by one. One thread at a time. */
typedef struct robots_lines robots_lines;

/**
 * The rules of one file for one crawler, compiled. Immutable; share it between
 * threads. Depends on nothing.
 */
typedef struct robots_matcher robots_matcher;

/**
 * What a crawler remembers of one origin's robots.txt, besides the file itself.
 * For crawlers that keep their own entries; robots_cache does all of it.
 * Depends on nothing.
 */
typedef struct robots_state robots_state;

/**
 * The right and the duty to ask for one origin's robots.txt: a robots_fetch
 * with a place to hand in its outcome. May go to another thread, and outlives
 * the cache.
 */
typedef struct robots_ticket robots_ticket;

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

/** Which groups of a file speak to a crawler. Frozen. */
typedef struct robots_group_match {
    /**
     * The name by which the crawler was found, as the file writes it; empty
     * where it was not found by name.
     */
    struct robots_str name;
    /** Who speaks: a ROBOTS_GROUP number. */
    uint8_t group;
    /** 0. */
    uint8_t reserved[7];
} robots_group_match;

/**
 * Crawl-delays that concern a crawler, in seconds, and who speaks to it. Which
 * to obey, if any, is for the caller to decide: crawlers differ. The choice of
 * groups suggests own where group is ROBOTS_GROUP_NAMED or
 * ROBOTS_GROUP_FALLBACK, and none if there is none, and star where it is
 * ROBOTS_GROUP_STAR. Frozen.
 */
typedef struct robots_crawl_delay {
    /** The delay of the groups that name the crawler. */
    double own;
    /** The delay of the groups for everybody, whoever speaks to the crawler. */
    double star;
    /** 1 if there is one of the former, otherwise 0, and own is 0. */
    uint8_t has_own;
    /** 1 if there is one of the latter, otherwise 0, and star is 0. */
    uint8_t has_star;
    /** Who speaks: a ROBOTS_GROUP number. */
    uint8_t group;
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

/**
 * What may be crawled at one moment, why, and when to look again. 32 octets,
 * frozen. A misuse is answered with ROBOTS_ACCESS_REFUSE_ALL and zeros.
 */
typedef struct robots_decision {
    /** What governs crawling: a ROBOTS_ACCESS number. */
    uint8_t access;
    /** Why: a ROBOTS_BASIS number. */
    uint8_t basis;
    /** What the last attempt met: a ROBOTS_CAUSE or ROBOTS_FAILURE number. */
    uint8_t cause;
    /** What to do with the stored copy: a ROBOTS_COPY number. */
    uint8_t copy;
    /** Status of the last response; 0 without one. */
    uint16_t status;
    /** 0. */
    uint16_t reserved;
    /** Seconds until the next attempt is due; 0 when it is due now. */
    uint32_t wait;
    /**
     * Seconds for which access stands even without another attempt; 0 when
     * nothing is known.
     */
    uint32_t fresh_for;
    /** The moment the next attempt is due. */
    uint64_t fetch_at;
    /** The next moment at which anything can change. */
    uint64_t next_change;
} robots_decision;

/**
 * What a crawler decides once, for all origins or for some. Zero is the default
 * of every member, so start from robots_policy policy = {0}; and pass
 * &policy, sizeof policy. NULL with size 0 means the defaults. Grows as
 * robots_options does. All times are in seconds. Values that contradict each
 * other are harmless: a lower bound above its upper bound yields to it. For no
 * time at all say 1.
 */
typedef struct robots_policy {
    /** How long an answer is used that does not say so itself; 0 means a day. */
    uint32_t default_fresh;
    /**
     * The least time an answer is used, no-store included; 0 means five
     * minutes.
     */
    uint32_t min_fresh;
    /** The most time an answer is used; 0 means a day. */
    uint32_t max_fresh;
    /**
     * The wait after the first failed attempt, doubled with each further one; 0
     * means a minute.
     */
    uint32_t min_retry;
    /** The longest wait that the crawler chooses by itself; 0 means an hour. */
    uint32_t max_retry;
    /** The longest wait a Retry-After header can ask for; 0 means a day. */
    uint32_t max_retry_after;
    /**
     * How long an origin must have been seen unreachable, and by at least four
     * attempts, before after_outage applies; 0 means 30 days. Also how old a
     * copy may become meanwhile, where after_outage does not keep it.
     */
    uint32_t long_outage;
    /** 1: several crawlers use the same copy, so s-maxage counts. */
    uint8_t shared_cache;
    /** How many redirects are followed; less than five mean five. */
    uint8_t max_redirects;
    /** A ROBOTS_AFTER_OUTAGE number. */
    uint8_t after_outage;
    /** 1: 401 and 403 refuse everything. 0: they allow everything. */
    uint8_t forbidden_is_disallow;
    /** 1: the site answers 5xx for pages that do not exist; 511 is no such answer. */
    uint8_t five_xx_means_missing;
    /** 0. */
    uint8_t reserved[3];
} robots_policy;

/** What robots_cache_get found. Frozen. */
typedef struct robots_lookup {
    /** A ROBOTS_LOOKUP number. */
    uint8_t kind;
    /** 0. */
    uint8_t reserved[7];
    /** With ROBOTS_LOOKUP_WAIT: when to ask again at the latest; otherwise 0. */
    uint64_t until;
    /**
     * With ROBOTS_LOOKUP_HIT: the answer; otherwise NULL. Free it with
     * robots_hit_free.
     */
    struct robots_hit *hit;
    /**
     * With ROBOTS_LOOKUP_FETCH: the right and the duty to ask; otherwise NULL.
     * robots_ticket_finish or robots_ticket_free takes it back.
     */
    struct robots_ticket *ticket;
} robots_lookup;

/** What robots_cache_check says. 32 octets, frozen. */
typedef struct robots_answer {
    /** The verdict. */
    struct robots_verdict verdict;
    /** A ROBOTS_LOOKUP number. */
    uint8_t lookup;
    /** What governs crawling: a ROBOTS_ACCESS number. */
    uint8_t access;
    /** Why: a ROBOTS_BASIS number. */
    uint8_t basis;
    /** 0. */
    uint8_t reserved;
    /**
     * Seconds until the next attempt is due, 0 when it is due now; with
     * ROBOTS_LOOKUP_WAIT, until asking again makes sense at the latest.
     */
    uint32_t wait;
    /** The next moment at which anything can change. */
    uint64_t next_change;
} robots_answer;

/**
 * How full a cache is, and what was asked of it since it was made. Grows as
 * robots_options does.
 */
typedef struct robots_stats {
    /** Origins of which something is known. */
    uint64_t entries;
    /** Octets that they take. */
    uint64_t bytes;
    /** Octets that they may take. */
    uint64_t budget;
    /**
     * Tickets that are out, without those that had expired when a ticket was
     * last asked for.
     */
    uint64_t tickets;
    /** Answers from what was known. */
    uint64_t hits;
    /** Tickets handed out. */
    uint64_t fetches;
    /** Answers that somebody else is asking and nothing is known. */
    uint64_t waits;
    /** Origins forgotten for want of room, back-off included. */
    uint64_t evictions;
    /** Files whose rules were too large to be kept for every crawler. */
    uint64_t too_large;
} robots_stats;

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

/**
 * A short fixed name of a ROBOTS_ACCESS number, such as "refuse-all".
 *
 * Result: a static text, "unknown" for numbers that are none.
 * Time: constant. Since 0.1.0.
 */
const char *robots_access_name(uint8_t access);

/**
 * A short fixed name of a ROBOTS_BASIS number, such as "stale-copy".
 *
 * Result: a static text, "unknown" for numbers that are none.
 * Time: constant. Since 0.1.0.
 */
const char *robots_basis_name(uint8_t basis);

/**
 * One sentence for people about a ROBOTS_BASIS number.
 *
 * Result: a static text, "unknown" for numbers that are none.
 * Time: constant. Since 0.1.0.
 */
const char *robots_basis_text(uint8_t basis);

/**
 * A short fixed name of a ROBOTS_CAUSE or ROBOTS_FAILURE number, such as
 * "rate-limited".
 *
 * Result: a static text, "unknown" for numbers that are none.
 * Time: constant. Since 0.1.0.
 */
const char *robots_cause_name(uint8_t cause);

/**
 * One sentence for people about a ROBOTS_CAUSE or ROBOTS_FAILURE number.
 *
 * Result: a static text, "unknown" for numbers that are none.
 * Time: constant. Since 0.1.0.
 */
const char *robots_cause_text(uint8_t cause);

/**
 * One sentence for people about a ROBOTS_SNAPSHOT number, negated or not.
 *
 * Result: a static text, "unknown" for numbers that are none.
 * Time: constant. Since 0.1.0.
 */
const char *robots_snapshot_text(int32_t number);

/* ----------------------------------------------------------------------------
 * One question, no object
 */

/**
 * One URL of one body: nothing is made, nothing is kept.
 *
 * Arguments: the body of a robots.txt; the crawler's product tokens as for
 * robots_matcher_new; a URL or path as for robots_matcher_check; options as
 * for robots_txt_parse.
 * Result: what a matcher would answer. A matcher pays from the second URL on.
 * Misuse, of any argument: refused with ROBOTS_REASON_MISUSE.
 * Time: linear in the body, and at most octets of the URL times rules with a
 * star. Since 0.1.0.
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
 * Compiles the rules of a parsed file that are for a crawler.
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
 * May the crawler fetch this absolute URL, or this path, and which rule says so?
 *
 * Arguments: a matcher; a URL as found in a page or a queue. Its scheme is
 * http, https or ftp, it names a host, and its port is one; the fragment does
 * not count; dot segments stay as they are. Or a path with its query, such as
 * "/a/b?c=d": a text that begins with one slash is answered as by
 * robots_matcher_check_path; not with two, nor with what clients take for two,
 * such as a slash and a backslash, which lead to another host. In profile GOOGLE
 * any text has a path, as that library guesses. Whether the file governs the URL's origin is the
 * caller's business; see robots_url_robots_txt.
 * Result: the verdict.
 * Misuse: refused with ROBOTS_REASON_MISUSE, for a NULL matcher, NULL with a
 * length, and what is neither such a URL nor such a path. A URL without an
 * origin (robots_url_origin) is none, but for hosts outside ASCII, which need
 * no mapping here.
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
 * Arguments: a matcher; a text that begins with a slash, or with two. In
 * profile RFC9309 blanks and controls around it are trimmed and a fragment is
 * cut; all else is matched as it stands, and a backslash is no slash there.
 * Result: the verdict.
 * Misuse: as for robots_matcher_check; a text without the slash is one.
 * Time: as for robots_matcher_check. Since 0.1.0.
 */
struct robots_verdict robots_matcher_check_path(const struct robots_matcher *matcher,
                                                const char *path,
                                                size_t path_len);

/**
 * Checks many URLs or paths in one call, which costs a host language one
 * crossing instead of many.
 *
 * Arguments: a matcher; the URLs as for robots_matcher_check, one behind the
 * other, and for each the offset in data at which it ends, so that the last
 * one is the length of the data; how many URLs; room for as many verdicts, which
 * need not be initialised.
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
 * Checks many URLs or paths of many sites in one call, each with the matcher of
 * its site. Where there are more matchers than the processor's caches hold, this
 * takes half the time of single calls: what is asked next is fetched from
 * memory beforehand.
 *
 * Arguments: a matcher for each URL; the rest as for
 * robots_matcher_check_many.
 * Result: 0, and out[i] is what matchers[i] says of URL i. Where that is
 * NULL, it is a refusal with ROBOTS_REASON_MISUSE, and the others are answered.
 * Misuse: -1 and refusals throughout, as for robots_matcher_check_many; NULL
 * for the array with a count.
 * Time: the sum of the single checks. Since 0.1.0.
 */
int32_t robots_matcher_check_each(const struct robots_matcher *const *matchers,
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

/**
 * A matcher as octets, to be kept or sent, and read here or on another machine
 * by robots_matcher_from_bytes.
 *
 * Result: the octets. Free them with robots_bytes_free.
 * Misuse: NULL for NULL.
 * Time: linear in the size of the matcher. Since 0.1.0.
 */
struct robots_bytes *robots_matcher_to_bytes(const struct robots_matcher *matcher);

/**
 * Reads what robots_matcher_to_bytes wrote. Octets that were damaged, cut, or
 * written by something else are found by a checksum, and forged ones are
 * walked through before use: they are refused, or some set of rules.
 *
 * Arguments: octets, which are copied.
 * Result: a matcher with the same answers. Free it with robots_matcher_free.
 * NULL for all octets that robots_matcher_to_bytes never writes; fetch anew.
 * Misuse: NULL.
 * Time: linear in the octets, except for groups with over 256 rules with a
 * star. Since 0.1.0.
 */
struct robots_matcher *robots_matcher_from_bytes(const char *data, size_t len);

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
 * Which groups speak to a crawler, and by which name: those whose rules
 * robots_matcher_new compiles.
 *
 * Arguments: a file; product tokens as for robots_matcher_new.
 * Result: who speaks. In profile GOOGLE, where the groups of several tokens are
 * united, the name is the first in the file.
 * Misuse: ROBOTS_GROUP_MISUSE and all zeros, for NULL, NULL with a length, and
 * tokens that are none.
 * Time: as for robots_matcher_new, less the compiling. Since 0.1.0.
 */
struct robots_group_match robots_txt_group_for(const struct robots_txt *txt,
                                               const char *agents,
                                               size_t agents_len);

/**
 * The crawl-delay for a crawler, that for everybody, and who speaks. The first
 * value that can be read counts.
 *
 * Arguments: a file; product tokens as for robots_matcher_new.
 * Result: the delays.
 * Misuse: ROBOTS_GROUP_MISUSE and all zeros, for NULL, NULL with a length, and
 * tokens that are none.
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

/**
 * Does a robots.txt fetched from robots_url govern url? Only if it lies at
 * the top of the same origin, under exactly /robots.txt and without a query.
 *
 * Arguments: two absolute URLs.
 * Result: 1 or 0.
 * Misuse: 0, also where one of them has no origin.
 * Time: linear in both. Since 0.1.0.
 */
int32_t robots_url_governs(const char *robots_url,
                           size_t robots_url_len,
                           const char *url,
                           size_t url_len);

/**
 * Is this the address of a robots.txt: /robots.txt at the top of an origin,
 * in lower case and without a query?
 *
 * Arguments: an absolute URL.
 * Result: 1 or 0.
 * Misuse: 0, also for a URL that has no origin.
 * Time: linear in the URL. Since 0.1.0.
 */
int32_t robots_url_is_robots_txt(const char *url, size_t url_len);

/* ----------------------------------------------------------------------------
 * robots_lines: what google/robotstxt reports
 */

/**
 * Begins to read a body line by line, by the rules of google/robotstxt,
 * whatever the body. Of one beyond 256 MiB the lines are read that stand within
 * as a whole, as by everything else in profile GOOGLE. For verdicts, make a
 * matcher instead.
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

/* ----------------------------------------------------------------------------
 * robots_state: what is remembered of one origin
 */

/**
 * The state of an origin of which nothing is known.
 *
 * Result: a state. Free it with robots_state_free.
 * Time: constant. Since 0.1.0.
 */
struct robots_state *robots_state_new(void);

/**
 * Frees a state. NULL is nothing to free.
 *
 * Time: constant. Since 0.1.0.
 */
void robots_state_free(struct robots_state *state);

/**
 * What may be crawled at the moment now.
 *
 * Arguments: a state; a policy with its size, or NULL and 0 for the defaults;
 * seconds since 1970, always by the same clock. Where the clock runs
 * backwards, time does not pass; by more than a minute, the origin is to be
 * asked again first.
 * Result: the decision. An attempt is due where wait is 0.
 * Misuse: ROBOTS_ACCESS_REFUSE_ALL and zeros, for a NULL state, and for a policy
 * that is smaller than the first release had it, has an unknown number, a flag
 * above 1, or something behind the members that this library knows.
 * Time: constant. Since 0.1.0.
 */
struct robots_decision robots_state_decision(const struct robots_state *state,
                                             const struct robots_policy *policy_data,
                                             size_t policy_size,
                                             uint64_t now);

/**
 * Tells the state that the copy of the file is lost, so that the whole file
 * must be fetched before it can be obeyed again. An outage of a site that had a
 * file begins anew.
 *
 * Arguments: a state, which no other thread uses meanwhile.
 * Result: 0.
 * Misuse: -1 for NULL.
 * Time: constant. Since 0.1.0.
 */
int32_t robots_state_forget_copy(struct robots_state *state);

/**
 * How many attempts have failed in a row.
 *
 * Result: at most 65,535; 0 for NULL.
 * Time: constant. Since 0.1.0.
 */
uint32_t robots_state_failures(const struct robots_state *state);

/**
 * A state as octets, to be kept or sent, and read here or on another machine by
 * robots_state_from_bytes. At most 328 octets.
 *
 * Result: the octets. Free them with robots_bytes_free.
 * Misuse: NULL for NULL.
 * Time: constant. Since 0.1.0.
 */
struct robots_bytes *robots_state_to_bytes(const struct robots_state *state);

/**
 * Reads what robots_state_to_bytes wrote. Octets that were damaged, cut, or
 * written by something else are found by a checksum.
 *
 * Arguments: octets, which are copied.
 * Result: an equal state. Free it with robots_state_free. NULL for all octets
 * that robots_state_to_bytes never writes; then begin with a new state.
 * Misuse: NULL.
 * Time: linear in the octets. Since 0.1.0.
 */
struct robots_state *robots_state_from_bytes(const char *data, size_t len);

/* ----------------------------------------------------------------------------
 * robots_fetch: one attempt to get a robots.txt
 */

/**
 * Begins an attempt.
 *
 * Arguments: any absolute URL of the origin; what is known of the origin so far,
 * or NULL for nothing, which the attempt does not keep; a policy as for
 * robots_state_decision.
 * Result: an attempt. Free it with robots_fetch_free.
 * Misuse: NULL, also for a URL that has no origin. It must not be crawled.
 * Time: linear in the URL. Since 0.1.0.
 */
struct robots_fetch *robots_fetch_new(const char *url,
                                      size_t url_len,
                                      const struct robots_state *state,
                                      const struct robots_policy *policy_data,
                                      size_t policy_size);

/**
 * Frees an attempt. NULL is nothing to free.
 *
 * Time: constant. Since 0.1.0.
 */
void robots_fetch_free(struct robots_fetch *fetch);

/**
 * The URL to ask for now: ASCII, without user and fragment.
 *
 * Result: the URL. It holds until the next call that takes the attempt non-const.
 * Misuse: NULL and 0 for NULL.
 * Time: constant. Since 0.1.0.
 */
struct robots_str robots_fetch_url(const struct robots_fetch *fetch);

/**
 * How many redirects were followed so far.
 *
 * Result: a number, 0 for NULL.
 * Time: constant. Since 0.1.0.
 */
uint32_t robots_fetch_hops(const struct robots_fetch *fetch);

/**
 * What to send as If-None-Match to the URL to ask for now, so that the server
 * may say that the copy still holds.
 *
 * Arguments: an attempt; the state it began with, or NULL.
 * Result: the entity tag, which ends with the state; length 0 for none, as when
 * the copy came from another URL. Send no such header then. A 304 counts only
 * where there was this or robots_fetch_if_modified_since to send.
 * Misuse: NULL and 0 for a NULL attempt.
 * Time: linear in the URL. Since 0.1.0.
 */
struct robots_str robots_fetch_if_none_match(const struct robots_fetch *fetch,
                                             const struct robots_state *state);

/**
 * What to send as If-Modified-Since to the URL to ask for now.
 *
 * Arguments: an attempt and a state as for robots_fetch_if_none_match; a
 * buffer and its size.
 * Result: 29, and the date stands in the buffer if it fits; otherwise nothing is
 * written. 0 for none; send no such header then.
 * Misuse: 0.
 * Time: linear in the URL. Since 0.1.0.
 */
size_t robots_fetch_if_modified_since(const struct robots_fetch *fetch,
                                      const struct robots_state *state,
                                      char *buffer,
                                      size_t buffer_size);

/**
 * Takes a response from the URL that was asked.
 *
 * Arguments: an attempt, which no other thread uses meanwhile; the status; 0 or
 * ROBOTS_RESPONSE_INCOMPLETE where the body did not arrive whole (a body cut at
 * the caller's own limit is whole); the header lines, each Name: value and
 * ended by LF or CRLF, as they came over the wire or one behind the other from
 * the header callback of libcurl. A status line (HTTP/1.1 200) starts another
 * response, and what came before it is dropped; a line that begins with a blank
 * continues the one above; lines without a colon are ignored.
 * Result: a ROBOTS_RESULT number. After ROBOTS_RESULT_REDIRECT ask again, at the
 * new URL; any other one ends the attempt.
 * Misuse: 0, also for unknown flags; nothing changes.
 * Time: linear in the headers. Since 0.1.0.
 */
uint8_t robots_fetch_response(struct robots_fetch *fetch,
                              uint16_t status,
                              uint32_t flags,
                              const char *headers,
                              size_t headers_len);

/**
 * Ends the attempt: there was no whole response.
 *
 * Arguments: an attempt, which no other thread uses meanwhile; a ROBOTS_FAILURE
 * number.
 * Result: ROBOTS_RESULT_UNREACHABLE. After ROBOTS_FAILURE_TOO_MANY_REDIRECTS
 * ROBOTS_RESULT_UNAVAILABLE, with the cause ROBOTS_CAUSE_TOO_MANY_REDIRECTS.
 * Misuse: 0, also for a number that is no failure; nothing changes.
 * Time: constant. Since 0.1.0.
 */
uint8_t robots_fetch_failure(struct robots_fetch *fetch, uint8_t number);

/**
 * Says that the client followed redirects on its own. Call it before
 * robots_fetch_response, which then takes the last response. What was found
 * counts however many redirects led there, but no 304: nobody knows what the
 * server there was told of the copy. An empty URL is a redirect without target.
 *
 * Arguments: an attempt, which no other thread uses meanwhile; how many
 * redirects since the URL that was to be asked; the URL where they ended.
 * Result: 0.
 * Misuse: -1; nothing changes.
 * Time: linear in the URL. Since 0.1.0.
 */
int32_t robots_fetch_followed(struct robots_fetch *fetch,
                              uint32_t redirects,
                              const char *url,
                              size_t url_len);

/**
 * What came of the last response or failure.
 *
 * Result: a ROBOTS_RESULT number; ROBOTS_RESULT_UNREACHABLE before there was any.
 * Misuse: 0 for NULL.
 * Time: constant. Since 0.1.0.
 */
uint8_t robots_fetch_result(const struct robots_fetch *fetch);

/**
 * Why the attempt ended as it did.
 *
 * Result: a ROBOTS_CAUSE or ROBOTS_FAILURE number; ROBOTS_CAUSE_INTERRUPTED
 * before its end.
 * Misuse: ROBOTS_CAUSE_NOT_FETCHED for NULL.
 * Time: constant. Since 0.1.0.
 */
uint8_t robots_fetch_cause(const struct robots_fetch *fetch);

/**
 * The other origin for which this attempt has answered as well: where the last
 * redirect named the address of its robots.txt octet for octet, as
 * robots_url_robots_txt writes it, and a file or its absence was found there.
 * Record the attempt for that origin too, unless something fresh is known of it.
 *
 * Arguments: an attempt; a buffer and its size.
 * Result: the length of the origin, written as robots_url_origin does; 0 for
 * none.
 * Misuse: 0.
 * Time: linear in the URL. Since 0.1.0.
 */
size_t robots_fetch_target(const struct robots_fetch *fetch,
                           char *buffer,
                           size_t buffer_size);

/**
 * Takes the outcome of an attempt, received at the moment now. An attempt
 * without a result counts as failed.
 *
 * Arguments: a state, which no other thread uses meanwhile; the attempt; policy
 * and moment as for robots_state_decision.
 * Result: what may be crawled from then on, and in copy what to do with the
 * stored copy of the file.
 * Misuse: ROBOTS_ACCESS_REFUSE_ALL and zeros, also for a NULL attempt; the state
 * stays as it was.
 * Time: constant. Since 0.1.0.
 */
struct robots_decision robots_state_record(struct robots_state *state,
                                           const struct robots_fetch *fetch,
                                           const struct robots_policy *policy_data,
                                           size_t policy_size,
                                           uint64_t now);

/* ----------------------------------------------------------------------------
 * robots_cache: everything known of many origins
 */

/**
 * Makes a cache, still empty. What is used least is dropped where room is
 * wanted; of an origin that failed, when it may be asked again is kept in an
 * eighth of the budget. A crawler whose rules find no room is refused everything
 * while they are fresh, with ROBOTS_CAUSE_TOO_LARGE: no outage, and never open.
 *
 * Arguments: how many octets of memory it may take, counting all that an entry
 * holds, and less than 8192 mean 8192; the product tokens of each crawler that shares it, one line for each as
 * for robots_matcher_new, lines ended by LF, so that the first line is crawler
 * 0, and no line at all means one crawler that no file names; options as for
 * robots_txt_parse; a policy as for robots_state_decision; after how many
 * seconds the next one who asks gets the ticket, 0 for 120, and longer than any
 * attempt takes with all its redirects.
 * Result: a cache. Free it with robots_cache_free.
 * Misuse: NULL, as for those three, and for an empty line before the last.
 * Time: linear in the tokens. Since 0.1.0.
 */
struct robots_cache *robots_cache_new(size_t budget,
                                      const char *agents,
                                      size_t agents_len,
                                      const struct robots_options *options,
                                      size_t options_size,
                                      const struct robots_policy *policy_data,
                                      size_t policy_size,
                                      uint32_t lease);

/**
 * Frees a cache. NULL is nothing to free. Tickets and hits that are out stay
 * usable; the memory of the entries goes with the last of them.
 *
 * Time: linear in the entries. Since 0.1.0.
 */
void robots_cache_free(struct robots_cache *cache);

/**
 * What is known of the origin of a URL at the moment now. When an attempt is
 * due, one caller gets the ticket for it; as long as that is out, the others
 * get what is known, if it still may be used, or are told to wait.
 *
 * Arguments: a cache; an absolute URL; seconds since 1970.
 * Result: a hit, a ticket, or until when to wait, by kind.
 * Misuse: ROBOTS_LOOKUP_MISUSE, also for a URL that has no origin. It must not
 * be crawled.
 * Time: linear in the URL. Since 0.1.0.
 */
struct robots_lookup robots_cache_get(const struct robots_cache *cache,
                                      const char *url,
                                      size_t url_len,
                                      uint64_t now);

/**
 * May the crawler fetch this URL, as far as is known at the moment now? No
 * object is made and no ticket handed out.
 *
 * Arguments: a cache; the number of the crawler; a URL as for
 * robots_matcher_check; seconds since 1970.
 * Result: the verdict, and in lookup whether there is more to do.
 * ROBOTS_LOOKUP_HIT: the verdict stands. ROBOTS_LOOKUP_FETCH: an attempt is due,
 * so call robots_cache_get. ROBOTS_LOOKUP_WAIT: somebody else makes it. Where
 * nothing is known the URL is refused with ROBOTS_REASON_UNREACHABLE.
 * Misuse: refused with ROBOTS_REASON_MISUSE; for a crawler that there is not, the
 * rest of the answer is as for the others, and otherwise ROBOTS_LOOKUP_MISUSE. So
 * is a path alone, which has no origin.
 * Time: as for robots_matcher_check. No allocation for what is known and URLs
 * below 512 octets. Since 0.1.0.
 */
struct robots_answer robots_cache_check(const struct robots_cache *cache,
                                        size_t crawler,
                                        const char *url,
                                        size_t url_len,
                                        uint64_t now);

/**
 * A ticket although nothing is due, for example to have a fresh answer before
 * the old one expires.
 *
 * Arguments: as for robots_cache_get.
 * Result: a ticket; NULL while somebody else holds one for this origin.
 * Misuse: NULL.
 * Time: linear in the URL. Since 0.1.0.
 */
struct robots_ticket *robots_cache_refresh(const struct robots_cache *cache,
                                           const char *url,
                                           size_t url_len,
                                           uint64_t now);

/**
 * What is remembered of the origin of a URL. Does not count as use.
 *
 * Arguments: a cache; any absolute URL of the origin.
 * Result: a copy of the state. Free it with robots_state_free. NULL where
 * nothing is known.
 * Misuse: NULL.
 * Time: linear in the URL. Since 0.1.0.
 */
struct robots_state *robots_cache_state(const struct robots_cache *cache,
                                        const char *url,
                                        size_t url_len);

/**
 * The origins of which something is known, in no order.
 *
 * Result: each as robots_url_origin writes it, with LF behind it. Free it with
 * robots_bytes_free.
 * Misuse: NULL for NULL.
 * Time: linear in the entries. Since 0.1.0.
 */
struct robots_bytes *robots_cache_origins(const struct robots_cache *cache);

/**
 * Forgets the origin of a URL. What a ticket that is out finds is not recorded
 * then, and whoever asks next gets another.
 *
 * Arguments: a cache; any absolute URL of the origin.
 * Result: 1 if something was known, otherwise 0.
 * Misuse: 0.
 * Time: linear in the URL. Since 0.1.0.
 */
int32_t robots_cache_remove(const struct robots_cache *cache,
                            const char *url,
                            size_t url_len);

/**
 * How full a cache is, and what was asked of it. The numbers are of nearly the
 * same moment.
 *
 * Arguments: a cache; room for the numbers, and its size. Members that this
 * library does not know become 0.
 * Result: 0.
 * Misuse: -1, and nothing is written: for NULL, and for a size smaller than the
 * first release had it or above 4096.
 * Time: linear in the budget, a few steps for each 16 MiB, and in the tickets
 * that are out. Since 0.1.0.
 */
int32_t robots_cache_stats(const struct robots_cache *cache,
                           struct robots_stats *out,
                           size_t size);

/* ----------------------------------------------------------------------------
 * robots_hit: what is known of one origin
 */

/**
 * What may be crawled, why, and until when.
 *
 * Result: the decision.
 * Misuse: ROBOTS_ACCESS_REFUSE_ALL and zeros for NULL.
 * Time: constant. Since 0.1.0.
 */
struct robots_decision robots_hit_decision(const struct robots_hit *hit);

/**
 * May the crawler fetch this URL, or this path?
 *
 * Arguments: a hit; the number of the crawler, by the lines of
 * robots_cache_new; a URL of this origin or a path, as for
 * robots_matcher_check.
 * Result: the verdict.
 * Misuse: as for robots_matcher_check; a number that no crawler has is one.
 * Time: as for robots_matcher_check. Since 0.1.0.
 */
struct robots_verdict robots_hit_check(const struct robots_hit *hit,
                                       size_t crawler,
                                       const char *url,
                                       size_t url_len);

/**
 * Checks many URLs of this origin, or paths, in one call.
 *
 * Arguments: a hit; the number of the crawler; the rest as for
 * robots_matcher_check_many.
 * Result: 0, and out[i] is the answer to URL i.
 * Misuse: -1 and refusals as for robots_matcher_check_many; a number that no
 * crawler has is one.
 * Time: the sum of the single checks. Since 0.1.0.
 */
int32_t robots_hit_check_many(const struct robots_hit *hit,
                              size_t crawler,
                              const char *data,
                              const size_t *ends,
                              size_t count,
                              struct robots_verdict *out);

/**
 * Frees a hit. NULL is nothing to free.
 *
 * Time: constant, unless the cache has dropped the entry. Since 0.1.0.
 */
void robots_hit_free(struct robots_hit *hit);

/* ----------------------------------------------------------------------------
 * robots_ticket: an attempt for a robots_cache
 */

/**
 * The URL to ask for now, as robots_fetch_url.
 *
 * Result: the URL. It holds until the next call that takes the ticket non-const.
 * Misuse: NULL and 0 for NULL.
 * Time: constant. Since 0.1.0.
 */
struct robots_str robots_ticket_url(const struct robots_ticket *ticket);

/**
 * What to send as If-None-Match to that URL, as robots_fetch_if_none_match.
 *
 * Result: the entity tag, which holds until the ticket ends; length 0 for none.
 * Misuse: NULL and 0 for NULL.
 * Time: linear in the URL. Since 0.1.0.
 */
struct robots_str robots_ticket_if_none_match(const struct robots_ticket *ticket);

/**
 * What to send as If-Modified-Since to that URL, as
 * robots_fetch_if_modified_since.
 *
 * Arguments: a ticket; a buffer and its size.
 * Result: 29, and the date stands in the buffer if it fits; otherwise nothing is
 * written. 0 for none.
 * Misuse: 0.
 * Time: linear in the URL. Since 0.1.0.
 */
size_t robots_ticket_if_modified_since(const struct robots_ticket *ticket,
                                       char *buffer,
                                       size_t buffer_size);

/**
 * Takes a response from that URL, as robots_fetch_response.
 *
 * Arguments: a ticket, which no other thread uses meanwhile; the rest as there.
 * Result: a ROBOTS_RESULT number. After ROBOTS_RESULT_REDIRECT ask again, at the
 * new URL; after any other one hand in the ticket.
 * Misuse: 0; nothing changes.
 * Time: linear in the headers. Since 0.1.0.
 */
uint8_t robots_ticket_response(struct robots_ticket *ticket,
                               uint16_t status,
                               uint32_t flags,
                               const char *headers,
                               size_t headers_len);

/**
 * Says that there was no whole response, as robots_fetch_failure.
 *
 * Arguments: a ticket, which no other thread uses meanwhile; a ROBOTS_FAILURE
 * number.
 * Result: a ROBOTS_RESULT number.
 * Misuse: 0, also for a number that is no failure; nothing changes.
 * Time: constant. Since 0.1.0.
 */
uint8_t robots_ticket_failure(struct robots_ticket *ticket, uint8_t number);

/**
 * Says that the client followed redirects on its own, as
 * robots_fetch_followed.
 *
 * Arguments: a ticket, which no other thread uses meanwhile; the rest as there.
 * Result: 0.
 * Misuse: -1; nothing changes.
 * Time: linear in the URL. Since 0.1.0.
 */
int32_t robots_ticket_followed(struct robots_ticket *ticket,
                               uint32_t redirects,
                               const char *url,
                               size_t url_len);

/**
 * Hands in the outcome at the moment now, and frees the ticket in every case.
 * What came back is recorded in the cache, unless the ticket had expired and
 * was handed out anew or was taken for lost, eight times as late; unless the
 * origin was removed meanwhile; and unless something younger than now was
 * imported meanwhile. Where redirects ended at exactly the URL at which another
 * origin would be asked, it is recorded there too if nothing is known of that
 * one, or it is due, and nobody holds a ticket for it.
 *
 * Arguments: a ticket; the body of the last response, which counts only where
 * that was a file (204 and 205 are an empty one); seconds since 1970.
 * Result: what may be crawled from then on. Free it with robots_hit_free.
 * Misuse: NULL for a NULL ticket; NULL also for NULL with a length, and then a
 * failed attempt is recorded.
 * Time: linear in the body, for each crawler. Since 0.1.0.
 */
struct robots_hit *robots_ticket_finish(struct robots_ticket *ticket,
                                        const char *body,
                                        size_t body_len,
                                        uint64_t now);

/**
 * Gives a ticket back, so that the next one who asks gets it. NULL is nothing to
 * free.
 *
 * Time: constant. Since 0.1.0.
 */
void robots_ticket_free(struct robots_ticket *ticket);

/* ----------------------------------------------------------------------------
 * A robots_cache as octets, and what holds octets
 */

/**
 * All that a cache knows as octets, for robots_cache_restore after a restart.
 * Other threads may use the cache meanwhile.
 *
 * Result: the octets. Free them with robots_bytes_free.
 * Misuse: NULL for NULL.
 * Time: linear in the octets. Since 0.1.0.
 */
struct robots_bytes *robots_cache_to_bytes(const struct robots_cache *cache);

/**
 * Takes what robots_cache_to_bytes wrote. What is already known stays where it
 * is younger; what finds no room in the budget is dropped. All of it is read by
 * the policy of this cache. Rules that another release of the library compiled
 * are obeyed until they are due, and then the file is fetched whole.
 *
 * Arguments: a cache with the same tokens and options; the octets.
 * Result: how many entries that were, or a negated ROBOTS_SNAPSHOT number, and
 * then nothing was taken, except that of forged octets some may have been.
 * Misuse: -ROBOTS_SNAPSHOT_FOREIGN.
 * Time: linear in the octets, as robots_matcher_from_bytes for each rules.
 * Since 0.1.0.
 */
int64_t robots_cache_restore(const struct robots_cache *cache,
                             const char *data,
                             size_t len);

/**
 * What is known of the origin of a URL as octets, for robots_cache_import; for
 * a store of the caller's own.
 *
 * Arguments: a cache; any absolute URL of the origin.
 * Result: the octets. Free them with robots_bytes_free. NULL where nothing is
 * known.
 * Misuse: NULL.
 * Time: linear in the octets. Since 0.1.0.
 */
struct robots_bytes *robots_cache_export(const struct robots_cache *cache,
                                         const char *url,
                                         size_t url_len);

/**
 * Takes what robots_cache_export wrote. What is already known of the origin
 * stays where it is younger.
 *
 * Arguments: a cache with the same tokens and options; any absolute URL of the
 * origin that the entry must be of, or NULL and 0 to take it whichever that is;
 * the octets.
 * Result: 0, or a negated ROBOTS_SNAPSHOT number, and then nothing was taken.
 * Misuse: -ROBOTS_SNAPSHOT_FOREIGN; for a URL that has no origin,
 * -ROBOTS_SNAPSHOT_OTHER_ORIGIN.
 * Time: as for robots_cache_restore. Since 0.1.0.
 */
int32_t robots_cache_import(const struct robots_cache *cache,
                            const char *url,
                            size_t url_len,
                            const char *data,
                            size_t len);

/**
 * The octets themselves.
 *
 * Result: the octets, which end with the object.
 * Misuse: NULL and 0 for NULL.
 * Time: constant. Since 0.1.0.
 */
struct robots_str robots_bytes_str(const struct robots_bytes *bytes);

/**
 * Frees octets. NULL is nothing to free.
 *
 * Time: constant. Since 0.1.0.
 */
void robots_bytes_free(struct robots_bytes *bytes);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* ROBOTS_ROBOTS_H */
