package main

import (
	"fmt"
	"io"

	"game-tui/ai"
	"game-tui/cmd/game-tui/analyst"
	"game-tui/sim/chance"
	"game-tui/sim/clean"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/tui/chances"
	"game-tui/tui/numbers"
)

// paceLook measures the pace of the players in each match of a batch. Where somebody is no
// built-in player nobody can play on against the reference.
func paceLook(b *match.Batch, words []string) (func(*record.Record) any, error) {
	for _, word := range words {
		if _, ok := ai.Find(b.Game.Name(), word); !ok {
			return nil, fmt.Errorf("--paces plays on from the middle of matches, which only built-in players can: leave it out, or %s", clean.Line(word))
		}
	}
	return func(rec *record.Record) any {
		m := analyst.Match(rec)
		p := chance.NewPace(m, m.Reference)
		if p == nil {
			return nil // the match stopped early
		}
		for p.Next() {
		}
		return p
	}, nil
}

// writePaces writes the pace of each player, in the order of the table.
func (c *comparison) writePaces(w io.Writer, r *standings) {
	var rows [][]string
	reference := ""
	for i := range r.Players {
		s := &r.Players[i]
		t := &c.paces[s.entry]
		if t.Matches() == 0 {
			continue
		}
		pace := t.Of()
		reference = pace.Reference
		rows = append(rows, []string{fmt.Sprint(i + 1), clean.Line(s.Name), chances.Rate(pace.Whole), chances.Rate(pace.Parts[0]),
			chances.Rate(pace.Parts[1]), chances.Rate(pace.Parts[2]), numbers.Grouped(t.Matches())})
	}
	if rows == nil {
		return
	}
	section(w, inText, "Pace: "+chances.PaceOf(reference))
	fmt.Fprintln(w, inText.table([]string{"", "player", "pace", "beginning", "middle", "end", "matches"}, rows))
}
