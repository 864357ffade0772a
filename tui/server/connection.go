package server

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	gossh "golang.org/x/crypto/ssh"
	"golang.org/x/time/rate"

	"game-tui/sim/clean"
)

// protocol is what a connection may do until it has logged in.
func (s *Server) protocol(l *link) *gossh.ServerConfig {
	a := s.cfg.Auth
	c := &gossh.ServerConfig{ServerVersion: "SSH-2.0-game-tui", NoClientAuth: a == nil}
	c.AddHostKey(s.cfg.HostKey)
	c.AuthLogCallback = func(_ gossh.ConnMetadata, method string, err error) {
		if err != nil && method != "none" { // which clients try to learn what there is
			s.refused(l, "login", method)
		}
	}
	if a != nil && a.keys != nil {
		c.PublicKeyCallback = func(_ gossh.ConnMetadata, key gossh.PublicKey) (*gossh.Permissions, error) {
			return granted(a.key(key, host(l.RemoteAddr())))
		}
	}
	if a != nil && a.passwords != nil {
		c.PreAuthConnCallback = func(gossh.ServerPreAuthConn) { l.timer.Reset(s.cfg.Login) } // somebody has to type
		c.PasswordCallback = func(conn gossh.ConnMetadata, password []byte) (*gossh.Permissions, error) {
			return granted(a.password(l.ctx, conn.User(), string(password), l.network))
		}
	}
	return c
}

// granted is the answer to an attempt to log in.
func granted(ok bool) (*gossh.Permissions, error) {
	if !ok {
		return nil, errors.New("permission denied")
	}
	return nil, nil
}

// Serve takes connections until ctx ends, then ends all sessions and
// returns within grace.
func (s *Server) Serve(ctx context.Context, l net.Listener, grace time.Duration) error {
	stop := context.AfterFunc(ctx, func() { l.Close() })
	defer stop()
	err := s.accept(ctx, l)
	if ctx.Err() != nil {
		err = nil
	}
	s.shutdown(grace)
	s.work.Wait()
	for what, n := range s.panics.More() {
		s.log.Error("broke again", "what", what, "times", n)
	}
	return err
}

// acceptPause is how long nobody is let in where that has failed.
const acceptPause = 100 * time.Millisecond

// accept runs until the listener is closed.
func (s *Server) accept(ctx context.Context, l net.Listener) error {
	var failed clean.Tally
	for {
		c, err := l.Accept()
		if errors.Is(err, net.ErrClosed) {
			return err
		}
		if err != nil { // out of descriptors: it passes when others leave
			if failed.Add(err.Error()) {
				s.log.Warn("accept", "error", err)
			}
			select {
			case <-time.After(acceptPause):
			case <-ctx.Done():
			}
			continue
		}
		for why, n := range failed.More() {
			s.log.Warn("accept again", "error", why, "times", n)
		}
		k := s.adm.enter(c)
		if k == nil {
			s.count.drops.Add(string(dropCrowded), 1)
			c.Close()
			continue
		}
		tune(c, s.cfg.Output)
		s.work.Go(func() {
			defer k.Close()
			defer s.summarize(k)
			if k.wait() {
				s.converse(k)
			}
		})
	}
}

// tune makes the kernel hold little for a client that is slow, since what it
// holds is shown late, and notice one that has vanished.
func tune(c net.Conn, output int) {
	tcp, ok := c.(*net.TCPConn)
	if !ok {
		return
	}
	_ = tcp.SetWriteBuffer(output)
	_ = tcp.SetReadBuffer(16 << 10)
	_ = tcp.SetKeepAliveConfig(net.KeepAliveConfig{
		Enable: true, Idle: 30 * time.Second, Interval: 10 * time.Second, Count: 3})
}

// shutdown ends all sessions, waits until the clients have gone, and cuts those who have not.
func (s *Server) shutdown(grace time.Duration) {
	s.close()
	empty := s.adm.close()
	select {
	case <-empty:
	case <-time.After(grace):
		s.adm.dropAll(dropClosing)
	}
}

