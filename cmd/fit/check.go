package main

import (
	"context"
	"fmt"
	"math"
	"sync"
	"time"

	"game-tui/sim"
	"game-tui/sim/chance"
)

// compare compares the work of two seconds, 50 points of 4 short rollouts, with the
// table, on matches that neither has seen.
func (f *flags) compare(ctx context.Context, g sim.Game) error {
	matches := max(f.fit, 100)
	if !f.given("matches") {
		matches = 100
	}
	var (
		mu          sync.Mutex
		table, plan = make([]float64, matches), make([]float64, matches)
		spent       time.Duration
		pieces      int
	)
	err := f.each(ctx, g.Title(), matches, func(i int) error {
		seed := checkSeed + int32(i)
		line := lineUp(g, seed)
		rec, err := play(ctx, g, seed, line)
		if err != nil {
			return err
		}
		m := chance.Match{Game: g, Settings: rec.Meta().Settings, Seed: seed, Names: rec.Meta().Names, Record: rec}
		for seat, b := range line {
			m.Players[seat] = b.New
		}
		a, err := chance.New(m)
		if err != nil {
			return err
		}
		before := a.Line()
		begin := time.Now()
		for a.Level() <= chance.Fine && ctx.Err() == nil && a.Next() {
		}
		after := a.Line()
		won := chance.Shares(rec.State(rec.Edge()).Scores())
		for _, k := range chance.JudgedRounds(rec.Rounds()) {
			table[i] += chance.Brier(before[k].Win, won) / 5
			plan[i] += chance.Brier(after[k].Win, won) / 5
		}
		mu.Lock()
		spent += time.Since(begin)
		pieces += a.Pieces()
		mu.Unlock()
		return nil
	})
	if err != nil {
		return err
	}
	t, p := mean(table), mean(plan)
	diff := make([]float64, matches)
	for i := range diff {
		diff[i] = table[i] - plan[i]
	}
	d, n := mean(diff), float64(matches)
	variance := 0.0
	for _, x := range diff {
		variance += (x - d) * (x - d) / (n - 1) / n
	}
	fmt.Printf("%s, %d matches: Brier score of the table %.4f, of the two-second plan %.4f: %.4f ± %.4f better; %d rollouts and %.2f s a match\n",
		g.Title(), matches, t, p, d, math.Sqrt(variance), pieces/matches, spent.Seconds()/n)
	if p >= t {
		return fmt.Errorf("the two-second plan is no better than the table")
	}
	return nil
}

func mean(list []float64) (m float64) {
	for _, x := range list {
		m += x / float64(len(list))
	}
	return m
}
