package chance

import (
	"math"

	"game-tui/sim"
)

// Judged is what is said of a round of a match beside what full games say.
type Judged struct {
	Outcome
	rounds   int
	said     [sim.Seats]float64
	variance [sim.Seats]float64 // of the dice
}

// Judge plays so many short rollouts from the round of an outcome, which end with the table's
// word. In the last tenth of a match, from where they go to its end, it is the table's word alone.
func (t *Table) Judge(m *Match, o Outcome, runs int) Judged {
	j := Judged{Outcome: o, rounds: m.rounds()}
	if m.rounds()-o.Round <= m.short() {
		j.said = t.of(m, m.Record.State(o.Round))
		return j
	}
	var seats [sim.Seats]tally
	for run := range runs {
		said := m.rollout(t, o.Round, m.short(), seedOf(int(m.Seed), o.Round, run))
		for seat := range seats {
			seats[seat].add(said[seat])
		}
	}
	for seat := range seats {
		j.said[seat], j.variance[seat] = seats[seat].mean(), seats[seat].variance()
	}
	return j
}

// FitErrors sets the errors of a table: how much farther what is said is from full games than
// the dice of both explain. A tenth of the match of which little is known leans on the others,
// but for the last one, which is of another kind.
func (t *Table) FitErrors(list []Judged) {
	var excess, of [tenths]float64
	for i := range list {
		j := &list[i]
		at := tenthOf(j.Round, j.rounds)
		for seat, said := range j.said {
			d, win := j.Win[seat]-said, j.Win[seat]
			excess[at] += d*d - j.variance[seat] - win*(1-win)/float64(max(j.Games-1, 1))
			of[at] += said * (1 - said)
		}
	}
	all, allOf := 0.0, 0.0
	for i := range tenths - 1 {
		all, allOf = all+excess[i], allOf+of[i]
	}
	t.Errors = make([]float64, tenths)
	for i := range t.Errors {
		prior := allOf / (tenths - 1)
		if i == tenths-1 || allOf == 0 {
			prior = 0
		}
		share := (excess[i] + prior*all/max(allOf, 1e-9)) / max(of[i]+prior, 1e-9)
		t.Errors[i] = math.Sqrt(min(max(share, minTableError*minTableError), 1))
	}
}

// minTableError is the least error that a table is said to have.
const minTableError = 0.1
