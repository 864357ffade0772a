package harrypotter

import (
	"cmp"
	"context"
	"slices"

	"game-tui/sim"
	hp "game-tui/sim/harrypotter"
)

// temper is what a clan lives for. Values weigh one wish against another; each
// is divided by the distance of what is wished for.
type temper struct {
	reach  int // steps that a wizard looks ahead
	book   int // a book
	paint  int // a cell that is not ours
	rescue int // a mate who is being converted
	prey   int // an enemy so weak that a blow converts it at once
	duel   int // an enemy with whom a fight is open
	pack   int // added to duel for each wizard that we are more than they are around it
	guard  int // added to duel where our ghost is near
	ghost  int // a ghost of another clan that may be attacked

	lateSpell bool // cast so that the last spell comes as late as the rules allow
}

// clan is the play that Seeker and Hunter share. Their tempers make the
// difference.
//
// A blow wins two times out of three between equals, whoever is stronger by less than
// twice; so all depends on who strikes first. Orders of the four clans are
// executed in turns, each clan's in the order given: blows therefore come first in our
// list, and walks that may end beside an enemy last, for if the enemy
// comes to the same cell before us, our walk turns into a blow.
type clan struct {
	field
	temper
	pawns    []pawn
	wishes   []wish
	foes     [area]uint8 // steps to the nearest enemy that may attack
	scare    [area]uint8 // the same of those who would convert us at once
	claimed  marks       // cells that wizards of ours walk to in this round
	taken    marks       // what wishes are being fulfilled
	odds     []odd
	solution [numIngredients]int32
	queues   [numUrgencies][]sim.Order
	orders   sim.Orders
}

// pawn is a wizard of ours.
type pawn struct {
	hp.Unit
	at   int
	busy bool // it has its order, or waits on purpose
}

// urgency is the place of an order in our list.
type urgency int

const (
	blow urgency = iota
	aid          // a blow that frees a mate, whom nobody can harm meanwhile
	walk
	contact // a walk that may end beside an enemy
	numUrgencies
)

// Play implements sim.Player.
func (c *clan) Play(_ context.Context, q *sim.Query) sim.Reply {
	c.muster(q)
	c.save()
	c.fight()
	c.flee()
	c.plan()
	c.playGhost()
	return c.reply()
}

// muster looks at the board and lists our wizards.
func (c *clan) muster(q *sim.Query) {
	c.load(q.State.(*hp.State), q.Seat)
	c.claimed.clear()
	c.taken.clear()
	c.odds = c.odds[:0]
	c.pawns = c.pawns[:0]
	for _, id := range c.s.Wizards(c.me) {
		u := c.s.Unit(id)
		c.pawns = append(c.pawns, pawn{Unit: u, at: spot(u.Pos)})
	}
	c.flood(&c.foes, c.reach, 0)
	c.flood(&c.scare, 4, 2*c.magic[c.me]+1)
	for i := range c.queues {
		c.queues[i] = c.queues[i][:0]
	}
}

// give queues a pawn's order.
func (c *clan) give(p *pawn, dir int, u urgency) {
	p.busy = true
	c.queues[u] = append(c.queues[u], hp.Move(p.ID, hp.Dir(dir)))
}

// walk lets a pawn go to the next cell, which no other will then take.
func (c *clan) walk(p *pawn, dir int) {
	to := p.at + steps[dir]
	c.claimed.set(to)
	if c.foes[to] <= 2 {
		c.give(p, dir, contact)
	} else {
		c.give(p, dir, walk)
	}
}

func (c *clan) reply() sim.Reply {
	c.orders.Reset()
	for _, queue := range c.queues {
		for _, o := range queue {
			if c.orders.Calls() < sim.MaxOrders {
				c.orders.Give(o)
			}
		}
	}
	return sim.ReplyOf(&c.orders)
}

// pawnAt returns the wizard of ours on a cell, nil when there is none.
func (c *clan) pawnAt(at int) *pawn {
	if c.what[at]&unit == 0 {
		return nil
	}
	i, ok := slices.BinarySearchFunc(c.pawns, int32(c.who[at]), func(p pawn, id int32) int {
		return cmp.Compare(p.ID, id)
	})
	if !ok {
		return nil
	}
	return &c.pawns[i]
}

// save stops conversions of mates beside whom we stand: a wizard moves onto
// the mate, who is free at once and may then strike.
func (c *clan) save() {
	for i := range c.pawns {
		mate := &c.pawns[i]
		if !mate.Converting() {
			continue
		}
		for dir := 0; dir < len(steps); dir += 2 {
			p := c.pawnAt(mate.at - steps[dir])
			if p == nil || p.busy || p.Converting() {
				continue
			}
			c.give(p, dir, aid)
			mate.busy = true
			if d := c.victim(mate); d >= 0 {
				c.give(mate, d, aid)
			}
			break
		}
	}
}

// fight strikes at enemies beside us.
func (c *clan) fight() {
	for i := range c.pawns {
		p := &c.pawns[i]
		if p.busy || p.Converting() {
			continue
		}
		if dir := c.victim(p); dir >= 0 {
			c.give(p, dir, blow)
		}
	}
}

// victim is the direction of the weakest enemy beside a pawn, -1 when there is
// none or all are so strong that the blow would convert ourselves.
func (c *clan) victim(p *pawn) int {
	best, weakest := -1, 2*c.magic[c.me]+1
	for dir := 0; dir < len(steps); dir += 2 {
		to := p.at + steps[dir]
		if c.what[to]&(unit|deadly) != unit {
			continue
		}
		u := c.s.Unit(int32(c.who[to]))
		if u.Player == c.me || u.Ghost || u.Converting() {
			continue
		}
		if m := c.magic[u.Player]; m < weakest {
			best, weakest = dir, m
		}
	}
	return best
}

// flee runs from Voldemort and from enemies who would convert us at once.
func (c *clan) flee() {
	for i := range c.pawns {
		p := &c.pawns[i]
		best, safest := -1, c.scare[p.at]
		if c.what[p.at]&deadly != 0 {
			safest = 0
		}
		if p.busy || safest > 2 || p.Converting() && safest > 0 {
			continue
		}
		for dir := 0; dir < len(steps); dir += 2 {
			to := p.at + steps[dir]
			if c.what[to]&(solid|unit|deadly) == 0 && !c.claimed.has(to) && c.scare[to] > safest {
				best, safest = dir, c.scare[to]
			}
		}
		if best >= 0 {
			c.walk(p, best)
		}
	}
}
