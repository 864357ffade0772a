package server

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"game-tui/sim/record"
	"game-tui/tui/branch"
	"game-tui/tui/compare"
	"game-tui/tui/film"
	"game-tui/tui/location"
	"game-tui/tui/shell"
	"game-tui/tui/ui"
)

// abilities returns what is possible over SSH for a match.
func (w *watcher) abilities(name string) *ui.Abilities {
	cannot := map[ui.Capability]string{ui.CanSuspend: "", ui.CanNext: "", ui.CanSteer: "", ui.CanCoach: "game-tui coach PLAYER does it on a machine of your own", ui.CanWrite: "ssh HOST fetch " + name + " gets it"}
	if w.srv.desk == nil {
		cannot[ui.CanAnalyse] = ""
	}
	if !w.srv.plays() {
		cannot[ui.CanBranch] = ""
	}
	return &ui.Abilities{Cannot: cannot, Back: w.srv.cfg.Back}
}

// apply passes an input to the program and carries out its effect.
func (w *watcher) apply(in ui.Input) {
	p, effect := w.Program.Update(in)
	if _, left := effect.Ask.(ui.ViewClosed); left {
		w.Program = p // the effect settles it in its new stream
	} else {
		w.settle(p)
	}
	w.carryOut(effect)
}

// carryOut does what the program asks for. It has a case for each kind of request.
func (w *watcher) carryOut(e ui.Effect) {
	switch ask := e.Ask.(type) {
	case ui.Quit:
		w.end = endQuit
	case ui.ViewClosed: // back to the home stream
		w.Cancel()
		w.leaveStream()
		w.comeHome()
		w.settle(w.fitted(w.Program))
	case ui.Redraw:
		w.term.shown = nil
	case ui.Mouse:
		if w.Program.NoMouse {
			w.term.text(mouseOff)
		} else {
			w.term.text(mouseOn)
		}
	case ui.Live:
		if now, _ := w.stream.now(); w.Program.View().Source() != now.source {
			w.toLive()
		}
	case ui.Cancel:
		w.Cancel()
	case ui.Copy:
		w.copyCommand(ask)
	case ui.Export:
		w.Take(ui.Answer{ID: e.ID, In: ui.Notice{Text: w.exportHint(ask)}})
	case ui.Open:
		w.openMatch(e.ID, ask.Name)
	case ui.Branch:
		w.playOn(e.ID, ask)
	case ui.SaveBookmarks: // bookmarks last as long as the viewer stays with the match
	case ui.Suspend, ui.PlayNext, ui.Replay, ui.Write, ui.Steer, ui.Coach: // excluded by abilities
	}
}

// onlyHere refuses commands that others could not use.
const onlyHere = "a branch is in the memory of your session only: nobody else can open it"

// copyCommand copies the command that opens the current view, and shows it.
func (w *watcher) copyCommand(c ui.Copy) {
	if c.IsBranch {
		w.Take(ui.Notice{Text: onlyHere})
		return
	}
	line := w.command(c)
	w.term.text(ansi.SetSystemClipboard(line))
	w.Take(ui.Notice{Text: line})
}

// command returns the command that opens a place. Its host is the local address of the connection.
func (w *watcher) command(c ui.Copy) string {
	host, port, _ := net.SplitHostPort(w.req.conn.LocalAddr().String()) // TCP addresses have both
	line := "ssh -t "
	if port != "22" {
		line += "-p " + port + " "
	}
	return line + host + " watch " + location.Address{Name: w.stream.name, Round: c.Round, Unit: c.Unit}.String() + location.MeFlag(c.Front)
}

// exportHint returns the command that downloads a file. The server writes none.
func (w *watcher) exportHint(e ui.Export) string {
	if e.IsBranch {
		return onlyHere
	}
	name := w.stream.name
	return "type: ssh HOST export " + name + " " + film.Flags(e.ExportOptions) + " > " + strings.TrimSuffix(name, ".res") + "." + film.RequestOf(e.ExportOptions).Kind.Ending
}

