package sshd

import (
	"context"
	"errors"
	"io"
	"net"
	"slices"
	"sync"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"game-tui/tui/replay/location"
	"game-tui/tui/sshd/admission"
	"game-tui/tui/view/lobby"
)

const maxChannels = 8

const lingerTimeout = 2 * time.Second

func (s *Server) serveConnection(l *admission.Link) {
	conn, chans, reqs, err := gossh.NewServerConn(l, s.serverConfig(l))
	if err != nil {
		return
	}
	var wg sync.WaitGroup
	defer wg.Wait()
	wg.Go(func() {
		for req := range reqs {
			if req.Type == "tcpip-forward" || req.Type == "streamlocal-forward@openssh.com" {
				s.countRefusal(l, "forwarding", req.Type)
			}
			_ = req.Reply(false, nil)
		}
	})
	started := false
	opened := 0
	for nc := range chans {
		opened++
		switch {
		case opened > maxChannels:
			l.Drop(dropChannels)
		case nc.ChannelType() != "session": // All other channel types are for forwarding.
			s.countRefusal(l, "channel", nc.ChannelType())
			_ = nc.Reject(gossh.Prohibited, "only sessions are supported")
		case started:
			s.countRefusal(l, "second session", "")
			_ = nc.Reject(gossh.ResourceShortage, "one session per connection")
		default:
			started = true
			wg.Go(func() { s.serveChannel(l, conn, nc) })
		}
	}
}

// serveChannel handles a channel's requests. The session has its own goroutine, so that a flood of
// requests cannot block it.
func (s *Server) serveChannel(l *admission.Link, conn gossh.Conn, nc gossh.NewChannel) {
	ch, reqs, err := nc.Accept()
	if err != nil {
		return
	}
	r := &request{link: l, conn: conn, env: environ{}, resize: make(chan [2]int, 1)}
	var cancel context.CancelFunc
	r.ctx, cancel = context.WithCancel(s.ctx)
	defer cancel()
	begun := false
	for req := range reqs {
		ok := false
		switch req.Type {
		case "shell", "exec":
			if begun {
				break
			}
			begun, ok = true, true
			r.setCommand(req)
			_ = req.Reply(true, nil)
			s.wg.Go(func() { s.serveSession(r, ch) })
			continue
		case "pty-req":
			ok = !begun && r.setPty(&s.cfg.Limits, req.Payload)
		case "env":
			var p struct{ Name, Value string }
			ok = !begun && gossh.Unmarshal(req.Payload, &p) == nil && (!r.hasPTY || p.Name != "TERM") && r.env.set(p.Name, p.Value)
		case "window-change":
			ok = r.hasPTY && r.setWindow(&s.cfg.Limits, req.Payload)
		case "signal":
		default: // Subsystems, agent forwarding and X11 are not supported.
			s.countRefusal(l, "request", req.Type)
		}
		_ = req.Reply(ok, nil)
	}
}

// serveSession runs a session and closes its channel. If the client does not disconnect within
// lingerTimeout, the connection is dropped.
func (s *Server) serveSession(r *request, ch gossh.Channel) {
	status := s.runSession(r, ch).exitStatus
	late := time.AfterFunc(lingerTimeout, func() { r.link.Drop(dropLingering) })
	defer late.Stop()
	_, _ = ch.SendRequest("exit-status", false, gossh.Marshal(struct{ Status uint32 }{uint32(status)}))
	_ = ch.Close()
	if !r.startTime.IsZero() {
		s.log.Info("leave", "remote", r.link.RemoteAddr().String(), "user", shorten(r.conn.User()),
			"after", time.Since(r.startTime).Round(time.Millisecond), "dropped", string(r.link.DropReason()))
	}
	<-r.link.Context().Done()
}

