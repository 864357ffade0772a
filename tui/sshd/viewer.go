package sshd

import (
	"sync"
	"time"

	gossh "golang.org/x/crypto/ssh"
	"golang.org/x/time/rate"

	"game-tui/tui/cells/screen"
	"game-tui/tui/driver"
	"game-tui/tui/terminal"
	"game-tui/tui/ui"
)

// keyRate limits a viewer's keys and mouse events per second. keyBurst is the largest burst.
const (
	keyRate  = 60
	keyBurst = 300
)

// A viewer is a session with a terminal. Only the session's goroutine uses it.
type viewer struct {
	srv        *Server
	request    *request
	term       *clientTerminal
	decoder    decoder
	keyLimiter *rate.Limiter
	size       [2]int

	*driver.Driver
	stream      *stream // nil if none is shown
	subject     subject // subject from which Program was opened
	status      status
	branchBytes int
	mode        viewerMode
	audience    *audience // audience that the viewer follows, or nil
	frame       *frame

	drawing drawing
	alarms  alarms

	lastResize time.Time
	lastKey    time.Time
	end        *sessionEnd
}

func (s *Server) newViewer(r *request, ch gossh.Channel) *viewer {
	w := &viewer{srv: s, request: r, term: newTerminal(ch, r.link, s.cfg.StallTimeout),
		keyLimiter: rate.NewLimiter(keyRate, keyBurst), lastKey: time.Now(), alarms: alarms{timer: time.NewTimer(time.Hour)}}
	w.Driver = driver.New(r.ctx, w.apply)
	w.Analyst, w.Driver.SkipHighlights = s.analyst, w.skipsMotion
	w.term.lag = lagProbe{conn: r.conn, link: r.link, timeout: 3 * s.cfg.StallTimeout, sentBytes: maxUnconfirmedBytes, answer: make(chan struct{}, 1)}
	w.size = <-r.resize
	return w
}

func (v *viewer) skipsMotion() bool {
	return v.term.lag.slow || len(v.srv.drawSlots) == cap(v.srv.drawSlots)
}

func (v *viewer) options(can *ui.Capabilities) ui.Options {
	return ui.Options{W: v.size[0], H: v.size[1], PaletteName: v.srv.cfg.Palette, Profile: v.request.env.profile(),
		UseASCII: !terminal.HasUTF8Locale(v.request.env.get), ShowMotion: v.request.highlightsChanges(v.srv.cfg.ShowMotion), NoSpoilers: v.srv.cfg.NoSpoilers, Capabilities: can}
}

// show updates the client's screen unless the client lags.
func (v *viewer) show() {
	v.alarms.set(alarmTick, v.Due())
	switch {
	case v.term.lag.isWaiting() && v.term.shownGrid != nil:
		return
	case v.mode == modeFollowing && v.Program.Status() == "":
		grid := v.frame.grid
		if grid == nil {
			return
		}
		shown := v.term.shows(grid)
		if !shown {
			v.term.show(grid)
		}
		v.drawing.release()
		if shown {
			return
		}
	case v.drawing.grid != nil && v.drawing.grid == v.term.shownGrid && v.drawing.program.Equal(&v.Program):
		return
	default:
		buf := bufferPool.Get().(*[]byte)
		v.render(buf)
		v.term.send(*buf, v.drawing.grid)
		bufferPool.Put(buf)
	}
	v.term.lag.probeIfDue()
}

// render draws the program and stores the terminal output in buf. At most one private drawing per
// processor runs at a time.
func (v *viewer) render(buf *[]byte) {
	v.srv.drawSlots <- struct{}{}
	defer func() { <-v.srv.drawSlots }()
	g, ok := gridPool.Get().(*screen.Grid)
	if n := v.Program.W * v.Program.H; !ok || cap(g.Cells) < n || cap(g.Cells) > 2*n {
		g = &screen.Grid{}
	}
	v.Program.Draw(g)
	*buf = screen.AppendDiff((*buf)[:0], v.term.shownGrid, g)
	v.drawing.release()
	v.drawing = drawing{g, v.Program}
}

type drawing struct {
	grid    *screen.Grid // the client's screen, or nil if it shows a shared frame
	program ui.Program
}

func (d *drawing) release() {
	if d.grid != nil {
		gridPool.Put(d.grid)
	}
	*d = drawing{}
}

var gridPool sync.Pool
