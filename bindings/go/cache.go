package robots

/*
#include "binding.h"
*/
import "C"

import (
	"strings"
	"time"
	"unsafe"
)

// DefaultBudget is the budget of a cache that is not given one: 64 MiB.
const DefaultBudget = 64 << 20

// CacheConfig chooses what a [Cache] is made of.
type CacheConfig struct {
	// Budget is about the greatest number of octets of C memory that the cache
	// takes; 0 or less means [DefaultBudget], and less than 8 KiB means 8 KiB.
	// When the cache needs room, it drops the entries that are used least; for an
	// origin that failed, it still remembers when the origin may be asked again,
	// in an eighth of the budget. If the rules of a crawler do not fit, everything
	// is denied to that crawler while the file is fresh, with [CauseTooLarge].
	// This does not count as an outage, so it never allows everything.
	Budget int
	// Agents are the crawlers that share the cache, each by its product tokens as
	// in [File.Matcher], such as "ExampleBot-Images, ExampleBot". The first
	// crawler has number 0. If Agents is empty, there is one crawler, which no
	// file names.
	Agents []string
	// Options say how files are read.
	Options []Option
	// Policy says how long answers are used, and so on.
	Policy Policy
	// Lease is the time after which the next caller gets the [Ticket]; 0 or less
	// means two minutes. It must be longer than any attempt takes with all its
	// redirects.
	Lease time.Duration
}

// A Cache keeps what is known of many origins and the compiled rules of one or
// several crawlers, within a budget, and says who fetches what. It makes no
// requests and has no clock: the caller brings both. Package robotshttp makes
// the requests.
//
// Any number of goroutines may use a Cache. A nil or closed Cache denies every
// URL. Close a cache that is no longer needed: the collector does not see how
// large it is.
type Cache struct {
	h      *handle
	policy Policy
}

// NewCache makes an empty cache. The error is [ErrOption], or an [*AgentError]
// for text that is not a product token.
func NewCache(config CacheConfig) (*Cache, error) {
	for _, chain := range config.Agents {
		// An empty line would be no crawler to C.
		if strings.Trim(chain, blanks) == "" {
			return nil, &AgentError{Agents: chain}
		}
	}
	budget := config.Budget
	if budget <= 0 {
		budget = DefaultBudget
	}
	// A line each; a line end is a blank like others.
	lines := strings.NewReplacer("\n", " ", "\r", " ")
	var agents strings.Builder
	for i, chain := range config.Agents {
		if i > 0 {
			agents.WriteByte('\n')
		}
		lines.WriteString(&agents, chain)
	}
	options, policy := read(config.Options), config.Policy.native()
	names, namesLen := octets(agents.String())
	made := C.robots_cache_new(C.size_t(budget), names, namesLen, &options, C.size_t(unsafe.Sizeof(options)),
		&policy, C.size_t(unsafe.Sizeof(policy)), length(config.Lease))
	if made == nil {
		for _, chain := range config.Agents {
			if err := refused(chain); err != ErrOption {
				return nil, err
			}
		}
		return nil, ErrOption
	}
	whole := new(struct {
		Cache
		handle
	})
	whole.h, whole.policy = &whole.handle, config.Policy
	// What it holds changes. This is for caches that are dropped in numbers.
	size := min(max(int64(budget)/16, 64<<10), 16<<20)
	whole.own(owned{unsafe.Pointer(made), size, freeCache})
	return &whole.Cache, nil
}

func freeCache(cache unsafe.Pointer) {
	C.robots_cache_free((*C.robots_cache)(cache))
}

// enter is handle.enter; nil for what has no cache in it.
func (c *Cache) enter() *C.robots_cache {
	if c == nil || c.h == nil {
		return nil
	}
	return (*C.robots_cache)(c.h.enter())
}

// Policy is the policy of the cache, as it was given.
func (c *Cache) Policy() Policy {
	if c == nil {
		return Policy{}
	}
	return c.policy
}

// Check tells whether the crawler, or the first of several, may fetch a URL, by
// what is known of its origin. If nothing is known, the URL is denied, and
// [Answer.Lookup] says what to do. Check hands out no ticket. A path alone has
// no origin, and is denied with [ReasonMisuse].
//
// It is one call into C and allocates nothing.
func (c *Cache) Check(url string, now time.Time) Answer {
	return c.CheckAs(0, url, now)
}

