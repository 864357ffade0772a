package server

import (
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

// dropReason is why a connection was cut, as log and metrics name it.
type dropReason string

const (
	dropNone      dropReason = ""
	dropHandshake dropReason = "handshake"
	dropCrowded   dropReason = "crowded"
	dropStalled   dropReason = "stalled"
	dropGarbage   dropReason = "garbage"
	dropChannels  dropReason = "channels"
	dropLinger    dropReason = "linger"
	dropClosing   dropReason = "closing"
)

// Bytes a second that a connection may send us, encryption and requests of all
// kinds included, and how much at once. A flood waits in the client's own kernel.
const (
	wireRate  = 64 << 10
	wireBurst = 256 << 10
)

// link is one TCP connection, from accept to close. It bounds what the layers
// above would not: the time without a session, and the bytes that come in.
type link struct {
	net.Conn
	adm   *admission
	place netip.Prefix
	since time.Time // when it came, and when the handshake began; guarded by admission
	in    bucket
	gone  chan struct{}
	once  sync.Once
	why   atomic.Value // dropReason

	timer   *time.Timer // runs until there is a session
	opened  atomic.Int32
	started atomic.Bool

	admitted         chan struct{} // closed when the handshake may begin
	refuse           refusal       // set by admission
	pending, session bool          // guarded by admission
}

func newLink(c net.Conn, a *admission, from netip.Prefix) *link {
	l := &link{Conn: c, adm: a, place: from, since: time.Now(),
		in: newBucket(wireRate, wireBurst), gone: make(chan struct{}), admitted: make(chan struct{})}
	l.timer = time.AfterFunc(time.Hour, func() { l.drop(dropHandshake) })
	l.timer.Reset(a.limits.Handshake) // not before timer is set, which the function uses
	return l
}

// wait returns true when the handshake may begin, for which the time counts from
// then on, and false when the connection is gone.
func (l *link) wait() bool {
	select {
	case <-l.admitted:
	case <-l.gone:
		return false
	}
	l.timer.Reset(l.adm.limits.Handshake)
	select {
	case <-l.gone: // just now: its timer runs no more
		l.timer.Stop()
		return false
	default:
		return true
	}
}

// extend gives a client that is through the key exchange time to log in.
func (l *link) extend(d time.Duration) { l.timer.Reset(d) }

// disarm stops the clock: there is a session.
func (l *link) disarm() { l.timer.Stop() }

// drop cuts the connection; the first reason counts.
func (l *link) drop(why dropReason) {
	if l.why.CompareAndSwap(nil, why) && why != dropNone {
		l.adm.count.dropped(why)
	}
	l.Close()
}

// reason is why the connection was cut; empty where the client left.
func (l *link) reason() dropReason {
	why, _ := l.why.Load().(dropReason)
	return why
}

// Close closes the connection and gives its place back.
func (l *link) Close() error {
	var err error
	l.once.Do(func() {
		close(l.gone)
		l.timer.Stop()
		err = l.Conn.Close()
		l.adm.leave(l)
	})
	return err
}

// Read reads at most at the rate of the wire.
func (l *link) Read(p []byte) (int, error) {
	n, err := l.Conn.Read(p)
	l.adm.count.in.Add(int64(n))
	if wait := l.in.debt(n, time.Now()); wait > 0 {
		t := time.NewTimer(wait)
		defer t.Stop()
		select {
		case <-t.C:
		case <-l.gone:
		}
	}
	return n, err
}

func (l *link) Write(p []byte) (int, error) {
	n, err := l.Conn.Write(p)
	l.adm.count.out.Add(int64(n))
	return n, err
}

// The SSH server sets deadlines at every read and write; the link has timers of its own.

// SetDeadline does nothing.
func (l *link) SetDeadline(time.Time) error { return nil }

// SetReadDeadline does nothing.
func (l *link) SetReadDeadline(time.Time) error { return nil }

// SetWriteDeadline does nothing.
func (l *link) SetWriteDeadline(time.Time) error { return nil }

// bucket is a token bucket that is used by one goroutine.
type bucket struct {
	rate, burst, level float64
	last               time.Time
}

func newBucket(rate, burst int) bucket {
	return bucket{rate: float64(rate), burst: float64(burst), level: float64(burst)}
}

func (b *bucket) fill(now time.Time) {
	if !b.last.IsZero() {
		b.level = min(b.burst, b.level+now.Sub(b.last).Seconds()*b.rate)
	}
	b.last = now
}

// debt takes n in any case and says how long to wait until they are paid for.
func (b *bucket) debt(n int, now time.Time) time.Duration {
	b.fill(now)
	b.level -= float64(n)
	if b.level >= 0 {
		return 0
	}
	return time.Duration(-b.level / b.rate * float64(time.Second))
}

// take takes as much of n as there is.
func (b *bucket) take(n int, now time.Time) int {
	b.fill(now)
	n = min(n, int(b.level))
	b.level -= float64(n)
	return n
}
