package main

import (
	"context"
	"fmt"
	"slices"

	"game-tui/ai"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/chance"
	"game-tui/sim/match"
)

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

// play plays n pairs of matches on all cores, from the first on, which is a number from 0: every line-up, then
// every seat, has its turn. The two of a pair have one seed, and numbers of their own, values; others that are
// the player itself have the numbers self. It returns by how much the first did better: in the share of the win,
// and with what the margin counts.
func (t *tuner) play(ctx context.Context, first, n int, self []float64, values func(k int) [2][]float64) (won, worth []float64, err error) {
	won, worth = make([]float64, n), make([]float64, n)
	return won, worth, match.Each(ctx, n, func(ctx context.Context, k int) error {
		for i, v := range values(k) {
			share, with, err := t.playOne(ctx, first+k, v, self)
			if err != nil {
				return err
			}
			sign := float64(1 - 2*i)
			won[k] += sign * share
			worth[k] += sign * with
		}
		return nil
	})
}

// playOne plays a match of the pair with that number, with numbers on its seat.
func (t *tuner) playOne(ctx context.Context, number int, values, self []float64) (won, worth float64, err error) {
	spec := match.Spec{Game: t.game.Name(), Config: string(configs.Default(t.game.Name())), Seed: int32(number + 1)}
	own, others := number/len(t.lines)%sim.Seats, t.lines[number%len(t.lines)][:]
	var players [sim.Seats]sim.Player
	for seat := range players {
		name, v := t.player.Name, values
		if seat != own {
			name, v, others = others[0], self, others[1:]
		}
		spec.Players[seat].Name, players[seat] = name, t.player.New(v)
		if b, ok := ai.Find(t.game.Name(), name); ok && name != t.player.Name {
			players[seat] = b.New()
		}
	}
	r, _, err := match.Play(ctx, t.game, spec, players, match.Options{})
	if err != nil {
		return 0, 0, fmt.Errorf("seed %d: %w", spec.Seed, err)
	}
	won, score := chance.Shares(r.Scores)[own], float64(r.Scores[own])
	r.Scores[own] = 1 // the highest is the best other's now, of which the margin is a part
	return won, won + marginWeight*min(max(score/float64(slices.Max(r.Scores[:]))-1, -1), 1), nil
}
