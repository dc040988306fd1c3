/* The cache, its tickets and hits, and what is kept by hand, from C. */
#include <stdlib.h>

#include "check.h"

#define SITE "https://site.example/"
#define PRIVATE "https://site.example/private"
#define RULES "User-agent: *\nDisallow: /private\n"
#define ETAG "ETag: \"v1\"\r\nLast-Modified: Fri, 15 Jan 2027 08:00:00 GMT\r\n"

static const uint64_t now = 1800000000;
static const uint64_t day = 24 * 60 * 60;

static robots_cache *new_cache(void)
{
    return robots_cache_new(4 << 20, TEXT("bot"), NULL, 0, NULL, 0, 0);
}

static robots_ticket *ticket_for(const robots_cache *cache, const char *url, uint64_t at)
{
    robots_lookup lookup = robots_cache_get(cache, url, strlen(url), at);
    CHECK(lookup.kind == ROBOTS_LOOKUP_FETCH && lookup.ticket != NULL);
    CHECK(lookup.hit == NULL && lookup.until == 0);
    return lookup.ticket;
}

static robots_hit *hit_for(const robots_cache *cache, const char *url, uint64_t at)
{
    robots_lookup lookup = robots_cache_get(cache, url, strlen(url), at);
    CHECK(lookup.kind == ROBOTS_LOOKUP_HIT && lookup.hit != NULL);
    CHECK(lookup.ticket == NULL && lookup.until == 0);
    return lookup.hit;
}

/* One attempt with one response. */
static robots_hit *answer(const robots_cache *cache, const char *url, uint16_t status,
                          const char *headers, const char *body, uint64_t at)
{
    robots_ticket *ticket = ticket_for(cache, url, at);
    CHECK(robots_ticket_response(ticket, status, 0, headers, strlen(headers)) != 0);
    return robots_ticket_finish(ticket, body, strlen(body), at);
}

static robots_stats stats_of(const robots_cache *cache)
{
    robots_stats stats;
    memset(&stats, 0x55, sizeof stats);
    CHECK(robots_cache_stats(cache, &stats, sizeof stats) == 0);
    return stats;
}

