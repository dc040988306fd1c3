// Stands in for robots.h of google/robotstxt; see <robots/googlebot.h>.
#ifndef ROBOTS_GOOGLEBOT_COMPAT_ROBOTS_H
#define ROBOTS_GOOGLEBOT_COMPAT_ROBOTS_H

#if !defined(ROBOTS_GOOGLEBOT_ABSL) && __has_include("absl/strings/string_view.h")
#define ROBOTS_GOOGLEBOT_ABSL
#endif

#include <robots/googlebot.h>

#endif  // ROBOTS_GOOGLEBOT_COMPAT_ROBOTS_H
