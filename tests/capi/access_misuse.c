/* Every misuse of the access policy and the cache has its documented answer. */
#include <stdint.h>
#include <stdlib.h>

#include "check.h"

#define SITE "https://site.example/"
#define RULES "User-agent: *\nDisallow: /private\n"

static const char url[] = SITE;

static int is_refusal(robots_verdict verdict)
{
    return verdict.allowed == 0 && verdict.reason == ROBOTS_REASON_MISUSE && verdict.reserved == 0
        && verdict.line == 0 && verdict.octets == 0 && verdict.rule == ROBOTS_NO_RULE;
}

static int is_none(robots_str text)
{
    return text.data == NULL && text.len == 0;
}

static int refuses(robots_decision decision)
{
    return decision.access == ROBOTS_ACCESS_REFUSE_ALL && decision.basis == 0
        && decision.cause == 0 && decision.copy == 0 && decision.status == 0
        && decision.reserved == 0 && decision.wait == 0 && decision.fresh_for == 0
        && decision.fetch_at == 0 && decision.next_change == 0;
}

static int finds_nothing(robots_lookup lookup)
{
    return lookup.kind == ROBOTS_LOOKUP_MISUSE && lookup.until == 0 && lookup.hit == NULL
        && lookup.ticket == NULL;
}

static int tells_nothing(robots_answer answer)
{
    return is_refusal(answer.verdict) && answer.lookup == ROBOTS_LOOKUP_MISUSE
        && answer.access == ROBOTS_ACCESS_REFUSE_ALL && answer.basis == 0 && answer.reserved == 0
        && answer.wait == 0 && answer.next_change == 0;
}

static robots_cache *new_cache(void)
{
    return robots_cache_new(1 << 20, TEXT("bot"), NULL, 0, NULL, 0, 0);
}

static robots_ticket *new_ticket(const robots_cache *cache)
{
    return robots_cache_refresh(cache, TEXT(url), 1000);
}

static void null_objects(void)
{
    robots_state *state = robots_state_new();
    robots_fetch *fetch = robots_fetch_new(TEXT(url), NULL, NULL, 0);
    robots_verdict out[2];
    robots_stats stats;
    size_t ends[2] = {1, 2};
    char buffer[32];
    const robots_stats zero = {0, 0, 0, 0, 0, 0, 0, 0, 0};

    robots_bytes_free(NULL);
    robots_state_free(NULL);
    robots_fetch_free(NULL);
    robots_cache_free(NULL);
    robots_hit_free(NULL);
    robots_ticket_free(NULL);

    CHECK(is_none(robots_bytes_str(NULL)));
    CHECK(robots_matcher_to_bytes(NULL) == NULL);

    CHECK(refuses(robots_state_decision(NULL, NULL, 0, 1000)));
    CHECK(refuses(robots_state_record(NULL, fetch, NULL, 0, 1000)));
    CHECK(refuses(robots_state_record(state, NULL, NULL, 0, 1000)));
    CHECK(robots_state_decision(state, NULL, 0, 1000).basis == ROBOTS_BASIS_NOT_FETCHED);
    CHECK(robots_state_forget_copy(NULL) == -1);
    CHECK(robots_state_failures(NULL) == 0);
    CHECK(robots_state_to_bytes(NULL) == NULL);

    CHECK(is_none(robots_fetch_url(NULL)) && robots_fetch_hops(NULL) == 0);
    CHECK(is_none(robots_fetch_if_none_match(NULL, state)));
    CHECK(robots_fetch_if_none_match(fetch, NULL).len == 0);
    CHECK(robots_fetch_if_modified_since(NULL, state, buffer, sizeof buffer) == 0);
    CHECK(robots_fetch_if_modified_since(fetch, NULL, buffer, sizeof buffer) == 0);
    CHECK(robots_fetch_response(NULL, 200, 0, NULL, 0) == 0);
    CHECK(robots_fetch_failure(NULL, ROBOTS_FAILURE_DNS) == 0);
    CHECK(robots_fetch_followed(NULL, 1, TEXT(url)) == -1);
    CHECK(robots_fetch_result(NULL) == 0 && robots_fetch_cause(NULL) == 0);
    CHECK(robots_fetch_target(NULL, buffer, sizeof buffer) == 0);

    CHECK(finds_nothing(robots_cache_get(NULL, TEXT(url), 1000)));
    CHECK(tells_nothing(robots_cache_check(NULL, 0, TEXT(url), 1000)));
    CHECK(robots_cache_refresh(NULL, TEXT(url), 1000) == NULL);
    CHECK(robots_cache_state(NULL, TEXT(url)) == NULL);
    CHECK(robots_cache_origins(NULL) == NULL && robots_cache_to_bytes(NULL) == NULL);
    CHECK(robots_cache_remove(NULL, TEXT(url)) == 0);
    stats = zero;
    stats.hits = 7;
    CHECK(robots_cache_stats(NULL, &stats, sizeof stats) == -1 && stats.hits == 7);
    CHECK(robots_cache_restore(NULL, TEXT("x")) == -ROBOTS_SNAPSHOT_FOREIGN);
    CHECK(robots_cache_export(NULL, TEXT(url)) == NULL);
    CHECK(robots_cache_import(NULL, NULL, 0, TEXT("x")) == -ROBOTS_SNAPSHOT_FOREIGN);

    CHECK(refuses(robots_hit_decision(NULL)));
    CHECK(is_refusal(robots_hit_check(NULL, 0, TEXT(url))));
    memset(out, 0x55, sizeof out);
    CHECK(robots_hit_check_many(NULL, 0, "ab", ends, 2, out) == -1);
    CHECK(is_refusal(out[0]) && is_refusal(out[1]));
    CHECK(robots_hit_check_many(NULL, 0, NULL, NULL, 0, NULL) == -1);

    CHECK(is_none(robots_ticket_url(NULL)) && is_none(robots_ticket_if_none_match(NULL)));
    CHECK(robots_ticket_if_modified_since(NULL, buffer, sizeof buffer) == 0);
    CHECK(robots_ticket_response(NULL, 200, 0, NULL, 0) == 0);
    CHECK(robots_ticket_failure(NULL, ROBOTS_FAILURE_DNS) == 0);
    CHECK(robots_ticket_followed(NULL, 1, TEXT(url)) == -1);
    CHECK(robots_ticket_finish(NULL, TEXT(RULES), 1000) == NULL);
    robots_fetch_free(fetch);
    robots_state_free(state);
}

