package league

import "io"

// Books are all that is computed from the results of a plan. They do not depend
// on the order in which results are added.
type Books struct {
	Plan     *Plan
	Schedule *Schedule
	Tally    *Tally
	Duels    *Duels
	Sights   *Sights
	Tasks    int // that have a result
	done     []bool
}

// NewBooks are the books of a plan of which nothing is played.
func NewBooks(p *Plan) *Books {
	n := len(p.Player)
	s := p.Schedule()
	return &Books{Plan: p, Schedule: s, Tally: NewTally(n), Duels: NewDuels(p), Sights: NewSights(n), done: make([]bool, s.Tasks())}
}

// Done reports whether a task has a result. One that the plan does not have has none.
func (b *Books) Done(n int) bool { return n >= 0 && n < len(b.done) && b.done[n] }

// Add takes in what came of a task that has no result yet.
func (b *Books) Add(r *Result) {
	task := b.Schedule.Task(r.N)
	b.done[r.N] = true
	b.Tasks++
	b.Tally.AddResult(&task, r)
	b.Duels.AddResult(&task, r)
	b.Sights.AddResult(&task, r)
}

// ReadBooks reads a record, which may be in use. Errors are those of Read.
func ReadBooks(from io.Reader) (*Books, error) {
	in, err := NewReader(from)
	if err != nil {
		return nil, err
	}
	b := NewBooks(in.Plan)
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
