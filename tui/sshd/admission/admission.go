// Package admission limits network connections.
//
// [Admission.Serve] immediately closes surplus connections. It passes every other connection to the
// handler as a [Link], once its handshake may begin. After login the handler calls [Link.Start]. A
// flood from one address delays only that address.
package admission

import (
	"context"
	"errors"
	"expvar"
	"maps"
	"math"
	"net"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"game-tui/sim/sanitize"
)

type Limits struct {
	Handshake         time.Duration
	Pending           int // maximum number of concurrent handshakes
	PendingPerAddress int // maximum number of connections per address that have no session; 0 means no limit
	PerAddress        int // maximum number of connections per address; 0 means no limit
	Sessions          int
	Groups            int // number of groups that each have one session reserved
	Rate, Burst       int // input limit per connection: bytes per second and burst size in bytes; a Rate of 0 means no limit
	// MinPendingAge is the age from which any pending handshake may be dropped in favour of a new
	// one. Younger handshakes are dropped only if their address is busier. 0 means one second.
	MinPendingAge time.Duration
}

// refusedPerAddress is the number of surplus connections per address that may log in to be told why
// they are refused.
const refusedPerAddress = 4

const (
	defaultMinPendingAge = time.Second
	maxWaitingLinks      = 512
)

// An Admission limits connections. It is safe for concurrent use.
type Admission struct {
	BytesIn, BytesOut atomic.Int64
	Drops             expvar.Map // number of dropped connections by Reason

	limits Limits
	log    func(Event)

	mu              sync.Mutex
	links           map[*Link]struct{}
	waiting         []*Link // links whose handshake may not begin yet, oldest first
	pending         []*Link
	pendingOf       map[netip.Prefix]int
	connectionsOf   map[netip.Prefix]int
	sessionsOf      map[netip.Prefix]int
	sessionsOfGroup map[string]int
	admitTimer      *time.Timer // calls admit once the oldest pending link may be dropped
	sessions        int
	closing         bool
	empty           chan struct{} // closed when no links are left

	events sanitize.Tally
}

type Event struct {
	Remote string // address of the client, or "" for events without a connection
	What   string
	Detail string // may contain text from the client
}

// New returns an Admission, which logs the first event of each kind per connection, and failures to
// accept connections at most once a minute. log must be safe for concurrent use.
func New(l Limits, log func(Event)) *Admission {
	if l.MinPendingAge == 0 {
		l.MinPendingAge = defaultMinPendingAge
	}
	a := &Admission{limits: l, log: log, links: map[*Link]struct{}{}, pendingOf: map[netip.Prefix]int{}, connectionsOf: map[netip.Prefix]int{},
		sessionsOf: map[netip.Prefix]int{}, sessionsOfGroup: map[string]int{}, empty: make(chan struct{})}
	a.admitTimer = time.AfterFunc(time.Hour, func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.admit()
	})
	a.admitTimer.Stop()
	return a
}

// enter registers a connection. If the connection is surplus or the Admission is closed, enter
// returns nil and the caller must close c.
func (a *Admission) enter(c net.Conn) *Link {
	a.mu.Lock()
	defer a.mu.Unlock()
	from := networkOf(c.RemoteAddr())
	n := a.connectionsOf[from]
	limit, early := a.limits.PerAddress, a.limits.PendingPerAddress
	if a.closing || limit > 0 && n >= limit+refusedPerAddress || early > 0 && n-a.sessionsOf[from] >= early {
		return nil
	}
	l := &Link{Conn: c, adm: a, Network: from, admitted: make(chan struct{}),
		inputLimit: rate.NewLimiter(rate.Inf, math.MaxInt)}
	if a.limits.Rate > 0 {
		l.inputLimit = rate.NewLimiter(rate.Limit(a.limits.Rate), a.limits.Burst)
	}
	l.ctx, l.cancel = context.WithCancel(context.Background())
	l.handshakeTimer = time.AfterFunc(time.Hour, func() { l.Drop(ReasonHandshake) })
	l.handshakeTimer.Reset(a.limits.Handshake) // Start the timer only now: Drop uses handshakeTimer.
	if limit > 0 && n >= limit {
		l.refusal = RefusalAddress
	}
	a.links[l] = struct{}{}
	a.connectionsOf[from] = n + 1
	a.waiting = append(a.waiting, l)
	a.admit()
	if len(a.waiting) > maxWaitingLinks {
		go a.waiting[0].Drop(ReasonCrowded) // Drop locks a.mu, which is held here.
		a.waiting = a.waiting[1:]
	}
	return l
}

