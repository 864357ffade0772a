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

const linger = 2 * time.Second

func (s *Server) serveConnection(l *admission.Link) {
	conn, chans, reqs, err := gossh.NewServerConn(l, s.protocol(l))
	if err != nil {
		return
	}
	var parts sync.WaitGroup
	defer parts.Wait()
	parts.Go(func() {
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
			parts.Go(func() { s.serveChannel(l, conn, nc) })
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
	r.ctx, cancel = context.WithCancel(s.closing)
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
			s.work.Go(func() { s.serveSession(r, ch) })
			continue
		case "pty-req":
			ok = !begun && r.setPty(&s.cfg.Limits, req.Payload)
		case "env":
			var p struct{ Name, Value string }
			ok = !begun && gossh.Unmarshal(req.Payload, &p) == nil && (!r.pty || p.Name != "TERM") && r.env.set(p.Name, p.Value)
		case "window-change":
			ok = r.pty && r.setWindow(&s.cfg.Limits, req.Payload)
		case "signal":
		default: // Subsystems, agent forwarding and X11 are not supported.
			s.countRefusal(l, "request", req.Type)
		}
		_ = req.Reply(ok, nil)
	}
}

// serveSession runs a session and closes its channel. If the client does not disconnect within linger,
// the connection is dropped.
func (s *Server) serveSession(r *request, ch gossh.Channel) {
	status := s.runSession(r, ch).status
	late := time.AfterFunc(linger, func() { r.link.Drop(dropLingering) })
	defer late.Stop()
	_, _ = ch.SendRequest("exit-status", false, gossh.Marshal(struct{ Status uint32 }{uint32(status)}))
	_ = ch.Close()
	if !r.began.IsZero() {
		s.log.Info("leave", "remote", r.link.RemoteAddr().String(), "user", shorten(r.conn.User()),
			"after", time.Since(r.began).Round(time.Millisecond), "dropped", string(r.link.Reason()))
	}
	<-r.link.Context().Done()
}

// runSession runs a session unless it is refused, and returns how it ended.
func (s *Server) runSession(r *request, ch gossh.Channel) (end *ending) {
	defer s.recoverPanic("in a session", func() { end = &ending{1, ""} })
	term := newTerminal(ch, r.link, s.cfg.Stall)
	if why := r.link.Start(""); why != "" {
		flag := map[admission.Refusal]string{admission.RefusalFull: "--max-sessions: ", admission.RefusalAddress: "--max-per-address: "}[why]
		s.countRefusal(r.link, "session", flag+string(why))
		term.writeText(string(why) + "\r\n")
		return &ending{1, ""}
	}
	r.began = time.Now()
	fail := func(status int, text string) *ending {
		newTerminal(ch.Stderr(), r.link, s.cfg.Stall).writeText(text + "\r\n")
		return &ending{status, ""}
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
	if r.pty && !r.cmd.plain && (r.cmd.verb == "" || r.cmd.verb == "watch") {
		return s.newViewer(r, ch).run(ch)
	}
	s.work.Go(func() { _, _ = io.Copy(io.Discard, ch) }) // Printing commands ignore their input.
	if err := s.runCommand(r, term); err != nil {
		return fail(1, notOpenedText(r.cmd.Name, err))
	}
	return endDisconnected
}

func (s *Server) protocol(l *admission.Link) *gossh.ServerConfig {
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
		c.PreAuthConnCallback = func(gossh.ServerPreAuthConn) { l.Extend(s.cfg.Login) } // Allow time to type a password.
		c.PasswordCallback = func(conn gossh.ConnMetadata, password []byte) (*gossh.Permissions, error) {
			return authResult(a.checkPassword(l.Context(), conn.User(), string(password), l.Network))
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
			_ = tcp.SetWriteBuffer(s.cfg.Output)
			_ = tcp.SetReadBuffer(16 << 10)
			_ = tcp.SetKeepAliveConfig(net.KeepAliveConfig{Enable: true, Idle: 30 * time.Second, Interval: 10 * time.Second, Count: 3})
		}
	}
	err := s.admission.Serve(ctx, l, &s.work, tune, s.serveConnection)
	if ctx.Err() != nil {
		err = nil
	}
	s.close()
	select {
	case <-s.admission.Close():
	case <-time.After(grace):
		s.admission.DropAll(dropClosing)
	}
	s.work.Wait()
	return err
}
