package sshd

import (
	"sync"
	"time"

	"game-tui/tui/cells/screen"
	"game-tui/tui/driver"
	"game-tui/tui/ui"
)

const maxAudiences = 256

type audienceKey struct {
	stream *stream
	format ui.ScreenFormat
}

// join adds a viewer to the audience for format, creating it if necessary, and returns the
// audience. It returns nil if there are too many audiences. The caller must call drawFirst.
func (st *stream) join(p ui.Program, format ui.ScreenFormat) *audience {
	current, _ := st.currentSubject()
	s := st.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	key := audienceKey{st, format}
	g := s.audiences[key]
	if g == nil || g.showsReplaced(current) {
		if s.audienceCount >= maxAudiences {
			return nil
		}
		g = newAudience(key, p)
		s.audiences[key] = g
		s.audienceCount++
		s.wg.Go(g.run)
	}
	g.refs++
	return g
}

func (s *Server) countAudiences() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.audienceCount
}

// A frame is one screen of an audience. It is immutable once published.
type frame struct {
	screenState
	seq        int64
	grid       *screen.Grid  // nil before the first drawing
	diff       []byte        // output that turns the previous frame into this one
	motion     *motion       // highlights shown briefly before the frame, or nil
	superseded chan struct{} // closed when there is a newer frame
}

type screenState struct {
	program ui.Program
	subject subject // last subject drawn; zero before the first drawing and after a panic
	status  status
}

// A motion is a screen that highlights what changed in a frame. It is drawn when it is first
// needed.
type motion struct {
	program       ui.Program
	before, after *screen.Grid // screens of the previous frame and this one
	showUntil     time.Time
	duration      time.Duration

	once                        sync.Once
	grid                        *screen.Grid
	diffFromBefore, diffToAfter []byte
}

func (m *motion) draw(g *audience) bool {
	m.once.Do(func() {
		defer g.stream.srv.recoverPanic("in an audience", nil)
		m.grid = g.drawGrid(m.program)
		m.diffFromBefore, m.diffToAfter = screen.AppendDiff(nil, m.before, m.grid), screen.AppendDiff(nil, m.grid, m.after)
	})
	return m.grid != nil
}

// keptFrames is the number of recent frames kept for viewers who lag behind.
const keptFrames = 3

// An audience draws one screen for all viewers of the same thing, such as the live edge of a match.
type audience struct {
	audienceKey
	refs      int // number of viewers; guarded by Server.mu
	stop      chan struct{}
	drawFirst func() // draws the first frame if it has not been drawn

	screenState // accessed only by the drawing goroutine
	pace        driver.GrowthPace

	mu           sync.Mutex
	recentFrames [keptFrames]*frame // newest frames, oldest first
}

func newAudience(key audienceKey, p ui.Program) *audience {
	g := &audience{audienceKey: key, screenState: screenState{program: p}, stop: make(chan struct{})}
	g.drawFirst = sync.OnceFunc(func() {
		current, _ := g.stream.currentSubject()
		g.draw(current, ui.SourceGrown{})
	})
	g.recentFrames[keptFrames-1] = &frame{superseded: make(chan struct{})}
	return g
}

// leave removes a viewer. The audience ends when the last viewer leaves.
func (g *audience) leave() {
	s := g.stream.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	if g.refs--; g.refs > 0 {
		return
	}
	if s.audiences[g.audienceKey] == g {
		delete(s.audiences, g.audienceKey)
	}
	s.audienceCount--
	close(g.stop)
}

// latestFrame returns the newest frame. Its grid is nil until a drawing succeeds.
func (g *audience) latestFrame() *frame {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.recentFrames[keptFrames-1]
}

// framesSince returns the frames published after f, stored in buf. If their diffs cannot be applied
// to f's screen, it returns only the newest frame and false.
func (g *audience) framesSince(f *frame, buf *[keptFrames]*frame) (list []*frame, canApplyDiffs bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	n := g.recentFrames[keptFrames-1]
	behind := n.seq - f.seq
	if behind < keptFrames && f.grid != nil && f.grid.W == n.grid.W && f.grid.H == n.grid.H {
		return append(buf[:0], g.recentFrames[keptFrames-behind:]...), true
	}
	return append(buf[:0], n), false
}

func (g *audience) publish(grid *screen.Grid, m *motion) {
	last := g.latestFrame()
	f := &frame{screenState: g.screenState, seq: last.seq + 1, grid: grid, motion: m, superseded: make(chan struct{})}
	if m != nil {
		m.before, m.after = last.grid, grid
	}
	if last.grid != nil {
		f.diff = screen.AppendDiff(nil, last.grid, grid)
		if len(f.diff) == 0 {
			return // The screen has not changed.
		}
	}
	g.mu.Lock()
	copy(g.recentFrames[:], g.recentFrames[1:])
	g.recentFrames[keptFrames-1] = f
	g.mu.Unlock()
	close(last.superseded)
}

// frameInterval is the minimum time between frames. statusInterval is the time between status updates.
const (
	frameInterval  = time.Second / 60
	statusInterval = time.Second
)

func (g *audience) run() {
	defer g.stream.srv.recoverPanic("in an audience's screen", nil) // After a panic, viewers keep the last frame.
	g.drawFirst()
	pause := time.NewTimer(frameInterval)
	defer pause.Stop()
	idle := time.NewTicker(statusInterval)
	defer idle.Stop()
	current, replaced := g.stream.currentSubject()
	grown, unwatch := current.source.Subscribe()
	defer func() { unwatch() }()
	in := ui.SourceGrown{}
	for {
		select {
		case <-pause.C:
		case <-g.stop:
			return
		}
		g.draw(current, in)
		pause.Reset(frameInterval)
		in = ui.SourceGrown{}
		select {
		case <-grown:
			in = g.pace.RecordGrowth()
		case <-idle.C:
		case <-replaced:
			if current.wasReplaced() {
				replaced = nil // Viewers stay with the replaced match.
				continue
			}
			unwatch()
			current, replaced = g.stream.currentSubject()
			grown, unwatch = current.source.Subscribe()
		case <-g.stop:
			return
		}
	}
}

func (g *audience) showsReplaced(current subject) bool {
	last := g.latestFrame().subject
	return last.source != nil && last != current && last.wasReplaced()
}

func (g *audience) draw(current subject, in ui.SourceGrown) {
	// After a panic, the zero subject makes the next drawing use a new program.
	defer g.stream.srv.recoverPanic("in an audience", func() { g.subject = subject{} })
	if g.subject == current {
		g.program, _ = g.program.Update(in)
	} else {
		g.program, g.subject, g.status = g.program.SharedProgram(current.source), current, status{}
	}
	before := g.status
	g.status = g.stream.status(current)
	g.program = g.status.applyTo(g.program, before)
	g.program.Notice = "" // Notices are for one viewer only.
	var m *motion
	if wait := g.program.NextTick(); wait > 0 {
		m = &motion{program: g.program, showUntil: time.Now().Add(wait / 2), duration: wait}
		g.program, _ = g.program.Update(ui.Tick{Elapsed: wait})
	}
	g.publish(g.drawGrid(g.program), m)
}

func (g *audience) drawGrid(p ui.Program) *screen.Grid {
	began := time.Now()
	grid := &screen.Grid{}
	p.Draw(grid)
	g.stream.srv.counters.frames.Add(1)
	g.stream.srv.counters.drawingNanos.Add(int64(time.Since(began)))
	return grid
}
