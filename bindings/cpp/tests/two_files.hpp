// A program of two files that include every header: one definition of each
// thing, whatever the compiler is told about exceptions and RTTI.
#ifndef TWO_FILES_HPP
#define TWO_FILES_HPP

#include <robots/googlebot.h>
#include <robots/googlebot_reporting.h>
#include <robots/robots.hpp>

// Again, which is harmless.
#include <robots/googlebot.h>
#include <robots/robots.hpp>

robots::Matcher compile(std::string_view body);
int line_of(googlebot::RobotsMatcher& matcher, const std::string& body);
const void* address_of_inline_function();

#endif  // TWO_FILES_HPP
