package thepurge

import (
	"slices"

	"game-tui/sim"
)

// Board is a match in progress, with its generator and its queues.
type Board struct {
	set    *Settings
	rand   sim.Rand
	round  int
	scores [sim.Seats]int
	status [sim.Seats]float64
	cells  []cell
	empty  [maxRows]uint64 // one bit a cell: nothing and nobody on the street
	// folk is by id. Who dies in a round keeps the slot until its orders are done.
	folk   []Citizen
	lines  []line // the text of each citizen in the table
	dead   int    // citizens of folk who died in this round
	bars   []uint16
	owned  [sim.Seats]int // barricades that stand
	built  [sim.Seats]int32
	queues [3][]pending // citizens; bonuses; weapons
	next   int32        // the next citizen's id

	land  []byte // the text of the grid, kept up to date
	state *State // the present snapshot, nil after a change
	// What the next snapshot can share with the last one; nil after a change.
	sharedLand []byte
	sharedFolk *folk
	sharedBars *bars
	memory     memory

	todo   [sim.Seats][]todo
	done   []done
	events []sim.Event

	script     *script // decides fights instead of the generator, see Derive
	nightBuild bool    // the rule of the 2020 edition
}

var _ sim.Board = (*Board)(nil)

// cell is what the board knows of a cell beside its text.
type cell struct {
	thing byte  // its character without citizen and barricade
	who   uint8 // slot in folk plus 1, 0 for nobody
	owner int8  // of the barricade, -1 without one
	// resistance of the barricade; 0 is possible on a fixed board
	resistance int32
}

// line is a line of the table of citizens.
type line struct {
	size uint8
	text [47]byte
}

// pending is something that comes back, and in how many rounds.
type pending struct {
	thing  byte // grid character of a bonus or weapon
	trade  CitizenType
	player int8
	left   int32
}

const (
	queueCitizens = iota
	queueBonuses
	queueWeapons
)

func newBoard(s *Settings, seed int32) *Board {
	b := &Board{set: s, rand: sim.NewRand(seed)}
	b.cells = make([]cell, s.BoardRows*s.BoardCols)
	for i := range b.cells {
		b.cells[i] = cell{thing: '.', owner: -1}
	}
	for i := range s.BoardRows {
		b.empty[i] = 1<<s.BoardCols - 1
	}
	b.land = newLand(s.BoardRows, s.BoardCols)
	n := sim.Seats * (s.NumIniBuilders + s.NumIniWarriors)
	b.folk, b.lines = make([]Citizen, 0, n), make([]line, 0, n)
	b.done, b.events = make([]done, 0, n), make([]sim.Event, 0, n)
	return b
}

// Round is the number of the round to be played next.
func (b *Board) Round() int { return b.round }

// RandState is the raw state of the board's generator.
func (b *Board) RandState() int64 { return b.rand.State() }

// SetStatus sets what the next snapshots show as a seat's status.
func (b *Board) SetStatus(seat int, status float64) {
	if b.status[seat] != status {
		b.status[seat] = status
		b.state = nil
	}
}

// Clone copies the board whole. Snapshots made before stay shared.
func (b *Board) Clone() sim.Board { return b.clone() }

func (b *Board) clone() *Board {
	c := *b
	c.cells = slices.Clone(b.cells)
	c.folk = slices.Clone(b.folk)
	c.lines = slices.Clone(b.lines)
	c.bars = slices.Clone(b.bars)
	for i := range b.queues {
		c.queues[i] = slices.Clone(b.queues[i])
	}
	c.land = slices.Clone(b.land)
	c.memory = memory{}
	c.done, c.events, c.todo = nil, nil, [sim.Seats][]todo{}
	return &c
}

func (b *Board) at(p sim.Pos) *cell { return &b.cells[p.Row*b.set.BoardCols+p.Col] }

// slot finds a citizen by id, -1 for nobody.
func (b *Board) slot(id int32) int { return find(b.folk, id) }

// redraw brings the text and the mask of a cell up to date with its content.
func (b *Board) redraw(p sim.Pos) {
	c := b.at(p)
	var citizen *Citizen
	if c.who > 0 {
		citizen = &b.folk[c.who-1]
	}
	glyph := glyphOf(c.thing, citizen, c.owner >= 0)
	if glyph == '.' {
		b.empty[p.Row] |= 1 << p.Col
	} else {
		b.empty[p.Row] &^= 1 << p.Col
	}
	b.land[landAt(b.set.BoardCols, p)] = glyph
	b.sharedLand = nil
}

// rewrite brings the table line of a citizen up to date.
func (b *Board) rewrite(slot int) {
	l := &b.lines[slot]
	l.size = uint8(len(appendCitizen(l.text[:0], &b.folk[slot])))
	b.sharedFolk = nil
}

// put lays a thing on an empty street, or takes it away with '.'.
func (b *Board) put(p sim.Pos, thing byte) {
	b.at(p).thing = thing
	b.redraw(p)
}

// join adds a citizen with the largest id so far.
func (b *Board) join(c Citizen) {
	b.folk = append(b.folk, c)
	b.lines = append(b.lines, line{})
	b.at(c.Pos()).who = uint8(len(b.folk))
	b.rewrite(len(b.folk) - 1)
	b.redraw(c.Pos())
}

// fence gives a cell a barricade, or a new resistance to the one it has.
func (b *Board) fence(p sim.Pos, owner int8, resistance int32) {
	c := b.at(p)
	if c.owner < 0 {
		i := uint16(p.Row*b.set.BoardCols + p.Col)
		k, _ := slices.BinarySearch(b.bars, i)
		b.bars = slices.Insert(b.bars, k, i)
		b.owned[owner]++
	}
	c.owner, c.resistance = owner, resistance
	b.sharedBars = nil
	b.redraw(p)
}

// unfence removes the barricade of a cell.
func (b *Board) unfence(p sim.Pos) {
	c := b.at(p)
	k, _ := slices.BinarySearch(b.bars, uint16(p.Row*b.set.BoardCols+p.Col))
	b.bars = slices.Delete(b.bars, k, k+1)
	b.owned[c.owner]--
	c.owner, c.resistance = -1, 0
	b.sharedBars = nil
	b.redraw(p)
}

// bury drops the dead of the round, whose cells are already free, and closes
// their ranks.
func (b *Board) bury() {
	if b.dead == 0 {
		return
	}
	n := 0
	for i := range b.folk {
		if b.folk[i].Life <= 0 {
			continue
		}
		b.folk[n], b.lines[n] = b.folk[i], b.lines[i]
		n++
		b.at(b.folk[i].Pos()).who = uint8(n)
	}
	b.folk, b.lines = b.folk[:n], b.lines[:n]
	b.dead = 0
	b.sharedFolk = nil
}
