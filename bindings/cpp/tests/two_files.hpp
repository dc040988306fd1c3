// A program of two files that include every header: one definition of each
// thing, whatever the compiler is told about exceptions and RTTI.
#ifndef TWO_FILES_HPP
#define TWO_FILES_HPP

#include <robots/access.hpp>
#include <robots/cache.hpp>
#include <robots/googlebot.h>
#include <robots/googlebot_reporting.h>
#include <robots/robots.hpp>

// Again, which is harmless.
#include <robots/cache.hpp>
#include <robots/googlebot.h>
#include <robots/robots.hpp>

robots::Matcher compile(std::string_view body);
robots::Hit answer(const robots::Cache& cache, std::string_view url, robots::Time now);
int line_of(googlebot::RobotsMatcher& matcher, const std::string& body);
const void* address_of_inline_function();

#endif  // TWO_FILES_HPP
