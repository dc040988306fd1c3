/* Eight threads share one matcher and one file. */
#include <pthread.h>
#include <stdlib.h>

#include "check.h"

enum { THREADS = 8 };

static const robots_txt *txt;
static const robots_matcher *matcher;
static int rounds = 1000;

static void *work(void *argument)
{
    /* `failures` is not shared: each thread counts its own. */
    size_t *wrong = argument;
    robots_matcher *own = robots_matcher_new(txt, TEXT("ExampleBot"));
    int round;
    for (round = 0; round < rounds; round++) {
        char url[64];
        int number = round % 128;
        int length = snprintf(url, sizeof url, "https://site.example/%d/\xC3\xA9", number);
        robots_verdict out[2];
        size_t ends[2];
        robots_verdict verdict = robots_matcher_check(matcher, url, (size_t)length);
        ends[0] = (size_t)length;
        ends[1] = (size_t)length;
        *wrong += robots_matcher_check_many(own, url, ends, 2, out) != 0;
        *wrong += verdict.allowed != (number % 2) || out[0].line != verdict.line;
        *wrong += robots_txt_rule(txt, verdict.rule).line != verdict.line;
    }
    robots_matcher_free(own);
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[THREADS];
    size_t wrong[THREADS] = {0};
    char body[128 * 24] = "User-agent: *\n";
    size_t len = strlen(body);
    robots_txt *file;
    robots_matcher *shared;
    int at;
    if (argc > 1) {
        rounds = atoi(argv[1]);
    }
    for (at = 0; at < 128; at++) {
        int got = snprintf(body + len, sizeof body - len, "%s: /%d/%%C3*\n",
                           at % 2 ? "allow" : "disallow", at);
        len += (size_t)got;
    }
    file = robots_txt_parse(body, len, NULL, 0);
    shared = robots_matcher_new(file, TEXT("ExampleBot"));
    txt = file;
    matcher = shared;
    /* Code that is chosen on first use, by an atomic, looks like a race to
     * Helgrind. */
    CHECK(robots_matcher_check(shared, TEXT("https://site.example/1/\xC3\xA9#x")).line == 3);
    for (at = 0; at < THREADS; at++) {
        CHECK(pthread_create(&threads[at], NULL, work, &wrong[at]) == 0);
    }
    for (at = 0; at < THREADS; at++) {
        CHECK(pthread_join(threads[at], NULL) == 0);
        CHECK(wrong[at] == 0);
    }
    robots_matcher_free(shared);
    robots_txt_free(file);
    return failures > 0;
}
