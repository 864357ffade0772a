package thepurge

import (
	"game-tui/sim"
	"game-tui/sim/thepurge"
)

// act decides the order of one citizen.
func (n *Nightwatch) act(a *agent) {
	if a.c.Type == thepurge.Builder && n.shelter(a) {
		return
	}
	toGoal := &n.ways
	if a.goal >= 0 {
		n.f.flood(toGoal, n.goals[a.goal].at, far)
	}
	best, dir := n.value(a, a.at, toGoal), -1
	for d, step := range n.f.step {
		to := a.at + step
		if v, ok := n.consider(a, to, toGoal); ok && v > best {
			best, dir = v, d
		}
	}
	if dir < 0 {
		n.taken[a.at] = true
		return
	}
	to := a.at + n.f.step[dir]
	if n.f.who[to] == 0 {
		n.taken[to] = true
	} else {
		n.taken[a.at] = true
	}
	n.intend(thepurge.Move(a.c.ID, thepurge.Dir(dir)), best+n.danger(a.c, a.at))
}

// intend plans an order; what is urgent goes ahead of the rest.
func (n *Nightwatch) intend(o sim.Order, urgency float64) {
	n.plan = append(n.plan, intent{o, urgency})
}

// consider values an order to move to a neighbouring cell, in points a round.
func (n *Nightwatch) consider(a *agent, to spot, toGoal *ways) (float64, bool) {
	if n.taken[to] {
		return 0, false
	}
	walled := false
	switch n.f.glyph[to] {
	case 0, 'B':
		return 0, false
	case 'b', 'c', 'w':
		walled = !n.f.own[to]
	}
	if w := n.f.who[to]; w > 0 {
		enemy := &n.s.Citizens()[w-1]
		if !n.night || int(enemy.Player) == n.seat {
			return 0, false
		}
		if walled {
			if a.goal < 0 || n.goals[a.goal].at != to {
				return 0, false
			}
			return a.score - n.danger(a.c, a.at), true
		}
		return n.gain(a.c, enemy) - n.danger(a.c, a.at), true
	}
	if walled {
		return 0, false
	}
	return n.value(a, to, toGoal), true
}

// value is what standing on a cell after this round promises: the goal's worth
// by the way that is then left, less the danger there.
func (n *Nightwatch) value(a *agent, at spot, toGoal *ways) float64 {
	v := -n.danger(a.c, at)
	if a.goal >= 0 && toGoal[at] < far {
		now, then := float64(toGoal[a.at]), float64(toGoal[at])
		v += a.score * (now + 1) / (then + 2)
	}
	return v
}