// refusal says why a client may not watch. It is shown in its session, since a
// client shows nothing that comes before it has logged in.
type refusal string

const (
	refuseFull    refusal = "full, try again later"
	refuseAddress refusal = "too many connections from your address, try again later"
	refuseGone    refusal = "gone" // nobody is there to read it
	refuseClosing refusal = "the server is closing down, try again later"
)

// forOperator is the refusal behind the flag that lets in more, where there is one.
func (r refusal) forOperator() string {
	return map[refusal]string{refuseFull: "--max-sessions: ", refuseAddress: "--max-per-address: "}[r] + string(r)
}

// Bytes a second that a connection may send us, encryption and requests of all
// kinds included, and how much at once. A flood waits in the client's own kernel.
const (
	wireRate  = 64 << 10
	wireBurst = 256 << 10
)

// host is the address of a client; the zero Addr where it has none.
func host(a net.Addr) netip.Addr {
	tcp, ok := a.(*net.TCPAddr)
	if !ok {
		return netip.Addr{}
	}
	return tcp.AddrPort().Addr().Unmap().WithZone("")
}

// networkOf is the network that counts as one address: a host of IPv4, and what one
// customer gets of IPv6.
func networkOf(a net.Addr) netip.Prefix {
	ip := host(a)
	bits := 32
	if ip.Is6() {
		bits = 64
	}
	p, _ := ip.Prefix(bits)
	return p
}

// link is one TCP connection, from accept to close. It bounds what the layers
// above would not: the time without a session, and the bytes that come in.
type link struct {
	net.Conn
	adm     *admission
	network netip.Prefix // that counts as one address
	since   time.Time    // when the handshake began; guarded by admission
	in      *rate.Limiter

	refusals clean.Tally     // by what was asked for
	ctx      context.Context // ends when it is closed
	cancel   context.CancelFunc
	once     sync.Once
	why      atomic.Value // dropReason; nil where the client left

	timer *time.Timer // runs until there is a session

	admitted         chan struct{} // closed when the handshake may begin
	refuse           refusal       // set by admission
	pending, session bool          // guarded by admission
}

func (a *admission) newLink(c net.Conn) *link {
	l := &link{Conn: c, adm: a, network: networkOf(c.RemoteAddr()),
		in: rate.NewLimiter(wireRate, wireBurst), admitted: make(chan struct{})}
	l.ctx, l.cancel = context.WithCancel(context.Background())
	l.timer = time.AfterFunc(time.Hour, func() { l.drop(dropHandshake) })
	l.timer.Reset(a.limits.Handshake) // not before timer is set, which the function uses
	return l
}

// wait returns true when the handshake may begin, for which the time counts from
// then on, and false when the connection is gone.
func (l *link) wait() bool {
	select {
	case <-l.admitted:
	case <-l.ctx.Done():
		return false
	}
	l.timer.Reset(l.adm.limits.Handshake)
	if l.ctx.Err() != nil { // just now: its timer runs no more
		l.timer.Stop()
		return false
	}
	return true
}

// drop cuts the connection; the first reason counts.
func (l *link) drop(why dropReason) {
	if l.why.CompareAndSwap(nil, why) {
		l.adm.count.drops.Add(string(why), 1)
	}
	l.Close()
}

// Close closes the connection, which counts no more.
func (l *link) Close() error {
	var err error
	l.once.Do(func() {
		l.cancel()
		l.timer.Stop()
		err = l.Conn.Close()
		l.adm.leave(l)
	})
	return err
}

// Read reads at most at the rate of the wire.
func (l *link) Read(p []byte) (int, error) {
	n, err := l.Conn.Read(p[:min(len(p), wireBurst)])
	l.adm.count.in.Add(int64(n))
	_ = l.in.WaitN(l.ctx, n) // an error is that of a connection that is closed
	return n, err
}

func (l *link) Write(p []byte) (int, error) {
	n, err := l.Conn.Write(p)
	l.adm.count.out.Add(int64(n))
	return n, err
}
