package harrypotter

import (
	"context"

	"game-tui/sim"
	hp "game-tui/sim/harrypotter"
)

// Demo is the kit's example player, draw for draw.
type Demo struct{ orders sim.Orders }

// demoSpell is what Demo always casts; it is hardly ever the solution.
var demoSpell = []int32{0, 2, 4, 1, 3, 2, 0, 1, 4, 1, 4, 0, 3, 3, 2}

// NewDemo makes a Demo.
func NewDemo() sim.Player { return new(Demo) }

// Play repeats its whole plan once per own wizard, as the kit's does by accident: with n
// wizards it draws n² times and may give more orders than the rules allow.
func (p *Demo) Play(_ context.Context, q *sim.Query) sim.Reply {
	s := q.State.(*hp.State)
	p.orders.Reset()
	if s.Status()[q.Seat] >= 0.9 {
		return sim.ReplyOf(&p.orders)
	}
	wizards := s.Wizards(q.Seat)
	for range wizards {
		switch {
		case s.Round()%2 == 0:
			p.wander(s, wizards, q.Rand)
		case q.Rand.Random(0, 3) <= 1:
			p.goLeft(s, wizards)
		default:
			p.attack(s, wizards, q.Seat)
		}
	}
	p.orders.Give(hp.Spell(s.Ghost(q.Seat), demoSpell))
	return sim.ReplyOf(&p.orders)
}

func (p *Demo) wander(s *hp.State, wizards []int32, rng *sim.Rand) {
	for _, id := range wizards {
		d := hp.Four[rng.Random(0, 3)]
		if s.Free(s.Unit(id).Pos.Plus(d.Delta())) {
			p.orders.Give(hp.Move(id, d))
		}
	}
}

func (p *Demo) goLeft(s *hp.State, wizards []int32) {
	for _, id := range wizards {
		if s.Free(s.Unit(id).Pos.Plus(hp.Left.Delta())) {
			p.orders.Give(hp.Move(id, hp.Left))
		}
	}
}

func (p *Demo) attack(s *hp.State, wizards []int32, me int) {
	for _, id := range wizards {
		for _, d := range hp.Four {
			u := s.Unit(s.UnitAt(s.Unit(id).Pos.Plus(d.Delta())))
			if u.ID >= 0 && !u.Ghost && u.Player != me {
				p.orders.Give(hp.Move(id, d))
				break
			}
		}
	}
}
