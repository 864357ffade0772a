// Package admission lets network connections in within limits, before anything is spent on them.
//
// [New] makes an Admission, and its Serve runs the accept loop of a listener. Serve closes surplus connections at
// once, lets the others wait for a place among those that have not logged in, and calls a function for each
// [Link] that has one. The function calls [Link.Start] when the client has logged in. A crowd of one
// address delays only that address.
package admission

import (
	"expvar"
	"net"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"game-tui/sim/clean"
)

// Limits are the limits of an Admission.
type Limits struct {
	Handshake         time.Duration // from connecting to the end of the handshake
	Pending           int           // connections that have no session yet
	PendingPerAddress int           // connections of one address without a session, waiting ones included; 0 means no limit
	PerAddress        int           // connections of one address; 0 means no limit
	Sessions          int           // sessions in total
	Groups            int           // number of groups that have a session reserved
	Rate, Burst       int           // bytes a second from a connection, and at once; 0 means no limit
	// Settle is the age at which a connection without a session makes room for a newcomer. An honest client has
	// finished its handshake by then. 0 means a second.
	Settle time.Duration
}

// spare is the number of connections of an address beyond its limit that are
// refused with a reason; others are dropped as they come.
const spare = 4

const settleAge = time.Second

// maxWaitingLinks is how many connections may wait for room among those without a session.
const maxWaitingLinks = 512

// An Admission counts connections. All of its counts change together, so that no
// burst slips through between a check and its count.
type Admission struct {
	In, Out atomic.Int64 // bytes from clients and to clients
	Drops   expvar.Map   // connections that were cut, by Reason

	limits Limits
	log    func(Event)

	mu       sync.Mutex
	links    map[*Link]struct{}
	waiting  []*Link              // to become pending, oldest first
	pending  []*Link              // oldest first
	crowd    map[netip.Prefix]int // pending connections of an address
	address  map[netip.Prefix]int // connections of an address
	inside   map[netip.Prefix]int // of these, sessions
	groups   map[string]int       // sessions of a group
	later    *time.Timer          // when the oldest pending one is old enough to go
	sessions int
	closing  bool
	empty    chan struct{} // closed when the last link of a closing server is gone

	events clean.Tally // that belong to no connection
}

// An Event is something that a client caused and that the operator should read.
type Event struct {
	Remote string // address of the client; empty for connections that could not be accepted
	What   string // kind of event
	Detail string // of the first event of its kind, from the client: hostile text
	Times  int    // number of further events of this kind, or 0 for the first
}

