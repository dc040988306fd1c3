/* Matchers, states, entries and whole caches as octets, from C. */
#include <stdlib.h>

#include "check.h"

#define SITE "https://site.example/"
#define OTHER "https://other.example/"
#define RULES "User-agent: bot\nDisallow: /private*x$\n"

static const uint64_t now = 1800000000;

static robots_cache *new_cache(const char *agents)
{
    return robots_cache_new(4 << 20, agents, strlen(agents), NULL, 0, NULL, 0, 0);
}

static void fill(const robots_cache *cache, const char *url, uint16_t status, uint64_t at)
{
    robots_ticket *ticket = robots_cache_refresh(cache, url, strlen(url), at);
    CHECK(robots_ticket_response(ticket, status, 0, TEXT("ETag: \"v1\"")) != 0);
    robots_hit_free(robots_ticket_finish(ticket, TEXT(RULES), at));
}

static robots_verdict ask(const robots_cache *cache, const char *url)
{
    return robots_cache_check(cache, 0, url, strlen(url), now + 10).verdict;
}

/* Octets that can be changed. */
static char *copy_of(robots_str text)
{
    char *copy = malloc(text.len + 1);
    if (copy == NULL) {
        exit(2);
    }
    memcpy(copy, text.data, text.len);
    copy[text.len] = 0;
    return copy;
}

enum kind { MATCHER, STATE, ENTRY, CACHE };

/* Reads octets as what they should be; 0 where they are refused. */
static int reads(enum kind kind, const robots_cache *cache, const char *data, size_t len)
{
    robots_matcher *matcher;
    robots_state *state;
    int read;
    switch (kind) {
    case MATCHER:
        matcher = robots_matcher_from_bytes(data, len);
        read = matcher != NULL;
        robots_matcher_free(matcher);
        return read;
    case STATE:
        state = robots_state_from_bytes(data, len);
        read = state != NULL;
        robots_state_free(state);
        return read;
    case ENTRY:
        return robots_cache_import(cache, TEXT(SITE), data, len) == 0;
    case CACHE:
        return robots_cache_restore(cache, data, len) >= 0;
    }
    return 0;
}

static void only_whole_octets(enum kind kind, robots_str text)
{
    robots_cache *cache = new_cache("bot");
    char *data = copy_of(text);
    robots_stats stats;
    size_t at;
    for (at = 0; at < text.len; at++) {
        data[at] = (char)(data[at] ^ 0x10);
        CHECK(!reads(kind, cache, data, text.len));
        data[at] = (char)(data[at] ^ 0x10);
        CHECK(!reads(kind, cache, data, at));
    }
    CHECK(!reads(kind, cache, data, text.len + 1));
    CHECK(robots_cache_stats(cache, &stats, sizeof stats) == 0 && stats.entries == 0);
    CHECK(reads(kind, cache, data, text.len));
    free(data);
    robots_cache_free(cache);
}

static void matchers_and_states(void)
{
    robots_matcher *matcher = robots_matcher_compile(TEXT(RULES), TEXT("bot"), NULL, 0);
    robots_bytes *bytes = robots_matcher_to_bytes(matcher);
    robots_cache *cache = new_cache("bot");
    robots_state *state;
    robots_state *again;
    robots_bytes *state_bytes;
    robots_fetch *fetch;
    robots_verdict verdict;
    robots_str text = robots_bytes_str(bytes);
    only_whole_octets(MATCHER, text);
    robots_matcher_free(matcher);
    matcher = robots_matcher_from_bytes(text.data, text.len);
    robots_bytes_free(bytes);
    verdict = robots_matcher_check(matcher, TEXT(SITE "private/x"));
    CHECK(verdict.allowed == 0 && verdict.line == 2 && verdict.octets == 11);
    CHECK(robots_matcher_check(matcher, TEXT(SITE "private/y")).allowed == 1);
    robots_matcher_free(matcher);

    fill(cache, SITE, 200, now);
    state = robots_cache_state(cache, TEXT(SITE));
    robots_cache_free(cache);
    state_bytes = robots_state_to_bytes(state);
    robots_state_free(state);
    text = robots_bytes_str(state_bytes);
    CHECK(text.len == 76);
    only_whole_octets(STATE, text);
    again = robots_state_from_bytes(text.data, text.len);
    robots_bytes_free(state_bytes);
    fetch = robots_fetch_new(TEXT(SITE), again, NULL, 0);
    CHECK(IS(robots_fetch_if_none_match(fetch, again), "\"v1\""));
    CHECK(robots_state_decision(again, NULL, 0, now + 1).basis == ROBOTS_BASIS_FRESH);
    robots_fetch_free(fetch);
    robots_state_free(again);
}

