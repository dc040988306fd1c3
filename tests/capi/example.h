/* What the header's second example leaves to its reader. */
#include <stdint.h>
#include <string.h>

#include <robots/robots.h>

struct reply {
    uint16_t status;
    const char *headers;
    const char *body;
};

/* A crawler's HTTP client, for one site. */
static struct reply get(robots_str url)
{
    struct reply reply = {0, "", ""};
    if (url.len == 30 && memcmp(url.data, "http://site.example/robots.txt", 30) == 0) {
        reply.status = 301;
        reply.headers = "HTTP/1.1 301 Moved\r\nLocation: /file\r\n\r\n";
    } else if (url.len == 24 && memcmp(url.data, "http://site.example/file", 24) == 0) {
        reply.status = 200;
        reply.body = "User-agent: *\nDisallow: /private\n";
    }
    return reply;
}

