package robotshttp

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	robots "github.com/librobots/librobots/bindings/go"
)

// Defaults of a [Config].
const (
	// DefaultTimeout is how long one attempt takes at most.
	DefaultTimeout = 20 * time.Second
	// DefaultMaxBody is how many octets of a body are read: one more than the
	// library uses by default.
	DefaultMaxBody = 512_000 + 1
)

// Config chooses what a [Gate] is made of. Only the agent is needed.
type Config struct {
	// Agent is the crawler's product token as it stands in robots.txt, such as
	// "ExampleBot"; or several, most wanted first, with commas between.
	Agent string
	// UserAgent is the User-Agent header of requests for robots.txt; "" means
	// the first product token.
	UserAgent string
	// Policy says how long answers are used, and so on.
	Policy robots.Policy
	// Options say how files are read.
	Options []robots.Option
	// Budget is how many octets of memory the cache takes; 0 means
	// [robots.DefaultBudget].
	Budget int

	// Cache is a cache to use instead of one of the gate's own, such as a cache
	// that other gates use too, or that was restored. Agent then counts only for
	// UserAgent; Policy, Options and Budget are those of the cache. The gate does
	// not close it.
	Cache *robots.Cache
	// Crawler is the number of this gate's crawler in that cache.
	Crawler int

	// Transport makes the requests for robots.txt; nil means one that connects to
	// public addresses only, without proxy. With a transport of your own you
	// decide which addresses are asked: [http.DefaultTransport] asks them all, see
	// [PublicOnly]. It must not follow redirects on its own.
	Transport http.RoundTripper
	// Timeout is how long one attempt takes at most, redirects and body
	// included, and how long OnFile may take; 0 means [DefaultTimeout], and more
	// than a day means a day. It also holds for a transport that does not obey
	// its context.
	Timeout time.Duration
	// MaxBody is how many octets of a body are read, after decoding; 0 means
	// [DefaultMaxBody]. If a body is longer, its last line is dropped unless it is
	// whole. For use with [robots.MaxBytes].
	MaxBody int
	// OnFile, if it is set, gets the origin and the body of each file that was
	// fetched, before any question is answered by that file; so it must not ask
	// the gate about that origin. It may keep the body. Several goroutines may
	// call it at the same time. A file for which it panics, or does not return in
	// time, counts as unreachable.
	OnFile func(origin string, body []byte)
	// Now is the clock; nil means [time.Now].
	Now func() time.Time
}

// A Gate tells which URLs may be fetched, and fetches the robots.txt files that
// it needs for this. Any number of goroutines may use a Gate.
type Gate struct {
	cache     *robots.Cache
	ownsCache bool
	crawler   int
	client    client
	onFile    func(origin string, body []byte)
	now       func() time.Time
	closed    atomic.Bool
	closing   context.Context
	close     context.CancelFunc
	mutex     sync.Mutex
	flights   map[string]*flight // by origin
}

// New makes a gate. The errors are those of [robots.NewCache].
func New(config Config) (*Gate, error) {
	cache := config.Cache
	if cache == nil {
		var err error
		cache, err = robots.NewCache(robots.CacheConfig{
			Budget:  config.Budget,
			Agents:  []string{config.Agent},
			Options: config.Options,
			Policy:  config.Policy,
			Lease:   2*timeout(config) + 80*time.Second,
		})
		if err != nil {
			return nil, err
		}
	}
	g := &Gate{
		cache:     cache,
		ownsCache: config.Cache == nil,
		crawler:   config.Crawler,
		client: client{
			transport: config.Transport,
			userAgent: config.UserAgent,
			timeout:   timeout(config),
			maxBody:   config.MaxBody,
		},
		onFile:  config.OnFile,
		now:     config.Now,
		flights: make(map[string]*flight),
	}
	if g.ownsCache {
		g.crawler = 0
	}
	if g.client.userAgent == "" {
		token, _, _ := strings.Cut(config.Agent, ",")
		g.client.userAgent = strings.TrimSpace(token)
	}
	if g.client.transport == nil {
		g.client.transport = publicTransport
	}
	if g.client.maxBody <= 0 {
		g.client.maxBody = DefaultMaxBody
	}
	if g.now == nil {
		g.now = time.Now
	}
	g.closing, g.close = context.WithCancel(context.Background())
	return g, nil
}

func timeout(config Config) time.Duration {
	if config.Timeout <= 0 {
		return DefaultTimeout
	}
	return min(config.Timeout, 24*time.Hour)
}

// Cache is the cache of the gate, for statistics and to save what is known.
func (g *Gate) Cache() *robots.Cache {
	if g == nil {
		return nil
	}
	return g.cache
}

// Allowed tells whether an absolute URL may be fetched. It is [Gate.Check]
// without the reasons.
func (g *Gate) Allowed(ctx context.Context, url string) (bool, error) {
	answer, err := g.Check(ctx, url)
	return answer.Allowed, err
}

// Check tells whether an absolute URL may be fetched, why, and until when.
//
// If nothing is known of the URL's origin, Check waits until the robots.txt was
// fetched or the context is done. In the second case the fetch goes on, for the
// next caller. As long as a site is unreachable and an old copy is obeyed,
// nobody waits. If the answer is known, Check takes one call into C and no
// allocation.
//
// The answer denies if there is an error. The error is that of the context,
// [robots.ErrClosed], or a [*PanicError] if the transport or [Config.OnFile]
// panicked. A robots.txt that cannot be fetched is not an error; the answer
// says what follows.
func (g *Gate) Check(ctx context.Context, url string) (robots.Answer, error) {
	if g == nil || g.cache == nil || g.closed.Load() {
		return robots.Answer{}, robots.ErrClosed
	}
	answer := g.cache.CheckAs(g.crawler, url, g.now())
	if answer.Lookup == robots.LookupHit {
		return answer, nil
	}
	return g.wait(ctx, url, answer)
}

// decision is what an answer rests on, with cause and status where the cache
// still has them.
func (g *Gate) decision(url string) robots.Decision {
	state := g.cache.State(url)
	defer state.Close()
	return state.Decision(g.cache.Policy(), g.now())
}

// Close ends the fetches under way and answers all later questions with
// [robots.ErrClosed]. It does not wait for calls under way. The error is always
// nil.
func (g *Gate) Close() error {
	if g == nil || g.cache == nil || g.closed.Swap(true) {
		return nil
	}
	g.close()
	if g.ownsCache {
		g.cache.Close()
	}
	return nil
}
