package moneyheist

import (
	"math/bits"

	"game-tui/sim"
	"game-tui/sim/res"
)

// maxTotal is the highest pot or score accepted in files. No match reaches it.
const maxTotal = 1 << 50

// A stateReader reads a state. It accepts exactly what AppendText writes, even for broken boards.
type stateReader struct {
	*res.Scanner
	settings *Settings
	state    *State
	building *building
	contents *indexedContents
	letters  [numCells]byte // characters of the grid, to compare with the tables
	ids      [numCells]uint16
	amounts  [numCells]int32
}

func (game) ReadState(settings sim.Settings, text []byte) (sim.State, int, error) {
	set := settings.(*Settings)
	r := stateReader{Scanner: res.NewScanner(text), settings: set, building: new(building), contents: new(indexedContents)}
	r.state = &State{commonState: commonState{settings: set, building: r.building}, indexedContents: r.contents}
	r.readGrid()
	r.readUnits()
	r.readMoney()
	r.readSafes()
	r.Expect("round")
	r.state.RoundsPlayed = r.Int("round", 0, set.NumRounds)
	r.state.SeatScores = r.SeatInts("score", maxTotal)
	for clan, n := range r.SeatInts("health", maxTotal) {
		r.state.pots[clan].health = n
	}
	for clan, n := range r.SeatInts("poison", maxTotal) {
		r.state.pots[clan].poison = n
	}
	r.state.CPUUsed = r.Status()
	r.checkGrid()
	if err := r.Err(); err != nil {
		return nil, 0, err
	}
	r.contents.groupSoldiers()
	// Before the first round all tallies are 0.
	r.state.tallyKnown = r.state.RoundsPlayed == 0
	return r.state, r.Offset(), nil
}

func (r *stateReader) readGrid() {
	r.Grid(Rows, Cols, "WHPBGM0123X.", func(i int, row []byte) {
		copy(r.letters[i*Cols:], row)
		for j, c := range row {
			switch c {
			case charWall:
				r.building.walls.Add(i, j)
			case charHealth:
				r.contents.healthCells.Add(i, j)
			case charPoison:
				r.contents.poisonCells.Add(i, j)
			case charGold:
				r.building.goldCells.Add(i, j)
			}
		}
	})
}

func (r *stateReader) readUnits() {
	n := r.TableHeader("units", 8, r.settings.unitCount(), r.settings.unitCount())
	r.contents.units = make([]unit, n)
	r.contents.ids = make([]uint16, 0, n)
	for id := range n {
		r.readUnit(id)
	}
}

func (r *stateReader) readUnit(id int) {
	professor := id < sim.Seats
	kind, owner := "s", [2]int{0, sim.Seats - 1}
	if professor {
		kind, owner = "p", [2]int{id, id}
	}
	r.Expect(kind)
	r.Int("the unit's id", id, id)
	u := &r.contents.units[id]
	u.player = int8(r.Int("the unit's player", owner[0], owner[1]))
	p := r.Pos(Rows, Cols)
	u.row, u.col = int8(p.Row), int8(p.Col)
	if professor {
		u.amount = int32(r.Int("the professor's health", 0, res.MaxInt))
		r.Int("the professor's poison", -1, -1)
		u.rounds = int32(r.Int("the professor's round count", 0, res.MaxInt))
	} else {
		r.Int("the soldier's health", -1, -1)
		u.amount = int32(r.Int("the soldier's poison", 0, res.MaxInt))
		r.Int("the soldier's round count", -1, -1)
	}
	if u.rounds > 0 || r.Err() != nil {
		return
	}
	if r.contents.unitCells.Has(p.Row, p.Col) {
		r.Fail("unit %d shares cell %v with another unit", id, p)
	}
	r.contents.unitCells.Add(p.Row, p.Col)
	r.ids[p.Row*Cols+p.Col] = uint16(id)
}

func (r *stateReader) readMoney() {
	for range r.TableHeader("money", 3, 0, numCells) {
		p, amount := r.Pos(Rows, Cols), r.Int("amount of money", 1, res.MaxInt)
		if r.Err() != nil {
			return
		}
		if r.contents.moneyCells.Has(p.Row, p.Col) {
			r.Fail("the money at %v is listed twice", p)
		}
		r.contents.moneyCells.Add(p.Row, p.Col)
		r.amounts[p.Row*Cols+p.Col] = int32(amount)
	}
}

func (r *stateReader) readSafes() {
	r.Expect("safety_box_hints")
	n := r.Int("number of safes", r.settings.NumSafetyBoxes, r.settings.NumSafetyBoxes)
	if r.Err() != nil {
		return
	}
	r.building.doors = make([]sim.Pos16, n)
	hints := make([][]int32, n)
	for safe := range n {
		size := r.Int("number of hints", r.settings.SizeHintsPerBox, r.settings.SizeHintsPerBox)
		r.building.doors[safe] = sim.NewPos16(r.Pos(Rows, Cols))
		if r.Err() != nil {
			return
		}
		hints[safe] = make([]int32, size)
		for k := range size {
			if hints[safe][k] = int32(r.Int("a hint", res.MinInt, res.MaxInt)); r.Err() != nil {
				return
			}
		}
	}
	r.state.safes = newSafes(hints)
}

