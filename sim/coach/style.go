package coach

import (
	"context"
	"slices"

	"game-tui/sim"
	"game-tui/sim/match"
)

const minSameStyle = 0.8

// orderModels puts a model of the player's style first, because bad habits differ most from it.
// Players that play exactly alike are excluded.
func (s *Study) orderModels() (order []match.Entry, alike bool) {
	if len(s.Models) == 1 {
		return s.Models, false
	}
	total, pieces := s.newModelCounts(), []*Piece(nil)
	for i := range sim.Seats {
		list, out := s.newModelCounts(), false
		pieces = append(pieces, &Piece{func(ctx context.Context) error {
			r, err := s.match(ctx, s.Game, match.Entry{Player: s.Player.Player, Intact: s.Player.Intact, New: func() sim.Player {
				p := s.Player.New()
				for k, c := range list {
					p = newHybrid(p, s.Models[k].New(), false, mix{}, c)
				}
				return p
			}}, 0, i)
			out = r.out
			return err
		}, func() {
			if out {
				s.lessons.Outs++
			}
			for k, c := range list {
				total[k].merge(c)
			}
		}})
	}
	if !s.yield(pieces) {
		return nil, false
	}
	best := -1
	for k, c := range total {
		if c.different[0] > 0 {
			order = append(order, s.Models[k])
		}
		if c.sameShare() >= minSameStyle && c.different[0] > 0 && (best < 0 || c.sameShare() > total[best].sameShare()) {
			best = k
		}
	}
	if best < 0 {
		return order, false
	}
	order = slices.DeleteFunc(order, func(e match.Entry) bool { return e.Player == s.Models[best].Player })
	return slices.Insert(order, 0, s.Models[best]), true
}

func (s *Study) newModelCounts() (list []*counts) {
	for range s.Models {
		list = append(list, newCounts([]*Part{s.everything}))
	}
	return list
}

func (c *counts) sameShare() float64 {
	same := c.orders - c.different[0]
	return float64(same) / float64(max(same+c.unmatched, 1))
}
