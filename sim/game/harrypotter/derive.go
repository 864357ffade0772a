package harrypotter

import (
	"slices"

	"game-tui/sim"
)

// Derive replays the executed orders on before. The rules determine everything except the losers of
// fights, most of whom follow from after. If the replay does not lead to after, the recording
// breaks the rules and Derive returns no events. States hide nothing, so after is returned as is.
func (game) Derive(before sim.State, executed []sim.Order, after sim.State) ([]sim.Event, sim.State) {
	s, e := before.(*State), after.(*State)
	if len(s.units) != len(e.units) || e.RoundsPlayed != s.RoundsPlayed+1 {
		return nil, after
	}
	r := replay{Board: boardFrom(s, sim.Rand{}), after: e, killedThisRound: make([]bool, len(s.units)), lastFights: make([]int32, len(s.units))}
	for i := range executed {
		if !r.replayOrder(&executed[i]) {
			return nil, after
		}
	}
	if !r.finish() {
		return nil, after
	}
	return r.resolvedEvents(), after
}

type replay struct {
	*Board
	after           *State
	fights          []fight
	lastFights      []int32 // 1 plus the index in fights of each unit's last fight, or 0 if it has not fought
	killedThisRound []bool  // whether Voldemort killed the unit in this round
}

// A fight is an attack whose loser may be unknown.
type fight struct {
	eventIndex       int          // index of the attack among the events
	unitIDs          [2]int       // ids of attacker and defender
	conversionEvents [2]sim.Event // event that follows, indexed by the loser
	loser            int8         // index into units, or -1 if unknown
	decided          bool         // whether the loser has been determined
}

func (r *replay) replayOrder(o *sim.Order) bool {
	id := int(o.Unit)
	if uint(id) >= uint(len(r.units)) || r.killedThisRound[id] {
		return false
	}
	u := &r.units[id]
	if o.Kind == 's' {
		return r.castSpell(id, o.Args) == sim.OutcomeExecuted
	}
	if o.Kind != 'm' || uint8(o.Dir) >= 8 || id >= sim.Seats && o.Dir&1 != 0 {
		return false
	}
	to := u.pos().Add(Steps[o.Dir])
	if !to.In(Rows, Cols) {
		return false
	}
	if !r.voldemort.Touches(to) && r.unitCells.Has(to.Row, to.Col) {
		return id >= sim.Seats && r.replayMeeting(id, int(r.unitAt[gridIndex(to.Row, to.Col)]))
	}
	r.killedThisRound[id] = r.voldemort.Touches(to)
	return r.move(id, o.Dir) == sim.OutcomeExecuted
}

// replayMeeting replays a wizard's move onto a unit. Since the move was executed, it reveals who is
// converting.
func (r *replay) replayMeeting(id, target int) bool {
	u, v := &r.units[id], &r.units[target]
	r.setResult(id, true)
	if u.player == v.player {
		r.setResult(target, false)
		return r.Board.moveOnto(id, target) == sim.OutcomeExecuted
	}
	r.setResult(target, true)
	a, d := r.magicStrength(u.player), r.magicStrength(v.player)
	if target < sim.Seats || a > 2*d || d > 2*a {
		return r.Board.moveOnto(id, target) == sim.OutcomeExecuted
	}
	if u.rounds > 0 || v.rounds > 0 {
		return false
	}
	f := fight{eventIndex: len(r.events), unitIDs: [2]int{id, target}, loser: -1}
	for i, x := range f.unitIDs {
		l := r.units[x]
		l.rounds, l.next = int32(r.settings.RoundsForConverting), int32(r.units[f.unitIDs[1-i]].player)
		f.conversionEvents[i] = conversionBegunEvent(f.unitIDs[1-i], x, &l)
	}
	r.addEvent(r.attackEvent(id, target, a, d, causeUnknown))
	r.fights = append(r.fights, f)
	r.lastFights[id], r.lastFights[target] = int32(len(r.fights)), int32(len(r.fights))
	return true
}

// setResult sets the result of a unit's last fight if it is still unknown. The unit won all earlier
// fights, because a loser cannot fight again.
func (r *replay) setResult(id int, won bool) {
	if r.lastFights[id] == 0 {
		return
	}
	f := &r.fights[r.lastFights[id]-1]
	if f.decided {
		return
	}
	k := slices.Index(f.unitIDs[:], id)
	if won {
		k = 1 - k
	}
	r.setLoser(f, k)
}

func (r *replay) setLoser(f *fight, k int) {
	f.loser, f.decided = int8(k), true
	if id := f.unitIDs[k]; !r.killedThisRound[id] {
		r.units[id].rounds, r.units[id].next = f.conversionEvents[k].A+1, int32(f.conversionEvents[k].Seat)
	}
}

// finish replays the end of the round and reports whether the resulting units match r.after.
func (r *replay) finish() bool {
	r.voldemort = r.after.Voldemort()
	orders := len(r.events)
	r.strike()
	for _, e := range r.events[orders:] {
		if e.Kind == EventDeath {
			r.killedThisRound[e.Target] = true
		}
	}
	for i := range r.fights {
		r.findLoser(&r.fights[i])
	}
	for id, gone := range r.killedThisRound {
		if gone {
			u := &r.after.units[id]
			v := *u
			if id < sim.Seats {
				v.rounds++ // A returned ghost has already rested this round.
			} else {
				r.wizardCounts[v.player]++
			}
			r.units[id] = v
			r.returnUnit(id, u.pos())
		}
	}
	r.countDown()
	return slices.Equal(r.units, r.after.units)
}

// findLoser finds the loser of a fight from r.after. The loser stays unknown if Voldemort killed
// both units.
func (r *replay) findLoser(f *fight) {
	for k, id := range f.unitIDs {
		if f.decided || r.killedThisRound[id] {
			continue
		}
		u, winner := &r.after.units[id], f.conversionEvents[k].Seat
		if f.conversionEvents[k].A > 0 && u.rounds == f.conversionEvents[k].A && u.next == int32(winner) || f.conversionEvents[k].A == 0 && u.player == winner {
			r.setLoser(f, k)
		} else {
			r.setLoser(f, 1-k)
		}
	}
}

func (r *replay) resolvedEvents() []sim.Event {
	events := make([]sim.Event, 0, len(r.events)+len(r.fights))
	fights := r.fights
	for i, e := range r.events {
		var f *fight
		if len(fights) > 0 && fights[0].eventIndex == i {
			f, fights = &fights[0], fights[1:]
		}
		switch {
		case f == nil || f.loser < 0:
			events = append(events, e)
		case f.loser == 0:
			e.Cause |= causeLost
			events = append(events, e, f.conversionEvents[0])
		default:
			e.Cause |= causeWon
			events = append(events, e, f.conversionEvents[1])
		}
	}
	return events
}
