package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"strings"

	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/play"
	"game-tui/sim"
	"game-tui/sim/chance"
	"game-tui/sim/clean"
	"game-tui/sim/match"
)

// Results are printed one by one as they come.
type Results struct {
	Format  Format
	Paces   bool // of the players are measured
	Request *play.Request
	Stdout  io.Writer
}

// Rows begins what prints each result, with the paces of the players, by seat, where they are measured.
func (f *Results) Rows() func(*match.Result, []chance.PaceOf) error {
	switch f.Format {
	case JSON:
		encoder := jsonLines(f.Stdout)
		return func(r *match.Result, paces []chance.PaceOf) error {
			_ = encoder.Encode(struct {
				*match.Result
				Paces []chance.PaceOf `json:"paces,omitempty"`
			}{r, paces})
			return files.Stdout.Fault() // what nobody gets need not be played
		}
	case CSV:
		w := csv.NewWriter(f.Stdout)
		_ = w.Write(namesOf(f.row(&match.Result{}, nil)))
		return func(r *match.Result, paces []chance.PaceOf) error {
			_ = w.Write(exactOf(f.row(r, paces)))
			w.Flush()
			return files.Stdout.Fault()
		}
	}
	return func(*match.Result, []chance.PaceOf) error { return nil }
}

// row is a result, which is enough to play the match again. Times are not in it: the same match gives
// the same row.
func (f *Results) row(r *match.Result, paces []chance.PaceOf) []cell {
	row := []cell{data("seed", r.Spec.Seed)}
	for seat, p := range r.Spec.Players {
		row = append(row, data(fmt.Sprint("player", seat), clean.Cell(p.Name)))
	}
	for seat, n := range r.Scores {
		row = append(row, data(fmt.Sprint("score", seat), n))
	}
	for seat, o := range r.Outs {
		out := cell{name: fmt.Sprint("out", seat)}
		if o != nil {
			out.exact = string(o.Reason)
		}
		row = append(row, out)
	}
	for seat := range sim.Seats {
		var pace chance.Rate
		if paces != nil {
			pace = paces[seat].Whole
		}
		if f.Paces {
			row = append(row, rateCells(fmt.Sprint("pace", seat), fmt.Sprint("pace_error", seat), pace)...)
		}
	}
	config, sum, flags := f.Request.Origin()
	return append(row, data("winners", strings.Trim(fmt.Sprint(r.Winners), "[]")), data("rounds", r.Rounds), data("stopped", r.Stopped), data("game", r.Spec.Game),
		data("config", config), data("config_sha256", sum), data("flags", flags))
}
