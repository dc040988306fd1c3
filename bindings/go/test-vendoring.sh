#!/bin/sh
# Vendors this module into a fresh one and builds that from the vendor folder
# alone: C packages break there when a header or archive is left behind. Links
# as the arguments say, such as -tags robots_static. Needs what the README says.
set -eu
module=github.com/librobots/librobots/bindings/go
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >go.mod <<END
module vendoring

go 1.24

require $module v0.0.0

replace $module => $here
END
cat >main.go <<END
package main

import (
	"fmt"

	robots "$module"
)

func main() {
	body := []byte("user-agent: *\ndisallow: /private")
	fmt.Println(robots.Check(body, "ExampleBot", "https://site.example/private"))
}
END
go mod vendor
got=$(go run -mod=vendor "$@" .)
if [ "$got" != "disallowed: rule line 2 octets 8" ]; then
    echo "$0: got $got" >&2
    exit 1
fi
echo "vendoring: passed"
