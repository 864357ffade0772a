package harrypotter

import (
	"context"
	"slices"

	"game-tui/ai/offers"
	"game-tui/ai/paths"
	"game-tui/sim"
	hp "game-tui/sim/game/harrypotter"
)

// weights holds the values of targets. The planner divides them by distance.
type weights struct {
	reach    int // maximum distance of targets
	book     int
	cell     int // value of a cell that we do not own
	ally     int // value of an ally that is being converted
	weakling int // value of an enemy that an attack converts immediately
	enemy    int // value of an enemy of similar strength
	majority int // bonus for each wizard by which we outnumber an enemy
	guard    int // bonus for an enemy near our ghost
	ghost    int // value of an enemy ghost that may be attacked

	castLate bool // whether to cast the last spell as late as possible
}

// planner implements Seeker and Hunter, which differ only in their weights. Clans take turns, and
// an attack on an equal wins two times out of three, so attacks come first. Walks that may end next
// to an enemy come last: if the enemy arrives first, the walk becomes an attack.
type planner struct {
	board
	weights
	wizards      []wizard
	offers       offers.List
	claimed      paths.Cells // cells reserved by our wizards for this round
	takenTargets paths.Cells
	search       paths.Search
	solution     [hp.NumIngredients]int32
	queues       [numUrgencies][]sim.Order
	orders       sim.Orders
}

type wizard struct {
	hp.Unit
	busy bool // whether the wizard has an order or stays on purpose

	hasOrder    bool
	urgency     urgency // urgency of the wizard's attack: rescue if it is freed in this round
	helperCount int     // number of allies close enough to free the wizard
}

// urgency determines how early an order is given; the lowest comes first.
type urgency int

const (
	attack urgency = iota
	rescue         // move that frees an ally, or an attack by a freed ally
	walk
	contact // walk that may end next to an enemy
	cover   // move onto an ally that may lose a fight in this round
	numUrgencies
)

func (p *planner) Play(_ context.Context, q *sim.Query) sim.Reply {
	p.begin(q)
	p.saveAllies()
	p.fight()
	p.flee()
	p.plan()
	p.playGhost()
	return p.reply()
}

func (p *planner) begin(q *sim.Query) {
	p.update(q.State.(*hp.State), q.Seat)
	p.claimed, p.takenTargets = paths.Cells{}, paths.Cells{}
	p.wizards = p.wizards[:0]
	for _, id := range p.s.Wizards(p.me) {
		p.wizards = append(p.wizards, wizard{Unit: p.s.Unit(id)})
	}
	for i := range p.queues {
		p.queues[i] = p.queues[i][:0]
	}
}

func (p *planner) give(w *wizard, k int, u urgency) {
	w.busy, w.hasOrder = true, true
	p.queues[u] = append(p.queues[u], hp.Move(w.ID, hp.FromSimDir(sim.Dir(k))))
}

// walk orders a wizard to step in direction k and claims the cell. If an enemy is within reach steps
// of the cell, the order is given late.
func (p *planner) walk(w *wizard, k, reach int) {
	to := w.Pos.Add(sim.Steps[k])
	p.claimed.Add(to.Row, to.Col)
	if p.toFoe.DistanceTo(to, reach) <= reach {
		p.give(w, k, contact)
	} else {
		p.give(w, k, walk)
	}
}

func (p *planner) reply() sim.Reply {
	p.orders.Reset()
	for _, queue := range p.queues {
		for _, o := range queue {
			if p.orders.Calls() < sim.MaxOrders {
				p.orders.Give(o)
			}
		}
	}
	return sim.NewReply(&p.orders)
}

func (p *planner) wizardAt(at sim.Pos) *wizard {
	i, ok := slices.BinarySearch(p.s.Wizards(p.me), p.s.UnitAt(at))
	if !ok {
		return nil
	}
	return &p.wizards[i]
}

// saveAllies sends wizards to free neighbouring allies. Freed allies may then attack.
func (p *planner) saveAllies() {
	for i := range p.wizards {
		ally := &p.wizards[i]
		if !ally.IsConverting() {
			continue
		}
		for k := range sim.Steps {
			w := p.wizardAt(ally.Pos.Add(sim.Steps[(k+2)%4])) // step k leads from this wizard to the ally
			if w == nil || w.busy || w.IsConverting() {
				continue
			}
			p.give(w, k, rescue)
			ally.busy = true
			if k := p.weakestNeighbor(ally); k >= 0 {
				p.give(ally, k, rescue)
			}
			break
		}
	}
}

func (p *planner) fight() {
	for i := range p.wizards {
		w := &p.wizards[i]
		if w.busy || w.IsConverting() {
			continue
		}
		if k := p.weakestNeighbor(w); k >= 0 {
			p.give(w, k, attack)
		}
	}
}

// weakestNeighbor returns the direction of the weakest neighbouring enemy that would not convert
// the attacker, or -1.
func (p *planner) weakestNeighbor(w *wizard) int {
	best, weakest := -1, 2*p.magic[p.me]+1
	for k, step := range sim.Steps {
		to := w.Pos.Add(step)
		if !paths.Has(&p.foes, to) || !paths.Has(&p.safe, to) {
			continue
		}
		if m := p.magic[p.s.Unit(p.s.UnitAt(to)).Player]; m < weakest {
			best, weakest = k, m
		}
	}
	return best
}

func (p *planner) flee() {
	const near = 4
	for i := range p.wizards {
		w := &p.wizards[i]
		if w.busy {
			continue
		}
		best, safest := -1, p.toStrongFoe.DistanceTo(w.Pos, near)
		if paths.Has(&p.deadly, w.Pos) {
			safest = 0
		}
		if safest > 2 || w.IsConverting() && safest > 0 {
			continue
		}
		for k, step := range sim.Steps {
			to := w.Pos.Add(step)
			if !p.isOpen(to) || p.claimed.Has(to.Row, to.Col) {
				continue
			}
			if d := p.toStrongFoe.DistanceTo(to, near); d > safest {
				best, safest = k, d
			}
		}
		if best >= 0 {
			p.walk(w, best, contactReach)
		}
	}
}
