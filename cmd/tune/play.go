package main

import (
	"context"
	"fmt"
	"math"
	"runtime"

	"game-tui/ai"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/chance"
	"game-tui/sim/match"
)

// The first seeds of tuning and of judging, far apart: neither ever sees the other's.
const (
	tuningSeed, tuningSeeds = 1, 600_000
	judgeSeed               = 700_001
)

// marginWeight is what a margin counts beside a win, as a part of the best other's score and at most all
// of it: it says which of two matches that are both lost, or won, was the better one.
const marginWeight = 0.25

// lineUps are the others that a player meets: three of itself, and of each of the stronger players of its
// game three and a mixture.
func lineUps(game, self string) (list [][sim.Seats - 1]string) {
	list = append(list, [sim.Seats - 1]string{self, self, self})
	ladder := ai.Ladder(game)
	for i := len(ladder) - 1; i >= 0 && ladder[i].Name != "Greedy"; i-- {
		if b := ladder[i].Name; b != self {
			list = append(list, [sim.Seats - 1]string{b, b, b}, [sim.Seats - 1]string{self, b, list[len(list)-1][2]})
		}
	}
	return list
}

// pair are two matches on one seed and seat against the same others, each with numbers of its own.
type pair struct{ won, worth [2]float64 } // share of the win, and with what the margin counts

// gain is by how much the first did better.
func (p *pair) gain() float64 { return p.worth[0] - p.worth[1] }

// play plays n pairs on all cores, from the one with a number on, of those whose seeds begin with first:
// every line-up, then every seat, has its turn. values are the numbers of each pair; others that are the
// player itself have the numbers self.
func (t *tuner) play(ctx context.Context, first int32, number, n int, self []float64, values func(k int) [2][]float64) ([]pair, error) {
	list, next := make([]pair, n), 0
	err := match.Parallel(ctx, runtime.GOMAXPROCS(0), func(context.Context) (int, bool) {
		next++
		return next - 1, next <= 2*n
	}, func(ctx context.Context, i int) (err error) {
		p, at := &list[i/2], number+i/2
		p.won[i%2], p.worth[i%2], err = t.playOne(ctx, first+int32(at%tuningSeeds), at/len(t.lines)%sim.Seats, t.lines[at%len(t.lines)][:], values(i / 2)[i%2], self)
		return err
	})
	return list, err
}

// playOne plays a match, with numbers on a seat.
func (t *tuner) playOne(ctx context.Context, seed int32, own int, others []string, values, self []float64) (won, worth float64, err error) {
	spec := match.Spec{Game: t.game.Name(), Config: string(configs.Default(t.game.Name())), Seed: seed}
	var players [sim.Seats]sim.Player
	for seat := range players {
		name, v := t.player.Name, values
		if seat != own {
			name, v, others = others[0], self, others[1:]
		}
		if b, ok := ai.Find(t.game.Name(), name); ok && name != t.player.Name {
			players[seat] = b.New()
		} else {
			players[seat] = t.player.New(v)
		}
		spec.Players[seat].Name = name
	}
	r, _, err := match.Play(ctx, t.game, spec, players, match.Options{})
	if err != nil {
		return 0, 0, fmt.Errorf("seed %d: %w", seed, err)
	}
	won, best := chance.Shares(r.Scores)[own], 1
	for seat, score := range r.Scores {
		if seat != own {
			best = max(best, score)
		}
	}
	return won, won + marginWeight*min(max(float64(r.Scores[own])/float64(best)-1, -1), 1), nil
}

// mean is the mean of a list with its standard error.
func mean(list []float64) (value, off float64) {
	n := float64(len(list))
	for _, x := range list {
		value += x / n
	}
	for _, x := range list {
		off += (x - value) * (x - value)
	}
	return value, math.Sqrt(off/(n-1)/n + 1e-12)
}

// percent is a mean of shares in text.
func percent(list []float64) string {
	value, off := mean(list)
	return fmt.Sprintf("%.1f %% ± %.1f", 100*value, 100*off)
}