// runSession runs a session unless it is refused, and returns how it ended.
func (s *Server) runSession(r *request, ch gossh.Channel) (end *sessionEnd) {
	defer s.recoverPanic("in a session", func() { end = &sessionEnd{1, ""} })
	term := newTerminal(ch, r.link, s.cfg.StallTimeout)
	if why := r.link.StartSession(""); why != "" {
		flag := map[admission.Refusal]string{admission.RefusalFull: "--max-sessions: ", admission.RefusalAddress: "--max-per-address: "}[why]
		s.countRefusal(r.link, "session", flag+string(why))
		term.writeText(string(why) + "\r\n")
		return &sessionEnd{1, ""}
	}
	r.startTime = time.Now()
	fail := func(status int, text string) *sessionEnd {
		newTerminal(ch.Stderr(), r.link, s.cfg.StallTimeout).writeText(text + "\r\n")
		return &sessionEnd{status, ""}
	}
	if r.commandErr != nil {
		s.countRefusal(r.link, "command", r.commandErr.Error())
		return fail(2, r.commandErr.Error())
	}
	r.cmd.Name = location.CompleteName(r.cmd.Name, func(name string) bool {
		return slices.ContainsFunc(s.source.List(), func(it lobby.Item) bool { return it.Name == name })
	})
	s.counters.joins.Add(1)
	s.log.Info("join", "remote", r.link.RemoteAddr().String(), "user", shorten(r.conn.User()), "command", r.cmd.verb,
		"match", r.cmd.Name, "term", r.env["TERM"])
	if r.hasPTY && !r.cmd.plain && (r.cmd.verb == "" || r.cmd.verb == "watch") {
		return s.newViewer(r, ch).run(ch)
	}
	s.wg.Go(func() { _, _ = io.Copy(io.Discard, ch) }) // Printing commands ignore their input.
	if err := s.runCommand(r, term); err != nil {
		return fail(1, openErrorText(r.cmd.Name, err))
	}
	return endDisconnected
}

func (s *Server) serverConfig(l *admission.Link) *gossh.ServerConfig {
	a := s.cfg.Auth
	c := &gossh.ServerConfig{ServerVersion: "SSH-2.0-game-tui", NoClientAuth: a == nil}
	c.AddHostKey(s.cfg.HostKey)
	c.AuthLogCallback = func(_ gossh.ConnMetadata, method string, err error) {
		if err != nil && method != "none" { // Clients try "none" to learn the other methods.
			s.countRefusal(l, "login", method)
		}
	}
	if a != nil && a.keys != nil {
		c.PublicKeyCallback = func(_ gossh.ConnMetadata, key gossh.PublicKey) (*gossh.Permissions, error) {
			return authResult(a.acceptsKey(key, l.Host()))
		}
	}
	if a != nil && a.passwords != nil {
		c.PreAuthConnCallback = func(gossh.ServerPreAuthConn) { l.ResetHandshakeTimer(s.cfg.LoginTimeout) } // Allow time to type a password.
		c.PasswordCallback = func(conn gossh.ConnMetadata, password []byte) (*gossh.Permissions, error) {
			return authResult(a.acceptsPassword(l.Context(), conn.User(), string(password), l.Network))
		}
	}
	return c
}

func authResult(ok bool) (*gossh.Permissions, error) {
	if !ok {
		return nil, errors.New("permission denied")
	}
	return nil, nil
}

// Serve accepts connections until ctx is cancelled. It then waits up to grace for the sessions to
// end, and drops the rest.
func (s *Server) Serve(ctx context.Context, l net.Listener, grace time.Duration) error {
	// Small buffers reduce the delay of slow clients. Keep-alive probes detect clients that are
	// gone.
	tune := func(c net.Conn) {
		if tcp, ok := c.(*net.TCPConn); ok {
			_ = tcp.SetWriteBuffer(s.cfg.SendBuffer)
			_ = tcp.SetReadBuffer(16 << 10)
			_ = tcp.SetKeepAliveConfig(net.KeepAliveConfig{Enable: true, Idle: 30 * time.Second, Interval: 10 * time.Second, Count: 3})
		}
	}
	err := s.admission.Serve(ctx, l, &s.wg, tune, s.serveConnection)
	if ctx.Err() != nil {
		err = nil
	}
	s.cancel()
	select {
	case <-s.admission.Close():
	case <-time.After(grace):
		s.admission.DropAll(dropClosing)
	}
	s.wg.Wait()
	return err
}
