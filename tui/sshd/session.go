package sshd

import (
	"context"
	"io"
	"sync"
	"time"

	"github.com/charmbracelet/colorprofile"
	gossh "golang.org/x/crypto/ssh"

	"game-tui/sim/lazy"
	"game-tui/tui/cells/theme"
	"game-tui/tui/replay/location"
	"game-tui/tui/sshd/admission"
	"game-tui/tui/terminal"
)

const maxChannels = 8

// linger is how long a client may keep its connection after its session.
const linger = 2 * time.Second

func (s *Server) serveConnection(l *admission.Link) {
	conn, chans, reqs, err := gossh.NewServerConn(l, s.protocol(l))
	if err != nil {
		return
	}
	var parts sync.WaitGroup
	defer parts.Wait()
	parts.Go(func() { s.refuseRequests(l, reqs) })
	started := false
	opened := 0
	for nc := range chans {
		opened++
		switch {
		case opened > maxChannels:
			l.Drop(dropChannels)
		case nc.ChannelType() != "session": // port forwarding
			s.refused(l, "channel", nc.ChannelType())
			_ = nc.Reject(gossh.Prohibited, "only sessions here")
		case started:
			s.refused(l, "second session", "")
			_ = nc.Reject(gossh.ResourceShortage, "one session per connection")
		default:
			started = true
			parts.Go(func() { s.serveChannel(l, conn, nc) })
		}
	}
}

func (s *Server) refuseRequests(l *admission.Link, reqs <-chan *gossh.Request) {
	for req := range reqs {
		if req.Type == "tcpip-forward" || req.Type == "streamlocal-forward@openssh.com" {
			s.refused(l, "forwarding", req.Type)
		}
		_ = req.Reply(false, nil)
	}
}

// serveChannel handles the requests of a session's channel separately from the session, so that a
// flood of requests cannot block its end.
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
			s.work.Go(func() { s.session(r, ch) })
			continue
		case "pty-req":
			ok = !begun && r.setPty(&s.cfg.Limits, req.Payload)
		case "env":
			ok = !begun && r.setEnv(req.Payload)
		case "window-change":
			ok = r.pty && r.setWindow(&s.cfg.Limits, req.Payload)
		case "signal":
		default: // subsystems, agents, X11
			s.refused(l, "request", req.Type)
		}
		_ = req.Reply(ok, nil)
	}
}

func (s *Server) session(r *request, ch gossh.Channel) {
	// Give a client that stays after its session some time to leave.
	defer func() {
		select {
		case <-r.link.Context().Done():
		case <-time.After(linger):
		}
		r.link.Close()
	}()
	began := time.Now()
	s.finish(r, ch, s.runSession(r, ch).status)
	if r.link.InSession() {
		s.log.Info("leave", "remote", r.link.RemoteAddr().String(), "user", shorten(r.conn.User()),
			"after", time.Since(began).Round(time.Millisecond), "dropped", string(r.link.Reason()))
	}
}

// runSession runs the session if there is room and returns how it ended. It recovers from panics.
func (s *Server) runSession(r *request, ch gossh.Channel) (end *ending) {
	defer s.recovered("a session", func() { end = &ending{1, ""} })
	term := newTerminal(ch, r.link, s.cfg.Stall)
	if why := r.link.Start(""); why != "" {
		s.refused(r.link, "session", forOperator(why))
		term.text(string(why) + "\r\n")
		return &ending{1, ""}
	}
	if r.commandErr != nil {
		s.refused(r.link, "command", r.commandErr.Error())
		newTerminal(ch.Stderr(), r.link, s.cfg.Stall).text(r.commandErr.Error() + "\r\n")
		return &ending{2, ""}
	}
	r.cmd.Name = location.FindName(r.cmd.Name, s.hasMatch)
	s.counters.joins.Add(1)
	s.log.Info("join", "remote", r.link.RemoteAddr().String(), "user", shorten(r.conn.User()), "command", r.cmd.verb,
		"match", r.cmd.Name, "term", r.env["TERM"])
	if r.pty && !r.cmd.plain && (r.cmd.verb == "" || r.cmd.verb == "watch") {
		return s.newViewer(r, ch).run(ch)
	}
	s.work.Go(func() { _, _ = io.Copy(io.Discard, ch) }) // ignore input
	return s.print(r, ch, term)
}

