package moneyheist

import (
	"game-tui/sim"
	mh "game-tui/sim/moneyheist"
)

// door finds the safe whose door is beside a cell; -1 is none.
func door(s *mh.State, at sim.Pos) (mh.Dir, int) {
	for _, d := range sim.UDLR {
		if box := s.BoxAt(at.Plus(d.Delta())); box >= 0 {
			return d, box
		}
	}
	return 0, -1
}
