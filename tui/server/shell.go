package server

import (
	"context"
	"errors"
	"net"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"game-tui/sim/record"
	"game-tui/tui/film"
	"game-tui/tui/ui"
	"game-tui/tui/where"
)

// What a watcher's program asks for: a watcher is a ui.Shell.
var _ ui.Shell = (*watcher)(nil)

// abilities are what can be done over SSH, with a match of that name.
func (w *watcher) abilities(name string) *ui.Abilities {
	cannot := map[ui.Kind]string{ui.CanSuspend: "", ui.CanNext: "", ui.CanAgain: "", ui.CanWrite: "ssh HOST fetch " + name + " gets it"}
	if w.srv.desk == nil {
		cannot[ui.CanAnalyse] = ""
	}
	if !w.srv.plays() {
		cannot[ui.CanBranch] = ""
	}
	return &ui.Abilities{Cannot: cannot, Back: w.srv.cfg.Back}
}

// take takes in an input at its time.
func (w *watcher) take(in ui.Input) { w.Take(time.Now(), in, w.change) }

// change takes in an input and does what it asks for.
func (w *watcher) change(in ui.Input) {
	var p ui.Program
	var effect ui.Effect
	w.turn(func() { p, effect = w.Program.Update(in) })
	if _, left := effect.Ask.(ui.Left); left {
		w.Program = p // which Left settles in the stream that it goes to
	} else {
		w.settle(p)
	}
	effect.CarryOut(w)
}

// Quit ends the session.
func (w *watcher) Quit() { w.end = endQuit }

// Left goes back to what the watcher came to.
func (w *watcher) Left() {
	w.requests.cancel()
	w.leaveStream()
	w.comeHome()
	w.settle(w.fitted(w.Program))
}

// Redraw draws all of the screen anew.
func (w *watcher) Redraw() { w.term.shown = nil }

// Mouse takes the mouse, or leaves it to the terminal.
func (w *watcher) Mouse() {
	if w.Program.NoMouse {
		w.term.text(mouseOff)
	} else {
		w.term.text(mouseOn)
	}
}

// Live goes to the live edge of the newest match.
func (w *watcher) Live() {
	if now, _ := w.stream.now(); w.Program.Source() != now.source {
		w.toLive()
	}
}

// Keep keeps nothing: bookmarks last as long as the watcher stays with the match.
func (w *watcher) Keep(ui.Keep) {}

// onlyHere refuses what others would have to find.
const onlyHere = "a branch is in the memory of your session only: nobody else can open it"

// Copy shows and copies the command that opens what the watcher looks at.
func (w *watcher) Copy(c ui.Copy) {
	if c.IsBranch {
		w.take(ui.Notice{Text: onlyHere})
		return
	}
	line := w.command(c)
	w.term.text(ansi.SetSystemClipboard(line))
	w.take(ui.Notice{Text: line})
}

// command is what opens a place. The host is what the client has connected to, as far as it
// is known here.
func (w *watcher) command(c ui.Copy) string {
	host, port, err := net.SplitHostPort(w.req.conn.LocalAddr().String())
	if err != nil {
		host, port = "HOST", "22"
	}
	line := "ssh -t "
	if port != "22" {
		line += "-p " + port + " "
	}
	return line + host + " watch " + where.Place{Name: w.stream.name, Round: c.Round, Unit: c.Unit}.String() + where.Me(c.Front)
}

// Export tells what to type to get a file: nothing is written on the server.
func (w *watcher) Export(id int, e ui.Export) {
	if e.IsBranch {
		w.take(ui.Done{ID: id, Text: onlyHere})
		return
	}
	name, kind := w.stream.name, film.Kinds[0].Name
	if words := strings.Fields(e.Flags); len(words) > 1 && words[0] == "--format" {
		kind = words[1]
	}
	w.take(ui.Done{ID: id, Text: "type: ssh HOST export " + name + " " + e.Flags + " > " + strings.TrimSuffix(name, ".res") + "." + kind})
}

// What is in no abilities is not asked for.

// Suspend is not asked for.
func (w *watcher) Suspend() {}

// Next is not asked for.
func (w *watcher) Next(int) {}

// Again is not asked for.
func (w *watcher) Again(int) {}

// Write is not asked for.
func (w *watcher) Write(int, *record.Record) {}

// Open opens a match from what the watcher came to.
func (w *watcher) Open(id int, name string) {
	w.request(id, w.entering(id, where.Whole(name), func(err error) { w.take(ui.Done{ID: id, Err: err}) }))
}

// Branch plays on what the watcher looks at, when it is its turn.
func (w *watcher) Branch(id int, b ui.Branch) {
	origin, from, branches := w.subject, w.req.link.network, &w.srv.branches
	w.request(id, func(ctx context.Context) answer {
		progress := func(text string) {
			w.requests.tell(ctx, func() { w.take(ui.Progress{ID: id, Text: text}) })
		}
		p, err := branches.playOn(ctx, b.Record, b.Change, from, progress)
		return func(wanted bool) {
			switch {
			case err != nil && wanted:
				w.take(ui.Done{ID: id, Err: err})
			case err != nil:
			case !wanted || w.subject != origin:
				branches.room.give(p.bytes)
			case !w.goPrivate():
				branches.room.give(p.bytes)
				w.take(ui.Done{ID: id, Err: errors.New(noPlace)})
			default:
				w.branched(id, p)
			}
		}
	})
}

// branched shows a branch that was played on, where it is kept.
func (w *watcher) branched(id int, p playedOn) {
	before := w.Program.Source()
	w.branchBytes += p.bytes
	w.take(ui.Answer{ID: id, In: p.Played})
	if w.Program.Source() == before && w.branchBytes > 0 { // there were too many
		w.branchBytes -= p.bytes
		w.srv.branches.room.give(p.bytes)
	}
}

// Cancel ends a request.
func (w *watcher) Cancel(int) { w.requests.cancel() }

// request carries out the request of that number.
func (w *watcher) request(id int, do func(context.Context) answer) {
	w.requests.begin(w.srv.work.Go, func() bool { return w.Program.Awaits(id) }, func(ctx context.Context) (done answer) {
		defer w.srv.hub.recovered("a request", func() {
			done = func(wanted bool) {
				if wanted { // else the watcher may have gone
					w.take(ui.Done{ID: id, Err: errors.New("that went wrong, and the server knows")})
				}
			}
		})
		return do(ctx)
	})
}
