/* What the C tests share: CHECK, and texts with their lengths. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <string.h>

#include <robots/robots.h>

static int failures;

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            failures++; \
        } \
    } while (0)

/* A text and its length, as two arguments. */
#define TEXT(literal) (literal), (sizeof(literal) - 1)

#define IS(str, literal) \
    ((str).len == sizeof(literal) - 1 && memcmp((str).data, (literal), (str).len) == 0)

#endif
