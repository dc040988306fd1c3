package robotshttp

import (
	"context"
	"errors"
	"fmt"
	"log"
	"runtime/debug"
	"sync/atomic"
	"time"
)

// A PanicError is the error of a question whose answer needed a fetch in which
// code of the caller's panicked: the transport of the gate, or [Config.OnFile].
// All who waited for that fetch get it, and its robots.txt counts as unreachable.
// A panic that nobody waited for is written to the log, as package net/http does.
//
// A panic in a goroutine that such code starts by itself ends the program.
type PanicError struct {
	// Origin is the origin whose robots.txt was asked for.
	Origin string
	// Value is the value of the panic; nil if the code called [runtime.Goexit].
	Value any
	// Stack tells where, as [debug.Stack] does.
	Stack []byte
}

// Error is such as "robotshttp: panic while https://site.example/robots.txt was
// fetched: oops", without the stack.
func (e *PanicError) Error() string {
	return fmt.Sprintf("robotshttp: panic while %s/robots.txt was fetched: %v", e.Origin, e.Value)
}

// Unwrap returns Value if that is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

func (e *PanicError) log() { log.Printf("%v\n%s", e, e.Stack) }

const (
	// maxStuck is how many calls may go on after they were given up. As long as
	// there are that many, no more are begun, and files count as unreachable.
	maxStuck = 256
	// grace is how long a call may take to notice that its context has ended.
	grace = 250 * time.Millisecond
)

var errStuck = errors.New("robotshttp: too many calls of the transport do not return")

// guarded calls code of the caller's for an origin. A panic becomes an error, a [*PanicError].
// A call that goes on when its context has ended is given up, with the error of
// the context; it lasts until it returns by itself, and its result is lost.
func guarded[T any](ctx context.Context, origin string, stuck *atomic.Int64, call func() T) (T, error) {
	type outcome struct {
		result T
		err    error
	}
	if stuck.Load() >= maxStuck {
		return *new(T), errStuck
	}
	var parted atomic.Bool // one of the two has left
	done := make(chan outcome, 1)
	go func() {
		var it outcome
		returned := false
		defer func() {
			if !returned {
				it.err = &PanicError{Origin: origin, Value: recover(), Stack: debug.Stack()}
			}
			done <- it
			if !parted.CompareAndSwap(false, true) {
				stuck.Add(-1)
				if late, panicked := it.err.(*PanicError); panicked {
					late.log()
				}
			}
		}()
		it.result = call()
		returned = true
	}()
	select {
	case it := <-done:
		return it.result, it.err
	case <-ctx.Done():
	}
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case it := <-done:
		return it.result, it.err
	case <-timer.C:
	}
	stuck.Add(1)
	if parted.CompareAndSwap(false, true) {
		return *new(T), context.Cause(ctx)
	}
	stuck.Add(-1) // it has returned just now
	it := <-done
	return it.result, it.err
}
