package main

import (
	"context"
	"fmt"
	"os"
	"slices"

	"game-tui/ai"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/match"
	"game-tui/sim/winchance"
)

// drawPlayers draws the players for a seed. About half of the draws exclude Null and Demo, since
// matches with players that do not try to win are decided early.
func drawPlayers(g sim.Game, seed int32) (players [sim.Seats]sim.Builtin) {
	list := ai.Players(g.Name())
	dice := sim.NewRand(seed)
	if dice.Random(0, 1) == 1 {
		list = strongPlayers(g)
	}
	for seat := range players {
		players[seat] = list[dice.Random(0, len(list)-1)]
	}
	return players
}

func strongPlayers(g sim.Game) []sim.Builtin {
	return slices.DeleteFunc(ai.Players(g.Name()), func(b sim.Builtin) bool { return b.Name == "Null" || b.Name == "Demo" })
}

func playerNames(g sim.Game) (list []string) {
	for _, b := range ai.Players(g.Name()) {
		list = append(list, b.Name)
	}
	return list
}

func play(ctx context.Context, g sim.Game, seed int32, builtins [sim.Seats]sim.Builtin) (m winchance.Match, err error) {
	spec := match.Spec{Game: g.Name(), Config: string(configs.Default(g.Name())), Seed: seed, Limits: sim.DefaultLimits}
	var players [sim.Seats]sim.Player
	for seat, b := range builtins {
		spec.Players[seat].Name, players[seat] = b.Name, b.New()
	}
	_, rec, err := match.Play(ctx, g, spec, players, match.Options{})
	if err != nil {
		return m, fmt.Errorf("seed %d: %w", seed, err)
	}
	return winchance.NewMatch(rec, ai.Find), nil
}

// collect plays n matches on all cores, calls work for each, and returns all results, ordered by
// seed.
func collect[T any](ctx context.Context, g sim.Game, firstSeed int32, n int, work func(m *winchance.Match) ([]T, error)) ([]T, error) {
	all := make([][]T, n)
	err := match.ParallelFor(ctx, n, func(ctx context.Context, i int) error {
		if i%20 == 0 {
			fmt.Fprintf(os.Stderr, "%s: match %d of %d, starting at seed %d\n", g.Title(), i, n, firstSeed)
		}
		seed := firstSeed + int32(i)
		m, err := play(ctx, g, seed, drawPlayers(g, seed))
		if err == nil {
			all[i], err = work(&m)
		}
		return err
	})
	return slices.Concat(all...), err
}

// A sample is a round of a match with a known winner.
type sample struct {
	winchance.Sample
	Match int                // match number, shared by all samples of a match
	Share [sim.Seats]float64 // share of the win per seat: 1 for a sole winner
	Names []string           `json:",omitempty"` // names of the players in a recording; nil in matches of built-in players
}

func samplesOf(m *winchance.Match, matchNumber int, rounds []int, players []string) (list []sample) {
	won := winchance.WinShares(m.Record.State(m.Settings.Rounds()).Scores())
	for _, k := range rounds {
		list = append(list, sample{Sample: *winchance.NewSample(m, m.Record.State(k), players), Match: matchNumber, Share: won})
	}
	return list
}

// fitRounds returns the rounds of an n-round match used for fitting: 20 evenly spaced ones, and
// some near the end, where the value of a lead changes fast.
func fitRounds(n int) (list []int) {
	const parts = 20
	for i := range parts {
		list = append(list, i*n/parts)
	}
	for roundsLeft := n / parts / 2; roundsLeft > 0; roundsLeft /= 2 {
		list = append(list, n-roundsLeft)
	}
	return list
}

// testRounds returns the rounds of an n-round match used for testing.
func testRounds(n int) []int { return []int{n / 10, n / 4, n / 2, 3 * n / 4, 9 * n / 10} }

func playSamples(ctx context.Context, g sim.Game, firstSeed int32, n int, rounds func(n int) []int) ([]sample, error) {
	return collect(ctx, g, firstSeed, n, func(m *winchance.Match) ([]sample, error) {
		return samplesOf(m, int(m.Seed-firstSeed), rounds(m.Settings.Rounds()), playerNames(g)), nil
	})
}
