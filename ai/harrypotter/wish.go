package harrypotter

import (
	"cmp"
	"slices"

	"game-tui/sim"
	hp "game-tui/sim/harrypotter"
)

// wish is something that a pawn could go for.
type wish struct {
	score int32
	pawn  int16
	at    uint16 // where it is
	way   uint8  // first steps of all shortest ways, a bit per direction/2
}

const (
	maxWishes = 8  // per pawn, more or less; what is farther away hardly ever comes to pass
	packReach = 4  // distance of those who count as near
	lastBooks = 20 // rounds before the end from which books lose their worth
)

// plan lets idle pawns wish and fulfils the best wishes first. What one of us
// goes for, no other does: so no two fight over a book.
func (c *clan) plan() {
	c.wishes = c.wishes[:0]
	for i := range c.pawns {
		if !c.pawns[i].busy {
			c.wish(i)
		}
	}
	slices.SortFunc(c.wishes, func(a, b wish) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.pawn, b.pawn), cmp.Compare(a.at, b.at))
	})
	for i := range c.wishes {
		w := &c.wishes[i]
		p := &c.pawns[w.pawn]
		if p.busy || c.taken.has(int(w.at)) {
			continue
		}
		if dir := c.step(p, w.way); dir >= 0 {
			c.taken.set(int(w.at))
			c.walk(p, dir)
		}
	}
}

// step picks among first steps the one that brings most on the way, -1 when
// all are barred.
func (c *clan) step(p *pawn, way uint8) int {
	best, most := -1, -1
	for dir := 0; dir < len(steps); dir += 2 {
		to := p.at + steps[dir]
		if way>>(dir/2)&1 == 0 || c.claimed.has(to) || c.scare[to] <= 1 {
			continue
		}
		gain := 0
		switch what := c.what[to]; {
		case what&book != 0:
			gain = 8
		case what&theirs != 0:
			gain = 3
		case what&ours == 0:
			gain = 2
		}
		if gain > most {
			best, most = dir, gain
		}
	}
	return best
}

// wish notes what a pawn finds around it.
func (c *clan) wish(i int) {
	p := &c.pawns[i]
	first, painted := len(c.wishes), false
	for _, cell := range c.search(p.at, c.reach, maxWishes) {
		at := int(cell)
		seen := c.seen[at]
		d := int(seen.dist)
		value := 0
		switch what := c.what[at]; {
		case what&unit != 0:
			value = c.unitValue(p, c.s.Unit(int32(c.who[at])), d)
		case what&book != 0:
			value = c.bookValue(at, d)
		case what&ours == 0 && !painted:
			painted = true
			value = c.paint
		}
		if value == wait {
			c.wishes = c.wishes[:first]
			p.busy = true
			return
		}
		if value > 0 {
			c.wishes = append(c.wishes, wish{int32(64 * value / (d + 1)), int16(i), cell, seen.way})
		}
	}
}

// bookValue halves what an enemy reaches before us. In the end books no longer
// pay: strength is no score.
func (c *clan) bookValue(at, d int) int {
	value := c.book
	if int(c.foes[at]) < d {
		value /= 2
	}
	return value * min(c.s.Settings().NumRounds-c.s.Round(), lastBooks) / lastBooks
}

// wait is the value of what comes to us if we stay.
const wait = -1

// unitValue is what a unit d steps away is worth to a pawn.
func (c *clan) unitValue(p *pawn, u hp.Unit, d int) int {
	switch {
	case u.Player == c.me:
		return c.mateValue(p, u, d)
	case p.Converting():
		return 0
	case u.Ghost:
		if u.Next >= 0 && c.s.Round()+d-1-u.Next < c.s.Settings().RoundsNoAttackGhost {
			return 0
		}
		return c.ghost
	case u.Converting() || c.magic[u.Player] > 2*c.magic[c.me]:
		return 0
	case c.magic[c.me] > 2*c.magic[u.Player]:
		return c.prey
	}
	return c.duel + c.oddsOf(u)
}

// mateValue lets a free wizard and a converting one go to each other while
// there is time: of two steps a round, the last round's one is the blow.
func (c *clan) mateValue(p *pawn, u hp.Unit, d int) int {
	switch {
	case u.Ghost || u.Converting() == p.Converting() || d >= 2*max(u.Rounds, p.Rounds):
		return 0
	case p.Converting() && d <= 2:
		return wait
	}
	return c.rescue
}

// odd is what is added to the value of an enemy, once it is known.
type odd struct {
	known bool
	value int
}

// oddsOf tells how a fight around an enemy would stand.
func (c *clan) oddsOf(u hp.Unit) int {
	if c.pack|c.guard == 0 {
		return 0
	}
	if len(c.odds) == 0 {
		c.odds = slices.Grow(c.odds, c.s.Units())[:c.s.Units()]
		clear(c.odds)
	}
	o := &c.odds[u.ID]
	if !o.known {
		*o = odd{true, c.pack * c.majority(u.Pos)}
		if chebyshev(u.Pos, c.s.Unit(c.s.Ghost(c.me)).Pos) <= packReach {
			o.value += c.guard
		}
	}
	return o.value
}

// majority is by how many free wizards we outnumber the others around a place.
func (c *clan) majority(at sim.Pos) int {
	n := 0
	for clan := range sim.Seats {
		for _, id := range c.s.Wizards(clan) {
			if x := c.s.Unit(id); chebyshev(x.Pos, at) > packReach || x.Converting() {
				continue
			}
			if clan == c.me {
				n++
			} else {
				n--
			}
		}
	}
	return n
}
