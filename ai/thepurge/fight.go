package thepurge

import (
	"cmp"
	"math/bits"
	"slices"

	"game-tui/sim"
	"game-tui/sim/game/thepurge"
)

// threats holds, for each weapon and cell, the weighted count of nearby enemy warriors.
type threats [3][maxRows][maxCols]float64

// Converting products to float64 before adding prevents fused multiply-add, so that all machines
// compute the same results.

const dangerWeight = 0.4

// threatWeights holds the weight of an enemy's threat, indexed by its distance.
var threatWeights = [...]float64{1, 1, 0.45, 0.15, 0.05}

func (n *Nightwatch) updateThreats() {
	n.threats = threats{}
	if !n.isNight && n.roundsLeft > 2 {
		return
	}
	list := n.s.Citizens()
	for i := range list {
		c := &list[i]
		if int(c.Player) == n.me || c.Type != thepurge.Warrior {
			continue
		}
		n.search.StartAt(&n.open, c.Pos())
		for d := range threatWeights {
			if d > 0 && !n.search.Step() {
				break
			}
			lo, front := n.search.Front()
			for i, cells := range front {
				for m := cells; m != 0; m &= m - 1 {
					n.threats[c.Weapon][lo+i][bits.TrailingZeros64(m)] += threatWeights[d]
				}
			}
		}
	}
}

func (n *Nightwatch) danger(c *citizen, at sim.Pos) float64 {
	if n.ownBarricades.Has(at.Row, at.Col) {
		return 0
	}
	sum := 0.0
	for w := range n.threats {
		if near := n.threats[w][at.Row][at.Col]; near > 0 {
			if p := n.winChance(thepurge.WeaponType(w), c.Weapon); p >= 0.5 {
				sum += float64(near * (float64(2*p) - 0.9))
			}
		}
	}
	return float64(dangerWeight * sum * c.bounty)
}

func (b *board) winChance(attacker, defender thepurge.WeaponType) float64 {
	x, y := float64(b.settings.WeaponStrengthAttack(attacker)), float64(b.settings.WeaponStrengthAttack(defender))
	return x / (x + y)
}

func (b *board) hitsToKill(c *thepurge.Citizen) float64 {
	return float64((int(c.Life)-1)/b.settings.LifeLostInAttack + 1)
}

// bounty returns the points that an enemy gains on average by beating c once.
func (b *board) bounty(c *thepurge.Citizen) float64 {
	return float64(b.settings.KillPoints(c.Type)) / b.hitsToKill(c)
}

func (n *Nightwatch) gain(c *citizen, enemy *thepurge.Citizen) float64 {
	p := n.winChance(c.Weapon, enemy.Weapon)
	return float64(p*n.bounty(enemy)) - float64((1-p)*c.bounty)
}

func (n *Nightwatch) setMobility() {
	for k := range n.targets {
		if t := &n.targets[k]; t.prey != nil {
			i, _ := slices.BinarySearchFunc(n.tracks, t.prey.ID, func(x track, id int32) int { return cmp.Compare(x.id, id) })
			t.mobility = n.tracks[i].mobility
		}
	}
}

func (n *Nightwatch) worth(i, k, d int) float64 {
	c, t := &n.citizens[i], &n.targets[k]
	if t.prey != nil {
		return n.huntValue(c, t, d)
	}
	weapon := 0.0
	if isBetterWeapon(c.Citizen, t.glyph) {
		weapon = 0.4 * float64(n.settings.KillWarriorPoints)
		if c.Weapon == thepurge.Hammer && t.glyph == 'Z' {
			weapon *= 2
		}
	}
	return n.itemValue(c, t, d, weapon, 0.4)
}

func (n *Nightwatch) huntValue(c *citizen, t *target, d int) float64 {
	if c.Type != thepurge.Warrior {
		return 0
	}
	gain := n.gain(c, t.prey)
	if gain <= 0 {
		return 0
	}
	return n.pursuitValue(c, t, d, gain, 1+t.mobility) // catching moving prey takes up to twice as long
}

type track struct {
	id       int32
	at       sim.Pos16
	mobility float64
}

func (n *Nightwatch) updateTracks() {
	n.tracks, n.previousTracks = n.previousTracks[:0], n.tracks
	old := n.previousTracks
	list := n.s.Citizens()
	for i := range list {
		c := &list[i]
		for len(old) > 0 && old[0].id < c.ID {
			old = old[1:]
		}
		t := track{c.ID, c.At, 0.5}
		if len(old) > 0 && old[0].id == c.ID {
			t = old[0]
		}
		t.mobility = float64(0.7 * t.mobility)
		if t.at != c.At {
			t.mobility += 0.3
		}
		t.at = c.At
		n.tracks = append(n.tracks, t)
	}
}
