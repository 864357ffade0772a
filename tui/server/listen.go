package server

import (
	"context"
	"errors"
	"net"
	"sync"
	"time"

	gossh "golang.org/x/crypto/ssh"
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
		c.PreAuthConnCallback = func(gossh.ServerPreAuthConn) { l.extend(s.cfg.Login) } // somebody has to type
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
	var links sync.WaitGroup
	err := s.accept(ctx, l, &links)
	if ctx.Err() != nil {
		err = nil
	}
	s.shutdown(grace)
	links.Wait()
	s.work.Wait()
	s.hub.close()
	return err
}

// accept runs until the listener is closed.
func (s *Server) accept(ctx context.Context, l net.Listener, links *sync.WaitGroup) error {
	var pause time.Duration
	for {
		c, err := l.Accept()
		if errors.Is(err, net.ErrClosed) {
			return err
		}
		if err != nil { // out of descriptors: it passes when others leave
			pause = min(max(2*pause, 5*time.Millisecond), time.Second)
			s.log.Warn("accept", "error", err)
			select {
			case <-time.After(pause):
			case <-ctx.Done():
			}
			continue
		}
		pause = 0
		k := s.adm.enter(c)
		if k == nil {
			s.count.dropped(dropCrowded)
			c.Close()
			continue
		}
		tune(c, s.cfg.Output)
		links.Go(func() {
			defer k.Close()
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

// shutdown tells everybody, waits until they have gone, and cuts those who have not.
func (s *Server) shutdown(grace time.Duration) {
	s.close()
	empty := s.adm.close()
	late := time.NewTimer(grace)
	defer late.Stop()
	select {
	case <-empty:
	case <-late.C:
		s.adm.dropAll(dropClosing)
	}
}
