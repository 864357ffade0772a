package thepurge

import (
	"math/bits"

	"game-tui/sim"
	"game-tui/sim/game/thepurge"
)

// threats holds, per weapon and cell, the weighted number of enemies nearby.
type threats [3][maxRows][maxCols]float64

// Products are converted to float64 before additions. This prevents fused operations, so that all
// machines compute the same results.

// courage is the weight of danger.
const courage = 0.4

// nearness is the weight of an enemy by its distance.
var nearness = [...]float64{1, 1, 0.45, 0.15, 0.05}

func (n *Nightwatch) assess() {
	n.threats = threats{}
	if !n.night && n.left > 2 {
		return
	}
	list := n.s.Citizens()
	for i := range list {
		c := &list[i]
		if int(c.Player) == n.me || c.Type != thepurge.Warrior {
			continue
		}
		n.search.StartAt(&n.open, c.Pos())
		for d := range nearness {
			if d > 0 && !n.search.Step() {
				break
			}
			lo, front := n.search.Front()
			for i, cells := range front {
				for m := cells; m != 0; m &= m - 1 {
					n.threats[c.Weapon][lo+i][bits.TrailingZeros64(m)] += nearness[d]
				}
			}
		}
	}
}

// danger returns the expected loss of c on a cell per round.
func (n *Nightwatch) danger(c *citizen, at sim.Pos) float64 {
	if n.own.Has(at.Row, at.Col) {
		return 0
	}
	sum := 0.0
	for w := range n.threats {
		if near := n.threats[w][at.Row][at.Col]; near > 0 {
			if p := n.odds(thepurge.WeaponType(w), c.Weapon); p >= 0.5 {
				sum += float64(near * (float64(2*p) - 0.9))
			}
		}
	}
	return float64(courage * sum * c.bounty)
}

func (b *board) odds(one, other thepurge.WeaponType) float64 {
	x, y := float64(b.set.WeaponStrengthAttack(one)), float64(b.set.WeaponStrengthAttack(other))
	return x / (x + y)
}

// lossesToDie returns the number of lost fights until death.
func (b *board) lossesToDie(c *thepurge.Citizen) float64 {
	return float64((int(c.Life)-1)/b.set.LifeLostInAttack + 1)
}

// bounty returns the average gain of an enemy that beats c in a fight.
func (b *board) bounty(c *thepurge.Citizen) float64 {
	return float64(b.set.KillPoints(c.Type)) / b.lossesToDie(c)
}

func (n *Nightwatch) gain(c *citizen, enemy *thepurge.Citizen) float64 {
	p := n.odds(c.Weapon, enemy.Weapon)
	return float64(p*n.bounty(enemy)) - float64((1-p)*c.bounty)
}
