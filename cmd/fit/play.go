package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"

	"game-tui/ai"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/chance"
	"game-tui/sim/match"
	"game-tui/sim/record"
)

// lineUp draws who plays with a seed: any players, or in every other match those
// only players that play to win, since a match with Null in it is soon decided.
func lineUp(g sim.Game, seed int32) (line [sim.Seats]sim.Builtin) {
	list := ai.Players(g.Name())
	dice := sim.NewRand(seed)
	if dice.Random(0, 1) == 1 {
		list = slices.DeleteFunc(list, func(b sim.Builtin) bool { return b.Name == "Null" || b.Name == "Demo" })
	}
	for seat := range line {
		line[seat] = list[dice.Random(0, len(list)-1)]
	}
	return line
}

// play plays a match of the default configuration.
func play(ctx context.Context, g sim.Game, seed int32, line [sim.Seats]sim.Builtin) (*record.Record, error) {
	spec := match.Spec{Game: g.Name(), Config: string(configs.Default(g.Name())), Seed: seed, Limits: sim.DefaultLimits}
	var players [sim.Seats]sim.Player
	for seat, b := range line {
		spec.Players[seat].Name, players[seat] = b.Name, b.New()
	}
	_, rec, err := match.Play(ctx, g, spec, players, match.Options{})
	return rec, err
}

// playOne plays the match of a seed, and returns it with its players.
func playOne(ctx context.Context, g sim.Game, seed int32) (m chance.Match, err error) {
	line := lineUp(g, seed)
	rec, err := play(ctx, g, seed, line)
	if err != nil {
		return m, fmt.Errorf("seed %d: %w", seed, err)
	}
	m = chance.Match{Game: g, Settings: rec.Meta().Settings, Seed: seed, Names: rec.Meta().Names, Record: rec}
	for seat, b := range line {
		m.Players[seat] = b.New
	}
	return m, nil
}

// names are those of the players of a game.
func names(g sim.Game) (list []string) {
	for _, b := range ai.Players(g.Name()) {
		list = append(list, b.Name)
	}
	return list
}

// samples plays matches and takes rounds of each: one in each of parts equal parts and some
// near the end, or where parts is 0 those at which tables are judged.
func (f *flags) samples(ctx context.Context, g sim.Game, first int32, matches, parts int) ([]chance.Sample, error) {
	all := make([][]chance.Sample, matches)
	err := f.each(ctx, g.Title(), matches, func(i int) error {
		seed := first + int32(i)
		m, err := playOne(ctx, g, seed)
		if err != nil {
			return err
		}
		for _, k := range rounds(m.Settings.Rounds(), parts) {
			all[i] = append(all[i], chance.NewSample(&m, i, k, names(g)))
		}
		return nil
	})
	var list []chance.Sample
	for _, part := range all {
		list = append(list, part...)
	}
	return list, err
}

func rounds(n, parts int) (list []int) {
	if parts == 0 {
		return chance.JudgedRounds(n)
	}
	for i := range parts {
		list = append(list, i*n/parts)
	}
	for left := n / parts / 2; left > 0; left /= 2 {
		list = append(list, n-left) // what a lead is worth changes fast near the end
	}
	return list
}

// each does the pieces of some work on the cores that it may take, and says how far
// it is.
func (f *flags) each(ctx context.Context, what string, n int, do func(i int) error) error {
	var (
		wg   sync.WaitGroup
		mu   sync.Mutex
		next int
		bad  error
		told time.Time
	)
	for range f.cores {
		wg.Go(func() {
			for {
				mu.Lock()
				i := next
				next++
				stop := bad != nil || ctx.Err() != nil || i >= n
				if !stop && time.Since(told) > time.Second {
					told = time.Now()
					fmt.Fprintf(os.Stderr, "%s: match %d of %d\n", what, i, n)
				}
				mu.Unlock()
				if stop {
					return
				}
				if err := do(i); err != nil {
					mu.Lock()
					bad = err
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	if bad == nil {
		bad = ctx.Err()
	}
	return bad
}