static void null_texts(void)
{
    robots_cache *cache = new_cache();
    robots_state *state = robots_state_new();
    robots_fetch *fetch = robots_fetch_new(TEXT(url), state, NULL, 0);
    robots_ticket *ticket = new_ticket(cache);
    robots_hit *hit;
    robots_verdict out[2];
    robots_decision decision;
    const size_t ends[2] = {1, 2};
    const size_t back[2] = {2, 1};
    char buffer[32];

    CHECK(robots_url_governs(NULL, 1, TEXT(url)) == 0);
    CHECK(robots_url_governs(TEXT(SITE "robots.txt"), NULL, 1) == 0);
    CHECK(robots_url_governs(NULL, 0, NULL, 0) == 0);
    CHECK(robots_url_is_robots_txt(NULL, 1) == 0 && robots_url_is_robots_txt(NULL, 0) == 0);
    CHECK(robots_state_from_bytes(NULL, 1) == NULL && robots_state_from_bytes(NULL, 0) == NULL);
    CHECK(robots_matcher_from_bytes(NULL, 1) == NULL);
    CHECK(robots_matcher_from_bytes(NULL, 0) == NULL);
    CHECK(robots_fetch_new(NULL, 1, NULL, NULL, 0) == NULL);
    CHECK(robots_fetch_new(TEXT("/path"), NULL, NULL, 0) == NULL);
    CHECK(robots_cache_new(1 << 20, NULL, 1, NULL, 0, NULL, 0, 0) == NULL);

    /* Nothing changes by a misuse. */
    CHECK(robots_fetch_response(fetch, 404, 0, NULL, 1) == 0);
    CHECK(robots_fetch_response(fetch, 404, 2, NULL, 0) == 0);
    CHECK(robots_fetch_response(fetch, 404, 3, NULL, 0) == 0);
    CHECK(robots_fetch_response(fetch, 404, UINT32_MAX, NULL, 0) == 0);
    CHECK(robots_fetch_response(fetch, 404, 0, buffer, SIZE_MAX) == 0);
    CHECK(robots_fetch_followed(fetch, 1, NULL, 1) == -1 && robots_fetch_hops(fetch) == 0);
    CHECK(robots_fetch_cause(fetch) == ROBOTS_CAUSE_INTERRUPTED);
    CHECK(robots_ticket_response(ticket, 404, 0, NULL, 1) == 0);
    CHECK(robots_ticket_response(ticket, 404, 8, NULL, 0) == 0);
    CHECK(robots_ticket_followed(ticket, 1, NULL, 1) == -1);
    CHECK(IS(robots_ticket_url(ticket), "https://site.example/robots.txt"));

    CHECK(finds_nothing(robots_cache_get(cache, NULL, 1, 1000)));
    CHECK(finds_nothing(robots_cache_get(cache, NULL, 0, 1000)));
    CHECK(finds_nothing(robots_cache_get(cache, TEXT("mailto:a@b.example"), 1000)));
    CHECK(tells_nothing(robots_cache_check(cache, 0, NULL, 1, 1000)));
    CHECK(tells_nothing(robots_cache_check(cache, 0, TEXT("/path"), 1000)));
    CHECK(is_refusal(robots_cache_check(cache, 1, TEXT(url), 1000).verdict));
    CHECK(is_refusal(robots_cache_check(cache, SIZE_MAX, TEXT(url), 1000).verdict));
    CHECK(robots_cache_refresh(cache, NULL, 1, 1000) == NULL);
    CHECK(robots_cache_refresh(cache, TEXT("/path"), 1000) == NULL);
    CHECK(robots_cache_state(cache, NULL, 1) == NULL);
    CHECK(robots_cache_remove(cache, NULL, 1) == 0);
    CHECK(robots_cache_export(cache, NULL, 1) == NULL);
    CHECK(robots_cache_restore(cache, NULL, 1) == -ROBOTS_SNAPSHOT_FOREIGN);
    CHECK(robots_cache_restore(cache, NULL, 0) == -ROBOTS_SNAPSHOT_LENGTH);
    CHECK(robots_cache_import(cache, NULL, 1, TEXT("x")) == -ROBOTS_SNAPSHOT_FOREIGN);
    CHECK(robots_cache_import(cache, NULL, 0, NULL, 1) == -ROBOTS_SNAPSHOT_FOREIGN);
    CHECK(robots_cache_import(cache, TEXT("/path"), NULL, 0) == -ROBOTS_SNAPSHOT_OTHER_ORIGIN);

    /* A misused body counts as a failed attempt, whatever came before it. */
    CHECK(robots_ticket_response(ticket, 200, 0, NULL, 0) == ROBOTS_RESULT_SUCCESSFUL);
    CHECK(robots_ticket_finish(ticket, NULL, 1, 1000) == NULL);
    CHECK(robots_cache_check(cache, 0, TEXT(url), 1001).basis == ROBOTS_BASIS_UNREACHABLE);
    robots_state_free(state);
    state = robots_cache_state(cache, TEXT(url));
    decision = robots_state_decision(state, NULL, 0, 1000);
    CHECK(decision.cause == ROBOTS_FAILURE_OTHER && robots_state_failures(state) == 1);

    ticket = new_ticket(cache);
    CHECK(robots_ticket_response(ticket, 200, 0, NULL, 0) == ROBOTS_RESULT_SUCCESSFUL);
    hit = robots_ticket_finish(ticket, NULL, 0, 1000);
    CHECK(is_refusal(robots_hit_check(hit, 0, NULL, 1)));
    CHECK(is_refusal(robots_hit_check(hit, 0, NULL, 0)));
    CHECK(is_refusal(robots_hit_check(hit, 1, TEXT(url))));
    memset(out, 0x55, sizeof out);
    CHECK(robots_hit_check_many(hit, 1, "ab", ends, 2, out) == -1 && is_refusal(out[0]));
    memset(out, 0x55, sizeof out);
    CHECK(robots_hit_check_many(hit, 0, "ab", back, 2, out) == -1 && is_refusal(out[1]));
    CHECK(robots_hit_check_many(hit, 0, NULL, ends, 2, out) == -1);
    CHECK(robots_hit_check_many(hit, 0, "ab", NULL, 2, out) == -1);
    CHECK(robots_hit_check_many(hit, 0, "ab", ends, 2, NULL) == -1);
    CHECK(robots_hit_check_many(hit, 0, NULL, NULL, 0, NULL) == 0);
    robots_hit_free(hit);
    robots_state_free(state);
    robots_fetch_free(fetch);
    robots_cache_free(cache);
}

