/* Asks every question of the case files named on the command line, by every
 * way the C interface has. The format is described in tests/data/README.md. */
#include <stdint.h>
#include <stdlib.h>

#include "check.h"

typedef struct text {
    char *data;
    size_t len;
} text;

typedef struct field {
    text value;
    int quoted;
} field;

enum { MAX_FIELDS = 16, BOTH = 2 };

/* The case under way. */
static struct {
    char name[128];
    int profile; /* ROBOTS_PROFILE number, or BOTH */
    int escaped;
    robots_options options;
    text body;
} the_case;

static const char *file_name;
static size_t file_line;
static size_t cases;
static size_t questions;

#if defined(__GNUC__)
__attribute__((noreturn))
#endif
static void fail(const char *what)
{
    fprintf(stderr, "%s:%zu: %s\n", file_name, file_line, what);
    exit(2);
}

static void append(text *to, const char *data, size_t len)
{
    char *grown = realloc(to->data, to->len + len + 1);
    if (grown == NULL) {
        fail("out of memory");
    }
    to->data = grown;
    if (len > 0) {
        memcpy(grown + to->len, data, len);
    }
    to->len += len;
}

static int is_blank(char octet)
{
    return octet == ' ' || octet == '\t';
}

static int is(text value, const char *word)
{
    return value.len == strlen(word) && memcmp(value.data, word, value.len) == 0;
}

static int begins(text value, const char *word)
{
    return value.len >= strlen(word) && memcmp(value.data, word, strlen(word)) == 0;
}

static unsigned hex(char digit)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = strchr(digits, digit >= 'A' && digit <= 'F' ? digit + 32 : digit);
    if (at == NULL || digit == 0) {
        fail("bad escape");
    }
    return (unsigned)(at - digits);
}

/* Replaces escapes in place. */
static text unescaped(text value)
{
    size_t from;
    size_t to = 0;
    for (from = 0; from < value.len; from++) {
        char octet = value.data[from];
        if (octet == '\\') {
            switch (++from < value.len ? value.data[from] : 0) {
            case '\\': octet = '\\'; break;
            case 'n': octet = '\n'; break;
            case 'r': octet = '\r'; break;
            case 't': octet = '\t'; break;
            case 'x':
                if (from + 2 >= value.len) {
                    fail("bad escape");
                }
                octet = (char)(unsigned char)(hex(value.data[from + 1]) * 16
                                              + hex(value.data[from + 2]));
                from += 2;
                break;
            default: fail("bad escape");
            }
        }
        value.data[to++] = octet;
    }
    value.len = to;
    return value;
}

static size_t split(text line, field *fields)
{
    size_t count = 0;
    while (line.len > 0) {
        field *it = &fields[count++];
        char *end;
        if (count > MAX_FIELDS) {
            fail("too many fields");
        }
        it->quoted = line.data[0] == '"';
        if (it->quoted) {
            it->value.data = line.data + 1;
            end = memchr(line.data + 1, '"', line.len - 1);
            if (end == NULL) {
                fail("no closing quote");
            }
            it->value.len = (size_t)(end - it->value.data);
            end++;
        } else {
            it->value.data = line.data;
            end = line.data;
            while (end < line.data + line.len && !is_blank(*end)) {
                end++;
            }
            it->value.len = (size_t)(end - it->value.data);
        }
        line.len -= (size_t)(end - line.data);
        line.data = end;
        while (line.len > 0 && is_blank(line.data[0])) {
            line.data++;
            line.len--;
        }
    }
    return count;
}

static size_t number(text value)
{
    size_t out = 0;
    size_t at;
    for (at = 0; at < value.len; at++) {
        if (value.data[at] < '0' || value.data[at] > '9') {
            fail("not a number");
        }
        out = out * 10 + (size_t)(value.data[at] - '0');
    }
    return out;
}

static text octets_of(const field *it)
{
    text none = {NULL, 0};
    if (!it->quoted && is(it->value, "-")) {
        return none;
    }
    return the_case.escaped ? unescaped(it->value) : it->value;
}

/* What a question expects; -1 where it does not say. */
typedef struct expected {
    int allowed;
    uint32_t line;
    int reason;
    int64_t octets;
    int64_t rule;
} expected;

static void compare(const expected *want, robots_verdict got, const char *way)
{
    int fits = got.allowed == want->allowed && got.line == want->line && got.reserved == 0
        && (want->reason < 0 || got.reason == want->reason)
        && (want->octets < 0 || got.octets == (uint32_t)want->octets)
        && (want->rule < 0 || got.rule == (uint32_t)want->rule)
        && (got.reason == ROBOTS_REASON_RULE) == (got.rule != ROBOTS_NO_RULE);
    if (!fits) {
        fprintf(stderr, "%s:%zu: case %s, by %s: got allowed %d line %u reason %s octets %u\n",
                file_name, file_line, the_case.name, way, got.allowed, (unsigned)got.line,
                robots_reason_name(got.reason), (unsigned)got.octets);
        failures++;
    }
}

