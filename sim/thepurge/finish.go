package thepurge

import (
	"slices"

	"game-tui/sim"
)

// finish is what follows the orders of a round.
func (b *Board) finish() {
	b.removeDead()
	b.regenerate()
	b.turnOfDay()
	b.Played++
}

// queue notes that something comes back in so many rounds, the present one counted.
func (b *Board) queue(w pending, rounds int) {
	w.due = int32(b.Played + rounds - 1)
	i := len(b.waiting)
	for i > 0 && b.waiting[i-1].rank() > w.rank() {
		i--
	}
	b.waiting = slices.Insert(b.waiting, i, w)
	b.sharedWaiting = nil
}

// regenerate brings back what is due: citizens, then bonuses, then weapons.
// What finds no safe cell tries again in the next round.
func (b *Board) regenerate() {
	kept := b.waiting[:0]
	for _, w := range b.waiting {
		if int(w.due) <= b.Played {
			if p, ok := b.choosePlace(); ok {
				b.bringBack(w, p)
				b.sharedWaiting = nil
				continue
			}
		}
		kept = append(kept, w)
	}
	b.waiting = kept
}

func (b *Board) bringBack(w pending, p sim.Pos) {
	if w.thing != 0 {
		b.putThing(p, w.thing)
		return
	}
	c := b.newCitizen(w.trade, w.player, b.next, p)
	b.next++
	b.putCitizen(c)
	b.events = append(b.events, citizenEvent(EventBack, &c, c.At))
}

// turnOfDay ends a day or a night: at dawn all barricades fall.
func (b *Board) turnOfDay() {
	next := b.Played + 1
	switch next % b.set.NumRoundsPerDay {
	case 0:
		b.events = append(b.events, dawnEvent(b.set, next, b.barricades.Count()))
		for p := range b.barricades.All() {
			b.removeBarricade(p)
		}
	case b.set.NumRoundsPerDay / 2:
		b.events = append(b.events, duskEvent(b.set, next, b.barricades.Count()))
	}
}
