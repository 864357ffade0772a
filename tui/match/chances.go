package match

import (
	"game-tui/sim"
	"game-tui/sim/chance"
	"game-tui/tui/chances"
	"game-tui/tui/numbers"
)

// chancesView is what is shown of the chances in the loaded round.
func (v *viewer) chancesView(s *sight) chances.View {
	view := chances.View{Now: s.analysed.Now, Why: s.analysed.Why, Names: &v.match.Names, Seats: v.info.Seats(), Span: v.span(s), Palette: s.Palette}
	view.Front = v.favourite(s, v.info.Round)
	if !s.Still {
		view.Hint = Name("chart") + " next, " + Name("turnings") + " turnings"
	}
	return view
}

// favourite is the seat whose chance a watcher reads first: the one in front, or else the one
// that is most likely to win in round k; the leader where no chances are known of it.
func (v *viewer) favourite(s *sight, k int) int {
	if v.info.Front > 0 {
		return int(v.info.Front) - 1
	}
	at, known := s.chanceAt(k)
	if !known {
		seat, _ := sim.Lead(v.frame.Scores())
		return seat
	}
	return at.Favourite()
}

// chanceAt are the chances in round k, where they are known and may be shown.
func (s *sight) chanceAt(k int) (at chance.Chance, known bool) {
	if s.analysed.Now == nil || k > s.Horizon() {
		return at, false
	}
	line := s.analysed.Now.Line(s.Horizon())
	if k >= len(line) {
		return at, false
	}
	return line[k], true
}

// chanceText is the chance of the favourite, or of the player in front, in a longer and a
// shorter form, empty where it is not known.
func (v *viewer) chanceText(s *sight, k int) (long, short string) {
	at, known := s.chanceAt(k)
	if !s.Chances || !known || v.match.Final(k) {
		return "", ""
	}
	seat := v.favourite(s, k)
	percent := numbers.Chance(at.Win[seat])
	long, short = v.match.Names[seat]+" wins at "+percent, v.match.Names[seat]+" "+percent
	if s.analysed.Now.Estimate {
		long, short = long+", estimate", "~"+short
	}
	return long, short
}
