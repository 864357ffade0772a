package simtest

import "game-tui/sim"

// checkMeasures looks at what states tell of who will win.
func checkMeasures(x *exam) {
	list, again := x.Game.Measures(), x.Game.Measures()
	if len(list) == 0 || len(list) > sim.MaxMeasures {
		x.fault("Measures gives %d: want 1 to %d numbers that say who will win, beside the score", len(list), sim.MaxMeasures)
		return
	}
	seen := map[string]bool{}
	for i, m := range list {
		x.words("the name of a measure", m.Name)
		switch {
		case seen[m.Name]:
			x.fault("two measures are called %q", m.Name)
		case m.Of == nil:
			x.fault("the measure %q has no function", m.Name)
		case len(again) != len(list) || again[i].Name != m.Name:
			x.fault("Measures is not the same each time")
		case !x.varies(m) && !x.Quick && !x.Partial:
			x.fault("the measure %q is the same for all seats in all rounds: it says nothing of who will win", m.Name)
		}
		seen[m.Name] = true
	}
}

// varies reports whether a measure tells two seats apart in some round.
func (x *exam) varies(m sim.Measure) bool {
	for _, t := range x.tapes {
		for _, s := range t.states {
			for seat := 1; seat < sim.Seats; seat++ {
				if m.Of(s, seat) != m.Of(s, 0) {
					return true
				}
			}
		}
	}
	return false
}

// sameMeasures compares the measures of a state with those of the same state when
// it was read back.
func (x *exam) sameMeasures(k int, s, read sim.State) {
	for _, m := range x.Game.Measures() {
		for seat := range sim.Seats {
			if m.Of == nil {
				return
			}
			if got, want := m.Of(read, seat), m.Of(s, seat); got != want {
				x.fault("the measure %q of a state that was read back is %d in round %d, want %d: it must come from what the text or Derive tells", m.Name, got, k, want)
				return
			}
		}
	}
}
