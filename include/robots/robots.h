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
 * - robots_matcher: the rules of one file for one crawler. It is all that a
 *   crawler needs to ask about URLs.
 * - robots_txt: a whole file, with groups, rules, sitemaps, every other
 *   record, and remarks for its author. Matchers for several crawlers can be
 *   made from one.
 * - robots_lines: every line as google/robotstxt reports it, for programs
 *   built on that library's parse handlers.
 * - robots_check_once: one question about one body, without an object.
 * - robots_cache: what is known of many origins, within a byte budget: who
 *   fetches which robots.txt and when, what the outcome means, and the rules
 *   of every crawler that shares it. It is all that a crawler of many sites
 *   needs beside its HTTP client and its clock.
 * - robots_state and robots_fetch: the same decisions for a crawler that
 *   keeps the entries itself: what is remembered of one origin, and one attempt.
 *
 * A CRAWLER OF MANY SITES
 *
 * The cache either answers or hands out a robots_ticket to one of the
 * callers. That caller requests the URL that the ticket names, hands in what
 * came back, and gets the answer as a robots_hit. In this example get is
 * the crawler's own HTTP client: it makes one request and follows no redirect.
 * Where the cache says to wait, because another thread holds the ticket, the
 * example denies the URL.
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
 * to the caller's memory, and no object depends on another: objects may be
 * freed in any order, and the body as soon as the call has returned. A
 * robots_str points into the object that it came from and is valid at most
 * as long as that object. Texts returned as const char * are static.
 *
 * Threads. Functions that take a const object may be called from any number of
 * threads at once on the same object, without locks. This holds for every
 * function that takes a const robots_cache, even if the function changes
 * what the cache knows. A function that takes a non-const object (_free,
 * robots_lines_next, robots_ticket_response) needs exclusive use of it. An
 * object may be moved to another thread. The library starts no thread and
 * calls nothing back.
 *
 * Text. Text is octets with a length, in arguments and in results. It needs no
 * terminator and gets none, any octet may occur in it, and it may be in any
 * encoding. NULL with length 0 is the empty text. Only static texts end with
 * NUL.
 *
 * NULL and other misuse. Every function accepts NULL. A NULL object is empty
 * and denies every URL, and freeing it does nothing. NULL with a length above
 * 0, or a length above SSIZE_MAX, is a misuse. Each function says how it
 * answers a misuse, always on the safe side: constructors return NULL, checks
 * deny, counts are 0, and structs are all zeros, except that a member access
 * is ROBOTS_ACCESS_REFUSE_ALL. Nothing is written on failure, except that
 * robots_matcher_check_many, robots_matcher_check_each and
 * robots_hit_check_many fill their results with verdicts that deny. Only
 * what C itself leaves undefined has no answer: a pointer that does not point
 * to what the function says, a length beyond the memory behind it, an object
 * that was freed or belongs to another library.
 *
 * Errors. No file and no URL is an error: every input has an answer. The only
 * errors are misuse and defects of the library, and both are answered "do not
 * crawl". A defect does not leave the function that met it: the library prints
 * a message to standard error and answers as for a misuse. Running out of
 * memory ends the process, as in every Rust program.
 *
 * Numbers. Profiles, reasons, kinds and flags are plain integers; their names
 * are the macros below. A number never changes its meaning. Later versions may
 * add numbers to results, so have a default case. An unknown number in an
 * argument is a misuse.
 *
 * Structs. Structs that are called frozen never change their size. Reserved
 * members are 0 and have no meaning. The structs that may grow are
 * robots_options, robots_policy and robots_stats; their size is passed
 * beside them.
 *
 * Time. A moment is a number of seconds since 1970, by a clock that the caller
 * brings. A length of time is a number of seconds.
 *
 * Versions. ROBOTS_VERSION and its parts tell the version at compile time, and
 * robots_version() tells it at run time. As long as the SONAME stays
 * librobots.so.0, functions and macros are only added; a change that breaks
 * a compiled program gets another SONAME. Each function names the version that
 * it came with.
 *
 * Features. Functions named robots_cache_, robots_hit_ and
 * robots_ticket_ exist only if the library was built with the feature
 * cache, as make install builds it.
 *
 * Names. google/robotstxt's own build also installs a librobots.so and a
 * robots.h. This header is in the folder robots, and this library has a
 * SONAME; nevertheless, install the two libraries under different prefixes.
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

/** Profile: RFC 9309. The README lists the choices where the RFC is silent. */
#define ROBOTS_PROFILE_RFC9309 0

/**
 * Profile: the verdict and line that google/robotstxt gives, with all its
 * quirks.
 */
#define ROBOTS_PROFILE_GOOGLE 1

/** Reason: the question makes no sense, or there was no matcher. Denied. */
#define ROBOTS_REASON_MISUSE 0
/** Reason: the most specific matching rule decided (RFC 9309 2.2.2). */
#define ROBOTS_REASON_RULE 1

/**
 * Reason: there is a group for the crawler, but no rule of it matches.
 * Allowed.
 */
#define ROBOTS_REASON_NO_RULE 2
/** Reason: no group is for the crawler. Allowed. */
#define ROBOTS_REASON_NO_GROUP 3
/** Reason: /robots.txt itself, which is always allowed. */
#define ROBOTS_REASON_ROBOTS_TXT 4
/** Reason: the file is unavailable, so everything is allowed. */
#define ROBOTS_REASON_UNAVAILABLE 5
/** Reason: the file is unreachable, so everything is denied. */
#define ROBOTS_REASON_UNREACHABLE 6

/** robots_verdict.rule where no rule decided. */
#define ROBOTS_NO_RULE UINT32_MAX
/** robots_record.group of a record outside of all groups. */
#define ROBOTS_NO_GROUP UINT32_MAX

/** Kind of record: a key that is not known. */
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
/** Kind of record: what content may be used for, by the AIPREF drafts. */
#define ROBOTS_RECORD_CONTENT_USAGE 8
/** Kind of record: the URL of a licence. */
#define ROBOTS_RECORD_LICENSE 9
/** Kind of record: pages to leave out of an index. */
#define ROBOTS_RECORD_NOINDEX 10

/** Kind of remark: the body is longer than the limit. */
#define ROBOTS_DIAGNOSTIC_TRUNCATED 0
/** Kind of remark: the body looks like an HTML page. */
#define ROBOTS_DIAGNOSTIC_HTML 1
/** Kind of remark: the body was UTF-16. */
#define ROBOTS_DIAGNOSTIC_UTF16 2
/** Kind of remark: the line is not a record. */
#define ROBOTS_DIAGNOSTIC_NOT_A_RECORD 3
/** Kind of remark: there is no colon between key and value. */
#define ROBOTS_DIAGNOSTIC_MISSING_COLON 4
/** Kind of remark: the key is misspelt but was understood. */
#define ROBOTS_DIAGNOSTIC_MISSPELT_KEY 5
/** Kind of remark: the key is not known. */
#define ROBOTS_DIAGNOSTIC_UNKNOWN_KEY 6
/** Kind of remark: a rule stands before the first user-agent line. */
#define ROBOTS_DIAGNOSTIC_RULE_BEFORE_GROUP 7
/** Kind of remark: the pattern begins with neither slash nor star. */
#define ROBOTS_DIAGNOSTIC_PATTERN_WITHOUT_SLASH 8
/** Kind of remark: the record is longer than the limit. */
#define ROBOTS_DIAGNOSTIC_LINE_TOO_LONG 9
/** Kind of remark: a NUL octet ends the line. */
#define ROBOTS_DIAGNOSTIC_NUL 10
/** Kind of remark: the value is not valid UTF-8. */
#define ROBOTS_DIAGNOSTIC_INVALID_UTF8 11
/** Kind of remark: the user-agent line names no crawler. */
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

