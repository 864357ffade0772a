package model

import (
	"fmt"

	"game-tui/sim"
)

// Inspect says what is known of a cell.
func (s *State) Inspect(p sim.Pos, names *[sim.Seats]string) []string {
	if !p.In(s.set.Size()) {
		return nil
	}
	c := s.Cell(p)
	if c.Tree {
		return []string{"a tree"}
	}
	lines := []string{"grass"}
	if c.Apples > 0 {
		lines = append(lines, fmt.Sprintf("%d apples", c.Apples))
	}
	if u := s.PickerAt(p); u.ID >= 0 {
		lines = append(lines, fmt.Sprintf("picker %d of %s", u.ID, names[u.Team]))
	}
	return lines
}
