package thepurge

import (
	"bytes"
	"slices"

	"game-tui/sim"
)

// Derive finds the events between two states of a recording. The executed
// orders are played again; only the outcomes of fights are unknown, and those
// that lead to the second state are kept. Where several do, so are the events
// that all of them share.
//
// To after it adds how many barricades have been built, and what waits to come
// back where that was known before and follows.
func (game) Derive(before sim.State, done []sim.Order, after sim.State) ([]sim.Event, sim.State) {
	s, next := before.(*State), after.(*State)
	d := deduction{start: boardFrom(s, sim.Rand{}), done: done, after: next, fallen: -1}
	d.solve()
	events := d.events
	for i := range next.citizens.list {
		if c := &next.citizens.list[i]; s.Citizen(c.ID).ID == -1 {
			events = append(events, citizenEvent(EventBack, c, c.At))
		}
	}
	if e, ok := timeEvent(s.set, next.Played); ok {
		e.B = int32(len(next.barricades.list))
		if e.Kind == EventDawn {
			e.B = int32(d.fallen)
		}
		events = append(events, e)
	}
	return events, d.complete(s)
}

// complete returns the state after with what its text does not hold.
func (d *deduction) complete(s *State) *State {
	full := *d.after
	full.built, full.known = [sim.Seats]int32{-1, -1, -1, -1}, false
	if d.end == nil {
		return &full
	}
	full.built = d.end.built
	if s.known && !d.doubt {
		full.known = full.regenerated(s, d.end)
	}
	return &full
}

// regenerated sets what waits behind a round, of which before was the start and
// b is the board when its orders were done. It reports false where the state
// shows something else than what was due.
func (s *State) regenerated(before *State, b *Board) bool {
	born := s.citizens.list
	for len(born) > 0 && before.Citizen(born[0].ID).ID != -1 {
		born = born[1:]
	}
	s.next = before.next
	if n := len(born); n > 0 {
		s.next = born[n-1].ID + 1
	}
	back := map[byte]int{}
	for _, thing := range []byte("FMGZ") {
		back[thing] = bytes.Count(s.grid, []byte{thing}) - bytes.Count(b.grid, []byte{thing})
	}
	stuck := false // no cell was safe: the others that were due wait on
	s.waiting = nil
	for _, w := range b.waiting {
		switch {
		case int(w.due) > before.Played || stuck:
		case w.thing == 0 && len(born) > 0 && born[0].Type == w.trade && born[0].Player == w.player:
			born = born[1:]
			continue
		case w.thing != 0 && back[w.thing] > 0:
			back[w.thing]--
			continue
		default:
			stuck = true
		}
		s.waiting = append(s.waiting, w)
	}
	return len(born) == 0 && back['F'] == 0 && back['M'] == 0 && back['G'] == 0 && back['Z'] == 0
}

// deduction is the search for what happened in a round.
type deduction struct {
	start    *Board
	done     []sim.Order
	after    *State
	outcomes outcomes
	end      *Board // where the first run that fits ends, its orders done
	doubt    bool   // runs that fit leave different things waiting
	events   []sim.Event
	fallen   int // barricades that stood when the orders were done, -1 unknown
}

func (d *deduction) solve() {
	for range d.start.set.runs() {
		b := d.start.Clone().(*Board)
		// A recording does not say of which edition it is.
		b.outcomes, b.nightBuild = &d.outcomes, true
		if d.run(b) {
			d.keep(b)
		}
		if !d.outcomes.next() {
			return
		}
	}
	d.end, d.events, d.fallen = nil, nil, -1 // too many ways to be certain of anything
}

// run plays the orders; it reports whether they lead to the state after.
func (d *deduction) run(b *Board) bool {
	for i := range d.done {
		o := &d.done[i]
		if b.slot(o.Unit) < 0 || b.execute(o) != sim.FateExecuted {
			return false
		}
		if n := len(b.events); n > 0 && !d.possible(b, d.done[i+1:], &b.events[n-1]) {
			return false
		}
	}
	return d.fits(b)
}

// possible rejects the death of somebody who lives on, and a fight whose loser
// has less life than in the state after and no order left with which to eat.
func (d *deduction) possible(b *Board, rest []sim.Order, e *sim.Event) bool {
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
		if !slices.ContainsFunc(rest, func(o sim.Order) bool { return o.Unit == id }) {
			return false
		}
	}
	return true
}

// fits compares the outcome of a run with the state after: all that the closing
// phase of a round leaves alone.
func (d *deduction) fits(b *Board) bool {
	if b.Points != d.after.Points {
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
	if d.after.Played%b.set.NumRoundsPerDay == 0 {
		return true // dawn has removed the barricades
	}
	b.share()
	return slices.Equal(b.sharedBarricades.list, d.after.barricades.list)
}

// keep takes in the events of a possible round.
func (d *deduction) keep(b *Board) {
	if d.end == nil {
		d.end = b
		d.events = slices.Clone(b.events)
		d.fallen = b.barricades.Count()
		return
	}
	d.events = slices.DeleteFunc(d.events, func(e sim.Event) bool { return !slices.Contains(b.events, e) })
	d.doubt = d.doubt || !slices.Equal(d.end.waiting, b.waiting)
	if d.fallen != b.barricades.Count() {
		d.fallen = -1
	}
}

// A round has few fights, and lives that do not fit end most ways to fight it
// out early. That bounds what a true recording costs; these bound any other.
const (
	maxRuns   = 2000    // ways that are tried in a round
	matchRuns = 200_000 // ways that are tried in a match
	minRuns   = 8       // ways that are tried in a round of the longest match
)

// runs is how many ways to fight out a round are tried.
func (s *Settings) runs() int { return max(minRuns, min(maxRuns, matchRuns/s.Rounds())) }

// outcomes decides fights: those of a path in its order, later ones are won until
// a next path says otherwise.
type outcomes struct {
	path []bool
	used int
}

func (s *outcomes) wins() bool {
	if s.used == len(s.path) {
		s.path = append(s.path, true)
	}
	s.used++
	return s.path[s.used-1]
}

// next moves to the next path; it reports false when all have been tried.
// Fights that the last path did not reach are forgotten.
func (s *outcomes) next() bool {
	s.path = s.path[:s.used]
	s.used = 0
	for n := len(s.path); n > 0; n-- {
		if s.path[n-1] {
			s.path[n-1] = false
			s.path = s.path[:n]
			return true
		}
	}
	return false
}
