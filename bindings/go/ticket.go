package robots

/*
#include "binding.h"
*/
import "C"

import (
	"time"
	"unsafe"
)

// ticketSize is about what a ticket holds in C memory.
const ticketSize = 1024

// A Ticket is the right and the duty to ask for one origin's robots.txt: a
// [Fetch] with a place to hand in its outcome. Ask for [Ticket.URL], hand in what
// came by [Ticket.Response] or [Ticket.Failure], and do so again as long as that
// answers [ResultRedirect]; then [Ticket.Finish].
//
// One that is closed before goes to the next one who asks the cache. So does one
// that is dropped, some time. It outlives its cache. Any number of goroutines may
// use one; they take turns.
type Ticket struct {
	e exclusive
}

func newTicket(made *C.robots_ticket) *Ticket {
	if made == nil {
		return nil
	}
	t := new(Ticket)
	t.e.own(owned{unsafe.Pointer(made), ticketSize, freeTicket})
	return t
}

func freeTicket(ticket unsafe.Pointer) {
	C.robots_ticket_free((*C.robots_ticket)(ticket))
}

// enter is exclusive.enter; nil for what has no ticket in it.
func (t *Ticket) enter() *C.robots_ticket {
	if t == nil {
		return nil
	}
	return (*C.robots_ticket)(t.e.enter())
}

// leave ends a call if enter began one.
func (t *Ticket) leave(native *C.robots_ticket) {
	if native != nil {
		t.e.leave()
	}
}

// URL is what to ask for now; "" once the ticket is finished or closed.
func (t *Ticket) URL() string {
	native := t.enter()
	defer t.leave(native)
	return copied(C.robots_ticket_url(native))
}

// IfNoneMatch is the value of that header to send along; "" for none.
func (t *Ticket) IfNoneMatch() string {
	native := t.enter()
	defer t.leave(native)
	return copied(C.robots_ticket_if_none_match(native))
}

// IfModifiedSince is the value of that header to send along; "" for none.
func (t *Ticket) IfModifiedSince() string {
	var buffer [dateSize]C.char
	native := t.enter()
	defer t.leave(native)
	return date(&buffer, C.robots_ticket_if_modified_since(native, &buffer[0], dateSize))
}

// Response is [Fetch.Response].
func (t *Ticket) Response(response Response) AccessResult {
	status, flags, lines := response.native()
	data, size := octetsOf(lines)
	native := t.enter()
	defer t.leave(native)
	return AccessResult(C.robots_ticket_response(native, status, flags, data, size))
}

// Failure is [Fetch.Failure].
func (t *Ticket) Failure(failure Failure) AccessResult {
	native := t.enter()
	defer t.leave(native)
	result := C.robots_ticket_failure(native, C.uint8_t(failure))
	if result == 0 {
		result = C.robots_ticket_failure(native, C.ROBOTS_FAILURE_OTHER)
	}
	return AccessResult(result)
}

// Followed is [Fetch.Followed].
func (t *Ticket) Followed(redirects int, url string) {
	data, size := octets(url)
	native := t.enter()
	defer t.leave(native)
	C.robots_ticket_followed(native, count32(redirects), data, size)
}

// Finish hands in the outcome, with the body of the last response, and says what
// may be crawled from now on. The body counts only where that was a file. The
// ticket is used up; of one that was before, or was closed, the hit is nil,
// which refuses. Takes the time of compiling the body.
//
// A ticket that has expired still counts, so that slow sites are heard. It changes
// nothing in the cache where a later ticket was finished before; where this one
// comes more than eight times as late as it was to; where the origin was removed
// meanwhile; and where something younger than now was imported meanwhile. Where
// redirects ended at exactly the URL at which another origin would be asked, it
// is recorded there too if nothing is known of that one, or it is due, and nobody
// holds a ticket for it.
func (t *Ticket) Finish(body []byte, now time.Time) *Hit {
	if t.enter() == nil {
		return nil
	}
	defer t.e.leave()
	it := t.e.take()
	data, size := octetsOf(body)
	hit := newHit(C.robots_ticket_finish((*C.robots_ticket)(it.pointer), data, size, since1970(now)))
	memory.shrink(it.size)
	return hit
}

// Close gives the ticket back: the next one who asks gets another. The error is
// always nil.
func (t *Ticket) Close() error {
	if t != nil {
		t.e.close()
	}
	return nil
}