static void from_nothing_to_a_copy(void)
{
    robots_cache *cache = new_cache();
    robots_answer known = robots_cache_check(cache, 0, TEXT(PRIVATE), now);
    robots_ticket *ticket;
    robots_lookup lookup;
    robots_hit *hit;
    robots_decision decision;
    robots_verdict verdict;
    char buffer[29];

    /* Nothing is known. */
    CHECK(known.verdict.allowed == 0 && known.verdict.reason == ROBOTS_REASON_UNREACHABLE);
    CHECK(known.lookup == ROBOTS_LOOKUP_FETCH && known.access == ROBOTS_ACCESS_REFUSE_ALL);
    CHECK(known.basis == ROBOTS_BASIS_NOT_FETCHED && known.wait == 0);
    CHECK(known.next_change == now && known.reserved == 0);
    CHECK(robots_cache_state(cache, TEXT(SITE)) == NULL);
    CHECK(robots_cache_export(cache, TEXT(SITE)) == NULL);
    CHECK(robots_cache_remove(cache, TEXT(SITE)) == 0);

    /* One gets the ticket, the others wait. */
    ticket = ticket_for(cache, PRIVATE, now);
    CHECK(IS(robots_ticket_url(ticket), "https://site.example/robots.txt"));
    CHECK(robots_ticket_if_none_match(ticket).len == 0);
    CHECK(robots_ticket_if_modified_since(ticket, buffer, sizeof buffer) == 0);
    lookup = robots_cache_get(cache, TEXT(SITE), now + 5);
    CHECK(lookup.kind == ROBOTS_LOOKUP_WAIT && lookup.until == now + 120);
    CHECK(lookup.hit == NULL && lookup.ticket == NULL);
    known = robots_cache_check(cache, 0, TEXT(SITE), now + 5);
    CHECK(known.lookup == ROBOTS_LOOKUP_WAIT && known.wait == 115 && known.verdict.allowed == 0);
    CHECK(known.next_change == now + 120 && known.access == ROBOTS_ACCESS_REFUSE_ALL);
    CHECK(robots_cache_refresh(cache, TEXT(SITE), now + 5) == NULL);

    CHECK(robots_ticket_response(ticket, 301, 0, TEXT("location: /r\n")) == ROBOTS_RESULT_REDIRECT);
    CHECK(IS(robots_ticket_url(ticket), "https://site.example/r"));
    CHECK(robots_ticket_response(ticket, 200, 0, TEXT(ETAG)) == ROBOTS_RESULT_SUCCESSFUL);
    hit = robots_ticket_finish(ticket, TEXT(RULES), now + 6);
    decision = robots_hit_decision(hit);
    CHECK(decision.access == ROBOTS_ACCESS_RULES && decision.basis == ROBOTS_BASIS_FRESH);
    CHECK(decision.cause == ROBOTS_CAUSE_SUCCESS && decision.status == 200);
    CHECK(decision.copy == ROBOTS_COPY_REPLACE && decision.fetch_at == now + 6 + day);
    CHECK(decision.wait == day && decision.fresh_for == day && decision.reserved == 0);
    verdict = robots_hit_check(hit, 0, TEXT(PRIVATE));
    CHECK(verdict.allowed == 0 && verdict.line == 2 && verdict.reason == ROBOTS_REASON_RULE);
    robots_hit_free(hit);

    known = robots_cache_check(cache, 0, TEXT(PRIVATE), now + 7);
    CHECK(known.lookup == ROBOTS_LOOKUP_HIT && known.verdict.allowed == 0);
    CHECK(known.verdict.line == 2 && known.access == ROBOTS_ACCESS_RULES);
    CHECK(known.wait == day - 1 && known.next_change == now + 6 + day);
    CHECK(robots_cache_check(cache, 0, TEXT(SITE), now + 7).verdict.allowed == 1);

    /* It expires, and a 304 confirms it: the copy came from another URL than the
     * first that is asked, so the validators go only there. */
    ticket = ticket_for(cache, SITE, now + 6 + day);
    CHECK(robots_ticket_if_none_match(ticket).len == 0);
    CHECK(robots_ticket_response(ticket, 302, 0, TEXT("Location: r\r\n")) == ROBOTS_RESULT_REDIRECT);
    CHECK(IS(robots_ticket_if_none_match(ticket), "\"v1\""));
    CHECK(robots_ticket_if_modified_since(ticket, NULL, 0) == 29);
    CHECK(robots_ticket_if_modified_since(ticket, buffer, sizeof buffer) == 29);
    CHECK(memcmp(buffer, "Fri, 15 Jan 2027 08:00:00 GMT", 29) == 0);
    CHECK(robots_ticket_response(ticket, 304, 0, NULL, 0) == ROBOTS_RESULT_SUCCESSFUL);
    hit = robots_ticket_finish(ticket, NULL, 0, now + 6 + day);
    CHECK(robots_hit_decision(hit).cause == ROBOTS_CAUSE_NOT_MODIFIED);
    CHECK(robots_hit_decision(hit).copy == ROBOTS_COPY_KEEP);
    CHECK(robots_hit_check(hit, 0, TEXT(PRIVATE)).line == 2);
    robots_hit_free(hit);
    robots_cache_free(cache);
}

