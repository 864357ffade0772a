package moneyheist

import (
	"sync"

	"game-tui/sim"
	"game-tui/sim/grid"
	"game-tui/sim/res"
)

// The layout of the grid text that a building keeps: that of a state block, so
// that writing one starts with a copy.
const (
	stride    = 64 // bytes of a row: label, cells, line end
	labelSize = 3  // "07 "
)

// Grid characters of a state block. '0' + clan is a soldier.
const (
	charWall      = 'W'
	charHealth    = 'H'
	charPoison    = 'P'
	charDoor      = 'B'
	charGold      = 'G'
	charMoney     = 'M'
	charProfessor = 'X'
	charEmpty     = '.'
)

// building is what stands still until a safe is opened: walls and safes. It is
// immutable once in a State; a board makes a new one for each change.
type building struct {
	wall, gold, door grid.Rows
	doors            []sim.Pos16 // by box
	grid             [Rows * stride]byte
}

// boxAt is the safe whose door is at p, -1 none.
func (l *building) boxAt(p sim.Pos) int {
	if !l.door.Has(p.Row, p.Col) {
		return -1
	}
	for box, d := range l.doors {
		if d == sim.At(p) {
			return box
		}
	}
	return -1
}

// draw writes the grid text of walls, doors and gold.
func (l *building) draw() {
	res.AppendGrid(l.grid[:0], Rows, Cols, charEmpty)
	for i := range Rows {
		row := l.grid[i*stride+labelSize:][:Cols]
		put(row, l.gold[i], charGold)
		put(row, l.door[i], charDoor)
		put(row, l.wall[i], charWall)
	}
}

// safes are the hints of all safes, fixed for a whole match.
type safes struct {
	hints [][]int32
	text  [][]byte // of the hints, as a state block has it: each with a blank behind it

	once sync.Once
	keys [][]int32
}

func newSafes(hints [][]int32) *safes {
	s := &safes{hints: hints, text: make([][]byte, len(hints))}
	size := 0
	var number [12]byte
	for _, h := range hints {
		for _, n := range h {
			size += len(res.AppendInt(number[:0], int(n))) + 1
		}
	}
	all := make([]byte, 0, size) // exactly: the texts of all boxes stay in it
	for box, h := range hints {
		from := len(all)
		for _, n := range h {
			all = append(res.AppendInt(all, int(n)), ' ')
		}
		s.text[box] = all[from:]
	}
	return s
}

// key returns the key of a safe, nil where none was found. Keys are looked for
// when they are first asked for: only viewers ask.
func (s *safes) key(box int) []int32 {
	s.once.Do(func() {
		s.keys = make([][]int32, len(s.hints))
		for i, h := range s.hints {
			s.keys[i], _ = Solve(h)
		}
	})
	return s.keys[box]
}
