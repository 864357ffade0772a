package server

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"time"

	gossh "golang.org/x/crypto/ssh"
	"golang.org/x/time/rate"

	"game-tui/sim/clean"
	"game-tui/tui/location"
	"game-tui/tui/screen"
	"game-tui/tui/shell"
	"game-tui/tui/ui"
)

// Rate and burst of keys per viewer: many times those of a held key or a dragged mouse.
const (
	keyRate  = 60
	keyBurst = 300
)

// A watcher is a session with a terminal. One goroutine owns all of it.
type watcher struct {
	srv  *Server
	req  *request
	term *terminal
	dec  decoder
	rate *rate.Limiter // of keys
	size [2]int        // of the client's window

	*shell.Driver
	quiet       bool    // growth is not shown for a while
	stream      *stream // nil before the first match
	subject     subject // subject that the program was opened from
	status      status  // of subject
	branchBytes int     // bytes of its branches
	place       place   // nil between streams

	drawn drawing
	wake  alarms

	resized time.Time // last reaction to a window change
	lastKey time.Time
	end     *ending
}

// An ending is how a session ends.
type ending struct {
	status int
	text   string
}

var (
	endQuit    = &ending{0, "Thank you for watching."}
	endGone    = &ending{0, ""}
	endClosing = &ending{0, "The server is closing down. Thank you for watching."}
	endLong    = &ending{0, "This session has lasted as long as it may. You are welcome to connect again."}
	endGarbage = &ending{1, "Disconnected: unreadable terminal input."}
	endBroken  = &ending{1, "Something went wrong with your view. You are welcome to connect again."}
)

func (s *Server) newWatcher(r *request, ch gossh.Channel) *watcher {
	w := &watcher{srv: s, req: r, term: newTerminal(ch, r.link, s.cfg.Stall),
		rate: rate.NewLimiter(keyRate, keyBurst), lastKey: time.Now(), wake: alarms{timer: time.NewTimer(time.Hour)}}
	w.Driver = shell.New(r.ctx, w.apply)
	w.Desk, w.Driver.Calm = s.desk, w.calm
	w.term.lag = lagProbe{conn: r.conn, link: r.link, limit: 3 * s.cfg.Stall, sent: askBytes, answer: make(chan struct{}, 1)}
	w.size = <-r.resize
	return w
}

// calm reports whether the client's line or the server is too busy for optional frames.
func (w *watcher) calm() bool { return w.term.lag.slow || len(w.srv.turns) == cap(w.srv.turns) }

// options returns the options of the viewer's program.
func (w *watcher) options(can *ui.Abilities) ui.Options {
	return ui.Options{W: w.size[0], H: w.size[1], Palette: w.srv.cfg.Palette, Profile: w.req.env.profile(),
		ASCII: w.req.env.ascii(), Motion: w.req.moves(w.srv.cfg.Motion), NoSpoilers: w.srv.cfg.NoSpoiler, Abilities: can}
}

// fitted returns a program in the viewer's own window, since an audience's may be smaller.
func (w *watcher) fitted(p ui.Program) ui.Program {
	if p.W != w.size[0] || p.H != w.size[1] {
		p, _ = p.Update(ui.Resize{W: w.size[0], H: w.size[1]})
	}
	return p
}

// show updates the terminal, unless the client lags, and sets the alarm of the next tick.
func (w *watcher) show() {
	w.wake.set(alarmState, w.Due())
	switch {
	case w.term.lag.waiting() && w.term.shown != nil:
		return
	case w.following() != nil && w.Program.Status() == "":
		grid := w.following().frame.grid
		if grid == nil {
			return
		}
		shown := w.term.shows(grid)
		if !shown {
			w.term.show(grid)
		}
		w.drawn.drop()
		if shown {
			return
		}
	case w.drawn.grid != nil && w.drawn.grid == w.term.shown && w.drawn.program.Same(&w.Program):
		return
	default:
		w.draw()
	}
	w.term.lag.ask()
}

// draw draws the program for this viewer alone.
func (w *watcher) draw() {
	buf := buffers.Get().(*[]byte)
	w.render(buf)
	w.term.send(*buf, w.drawn.grid)
	buffers.Put(buf)
}

