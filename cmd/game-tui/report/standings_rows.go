package report

import (
	"fmt"
	"slices"
	"strconv"

	"game-tui/sim/chance"
	"game-tui/sim/clean"
	"game-tui/tui/chances"
	"game-tui/tui/numbers"
)

// row is all that is told of a player but its pace, at the place i of the table.
func (r *Standings) row(i int) []cell {
	s := &r.Players[i]
	row := []cell{shown("", i+1), {name: "rank"}, data("player", clean.Cell(s.Name)).as("player", clean.Line(s.Name)),
		data("points", exact(s.Points)).as("points", numbers.Points(s.Points)), {name: "low"}, {name: "high"}, shown("95 %", "too few seeds"),
		data("matches", s.Matches).as("matches", numbers.Grouped(s.Matches)), data("wins", s.Wins).as("wins", numbers.Grouped(s.Wins)), data("shared_wins", s.Shared).as("shared", numbers.Grouped(s.Shared)),
		data("win_percent", exact(s.WinPercent)).as("win %", numbers.Decimal(s.WinPercent)), data("mean_score", exact(s.Mean)).as("mean score", numbers.Decimal(s.Mean)),
		data("score_deviation", exact(s.Deviation)).as("spread", numbers.Decimal(s.Deviation)), data("min_score", s.Min), data("max_score", s.Max), data("outs", s.Out).as("outs", s.Out)}
	row[1] = row[1].as("rank", "–")
	if !r.FewSeeds {
		row[1] = data("rank", s.Rank).as("rank", s.Rank)
		row[4], row[5], row[6] = data("low", exact(s.low)), data("high", exact(s.high)), shown("95 %", numbers.Points(s.low)+" … "+numbers.Points(s.high))
	}
	return row
}

// csv are the rows of all players, with their paces or without.
func (r *Standings) csv(paces bool) (rows [][]cell) {
	for i := range r.Players {
		s, row := &r.Players[i], r.row(i)
		for seat, p := range s.Seats {
			row = append(row, data(fmt.Sprint("win_percent_seat", seat), exact(p.WinPercent)))
		}
		if paces {
			row = append(row, s.pace()...)
		}
		for j := range r.Players {
			against := cell{name: "share_against_" + r.Players[j].Name}
			if m, met := s.Against[r.Players[j].Name]; met {
				against.exact = exact(m.Share)
			}
			row = append(row, against)
		}
		rows = append(rows, row)
	}
	return rows
}

// titled are the rows of all players, with cells of those titles.
func (r *Standings) titled(titles ...string) (rows [][]cell) {
	for i := range r.Players {
		rows = append(rows, titled(r.row(i), titles...))
	}
	return rows
}

// rateCells are a rate and its standard error; empty where it is not known.
func rateCells(name, deviation string, r chance.Rate) []cell {
	if !r.OK {
		return []cell{{name: name}, {name: deviation}}
	}
	return []cell{data(name, exact(r.Rate)), data(deviation, exact(r.Error))}
}

// pace is the pace of a player: in all of the matches, and in their parts.
func (s *Standing) pace() (row []cell) {
	var pace paceReport
	if s.Pace != nil {
		pace = *s.Pace
	}
	for i, rate := range slices.Concat([]chance.Rate{pace.Whole}, pace.Parts[:]) {
		title, name := "pace", "pace"
		if i > 0 {
			title = chances.PaceParts[i-1]
			name += "_" + title
		}
		cells := rateCells(name, name+"_error", rate)
		cells[0] = cells[0].as(title, chances.Rate(rate))
		row = append(row, cells...)
	}
	return append(row, data("pace_matches", strconv.Itoa(pace.Matches)).as("matches", numbers.Grouped(pace.Matches)))
}
