/* Every misuse that the header promises an answer to. */
#include <stdint.h>
#include <stdlib.h>

#include "check.h"

static const char body[] = "User-agent: *\nDisallow: /private\nSitemap: /s\nCrawl-delay: 1\n?\n";
static const char url[] = "https://site.example/";

static int is_refusal(robots_verdict verdict)
{
    return verdict.allowed == 0 && verdict.reason == ROBOTS_REASON_MISUSE
        && verdict.reserved == 0 && verdict.line == 0 && verdict.octets == 0
        && verdict.rule == ROBOTS_NO_RULE;
}

static int is_zero(const void *data, size_t size)
{
    const unsigned char *octets = data;
    size_t at;
    for (at = 0; at < size; at++) {
        if (octets[at] != 0) {
            return 0;
        }
    }
    return 1;
}

static int is_none(robots_str text)
{
    return text.data == NULL && text.len == 0;
}

/* Results for an index out of range: all zeros, member by member. */
static void nothing_at(const robots_txt *txt, size_t index)
{
    robots_group group = robots_txt_group(txt, index);
    robots_agent agent = robots_txt_agent(txt, index, 0);
    robots_rule rule = robots_txt_rule(txt, index);
    robots_record record = robots_txt_record(txt, index);
    robots_diagnostic remark = robots_txt_diagnostic(txt, index);
    CHECK(is_zero(&group, sizeof group));
    CHECK(is_none(agent.value) && agent.line == 0);
    CHECK(is_none(rule.pattern) && is_none(rule.normalized) && rule.line == 0);
    CHECK(rule.group == 0 && rule.allow == 0);
    CHECK(is_none(record.key) && is_none(record.value) && record.line == 0);
    CHECK(record.group == 0 && record.kind == 0);
    CHECK(is_zero(&remark, sizeof remark));
    CHECK(is_none(robots_txt_sitemap(txt, index)));
}

static void null_objects(void)
{
    robots_line line = robots_lines_next(NULL);
    robots_crawl_delay delay = robots_txt_crawl_delay(NULL, TEXT("a"));
    robots_group_match match = robots_txt_group_for(NULL, TEXT("a"));
    robots_verdict out[2];
    size_t ends[2] = {1, 2};

    robots_txt_free(NULL);
    robots_matcher_free(NULL);
    robots_lines_free(NULL);

    CHECK(robots_matcher_new(NULL, TEXT("a")) == NULL);
    CHECK(is_refusal(robots_matcher_check(NULL, TEXT(url))));
    CHECK(is_refusal(robots_matcher_check_path(NULL, TEXT("/"))));
    CHECK(robots_matcher_size(NULL) == 0);
    memset(out, 0x55, sizeof out);
    CHECK(robots_matcher_check_many(NULL, "ab", ends, 2, out) == -1);
    CHECK(is_refusal(out[0]) && is_refusal(out[1]));
    CHECK(robots_matcher_check_many(NULL, NULL, NULL, 0, NULL) == -1);
    CHECK(robots_matcher_check_each(NULL, NULL, NULL, 0, NULL) == 0);
    memset(out, 0x55, sizeof out);
    CHECK(robots_matcher_check_each(NULL, "ab", ends, 2, out) == -1);
    CHECK(is_refusal(out[0]) && is_refusal(out[1]));

    CHECK(robots_txt_flags(NULL) == 0 && robots_txt_size(NULL) == 0);
    CHECK(robots_txt_group_count(NULL) == 0 && robots_txt_rule_count(NULL) == 0);
    CHECK(robots_txt_record_count(NULL) == 0 && robots_txt_sitemap_count(NULL) == 0);
    CHECK(robots_txt_diagnostic_count(NULL) == 0 && robots_txt_diagnostic_total(NULL) == 0);
    nothing_at(NULL, 0);
    CHECK(delay.group == ROBOTS_GROUP_MISUSE && delay.has_own == 0 && delay.has_star == 0);
    CHECK(match.group == ROBOTS_GROUP_MISUSE && match.name.data == NULL && match.name.len == 0);
    CHECK(line.line == 0 && line.flags == 0 && line.key_type == ROBOTS_KEY_UNKNOWN);
    CHECK(is_none(line.key) && is_none(line.value));
}