// admit lets waiting links begin their handshake while there is room. Links from addresses with
// fewer pending links come first.
func (a *Admission) admit() {
	for len(a.waiting) > 0 {
		l := slices.MinFunc(a.waiting, func(l, m *Link) int { return a.pendingOf[l.Network] - a.pendingOf[m.Network] })
		if len(a.pending) >= a.limits.Pending && !a.makeRoom(l) {
			return
		}
		a.waiting = slices.DeleteFunc(a.waiting, func(m *Link) bool { return m == l })
		a.pending = append(a.pending, l)
		a.pendingOf[l.Network]++
		l.pending, l.pendingSince = true, time.Now()
		close(l.admitted)
	}
}

// makeRoom drops a pending link in favour of l and reports whether it did. If the busiest address
// has at least two more pending links than l's address, its oldest link is dropped. Otherwise the
// oldest link of all is dropped, once it has reached MinPendingAge.
func (a *Admission) makeRoom(l *Link) bool {
	victim := a.pending[0]
	busiest := slices.MaxFunc(a.pending, func(l, m *Link) int { return a.pendingOf[l.Network] - a.pendingOf[m.Network] })
	if a.pendingOf[busiest.Network] > a.pendingOf[l.Network]+1 {
		victim = busiest
	} else if wait := a.limits.MinPendingAge - time.Since(victim.pendingSince); wait > 0 {
		a.admitTimer.Reset(wait)
		return false
	}
	a.unpend(victim)
	go victim.Drop(ReasonCrowded) // Drop locks a.mu, which is held here.
	return true
}

func (a *Admission) leave(l *Link) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.links, l)
	a.unpend(l)
	decrement(a.connectionsOf, l.Network)
	if l.session {
		a.sessions--
		decrement(a.sessionsOf, l.Network)
		decrement(a.sessionsOfGroup, l.group)
	}
	a.admit()
	if a.closing && len(a.links) == 0 {
		close(a.empty)
	}
}

// unpend removes a waiting or pending link. The caller must call admit.
func (a *Admission) unpend(l *Link) {
	isLink := func(other *Link) bool { return other == l }
	a.waiting = slices.DeleteFunc(a.waiting, isLink)
	if !l.pending {
		return
	}
	l.pending = false
	a.pending = slices.DeleteFunc(a.pending, isLink)
	decrement(a.pendingOf, l.Network)
}

func decrement[K comparable](counts map[K]int, key K) {
	if counts[key]--; counts[key] == 0 {
		delete(counts, key)
	}
}

// Close stops admitting connections. The returned channel is closed when no connections are left.
func (a *Admission) Close() <-chan struct{} {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.closing = true
	a.admitTimer.Stop()
	if len(a.links) == 0 {
		close(a.empty)
	}
	return a.empty
}

// Report logs an event that belongs to no connection, if it is the first of its kind.
func (a *Admission) Report(what, detail string) {
	if a.events.Add(what) {
		a.log(Event{What: what, Detail: detail})
	}
}

func (a *Admission) DropAll(reason Reason) { a.dropIf(reason, func(*Link) bool { return true }) }

func (a *Admission) DropPending(reason Reason) {
	a.dropIf(reason, func(l *Link) bool { return !l.session })
}

func (a *Admission) dropIf(reason Reason, match func(*Link) bool) {
	a.mu.Lock()
	list := slices.Collect(maps.Keys(a.links))
	list = slices.DeleteFunc(list, func(l *Link) bool { return !match(l) })
	a.mu.Unlock()
	for _, l := range list {
		l.Drop(reason)
	}
}

type Counts struct {
	Connections int // including those waiting for a handshake
	Pending     int
	Sessions    int
}

func (a *Admission) Counts() Counts {
	a.mu.Lock()
	defer a.mu.Unlock()
	return Counts{len(a.links), len(a.pending), a.sessions}
}

// Serve accepts connections until ctx is cancelled or l is closed. It closes surplus connections.
// For the others it calls tune, unless tune is nil, and runs handle in a goroutine counted by work.
func (a *Admission) Serve(ctx context.Context, l net.Listener, work *sync.WaitGroup, tune func(net.Conn), handle func(*Link)) error {
	stop := context.AfterFunc(ctx, func() { l.Close() })
	defer stop()
	var logged time.Time
	for {
		c, err := l.Accept()
		if errors.Is(err, net.ErrClosed) {
			return err
		}
		if err != nil { // Probably out of file descriptors.
			if time.Since(logged) > time.Minute {
				a.log(Event{What: "accept", Detail: err.Error()})
				logged = time.Now()
			}
			select {
			case <-time.After(100 * time.Millisecond):
			case <-ctx.Done():
			}
			continue
		}
		k := a.enter(c)
		if k == nil {
			a.Drops.Add(string(ReasonCrowded), 1)
			c.Close()
			continue
		}
		if tune != nil {
			tune(c)
		}
		work.Go(func() {
			defer k.Close()
			select {
			case <-k.admitted:
				k.Extend(a.limits.Handshake)
				handle(k)
			case <-k.ctx.Done():
			}
		})
	}
}
