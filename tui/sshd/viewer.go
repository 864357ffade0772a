package sshd

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"time"

	gossh "golang.org/x/crypto/ssh"
	"golang.org/x/time/rate"

	"game-tui/sim/sanitize"
	"game-tui/tui/cells/screen"
	"game-tui/tui/driver"
	"game-tui/tui/replay/location"
	"game-tui/tui/ui"
)

// Keys per second, and at once: many times those of a held key.
const (
	keyRate  = 60
	keyBurst = 300
)

// A viewer is a session with a terminal. One goroutine owns all of it.
type viewer struct {
	srv     *Server
	request *request
	term    *clientTerminal
	decoder decoder
	rate    *rate.Limiter
	size    [2]int // of the client's window

	*driver.Driver
	growthPaused bool    // growth is not shown for a while
	stream       *stream // nil before the first match
	subject      subject // subject that the program was opened from
	status       status
	branchBytes  int   // bytes of its branches
	place        place // nil between streams

	drawing drawing
	alarms  alarms

	lastResize time.Time // last reaction to a window change
	lastKey    time.Time
	end        *ending
}

type ending struct {
	status int
	text   string
}

var (
	endQuit         = &ending{0, "Thank you for watching."}
	endDisconnected = &ending{0, ""}
	endClosing      = &ending{0, "The server is shutting down. Thank you for watching."}
	endTooLong      = &ending{0, "Session time limit reached. You are welcome to connect again."}
	endFull         = &ending{1, "All places are taken. Please try again later."}
	endGarbage      = &ending{1, "Disconnected: unreadable terminal input."}
	endPanic        = &ending{1, "Internal error (logged). You are welcome to connect again."}
)

func (s *Server) newViewer(r *request, ch gossh.Channel) *viewer {
	w := &viewer{srv: s, request: r, term: newTerminal(ch, r.link, s.cfg.Stall),
		rate: rate.NewLimiter(keyRate, keyBurst), lastKey: time.Now(), alarms: alarms{timer: time.NewTimer(time.Hour)}}
	w.Driver = driver.New(r.ctx, w.apply)
	w.Analyst, w.Driver.SkipHighlights = s.analyst, w.skipsMotion
	w.term.lag = lagProbe{conn: r.conn, link: r.link, limit: 3 * s.cfg.Stall, sent: maxUnconfirmed, answer: make(chan struct{}, 1)}
	w.size = <-r.resize
	return w
}

func (v *viewer) skipsMotion() bool {
	return v.term.lag.slow || len(v.srv.drawSlots) == cap(v.srv.drawSlots)
}

func (v *viewer) options(can *ui.Abilities) ui.Options {
	return ui.Options{W: v.size[0], H: v.size[1], Palette: v.srv.cfg.Palette, Profile: v.request.env.profile(),
		ASCII: v.request.env.needsASCII(), Motion: v.request.highlightsChanges(v.srv.cfg.Motion), NoSpoilers: v.srv.cfg.NoSpoilers, Abilities: can}
}

// show updates the terminal, unless the client lags, and sets the alarm of the next tick.
func (v *viewer) show() {
	v.alarms.set(alarmState, v.Due())
	switch {
	case v.term.lag.waiting() && v.term.shown != nil:
		return
	case v.following() != nil && v.Program.Status() == "":
		grid := v.following().frame.grid
		if grid == nil {
			return
		}
		shown := v.term.shows(grid)
		if !shown {
			v.term.show(grid)
		}
		v.drawing.drop()
		if shown {
			return
		}
	case v.drawing.grid != nil && v.drawing.grid == v.term.shown && v.drawing.program.Equal(&v.Program):
		return
	default:
		v.draw()
	}
	v.term.lag.ask()
}

func (v *viewer) draw() {
	buf := buffers.Get().(*[]byte)
	v.render(buf)
	v.term.send(*buf, v.drawing.grid)
	buffers.Put(buf)
}

