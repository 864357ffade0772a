package server

import (
	"maps"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"
)

// spare is the number of connections of an address beyond its limit that are
// refused with a reason; others are dropped as they come.
const spare = 4

// settleAge is the age from which a connection without a session makes room for a
// newcomer: a client that means it is through its handshake by then.
const settleAge = time.Second

// maxWaitingLinks is how many connections may wait for room among those without a session.
const maxWaitingLinks = 512

// admission counts connections. All of its counts change together, so that no
// burst slips through between a check and its count.
type admission struct {
	limits *Limits
	count  *counters
	settle time.Duration // settleAge

	mu       sync.Mutex
	links    map[*link]struct{}
	waiting  []*link              // to become pending, oldest first
	pending  []*link              // oldest first
	crowd    map[netip.Prefix]int // pending connections of an address
	address  map[netip.Prefix]int
	later    *time.Timer // when the oldest pending one is old enough to go
	sessions int
	closing  bool
	empty    chan struct{} // closed when the last link of a closing server is gone
}

func newAdmission(l *Limits, c *counters) *admission {
	a := &admission{limits: l, count: c, settle: settleAge, links: map[*link]struct{}{},
		crowd: map[netip.Prefix]int{}, address: map[netip.Prefix]int{}, empty: make(chan struct{})}
	a.later = time.AfterFunc(time.Hour, func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.admit()
	})
	a.later.Stop()
	return a
}

// enter takes in a connection before anything is spent on it. It returns nil
// where its address has too many already: then it is to be closed. Otherwise the
// link is admitted when there is room for it.
func (a *admission) enter(c net.Conn) *link {
	a.mu.Lock()
	defer a.mu.Unlock()
	from := networkOf(c.RemoteAddr())
	n := a.address[from]
	limit := a.limits.PerAddress
	if a.closing || limit > 0 && n >= limit+spare {
		return nil
	}
	l := a.newLink(c)
	if limit > 0 && n >= limit {
		l.refuse = refuseAddress
	}
	a.links[l] = struct{}{}
	a.address[from] = n + 1
	a.waiting = append(a.waiting, l)
	a.admit()
	if len(a.waiting) > maxWaitingLinks {
		go a.waiting[0].drop(dropCrowded) // which takes the lock that is held here
		a.waiting = a.waiting[1:]
	}
	return l
}

// admit lets waiting connections in, as far as there is room among those
// without a session. Where there is none newcomers wait, and the oldest go that
// have been at it for long. So a crowd of honest clients is let in one after
// another, and those who hold places for nothing lose them. A connection from an
// address that holds fewer places than another goes first and waits for nobody: a
// crowd of one address delays itself only.
func (a *admission) admit() {
	for len(a.waiting) > 0 {
		next := a.nextWaiting()
		l := a.waiting[next]
		if len(a.pending) >= a.limits.Pending && !a.makeRoom(l) {
			return
		}
		a.waiting = slices.Delete(a.waiting, next, next+1)
		a.pending = append(a.pending, l)
		a.crowd[l.network]++
		l.pending, l.since = true, time.Now()
		close(l.admitted)
	}
}

// nextWaiting is the one whose address holds the fewest places, the first among
// equals.
func (a *admission) nextWaiting() int {
	best := 0
	for i, l := range a.waiting {
		if a.crowd[l.network] < a.crowd[a.waiting[best].network] {
			best = i
		}
	}
	return best
}

// makeRoom drops a pending connection for a newcomer: the oldest of the address
// that holds the most, if that is much more than the newcomer's, or else the
// oldest of all if it is old enough. Otherwise it sees to it that admit is called
// again when it is.
func (a *admission) makeRoom(l *link) bool {
	victim := a.pending[0]
	most := victim
	for _, p := range a.pending {
		if a.crowd[p.network] > a.crowd[most.network] {
			most = p
		}
	}
	if a.crowd[most.network] > a.crowd[l.network]+1 {
		victim = most
	} else if wait := a.settle - time.Since(victim.since); wait > 0 {
		a.later.Reset(wait)
		return false
	}
	a.unpend(victim)
	go victim.drop(dropCrowded) // which takes the lock that is held here
	return true
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
		return l.refuse // it stays pending: those who are refused are bounded too
	case a.sessions >= a.limits.Sessions:
		return refuseFull
	}
	a.unpend(l)
	l.session = true
	a.sessions++
	a.admit()
	return ""
}

// leave forgets a connection.
func (a *admission) leave(l *link) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.links, l)
	a.unpend(l)
	if a.address[l.network]--; a.address[l.network] == 0 {
		delete(a.address, l.network)
	}
	if l.session {
		a.sessions--
	}
	a.admit()
	if a.closing && len(a.links) == 0 {
		close(a.empty)
	}
}

// unpend takes a connection off those that wait or those without a session. Its caller
// calls admit afterwards, unless it takes the place itself.
func (a *admission) unpend(l *link) {
	is := func(other *link) bool { return other == l }
	a.waiting = slices.DeleteFunc(a.waiting, is)
	if !l.pending {
		return
	}
	l.pending = false
	a.pending = slices.DeleteFunc(a.pending, is)
	if a.crowd[l.network]--; a.crowd[l.network] == 0 {
		delete(a.crowd, l.network)
	}
}

// close lets nobody in from now on and returns a channel that is closed when
// all have left.
func (a *admission) close() <-chan struct{} {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.closing = true
	a.later.Stop()
	if len(a.links) == 0 {
		close(a.empty)
	}
	return a.empty
}

func (a *admission) dropAll(why dropReason) {
	a.mu.Lock()
	list := slices.Collect(maps.Keys(a.links))
	a.mu.Unlock()
	for _, l := range list {
		l.drop(why)
	}
}

// numbers returns what the metrics show.
func (a *admission) numbers() (sessions, pending int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.sessions, len(a.pending)
}