// CheckAs is Check for the crawler with a number, in the order of
// [CacheConfig.Agents]. For a number that no crawler has, the URL is denied
// with [ReasonMisuse].
func (c *Cache) CheckAs(crawler int, url string, now time.Time) (answer Answer) {
	if c == nil || c.h == nil {
		return noAnswer(ReasonMisuse)
	}
	native := c.h.enter()
	if native == nil {
		return noAnswer(ReasonClosed)
	}
	data, size := octets(url)
	C.binding_cache_check(C.uintptr_t(uintptr(native)), number(crawler), data, size, since1970(now),
		(*C.robots_answer)(unsafe.Pointer(&answer)))
	c.h.leave()
	return answer
}

// Get tells what is known of the origin of a URL; any URL of the origin will
// do. When an attempt is due, one caller gets a ticket for it. As long as that
// ticket is out, the other callers get what is known, if it may still be used;
// otherwise they are told to wait. Takes constant time.
//
// To check one URL, [Cache.Check] is cheaper.
func (c *Cache) Get(url string, now time.Time) Lookup {
	native := c.enter()
	if native == nil {
		return Lookup{}
	}
	data, size := octets(url)
	found := C.robots_cache_get(native, data, size, since1970(now))
	c.h.leave()
	it := Lookup{Kind: LookupKind(found.kind), Hit: newHit(found.hit), Ticket: newTicket(found.ticket)}
	if it.Kind == LookupWait {
		it.Until = moment(uint64(found.until))
	}
	return it
}

// Refresh hands out a ticket although no attempt is due, for example to have a
// fresh answer before the old one expires. It returns nil while another caller
// holds a ticket, and for a URL without an origin.
func (c *Cache) Refresh(url string, now time.Time) *Ticket {
	native := c.enter()
	if native == nil {
		return nil
	}
	defer c.h.leave()
	data, size := octets(url)
	return newTicket(C.robots_cache_refresh(native, data, size, since1970(now)))
}

// State is a copy of what is remembered of the origin of a URL; nil if nothing
// is remembered.
func (c *Cache) State(url string) *State {
	native := c.enter()
	if native == nil {
		return nil
	}
	defer c.h.leave()
	data, size := octets(url)
	return newState(C.robots_cache_state(native, data, size))
}

// Origins are the origins of which something is known, in no particular order.
// Takes linear time.
func (c *Cache) Origins() []string {
	native := c.enter()
	if native == nil {
		return nil
	}
	defer c.h.leave()
	lines, err := taken(C.robots_cache_origins(native))
	if err != nil {
		return nil
	}
	return strings.FieldsFunc(string(lines), func(r rune) bool { return r == '\n' })
}

// Remove forgets the origin of a URL, and tells whether something was known of
// it. If a ticket for it is out, the outcome of that ticket is not recorded,
// and the next caller gets a new ticket.
func (c *Cache) Remove(url string) bool {
	native := c.enter()
	if native == nil {
		return false
	}
	defer c.h.leave()
	data, size := octets(url)
	return C.robots_cache_remove(native, data, size) != 0
}

// CacheStats tells how full a cache is, and how it was used since it was made.
type CacheStats struct {
	// Entries is the number of origins of which something is known.
	Entries uint64
	// Bytes is the octets of memory that these entries take.
	Bytes uint64
	// Budget is the octets of memory that they may take.
	Budget uint64
	// Tickets is the number of tickets that are out, without the tickets that had
	// expired when a ticket was last asked for.
	Tickets uint64
	// Hits is how often something was known.
	Hits uint64
	// Fetches is how often a ticket was handed out.
	Fetches uint64
	// Waits is how often a caller was told to wait for another caller's ticket.
	Waits uint64
	// Evictions is the number of origins that were dropped because room was
	// needed, together with when they may be asked again.
	Evictions uint64
	// TooLarge is the number of files whose rules did not fit for every crawler.
	TooLarge uint64
}

// Stats are the numbers of the cache, all of nearly one moment; all 0 for a
// closed cache.
func (c *Cache) Stats() CacheStats {
	native := c.enter()
	if native == nil {
		return CacheStats{}
	}
	defer c.h.leave()
	var s C.robots_stats
	C.robots_cache_stats(native, &s, C.size_t(unsafe.Sizeof(s)))
	return CacheStats{
		Entries: uint64(s.entries), Bytes: uint64(s.bytes), Budget: uint64(s.budget),
		Tickets: uint64(s.tickets), Hits: uint64(s.hits), Fetches: uint64(s.fetches),
		Waits: uint64(s.waits), Evictions: uint64(s.evictions), TooLarge: uint64(s.too_large),
	}
}