static void trouble(void)
{
    robots_cache *cache = new_cache();
    robots_hit *hit = answer(cache, SITE, 503, "Retry-After: 90\r\n", "ignored", now);
    robots_decision decision = robots_hit_decision(hit);
    robots_ticket *ticket;
    robots_answer known;
    CHECK(decision.access == ROBOTS_ACCESS_REFUSE_ALL && decision.wait == 90);
    CHECK(decision.basis == ROBOTS_BASIS_UNREACHABLE && decision.status == 503);
    CHECK(robots_hit_check(hit, 0, TEXT(SITE)).reason == ROBOTS_REASON_UNREACHABLE);
    CHECK(robots_hit_check(hit, 0, TEXT(SITE "robots.txt")).allowed == 1);
    robots_hit_free(hit);

    /* While it is known to be unreachable, a second attempt holds nobody up. */
    ticket = ticket_for(cache, SITE, now + 90);
    known = robots_cache_check(cache, 0, TEXT(SITE), now + 90);
    CHECK(known.lookup == ROBOTS_LOOKUP_HIT && known.verdict.allowed == 0);
    CHECK(robots_ticket_failure(ticket, ROBOTS_FAILURE_TIMEOUT) == ROBOTS_RESULT_UNREACHABLE);
    hit = robots_ticket_finish(ticket, NULL, 0, now + 90);
    CHECK(robots_hit_decision(hit).cause == ROBOTS_FAILURE_TIMEOUT);
    CHECK(strcmp(robots_cause_name(robots_hit_decision(hit).cause), "timeout") == 0);
    robots_hit_free(hit);

    /* No file, by way of another origin that is answered for as well. */
    ticket = robots_cache_refresh(cache, TEXT("http://site.example/"), now);
    CHECK(robots_ticket_followed(ticket, 1, TEXT("http://www.site.example/robots.txt")) == 0);
    CHECK(robots_ticket_response(ticket, 404, 0, NULL, 0) == ROBOTS_RESULT_UNAVAILABLE);
    hit = robots_ticket_finish(ticket, TEXT("not found"), now);
    CHECK(robots_hit_decision(hit).access == ROBOTS_ACCESS_ALLOW_ALL);
    CHECK(robots_hit_check(hit, 0, TEXT("http://site.example/")).reason
          == ROBOTS_REASON_UNAVAILABLE);
    CHECK(robots_hit_check(hit, 1, TEXT("http://site.example/")).reason == ROBOTS_REASON_MISUSE);
    robots_hit_free(hit);
    known = robots_cache_check(cache, 0, TEXT("http://www.site.example/x"), now + 1);
    CHECK(known.verdict.allowed == 1 && known.access == ROBOTS_ACCESS_ALLOW_ALL);

    /* A body that is not whole; a ticket that is given back. */
    ticket = ticket_for(cache, "https://b.example", now);
    CHECK(robots_ticket_response(ticket, 200, ROBOTS_RESPONSE_INCOMPLETE, NULL, 0)
          == ROBOTS_RESULT_UNREACHABLE);
    robots_ticket_free(ticket);
    robots_ticket_free(ticket_for(cache, "https://b.example/", now));

    /* Nobody said what came: a failed attempt. */
    hit = robots_ticket_finish(ticket_for(cache, "https://b.example/", now), TEXT(RULES), now);
    CHECK(robots_hit_decision(hit).cause == ROBOTS_CAUSE_INTERRUPTED);
    CHECK(robots_hit_decision(hit).access == ROBOTS_ACCESS_REFUSE_ALL);
    robots_hit_free(hit);
    robots_cache_free(cache);
}

static void several_crawlers(void)
{
    static const char agents[] = "news-bot, bot\r\nbot\nthird\n";
    static const char body[] =
        "user-agent: news-bot\nallow: /\nuser-agent: bot\ndisallow: /\n\nuser-agent: *\ndisallow: /x\n";
    static const char data[] = SITE "x" SITE;
    const size_t ends[2] = {sizeof SITE, sizeof data - 1};
    robots_verdict out[2];
    robots_policy policy = {0};
    robots_cache *cache;
    robots_ticket *ticket;
    robots_ticket *late;
    robots_hit *hit;
    policy.max_fresh = 1000;
    policy.max_redirects = 9;
    cache = robots_cache_new(1 << 20, TEXT(agents), NULL, 0, &policy, sizeof policy, 7);
    robots_ticket_free(ticket_for(cache, SITE, now));
    hit = answer(cache, SITE, 200, "", body, now);
    CHECK(robots_hit_decision(hit).wait == 1000);
    CHECK(robots_hit_check(hit, 0, TEXT(SITE "x")).allowed == 1);
    CHECK(robots_hit_check(hit, 1, TEXT(SITE "x")).line == 4);
    CHECK(robots_hit_check(hit, 2, TEXT(SITE "x")).line == 7);
    CHECK(robots_hit_check(hit, 3, TEXT(SITE "x")).reason == ROBOTS_REASON_MISUSE);
    CHECK(robots_hit_check_many(hit, 2, data, ends, 2, out) == 0);
    CHECK(out[0].line == 7 && out[1].allowed == 1);
    CHECK(robots_cache_check(cache, 1, TEXT(SITE "x"), now).verdict.line == 4);
    robots_hit_free(hit);
    /* A lease of seven seconds; an earlier ticket says nothing behind a later one. */
    ticket = ticket_for(cache, "https://b.example", now);
    CHECK(robots_cache_get(cache, TEXT("https://b.example"), now + 6).until == now + 7);
    CHECK(robots_ticket_response(ticket, 404, 0, NULL, 0) == ROBOTS_RESULT_UNAVAILABLE);
    late = ticket_for(cache, "https://b.example", now + 7);
    CHECK(robots_ticket_response(late, 503, 0, NULL, 0) == ROBOTS_RESULT_UNREACHABLE);
    robots_hit_free(robots_ticket_finish(late, NULL, 0, now + 7));
    CHECK(robots_cache_check(cache, 0, TEXT("https://b.example/x"), now + 8).verdict.allowed == 0);
    robots_hit_free(robots_ticket_finish(ticket, NULL, 0, now + 8));
    CHECK(robots_cache_check(cache, 0, TEXT("https://b.example/x"), now + 8).verdict.allowed == 0);
    robots_cache_free(cache);

    /* Without a token, the rules are those of a crawler that no file names. */
    cache = robots_cache_new(1 << 20, NULL, 0, NULL, 0, NULL, 0, 0);
    hit = answer(cache, SITE, 200, "", body, now);
    CHECK(robots_hit_check(hit, 0, TEXT(SITE "x")).line == 7);
    robots_hit_free(hit);
    robots_cache_free(cache);
}

