package model

import (
	"slices"

	"game-tui/sim"
)

// comeBack lets pickers return to free cells.
func (r *round) comeBack() {
	for i := range r.next.pickers {
		u := &r.next.pickers[i]
		if u.Home == 0 || slices.Contains(r.sent, u.ID) {
			continue
		}
		if u.Home > 1 {
			u.Home--
		} else if free := r.board.freeCell(r.next); free >= 0 {
			u.Home, u.At = 0, r.next.pos(free)
			r.tell(sim.NewEvent(eventBack, int8(u.Team), u.ID, sim.At(u.At)))
		}
	}
}

// grow lets apples grow whose time has come.
func (r *round) grow() {
	b := r.board
	waiting := b.grows[:0]
	for _, rounds := range b.grows {
		free := -1
		if rounds--; rounds <= 0 {
			free = b.freeCell(r.next)
		}
		if free < 0 {
			waiting = append(waiting, max(rounds, 1))
			continue
		}
		n := b.rand.Random(1, maxAmount)
		r.next.cells[free].Apples = n
		r.tell(sim.NewEvent(eventGrow, -1, -1, sim.At(r.next.pos(free))).With(int32(n), 0))
	}
	b.grows = waiting
}
