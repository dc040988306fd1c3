/* What a check costs when C calls it, on the workload that call.rs wrote.
 *
 * Usage: call FOLDER. Prints a line `c CALL NAME NANOSECONDS CHECKSUM` for each
 * measurement, as call.rs does. */
#define _POSIX_C_SOURCE 199309L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <robots/robots.h>

enum { URLS = 1000, SAMPLES = 25, ROUNDS = 10, MAX_FILE = 1 << 20 };

static char body[MAX_FILE];
static char urls[MAX_FILE];
/* The URLs one behind the other, without line ends. */
static char data[MAX_FILE];
static size_t ends[URLS];
static robots_verdict out[URLS];

static size_t read_file(const char *folder, const char *name, const char *kind, char *to)
{
    char path[4096];
    size_t len;
    FILE *file;
    snprintf(path, sizeof path, "%s/%s.%s", folder, name, kind);
    file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        exit(2);
    }
    len = fread(to, 1, MAX_FILE, file);
    fclose(file);
    return len;
}

static unsigned long long weight(robots_verdict verdict)
{
    return verdict.allowed + 2ull * verdict.line + 3ull * verdict.octets;
}

static unsigned long long each(const robots_matcher *matcher)
{
    unsigned long long sum = 0;
    size_t start = 0;
    size_t at;
    for (at = 0; at < URLS; at++) {
        sum += weight(robots_matcher_check(matcher, data + start, ends[at] - start));
        start = ends[at];
    }
    return sum;
}

static unsigned long long many(const robots_matcher *matcher)
{
    unsigned long long sum = 0;
    size_t at;
    if (robots_matcher_check_many(matcher, data, ends, URLS, out) != 0) {
        exit(2);
    }
    for (at = 0; at < URLS; at++) {
        sum += weight(out[at]);
    }
    return sum;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static void measure(const char *call, const char *name, const robots_matcher *matcher,
                    unsigned long long (*run)(const robots_matcher *))
{
    double best = 1e300;
    unsigned long long sum = 0;
    int sample;
    for (sample = 0; sample < SAMPLES; sample++) {
        double start = now();
        double spent;
        int round;
        for (round = 0; round < ROUNDS; round++) {
            sum = run(matcher);
        }
        spent = (now() - start) / ((double)ROUNDS * URLS);
        best = spent < best ? spent : best;
    }
    printf("c %s %s %.1f %llu\n", call, name, best, sum);
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"small", "large"};
    size_t which;
    if (argc < 2) {
        return 2;
    }
    for (which = 0; which < 2; which++) {
        size_t body_len = read_file(argv[1], names[which], "txt", body);
        size_t len = read_file(argv[1], names[which], "urls", urls);
        robots_txt *txt = robots_txt_parse(body, body_len, NULL, 0);
        robots_matcher *matcher = robots_matcher_new(txt, "ExampleBot", 10);
        size_t count = 0;
        size_t end = 0;
        size_t at;
        for (at = 0; at < len; at++) {
            if (urls[at] != '\n') {
                data[end++] = urls[at];
            } else if (count < URLS) {
                ends[count++] = end;
            }
        }
        if (count != URLS) {
            fprintf(stderr, "%zu URLs\n", count);
            return 2;
        }
        measure("check", names[which], matcher, each);
        measure("check_many", names[which], matcher, many);
        robots_matcher_free(matcher);
        robots_txt_free(txt);
    }
    return 0;
}
