package thepurge

import (
	"context"

	"game-tui/sim"
	"game-tui/sim/thepurge"
)

// foresight is what each clan would do if Nightwatch played it, and how far that has come true of late.
type foresight struct {
	round   int // of the guesses
	clans   [sim.Seats]foreseen
	players [sim.Seats]Nightwatch
}

// foreseen is how well a clan is foretold.
type foreseen struct {
	right, all float64 // guesses; older rounds weigh less
	guesses    []guess
	sure       bool // it may be relied on
}

// guess is what a citizen is expected to do.
type guess struct {
	id     int32
	into   sim.Pos // where its order leads, or where it stays
	next   sim.Pos // where it is after the round
	target sim.Pos // what it goes for, or where it is
	worth  float64 // what that pays it once it is there, in points; 0 where it stays in its barricade
	rank   int     // its order's place in the list; 0 without an order
}

// Remembers is how many rounds show how well others are foretold, and what Nightwatch remembers.
func (n *Veteran) Remembers() int { return 8 }

// fading is what the weight of a round becomes with each further one.
const fading = 0.7

// eve is how many rounds before the night others are foretold: to see how well.
const eve = 3

// foresee lets Nightwatch decide for all others.
func (n *Veteran) foresee(ctx context.Context, q *sim.Query) {
	f := &n.sees
	round := n.s.Round()
	for seat := range f.clans {
		if seat == n.me {
			continue
		}
		k, player := &f.clans[seat], &f.players[seat]
		if !n.night && n.left > eve {
			k.guesses, k.right, k.all = k.guesses[:0], 0, 0
			player.s = n.s
			player.follow()
			continue
		}
		k.right, k.all = k.right*fading, k.all*fading
		if round == f.round+1 {
			for _, g := range k.guesses {
				if c := n.s.Citizen(g.id); c.ID == g.id {
					k.all++
					if c.Pos() == g.next {
						k.right++
					}
				}
			}
		}
		k.sure = k.all > 0 && k.right >= float64(n.v[sureFrom]*k.all)
		k.guesses = player.foretell(ctx, q, seat, k.guesses[:0])
	}
	f.round = round
}

// foretell is what the citizens of a seat do.
func (n *Nightwatch) foretell(ctx context.Context, q *sim.Query, seat int, list []guess) []guess {
	n.Play(ctx, &sim.Query{State: q.State, Seat: seat})
	for i := range n.citizens {
		c := &n.citizens[i]
		g := guess{id: c.ID, into: c.at, next: c.at, target: c.at}
		if c.target >= 0 {
			g.target = n.targets[c.target].at
			if !n.own.Has(c.at.Row, c.at.Col) {
				g.worth = c.score * float64(c.steps)
			}
		}
		for k := range n.intents {
			if o := &n.intents[k].order; o.Unit == c.ID {
				g.rank = k + 1
				if o.Kind == 'm' {
					g.into = c.at.Plus(sim.Steps[o.Dir])
					if !n.people.Has(g.into.Row, g.into.Col) && !n.barred.Has(g.into.Row, g.into.Col) {
						g.next = g.into
					}
				}
			}
		}
		list = append(list, g)
	}
	return list
}

// guessOf is what a citizen of others is expected to do, if its clan is well foretold.
func (n *Veteran) guessOf(c *thepurge.Citizen) (guess, bool) {
	k := &n.sees.clans[c.Player]
	if k.sure {
		for _, g := range k.guesses {
			if g.id == c.ID {
				return g, true
			}
		}
	}
	return guess{id: c.ID, into: c.Pos(), next: c.Pos()}, false
}

// ahead is the chance that an order of ours which comes first is executed before one of theirs with a
// place in its list: at each step every player is drawn as often as any other.
func ahead(rank int) float64 {
	late := 1.0
	for range rank {
		late /= 2
	}
	return 1 - late
}

// clash is what the certain fights of this round bring, as the enemies are foretold, if a citizen goes to
// a cell, its own if it stays: somebody attacks it, or comes to the same cell. Who attacks one that leaves may be late:
// urgent is what that would save.
func (n *Veteran) clash(c *citizen, to sim.Pos) (sum, urgent float64) {
	if !n.night {
		return 0, 0
	}
	leaves := to != c.at && !n.people.Has(to.Row, to.Col)
	for i := range n.foes {
		f := &n.foes[i]
		if !f.sure || f.into == f.at {
			continue
		}
		gain := n.gain(c, f.Citizen)
		switch {
		case f.into == c.at && leaves:
			sum += float64((1 - ahead(f.rank)) * gain)
			urgent -= gain
		case f.into == c.at, leaves && f.next == to:
			sum += gain
		}
	}
	return sum, urgent
}
