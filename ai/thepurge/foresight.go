package thepurge

import (
	"context"

	"game-tui/sim"
	"game-tui/sim/game/thepurge"
)

// predictor predicts the orders of other clans by simulating Nightwatch for them.
type predictor struct {
	round       int // round of the latest predictions
	predictions [sim.Seats]clanPrediction
	players     [sim.Seats]Nightwatch
}

type clanPrediction struct {
	correct, total float64 // weighted counts of correct guesses and of all guesses; older rounds weigh less
	guesses        []guess
	reliable       bool // whether guesses about the clan are reliable enough to use
}

type guess struct {
	id         int32
	orderCell  sim.Pos // cell that the citizen's order leads to, or its own cell
	nextCell   sim.Pos // citizen's expected cell after the round
	targetCell sim.Pos // cell of the citizen's target, or its own cell
	worth      float64 // points for reaching the target; 0 if the citizen has none or is in its clan's barricade
	rank       int     // 1-based position of the citizen's order, or 0 if it has none
}

// HistoryRounds implements sim.HistoryPlayer.
func (n *Veteran) HistoryRounds() int { return 8 }

// guessDecay is the weight of a round relative to the round after it.
const guessDecay = 0.7

// minReliableShare is the minimum share of correct guesses at which predictions are used.
const minReliableShare float64 = 0.8

// testRounds is the number of rounds before nightfall in which predictions are tested.
const testRounds = 3

func (n *Veteran) updatePredictions(ctx context.Context, q *sim.Query) {
	f := &n.predictor
	round := n.s.Round()
	for seat := range f.predictions {
		if seat == n.me {
			continue
		}
		k, player := &f.predictions[seat], &f.players[seat]
		if !n.isNight && n.roundsLeft > testRounds {
			k.guesses, k.correct, k.total = k.guesses[:0], 0, 0
			player.s = n.s
			player.updateTracks()
			continue
		}
		k.correct, k.total = k.correct*guessDecay, k.total*guessDecay
		if round == f.round+1 {
			for _, g := range k.guesses {
				if c := n.s.Citizen(g.id); c.ID == g.id {
					k.total++
					if c.Pos() == g.nextCell {
						k.correct++
					}
				}
			}
		}
		k.reliable = k.total > 0 && k.correct >= float64(minReliableShare*k.total)
		k.guesses = player.predict(ctx, q, seat, k.guesses[:0])
	}
	f.round = round
}

func (n *Nightwatch) predict(ctx context.Context, q *sim.Query, seat int, guesses []guess) []guess {
	n.Play(ctx, &sim.Query{State: q.State, Seat: seat})
	for i := range n.citizens {
		c := &n.citizens[i]
		g := guess{id: c.ID, orderCell: c.at, nextCell: c.at, targetCell: c.at}
		if c.targetIndex >= 0 {
			g.targetCell = n.targets[c.targetIndex].at
			if !n.ownBarricades.Has(c.at.Row, c.at.Col) {
				g.worth = c.score * float64(c.targetDistance)
			}
		}
		for k := range n.intents {
			if o := &n.intents[k].order; o.Unit == c.ID {
				g.rank = k + 1
				if o.Kind == 'm' {
					g.orderCell = c.at.Add(sim.Steps[o.Dir])
					if !n.occupied.Has(g.orderCell.Row, g.orderCell.Col) && !n.enemyBarricades.Has(g.orderCell.Row, g.orderCell.Col) {
						g.nextCell = g.orderCell
					}
				}
			}
		}
		guesses = append(guesses, g)
	}
	return guesses
}

// guessOf returns the predicted action of an enemy citizen. Without a reliable prediction, it
// returns false and the guess that the citizen stays.
func (n *Veteran) guessOf(c *thepurge.Citizen) (guess, bool) {
	k := &n.predictor.predictions[c.Player]
	if k.reliable {
		for _, g := range k.guesses {
			if g.id == c.ID {
				return g, true
			}
		}
	}
	return guess{id: c.ID, orderCell: c.Pos(), nextCell: c.Pos()}, false
}

// chanceToActFirst returns the chance that our first order is executed before the enemy's order with
// the given rank. Clans take turns in random order.
func chanceToActFirst(rank int) float64 {
	late := 1.0
	for range rank {
		late /= 2
	}
	return 1 - late
}

// fightValue returns the expected value of predicted fights in this round if a citizen moves to a
// cell or stays. urgentSum is the part that can be gained only by acting early.
func (n *Veteran) fightValue(c *citizen, to sim.Pos) (sum, urgentSum float64) {
	if !n.isNight {
		return 0, 0
	}
	leaves := to != c.at && !n.occupied.Has(to.Row, to.Col)
	for i := range n.foes {
		f := &n.foes[i]
		if !f.isReliable || f.orderCell == f.at {
			continue
		}
		gain := n.gain(c, f.Citizen)
		switch {
		case f.orderCell == c.at && leaves:
			sum += float64((1 - chanceToActFirst(f.rank)) * gain)
			urgentSum -= gain
		case f.orderCell == c.at, leaves && f.nextCell == to:
			sum += gain
		}
	}
	return sum, urgentSum
}
