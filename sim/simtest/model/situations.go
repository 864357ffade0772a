package model

import "game-tui/sim"

var situations = []sim.Situation{
	{Name: "crowds", Group: "crowds", Text: "pickers next to a picker of another team", AppendUnits: selectPickers(func(s *State, p Picker) bool {
		return s.hasAdjacent(p, func(to sim.Pos) bool { o := s.PickerAt(to); return o.ID >= 0 && o.Team != p.Team })
	})},
	{Name: "adjacent apples", Group: "apples", Text: "pickers next to apples", AppendUnits: selectPickers(func(s *State, p Picker) bool {
		return s.hasAdjacent(p, func(to sim.Pos) bool { return s.Cell(to).Apples > 0 })
	})},
	{Name: "bare ground", Group: "apples", Text: "pickers with no apples next to them", AppendUnits: selectPickers(func(s *State, p Picker) bool {
		return !s.hasAdjacent(p, func(to sim.Pos) bool { return s.Cell(to).Apples > 0 })
	})},
}

func selectPickers(holds func(s *State, p Picker) bool) func([]int32, sim.State, int) []int32 {
	return func(dst []int32, state sim.State, seat int) []int32 {
		s := state.(*State)
		for _, p := range s.Pickers(seat) {
			if holds(s, p) {
				dst = append(dst, p.ID)
			}
		}
		return dst
	}
}

func (s *State) hasAdjacent(p Picker, holds func(to sim.Pos) bool) bool {
	for _, step := range sim.Steps {
		if holds(p.At.Add(step)) {
			return true
		}
	}
	return false
}
