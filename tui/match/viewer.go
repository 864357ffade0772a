package match

import (
	"game-tui/sim"
	"game-tui/tui/board"
	"game-tui/tui/compare"
	"game-tui/tui/match/page"
	"game-tui/tui/panel"
	"game-tui/tui/screen"
	"game-tui/tui/viewpoint"
)

// viewer is memory that updating and drawing need: decoded rounds, and what is made of them.
// It holds nothing of a watcher: what it makes depends on the match and the state alone. It
// is used by one goroutine.
type viewer struct {
	page.Context // what pages see, of frame and info
	match        *Match

	shown  sim.State // that frame holds
	frame  sim.Frame
	prior  sim.State // that before holds
	judged sim.State // that win is of
	win    [sim.Seats]float64
	before sim.Frame

	other *viewer     // of the match that is compared with; nil until it is needed
	part  screen.Grid // of two matches side by side

	info  panel.Info
	marks [sim.Seats][]sim.Mark
	scene board.Scene // that was drawn last
}

// viewer lends a viewer of the match, which free gives back.
func (m *Match) viewer() *viewer {
	if v, ok := m.free.Get().(*viewer); ok {
		return v
	}
	v := &viewer{match: m}
	v.info = panel.Info{Game: m.Meta.Game, Legend: m.Legend, Names: &m.Names, Clock: m.Meta.Clock, Frame: &v.frame}
	v.Context = page.Context{Facts: page.Facts{Data: m.Data}, Info: &v.info}
	return v
}

// lend lends the viewer of the match in front of a state.
func (s *State) lend() *viewer { return s.match.viewer().front(s) }

// free gives a viewer back. One that broke is left to the collector instead.
func (v *viewer) free() {
	if v.match.second {
		v = v.other
	}
	v.match.free.Put(v)
}

// front is the viewer of the match that is in front.
func (v *viewer) front(s *State) *viewer {
	if v.match.pair == nil || s.SecondFront == v.match.second {
		return v
	}
	return v.beside()
}

// beside is the viewer of the other match.
func (v *viewer) beside() *viewer {
	if v.other == nil {
		v.other = v.match.other.viewer()
		v.other.other = v
	}
	return v.other
}

// load fills the frame with the state's round and returns its number.
func (v *viewer) load(s *sight) int {
	k := min(max(s.Play.Round, 0), v.match.Record.Edge())
	if st := v.match.Record.State(k); st != v.shown {
		v.shown = nil // it may break on the way
		st.Fill(&v.frame)
		v.shown = st
	}
	return k
}

// target is the cell that should be in sight.
func (v *viewer) target(s *sight) (sim.Pos, bool) {
	if s.Free {
		return sim.Pos{}, false
	}
	if u := v.Unit(s.Follow); u != nil && u.On {
		return u.At, true
	}
	if s.Inspect {
		return s.Cursor, true
	}
	if at, ok := v.eventPlace(s.Play.Round, s.Event); ok {
		return at, true
	}
	return v.frame.Focus, v.frame.Focus.In(v.frame.Rows, v.frame.Cols)
}

// eventPlace is where an event of the turn that led to state k happened.
func (v *viewer) eventPlace(k int, r viewpoint.Ref) (sim.Pos, bool) {
	t, event := v.match.Record.Turn(k-1), r.Index()
	if t == nil || event < 0 || event >= len(t.Events) {
		return sim.Pos{}, false
	}
	at := t.Events[event].At.Pos()
	return at, at.In(v.frame.Rows, v.frame.Cols)
}

// unlike lists the cells that differ from those of the other match in the shown round.
func (v *viewer) unlike(s *sight) (list []sim.Pos) {
	if v.match.pair == nil {
		return nil
	}
	o := v.beside()
	o.load(s)
	for i := range v.frame.Cells {
		if !compare.SameCell(&v.frame, &o.frame, i) {
			list = append(list, sim.Pos{Row: i / v.frame.Cols, Col: i % v.frame.Cols})
		}
	}
	return list
}
