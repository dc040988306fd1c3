"""Makes one program of the examples in README.md and in the comments of headers.

    documented.py FILE... > PROGRAM

An example is a block of C++ in Markdown, or the indented lines in the comment
that a header begins with. Each becomes a function, in which `body`, `url` and
http_get exist.
"""

import re
import sys

BEFORE = """\
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

struct Reply {
    std::optional<robots::Failure> failure;
    int status = 200;
    std::string headers = "HTTP/1.1 200 OK\\r\\n\\r\\n";
    std::string body = "User-agent: *\\nDisallow: /private\\n";
    bool complete = true;
};

template <class... Validators>
Reply http_get(const std::string& url, const Validators&...) {
    if (url != "https://site.example/robots.txt") {
        std::abort();
    }
    return {};
}

constexpr std::string_view body = "User-agent: *\\nDisallow: /private\\n";
constexpr std::string_view url = "https://site.example/page";
"""


def examples_of(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if path.endswith(".md"):
        return re.findall(r"^```cpp\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    comment = re.match(r"(//.*\n)+", text)[0]
    block = re.findall(r"(?:^//     .*\n|^//\n(?=//     ))+", comment, re.MULTILINE)
    return [re.sub(r"^// {0,5}", "", "".join(block), flags=re.MULTILINE)]


def main():
    includes, functions = [], []
    for path in sys.argv[1:]:
        for example in examples_of(path):
            lines = example.splitlines()
            includes += [line for line in lines if line.startswith("#include")]
            code = [line for line in lines if not line.startswith("#include")]
            functions.append(f"// {path}\nvoid example{len(functions)}() {{\n"
                             + "\n".join(code) + "\n}\n")
    print("#include <robots/access.hpp>", *dict.fromkeys(includes), sep="\n")
    print(BEFORE)
    print(*functions, sep="\n")
    print("int main() {")
    for number in range(len(functions)):
        print(f"    example{number}();")
    print("}")


main()
