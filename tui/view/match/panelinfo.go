package match

import (
	"slices"

	"game-tui/sim"
	"game-tui/sim/winchance"
	"game-tui/tui/draw/panel"
	"game-tui/tui/draw/timeline"
)

func (s *scene) fillInfo() (k int) {
	k = s.decode()
	in, m := &s.info, s.match
	m.history.Update()
	in.Palette, in.Round, in.Before = s.Palette, k, nil
	in.Previous, in.Next = m.Record.Turn(k-1), m.Record.Turn(k)
	if s.noSpoilers && k >= s.Horizon() { // the next turn belongs to a hidden round
		in.Next = nil
	}
	if in.Previous != nil && in.Previous.Missing {
		in.Previous = nil
	}
	in.NextHidden = in.Next == nil && k < s.Play.Edge
	in.Status = s.shown.Status()
	in.ByScore, in.Front, in.Selected, in.MoreKey = s.ByScore, s.Front, s.Event.Index(), Name("events")
	if s.Still {
		in.MoreKey = ""
	}
	in.Lead = m.lead(k)
	s.fillChances(k)
	s.fillDifferences(k)
	over, _ := m.Record.Over()
	in.Over = over && k >= m.Record.Edge()
	for seat := range in.Gain {
		in.ExitReports[seat] = s.exitReport(seat)
		in.Gain[seat] = 0
		if was, ok := m.history.Score(k-1, seat); ok && in.Previous != nil {
			in.Gain[seat] = s.frame.Players[seat].Score - was
		}
		in.Slices = 0
		for i := range in.Gains[seat] {
			from, to := m.Record.Rounds()*i/panel.Slices, m.Record.Rounds()*(i+1)/panel.Slices
			if to > k {
				break
			}
			was, begun := m.history.Score(from, seat)
			is, ended := m.history.Score(to, seat)
			if in.Gains[seat][i] = 0; begun && ended {
				in.Gains[seat][i] = is - was
			}
			in.Slices++
		}
	}
	if in.Previous != nil && in.Previous.Known&sim.KnownOrders == 0 {
		if before := m.Record.State(k - 1); before != nil { // maps units to seats for orders without a known seat
			before.FillFrame(&s.before)
			in.Before = &s.before
		}
	}
	return k
}

func (s *scene) fillChances(k int) {
	in := &s.info
	if in.Chances = s.match.estimator != nil && !s.match.Record.Missing(k); !in.Chances {
		return
	}
	if s.judged != s.shown {
		s.judged, s.win = s.shown, s.match.estimator.Chance(s.shown)
	}
	in.Result = k >= s.match.Record.Rounds()
	in.Win, in.ChanceError, in.Source = s.win, [sim.Seats]float64{}, winchance.Estimate
	if s.analysed.Now == nil || k > s.Horizon() {
		return
	}
	if known := s.analysed.Now.Curve(s.Horizon()); k < len(known.Line) && known.Line[k].Known() {
		at := &known.Line[k]
		in.Win, in.ChanceError, in.Source = at.Win, at.Error, known.Source
	}
}

func (s *scene) exitReport(seat int) *sim.Report {
	out := s.info.Failure(seat)
	if out == nil {
		return nil
	}
	if t := s.match.Record.Turn(out.Round); t != nil && t.Known&sim.KnownReports != 0 {
		return &t.Reports[seat]
	}
	return nil
}

// fillDifferences sets the fields about differences from the compared match in round k.
func (s *scene) fillDifferences(k int) {
	in := &s.info
	in.Different, in.OtherOrders = [sim.Seats]bool{}, [sim.Seats]bool{}
	if s.match.pair == nil {
		return
	}
	rec := s.match.otherMatch.Record
	rec.State(min(max(s.Play.Round, 0), rec.Edge())).FillFrame(&s.other)
	for seat := range in.Different {
		a, b := &s.frame.Players[seat], &s.other.Players[seat]
		in.Different[seat] = a.Score != b.Score || !slices.Equal(a.Stats, b.Stats)
	}
	if rounds := s.match.pair.Rounds(); k > 0 && k <= len(rounds) {
		in.OtherOrders = rounds[k-1].Orders
	}
}

func (s *scene) span() timeline.Span {
	return timeline.Span{Round: s.info.Round, Edge: s.Horizon(), Last: s.match.Record.Rounds(), Cut: !s.noSpoilers}
}
