package robots

/*
#include "binding.h"
*/
import "C"

// A Cause is what the last attempt to fetch a robots.txt met. A [Failure] is
// also a Cause, with the same number. Newer libraries may have more causes.
type Cause uint8

// The causes.
const (
	// CauseNotFetched: there was no attempt yet.
	CauseNotFetched Cause = C.ROBOTS_CAUSE_NOT_FETCHED
	// CauseInterrupted: the attempt was given up before it had a result.
	CauseInterrupted Cause = C.ROBOTS_CAUSE_INTERRUPTED
	// CauseSuccess: 2xx, a file.
	CauseSuccess Cause = C.ROBOTS_CAUSE_SUCCESS
	// CauseNotModified: 304, the copy still holds.
	CauseNotModified Cause = C.ROBOTS_CAUSE_NOT_MODIFIED
	// CauseMissing: 4xx other than 407, 421 and 429, no file.
	CauseMissing Cause = C.ROBOTS_CAUSE_MISSING
	// CauseForbidden: 401 or 403, which the policy reads as "refuse everything".
	CauseForbidden Cause = C.ROBOTS_CAUSE_FORBIDDEN
	// CauseErrorForMissing: 5xx, which the policy reads as a missing file.
	CauseErrorForMissing Cause = C.ROBOTS_CAUSE_ERROR_FOR_MISSING
	// CauseTooManyRedirects: more redirects than the policy follows.
	CauseTooManyRedirects Cause = C.ROBOTS_CAUSE_TOO_MANY_REDIRECTS
	// CauseRateLimited: 429, asked too often.
	CauseRateLimited Cause = C.ROBOTS_CAUSE_RATE_LIMITED
	// CauseServerError: 5xx other than 511.
	CauseServerError Cause = C.ROBOTS_CAUSE_SERVER_ERROR
	// CauseOddStatus: a status that does not answer this request, such as 206,
	// 407, 421, 511, or a 304 that does not confirm the copy.
	CauseOddStatus Cause = C.ROBOTS_CAUSE_ODD_STATUS
	// CauseNoLocation: a redirect without a target, or with an empty one.
	CauseNoLocation Cause = C.ROBOTS_CAUSE_NO_LOCATION
	// CauseBadLocation: a redirect to something that is no URL.
	CauseBadLocation Cause = C.ROBOTS_CAUSE_BAD_LOCATION
	// CauseNotHTTP: a redirect to something other than http or https.
	CauseNotHTTP Cause = C.ROBOTS_CAUSE_NOT_HTTP
	// CauseTooLarge: 2xx, a file whose rules do not fit a [Cache]. Everything is
	// denied to a crawler whose rules are missing.
	CauseTooLarge Cause = C.ROBOTS_CAUSE_TOO_LARGE
)

// String is a short fixed name, such as "rate-limited"; "unknown" for any other
// number.
func (c Cause) String() string { return C.GoString(C.robots_cause_name(C.uint8_t(c))) }

// Text is one sentence for people.
func (c Cause) Text() string { return C.GoString(C.robots_cause_text(C.uint8_t(c))) }

// A Failure is how an attempt failed before there was a whole response.
type Failure uint8

// The failures. All of them make the file unreachable, except
// [FailureTooManyRedirects], which makes it unavailable.
const (
	// FailureDNS: the name of the host could not be resolved.
	FailureDNS Failure = C.ROBOTS_FAILURE_DNS
	// FailureConnect: no connection could be made.
	FailureConnect Failure = C.ROBOTS_FAILURE_CONNECT
	// FailureTimeout: nothing came in time.
	FailureTimeout Failure = C.ROBOTS_FAILURE_TIMEOUT
	// FailureReset: the connection broke off.
	FailureReset Failure = C.ROBOTS_FAILURE_RESET
	// FailureTLS: no secure connection could be agreed on, or the certificate is
	// bad.
	FailureTLS Failure = C.ROBOTS_FAILURE_TLS
	// FailureProtocol: the response breaks the protocol.
	FailureProtocol Failure = C.ROBOTS_FAILURE_PROTOCOL
	// FailureTruncated: the body is shorter than announced.
	FailureTruncated Failure = C.ROBOTS_FAILURE_TRUNCATED
	// FailureUndecodable: the body is in a content coding that cannot be
	// decoded.
	FailureUndecodable Failure = C.ROBOTS_FAILURE_UNDECODABLE
	// FailureRefused: the crawler itself declined to make the request, for example
	// because the address is private.
	FailureRefused Failure = C.ROBOTS_FAILURE_REFUSED
	// FailureTooManyRedirects: a client that follows redirects on its own gave
	// up. Only for clients that follow at least five.
	FailureTooManyRedirects Failure = C.ROBOTS_FAILURE_TOO_MANY_REDIRECTS
	// FailureOther: anything else.
	FailureOther Failure = C.ROBOTS_FAILURE_OTHER
)

// String is a short fixed name, such as "dns"; "unknown" for any other number.
func (f Failure) String() string { return Cause(f).String() }

// Text is one sentence for people.
func (f Failure) Text() string { return Cause(f).Text() }