// openMatch opens a match of the home stream.
func (w *watcher) openMatch(id int, name string) {
	from := w.req.link.Network
	w.request(id, func(ctx context.Context, _ func(string)) (shell.Answer, error) {
		st, err := w.srv.enter(ctx, name, from)
		if err != nil {
			return nil, errors.New(notOpened(name, err))
		}
		return func(wanted bool) {
			if wanted {
				w.entered(id, location.MatchAddress(name), st)
			} else {
				st.exit()
			}
		}, nil
	})
}

// playOn plays a branch as a job.
func (w *watcher) playOn(id int, b ui.Branch) {
	origin, from := w.subject, w.req.link.Network
	w.request(id, func(ctx context.Context, progress func(string)) (shell.Answer, error) {
		p, bytes, err := w.srv.playBranch(ctx, b.Record, b.Change, from, progress)
		return func(wanted bool) {
			switch {
			case !wanted || w.subject != origin:
				w.srv.room.give(from, bytes)
			case !w.goPrivate():
				w.srv.room.give(from, bytes)
				w.Take(ui.Answer{ID: id, In: ui.Notice{Text: noPlace}})
			default:
				w.branched(id, p, bytes)
			}
		}, err
	})
}

// branched shows a branch and counts its memory.
func (w *watcher) branched(id int, p branch.Played, bytes int) {
	before := w.Program.View().Source()
	w.branchBytes += bytes
	w.Take(ui.Answer{ID: id, In: p})
	if w.Program.View().Source() == before && w.branchBytes > 0 { // the view has refused it: too many branches
		w.branchBytes -= bytes
		w.srv.room.give(w.req.link.Network, bytes)
	}
}

// request runs a request in the background.
func (w *watcher) request(id int, do func(ctx context.Context, progress func(string)) (shell.Answer, error)) {
	w.Begin(id, w.srv.work.Go, func(ctx context.Context, progress func(string)) (answer shell.Answer, err error) {
		defer w.srv.recovered("a request", func() { err = errors.New("that went wrong, and the server knows") })
		return do(ctx, progress)
	})
}

// Limits of branches, which stay in memory as long as their viewer stays with the match.
const (
	branchTime  = 30 * time.Second // time to play one
	branchBytes = 8 << 20          // size of one
	roomBytes   = 128 << 20        // size of all viewers' branches
)

// Branching plays branches.
type Branching struct {
	// Play plays a match on from a round with a change. When ctx ends, it returns soon, with what
	// it has measured so far.
	Play func(ctx context.Context, rec *record.Record, c branch.Change, progress func(string)) (branch.Played, error)
	// Players returns the names of a game's built-in players.
	Players func(game string) []string
}

// playBranch plays a branch as a job, within the limits. The caller must return bytes to
// Server.room.
func (s *Server) playBranch(ctx context.Context, rec *record.Record, c branch.Change, from netip.Prefix, progress func(string)) (p branch.Played, bytes int, err error) {
	if bytes = branchSize(rec, c.Round); bytes > branchBytes {
		return p, 0, fmt.Errorf("there are too many rounds to play on here: %d", rec.Rounds()-c.Round)
	}
	if s.room.take(from, bytes) != nil {
		return p, 0, errors.New("too many branches are kept for those who watch, try again later")
	}
	kept := false
	defer func() { // also if a player panics
		if !kept {
			s.room.give(from, bytes)
		}
	}()
	err = s.extras.of(from)(ctx, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, branchTime)
		defer cancel()
		var err error
		p, err = s.cfg.Branching.Play(ctx, rec, c, progress)
		if err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return errors.New("playing this on takes too long here: choose a later round")
		}
		return err
	})
	kept = err == nil
	return p, bytes, err
}

// branchSize estimates the memory of a branch. It shares earlier rounds with its match.
func branchSize(rec *record.Record, round int) int {
	state := rec.State(round)
	if state == nil {
		return 0
	}
	bytes := state.MemorySize()
	if t := rec.Turn(max(round-1, 0)); t != nil {
		bytes += record.TurnBytes(t)
	}
	return bytes*max(rec.Rounds()-round, 0) + compare.RoundBytes*rec.Rounds()
}
