//go:build robots_static

package robots

import _ "github.com/librobots/librobots/bindings/go/lib/linux_amd64" // see there
