package report

import (
	"strconv"

	"game-tui/cmd/game-tui/play"
	"game-tui/sim/chance"
	"game-tui/tui/chances"
	"game-tui/tui/numbers"
)

// Measured fills in the paces of the players.
func (r *Standings) Measured(p *play.Paces) {
	for i := range r.Players {
		s := &r.Players[i]
		if t := &p.List[s.Entry]; t.Matches() > 0 {
			s.Pace = &paceReport{t.Of(), t.Matches()}
		}
	}
}

// rateColumns are a rate and its standard error; empty where it is not known.
func rateColumns[T any](name, deviation string, of func(T) chance.Rate) []column[T] {
	cell := func(x func(chance.Rate) float64) func(T) string {
		return func(t T) string {
			if r := of(t); r.OK {
				return exact(x(r))
			}
			return ""
		}
	}
	return []column[T]{{name: name, exact: cell(func(r chance.Rate) float64 { return r.Rate })},
		{name: deviation, exact: cell(func(r chance.Rate) float64 { return r.Error })}}
}

// paceColumns are the pace of a player: of all matches, and of their parts.
func paceColumns() []column[*Standing] {
	all := column[*Standing]{name: "pace_matches", exact: func(s *Standing) string { return strconv.Itoa(s.paceMatches()) },
		title: "matches", text: func(s *Standing) string { return numbers.Grouped(s.paceMatches()) }}
	var list []column[*Standing]
	for i, title := range append([]string{"pace"}, chances.PaceParts[:]...) {
		name := title
		if i > 0 {
			name = "pace_" + title
		}
		rate := func(s *Standing) chance.Rate {
			switch {
			case s.Pace == nil:
				return chance.Rate{}
			case i == 0:
				return s.Pace.Whole
			}
			return s.Pace.Parts[i-1]
		}
		list = append(list, rateColumns(name, name+"_error", rate)...)
		list[2*i].title, list[2*i].text = title, func(s *Standing) string { return chances.Rate(rate(s)) }
	}
	return append(list, all)
}

// paceMatches is how many matches tell of its pace.
func (s *Standing) paceMatches() int {
	if s.Pace == nil {
		return 0
	}
	return s.Pace.Matches
}
