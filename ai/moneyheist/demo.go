package moneyheist

import (
	"context"
	"math/bits"
	"strconv"

	"game-tui/sim"
	mh "game-tui/sim/game/moneyheist"
)

// Demo reproduces the kit's example player, including its random choices and output.
type Demo struct {
	orders sim.Orders
	key    []int32
	line   []byte
	stderr [1]string
}

// Play moves soldiers and tries a key that never fits, but only in the first half of the match.
func (p *Demo) Play(_ context.Context, q *sim.Query) sim.Reply {
	s := q.State.(*mh.State)
	p.orders.Reset()
	if s.Status()[q.Seat] >= 0.9 || s.Round() > s.Settings().NumRounds/2 {
		return sim.NewReply(&p.orders)
	}
	soldiers := s.Soldiers(q.Seat)
	p.report(s, soldiers, q.Seat)
	switch {
	case s.Round()%2 == 0:
		p.wander(s, soldiers, q.Rand)
	case q.Rand.Random(0, 3) <= 1:
		for _, id := range soldiers {
			if s.IsOpen(s.PosOf(id).Add(sim.Left.Step())) {
				p.orders.Give(mh.Move(id, sim.Left))
			}
		}
	default:
		p.attack(s, soldiers, q.Seat)
	}
	p.openLastSafe(s, q.Seat)
	reply := sim.NewReply(&p.orders)
	reply.Stderr = p.stderr[:]
	return reply
}

func (p *Demo) report(s *mh.State, soldiers []int32, me int) {
	b := append(p.line[:0], "At round "...)
	b = strconv.AppendInt(b, int64(s.Round()), 10)
	b = append(b, " player "...)
	b = strconv.AppendInt(b, int64(me), 10)
	b = append(b, " has "...)
	b = strconv.AppendInt(b, int64(len(soldiers)), 10)
	b = append(b, " soldiers: "...)
	for _, id := range soldiers {
		at := s.PosOf(id)
		b = append(strconv.AppendInt(b, int64(id), 10), " at pos ("...)
		b = append(strconv.AppendInt(b, int64(at.Row), 10), ", "...)
		b = append(strconv.AppendInt(b, int64(at.Col), 10), "); "...)
	}
	p.line, p.stderr[0] = b, string(b)
}

func (p *Demo) wander(s *mh.State, soldiers []int32, rng *sim.Rand) {
	for _, id := range soldiers {
		d := sim.UDLR[rng.Random(0, 3)]
		if s.IsOpen(s.PosOf(id).Add(d.Step())) {
			p.orders.Give(mh.Move(id, d))
		}
	}
}

func (p *Demo) attack(s *mh.State, soldiers []int32, me int) {
	for _, id := range soldiers {
		for _, d := range sim.UDLR {
			u := s.UnitAt(s.PosOf(id).Add(d.Step()))
			if u >= sim.Seats && s.Unit(u).Player != me {
				p.orders.Give(mh.Move(id, d))
				break
			}
		}
	}
}

// openLastSafe tries to open the last safe on the board, even from far away. The order fails, but it
// affects the turn order, as in the kit.
func (p *Demo) openLastSafe(s *mh.State, me int) {
	box := -1
	for i := mh.Rows - 1; i >= 0 && box < 0; i-- {
		if m := s.DoorRow(i); m != 0 {
			box = s.SafeWithDoorAt(sim.Pos{Row: i, Col: bits.Len64(m) - 1})
		}
	}
	p.key = p.key[:0]
	for range s.Hints(box) {
		p.key = append(p.key, 1)
	}
	p.orders.Give(mh.Open(int32(me), p.key, sim.Up))
}
