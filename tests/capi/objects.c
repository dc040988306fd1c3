/* What each object tells, from C. */
#include <stdlib.h>

#include "check.h"

static const char body[] =
    "# a comment\n"
    "Sitemap: https://site.example/1.xml\n"  /* 2 */
    "User-agent: ExampleBot/1.0\n"           /* 3 */
    "User-agent: other\n"                    /* 4 */
    "Disallow: /a%7eb*c$\n"                  /* 5 */
    "Allow: /a\n"                            /* 6 */
    "Crawl-delay: 2.5\n"                     /* 7 */
    "\n"
    "User-agent: *\n"                        /* 9 */
    "Disalow: /\n"                           /* 10 */
    "Crawl-delay: 10\n"                      /* 11 */
    "site-map: /2.xml # relative\n"          /* 12 */
    "unicorn: yes\n";                        /* 13 */

static void whole_file(void)
{
    robots_txt *txt = robots_txt_parse(TEXT(body), NULL, 0);
    robots_matcher *matcher = robots_matcher_new(txt, TEXT("ExampleBot"));
    robots_group group = robots_txt_group(txt, 0);
    robots_agent agent = robots_txt_agent(txt, 0, 1);
    robots_rule rule = robots_txt_rule(txt, 0);
    robots_record record;
    robots_diagnostic remark;
    robots_crawl_delay delay;
    robots_verdict verdict;
    size_t at;

    CHECK(strcmp(robots_version(), ROBOTS_VERSION) == 0);
    CHECK(robots_txt_flags(txt) == 0);
    CHECK(robots_txt_size(txt) > sizeof body / 2 && robots_txt_size(txt) < 4096);
    CHECK(robots_txt_group_count(txt) == 2);
    CHECK(group.line == 3 && group.agents == 2 && group.rule == 0 && group.rules == 2);
    group = robots_txt_group(txt, 1);
    CHECK(group.line == 9 && group.agents == 1 && group.rule == 2 && group.rules == 1);
    CHECK(IS(agent.value, "other") && agent.line == 4);
    CHECK(IS(robots_txt_agent(txt, 0, 0).value, "ExampleBot/1.0"));

    CHECK(robots_txt_rule_count(txt) == 3);
    CHECK(IS(rule.pattern, "/a%7eb*c$") && IS(rule.normalized, "/a~b*c$"));
    CHECK(rule.line == 5 && rule.group == 0 && rule.allow == 0);
    rule = robots_txt_rule(txt, 1);
    CHECK(IS(rule.pattern, "/a") && IS(rule.normalized, "/a") && rule.allow == 1);
    CHECK(robots_txt_rule(txt, 2).group == 1);

    CHECK(robots_txt_record_count(txt) == 5);
    record = robots_txt_record(txt, 0);
    CHECK(record.kind == ROBOTS_RECORD_SITEMAP && record.group == ROBOTS_NO_GROUP);
    record = robots_txt_record(txt, 1);
    CHECK(record.kind == ROBOTS_RECORD_CRAWL_DELAY && record.group == 0 && record.line == 7);
    CHECK(IS(record.key, "Crawl-delay") && IS(record.value, "2.5"));
    CHECK(strcmp(robots_record_kind_text(record.kind), "crawl-delay") == 0);
    record = robots_txt_record(txt, 4);
    CHECK(record.kind == ROBOTS_RECORD_UNKNOWN && IS(record.key, "unicorn") && record.group == 1);

    CHECK(robots_txt_sitemap_count(txt) == 2);
    CHECK(IS(robots_txt_sitemap(txt, 0), "https://site.example/1.xml"));
    CHECK(IS(robots_txt_sitemap(txt, 1), "/2.xml"));

    CHECK(robots_txt_diagnostic_count(txt) == robots_txt_diagnostic_total(txt));
    for (at = 0; at < robots_txt_diagnostic_count(txt); at++) {
        remark = robots_txt_diagnostic(txt, at);
        if (remark.line == 10) {
            CHECK(remark.kind == ROBOTS_DIAGNOSTIC_MISSPELT_KEY && remark.octet == 1);
            CHECK(strcmp(robots_diagnostic_name(remark.kind), "misspelt-key") == 0);
            CHECK(strstr(robots_diagnostic_text(remark.kind), "misspelt") != NULL);
            break;
        }
    }
    CHECK(at < robots_txt_diagnostic_count(txt));

    delay = robots_txt_crawl_delay(txt, TEXT("examplebot"));
    CHECK(delay.has_own == 1 && delay.has_star == 1);
    CHECK(delay.group == ROBOTS_GROUP_NAMED);
    CHECK(delay.own > 2.4999 && delay.own < 2.5001 && delay.star > 9.999 && delay.star < 10.001);
    delay = robots_txt_crawl_delay(txt, TEXT("third"));
    CHECK(delay.has_own == 0 && delay.has_star == 1);
    CHECK(delay.group == ROBOTS_GROUP_STAR);

    /* The matcher outlives the file. */
    verdict = robots_matcher_check(matcher, TEXT("https://site.example/a~b/c"));
    CHECK(verdict.allowed == 0 && verdict.line == 5 && verdict.octets == 7 && verdict.rule == 0);
    robots_txt_free(txt);
    verdict = robots_matcher_check_path(matcher, TEXT("/a~b/c?"));
    CHECK(verdict.allowed == 1 && verdict.line == 6 && verdict.rule == 1);
    verdict = robots_matcher_check_path(matcher, TEXT("/robots.txt"));
    CHECK(verdict.reason == ROBOTS_REASON_ROBOTS_TXT);
    CHECK(robots_matcher_size(matcher) > 0 && robots_matcher_size(matcher) < 4096);
    robots_matcher_free(matcher);
}

