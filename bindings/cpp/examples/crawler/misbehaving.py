"""Servers that misbehave on purpose, and what the crawler has to make of each.

    misbehaving.py PATH-OF-THE-CRAWLER

Every case is a server of its own on a local port, so that it is an origin of
its own. The crawler is sent to two pages of it, /private/page, which RULES
refuse, and /page, which they allow. What it says of the robots.txt is compared
with the case, and what was asked of the server with what it said.
"""

import gzip
import itertools
import os
import re
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor

RULES = b"User-agent: *\nDisallow: /private\n"
FRESH = 24 * 60 * 60
# What is said of the two pages.
BY_RULES = ("refused rule line 2", "fetched 200")
ALL = ("fetched 200", "fetched 200")
NONE = ("refused unreachable line 0", "refused unreachable line 0")


def response(status, body=b"", *headers):
    lines = [f"HTTP/1.1 {status} X", f"Content-Length: {len(body)}", "Connection: close", *headers]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def head(*lines):
    return "\r\n".join(["HTTP/1.1 200 OK", *lines]).encode() + b"\r\n\r\n"


def reset(connection):
    """Ends a connection in the rudest way there is."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


class Server:
    """Answers /robots.txt and what it leads to as `answer` says, with octets or
    by itself, and every page with 200."""

    def __init__(self, answer):
        self.answer = answer
        self.asked = []
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=50)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            connection, _ = self.listener.accept()
            threading.Thread(target=self.talk, args=(connection,), daemon=True).start()

    def talk(self, connection):
        request = b""
        try:
            while b"\r\n\r\n" not in request:
                octets = connection.recv(65536)
                if not octets:
                    return
                request += octets
                if not request[:1].isalpha():
                    connection.sendall(b"HTTP/1.1 400 X\r\n\r\n")
                    return
            request = request.decode("latin-1")
            path = request.split(" ")[1]
            self.asked.append(path)
            if path.endswith("page"):
                answer = response(200)
            else:
                answer = self.answer(connection, path, request, self)
            if answer is not None:
                connection.sendall(answer)
                # Whoever has more to say must not get a reset instead.
                connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass
        finally:
            connection.close()

    def url(self, path="", host="127.0.0.1"):
        return f"http://{host}:{self.port}{path}"

    def files(self):
        """What was asked for, without the pages."""
        return [path for path in self.asked if not path.endswith("page")]


def always(answer):
    return lambda connection, path, request, server: answer


def redirects(count, finish):
    """/robots.txt leads to /1, that to /2, and so on."""

    def answer(connection, path, request, server):
        step = int(path[1:]) if path[1:].isdigit() else 0
        if step == count:
            return finish
        status = (301, 302, 303, 307, 308)[step % 5]
        return response(status, b"elsewhere", f"Location: /{step + 1}")

    return answer


def moved(location, status=301):
    return always(response(status, b"", f"Location: {location}"))


def silence(connection, path, request, server):
    time.sleep(30)


def slow(connection, path, request, server):
    connection.sendall(head("Content-Length: 4000") + RULES)
    for _ in range(300):
        time.sleep(0.1)
        connection.sendall(b"#")


def reset_at_once(connection, path, request, server):
    reset(connection)


def reset_in_the_body(connection, path, request, server):
    connection.sendall(head("Content-Length: 4000") + RULES)
    # So that the reset does not overtake what was sent.
    time.sleep(0.2)
    reset(connection)


def endless(connection, path, request, server):
    connection.sendall(head("Connection: close") + RULES)
    while True:
        connection.sendall(b"#" * 65536)


def endless_headers(connection, path, request, server):
    connection.sendall(b"HTTP/1.1 200 OK\r\n")
    while True:
        connection.sendall(b"X-Padding: " + b"x" * 1000 + b"\r\n")


def coded(coding, octets):
    return always(response(200, octets, f"Content-Encoding: {coding}"))


ZIPPED = gzip.compress(RULES)
# The octet before which the file is cut stands in the last line: what is left
# of it would refuse /page.
CUT = RULES + b"#" * (512_000 - len(RULES) - 16) + b"\nDisallow: /page/but/only/this\n"
assert CUT[:512_000].endswith(b"\nDisallow: /page")

# Name, answer, then what is expected: access, basis, cause, status, wait, and
# what is said of the two pages; last, where it matters, how many requests for
# anything but the pages there are.
CASES = [
    ("ok", always(response(200, RULES)),
     "rules fresh success", 200, FRESH, BY_RULES, 1),
    ("empty", always(response(204)), "rules fresh success", 204, FRESH, ALL),
    ("max-age", always(response(200, RULES, "Cache-Control: max-age=3600")),
     "rules fresh success", 200, 3600, BY_RULES),
    ("interim response", always(
        b"HTTP/1.1 103 Early Hints\r\nLocation: /no\r\nCache-Control: max-age=600\r\n\r\n"
        + response(200, RULES)), "rules fresh success", 200, FRESH, BY_RULES, 1),
    ("trailer", always(head("Transfer-Encoding: chunked")
        + b"%x\r\n%s\r\n0\r\nCache-Control: max-age=600\r\n\r\n" % (len(RULES), RULES)),
     "rules fresh success", 200, FRESH, BY_RULES),

    ("missing", always(response(404, RULES)), "allow-all unavailable missing", 404, FRESH, ALL),
    ("forbidden", always(response(403)), "allow-all unavailable missing", 403, FRESH, ALL),
    ("unauthorized", always(response(401)), "allow-all unavailable missing", 401, FRESH, ALL),
    ("missing, with a broken body", always(
        b"HTTP/1.1 404 X\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"),
     "allow-all unavailable missing", 404, FRESH, ALL),

    ("server error", always(response(500, b"User-agent: *\nAllow: /\n")),
     "refuse-all unreachable server-error", 500, 60, NONE, 1),
    ("overloaded", always(response(503)),
     "refuse-all unreachable server-error", 503, 60, NONE),
    ("overloaded, says when", always(response(503, b"", "Retry-After: 600")),
     "refuse-all unreachable server-error", 503, 600, NONE),
    ("overloaded, asks for too much", always(response(503, b"", "Retry-After: 31536000")),
     "refuse-all unreachable server-error", 503, FRESH, NONE),
    ("asked too often", always(response(429, b"", "Retry-After: 120")),
     "refuse-all unreachable rate-limited", 429, 120, NONE),
    ("not modified without a copy", always(b"HTTP/1.1 304 X\r\n\r\n"),
     "refuse-all unreachable odd-status", 304, 60, NONE),
    ("part of the file", always(response(206, RULES)),
     "refuse-all unreachable odd-status", 206, 60, NONE),
    ("the proxy's answer", always(response(407)),
     "refuse-all unreachable odd-status", 407, 60, NONE),
    ("odd status", always(response(999, RULES)),
     "refuse-all unreachable odd-status", 999, 60, NONE),

    ("five redirects", redirects(5, response(200, RULES)),
     "rules fresh success", 200, FRESH, BY_RULES, 6),
    ("six redirects", redirects(6, response(200, RULES)),
     "allow-all unavailable too-many-redirects", 301, FRESH, ALL, 6),
    ("redirect to nothing", redirects(1, response(404)),
     "allow-all unavailable missing", 404, FRESH, ALL, 2),
    ("redirect to an error", redirects(2, response(500)),
     "refuse-all unreachable server-error", 500, 60, NONE, 3),
    ("redirect to itself", moved("/robots.txt", 308),
     "allow-all unavailable too-many-redirects", 308, FRESH, ALL, 6),
    ("circle of two", lambda connection, path, request, server: response(
        302, b"", "Location: " + ("/other" if path == "/robots.txt" else "/robots.txt")),
     "allow-all unavailable too-many-redirects", 302, FRESH, ALL, 6),
    ("redirect to a fragment", moved("#here"),
     "refuse-all unreachable no-location", 301, 60, NONE, 1),
    ("redirect to another host", lambda connection, path, request, server: (
        response(200, RULES) if "localhost" in request
        else response(301, b"", "Location: " + server.url("/robots.txt", "localhost"))),
     "rules fresh success", 200, FRESH, BY_RULES, 2),
    ("redirect without target", always(response(302)),
     "refuse-all unreachable no-location", 302, 60, NONE, 1),
    ("redirect to ftp", moved("ftp://127.0.0.1/robots.txt"),
     "refuse-all unreachable not-http", 301, 60, NONE, 1),
    ("redirect to a script", moved("javascript:alert(1)"),
     "refuse-all unreachable not-http", 301, 60, NONE, 1),
    ("redirect to a file", moved("file:///etc/hosts"),
     "refuse-all unreachable not-http", 301, 60, NONE, 1),
    ("redirect to no URL", moved("http://127.0.0.1:port/"),
     "refuse-all unreachable bad-location", 301, 60, NONE, 1),
    ("redirect without end", moved("/" + "x" * 9000),
     "refuse-all unreachable bad-location", 301, 60, NONE, 1),

    ("no answer", always(b""), "refuse-all unreachable reset", 0, 60, NONE),
    ("reset", reset_at_once, "refuse-all unreachable reset", 0, 60, NONE),
    ("reset in the body", reset_in_the_body, "refuse-all unreachable reset", 0, 60, NONE),
    ("silence", silence, "refuse-all unreachable timeout", 0, 60, NONE),
    ("slow body", slow, "refuse-all unreachable timeout", 0, 60, NONE),
    ("not HTTP", always(b"220 ready\r\n\r\n"), "refuse-all unreachable protocol", 0, 60, NONE),
    ("endless headers", endless_headers, "refuse-all unreachable protocol", 0, 60, NONE),
    ("less than announced", always(head("Content-Length: 4000") + RULES),
     "refuse-all unreachable truncated", 200, 60, NONE),
    ("chunk cut short", always(
        head("Transfer-Encoding: chunked") + b"%x\r\n%s\r\n" % (len(RULES), RULES)),
     "refuse-all unreachable truncated", 200, 60, NONE),
    ("broken chunk", always(
        head("Transfer-Encoding: chunked") + b"%x\r\n%s\r\nzz\r\n" % (len(RULES), RULES)),
     "refuse-all unreachable protocol", 0, 60, NONE),

    ("gzip", coded("gzip", ZIPPED), "rules fresh success", 200, FRESH, BY_RULES),
    ("gzip that is none", coded("gzip", RULES),
     "refuse-all unreachable undecodable", 0, 60, NONE),
    ("gzip with a wrong octet", coded("gzip", ZIPPED[:12] + b"\xff" + ZIPPED[13:]),
     "refuse-all unreachable undecodable", 0, 60, NONE),
    ("unknown coding", coded("rot13", RULES),
     "refuse-all unreachable undecodable", 0, 60, NONE),
    ("endless body", endless, "rules fresh success", 200, FRESH, BY_RULES),
    ("gzip of 64 MiB", coded("gzip", gzip.compress(RULES + b"\n" * (64 << 20), 9)),
     "rules fresh success", 200, FRESH, BY_RULES),
    ("cut in a line", always(response(200, CUT)),
     "rules fresh success", 200, FRESH, BY_RULES),
]

# Their answer is that none comes.
LATE = {"silence", "slow body"}

failures = []


def expect(case, what, found, expected):
    if found != expected:
        failures.append(f"{case}: {what}\n  found    {found}\n  expected {expected}")


class Crawler:
    def __init__(self, path):
        self.path = path

    def run(self, *arguments):
        command = [self.path, "--agent", "ExampleBot", *arguments]
        # No variable may lead somewhere else.
        environment = {"PATH": os.environ.get("PATH", "")}
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, env=environment)
        return done.stdout.splitlines(), done.stderr

    def ask(self, *arguments):
        return self.run("--allow-private", "--timeout", "20", *arguments)


def robots_line(decision, status, wait, url):
    return f"robots.txt {decision} status {status} wait {wait} {url}/robots.txt"


def page_lines(pages, url):
    return [f"{pages[0]} {url}/private/page", f"{pages[1]} {url}/page"]


def run_case(crawler, case):
    name, answer, decision, status, wait, pages, *requests = case
    server = Server(answer)
    url = server.url()
    patience = ["--timeout", "2"] if name in LATE else []
    said, errors = crawler.ask(*patience, url + "/private/page", url + "/page")
    expected = [robots_line(decision, status, wait, url), *page_lines(pages, url)]
    expect(name, "what the crawler says", said, expected)
    expect(name, "standard error", errors, "")
    if requests:
        expect(name, "requests", len(server.files()), requests[0])
    visited = [path for path in server.asked if path.endswith("page")]
    allowed = [path for path, what in zip(("/private/page", "/page"), pages) if "fetched" in what]
    expect(name, "pages", visited, allowed)


# --- Cases that need more than one server or one run.

def across_origins(crawler):
    """What is found at exactly /robots.txt of another port speaks for it too."""
    there = Server(always(response(200, RULES)))
    here = Server(moved(there.url("/robots.txt")))
    said, _ = crawler.ask(here.url("/private/page"), there.url("/private/page"))
    expect("across origins", "what the crawler says", said, [
        robots_line("rules fresh success", 200, FRESH, here.url()),
        f"refused rule line 2 {here.url('/private/page')}",
        f"refused rule line 2 {there.url('/private/page')}"])
    expect("across origins", "requests there", there.files(), ["/robots.txt"])

    elsewhere = Server(lambda connection, path, request, server: response(
        200, RULES if path == "/robots.txt" else b"User-agent: *\nDisallow: /\n"))
    here = Server(moved(elsewhere.url("/~me/robots.txt")))
    said, _ = crawler.ask(here.url("/page"), elsewhere.url("/page"))
    expect("across origins", "what it says of another path", said, [
        robots_line("rules fresh success", 200, FRESH, here.url()),
        f"refused rule line 2 {here.url('/page')}",
        robots_line("rules fresh success", 200, FRESH, elsewhere.url()),
        f"fetched 200 {elsewhere.url('/page')}"])


def nobody_there(crawler):
    closed = socket.create_server(("127.0.0.1", 0))
    url = f"http://127.0.0.1:{closed.getsockname()[1]}"
    closed.close()
    said, _ = crawler.ask(url + "/page")
    expect("nobody there", "what the crawler says", said[:1],
           [robots_line("refuse-all unreachable connect", 0, 60, url)])
    said, _ = crawler.ask("http://host.invalid/page")
    expect("no such name", "what the crawler says", said[:1],
           [robots_line("refuse-all unreachable dns", 0, 60, "http://host.invalid")])
    server = Server(always(response(200, RULES)))
    url = f"https://127.0.0.1:{server.port}"
    said, _ = crawler.ask(url + "/page")
    expect("no TLS there", "what the crawler says", said[:1],
           [robots_line("refuse-all unreachable tls", 0, 60, url)])


def private_addresses(crawler):
    server = Server(always(response(200, RULES)))
    for host in ("127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "10.0.0.1"):
        url = server.url("", host)
        said, _ = crawler.run("--timeout", "5", url + "/page")
        # An address of the new kind may be unknown to the machine.
        text = re.sub("connect", "refused", "\n".join(said[:1])) if ":" in host else said[0]
        expect("private address", "what the crawler says", text,
               robots_line("refuse-all unreachable refused", 0, 60, url))
    expect("private address", "requests", server.asked, [])


def patience(crawler):
    """Two failures, and then the file: asked again when the server wants it."""
    answers = itertools.chain([response(503, b"", "Retry-After: 1")] * 2,
                              itertools.repeat(response(200, RULES)))
    server = Server(lambda connection, path, request, server: next(answers))
    url = server.url()
    said, _ = crawler.ask("--patience", "20", "--min-retry", "1", url + "/private/page",
                          url + "/page")
    unreachable = robots_line("refuse-all unreachable server-error", 503, 1, url)
    expect("patience", "what the crawler says", said, [
        unreachable, unreachable, robots_line("rules fresh success", 200, FRESH, url),
        *page_lines(BY_RULES, url)])
    server = Server(always(response(503, b"", "Retry-After: 3600")))
    said, _ = crawler.ask("--patience", "20", server.url("/page"))
    expect("patience", "what is too long", said, [
        robots_line("refuse-all unreachable server-error", 503, 3600, server.url()),
        f"refused unreachable line 0 {server.url('/page')}"])


def restarts(crawler):
    """What is known survives a restart, with validators and all."""
    date = "Sun, 06 Nov 1994 08:49:37 GMT"
    broken = threading.Event()

    def answer(connection, path, request, server):
        if broken.is_set():
            return response(500)
        if 'If-None-Match: "v1"' in request and f"If-Modified-Since: {date}" in request:
            return b"HTTP/1.1 304 X\r\nCache-Control: max-age=7200\r\n\r\n"
        return response(200, RULES, 'ETag: "v1"', f"Last-Modified: {date}")

    server = Server(answer)
    url = server.url()
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "cache")

        def run(what, expected, *arguments, errors=""):
            said, notes = crawler.ask("--cache", file, *arguments, url + "/private/page",
                                      url + "/page")
            expect("restart", what, said, [*expected, *page_lines(BY_RULES, url)])
            expect("restart", "standard error " + what, notes, errors)

        first = [robots_line("rules fresh success", 200, FRESH, url)]
        run("first", first)
        run("at once", [])
        run("confirmed", [robots_line("rules fresh not-modified", 304, 7200, url)], "--refresh")
        broken.set()
        run("stale", [robots_line("rules stale-copy server-error", 500, 60, url)], "--refresh")
        broken.clear()
        with open(file, "r+b") as cache:
            cache.seek(-1, os.SEEK_END)
            last = cache.read(1)
            cache.seek(-1, os.SEEK_END)
            cache.write(bytes([last[0] ^ 1]))
        run("damaged", first, errors=f"{file}: the bytes were damaged; fetch anew\n")
        with open(file, "wb") as cache:
            cache.write(RULES)
        run("foreign", first,
            errors=f"{file}: these are not bytes of such a value; read another file\n")
        expect("restart", "requests", server.files(), ["/robots.txt"] * 5)
        expect("restart", "files", os.listdir(folder), ["cache"])


def main():
    crawler = Crawler(sys.argv[1])
    begin = time.monotonic()
    with ThreadPoolExecutor(4) as pool:
        several = (across_origins, nobody_there, private_addresses, patience, restarts)
        runs = [pool.submit(run, crawler) for run in several]
        runs += [pool.submit(run_case, crawler, case) for case in CASES]
        for run in runs:
            run.result()
    for failure in failures:
        print(failure)
    if failures:
        sys.exit(1)
    seconds = time.monotonic() - begin
    print(f"crawler: {len(CASES) + len(several)} servers that misbehave, {seconds:.1f} s")


main()
