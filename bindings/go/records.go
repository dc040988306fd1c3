package robots

/*
#include "binding.h"
*/
import "C"

import "unsafe"

// A Group is a number of user-agent lines and the rules behind them (RFC 9309
// 2.1).
type Group struct {
	// Agents are the user-agent lines.
	Agents []Agent
	// Rules are the rules, in file order.
	Rules []Rule
	// Line is the line of the first user-agent line, counted from 1.
	Line int
}

// An Agent is one user-agent line.
type Agent struct {
	// Value is the value of the line, as written.
	Value string
	// Line is the number of the line, counted from 1.
	Line int
}

// A Rule is an allow or disallow line (RFC 9309 2.2.2).
type Rule struct {
	// Allow is true for an allow line and false for a disallow line.
	Allow bool
	// Pattern is the path pattern as written.
	Pattern string
	// Normalized is the path pattern as it is matched; its length decides
	// precedence.
	Normalized string
	// Line is the number of the line, counted from 1.
	Line int
	// Group is the index of the group that the rule stands in.
	Group int
}

// A Record is a line that is neither a user-agent line nor a rule.
type Record struct {
	// Kind is what the key means.
	Kind RecordKind
	// Key is the key as written.
	Key string
	// Value is the value as written, without the blanks around it and without a
	// comment.
	Value string
	// Line is the number of the line, counted from 1.
	Line int
	// Group is the index of the group that the record stands in, or -1.
	Group int
}

// A Diagnostic is a remark for the author of a file. It changes no verdict.
type Diagnostic struct {
	// Kind is what was seen.
	Kind DiagnosticKind
	// Line is the number of the line, counted from 1; 0 if the remark is about the
	// whole file.
	Line int
	// Octet is the place in the line, counted from 1; 0 if the remark is about the
	// whole line or file.
	Octet int
}

// stretch is how many items are fetched in one call.
const stretch = 32

// list fetches items, a stretch in a call. They may point into the file, so
// convert copies.
func list[N, G any](count C.size_t, fetch func(from C.size_t, out []N), convert func(*N) G) []G {
	if count == 0 {
		return nil
	}
	all := make([]G, 0, int(count))
	some := make([]N, min(cap(all), stretch))
	for len(all) < cap(all) {
		some = some[:min(len(some), cap(all)-len(all))]
		fetch(C.size_t(len(all)), some)
		for i := range some {
			all = append(all, convert(&some[i]))
		}
	}
	return all
}

// Groups are the groups in file order.
func (f *File) Groups() []Group {
	native := f.enter()
	if native == nil {
		return nil
	}
	defer f.h.leave()
	all := rules(native)
	index := C.size_t(0)
	return list(C.robots_txt_group_count(native),
		func(from C.size_t, out []C.robots_group) {
			C.binding_groups(native, from, C.size_t(len(out)), unsafe.SliceData(out))
		},
		func(it *C.robots_group) Group {
			from, to := it.rule, it.rule+it.rules
			group := Group{agents(native, index, it.agents), all[from:to:to], int(it.line)}
			index++
			return group
		})
}

func agents(native *C.robots_txt, group, count C.size_t) []Agent {
	return list(count,
		func(from C.size_t, out []C.robots_agent) {
			C.binding_agents(native, group, from, C.size_t(len(out)), unsafe.SliceData(out))
		},
		func(it *C.robots_agent) Agent { return Agent{copied(it.value), int(it.line)} })
}

// Rules are the rules of all groups in file order. [Verdict.Rule] is an index of
// this slice.
func (f *File) Rules() []Rule {
	native := f.enter()
	if native == nil {
		return nil
	}
	defer f.h.leave()
	return rules(native)
}

func rules(native *C.robots_txt) []Rule {
	return list(C.robots_txt_rule_count(native),
		func(from C.size_t, out []C.robots_rule) {
			C.binding_rules(native, from, C.size_t(len(out)), unsafe.SliceData(out))
		}, rule)
}

// Rule returns the rule at an index, such as [Verdict.Rule], and false if there
// is no such rule, as for [NoRule].
func (f *File) Rule(index uint32) (Rule, bool) {
	native := f.enter()
	if native == nil {
		return Rule{}, false
	}
	defer f.h.leave()
	it := C.robots_txt_rule(native, C.size_t(index))
	if it.line == 0 {
		return Rule{}, false
	}
	return rule(&it), true
}

func rule(it *C.robots_rule) Rule {
	return Rule{
		Allow:      it.allow != 0,
		Pattern:    copied(it.pattern),
		Normalized: copied(it.normalized),
		Line:       int(it.line),
		Group:      int(it.group),
	}
}

// Records are the lines that are neither user-agent lines nor rules, in file
// order.
func (f *File) Records() []Record {
	native := f.enter()
	if native == nil {
		return nil
	}
	defer f.h.leave()
	return list(C.robots_txt_record_count(native),
		func(from C.size_t, out []C.robots_record) {
			C.binding_records(native, from, C.size_t(len(out)), unsafe.SliceData(out))
		},
		func(it *C.robots_record) Record {
			group := -1
			if it.group != C.ROBOTS_NO_GROUP {
				group = int(it.group)
			}
			return Record{
				Kind:  RecordKind(it.kind),
				Key:   copied(it.key),
				Value: copied(it.value),
				Line:  int(it.line),
				Group: group,
			}
		})
}

// Sitemaps are the values of the sitemap records as written, in file order. They
// should be absolute URLs and may be anything. They are for every crawler,
// wherever they stand.
func (f *File) Sitemaps() []string {
	native := f.enter()
	if native == nil {
		return nil
	}
	defer f.h.leave()
	return list(C.robots_txt_sitemap_count(native),
		func(from C.size_t, out []C.robots_str) {
			C.binding_sitemaps(native, from, C.size_t(len(out)), unsafe.SliceData(out))
		},
		func(it *C.robots_str) string { return copied(*it) })
}

// Diagnostics are remarks for the author of the file, in file order, 1,024 at
// most; see [File.DiagnosticsTotal].
func (f *File) Diagnostics() []Diagnostic {
	native := f.enter()
	if native == nil {
		return nil
	}
	defer f.h.leave()
	return list(C.robots_txt_diagnostic_count(native),
		func(from C.size_t, out []C.robots_diagnostic) {
			C.binding_diagnostics(native, from, C.size_t(len(out)), unsafe.SliceData(out))
		},
		func(it *C.robots_diagnostic) Diagnostic {
			return Diagnostic{DiagnosticKind(it.kind), int(it.line), int(it.octet)}
		})
}

// DiagnosticsTotal is the number of remarks that there were, kept or not.
func (f *File) DiagnosticsTotal() int {
	native := f.enter()
	if native == nil {
		return 0
	}
	defer f.h.leave()
	return int(C.robots_txt_diagnostic_total(native))
}
