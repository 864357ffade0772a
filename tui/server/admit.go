package server

import (
	"net"
	"net/netip"
	"sync"
	"time"
)

// refusal says why a client may not watch. It is told in its session, since a
// client shows nothing that comes before it has logged in.
type refusal string

const (
	refuseFull    refusal = "full, try again later"
	refuseAddress refusal = "too many connections from your address, try again later"
	refuseGone    refusal = "gone" // nobody is there to read it
	refuseClosing refusal = "the server is closing down, try again later"
)

// spare is the number of connections of an address beyond its limit that are
// told why they are refused; others are dropped as they come.
const spare = 4

// settleAge is the age from which a connection without a session makes room for a
// newcomer: a client that means it is through its handshake by then.
const settleAge = time.Second

// admission counts connections. All of its counts change together, so that no
// burst slips through between a check and its count.
type admission struct {
	limits *Limits
	count  *counters

	mu       sync.Mutex
	links    map[*link]struct{}
	pending  []*link // oldest first
	address  map[netip.Prefix]int
	sessions int
	private  int
	closing  bool
	empty    chan struct{} // closed when the last link of a closing server is gone
	settled  chan struct{} // newest wins: a pending connection is pending no more
}

func newAdmission(l *Limits, c *counters) *admission {
	return &admission{limits: l, count: c, links: map[*link]struct{}{},
		address: map[netip.Prefix]int{}, empty: make(chan struct{}), settled: make(chan struct{}, 1)}
}

// place is the network that counts as one address: a host of IPv4, and what one
// customer gets of IPv6.
func place(a net.Addr) netip.Prefix {
	tcp, ok := a.(*net.TCPAddr)
	if !ok {
		return netip.Prefix{}
	}
	ip := tcp.AddrPort().Addr().Unmap().WithZone("")
	bits := 32
	if ip.Is6() {
		bits = 64
	}
	p, _ := ip.Prefix(bits)
	return p
}

// room waits until another connection can be taken in. Where too many have no
// session yet newcomers wait in the kernel, and the oldest go that have been at
// it for long. So a crowd of honest clients is let in one after another, and
// those who hold places for nothing lose them. It returns early when stop ends.
func (a *admission) room(stop <-chan struct{}) {
	for {
		wait := a.evict()
		if wait <= 0 {
			return
		}
		late := time.NewTimer(wait)
		select {
		case <-late.C:
		case <-a.settled:
		case <-stop:
			wait = 0
		}
		late.Stop()
		if wait == 0 {
			return
		}
	}
}

// evict drops the oldest pending connection if there must be room. It returns
// how long it is too young for that.
func (a *admission) evict() time.Duration {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.pending) < a.limits.Pending {
		return 0
	}
	oldest := a.pending[0]
	if wait := settleAge - time.Since(oldest.since); wait > 0 {
		return wait
	}
	a.unpend(oldest)
	go oldest.drop(dropCrowded) // which takes the lock that is held here
	return 0
}

// enter takes in a connection before anything is spent on it. It returns nil
// where the connection has no place: it is to be closed.
func (a *admission) enter(c net.Conn) *link {
	l := newLink(c, a)
	a.mu.Lock()
	defer a.mu.Unlock()
	n := a.address[l.place]
	limit := a.limits.PerAddress
	if a.closing || limit > 0 && n >= limit+spare {
		l.disarm()
		return nil
	}
	if limit > 0 && n >= limit {
		l.refuse = refuseAddress
	}
	a.links[l] = struct{}{}
	a.address[l.place] = n + 1
	a.pending = append(a.pending, l)
	l.pending = true
	return l
}

// start counts a session in, or says why there is none.
func (a *admission) start(l *link) refusal {
	a.mu.Lock()
	defer a.mu.Unlock()
	_, in := a.links[l]
	switch {
	case !in:
		return refuseGone
	case a.closing:
		return refuseClosing
	case l.refuse != "":
		return l.refuse // it stays pending: those who are told to go are bounded too
	case a.sessions >= a.limits.Sessions:
		return refuseFull
	}
	a.unpend(l)
	l.session = true
	a.sessions++
	return ""
}

// leave forgets a connection. Calling it again does nothing.
func (a *admission) leave(l *link) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if _, in := a.links[l]; !in {
		return
	}
	delete(a.links, l)
	a.unpend(l)
	if a.address[l.place]--; a.address[l.place] == 0 {
		delete(a.address, l.place)
	}
	if l.session {
		a.sessions--
	}
	if a.closing && len(a.links) == 0 {
		close(a.empty)
	}
}

func (a *admission) unpend(l *link) {
	if !l.pending {
		return
	}
	l.pending = false
	for i, p := range a.pending {
		if p == l {
			a.pending = append(a.pending[:i], a.pending[i+1:]...)
			break
		}
	}
	select {
	case a.settled <- struct{}{}:
	default:
	}
}

// close lets nobody in from now on and returns a channel that is closed when
// all have left.
func (a *admission) close() <-chan struct{} {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.closing {
		a.closing = true
		if len(a.links) == 0 {
			close(a.empty)
		}
	}
	return a.empty
}

// dropAll closes every connection.
func (a *admission) dropAll(why dropReason) {
	a.mu.Lock()
	list := make([]*link, 0, len(a.links))
	for l := range a.links {
		list = append(list, l)
	}
	a.mu.Unlock()
	for _, l := range list {
		l.drop(why)
	}
}

// takePrivate reserves a private program; false when all are taken.
func (a *admission) takePrivate() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.private >= a.limits.Private {
		return false
	}
	a.private++
	return true
}

func (a *admission) givePrivate() {
	a.mu.Lock()
	a.private--
	a.mu.Unlock()
}

// numbers returns what the metrics show.
func (a *admission) numbers() (sessions, pending, private int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.sessions, len(a.pending), a.private
}
