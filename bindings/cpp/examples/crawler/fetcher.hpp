// One HTTP request by libcurl, told in the words of the access policy.
//
// How the error codes of libcurl become robots::Failure, where a response was
// needed to its end:
//
//     COULDNT_RESOLVE_HOST, _PROXY               dns
//     COULDNT_CONNECT, INTERFACE_FAILED          connect
//     OPERATION_TIMEDOUT                         timeout
//     GOT_NOTHING, SEND_ERROR, RECV_ERROR        reset
//     RECV_ERROR without an error of the system  protocol: broken chunks
//     SSL_*, PEER_FAILED_VERIFICATION, ...       tls
//     WEIRD_SERVER_REPLY, HTTP2*, HTTP3,         protocol
//       UNSUPPORTED_PROTOCOL (HTTP/0.9)
//     PARTIAL_FILE                               no failure: a response whose
//                                                body is not complete
//     BAD_CONTENT_ENCODING                       undecodable
//     WRITE_ERROR after the limit for bodies     none: cut, and as good as whole
//     WRITE_ERROR after the limit for headers    protocol
//     an address the crawler does not ask        refused
//     anything else                              other
//
// Only a body that counts can break: once the headers of a 301 or a 404 are
// there, its body does not matter. What libcurl does not notice is compressed
// text that ends early in a body of the announced length: such a file is used
// as far as it goes.
#ifndef CRAWLER_FETCHER_HPP
#define CRAWLER_FETCHER_HPP

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <netinet/in.h>
#include <sys/socket.h>

#include <curl/curl.h>

#include <robots/access.hpp>

/// What came of a request: a response, or a failure.
struct Reply {
    std::optional<robots::Failure> failure;
    int status = 0;
    /// The header lines as they came, those of interim responses included.
    std::string headers;
    std::string body;
    /// False where the body is shorter than announced.
    bool complete = true;
    /// Where a redirect leads to.
    std::string redirect;
};

inline robots::Failure failure_of(CURLcode code, long system_error) {
    using robots::Failure;
    switch (code) {
        case CURLE_COULDNT_RESOLVE_HOST:
        case CURLE_COULDNT_RESOLVE_PROXY:
            return Failure::dns;
        case CURLE_COULDNT_CONNECT:
        case CURLE_INTERFACE_FAILED:
            return Failure::connect;
        case CURLE_OPERATION_TIMEDOUT:
            return Failure::timeout;
        case CURLE_RECV_ERROR:
            return system_error == 0 ? Failure::protocol : Failure::reset;
        case CURLE_GOT_NOTHING:
        case CURLE_SEND_ERROR:
            return Failure::reset;
        case CURLE_SSL_CONNECT_ERROR:
        case CURLE_PEER_FAILED_VERIFICATION:
        case CURLE_SSL_CERTPROBLEM:
        case CURLE_SSL_CIPHER:
        case CURLE_SSL_CACERT_BADFILE:
        case CURLE_SSL_CRL_BADFILE:
        case CURLE_SSL_ISSUER_ERROR:
        case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
        case CURLE_SSL_INVALIDCERTSTATUS:
        case CURLE_SSL_CLIENTCERT:
        case CURLE_SSL_SHUTDOWN_FAILED:
        case CURLE_SSL_ENGINE_NOTFOUND:
        case CURLE_SSL_ENGINE_SETFAILED:
        case CURLE_SSL_ENGINE_INITFAILED:
        case CURLE_USE_SSL_FAILED:
            return Failure::tls;
        case CURLE_WEIRD_SERVER_REPLY:
        case CURLE_UNSUPPORTED_PROTOCOL:
        case CURLE_HTTP2:
        case CURLE_HTTP2_STREAM:
        case CURLE_HTTP3:
            return Failure::protocol;
        case CURLE_PARTIAL_FILE:
            return Failure::truncated;
        case CURLE_BAD_CONTENT_ENCODING:
            return Failure::undecodable;
        default:
            return Failure::other;
    }
}

/// An address inside somebody's network: what a site of the web sends a crawler
/// to must not be there.
inline bool is_private(const sockaddr& address) {
    const auto v4 = [](std::uint32_t ip) {
        const auto in = [ip](std::uint32_t net, int bits) {
            return ip >> (32 - bits) == net >> (32 - bits);
        };
        return in(0x00000000, 8) || in(0x0A000000, 8) || in(0x64400000, 10) ||
               in(0x7F000000, 8) || in(0xA9FE0000, 16) || in(0xAC100000, 12) ||
               in(0xC0A80000, 16) || in(0xE0000000, 3);
    };
    if (address.sa_family == AF_INET) {
        sockaddr_in in{};
        std::memcpy(&in, &address, sizeof in);
        return v4(ntohl(in.sin_addr.s_addr));
    }
    if (address.sa_family != AF_INET6) {
        return true;
    }
    sockaddr_in6 in{};
    std::memcpy(&in, &address, sizeof in);
    const std::uint8_t* ip = in.sin6_addr.s6_addr;
    // Only 2000::/3 is of the web, and there 6to4 hides an address of the old kind.
    const std::uint32_t inner = std::uint32_t{ip[2]} << 24 | std::uint32_t{ip[3]} << 16 |
                                std::uint32_t{ip[4]} << 8 | std::uint32_t{ip[5]};
    return ip[0] >> 5 != 1 || (ip[0] == 0x20 && ip[1] == 0x02 && v4(inner));
}