func (s *Server) finish(r *request, ch gossh.Channel, status int) {
	late := time.AfterFunc(linger, func() { r.link.Drop(dropLingering) })
	defer late.Stop()
	_, _ = ch.SendRequest("exit-status", false, gossh.Marshal(struct{ Status uint32 }{uint32(status)}))
	_ = ch.Close()
}

// A request is what a client has requested on its channel. One goroutine fills it before the
// session starts; later only size changes.
type request struct {
	link       *admission.Link
	conn       gossh.Conn
	env        environ
	pty        bool
	cmd        command
	commandErr error           // why the command is invalid
	resize     chan [2]int     // capacity 1, the newest wins; also holds the first size
	ctx        context.Context // ends when the client closes the channel or the server closes
}

func (r *request) setSize(size [2]int) {
	select {
	case <-r.resize:
	default:
	}
	r.resize <- size
}

func (r *request) setCommand(req *gossh.Request) {
	r.cmd.Address = location.MatchAddress("")
	if req.Type == "shell" {
		return
	}
	var p struct{ Command string }
	if r.commandErr = gossh.Unmarshal(req.Payload, &p); r.commandErr == nil {
		r.cmd, r.commandErr = parseCommand(p.Command)
	}
}

func (r *request) setPty(limits *Limits, payload []byte) bool {
	var p struct {
		Term                      string
		Cols, Rows, Width, Height uint32
		Modes                     string
	}
	if r.pty || gossh.Unmarshal(payload, &p) != nil {
		return false
	}
	r.pty = true
	r.env["TERM"] = ""
	r.env.set("TERM", p.Term)
	r.setSize(limits.window(p.Cols, p.Rows))
	return true
}

func (r *request) setWindow(limits *Limits, payload []byte) bool {
	var p struct{ Cols, Rows, Width, Height uint32 }
	if gossh.Unmarshal(payload, &p) != nil {
		return false
	}
	r.setSize(limits.window(p.Cols, p.Rows))
	return true
}

func (r *request) setEnv(payload []byte) bool {
	var p struct{ Name, Value string }
	if gossh.Unmarshal(payload, &p) != nil || r.pty && p.Name == "TERM" {
		return false
	}
	return r.env.set(p.Name, p.Value)
}

const maxEnv = 64

// environ holds the client's variables that describe its terminal.
type environ map[string]string

func (e environ) set(name, value string) bool {
	if len(value) > maxEnv || !plainWord().MatchString(value) {
		return false
	}
	switch name {
	case "TERM", "COLORTERM", "LC_ALL", "LC_CTYPE", "LANG", "NO_COLOR", "REDUCE_MOTION":
		e[name] = value
		return true
	}
	return false
}

var plainWord = lazy.Regexp(`^[-+._@0-9A-Za-z]*$`)

// profile returns the colours of the terminal. Unknown ones get 16.
func (e environ) profile() theme.Profile {
	if e["NO_COLOR"] != "" && e["NO_COLOR"] != "0" {
		return theme.NoColor
	}
	env := []string{"TERM=" + e["TERM"]}
	if e["COLORTERM"] != "" {
		env = append(env, "COLORTERM="+e["COLORTERM"])
	}
	return theme.Detected(colorprofile.Env(env))
}

// highlightsChanges applies the command, then the environment, then the default.
func (r *request) highlightsChanges(others bool) bool {
	said := r.cmd.motion
	if said == "" && !others {
		said = "off"
	}
	on, _ := terminal.Motion(said, func(name string) string { return r.env[name] })
	return on
}

func (e environ) needsASCII() bool {
	return !terminal.UnicodeLocale(func(name string) string { return e[name] })
}
