package harrypotter

import (
	"context"

	"game-tui/sim"
	hp "game-tui/sim/game/harrypotter"
)

// Demo reproduces the kit's example player, including its random choices.
type Demo struct {
	orders             sim.Orders
	openDirs           []uint8 // bit k of openDirs[i] is set if wizard i can walk in direction sim.UDLR[k]
	leftMoves, attacks []sim.Order
}

// demoSpell is almost never correct.
var demoSpell = []int32{0, 2, 4, 1, 3, 2, 0, 1, 4, 1, 4, 0, 3, 3, 2}

// Play repeats its plan once per wizard, like the kit's player.
func (p *Demo) Play(_ context.Context, q *sim.Query) sim.Reply {
	s := q.State.(*hp.State)
	p.orders.Reset()
	if s.Status()[q.Seat] >= 0.9 {
		return sim.NewReply(&p.orders)
	}
	wizards := s.Wizards(q.Seat)
	if s.Round()%2 == 0 {
		p.update(s, wizards)
		for range wizards {
			for i, open := range p.openDirs {
				if k := q.Rand.Random(0, 3) & 3; open>>k&1 != 0 {
					p.orders.Give(hp.Move(wizards[i], hp.FromSimDir(sim.UDLR[k])))
				}
			}
		}
	} else {
		p.plan(s, wizards, q.Seat)
		for range wizards {
			orders := p.leftMoves
			if q.Rand.Random(0, 3) > 1 {
				orders = p.attacks
			}
			for _, o := range orders {
				p.orders.Give(o)
			}
		}
	}
	p.orders.Give(hp.CastSpell(int32(q.Seat), demoSpell))
	return sim.NewReply(&p.orders)
}

func (p *Demo) update(s *hp.State, wizards []int32) {
	p.openDirs = p.openDirs[:0]
	for _, id := range wizards {
		var open uint8
		for k, step := range sim.UDLRSteps {
			if s.IsOpen(s.Unit(id).Pos.Add(step)) {
				open |= 1 << k
			}
		}
		p.openDirs = append(p.openDirs, open)
	}
}

func (p *Demo) plan(s *hp.State, wizards []int32, me int) {
	p.leftMoves, p.attacks = p.leftMoves[:0], p.attacks[:0]
	for _, id := range wizards {
		at := s.Unit(id).Pos
		if s.IsOpen(at.Add(hp.Left.Step())) {
			p.leftMoves = append(p.leftMoves, hp.Move(id, hp.Left))
		}
		for _, d := range sim.UDLR {
			u := s.Unit(s.UnitAt(at.Add(d.Step())))
			if u.ID >= 0 && !u.IsGhost && u.Player != me {
				p.attacks = append(p.attacks, hp.Move(id, hp.FromSimDir(d)))
				break
			}
		}
	}
}
