package league

import (
	"cmp"
	"io"
	"slices"
	"sync"
)

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
	sets       map[int][]*Result // of which some results are there, which do not count yet
}

// NewStandings are the standings of a plan of which nothing is played.
func NewStandings(p *Plan) *Standings {
	n := len(p.Player)
	s := p.Schedule()
	tally := NewTally(n)
	tally.dummies = p.Dummies()
	return &Standings{Plan: p, Schedule: s, Tally: tally, Duels: NewDuels(p), Highlights: NewHighlights(n), done: make([]bool, s.Tasks()), sets: map[int][]*Result{}}
}

// Done reports whether a task has a result. One that the plan does not have has none.
func (s *Standings) Done(n int) bool { return n >= 0 && n < len(s.done) && s.done[n] }

// Add takes in what came of a task that has no result yet. It counts when its set is complete: until
// then the table would know more of quick matches than of slow ones.
func (s *Standings) Add(r *Result) {
	s.done[r.N] = true
	s.Tasks++
	set := r.N / s.Schedule.perSet
	list := append(s.sets[set], r)
	if len(list) < s.Schedule.perSet {
		s.sets[set] = list
		return
	}
	delete(s.sets, set)
	for _, r := range list {
		task := s.Schedule.Task(r.N)
		s.Tally.AddResult(&task, r)
		s.Duels.AddResult(&task, r)
		s.Highlights.AddResult(&task, r)
	}
}

// Amend takes in the amendments of the plan.
func (s *Standings) Amend(p *Plan) {
	if len(p.Amendments) > len(s.Plan.Amendments) {
		s.Plan = p
		s.Schedule.amend(p)
		s.done = grown(s.done, s.Schedule.Tasks())
	}
}

// Complete reports whether all tasks have a result.
func (s *Standings) Complete() bool { return s.Tasks == s.Schedule.Tasks() }

// Matches are how many are played, and planned.
func (s *Standings) Matches() (played, planned int) { return s.Tasks, s.Schedule.Tasks() }

// ReadStandings reads a record, which may be in use. Errors are those of Reader.
func ReadStandings(from io.Reader) (*Standings, error) {
	in, err := NewReader(from)
	if err != nil {
		return nil, err
	}
	s := NewStandings(in.Plan)
	for r, err := range in.Results() {
		if err != nil {
			return nil, err
		}
		s.Amend(in.Plan)
		s.Add(r)
	}
	s.Amend(in.Plan)
	for _, k := range in.Keys {
		s.Schedule.SetKey(k)
	}
	return s, nil
}

// Live are standings that grow while others look at them.
type Live struct {
	mu        sync.Mutex
	standings *Standings
}

// NewLive are standings of a plan of which nothing is played.
func NewLive(p *Plan) *Live { return &Live{standings: NewStandings(p)} }

// View shows the standings as they are now. Whoever adds results waits meanwhile: look is to be
// quick, and keeps nothing of them.
func (l *Live) View(look func(*Standings)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	look(l.standings)
}

// Amend takes in the amendments of the plan.
func (l *Live) Amend(p *Plan) { l.View(func(s *Standings) { s.Amend(p) }) }

// Add takes in what came of tasks that have no result yet.
func (l *Live) Add(list ...*Result) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, r := range list {
		l.standings.Add(r)
	}
}

// Standing is how a player of a tournament stands.
type Standing struct {
	Entry      int `json:"-"`
	Rating     `json:"-"`
	Matches    int     `json:"matches"`
	Wins       int     `json:"wins"`
	Shared     int     `json:"shared_wins"`
	WinPercent float64 `json:"win_percent"`
	Mean       float64 `json:"mean_score"`
	Deviation  float64 `json:"score_deviation"`
	Min        int     `json:"min_score"`
	Max        int     `json:"max_score"`
	Outs       int     `json:"outs"`
	Place      float64 `json:"mean_place"`
	Pass       Pass    `json:"-"`
}

// Table has the standing of each player, the best first. The ratings may be of fewer results than
// there are by now.
func (t *Tally) Table(ratings []Rating) (list []Standing) {
	for i := range t.Players {
		p := &t.Players[i]
		s := Standing{Entry: i, Rating: ratings[i], Matches: p.Matches, Wins: p.Wins, Shared: p.Shared, WinPercent: p.WinPercent(),
			Mean: p.Score.Mean(), Deviation: p.Score.Deviation(), Min: p.Score.Min, Max: p.Score.Max,
			Place: p.Places(), Pass: p.Pass()}
		for _, n := range p.Outs {
			s.Outs += n
		}
		list = append(list, s)
	}
	slices.SortStableFunc(list, func(a, b Standing) int {
		return cmp.Or(cmp.Compare(a.Rank, b.Rank), cmp.Compare(b.Points, a.Points))
	})
	return list
}
