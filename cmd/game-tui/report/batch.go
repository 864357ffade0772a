package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"

	"game-tui/cmd/game-tui/play"
	"game-tui/sim/clean"
	"game-tui/sim/league"
	"game-tui/tui/numbers"
)

// Batch writes the tables of a batch.
func Batch(w io.Writer, c *play.Comparison) {
	r := &Standings{names: c.Names, tally: c.Tally, sights: c.Sights, Matches: c.Tally.Matches,
		command: func(at league.Where) (int32, string) {
			s := c.Session(c.Match(at))
			return s.Seed(), s.Command(s.Seed())
		}}
	r.fill()
	slices.SortStableFunc(r.Players, func(a, b Standing) int {
		return cmp.Or(cmp.Compare(b.WinPercent, a.WinPercent), cmp.Compare(b.Mean, a.Mean))
	})
	head := []string{"", "player", "win %", "wins", "shared", "mean score", "spread", "matches", "outs", "cpu ms"}
	var rows [][]string
	for i := range r.Players {
		s := &r.Players[i]
		rows = append(rows, []string{strconv.Itoa(i + 1), clean.Line(s.Name), numbers.Decimal(s.WinPercent), numbers.Grouped(s.Wins), numbers.Grouped(s.Shared), numbers.Decimal(s.Mean),
			numbers.Decimal(s.Deviation), numbers.Grouped(s.Matches), strconv.Itoa(s.Out),
			strconv.FormatFloat(c.CPU[s.Entry].Seconds()*1000/float64(max(s.Matches, 1)), 'f', 2, 64)})
	}
	fmt.Fprintln(w, inText.table(head, rows))
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
