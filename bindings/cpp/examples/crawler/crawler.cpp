// A small crawler: libcurl fetches, librobots decides.
//
//     crawler --agent ExampleBot http://site.example/
//
// Goes through all pages that it finds links to, breadth first, on any origin,
// and says for each URL what was done and why. Fetches the robots.txt of each
// origin once and goes by it:
//
// - Status 200: its rules. Redirects are followed, five of them at most.
// - Status 400 to 499: there is none, everything is allowed (RFC 9309 2.3.1.3).
// - Anything else: nothing is allowed (2.3.1.4). A crawler that runs for longer
//   than this one would ask again later.
//
// A redirect of a page is a link like any other: its target is asked about too.
#include <chrono>
#include <cstdio>
#include <deque>
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

#include <robots/robots.hpp>

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMaxPages = 1000;
constexpr std::size_t kMaxPageSize = 10'000'000;
constexpr long kMaxRedirects = 5;

struct Response {
    /// 0 where there was none.
    long status = 0;
    std::string body;
    /// Where a redirect that was not followed leads to.
    std::string redirect;
};

class Fetcher {
public:
    explicit Fetcher(const std::string& agent) : curl_(curl_easy_init(), curl_easy_cleanup) {
        // The name in robots.txt and in the header should be the same.
        set(CURLOPT_USERAGENT, (agent + "/1.0").c_str());
        set(CURLOPT_TIMEOUT, 30L);
        set(CURLOPT_MAXREDIRS, kMaxRedirects);
        set(CURLOPT_PROTOCOLS_STR, "http,https");
        set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
        set(CURLOPT_WRITEFUNCTION, &Fetcher::receive);
        set(CURLOPT_WRITEDATA, &body_);
    }

    Response fetch(const std::string& url, bool follow) {
        Response response;
        body_.clear();
        set(CURLOPT_URL, url.c_str());
        set(CURLOPT_FOLLOWLOCATION, follow ? 1L : 0L);
        if (curl_easy_perform(curl_.get()) != CURLE_OK) {
            return response;
        }
        get(CURLINFO_RESPONSE_CODE, &response.status);
        const char* redirect = nullptr;
        get(CURLINFO_REDIRECT_URL, &redirect);
        response.redirect = redirect == nullptr ? "" : redirect;
        response.body = std::move(body_);
        return response;
    }

private:
    template <class Value>
    void set(CURLoption option, Value value) {
        curl_easy_setopt(curl_.get(), option, value);
    }

    template <class Value>
    void get(CURLINFO info, Value* value) {
        curl_easy_getinfo(curl_.get(), info, value);
    }

    static std::size_t receive(const char* data, std::size_t, std::size_t size, void* body) {
        auto& text = *static_cast<std::string*>(body);
        // Less than what came ends the transfer.
        if (text.size() + size > kMaxPageSize) {
            return 0;
        }
        text.append(data, size);
        return size;
    }

    std::unique_ptr<CURL, void (*)(CURL*)> curl_;
    std::string body_;
};

/// What is to be kept of an origin: not the file, only the rules.
struct Site {
    robots::Matcher matcher;
    Clock::duration delay{};
    Clock::time_point next_fetch{};
};

Site visit(Fetcher& fetcher, const std::string& robots_txt_url, const std::string& agent) {
    Site site;
    const Response response = fetcher.fetch(robots_txt_url, true);
    std::printf("robots.txt %ld %s\n", response.status, robots_txt_url.c_str());
    if (response.status >= 200 && response.status < 300) {
        const robots::RobotsTxt txt = robots::RobotsTxt::parse(response.body);
        site.matcher = txt.matcher(agent);
        if (const auto delay = txt.crawl_delay(agent)) {
            const auto seconds = delay->own ? delay->own : delay->star;
            if (seconds) {
                site.delay = std::chrono::duration_cast<Clock::duration>(*seconds);
            }
        }
        for (const std::string_view sitemap : txt.sitemaps()) {
            std::printf("sitemap %.*s\n", static_cast<int>(sitemap.size()), sitemap.data());
        }
    } else if (response.status >= 400 && response.status < 500) {
        site.matcher = robots::Matcher::unavailable();
    } else {
        site.matcher = robots::Matcher::unreachable();
    }
    return site;
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

/// The links of a page, as far as a crawler of two hundred lines can tell.
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
    explicit Crawler(std::string agent) : agent_(std::move(agent)), fetcher_(agent_) {}

    void add(const std::string& url) {
        // Without an origin there is no robots.txt to go by: leave it.
        if (robots::url_origin(url) && seen_.insert(url).second) {
            queue_.push_back(url);
        }
    }

    void run() {
        for (std::size_t pages = 0; !queue_.empty() && pages < kMaxPages;) {
            const std::string url = std::move(queue_.front());
            queue_.pop_front();
            Site& site = site_of(url);
            const robots::Verdict verdict = site.matcher.check(url);
            if (!verdict.allowed()) {
                const std::string why(robots::name(verdict.reason()));
                std::printf("refused %s line %u %s\n", why.c_str(),
                            static_cast<unsigned>(verdict.line()), url.c_str());
                continue;
            }
            std::this_thread::sleep_until(site.next_fetch);
            const Response response = fetcher_.fetch(url, false);
            site.next_fetch = Clock::now() + site.delay;
            std::printf("fetched %ld %s\n", response.status, url.c_str());
            ++pages;
            if (!response.redirect.empty()) {
                add(response.redirect);
            }
            for (const std::string& link : links_of(response.body)) {
                if (const auto target = resolve(url, link)) {
                    add(*target);
                }
            }
        }
    }

private:
    Site& site_of(const std::string& url) {
        // The origin is lower case and without default port: a key.
        const std::string origin = *robots::url_origin(url);
        const auto found = sites_.find(origin);
        if (found != sites_.end()) {
            return found->second;
        }
        Site site = visit(fetcher_, *robots::url_robots_txt(url), agent_);
        return sites_.emplace(origin, std::move(site)).first->second;
    }

    std::string agent_;
    Fetcher fetcher_;
    std::unordered_map<std::string, Site> sites_;
    std::set<std::string> seen_;
    std::deque<std::string> queue_;
};

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (arguments.size() < 3 || arguments[0] != "--agent") {
        std::fprintf(stderr, "usage: crawler --agent NAME URL...\n");
        return 2;
    }
    if (!robots::Matcher::compile("", arguments[1])) {
        std::fprintf(stderr, "%s is no product token\n", arguments[1].c_str());
        return 2;
    }
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
        return 2;
    }
    {
        Crawler crawler(arguments[1]);
        for (std::size_t i = 2; i < arguments.size(); ++i) {
            crawler.add(arguments[i]);
        }
        crawler.run();
    }
    curl_global_cleanup();
    return 0;
}
