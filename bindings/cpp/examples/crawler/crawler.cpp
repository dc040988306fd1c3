// A small crawler: libcurl fetches, librobots decides.
//
//     crawler --agent ExampleBot [options] http://site.example/...
//
//     --timeout SECONDS    for one request; 30
//     --patience SECONDS   how long to go on asking origins whose robots.txt is
//                          unreachable; 0
//     --min-retry SECONDS  Policy::min_retry; 60
//     --cache FILE         remember what is known of all origins
//     --refresh            ask each origin again, whatever is known of it
//     --allow-private      also ask addresses that are not of the web
//
// Goes through all pages that it finds links to, breadth first, on any origin,
// and says for each URL what was done and why. What applies to an origin comes
// from a robots::Cache, which says whom to ask for a robots.txt and when: see
// ask(). A redirect of a page is a link like any other: its target is asked
// about too.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include <curl/curl.h>

#include <robots/cache.hpp>
#include <robots/robots.hpp>

#include "fetcher.hpp"

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::size_t kBudget = 64 << 20;
constexpr std::size_t kMaxPages = 1000;
constexpr std::size_t kMaxPageSize = 10'000'000;
// More than the 512,000 octets that are read: the library has to see that there
// are more, so as not to take a line that was cut for a whole one.
constexpr std::size_t kMaxRobotsTxtSize = 600'000;
// The first request and five redirects.
constexpr int kRequests = 6;

struct Settings {
    std::string agent;
    milliseconds timeout{30'000};
    seconds patience{0};
    robots::Policy policy;
    std::string cache_file;
    bool refresh = false;
    bool allow_private = false;
    std::vector<std::string> urls;
};

int length(std::string_view text) {
    return static_cast<int>(text.size());
}

/// The absolute URL that a link on a page stands for, without its fragment.
std::optional<std::string> resolve(const std::string& page, const std::string& link) {
    const std::unique_ptr<CURLU, void (*)(CURLU*)> url(curl_url(), curl_url_cleanup);
    char* text = nullptr;
    if (curl_url_set(url.get(), CURLUPART_URL, page.c_str(), 0) != CURLUE_OK ||
        curl_url_set(url.get(), CURLUPART_URL, link.c_str(), CURLU_URLENCODE) != CURLUE_OK ||
        curl_url_set(url.get(), CURLUPART_FRAGMENT, nullptr, 0) != CURLUE_OK ||
        curl_url_get(url.get(), CURLUPART_URL, &text, 0) != CURLUE_OK) {
        return std::nullopt;
    }
    const std::unique_ptr<char, void (*)(void*)> owned(text, curl_free);
    return std::string(text);
}

/// The links of a page, as far as a small crawler can tell.
std::vector<std::string> links_of(const std::string& page) {
    constexpr std::string_view kMark = "href=\"";
    std::vector<std::string> links;
    std::size_t at = 0;
    while ((at = page.find(kMark, at)) != std::string::npos) {
        at += kMark.size();
        const std::size_t end = page.find('"', at);
        if (end == std::string::npos) {
            break;
        }
        links.push_back(page.substr(at, end - at));
        at = end;
    }
    return links;
}

class Crawler {
public:
    explicit Crawler(const Settings& settings)
        : settings_(settings),
          fetcher_(settings.agent + "/1.0", settings.timeout, settings.allow_private),
          // Nobody else gets the ticket as long as all requests may take.
          cache_(robots::Cache::create(
              kBudget, settings.agent, settings.policy, {},
              std::chrono::ceil<seconds>(kRequests * settings.timeout) + seconds(10))),
          patience_ends_(robots::now() + settings.patience) {}

    [[nodiscard]] const robots::Cache& cache() const { return cache_; }

    void add(const std::string& url) {
        // Without an origin there is no robots.txt to go by: leave it.
        if (robots::url_origin(url) && seen_.insert(url).second) {
            queue_.push_back(url);
        }
    }