/* A copy without room behind it, so that valgrind sees whoever reads on. */
static text exact(text value)
{
    text out = {NULL, 0};
    if (value.len > 0) {
        out.data = malloc(value.len);
        if (out.data == NULL) {
            fail("out of memory");
        }
        memcpy(out.data, value.data, value.len);
        out.len = value.len;
    }
    return out;
}

static void ask(text asked_agents, text asked_url, int is_path, const expected *want)
{
    const robots_options *options = &the_case.options;
    text given_body = exact(the_case.body);
    text agents = exact(asked_agents);
    text url = exact(asked_url);
    const text *body = &given_body;
    robots_txt *txt = robots_txt_parse(body->data, body->len, options, sizeof *options);
    robots_matcher *parsed = robots_matcher_new(txt, agents.data, agents.len);
    robots_matcher *direct = robots_matcher_compile(body->data, body->len, agents.data,
                                                    agents.len, options, sizeof *options);
    CHECK(txt != NULL && (parsed == NULL) == (direct == NULL));
    questions++;
    if (is_path) {
        compare(want, robots_matcher_check_path(parsed, url.data, url.len), "check_path");
        compare(want, robots_matcher_check_path(direct, url.data, url.len), "direct check_path");
    }
    /* A path is a URL like any other, unless it has two slashes. */
    if (!is_path || url.len < 2 || url.data[1] != '/') {
        robots_verdict verdict = robots_matcher_check(parsed, url.data, url.len);
        robots_verdict out[3];
        static const char other[] = "https://other.example/";
        text all = {NULL, 0};
        size_t ends[3];
        robots_rule rule = robots_txt_rule(txt, verdict.rule);
        compare(want, verdict, "check");
        compare(want, robots_matcher_check(direct, url.data, url.len), "direct check");
        compare(want,
                robots_check_once(body->data, body->len, agents.data, agents.len, url.data,
                                  url.len, options, sizeof *options),
                "check_once");
        /* The verdict leads to its rule. */
        CHECK(rule.line == verdict.line);
        if (options->profile == ROBOTS_PROFILE_RFC9309) {
            CHECK(rule.normalized.len == verdict.octets);
        }
        append(&all, url.data, url.len);
        ends[0] = all.len;
        append(&all, other, sizeof other - 1);
        ends[1] = all.len;
        append(&all, url.data, url.len);
        ends[2] = all.len;
        CHECK(robots_matcher_check_many(parsed, all.data, ends, 3, out) == (parsed ? 0 : -1));
        compare(want, out[0], "check_many, first");
        compare(want, out[2], "check_many, last");
        {
            const robots_matcher *each[3] = {NULL, NULL, NULL};
            each[0] = parsed;
            each[1] = direct;
            each[2] = direct;
            CHECK(robots_matcher_check_each(each, all.data, ends, 3, out) == 0);
            compare(want, out[0], "check_each, first");
            compare(want, out[2], "check_each, last");
        }
        free(all.data);
    }
    robots_txt_free(txt);
    robots_matcher_free(parsed);
    robots_matcher_free(direct);
    free(given_body.data);
    free(agents.data);
    free(url.data);
}

static void query(field *fields, size_t count)
{
    expected want = {0, 0, -1, -1, -1};
    int only = BOTH;
    text agents;
    text url;
    int is_path;
    int profile;
    size_t at;
    if (count < 4) {
        fail("a query has four fields");
    }
    agents = octets_of(&fields[0]);
    want.allowed = is(fields[1].value, "allow");
    want.line = (uint32_t)number(fields[2].value);
    url = octets_of(&fields[3]);
    is_path = url.len > 0 && url.data[0] == '/';
    if (want.line > 0) {
        want.reason = ROBOTS_REASON_RULE;
    } else {
        want.octets = 0;
        want.rule = ROBOTS_NO_RULE;
    }
    for (at = 4; at < count; at++) {
        text key = fields[at].value;
        char *equals = memchr(key.data, '=', key.len);
        text value;
        if (equals == NULL) {
            fail("a key needs =");
        }
        value.data = equals + 1;
        value.len = key.len - (size_t)(value.data - key.data);
        if (begins(key, "reason=")) {
            int reason = 0;
            while (!is(value, robots_reason_name((uint8_t)reason))) {
                if (++reason > ROBOTS_REASON_UNREACHABLE) {
                    fail("unknown reason");
                }
            }
            want.reason = reason;
        } else if (begins(key, "octets=")) {
            want.octets = (int64_t)number(value);
        } else if (begins(key, "rule=")) {
            want.rule = is(value, "none") ? (int64_t)ROBOTS_NO_RULE : (int64_t)number(value);
        } else if (begins(key, "only=")) {
            only = is(value, "google") ? ROBOTS_PROFILE_GOOGLE : ROBOTS_PROFILE_RFC9309;
        } else if (is(key, "entry=url")) {
            is_path = 0;
        } else {
            fail("unknown key");
        }
    }
    for (profile = ROBOTS_PROFILE_RFC9309; profile <= ROBOTS_PROFILE_GOOGLE; profile++) {
        if ((the_case.profile == BOTH || the_case.profile == profile)
            && (only == BOTH || only == profile)) {
            the_case.options.profile = (uint8_t)profile;
            ask(agents, url, is_path, &want);
        }
    }
}

