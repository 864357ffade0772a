package report

import (
	"fmt"
	"slices"
	"strconv"

	"game-tui/sim/clean"
	"game-tui/tui/numbers"
)

// number is the place of a player in the table.
func (r *Standings) number() column[*Standing] {
	return column[*Standing]{text: func(s *Standing) string {
		return strconv.Itoa(1 + slices.IndexFunc(r.Players, func(p Standing) bool { return p.Entry == s.Entry }))
	}}
}

// player is its name.
func (*Standings) player() column[*Standing] {
	return column[*Standing]{"player", func(s *Standing) string { return clean.Cell(s.Name) }, "player", func(s *Standing) string { return clean.Line(s.Name) }}
}

// count is a number of things.
func count(name, title string, of func(*Standing) int) column[*Standing] {
	return column[*Standing]{name, func(s *Standing) string { return fmt.Sprint(of(s)) }, title, func(s *Standing) string { return numbers.Grouped(of(s)) }}
}

// measured is a number with decimals.
func measured(name, title string, of func(*Standing) float64) column[*Standing] {
	return column[*Standing]{name, func(s *Standing) string { return exact(of(s)) }, title, func(s *Standing) string { return numbers.Decimal(of(s)) }}
}

// columns are all that is told of a player, with its pace or without.
func (r *Standings) columns(paces bool) []column[*Standing] {
	known := func(none string, of func(*Standing) string) func(*Standing) string { // with too few seeds nothing is
		return func(s *Standing) string {
			if r.FewSeeds {
				return none
			}
			return of(s)
		}
	}
	rank := func(s *Standing) string { return strconv.Itoa(s.Rank) }
	list := []column[*Standing]{
		{"rank", known("", rank), "rank", known("–", rank)},
		r.player(),
		{"points", func(s *Standing) string { return exact(s.Points) }, "points", func(s *Standing) string { return numbers.Points(s.Points) }},
		{name: "low", exact: known("", func(s *Standing) string { return exact(s.low) })},
		{name: "high", exact: known("", func(s *Standing) string { return exact(s.high) })},
		{title: "95 %", text: known("too few seeds", func(s *Standing) string { return numbers.Points(s.low) + " … " + numbers.Points(s.high) })},
		count("matches", "matches", func(s *Standing) int { return s.Matches }),
		count("wins", "wins", func(s *Standing) int { return s.Wins }),
		count("shared_wins", "shared", func(s *Standing) int { return s.Shared }),
		measured("win_percent", "win %", func(s *Standing) float64 { return s.WinPercent }),
		measured("mean_score", "mean score", func(s *Standing) float64 { return s.Mean }),
		measured("score_deviation", "spread", func(s *Standing) float64 { return s.Deviation }),
		{name: "min_score", exact: func(s *Standing) string { return strconv.Itoa(s.Min) }},
		{name: "max_score", exact: func(s *Standing) string { return strconv.Itoa(s.Max) }},
		{"outs", func(s *Standing) string { return strconv.Itoa(s.Out) }, "outs", func(s *Standing) string { return strconv.Itoa(s.Out) }},
	}
	for seat := range r.Places {
		list = append(list, column[*Standing]{name: fmt.Sprint("win_percent_seat", seat), exact: func(s *Standing) string { return exact(s.Seats[seat].WinPercent) }})
	}
	if paces {
		list = append(list, paceColumns()...)
	}
	for i := range r.Players {
		other := r.Players[i].Name
		list = append(list, column[*Standing]{name: "share_against_" + other, exact: func(s *Standing) string {
			if m, met := s.Against[other]; met {
				return exact(m.Share)
			}
			return ""
		}})
	}
	return list
}

// all are the players, the best first.
func (r *Standings) all() (list []*Standing) {
	for i := range r.Players {
		list = append(list, &r.Players[i])
	}
	return list
}

// rows are a table of all players, with columns of those titles.
func (r *Standings) rows(titles ...string) (head []string, rows [][]string) {
	columns := titled(r.columns(false), titles...)
	return headOf(columns), rowsOf(columns, r.all())
}
