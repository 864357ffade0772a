package moneyheist

import (
	"context"

	"game-tui/sim"
	mh "game-tui/sim/moneyheist"
)

// Tokyo plans for the clan as a whole. Every soldier gets the job for which it
// is worth most, and no two get the same; soldiers with poison hunt those of
// others, since a soldier won collects for us to the end. The professor goes
// for the safe that it reaches before all others, and around trouble.
//
// The engine takes orders of all clans in turn, each clan's in its own order:
// who names its fights first strikes first.
type Tokyo struct {
	orders sim.Orders
	maze
	s        *mh.State
	set      *mh.Settings
	me       int
	wave     wave
	soldiers []soldier
	jobs     []job
	jobAt    [mh.Rows][mh.Cols]int16 // index into jobs, where items or enemies say that there is one
	items    field
	enemies  field // soldiers
	targets  field // items and enemies
	menaced  field // cells beside an armed enemy
	safe     field // open cells that are not menaced
	open     field // cells without walls and units
	offers   []offer
	blows    []blow
	gates    gates
	marks    []sim.Mark
}

// soldier is one of ours.
type soldier struct {
	id     int32
	at     sim.Pos
	poison int
	busy   bool
}

// job is something that one soldier can do: take an item, kill an enemy.
type job struct {
	at    sim.Pos
	worth int // in sixteenths of a point
	rival int // steps of the nearest enemy soldier
	enemy bool
	taken bool
}

// offer is a job seen from one soldier.
type offer struct {
	rate    int32 // worth for each round that it takes
	soldier int16
	job     int16
}

// blow is an attack that one of our soldiers could make.
type blow struct {
	worth   int
	soldier int
	d       mh.Dir
	target  int32
	given   bool
}

// NewTokyo makes a Tokyo.
func NewTokyo() sim.Player { return new(Tokyo) }

// Play gives the orders in the order of their haste.
func (t *Tokyo) Play(_ context.Context, q *sim.Query) sim.Reply {
	t.s, t.me = q.State.(*mh.State), q.Seat
	t.set = t.s.Settings()
	t.orders.Reset()
	t.marks = t.marks[:0]
	t.survey(t.s)
	t.look()
	t.professor()
	t.fight()
	t.flee()
	t.charge()
	t.listJobs()
	t.offer()
	t.assign()
	reply := sim.ReplyOf(&t.orders)
	reply.Marks = t.marks
	return reply
}

// look lists our soldiers, and where the enemies' reach.
func (t *Tokyo) look() {
	t.soldiers = t.soldiers[:0]
	t.enemies, t.menaced = field{}, field{}
	for id := int32(sim.Seats); id < int32(t.s.Units()); id++ {
		switch u := t.s.Unit(id); {
		case u.Player == t.me:
			t.soldiers = append(t.soldiers, soldier{id: id, at: u.Pos, poison: u.Poison})
		case u.Poison > 0:
			t.menaced.around(u.Pos)
			fallthrough
		default:
			t.enemies.set(u.Pos)
		}
	}
	for r := range t.free {
		t.open[r] = t.free[r] &^ t.units[r]
		t.safe[r] = t.open[r] &^ t.menaced[r]
	}
}

// give gives an order while there may be more.
func (t *Tokyo) give(o sim.Order) {
	if t.orders.Calls() < sim.MaxOrders {
		t.orders.Give(o)
	}
}

func (t *Tokyo) move(id int32, d mh.Dir) { t.give(mh.Move(id, d)) }

// left is the number of rounds to play, this one included.
func (t *Tokyo) left() int { return t.set.NumRounds - t.s.Round() }

// life is what a soldier collects until the end, in sixteenths of a point.
func (t *Tokyo) life() int { return t.left() * 10 }
