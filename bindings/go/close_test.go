package robots

import (
	"reflect"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"
)

func run(group *sync.WaitGroup, what func()) {
	group.Add(1)
	go func() {
		defer group.Done()
		what()
	}()
}

// Calls of every kind against a concurrent Close: a right answer or a refusal,
// never anything else.
func TestConcurrentClose(t *testing.T) {
	const url = "https://site.example/private"
	rounds := 300
	if slow {
		rounds = 20
	}
	for range rounds {
		file := Parse([]byte(sample))
		m, err := file.Matcher("ExampleBot")
		same(t, err, nil)
		var ready, done sync.WaitGroup
		start := make(chan struct{})
		for worker := range 4 {
			ready.Add(1)
			run(&done, func() {
				ready.Done()
				<-start
				for range 20 {
					verdicts := append(m.AppendVerdicts(nil, url, url), m.Check(url))
					for _, v := range verdicts {
						if v.Allowed || v.Reason != ReasonClosed && v.Line != 3 {
							t.Errorf("%v", v)
						}
					}
					if n := len(file.Rules()); n != 0 && n != 3 {
						t.Errorf("%d rules", n)
					}
					for _, group := range file.Groups() {
						same(t, len(group.Agents) > 0 && len(group.Rules) > 0, true)
					}
					late, err := file.Matcher("other")
					if (late == nil) != (err == ErrClosed) {
						t.Error(late, err)
					}
					if late.Check(url).Allowed {
						t.Error("allowed")
					}
				}
			})
			if worker%2 == 0 {
				run(&done, func() {
					<-start
					runtime.Gosched()
					m.Close()
					file.Close()
				})
			}
		}
		ready.Wait()
		close(start)
		done.Wait()
		refuses(t, m, "disallowed: closed")
	}
}

// However calls and closes interleave, the object is freed once, and never under
// a call.
func TestHandle(t *testing.T) {
	rounds := 2000
	if slow {
		rounds = 200
	}
	for range rounds {
		var freed, inside atomic.Int32
		object := new(int)
		h := new(handle)
		h.own(owned{unsafe.Pointer(object), 1, func(p unsafe.Pointer) {
			if p != unsafe.Pointer(object) || inside.Load() != 0 {
				t.Error("freed under a call")
			}
			freed.Add(1)
		}})
		var all sync.WaitGroup
		for range 4 {
			run(&all, func() {
				for range 10 {
					if h.enter() != nil {
						inside.Add(1)
						if freed.Load() != 0 {
							t.Error("entered what is freed")
						}
						inside.Add(-1)
						h.leave()
					}
				}
			})
		}
		run(&all, h.close)
		run(&all, h.close)
		all.Wait()
		if h.enter() != nil || freed.Load() != 1 {
			t.Fatalf("freed %d times", freed.Load())
		}
	}
}

// A handle that nobody closes is freed once it cannot be reached, and a closed
// one is not freed again.
func TestCleanup(t *testing.T) {
	var dropped, closedOnce atomic.Int32
	make1 := func(count *atomic.Int32) *handle {
		h := new(handle)
		h.own(owned{unsafe.Pointer(new(int)), 1, func(unsafe.Pointer) { count.Add(1) }})
		return h
	}
	make1(&dropped)
	make1(&closedOnce).close()
	for range 100 {
		if dropped.Load() == 1 {
			break
		}
		runtime.GC()
		time.Sleep(time.Millisecond)
	}
	runtime.GC()
	time.Sleep(10 * time.Millisecond)
	same(t, dropped.Load(), int32(1))
	same(t, closedOnce.Load(), int32(1))
}

// Nothing that is nil, zero or closed panics or allows, in any of its methods.
func TestNothingPanics(t *testing.T) {
	const page = "http://site.example/"
	now := time.Unix(1_800_000_000, 0)
	attempt, err := NewFetch(page, nil, Policy{})
	same(t, err, nil)
	cache, err := NewCache(CacheConfig{})
	same(t, err, nil)
	file, matcher, state, ticket := Parse([]byte(sample)), Unavailable(), NewState(), cache.Get(page, now).Ticket
	hit := cache.Refresh("http://other.example", now).Finish(nil, now)
	for _, it := range []interface{ Close() error }{file, matcher, state, attempt, hit, ticket, cache} {
		it.Close()
	}
	for _, it := range []any{
		(*File)(nil), (*Matcher)(nil), (*Cache)(nil), (*Hit)(nil), (*Ticket)(nil), (*State)(nil), (*Fetch)(nil),
		new(File), new(Matcher), new(Cache), new(Hit), new(Ticket), new(State), new(Fetch),
		file, matcher, cache, hit, ticket, state, attempt,
	} {
		all := reflect.ValueOf(it)
		for i := range all.NumMethod() {
			method, name := all.Method(i), all.Type().Method(i).Name
			var arguments []reflect.Value
			for at := range method.Type().NumIn() {
				arguments = append(arguments, reflect.Zero(method.Type().In(at)))
			}
			call := method.Call
			if method.Type().IsVariadic() {
				call = method.CallSlice
			}
			for _, result := range call(arguments) {
				switch result := result.Interface().(type) {
				case Verdict:
					same(t, result.Allowed, false)
				case Answer:
					same(t, []any{result.Allowed, result.Access}, []any{false, AccessRefuseAll})
				case Decision:
					same(t, result.Access, AccessRefuseAll)
				case bool:
					same(t, []any{name, result}, []any{name, false})
				}
			}
		}
	}
}