static void after_a_restart(void)
{
    robots_cache *cache = new_cache("bot");
    robots_cache *next = new_cache("bot");
    robots_cache *stranger = new_cache("bot\nother");
    robots_bytes *bytes;
    robots_str text;
    fill(cache, SITE, 200, now);
    fill(cache, OTHER, 404, now);
    fill(cache, "http://site.example:8080/", 503, now);
    bytes = robots_cache_to_bytes(cache);
    robots_cache_free(cache);
    text = robots_bytes_str(bytes);
    only_whole_octets(CACHE, text);
    CHECK(robots_cache_restore(next, text.data, text.len) == 3);
    CHECK(ask(next, SITE "private/x").line == 2 && ask(next, SITE).allowed == 1);
    CHECK(ask(next, OTHER "private/x").reason == ROBOTS_REASON_UNAVAILABLE);
    CHECK(ask(next, "http://site.example:8080/").reason == ROBOTS_REASON_UNREACHABLE);
    /* Written for other crawlers. */
    CHECK(robots_cache_restore(stranger, text.data, text.len) == -ROBOTS_SNAPSHOT_SETTINGS);
    /* Another kind of octets. */
    CHECK(robots_cache_import(next, NULL, 0, text.data, text.len) == -ROBOTS_SNAPSHOT_FOREIGN);
    robots_bytes_free(bytes);
    robots_cache_free(stranger);
    robots_cache_free(next);
}

static void one_entry(void)
{
    robots_cache *cache = new_cache("bot");
    robots_cache *next = new_cache("bot");
    robots_cache *stranger = new_cache("other");
    robots_bytes *bytes;
    robots_str text;
    char *damaged;
    fill(cache, SITE, 200, now);
    bytes = robots_cache_export(cache, TEXT(SITE "any/path"));
    text = robots_bytes_str(bytes);
    only_whole_octets(ENTRY, text);
    /* Kept under the wrong name, it speaks for nobody. */
    CHECK(robots_cache_import(next, TEXT(OTHER), text.data, text.len)
          == -ROBOTS_SNAPSHOT_OTHER_ORIGIN);
    CHECK(robots_cache_import(next, TEXT("http://site.example/"), text.data, text.len)
          == -ROBOTS_SNAPSHOT_OTHER_ORIGIN);
    CHECK(robots_cache_state(next, TEXT(OTHER)) == NULL);
    CHECK(robots_cache_state(next, TEXT(SITE)) == NULL);
    CHECK(robots_cache_import(stranger, TEXT(SITE), text.data, text.len)
          == -ROBOTS_SNAPSHOT_SETTINGS);
    damaged = copy_of(text);
    damaged[text.len / 2] = (char)(damaged[text.len / 2] ^ 1);
    CHECK(robots_cache_import(next, TEXT(SITE), damaged, text.len) == -ROBOTS_SNAPSHOT_CHECKSUM);
    free(damaged);
    CHECK(robots_cache_import(next, TEXT("HTTPS://Site.Example:443/x"), text.data, text.len) == 0);
    CHECK(ask(next, SITE "private/x").line == 2);
    /* What is younger stays. */
    fill(next, SITE, 404, now + 5);
    CHECK(robots_cache_import(next, NULL, 0, text.data, text.len) == 0);
    CHECK(ask(next, SITE "private/x").reason == ROBOTS_REASON_UNAVAILABLE);
    robots_bytes_free(bytes);
    robots_cache_free(stranger);
    robots_cache_free(next);
    robots_cache_free(cache);
}

int main(void)
{
    matchers_and_states();
    after_a_restart();
    one_entry();
    return failures > 0;
}