static void everything_outlives_the_cache(void)
{
    robots_cache *cache = new_cache();
    robots_hit *hit = answer(cache, SITE, 200, ETAG, RULES, now);
    robots_ticket *ticket = robots_cache_refresh(cache, TEXT(SITE), now + 10);
    robots_ticket *other = ticket_for(cache, "https://b.example", now);
    robots_ticket *third = ticket_for(cache, "https://c.example", now);
    robots_state *state = robots_cache_state(cache, TEXT(SITE));
    robots_bytes *origins = robots_cache_origins(cache);
    robots_cache_free(cache);
    CHECK(robots_hit_check(hit, 0, TEXT(PRIVATE)).line == 2);
    CHECK(IS(robots_ticket_if_none_match(ticket), "\"v1\""));
    CHECK(robots_ticket_response(ticket, 304, 0, NULL, 0) == ROBOTS_RESULT_SUCCESSFUL);
    robots_hit_free(hit);
    hit = robots_ticket_finish(ticket, NULL, 0, now + 10);
    CHECK(robots_hit_check(hit, 0, TEXT(PRIVATE)).line == 2);
    CHECK(robots_state_decision(state, NULL, 0, now).basis == ROBOTS_BASIS_FRESH);
    CHECK(IS(robots_bytes_str(origins), "https://site.example\n"));
    robots_bytes_free(origins);
    robots_state_free(state);
    robots_ticket_free(other);
    CHECK(robots_hit_check(hit, 0, TEXT(SITE)).allowed == 1);
    robots_hit_free(hit);
    CHECK(robots_ticket_finish(third, NULL, 1, now) == NULL);
}

static void keeping_house(void)
{
    robots_cache *cache = new_cache();
    robots_hit *hit = answer(cache, SITE, 200, "", RULES, now);
    robots_hit *again = hit_for(cache, SITE, now);
    robots_stats stats = stats_of(cache);
    robots_ticket *ticket = ticket_for(cache, "https://b.example", now);
    robots_bytes *origins;
    robots_lookup lookup = robots_cache_get(cache, TEXT("https://b.example/x"), now);
    CHECK(lookup.kind == ROBOTS_LOOKUP_WAIT);
    CHECK(stats.entries == 1 && stats.bytes > 100 && stats.bytes < stats.budget);
    CHECK(stats.budget == 4 << 20 && stats.tickets == 0 && stats.hits == 1);
    CHECK(stats.fetches == 1 && stats.waits == 0 && stats.evictions == 0 && stats.too_large == 0);
    stats = stats_of(cache);
    CHECK(stats.tickets == 1 && stats.fetches == 2 && stats.waits == 1);
    robots_ticket_free(ticket);
    CHECK(stats_of(cache).tickets == 0);
    /* Any URL of the origin will do. */
    CHECK(robots_cache_remove(cache, TEXT("HTTPS://SITE.example:443/x?y#z")) == 1);
    CHECK(robots_cache_remove(cache, TEXT(SITE)) == 0);
    origins = robots_cache_origins(cache);
    CHECK(origins != NULL && robots_bytes_str(origins).len == 0);
    robots_bytes_free(origins);
    /* Hits stay as they are. */
    CHECK(robots_hit_check(again, 0, TEXT(PRIVATE)).line == 2);
    robots_hit_free(again);
    robots_hit_free(hit);
    robots_cache_free(cache);
}

