package match

import (
	"slices"

	"game-tui/tui/place"
)

// way is how to come back to the places that jumps have left, and forward again:
// the nearest last. It never changes; nil is none.
type way struct{ back, ahead []place.Place }

// maxWay bounds each direction of a way.
const maxWay = 100

// with is a list of places with one more, which shares nothing with the old one.
func with(list []place.Place, p place.Place) []place.Place {
	return append(slices.Clone(list[max(len(list)+1-maxWay, 0):]), p)
}

// hasBack reports whether there is a jump to come back from.
func (s *State) hasBack() bool { return s.way != nil && len(s.way.back) > 0 }
