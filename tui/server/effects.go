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

// abilities are what can be done over SSH, with a match of that name.
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

// apply takes in an input and does what it asks for.
func (w *watcher) apply(in ui.Input) {
	p, effect := w.Program.Update(in)
	if _, left := effect.Ask.(ui.ViewClosed); left {
		w.Program = p // which is settled in the stream that it goes to
	} else {
		w.settle(p)
	}
	w.carryOut(effect)
}

// carryOut does what the program asks for: a case for each kind of it.
func (w *watcher) carryOut(e ui.Effect) {
	switch ask := e.Ask.(type) {
	case ui.Quit:
		w.end = endQuit
	case ui.ViewClosed: // back to what the watcher came to
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
	case ui.SaveBookmarks: // bookmarks last as long as the watcher stays with the match
	case ui.Suspend, ui.PlayNext, ui.Replay, ui.Write, ui.Steer, ui.Coach: // see abilities: nobody asks
	}
}

// onlyHere refuses what others would have to find.
const onlyHere = "a branch is in the memory of your session only: nobody else can open it"

// copyCommand shows and copies the command that opens what the watcher looks at.
func (w *watcher) copyCommand(c ui.Copy) {
	if c.IsBranch {
		w.Take(ui.Notice{Text: onlyHere})
		return
	}
	line := w.command(c)
	w.term.text(ansi.SetSystemClipboard(line))
	w.Take(ui.Notice{Text: line})
}

// command is what opens a place. The host is what the client has connected to, as far as it
// is known here.
func (w *watcher) command(c ui.Copy) string {
	host, port, _ := net.SplitHostPort(w.req.conn.LocalAddr().String()) // of TCP there are both
	line := "ssh -t "
	if port != "22" {
		line += "-p " + port + " "
	}
	return line + host + " watch " + location.Address{Name: w.stream.name, Round: c.Round, Unit: c.Unit}.String() + location.MeFlag(c.Front)
}

// exportHint is what to type to get a file: nothing is written on the server.
func (w *watcher) exportHint(e ui.Export) string {
	if e.IsBranch {
		return onlyHere
	}
	name := w.stream.name
	return "type: ssh HOST export " + name + " " + film.Flags(e.ExportOptions) + " > " + strings.TrimSuffix(name, ".res") + "." + film.RequestOf(e.ExportOptions).Kind.Ending
}

// openMatch opens a match from what the watcher came to.
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

// playOn plays on what the watcher looks at, when it is its turn.
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

// branched shows a branch that was played on, where it is kept.
func (w *watcher) branched(id int, p branch.Played, bytes int) {
	before := w.Program.View().Source()
	w.branchBytes += bytes
	w.Take(ui.Answer{ID: id, In: p})
	if w.Program.View().Source() == before && w.branchBytes > 0 { // there were too many
		w.branchBytes -= bytes
		w.srv.room.give(w.req.link.Network, bytes)
	}
}

// request carries out the request of that number.
func (w *watcher) request(id int, do func(ctx context.Context, progress func(string)) (shell.Answer, error)) {
	w.Begin(id, w.srv.work.Go, func(ctx context.Context, progress func(string)) (answer shell.Answer, err error) {
		defer w.srv.recovered("a request", func() { err = errors.New("that went wrong, and the server knows") })
		return do(ctx, progress)
	})
}

// What branches may take: they are kept in memory as long as their watcher stays with
// the match.
const (
	branchTime  = 30 * time.Second // how long playing one on may hold the queue
	branchBytes = 8 << 20          // one of them
	roomBytes   = 128 << 20        // those of all watchers
)

// Branching plays matches on, to show what would have been.
type Branching struct {
	// Play plays a match on from a round with a change. It ends soon after ctx has, and may
	// then say of the worth what it knows so far.
	Play func(ctx context.Context, rec *record.Record, c branch.Change, progress func(string)) (branch.Played, error)
	// Players are a game's built-in players, who may take over seats.
	Players func(game string) []string
}

// playBranch plays a match on in the queue of what could be left out, within its time and the
// room for it; bytes of that are to be given back.
func (s *Server) playBranch(ctx context.Context, rec *record.Record, c branch.Change, from netip.Prefix, progress func(string)) (p branch.Played, bytes int, err error) {
	if bytes = branchSize(rec, c.Round); bytes > branchBytes {
		return p, 0, fmt.Errorf("there are too many rounds to play on here: %d", rec.Rounds()-c.Round)
	}
	if s.room.take(from, bytes) != nil {
		return p, 0, errors.New("too many branches are kept for those who watch, try again later")
	}
	kept := false
	defer func() { // also where a player breaks
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

// branchSize is about what a branch from a round takes in memory; it shares the rounds
// before with its match, with which it is compared.
func branchSize(rec *record.Record, round int) int {
	state := rec.State(round)
	if state == nil {
		return 0 // it is not played on
	}
	bytes := state.MemorySize()
	if t := rec.Turn(max(round-1, 0)); t != nil {
		bytes += record.TurnBytes(t)
	}
	return bytes*max(rec.Rounds()-round, 0) + compare.RoundBytes*rec.Rounds()
}
