package moneyheist

import (
	"bytes"

	"game-tui/sim"
	"game-tui/sim/res"
)

// maxCount bounds pots and scores that are read; no match reaches it.
const maxCount = 1 << 50

// stateReader reads a state block. It accepts what AppendText writes of any
// board, broken ones included, and nothing that would be written otherwise.
type stateReader struct {
	*res.Scanner
	set      *Settings
	s        *State
	building *building
	things   *things
	letters  [cells]byte // of the grid, for comparing with the lists
	ids      [cells]uint16
	amounts  [cells]int32
}

// ReadState reads one state block.
func (game) ReadState(settings sim.Settings, text []byte) (sim.State, int, error) {
	set := settings.(*Settings)
	r := stateReader{Scanner: res.NewScanner(text), set: set, building: new(building), things: new(things)}
	r.s = &State{set: set, building: r.building, things: r.things}
	r.grid()
	r.units()
	r.money()
	r.boxes()
	r.numbers()
	r.compare()
	if err := r.Err(); err != nil {
		return nil, 0, err
	}
	r.things.group()
	// Before the first round nobody has done anything.
	r.s.known = r.s.Played == 0
	return r.s, r.Offset(), nil
}

// grid reads the letters; what they cannot say comes with the lists.
func (r *stateReader) grid() {
	r.Grid(Rows, Cols, "WHPBGM0123X.", func(i int, row []byte) {
		copy(r.letters[i*Cols:], row)
		for j, c := range row {
			switch c {
			case charWall:
				r.building.wall.Set(i, j)
			case charHealth:
				r.things.health.Set(i, j)
			case charPoison:
				r.things.poison.Set(i, j)
			case charGold:
				r.building.gold.Set(i, j)
			}
		}
	})
}

func (r *stateReader) units() {
	r.Expect("units")
	n := r.Int("number of units", r.set.units(), r.set.units())
	r.Skip(8, "the titles of the units")
	if r.Err() != nil {
		return
	}
	r.things.units = make([]unit, n)
	r.things.ids = make([]uint16, 0, n)
	for id := range n {
		r.unit(id)
		if r.Err() != nil {
			return
		}
	}
}

func (r *stateReader) unit(id int) {
	professor := id < sim.Seats
	kind, owner := "s", [2]int{0, sim.Seats - 1}
	if professor {
		kind, owner = "p", [2]int{id, id}
	}
	r.Expect(kind)
	r.Int("id of a unit", id, id)
	u := &r.things.units[id]
	u.player = int8(r.Int("player of a unit", owner[0], owner[1]))
	u.row = int8(r.Int("row of a unit", 0, Rows-1))
	u.col = int8(r.Int("column of a unit", 0, Cols-1))
	if professor {
		u.amount = int32(r.Int("health of a professor", 0, res.MaxInt))
		r.Int("poison of a professor", -1, -1)
		u.rounds = int32(r.Int("rounds of a professor", 0, res.MaxInt))
	} else {
		r.Int("health of a soldier", -1, -1)
		u.amount = int32(r.Int("poison of a soldier", 0, res.MaxInt))
		r.Int("rounds of a soldier", -1, -1)
	}
	if u.rounds > 0 || r.Err() != nil {
		return
	}
	i, j := int(u.row), int(u.col)
	if r.things.unit.Has(i, j) {
		r.Fail("unit %d stands where another one does, at (%d,%d)", id, i, j)
		return
	}
	r.things.unit.Set(i, j)
	r.ids[i*Cols+j] = uint16(id)
}

func (r *stateReader) money() {
	r.Expect("money")
	n := r.Int("number of money cells", 0, cells)
	r.Skip(3, "the titles of the money")
	for range n {
		i := r.Int("row of money", 0, Rows-1)
		j := r.Int("column of money", 0, Cols-1)
		amount := r.Int("amount of money", 1, res.MaxInt)
		if r.Err() != nil {
			return
		}
		if r.things.money.Has(i, j) {
			r.Fail("money lies twice at (%d,%d)", i, j)
			return
		}
		r.things.money.Set(i, j)
		r.amounts[i*Cols+j] = int32(amount)
	}
}

func (r *stateReader) boxes() {
	r.Expect("safety_box_hints")
	n := r.Int("number of safes", r.set.NumSafetyBoxes, r.set.NumSafetyBoxes)
	if r.Err() != nil {
		return
	}
	r.building.doors = make([]sim.Pos16, n)
	hints := make([][]int32, n)
	for box := range n {
		size := r.Int("number of hints", r.set.SizeHintsPerBox, r.set.SizeHintsPerBox)
		i := r.Int("row of a door", 0, Rows-1)
		j := r.Int("column of a door", 0, Cols-1)
		r.building.doors[box] = sim.Pos16{Row: int16(i), Col: int16(j)}
		if r.Err() != nil {
			return
		}
		hints[box] = make([]int32, size)
		for k := range size {
			if hints[box][k] = int32(r.Int("a hint", res.MinInt, res.MaxInt)); r.Err() != nil {
				return
			}
		}
	}
	r.s.safes = newSafes(hints)
}

func (r *stateReader) numbers() {
	r.Expect("round")
	r.s.Played = r.Int("round", 0, r.set.NumRounds)
	r.s.Points = r.Four("score", maxCount)
	for pl, n := range r.Four("health", maxCount) {
		r.s.pots[pl].health = n
	}
	for pl, n := range r.Four("poison", maxCount) {
		r.s.pots[pl].poison = n
	}
	r.s.Used = r.Status()
}

// compare finds out where the grid and the lists say different things. Doors
// are taken from the grid: on a broken board a door of the list may be buried.
func (r *stateReader) compare() {
	if r.Err() != nil {
		return
	}
	for _, d := range r.building.doors {
		if r.letters[int(d.Row)*Cols+int(d.Col)] == charDoor {
			r.building.door.Set(int(d.Row), int(d.Col))
		}
	}
	r.things.index(&r.ids, &r.amounts)
	r.building.draw()
	var row [Rows * stride]byte
	text := r.s.appendGrid(row[:0])
	for i := range Rows {
		want, have := r.letters[i*Cols:][:Cols], text[i*stride+labelSize:][:Cols]
		if bytes.Equal(want, have) {
			continue
		}
		for j := range want {
			if want[j] != have[j] {
				r.Fail("the grid has %q at (%d,%d), the lists say %q", want[j], i, j, have[j])
				return
			}
		}
	}
}
