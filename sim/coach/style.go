package coach

import (
	"context"
	"slices"

	"game-tui/sim"
	"game-tui/sim/match"
)

// sameStyle is the share of equal orders above which players have the same style.
const sameStyle = 0.8

// byStyle returns the model players in the order of use. Players of the same style come first,
// because a bad habit stands out beside them, while stronger players of another style are better
// everywhere. Players that play exactly alike are excluded.
func (s *Study) byStyle() (order []match.Entry, alike bool) {
	if len(s.By) == 1 {
		return s.By, false
	}
	total, pieces := s.beside(), []*Piece(nil)
	for i := range sim.Seats {
		list, out := s.beside(), false
		pieces = append(pieces, &Piece{func(ctx context.Context) error {
			r, err := s.match(ctx, s.Game, match.Entry{Player: s.Player.Player, Intact: s.Player.Intact, New: func() sim.Player {
				p := s.Player.New()
				for k, c := range list {
					p = newPatch(p, s.By[k].New(), false, mix{}, c)
				}
				return p
			}}, 0, i)
			out = r.out
			return err
		}, func() {
			s.note(out)
			for k, c := range list {
				total[k].plus(c)
			}
		}})
	}
	if !s.yield(pieces) {
		return nil, false
	}
	best := -1
	for k, c := range total {
		if c.differ[0] > 0 {
			order = append(order, s.By[k])
		}
		if c.same() >= sameStyle && c.differ[0] > 0 && (best < 0 || c.same() > total[best].same()) {
			best = k
		}
	}
	if best < 0 {
		return order, false
	}
	order = slices.DeleteFunc(order, func(e match.Entry) bool { return e.Player == s.By[best].Player })
	return slices.Insert(order, 0, s.By[best]), true
}

// beside counts the orders of each model player in the player's matches.
func (s *Study) beside() (list []*counts) {
	for range s.By {
		list = append(list, newCounts([]*Part{s.everything}))
	}
	return list
}

// same returns the share of equal orders.
func (c *counts) same() float64 {
	same := c.orders - c.differ[0]
	return float64(same) / float64(max(same+c.other, 1))
}
