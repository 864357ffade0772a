package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"
	"text/tabwriter"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"game-tui/sim/clean"
	"game-tui/tui"
	"game-tui/tui/text"
	"game-tui/tui/where"
)

// session serves one session from its start to the end of its connection.
func (s *Server) session(r *request, ch gossh.Channel) {
	// A client whose session has ended and that stays has a little time to go.
	defer func() {
		select {
		case <-r.gone:
		case <-r.link.gone:
		case <-time.After(linger):
		}
		r.link.Close()
	}()
	began := time.Now()
	s.finish(r, ch, s.guarded(r, ch).status)
	if r.link.session {
		s.log.Info("leave", "remote", r.link.RemoteAddr().String(), "user", short(r.user),
			"after", time.Since(began).Round(time.Millisecond), "dropped", string(r.link.reason()))
	}
}

// guarded runs the session; a panic in it ends nothing else.
func (s *Server) guarded(r *request, ch gossh.Channel) (end *ending) {
	defer func() {
		if v := recover(); v != nil {
			s.hub.broke("a session", v, debug.Stack())
			end = &ending{1, ""}
		}
	}()
	return s.admitted(r, ch)
}

// admitted runs the session if there is room for it, and returns how it ended.
func (s *Server) admitted(r *request, ch gossh.Channel) *ending {
	term := newTerminal(ch, r.link, s.cfg.Stall)
	if why := s.adm.start(r.link); why != "" {
		s.refused(r.link, "session", why.forOperator())
		term.text(string(why) + "\r\n")
		return &ending{1, ""}
	}
	r.link.disarm()
	if r.bad != nil {
		s.refused(r.link, "command", r.bad.Error())
		_, _ = io.WriteString(newTerminal(ch.Stderr(), r.link, s.cfg.Stall), r.bad.Error()+"\r\n")
		return &ending{2, ""}
	}
	r.cmd.Name = where.Find(r.cmd.Name, s.known)
	s.count.joins.Add(1)
	s.log.Info("join", "remote", r.link.RemoteAddr().String(), "user", short(r.user), "command", r.cmd.verb,
		"match", r.cmd.Name, "term", r.env.term)
	if r.pty && !r.cmd.plain && (r.cmd.verb == "" || r.cmd.verb == "watch") {
		return s.newWatcher(r, ch).run(ch)
	}
	s.spawn(func() { _, _ = io.Copy(io.Discard, ch) }) // what is typed means nothing
	return s.print(r, ch, term)
}

// finish tells the client how the session ended and closes its channel.
func (s *Server) finish(r *request, ch gossh.Channel, status int) {
	late := time.AfterFunc(linger, func() { r.link.drop(dropLinger) })
	defer late.Stop()
	_, _ = ch.SendRequest("exit-status", false, gossh.Marshal(struct{ Status uint32 }{uint32(status)}))
	_ = ch.Close()
}

// print answers what needs no terminal: the list, a recording, or one round as text.
func (s *Server) print(r *request, ch gossh.Channel, out *terminal) *ending {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	s.spawn(func() {
		select {
		case <-r.gone:
		case <-r.link.gone:
		case <-s.closing:
		case <-ctx.Done():
		}
		cancel()
	})
	var err error
	w := io.Writer(out)
	if r.pty {
		w = crlf{out}
	}
	switch r.cmd.verb {
	case "help":
		_, err = io.WriteString(w, help)
	case "list":
		_, err = w.Write(s.listText())
	case "fetch":
		err = s.source.Fetch(ctx, r.cmd.Name, w)
	case "export":
		err = s.export(ctx, r, w)
	default:
		err = s.printMatch(ctx, r, w)
	}
	if err == nil {
		err = out.err
	}
	if err == nil {
		return &ending{0, ""}
	}
	text := err.Error()
	if errors.Is(err, ErrNotFound) {
		text = "there is no match " + r.cmd.Name + " here; ssh HOST list shows what there is"
	}
	newTerminal(ch.Stderr(), r.link, s.cfg.Stall).text(clean.Short(text, maxLine) + "\r\n")
	return &ending{1, ""}
}

// errTerminal refuses lines that somebody at a terminal could not end with a key.
var errTerminal = errors.New("--plain prints lines and takes no keys; leave out -t")

// printMatch prints the board of a round, by default the newest one; or, in lines, what
// happens from that round on, for as long as a session may last.
func (s *Server) printMatch(ctx context.Context, r *request, w io.Writer) error {
	if r.cmd.plain && r.pty {
		return errTerminal
	}
	name := r.cmd.Name
	if name == "" {
		name = s.source.Only()
	}
	if name == "" {
		_, err := w.Write(s.listText())
		return err
	}
	stream, err := s.hub.enter(name, r.link.place, r.link.gone, s.closing)
	if err != nil {
		return err
	}
	defer stream.exit()
	rec, _ := stream.now()
	if err := r.cmd.Check(rec); err != nil {
		return err
	}
	if r.cmd.plain {
		ctx, cancel := context.WithTimeout(ctx, s.cfg.Session)
		defer cancel()
		m := stream.matches.of(rec)
		if err := m.CheckMe(r.cmd.me); err != nil {
			return err
		}
		return tui.Follow(ctx, w, rec, r.cmd.Round, m.Front(r.cmd.me)-1)
	}
	_, err = w.Write(text.AppendState(nil, rec, text.Round(rec, r.cmd.Round, s.cfg.NoSpoiler)))
	return err
}

// listText is the lobby as text.
func (s *Server) listText() []byte {
	var b bytes.Buffer
	items := s.source.List()
	table := tabwriter.NewWriter(&b, 0, 0, 3, ' ', 0)
	for i := range items {
		it := &items[i]
		fmt.Fprintf(table, "%s\t%s\t%s\n", it.Name, clean.Line(it.Stand()), clean.Line(it.About()))
	}
	table.Flush()
	if len(items) == 0 {
		return []byte("nothing to watch yet\n")
	}
	return b.Bytes()
}

// maxLine bounds what a visitor is told of an error, in bytes.
const maxLine = 400

// crlf ends lines as a terminal in raw mode needs it.
type crlf struct{ w io.Writer }

func (c crlf) Write(p []byte) (int, error) {
	if _, err := io.WriteString(c.w, strings.ReplaceAll(string(p), "\n", "\r\n")); err != nil {
		return 0, err
	}
	return len(p), nil
}
