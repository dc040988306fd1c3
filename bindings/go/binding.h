/* What the Go files of this package see of librobots. */
#ifndef ROBOTS_GO_BINDING_H
#define ROBOTS_GO_BINDING_H

#ifdef ROBOTS_STATIC
#include "robots.h" /* put beside the archive by build-static.sh */
#else
#include <robots/robots.h>
#endif

#if ROBOTS_VERSION_MAJOR != 0 || ROBOTS_VERSION_MINOR < 1
#error "this binding is for librobots 0.1 and later 0.x"
#endif

#ifdef __GLIBC__
#include <malloc.h>
#endif

/* Gives memory that was freed back to the system, where the C library keeps it
 * for each thread by itself and has to be asked. */
static inline void binding_trim(void)
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

/* An object and the octets of heap that it holds, for one call instead of two. */
typedef struct binding_object {
    void *object;
    size_t size;
} binding_object;

static inline binding_object binding_parse(const char *data, size_t len,
                                           const robots_options *options)
{
    robots_txt *txt = robots_txt_parse(data, len, options, sizeof *options);
    binding_object result = {txt, robots_txt_size(txt)};
    return result;
}

static inline binding_object binding_sized(robots_matcher *matcher)
{
    binding_object result = {matcher, robots_matcher_size(matcher)};
    return result;
}

static inline binding_object binding_matcher(const robots_txt *txt, const char *agents,
                                             size_t agents_len)
{
    return binding_sized(robots_matcher_new(txt, agents, agents_len));
}

static inline binding_object binding_compile(const char *data, size_t len, const char *agents,
                                             size_t agents_len, const robots_options *options)
{
    return binding_sized(
        robots_matcher_compile(data, len, agents, agents_len, options, sizeof *options));
}

static inline robots_verdict binding_once(const char *data, size_t len, const char *agents,
                                          size_t agents_len, const char *url, size_t url_len,
                                          const robots_options *options)
{
    return robots_check_once(data, len, agents, agents_len, url, url_len, options,
                             sizeof *options);
}

/* As integers, objects need no check for Go pointers before each call. Written
 * where Go wants them, results need not be copied. */
static inline void binding_check(uintptr_t matcher, const char *url, size_t len,
                                 robots_verdict *out)
{
    *out = robots_matcher_check((const robots_matcher *)matcher, url, len);
}

static inline void binding_check_path(uintptr_t matcher, const char *path, size_t len,
                                      robots_verdict *out)
{
    *out = robots_matcher_check_path((const robots_matcher *)matcher, path, len);
}

static inline void binding_hit_check(uintptr_t hit, size_t crawler, const char *url, size_t len,
                                     robots_verdict *out)
{
    *out = robots_hit_check((const robots_hit *)hit, crawler, url, len);
}

static inline void binding_cache_check(uintptr_t cache, size_t crawler, const char *url,
                                       size_t len, uint64_t now, robots_answer *out)
{
    *out = robots_cache_check((const robots_cache *)cache, crawler, url, len, now);
}

static inline binding_object binding_matcher_from_bytes(const char *data, size_t len)
{
    return binding_sized(robots_matcher_from_bytes(data, len));
}

/* A stretch of a list in one call. */
#define BINDING_LIST(name, type, get)                                                      \
    static inline void name(const robots_txt *txt, size_t from, size_t count, type *out)   \
    {                                                                                      \
        size_t at;                                                                         \
        for (at = 0; at < count; at++) {                                                   \
            out[at] = get(txt, from + at);                                                 \
        }                                                                                  \
    }

BINDING_LIST(binding_groups, robots_group, robots_txt_group)
BINDING_LIST(binding_rules, robots_rule, robots_txt_rule)
BINDING_LIST(binding_records, robots_record, robots_txt_record)
BINDING_LIST(binding_sitemaps, robots_str, robots_txt_sitemap)
BINDING_LIST(binding_diagnostics, robots_diagnostic, robots_txt_diagnostic)

static inline void binding_agents(const robots_txt *txt, size_t group, size_t from, size_t count,
                                  robots_agent *out)
{
    size_t at;
    for (at = 0; at < count; at++) {
        out[at] = robots_txt_agent(txt, group, from + at);
    }
}

#endif
