package thepurge

import (
	"context"

	"game-tui/ai/paths"
	"game-tui/sim"
	"game-tui/sim/thepurge"
)

// Veteran weighs like Nightwatch but attacks more, because it keeps what it wins, while three
// others share what it loses. Builders fight builders at night. Warriors think the flight of their
// prey through, and all citizens their own. It takes weapons away from others. At night it lets
// Nightwatch predict all others and uses predictions that come true.
type Veteran struct {
	clan
	distances
	v       [numberCount]float64
	clear   paths.Cells // open cells without citizens
	foes    []foe       // at night and shortly before
	hunters paths.Cells // cells of enemies that the current citizen fears
	pursuit
	sees foresight
}

// Play implements sim.Player.
func (n *Veteran) Play(ctx context.Context, q *sim.Query) sim.Reply {
	n.begin(q)
	n.measure(&n.board)
	for i := range n.set.BoardRows {
		n.clear[i] = n.open[i] &^ n.people[i]
	}
	n.foresee(ctx, q)
	n.watch()
	n.listTargets()
	n.race()
	n.plan(n.worth)
	for i := range n.citizens {
		n.act(&n.citizens[i])
	}
	return n.reply()
}

// act decides the order of a citizen.
func (n *Veteran) act(c *citizen) {
	n.clear.Add(c.at.Row, c.at.Col) // its own cell is free after it moves
	n.hunters = n.stronger(c)
	closer, waits := n.way(c)
	sum, _ := n.clash(c, c.at)
	best, dir, urgency := n.value(c, n.peril(c, c.at), waits)+sum, -1, 0.0
	stay := best
	for k, step := range sim.Steps {
		way := 1 + waits
		if closer>>k&1 != 0 {
			way = -1
		}
		if v, u, ok := n.try(c, c.at.Add(step), way); ok && v > best {
			best, dir, urgency = v, k, u
		}
	}
	n.clear.Remove(c.at.Row, c.at.Col)
	n.goes(c, dir, float64(n.v[calm]*(best-stay))+urgency)
}

// try returns the value of a move in points per round, and its urgency.
func (n *Veteran) try(c *citizen, to sim.Pos, way int) (value, urgent float64, ok bool) {
	if !paths.Has(&n.streets, to) || n.taken.Has(to.Row, to.Col) {
		return 0, 0, false
	}
	sum, urgent := n.clash(c, to)
	barred := n.barred.Has(to.Row, to.Col)
	if n.people.Has(to.Row, to.Col) {
		enemy := n.citizenAt(to)
		if !n.night || int(enemy.Player) == n.me || barred && (c.target < 0 || n.targets[c.target].at != to) {
			return 0, 0, false
		}
		here := n.peril(c, c.at)
		if barred {
			return c.score - here + sum, 0, true
		}
		gain := n.gain(c, enemy)
		if g, sure := n.guessOf(enemy); sure && g.next != to {
			p := ahead(g.rank)
			return float64(p*(gain-here)) + float64((1-p)*n.value(c, n.peril(c, to), way)) + sum, gain, true
		}
		return gain - here + sum, 0, true
	}
	if barred {
		return 0, 0, false
	}
	if c.target >= 0 && n.targets[c.target].at == to && n.targets[c.target].rival == 1 {
		urgent += c.score
	}
	return n.value(c, n.peril(c, to), way) + sum, urgent, true
}

// way returns the first steps to the target, as in firstSteps. Waits is -1 if it is best to let the
// prey come, and otherwise 0.
func (n *Veteran) way(c *citizen) (closer uint8, waits int) {
	if c.target >= 0 {
		if t := &n.targets[c.target]; c.steps > 1 && n.runs(c, t, c.steps) {
			switch _, first := n.pursue(c, t.prey); {
			case first == stays:
				return 0, -1
			case first >= 0:
				return 1 << first, 0
			}
		}
	}
	return n.firstSteps(c), 0
}

// race computes the distance of the nearest enemy from each item that it can use.
func (n *Veteran) race() {
	list := n.s.Citizens()
	for k := range n.targets {
		t := &n.targets[k]
		if t.prey != nil {
			break // items come first
		}
		t.rival = paths.Far
		steps := n.from(t.at)
		for i := range list {
			if c := &list[i]; int(c.Player) != n.me && n.goesFor(c, t) && (t.glyph == 'M' || t.glyph == 'F' || arms(c, t.glyph)) {
				t.rival = min(t.rival, int(steps[n.cell(c.Pos())]))
			}
		}
	}
}

// goesFor reports whether an enemy may want an item.
func (n *Veteran) goesFor(c *thepurge.Citizen, t *target) bool {
	g, sure := n.guessOf(c)
	return !sure || g.target == t.at
}

// worth returns the value of a target for a citizen in points per round.
func (n *Veteran) worth(i, k, d int) float64 {
	c, t := &n.citizens[i], &n.targets[k]
	if t.prey != nil {
		return n.hunt(c, t, d)
	}
	weapon := 0.0
	switch {
	case t.rival == paths.Far: // no enemy can use it
	case t.glyph == 'G':
		weapon = n.v[denyGun]
	case t.glyph == 'Z':
		weapon = n.v[denyBazooka]
	}
	if arms(c.Citizen, t.glyph) {
		weapon = n.v[arm] * float64(n.set.KillWarriorPoints)
		if c.Weapon != thepurge.Hammer || t.glyph != 'Z' {
			weapon *= n.v[gunShare]
		}
	}
	value := n.item(c, t, d, weapon, n.v[contested])
	if t.rival == d {
		value *= n.v[tie]
	}
	return value
}

// hunt returns the value of pursuing an enemy. By day it is only for being near at night.
func (n *Veteran) hunt(c *citizen, t *target, d int) float64 {
	if c.Type == thepurge.Builder && (!n.night && n.left > int(n.v[dusk]) || t.wall > 0 || d > int(n.v[brawl])) {
		return 0
	}
	gain := n.gain(c, t.prey)
	if gain <= 0 {
		return 0
	}
	if n.runs(c, t, d) {
		if d == 1 {
			return n.v[catch] * gain
		}
		if rounds, first := n.pursue(c, t.prey); first != nowhere {
			return n.v[catch] * gain / float64(rounds+1)
		}
		return gain / (n.v[lost] + float64(d))
	}
	pace := 1.0
	if t.wall == 0 {
		pace = n.v[haste]
	}
	return n.chase(c, t, d, gain, pace)
}

// gain returns the expected value of attacking an enemy. Losses count less, because three others
// share them.
func (n *Veteran) gain(c *citizen, enemy *thepurge.Citizen) float64 {
	p := n.odds(c.Weapon, enemy.Weapon)
	stake := n.v[builderStake]
	if c.Type == thepurge.Warrior {
		stake = n.v[warriorStake]
	}
	return n.v[attack] * (float64(p*n.bounty(enemy)) - float64(stake*(1-p)*c.bounty))
}