static void flags(void)
{
    robots_options options = {0};
    robots_txt *txt;
    options.max_bytes = 10;
    txt = robots_txt_parse(TEXT("<!DOCTYPE html>\n"), &options, sizeof options);
    CHECK(robots_txt_flags(txt) == ROBOTS_TXT_TRUNCATED);
    robots_txt_free(txt);
    options.max_bytes = 1000;
    txt = robots_txt_parse(TEXT("<!DOCTYPE html>\n"), &options, sizeof options);
    CHECK(robots_txt_flags(txt) == ROBOTS_TXT_HTML);
    CHECK(robots_txt_diagnostic(txt, 0).kind == ROBOTS_DIAGNOSTIC_HTML);
    robots_txt_free(txt);
    txt = robots_txt_parse(TEXT("\xFF\xFEu\0"), NULL, 0);
    CHECK(robots_txt_flags(txt) == ROBOTS_TXT_UTF16);
    robots_txt_free(txt);
}

static void without_a_file(void)
{
    robots_matcher *matcher = robots_matcher_unavailable();
    robots_verdict verdict = robots_matcher_check(matcher, TEXT("https://site.example/x"));
    CHECK(verdict.allowed == 1 && verdict.reason == ROBOTS_REASON_UNAVAILABLE);
    robots_matcher_free(matcher);
    matcher = robots_matcher_unreachable();
    verdict = robots_matcher_check(matcher, TEXT("https://site.example/x"));
    CHECK(verdict.allowed == 0 && verdict.reason == ROBOTS_REASON_UNREACHABLE);
    verdict = robots_matcher_check(matcher, TEXT("https://site.example/robots.txt"));
    CHECK(verdict.allowed == 1 && verdict.reason == ROBOTS_REASON_ROBOTS_TXT);
    robots_matcher_free(matcher);
}

