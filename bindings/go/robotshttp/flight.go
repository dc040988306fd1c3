package robotshttp

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	robots "github.com/librobots/librobots/bindings/go"
)

// wait gets an answer where the cache has none.
func (g *Gate) wait(ctx context.Context, url string, answer robots.Answer) (robots.Answer, error) {
	if answer.Lookup == robots.LookupMisuse {
		if answer.Reason == robots.ReasonClosed {
			return answer, robots.ErrClosed
		}
		return answer, nil
	}
	origin, ok := robots.Origin(url)
	if !ok {
		return answer, nil
	}
	for pause := time.Millisecond; ; pause = min(2*pause, time.Second) {
		if err := context.Cause(ctx); err != nil {
			return refused(answer), err
		}
		hit, it, err := g.board(origin, url)
		switch {
		case err != nil:
			return refused(answer), err
		case hit != nil:
			defer hit.Close()
			return hit.Answer(g.crawler, url), nil
		case it != nil && answer.Access != robots.AccessRefuseAll:
			// The copy will do; the attempt is for those who come later.
			g.leave(it)
			return answer, nil
		case it != nil:
			defer g.leave(it)
			select {
			case <-it.done:
			case <-ctx.Done():
				return refused(answer), context.Cause(ctx)
			case <-g.closing.Done():
				return refused(answer), robots.ErrClosed
			}
			switch {
			case it.panicked != nil:
				it.told.Store(true)
				return refused(answer), it.panicked
			case it.hit == nil:
				return refused(answer), robots.ErrClosed
			}
			return it.hit.Answer(g.crawler, url), nil
		}
		// Somebody else who uses the cache has the ticket. Nobody says when that
		// is handed in.
		timer := time.NewTimer(pause)
		select {
		case <-timer.C:
		case <-ctx.Done():
		case <-g.closing.Done():
		}
		timer.Stop()
	}
}

// refused is the answer beside an error: it allows nothing, not even
// /robots.txt.
func refused(answer robots.Answer) robots.Answer {
	answer.Verdict = robots.Verdict{Reason: robots.ReasonUnreachable, Rule: robots.NoRule}
	answer.Access = robots.AccessRefuseAll
	return answer
}

// A flight is a fetch under way, with those who wait for it.
type flight struct {
	done     chan struct{} // closed when the rest is there
	hit      *robots.Hit   // nil if the gate was closed
	panicked *PanicError   // nil if nothing has
	told     atomic.Bool   // somebody got the panic as an error
	users    int           // who may still use hit; guarded by the gate
}

// board joins the flight for an origin, or starts it; leave must follow. Or it
// has what is known by now. Neither means that somebody else fetches.
func (g *Gate) board(origin, url string) (*robots.Hit, *flight, error) {
	now := g.now()
	g.mutex.Lock()
	defer g.mutex.Unlock()
	if g.closed.Load() {
		return nil, nil, robots.ErrClosed
	}
	if it := g.flights[origin]; it != nil {
		it.users++
		return nil, it, nil
	}
	found := g.cache.Get(url, now)
	switch found.Kind {
	case robots.LookupHit:
		return found.Hit, nil, nil
	case robots.LookupFetch:
		// One for who boards, one for who flies.
		it := &flight{done: make(chan struct{}), users: 2}
		g.flights[origin] = it
		go g.fly(it, origin, found.Ticket, now)
		return nil, it, nil
	case robots.LookupWait:
		return nil, nil, nil
	}
	return nil, nil, robots.ErrClosed
}

// leave ends the use of a flight. The last one frees what it found, and reports
// a panic that nobody was told of.
func (g *Gate) leave(it *flight) {
	g.mutex.Lock()
	it.users--
	last := it.users == 0
	g.mutex.Unlock()
	if !last {
		return
	}
	it.hit.Close()
	if it.panicked != nil && !it.told.Load() {
		it.panicked.log()
	}
}

// fly makes one attempt, which ends in time whatever the caller's code does.
// Callers come and go; it goes on. It has the ticket to itself: a call that was
// abandoned cannot hand in anything.
func (g *Gate) fly(it *flight, origin string, ticket *robots.Ticket, began time.Time) {
	defer g.leave(it)
	defer close(it.done)
	body, err := g.client.attempt(g.closing, origin, ticket)
	now := began
	if err == nil {
		now, err = g.file(origin, body)
	}
	errors.As(err, &it.panicked)
	switch {
	case g.closing.Err() != nil:
		ticket.Close()
	case err != nil:
		// Whatever came before does not count. The clock may be what panicked.
		ticket.Failure(robots.FailureOther)
		it.hit = ticket.Finish(nil, began)
	default:
		it.hit = ticket.Finish(body, now)
	}
	g.mutex.Lock()
	delete(g.flights, origin)
	g.mutex.Unlock()
}

// file hands a file that was fetched, if there is one, to who wants to see it,
// and tells the time.
func (g *Gate) file(origin string, body []byte) (time.Time, error) {
	ctx, cancel := context.WithTimeout(g.closing, g.client.timeout)
	defer cancel()
	return guarded(ctx, origin, &g.client.stuck, func() time.Time {
		if body != nil && g.onFile != nil {
			g.onFile(origin, body)
		}
		return g.now()
	})
}