    void run() {
        for (std::size_t pages = 0; pages < kMaxPages && (!queue_.empty() || recall());) {
            const std::string url = std::move(queue_.front());
            queue_.pop_front();
            const robots::Hit hit = look_up(url);
            const robots::Verdict verdict = hit.check(url);
            if (verdict.allowed()) {
                visit(url);
                ++pages;
            } else if (verdict.reason() == robots::Reason::unreachable &&
                       hit.decision().fetch_at() <= patience_ends_) {
                later_.emplace(hit.decision().fetch_at(), url);
            } else {
                const std::string_view why = robots::name(verdict.reason());
                std::printf("refused %.*s line %u %s\n", length(why), why.data(),
                            static_cast<unsigned>(verdict.line()), url.c_str());
            }
        }
    }

private:
    struct Site {
        bool refreshed = false;
        Clock::duration delay{};
        Clock::time_point next_fetch{};
    };

    /// The key is lower case and without default port.
    Site& site_of(const std::string& url) { return sites_[*robots::url_origin(url)]; }

    /// What is known of the origin of a URL, after asking where that is due.
    robots::Hit look_up(const std::string& url) {
        const robots::Time now = robots::now();
        if (settings_.refresh && !std::exchange(site_of(url).refreshed, true)) {
            if (robots::Ticket ticket = cache_.refresh(url, now)) {
                return ask(std::move(ticket), url);
            }
        }
        robots::Lookup found = cache_.get(url, now);
        if (found.kind == robots::LookupKind::fetch) {
            return ask(std::move(found.ticket), url);
        }
        // There is one thread, so nobody has to wait; an empty hit would refuse.
        return std::move(found.hit);
    }

    /// Gets a robots.txt, one redirect after the other, until the ticket is
    /// satisfied. Everything that may happen on the way is handed to it.
    robots::Hit ask(robots::Ticket ticket, const std::string& url) {
        Reply reply;
        robots::AccessResult result{};
        do {
            std::vector<std::string> headers;
            if (const auto etag = ticket.if_none_match()) {
                headers.push_back("If-None-Match: " + std::string(*etag));
            }
            if (const auto since = ticket.if_modified_since()) {
                headers.push_back("If-Modified-Since: " + *since);
            }
            reply = fetcher_.fetch(std::string(ticket.url()), headers, kMaxRobotsTxtSize);
            result = reply.failure
                         ? ticket.failure(*reply.failure)
                         : ticket.response(reply.status, reply.headers, reply.complete);
        } while (result == robots::AccessResult::redirect);
        robots::Hit hit = ticket.finish(reply.body, robots::now());
        report(hit.decision(), url);
        if (hit.decision().copy() == robots::CopyAction::replace) {
            read_the_rest(reply.body, url);
        }
        return hit;
    }

    static void report(const robots::Decision& decision, const std::string& url) {
        const std::string_view access = robots::name(decision.access());
        const std::string_view basis = robots::name(decision.basis());
        const std::string_view cause = robots::name(decision.cause());
        std::printf("robots.txt %.*s %.*s %.*s status %d wait %lld %s\n", length(access),
                    access.data(), length(basis), basis.data(), length(cause), cause.data(),
                    decision.status(), static_cast<long long>(decision.wait().count()),
                    robots::url_robots_txt(url)->c_str());
    }

    /// The rules are in the cache. What else a file says is read when it comes;
    /// a crawler that obeys delays across restarts would store them.
    void read_the_rest(const std::string& body, const std::string& url) {
        const robots::RobotsTxt txt = robots::RobotsTxt::parse(body);
        if (const auto delay = txt.crawl_delay(settings_.agent)) {
            if (const auto time = delay->effective()) {
                site_of(url).delay = std::chrono::duration_cast<Clock::duration>(*time);
            }
        }
        for (const std::string_view sitemap : txt.sitemaps()) {
            std::printf("sitemap %.*s\n", length(sitemap), sitemap.data());
        }
    }