// MarshalBinary writes all that is known as octets, the same on every machine,
// for [Cache.Restore] after a restart. Other goroutines may use the cache
// meanwhile; each entry is written as it is when its turn comes. The error is
// [ErrClosed].
func (c *Cache) MarshalBinary() ([]byte, error) {
	native := c.enter()
	if native == nil {
		return nil, ErrClosed
	}
	defer c.h.leave()
	return taken(C.robots_cache_to_bytes(native))
}

// Restore adds what [Cache.MarshalBinary] wrote, and returns the number of
// entries in it. If the cache already knows something younger of an origin,
// that stays; entries that do not fit the budget are dropped. The policy of
// this cache applies to all of them. Rules that another release of the library
// compiled are obeyed until they are due, and then the file is fetched whole.
// The error is [ErrClosed] or a [SnapshotError], also if the cache that wrote
// the octets had other agents or options.
func (c *Cache) Restore(octets []byte) (entries int, err error) {
	native := c.enter()
	if native == nil {
		return 0, ErrClosed
	}
	defer c.h.leave()
	data, size := octetsOf(octets)
	n := C.robots_cache_restore(native, data, size)
	if n < 0 {
		return 0, SnapshotError(-n)
	}
	return int(n), nil
}

// Export writes what is known of the origin of a URL as octets, for a store of
// the caller's own. [Cache.Import] reads them. The error is [ErrUnknown] if
// nothing is known, or [ErrClosed].
func (c *Cache) Export(url string) ([]byte, error) {
	native := c.enter()
	if native == nil {
		return nil, ErrClosed
	}
	defer c.h.leave()
	data, size := octets(url)
	made := C.robots_cache_export(native, data, size)
	if made == nil {
		return nil, ErrUnknown
	}
	return taken(made)
}

// Import adds what [Cache.Export] wrote. The entry must be of the origin of
// url, unless url is "". If the cache already knows something younger of the
// origin, that stays. The error is a [SnapshotError] or [ErrClosed].
func (c *Cache) Import(url string, entry []byte) error {
	native := c.enter()
	if native == nil {
		return ErrClosed
	}
	defer c.h.leave()
	var at *C.char
	var atLen C.size_t
	if url != "" {
		at, atLen = octets(url)
	}
	data, size := octetsOf(entry)
	if n := C.robots_cache_import(native, at, atLen, data, size); n != 0 {
		return SnapshotError(-n)
	}
	return nil
}

// Close frees the cache with all that it knows, at once or when the last call
// under way is over. Hits and tickets stay usable. The error is always nil.
func (c *Cache) Close() error {
	if c != nil {
		c.h.close()
	}
	return nil
}

// A LookupKind tells what a cache knows of an origin.
type LookupKind uint8

// The kinds.
const (
	// LookupMisuse: the URL has no origin, or the cache is closed. Denied.
	LookupMisuse LookupKind = C.ROBOTS_LOOKUP_MISUSE
	// LookupHit: something is known.
	LookupHit LookupKind = C.ROBOTS_LOOKUP_HIT
	// LookupFetch: an attempt is due, and the caller is to make it.
	LookupFetch LookupKind = C.ROBOTS_LOOKUP_FETCH
	// LookupWait: nothing is known, and another caller holds the ticket.
	LookupWait LookupKind = C.ROBOTS_LOOKUP_WAIT
)

// String is "misuse", "hit", "fetch" or "wait"; "unknown" for any other number.
func (k LookupKind) String() string {
	switch k {
	case LookupMisuse:
		return "misuse"
	case LookupHit:
		return "hit"
	case LookupFetch:
		return "fetch"
	case LookupWait:
		return "wait"
	}
	return "unknown"
}

// A Lookup is the answer of [Cache.Get].
type Lookup struct {
	// Kind says which of the other fields is set.
	Kind LookupKind
	// Hit is what is known. Nil unless Kind is [LookupHit].
	Hit *Hit
	// Ticket is the caller's ticket to fetch the file. Nil unless Kind is
	// [LookupFetch].
	Ticket *Ticket
	// Until is when the ticket that another caller holds expires. Zero unless Kind
	// is [LookupWait].
	Until time.Time
}