// render draws the program and encodes the difference, with at most one drawing per processor at a
// time to bound memory.
func (v *viewer) render(buf *[]byte) {
	v.srv.drawSlots <- struct{}{}
	defer func() { <-v.srv.drawSlots }()
	g := newGrid(v.Program.W, v.Program.H)
	v.Program.Draw(g)
	*buf = screen.AppendDiff((*buf)[:0], v.term.shown, g)
	v.drawing.drop()
	v.drawing = drawing{g, v.Program}
}

// A drawing is the private screen of a viewer.
type drawing struct {
	grid    *screen.Grid // nil if the terminal shows something else
	program ui.Program
}

func (d *drawing) drop() {
	if d.grid != nil {
		grids.Put(d.grid)
	}
	*d = drawing{}
}

var grids sync.Pool

func newGrid(w, h int) *screen.Grid {
	if g, ok := grids.Get().(*screen.Grid); ok && cap(g.Cells) >= w*h && cap(g.Cells) <= 2*w*h {
		return g
	}
	return &screen.Grid{}
}

func (v *viewer) begin() {
	name := cmp.Or(v.request.cmd.Name, v.srv.source.Only())
	if home := v.srv.home; home != nil {
		v.Program = ui.New(v.options(v.abilities("")), home.home.source.Open(ui.Opening{}))
		v.enterHome()
		if name == "" {
			v.reconcile(v.Program)
			return
		}
	}
	at := location.Address{Name: name, Round: v.request.cmd.Round, Unit: v.request.cmd.Unit}
	st, err := v.srv.enter(v.request.ctx, name, v.request.link.Network)
	if err != nil {
		v.showNotFound(name, err)
		return
	}
	v.showMatch(0, at, st)
}

// showMatch shows a match that was opened for request id, or for none if id is 0.
func (v *viewer) showMatch(id int, at location.Address, st *stream) {
	now, _ := st.now()
	unit, err := at.Check(now.rec)
	if err == nil && id == 0 { // a match chosen later may have other players
		err = location.CheckPlayer(now.rec.Meta(), v.request.cmd.me)
	}
	if err != nil {
		st.leaveAsViewer()
		v.showNotFound(at.Name, err)
		return
	}
	first := v.stream == nil
	v.leaveStream()
	v.stream = st
	v.setSubject(now)
	view := now.source.Open(v.openingOf(at, unit, now))
	var in ui.Input = ui.Opened{View: view}
	if id != 0 {
		in = ui.Answer{ID: id, In: in}
	}
	if can := v.abilities(at.Name); first {
		v.Program = ui.New(v.options(can), view)
	} else {
		v.Program, _ = v.Program.WithAbilities(can).Update(in)
	}
	v.status = st.status(now)
	v.Program = v.status.update(v.Program, status{})
	v.SkipTime() // opening took time
	v.reconcile(v.Program)
}

// openingOf opens recordings and given rounds privately, and other matches at the live edge.
func (v *viewer) openingOf(at location.Address, unit int32, now subject) ui.Opening {
	meta := now.rec.Meta()
	o := ui.Opening{Place: location.AtUnit(at.Round, unit), Live: at.Round < 0 && meta.Source == "", Paused: at.Round >= 0, Me: v.request.cmd.me}
	if v.srv.canBranch() {
		o.Players = v.srv.cfg.Branching.Players(meta.Game.Name())
	}
	return o
}

func notOpened(name string, err error) string {
	text := err.Error()
	switch {
	case errors.Is(err, ErrNotFound):
		text = "no match named " + name
	case errors.Is(err, context.Canceled):
		text = endClosing.text
	}
	return sanitize.Truncate(text, maxLine)
}

// showNotFound shows a notice if another match can be chosen, and ends the session otherwise.
func (v *viewer) showNotFound(name string, err error) {
	text := notOpened(name, err)
	if v.stream == nil {
		v.end = &ending{1, text}
		return
	}
	p, _ := v.Program.Update(ui.Notice{Text: text})
	v.reconcile(p)
}
