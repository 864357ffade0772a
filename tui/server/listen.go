package server

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"sync"
	"time"

	"charm.land/wish/v2"
	"github.com/charmbracelet/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// New makes a server; Serve runs it.
func New(cfg Config, source Source) (*Server, error) {
	if cfg.HostKey == nil {
		return nil, errors.New("a server needs a host key")
	}
	s := newServer(cfg, source)
	if !cfg.NoSpoiler {
		s.hub.learn()
	}
	if cfg.Desk != nil {
		s.desk = cfg.Desk(s.hub.extras.of(netip.Prefix{})) // for all watchers together
	}
	var err error
	s.ssh, err = wish.NewServer(
		wish.WithVersion("game-tui"),
		ssh.WrapConn(func(ctx ssh.Context, c net.Conn) net.Conn {
			ctx.SetValue(linkKey{}, c)
			return c
		}),
		s.authorize,
		s.configure,
	)
	if err != nil {
		return nil, fmt.Errorf("make the ssh server: %w", err)
	}
	return s, nil
}

// authorize lets in whom Auth knows; without it no login is asked for.
func (s *Server) authorize(srv *ssh.Server) error {
	a := s.cfg.Auth
	if a == nil {
		return nil
	}
	if a.keys != nil {
		if err := wish.WithPublicKeyAuth(func(ctx ssh.Context, key ssh.PublicKey) bool {
			return a.key(key, host(linkOf(ctx).RemoteAddr()))
		})(srv); err != nil {
			return err
		}
	}
	if a.passwords == nil {
		return nil
	}
	return wish.WithPasswordAuth(func(ctx ssh.Context, password string) bool {
		l := linkOf(ctx)
		return a.password(ctx.User(), password, l.network, l.gone)
	})(srv)
}

// configure sets up what the library would otherwise answer by itself: it has
// one kind of channel, and no requests of a connection.
func (s *Server) configure(srv *ssh.Server) error {
	srv.AddHostKey(s.cfg.HostKey)
	srv.ChannelHandlers = map[string]ssh.ChannelHandler{
		"session": s.serveChannel,
		"default": s.rejectChannel,
	}
	srv.RequestHandlers = map[string]ssh.RequestHandler{"default": s.refuseRequest}
	srv.ServerConfigCallback = func(ctx ssh.Context) *gossh.ServerConfig {
		l := linkOf(ctx)
		return &gossh.ServerConfig{
			PreAuthConnCallback: func(gossh.ServerPreAuthConn) {
				if s.cfg.Auth != nil && s.cfg.Auth.passwords != nil {
					l.extend(s.cfg.Login) // somebody has to type
				}
			},
			AuthLogCallback: func(_ gossh.ConnMetadata, method string, err error) {
				if err != nil && method != "none" { // which clients try to learn what there is
					s.refused(l, "login", method)
				}
			},
		}
	}
	return nil
}

// refuseRequest answers requests of a connection: forwarding of ports is one.
func (s *Server) refuseRequest(ctx ssh.Context, _ *ssh.Server, req *gossh.Request) (bool, []byte) {
	if req.Type == "tcpip-forward" || req.Type == "streamlocal-forward@openssh.com" {
		s.refused(linkOf(ctx), "forwarding", req.Type)
	}
	return false, nil
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
	s.end()
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
				s.ssh.HandleConn(k)
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
	s.once.Do(func() { close(s.closing) })
	empty := s.adm.close()
	late := time.NewTimer(grace)
	defer late.Stop()
	select {
	case <-empty:
	case <-late.C:
		s.adm.dropAll(dropClosing)
	}
}
