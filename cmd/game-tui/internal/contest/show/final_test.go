package show

import (
	"context"
	"testing"

	"game-tui/cmd/game-tui/internal/contest/contesttest"
	"game-tui/sim"
	"game-tui/sim/league"
	"game-tui/sim/match"
	"game-tui/sim/record"
)

func TestFinalShowsNamesOfThePlan(t *testing.T) {
	t.Parallel()
	p := contesttest.FinalPlan(t)
	g := &finalSource{league.NewLiveStandings(p), p, func(ctx context.Context, _ league.MatchRef) (*record.Record, error) {
		_, rec, err := contesttest.Field(t, p).Play(ctx, match.Seeds{Match: 1}, [sim.Seats]int{0, 1, 2, 3}, match.Options{})
		if err != nil {
			return nil, err
		}
		meta := *rec.Meta()
		meta.Titles = [sim.Seats]string{"p0 (own)", "p1 (own)", "p2 (own)", "p3 (own)"}
		return rec.WithMeta(meta), nil
	}}
	m, _ := p.Schedule().Final().Match(0)
	rec, err := g.Load(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	for seat, e := range m.Seats {
		if got := rec.Meta().DisplayNames()[seat]; got != p.Players[e].Name {
			t.Errorf("seat %d: %s, want %s", seat, got, p.Players[e].Name)
		}
	}
}
