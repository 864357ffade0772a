// Package admission limits network connections.
//
// [Admission.Serve] immediately closes surplus connections. It passes every other connection to the
// handler as a [Link], once its handshake may begin. After login the handler calls
// [Link.StartSession]. A flood from one address delays only that address.
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
	HandshakeTimeout      time.Duration
	Pending               int // maximum number of concurrent handshakes
	PendingPerAddress     int // maximum number of connections per address that have no session; 0 means no limit
	ConnectionsPerAddress int // maximum number of connections per address; 0 means no limit
	Sessions              int
	Groups                int // number of groups that each have one session reserved
	Rate, Burst           int // input limit per connection: bytes per second and burst size in bytes; a Rate of 0 means no limit
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

	mu                   sync.Mutex
	links                map[*Link]struct{}
	waitingLinks         []*Link // links whose handshake may not begin yet, oldest first
	pendingLinks         []*Link
	pendingByNetwork     map[netip.Prefix]int
	connectionsByNetwork map[netip.Prefix]int
	sessionsByNetwork    map[netip.Prefix]int
	sessionsByGroup      map[string]int
	admitTimer           *time.Timer // calls admit once the oldest pending link may be dropped
	sessionCount         int
	closing              bool
	empty                chan struct{} // closed when no links are left

	events sanitize.Tally
}

type Event struct {
	Remote string // address of the client, or "" for events without a connection
	Kind   string
	Detail string // may contain text from the client
}

// New returns an Admission, which logs the first event of each kind per connection, and failures to
// accept connections at most once a minute. log must be safe for concurrent use.
func New(l Limits, log func(Event)) *Admission {
	if l.MinPendingAge == 0 {
		l.MinPendingAge = defaultMinPendingAge
	}
	a := &Admission{limits: l, log: log, links: map[*Link]struct{}{}, pendingByNetwork: map[netip.Prefix]int{}, connectionsByNetwork: map[netip.Prefix]int{},
		sessionsByNetwork: map[netip.Prefix]int{}, sessionsByGroup: map[string]int{}, empty: make(chan struct{})}
	a.admitTimer = time.AfterFunc(time.Hour, func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.admit()
	})
	a.admitTimer.Stop()
	return a
}

// register adds a connection. If the connection is surplus or the Admission is closed, register
// returns nil and the caller must close c.
func (a *Admission) register(c net.Conn) *Link {
	a.mu.Lock()
	defer a.mu.Unlock()
	network := networkOf(c.RemoteAddr())
	n := a.connectionsByNetwork[network]
	limit, pendingLimit := a.limits.ConnectionsPerAddress, a.limits.PendingPerAddress
	if a.closing || limit > 0 && n >= limit+refusedPerAddress || pendingLimit > 0 && n-a.sessionsByNetwork[network] >= pendingLimit {
		return nil
	}
	l := &Link{Conn: c, adm: a, Network: network, admitted: make(chan struct{}),
		inputLimit: rate.NewLimiter(rate.Inf, math.MaxInt)}
	if a.limits.Rate > 0 {
		l.inputLimit = rate.NewLimiter(rate.Limit(a.limits.Rate), a.limits.Burst)
	}
	l.ctx, l.cancel = context.WithCancel(context.Background())
	l.handshakeTimer = time.AfterFunc(time.Hour, func() { l.Drop(ReasonHandshake) })
	l.handshakeTimer.Reset(a.limits.HandshakeTimeout) // Start the timer only now: Drop uses handshakeTimer.
	if limit > 0 && n >= limit {
		l.refusal = RefusalAddress
	}
	a.links[l] = struct{}{}
	a.connectionsByNetwork[network] = n + 1
	a.waitingLinks = append(a.waitingLinks, l)
	a.admit()
	if len(a.waitingLinks) > maxWaitingLinks {
		go a.waitingLinks[0].Drop(ReasonCrowded) // Drop locks a.mu, which is held here.
		a.waitingLinks = a.waitingLinks[1:]
	}
	return l
}

