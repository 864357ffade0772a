package coach

import (
	"cmp"
	"slices"

	"game-tui/sim/winchance"
)

// Harmless is a part with mostly different orders and no measurable cost.
type Harmless struct {
	*Part
	DifferentOrders float64        `json:"other_orders"` // share of all orders
	Points          winchance.Mean `json:"points"`       // cost per match, from fresh seeds
}

const (
	maxHarmless  = 3
	minDifferent = 0.5 // share of orders
)

func (s *Study) harmless() {
	var list []*trial
	for _, t := range s.trials {
		if t.part.situations != nil && t.gain().N > 0 && t.gain().Z() < 1 && s.differentShare(t.part) >= minDifferent {
			list = append(list, s.trial(t.part, nil, 1000*(Seeds/1000-1)))
		}
	}
	slices.SortStableFunc(list, func(a, b *trial) int { return cmp.Compare(s.differentShare(b.part), s.differentShare(a.part)) })
	list = list[:min(len(list), maxHarmless)]
	if len(list) == 0 || !s.step(narrowMatches, list...) {
		return
	}
	for _, t := range list {
		if points := t.gain(); points.Z() < 1 {
			s.lessons.Harmless = append(slices.Clone(s.lessons.Harmless), Harmless{t.part, s.differentShare(t.part), points})
		}
	}
}
