/* Eight threads share one cache: each day, each origin has exactly one ticket. */
#include <pthread.h>
#include <stdlib.h>

#include "check.h"

enum { THREADS = 8, ORIGINS = 32 };

static const robots_cache *cache;
static pthread_barrier_t morning;
static int days = 40;

typedef struct tally {
    int tickets[ORIGINS];
    int wrong;
} tally;

static void fetch(robots_ticket *ticket, uint64_t now, tally *mine)
{
    static const char rules[] = "User-agent: *\nDisallow: /private\n";
    robots_hit *hit;
    mine->wrong += robots_ticket_response(ticket, 200, 0, TEXT("ETag: \"v1\"\r\n"))
        != ROBOTS_RESULT_SUCCESSFUL;
    hit = robots_ticket_finish(ticket, TEXT(rules), now);
    mine->wrong += robots_hit_decision(hit).access != ROBOTS_ACCESS_RULES;
    robots_hit_free(hit);
}

/* Whatever else a program may do with the cache meanwhile. */
static void look_around(const char *url, size_t len, tally *mine)
{
    robots_stats stats;
    robots_bytes *bytes = robots_cache_to_bytes(cache);
    robots_bytes *entry = robots_cache_export(cache, url, len);
    robots_str all = robots_bytes_str(bytes);
    robots_str one = robots_bytes_str(entry);
    mine->wrong += robots_cache_restore(cache, all.data, all.len) < 0;
    mine->wrong += entry != NULL
        && robots_cache_import(cache, url, len, one.data, one.len) != 0;
    mine->wrong += robots_cache_stats(cache, &stats, sizeof stats) != 0;
    robots_bytes_free(entry);
    robots_bytes_free(bytes);
    robots_bytes_free(robots_cache_origins(cache));
    robots_state_free(robots_cache_state(cache, url, len));
}

static void one_day(uint64_t now, tally *mine)
{
    int at;
    for (at = 0; at < 4 * ORIGINS; at++) {
        const int origin = at % ORIGINS;
        char url[64];
        const size_t len =
            (size_t)snprintf(url, sizeof url, "https://%d.example/private", origin);
        robots_lookup lookup = robots_cache_get(cache, url, len, now);
        robots_answer answer;
        if (lookup.kind == ROBOTS_LOOKUP_FETCH) {
            mine->tickets[origin]++;
            fetch(lookup.ticket, now, mine);
        } else if (lookup.kind == ROBOTS_LOOKUP_HIT) {
            robots_verdict verdict = robots_hit_check(lookup.hit, 0, url, len);
            mine->wrong += verdict.allowed != 0 || verdict.line != 2;
        } else {
            mine->wrong += lookup.kind != ROBOTS_LOOKUP_WAIT || lookup.until != now + 120;
        }
        robots_hit_free(lookup.hit);
        answer = robots_cache_check(cache, 0, url, len, now);
        mine->wrong += answer.verdict.allowed != 0 || answer.lookup == ROBOTS_LOOKUP_MISUSE;
        if (at == ORIGINS) {
            look_around(url, len, mine);
        }
    }
}

static void *work(void *argument)
{
    int day;
    for (day = 0; day < days; day++) {
        pthread_barrier_wait(&morning);
        one_day(1800000000 + (uint64_t)day * 24 * 60 * 60, argument);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    static tally tallies[THREADS];
    pthread_t threads[THREADS];
    robots_cache *shared = robots_cache_new(16 << 20, TEXT("bot"), NULL, 0, NULL, 0, 0);
    robots_stats stats;
    size_t at;
    size_t origin;
    if (argc > 1) {
        days = atoi(argv[1]);
    }
    cache = shared;
    CHECK(pthread_barrier_init(&morning, NULL, THREADS) == 0);
    for (at = 0; at < THREADS; at++) {
        CHECK(pthread_create(&threads[at], NULL, work, &tallies[at]) == 0);
    }
    for (at = 0; at < THREADS; at++) {
        CHECK(pthread_join(threads[at], NULL) == 0);
        CHECK(tallies[at].wrong == 0);
    }
    for (origin = 0; origin < ORIGINS; origin++) {
        int tickets = 0;
        for (at = 0; at < THREADS; at++) {
            tickets += tallies[at].tickets[origin];
        }
        CHECK(tickets == days);
    }
    CHECK(robots_cache_stats(shared, &stats, sizeof stats) == 0);
    CHECK(stats.tickets == 0 && stats.entries == ORIGINS);
    CHECK(stats.fetches == (uint64_t)days * ORIGINS);
    robots_cache_free(shared);
    pthread_barrier_destroy(&morning);
    return failures > 0;
}