class Fetcher {
public:
    Fetcher(const std::string& user_agent, std::chrono::milliseconds timeout, bool allow_private)
        : curl_(curl_easy_init(), curl_easy_cleanup), allow_private_(allow_private) {
        set(CURLOPT_USERAGENT, user_agent.c_str());
        set(CURLOPT_TIMEOUT_MS, static_cast<long>(timeout.count()));
        set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(timeout.count()));
        set(CURLOPT_NOSIGNAL, 1L);
        // Each redirect is for the policy to see.
        set(CURLOPT_FOLLOWLOCATION, 0L);
        set(CURLOPT_PROTOCOLS_STR, "http,https");
        // A proxy would hide the addresses that are asked.
        set(CURLOPT_PROXY, "");
        // All codings that can be undone here; limits apply to what comes out.
        set(CURLOPT_ACCEPT_ENCODING, "");
        set(CURLOPT_HEADERFUNCTION, &Fetcher::take_header);
        set(CURLOPT_HEADERDATA, this);
        set(CURLOPT_WRITEFUNCTION, &Fetcher::take_body);
        set(CURLOPT_WRITEDATA, this);
        set(CURLOPT_OPENSOCKETFUNCTION, &Fetcher::open_socket);
        set(CURLOPT_OPENSOCKETDATA, this);
    }
    Fetcher(const Fetcher&) = delete;
    Fetcher& operator=(const Fetcher&) = delete;

    /// Asks for a URL, and takes no more than `limit` octets of the body.
    Reply fetch(const std::string& url, const std::vector<std::string>& headers,
                std::size_t limit) {
        reply_ = {};
        limit_ = limit;
        headers_end_ = cut_ = too_many_headers_ = refused_ = false;
        curl_slist* list = nullptr;
        for (const std::string& header : headers) {
            list = curl_slist_append(list, header.c_str());
        }
        const std::unique_ptr<curl_slist, void (*)(curl_slist*)> owned(list, curl_slist_free_all);
        set(CURLOPT_HTTPHEADER, list);
        set(CURLOPT_URL, url.c_str());
        const CURLcode code = curl_easy_perform(curl_.get());
        set(CURLOPT_HTTPHEADER, nullptr);

        long status = 0;
        get(CURLINFO_RESPONSE_CODE, &status);
        reply_.status = static_cast<int>(status);
        const char* redirect = nullptr;
        get(CURLINFO_REDIRECT_URL, &redirect);
        reply_.redirect = redirect == nullptr ? "" : redirect;

        if (code == CURLE_OK || cut_) {
            return std::move(reply_);
        }
        if (headers_end_ && status >= 200) {
            if (status >= 300) {
                return std::move(reply_);
            }
            if (code == CURLE_PARTIAL_FILE) {
                reply_.complete = false;
                return std::move(reply_);
            }
        }
        long system_error = 0;
        get(CURLINFO_OS_ERRNO, &system_error);
        Reply failed;
        failed.failure = refused_            ? robots::Failure::refused
                         : too_many_headers_ ? robots::Failure::protocol
                                             : failure_of(code, system_error);
        return failed;
    }

private:
    static constexpr std::size_t kMaxHeaders = 64 << 10;

    template <class Value>
    void set(CURLoption option, Value value) {
        curl_easy_setopt(curl_.get(), option, value);
    }

    template <class Value>
    void get(CURLINFO info, Value* value) {
        curl_easy_getinfo(curl_.get(), info, value);
    }

    static std::size_t take_header(const char* data, std::size_t, std::size_t size, void* self) {
        auto& fetcher = *static_cast<Fetcher*>(self);
        const std::string_view line(data, size);
        if (line.substr(0, 5) == "HTTP/") {
            fetcher.headers_end_ = false;
        }
        // What comes after the body speaks of the body only.
        if (fetcher.headers_end_) {
            return size;
        }
        fetcher.headers_end_ = line == "\r\n" || line == "\n";
        fetcher.too_many_headers_ = fetcher.reply_.headers.size() + size > kMaxHeaders;
        if (fetcher.too_many_headers_) {
            return 0;
        }
        fetcher.reply_.headers.append(line);
        return size;
    }

    static std::size_t take_body(const char* data, std::size_t, std::size_t size, void* self) {
        auto& fetcher = *static_cast<Fetcher*>(self);
        std::string& body = fetcher.reply_.body;
        const std::size_t room = fetcher.limit_ - body.size();
        body.append(data, std::min(size, room));
        // Less than what came ends the transfer.
        fetcher.cut_ = size > room;
        return fetcher.cut_ ? 0 : size;
    }

    static curl_socket_t open_socket(void* self, curlsocktype, curl_sockaddr* to) {
        auto& fetcher = *static_cast<Fetcher*>(self);
        if (!fetcher.allow_private_ && is_private(to->addr)) {
            fetcher.refused_ = true;
            return CURL_SOCKET_BAD;
        }
        return socket(to->family, to->socktype, to->protocol);
    }

    std::unique_ptr<CURL, void (*)(CURL*)> curl_;
    bool allow_private_;
    Reply reply_;
    std::size_t limit_ = 0;
    bool headers_end_ = false;
    bool cut_ = false;
    bool too_many_headers_ = false;
    bool refused_ = false;
};

#endif  // CRAWLER_FETCHER_HPP
