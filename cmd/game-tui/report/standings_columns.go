package report

import (
	"encoding/csv"
	"fmt"
	"io"

	"game-tui/sim/clean"
)

// csv writes a line a player, with its pace or without.
func (r *Standings) csv(w io.Writer, paces bool) error {
	out := csv.NewWriter(w)
	head := []string{"rank", "player", "points", "low", "high", "matches", "wins", "shared_wins", "win_percent",
		"mean_score", "score_deviation", "min_score", "max_score", "outs"}
	for seat := range r.Places {
		head = append(head, fmt.Sprintf("win_percent_seat%d", seat))
	}
	if paces {
		head = append(head, paceHead()...)
	}
	for i := range r.Players {
		head = append(head, "share_against_"+r.Players[i].Name)
	}
	_ = out.Write(head) // Flush keeps the error
	for i := range r.Players {
		s := &r.Players[i]
		row := []string{"", clean.Cell(s.Name), exact(s.Points), "", "", fmt.Sprint(s.Matches), fmt.Sprint(s.Wins), fmt.Sprint(s.Shared),
			exact(s.WinPercent), exact(s.Mean), exact(s.Deviation), fmt.Sprint(s.Min), fmt.Sprint(s.Max), fmt.Sprint(s.Out)}
		if !r.FewSeeds {
			row[0], row[3], row[4] = fmt.Sprint(s.Rank), exact(s.low), exact(s.high)
		}
		for _, p := range s.Seats {
			row = append(row, exact(p.WinPercent))
		}
		if paces {
			row = append(row, s.Pace.cells()...)
		}
		for j := range r.Players {
			share := ""
			if m, met := s.Against[r.Players[j].Name]; met {
				share = exact(m.Share)
			}
			row = append(row, share)
		}
		_ = out.Write(row)
	}
	out.Flush()
	return out.Error()
}
