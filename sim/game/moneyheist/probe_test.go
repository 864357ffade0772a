package moneyheist_test

import (
	"context"

	"game-tui/sim"
	mh "game-tui/sim/game/moneyheist"
)

// probe is a player that charges, heals, opens safes and kills professors, which Null and Demo
// never do.
type probe struct {
	orders sim.Orders
	s      *mh.State
	me     int
	seen   [mh.Rows * mh.Cols]bool
	queue  []place
}

// A place is a cell reached by a search, with the first step of the path to it.
type place struct {
	at    sim.Pos
	first sim.Dir
}

const noDir = sim.Dir(-1)

func (p *probe) Play(_ context.Context, q *sim.Query) sim.Reply {
	p.s, p.me = q.State.(*mh.State), q.Seat
	p.orders.Reset()
	s, me, r := p.s, p.me, p.s.Round()
	soldiers, professor := s.Soldiers(me), int32(me)
	p.orders.Give(mh.Move(-3, sim.Left))
	p.orders.Give(mh.Move(int32((me+1)%4), sim.Up))
	if r%10 == 9 {
		p.orders.Give(mh.Move(professor, 7))
	}
	if r%17 == 3 {
		if len(soldiers) >= 1 {
			p.orders.Give(mh.Heal(soldiers[0]))
		}
		if len(soldiers) >= 2 {
			p.orders.Give(mh.Open(soldiers[1], []int32{0}, sim.Up))
		}
	}
	p.professor(s.Unit(professor), q.Rand)
	for _, id := range soldiers {
		p.soldier(s.Unit(id), q.Rand)
	}
	return sim.NewReply(&p.orders)
}

func (p *probe) professor(u mh.Unit, rnd *sim.Rand) {
	most := p.s.Settings().ProfessorMaxHealth
	switch {
	case !u.IsAlive(),
		u.Health > most,
		u.Health < most && p.s.AvailableHealth(p.me) > 0:
		p.orders.Give(mh.Heal(u.ID))
		return
	}
	for d := sim.Down; d <= sim.Left; d++ {
		if box := p.s.SafeWithDoorAt(u.Pos.Add(d.Step())); box >= 0 {
			p.orders.Give(mh.Open(u.ID, solveInOrder(p.s.Hints(box)), d))
			return
		}
	}
	p.walk(u, p.toDoor, rnd)
}

func (p *probe) soldier(v mh.Unit, rnd *sim.Rand) {
	if v.Poison > p.s.Settings().SoldierMaxPoisons || v.Poison == 0 && p.s.AvailablePoison(p.me) > 0 {
		p.orders.Give(mh.Charge(v.ID))
		return
	}
	if v.Poison > 0 {
		for d := sim.Down; d <= sim.Left; d++ {
			if p.enemy(v.Pos.Add(d.Step())) {
				p.orders.Give(mh.Move(v.ID, d))
				return
			}
		}
	}
	p.walk(v, func(at sim.Pos) (found, pass bool) {
		if p.s.UnitRow(at.Row)>>at.Col&1 != 0 {
			return v.Poison > 0 && p.enemy(at), false
		}
		return (p.s.MoneyRow(at.Row)|p.s.HealthRow(at.Row)|p.s.PoisonRow(at.Row))>>at.Col&1 != 0, true
	}, rnd)
}

func (p *probe) enemy(at sim.Pos) bool {
	id := p.s.UnitAt(at)
	return id >= 0 && p.s.Unit(id).Player != p.me
}

func (p *probe) toDoor(at sim.Pos) (found, pass bool) {
	if p.s.UnitRow(at.Row)>>at.Col&1 != 0 {
		return false, false
	}
	for d := sim.Down; d <= sim.Left; d++ {
		if q := at.Add(d.Step()); q.In(mh.Rows, mh.Cols) && p.s.DoorRow(q.Row)>>q.Col&1 != 0 {
			return true, true
		}
	}
	return false, true
}

// walk moves a unit along the shortest path to a cell that satisfies the test. If there is none, it
// makes any move.
func (p *probe) walk(u mh.Unit, test func(sim.Pos) (found, pass bool), rnd *sim.Rand) {
	d := p.search(u.Pos, test)
	if d == noDir {
		d = sim.Dir(rnd.Random(0, 3))
	}
	p.orders.Give(mh.Move(u.ID, d))
}

func (p *probe) search(from sim.Pos, test func(sim.Pos) (found, pass bool)) sim.Dir {
	clear(p.seen[:])
	p.seen[from.Row*mh.Cols+from.Col] = true
	p.queue = append(p.queue[:0], place{from, noDir})
	for k := 0; k < len(p.queue); k++ {
		for d := sim.Down; d <= sim.Left; d++ {
			at := p.queue[k].at.Add(d.Step())
			if !at.In(mh.Rows, mh.Cols) || p.seen[at.Row*mh.Cols+at.Col] {
				continue
			}
			if (p.s.WallRow(at.Row)|p.s.DoorRow(at.Row)|p.s.GoldRow(at.Row))>>at.Col&1 != 0 {
				continue
			}
			first := p.queue[k].first
			if first == noDir {
				first = d
			}
			found, pass := test(at)
			if found {
				return first
			}
			if pass {
				p.seen[at.Row*mh.Cols+at.Col] = true
				p.queue = append(p.queue, place{at, first})
			}
		}
	}
	return noDir
}

// solveInOrder returns the first key of a safe in the order used by the official engine's tests.
func solveInOrder(h []int32) []int32 {
	key := make([]int32, len(h))
	for i := range key {
		key[i] = -1
	}
	var next func(label int32) bool
	next = func(label int32) bool {
		a := 0
		for a < len(h) && key[a] >= 0 {
			a++
		}
		if a == len(h) {
			return true
		}
		for b := a + 1; b < len(h); b++ {
			for c := b + 1; c < len(h); c++ {
				x, y, z := h[a], h[b], h[c]
				if key[b] >= 0 || key[c] >= 0 || x+y != z && x+z != y && y+z != x {
					continue
				}
				key[a], key[b], key[c] = label, label, label
				if next(label + 1) {
					return true
				}
				key[a], key[b], key[c] = -1, -1, -1
			}
		}
		return false
	}
	next(0)
	return key
}
