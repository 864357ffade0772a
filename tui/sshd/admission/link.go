package admission

import (
	"context"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"game-tui/sim/sanitize"
)

// A Refusal is the message for a client that is denied a session.
type Refusal string

const (
	RefusalFull     Refusal = "the server is full; try again later"
	RefusalReserved Refusal = "the remaining places are reserved; try again later"
	RefusalAddress  Refusal = "too many connections from your address; try again later"
	RefusalClosing  Refusal = "the server is shutting down; try again later"
	RefusalGone     Refusal = "gone"
)

// A Reason labels dropped connections in metrics.
type Reason string

const (
	ReasonHandshake Reason = "handshake"
	ReasonCrowded   Reason = "crowded"
)

// A Link is an accepted connection with a time limit for login and a rate limit for input.
type Link struct {
	net.Conn
	Network netip.Prefix

	adm          *Admission
	pendingSince time.Time // guarded by Admission.mu
	inputLimit   *rate.Limiter
	ctx          context.Context
	cancel       context.CancelFunc
	closeOnce    sync.Once
	dropReason   atomic.Value // a Reason, or nil if the server has not dropped the link
	events       sanitize.Tally

	handshakeTimer *time.Timer

	admitted              chan struct{} // closed when the handshake may begin
	refusal               Refusal
	isPending, hasSession bool // guarded by Admission.mu
	group                 string
}

func (l *Link) Context() context.Context { return l.ctx }

func (l *Link) ResetHandshakeTimer(d time.Duration) {
	l.handshakeTimer.Reset(d)
	if l.ctx.Err() != nil { // The link was closed, so stop the timer again.
		l.handshakeTimer.Stop()
	}
}

// StartSession begins a session for a member of a group, or returns a refusal. The last free places are
// reserved for groups without a session; see Limits.Groups.
func (l *Link) StartSession(group string) Refusal {
	a := l.adm
	a.mu.Lock()
	defer a.mu.Unlock()
	_, registered := a.links[l]
	free := a.limits.Sessions - a.sessionCount
	switch {
	case !registered:
		return RefusalGone
	case a.closing:
		return RefusalClosing
	case l.refusal != "":
		return l.refusal // The link stays pending, so refused clients count against the limits, too.
	case free <= 0:
		return RefusalFull
	case a.limits.Groups > 0 && a.sessionsByGroup[group] > 0 && free <= a.limits.Groups-len(a.sessionsByGroup):
		return RefusalReserved
	}
	a.dequeue(l)
	l.hasSession, l.group = true, group
	l.handshakeTimer.Stop()
	a.sessionCount++
	a.sessionsByNetwork[l.Network]++
	a.sessionsByGroup[group]++
	a.admit()
	return ""
}

func (l *Link) Report(kind, detail string) {
	if l.ctx.Err() == nil && l.events.Add(kind) {
		l.adm.log(Event{Remote: l.RemoteAddr().String(), Kind: kind, Detail: detail})
	}
}

// Drop closes the connection. Only the reason of the first call is recorded.
func (l *Link) Drop(reason Reason) {
	if l.dropReason.CompareAndSwap(nil, reason) {
		l.adm.Drops.Add(string(reason), 1)
	}
	l.Close()
}

func (l *Link) DropReason() Reason {
	why, _ := l.dropReason.Load().(Reason)
	return why
}

func (l *Link) Close() error {
	var err error
	l.closeOnce.Do(func() {
		l.cancel()
		l.handshakeTimer.Stop()
		err = l.Conn.Close()
		l.adm.unregister(l)
	})
	return err
}

func (l *Link) Read(p []byte) (int, error) {
	n, err := l.Conn.Read(p[:min(len(p), l.inputLimit.Burst())])
	l.adm.BytesIn.Add(int64(n))
	_ = l.inputLimit.WaitN(l.ctx, n) // WaitN fails only if the link is closed.
	return n, err
}

func (l *Link) Write(p []byte) (int, error) {
	n, err := l.Conn.Write(p)
	l.adm.BytesOut.Add(int64(n))
	return n, err
}

func (l *Link) Host() netip.Addr { return host(l.RemoteAddr()) }

func host(a net.Addr) netip.Addr {
	tcp, ok := a.(*net.TCPAddr)
	if !ok {
		return netip.Addr{}
	}
	return tcp.AddrPort().Addr().Unmap().WithZone("")
}

// networkOf returns the network that counts as one address: an IPv4 host or an IPv6 /64.
func networkOf(a net.Addr) netip.Prefix {
	ip := host(a)
	bits := 32
	if ip.Is6() {
		bits = 64
	}
	p, _ := ip.Prefix(bits)
	return p
}