/** Groups for a crawler: the question was a misuse and has no answer. */
#define ROBOTS_GROUP_MISUSE 0
/** Groups for a crawler: none; everything is allowed. */
#define ROBOTS_GROUP_NONE 1
/** Groups for a crawler: the groups for every crawler (*). */
#define ROBOTS_GROUP_STAR 2
/** Groups for a crawler: the groups that name it. */
#define ROBOTS_GROUP_NAMED 3

/**
 * Groups for a crawler: the groups that name a part of its name, from the
 * start to a hyphen or underscore.
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
/** Type of key: any other key. */
#define ROBOTS_KEY_UNKNOWN 128

/** robots_line.flags: the line holds nothing but blanks. */
#define ROBOTS_LINE_EMPTY 1
/** robots_line.flags: the line has a comment. */
#define ROBOTS_LINE_HAS_COMMENT 2
/** robots_line.flags: the line holds nothing but a comment. */
#define ROBOTS_LINE_COMMENT 4
/** robots_line.flags: the line has a key and a value, known or not. */
#define ROBOTS_LINE_RECORD 8
/** robots_line.flags: the key is misspelt but was understood. */
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

/** Basis: everything is refused; there was no attempt yet, so fetch now. */
#define ROBOTS_BASIS_NOT_FETCHED 0
/** Basis: the rules are obeyed; the copy is fresh. */
#define ROBOTS_BASIS_FRESH 1
/** Basis: everything is allowed; there is no robots.txt. */
#define ROBOTS_BASIS_UNAVAILABLE 2
/** Basis: everything is refused; the server forbids the file. */
#define ROBOTS_BASIS_FORBIDDEN 3
/** Basis: everything is refused; the last answer has expired, so fetch now. */
#define ROBOTS_BASIS_EXPIRED 4
/** Basis: everything is refused; the clock was set back, so fetch now. */
#define ROBOTS_BASIS_CLOCK_BACK 5

/**
 * Basis: everything is refused; the file is unreachable and no usable copy is
 * left.
 */
#define ROBOTS_BASIS_UNREACHABLE 6
/** Basis: the rules of the last copy are obeyed; the file is unreachable. */
#define ROBOTS_BASIS_STALE_COPY 7
/** Basis: everything is allowed; the file has been unreachable for too long. */
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
/** Cause: 401 or 403, which the policy reads as "refuse everything". */
#define ROBOTS_CAUSE_FORBIDDEN 5
/** Cause: 5xx, which the policy reads as a missing file. */
#define ROBOTS_CAUSE_ERROR_FOR_MISSING 6
/** Cause: more redirects than the policy follows. */
#define ROBOTS_CAUSE_TOO_MANY_REDIRECTS 7
/** Cause: 429, asked too often. */
#define ROBOTS_CAUSE_RATE_LIMITED 8
/** Cause: 5xx other than 511. */
#define ROBOTS_CAUSE_SERVER_ERROR 9

/**
 * Cause: a status that does not answer this request, such as 206, 407, 421,
 * 511, or a 304 that does not confirm the copy.
 */
#define ROBOTS_CAUSE_ODD_STATUS 10
/** Cause: a redirect without a target, or with an empty one. */
#define ROBOTS_CAUSE_NO_LOCATION 11

/**
 * Cause: a redirect to something that is no URL, or to a URL of over 8,192
 * octets.
 */
#define ROBOTS_CAUSE_BAD_LOCATION 12
/** Cause: a redirect to something other than http or https. */
#define ROBOTS_CAUSE_NOT_HTTP 13
/** Cause: 2xx, a file whose rules do not fit the cache. */
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
/** Failure, and cause: the crawler declined to make the request. */
#define ROBOTS_FAILURE_REFUSED 40

/**
 * Failure: a client gave up after it had followed at least five redirects by
 * itself.
 */
#define ROBOTS_FAILURE_TOO_MANY_REDIRECTS 41
/** Failure, and cause: anything else. */
#define ROBOTS_FAILURE_OTHER 42

/** Result: the file is here, its rules apply (RFC 9309 2.3.1.1). */
#define ROBOTS_RESULT_SUCCESSFUL 1
/** Result: the file is elsewhere, ask there (RFC 9309 2.3.1.2). */
#define ROBOTS_RESULT_REDIRECT 2
/** Result: there is no file, everything is allowed (RFC 9309 2.3.1.3). */
#define ROBOTS_RESULT_UNAVAILABLE 3

/**
 * Result: it is not known whether there is a file, everything is refused (RFC
 * 9309 2.3.1.4).
 */
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

/**
 * Octets that cannot be read: something else wrote them, or they hold another
 * kind of object. Also the answer to a misuse.
 */
#define ROBOTS_SNAPSHOT_FOREIGN 1
/** Octets that cannot be read: their numbers are in the wrong byte order. */
#define ROBOTS_SNAPSHOT_BYTE_ORDER 2
/** Octets that cannot be read: this release does not know their version. */
#define ROBOTS_SNAPSHOT_VERSION 3
/** Octets that cannot be read: there are fewer or more than announced. */
#define ROBOTS_SNAPSHOT_LENGTH 4
/** Octets that cannot be read: some have changed since they were written. */
#define ROBOTS_SNAPSHOT_CHECKSUM 5
/** Octets that cannot be read: they are forged. */
#define ROBOTS_SNAPSHOT_MALFORMED 6
/** Octets that cannot be read: they were written with other agents or options. */
#define ROBOTS_SNAPSHOT_SETTINGS 7
/** Octets that cannot be read: they are of another origin than the given one. */
#define ROBOTS_SNAPSHOT_OTHER_ORIGIN 8

/** What a look-up found: the question was a misuse. */
#define ROBOTS_LOOKUP_MISUSE 0
/** What a look-up found: an answer. */
#define ROBOTS_LOOKUP_HIT 1
/** What a look-up found: an attempt is due. */
#define ROBOTS_LOOKUP_FETCH 2
/** What a look-up found: nothing is known, and another caller holds the ticket. */
#define ROBOTS_LOOKUP_WAIT 3

/**
 * Octets that the library made. They are immutable, depend on no other object,
 * and may be shared between threads.
 */
typedef struct robots_bytes robots_bytes;

/**
 * Origins, what is known of each, and the compiled rules of one or more
 * crawlers. A cache may be shared between threads: every function but
 * robots_cache_free takes it const and may be called from any number of
 * threads at once. Tickets and hits outlive the cache.
 */
typedef struct robots_cache robots_cache;

/**
 * One attempt to get the robots.txt of one origin, redirects included. It says
 * which URL to ask for and takes what came back; the caller makes the
 * requests. An attempt depends on no other object.
 */
typedef struct robots_fetch robots_fetch;

/**
 * What is known of one origin at one moment: a decision, and the verdicts that
 * follow from it. A hit is immutable and may be shared between threads. It
 * does not change when the cache does, and outlives the cache.
 */
typedef struct robots_hit robots_hit;

/** The lines of a body, handed out one by one, for one thread at a time. */
typedef struct robots_lines robots_lines;

/**
 * The compiled rules of one file for one crawler. A matcher is immutable,
 * depends on no other object, and may be shared between threads.
 */
typedef struct robots_matcher robots_matcher;

