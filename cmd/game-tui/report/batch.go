package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"game-tui/cmd/game-tui/play"
	"game-tui/sim/clean"
	"game-tui/sim/league"
)

// Batch writes the tables of a batch.
func Batch(w io.Writer, c *play.Comparison) {
	r := &Standings{names: c.Names, tally: c.Tally, highlights: c.Highlights, Matches: c.Tally.Matches,
		command: func(at league.MatchRef) (int32, string) {
			s := c.Session(c.Match(at))
			return s.Seed(), s.Command(s.Seed())
		}}
	r.fill()
	slices.SortStableFunc(r.Players, func(a, b Standing) int {
		return cmp.Or(cmp.Compare(b.WinPercent, a.WinPercent), cmp.Compare(b.Mean, a.Mean))
	})
	rows := r.titled("", "player", "win %", "wins", "shared", "mean score", "spread", "matches", "outs")
	for i := range rows {
		s := &r.Players[i]
		rows[i] = append(rows[i], shown("cpu ms", eachMilliseconds(c.CPU[s.Entry], s.Matches)))
	}
	fmt.Fprintln(w, inText.table(tableOf(rows)))
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