static void null_texts(void)
{
    robots_txt *empty = robots_txt_parse(NULL, 0, NULL, 0);
    robots_txt *txt = robots_txt_parse(TEXT(body), NULL, 0);
    robots_matcher *matcher = robots_matcher_new(txt, TEXT("a"));
    robots_lines *lines = robots_lines_new(NULL, 0);
    robots_lines *none;
    char buffer[4] = "abc";

    /* NULL and 0 is the empty text. */
    CHECK(empty != NULL && robots_txt_group_count(empty) == 0);
    CHECK(lines != NULL && robots_lines_next(lines).line == 1);
    CHECK(robots_lines_next(lines).line == 0 && robots_lines_next(lines).line == 0);
    CHECK(is_refusal(robots_matcher_check(matcher, NULL, 0)));
    CHECK(is_refusal(robots_matcher_check_path(matcher, NULL, 0)));
    CHECK(robots_google_key(NULL, 0) == ROBOTS_KEY_UNKNOWN);
    CHECK(robots_google_path(NULL, 0, NULL, 0) == 1);
    CHECK(robots_google_escape(NULL, 0, NULL, 0) == 0);
    CHECK(robots_google_match(TEXT("/"), NULL, 0) == 1);
    CHECK(robots_google_match(NULL, 0, TEXT("/")) == 0);
    CHECK(robots_google_check(NULL, 0, NULL, 0, NULL, 0).verdict.allowed == 1);
    CHECK(robots_url_origin(NULL, 0, NULL, 0) == 0);
    CHECK(robots_check_once(NULL, 0, TEXT("a"), TEXT(url), NULL, 0).allowed == 1);

    /* NULL with a length is a misuse. */
    CHECK(robots_txt_parse(NULL, 1, NULL, 0) == NULL);
    CHECK(robots_matcher_new(txt, NULL, 1) == NULL);
    CHECK(robots_matcher_compile(NULL, 1, TEXT("a"), NULL, 0) == NULL);
    CHECK(robots_matcher_compile(TEXT(body), NULL, 1, NULL, 0) == NULL);
    CHECK(is_refusal(robots_matcher_check(matcher, NULL, 1)));
    CHECK(is_refusal(robots_matcher_check_path(matcher, NULL, 1)));
    CHECK(is_refusal(robots_check_once(NULL, 1, TEXT("a"), TEXT(url), NULL, 0)));
    CHECK(is_refusal(robots_check_once(TEXT(body), NULL, 1, TEXT(url), NULL, 0)));
    CHECK(is_refusal(robots_check_once(TEXT(body), TEXT("a"), NULL, 1, NULL, 0)));
    CHECK(robots_txt_crawl_delay(txt, NULL, 1).group == ROBOTS_GROUP_MISUSE);
    CHECK(robots_txt_group_for(txt, NULL, 1).group == ROBOTS_GROUP_MISUSE);
    none = robots_lines_new(NULL, 1);
    CHECK(none == NULL);
    CHECK(robots_google_key(NULL, 1) == ROBOTS_KEY_UNKNOWN);
    CHECK(robots_google_path(NULL, 1, buffer, 4) == 0);
    CHECK(robots_google_escape(NULL, 1, buffer, 4) == 0);
    CHECK(robots_google_match(NULL, 1, TEXT("")) == 0);
    CHECK(is_refusal(robots_google_check(NULL, 1, TEXT("a"), TEXT(url)).verdict));
    CHECK(is_refusal(robots_google_check(TEXT(body), NULL, 1, TEXT(url)).verdict));
    CHECK(is_refusal(robots_google_check(TEXT(body), TEXT("a"), NULL, 1).verdict));
    CHECK(robots_google_match(TEXT("/"), NULL, 1) == 0);
    CHECK(robots_url_origin(NULL, 1, buffer, 4) == 0);
    CHECK(robots_url_robots_txt(NULL, 1, buffer, 4) == 0);
    CHECK(robots_url_origin(TEXT(url), NULL, 4) == 0);
    CHECK(robots_google_path(TEXT(url), NULL, 4) == 0);

    /* A length that no memory has. */
    CHECK(robots_txt_parse(body, SIZE_MAX, NULL, 0) == NULL);
    CHECK(is_refusal(robots_matcher_check(matcher, url, SIZE_MAX / 2 + 1)));

    /* What does not fit is not written. */
    CHECK(robots_url_origin(TEXT(url), buffer, 4) == 20 && strcmp(buffer, "abc") == 0);
    CHECK(robots_google_path(TEXT("/long"), buffer, 4) == 5 && strcmp(buffer, "abc") == 0);
    CHECK(robots_google_escape(TEXT("/long"), buffer, 4) == 5 && strcmp(buffer, "abc") == 0);

    robots_txt_free(empty);
    robots_lines_free(lines);
    /* Free in any order: the matcher does not need the file. */
    robots_txt_free(txt);
    CHECK(robots_matcher_check(matcher, TEXT(url)).allowed == 1);
    robots_matcher_free(matcher);
}

