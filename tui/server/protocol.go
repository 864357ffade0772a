package server

import (
	"time"

	"github.com/charmbracelet/ssh"
	gossh "golang.org/x/crypto/ssh"

	"game-tui/tui/where"
)

// maxChannels is the number of channels that a connection may try to open; a
// client needs one.
const maxChannels = 8

// linger is how long a client that has been told that its session is over may
// keep its connection.
const linger = 2 * time.Second

// rejectChannel turns down all kinds of channels but sessions: forwarding.
func (s *Server) rejectChannel(_ *ssh.Server, _ *gossh.ServerConn, nc gossh.NewChannel, ctx ssh.Context) {
	l := linkOf(ctx)
	s.refused(l, "channel", nc.ChannelType())
	_ = nc.Reject(gossh.Prohibited, "only sessions here")
	if l.opened.Add(1) > maxChannels {
		l.drop(dropChannels)
	}
}

// request is what a client has asked for on its channel. One goroutine fills
// it before the session starts; from then on only size changes.
type request struct {
	link   *link
	conn   gossh.Conn
	user   string
	env    environ
	pty    bool
	cmd    command
	bad    error         // why the command is none
	resize chan [2]int   // newest wins; holds the first size too
	gone   chan struct{} // closed when the client has closed the channel
}

// setSize keeps the newest size. Only the goroutine that reads requests calls it.
func (r *request) setSize(w, h int) {
	select {
	case <-r.resize:
	default:
	}
	r.resize <- [2]int{w, h}
}

// serveChannel owns the requests of a session's channel from first to last, so
// that a client that sends many of them holds up nothing, not even its end.
func (s *Server) serveChannel(_ *ssh.Server, conn *gossh.ServerConn, nc gossh.NewChannel, ctx ssh.Context) {
	l := linkOf(ctx)
	if l.opened.Add(1) > maxChannels {
		l.drop(dropChannels)
		return
	}
	if !l.started.CompareAndSwap(false, true) {
		s.refused(l, "second session", "")
		_ = nc.Reject(gossh.ResourceShortage, "one session per connection")
		return
	}
	ch, reqs, err := nc.Accept()
	if err != nil {
		return
	}
	r := &request{link: l, conn: conn, user: conn.User(), resize: make(chan [2]int, 1), gone: make(chan struct{})}
	defer close(r.gone)
	begun := false
	for req := range reqs {
		ok := false
		switch req.Type {
		case "shell", "exec":
			if begun {
				break
			}
			begun, ok = true, true
			r.ask(req)
			_ = req.Reply(true, nil)
			s.spawn(func() { s.session(r, ch) })
			continue
		case "pty-req":
			ok = !begun && s.takePty(r, req.Payload)
		case "env":
			ok = !begun && takeEnv(r, req.Payload)
		case "window-change":
			ok = r.pty && s.takeWindow(r, req.Payload)
		case "signal":
		default: // subsystems, agents, X11
			s.refused(l, "request", req.Type)
		}
		_ = req.Reply(ok, nil)
	}
}

// ask reads the command of a shell or exec request.
func (r *request) ask(req *gossh.Request) {
	r.cmd.Place = where.Whole("")
	if req.Type == "shell" {
		return
	}
	var p struct{ Command string }
	if r.bad = gossh.Unmarshal(req.Payload, &p); r.bad == nil {
		r.cmd, r.bad = parseCommand(p.Command)
	}
}

func (s *Server) takePty(r *request, payload []byte) bool {
	var p struct {
		Term                      string
		Cols, Rows, Width, Height uint32
		Modes                     string
	}
	if r.pty || gossh.Unmarshal(payload, &p) != nil {
		return false
	}
	r.pty = true
	r.env.term = ""
	r.env.set("TERM", p.Term)
	r.setSize(s.cfg.clamp(p.Cols, p.Rows))
	return true
}

func (s *Server) takeWindow(r *request, payload []byte) bool {
	var p struct{ Cols, Rows, Width, Height uint32 }
	if gossh.Unmarshal(payload, &p) != nil {
		return false
	}
	r.setSize(s.cfg.clamp(p.Cols, p.Rows))
	return true
}

// takeEnv takes over the few variables that say what the terminal shows. What
// the request for a terminal says of it counts more.
func takeEnv(r *request, payload []byte) bool {
	var p struct{ Name, Value string }
	if gossh.Unmarshal(payload, &p) != nil || r.pty && p.Name == "TERM" {
		return false
	}
	return r.env.set(p.Name, p.Value)
}