    void visit(const std::string& url) {
        Site& site = site_of(url);
        std::this_thread::sleep_until(site.next_fetch);
        const Reply reply = fetcher_.fetch(url, {}, kMaxPageSize);
        site.next_fetch = Clock::now() + site.delay;
        if (reply.failure) {
            const std::string_view why = robots::name(*reply.failure);
            std::printf("failed %.*s %s\n", length(why), why.data(), url.c_str());
            return;
        }
        std::printf("fetched %d %s\n", reply.status, url.c_str());
        if (!reply.redirect.empty()) {
            add(reply.redirect);
        }
        for (const std::string& link : links_of(reply.body)) {
            if (const auto target = resolve(url, link)) {
                add(*target);
            }
        }
    }

    /// Waits for the next of the URLs that were put off; false if none is left.
    bool recall() {
        if (later_.empty()) {
            return false;
        }
        std::this_thread::sleep_until(later_.begin()->first);
        queue_.push_back(std::move(later_.begin()->second));
        later_.erase(later_.begin());
        return true;
    }

    const Settings& settings_;
    Fetcher fetcher_;
    robots::Cache cache_;
    robots::Time patience_ends_;
    std::unordered_map<std::string, Site> sites_;
    std::set<std::string> seen_;
    std::deque<std::string> queue_;
    std::multimap<robots::Time, std::string> later_;
};

/// A file that cannot be used costs requests, and nothing else.
void load(const robots::Cache& cache, const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        return;
    }
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    const robots::Restored restored = cache.restore(bytes);
    if (!restored) {
        const std::string_view why = robots::text(restored.status);
        std::fprintf(stderr, "%s: %.*s\n", path.c_str(), length(why), why.data());
    }
}

/// Whoever reads the file meanwhile sees the old one or the new one.
bool save(const robots::Cache& cache, const std::string& path) {
    const robots::Bytes bytes = cache.to_bytes();
    const std::string beside = path + ".new";
    std::ofstream file(beside, std::ios::binary | std::ios::trunc);
    file << bytes.view();
    file.close();
    return file && std::rename(beside.c_str(), path.c_str()) == 0;
}

std::optional<Settings> settings_of(const std::vector<std::string>& arguments) {
    Settings settings;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& option = arguments[i];
        if (option.rfind("--", 0) != 0) {
            settings.urls.push_back(option);
        } else if (option == "--refresh") {
            settings.refresh = true;
        } else if (option == "--allow-private") {
            settings.allow_private = true;
        } else if (++i == arguments.size()) {
            return std::nullopt;
        } else if (option == "--agent") {
            settings.agent = arguments[i];
        } else if (option == "--cache") {
            settings.cache_file = arguments[i];
        } else {
            const long number = std::strtol(arguments[i].c_str(), nullptr, 10);
            if (number < 0 || number > 86'400) {
                return std::nullopt;
            }
            if (option == "--timeout") {
                settings.timeout = seconds(number == 0 ? 1 : number);
            } else if (option == "--patience") {
                settings.patience = seconds(number);
            } else if (option == "--min-retry") {
                settings.policy.min_retry = seconds(number);
            } else {
                return std::nullopt;
            }
        }
    }
    return settings.agent.empty() || settings.urls.empty() ? std::nullopt
                                                           : std::make_optional(settings);
}

}  // namespace

int main(int argc, char** argv) {
    const std::optional<Settings> settings = settings_of({argv + 1, argv + argc});
    if (!settings) {
        std::fprintf(stderr, "usage: crawler --agent NAME [--timeout S] [--patience S] "
                             "[--min-retry S] [--cache FILE] [--refresh] [--allow-private] URL...\n");
        return 2;
    }
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
        return 2;
    }
    int status = 0;
    {
        Crawler crawler(*settings);
        if (!crawler.cache()) {
            std::fprintf(stderr, "%s is no product token\n", settings->agent.c_str());
            return 2;
        }
        if (!settings->cache_file.empty()) {
            load(crawler.cache(), settings->cache_file);
        }
        for (const std::string& url : settings->urls) {
            crawler.add(url);
        }
        crawler.run();
        if (!settings->cache_file.empty() && !save(crawler.cache(), settings->cache_file)) {
            std::fprintf(stderr, "cannot write %s\n", settings->cache_file.c_str());
            status = 1;
        }
    }
    curl_global_cleanup();
    return status;
}
