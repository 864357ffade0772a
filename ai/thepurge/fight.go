package thepurge

import (
	"math/bits"

	"game-tui/sim"
	"game-tui/sim/thepurge"
)

// threats says how near enemies with each weapon are to each cell.
type threats [3][maxRows][maxCols]float64

// Products are converted to float64 before they are added: the compiler must not
// fuse the two, or players would differ from machine to machine.

// courage is how much of a danger counts: with less of it nobody gets near prey.
const courage = 0.4

// nearness is the weight of an enemy by its distance from a cell.
var nearness = [...]float64{1, 1, 0.45, 0.15, 0.05}

// assess measures how near the enemy's warriors are, when that matters.
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

// danger is what enemies are likely to take from c on a cell in a round.
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

// odds is the chance that one weapon wins a fight against another.
func (b *board) odds(one, other thepurge.WeaponType) float64 {
	x, y := float64(b.set.WeaponStrengthAttack(one)), float64(b.set.WeaponStrengthAttack(other))
	return x / (x + y)
}

// hits is how many lost fights somebody survives, the last one counted.
func (b *board) hits(c *thepurge.Citizen) float64 {
	return float64((int(c.Life)-1)/b.set.LifeLostInAttack + 1)
}

// bounty is what a lost fight of c brings its enemy, on average.
func (b *board) bounty(c *thepurge.Citizen) float64 {
	return float64(b.set.KillPoints(c.Type)) / b.hits(c)
}

// gain is what a fight of ours against an enemy is worth, either way it ends.
func (n *Nightwatch) gain(c *citizen, enemy *thepurge.Citizen) float64 {
	p := n.odds(c.Weapon, enemy.Weapon)
	return float64(p*n.bounty(enemy)) - float64((1-p)*c.bounty)
}
