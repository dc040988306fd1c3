// Stands in for reporting_robots.h of google/robotstxt; see
// <robots/googlebot_reporting.h>.
#ifndef ROBOTS_GOOGLEBOT_COMPAT_REPORTING_ROBOTS_H
#define ROBOTS_GOOGLEBOT_COMPAT_REPORTING_ROBOTS_H

#include "robots.h"

#include <robots/googlebot_reporting.h>

#endif  // ROBOTS_GOOGLEBOT_COMPAT_REPORTING_ROBOTS_H
