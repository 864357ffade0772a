package simtest

import (
	"slices"

	"game-tui/sim"
)

// checkPoints checks that the sources of points add up to the scores, for played and recorded
// matches.
func checkPoints(x *checker) {
	list := x.Game.Sources()
	if len(list) == 0 || len(list) > sim.MaxSources {
		x.errorf("Sources gives %d: want 1 to %d names of what gives points", len(list), sim.MaxSources)
		return
	}
	for i, name := range list {
		x.checkText("the name of a source of points", name)
		if slices.Contains(list[:i], name) {
			x.errorf("two sources of points are called %q", name)
		}
	}
	var gives sim.Points // 1 for each source seen
	for _, t := range x.matches {
		x.checkPlayedPoints(t, &gives)
		if x.provesEvents {
			x.checkRecordedPoints(t)
		}
	}
	for i, name := range list {
		if gives[i] == [sim.Seats]int{} && x.expectsAllKinds() {
			x.errorf("the source %q gives no points in any match", name)
		}
	}
}

// checkPlayedPoints checks a match as played.
func (x *checker) checkPlayedPoints(t *playedMatch, gives *sim.Points) {
	a := x.Game.NewAccount(t.states[0])
	x.checkScores(a, 0, t.states[0], "points by source")
	for k, turn := range t.copies {
		known := *turn
		known.Known = sim.KnownAll
		a.Add(&known, t.states[k+1])
		p := x.checkScores(a, k+1, t.states[k+1], "points by source")
		for i := range p {
			for seat, n := range p[i] {
				if n != 0 {
					gives[i][seat] = 1
				}
			}
		}
	}
}

// checkRecordedPoints checks a match as read from a recording.
func (x *checker) checkRecordedPoints(t *playedMatch) {
	states := x.readStates(t)
	a := x.Game.NewAccount(states[0])
	for k, turn := range t.copies {
		read := &sim.Turn{Round: k, Executed: copyTurn(turn).Executed}
		read.Events, _ = x.Game.Derive(states[k], read.Executed, states[k+1])
		a.Add(read, states[k+1])
		x.checkScores(a, k+1, states[k+1], "points by source of a recording")
	}
}

// points compares an account with the scores of a state.
func (x *checker) checkScores(a sim.Account, k int, s sim.State, what string) sim.Points {
	p := a.Points()
	for seat, want := range s.Scores() {
		if got := p.Total(seat); got != want {
			x.errorf(what+" add up to %d for seat %d in round %d, the score is %d", got, seat, k, want)
		}
	}
	for _, rest := range p[len(x.Game.Sources()):] {
		if rest != [sim.Seats]int{} {
			x.errorf("NewAccount gives points of a source that Sources does not name (round %d)", k)
		}
	}
	return p
}

func checkMeasures(x *checker) {
	list := x.Game.Measures()
	if len(list) == 0 || len(list) > sim.MaxMeasures {
		x.errorf("Measures gives %d: want 1 to %d numbers that say who will win, beside the score", len(list), sim.MaxMeasures)
	}
	for i, m := range list {
		x.checkText("the name of a measure", m.Name)
		switch {
		case slices.ContainsFunc(list[:i], func(o sim.Measure) bool { return o.Name == m.Name }):
			x.errorf("two measures are called %q", m.Name)
		case !x.varies(m) && x.expectsAllKinds():
			x.errorf("the measure %q is the same for all seats in all rounds: it says nothing of who will win", m.Name)
		}
	}
}

// varies reports whether a measure ever differs between seats.
func (x *checker) varies(m sim.Measure) bool {
	for _, t := range x.matches {
		for _, s := range t.states {
			for seat := 1; seat < sim.Seats; seat++ {
				if m.Value(s, seat) != m.Value(s, 0) {
					return true
				}
			}
		}
	}
	return false
}

// checkSameMeasures compares the measures of a played and a read state.
func (x *checker) checkSameMeasures(k int, s, read sim.State) {
	for _, m := range x.Game.Measures() {
		for seat := range sim.Seats {
			if got, want := m.Value(read, seat), m.Value(s, seat); got != want {
				x.errorf("the measure %q of a state that was read back is %d in round %d, want %d: it must come from what the text or Derive tells", m.Name, got, k, want)
				return
			}
		}
	}
}
