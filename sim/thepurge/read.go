package thepurge

import (
	"bytes"

	"game-tui/sim"
	"game-tui/sim/res"
)

const (
	stateGlyphs = ".BGZMFCWcwb"
	// maxScore is what the readers of numbers take; a match of any permitted
	// configuration stays far below.
	maxScore = 1e18 - 1
)

// ReadState reads a state block of a recording. Grid and tables must agree.
func (Game) ReadState(settings sim.Settings, text []byte) (sim.State, int, error) {
	s := settings.(*Settings)
	in := res.NewScanner(text)
	b := newBoard(s, 0)
	b.memory.frugal = true
	read := make([]byte, 0, len(b.cells))
	in.Grid(s.BoardRows, s.BoardCols, stateGlyphs, func(p sim.Pos, glyph byte) {
		read = append(read, glyph)
		switch glyph {
		case 'B', 'G', 'Z', 'M', 'F':
			b.putThing(p, glyph)
		}
	})
	r := tableReader{in: in, board: b}
	readCitizens(in, s, r.add)
	b.putCitizens(r.list)
	if in.Err() == nil {
		readBarricades(in, s, r.fence)
	}
	b.agree(in, read)
	b.readRest(in)
	if err := in.Err(); err != nil {
		return nil, 0, err
	}
	b.next = firstBorn(b.citizens)
	state := b.snapshot()
	if b.round > 0 { // at the start nothing waits and nothing is built
		state.known = false
		state.built = [sim.Seats]int32{-1, -1, -1, -1}
	}
	return state, in.Offset(), nil
}

// firstBorn is the id of the first citizen to be born, of an initial state: that
// behind the largest or, on a random board, the one after it. A fixed board
// with the ids of a random one is taken for that until somebody is born.
func firstBorn(list []Citizen) int32 {
	n := len(list)
	if n == 0 {
		return 0
	}
	next := list[n-1].ID + 1
	if int(next) == n {
		next++
	}
	return next
}

// agree verifies that the grid shows what the tables say.
func (b *Board) agree(in *res.Scanner, read []byte) {
	if in.Err() != nil {
		return
	}
	for i := range b.set.BoardRows {
		at := gridAt(b.set.BoardCols, sim.Pos{Row: i})
		row, drawn := read[i*b.set.BoardCols:][:b.set.BoardCols], b.grid[at:][:b.set.BoardCols]
		if bytes.Equal(row, drawn) {
			continue
		}
		for j := range row {
			if row[j] != drawn[j] {
				in.Fail("the board has %q at %v, its tables make it %q",
					row[j:j+1], sim.Pos{Row: i, Col: j}, drawn[j:j+1])
			}
		}
	}
}

// readRest takes what follows the tables of a state block.
func (b *Board) readRest(in *res.Scanner) {
	in.Expect("round")
	b.round = in.Int("the round", 0, b.set.Rounds())
	in.Expect("day")
	if day := in.Int("day", 0, 1); (day == 1) != b.set.IsRoundDay(b.round) {
		in.Fail("day is %d in round %d: NUM_ROUNDS_PER_DAY is %d", day, b.round, b.set.NumRoundsPerDay)
	}
	b.scores = in.Four("score", maxScore)
	b.status = in.Status()
}
