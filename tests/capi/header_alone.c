/* The header needs nothing before it, and bears to be included twice. */
#include <robots/robots.h>
#include <robots/robots.h>

typedef char verdicts_stay_as_they_are[sizeof(robots_verdict) == 16 ? 1 : -1];

const char *header_alone(void);

const char *header_alone(void)
{
    return robots_version();
}