static void unknown_numbers(void)
{
    robots_cache *cache = new_cache();
    robots_ticket *ticket = new_ticket(cache);
    robots_fetch *fetch = robots_fetch_new(TEXT(url), NULL, NULL, 0);
    unsigned number;
    for (number = 0; number < 256; number++) {
        const uint8_t it = (uint8_t)number;
        const int known = number >= ROBOTS_FAILURE_DNS && number <= ROBOTS_FAILURE_OTHER;
        CHECK((robots_fetch_failure(fetch, it) != 0) == known);
        CHECK((robots_ticket_failure(ticket, it) != 0) == known);
        CHECK(robots_access_name(it)[0] != 0 && robots_basis_name(it)[0] != 0);
        CHECK(robots_basis_text(it)[0] != 0 && robots_cause_name(it)[0] != 0);
        CHECK(robots_cause_text(it)[0] != 0 && robots_snapshot_text((int32_t)number)[0] != 0);
        CHECK(strcmp(robots_snapshot_text((int32_t)number), robots_snapshot_text(-(int32_t)number))
              == 0);
    }
    CHECK(strcmp(robots_access_name(0), "unknown") == 0);
    CHECK(strcmp(robots_basis_text(255), "unknown") == 0);
    CHECK(strcmp(robots_cause_name(31), "unknown") == 0);
    CHECK(strcmp(robots_snapshot_text(INT32_MIN), "unknown") == 0);
    CHECK(strcmp(robots_snapshot_text(0), "unknown") == 0);
    CHECK(strcmp(robots_snapshot_text(ROBOTS_SNAPSHOT_OTHER_ORIGIN), "unknown") != 0);
    robots_fetch_free(fetch);
    robots_ticket_free(ticket);
    robots_cache_free(cache);
}

