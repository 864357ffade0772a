package model

import (
	"slices"

	"game-tui/sim"
)

type round struct {
	board    *Board
	next     *State
	sentHome []int32
	events   []sim.Event
}

func (b *Board) Step(t *sim.Turn) error {
	if b.state.RoundsPlayed >= b.state.settings.NumRounds {
		return sim.ErrMatchOver
	}
	r := &round{board: b, next: b.state.clone()}
	t.Execute(&b.rand, r.owner, r.execute)
	r.returnPickers()
	r.grow()
	t.Events = r.events
	r.next.RoundsPlayed++
	b.state = r.next
	return nil
}

func (r *round) owner(unit int32) int { return r.next.Picker(unit).Team }

func (r *round) execute(o *sim.Order) sim.Outcome {
	u := &r.next.pickers[o.Unit]
	d := sim.Dir(o.Dir)
	switch {
	case o.Kind != 'm' && o.Kind != 's':
		return sim.OutcomeNoSuchOrder
	case slices.Contains(r.sentHome, o.Unit):
		return OutcomeSentHome
	case u.HomeRounds > 0:
		return OutcomeAtHome
	case !d.Valid():
		return sim.OutcomeNoSuchDirection
	}
	to := d.Neighbor(u.At)
	switch {
	case !to.In(r.next.settings.Size()):
		return sim.OutcomeOffBoard
	case r.next.Cell(to).IsTree:
		return OutcomeTree
	case o.Kind == 's':
		return r.sow(u, to, int(applesSown(o)))
	}
	return r.move(u, to)
}

func (r *round) move(u *Picker, to sim.Pos) sim.Outcome {
	if other := r.next.PickerAt(to); other.Team == u.Team {
		return OutcomeOwnPicker
	} else if other.ID >= 0 {
		loser := &r.next.pickers[other.ID]
		loser.At, loser.HomeRounds = sim.Pos{Row: -1, Col: -1}, r.next.settings.RoundsHome
		r.sentHome = append(r.sentHome, other.ID)
		r.addEvent(sim.NewEvent(eventSent, int8(u.Team), u.ID, sim.NewPos16(to)).WithTarget(int8(other.Team), other.ID))
	}
	u.At = to
	if c := r.cell(to); c.Apples > 0 {
		r.next.SeatScores[u.Team] += c.Apples
		r.addEvent(sim.NewEvent(eventPick, int8(u.Team), u.ID, sim.NewPos16(to)).WithAmounts(int32(c.Apples), 0))
		c.Apples = 0
		r.board.roundsToGrow = append(r.board.roundsToGrow, r.next.settings.RoundsGrow)
	}
	return sim.OutcomeExecuted
}

func (r *round) sow(u *Picker, to sim.Pos, n int) sim.Outcome {
	switch {
	case r.next.PickerAt(to).ID >= 0 || r.next.Cell(to).Apples > 0:
		return OutcomeOccupied
	case n < 1 || n > r.next.SeatScores[u.Team]:
		return OutcomeTooFewApples
	}
	r.next.SeatScores[u.Team] -= n
	r.cell(to).Apples = n
	r.addEvent(sim.NewEvent(eventSow, int8(u.Team), u.ID, sim.NewPos16(to)).WithAmounts(int32(n), 0))
	return sim.OutcomeExecuted
}

func (r *round) cell(p sim.Pos) *Cell { return &r.next.cells[p.Row*r.next.settings.BoardCols+p.Col] }
func (r *round) addEvent(e sim.Event) { r.events = append(r.events, e) }

func (r *round) returnPickers() {
	for i := range r.next.pickers {
		u := &r.next.pickers[i]
		if u.HomeRounds == 0 || slices.Contains(r.sentHome, u.ID) {
			continue
		}
		if u.HomeRounds > 1 {
			u.HomeRounds--
		} else if free := r.board.freeCell(r.next); free >= 0 {
			u.HomeRounds, u.At = 0, r.next.pos(free)
			r.addEvent(sim.NewEvent(eventBack, int8(u.Team), u.ID, sim.NewPos16(u.At)))
		}
	}
}

func (r *round) grow() {
	b := r.board
	waiting := b.roundsToGrow[:0]
	for _, rounds := range b.roundsToGrow {
		free := -1
		if rounds--; rounds <= 0 {
			free = b.freeCell(r.next)
		}
		if free < 0 {
			waiting = append(waiting, max(rounds, 1))
			continue
		}
		n := b.rand.Random(1, maxCellApples)
		r.next.cells[free].Apples = n
		r.addEvent(sim.NewEvent(eventGrow, -1, -1, sim.NewPos16(r.next.pos(free))).WithAmounts(int32(n), 0))
	}
	b.roundsToGrow = waiting
}