static void urls(void)
{
    char buffer[ROBOTS_URL_ROBOTS_TXT_MAX];
    static const char url[] = "HTTPS://user@Site.Example:443/a?b#c";
    size_t len = robots_url_origin(TEXT(url), buffer, sizeof buffer);
    CHECK(len == 20 && memcmp(buffer, "https://site.example", len) == 0);
    CHECK(robots_url_origin(TEXT(url), NULL, 0) == len);
    len = robots_url_robots_txt(TEXT(url), buffer, sizeof buffer);
    CHECK(len == 31 && memcmp(buffer, "https://site.example/robots.txt", len) == 0);
    /* An exact fit fits. */
    CHECK(robots_url_robots_txt(TEXT("ftp://a:70/"), buffer, 21) == 21);
    CHECK(memcmp(buffer, "ftp://a:70/robots.txt", 21) == 0);
}

static void lines(void)
{
    robots_lines *all = robots_lines_new(
        TEXT("\xEF\xBB\xBFUser-Agent: a\r\nDisalow: /%aa # x\r\n#\nfour words are nothing\nallow /b"));
    robots_line line = robots_lines_next(all);
    char buffer[16];
    robots_google_verdict answer;
    CHECK(line.line == 1 && line.key_type == ROBOTS_KEY_USER_AGENT);
    CHECK(IS(line.key, "User-Agent") && IS(line.value, "a") && line.flags == ROBOTS_LINE_RECORD);
    line = robots_lines_next(all);
    CHECK(line.key_type == ROBOTS_KEY_DISALLOW && IS(line.value, "/%AA"));
    CHECK(line.flags == (ROBOTS_LINE_RECORD | ROBOTS_LINE_TYPO | ROBOTS_LINE_HAS_COMMENT));
    line = robots_lines_next(all);
    CHECK(line.key_type == ROBOTS_KEY_UNKNOWN && line.key.len == 0);
    CHECK(line.flags == (ROBOTS_LINE_HAS_COMMENT | ROBOTS_LINE_COMMENT));
    line = robots_lines_next(all);
    CHECK(line.line == 4 && line.flags == 0);
    line = robots_lines_next(all);
    CHECK(line.flags == (ROBOTS_LINE_RECORD | ROBOTS_LINE_MISSING_COLON) && IS(line.value, "/b"));
    CHECK(robots_lines_next(all).line == 0 && robots_lines_next(all).line == 0);
    robots_lines_free(all);
    /* Freed in the middle. */
    all = robots_lines_new(TEXT("a: \xE9\nb"));
    CHECK(IS(robots_lines_next(all).value, "%E9"));
    robots_lines_free(all);

    answer = robots_google_check(TEXT("user-agent: *\ndisallow: /\n"), TEXT("a"), TEXT("/x"));
    CHECK(answer.verdict.allowed == 0 && answer.verdict.line == 2 && answer.names_agent == 0);
    answer = robots_google_check(TEXT("user-agent: a1\ndisallow: /\n"), TEXT("b,A"), TEXT("/x"));
    CHECK(answer.verdict.allowed == 0 && answer.verdict.line == 2 && answer.names_agent == 1);

    CHECK(robots_google_key(TEXT("Site-Maps")) == ROBOTS_KEY_SITEMAP);
    CHECK(robots_google_key(TEXT("crawl-delay")) == ROBOTS_KEY_UNKNOWN);
    CHECK(robots_google_path(TEXT("a.example?b#c"), buffer, sizeof buffer) == 3);
    CHECK(memcmp(buffer, "/?b", 3) == 0);
    CHECK(robots_google_escape(TEXT("/\xE9%aa"), buffer, sizeof buffer) == 7);
    CHECK(memcmp(buffer, "/%E9%AA", 7) == 0);
    CHECK(robots_google_match(TEXT("/a/b.php"), TEXT("/*.php$")) == 1);
    CHECK(robots_google_match(TEXT("/a/b.php5"), TEXT("/*.php$")) == 0);
}

int main(void)
{
    whole_file();
    flags();
    without_a_file();
    urls();
    lines();
    return failures > 0;
}