// admit lets waiting links begin their handshake while there is room. Links from addresses with
// fewer pending links come first.
func (a *Admission) admit() {
	for len(a.waitingLinks) > 0 {
		l := slices.MinFunc(a.waitingLinks, func(l, m *Link) int { return a.pendingByNetwork[l.Network] - a.pendingByNetwork[m.Network] })
		if len(a.pendingLinks) >= a.limits.Pending && !a.makeRoom(l) {
			return
		}
		a.waitingLinks = slices.DeleteFunc(a.waitingLinks, func(m *Link) bool { return m == l })
		a.pendingLinks = append(a.pendingLinks, l)
		a.pendingByNetwork[l.Network]++
		l.isPending, l.pendingSince = true, time.Now()
		close(l.admitted)
	}
}

// makeRoom drops a pending link in favour of l and reports whether it did. If the busiest address
// has at least two more pending links than l's address, its oldest link is dropped. Otherwise the
// oldest link of all is dropped, once it has reached MinPendingAge.
func (a *Admission) makeRoom(l *Link) bool {
	victim := a.pendingLinks[0]
	busiest := slices.MaxFunc(a.pendingLinks, func(l, m *Link) int { return a.pendingByNetwork[l.Network] - a.pendingByNetwork[m.Network] })
	if a.pendingByNetwork[busiest.Network] > a.pendingByNetwork[l.Network]+1 {
		victim = busiest
	} else if wait := a.limits.MinPendingAge - time.Since(victim.pendingSince); wait > 0 {
		a.admitTimer.Reset(wait)
		return false
	}
	a.dequeue(victim)
	go victim.Drop(ReasonCrowded) // Drop locks a.mu, which is held here.
	return true
}

func (a *Admission) unregister(l *Link) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.links, l)
	a.dequeue(l)
	decrement(a.connectionsByNetwork, l.Network)
	if l.hasSession {
		a.sessionCount--
		decrement(a.sessionsByNetwork, l.Network)
		decrement(a.sessionsByGroup, l.group)
	}
	a.admit()
	if a.closing && len(a.links) == 0 {
		close(a.empty)
	}
}

// dequeue removes a waiting or pending link. The caller must call admit.
func (a *Admission) dequeue(l *Link) {
	isLink := func(other *Link) bool { return other == l }
	a.waitingLinks = slices.DeleteFunc(a.waitingLinks, isLink)
	if !l.isPending {
		return
	}
	l.isPending = false
	a.pendingLinks = slices.DeleteFunc(a.pendingLinks, isLink)
	decrement(a.pendingByNetwork, l.Network)
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
func (a *Admission) Report(kind, detail string) {
	if a.events.Add(kind) {
		a.log(Event{Kind: kind, Detail: detail})
	}
}

func (a *Admission) DropAll(reason Reason) { a.dropIf(reason, func(*Link) bool { return true }) }

func (a *Admission) DropPending(reason Reason) {
	a.dropIf(reason, func(l *Link) bool { return !l.hasSession })
}

func (a *Admission) dropIf(reason Reason, shouldDrop func(*Link) bool) {
	a.mu.Lock()
	list := slices.Collect(maps.Keys(a.links))
	list = slices.DeleteFunc(list, func(l *Link) bool { return !shouldDrop(l) })
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
	return Counts{len(a.links), len(a.pendingLinks), a.sessionCount}
}

// Serve accepts connections until ctx is cancelled or l is closed. It closes surplus connections.
// For the others it calls configure, unless configure is nil, and runs handle in a goroutine
// counted by wg.
func (a *Admission) Serve(ctx context.Context, l net.Listener, wg *sync.WaitGroup, configure func(net.Conn), handle func(*Link)) error {
	stop := context.AfterFunc(ctx, func() { l.Close() })
	defer stop()
	var lastLogged time.Time
	for {
		c, err := l.Accept()
		if errors.Is(err, net.ErrClosed) {
			return err
		}
		if err != nil { // Probably out of file descriptors.
			if time.Since(lastLogged) > time.Minute {
				a.log(Event{Kind: "accept", Detail: err.Error()})
				lastLogged = time.Now()
			}
			select {
			case <-time.After(100 * time.Millisecond):
			case <-ctx.Done():
			}
			continue
		}
		k := a.register(c)
		if k == nil {
			a.Drops.Add(string(ReasonCrowded), 1)
			c.Close()
			continue
		}
		if configure != nil {
			configure(c)
		}
		wg.Go(func() {
			defer k.Close()
			select {
			case <-k.admitted:
				k.ResetHandshakeTimer(a.limits.HandshakeTimeout)
				handle(k)
			case <-k.ctx.Done():
			}
		})
	}
}