static void options_line(const field *fields, size_t count)
{
    size_t at;
    for (at = 1; at < count; at++) {
        text word = fields[at].value;
        text value = word;
        if (word.len > 9) {
            value.data += 9;
            value.len -= 9;
        }
        if (is(word, "assume_slash")) {
            the_case.options.assume_slash = 1;
        } else if (is(word, "exact_agent")) {
            the_case.options.exact_agent = 1;
        } else if (is(word, "blank_line_ends_group")) {
            the_case.options.blank_line_ends_group = 1;
        } else if (begins(word, "max_line=")) {
            the_case.options.max_line = number(value);
        } else if (begins(word, "max_bytes=")) {
            value.data++;
            value.len--;
            the_case.options.max_bytes = number(value);
        } else {
            fail("unknown option");
        }
    }
}

static void header_line(const field *fields, size_t count)
{
    static const robots_options defaults = {0};
    size_t len = fields[1].value.len;
    if (count < 3 || len >= sizeof the_case.name) {
        fail("a case needs a name and a clause");
    }
    cases++;
    memcpy(the_case.name, fields[1].value.data, len);
    the_case.name[len] = 0;
    the_case.escaped = !fields[2].quoted && is(fields[2].value, "escaped");
    the_case.profile = BOTH;
    the_case.options = defaults;
    the_case.body.len = 0;
}

static void one_line(text line)
{
    field fields[MAX_FIELDS + 1];
    size_t count;
    size_t blanks = 0;
    while (blanks < line.len && is_blank(line.data[blanks])) {
        blanks++;
    }
    if (blanks == line.len || line.data[0] == '#') {
        return;
    }
    if (line.data[0] == '|') {
        size_t skip = line.len > 1 ? 2 : 1;
        text body;
        body.data = line.data + skip;
        body.len = line.len - skip;
        if (the_case.escaped) {
            body = unescaped(body);
        }
        append(&the_case.body, body.data, body.len);
        if (!the_case.escaped) {
            append(&the_case.body, "\n", 1);
        }
        return;
    }
    if (line.len >= 5 && memcmp(line.data, "case ", 5) == 0) {
        /* The clause may be long; its first word is enough. */
        text head = line;
        size_t word = 0;
        for (head.len = 0; head.len < line.len; head.len++) {
            word += head.len > 0 && is_blank(line.data[head.len - 1])
                && !is_blank(line.data[head.len]);
            if (word == 3) {
                break;
            }
        }
        header_line(fields, split(head, fields));
        return;
    }
    count = split(line, fields);
    if (!fields[0].quoted && is(fields[0].value, "profile") && count == 2) {
        the_case.profile = is(fields[1].value, "both") ? BOTH
            : is(fields[1].value, "google")            ? ROBOTS_PROFILE_GOOGLE
                                                       : ROBOTS_PROFILE_RFC9309;
    } else if (!fields[0].quoted && is(fields[0].value, "options")) {
        options_line(fields, count);
    } else {
        query(fields, count);
    }
}

static text read_file(const char *name)
{
    text out = {NULL, 0};
    char buffer[4096];
    size_t got;
    FILE *file = fopen(name, "rb");
    if (file == NULL) {
        fail("cannot open");
    }
    while ((got = fread(buffer, 1, sizeof buffer, file)) > 0) {
        append(&out, buffer, got);
    }
    fclose(file);
    return out;
}

int main(int argc, char **argv)
{
    int at;
    for (at = 1; at < argc; at++) {
        text rest;
        text all;
        file_name = argv[at];
        file_line = 0;
        all = read_file(argv[at]);
        rest = all;
        while (rest.len > 0) {
            char *end = memchr(rest.data, '\n', rest.len);
            text line;
            file_line++;
            if (end == NULL) {
                fail("the last line has no end");
            }
            line.data = rest.data;
            line.len = (size_t)(end - rest.data);
            one_line(line);
            rest.len -= line.len + 1;
            rest.data = end + 1;
        }
        free(all.data);
    }
    free(the_case.body.data);
    printf("%zu cases, %zu questions\n", cases, questions);
    return failures > 0;
}
