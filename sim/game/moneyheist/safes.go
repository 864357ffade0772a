package moneyheist

import (
	"bytes"
	"cmp"
	"math/bits"
	"sync"

	"game-tui/sim"
	"game-tui/sim/grid"
	"game-tui/sim/res"
)

// building holds walls and safes, which change only when a safe is opened. Once a State shares it,
// it is immutable.
type building struct {
	walls, goldCells, doorCells grid.Set
	doors                       []sim.Pos16 // position of each safe's door
	grid                        [Rows * stride]byte
}

func (l *building) safeWithDoorAt(p sim.Pos) int {
	if !p.In(Rows, Cols) || !l.doorCells.Has(p.Row, p.Col) {
		return -1
	}
	for safe, d := range l.doors {
		if d == sim.NewPos16(p) {
			return safe
		}
	}
	return -1
}

func (l *building) draw() {
	res.AppendGrid(l.grid[:0], Rows, Cols, charEmpty)
	for i := range Rows {
		row := l.grid[i*stride+labelSize:][:Cols]
		drawCells(row, l.goldCells[i], charGold)
		drawCells(row, l.doorCells[i], charDoor)
		drawCells(row, l.walls[i], charWall)
	}
}

// doorSides holds the possible sides for a new safe's door, indexed by the number drawn.
var doorSides = [4]sim.Pos{{Row: 1}, {Row: -1}, {Col: 1}, {Col: -1}}

// putSafe builds a safe around the gold at g. No state may share b.building.
func (b *Board) putSafe(g sim.Pos, safe int) {
	if g.Row < 1 || g.Row > Rows-2 || g.Col < 1 || g.Col > Cols-2 {
		b.err = cmp.Or(b.err, errBorder)
		return
	}
	l := b.building
	for i := g.Row - 1; i <= g.Row+1; i++ {
		for j := g.Col - 1; j <= g.Col+1; j++ {
			if i != g.Row || j != g.Col {
				l.walls.Add(i, j)
			}
		}
	}
	d := g.Add(doorSides[b.Rand.Random(0, 3)])
	l.goldCells.Add(g.Row, g.Col)
	l.walls.Remove(d.Row, d.Col)
	l.doorCells.Add(d.Row, d.Col)
	l.doors[safe] = sim.NewPos16(d)
	b.goodCellsValid = false
}

func (b *Board) removeSafe(safe int) {
	l := b.building
	for _, d := range sim.Steps {
		g := l.doors[safe].Pos().Add(d)
		if !g.In(Rows, Cols) || !l.goldCells.Has(g.Row, g.Col) {
			continue
		}
		for i := g.Row - 1; i <= g.Row+1; i++ {
			for j := g.Col - 1; j <= g.Col+1; j++ {
				l.walls.Remove(i, j)
				l.goldCells.Remove(i, j)
				l.doorCells.Remove(i, j)
			}
		}
		b.goodCellsValid = false
		return
	}
	b.err = errNoRoom
}

type safes struct {
	hints     [][]int32
	hintTexts [][]byte // text of each safe's hints as in a state, with a space after each hint

	once sync.Once
	keys [][]int32
}

func newSafes(hints [][]int32) *safes {
	s := &safes{hints: hints, hintTexts: make([][]byte, len(hints))}
	var text []byte
	for safe, h := range hints {
		text = text[:0]
		for _, n := range h {
			text = append(res.AppendInt(text, int(n)), ' ')
		}
		s.hintTexts[safe] = bytes.Clone(text) // Recordings keep many of these, so drop the spare capacity.
	}
	return s
}

// key returns the key of a safe, or nil if none was found. Keys are computed on first use.
func (s *safes) key(safe int) []int32 {
	s.once.Do(func() {
		s.keys = make([][]int32, len(s.hints))
		for i, h := range s.hints {
			s.keys[i], _ = FindKey(h)
		}
	})
	return s.keys[safe]
}

// KeyFits reports whether key solves hints. Each label, starting at 0, must mark three hints, one of
// which is the sum of the other two.
func KeyFits(hints, key []int32) bool {
	n := len(hints) / 3
	if len(key) != len(hints) {
		return false
	}
	members := make([]triplet, n)
	for i, label := range key {
		if uint32(label) >= uint32(n) {
			return false
		}
		t := &members[label]
		if t.n == 3 {
			return false
		}
		t.hints[t.n] = hints[i]
		t.n++
	}
	// There are 3n hints in n triplets of at most three, so all triplets are full.
	for _, t := range members {
		if !isSum(t.hints[0], t.hints[1], t.hints[2]) {
			return false
		}
	}
	return true
}

type triplet struct {
	hints [3]int32
	n     int
}

func isSum(x, y, z int32) bool { return x+y == z || x+z == y || y+z == x }

// Limits for FindKey. They are far above what matches need.
const (
	maxHints    = 63
	maxExamined = 2_000_000 // maximum number of triplets to examine, which takes a few milliseconds
)

// FindKey returns a key for hints. It returns false if there is no key or a limit is exceeded.
func FindKey(hints []int32) ([]int32, bool) {
	if len(hints)%3 != 0 || len(hints) > maxHints {
		return nil, false
	}
	s := solver{key: make([]int32, len(hints))}
	for a := range hints {
		for b := a + 1; b < len(hints); b++ {
			for c := b + 1; c < len(hints); c++ {
				if isSum(hints[a], hints[b], hints[c]) {
					t := uint64(1)<<a | 1<<b | 1<<c
					s.triplets[a] = append(s.triplets[a], t)
					s.triplets[b] = append(s.triplets[b], t)
					s.triplets[c] = append(s.triplets[c], t)
				}
			}
		}
	}
	if !s.search(1<<len(hints)-1, 0) {
		return nil, false
	}
	return s.key, true
}

type solver struct {
	triplets      [maxHints][]uint64 // possible triplets for each hint
	key           []int32
	examinedCount int
}

// search labels the remaining hints. It always continues with the hint that has the fewest possible
// triplets.
func (s *solver) search(remaining uint64, label int32) bool {
	if remaining == 0 {
		return true
	}
	if s.examinedCount > maxExamined {
		return false
	}
	best, fewest := 0, -1
	for m := remaining; m != 0; m &= m - 1 {
		h := bits.TrailingZeros64(m)
		n := 0
		s.examinedCount += len(s.triplets[h])
		for _, t := range s.triplets[h] {
			if t&^remaining == 0 {
				n++
			}
		}
		if fewest < 0 || n < fewest {
			best, fewest = h, n
		}
		if n == 0 {
			return false
		}
	}
	for _, t := range s.triplets[best] {
		if t&^remaining == 0 && s.search(remaining&^t, label+1) {
			for m := t; m != 0; m &= m - 1 {
				s.key[bits.TrailingZeros64(m)] = label
			}
			return true
		}
	}
	return false
}
