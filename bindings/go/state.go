package robots

/*
#include "binding.h"
*/
import "C"

import (
	"time"
	"unsafe"
)

// stateSize is about what a state holds in C memory.
const stateSize = 256

// A State is what is remembered of one origin besides the file itself: when it
// was asked, the outcome, the validators, and how often it failed. It is for
// programs that keep an entry for each origin themselves; others use a [Cache].
//
// Any number of goroutines may use a State; they take turns. A nil or closed
// State knows nothing.
type State struct {
	e exclusive
}

// NewState makes a state that knows nothing yet: its decision is to fetch now.
func NewState() *State {
	return newState(C.robots_state_new())
}

func newState(made *C.robots_state) *State {
	if made == nil {
		return nil
	}
	s := new(State)
	s.e.own(owned{unsafe.Pointer(made), stateSize, freeState})
	return s
}

func freeState(state unsafe.Pointer) {
	C.robots_state_free((*C.robots_state)(state))
}

// enter is exclusive.enter; nil for what has no state in it.
func (s *State) enter() *C.robots_state {
	if s == nil {
		return nil
	}
	return (*C.robots_state)(s.e.enter())
}

// leave ends a call if enter began one.
func (s *State) leave(native *C.robots_state) {
	if native != nil {
		s.e.leave()
	}
}

// Decision tells what may be crawled now, why, and until when. Takes constant
// time.
func (s *State) Decision(policy Policy, now time.Time) Decision {
	all := policy.native()
	native := s.enter()
	defer s.leave(native)
	return decision(C.robots_state_decision(native, &all, C.size_t(unsafe.Sizeof(all)), since1970(now)))
}

// Record records the outcome of an attempt, and decides. [Decision.Copy] says
// what to do with the file. A nil or closed attempt, like a nil or closed
// state, is a misuse: everything is refused, and nothing changes.
func (s *State) Record(attempt *Fetch, policy Policy, now time.Time) Decision {
	all := policy.native()
	native := s.enter()
	defer s.leave(native)
	made := attempt.enter()
	defer attempt.leave(made)
	return decision(C.robots_state_record(native, made, &all, C.size_t(unsafe.Sizeof(all)), since1970(now)))
}

// ForgetCopy says that the crawler has lost its copy of the file. An outage of a
// site that had one begins anew.
func (s *State) ForgetCopy() {
	native := s.enter()
	defer s.leave(native)
	C.robots_state_forget_copy(native)
}

// Failures is the number of attempts that have failed in a row.
func (s *State) Failures() int {
	native := s.enter()
	defer s.leave(native)
	return int(C.robots_state_failures(native))
}

// MarshalBinary writes the state as octets, the same on every machine, for
// [UnmarshalState]. The error is [ErrClosed].
func (s *State) MarshalBinary() ([]byte, error) {
	native := s.enter()
	defer s.leave(native)
	return taken(C.robots_state_to_bytes(native))
}

// UnmarshalState reads what [State.MarshalBinary] wrote. The error is
// [ErrSnapshot]; then fetch the file again.
func UnmarshalState(octets []byte) (*State, error) {
	data, size := octetsOf(octets)
	if s := newState(C.robots_state_from_bytes(data, size)); s != nil {
		return s, nil
	}
	return nil, ErrSnapshot
}

// Close frees the state at once, instead of when the collector finds it. The
// error is always nil.
func (s *State) Close() error {
	if s != nil {
		s.e.close()
	}
	return nil
}
