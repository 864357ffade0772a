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
// word. Near the end, from where they go to it, it is the table's word alone.
func (t *Table) Judge(m *Match, o Outcome, runs int) Judged {
	j := Judged{Outcome: o, rounds: m.rounds()}
	if m.nearEnd(o.Round) {
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
// but for those from which rollouts go to the end: each of them is of another kind.
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
	for i := range tenths - nearTenths {
		all, allOf = all+excess[i], allOf+of[i]
	}
	t.Errors = make([]float64, tenths)
	for i := range t.Errors {
		share := excess[i] / max(of[i], 1e-9)
		if i < tenths-nearTenths && allOf > 0 {
			prior := allOf / (tenths - nearTenths)
			share = (excess[i] + prior*all/allOf) / (of[i] + prior)
		}
		t.Errors[i] = math.Sqrt(min(max(share, minTableError*minTableError), 1))
	}
}

// nearTenths are those from which rollouts go to the end, see nearEnd.
const nearTenths = 2

// minTableError is the least error that a table is said to have.
const minTableError = 0.1