// checkGrid compares the grid with the tables. Doors are taken from the grid, because on a broken
// board other things may hide a listed door.
func (r *stateReader) checkGrid() {
	if r.Err() != nil {
		return
	}
	for _, d := range r.building.doors {
		if r.letters[int(d.Row)*Cols+int(d.Col)] == charDoor {
			r.building.doorCells.Add(int(d.Row), int(d.Col))
		}
	}
	r.contents.index(&r.ids, &r.amounts)
	r.building.draw()
	var row [Rows * stride]byte
	text := r.state.appendGrid(row[:0])
	for i := range Rows {
		r.MatchRow(i, r.letters[i*Cols:][:Cols], text[i*stride+labelSize:][:Cols])
	}
}

var columnLabels = res.AppendColumnLabels(nil, Cols)

func (s *State) AppendText(dst []byte) []byte {
	dst = append(dst, "\n\n"...)
	dst = append(dst, columnLabels...)
	dst = s.appendGrid(dst)
	dst = s.appendUnits(dst)
	dst = s.appendMoney(dst)
	dst = s.appendHints(dst)
	dst = append(dst, "round "...)
	dst = res.AppendInt(dst, s.RoundsPlayed)
	dst = append(dst, "\n\n"...)
	dst = res.AppendSeatInts(dst, "score", s.SeatScores)
	var health, poison [sim.Seats]int
	for clan, p := range s.pots {
		health[clan], poison[clan] = p.health, p.poison
	}
	dst = res.AppendSeatInts(dst, "health", health)
	dst = res.AppendSeatInts(dst, "poison", poison)
	return res.AppendStatus(dst, s.CPUUsed)
}

// appendGrid appends the grid. If several things share a cell of a broken board, it shows the one
// that comes first in the kit's order: walls, health, poison, doors, gold, money, units.
func (s *State) appendGrid(dst []byte) []byte {
	l := s.building
	from := len(dst)
	dst = append(dst, l.grid[:]...)
	k := 0
	for i := range Rows {
		row := dst[from+i*stride+labelSize:][:Cols]
		drawCells(row, s.healthCells[i]&^l.walls[i], charHealth)
		drawCells(row, s.poisonCells[i]&^(l.walls[i]|s.healthCells[i]), charPoison)
		higher := l.walls[i] | s.healthCells[i] | s.poisonCells[i] | l.doorCells[i] | l.goldCells[i]
		drawCells(row, s.moneyCells[i]&^higher, charMoney)
		higher |= s.moneyCells[i]
		for m := s.unitCells[i]; m != 0; m &= m - 1 {
			if m&-m&higher == 0 {
				row[bits.TrailingZeros64(m)] = charProfessor
				if id := s.ids[k]; id >= sim.Seats {
					row[bits.TrailingZeros64(m)] = '0' + byte(s.units[id].player)
				}
			}
			k++
		}
	}
	return dst
}

func drawCells(row []byte, mask uint64, c byte) {
	for ; mask != 0; mask &= mask - 1 {
		row[bits.TrailingZeros64(mask)] = c
	}
}

func (s *State) appendUnits(dst []byte) []byte {
	w := res.NewTable(dst, "units", "type\tid\tplayer\trow\tcolumn\thealth\tpoison\trounds", len(s.units), 64)
	for id := range s.units {
		u := &s.units[id]
		kind, health, poison, rounds := byte('s'), -1, int(u.amount), -1
		if id < sim.Seats {
			kind, health, poison, rounds = 'p', int(u.amount), -1, int(u.rounds)
		}
		w.WriteLetter(kind)
		w.WriteNumber(id)
		w.WriteLetter('0' + byte(u.player))
		w.WriteSmallNumber(uint8(u.row))
		w.WriteSmallNumber(uint8(u.col))
		w.WriteNumber(health)
		w.WriteNumber(poison)
		w.WriteNumber(rounds)
		w.EndLine()
	}
	return w.Text()
}

func (s *State) appendMoney(dst []byte) []byte {
	w := res.NewTable(dst, "money", "row\tcolumn\tamount", len(s.amounts), 24)
	k := 0
	for i, m := range s.moneyCells {
		for ; m != 0; m &= m - 1 {
			w.WriteNumber(i)
			w.WriteNumber(bits.TrailingZeros64(m))
			w.WriteNumber(int(s.amounts[k]))
			w.EndLine()
			k++
		}
	}
	return w.Text()
}

func (s *State) appendHints(dst []byte) []byte {
	dst = append(dst, "\nsafety_box_hints\n"...)
	dst = res.AppendInt(dst, len(s.building.doors))
	dst = append(dst, '\n')
	for safe, door := range s.building.doors {
		h := s.safes.hints[safe]
		dst = append(res.AppendInt(dst, len(h)), ' ')
		dst = append(res.AppendInt(dst, int(door.Row)), ' ')
		dst = append(res.AppendInt(dst, int(door.Col)), '\n')
		dst = append(dst, s.safes.hintTexts[safe]...)
		dst = append(dst, "\n\n"...)
	}
	return dst
}
