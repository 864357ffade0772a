package thepurge

import (
	"game-tui/sim/thepurge"
)

// threat is how near enemies with one weapon are to each cell.
type threat [spots]float64

// Products are converted to float64 before they are added: the compiler must not
// fuse the two, or players would differ from machine to machine.

// courage is how much of a danger counts: with less of it nobody gets near prey.
const courage = 0.4

// nearness is the weight of an enemy by its distance from a cell.
var nearness = [...]float64{1, 1, 0.45, 0.15, 0.05}

// fear measures how near the enemy's warriors are, when that matters.
func (n *Nightwatch) fear() {
	n.threats = [3]threat{}
	if !n.night && n.left > 2 {
		return
	}
	for _, c := range n.s.Citizens() {
		if int(c.Player) == n.seat || c.Type != thepurge.Warrior {
			continue
		}
		n.f.flood(&n.ways, n.f.spot(c.Pos()), int16(len(nearness)-1))
		for _, at := range n.f.queue {
			if d := n.ways[at]; int(d) < len(nearness) {
				n.threats[c.Weapon][at] += nearness[d]
			}
		}
	}
}

// odds is the chance that weapon a wins a fight against weapon b.
func (n *Nightwatch) odds(a, b thepurge.WeaponType) float64 {
	x, y := float64(n.set.WeaponStrengthAttack(a)), float64(n.set.WeaponStrengthAttack(b))
	return x / (x + y)
}

// hits is how many lost fights somebody survives, the last one counted.
func (n *Nightwatch) hits(c *thepurge.Citizen) float64 {
	return float64((int(c.Life)-1)/n.set.LifeLostInAttack + 1)
}

// bounty is what a lost fight of c brings its enemy, on average.
func (n *Nightwatch) bounty(c *thepurge.Citizen) float64 {
	return float64(n.set.KillPoints(c.Type)) / n.hits(c)
}

// gain is what a fight of ours against an enemy is worth, either way it ends.
func (n *Nightwatch) gain(c, enemy *thepurge.Citizen) float64 {
	p := n.odds(c.Weapon, enemy.Weapon)
	return float64(p*n.bounty(enemy)) - float64((1-p)*n.bounty(c))
}

// danger is what enemies are likely to take from c on a cell in a round.
func (n *Nightwatch) danger(c *thepurge.Citizen, at spot) float64 {
	if n.f.own[at] {
		return 0
	}
	sum := 0.0
	for w := range n.threats {
		if near := n.threats[w][at]; near > 0 {
			if p := n.odds(thepurge.WeaponType(w), c.Weapon); p >= 0.5 {
				sum += float64(near * (float64(2*p) - 0.9))
			}
		}
	}
	return float64(courage * sum * n.bounty(c))
}

// worth is what a goal pays an agent, in points a round.
func (n *Nightwatch) worth(a *agent, g *goal) float64 {
	d := n.away(a, g.at)
	if d > far {
		return 0
	}
	if g.prey != nil {
		return n.hunt(a.c, g, d)
	}
	value := 0.0
	switch g.glyph {
	case 'M':
		value = float64(n.set.MoneyPoints)
	case 'F':
		missing := n.set.CitizenIniLife(a.c.Type) - int(a.c.Life)
		value = n.bounty(a.c) * float64(min(missing, n.set.FoodIncrLife)) / float64(n.set.LifeLostInAttack)
	case 'G', 'Z':
		value = n.armament(a.c, g.glyph)
	}
	if n.contested(g, d) {
		value *= 0.4
	}
	return value / float64(d)
}

// armament is what a weapon on the ground is worth to a citizen.
func (n *Nightwatch) armament(c *thepurge.Citizen, glyph byte) float64 {
	full := 0.8 * float64(n.set.KillWarriorPoints)
	switch {
	case c.Type == thepurge.Builder:
		return 0
	case c.Weapon == thepurge.Hammer && glyph == 'Z':
		return full
	case c.Weapon == thepurge.Bazooka || glyph == 'G' && c.Weapon == thepurge.Gun:
		return 0
	}
	return full / 2
}

// contested reports whether somebody else is nearer.
func (n *Nightwatch) contested(g *goal, d int) bool {
	for _, c := range n.s.Citizens() {
		if int(c.Player) != n.seat && abs(c.Pos().Row-g.pos.Row)+abs(c.Pos().Col-g.pos.Col) < d {
			return true
		}
	}
	return false
}

func abs(x int) int { return max(x, -x) }

// hunt is what going after somebody pays: nothing by day, but the rounds before
// dusk are good for getting near.
func (n *Nightwatch) hunt(c *thepurge.Citizen, g *goal, d int) float64 {
	if c.Type != thepurge.Warrior {
		return 0
	}
	gain := n.gain(c, g.prey)
	if gain <= 0 {
		return 0
	}
	demolish := n.set.WeaponStrengthDemolish(c.Weapon)
	haste := 1 + n.tracks[g.prey.ID].restless // who runs costs twice the steps and the blows
	rounds := float64(float64(d-1)*haste) + float64((g.wall+demolish-1)/demolish)
	if !n.night {
		rounds = max(rounds, float64(n.left))
	} else if rounds >= float64(n.left) {
		return 0
	}
	hits := n.hits(g.prey)
	return gain * hits / (rounds + float64(hits*haste) + 1)
}
