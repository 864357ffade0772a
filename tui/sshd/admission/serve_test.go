package admission

import (
	"errors"
	"net"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// script is a listener that returns a connection after each failure.
type script struct {
	more     func() bool
	fail     bool // set if the last call failed
	failures int
}

func (s *script) Accept() (net.Conn, error) {
	if !s.more() {
		return nil, net.ErrClosed
	}
	if s.fail = !s.fail; s.fail {
		s.failures++
		return nil, errors.New("too many open files")
	}
	near, far := net.Pipe()
	far.Close()
	return near, nil
}

func (s *script) Close() error   { return nil }
func (s *script) Addr() net.Addr { return nil }

func TestAcceptFailuresAreLoggedOnceAMinute(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		events := 0
		a := New(Limits{HandshakeTimeout: time.Hour, Pending: 9, Sessions: 9}, func(Event) { events++ })
		began := time.Now()
		l := &script{more: func() bool { return time.Since(began) < 10*time.Minute }}
		var work sync.WaitGroup
		_ = a.Serve(t.Context(), l, &work, nil, func(*Link) {})
		work.Wait()
		if events != 10 || l.failures < 1000 {
			t.Errorf("got %d lines for %d failures in ten minutes, want one a minute", events, l.failures)
		}
	})
}

func TestClosedConnectionsAreNotDropped(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a := New(Limits{HandshakeTimeout: time.Hour, Pending: 9, Sessions: 9}, func(Event) {})
		l := mustEnter(t, a)
		l.Close()
		l.ResetHandshakeTimer(time.Second)
		time.Sleep(time.Minute) // takes no real time in a synctest bubble
		if got := a.Drops.Get(string(ReasonHandshake)); got != nil {
			t.Errorf("got %v dropped connections, want none", got)
		}
	})
}
