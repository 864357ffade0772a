package sshd

import (
	"context"
	"errors"
	"net"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"game-tui/sim/sanitize"
	"game-tui/tui/sshd/admission"
)

func (s *Server) protocol(l *admission.Link) *gossh.ServerConfig {
	a := s.cfg.Auth
	c := &gossh.ServerConfig{ServerVersion: "SSH-2.0-game-tui", NoClientAuth: a == nil}
	c.AddHostKey(s.cfg.HostKey)
	c.AuthLogCallback = func(_ gossh.ConnMetadata, method string, err error) {
		if err != nil && method != "none" { // clients send "none" to learn the methods
			s.refused(l, "login", method)
		}
	}
	if a != nil && a.keys != nil {
		c.PublicKeyCallback = func(_ gossh.ConnMetadata, key gossh.PublicKey) (*gossh.Permissions, error) {
			return granted(a.key(key, l.Host()))
		}
	}
	if a != nil && a.passwords != nil {
		c.PreAuthConnCallback = func(gossh.ServerPreAuthConn) { l.Extend(s.cfg.Login) } // time to type a password
		c.PasswordCallback = func(conn gossh.ConnMetadata, password []byte) (*gossh.Permissions, error) {
			return granted(a.password(l.Context(), conn.User(), string(password), l.Network))
		}
	}
	return c
}

func granted(ok bool) (*gossh.Permissions, error) {
	if !ok {
		return nil, errors.New("permission denied")
	}
	return nil, nil
}

// Serve accepts connections until ctx ends, then ends all sessions within grace.
func (s *Server) Serve(ctx context.Context, l net.Listener, grace time.Duration) error {
	err := s.accept(ctx, l)
	if ctx.Err() != nil {
		err = nil
	}
	s.shutdown(grace)
	s.work.Wait()
	for what, n := range s.panics.Repeats() {
		s.log.Error("broke again", "what", what, "times", n)
	}
	return err
}

func (s *Server) accept(ctx context.Context, l net.Listener) error {
	return s.admission.Serve(ctx, l, &s.work, func(c net.Conn) { tune(c, s.cfg.Output) }, s.serveConnection)
}

// tune keeps kernel buffers small, since buffered output is shown late, and detects clients that
// vanish.
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

func (s *Server) shutdown(grace time.Duration) {
	s.close()
	empty := s.admission.Close()
	select {
	case <-empty:
	case <-time.After(grace):
		s.admission.DropAll(dropClosing)
	}
}

func (s *Server) refused(l *admission.Link, what, detail string) {
	s.counters.refusals.Add(what, 1)
	l.Report(what, detail)
}

func (s *Server) report(e admission.Event) {
	switch {
	case e.Remote == "" && e.Times > 0:
		s.log.Warn("accept again", "times", e.Times)
	case e.Remote == "":
		s.log.Warn("accept", "error", e.Detail)
	case e.Times > 0:
		s.log.Info("refuse again", "remote", e.Remote, "what", e.What, "times", e.Times)
	default:
		s.log.Info("refuse", "remote", e.Remote, "what", e.What, "detail", sanitize.Truncate(e.Detail, maxLine))
	}
}

// forOperator returns a refusal for the log, with the flag that raises the limit, if any.
func forOperator(r admission.Refusal) string {
	return map[admission.Refusal]string{admission.Full: "--max-sessions: ", admission.Address: "--max-per-address: "}[r] + string(r)
}

// Bytes per second that a connection may send, and at once, including encryption.
const (
	wireRate  = 64 << 10
	wireBurst = 256 << 10
)
