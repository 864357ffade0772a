package coach

import (
	"cmp"
	"slices"

	"game-tui/sim/chance"
)

// Harmless is a part in which the player orders mostly otherwise, and that costs nothing measurable.
type Harmless struct {
	*Part
	Other  float64     `json:"other_orders"` // share of the orders that who shows how it goes gives otherwise, 0 … 1
	Points chance.Mean `json:"points"`       // that it costs a match, from seeds that had no part in choosing it
}

// What is looked at at the end, where the player orders otherwise and few matches showed no cost of it.
const (
	mostHarmless = 3
	mostly       = 0.5 // of the orders
)

// harmless finds out what costs nothing.
func (s *Study) harmless(step step) {
	var list []*trial
	for _, t := range s.tried {
		if t.part.of != nil && t.gain().N > 0 && t.gain().Z() < 1 && s.otherwise(t.part) >= mostly {
			list = append(list, s.trial(t.part, nil, 1000*(Seeds/1000-1)))
		}
	}
	slices.SortStableFunc(list, func(a, b *trial) int { return cmp.Compare(s.otherwise(b.part), s.otherwise(a.part)) })
	list = list[:min(len(list), mostHarmless)]
	if len(list) == 0 || !step(some, own, list...) {
		return
	}
	for _, t := range list {
		if points := t.points(own); points.Z() < 1 {
			s.lessons.Harmless = append(slices.Clone(s.lessons.Harmless), Harmless{t.part, s.otherwise(t.part), points})
		}
	}
}
