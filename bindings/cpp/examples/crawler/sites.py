"""Three small web sites on local ports, for the crawler to go through.

The first has a robots.txt, that of the second is missing, and that of the third
fails. Writes the three ports to the file that is its first argument, and every
request to the file that is its second.
"""

import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ROBOTS_TXT = """\
User-agent: ExampleBot
Disallow: /private
Allow: /private/open$
Disallow: /*?session=
Crawl-delay: 0.05

User-agent: *
Disallow: /

Sitemap: http://site.example/sitemap.xml
"""


def links(*targets):
    return "".join(f'<a href="{target}">x</a>\n' for target in targets)


def pages_of(site, ports):
    """The pages of a site: status, then body or target of a redirect."""
    if site == 0:
        return {
            "/robots.txt": (301, "/moved.txt"),
            "/moved.txt": (200, ROBOTS_TXT),
            "/": (200, links(
                "/page", "private/secret", "/private/open", "/list?session=1", "/list?page=2",
                "/old", "/%70rivate/secret", "mailto:somebody@site.example",
                f"http://127.0.0.1:{ports[1]}/", f"http://127.0.0.1:{ports[2]}/")),
            "/page": (200, links("/", "/page#part")),
            "/private/open": (200, ""),
            "/private/secret": (200, ""),
            "/list?page=2": (200, ""),
            "/old": (302, "/private/moved"),
        }
    if site == 1:
        return {"/": (200, links("/private/fine"))}
    return {"/robots.txt": (503, ""), "/": (200, "")}


def handler_of(site, ports, log):
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            status, text = pages_of(site, ports).get(self.path, (404, ""))
            body = b"" if 300 <= status < 400 else text.encode()
            log.write(f"{site} {status} {self.path}\n")
            log.flush()
            self.send_response(status)
            if 300 <= status < 400:
                self.send_header("Location", text)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    return Handler


def main():
    ports = []
    with open(sys.argv[2], "w") as log:
        servers = []
        for site in range(3):
            server = ThreadingHTTPServer(("127.0.0.1", 0), handler_of(site, ports, log))
            servers.append(server)
            ports.append(server.server_port)
        threads = [threading.Thread(target=server.serve_forever) for server in servers]
        for thread in threads:
            thread.start()
        with open(sys.argv[1], "w") as file:
            file.write("%d %d %d\n" % tuple(ports))
        for thread in threads:
            thread.join()


main()
