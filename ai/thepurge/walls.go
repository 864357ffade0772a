package thepurge

import (
	"game-tui/sim/thepurge"
)

// layers is how often a builder builds before it steps into its barricade.
const layers = 2

// alarm is how near enemies by night send a builder back inside.
const alarm = 6

// shelter lets a builder wall in before dusk, and go back inside by night when
// enemies come near. It reports whether it gave the order.
func (n *Nightwatch) shelter(a *agent) bool {
	if n.night {
		return n.hide(a)
	}
	if n.left > layers+1 {
		return false
	}
	if n.f.own[a.at] {
		n.taken[a.at] = true
		return true // inside: stay
	}
	if d, ok := n.beside(a); ok {
		to := a.at + n.f.step[d]
		b, _ := n.s.BarricadeAt(thepurge.Dir(d).Of(a.c.Pos()))
		n.taken[to] = true
		if n.left > 1 && int(b.Resistance) < layers*n.set.BarricadeResistanceStep {
			n.intend(thepurge.Build(a.c.ID, thepurge.Dir(d)), 1)
		} else {
			n.intend(thepurge.Move(a.c.ID, thepurge.Dir(d)), n.danger(a.c, a.at))
		}
		return true
	}
	if n.left < 2 || len(n.s.Barricades(n.seat))+n.planned >= n.set.MaxNumBarricades {
		return false
	}
	best, dir := -1, -1
	for d, step := range n.f.step {
		to := a.at + step
		if n.f.glyph[to] != '.' || n.taken[to] {
			continue
		}
		if v := n.corner(to); v > best {
			best, dir = v, d
		}
	}
	if dir < 0 {
		return false
	}
	n.planned++
	n.taken[a.at+n.f.step[dir]] = true
	n.intend(thepurge.Build(a.c.ID, thepurge.Dir(dir)), 1)
	return true
}

// beside finds a free barricade of ours next to a builder.
func (n *Nightwatch) beside(a *agent) (int, bool) {
	for d, step := range n.f.step {
		if to := a.at + step; n.f.glyph[to] == 'b' && n.f.own[to] && !n.taken[to] {
			return d, true
		}
	}
	return 0, false
}

// corner counts the sides of a cell from which nobody can come.
func (n *Nightwatch) corner(at spot) int {
	closed := 0
	for _, step := range n.f.step {
		if g := n.f.glyph[at+step]; g == 0 || g == 'B' {
			closed++
		}
	}
	return closed
}

// hide keeps a builder inside its barricade while enemies are near, or brings it
// there.
func (n *Nightwatch) hide(a *agent) bool {
	if n.f.own[a.at] {
		if n.near(a) < alarm+1 {
			n.taken[a.at] = true
			return true
		}
		return false
	}
	if n.near(a) < alarm {
		if d, ok := n.beside(a); ok {
			n.taken[a.at+n.f.step[d]] = true
			n.intend(thepurge.Move(a.c.ID, thepurge.Dir(d)), n.danger(a.c, a.at))
			return true
		}
	}
	return false
}

// near is the distance of the nearest enemy warrior, its steps counted.
func (n *Nightwatch) near(a *agent) int {
	d := far
	for _, c := range n.s.Citizens() {
		if int(c.Player) != n.seat && c.Type == thepurge.Warrior {
			d = min(d, n.away(a, n.f.spot(c.Pos())))
		}
	}
	return d
}
