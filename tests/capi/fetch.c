/* Plays every row of tests/data/fetch.tsv, named on the command line, through
 * the C interface: once as a state with its attempts, and once as octets that
 * are written and read between any two steps. The format is described there. */
#include <stdlib.h>

#include "check.h"

#define ORIGIN "http://site.example/"

enum { MAX_LINE = 2048 };

static size_t line_number;

#if defined(__GNUC__)
__attribute__((noreturn))
#endif
static void fail(const char *what)
{
    fprintf(stderr, "line %zu: %s\n", line_number, what);
    exit(2);
}

/* Cuts a text at a separator: ends it there, and gives back what follows. */
static char *cut(char *text, const char *separator)
{
    char *at = text == NULL ? NULL : strstr(text, separator);
    if (at == NULL) {
        return NULL;
    }
    *at = 0;
    return at + strlen(separator);
}

static int begins(const char *text, const char *word)
{
    return strncmp(text, word, strlen(word)) == 0;
}

/* 0 stands for the default in C; no bound at all is 1 there, which every bound
 * is at least. */
static uint32_t bound(const char *value)
{
    uint32_t number = (uint32_t)strtoul(value, NULL, 10);
    return number == 0 ? 1 : number;
}

static robots_policy policy_of(char *column)
{
    robots_policy policy;
    memset(&policy, 0, sizeof policy);
    while (column != NULL && strcmp(column, "-") != 0) {
        char *next = cut(column, ",");
        char *value = cut(column, "=");
        if (value == NULL) {
            fail("no field=value");
        }
        if (strcmp(column, "default_fresh") == 0) {
            policy.default_fresh = bound(value);
        } else if (strcmp(column, "min_fresh") == 0) {
            policy.min_fresh = bound(value);
        } else if (strcmp(column, "max_fresh") == 0) {
            policy.max_fresh = bound(value);
        } else if (strcmp(column, "min_retry") == 0) {
            policy.min_retry = bound(value);
        } else if (strcmp(column, "max_retry") == 0) {
            policy.max_retry = bound(value);
        } else if (strcmp(column, "max_retry_after") == 0) {
            policy.max_retry_after = bound(value);
        } else if (strcmp(column, "long_outage") == 0) {
            policy.long_outage = bound(value);
        } else if (strcmp(column, "max_redirects") == 0) {
            policy.max_redirects = (uint8_t)strtoul(value, NULL, 10);
        } else if (strcmp(column, "shared_cache") == 0) {
            policy.shared_cache = strcmp(value, "true") == 0;
        } else if (strcmp(column, "forbidden_is_disallow") == 0) {
            policy.forbidden_is_disallow = strcmp(value, "true") == 0;
        } else if (strcmp(column, "five_xx_means_missing") == 0) {
            policy.five_xx_means_missing = strcmp(value, "true") == 0;
        } else if (strcmp(column, "after_outage") == 0) {
            if (strcmp(value, "allow-all") == 0) {
                policy.after_outage = ROBOTS_AFTER_OUTAGE_ALLOW_ALL;
            } else if (strcmp(value, "last-copy-or-refuse") == 0) {
                policy.after_outage = ROBOTS_AFTER_OUTAGE_LAST_COPY_OR_REFUSE;
            } else if (strcmp(value, "refuse-all") == 0) {
                policy.after_outage = ROBOTS_AFTER_OUTAGE_REFUSE_ALL;
            } else {
                fail("no such choice");
            }
        } else {
            fail("no such field");
        }
        column = next;
    }
    return policy;
}

static uint8_t failure_of(const char *name)
{
    unsigned number;
    for (number = ROBOTS_FAILURE_DNS; number <= ROBOTS_FAILURE_OTHER; number++) {
        if (strcmp(robots_cause_name((uint8_t)number), name) == 0) {
            return (uint8_t)number;
        }
    }
    fail("no such failure");
}

static void add(char *headers, size_t *len, const char *name, const char *value)
{
    int added = snprintf(headers + *len, MAX_LINE - *len, "%s:%s\r\n", name, value);
    *len += (size_t)added;
}

