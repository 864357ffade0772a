package model

import (
	"slices"

	"game-tui/sim"
)

// round is a round that is being played.
type round struct {
	board *Board
	next  *State
	sent  []int32 // pickers that were sent home in this round
	turn  *sim.Turn
}

// Step plays a round.
func (b *Board) Step(t *sim.Turn) error {
	if b.now.round >= b.now.set.rounds {
		return sim.ErrOver
	}
	r := &round{board: b, next: b.now.clone(), turn: t}
	t.Done, t.Events = nil, nil
	r.execute(r.admit())
	r.comeBack()
	r.grow()
	r.next.round++
	b.now = r.next
	return nil
}

// admit drops the orders that no rule needs to be asked about, and returns the others.
func (r *round) admit() (waiting [sim.Seats][]*sim.Submitted) {
	given := make([]bool, len(r.next.pickers))
	for seat := range r.turn.Orders {
		for i := range r.turn.Orders[seat] {
			o := &r.turn.Orders[seat][i]
			u := r.next.Picker(o.Unit)
			switch {
			case u.Team != seat:
				o.Fate = sim.FateForeign
			case given[u.ID]:
				o.Fate = fateTwice
			default:
				given[u.ID] = true
				waiting[seat] = append(waiting[seat], o)
			}
		}
	}
	return waiting
}

// execute draws a team that has orders left, tries its next one, and so on.
func (r *round) execute(waiting [sim.Seats][]*sim.Submitted) {
	for {
		var teams []int
		for team, list := range waiting {
			if len(list) > 0 {
				teams = append(teams, team)
			}
		}
		if len(teams) == 0 {
			return
		}
		team := teams[r.board.rand.Random(0, len(teams)-1)]
		o := waiting[team][0]
		waiting[team] = waiting[team][1:]
		if o.Fate = r.try(o.Order); o.Fate == sim.FateExecuted {
			r.turn.Done = append(r.turn.Done, o.Order)
		}
	}
}

// try executes an order, or says which rule is against it.
func (r *round) try(o sim.Order) sim.Fate {
	u := &r.next.pickers[o.Unit]
	switch {
	case slices.Contains(r.sent, o.Unit):
		return fateSent
	case u.Home > 0:
		return fateHome
	case o.Kind != 'm' && o.Kind != 's':
		return fateKind
	case !dirOK(o.Dir):
		return fateDir
	}
	to := Neighbour(u.At, o.Dir)
	switch {
	case !to.In(r.next.set.Size()):
		return fateEdge
	case r.next.Cell(to).Tree:
		return fateTree
	case o.Kind == 's':
		return r.sow(u, to, int(sown(o)))
	}
	return r.move(u, to)
}

func (r *round) move(u *Picker, to sim.Pos) sim.Fate {
	if other := r.next.PickerAt(to); other.Team == u.Team {
		return fateOwn
	} else if other.ID >= 0 {
		loser := &r.next.pickers[other.ID]
		loser.At, loser.Home = sim.Pos{Row: -1, Col: -1}, r.next.set.roundsAtHome
		r.sent = append(r.sent, other.ID)
		r.tell(sim.Event{Kind: eventSent, Seat: int8(u.Team), Other: int8(other.Team), Unit: u.ID, Target: other.ID, At: sim.At(to)})
	}
	u.At = to
	if c := r.cell(to); c.Apples > 0 {
		r.next.scores[u.Team] += c.Apples
		r.tell(sim.Event{Kind: eventPick, Seat: int8(u.Team), Other: -1, Unit: u.ID, Target: -1, At: sim.At(to), A: int32(c.Apples)})
		c.Apples = 0
		r.board.grows = append(r.board.grows, r.next.set.roundsGrow)
	}
	return sim.FateExecuted
}

func (r *round) sow(u *Picker, to sim.Pos, n int) sim.Fate {
	switch {
	case r.next.PickerAt(to).ID >= 0 || r.next.Cell(to).Apples > 0:
		return fateTaken
	case n < 1 || n > r.next.scores[u.Team]:
		return fatePoor
	}
	r.next.scores[u.Team] -= n
	r.cell(to).Apples = n
	r.tell(sim.Event{Kind: eventSow, Seat: int8(u.Team), Other: -1, Unit: u.ID, Target: -1, At: sim.At(to), A: int32(n)})
	return sim.FateExecuted
}

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
			r.tell(sim.Event{Kind: eventBack, Seat: int8(u.Team), Other: -1, Unit: u.ID, Target: -1, At: sim.At(u.At)})
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
		r.tell(sim.Event{Kind: eventGrow, Seat: -1, Other: -1, Unit: -1, Target: -1, At: sim.At(r.next.pos(free)), A: int32(n)})
	}
	b.grows = waiting
}

func (r *round) cell(p sim.Pos) *Cell { return &r.next.cells[p.Row*r.next.set.cols+p.Col] }

// tell notes an event; none of this game has a second place.
func (r *round) tell(e sim.Event) {
	e.To = sim.NoPos
	r.turn.Events = append(r.turn.Events, e)
}
