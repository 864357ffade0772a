package league

import "io"

// Standings are all that is computed from the results of a plan. They do not depend
// on the order in which results are added.
type Standings struct {
	Plan       *Plan
	Schedule   *Schedule
	Tally      *Tally
	Duels      *Duels
	Highlights *Highlights
	Tasks      int // that have a result
	done       []bool
}

// NewStandings are the standings of a plan of which nothing is played.
func NewStandings(p *Plan) *Standings {
	n := len(p.Player)
	s := p.Schedule()
	return &Standings{Plan: p, Schedule: s, Tally: NewTally(n), Duels: NewDuels(p), Highlights: NewHighlights(n), done: make([]bool, s.Tasks())}
}

// Done reports whether a task has a result. One that the plan does not have has none.
func (b *Standings) Done(n int) bool { return n >= 0 && n < len(b.done) && b.done[n] }

// Add takes in what came of a task that has no result yet.
func (b *Standings) Add(r *Result) {
	task := b.Schedule.Task(r.N)
	b.done[r.N] = true
	b.Tasks++
	b.Tally.AddResult(&task, r)
	b.Duels.AddResult(&task, r)
	b.Highlights.AddResult(&task, r)
}

// ReadStandings reads a record, which may be in use. Errors are those of Read.
func ReadStandings(from io.Reader) (*Standings, error) {
	in, err := NewReader(from)
	if err != nil {
		return nil, err
	}
	b := NewStandings(in.Plan)
	for {
		r, err := in.Next()
		if err == io.EOF {
			b.Schedule.Know(in.Keys...)
			return b, nil
		}
		if err != nil {
			return b, err
		}
		b.Add(r)
	}
}