static void questions_without_sense(void)
{
    robots_txt *txt = robots_txt_parse(TEXT(body), NULL, 0);
    robots_matcher *matcher = robots_matcher_new(txt, TEXT("a"));
    static const char header[] = "Mozilla/5.0 (compatible; ExampleBot/1.0)";

    CHECK(robots_matcher_new(txt, TEXT(header)) == NULL);
    CHECK(robots_matcher_new(txt, TEXT("")) == NULL);
    CHECK(robots_matcher_new(txt, TEXT("a,,b")) == NULL);
    CHECK(robots_matcher_compile(TEXT(body), TEXT(header), NULL, 0) == NULL);
    CHECK(is_refusal(robots_check_once(TEXT(body), TEXT(header), TEXT(url), NULL, 0)));
    CHECK(robots_txt_crawl_delay(txt, TEXT(header)).group == ROBOTS_GROUP_MISUSE);
    CHECK(robots_txt_group_for(txt, TEXT(header)).group == ROBOTS_GROUP_MISUSE);
    CHECK(is_refusal(robots_matcher_check(matcher, TEXT("//site.example/path"))));
    CHECK(is_refusal(robots_matcher_check(matcher, TEXT("path"))));
    CHECK(is_refusal(robots_matcher_check(matcher, TEXT("https://site.example:65536/"))));
    CHECK(is_refusal(robots_matcher_check(matcher, TEXT("mailto:a@site.example"))));
    CHECK(is_refusal(robots_matcher_check_path(matcher, TEXT("path"))));
    CHECK(is_refusal(robots_matcher_check_path(matcher, TEXT(url))));
    CHECK(robots_url_origin(TEXT("/path"), NULL, 0) == 0);
    CHECK(robots_url_robots_txt(TEXT("data:,"), NULL, 0) == 0);

    nothing_at(txt, robots_txt_group_count(txt) + 1000);
    nothing_at(txt, SIZE_MAX);
    CHECK(is_none(robots_txt_agent(txt, 0, 1).value) && robots_txt_agent(txt, 0, 1).line == 0);
    CHECK(robots_txt_rule(txt, ROBOTS_NO_RULE).line == 0);

    robots_matcher_free(matcher);
    robots_txt_free(txt);
}

static void unknown_numbers(void)
{
    unsigned number;
    for (number = 0; number < 256; number++) {
        const char *texts[5];
        size_t at;
        texts[0] = robots_reason_text((uint8_t)number);
        texts[1] = robots_reason_name((uint8_t)number);
        texts[2] = robots_record_kind_text((uint8_t)number);
        texts[3] = robots_diagnostic_text((uint8_t)number);
        texts[4] = robots_diagnostic_name((uint8_t)number);
        for (at = 0; at < 5; at++) {
            CHECK(texts[at] != NULL && texts[at][0] != 0);
        }
    }
    CHECK(strcmp(robots_reason_text(255), "unknown") == 0);
}

/* Options as a caller with another header may have them. */
typedef struct future_options {
    robots_options now;
    uint64_t member;
} future_options;

static int parses(const void *options, size_t size)
{
    robots_txt *txt = robots_txt_parse(TEXT(body), options, size);
    robots_matcher *matcher = robots_matcher_compile(TEXT(body), TEXT("a"), options, size);
    robots_verdict verdict =
        robots_check_once(TEXT(body), TEXT("a"), TEXT(url), options, size);
    int answer = txt != NULL;
    CHECK((matcher != NULL) == answer);
    CHECK(is_refusal(verdict) == !answer);
    robots_txt_free(txt);
    robots_matcher_free(matcher);
    return answer;
}

