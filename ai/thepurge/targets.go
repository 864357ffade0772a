package thepurge

import (
	"math/bits"
	"slices"

	"game-tui/ai/paths"
	"game-tui/sim"
	"game-tui/sim/thepurge"
)

// target is something worth going to: an item, or somebody to hunt.
type target struct {
	at    sim.Pos
	glyph byte // of an item, 0 otherwise
	rival int  // of an item: steps of the nearest enemy, were there no walls
	users int

	prey     *thepurge.Citizen // nil for items
	wall     int               // resistance around the prey
	restless float64           // how much the prey runs
}

// plan lets each citizen find its targets and gives the best first; an item
// serves one citizen, prey two.
func (n *Nightwatch) plan() {
	n.listTargets()
	n.offers.Reset()
	n.steps = slices.Grow(n.steps[:0], len(n.citizens)*len(n.targets))[:len(n.citizens)*len(n.targets)]
	for i := range n.citizens {
		n.offer(i)
	}
	for i, k, ok := n.offers.Next(); ok; i, k, ok = n.offers.Next() {
		t, limit := &n.targets[k], 1
		if t.prey != nil {
			limit = 2
		}
		if t.users < limit {
			t.users++
			c := &n.citizens[i]
			c.target, c.steps = k, int(n.steps[i*len(n.targets)+k])
			c.score = n.worth(c, t, c.steps)
			n.offers.Settle()
		}
	}
}

// listTargets lists what is worth going to.
func (n *Nightwatch) listTargets() {
	n.targets = n.targets[:0]
	for i := range n.set.BoardRows {
		n.wanted[i] = n.items[i]
		row := n.s.GlyphRow(i)
		for m := n.items[i]; m != 0; m &= m - 1 {
			j := bits.TrailingZeros64(m)
			n.addTarget(target{at: sim.Pos{Row: i, Col: j}, glyph: row[j], rival: paths.Far})
		}
	}
	items := len(n.targets)
	list := n.s.Citizens()
	for i := range list {
		c := &list[i]
		if int(c.Player) == n.me {
			continue
		}
		at := c.Pos()
		for k := range items {
			t := &n.targets[k]
			t.rival = min(t.rival, paths.Manhattan(at, t.at))
		}
		t := target{at: at, prey: c, restless: n.tracks[i].restless}
		if n.own.Has(at.Row, at.Col) || n.barred.Has(at.Row, at.Col) {
			b, _ := n.s.BarricadeAt(at)
			t.wall = int(b.Resistance)
		}
		n.wanted.Set(at.Row, at.Col)
		n.addTarget(t)
	}
	for i := range n.set.BoardRows {
		n.sealed[i] = n.wanted[i] &^ n.open[i]
		n.enter[i] = n.open[i] | n.wanted[i]
	}
}

func (n *Nightwatch) addTarget(t target) {
	n.targetAt[t.at.Row][t.at.Col] = int16(len(n.targets))
	n.targets = append(n.targets, t)
}

// offer searches from a citizen for all targets that it can reach.
func (n *Nightwatch) offer(i int) {
	c := &n.citizens[i]
	c.near = paths.Far
	n.search.StartAt(&n.enter, c.at)
	for left := len(n.targets); left > 0 && n.search.Step(); {
		d := n.search.Distance()
		lo, front := n.search.Front()
		wanted, sealed := n.wanted[lo:][:len(front)], n.sealed[lo:][:len(front)]
		for j, cells := range front {
			front[j] = cells &^ sealed[j]
			for m := cells & wanted[j]; m != 0; m &= m - 1 {
				left--
				k := int(n.targetAt[lo+j][bits.TrailingZeros64(m)])
				t := &n.targets[k]
				if t.prey != nil && t.prey.Type == thepurge.Warrior {
					c.near = min(c.near, d)
				}
				if score := n.worth(c, t, d); score > 0 {
					n.steps[i*len(n.targets)+k] = int16(d)
					n.offers.Add(i, k, score)
				}
			}
		}
	}
}

// worth is what a target pays a citizen, in points a round.
func (n *Nightwatch) worth(c *citizen, t *target, d int) float64 {
	if t.prey != nil {
		return n.hunt(c, t, d)
	}
	value := 0.0
	switch t.glyph {
	case 'M':
		value = float64(n.set.MoneyPoints)
	case 'F':
		missing := n.set.CitizenIniLife(c.Type) - int(c.Life)
		value = c.bounty * float64(min(missing, n.set.FoodIncrLife)) / float64(n.set.LifeLostInAttack)
	case 'G', 'Z':
		value = n.armament(c, t.glyph)
	}
	if t.rival < d {
		value *= 0.4 // somebody else may be there first
	}
	return value / float64(d)
}

// armament is what a weapon on the ground is worth to a citizen.
func (n *Nightwatch) armament(c *citizen, glyph byte) float64 {
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

// hunt is what going after somebody pays: nothing by day, but the rounds before
// dusk are good for getting near.
func (n *Nightwatch) hunt(c *citizen, t *target, d int) float64 {
	if c.Type != thepurge.Warrior {
		return 0
	}
	gain := n.gain(c, t.prey)
	if gain <= 0 {
		return 0
	}
	demolish := n.set.WeaponStrengthDemolish(c.Weapon)
	haste := 1 + t.restless // who runs costs twice the steps and the blows
	rounds := float64(float64(d-1)*haste) + float64((t.wall+demolish-1)/demolish)
	if !n.night {
		rounds = max(rounds, float64(n.left))
	} else if rounds >= float64(n.left) {
		return 0
	}
	hits := n.hits(t.prey)
	return gain * hits / (rounds + float64(hits*haste) + 1)
}

// track is what is remembered of a citizen: its place in the last round, and how
// restless it is, from 0 to 1.
type track struct {
	id       int32
	at       sim.Pos16
	restless float64
}

// follow remembers where everybody is. Citizens come by id, in this round and in
// the last one.
func (n *Nightwatch) follow() {
	n.tracks, n.before = n.before[:0], n.tracks
	old := n.before
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
		t.restless = float64(0.7 * t.restless)
		if t.at != c.At {
			t.restless += 0.3
		}
		t.at = c.At
		n.tracks = append(n.tracks, t)
	}
}
