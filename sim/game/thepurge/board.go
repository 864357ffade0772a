package thepurge

import (
	"slices"

	"game-tui/sim"
	"game-tui/sim/grid"
	"game-tui/sim/res"
)

// A Board is a match in progress, with the queue of things that will return.
type Board struct {
	sim.BoardBase
	settings   *Settings
	cells      []cell
	emptyCells grid.Set
	// citizens is sorted by id. Citizens that die in a round keep their slots until all orders are
	// executed.
	citizens        []Citizen
	deadCount       int // citizens that died in this round
	barricadeCells  grid.Set
	barricadesOwned [sim.Seats]int
	barricadesBuilt [sim.Seats]int32
	// pendingReturns lists everything that will return: citizens, then bonuses, then weapons, each
	// in the order in which they were lost.
	pendingReturns []pendingReturn
	nextID         int32

	grid []byte // text of the grid, always up to date
	// The next snapshot can share these parts with the previous one. A part is nil if it has
	// changed.
	sharedGrid           []byte
	sharedCitizens       *table[Citizen]
	sharedBarricades     *table[Barricade]
	sharedPendingReturns []pendingReturn
	scratch              []byte // buffer for the text of tables

	events []sim.Event

	fightResults        *fightResults // if set, decides fights instead of the generator; used by Derive
	allowsNightBuilding bool          // whether to allow building at night in any edition; used by Derive
}

// A cell holds what the text of the grid does not show.
type cell struct {
	thing    byte  // character of the cell if it had no citizen or barricade
	occupant uint8 // index into Board.citizens plus 1, or 0 if no citizen is here
	owner    int8  // owner of the barricade, or -1
	// resistance is the barricade's resistance, which may be 0 on a fixed board.
	resistance int32
}

type pendingReturn struct {
	thing       byte // grid character of a bonus or weapon, or 0 for a citizen
	citizenType CitizenType
	player      int8
	dueRound    int32 // first round in which it may return, if there is a safe cell
}

func (w *pendingReturn) rank() int {
	switch w.thing {
	case 0:
		return 0
	case 'F', 'M':
		return 1
	}
	return 2
}

func newBoard(s *Settings, seed int32) *Board {
	b := &Board{BoardBase: sim.BoardBase{Rand: sim.NewRand(seed)}, settings: s}
	b.cells = make([]cell, s.BoardRows*s.BoardCols)
	for i := range b.cells {
		b.cells[i] = cell{thing: '.', owner: -1}
	}
	for i := range s.BoardRows {
		b.emptyCells[i] = 1<<s.BoardCols - 1
	}
	b.grid = append(make([]byte, 0, gridIndex(s.BoardCols, sim.Pos{Row: s.BoardRows})), "\n\n"...)
	b.grid = res.AppendGrid(res.AppendColumnLabels(b.grid, s.BoardCols), s.BoardRows, s.BoardCols, '.')
	n := sim.Seats * (s.NumIniBuilders + s.NumIniWarriors)
	b.citizens = make([]Citizen, 0, n)
	b.events = make([]sim.Event, 0, n)
	return b
}

func boardFrom(s *State, dice sim.Rand) *Board {
	b := newBoard(s.settings, 0)
	b.StateBase, b.Rand, b.barricadesBuilt = s.StateBase, dice, s.barricadesBuilt
	b.pendingReturns, b.nextID = slices.Clone(s.pendingReturns), s.nextID
	for i := range s.settings.BoardRows {
		b.putThings(i, s.grid[gridIndex(s.settings.BoardCols, sim.Pos{Row: i}):][:s.settings.BoardCols])
	}
	for _, c := range s.citizens.list {
		b.putCitizen(c)
	}
	for _, w := range s.barricades.list {
		b.putBarricade(w.Pos(), w.Player, w.Resistance)
	}
	return b
}

// guessPendingReturns draws the rounds in which missing things will return.
func (b *Board) guessPendingReturns(s *State) {
	wait := func(w pendingReturn, missing, rounds int) {
		for range missing {
			b.scheduleReturn(w, 1+b.Rand.Random(0, rounds-1))
		}
	}
	for seat := range sim.Seats {
		missing := s.missingCitizens(seat)
		for citizenType := range missing {
			t := CitizenType(citizenType)
			wait(pendingReturn{citizenType: t, player: int8(seat)}, missing[citizenType], b.settings.NumRoundsRegenCitizen(t))
		}
	}
	for _, t := range b.settings.thingKinds() {
		wait(pendingReturn{thing: t.glyph}, t.initialCount-b.count(t.glyph), t.returnRounds)
	}
}

func (b *Board) Clone() sim.Board {
	c := *b
	c.cells = slices.Clone(b.cells)
	c.citizens = slices.Clone(b.citizens)
	c.pendingReturns = slices.Clone(b.pendingReturns)
	c.grid = slices.Clone(b.grid)
	c.scratch = nil
	c.events = nil
	return &c
}

