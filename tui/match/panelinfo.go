package match

import (
	"slices"

	"game-tui/sim"
	"game-tui/sim/chance"
	"game-tui/tui/panel"
	"game-tui/tui/timeline"
)

// filled is the viewer with the state's round loaded, and all that the panels show of it.
func (v *viewer) filled(s *sight) (k int) {
	k = v.load(s)
	in, m := &v.info, v.match
	m.hist.Update()
	in.Forget()
	in.Palette, in.Round, in.Before = s.Palette, k, nil
	in.Previous, in.Next = m.Record.Turn(k-1), m.Record.Turn(k)
	if s.noSpoilers && k >= s.Horizon() { // what leads on belongs to the next round
		in.Next = nil
	}
	if in.Previous != nil && in.Previous.Missing { // what happened is not known
		in.Previous = nil
	}
	in.Unseen = in.Next == nil && k < s.Play.Edge
	in.Status = v.shown.Status()
	in.ByScore, in.Front, in.Selected, in.MoreKey = s.ByScore, s.Front, s.Event.Index(), Name("events")
	if s.Still {
		in.MoreKey = ""
	}
	in.Lead = m.lead(k)
	v.fillChances(s, k)
	v.fillUnlike(s, k)
	over, _ := m.Record.Over()
	in.Over = over && k >= m.Record.Edge()
	for seat := range in.Gain {
		in.ExitReports[seat] = v.exitReport(seat)
		in.Gain[seat] = 0
		if was, ok := m.hist.Score(k-1, seat); ok && in.Previous != nil {
			in.Gain[seat] = v.frame.Players[seat].Score - was
		}
		in.Slices = 0
		for i := range in.Gains[seat] {
			from, to := m.Record.Rounds()*i/panel.Slices, m.Record.Rounds()*(i+1)/panel.Slices
			if to > k {
				break
			}
			was, begun := m.hist.Score(from, seat)
			is, ended := m.hist.Score(to, seat)
			if in.Gains[seat][i] = 0; begun && ended {
				in.Gains[seat][i] = is - was
			}
			in.Slices++
		}
	}
	if in.Previous != nil && in.Previous.Known&sim.KnownOrders == 0 {
		in.Before = v.frameBefore(k)
	}
	return k
}

// fillChances tells the panels the chances in round k, those of the ribbon: what is known of them
// where they are looked at, otherwise the table's word, which is the same for everybody.
func (v *viewer) fillChances(s *sight, k int) {
	in := &v.info
	if in.Chances = v.match.outlook != nil && !v.match.Record.Missing(k); !in.Chances {
		return
	}
	if v.judged != v.shown {
		v.judged, v.win = v.shown, v.match.outlook.Chance(v.shown)
	}
	in.Result = k >= v.match.Record.Rounds()
	in.Win, in.Error, in.Source = v.win, [sim.Seats]float64{}, chance.Estimate
	if s.analysed.Now == nil || k > s.Horizon() {
		return
	}
	if known := s.analysed.Now.Curve(s.Horizon()); k < len(known.Line) && known.Line[k].Known() {
		at := &known.Line[k]
		in.Win, in.Error, in.Source = at.Win, at.Error, known.Source
	}
}

// exitReport is a seat's report of the round in which it went out, or nil.
func (v *viewer) exitReport(seat int) *sim.Report {
	out := v.info.Gone(seat)
	if out == nil {
		return nil
	}
	if t := v.match.Record.Turn(out.Round); t != nil && t.Known&sim.KnownReports != 0 {
		return &t.Seats[seat]
	}
	return nil
}

// frameBefore is the frame of the state before, for recordings: it tells whose
// the orders were.
func (v *viewer) frameBefore(k int) *sim.Frame {
	st := v.match.Record.State(k - 1)
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
	if v.match.pair == nil {
		return
	}
	o := v.beside()
	o.load(s)
	for seat := range in.Unlike {
		a, b := &v.frame.Players[seat], &o.frame.Players[seat]
		in.Unlike[seat] = a.Score != b.Score || !slices.Equal(a.Stats, b.Stats)
	}
	if rounds := v.match.pair.Rounds(); k > 0 && k <= len(rounds) {
		in.OtherOrders = rounds[k-1].Orders
	}
}

// span is what the timeline may tell.
func (v *viewer) span(s *sight) timeline.Span {
	return timeline.Span{Round: v.info.Round, Edge: s.Horizon(), Last: v.match.Record.Rounds(), Cut: !s.noSpoilers}
}