// New makes an Admission. log gets the events of each connection: the first of each kind, and when the
// connection is closed how many followed it. It is called by many goroutines.
func New(l Limits, log func(Event)) *Admission {
	if l.Settle == 0 {
		l.Settle = settleAge
	}
	a := &Admission{limits: l, log: log, links: map[*Link]struct{}{}, crowd: map[netip.Prefix]int{}, address: map[netip.Prefix]int{},
		inside: map[netip.Prefix]int{}, groups: map[string]int{}, empty: make(chan struct{})}
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
func (a *Admission) enter(c net.Conn) *Link {
	a.mu.Lock()
	defer a.mu.Unlock()
	from := networkOf(c.RemoteAddr())
	n := a.address[from]
	limit, early := a.limits.PerAddress, a.limits.PendingPerAddress
	if a.closing || limit > 0 && n >= limit+spare || early > 0 && n-a.inside[from] >= early {
		return nil
	}
	l := a.newLink(c)
	if limit > 0 && n >= limit {
		l.refuse = Address
	}
	a.links[l] = struct{}{}
	a.address[from] = n + 1
	a.waiting = append(a.waiting, l)
	a.admit()
	if len(a.waiting) > maxWaitingLinks {
		go a.waiting[0].Drop(Crowded) // which takes the lock that is held here
		a.waiting = a.waiting[1:]
	}
	return l
}

// admit gives places to waiting connections as long as there are some. If there are
// none, a pending connection that is old enough is dropped for a newcomer. So honest
// clients of a crowd get in one after another, and silent ones lose their places.
// Addresses with fewer places go first: a crowd of one address delays only that address.
func (a *Admission) admit() {
	for len(a.waiting) > 0 {
		next := a.nextWaiting()
		l := a.waiting[next]
		if len(a.pending) >= a.limits.Pending && !a.makeRoom(l) {
			return
		}
		a.waiting = slices.Delete(a.waiting, next, next+1)
		a.pending = append(a.pending, l)
		a.crowd[l.Network]++
		l.pending, l.since = true, time.Now()
		close(l.admitted)
	}
}

// nextWaiting returns the index of the waiting connection whose address has the fewest places; among equals, the
// oldest.
func (a *Admission) nextWaiting() int {
	best := 0
	for i, l := range a.waiting {
		if a.crowd[l.Network] < a.crowd[a.waiting[best].Network] {
			best = i
		}
	}
	return best
}

// makeRoom drops a pending connection for a newcomer: the oldest of the address
// that holds the most, if that is much more than the newcomer's, or else the
// oldest of all if it is old enough. Otherwise it sees to it that admit is called
// again when it is.
func (a *Admission) makeRoom(l *Link) bool {
	victim := a.pending[0]
	most := victim
	for _, p := range a.pending {
		if a.crowd[p.Network] > a.crowd[most.Network] {
			most = p
		}
	}
	if a.crowd[most.Network] > a.crowd[l.Network]+1 {
		victim = most
	} else if wait := a.limits.Settle - time.Since(victim.since); wait > 0 {
		a.later.Reset(wait)
		return false
	}
	a.unpend(victim)
	go victim.Drop(Crowded) // which takes the lock that is held here
	return true
}

// start begins a session for a group, or returns why it cannot. The last places are kept for groups that have
// no session.
func (a *Admission) start(l *Link, group string) Refusal {
	a.mu.Lock()
	defer a.mu.Unlock()
	_, in := a.links[l]
	free := a.limits.Sessions - a.sessions
	switch {
	case !in:
		return Gone
	case a.closing:
		return Closing
	case l.refuse != "":
		return l.refuse // it stays pending: those who are refused are bounded too
	case free <= 0:
		return Full
	case a.limits.Groups > 0 && a.groups[group] > 0 && free <= a.limits.Groups-len(a.groups):
		return Reserved
	}
	a.unpend(l)
	l.session, l.group = true, group
	a.sessions++
	a.inside[l.Network]++
	a.groups[group]++
	a.admit()
	return ""
}

// leave forgets a connection.
func (a *Admission) leave(l *Link) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.links, l)
	a.unpend(l)
	decrement(a.address, l.Network)
	if l.session {
		a.sessions--
		decrement(a.inside, l.Network)
		decrement(a.groups, l.group)
	}
	a.admit()
	if a.closing && len(a.links) == 0 {
		close(a.empty)
	}
}

// unpend takes a connection off those that wait or those without a session. Its caller
// calls admit afterwards, unless it takes the place itself.
func (a *Admission) unpend(l *Link) {
	is := func(other *Link) bool { return other == l }
	a.waiting = slices.DeleteFunc(a.waiting, is)
	if !l.pending {
		return
	}
	l.pending = false
	a.pending = slices.DeleteFunc(a.pending, is)
	decrement(a.crowd, l.Network)
}

// decrement counts down, and forgets what is zero.
func decrement[K comparable](counts map[K]int, key K) {
	if counts[key]--; counts[key] == 0 {
		delete(counts, key)
	}
}

// Close stops admitting connections. It returns a channel that is closed when all of them are gone.
func (a *Admission) Close() <-chan struct{} {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.closing = true
	a.later.Stop()
	if len(a.links) == 0 {
		close(a.empty)
	}
	return a.empty
}

// Report counts an event that belongs to no connection, and logs the first of its kind. LogCounts logs how many
// followed it.
func (a *Admission) Report(what, detail string) {
	if a.events.Add(what) {
		a.log(Event{What: what, Detail: detail})
	}
}

// LogCounts logs how many events followed the first of each kind that Report has logged. Call it when no more come.
func (a *Admission) LogCounts() {
	for what, n := range a.events.Repeats() {
		a.log(Event{What: what, Times: n})
	}
}

// DropAll cuts all connections.
func (a *Admission) DropAll(why Reason) { a.dropIf(why, func(*Link) bool { return true }) }

// DropPending cuts the connections that have no session.
func (a *Admission) DropPending(why Reason) { a.dropIf(why, func(l *Link) bool { return !l.session }) }

func (a *Admission) dropIf(why Reason, goes func(*Link) bool) {
	a.mu.Lock()
	var list []*Link
	for l := range a.links {
		if goes(l) {
			list = append(list, l)
		}
	}
	a.mu.Unlock()
	for _, l := range list {
		l.Drop(why)
	}
}

// Counts are numbers of connections.
type Counts struct {
	Connections int // in total, waiting ones included
	Pending     int // in their handshake
	Sessions    int
}

// Counts returns the current numbers of connections.
func (a *Admission) Counts() Counts {
	a.mu.Lock()
	defer a.mu.Unlock()
	return Counts{len(a.links), len(a.pending), a.sessions}
}