static void by_hand(void)
{
    robots_state *state = robots_state_new();
    robots_policy policy = {0};
    robots_fetch *fetch = robots_fetch_new(TEXT(PRIVATE), NULL, NULL, 0);
    robots_decision decision = robots_state_decision(state, NULL, 0, now);
    char buffer[64];
    policy.forbidden_is_disallow = 1;
    CHECK(decision.access == ROBOTS_ACCESS_REFUSE_ALL && decision.wait == 0);
    CHECK(IS(robots_fetch_url(fetch), "https://site.example/robots.txt"));
    CHECK(robots_fetch_result(fetch) == ROBOTS_RESULT_UNREACHABLE);
    CHECK(robots_fetch_cause(fetch) == ROBOTS_CAUSE_INTERRUPTED && robots_fetch_hops(fetch) == 0);
    CHECK(robots_fetch_if_none_match(fetch, state).len == 0);
    /* The last of several responses counts, as libcurl hands them over. */
    CHECK(robots_fetch_response(
              fetch, 301, 0,
              TEXT("HTTP/1.1 103 Early Hints\r\nLocation: /no\r\n\r\nHTTP/1.1 301 Moved\r\n"
                   " Location: /folded\r\nLocation\r\n: x\r\n"
                   "Location: https://www.site.example/robots.txt\r\nLocation: /second\r\n\r\n"))
          == ROBOTS_RESULT_REDIRECT);
    CHECK(robots_fetch_hops(fetch) == 1);
    CHECK(IS(robots_fetch_url(fetch), "https://www.site.example/robots.txt"));
    CHECK(robots_fetch_target(fetch, NULL, 0) == 0);
    CHECK(robots_fetch_response(fetch, 200, 0, TEXT(ETAG)) == ROBOTS_RESULT_SUCCESSFUL);
    CHECK(robots_fetch_cause(fetch) == ROBOTS_CAUSE_SUCCESS);
    CHECK(robots_fetch_target(fetch, buffer, 4) == 24 && robots_fetch_target(fetch, NULL, 0) == 24);
    CHECK(robots_fetch_target(fetch, buffer, sizeof buffer) == 24);
    CHECK(memcmp(buffer, "https://www.site.example", 24) == 0);
    decision = robots_state_record(state, fetch, NULL, 0, now);
    CHECK(decision.copy == ROBOTS_COPY_REPLACE && decision.access == ROBOTS_ACCESS_RULES);
    robots_fetch_free(fetch);

    fetch = robots_fetch_new(TEXT(SITE), state, &policy, sizeof policy);
    CHECK(robots_fetch_if_none_match(fetch, state).len == 0);
    CHECK(robots_fetch_followed(fetch, 1, TEXT("https://www.site.example/robots.txt")) == 0);
    /* What the client told the server there, nobody knows. */
    CHECK(robots_fetch_if_none_match(fetch, state).len == 0);
    CHECK(robots_fetch_if_modified_since(fetch, state, buffer, sizeof buffer) == 0);
    CHECK(robots_fetch_response(fetch, 403, 0, NULL, 0) == ROBOTS_RESULT_UNAVAILABLE);
    decision = robots_state_record(state, fetch, &policy, sizeof policy, now + day);
    CHECK(decision.access == ROBOTS_ACCESS_REFUSE_ALL && decision.basis == ROBOTS_BASIS_FORBIDDEN);
    CHECK(decision.copy == ROBOTS_COPY_FORGET);
    CHECK(robots_fetch_failure(fetch, ROBOTS_FAILURE_DNS) == ROBOTS_RESULT_UNREACHABLE);
    robots_state_record(state, fetch, NULL, 0, now + day);
    CHECK(robots_state_failures(state) == 1 && robots_state_forget_copy(state) == 0);
    robots_fetch_free(fetch);
    robots_state_free(state);

    CHECK(robots_url_governs(TEXT(SITE "robots.txt"), TEXT(PRIVATE)) == 1);
    CHECK(robots_url_governs(TEXT(SITE "robots.txt"), TEXT("http://site.example/")) == 0);
    CHECK(robots_url_is_robots_txt(TEXT(SITE "robots.txt#a")) == 1);
    CHECK(robots_url_is_robots_txt(TEXT(SITE "a/robots.txt")) == 0);
}

int main(void)
{
    from_nothing_to_a_copy();
    trouble();
    several_crawlers();
    everything_outlives_the_cache();
    keeping_house();
    by_hand();
    return failures > 0;
}
