package league

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"sync"

	"game-tui/sim"
	"game-tui/sim/lazy"
	"game-tui/sim/playoff"
)

// Standings are all that is computed from the results of a plan. They do not depend
// on the order in which results are added.
type Standings struct {
	Plan       *Plan
	Schedule   *Schedule
	Tally      *Tally      // nil of a play-off or a final,
	Duels      *Duels      // which Schedule.State
	Highlights *Highlights // or Schedule.Final tells of
	Tasks      int         // that have a result
	done       taskSet
	sets       map[int][]*Result // of which some results are there, which do not count yet
}

// NewStandings are the standings of a plan of which nothing is played.
func NewStandings(p *Plan) *Standings {
	s := &Standings{Plan: p, Schedule: p.Schedule(), sets: map[int][]*Result{}}
	if !p.Design.Knockout() {
		n := len(p.Player)
		s.Tally, s.Duels, s.Highlights = NewTally(n), NewDuels(p), NewHighlights(n)
		s.Tally.dummies = p.Dummies()
	}
	return s
}

// Done reports whether a task has a result. One that the plan does not have has none.
func (s *Standings) Done(n int) bool { return s.done.has(n) }

// Add takes in what came of a task that has no result yet. It counts when its set is complete: until
// then the table would know more of quick matches than of slow ones.
func (s *Standings) Add(r *Result) {
	s.done.add(r.N, s.Schedule.Tasks())
	s.Tasks++
	if s.Plan.Design.Knockout() {
		task := s.Schedule.Task(r.N)
		s.Schedule.add(&task, r)
		return
	}
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
		s.Schedule.plan = p
	}
}

// Complete reports whether all tasks that are known have a result.
func (s *Standings) Complete() bool { return s.Tasks == s.Schedule.Tasks() }

// Over reports whether all of the plan is played.
func (s *Standings) Over() bool {
	return s.Complete() && (s.Schedule.state == nil || s.Schedule.state.Over())
}

// taskSet are tasks, by their numbers.
type taskSet []bool

func (t taskSet) has(n int) bool { return n >= 0 && n < len(t) && t[n] }

// add adds one of so many tasks.
func (t *taskSet) add(n, tasks int) {
	if len(*t) < tasks {
		*t = append(*t, make([]bool, tasks-len(*t))...)
	}
	(*t)[n] = true
}

// Matches are how many are played, and planned: of a play-off about so many.
func (s *Standings) Matches() (played, planned int) {
	if state := s.Schedule.state; state != nil {
		return s.Tasks, s.Tasks + state.Left()
	}
	if f := s.Schedule.final; f != nil {
		return s.Tasks, f.Len()
	}
	return s.Tasks, s.Schedule.Tasks()
}

// ErrPlayoff and ErrFinal say of what a record is, where that of a tournament is wanted.
var (
	ErrPlayoff = errors.New("this is the record of a play-off: game-tui playoff show FILE shows it")
	ErrFinal   = errors.New("this is the record of a grand final: game-tui playoff final FILE shows it")
)

// ReadStandings reads a record, which may be in use. Errors are those of Reader, ErrPlayoff and ErrFinal.
func ReadStandings(from io.Reader) (*Standings, error) {
	in, err := NewReader(from)
	if err != nil {
		return nil, err
	}
	if in.Plan.Design == Playoff {
		return nil, in.fault(ErrPlayoff)
	}
	if in.Plan.Design == Final {
		return nil, in.fault(ErrFinal)
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
	l.View(func(s *Standings) {
		for _, r := range list {
			s.Add(r)
		}
	})
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

// Passes reports whether whoever sits on a seat passes as in the course's play-off.
func Passes(scores [sim.Seats]int, outs [sim.Seats]sim.Reason, seat int) bool {
	r := playoff.Result{Scores: scores}
	for i, out := range outs {
		r.Outs[i] = out != ""
	}
	return r.Passed(seat)
}

// Place is the place of a seat, 1 to 4; those who tie share the mean of theirs. Whoever went out is behind
// all who finished; rivals of one who finished count by their scores.
func Place(scores [sim.Seats]int, outs [sim.Seats]sim.Reason, seat int) float64 {
	if outs[seat] != "" {
		scores = outsLast(scores, outs)
	}
	place := 0.5
	for _, n := range scores {
		switch {
		case n > scores[seat]:
			place++
		case n == scores[seat]:
			place += 0.5 // the seat itself, too
		}
	}
	return place
}

// passes counts the matches of a bundle of blocks, and those that were passed.
type passes struct{ passed, matches int }

func (p *Player) pass(block int, passed bool) {
	at := block % maxBundles
	for len(p.passes) <= at {
		p.passes = append(p.passes, passes{})
	}
	p.passes[at].matches++
	if passed {
		p.passes[at].passed++
	}
}

// Pass is P(pass), the share of matches that a player passes, with bounds of 95 %; NaN where it has none.
type Pass struct{ Share, Low, High float64 }

// String is for tables: "62 % (55–68)".
func (p Pass) String() string {
	if math.IsNaN(p.Share) {
		return "–"
	}
	return fmt.Sprintf("%.0f %% (%.0f–%.0f)", 100*p.Share, 100*p.Low, 100*p.High)
}

// dummyName is what the Dummies of kits are called here, the second and third one included. More is not
// guessed of a name: a student's folder would take matches out of what is said of others.
var dummyName = lazy.Regexp(`(?i)^(?:AI)?Dummy(?:\.exe)?(?:-\d+)?$`)

// IsDummy reports whether an entry is called as a kit's Dummy is.
func IsDummy(name string) bool { return dummyName().MatchString(name) }

// Dummies are the entries of a plan that fill groups up in the play-off: those that are called so. Where fewer
// than four others play they are rivals as all others: none.
func (p *Plan) Dummies() []bool {
	list, others := make([]bool, len(p.Player)), 0
	for i, e := range p.Player {
		if list[i] = IsDummy(e.Name); !list[i] {
			others++
		}
	}
	if others < sim.Seats || others == len(list) || p.Design == Against {
		return nil
	}
	return list
}

// withDummy reports whether one of the rivals of a seat is a Dummy.
func (t *Tally) withDummy(entries [sim.Seats]int, seat int) bool {
	for other, e := range entries {
		if t.dummies != nil && other != seat && t.dummies[e] {
			return true
		}
	}
	return false
}

// Pass is that of the matches that the player has played with others than Dummies.
//
// The interval is Wilson's, for as many matches as tell as much as these do: matches of a seed are not
// independent of each other, so their number follows from how much the shares of seeds vary. Below MinSeeds,
// where that is not known, each seed tells as much as one match.
func (p *Player) Pass() Pass {
	passed, matches, seeds := 0, 0, 0
	for _, b := range p.passes {
		passed += b.passed
		matches += b.matches
		if b.matches > 0 {
			seeds++
		}
	}
	n := float64(matches)
	share := float64(passed) / n
	variance := 0.0
	for _, b := range p.passes {
		d := (float64(b.passed) - share*float64(b.matches)) / n
		variance += d * d * float64(seeds) / float64(seeds-1)
	}
	if variance > 0 && seeds >= MinSeeds {
		n = min(n, share*(1-share)/variance)
	} else {
		n = float64(seeds) // or all seeds are alike
	}
	const z = 1.96
	mid := (share + z*z/2/n) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(share*(1-share)/n+z*z/4/n/n)
	return Pass{share, max(mid-half, 0), min(mid+half, 1)}
}

// Places is the mean place.
func (p *Player) Places() float64 { return p.Place / float64(max(p.Matches, 1)) }
