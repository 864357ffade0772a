package report

import (
	"encoding/csv"
	"encoding/json"
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

// Rows returns what prints each result, in the form asked for, with the paces of the players, by
// seat, where they are measured.
func (f *Results) Rows() func(*match.Result, []chance.PaceOf) error {
	switch f.Format {
	case JSON:
		encoder := json.NewEncoder(f.Stdout)
		return func(r *match.Result, paces []chance.PaceOf) error {
			encoder.Encode(struct {
				*match.Result
				Paces []chance.PaceOf `json:"paces,omitempty"`
			}{r, paces})
			return files.Stdout.Fault() // what nobody gets need not be played
		}
	case CSV:
		w := csv.NewWriter(f.Stdout)
		w.Write(f.csvHeader())
		return func(r *match.Result, paces []chance.PaceOf) error {
			w.Write(f.csvRow(r, paces))
			w.Flush()
			return files.Stdout.Fault()
		}
	}
	return func(*match.Result, []chance.PaceOf) error { return nil }
}

func (f *Results) csvHeader() []string {
	header := []string{"seed"}
	for _, column := range []string{"player", "score", "out"} {
		for seat := range sim.Seats {
			header = append(header, fmt.Sprint(column, seat))
		}
	}
	if f.Paces {
		for seat := range sim.Seats {
			header = append(header, fmt.Sprint("pace", seat), fmt.Sprint("pace_error", seat))
		}
	}
	return append(header, "winners", "rounds", "stopped", "game", "config", "config_sha256", "flags")
}

// csvRow is a result in one line, which is enough to play the match again. Times
// are not in it: the same match gives the same row.
func (f *Results) csvRow(r *match.Result, paces []chance.PaceOf) []string {
	row := []string{fmt.Sprint(r.Spec.Seed)}
	for _, p := range r.Spec.Players {
		row = append(row, clean.Cell(p.Name))
	}
	for _, n := range r.Scores {
		row = append(row, fmt.Sprint(n))
	}
	for _, o := range r.Outs {
		if o == nil {
			row = append(row, "")
		} else {
			row = append(row, string(o.Reason))
		}
	}
	for seat := range sim.Seats {
		switch {
		case !f.Paces:
		case paces == nil:
			row = append(row, rateCells(chance.Rate{})...)
		default:
			row = append(row, rateCells(paces[seat].Whole)...)
		}
	}
	seats := strings.Trim(fmt.Sprint(r.Winners), "[]")
	config, sum, flags := f.Request.Origin()
	return append(row, seats, fmt.Sprint(r.Rounds), r.Stopped, r.Spec.Game, config, sum, flags)
}
