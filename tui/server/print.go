package server

import (
	"context"
	"errors"
	"io"
	"strings"

	gossh "golang.org/x/crypto/ssh"

	"game-tui/sim/clean"
	"game-tui/sim/record"
	"game-tui/tui"
	"game-tui/tui/lobby"
	"game-tui/tui/text"
	"game-tui/tui/where"
)

// print answers what needs no terminal: the list, a recording, or one round as text.
func (s *Server) print(r *request, ch gossh.Channel, out *terminal) *ending {
	ctx := r.ctx
	var err error
	w := io.Writer(out)
	if r.pty {
		w = crlf{out}
	}
	switch r.cmd.verb {
	case "help":
		_, err = io.WriteString(w, help)
	case "list":
		_, err = w.Write(lobby.AppendItems(nil, s.source.List()))
	case "fetch":
		err = s.source.Fetch(r.cmd.Name, w)
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
// happens from that round on.
func (s *Server) printMatch(ctx context.Context, r *request, w io.Writer) error {
	if r.cmd.plain && r.pty {
		return errTerminal
	}
	name := r.cmd.Name
	if name == "" {
		name = s.source.Only()
	}
	if name == "" {
		_, err := w.Write(lobby.AppendItems(nil, s.source.List()))
		return err
	}
	stream, err := s.hub.enter(ctx, name, r.link.network)
	if err != nil {
		return err
	}
	defer stream.exit()
	now, _ := stream.now()
	if err := r.cmd.Check(now.rec); err != nil {
		return err
	}
	if r.cmd.plain {
		return s.printLines(ctx, r, w, now.rec)
	}
	_, err = w.Write(text.AppendState(nil, now.rec, text.Round(now.rec, r.cmd.Round, s.cfg.NoSpoiler)))
	return err
}

// printLines prints what happens in a match as it is played, for as long as a session may
// last.
func (s *Server) printLines(ctx context.Context, r *request, w io.Writer, rec *record.Record) error {
	ctx, cancel := context.WithTimeout(ctx, s.cfg.Session)
	defer cancel()
	if err := where.CheckPlayer(rec.Meta(), r.cmd.me); err != nil {
		return err
	}
	return tui.Follow(ctx, w, rec, r.cmd.Round, int8(where.Player(rec.Meta(), r.cmd.me)))
}

// crlf ends lines as a terminal in raw mode needs it.
type crlf struct{ w io.Writer }

func (c crlf) Write(p []byte) (int, error) {
	if _, err := io.WriteString(c.w, strings.ReplaceAll(string(p), "\n", "\r\n")); err != nil {
		return 0, err
	}
	return len(p), nil
}
