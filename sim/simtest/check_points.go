package simtest

import (
	"slices"

	"game-tui/sim"
)

// checkPoints looks at what is said of where points come from: it adds up to the
// scores in every state, of matches as they were played and of their recordings.
func checkPoints(x *exam) {
	list := x.Game.Sources()
	if len(list) == 0 || len(list) > sim.MaxSources {
		x.fault("Sources gives %d: want 1 to %d names of what gives points", len(list), sim.MaxSources)
		return
	}
	for i, name := range list {
		x.words("the name of a source of points", name)
		if slices.Contains(list[:i], name) {
			x.fault("two sources of points are called %q", name)
		}
	}
	if !slices.Equal(list, x.Game.Sources()) {
		x.fault("Sources is not the same each time")
	}
	var gives sim.Points // 1 where a source gave something
	for _, t := range x.tapes {
		x.playedPoints(t, &gives)
		x.recordedPoints(t)
	}
	for i, name := range list {
		if gives[i] == [sim.Seats]int{} && !x.Quick && !x.Partial {
			x.fault("the source %q gives no points in any match", name)
		}
	}
}

// playedPoints accounts for a match as it was played.
func (x *exam) playedPoints(t *tape, gives *sim.Points) {
	a := x.Game.Account(t.states[0])
	x.points(a, 0, t.states[0], "points by source")
	for k, turn := range t.copies {
		known := *turn
		known.Known = sim.KnownAll
		a.Add(&known, t.states[k+1])
		p := x.points(a, k+1, t.states[k+1], "points by source")
		for i := range p {
			for seat, n := range p[i] {
				if n != 0 {
					gives[i][seat] = 1
				}
			}
		}
	}
}

// recordedPoints accounts for a match as a recording has it.
func (x *exam) recordedPoints(t *tape) {
	last, _, err := x.Game.ReadState(t.set, []byte(t.texts[0]))
	if err != nil {
		return // another check says so
	}
	a := x.Game.Account(last)
	for k, turn := range t.copies {
		after, _, err := x.Game.ReadState(t.set, []byte(t.texts[k+1]))
		if err != nil {
			return
		}
		read := &sim.Turn{Round: k, Done: copyTurn(turn).Done}
		after, read.Events = derive(x.Game, last, read.Done, after)
		a.Add(read, after)
		x.points(a, k+1, after, "points by source of a recording")
		last = after
	}
}

// points compares what an account says with the scores of a state.
func (x *exam) points(a sim.Account, k int, s sim.State, what string) sim.Points {
	p := a.Points()
	for seat, want := range s.Scores() {
		if got := p.Total(seat); got != want {
			x.fault(what+" add up to %d for seat %d in round %d, the score is %d", got, seat, k, want)
		}
	}
	for _, rest := range p[len(x.Game.Sources()):] {
		if rest != [sim.Seats]int{} {
			x.fault("Account gives points of a source that Sources does not name (round %d)", k)
		}
	}
	return p
}