func (b *Board) State() sim.State {
	if b.Snapshot == nil {
		b.Snapshot = b.snapshot()
	}
	return b.Snapshot
}

func (b *Board) at(p sim.Pos) *cell { return &b.cells[p.Row*b.settings.BoardCols+p.Col] }

func (b *Board) slot(id int32) int { return findCitizen(b.citizens, id) }

func (b *Board) redraw(p sim.Pos) {
	c := b.at(p)
	var citizen *Citizen
	if c.occupant > 0 {
		citizen = &b.citizens[c.occupant-1]
	}
	glyph := glyphOf(c.thing, citizen, c.owner >= 0)
	if glyph == '.' {
		b.emptyCells.Add(p.Row, p.Col)
	} else {
		b.emptyCells.Remove(p.Row, p.Col)
	}
	b.grid[gridIndex(b.settings.BoardCols, p)] = glyph
	b.sharedGrid = nil
}

// putThing puts a thing on an empty street. If thing is '.', it clears the cell.
func (b *Board) putThing(p sim.Pos, thing byte) {
	b.at(p).thing = thing
	b.redraw(p)
}

func (b *Board) putThings(i int, row []byte) {
	for j, glyph := range row {
		switch glyph {
		case 'B', 'G', 'Z', 'M', 'F':
			b.putThing(sim.Pos{Row: i, Col: j}, glyph)
		}
	}
}

// putCitizen adds a citizen, whose id must be larger than all existing ids.
func (b *Board) putCitizen(c Citizen) {
	b.citizens = append(b.citizens, c)
	b.at(c.Pos()).occupant = uint8(len(b.citizens))
	b.sharedCitizens = nil
	b.redraw(c.Pos())
}

func (b *Board) putBarricade(p sim.Pos, owner int8, resistance int32) {
	c := b.at(p)
	if c.owner < 0 {
		b.barricadeCells.Add(p.Row, p.Col)
		b.barricadesOwned[owner]++
	}
	c.owner, c.resistance = owner, resistance
	b.sharedBarricades = nil
	b.redraw(p)
}

func (b *Board) removeBarricade(p sim.Pos) {
	c := b.at(p)
	b.barricadeCells.Remove(p.Row, p.Col)
	b.barricadesOwned[c.owner]--
	c.owner, c.resistance = -1, 0
	b.sharedBarricades = nil
	b.redraw(p)
}

func (b *Board) removeDead() {
	if b.deadCount == 0 {
		return
	}
	n := 0
	for i := range b.citizens {
		if b.citizens[i].Life <= 0 {
			continue
		}
		b.citizens[n] = b.citizens[i]
		n++
		b.at(b.citizens[i].Pos()).occupant = uint8(n)
	}
	b.citizens, b.deadCount = b.citizens[:n], 0
	b.sharedCitizens = nil
}

func (b *Board) snapshot() *State {
	b.updateShared()
	return &State{
		StateBase: b.StateBase, settings: b.settings,
		grid: b.sharedGrid, citizens: b.sharedCitizens, barricades: b.sharedBarricades, barricadesBuilt: b.barricadesBuilt,
		pendingReturns: b.sharedPendingReturns, nextID: b.nextID, returnsKnown: true,
	}
}

func (b *Board) updateShared() {
	if b.sharedGrid == nil {
		b.sharedGrid = slices.Clone(b.grid)
	}
	if b.sharedCitizens == nil {
		list := slices.Clone(b.citizens)
		b.scratch = appendCitizens(b.scratch[:0], list)
		b.sharedCitizens = &table[Citizen]{list, slices.Clone(b.scratch)}
	}
	if b.sharedPendingReturns == nil {
		b.sharedPendingReturns = slices.Clone(b.pendingReturns)
	}
	if b.sharedBarricades == nil {
		list := make([]Barricade, 0, b.barricadeCells.Count())
		for p := range b.barricadeCells.All() {
			c := b.at(p)
			list = append(list, Barricade{c.resistance, sim.NewPos16(p), c.owner})
		}
		b.scratch = appendBarricades(b.scratch[:0], list)
		b.sharedBarricades = &table[Barricade]{list, slices.Clone(b.scratch)}
	}
}

// fightResults decides fights: the first ones as listed in decisions, and all others in favour of the
// attacker.
type fightResults struct {
	decisions []bool
	usedCount int
}

func (s *fightResults) attackerWins() bool {
	if s.usedCount == len(s.decisions) {
		s.decisions = append(s.decisions, true)
	}
	s.usedCount++
	return s.decisions[s.usedCount-1]
}

// next advances to the next combination. It returns false after the last one.
func (s *fightResults) next() bool {
	s.decisions = s.decisions[:s.usedCount]
	s.usedCount = 0
	for n := len(s.decisions); n > 0; n-- {
		if s.decisions[n-1] {
			s.decisions[n-1] = false
			s.decisions = s.decisions[:n]
			return true
		}
	}
	return false
}
