package model

import (
	"fmt"

	"game-tui/sim"
	"game-tui/sim/res"
)

func (b *Board) generate() error {
	s := b.state
	set := s.settings
	if n := set.NumTrees + set.NumApples + sim.Seats*set.NumPickers; 2*n > set.BoardRows*set.BoardCols {
		return &sim.SettingError{Key: "NUM_TREES",
			Msg: fmt.Sprintf("trees, apples and pickers need %s, but at most half of the %d may be used", sim.FormatCount(n, "cell"), set.BoardRows*set.BoardCols)}
	}
	for range set.NumTrees {
		s.cells[b.freeCell(s)].IsTree = true
	}
	for range set.NumApples {
		s.cells[b.freeCell(s)].Apples = b.rand.Random(1, maxCellApples)
	}
	for team := range sim.Seats {
		for range set.NumPickers {
			at := s.pos(b.freeCell(s))
			s.pickers = append(s.pickers, Picker{ID: int32(len(s.pickers)), Team: team, At: at})
		}
	}
	return nil
}

func (b *Board) readFixed(in *res.Scanner) error {
	b.state = readState(in, b.state.settings)
	if b.state.RoundsPlayed != 0 {
		in.Fail("a fixed board must be from round 0, not round %d", b.state.RoundsPlayed)
	}
	return in.Err()
}

func (b *Board) freeCell(s *State) int {
	var free []int
	for i, c := range s.cells {
		if c == (Cell{}) && s.PickerAt(s.pos(i)).ID < 0 {
			free = append(free, i)
		}
	}
	if len(free) == 0 {
		return -1
	}
	return free[b.rand.Random(0, len(free)-1)]
}
