package report

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
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

// result is what came of a match, with the paces of the players, by seat, where they are measured.
type result struct {
	*match.Result
	Paces []chance.PaceOf `json:"paces,omitempty"`
}

// Rows begins what prints each result.
func (f *Results) Rows() func(*match.Result, []chance.PaceOf) error {
	switch f.Format {
	case JSON:
		encoder := json.NewEncoder(f.Stdout)
		return func(r *match.Result, paces []chance.PaceOf) error {
			_ = encoder.Encode(result{r, paces})
			return files.Stdout.Fault() // what nobody gets need not be played
		}
	case CSV:
		rows := newCSV(f.Stdout, f.columns())
		return func(r *match.Result, paces []chance.PaceOf) error {
			rows.add(&result{r, paces})
			_ = rows.flush()
			return files.Stdout.Fault()
		}
	}
	return func(*match.Result, []chance.PaceOf) error { return nil }
}

// columns are those of a result, which are enough to play the match again. Times are not in it: the same
// match gives the same row.
func (f *Results) columns() []column[*result] {
	of := func(name string, cell func(*result) string) column[*result] {
		return column[*result]{name: name, exact: cell}
	}
	list := []column[*result]{of("seed", func(r *result) string { return fmt.Sprint(r.Spec.Seed) })}
	each := func(name string, cell func(r *result, seat int) string) {
		for seat := range sim.Seats {
			list = append(list, of(fmt.Sprint(name, seat), func(r *result) string { return cell(r, seat) }))
		}
	}
	each("player", func(r *result, seat int) string { return clean.Cell(r.Spec.Players[seat].Name) })
	each("score", func(r *result, seat int) string { return fmt.Sprint(r.Scores[seat]) })
	each("out", func(r *result, seat int) string {
		if r.Outs[seat] == nil {
			return ""
		}
		return string(r.Outs[seat].Reason)
	})
	if f.Paces {
		for seat := range sim.Seats {
			list = append(list, rateColumns(fmt.Sprint("pace", seat), fmt.Sprint("pace_error", seat), func(r *result) chance.Rate {
				if r.Paces == nil {
					return chance.Rate{}
				}
				return r.Paces[seat].Whole
			})...)
		}
	}
	config, sum, flags := f.Request.Origin()
	about := func(text string) func(*result) string { return func(*result) string { return text } }
	return slices.Concat(list, []column[*result]{
		of("winners", func(r *result) string { return strings.Trim(fmt.Sprint(r.Winners), "[]") }),
		of("rounds", func(r *result) string { return fmt.Sprint(r.Rounds) }),
		of("stopped", func(r *result) string { return r.Stopped }),
		of("game", func(r *result) string { return r.Spec.Game }),
		of("config", about(config)), of("config_sha256", about(sum)), of("flags", about(flags)),
	})
}
