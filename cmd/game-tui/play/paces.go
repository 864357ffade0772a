package play

import (
	"context"
	"fmt"

	"game-tui/ai"
	"game-tui/cmd/game-tui/analyst"
	"game-tui/sim"
	"game-tui/sim/chance"
	"game-tui/sim/clean"
	"game-tui/sim/match"
	"game-tui/sim/record"
)

// Paces add up the pace of players over matches, by entry.
type Paces []chance.Totals

// Add takes in a match, of which nothing may have been measured.
func (p Paces) Add(entries [sim.Seats]int, of *chance.Pace) {
	if of == nil {
		return
	}
	for seat, e := range entries {
		p[e].Add(of, seat)
	}
}

// MeasurePace measures the pace of the players of a match; nil where it was not played to its
// end, or ctx has ended.
func MeasurePace(ctx context.Context, rec *record.Record) *chance.Pace {
	p := chance.NewPace(analyst.Match(rec))
	if p == nil {
		return nil
	}
	for p.Next() {
		if ctx.Err() != nil {
			return nil
		}
	}
	return p
}

// paceLook measures the pace of the players in each match of a batch. Where somebody is no
// built-in player nobody can play on against the reference.
func paceLook(ctx context.Context, b *match.Batch, words []string) (func(*record.Record) any, error) {
	for _, word := range words {
		if _, ok := ai.Find(b.Game.Name(), word); !ok {
			return nil, fmt.Errorf("--paces plays on from the middle of matches, which only built-in players can: leave it out, or %s", clean.Line(word))
		}
	}
	return func(rec *record.Record) any { return MeasurePace(ctx, rec) }, nil
}

// matchPaces are the paces of the players of one match, by seat; nil where it has none.
func matchPaces(seen any) (list []chance.PaceOf) {
	p, ok := seen.(*chance.Pace)
	if !ok || p == nil {
		return nil
	}
	for seat := range sim.Seats {
		list = append(list, p.Of(seat))
	}
	return list
}
