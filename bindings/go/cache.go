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
	// Budget is how many octets of C memory the cache takes, about and at most;
	// 0 or less means [DefaultBudget], and less than 8 KiB mean 8 KiB. What is
	// used least is dropped where room is wanted; of an origin that failed, when
	// it may be asked again is kept in an eighth of the budget. A crawler whose
	// rules find no room is refused everything while they are fresh, with
	// [CauseTooLarge]: no outage, and never open.
	Budget int
	// Agents are the crawlers that share the cache, each by its product tokens
	// as in [File.Matcher], such as "ExampleBot-Images, ExampleBot". The first
	// has number 0. Without any there is one crawler, which no file names.
	Agents []string
	// Options are how files are read.
	Options []Option
	// Policy is how long answers are used, and so on.
	Policy Policy
	// Lease is after how long the next one who asks gets the [Ticket]; 0 or less
	// means two minutes. Longer than any attempt takes with all its redirects.
	Lease time.Duration
}

// A Cache keeps for many origins what is known of them and the compiled rules of
// one or several crawlers, within a budget, and hands out who fetches what. It
// makes no requests and has no clock: both are the caller's. Package robotshttp
// has the requests.
//
// Any number of goroutines may use one. A nil or closed one refuses every URL.
// Close a cache that is done with: the collector does not see how large it is.
type Cache struct {
	h      *handle
	policy Policy
}

// NewCache makes an empty cache. The error is an [*AgentError] for tokens that are
// none, or [ErrOption].
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

// Policy is that of the cache, as it was given.
func (c *Cache) Policy() Policy {
	if c == nil {
		return Policy{}
	}
	return c.policy
}

// Check tells whether the crawler, or the first of several, may fetch a URL, by
// what is known of its origin. Where nothing is known it refuses, and
// [Answer.Lookup] says what to do. It hands out no ticket. A path alone has no
// origin, and is refused with [ReasonMisuse].
//
// It is one call into C and allocates nothing.
func (c *Cache) Check(url string, now time.Time) Answer {
	return c.CheckAs(0, url, now)
}

// CheckAs is Check for the crawler with that number, in the order of
// [CacheConfig.Agents]. A number that there is not is refused with
// [ReasonMisuse].
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

// Get tells what is known of the origin of a URL, any URL of it. When an attempt
// is due, one caller gets a ticket for it; as long as that is out, the others
// get what is known if it still may be used. Takes constant time.
//
// Where the crawler is to check one URL, [Cache.Check] is cheaper.
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

// Refresh is a ticket although nothing is due, for example to have a fresh
// answer before the old one expires. Nil while somebody else holds one, and for
// a URL without origin.
func (c *Cache) Refresh(url string, now time.Time) *Ticket {
	native := c.enter()
	if native == nil {
		return nil
	}
	defer c.h.leave()
	data, size := octets(url)
	return newTicket(C.robots_cache_refresh(native, data, size, since1970(now)))
}

// State is a copy of what is remembered of the origin of a URL; nil for nothing.
func (c *Cache) State(url string) *State {
	native := c.enter()
	if native == nil {
		return nil
	}
	defer c.h.leave()
	data, size := octets(url)
	return newState(C.robots_cache_state(native, data, size))
}

// Origins are the origins of which something is known, in no order. Takes linear
// time.
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
// it. What a ticket that is out finds is not recorded then, and whoever asks next
// gets another.
func (c *Cache) Remove(url string) bool {
	native := c.enter()
	if native == nil {
		return false
	}
	defer c.h.leave()
	data, size := octets(url)
	return C.robots_cache_remove(native, data, size) != 0
}

// CacheStats tells how full a cache is, and what was asked of it since it was
// made.
type CacheStats struct {
	// Entries is how many origins it knows.
	Entries uint64
	// Bytes is how many octets of memory those take.
	Bytes uint64
	// Budget is how many they may take.
	Budget uint64
	// Tickets is how many are out, without those that had expired when a ticket
	// was last asked for.
	Tickets uint64
	// Hits is how often something was known.
	Hits uint64
	// Fetches is how often a ticket was handed out.
	Fetches uint64
	// Waits is how often nothing was known and somebody else was asking.
	Waits uint64
	// Evictions is how many origins were forgotten for want of room, back-off
	// included.
	Evictions uint64
	// TooLarge is how many files had rules too large to be kept for every
	// crawler.
	TooLarge uint64
}

// Stats are of nearly one moment; all 0 for a closed cache.
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
// for [Cache.Restore] after a restart. Others may use the cache meanwhile; each
// entry is then as it is when its turn comes. The error is [ErrClosed].
func (c *Cache) MarshalBinary() ([]byte, error) {
	native := c.enter()
	if native == nil {
		return nil, ErrClosed
	}
	defer c.h.leave()
	return taken(C.robots_cache_to_bytes(native))
}

// Restore takes what [Cache.MarshalBinary] wrote, and tells how many entries that
// were. What is already known stays where it is younger; what finds no room in
// the budget is dropped. All of it is read by the policy of this cache. Rules
// that another release of the library compiled are obeyed until they are due,
// and then the file is fetched whole. The error is a [SnapshotError], also where the cache
// that wrote the octets had other agents or options, or [ErrClosed].
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

// Export writes what is known of the origin of a URL as octets, for
// [Cache.Import]: for a store of the caller's own. The error is [ErrUnknown] if
// nothing is, or [ErrClosed].
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

// Import takes what [Cache.Export] wrote. It must be of the origin of url, unless
// that is "". What is already known stays where it is younger. The error is a
// [SnapshotError] or [ErrClosed].
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
// under way is over. Hits and tickets live on. The error is always nil.
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
	// LookupMisuse: the URL has no origin, or the cache is closed. Refused.
	LookupMisuse LookupKind = C.ROBOTS_LOOKUP_MISUSE
	// LookupHit: something is known.
	LookupHit LookupKind = C.ROBOTS_LOOKUP_HIT
	// LookupFetch: an attempt is due, and it is for the caller to make it.
	LookupFetch LookupKind = C.ROBOTS_LOOKUP_FETCH
	// LookupWait: nothing is known, and somebody else is asking.
	LookupWait LookupKind = C.ROBOTS_LOOKUP_WAIT
)

// String is "misuse", "hit", "fetch" or "wait"; "unknown" for numbers that are
// none.
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

// A Lookup is what [Cache.Get] says.
type Lookup struct {
	// Kind says which of the others there is.
	Kind LookupKind
	// Hit is what is known. Nil unless Kind is [LookupHit].
	Hit *Hit
	// Ticket is for the caller to fetch the file. Nil unless Kind is
	// [LookupFetch].
	Ticket *Ticket
	// Until is when the ticket that somebody else holds expires. Zero unless
	// Kind is [LookupWait].
	Until time.Time
}