/**
 * What a crawler remembers of the robots.txt of one origin, besides the file
 * itself. It is for crawlers that keep an entry for each origin themselves;
 * robots_cache does this for its callers. A state depends on no other
 * object.
 */
typedef struct robots_state robots_state;

/**
 * The right and the duty to ask for the robots.txt of one origin: a
 * robots_fetch whose outcome is handed in to the cache. A ticket may be
 * moved to another thread, and outlives the cache.
 */
typedef struct robots_ticket robots_ticket;

/**
 * A parsed file. It is immutable, owns all that it needs, and may be shared
 * between threads.
 */
typedef struct robots_txt robots_txt;

/** May the crawler fetch the URL, and which rule says so. 16 octets, frozen. */
typedef struct robots_verdict {
    /** 1 allowed, 0 denied. */
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
 * library. It may also know more members, if these are 0.
 */
typedef struct robots_options {
    /**
     * A ROBOTS_PROFILE number. The other members count in profile RFC9309
     * only.
     */
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
     * Octets of one record that are kept; 0 means 16,384, and a number above
     * 21,845 means 21,845. A longer record is dropped.
     */
    size_t max_line;
} robots_options;

/** User-agent lines and the rules behind them (RFC 9309 2.1). Frozen. */
typedef struct robots_group {
    /** The number of user-agent lines; see robots_txt_agent. */
    size_t agents;
    /** Index of the first rule, if there is one; see robots_txt_rule. */
    size_t rule;
    /** The number of rules. */
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
 * Text that belongs to the object it came from and is valid at most as long as
 * that object. data is NULL only in the answer to a misuse or to an index
 * out of range.
 */
typedef struct robots_str {
    /** The octets, without a terminator. */
    const char *data;
    /** How many octets. */
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
    /** Index of the group that it stands in. */
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
    /**
     * The value as written, without the blanks around it and without a
     * comment.
     */
    struct robots_str value;
    /** The line, counted from 1; 0 says that there is no such record. */
    uint32_t line;
    /** Index of the group that it stands in, or ROBOTS_NO_GROUP. */
    uint32_t group;
    /** What the key means: a ROBOTS_RECORD number. */
    uint8_t kind;
    /** 0. */
    uint8_t reserved[7];
} robots_record;

/** A remark for the author of a file, which changes no verdict. Frozen. */
typedef struct robots_diagnostic {
    /** The line, counted from 1; 0 if the remark is about the whole file. */
    uint32_t line;
    /**
     * The octet in the line, counted from 1; 0 if the remark is about the
     * whole line or file.
     */
    uint32_t octet;
    /** What was seen: a ROBOTS_DIAGNOSTIC number. */
    uint8_t kind;
    /** 0. */
    uint8_t reserved[3];
} robots_diagnostic;

/** Which groups of a file are for a crawler. Frozen. */
typedef struct robots_group_match {
    /**
     * The name by which the crawler was found, as the file writes it; empty if
     * it was not found by name.
     */
    struct robots_str name;
    /** Which groups are for the crawler: a ROBOTS_GROUP number. */
    uint8_t group;
    /** 0. */
    uint8_t reserved[7];
} robots_group_match;

/**
 * The crawl-delays for a crawler, in seconds, and which groups are for it.
 * Crawlers differ in which delay they obey, so the caller decides. The groups
 * for the crawler suggest own if group is ROBOTS_GROUP_NAMED or
 * ROBOTS_GROUP_FALLBACK (and no delay if has_own is 0), and star if
 * group is ROBOTS_GROUP_STAR. Frozen.
 */
typedef struct robots_crawl_delay {
    /** The delay of the groups that name the crawler. */
    double own;
    /**
     * The delay of the groups for every crawler (*), even if other groups
     * are for this crawler.
     */
    double star;
    /** 1 if own is a delay of the file; otherwise 0, and own is 0. */
    uint8_t has_own;
    /** 1 if star is a delay of the file; otherwise 0, and star is 0. */
    uint8_t has_star;
    /** Which groups are for the crawler: a ROBOTS_GROUP number. */
    uint8_t group;
    /** 0. */
    uint8_t reserved[5];
} robots_crawl_delay;

/** One line of a file as google/robotstxt reports it. Frozen. */
typedef struct robots_line {
    /** The key as written, trimmed; empty if the line is not a record. */
    struct robots_str key;
    /**
     * The value, trimmed. It is escaped as by robots_google_escape, unless
     * the key is ROBOTS_KEY_USER_AGENT or ROBOTS_KEY_SITEMAP.
     */
    struct robots_str value;
    /** The line, counted from 1; 0 says that there are no more lines. */
    uint32_t line;
    /** Any of the ROBOTS_LINE flags. */
    uint16_t flags;
    /** What the key means: a ROBOTS_KEY number. */
    uint8_t key_type;
    /** 0. */
    uint8_t reserved;
} robots_line;

/** What RobotsMatcher of google/robotstxt knows after a check. Frozen. */
typedef struct robots_google_verdict {
    /** The verdict; its line is that library's matching_line(). */
    struct robots_verdict verdict;
    /**
     * 1 if the file names one of the agents, otherwise 0. That library calls
     * it ever_seen_specific_agent().
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
 * What a crawler decides once, for all origins or for some. Zero is the
 * default of every member, so start from robots_policy policy = {0}; and
 * pass &policy, sizeof policy. NULL with size 0 means the defaults. Grows as
 * robots_options does. All times are in seconds. Values may contradict each
 * other: a lower bound above its upper bound counts as the upper bound. For no
 * time at all, use 1.
 */
typedef struct robots_policy {
    /** How long an answer is used if it does not say so itself; 0 means a day. */
    uint32_t default_fresh;
    /**
     * The least time an answer is used, even with no-store; 0 means five
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
     * How long an origin must have been seen unreachable, by at least four
     * attempts, before after_outage applies; 0 means 30 days. It is also the
     * greatest age of a copy during an outage, unless after_outage keeps the
     * copy.
     */
    uint32_t long_outage;
    /** 1: several crawlers use the same copy, so s-maxage counts. */
    uint8_t shared_cache;
    /** How many redirects are followed; a number below five means five. */
    uint8_t max_redirects;
    /** A ROBOTS_AFTER_OUTAGE number. */
    uint8_t after_outage;
    /** 1: 401 and 403 refuse everything. 0: they allow everything. */
    uint8_t forbidden_is_disallow;
    /**
     * 1: a 5xx status, except 511, counts as a missing file. For sites that
     * answer so for pages that do not exist.
     */
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

/** What robots_cache_check answers. 32 octets, frozen. */
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
     * Seconds until the next attempt is due, 0 if it is due now. With
     * ROBOTS_LOOKUP_WAIT: seconds after which to ask again at the latest.
     */
    uint32_t wait;
    /** The next moment at which anything can change. */
    uint64_t next_change;
} robots_answer;

/**
 * How full a cache is, and how it was used since it was made. This struct may
 * grow as robots_options may.
 */
typedef struct robots_stats {
    /** The number of origins of which something is known. */
    uint64_t entries;
    /** The octets that these entries take. */
    uint64_t bytes;
    /** The octets that they may take. */
    uint64_t budget;
    /**
     * Tickets that are out, without the tickets that had expired when a ticket
     * was last asked for.
     */
    uint64_t tickets;
    /** Answers that were given from what was known. */
    uint64_t hits;
    /** Tickets handed out. */
    uint64_t fetches;
    /** Answers that told the caller to wait for another caller's ticket. */
    uint64_t waits;
    /**
     * Origins that were dropped because room was needed, together with when
     * they may be asked again.
     */
    uint64_t evictions;
    /** Files whose rules did not fit for every crawler. */
    uint64_t too_large;
} robots_stats;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/* ----------------------------------------------------------------------------
 * Versions and texts
 */

/**
 * The version of the library at run time, such as "0.1.0".
 *
 * Result: a static text. The version of the header is ROBOTS_VERSION.
 * Time: constant. Since 0.1.0.
 */
const char *robots_version(void);

/**
 * One sentence for people about a ROBOTS_REASON number.
 *
 * Result: a static text; "unknown" for any other number.
 * Time: constant. Since 0.1.0.
 */
const char *robots_reason_text(uint8_t reason);

/**
 * A short fixed name of a ROBOTS_REASON number, such as "no-group".
 *
 * Result: a static text; "unknown" for any other number.
 * Time: constant. Since 0.1.0.
 */
const char *robots_reason_name(uint8_t reason);

/**
 * The usual spelling of the key that a ROBOTS_RECORD number stands for, such
 * as "crawl-delay".
 *
 * Result: a static text; "unknown" for ROBOTS_RECORD_UNKNOWN and for any other
 * number.
 * Time: constant. Since 0.1.0.
 */
const char *robots_record_kind_text(uint8_t kind);

/**
 * One sentence for people about a ROBOTS_DIAGNOSTIC number: what was seen and
 * what to do.
 *
 * Result: a static text; "unknown" for any other number.
 * Time: constant. Since 0.1.0.
 */
const char *robots_diagnostic_text(uint8_t kind);

/**
 * A short fixed name of a ROBOTS_DIAGNOSTIC number, such as "missing-colon".
 *
 * Result: a static text; "unknown" for any other number.
 * Time: constant. Since 0.1.0.
 */
const char *robots_diagnostic_name(uint8_t kind);

/**
 * A short fixed name of a ROBOTS_ACCESS number, such as "refuse-all".
 *
 * Result: a static text; "unknown" for any other number.
 * Time: constant. Since 0.1.0.
 */
const char *robots_access_name(uint8_t access);

/**
 * A short fixed name of a ROBOTS_BASIS number, such as "stale-copy".
 *
 * Result: a static text; "unknown" for any other number.
 * Time: constant. Since 0.1.0.
 */
const char *robots_basis_name(uint8_t basis);

/**
 * One sentence for people about a ROBOTS_BASIS number.
 *
 * Result: a static text; "unknown" for any other number.
 * Time: constant. Since 0.1.0.
 */
const char *robots_basis_text(uint8_t basis);

/**
 * A short fixed name of a ROBOTS_CAUSE or ROBOTS_FAILURE number, such as
 * "rate-limited".
 *
 * Result: a static text; "unknown" for any other number.
 * Time: constant. Since 0.1.0.
 */
const char *robots_cause_name(uint8_t cause);

/**
 * One sentence for people about a ROBOTS_CAUSE or ROBOTS_FAILURE number.
 *
 * Result: a static text; "unknown" for any other number.
 * Time: constant. Since 0.1.0.
 */
const char *robots_cause_text(uint8_t cause);

/**
 * One sentence for people about a ROBOTS_SNAPSHOT number, which may be
 * negated.
 *
 * Result: a static text; "unknown" for any other number.
 * Time: constant. Since 0.1.0.
 */
const char *robots_snapshot_text(int32_t number);

/* ----------------------------------------------------------------------------
 * One question, no object
 */

/**
 * Checks one URL against one body, without making an object.
 *
 * Arguments: the body of a robots.txt; the crawler's product tokens as for
 * robots_matcher_new; a URL or path as for robots_matcher_check; options as
 * for robots_txt_parse.
 * Result: the verdict that a matcher would give. For more than one URL, make a
 * matcher.
 * Misuse, of any argument: denied with ROBOTS_REASON_MISUSE.
 * Time: linear in the body and the URL together. Since 0.1.0.
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
 * file has a group decides; if there is no such token, the groups for every
 * crawler (*) decide. A token consists of letters, digits, hyphens,
 * underscores and dots, or is a single star; blanks around it do not count. In
 * profile GOOGLE any text is a token, and the groups of all tokens count
 * together.
 * Result: a matcher. Free it with robots_matcher_free.
 * Misuse: NULL, for a NULL file, NULL with a length, and text that is not a
 * list of tokens, such as a whole User-Agent header.
 * Time: linear in the file. Since 0.1.0.
 */
struct robots_matcher *robots_matcher_new(const struct robots_txt *txt,
                                          const char *agents,
                                          size_t agents_len);

/**
 * Compiles a matcher straight from a body. This is the fastest way to a
 * matcher if nothing else of the file is needed.
 *
 * Arguments: a body and options as for robots_txt_parse; tokens as for
 * robots_matcher_new.
 * Result: a matcher with the answers of robots_matcher_new. Free it with
 * robots_matcher_free.
 * Misuse: NULL, as for these two functions.
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
 * everything but /robots.txt is denied (RFC 9309 2.3.1.4).
 *
 * Result: a matcher. Free it with robots_matcher_free.
 * Time: constant. Since 0.1.0.
 */
struct robots_matcher *robots_matcher_unreachable(void);

/**
 * Frees a matcher. Does nothing for NULL.
 *
 * Time: constant. Since 0.1.0.
 */
void robots_matcher_free(struct robots_matcher *matcher);

/**
 * May the crawler fetch this absolute URL, or this path, and which rule says so?
 *
 * Arguments: a matcher; an absolute URL, as found in a page or a queue, or a
 * path with its query, such as "/a/b?c=d". A URL has the scheme http, https or
 * ftp, a host, and a valid port if it has one; its fragment does not count,
 * and dot segments stay as they are. A text that begins with one slash is a
 * path and is answered as by robots_matcher_check_path. A text that begins
 * with two slashes, or with what clients read as two, such as a slash and a
 * backslash, is not a path, because it leads to another host. In profile
 * GOOGLE every text has a path, found as google/robotstxt guesses it. The
 * caller has to know that the file governs the origin of the URL; see
 * robots_url_robots_txt.
 * Result: the verdict.
 * Misuse: denied with ROBOTS_REASON_MISUSE, for a NULL matcher, NULL with a
 * length, and a text that is neither such a URL nor such a path. A URL that
 * has no origin (robots_url_origin) is a misuse too, except that a host
 * outside ASCII is always accepted here.
 * Time: linear in the URL, and for files made to hurt in the URL and the rules
 * together. No allocation for URLs below 512 octets but for such files. Since
 * 0.1.0.
 */
struct robots_verdict robots_matcher_check(const struct robots_matcher *matcher,
                                           const char *url,
                                           size_t url_len);

/**
 * May the crawler fetch this path with its query, such as "/a/b?c=d", as it
 * stands in a request line, and which rule says so?
 *
 * Arguments: a matcher; a text that begins with a slash; a second slash may
 * follow. In profile RFC9309 blanks and controls around the text are trimmed
 * and a fragment is cut off; everything else is matched as it stands, and a
 * backslash is not read as a slash.
 * Result: the verdict.
 * Misuse: as for robots_matcher_check, also for a text that does not begin
 * with a slash.
 * Time: as for robots_matcher_check. Since 0.1.0.
 */
struct robots_verdict robots_matcher_check_path(const struct robots_matcher *matcher,
                                                const char *path,
                                                size_t path_len);

/**
 * Checks many URLs or paths in one call, so that another language pays for one
 * call into C instead of many.
 *
 * Arguments: a matcher; the URLs as for robots_matcher_check, one after
 * another, and for each URL the offset in data at which it ends, so that the
 * last offset is the length of the data; the number of URLs; room for as many
 * verdicts, which need not be initialised.
 * Result: 0, and out[i] is the answer to URL i.
 * Misuse: -1, and every verdict in out is denied with ROBOTS_REASON_MISUSE,
 * so that a caller who ignores the result crawls nothing. This is the answer
 * to a NULL matcher, to ends that do not ascend (equal ends mean an empty URL,
 * which is answered by itself), and to NULL data with URLs in it. A NULL out
 * with a count is a misuse too, and nothing is written.
 * Time: the sum of the single checks. Since 0.1.0.
 */
int32_t robots_matcher_check_many(const struct robots_matcher *matcher,
                                  const char *data,
                                  const size_t *ends,
                                  size_t count,
                                  struct robots_verdict *out);

/**
 * Checks many URLs or paths of many sites in one call, each with the matcher
 * of its site. If the matchers do not fit the processor's caches, this takes
 * half the time of single calls, because the next matchers are fetched from
 * memory in advance.
 *
 * Arguments: a matcher for each URL; the rest as for
 * robots_matcher_check_many.
 * Result: 0, and out[i] is the answer of matchers[i] to URL i. If
 * matchers[i] is NULL, out[i] is denied with ROBOTS_REASON_MISUSE, and the
 * other URLs are answered.
 * Misuse: -1, and every verdict is denied, as for robots_matcher_check_many;
 * also for a NULL array of matchers with a count.
 * Time: the sum of the single checks. Since 0.1.0.
 */
int32_t robots_matcher_check_each(const struct robots_matcher *const *matchers,
                                  const char *data,
                                  const size_t *ends,
                                  size_t count,
                                  struct robots_verdict *out);

/**
 * The octets of heap that a matcher holds, for caches with a budget.
 *
 * Result: about two octets for each octet of the patterns; 0 for NULL.
 * Time: constant. Since 0.1.0.
 */
size_t robots_matcher_size(const struct robots_matcher *matcher);

/**
 * Writes a matcher as octets, to be stored or sent.
 * robots_matcher_from_bytes reads them, here or on another machine.
 *
 * Result: the octets. Free them with robots_bytes_free.
 * Misuse: NULL for NULL.
 * Time: linear in the size of the matcher. Since 0.1.0.
 */
struct robots_bytes *robots_matcher_to_bytes(const struct robots_matcher *matcher);

/**
 * Reads a matcher that robots_matcher_to_bytes wrote. A checksum finds
 * octets that were damaged, cut, or written by something else. Forged octets
 * are validated before use: they are rejected, or they are a valid set of
 * rules.
 *
 * Arguments: octets, which are copied.
 * Result: a matcher with the answers of the one that was written. Free it with
 * robots_matcher_free. NULL for octets that robots_matcher_to_bytes never
 * writes; then fetch the file again.
 * Misuse: NULL.
 * Time: linear in the octets, except for groups with more than 256 rules with
 * a star. Since 0.1.0.
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
 * in the first release, or have an unknown number, a flag above 1, or a value
 * other than 0 behind the members that this library knows.
 * Time: linear in the body; the memory is a small multiple of the body. Since
 * 0.1.0.
 */
struct robots_txt *robots_txt_parse(const char *data,
                                    size_t len,
                                    const struct robots_options *options,
                                    size_t options_size);

/**
 * Frees a file. Does nothing for NULL. Matchers made from the file stay
 * usable.
 *
 * Time: constant. Since 0.1.0.
 */
void robots_txt_free(struct robots_txt *txt);

/**
 * Facts about the file as a whole.
 *
 * Result: any of the ROBOTS_TXT flags; 0 for NULL.
 * Time: constant. Since 0.1.0.
 */
uint32_t robots_txt_flags(const struct robots_txt *txt);

/**
 * The octets of heap that a file holds, for caches with a budget.
 *
 * Result: the octets; 0 for NULL.
 * Time: constant. Since 0.1.0.
 */
size_t robots_txt_size(const struct robots_txt *txt);

/**
 * The number of groups.
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
 * The user-agent line at an index in a group.
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
 * The number of rules in all groups together.
 *
 * Result: the number; 0 for NULL.
 * Time: constant. Since 0.1.0.
 */
size_t robots_txt_rule_count(const struct robots_txt *txt);

/**
 * The rule at an index, in file order. robots_verdict.rule is such an index.
 *
 * Result: the rule; all zeros for an index out of range, such as
 * ROBOTS_NO_RULE, and for NULL.
 * Time: logarithmic in the number of groups. Since 0.1.0.
 */
struct robots_rule robots_txt_rule(const struct robots_txt *txt, size_t index);

/**
 * The number of records that are neither user-agent lines nor rules.
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
 * The number of sitemap records.
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
 * The number of remarks that were kept, 1,024 at most.
 *
 * Result: the number; 0 for NULL.
 * Time: constant. Since 0.1.0.
 */
size_t robots_txt_diagnostic_count(const struct robots_txt *txt);

/**
 * The number of remarks that there were, kept or not.
 *
 * Result: the number; 0 for NULL.
 * Time: constant. Since 0.1.0.
 */
size_t robots_txt_diagnostic_total(const struct robots_txt *txt);

/**
 * The remark at an index, in file order. For its text see
 * robots_diagnostic_text.
 *
 * Result: the remark; all zeros for an index out of range and for NULL. Zeros
 * can also be a remark, so ask only for indexes below the count.
 * Time: constant. Since 0.1.0.
 */
struct robots_diagnostic robots_txt_diagnostic(const struct robots_txt *txt,
                                               size_t index);

/**
 * Which groups are for a crawler, and by which name it was found. These are
 * the groups whose rules robots_matcher_new compiles.
 *
 * Arguments: a file; product tokens as for robots_matcher_new.
 * Result: the kind of groups, and the name. In profile GOOGLE, where the
 * groups of several tokens are united, the name is the first in the file.
 * Misuse: ROBOTS_GROUP_MISUSE and all zeros, for NULL, NULL with a length, and
 * text that is not a list of tokens.
 * Time: as for robots_matcher_new, without the compiling. Since 0.1.0.
 */
struct robots_group_match robots_txt_group_for(const struct robots_txt *txt,
                                               const char *agents,
                                               size_t agents_len);

/**
 * The crawl-delay for a crawler, the crawl-delay for every crawler, and which
 * groups are for the crawler. The first value that can be read counts.
 *
 * Arguments: a file; product tokens as for robots_matcher_new.
 * Result: the delays.
 * Misuse: ROBOTS_GROUP_MISUSE and all zeros, for NULL, NULL with a length, and
 * text that is not a list of tokens.
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
 * port, which are what one robots.txt governs. The host is in lower case, and
 * a default port and the user are left out, so the origin is a good key for a
 * cache. A host outside ASCII becomes its xn-- form (UTS 46); if the library
 * was built without the feature idn, such a URL has no origin.
 *
 * Arguments: an absolute URL; a buffer and its size.
 * Result: the length of the origin, which is written to the buffer if it fits;
 * otherwise nothing is written. ROBOTS_URL_ORIGIN_MAX octets always suffice,
 * and NULL with size 0 only asks for the length.
 * Misuse: 0, which is the length of no origin; also for a URL that has no
 * origin. Such a URL must not be crawled.
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
 * Result: the length of the address, which is written to the buffer if it
 * fits; otherwise nothing is written. ROBOTS_URL_ROBOTS_TXT_MAX octets always
 * suffice, and NULL with size 0 only asks for the length.
 * Misuse: 0, also for a URL that has no origin. Such a URL must not be
 * crawled.
 * Time: linear in the URL. Since 0.1.0.
 */
size_t robots_url_robots_txt(const char *url,
                             size_t url_len,
                             char *buffer,
                             size_t buffer_size);

/**
 * Does a robots.txt fetched from robots_url govern url? It does if it is
 * at the top of the same origin, under exactly /robots.txt and without a
 * query.
 *
 * Arguments: two absolute URLs.
 * Result: 1 or 0.
 * Misuse: 0, also if one of the URLs has no origin.
 * Time: linear in both. Since 0.1.0.
 */
int32_t robots_url_governs(const char *robots_url,
                           size_t robots_url_len,
                           const char *url,
                           size_t url_len);

/**
 * Is this URL the address of a robots.txt: /robots.txt at the top of an
 * origin, in lower case and without a query?
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
 * Begins to read a body line by line, by the rules of google/robotstxt. Of a
 * body beyond 256 MiB only the lines are read that lie wholly within the first
 * 256 MiB, as everywhere in profile GOOGLE. For verdicts, make a matcher
 * instead.
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
 * Every body has at least one line: the text behind the last line end is a
 * line, even if it is empty.
 *
 * Arguments: lines, which no other thread uses meanwhile.
 * Result: the line; its key and value are valid until the next call or the end
 * of the object. Its number is 0 if there are no more lines.
 * Misuse: a line with number 0, for NULL.
 * Time: linear in the line. Since 0.1.0.
 */
struct robots_line robots_lines_next(struct robots_lines *lines);

/**
 * Frees lines. Does nothing for NULL.
 *
 * Time: constant. Since 0.1.0.
 */
void robots_lines_free(struct robots_lines *lines);

/**
 * Checks one URL against one body as google/robotstxt does, and tells what
 * that library tells about the answer. Nothing is kept.
 *
 * Arguments: a body; agents with commas between them, whose groups count
 * together; any text as URL.
 * Result: the verdict of robots_check_once in profile GOOGLE, and whether
 * the file names one of the agents.
 * Misuse, of any argument: denied with ROBOTS_REASON_MISUSE.
 * Time: linear in body and URL. Since 0.1.0.
 */
struct robots_google_verdict robots_google_check(const char *data,
                                                 size_t len,
                                                 const char *agents,
                                                 size_t agents_len,
                                                 const char *url,
                                                 size_t url_len);

/**
 * What a key means to google/robotstxt, which compares only the beginning of a
 * key: "allowance" is ROBOTS_KEY_ALLOW.
 *
 * Arguments: a key.
 * Result: a ROBOTS_KEY number.
 * Misuse: ROBOTS_KEY_UNKNOWN for NULL with a length.
 * Time: constant. Since 0.1.0.
 */
uint8_t robots_google_key(const char *key, size_t key_len);

/**
 * The path, parameters and query of a URL as google/robotstxt guesses them, or
 * a single slash if it finds none.
 *
 * Arguments: any text; a buffer and its size.
 * Result: the length of the path, which is at most one more than that of the
 * URL. The path is written to the buffer if it fits; otherwise nothing is
 * written. NULL with size 0 only asks for the length.
 * Misuse: 0, which is the length of no path.
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
 * pattern. The escaped pattern is written to the buffer if it fits; otherwise
 * nothing is written. NULL with size 0 only asks for the length.
 * Misuse: 0, which is also the length for an empty pattern.
 * Time: linear in the pattern. Since 0.1.0.
 */
size_t robots_google_escape(const char *pattern,
                            size_t pattern_len,
                            char *buffer,
                            size_t buffer_size);

/**
 * Does a pattern match a path, octet by octet, with nothing escaped or
 * unescaped? A pattern is a prefix, a star stands for any octets, and a dollar
 * sign at the end stands for the end of the path. An empty pattern matches
 * every path.
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
 * Makes the state of an origin of which nothing is known yet.
 *
 * Result: a state. Free it with robots_state_free.
 * Time: constant. Since 0.1.0.
 */
struct robots_state *robots_state_new(void);

/**
 * Frees a state. Does nothing for NULL.
 *
 * Time: constant. Since 0.1.0.
 */
void robots_state_free(struct robots_state *state);

/**
 * What may be crawled at the moment now.
 *
 * Arguments: a state; a policy with its size, or NULL and 0 for the defaults;
 * seconds since 1970, always by the same clock. If the clock goes backwards,
 * no time passes; if it goes back by more than a minute, a new attempt is
 * needed first.
 * Result: the decision. An attempt is due where wait is 0.
 * Misuse: ROBOTS_ACCESS_REFUSE_ALL and zeros, for a NULL state, and for a
 * policy that is smaller than in the first release, or has an unknown number,
 * a flag above 1, or a value other than 0 behind the members that this library
 * knows.
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
 * The number of attempts that have failed in a row.
 *
 * Result: at most 65,535; 0 for NULL.
 * Time: constant. Since 0.1.0.
 */
uint32_t robots_state_failures(const struct robots_state *state);

/**
 * Writes a state as octets, at most 328, to be stored or sent.
 * robots_state_from_bytes reads them, here or on another machine.
 *
 * Result: the octets. Free them with robots_bytes_free.
 * Misuse: NULL for NULL.
 * Time: constant. Since 0.1.0.
 */
struct robots_bytes *robots_state_to_bytes(const struct robots_state *state);

/**
 * Reads a state that robots_state_to_bytes wrote. A checksum finds octets
 * that were damaged, cut, or written by something else.
 *
 * Arguments: octets, which are copied.
 * Result: an equal state. Free it with robots_state_free. NULL for octets
 * that robots_state_to_bytes never writes; then begin with a new state.
 * Misuse: NULL.
 * Time: linear in the octets. Since 0.1.0.
 */
struct robots_state *robots_state_from_bytes(const char *data, size_t len);

/* ----------------------------------------------------------------------------
 * robots_fetch: one attempt to get a robots.txt
 */

/**
 * Begins an attempt to get the robots.txt of an origin.
 *
 * Arguments: any absolute URL of the origin; what is known of the origin so
 * far, or NULL for nothing (the attempt does not keep this pointer); a policy
 * as for robots_state_decision.
 * Result: an attempt. Free it with robots_fetch_free.
 * Misuse: NULL, also for a URL that has no origin. Such a URL must not be
 * crawled.
 * Time: linear in the URL. Since 0.1.0.
 */
struct robots_fetch *robots_fetch_new(const char *url,
                                      size_t url_len,
                                      const struct robots_state *state,
                                      const struct robots_policy *policy_data,
                                      size_t policy_size);

/**
 * Frees an attempt. Does nothing for NULL.
 *
 * Time: constant. Since 0.1.0.
 */
void robots_fetch_free(struct robots_fetch *fetch);

/**
 * The URL to ask for now: ASCII, without user and fragment.
 *
 * Result: the URL. It is valid until the next call that takes the attempt
 * non-const.
 * Misuse: NULL and 0 for NULL.
 * Time: constant. Since 0.1.0.
 */
struct robots_str robots_fetch_url(const struct robots_fetch *fetch);

/**
 * The number of redirects that were followed so far.
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
 * Result: the entity tag, which is valid as long as the state; length 0 if
 * there is none, for example because the copy came from another URL. Then do
 * not send the header. A 304 counts only if this function or
 * robots_fetch_if_modified_since gave a value to send.
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
 * Result: 29, the length of the date, which is written to the buffer if it
 * fits; otherwise nothing is written. 0 if there is no date; then do not send
 * the header.
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
 * Arguments: an attempt, which no other thread uses meanwhile; the status; 0
 * or ROBOTS_RESPONSE_INCOMPLETE if the body did not arrive whole (a body that
 * the caller cut at its own limit counts as whole); the header lines, each
 * Name: value and ended by LF or CRLF, as they came over the wire or one
 * after another from the header callback of libcurl. A status line (HTTP/1.1
 * 200) starts another response, and what came before it is dropped; a line
 * that begins with a blank continues the one above; lines without a colon are
 * ignored.
 * Result: a ROBOTS_RESULT number. After ROBOTS_RESULT_REDIRECT ask again, at
 * the new URL; any other result ends the attempt.
 * Misuse: 0, also for unknown flags; nothing changes.
 * Time: linear in the headers. Since 0.1.0.
 */
uint8_t robots_fetch_response(struct robots_fetch *fetch,
                              uint16_t status,
                              uint32_t flags,
                              const char *headers,
                              size_t headers_len);

/**
 * Ends the attempt because there was no whole response.
 *
 * Arguments: an attempt, which no other thread uses meanwhile; a ROBOTS_FAILURE
 * number.
 * Result: ROBOTS_RESULT_UNREACHABLE; for ROBOTS_FAILURE_TOO_MANY_REDIRECTS it
 * is ROBOTS_RESULT_UNAVAILABLE, with the cause
 * ROBOTS_CAUSE_TOO_MANY_REDIRECTS.
 * Misuse: 0, also for a number that is no failure; nothing changes.
 * Time: constant. Since 0.1.0.
 */
uint8_t robots_fetch_failure(struct robots_fetch *fetch, uint8_t number);

/**
 * Says that the client followed redirects on its own. Call it before
 * robots_fetch_response, which then takes the last response. That response
 * counts, no matter how many redirects led to it; only a 304 does not, because
 * nobody knows what the server there was told of the copy. An empty URL is a
 * redirect without a target.
 *
 * Arguments: an attempt, which no other thread uses meanwhile; the number of
 * redirects from the URL that was to be asked for; the URL where they ended.
 * Result: 0.
 * Misuse: -1; nothing changes.
 * Time: linear in the URL. Since 0.1.0.
 */
int32_t robots_fetch_followed(struct robots_fetch *fetch,
                              uint32_t redirects,
                              const char *url,
                              size_t url_len);

/**
 * The result of the last response or failure.
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
 * before the attempt has ended.
 * Misuse: ROBOTS_CAUSE_NOT_FETCHED for NULL.
 * Time: constant. Since 0.1.0.
 */
uint8_t robots_fetch_cause(const struct robots_fetch *fetch);

/**
 * Another origin for which this attempt is an answer too, if there is one.
 * That is so if the last redirect named the address of its robots.txt octet
 * for octet, as robots_url_robots_txt writes it, and a file or its absence
 * was found there. Record the attempt for that origin too, unless something
 * fresh is known of it.
 *
 * Arguments: an attempt; a buffer and its size.
 * Result: the length of the origin, which is written as by
 * robots_url_origin; 0 if there is none.
 * Misuse: 0.
 * Time: linear in the URL. Since 0.1.0.
 */
size_t robots_fetch_target(const struct robots_fetch *fetch,
                           char *buffer,
                           size_t buffer_size);

/**
 * Records the outcome of an attempt, received at the moment now, in a state.
 * An attempt without a result counts as failed.
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
 * Makes an empty cache. When the cache needs room, it drops the entries that
 * are used least; for an origin that failed, it still remembers when the
 * origin may be asked again, in an eighth of the budget. If the rules of a
 * crawler do not fit, everything is denied to that crawler while the file is
 * fresh, with ROBOTS_CAUSE_TOO_LARGE. This does not count as an outage, so it
 * never allows everything.
 *
 * Arguments: the octets of memory that the cache may take, counting all that
 * an entry holds (a number below 8192 means 8192); the product tokens of each
 * crawler that shares the cache, one line for each, as for
 * robots_matcher_new, with LF between the lines: the first line is crawler
 * 0, and no line at all means one crawler that no file names; options as for
 * robots_txt_parse; a policy as for robots_state_decision; the seconds
 * after which the next caller gets the ticket (0 means 120), which must be
 * longer than any attempt takes with all its redirects.
 * Result: a cache. Free it with robots_cache_free.
 * Misuse: NULL, as for these three functions, and for an empty line before the
 * last LF.
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
 * Frees a cache. Does nothing for NULL. Tickets and hits that are out stay
 * usable; the memory of the entries is freed with the last of them.
 *
 * Time: linear in the entries. Since 0.1.0.
 */
void robots_cache_free(struct robots_cache *cache);

/**
 * What is known of the origin of a URL at the moment now. When an attempt is
 * due, one caller gets the ticket for it. As long as that ticket is out, the
 * other callers get what is known, if it may still be used; otherwise they are
 * told to wait.
 *
 * Arguments: a cache; an absolute URL; seconds since 1970.
 * Result: a hit, a ticket, or until when to wait; kind says which.
 * Misuse: ROBOTS_LOOKUP_MISUSE, also for a URL that has no origin. Such a URL
 * must not be crawled.
 * Time: linear in the URL. Since 0.1.0.
 */
struct robots_lookup robots_cache_get(const struct robots_cache *cache,
                                      const char *url,
                                      size_t url_len,
                                      uint64_t now);

/**
 * May the crawler fetch this URL, as far as is known at the moment now? No
 * object is made, and no ticket is handed out.
 *
 * Arguments: a cache; the number of the crawler; a URL as for
 * robots_matcher_check; seconds since 1970.
 * Result: the verdict, and in lookup whether there is more to do.
 * ROBOTS_LOOKUP_HIT: the verdict stands. ROBOTS_LOOKUP_FETCH: an attempt is
 * due, so call robots_cache_get. ROBOTS_LOOKUP_WAIT: another caller makes
 * the attempt. If nothing is known, the URL is denied with
 * ROBOTS_REASON_UNREACHABLE.
 * Misuse: denied with ROBOTS_REASON_MISUSE and ROBOTS_LOOKUP_MISUSE, also for
 * a path alone, which has no origin. For a number that no crawler has, only
 * the verdict is that of a misuse; the rest of the answer is as for the other
 * crawlers.
 * Time: as for robots_matcher_check. No allocation for what is known and URLs
 * below 512 octets. Since 0.1.0.
 */
struct robots_answer robots_cache_check(const struct robots_cache *cache,
                                        size_t crawler,
                                        const char *url,
                                        size_t url_len,
                                        uint64_t now);

/**
 * Hands out a ticket although no attempt is due, for example to have a fresh
 * answer before the old one expires.
 *
 * Arguments: as for robots_cache_get.
 * Result: a ticket; NULL while another caller holds one for this origin.
 * Misuse: NULL.
 * Time: linear in the URL. Since 0.1.0.
 */
struct robots_ticket *robots_cache_refresh(const struct robots_cache *cache,
                                           const char *url,
                                           size_t url_len,
                                           uint64_t now);

/**
 * What is remembered of the origin of a URL. Asking for it does not count as
 * use.
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
 * The origins of which something is known, in no particular order.
 *
 * Result: the origins, each as robots_url_origin writes it and with LF
 * behind it. Free them with robots_bytes_free.
 * Misuse: NULL for NULL.
 * Time: linear in the entries. Since 0.1.0.
 */
struct robots_bytes *robots_cache_origins(const struct robots_cache *cache);

/**
 * Forgets the origin of a URL. If a ticket for it is out, the outcome of that
 * ticket is not recorded, and the next caller gets a new ticket.
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
 * How full a cache is, and how it was used. The numbers are all of nearly one
 * moment.
 *
 * Arguments: a cache; room for the numbers, and its size. Members that this
 * library does not know become 0.
 * Result: 0.
 * Misuse: -1, and nothing is written: for NULL, and for a size that is smaller
 * than in the first release or above 4096.
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
 * Arguments: a hit; the number of the crawler, which is the number of its line
 * in robots_cache_new; a URL of this origin or a path, as for
 * robots_matcher_check.
 * Result: the verdict.
 * Misuse: as for robots_matcher_check, also for a number that no crawler
 * has.
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
 * Misuse: -1 and denied verdicts as for robots_matcher_check_many, also for
 * a number that no crawler has.
 * Time: the sum of the single checks. Since 0.1.0.
 */
int32_t robots_hit_check_many(const struct robots_hit *hit,
                              size_t crawler,
                              const char *data,
                              const size_t *ends,
                              size_t count,
                              struct robots_verdict *out);

/**
 * Frees a hit. Does nothing for NULL.
 *
 * Time: constant, unless the cache has dropped the entry. Since 0.1.0.
 */
void robots_hit_free(struct robots_hit *hit);

/* ----------------------------------------------------------------------------
 * robots_ticket: an attempt for a robots_cache
 */

/**
 * The URL to ask for now, as by robots_fetch_url.
 *
 * Result: the URL. It is valid until the next call that takes the ticket
 * non-const.
 * Misuse: NULL and 0 for NULL.
 * Time: constant. Since 0.1.0.
 */
struct robots_str robots_ticket_url(const struct robots_ticket *ticket);

/**
 * What to send as If-None-Match to the URL to ask for now, as by
 * robots_fetch_if_none_match.
 *
 * Result: the entity tag, which is valid as long as the ticket; length 0 if
 * there is none.
 * Misuse: NULL and 0 for NULL.
 * Time: linear in the URL. Since 0.1.0.
 */
struct robots_str robots_ticket_if_none_match(const struct robots_ticket *ticket);

/**
 * What to send as If-Modified-Since to the URL to ask for now, as by
 * robots_fetch_if_modified_since.
 *
 * Arguments: a ticket; a buffer and its size.
 * Result: 29, the length of the date, which is written to the buffer if it
 * fits; otherwise nothing is written. 0 if there is no date.
 * Misuse: 0.
 * Time: linear in the URL. Since 0.1.0.
 */
size_t robots_ticket_if_modified_since(const struct robots_ticket *ticket,
                                       char *buffer,
                                       size_t buffer_size);

/**
 * Takes a response from the URL that was asked, as robots_fetch_response
 * does.
 *
 * Arguments: a ticket, which no other thread uses meanwhile; the rest as for
 * that function.
 * Result: a ROBOTS_RESULT number. After ROBOTS_RESULT_REDIRECT ask again, at
 * the new URL; after any other result hand in the ticket.
 * Misuse: 0; nothing changes.
 * Time: linear in the headers. Since 0.1.0.
 */
uint8_t robots_ticket_response(struct robots_ticket *ticket,
                               uint16_t status,
                               uint32_t flags,
                               const char *headers,
                               size_t headers_len);

/**
 * Says that there was no whole response, as robots_fetch_failure does.
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
 * robots_fetch_followed does.
 *
 * Arguments: a ticket, which no other thread uses meanwhile; the rest as for
 * that function.
 * Result: 0.
 * Misuse: -1; nothing changes.
 * Time: linear in the URL. Since 0.1.0.
 */
int32_t robots_ticket_followed(struct robots_ticket *ticket,
                               uint32_t redirects,
                               const char *url,
                               size_t url_len);

/**
 * Hands in the outcome at the moment now, and frees the ticket in every
 * case. The outcome is recorded in the cache, also if the ticket has expired,
 * with three exceptions: a later ticket was finished before, or this one comes
 * more than eight times as late as it was to; the origin was removed meanwhile;
 * or something younger than now was imported meanwhile. If redirects ended at
 * exactly the URL at which another origin would be asked, the outcome is
 * recorded for that origin too, as long as nothing is known of that origin or
 * an attempt is due for it, and nobody holds a ticket for it.
 *
 * Arguments: a ticket; the body of the last response, which counts only if
 * that response was a file (204 and 205 are an empty one); seconds since 1970.
 * Result: what may be crawled from then on. Free it with robots_hit_free.
 * Misuse: NULL, for a NULL ticket, and for a NULL body with a length; in the
 * second case a failed attempt is recorded.
 * Time: linear in the body, for each crawler. Since 0.1.0.
 */
struct robots_hit *robots_ticket_finish(struct robots_ticket *ticket,
                                        const char *body,
                                        size_t body_len,
                                        uint64_t now);

/**
 * Gives a ticket back, so that the next caller gets it. Does nothing for NULL.
 *
 * Time: constant. Since 0.1.0.
 */
void robots_ticket_free(struct robots_ticket *ticket);

/* ----------------------------------------------------------------------------
 * A robots_cache as octets, and what holds octets
 */

/**
 * Writes all that a cache knows as octets, for robots_cache_restore after a
 * restart. Other threads may use the cache meanwhile.
 *
 * Result: the octets. Free them with robots_bytes_free.
 * Misuse: NULL for NULL.
 * Time: linear in the octets. Since 0.1.0.
 */
struct robots_bytes *robots_cache_to_bytes(const struct robots_cache *cache);

/**
 * Adds the entries that robots_cache_to_bytes wrote to a cache. If the cache
 * already knows something younger of an origin, that stays; entries that do
 * not fit the budget are dropped. The policy of this cache applies to all of
 * them. Rules that another release of the library compiled are obeyed until
 * they are due, and then the file is fetched whole.
 *
 * Arguments: a cache with the same tokens and options; the octets.
 * Result: the number of entries in the octets, or a negated ROBOTS_SNAPSHOT
 * number. After an error nothing was added, except that some entries of forged
 * octets may have been.
 * Misuse: -ROBOTS_SNAPSHOT_FOREIGN.
 * Time: linear in the octets, as robots_matcher_from_bytes for the rules of
 * each entry. Since 0.1.0.
 */
int64_t robots_cache_restore(const struct robots_cache *cache,
                             const char *data,
                             size_t len);

/**
 * Writes what is known of the origin of a URL as octets, for a store of the
 * caller's own. robots_cache_import reads them.
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
 * Adds the entry that robots_cache_export wrote to a cache. If the cache
 * already knows something younger of the origin, that stays.
 *
 * Arguments: a cache with the same tokens and options; any absolute URL of the
 * origin that the entry must be of, or NULL and 0 to accept any origin; the
 * octets.
 * Result: 0, or a negated ROBOTS_SNAPSHOT number, and then nothing was added.
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
 * The octets in the object.
 *
 * Result: the octets, which are valid as long as the object.
 * Misuse: NULL and 0 for NULL.
 * Time: constant. Since 0.1.0.
 */
struct robots_str robots_bytes_str(const struct robots_bytes *bytes);

/**
 * Frees octets. Does nothing for NULL.
 *
 * Time: constant. Since 0.1.0.
 */
void robots_bytes_free(struct robots_bytes *bytes);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* ROBOTS_ROBOTS_H */
