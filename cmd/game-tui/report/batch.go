package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/play"
	"game-tui/sim"
	"game-tui/sim/chance"
	"game-tui/sim/clean"
	"game-tui/sim/league"
	"game-tui/sim/match"
)

// Results returns a function that prints one result of a request, with the players' paces by seat
// if measured is set.
func Results(w io.Writer, f Format, of *play.Request, measured bool) func(*match.Result, []chance.PaceOf) error {
	switch f {
	case JSON:
		return func(r *match.Result, paces []chance.PaceOf) error {
			_ = clean.WriteJSON(w, struct { // reported by Fault
				*match.Result
				Paces []chance.PaceOf `json:"paces,omitempty"`
			}{r, paces}, "")
			return files.Stdout.Fault() // stop playing if output fails
		}
	case CSV:
		write := csvTo(w)
		return func(r *match.Result, paces []chance.PaceOf) error {
			config, sum, flags := of.Origin()
			_ = write(append(resultRow(r, measured, paces), data("config", config), data("config_sha256", sum), data("flags", asIs(flags))))
			return files.Stdout.Fault()
		}
	}
	return func(*match.Result, []chance.PaceOf) error { return nil }
}

// resultRow returns a result with all that is needed to play the match again. It holds no times, so
// the same match always gives the same row.
func resultRow(r *match.Result, measured bool, paces []chance.PaceOf) []cell {
	row := []cell{data("seed", r.Spec.Seed)}
	for seat, p := range r.Spec.Players {
		row = append(row, data(fmt.Sprint("player", seat), p.Name))
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
		if measured {
			row = append(row, rateCells(fmt.Sprint("pace", seat), fmt.Sprint("pace_error", seat), pace)...)
		}
	}
	return append(row, data("winners", strings.Trim(fmt.Sprint(r.Winners), "[]")), data("rounds", r.Rounds), data("stopped", r.Stopped), data("game", r.Spec.Game))
}

// Batch prints the summary tables of a batch.
func Batch(w io.Writer, c *play.Comparison) {
	r := &Standings{names: c.Names, tally: c.Tally, highlights: c.Highlights, Matches: c.Tally.Matches, Pool: "the three others of the match",
		command: func(at league.MatchRef) (int32, string) {
			s := c.Session(c.Match(at))
			return s.Seed(), s.Command(s.Seed())
		}}
	r.fill()
	slices.SortStableFunc(r.Players, func(a, b Standing) int {
		return cmp.Or(cmp.Compare(b.WinPercent, a.WinPercent), cmp.Compare(b.Mean, a.Mean))
	})
	rows := r.titled("", "player", "P(pass)", "win %", "wins", "shared", "mean score", "spread", "matches", "outs")
	for i := range rows {
		s := &r.Players[i]
		rows[i] = append(rows[i], shown("cpu ms", fmt.Sprintf("%.2f", c.CPU[s.Entry].Seconds()*1000/float64(max(s.Matches, 1)))))
	}
	fmt.Fprintln(w, inText.table(inText.fitted(w, rows)))
	r.passNote(w, inText)
	r.Measured(c.Paces)
	r.paces(w, inText)
	r.matrix(w, inText)
	if c.Batch.Rotate {
		r.effect(w, inText)
	}
	i := slices.IndexFunc(r.Players, func(s Standing) bool { return s.Entry == 0 })
	section(w, inText, "Worth a look, of "+clean.Line(r.Players[i].Name)+" (--open opens such a match)")
	r.Players[i].looks(w, inText)
}