/* A policy as a caller with another header may have it. */
typedef struct future_policy {
    robots_policy now;
    uint32_t member;
} future_policy;

static int takes(const void *policy, size_t size)
{
    robots_fetch *fetch = robots_fetch_new(TEXT(url), NULL, policy, size);
    robots_fetch *sound = robots_fetch_new(TEXT(url), NULL, NULL, 0);
    robots_cache *cache = robots_cache_new(1 << 20, NULL, 0, NULL, 0, policy, size, 0);
    robots_state *state = robots_state_new();
    const int answer = fetch != NULL;
    CHECK((cache != NULL) == answer);
    CHECK(refuses(robots_state_decision(state, policy, size, 1000)) == !answer);
    CHECK(refuses(robots_state_record(state, sound, policy, size, 1000)) == !answer);
    /* Where it is a misuse, nothing was recorded. */
    CHECK((robots_state_failures(state) == 1) == answer);
    robots_state_free(state);
    robots_cache_free(cache);
    robots_fetch_free(sound);
    robots_fetch_free(fetch);
    return answer;
}

static void policies(void)
{
    future_policy given;
    unsigned char large[8192];
    const size_t size = sizeof(robots_policy);
    size_t at;
    memset(&given, 0, sizeof given);
    memset(large, 0, sizeof large);
    CHECK(size == 36 && takes(NULL, 0) && !takes(NULL, size));
    CHECK(!takes(&given, 0) && !takes(&given, 4) && !takes(&given, size - 1));
    CHECK(takes(&given, size) && takes(&given, sizeof given));
    given.member = 1;
    CHECK(!takes(&given, sizeof given) && takes(&given, size));
    CHECK(takes(large, 4096) && !takes(large, 4097) && !takes(large, SIZE_MAX));
    CHECK(takes(large + 1, size));

    /* Any number of seconds and redirects; only known choices. */
    memset(&given, 0xFF, 28);
    given.now.max_redirects = 255;
    CHECK(takes(&given, size));
    given.now.after_outage = ROBOTS_AFTER_OUTAGE_REFUSE_ALL;
    CHECK(takes(&given, size));
    given.now.after_outage = 4;
    CHECK(!takes(&given, size));
    memset(&given, 0, sizeof given);
    given.now.shared_cache = 2;
    CHECK(!takes(&given, size));
    given.now.shared_cache = 1;
    given.now.forbidden_is_disallow = 2;
    CHECK(!takes(&given, size));
    given.now.forbidden_is_disallow = 1;
    given.now.five_xx_means_missing = 255;
    CHECK(!takes(&given, size));
    given.now.five_xx_means_missing = 1;
    CHECK(takes(&given, size));
    for (at = 0; at < 3; at++) {
        given.now.reserved[at] = 1;
        CHECK(!takes(&given, size));
        given.now.reserved[at] = 0;
    }
}

