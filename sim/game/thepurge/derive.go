package thepurge

import (
	"bytes"
	"slices"

	"game-tui/sim"
)

// Derive replays the executed orders. Only the results of fights are unknown, so it tries all
// combinations and returns the events common to those that lead to after. The returned state
// includes the number of barricades built and, if known in before, what will return.
func (game) Derive(before sim.State, executed []sim.Order, after sim.State) ([]sim.Event, sim.State) {
	s, next := before.(*State), after.(*State)
	d := deduction{start: boardFrom(s, sim.Rand{}), executed: executed, after: next, barricadeCount: -1}
	d.solve()
	events := d.events
	for i := range next.citizens.list {
		if c := &next.citizens.list[i]; s.Citizen(c.ID).ID == -1 {
			events = append(events, citizenEvent(EventBack, c, c.At))
		}
	}
	if e, ok := timeEvent(s.settings, next.RoundsPlayed); ok {
		e.B = int32(len(next.barricades.list))
		if e.Kind == EventDawn {
			e.B = int32(d.barricadeCount)
		}
		events = append(events, e)
	}
	full := *next
	full.barricadesBuilt, full.returnsKnown = [sim.Seats]int32{-1, -1, -1, -1}, false
	if d.endBoard != nil {
		full.barricadesBuilt = d.endBoard.barricadesBuilt
		full.returnsKnown = s.returnsKnown && !d.ambiguous && full.setPendingReturns(s, d.endBoard)
	}
	return events, &full
}

// setPendingReturns sets what will return after s, given the state before the round and b after the
// round's orders. It returns false if s contradicts b.
func (s *State) setPendingReturns(before *State, b *Board) bool {
	born := s.citizens.list
	for len(born) > 0 && before.Citizen(born[0].ID).ID != -1 {
		born = born[1:]
	}
	s.nextID = before.nextID
	if n := len(born); n > 0 {
		s.nextID = born[n-1].ID + 1
	}
	back := map[byte]int{}
	for _, thing := range []byte("FMGZ") {
		back[thing] = bytes.Count(s.grid, []byte{thing}) - bytes.Count(b.grid, []byte{thing})
	}
	stuck := false // whether no safe cell was left, so that everything else had to wait too
	s.pendingReturns = nil
	for _, w := range b.pendingReturns {
		switch {
		case int(w.dueRound) > before.RoundsPlayed || stuck:
		case w.thing == 0 && len(born) > 0 && born[0].Type == w.citizenType && born[0].Player == w.player:
			born = born[1:]
			continue
		case w.thing != 0 && back[w.thing] > 0:
			back[w.thing]--
			continue
		default:
			stuck = true
		}
		s.pendingReturns = append(s.pendingReturns, w)
	}
	return len(born) == 0 && back['F'] == 0 && back['M'] == 0 && back['G'] == 0 && back['Z'] == 0
}

type deduction struct {
	start          *Board
	executed       []sim.Order
	after          *State
	results        fightResults
	endBoard       *Board // board after the orders, in the first possible run
	ambiguous      bool   // whether possible runs lead to different queues
	events         []sim.Event
	barricadeCount int // barricades after the orders, or -1 if unknown
}

func (d *deduction) solve() {
	for range max(minRuns, min(maxRuns, maxMatchRuns/d.start.settings.Rounds())) {
		b := d.start.Clone().(*Board)
		// A recording does not state its edition, so allow building at night.
		b.fightResults, b.allowsNightBuilding = &d.results, true
		if d.run(b) {
			d.addRun(b)
		}
		if !d.results.next() {
			return
		}
	}
	d.endBoard, d.events, d.barricadeCount = nil, nil, -1 // There were too many combinations to try.
}

// run executes the orders and reports whether they lead to d.after.
func (d *deduction) run(b *Board) bool {
	for i := range d.executed {
		o := &d.executed[i]
		if b.slot(o.Unit) < 0 || b.execute(o) != sim.OutcomeExecuted {
			return false
		}
		if n := len(b.events); n > 0 && !d.isPossible(b, d.executed[i+1:], &b.events[n-1]) {
			return false
		}
	}
	return d.leadsToAfter(b)
}

// isPossible reports whether d.after allows an event. A citizen alive in d.after cannot have died.
// A citizen without further orders cannot have less life than in d.after.
func (d *deduction) isPossible(b *Board, laterOrders []sim.Order, e *sim.Event) bool {
	switch e.Kind {
	case EventDeath:
		return d.after.Citizen(e.Target).ID == -1
	case EventFight:
	default:
		return true
	}
	for _, id := range [2]int32{e.Unit, e.Target} {
		c := &b.citizens[b.slot(id)]
		later := d.after.Citizen(id)
		if later.ID == -1 || c.Life >= later.Life {
			continue
		}
		if !slices.ContainsFunc(laterOrders, func(o sim.Order) bool { return o.Unit == id }) {
			return false
		}
	}
	return true
}

// leadsToAfter reports whether the result of a run matches d.after, apart from changes at the end
// of the round.
func (d *deduction) leadsToAfter(b *Board) bool {
	if b.SeatScores != d.after.SeatScores {
		return false
	}
	for i := range b.citizens {
		c, later := &b.citizens[i], d.after.Citizen(b.citizens[i].ID)
		if c.Life <= 0 {
			if later.ID != -1 {
				return false
			}
		} else if later != *c {
			return false
		}
	}
	if d.after.RoundsPlayed%b.settings.NumRoundsPerDay == 0 {
		return true // At dawn all barricades are removed.
	}
	b.updateShared()
	return slices.Equal(b.sharedBarricades.list, d.after.barricades.list)
}

func (d *deduction) addRun(b *Board) {
	if d.endBoard == nil {
		d.endBoard = b
		d.events = slices.Clone(b.events)
		d.barricadeCount = b.barricadeCells.Count()
		return
	}
	d.events = slices.DeleteFunc(d.events, func(e sim.Event) bool { return !slices.Contains(b.events, e) })
	d.ambiguous = d.ambiguous || !slices.Equal(d.endBoard.pendingReturns, b.pendingReturns)
	if d.barricadeCount != b.barricadeCells.Count() {
		d.barricadeCount = -1
	}
}

// Limits on the combinations of fight results that are tried. They protect against hostile
// recordings: an ordinary round has few fights, and most combinations fail early.
const (
	maxRuns      = 2000    // per round
	maxMatchRuns = 200_000 // per match
	minRuns      = 8       // per round, even in the longest match
)
