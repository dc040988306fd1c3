package robots

/*
#include "binding.h"
*/
import "C"

// A RecordKind is what the key of a [Record] means. Newer libraries may have
// more kinds.
type RecordKind uint8

// The kinds of records.
const (
	// RecordUnknown: a key that is not known.
	RecordUnknown RecordKind = C.ROBOTS_RECORD_UNKNOWN
	// RecordSitemap: the absolute URL of a sitemap.
	RecordSitemap RecordKind = C.ROBOTS_RECORD_SITEMAP
	// RecordCrawlDelay: seconds between two fetches.
	RecordCrawlDelay RecordKind = C.ROBOTS_RECORD_CRAWL_DELAY
	// RecordRequestRate: documents per time.
	RecordRequestRate RecordKind = C.ROBOTS_RECORD_REQUEST_RATE
	// RecordVisitTime: the hours in which crawlers are welcome.
	RecordVisitTime RecordKind = C.ROBOTS_RECORD_VISIT_TIME
	// RecordHost: the preferred host among mirrors.
	RecordHost RecordKind = C.ROBOTS_RECORD_HOST
	// RecordCleanParam: query parameters that do not change a page.
	RecordCleanParam RecordKind = C.ROBOTS_RECORD_CLEAN_PARAM
	// RecordContentSignal: what content may be used for.
	RecordContentSignal RecordKind = C.ROBOTS_RECORD_CONTENT_SIGNAL
	// RecordContentUsage: what content may be used for, by the AIPREF drafts.
	RecordContentUsage RecordKind = C.ROBOTS_RECORD_CONTENT_USAGE
	// RecordLicense: the URL of a licence.
	RecordLicense RecordKind = C.ROBOTS_RECORD_LICENSE
	// RecordNoindex: pages to leave out of an index.
	RecordNoindex RecordKind = C.ROBOTS_RECORD_NOINDEX
)

// String is the usual spelling of the key, such as "crawl-delay"; "unknown" for
// [RecordUnknown] and for any other number.
func (k RecordKind) String() string {
	return C.GoString(C.robots_record_kind_text(C.uint8_t(k)))
}

// A DiagnosticKind is what a [Diagnostic] is about. Newer libraries may have
// more kinds.
type DiagnosticKind uint8

// The kinds of remarks.
const (
	// DiagnosticTruncated: the body is longer than the limit.
	DiagnosticTruncated DiagnosticKind = C.ROBOTS_DIAGNOSTIC_TRUNCATED
	// DiagnosticHTML: the body looks like an HTML page.
	DiagnosticHTML DiagnosticKind = C.ROBOTS_DIAGNOSTIC_HTML
	// DiagnosticUTF16: the body was UTF-16.
	DiagnosticUTF16 DiagnosticKind = C.ROBOTS_DIAGNOSTIC_UTF16
	// DiagnosticNotARecord: the line is not a record.
	DiagnosticNotARecord DiagnosticKind = C.ROBOTS_DIAGNOSTIC_NOT_A_RECORD
	// DiagnosticMissingColon: there is no colon between key and value.
	DiagnosticMissingColon DiagnosticKind = C.ROBOTS_DIAGNOSTIC_MISSING_COLON
	// DiagnosticMisspeltKey: the key is misspelt but was understood.
	DiagnosticMisspeltKey DiagnosticKind = C.ROBOTS_DIAGNOSTIC_MISSPELT_KEY
	// DiagnosticUnknownKey: the key is not known.
	DiagnosticUnknownKey DiagnosticKind = C.ROBOTS_DIAGNOSTIC_UNKNOWN_KEY
	// DiagnosticRuleBeforeGroup: a rule stands before the first user-agent line.
	DiagnosticRuleBeforeGroup DiagnosticKind = C.ROBOTS_DIAGNOSTIC_RULE_BEFORE_GROUP
	// DiagnosticPatternWithoutSlash: the pattern begins with neither slash nor
	// star.
	DiagnosticPatternWithoutSlash DiagnosticKind = C.ROBOTS_DIAGNOSTIC_PATTERN_WITHOUT_SLASH
	// DiagnosticLineTooLong: the record is longer than the limit.
	DiagnosticLineTooLong DiagnosticKind = C.ROBOTS_DIAGNOSTIC_LINE_TOO_LONG
	// DiagnosticNUL: a NUL octet ends the line.
	DiagnosticNUL DiagnosticKind = C.ROBOTS_DIAGNOSTIC_NUL
	// DiagnosticInvalidUTF8: the value is not valid UTF-8.
	DiagnosticInvalidUTF8 DiagnosticKind = C.ROBOTS_DIAGNOSTIC_INVALID_UTF8
	// DiagnosticEmptyAgent: the user-agent line names no crawler.
	DiagnosticEmptyAgent DiagnosticKind = C.ROBOTS_DIAGNOSTIC_EMPTY_AGENT
	// DiagnosticAgentNotAToken: the user-agent value is more than a product token.
	DiagnosticAgentNotAToken DiagnosticKind = C.ROBOTS_DIAGNOSTIC_AGENT_NOT_A_TOKEN
	// DiagnosticInvalidValue: the value cannot be read.
	DiagnosticInvalidValue DiagnosticKind = C.ROBOTS_DIAGNOSTIC_INVALID_VALUE
	// DiagnosticEmptyValue: a record that needs a value has none.
	DiagnosticEmptyValue DiagnosticKind = C.ROBOTS_DIAGNOSTIC_EMPTY_VALUE
	// DiagnosticAgentWithDigits: a name with digits or dots, which profile Google
	// never finds.
	DiagnosticAgentWithDigits DiagnosticKind = C.ROBOTS_DIAGNOSTIC_AGENT_WITH_DIGITS
	// DiagnosticAgentWithVersion: a version behind a name, which does not count.
	DiagnosticAgentWithVersion DiagnosticKind = C.ROBOTS_DIAGNOSTIC_AGENT_WITH_VERSION
)

// String is a short fixed name, such as "missing-colon"; "unknown" for any
// other number.
func (k DiagnosticKind) String() string {
	return C.GoString(C.robots_diagnostic_name(C.uint8_t(k)))
}

// Text is one sentence for people: what was seen and what to do.
func (k DiagnosticKind) Text() string {
	return C.GoString(C.robots_diagnostic_text(C.uint8_t(k)))
}
