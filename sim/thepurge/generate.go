package thepurge

import (
	"fmt"
	"math/bits"

	"game-tui/sim"
)

// The official program looks for a board without end. Within the permitted
// sizes these limits are never met.
const (
	maxAttempts = 1000
	maxDraws    = 100_000
)

// grid marks cells, one bit each.
type grid [maxRows]uint64

func (g *grid) has(p sim.Pos) bool { return g[p.Row]>>p.Col&1 != 0 }

// around returns the marks of an inner cell and of its eight neighbours.
func (g *grid) around(p sim.Pos) uint64 {
	return g[p.Row-1]>>(p.Col-1)&7 | g[p.Row]>>(p.Col-1)&7<<3 | g[p.Row+1]>>(p.Col-1)&7<<6
}

// plan is an attempt at the buildings of a random board.
type plan struct {
	rows, cols int
	rand       *sim.Rand
	shuffles   cRand
	taken      grid // all blocks
	block      grid // the block that grows
}

// buildings draws the buildings: five blocks, again from the start until all
// streets are connected.
func (b *Board) buildings() error {
	p := plan{rows: b.set.BoardRows, cols: b.set.BoardCols, rand: &b.rand, shuffles: cSeed1}
	for range maxAttempts {
		if !p.attempt() {
			break
		}
		if !p.connected() {
			continue
		}
		for i := range p.rows {
			for j := range p.cols {
				if q := (sim.Pos{Row: i, Col: j}); p.taken.has(q) {
					b.put(q, 'B')
				}
			}
		}
		return nil
	}
	return &sim.SettingError{Key: "BOARD_ROWS", Msg: fmt.Sprintf("no board of BOARD_ROWS %d and BOARD_COLS %d found for this seed", p.rows, p.cols)}
}

// attempt builds the five blocks; it reports whether there was room.
func (p *plan) attempt() bool {
	p.taken = grid{}
	left := p.rows * p.cols / 5
	for b := 5; b >= 1; b-- {
		size, ok := p.grow(left / b)
		if !ok {
			return false
		}
		left -= size
	}
	return true
}

// grow builds a block of want cells beside the first one, fewer if it gets
// stuck, and returns how many it has.
func (p *plan) grow(want int) (size int, ok bool) {
	order := [4]Dir{Up, Down, Left, Right}
	heading := order[p.rand.Random(0, 3)]
	at, ok := p.start()
	if !ok {
		return 0, false
	}
	p.block = grid{}
	for {
		p.taken[at.Row] |= 1 << at.Col
		p.block[at.Row] |= 1 << at.Col
		size++
		if want == 0 {
			return size, true
		}
		want--
		p.shuffles.shuffle(&order)
		ahead := heading.Of(at)
		if p.rand.Random(1, 8) != 1 && p.free(ahead) {
			at = ahead
			continue
		}
		turn := -1
		for i, d := range order {
			if p.free(d.Of(at)) {
				turn = i
				break
			}
		}
		if turn < 0 {
			return size, true
		}
		heading = order[turn]
		at = heading.Of(at)
	}
}

// start finds the first cell of a block, with nothing around it.
func (p *plan) start() (sim.Pos, bool) {
	for range maxDraws {
		row := p.rand.Random(1, p.rows-2)
		at := sim.Pos{Row: row, Col: p.rand.Random(1, p.cols-2)}
		if p.taken.around(at) == 0 {
			return at, true
		}
	}
	return sim.Pos{}, false
}

// free reports whether the block can grow to that cell: inside the outermost
// ring, touching no other block, and its own in at most two cells.
func (p *plan) free(at sim.Pos) bool {
	if at.Row < 1 || at.Col < 1 || at.Row > p.rows-2 || at.Col > p.cols-2 || p.taken.has(at) {
		return false
	}
	own := p.block.around(at)
	return p.taken.around(at) == own && bits.OnesCount64(own) <= 2
}

// connected reports whether every street can be reached from every other.
func (p *plan) connected() bool {
	var seen grid
	seen[0] = 1 // the outermost ring is always street
	for grew := true; grew; {
		grew = false
		for i := range p.rows {
			row := seen[i]
			if i > 0 {
				row |= seen[i-1]
			}
			if i < p.rows-1 {
				row |= seen[i+1]
			}
			row = p.spread(row, i)
			if row != seen[i] {
				seen[i], grew = row, true
			}
		}
	}
	for i := range p.rows {
		if seen[i] != p.streets(i) {
			return false
		}
	}
	return true
}

func (p *plan) streets(i int) uint64 { return (1<<p.cols - 1) &^ p.taken[i] }

// spread widens marks of a row along its streets.
func (p *plan) spread(row uint64, i int) uint64 {
	streets := p.streets(i)
	row &= streets
	for {
		wider := (row | row<<1 | row>>1) & streets
		if wider == row {
			return row
		}
		row = wider
	}
}

// emptyCell draws cells until one is empty.
func (b *Board) emptyCell() (sim.Pos, error) {
	for range maxDraws {
		row := b.rand.Random(0, b.set.BoardRows-1)
		p := sim.Pos{Row: row, Col: b.rand.Random(0, b.set.BoardCols-1)}
		if b.empty[p.Row]>>p.Col&1 != 0 {
			return p, nil
		}
	}
	return sim.Pos{}, fmt.Errorf("no empty cell found for this seed")
}

// settle places the citizens of all players.
func (b *Board) settle() error {
	for seat := range sim.Seats {
		for k := range b.set.NumIniBuilders + b.set.NumIniWarriors {
			p, err := b.emptyCell()
			if err != nil {
				return err
			}
			trade := Builder
			if k >= b.set.NumIniBuilders {
				trade = Warrior
			}
			b.join(b.born(trade, int8(seat), b.next, p))
			b.next++
		}
	}
	b.next++ // the official counter skips one id here
	return nil
}

// born is a fresh citizen.
func (b *Board) born(t CitizenType, seat int8, id int32, p sim.Pos) Citizen {
	weapon := NoWeapon
	if t == Warrior {
		weapon = Hammer
	}
	return Citizen{Type: t, ID: id, Player: seat, At: sim.At(p), Weapon: weapon, Life: int32(b.set.CitizenIniLife(t))}
}

// scatter lays n things of a kind on empty cells.
func (b *Board) scatter(thing byte, n int) error {
	for range n {
		p, err := b.emptyCell()
		if err != nil {
			return err
		}
		b.put(p, thing)
	}
	return nil
}

// things lays out what can be collected, in the order that fixes the draws.
func (b *Board) things() error {
	for _, t := range []struct {
		thing byte
		n     int
	}{{'F', b.set.NumIniFood}, {'M', b.set.NumIniMoney}, {'G', b.set.NumIniGuns}, {'Z', b.set.NumIniBazookas}} {
		if err := b.scatter(t.thing, t.n); err != nil {
			return err
		}
	}
	return nil
}

// randomize makes a random board.
func (b *Board) randomize() error {
	if err := b.buildings(); err != nil {
		return err
	}
	if err := b.settle(); err != nil {
		return err
	}
	return b.things()
}
