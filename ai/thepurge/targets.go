package thepurge

import (
	"cmp"
	"slices"

	"game-tui/sim"
	"game-tui/sim/game/thepurge"
)

func (n *Nightwatch) rateRestlessness() {
	for k := range n.targets {
		if t := &n.targets[k]; t.prey != nil {
			i, _ := slices.BinarySearchFunc(n.tracks, t.prey.ID, func(x track, id int32) int { return cmp.Compare(x.id, id) })
			t.restless = n.tracks[i].restless
		}
	}
}

func (n *Nightwatch) worth(i, k, d int) float64 {
	c, t := &n.citizens[i], &n.targets[k]
	if t.prey != nil {
		return n.hunt(c, t, d)
	}
	weapon := 0.0
	if isBetterWeapon(c.Citizen, t.glyph) {
		weapon = 0.4 * float64(n.set.KillWarriorPoints)
		if c.Weapon == thepurge.Hammer && t.glyph == 'Z' {
			weapon *= 2
		}
	}
	return n.itemValue(c, t, d, weapon, 0.4)
}

// hunt returns the value of pursuing an enemy. By day it is 0, except for an approach before dusk.
func (n *Nightwatch) hunt(c *citizen, t *target, d int) float64 {
	if c.Type != thepurge.Warrior {
		return 0
	}
	gain := n.gain(c, t.prey)
	if gain <= 0 {
		return 0
	}
	return n.pursuitValue(c, t, d, gain, 1+t.restless) // fleeing prey takes up to twice as many steps and attacks
}

type track struct {
	id       int32
	at       sim.Pos16
	restless float64
}

// updateTracks updates the tracks, which are sorted by citizen ID.
func (n *Nightwatch) updateTracks() {
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
