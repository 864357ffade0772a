package harrypotter

import (
	"context"
	"slices"

	"game-tui/ai/offers"
	"game-tui/ai/paths"
	"game-tui/sim"
	hp "game-tui/sim/harrypotter"
)

// weights are what a planner lives for. Each weighs a target against others,
// and is divided by the distance of the target.
type weights struct {
	reach    int // steps that a wizard looks ahead
	book     int // a book
	cell     int // a cell that is not ours
	ally     int // an ally who is being converted
	weakling int // an enemy so weak that a blow converts it at once
	enemy    int // an enemy with whom a fight is open
	majority int // added to enemy for each wizard that we are more than they are around it
	guard    int // added to enemy where our ghost is near
	ghost    int // a ghost of another clan that may be attacked

	lateSpell bool // cast so that the last spell comes as late as the rules allow
}

// planner is the play that Seeker and Hunter share. Their weights make the
// difference. Dumbledore has its own, and takes lists and orders from here.
//
// A blow wins two times out of three between equals, whoever is stronger by less than
// twice; so all depends on who strikes first. Orders of the four clans are
// executed in turns, each clan's in the order given: blows therefore come first in our
// list, and walks that may end beside an enemy last, for if the enemy
// comes to the same cell before us, our walk turns into a blow.
type planner struct {
	board
	weights
	wizards  []wizard
	offers   offers.List
	claimed  paths.Cells  // cells that wizards of ours walk to in this round
	taken    paths.Cells  // targets that somebody goes for
	search   paths.Search // from the wizard or target in question
	solution [hp.NumIngredients]int32
	queues   [numUrgencies][]sim.Order
	orders   sim.Orders
}

// wizard is a wizard of ours.
type wizard struct {
	hp.Unit
	busy bool // it has its order, or stays on purpose

	// Of Dumbledore's only.
	ordered bool    // it has its order
	urgency urgency // of its blow: rescue when it is freed in this round
	helpers int     // allies near enough to free it, should it lose
}

// urgency is the place of an order in our list.
type urgency int

const (
	blow   urgency = iota
	rescue         // a blow that frees an ally, whom nobody can harm meanwhile
	walk
	contact // a walk that may end beside an enemy
	backing // a move onto an ally that may lose its fight in this round
	numUrgencies
)

// Play implements sim.Player.
func (p *planner) Play(_ context.Context, q *sim.Query) sim.Reply {
	p.begin(q)
	p.save()
	p.fight()
	p.flee()
	p.plan()
	p.playGhost()
	return p.reply()
}

// begin looks at the board and lists our wizards.
func (p *planner) begin(q *sim.Query) {
	p.look(q.State.(*hp.State), q.Seat)
	p.claimed, p.taken = paths.Cells{}, paths.Cells{}
	p.wizards = p.wizards[:0]
	for _, id := range p.s.Wizards(p.me) {
		p.wizards = append(p.wizards, wizard{Unit: p.s.Unit(id)})
	}
	for i := range p.queues {
		p.queues[i] = p.queues[i][:0]
	}
}

// give queues a wizard's order.
func (p *planner) give(w *wizard, k int, u urgency) {
	w.busy, w.ordered = true, true
	p.queues[u] = append(p.queues[u], hp.Move(w.ID, hp.Orthogonal(sim.Dir(k))))
}

// walk lets a wizard go to the next cell, which no other will then take; late, if an enemy is as near to it.
func (p *planner) walk(w *wizard, k, near int) {
	to := w.Pos.Plus(sim.Steps[k])
	p.claimed.Set(to.Row, to.Col)
	if p.toFoe.To(to, near) <= near {
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
	return sim.ReplyOf(&p.orders)
}

// wizardAt returns the wizard of ours on a cell, nil when there is none.
func (p *planner) wizardAt(at sim.Pos) *wizard {
	i, ok := slices.BinarySearch(p.s.Wizards(p.me), p.s.UnitAt(at))
	if !ok {
		return nil
	}
	return &p.wizards[i]
}