// render draws the program and encodes the difference, with at most one drawing per processor at a
// time to bound memory.
func (w *watcher) render(buf *[]byte) {
	w.srv.turns <- struct{}{}
	defer func() { <-w.srv.turns }()
	g := newGrid(w.Program.W, w.Program.H)
	w.Program.Draw(g)
	*buf = screen.AppendDiff((*buf)[:0], w.term.shown, g)
	w.drawn.drop()
	w.drawn = drawing{g, w.Program}
}

// A drawing is the private screen of a viewer.
type drawing struct {
	grid    *screen.Grid // nil if the terminal shows something else
	program ui.Program   // program drawn
}

// drop releases the memory of a drawing.
func (d *drawing) drop() {
	if d.grid != nil {
		grids.Put(d.grid)
	}
	*d = drawing{}
}

// grids holds released grids of private drawings.
var grids sync.Pool

// newGrid returns a grid, reusing one of similar size.
func newGrid(w, h int) *screen.Grid {
	if g, ok := grids.Get().(*screen.Grid); ok && cap(g.Cells) >= w*h && cap(g.Cells) <= 2*w*h {
		return g
	}
	return &screen.Grid{}
}

// begin shows the requested match, or the home stream.
func (w *watcher) begin() {
	name := cmp.Or(w.req.cmd.Name, w.srv.source.Only())
	if home := w.srv.home; home != nil {
		w.Program = ui.New(w.options(w.abilities("")), home.home.source.Open(ui.Opening{}))
		w.comeHome()
		if name == "" {
			w.settle(w.Program)
			return
		}
	}
	at := location.Address{Name: name, Round: w.req.cmd.Round, Unit: w.req.cmd.Unit}
	st, err := w.srv.enter(w.req.ctx, name, w.req.link.Network)
	if err != nil {
		w.notFound(name, err)
		return
	}
	w.entered(0, at, st)
}

// entered shows a match that has been opened for request id, or 0.
func (w *watcher) entered(id int, at location.Address, st *stream) {
	now, _ := st.now()
	unit, err := at.Check(now.rec)
	if err == nil && id == 0 { // a match chosen later may have other players
		err = location.CheckPlayer(now.rec.Meta(), w.req.cmd.me)
	}
	if err != nil {
		st.exit()
		w.notFound(at.Name, err)
		return
	}
	first := w.stream == nil
	w.leaveStream()
	w.stream = st
	w.shows(now)
	view := now.source.Open(w.opening(at, unit, now))
	var in ui.Input = ui.Opened{View: view}
	if id != 0 {
		in = ui.Answer{ID: id, In: in}
	}
	if can := w.abilities(at.Name); first {
		w.Program = ui.New(w.options(can), view)
	} else {
		w.Program, _ = w.Program.WithAbilities(can).Update(in)
	}
	w.status = st.status(now)
	w.Program = w.status.update(w.Program, status{})
	w.SkipTime() // opening took time
	w.settle(w.fitted(w.Program))
}

// opening returns how a match opens: recordings and given rounds at a place of the viewer's own,
// others at the live edge.
func (w *watcher) opening(at location.Address, unit int32, now subject) ui.Opening {
	meta := now.rec.Meta()
	o := ui.Opening{Place: location.AtUnit(at.Round, unit), Live: at.Round < 0 && meta.Source == "", Paused: at.Round >= 0, Me: w.req.cmd.me}
	if w.srv.plays() {
		o.Players = w.srv.cfg.Branching.Players(meta.Game.Name())
	}
	return o
}

// notOpened returns why a match is not shown.
func notOpened(name string, err error) string {
	text := err.Error()
	switch {
	case errors.Is(err, ErrNotFound):
		text = "there is no match " + name + " here"
	case errors.Is(err, context.Canceled):
		text = endClosing.text
	}
	return clean.Truncate(text, maxLine)
}

// notFound shows a notice if another match can be chosen, and ends the session otherwise.
func (w *watcher) notFound(name string, err error) {
	text := notOpened(name, err)
	if w.stream == nil {
		w.end = &ending{1, text}
		return
	}
	p, _ := w.Program.Update(ui.Notice{Text: text})
	w.settle(p)
}
