/* Asks who speaks to a crawler and for its crawl-delays, for every row of
 * tests/data/groups.tsv, named on the command line. */
#include <stdlib.h>

#include "check.h"

#define MAX_LINE 4096
#define COLUMNS 8

static unsigned number_of(const char *group)
{
    if (strcmp(group, "none") == 0) {
        return ROBOTS_GROUP_NONE;
    }
    if (strcmp(group, "star") == 0) {
        return ROBOTS_GROUP_STAR;
    }
    if (strcmp(group, "named") == 0) {
        return ROBOTS_GROUP_NAMED;
    }
    CHECK(strcmp(group, "fallback") == 0 || strcmp(group, "misuse") == 0);
    return group[0] == 'f' ? ROBOTS_GROUP_FALLBACK : ROBOTS_GROUP_MISUSE;
}

/* Seconds, or "-" for none. */
static int is_delay(unsigned has, double seconds, const char *want)
{
    double off = seconds - strtod(want, NULL);
    if (strcmp(want, "-") == 0) {
        return has == 0 && seconds < 0.0001;
    }
    return has == 1 && off < 0.0001 && off > -0.0001;
}

static void ask(char *column[COLUMNS])
{
    const char *agents = column[2];
    const char *name = strcmp(column[4], "-") == 0 ? "" : column[4];
    unsigned group = number_of(column[3]);
    robots_options options;
    robots_txt *txt;
    robots_group_match match;
    robots_crawl_delay delay;
    char *from = column[0];
    char *to = column[0];

    while (*from != 0) {
        if (from[0] == '\\' && from[1] == 'n') {
            *to++ = '\n';
            from += 2;
        } else {
            *to++ = *from++;
        }
    }
    memset(&options, 0, sizeof options);
    options.profile =
        strcmp(column[1], "google") == 0 ? ROBOTS_PROFILE_GOOGLE : ROBOTS_PROFILE_RFC9309;
    options.exact_agent = strcmp(column[1], "exact") == 0;
    txt = robots_txt_parse(column[0], (size_t)(to - column[0]), &options, sizeof options);

    match = robots_txt_group_for(txt, agents, strlen(agents));
    CHECK(match.group == group && match.name.len == strlen(name));
    CHECK(match.name.len == 0 || memcmp(match.name.data, name, match.name.len) == 0);
    CHECK((match.name.data == NULL) == (group == ROBOTS_GROUP_MISUSE));
    delay = robots_txt_crawl_delay(txt, agents, strlen(agents));
    CHECK(delay.group == group);
    CHECK(is_delay(delay.has_own, delay.own, column[5]));
    CHECK(is_delay(delay.has_star, delay.star, column[6]));
    robots_txt_free(txt);
}

int main(int argc, char **argv)
{
    char line[MAX_LINE];
    size_t rows = 0;
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (file == NULL) {
        fprintf(stderr, "cannot read the file\n");
        return 1;
    }
    while (fgets(line, sizeof line, file) != NULL) {
        char *column[COLUMNS];
        char *at = line;
        size_t count = 0;
        int before = failures;
        line[strcspn(line, "\n")] = 0;
        if (line[0] == '#' || strchr(line, '\t') == NULL) {
            continue;
        }
        while (at != NULL && count < COLUMNS) {
            char *end = strchr(at, '\t');
            column[count++] = at;
            if (end != NULL) {
                *end++ = 0;
            }
            at = end;
        }
        CHECK(count == COLUMNS && at == NULL);
        if (failures == before) {
            ask(column);
        }
        if (failures > before) {
            fprintf(stderr, "%s for %s, by row %zu\n", column[3], column[2], rows + 1);
        }
        rows++;
    }
    fclose(file);
    printf("%zu rows\n", rows);
    return failures > 0;
}