static void step(robots_fetch *fetch, char *text)
{
    char headers[MAX_LINE] = "HTTP/1.1 100 Continue\nLocation: /dropped\n\nHTTP/1.1 200 OK\r\n";
    size_t len = strlen(headers);
    char *header;
    char *location;
    char *end;
    uint16_t status;
    uint8_t result;
    if (begins(text, "fail ")) {
        CHECK(robots_fetch_failure(fetch, failure_of(text + 5)) == robots_fetch_result(fetch));
        return;
    }
    if (begins(text, "followed ")) {
        unsigned long count = strtoul(text + 9, &end, 10);
        CHECK(robots_fetch_followed(fetch, (uint32_t)count, end + 1, strlen(end + 1)) == 0);
        return;
    }
    header = cut(text, " {");
    location = cut(text, " ");
    status = (uint16_t)strtoul(text, &end, 10);
    if (location != NULL) {
        add(headers, &len, "location", location);
    }
    while (header != NULL) {
        char *next = cut(header, " {");
        char *value;
        header[strlen(header) - 1] = 0;
        value = cut(header, ":");
        if (value == NULL) {
            fail("no header");
        }
        add(headers, &len, header, value);
        header = next;
    }
    result = robots_fetch_response(fetch, status, *end == '!' ? ROBOTS_RESPONSE_INCOMPLETE : 0,
                                   headers, len);
    CHECK(result != 0 && result == robots_fetch_result(fetch));
}

static void through_octets(robots_state **state)
{
    robots_bytes *bytes = robots_state_to_bytes(*state);
    robots_str text = robots_bytes_str(bytes);
    robots_state *again = robots_state_from_bytes(text.data, text.len);
    robots_bytes_free(bytes);
    robots_state_free(*state);
    CHECK(again != NULL);
    *state = again;
}

static void show(robots_decision decision, char *out, size_t size)
{
    static const char *const copies[3] = {"keep", "replace", "forget"};
    snprintf(out, size, "%s %s %s %u %u %s", robots_access_name(decision.access),
             robots_basis_name(decision.basis), robots_cause_name(decision.cause),
             (unsigned)decision.wait, (unsigned)decision.fresh_for, copies[decision.copy]);
}

static void play(const char *row, int by_octets)
{
    char line[MAX_LINE];
    char got[256];
    char target[ROBOTS_URL_ORIGIN_MAX + 1] = "-";
    char *column[6];
    char *event;
    size_t at;
    uint64_t now = 1800000000;
    robots_policy policy;
    robots_state *state = robots_state_new();
    robots_decision decision;
    snprintf(line, sizeof line, "%s", row);
    column[0] = line;
    for (at = 1; at < 6; at++) {
        column[at] = cut(column[at - 1], "\t");
    }
    if (column[4] == NULL) {
        fail("not a row");
    }
    policy = policy_of(column[2]);
    decision = robots_state_decision(state, &policy, sizeof policy, now);
    for (event = column[3]; event != NULL;) {
        char *next = cut(event, " ; ");
        char *what = cut(event, " ");
        now += (uint64_t)strtoll(event + 1, NULL, 10);
        if (what == NULL) {
            fail("no event");
        }
        if (strcmp(what, "look") == 0) {
            decision = robots_state_decision(state, &policy, sizeof policy, now);
        } else if (strcmp(what, "forget") == 0) {
            CHECK(robots_state_forget_copy(state) == 0);
            decision = robots_state_decision(state, &policy, sizeof policy, now);
        } else {
            robots_fetch *fetch =
                robots_fetch_new(TEXT(ORIGIN), state, &policy, sizeof policy);
            size_t len;
            while (what != NULL) {
                char *more = cut(what, " > ");
                step(fetch, what);
                what = more;
            }
            decision = robots_state_record(state, fetch, &policy, sizeof policy, now);
            len = robots_fetch_target(fetch, target, sizeof target - 1);
            target[len] = 0;
            if (len == 0) {
                strcpy(target, "-");
            }
            robots_fetch_free(fetch);
        }
        if (by_octets) {
            through_octets(&state);
        }
        event = next;
    }
    show(decision, got, sizeof got);
    if (strcmp(got, column[4]) != 0) {
        fprintf(stderr, "%s: %s instead of %s\n", line, got, column[4]);
        failures++;
    }
    if (column[5] != NULL && strcmp(target, column[5]) != 0) {
        fprintf(stderr, "%s: answers for %s instead of %s\n", line, target, column[5]);
        failures++;
    }
    CHECK(decision.reserved == 0 && decision.fetch_at == now + decision.wait);
    robots_state_free(state);
}

int main(int argc, char **argv)
{
    char line[MAX_LINE];
    size_t rows = 0;
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (file == NULL) {
        fail("cannot read the file");
    }
    while (fgets(line, sizeof line, file) != NULL) {
        line_number++;
        line[strcspn(line, "\n")] = 0;
        if (line[0] != '#' && line[0] != 0) {
            rows++;
            play(line, 0);
            play(line, 1);
        }
    }
    fclose(file);
    printf("%zu rows\n", rows);
    return failures > 0;
}