static void caches(void)
{
    static const char *const bad[] = {"Example Bot/1.0", "\na", "a\n\nb", "\n\n", "a,,b", "a\n,"};
    static const char *const good[] = {"", "\n", "a", "a\n", "a\r\nb", "a, b\n*\n"};
    robots_options options = {0};
    robots_cache *cache;
    size_t at;
    for (at = 0; at < sizeof bad / sizeof bad[0]; at++) {
        CHECK(robots_cache_new(1, bad[at], strlen(bad[at]), NULL, 0, NULL, 0, 0) == NULL);
    }
    for (at = 0; at < sizeof good / sizeof good[0]; at++) {
        cache = robots_cache_new(1, good[at], strlen(good[at]), NULL, 0, NULL, 0, 0);
        CHECK(cache != NULL);
        robots_cache_free(cache);
    }
    CHECK(robots_cache_new(1, NULL, 0, NULL, sizeof options, NULL, 0, 0) == NULL);
    options.profile = 2;
    CHECK(robots_cache_new(1, NULL, 0, &options, sizeof options, NULL, 0, 0) == NULL);

    /* The smallest cache keeps something all the same. */
    cache = robots_cache_new(0, TEXT("bot"), NULL, 0, NULL, 0, UINT32_MAX);
    {
        robots_ticket *ticket = new_ticket(cache);
        robots_hit *hit;
        CHECK(robots_ticket_response(ticket, 200, 0, NULL, 0) == ROBOTS_RESULT_SUCCESSFUL);
        hit = robots_ticket_finish(ticket, TEXT(RULES), 1000);
        CHECK(robots_hit_check(hit, 0, TEXT(url)).allowed == 1);
        CHECK(robots_cache_check(cache, 0, TEXT(url), 1000).verdict.allowed == 1);
        CHECK(robots_cache_check(cache, 0, TEXT(url), 1000).lookup == ROBOTS_LOOKUP_HIT);
        robots_hit_free(hit);
    }
    robots_cache_free(cache);
}

static void sizes_of_stats(void)
{
    robots_cache *cache = new_cache();
    union {
        robots_stats now;
        uint64_t numbers[520];
    } room;
    size_t at;
    const size_t size = sizeof(robots_stats);
    CHECK(size == 72);
    memset(&room, 0x55, sizeof room);
    CHECK(robots_cache_stats(cache, NULL, size) == -1);
    CHECK(robots_cache_stats(cache, NULL, 0) == -1);
    CHECK(robots_cache_stats(cache, &room.now, 0) == -1);
    CHECK(robots_cache_stats(cache, &room.now, size - 1) == -1);
    CHECK(robots_cache_stats(cache, &room.now, 4097) == -1);
    CHECK(room.numbers[0] == 0x5555555555555555);
    CHECK(robots_cache_stats(cache, &room.now, size) == 0);
    CHECK(room.now.budget == 1 << 20 && room.now.too_large == 0);
    CHECK(room.numbers[9] == 0x5555555555555555);
    /* A later program: what we do not know becomes 0. */
    CHECK(robots_cache_stats(cache, &room.now, 4096) == 0);
    for (at = 9; at < 512; at++) {
        CHECK(room.numbers[at] == 0);
    }
    CHECK(room.numbers[512] == 0x5555555555555555);
    robots_cache_free(cache);
}

int main(void)
{
    null_objects();
    null_texts();
    unknown_numbers();
    policies();
    caches();
    sizes_of_stats();
    return failures > 0;
}
