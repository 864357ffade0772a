package harrypotter

import (
	"slices"

	"game-tui/sim"
)

// Derive replays the executed orders of a round on the state before it. All
// but the fights is decided by the rules, and of most fights the state after
// shows who lost. When the replay does not end in that state, the recording is
// not of a match by these rules, and nothing is derived.
//
// A state's text holds all that it knows: there is nothing to add to after.
func (game) Derive(before sim.State, done []sim.Order, after sim.State) ([]sim.Event, sim.State) {
	s, e := before.(*State), after.(*State)
	if len(s.units) != len(e.units) || e.Played != s.Played+1 {
		return nil, after
	}
	r := replay{Board: boardFrom(s, sim.Rand{}), after: e, gone: make([]bool, len(s.units)), last: make([]int32, len(s.units))}
	for i := range done {
		if !r.do(&done[i]) {
			return nil, after
		}
	}
	if !r.finish() {
		return nil, after
	}
	return r.told(), after
}

// replay repeats the executed orders of a round.
type replay struct {
	*Board
	after  *State
	fights []fight
	last   []int32 // of each unit, the index of its last fight plus 1
	gone   []bool  // units that Voldemort killed in this round
}

// fight is a fight that was not decided at once: its loser is to be found.
type fight struct {
	event  int          // index of the attack's event
	units  [2]int       // attacker and defender
	begun  [2]sim.Event // what the loss of the one or the other would begin
	loser  int8         // index into units, -1 not known
	closed bool         // both units are known to be free of this fight's doubt
}

// do repeats one executed order; false when it could not have been executed.
func (r *replay) do(o *sim.Order) bool {
	id := int(o.Unit)
	if uint(id) >= uint(len(r.units)) || r.gone[id] {
		return false
	}
	u := &r.units[id]
	if o.Kind == 's' {
		return r.castSpell(id, o.Args) == sim.FateExecuted
	}
	if o.Kind != 'm' || uint8(o.Dir) >= 8 || id >= sim.Seats && o.Dir&1 != 0 {
		return false
	}
	to := u.pos().Plus(Dirs[o.Dir])
	if !to.In(Rows, Cols) {
		return false
	}
	if !r.nearVoldemort(to) && r.unitRow.Has(to.Row, to.Col) {
		return id >= sim.Seats && r.meet(id, int(r.unitAt[at(to.Row, to.Col)]))
	}
	r.gone[id] = r.nearVoldemort(to)
	return r.move(id, o.Dir) == sim.FateExecuted
}

// meet repeats a wizard's executed move onto a unit. That it was executed
// shows who is converting and who is not.
func (r *replay) meet(id, target int) bool {
	u, v := &r.units[id], &r.units[target]
	r.won(id)
	if u.player == v.player {
		r.lost(target)
		return r.Board.meet(id, target) == sim.FateExecuted
	}
	r.won(target)
	a, d := r.magicStrength(u.player), r.magicStrength(v.player)
	if target < sim.Seats || a > 2*d || d > 2*a {
		return r.Board.meet(id, target) == sim.FateExecuted
	}
	if u.rounds > 0 || v.rounds > 0 {
		return false
	}
	f := fight{event: len(r.events), units: [2]int{id, target}, loser: -1}
	for i, x := range f.units {
		l := r.units[x]
		l.rounds, l.next = int32(r.set.RoundsForConverting), int32(r.units[f.units[1-i]].player)
		f.begun[i] = begunEvent(f.units[1-i], x, &l)
	}
	r.tell(r.attackEvent(id, target, a, d, causeUnknown))
	r.fights = append(r.fights, f)
	r.last[id], r.last[target] = int32(len(r.fights)), int32(len(r.fights))
	return true
}

// open returns the fight that a unit may have lost, and its index in it. That
// is its last one: whoever fights again has not lost before.
func (r *replay) open(id int) (*fight, int) {
	if r.last[id] == 0 {
		return nil, 0
	}
	f := &r.fights[r.last[id]-1]
	if f.closed {
		return nil, 0
	}
	return f, slices.Index(f.units[:], id)
}

// lost notes that a unit lost its open fight, if it has one.
func (r *replay) lost(id int) {
	if f, k := r.open(id); f != nil {
		r.settle(f, k)
	}
}

// won notes that a unit did not lose its open fight, if it has one.
func (r *replay) won(id int) {
	if f, k := r.open(id); f != nil {
		r.settle(f, 1-k)
	}
}

func (r *replay) settle(f *fight, k int) {
	f.loser, f.closed = int8(k), true
	if id := f.units[k]; !r.gone[id] {
		r.units[id].rounds, r.units[id].next = f.begun[k].A+1, int32(f.begun[k].Seat)
	}
}

// finish repeats the end of the round as far as the state after it shows, and
// reports whether it led there.
func (r *replay) finish() bool {
	r.vold = r.after.Voldemort()
	orders := len(r.events)
	r.strike()
	for _, e := range r.events[orders:] {
		if e.Kind == EventDeath {
			r.gone[e.Target] = true
		}
	}
	for i := range r.fights {
		r.judge(&r.fights[i])
	}
	for id, gone := range r.gone {
		if gone {
			u := &r.after.units[id]
			v := *u
			if id < sim.Seats {
				v.rounds++ // a ghost that came back rests already
			} else {
				r.wizards[v.player]++
			}
			r.units[id] = v
			r.reborn(id, u.pos())
		}
	}
	r.countDown()
	return slices.Equal(r.units, r.after.units)
}

// judge finds the loser of a fight that is still open by the state after the
// round. Of two that Voldemort killed nothing is known.
func (r *replay) judge(f *fight) {
	for k, id := range f.units {
		if f.closed || r.gone[id] {
			continue
		}
		u, winner := &r.after.units[id], f.begun[k].Seat
		if f.begun[k].A > 0 && u.rounds == f.begun[k].A && u.next == int32(winner) || f.begun[k].A == 0 && u.player == winner {
			r.settle(f, k)
		} else {
			r.settle(f, 1-k)
		}
	}
}

// told returns the events with the outcomes that are known by now.
func (r *replay) told() []sim.Event {
	events := make([]sim.Event, 0, len(r.events)+len(r.fights))
	fights := r.fights
	for i, e := range r.events {
		var f *fight
		if len(fights) > 0 && fights[0].event == i {
			f, fights = &fights[0], fights[1:]
		}
		switch {
		case f == nil || f.loser < 0:
			events = append(events, e)
		case f.loser == 0:
			e.Cause |= causeLost
			events = append(events, e, f.begun[0])
		default:
			e.Cause |= causeWon
			events = append(events, e, f.begun[1])
		}
	}
	return events
}
