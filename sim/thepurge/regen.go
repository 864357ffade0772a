package thepurge

import (
	"slices"

	"game-tui/sim"
)

// queue notes that something comes back in so many rounds, the present one counted.
func (b *Board) queue(w pending, rounds int) {
	w.due = int32(b.round + rounds - 1)
	i := len(b.waiting)
	for i > 0 && b.waiting[i-1].rank() > w.rank() {
		i--
	}
	b.waiting = slices.Insert(b.waiting, i, w)
	b.sharedWait = nil
}

// regenerate brings back what is due: citizens, then bonuses, then weapons.
// What finds no safe cell tries again in the next round.
func (b *Board) regenerate() {
	kept := b.waiting[:0]
	for _, w := range b.waiting {
		if int(w.due) <= b.round {
			if p, ok := b.safeCell(); ok {
				b.comeBack(w, p)
				b.sharedWait = nil
				continue
			}
		}
		kept = append(kept, w)
	}
	b.waiting = kept
}

func (b *Board) comeBack(w pending, p sim.Pos) {
	if w.thing != 0 {
		b.put(p, w.thing)
		return
	}
	c := b.born(w.trade, w.player, b.next, p)
	b.next++
	b.join(c)
	b.events = append(b.events, backEvent(&c))
}

// safeCell draws an empty cell with nobody in the 5×5 square around it; it
// draws nothing when there is none.
func (b *Board) safeCell() (sim.Pos, bool) {
	safe := b.empty
	for i := range b.folk {
		p := &b.folk[i].At
		safe.ClearNear(int(p.Row), int(p.Col))
	}
	return safe.Pick(&b.rand)
}

// turnOfDay ends a day or a night: at dawn all barricades fall.
func (b *Board) turnOfDay() {
	next := b.round + 1
	switch next % b.set.NumRoundsPerDay {
	case 0:
		fallen := len(b.bars)
		for len(b.bars) > 0 {
			i := int(b.bars[len(b.bars)-1])
			b.unfence(sim.Pos{Row: i / b.set.BoardCols, Col: i % b.set.BoardCols})
		}
		b.events = append(b.events, dawnEvent(b.set, next, fallen))
	case b.set.NumRoundsPerDay / 2:
		b.events = append(b.events, duskEvent(b.set, next, len(b.bars)))
	}
}
