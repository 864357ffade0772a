package model

import (
	"slices"

	"game-tui/sim"
)

// A Picker is a unit of a team. While it is at home, its position is (-1,-1).
type Picker struct {
	ID         int32
	Team       int
	At         sim.Pos
	HomeRounds int // rounds until the picker returns from home; 0 if it is on the board
}

type Cell struct {
	IsTree bool
	Apples int
}

// A State is what players see at the start of a round.
type State struct {
	sim.StateBase
	settings *Settings
	cells    []Cell
	pickers  []Picker
}

var _ sim.State = (*State)(nil)

// Cell returns the cell at p. Cells off the board count as trees.
func (s *State) Cell(p sim.Pos) Cell {
	if !p.In(s.settings.Size()) {
		return Cell{IsTree: true}
	}
	return s.cells[p.Row*s.settings.BoardCols+p.Col]
}

// Picker returns the picker with the given id, or a Picker with ID -1.
func (s *State) Picker(id int32) Picker {
	if uint32(id) >= uint32(len(s.pickers)) {
		return Picker{ID: -1, Team: -1, At: sim.Pos{Row: -1, Col: -1}}
	}
	return s.pickers[id]
}

// PickerAt returns the picker at p, or a Picker with ID -1.
func (s *State) PickerAt(p sim.Pos) Picker {
	for _, u := range s.pickers {
		if u.HomeRounds == 0 && u.At == p {
			return u
		}
	}
	return s.Picker(-1)
}

func (s *State) Pickers(team int) []Picker {
	var list []Picker
	for _, u := range s.pickers {
		if u.Team == team && u.HomeRounds == 0 {
			list = append(list, u)
		}
	}
	return list
}

func (s *State) MemorySize() int { return 200 + 16*len(s.cells) + 40*len(s.pickers) }

func (s *State) clone() *State {
	c := *s
	c.cells = slices.Clone(s.cells)
	c.pickers = slices.Clone(s.pickers)
	return &c
}

func (s *State) pos(i int) sim.Pos {
	return sim.Pos{Row: i / s.settings.BoardCols, Col: i % s.settings.BoardCols}
}

func (s *State) heapCount() int {
	n := 0
	for _, c := range s.cells {
		if c.Apples > 0 {
			n++
		}
	}
	return n
}
