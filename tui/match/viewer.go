package match

import (
	"slices"
	"strconv"

	"game-tui/sim"
	"game-tui/tui/board"
	"game-tui/tui/compare"
	"game-tui/tui/panel"
	"game-tui/tui/screen"
	"game-tui/tui/timeline"
	"game-tui/tui/viewpoint"
)

// viewer is memory that updating and drawing need: decoded rounds, and what is made of them.
// It holds nothing of a watcher: what it makes depends on the match and the state alone. It
// is used by one goroutine.
type viewer struct {
	*Match

	shown  sim.State // that frame holds
	frame  sim.Frame
	prior  sim.State // that before holds
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
	v := &viewer{Match: m}
	v.info = panel.Info{Game: m.Meta.Game, Legend: m.Legend, Names: &m.Names, Players: &m.Meta.Names, Clock: m.Meta.Clock, Frame: &v.frame}
	return v
}

// lend lends the viewer of the match in front of a state.
func (s *State) lend() *viewer { return s.match.viewer().front(s) }

// free gives a viewer back. One that broke is left to the collector instead.
func (v *viewer) free() {
	if v.second {
		v = v.other
	}
	v.Match.free.Put(v)
}

// front is the viewer of the match that is in front.
func (v *viewer) front(s *State) *viewer {
	if v.pair == nil || s.SecondFront == v.second {
		return v
	}
	return v.beside()
}

// beside is the viewer of the other match.
func (v *viewer) beside() *viewer {
	if v.other == nil {
		v.other = v.Match.other.viewer()
		v.other.other = v
	}
	return v.other
}

// unit is a unit of the loaded round, nil where there is none of that name.
func (v *viewer) unit(r viewpoint.Ref) *sim.Unit {
	for i := range v.frame.Units {
		if u := &v.frame.Units[i]; !r.None() && u.ID == int32(r.Index()) {
			return u
		}
	}
	return nil
}

// unitAt is the unit on a cell of the loaded round, nil: none.
func (v *viewer) unitAt(at sim.Pos) *sim.Unit {
	f := &v.frame
	if !at.In(f.Rows, f.Cols) {
		return nil
	}
	if i := f.Cells[at.Row*f.Cols+at.Col].Unit; uint(i) < uint(len(f.Units)) {
		return &f.Units[i]
	}
	return nil
}

// unitName is what people call a unit: "wizard 67, Seeker".
func (v *viewer) unitName(u *sim.Unit) string {
	return string(v.Index.AppendUnit(nil, u, &v.Names))
}

// unitWords names a unit of the loaded round shortly: "unit 67". One of nobody has no number,
// and is called by its kind.
func (v *viewer) unitWords(id int32) string {
	if id >= 0 {
		return "unit " + strconv.Itoa(int(id))
	}
	if u := v.unit(viewpoint.RefTo(int(id))); u != nil {
		return v.unitName(u)
	}
	return "a unit of nobody"
}

// load fills the frame with the state's round and returns its number.
func (v *viewer) load(s *sight) int {
	k := min(max(s.Play.Round, 0), v.Record.Edge())
	if st := v.Record.State(k); st != v.shown {
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
	if u := v.unit(s.Follow); u != nil && u.On {
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
	t, event := v.Record.Turn(k-1), r.Index()
	if t == nil || event < 0 || event >= len(t.Events) {
		return sim.Pos{}, false
	}
	at := t.Events[event].At.Pos()
	return at, at.In(v.frame.Rows, v.frame.Cols)
}

// unlike lists the cells that differ from those of the other match in the shown round.
func (v *viewer) unlike(s *sight) (list []sim.Pos) {
	if v.pair == nil {
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

// filled is the viewer with the state's round loaded, and all that the panels show of it.
func (v *viewer) filled(s *sight) (k int) {
	k = v.load(s)
	in, m := &v.info, v.Match
	m.hist.Update()
	in.Palette, in.Round, in.Before = s.Palette, k, nil
	in.Previous, in.Next = m.Record.Turn(k-1), m.Record.Turn(k)
	if s.noSpoilers && k >= s.horizon() { // what leads on belongs to the next round
		in.Next = nil
	}
	in.Unseen = in.Next == nil && k < s.Play.Edge
	in.Status = v.shown.Status()
	in.ByScore, in.Front, in.Selected, in.MoreKey = s.ByScore, s.Front, s.Event.Index(), Name("events")
	if s.Still {
		in.MoreKey = ""
	}
	in.Lead = m.lead(k)
	v.fillUnlike(s, k)
	over, _ := m.Record.Over()
	in.Over = over && k >= m.Record.Edge()
	for seat := range in.Gain {
		in.ExitReports[seat] = v.exitReport(seat)
		in.Gain[seat] = 0
		if was, ok := m.hist.Score(k-1, seat); ok {
			in.Gain[seat] = v.frame.Players[seat].Score - was
		}
	}
	if in.Previous != nil && in.Previous.Known&sim.KnownOrders == 0 {
		in.Before = v.frameBefore(k)
	}
	return k
}

// exitReport is a seat's report of the round in which it went out, or nil.
func (v *viewer) exitReport(seat int) *sim.Report {
	out := v.info.Gone(seat)
	if out == nil {
		return nil
	}
	if t := v.Record.Turn(out.Round); t != nil && t.Known&sim.KnownReports != 0 {
		return &t.Seats[seat]
	}
	return nil
}

// frameBefore is the frame of the state before, for recordings: it tells whose
// the orders were.
func (v *viewer) frameBefore(k int) *sim.Frame {
	st := v.Record.State(k - 1)
	if st == nil {
		return nil
	}
	if st != v.prior {
		v.prior = nil
		st.Fill(&v.before)
		v.prior = st
	}
	return &v.before
}

// fillUnlike tells the panels what differs from the other match in round k.
func (v *viewer) fillUnlike(s *sight, k int) {
	in := &v.info
	in.Unlike, in.OtherOrders = [sim.Seats]bool{}, [sim.Seats]bool{}
	if v.pair == nil {
		return
	}
	o := v.beside()
	o.load(s)
	for seat := range in.Unlike {
		a, b := &v.frame.Players[seat], &o.frame.Players[seat]
		in.Unlike[seat] = a.Score != b.Score || !slices.Equal(a.Stats, b.Stats)
	}
	if rounds := v.pair.Rounds(); k > 0 && k <= len(rounds) {
		in.OtherOrders = rounds[k-1].Orders
	}
}

// span is what the timeline may tell.
func (v *viewer) span(s *sight) timeline.Span {
	return timeline.Span{Round: v.info.Round, Edge: s.horizon(), Last: v.Record.Rounds(), Cut: !s.noSpoilers}
}
