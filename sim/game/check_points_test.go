package game_test

import (
	"slices"

	"game-tui/sim"
)

// checkPoints checks that the sources of points add up to the scores in played and recorded
// matches.
func checkPoints(c *checker) {
	list := c.Game.PointSources()
	if len(list) == 0 || len(list) > sim.MaxPointSources {
		c.errorf("Sources returns %d names: want 1 to %d", len(list), sim.MaxPointSources)
		return
	}
	for i, name := range list {
		c.checkText("the name of a source of points", name)
		if slices.Contains(list[:i], name) {
			c.errorf("two sources of points have the name %q", name)
		}
	}
	var used [sim.MaxPointSources]bool
	for _, m := range c.matches {
		c.checkPlayedPoints(m, &used)
		c.checkRecordedPoints(m)
	}
	for i, name := range list {
		if !used[i] && !c.Quick {
			c.errorf("source %q gives no points in any match", name)
		}
	}
}

// checkPlayedPoints checks the points of a played match and marks their sources in used.
func (c *checker) checkPlayedPoints(m *playedMatch, used *[sim.MaxPointSources]bool) {
	a := c.Game.NewAccount(m.states[0])
	c.checkScores(a, 0, m.states[0], "the points of a match")
	for k, turn := range m.copies {
		known := *turn
		known.KnownParts = sim.KnownAll
		a.Add(&known, m.states[k+1])
		for i, points := range c.checkScores(a, k+1, m.states[k+1], "the points of a match") {
			used[i] = used[i] || points != [sim.Seats]int{}
		}
	}
}

// checkRecordedPoints checks the points of a match read from its recording.
func (c *checker) checkRecordedPoints(m *playedMatch) {
	states := c.readStates(m)
	a := c.Game.NewAccount(states[0])
	for k, turn := range m.copies {
		read := &sim.Turn{Round: k, Executed: copyOrders(turn.Executed)}
		read.Events, _ = c.Game.Derive(states[k], read.Executed, states[k+1])
		a.Add(read, states[k+1])
		c.checkScores(a, k+1, states[k+1], "the points of a recording")
	}
}

// checkScores compares the sum of points with the scores of a state.
func (c *checker) checkScores(a sim.Account, k int, s sim.State, what string) sim.Points {
	p := a.Points()
	for seat, want := range s.Scores() {
		if got := p.Total(seat); got != want {
			c.errorf(what+" add up to %d for seat %d in round %d, want the score, %d", got, seat, k, want)
		}
	}
	for _, other := range p[len(c.Game.PointSources()):] {
		if other != [sim.Seats]int{} {
			c.errorf("an account has points of a source that Sources does not name (round %d)", k)
		}
	}
	return p
}

func checkMeasures(c *checker) {
	list := c.Game.Measures()
	if len(list) == 0 || len(list) > sim.MaxMeasures {
		c.errorf("Measures returns %d: want 1 to %d", len(list), sim.MaxMeasures)
	}
	for i, measure := range list {
		c.checkText("the name of a measure", measure.Name)
		switch {
		case slices.ContainsFunc(list[:i], func(o sim.Measure) bool { return o.Name == measure.Name }):
			c.errorf("two measures have the name %q", measure.Name)
		case !c.varies(measure) && !c.Quick:
			c.errorf("measure %q is the same for all seats in all rounds", measure.Name)
		}
	}
}

// varies reports whether a measure differs between seats in any round.
func (c *checker) varies(measure sim.Measure) bool {
	for _, m := range c.matches {
		for _, s := range m.states {
			for seat := 1; seat < sim.Seats; seat++ {
				if measure.Value(s, seat) != measure.Value(s, 0) {
					return true
				}
			}
		}
	}
	return false
}

// checkSameMeasures compares the measures of a played state and the state read from its text.
func (c *checker) checkSameMeasures(k int, s, read sim.State) {
	for _, measure := range c.Game.Measures() {
		for seat := range sim.Seats {
			if got, want := measure.Value(read, seat), measure.Value(s, seat); got != want {
				c.errorf("measure %q of a state read back is %d in round %d, want %d", measure.Name, got, k, want)
				return
			}
		}
	}
}