static void options(void)
{
    static const future_options zero = {{0, 0, 0, 0, 0, 0, 0}, 0};
    future_options given = zero;
    unsigned char large[8192];
    const size_t size = sizeof(robots_options);

    CHECK(parses(NULL, 0));
    CHECK(!parses(NULL, size));
    CHECK(!parses(&given, 0));
    CHECK(!parses(&given, sizeof(void *)));
    CHECK(!parses(&given, size - 1));
    CHECK(parses(&given, size));
    /* A later program: fine while it does not use what we do not know. */
    CHECK(parses(&given, sizeof given));
    given.member = (uint64_t)1 << 63;
    CHECK(!parses(&given, sizeof given));
    CHECK(parses(&given, size));
    memset(large, 0, sizeof large);
    CHECK(parses(large, 4096));
    CHECK(!parses(large, 4097));
    CHECK(!parses(large, SIZE_MAX));
    /* At any address. */
    CHECK(parses(large + 1, size));

    given = zero;
    given.now.profile = ROBOTS_PROFILE_GOOGLE;
    CHECK(parses(&given, size));
    given.now.profile = 2;
    CHECK(!parses(&given, size));
    given = zero;
    given.now.assume_slash = 2;
    CHECK(!parses(&given, size));
    given = zero;
    given.now.exact_agent = 255;
    CHECK(!parses(&given, size));
    given = zero;
    given.now.blank_line_ends_group = 2;
    CHECK(!parses(&given, size));
    given = zero;
    given.now.reserved = 1;
    CHECK(!parses(&given, size));
    given = zero;
    given.now.max_bytes = SIZE_MAX;
    given.now.max_line = SIZE_MAX;
    CHECK(parses(&given, size));
}

static void batches(void)
{
    robots_matcher *matcher = robots_matcher_compile(TEXT(body), TEXT("a"), NULL, 0);
    static const char data[] = "https://a.example/https://a.example/private";
    const size_t ends[3] = {18, 18, sizeof data - 1};
    const size_t back[3] = {18, 17, sizeof data - 1};
    const size_t wild[3] = {18, SIZE_MAX, sizeof data - 1};
    const size_t far[3] = {18, 18, SIZE_MAX};
    const robots_matcher *each[3] = {NULL, NULL, NULL};
    robots_verdict out[4];
    size_t at;

    each[1] = matcher;
    each[2] = matcher;
    memset(out, 0x55, sizeof out);
    CHECK(robots_matcher_check_many(matcher, data, ends, 3, out) == 0);
    CHECK(out[0].allowed == 1 && is_refusal(out[1]) && out[2].allowed == 0 && out[2].line == 2);
    CHECK(out[3].line == 0x55555555);
    CHECK(robots_matcher_check_many(matcher, NULL, NULL, 0, NULL) == 0);
    CHECK(robots_matcher_check_many(matcher, data, ends, 3, NULL) == -1);

    memset(out, 0x55, sizeof out);
    CHECK(robots_matcher_check_each(each, data, ends, 3, out) == 0);
    CHECK(is_refusal(out[0]) && is_refusal(out[1]) && out[2].allowed == 0 && out[2].line == 2);
    CHECK(out[3].line == 0x55555555);
    CHECK(robots_matcher_check_each(each, data, ends, 3, NULL) == -1);

    for (at = 0; at < 5; at++) {
        const size_t *bad[5];
        size_t which;
        bad[0] = back;
        bad[1] = wild;
        bad[2] = far;
        bad[3] = NULL;
        bad[4] = ends;
        memset(out, 0x55, sizeof out);
        CHECK(robots_matcher_check_many(matcher, at == 4 ? NULL : data, bad[at], 3, out) == -1);
        for (which = 0; which < 3; which++) {
            CHECK(is_refusal(out[which]));
        }
        CHECK(out[3].line == 0x55555555);
        memset(out, 0x55, sizeof out);
        CHECK(robots_matcher_check_each(each, at == 4 ? NULL : data, bad[at], 3, out) == -1);
        CHECK(is_refusal(out[0]) && is_refusal(out[2]) && out[3].line == 0x55555555);
    }
    robots_matcher_free(matcher);
}

int main(void)
{
    null_objects();
    null_texts();
    questions_without_sense();
    unknown_numbers();
    options();
    batches();
    return failures > 0;
}
