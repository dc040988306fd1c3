
/* Asks the header's second example, which stands between this and example.h. */
int main(void)
{
    robots_cache *cache = robots_cache_new(1 << 20, "bot", 3, NULL, 0, NULL, 0, 0);
    const uint64_t now = 1800000000;
    const int right = may_fetch(cache, "http://site.example/", now) == 1
        && may_fetch(cache, "http://site.example/private", now) == 0
        && may_fetch(cache, "http://silent.example/", now) == 0
        && may_fetch(cache, "no URL", now) == 0 && may_fetch(NULL, "http://site.example/", now) == 0;
    robots_cache_free(cache);
    return !right;
}
