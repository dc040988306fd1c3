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

// A Ticket is the right and the duty to ask for the robots.txt of one origin: a
// [Fetch] whose outcome is handed in to the cache. Ask for [Ticket.URL], hand
// in what came back by [Ticket.Response] or [Ticket.Failure], and repeat this
// as long as the result is [ResultRedirect]; then call [Ticket.Finish].
//
// If a ticket is closed before that, the next caller of the cache gets a new
// one. If a ticket is dropped without Close, this happens when the collector
// finds it. A ticket outlives its cache. Any number of goroutines may use it;
// they take turns.
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

// URL is the URL to ask for now; "" once the ticket is finished or closed.
func (t *Ticket) URL() string {
	native := t.enter()
	defer t.leave(native)
	return copied(C.robots_ticket_url(native))
}

// IfNoneMatch is the value of the If-None-Match header to send; "" if there is
// none.
func (t *Ticket) IfNoneMatch() string {
	native := t.enter()
	defer t.leave(native)
	return copied(C.robots_ticket_if_none_match(native))
}

// IfModifiedSince is the value of the If-Modified-Since header to send; "" if
// there is none.
func (t *Ticket) IfModifiedSince() string {
	var buffer [dateSize]C.char
	native := t.enter()
	defer t.leave(native)
	return date(&buffer, C.robots_ticket_if_modified_since(native, &buffer[0], dateSize))
}

// Response takes a response, as [Fetch.Response] does.
func (t *Ticket) Response(response Response) AccessResult {
	status, flags, lines := response.native()
	data, size := octetsOf(lines)
	native := t.enter()
	defer t.leave(native)
	return AccessResult(C.robots_ticket_response(native, status, flags, data, size))
}

// Failure says that there was no whole response, as [Fetch.Failure] does.
func (t *Ticket) Failure(failure Failure) AccessResult {
	native := t.enter()
	defer t.leave(native)
	result := C.robots_ticket_failure(native, C.uint8_t(failure))
	if result == 0 {
		result = C.robots_ticket_failure(native, C.ROBOTS_FAILURE_OTHER)
	}
	return AccessResult(result)
}

// Followed says that the client has followed redirects on its own, as
// [Fetch.Followed] does.
func (t *Ticket) Followed(redirects int, url string) {
	data, size := octets(url)
	native := t.enter()
	defer t.leave(native)
	C.robots_ticket_followed(native, count32(redirects), data, size)
}

// Finish hands in the outcome, with the body of the last response, and says
// what may be crawled from now on. The body counts only if that response was a
// file. Finish uses up the ticket; if it was used up or closed before, the hit
// is nil, which denies. Takes the time of compiling the body.
//
// The outcome is recorded in the cache, also if the ticket has expired, with
// three exceptions: a later ticket was finished before, or this one comes more
// than eight times as late as it was to; the origin was removed meanwhile; or
// something younger than now was imported meanwhile. If redirects ended at
// exactly the URL at which another origin would be asked, the outcome is recorded
// for that origin too, as long as nothing is known of that origin or an attempt is
// due for it, and nobody
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

// Close gives the ticket back, so that the next caller gets a new one. The
// error is always nil.
func (t *Ticket) Close() error {
	if t != nil {
		t.e.close()
	}
	return nil
}
