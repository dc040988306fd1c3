//go:build robots_static

package robots

import _ "github.com/librobots/librobots/bindings/go/lib/darwin_arm64" // see there
