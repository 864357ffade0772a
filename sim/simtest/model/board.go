package model

import (
	"fmt"
	"slices"

	"game-tui/sim"
)

// Board is a match in progress: the present state, the generator, and when
// apples grow again, which no state tells.
type Board struct {
	now   *State // replaced, never changed
	rand  sim.Rand
	grows []int // rounds until each of the apples that were picked grows, ≥ 1
}

var _ sim.Board = (*Board)(nil)

// NewBoard makes the first board: a random one, or the state block behind FIXED.
func (g Game) NewBoard(settings sim.Settings, generator []byte, seed int32) (sim.Board, error) {
	set := settings.(*Settings)
	in := newReader(set, generator)
	switch word := in.Word(); string(word) {
	case "RANDOM":
		return newBoard(set, seed)
	case "FIXED":
		state := in.state()
		if state.round != 0 {
			in.Fail("the board of round %d is given: must be that of round 0", state.round)
		}
		if err := in.Err(); err != nil {
			return nil, err
		}
		return &Board{now: state, rand: sim.NewRand(seed)}, nil
	default:
		in.Fail("expected RANDOM or FIXED, found %q", word[:min(len(word), 20)])
		return nil, in.Err()
	}
}

func newBoard(set *Settings, seed int32) (*Board, error) {
	if n := set.trees + set.apples + sim.Seats*set.pickers; 2*n > set.rows*set.cols {
		return nil, &sim.SettingError{Key: "NUM_TREES",
			Msg: fmt.Sprintf("trees, apples and pickers take %d cells: at most half of %d", n, set.rows*set.cols)}
	}
	s := &State{set: set, cells: make([]Cell, set.rows*set.cols)}
	b := &Board{now: s, rand: sim.NewRand(seed)}
	for range set.trees {
		s.cells[b.freeCell(s)].Tree = true
	}
	for range set.apples {
		s.cells[b.freeCell(s)].Apples = b.rand.Random(1, maxAmount)
	}
	for team := range sim.Seats {
		for range set.pickers {
			at := s.pos(b.freeCell(s))
			s.pickers = append(s.pickers, Picker{ID: int32(len(s.pickers)), Team: team, At: at})
		}
	}
	return b, nil
}

func (s *State) pos(i int) sim.Pos { return sim.Pos{Row: i / s.set.cols, Col: i % s.set.cols} }

// freeCell draws an empty cell; -1 where there is none.
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

// Round is the number of the round to be played next.
func (b *Board) Round() int { return b.now.round }

// State returns the present state.
func (b *Board) State() sim.State { return b.now }

// RandState is the raw state of the board's generator.
func (b *Board) RandState() int64 { return b.rand.State() }

// SetStatus sets what the next states show as a seat's status.
func (b *Board) SetStatus(seat int, status float64) {
	if b.now.status[seat] == status {
		return
	}
	b.now = b.now.clone()
	b.now.status[seat] = status
}

// Clone copies the board whole. The state is never changed: both may have it.
func (b *Board) Clone() sim.Board {
	c := *b
	c.grows = slices.Clone(b.grows)
	return &c
}

// BoardFrom makes a board that goes on from a state. When the apples that lack
// grow again no state tells: it is drawn.
func (Game) BoardFrom(s sim.State, dice sim.Rand) (sim.Board, bool) {
	b := &Board{now: s.(*State), rand: dice}
	set := b.now.set
	missing := set.apples
	for _, c := range b.now.cells {
		if c.Apples > 0 {
			missing--
		}
	}
	for range missing {
		b.grows = append(b.grows, b.rand.Random(1, set.roundsGrow))
	}
	return b, b.now.round == 0
}
