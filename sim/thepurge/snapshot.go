package thepurge

import (
	"slices"

	"game-tui/sim"
	"game-tui/sim/res"
)

// State returns the snapshot of the present state.
func (b *Board) State() sim.State { return b.snapshot() }

func (b *Board) snapshot() *State {
	if b.state != nil {
		return b.state
	}
	b.share()
	s := &State{
		set: b.set, round: b.round, scores: b.scores, status: b.status,
		land: b.sharedLand, folk: b.sharedFolk, bars: b.sharedBars, built: b.built,
	}
	for i := range b.queues[queueCitizens] {
		w := &b.queues[queueCitizens][i]
		s.away[w.player][w.trade]++
	}
	b.state = s
	return s
}

// share makes immutable copies of the parts that changed since the last snapshot.
func (b *Board) share() {
	if b.sharedLand == nil {
		b.sharedLand = b.close(append(b.open(len(b.land)), b.land...))
	}
	if b.sharedFolk == nil {
		b.sharedFolk = &folk{slices.Clone(b.folk), b.folkText()}
	}
	if b.sharedBars == nil {
		list := make([]Barricade, len(b.bars))
		for k, i := range b.bars {
			c := &b.cells[i]
			p := sim.Pos{Row: int(i) / b.set.BoardCols, Col: int(i) % b.set.BoardCols}
			list[k] = Barricade{c.owner, c.resistance, p}
		}
		size := len(barricadesHeader) + len(barricadeColumns) + 12 + len(list)*maxBarricadeLine
		b.sharedBars = &bars{list, b.close(appendBarricades(b.open(size), list))}
	}
}

// folkText joins the lines of the table of citizens.
func (b *Board) folkText() []byte {
	size := len(citizensHeader) + 2 + len(citizensColumns) // the count has at most two digits
	for i := range b.lines {
		size += int(b.lines[i].size)
	}
	dst := b.open(size)
	dst = append(dst, citizensHeader...)
	dst = res.AppendInt(dst, len(b.lines))
	dst = append(dst, citizensColumns...)
	for i := range b.lines {
		l := &b.lines[i]
		dst = append(dst, l.text[:l.size]...)
	}
	return b.close(dst)
}

// slabSize is how much text memory is asked for at a time: asking for each
// text by itself was a tenth of a match.
const slabSize = 16 << 10

// open returns room for a text of at most that size, which close then keeps.
func (b *Board) open(size int) []byte {
	if size > len(b.slab) {
		b.slab = make([]byte, max(b.slabSize, size))
	}
	return b.slab[:0]
}

func (b *Board) close(text []byte) []byte {
	n := len(text)
	b.slab = b.slab[n:]
	return text[:n:n]
}
