package robots

/*
#include "binding.h"
*/
import "C"

// Origin is the origin of an absolute URL, such as "https://site.example:8443":
// scheme, host and port, which are what one robots.txt governs. The host is in
// lower case, and a default port and the user are left out, so it is a good key
// for a cache. False if the URL has no origin; such a URL must not be crawled.
func Origin(url string) (string, bool) {
	var buffer [C.ROBOTS_URL_ORIGIN_MAX]C.char
	data, size := octets(url)
	n := C.robots_url_origin(data, size, &buffer[0], C.size_t(len(buffer)))
	return C.GoStringN(&buffer[0], C.int(n)), n > 0
}

// RobotsTxtURL is the address of the robots.txt that governs an absolute URL,
// such as "https://site.example/robots.txt". False if the URL has no origin;
// such a URL must not be crawled.
func RobotsTxtURL(url string) (string, bool) {
	var buffer [C.ROBOTS_URL_ROBOTS_TXT_MAX]C.char
	data, size := octets(url)
	n := C.robots_url_robots_txt(data, size, &buffer[0], C.size_t(len(buffer)))
	return C.GoStringN(&buffer[0], C.int(n)), n > 0
}

// Governs tells whether a file fetched from robotsURL governs a URL. It does if
// robotsURL is exactly the /robots.txt of the URL's origin.
func Governs(robotsURL, url string) bool {
	address, addressLen := octets(robotsURL)
	data, size := octets(url)
	return C.robots_url_governs(address, addressLen, data, size) != 0
}

// IsRobotsTxt tells whether a URL is the address of a robots.txt. Such a URL may
// always be fetched.
func IsRobotsTxt(url string) bool {
	data, size := octets(url)
	return C.robots_url_is_robots_txt(data, size) != 0
}
